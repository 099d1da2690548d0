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
    this.rows.clear();
    const one = this.run.threads.length < 2;
    const head = el('tr', {}, el('th', {scope: 'col'}, el('span', {class: 'unseen'}, 'step')),
      this.run.threads.map((thread) => el('th', {scope: 'col', style: `--thread:${threadColour(thread.n)}`}, el('span', {class: 'who'}, this.run.threadName(thread.n)))));
    const rows = steps.map((step, i) => {
      const data = this.run.steps[step];
      const row = el('tr', {'data-step': step, onclick: () => this.choose(step), onpointerenter: () => this.hover([step]), onpointerleave: () => this.hover(null)},
        el('th', {scope: 'row'}, String(i + 1)),
        this.run.threads.map((thread) => thread.n === data.t ? this.cell(data, one) : el('td', {})));
      if (this.run.data.fails && this.run.isTraced && step === this.run.steps.length - 1) row.classList.add('fails');
      this.rows.set(step, row);
      return row;
    });
    this.body.replaceChildren(el('table', {class: 'run'}, el('thead', {}, head), el('tbody', {}, rows)));
    this.element.querySelector('h2').textContent = `Run, ${counted(steps.length, 'step')}`;
  }

  cell(step, one) {
    const [what, remark] = parted(step.x);
    const where = step.l ? el('span', {class: 'at'}, String(step.l)) : el('span', {class: 'at'});
    const cell = el('td', {class: step.s || one ? 'step' : 'step own', style: `--thread:${threadColour(step.t)}`},
      el('div', {class: 'words', style: one ? `padding-left:${Math.min(step.d, 8) * 0.9}em` : null}, where, el('span', {}, el('code', {}, what), remark ? el('small', {}, remark) : null)));
    return cell;
  }

  show(step) {
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
