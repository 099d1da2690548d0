// The page: a program, choices, and one answer a memory model.
"use strict";

(async () => {
  const at = (id) => document.getElementById(id);
  const catalogue = await (await fetch("catalogue.json")).json();
  const fields = ["command", "model", "compare", "property", "engine", "entry", "unwind"];

  const fill = (select, rows) => {
    for (const { value, label, title } of rows) {
      const option = new Option(label, value);
      if (title) option.title = title;
      select.add(option);
    }
  };
  const short = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
  const models = catalogue.models.map(({ name, about }) => ({ value: name, label: name, title: about }));
  fill(at("command"), catalogue.commands.map(({ name, title }) => ({ value: name, label: title })));
  fill(at("model"), [{ value: "", label: "ISO C" }, ...models]);
  fill(at("compare"), models);
  fill(at("property"), catalogue.properties.map((name) => ({ value: name, label: name })));
  fill(at("engine"), catalogue.engines.map((name) => ({ value: name === "auto" ? "" : name, label: name })));
  const groups = new Map();
  for (const { name, about } of catalogue.examples) {
    const kind = name.endsWith(".litmus") ? "Litmus tests" : name.includes("/") ? "Without end" : "Programs";
    if (!groups.has(kind)) groups.set(kind, Object.assign(document.createElement("optgroup"), { label: kind }));
    const label = name.replace(/^.*\//, "").replace(/\.(c|litmus)$/, "");
    groups.get(kind).append(new Option(about ? `${label}: ${short(about, 70)}` : label, name));
  }
  for (const kind of ["Programs", "Without end", "Litmus tests"]) if (groups.has(kind)) at("example").append(groups.get(kind));

  const editor = CodeMirror.fromTextArea(at("text"), {
    mode: "text/x-csrc",
    lineNumbers: true,
    matchBrackets: true,
    autoCloseBrackets: true,
    styleActiveLine: true,
    indentUnit: 2,
    tabSize: 8,
    extraKeys: {
      "Ctrl-Enter": () => run(),
      "Cmd-Enter": () => run(),
      "Ctrl-/": "toggleComment",
      // Tab leads out of the editor, for those who have no mouse, unless something is selected.
      Tab: (cm) => (cm.somethingSelected() ? cm.indentSelection("add") : cm.replaceSelection("  ")),
      Esc: () => at("run").focus(),
    },
  });
  const jump = (line) => {
    const number = Math.min(line, editor.lineCount()) - 1;
    editor.setCursor(number, 0);
    editor.scrollIntoView({ line: number, ch: 0 }, 120);
    editor.focus();
  };

  const notice = (text) => {
    at("notice").textContent = text;
    at("notice").classList.add("shown");
    clearTimeout(notice.timer);
    notice.timer = setTimeout(() => at("notice").classList.remove("shown"), 4000);
  };

  const state = () => {
    const all = { text: editor.getValue() };
    for (const id of fields) if (at(id).value) all[id] = at(id).value;
    return all;
  };
  const restore = (wanted) => {
    editor.setValue(wanted.text);
    editor.clearHistory();
    for (const id of fields) {
      at(id).value = wanted[id] ?? "";
      if (at(id).selectedIndex === -1) at(id).selectedIndex = 0;  // a choice that is no more
    }
    at("more").open = ["property", "engine", "entry", "unwind"].some((id) => wanted[id]);
    suit();
  };

  // Only what the question has.
  const suit = () => {
    const command = catalogue.commands.find(({ name }) => name === at("command").value);
    for (const label of document.querySelectorAll("[data-field]"))
      label.hidden = !command.fields.includes(label.dataset.field);
    at("more").hidden = command.fields.filter((name) => name !== "model" && name !== "format").length === 0;
    at("model").options[0].textContent = command.name === "litmus" ? "of its dialect" : "ISO C";
  };

  let jobs = [];
  const isRunning = () => jobs.some((job) => !job.isOver);
  const showButton = () => {
    at("run").textContent = isRunning() ? "Stop" : "Run";
    at("run").classList.toggle("stop", isRunning());
  };

  const remember = async () => history.replaceState(null, "", "#" + (await Link.encode(state())));

  const run = async () => {
    for (const job of jobs) job.drop();
    const { compare, ...question } = state();
    if (!question.text.trim()) return notice("There is no program yet: write one, or start from an example.");
    await remember();
    at("answers").replaceChildren();
    const asked = [question.model ?? ""];
    if (compare && compare !== question.model) asked.push(compare);
    jobs = asked.map((model) => {
      const column = new Column(at("answers"), model || at("model").options[0].textContent, jump);
      const job = new Job({ ...question, model }, (name, data) => {
        job.isOver ||= name === "result" || name === "failed";
        column.told(name, data);
        showButton();
      });
      return job;
    });
    showButton();
  };

  at("run").onclick = () => {
    if (!isRunning()) return run();
    for (const job of jobs) job.stop();
    notice("Stopping: what is known so far is the answer.");
  };
  at("link").onclick = async () => {
    await remember();
    try {
      await navigator.clipboard.writeText(location.href);
      notice("The link is copied. It works while this server runs.");
    } catch {
      notice("The link is in the address bar. It works while this server runs.");
    }
  };
  at("example").onchange = () => {
    const example = catalogue.examples.find(({ name }) => name === at("example").value);
    at("example").value = "";
    if (!example) return;
    editor.setValue(example.text);
    const isLitmus = example.name.endsWith(".litmus");
    if (isLitmus !== (at("command").value === "litmus")) at("command").value = isLitmus ? "litmus" : "verify";
    suit();
    jump(1);
  };
  at("command").onchange = suit;
  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && !editor.hasFocus()) run();
  });
  addEventListener("hashchange", async () => {
    const wanted = await Link.decode(location.hash.slice(1));
    if (wanted) restore(wanted);
  });
  addEventListener("pagehide", () => jobs.forEach((job) => job.drop()));

  const widen = (share) => {
    document.body.style.setProperty("--share", Math.max(15, Math.min(85, share)) + "%");
    editor.refresh();
  };
  const divider = at("divider");
  divider.onpointerdown = (event) => divider.setPointerCapture(event.pointerId);
  divider.onpointermove = (event) => {
    if (divider.hasPointerCapture(event.pointerId)) widen((100 * event.clientX) / innerWidth);
  };
  divider.onkeydown = (event) => {
    const step = { ArrowLeft: -3, ArrowRight: 3 }[event.key];
    if (step) widen((100 * divider.getBoundingClientRect().x) / innerWidth + step);
  };

  const wanted = location.hash ? await Link.decode(location.hash.slice(1)) : null;
  if (location.hash && !wanted) notice("The link is damaged: its program could not be restored.");
  const lock = catalogue.examples.find(({ name }) => name === "lock.c") ?? catalogue.examples[0];
  restore(wanted ?? { text: lock.text, command: "verify", model: "tso", compare: "sc" });
  document.body.dataset.ready = "yes";
})();
