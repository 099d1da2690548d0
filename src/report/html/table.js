// The run as a table: a column a thread, time goes down.

class TablePanel {
  constructor(run, choose, hover) {
    this.run = run;
    this.choose = choose;
    this.hover = hover;
    this.rows = new Map();  // by step
    this.body = el('div', {class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'the run as a table'});
    this.element = el('section', {class: 'panel', id: 'table'}, el('header', {}, el('h2', {}, 'Run')), this.body);
  }

  draw(steps) {
    this.steps = steps;
    this.first = this.end = 0;
    this.element.querySelector('h2').textContent = `Run, ${counted(steps.length, 'step')}`;
    this.drawAround(0);
  }

  // Of a long run the rows near one of them: browsers lay tables out as a whole.
  drawAround(row) {
    const kMost = 1500;
    const isLong = this.steps.length > kMost;
    this.first = isLong ? Math.max(0, Math.min(row - kMost / 2, this.steps.length - kMost)) : 0;
    this.end = isLong ? this.first + kMost : this.steps.length;
    this.rows.clear();
    const one = this.run.threads.length < 2;
    const head = el('tr', {}, el('th', {scope: 'col'}, el('span', {class: 'unseen'}, 'step')),
      this.run.threads.map((thread) => el('th', {scope: 'col', style: `--thread:${threadColour(thread.n)}`}, el('span', {class: 'who'}, this.run.threadName(thread.n)))));
    const rows = [];
    if (this.first > 0) rows.push(this.gap(this.first));
    for (let i = this.first; i < this.end; ++i) rows.push(this.row(this.steps[i], i, one));
    if (this.end < this.steps.length) rows.push(this.gap(this.steps.length - this.end));
    this.body.replaceChildren(el('table', {class: 'run'}, el('thead', {}, head), el('tbody', {}, rows)));
  }

  gap(count) {
    return el('tr', {class: 'gap'}, el('td', {colspan: this.run.threads.length + 1}, `${counted(count, 'more step')}: step on, or use the slider`));
  }

  row(step, i, one) {
    const data = this.run.steps[step];
    const row = el('tr', {'data-step': step, onclick: () => this.choose(step), onpointerenter: () => this.hover([step]), onpointerleave: () => this.hover(null)},
      el('th', {scope: 'row'}, String(i + 1)),
      this.run.threads.map((thread) => thread.n === data.t ? this.cell(data, one) : el('td', {})));
    if (this.run.data.fails && this.run.isTraced && step === this.run.steps.length - 1) row.classList.add('fails');
    this.rows.set(step, row);
    return row;
  }

  cell(step, one) {
    const [what, remark] = parted(step.x);
    const where = el('span', {class: 'at'}, lineOf(step));
    const cell = el('td', {class: step.s || one ? 'step' : 'step own', style: `--thread:${threadColour(step.t)}`},
      el('div', {class: 'words', style: one ? `padding-left:${Math.min(step.d, 8) * 0.9}em` : null}, where, el('span', {}, el('code', {}, what), remark ? el('small', {}, remark) : null)));
    return cell;
  }

  show(step) {
    const at = this.steps.indexOf(step);
    if (at >= 0 && (at < this.first || at >= this.end)) this.drawAround(at);
    const old = this.body.querySelector('tr.now');
    if (old) {
      old.classList.remove('now');
      old.removeAttribute('aria-current');
    }
    const row = this.rows.get(step);
    if (!row) return;
    row.classList.add('now');
    row.setAttribute('aria-current', 'step');
    reveal(this.body, row);
  }

  highlight(steps) {
    for (const row of this.body.querySelectorAll('tr.hover')) row.classList.remove('hover');
    for (const step of steps || []) this.rows.get(step)?.classList.add('hover');
  }
}
