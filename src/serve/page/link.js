// The input as the fragment of the address, which browsers do not send: JSON, compressed where that is possible, in base64.
"use strict";

const Link = (() => {
  const piped = async (bytes, stream) =>
    new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());

  const toBase64 = (bytes) => {
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const fromBase64 = (text) =>
    Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

  const encode = async (state) => {
    const bytes = new TextEncoder().encode(JSON.stringify(state));
    if (!("CompressionStream" in window)) return "j" + toBase64(bytes);
    return "z" + toBase64(await piped(bytes, new CompressionStream("deflate-raw")));
  };

  // null: the fragment is no link of ours.
  const decode = async (fragment) => {
    try {
      const bytes = fromBase64(fragment.slice(1));
      const plain = fragment[0] === "z" ? await piped(bytes, new DecompressionStream("deflate-raw")) : bytes;
      const state = JSON.parse(new TextDecoder().decode(plain));
      return state && typeof state.text === "string" ? state : null;
    } catch {
      return null;
    }
  };
  return { encode, decode };
})();
