// A question to the server, and the stream of server-sent events that answers it. The job lasts as long as the stream.
"use strict";

class Job {
  constructor(question, listener) {
    this.listener = listener;
    this.abort = new AbortController();
    this.id = null;
    this.wantsStop = false;
    this.done = this.run(question);
  }

  // Ends with what is known by then.
  stop() {
    this.wantsStop = true;
    if (this.id) {
      fetch("stop", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ id: this.id }) });
    }
  }

  // Nobody wants to know any more.
  drop() {
    this.listener = () => {};
    this.abort.abort();
  }

  async run(question) {
    try {
      const response = await fetch("ask", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(question),
        signal: this.abort.signal,
      });
      if (!response.ok) throw new Error((await response.json()).error);
      let ended = false;
      for await (const [name, data] of Job.events(response.body)) {
        if (name === "started") {
          this.id = data.id;
          if (this.wantsStop) this.stop();
        }
        ended ||= name === "result" || name === "failed";
        this.listener(name, data);
      }
      if (!ended) throw new Error("The server has gone away.");
    } catch (error) {
      const message = error instanceof TypeError ? "The server cannot be reached. Has it been stopped?" : error.message;
      this.listener("failed", { message });
    }
  }

  static async *events(body) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const parts = (rest + value).split("\n\n");
      rest = parts.pop();
      for (const part of parts) {
        const match = /^event: (.*)\ndata: (.*)$/s.exec(part);
        if (match) yield [match[1], JSON.parse(match[2])];
      }
    }
  }
}
