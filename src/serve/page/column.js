// One answer: verdict, progress, and the report as a page or as text.
"use strict";

class Column {
  // jump(line): shows that line of the program.
  constructor(parent, title, jump) {
    this.root = document.getElementById("column").content.cloneNode(true).firstElementChild;
    this.jump = jump;
    this.part("model").textContent = title;
    this.badge("running", "waiting");
    parent.append(this.root);
  }

  part(name) {
    return this.root.querySelector("." + name);
  }

  badge(kind, text) {
    this.root.dataset.verdict = kind;
    this.part("badge").textContent = text;
  }

  told(name, data) {
    if (name === "started") this.limit = data.limit;
    if (name === "waiting") this.part("words").textContent = data.before ? `${data.before} before it in the line` : "next in the line";
    if (name === "progress") {
      this.badge("running", "running");
      this.part("time").textContent = `${data.seconds.toFixed(1)} s · ${data.megabytes} MB`;
      this.part("words").textContent = data.words;
      this.part("bar").style.width = Math.min(100, (100 * data.seconds) / this.limit) + "%";
    }
    if (name === "failed") this.failed(data.message);
    if (name === "result") this.result(data);
  }

  failed(message) {
    this.badge("failed", "no answer");
    this.part("words").textContent = message;
    this.root.classList.add("over");
  }

  result(data) {
    this.root.classList.add("over");
    const ours = data.verdict ? data.verdict.toLowerCase() : data.trouble ? "failed" : "told";
    const observed = /^Observation \S+ (Never|Sometimes|Always) /m.exec(data.text);  // of a litmus test
    this.badge(ours, data.verdict || (data.trouble ? "no answer" : observed ? observed[1] : "answer"));
    this.part("time").textContent = data.seconds.toFixed(2) + " s" + (data.stopped ? ", stopped" : "");
    this.part("words").textContent = data.trouble;
    const views = [];
    if (data.page) views.push(["Report", () => this.page(data.page)]);
    if (data.text) views.push(["Text", () => this.text(data.text)]);
    if (data.messages.trim()) views.push(["Messages", () => this.text(data.messages)]);
    if (!data.text && !data.page && data.messages.trim()) views.reverse();
    this.tabs(views);
  }

  tabs(views) {
    const list = this.part("tabs");
    views.forEach(([name, show], number) => {
      const tab = document.createElement("button");
      tab.type = "button";
      tab.role = "tab";
      tab.textContent = name;
      tab.onclick = () => {
        for (const other of list.children) other.setAttribute("aria-selected", other === tab);
        this.part("body").replaceChildren(show());
      };
      list.append(tab);
      if (number === 0) tab.click();
    });
    list.hidden = views.length < 2;
  }

  page(html) {
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-scripts";
    frame.src = "page/frame.html";
    frame.title = "Report";
    const give = (event) => {
      if (event.source !== frame.contentWindow) return;
      removeEventListener("message", give);
      frame.contentWindow.postMessage(html, "*");
    };
    addEventListener("message", give);
    return frame;
  }

  // Positions lead to their lines.
  text(text) {
    const pre = document.createElement("pre");
    const position = /program\.c:(\d+)(?::\d+)?/g;
    let at = 0;
    for (const match of text.matchAll(position)) {
      pre.append(text.slice(at, match.index));
      const link = document.createElement("a");
      link.href = "#";
      link.textContent = match[0];
      link.onclick = (event) => {
        event.preventDefault();
        this.jump(Number(match[1]));
      };
      pre.append(link);
      at = match.index + match[0].length;
    }
    pre.append(text.slice(at));
    return pre;
  }
}
