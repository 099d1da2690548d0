// The page: the verdict, why it is so, and a player for each run whose parts follow one step together.

// Characters that turn the direction of what follows could make a line look like another one: they are told by number.
const withoutTurns = (text) => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, (one) => `\u27e8U+${one.charCodeAt(0).toString(16).toUpperCase()}\u27e9`);
const kData = JSON.parse(document.getElementById('data').textContent, (_, value) => typeof value === 'string' ? withoutTurns(value) : value);

// The user's choice of light or dark lasts, where the browser lets it.
const theme = {
  read() {
    try {
      return localStorage.getItem('fencepost-theme');
    } catch {
      return null;
    }
  },
  isDark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  },
  set(name) {
    document.documentElement.dataset.theme = name;
    try {
      localStorage.setItem('fencepost-theme', name);
    } catch {
      // It holds for this page.
    }
  },
  toggle() {
    theme.set(theme.isDark() ? 'light' : 'dark');
  },
};

class Player {
  constructor(report, data) {
    this.run = new Run(data);
    const choose = (step) => this.go(step), hover = (steps, event) => this.highlight(steps, event);
    this.source = new SourcePanel(report.files, this.run, report.annotations, choose, hover);
    this.table = new TablePanel(this.run, choose, hover);
    this.graph = new GraphPanel(this.run, choose, hover);
    this.state = new StatePanel(this.run, choose, hover);
    this.controls = this.makeControls();
    this.cause = this.makeCause(choose, hover);
    const hasGraph = this.run.events.length > 0 || data.events_not_drawn;
    this.element = el('div', {class: this.run.hasState ? 'player' : 'player brief'}, this.cause, el('div', {class: 'bench'}, this.controls, this.state.element),
      el('div', {class: hasGraph ? 'panels' : 'panels two'}, this.source.element, this.table.element, hasGraph ? this.graph.element : null));
    this.showAll(false);
  }

  makeControls() {
    // Drawn, since fonts need not have such signs.
    const sign = (d) => svg('svg', {viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': true}, svg('path', {d}));
    const button = (label, d, key, action) => el('button', {type: 'button', class: 'move', 'aria-label': label, title: `${label} (${key})`, onclick: action}, sign(d));
    this.slider = el('input', {type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'step', oninput: () => this.goTo(Number(this.slider.value))});
    this.count = el('output', {class: 'count'});
    this.all = el('button', {type: 'button', class: 'switch', id: 'all', 'aria-pressed': false, title: 'also what no other thread sees (a)', onclick: () => this.showAll(!this.isAll)}, el('i', {}), 'all steps');
    const hasOwn = this.run.rows(true).length > this.run.rows(false).length;
    this.words = el('p', {class: 'unseen', 'aria-live': 'polite'});
    return el('div', {class: 'controls', role: 'toolbar', 'aria-label': 'stepping'},
      button('first step', 'M2.5 3h2v10h-2zM13.5 3v10L6 8z', 'Home', () => this.goTo(0)), button('step back', 'M11.5 2.5v11L4 8z', '←', () => this.goTo(this.row - 1)),
      button('step on', 'M4.5 2.5v11L12 8z', '→', () => this.goTo(this.row + 1)), button('last step', 'M11.5 3h2v10h-2zM2.5 3v10L10 8z', 'End', () => this.goTo(this.rows.length - 1)),
      this.slider, this.count, hasOwn ? this.all : null, this.words);
  }

  makeCause(choose, hover) {
    const data = this.run.data;
    if (!data.sentence && !data.cause) return null;
    const chain = el('ol', {class: 'chain', 'aria-label': 'the cycle'});
    const name = (id) => {
      const event = this.run.events[id];
      return el('button', {type: 'button', style: `--thread:${threadColour(event.t)}`, title: event.t === null ? 'initial value' : this.run.threadName(event.t),
        onclick: () => event.s === undefined || choose(event.s), onpointerenter: () => hover(event.s === undefined ? [] : [event.s], id), onpointerleave: () => hover(null)},
      event.l ? el('span', {class: 'at'}, `${lineOf(event)} `) : null, event.x);
    };
    this.run.cycle.forEach(([from, to, relation], i) => {
      if (i === 0) chain.append(el('li', {}, name(from)));
      chain.append(el('li', {}, el('span', {class: `arrow r-${relation}`, title: (kRelations[relation] || ['', relation])[1]}, relation), name(to)));
    });
    return el('section', {class: data.fails ? 'cause fails' : 'cause', 'aria-label': 'why'},
      data.sentence ? el('p', {class: 'sentence'}, prose(data.sentence)) : null,
      data.cause ? el('p', {}, el('strong', {}, data.cause.startsWith('forbidden') ? 'It is ' : 'Weak because: '), prose(data.cause)) : null,
      this.run.cycle.length > 0 ? chain : null);
  }

  showAll(all) {
    this.isAll = all;
    this.all.setAttribute('aria-pressed', all);
    const step = this.rows ? this.rows[this.row] : Infinity;
    this.rows = this.run.rows(all);
    this.slider.max = Math.max(0, this.rows.length - 1);
    this.table.draw(this.rows);
    this.go(step);
  }

  // The row of a step, or the last before it.
  go(step) {
    if (step !== Infinity && !this.rows.includes(step) && !this.isAll && this.run.rows(true).includes(step)) {
      this.isAll = true;
      this.all.setAttribute('aria-pressed', true);
      this.rows = this.run.rows(true);
      this.slider.max = this.rows.length - 1;
      this.table.draw(this.rows);
    }
    this.goTo(Math.max(0, this.rows.findLastIndex((row) => row <= step)));
  }

  goTo(row) {
    if (this.rows.length === 0) return;
    this.row = Math.min(Math.max(row, 0), this.rows.length - 1);
    const step = this.rows[this.row];
    this.slider.value = this.row;
    this.count.textContent = `${this.row + 1} / ${this.rows.length}`;
    this.slider.setAttribute('aria-valuetext', `step ${this.row + 1} of ${this.rows.length}`);
    const data = this.run.steps[step];
    this.words.textContent = `${this.run.threadName(data.t)}, ${data.l ? `line ${lineOf(data)}, ` : ''}${data.x}`;
    this.element.style.setProperty('--thread', threadColour(data.t));
    this.source.show(step);
    this.table.show(step);
    this.graph.show(step);
    this.state.show(step, this.row > 0 ? this.rows[this.row - 1] : -1);
  }

  highlight(steps, event) {
    this.source.highlight(steps);
    this.table.highlight(steps);
    this.graph.highlight(steps, event);
  }

  key(event) {
    const onSlider = event.target === this.slider;
    const moves = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
    if (event.key in moves && !onSlider) this.goTo(this.row + moves[event.key]);
    else if (event.key === 'Home' && !onSlider) this.goTo(0);
    else if (event.key === 'End' && !onSlider) this.goTo(this.rows.length - 1);
    else if (event.key === 'a') this.showAll(!this.isAll);
    else return false;
    return true;
  }
}

class Page {
  constructor(data) {
    this.data = data;
    this.element = document.getElementById('page');
    this.report = null;
    this.open(0);
    document.addEventListener('keydown', (event) => this.key(event));
  }

  open(number) {
    const report = this.report = this.data.reports[number];
    this.element.replaceChildren(this.header(number), el('main', {id: 'main'}));
    this.main = this.element.querySelector('main');
    this.runs = el('div', {id: 'run'});
    const tabs = this.tabs();
    // What fails, or is weak, tells the story.
    if (report.gallery && report.runs.length > 0 && (report.runs[0].fails || report.runs[0].cause)) this.main.append(tabs || '', this.runs, this.gallery());
    else if (report.gallery) this.main.append(this.gallery(), this.runs);
    else this.main.append(tabs || '', this.runs);
    this.main.append(this.footer());
    if (report.runs.length > 0) this.play(0, false);
    else if (report.files.length > 0) this.runs.replaceChildren(el('div', {class: 'panels one'}, this.source(report)));
  }

  header(number) {
    const report = this.report;
    const choice = this.data.reports.length < 2 ? null : el('label', {class: 'choice'}, el('span', {class: 'unseen'}, 'result'),
      el('select', {id: 'report', onchange: (event) => this.open(Number(event.target.value))},
        this.data.reports.map((one, i) => el('option', {value: i, selected: i === number}, `${one.title}: ${one.verdict}${one.facts.length > 0 ? ' (' + one.facts.join(', ') + ')' : ''}`))));
    return el('header', {class: `top ${report.tone}`},
      el('div', {class: 'row'}, el('p', {class: 'brand'}, 'Fencepost'), choice, el('span', {class: 'space'}),
        el('button', {type: 'button', id: 'theme', title: 'light or dark (d)', 'aria-label': 'light or dark', onclick: theme.toggle}, svg('svg', {viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': true}, svg('path', {d: 'M8 2a6 6 0 0 1 0 12z'}), svg('circle', {cx: 8, cy: 8, r: 6, fill: 'none', stroke: 'currentColor', 'stroke-width': 1.5})))),
      el('div', {class: 'title'}, el('h1', {}, el('span', {class: 'verdict'}, report.verdict), ' ', el('span', {class: 'what'}, report.title)),
        report.facts.length > 0 ? el('ul', {class: 'facts', 'aria-label': 'facts'}, report.facts.map((fact) => el('li', {}, fact))) : null),
      report.sentences.map((sentence) => el('p', {}, prose(sentence))));
  }

  tabs() {
    const runs = this.report.runs;
    if (this.report.gallery || runs.length < 2) return null;
    return el('nav', {class: 'tabs runs', 'aria-label': 'runs'}, runs.map((run, i) => el('button', {type: 'button', 'data-run': i, onclick: () => this.play(i, true)}, run.title)));
  }

  gallery() {
    const {gallery, runs} = this.report;
    // What fails, and what is forbidden, comes first.
    const outcomeOf = (run) => run.outcome ?? 'a check fails';
    const groups = new Map(runs.filter((run) => run.fails).map((run) => [outcomeOf(run), {executions: null, runs: []}]));
    for (const [outcome, executions] of gallery.outcomes) groups.set(outcome, {executions, runs: []});
    runs.forEach((run, i) => groups.get(outcomeOf(run))?.runs.push(i));
    const count = `${gallery.whole ? '' : 'At least '}${counted(gallery.executions, 'complete execution')}${gallery.blocked ? `, ${gallery.blocked} in which a thread waits for ever` : ''}, ${counted(gallery.outcomes.length, 'outcome')}${gallery.all_outcomes ? '' : ' that were seen'}.`;
    return el('section', {class: 'gallery', 'aria-label': 'executions'}, el('h2', {}, 'Executions'), el('p', {}, count), gallery.reason ? el('p', {}, prose(gallery.reason)) : null,
      el('div', {class: 'groups'}, [...groups].map(([outcome, group]) => el('div', {class: 'group'},
        el('h3', {}, el('code', {}, outcome || 'no outcome'), group.executions === null ? null : el('span', {class: 'number'}, counted(group.executions, 'execution'))),
        el('div', {class: 'pictures'}, group.runs.map((i) => el('button', {type: 'button', class: runs[i].fails ? 'picture fails' : 'picture', 'data-run': i, 'aria-label': `${runs[i].title}, ${outcome}`, onclick: () => this.play(i, true)}, thumbnail(new Run(runs[i])), el('span', {}, runs[i].title))),
          group.executions !== null && group.executions > group.runs.length ? el('p', {class: 'more'}, `and ${group.executions - group.runs.length} more`) : null)))));
  }

  play(number, isChosen) {
    this.number = number;
    this.player = new Player(this.report, this.report.runs[number]);
    this.runs.replaceChildren(this.report.gallery ? el('h2', {class: 'chosen'}, this.report.runs[number].title, this.report.runs[number].outcome ? el('code', {}, this.report.runs[number].outcome) : null) : '', this.player.element);
    this.player.goTo(this.player.row);  // now that panels have a size to scroll in
    for (const button of this.main.querySelectorAll('[data-run]')) button.setAttribute('aria-pressed', Number(button.dataset.run) === number);
    if (isChosen) this.runs.scrollIntoView({block: 'start'});
  }

  source(report) {
    const panel = new SourcePanel(report.files, null, report.annotations, () => {}, () => {});
    const at = report.reason_at;
    if (at && at.f !== undefined) {
      panel.open(at.f);
      const row = panel.lines.get(lineKey(at));
      if (row) {
        row.classList.add('now');
        requestAnimationFrame(() => reveal(panel.body, row));
      }
    }
    return panel.element;
  }

  footer() {
    const report = this.report;
    const numbers = report.statistics ? el('details', {}, el('summary', {}, 'Numbers'), el('table', {class: 'numbers'}, el('tbody', {}, report.statistics.map(([name, value]) => el('tr', {}, el('th', {scope: 'row'}, name), el('td', {}, value)))))) : null;
    const notes = report.diagnostics ? el('section', {class: 'diagnostics', 'aria-label': 'messages'}, report.diagnostics.map((one) => el('p', {class: one.severity}, prose(one.text)))) : null;
    const keys = el('details', {}, el('summary', {}, 'Keys'), el('dl', {class: 'keys'},
      [['← →', 'one step back, one step on'], ['Home End', 'first step, last step'], ['a', 'all steps, or those that other threads see'], ['[ ]', 'run before, next run'], ['d', 'light or dark']].flatMap(([key, words]) => [el('dt', {}, el('kbd', {}, key)), el('dd', {}, words)])));
    return el('footer', {}, notes, keys, numbers, el('p', {}, `Fencepost ${this.data.version}`));
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || ['SELECT', 'TEXTAREA'].includes(event.target.tagName)) return;
    const runs = this.report.runs.length;
    if (event.key === 'd') theme.toggle();
    else if (event.key === ']' && runs > 0) this.play((this.number + 1) % runs, true);
    else if (event.key === '[' && runs > 0) this.play((this.number + runs - 1) % runs, true);
    else if (!this.player || !this.player.key(event)) return;
    event.preventDefault();
  }
}

if (['light', 'dark'].includes(theme.read())) document.documentElement.dataset.theme = theme.read();
new Page(kData);
// How long that took, for tests.
requestAnimationFrame(() => setTimeout(() => document.documentElement.setAttribute('data-drawn', Math.round(performance.now()))));
