// The source: every line, marked where threads of the run come by, and what is known to hold there.

const kWords = /\b(?:alignas|auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Atomic|_Bool|_Noreturn|_Static_assert|_Thread_local|bool|true|false|NULL|exists|forall|[u]?int(?:8|16|32|64|ptr)_t|size_t|atomic_\w+|memory_order_\w+|pthread_\w+)\b/y;
const kParts = [
  [/\/\/.*|\/\*.*?(?:\*\/|$)/y, 'comment'],
  [/"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?/y, 'text'],
  [/^\s*#\s*\w+/y, 'directive'],
  [kWords, 'word'],
  [/\b(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?)[uUlLfF]*\b/y, 'number'],
  [/\w+|\s+|./y, ''],
];

// The pieces of a line; `inComment`: it begins inside a comment. Returns whether the next one does.
function coloured(line, target, inComment) {
  let at = 0;
  const add = (text, kind) => target.append(kind ? el('span', {class: `c-${kind}`}, text) : text);
  if (inComment) {
    const end = line.indexOf('*/');
    if (end < 0) {
      add(line, 'comment');
      return true;
    }
    add(line.slice(0, end + 2), 'comment');
    at = end + 2;
  }
  if (line.length > 400) {  // no human wrote that
    add(line.slice(at), '');
    return false;
  }
  while (at < line.length) {
    for (const [pattern, kind] of kParts) {
      pattern.lastIndex = at;
      const found = pattern.exec(line);
      if (!found || found.index !== at || found[0].length === 0) continue;
      add(found[0], kind);
      at += found[0].length;
      if (kind === 'comment' && found[0].startsWith('/*') && !found[0].endsWith('*/')) return true;
      break;
    }
  }
  return false;
}

class SourcePanel {
  // choose(step): the user wants to see that step; hover(steps or null).
  constructor(files, run, annotations, choose, hover) {
    this.run = run;
    this.files = files;
    this.lines = new Map();  // by file and line
    this.tabs = el('div', {class: 'tabs', role: 'group', 'aria-label': 'files'});
    this.body = el('div', {class: 'source scroll', tabindex: '0', role: 'region', 'aria-label': 'source'});
    this.element = el('section', {class: 'panel', id: 'source'}, el('header', {}, el('h2', {}, 'Source'), this.tabs), this.body);
    this.choose = choose;
    this.hover = hover;
    this.annotations = new Map();  // by file and line: texts by heading
    for (const one of annotations || []) {
      if (!this.annotations.has(lineKey(one))) this.annotations.set(lineKey(one), new Map());
      const here = this.annotations.get(lineKey(one));
      here.set(one.h, [...here.get(one.h) || [], one.x]);
    }
    this.shown = -1;
    files.forEach((file, i) => {
      this.tabs.append(el('button', {type: 'button', title: file.name, onclick: () => this.open(i)}, file.name.replace(/.*\//, '')));
    });
    const last = run && run.steps.length > 0 ? run.steps[run.steps.length - 1] : {};
    if (files.length > 0) this.open(last.f === undefined ? 0 : last.f);
    else this.body.append(el('p', {class: 'note'}, 'The source is not at hand.'));
  }

  open(file) {
    if (file === this.shown) return;
    this.shown = file;
    this.lines.clear();
    [...this.tabs.children].forEach((tab, i) => tab.setAttribute('aria-pressed', i === file));
    this.tabs.hidden = this.files.length < 2;
    this.body.replaceChildren();
    let inComment = false, block = null;
    const text = this.files[file].text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
    const lines = text.split('\n');
    this.body.style.setProperty('--digits', Math.max(3, String(lines.length).length));
    lines.forEach((line, i) => {
      const key = `${file}:${i + 1}`, steps = (this.run && this.run.stepsAt.get(key)) || [];
      const code = el('code', {});
      inComment = coloured(line, code, inComment);
      const threads = [...new Set(steps.map((step) => this.run.steps[step].t))].sort((a, b) => a - b);
      const row = el('div', {class: steps.length > 0 ? 'line in-run' : 'line', 'data-line': i + 1},
        el('span', {class: 'dots', 'aria-hidden': 'true'}, threads.slice(0, 4).map((thread) => el('i', {style: `background:${threadColour(thread)}`}))),
        el('span', {class: 'number'}, String(i + 1)), code);
      if (steps.length > 0) {
        row.title = `${counted(steps.length, 'step')} of ${threads.map((thread) => this.run.threadName(thread)).join(', ')}`;
        row.addEventListener('click', () => this.choose(this.nextOf(steps)));
        row.addEventListener('pointerenter', () => this.hover(steps));
        row.addEventListener('pointerleave', () => this.hover(null));
      }
      // Blocks of lines are laid out only where they are looked at.
      if (i % 100 === 0) {
        block = el('div', {class: 'block'});
        this.body.append(block);
      }
      block.append(row);
      this.lines.set(key, row);
      for (const [heading, texts] of this.annotations.get(key) || []) block.append(this.note(heading, texts));
    });
  }

  note(heading, texts) {
    const kAtOnce = 3;
    const list = texts.map((text) => el('li', {}, el('code', {}, text)));
    const more = list.length > kAtOnce
      ? el('details', {}, el('summary', {}, `${list.length - kAtOnce} more`), el('ul', {}, list.slice(kAtOnce))) : null;
    return el('div', {class: 'annotation'}, el('span', {class: 'label'}, heading), el('ul', {}, list.slice(0, kAtOnce)), more);
  }

  // A line is in a run several times: each click shows the next.
  nextOf(steps) {
    return steps.find((step) => step > this.current) ?? steps[0];
  }

  show(step) {
    this.current = step;
    const place = this.run.steps[step];
    if (place.f !== undefined) this.open(place.f);
    for (const row of this.body.querySelectorAll('.line.now')) {
      row.classList.remove('now');
      row.removeAttribute('aria-current');
    }
    const row = this.lines.get(lineKey(place));
    if (!row) return;
    row.classList.add('now');
    row.setAttribute('aria-current', 'step');
    row.style.setProperty('--thread', threadColour(place.t));
    reveal(this.body, row);
  }

  highlight(steps) {
    for (const row of this.body.querySelectorAll('.line.hover')) row.classList.remove('hover');
    for (const step of steps || []) this.lines.get(lineKey(this.run.steps[step]))?.classList.add('hover');
  }
}

// Scrolls a panel, and never the page.
function reveal(panel, element) {
  const box = panel.getBoundingClientRect(), at = element.getBoundingClientRect();
  if (at.top < box.top + 40 || at.bottom > box.bottom - 40)
    panel.scrollTop += at.top - box.top - box.height / 2 + at.height / 2;
  if (at.left < box.left || at.right > box.right) panel.scrollLeft += at.left - box.left - Math.max(0, box.width - at.width) / 2;
}
