// What holds after the step that is shown: shared memory, each thread's variables and store buffer, and what a read could have read.

class StatePanel {
  constructor(run, choose, hover) {
    this.run = run;
    this.choose = choose;
    this.hover = hover;
    this.before = -1;
    this.cards = el('div', {class: 'cards'});
    this.element = el('section', {class: 'state', id: 'state', 'aria-label': 'after this step'}, this.cards);
    this.shared = this.places((place) => place.t === undefined);
  }

  places(wanted) {
    const found = [];
    this.run.places.forEach((place, i) => {
      if (wanted(place)) found.push(i);
    });
    const name = (i) => `${this.run.places[i].fn || ''} ${this.run.places[i].n}`;
    return found.sort((a, b) => name(a).localeCompare(name(b), 'en', {numeric: true}));
  }

  // `before`: the row before this one; what has happened since then is marked as new.
  show(step, before) {
    const state = this.run.stateAfter(step), news = this.run.changesBetween(before, step);
    const cards = [this.stepCard(step)];
    if (this.run.hasState) {
      const shared = this.shared.filter((i) => this.isThere(i, step, state, news));
      if (this.shared.length > 0) cards.push(this.card('Shared memory', null, this.values(shared, state, news, false), 'memory'));
      for (const thread of this.run.threads) {
        const own = this.places((place) => place.t === thread.n).filter((i) => state.values[i] !== null && this.isThere(i, step, state, news));
        const buffer = state.buffers.get(thread.n);
        const hasBuffers = this.run.moments.some((moment) => moment.b);
        if (own.length === 0 && !hasBuffers) continue;
        cards.push(this.card(this.run.threads.length < 2 ? 'Local variables' : this.run.threadName(thread.n), thread.n, [
          this.values(own, state, news, true), hasBuffers ? this.buffer(buffer || [], news.buffers.has(thread.n)) : null], `thread-${thread.n}`));
      }
    }
    this.cards.replaceChildren(...cards);
  }

  // What has come, and is not long gone.
  isThere(place, step, state, news) {
    return (this.run.places[place].s || 0) <= step && (state.values[place] !== null || news.changed.has(place));
  }

  card(title, thread, content, id) {
    return el('div', {class: 'card', 'data-card': id, style: thread === null ? null : `--thread:${threadColour(thread)}`}, el('h3', {}, title), content);
  }

  values(places, state, news, ofThread) {
    if (places.length === 0) return el('p', {class: 'empty'}, 'no variables');
    const functions = new Set(places.map((i) => this.run.places[i].fn || ''));
    return el('dl', {class: 'values'}, places.flatMap((i) => {
      const place = this.run.places[i], value = state.values[i];
      const name = ofThread && functions.size > 1 && place.fn ? `${place.fn}: ${place.n}` : place.n;
      const mark = value === null ? 'gone' : news.changed.has(i) ? 'new' : null;
      return [el('dt', {class: mark, title: name}, name), el('dd', {class: mark, title: value}, value === null ? 'its life is over' : value)];
    }));
  }

  buffer(waiting, isNew) {
    return el('div', {class: isNew ? 'buffer new' : 'buffer'}, el('span', {class: 'label'}, 'store buffer'),
      waiting.length === 0 ? el('span', {class: 'empty'}, 'empty')
        : el('ol', {title: 'the oldest is first to reach memory'}, waiting.map((text) => el('li', {}, el('code', {}, text)))));
  }

  stepCard(step) {
    const data = this.run.steps[step], [what, remark] = parted(data.x);
    const where = [data.l ? `line ${lineOf(data)}` : null, data.fn || null].filter(Boolean).join(', in ');
    const isFailure = this.run.data.fails && this.run.isTraced && step === this.run.steps.length - 1;
    return el('div', {class: isFailure ? 'card this fails' : 'card this', style: `--thread:${threadColour(data.t)}`, 'data-card': 'step'},
      el('h3', {}, this.run.threadName(data.t)), el('p', {class: 'what'}, el('code', {}, what)),
      remark ? el('p', {class: 'remark'}, remark) : null, where ? el('p', {class: 'remark'}, where) : null,
      (this.run.eventsOf[step] || []).map((event) => this.alternatives(event)));
  }

  alternatives(id) {
    const others = this.run.events[id].alt;
    if (!others) return null;
    if (others.length === 0) return el('p', {class: 'alternatives'}, 'The memory model lets it read nothing else here.');
    return el('div', {class: 'alternatives'}, el('p', {}, 'It could have read instead'), el('ul', {}, others.map((other) => {
      const event = this.run.events[other];
      const words = event.t === null ? event.x : `${event.x} (${this.run.threadName(event.t)}, line ${lineOf(event)})`;
      return el('li', {}, el('button', {type: 'button', class: 'link', onclick: () => event.s === undefined || this.choose(event.s),
        onpointerenter: () => this.hover(event.s === undefined ? [] : [event.s], other), onpointerleave: () => this.hover(null),
        onfocus: () => this.hover(event.s === undefined ? [] : [event.s], other), onblur: () => this.hover(null)}, words));
    })));
  }
}
