'use strict';
// What every part of the page builds on: elements made without any HTML text, and a run with its links from steps to events, to lines
// of source, and to the state of memory.

function el(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

function svg(name, attributes, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

function fill(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith('aria-')) value === null || element.setAttribute(key, String(value));
    else if (value === null || value === undefined || value === false) continue;
    else if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  for (const child of children.flat()) if (child !== null && child !== undefined) element.append(child);
  return element;
}

// What messages have in backticks is code.
const prose = (text) => text.split(/(`[^`\n]+`)/).map((part) => /^`.+`$/.test(part) ? el('code', {}, part.slice(1, -1)) : part);

const counted = (number, what) => `${number} ${what}${number === 1 ? '' : 's'}`;
const threadColour = (thread) => thread === null || thread === undefined ? 'var(--muted)' : `var(--t${thread % 8})`;
// Of what lies in another file than the main one the file is told.
const lineOf = (place) => place.w || (place.l ? String(place.l) : '');
const lineKey = (place) => place.f === undefined ? '' : `${place.f}:${place.l}`;

// "x reads 0 (initial value)" is told as what happens, and a remark.
function parted(text) {
  const at = text.endsWith(')') ? text.lastIndexOf(' (') : -1;
  return at > 0 && /^\((initial value|from its|its own|written at|to its buffer|from a write)/.test(text.slice(at + 1))
    ? [text.slice(0, at), text.slice(at + 2, -1)] : [text, ''];
}

class Run {
  constructor(data) {
    this.data = data;
    this.threads = data.threads;
    this.events = data.events || [];
    this.edges = Object.entries(data.edges || {});
    this.cycle = data.cycle || [];
    this.steps = data.steps || [];
    this.isTraced = this.steps.length > 0;
    if (!this.isTraced) this.makeSteps();
    this.link();
    this.addFailure();
    this.hasState = Boolean(data.story);
    this.places = data.story ? data.story.places : [];
    this.moments = data.story ? data.story.moments : [];
    if (!this.hasState && !this.isTraced) this.makeStory();
    this.state = null;
  }

  // Of a graph without a trace: its events, in an order that goes with program order and reads-from if there is one.
  makeSteps() {
    const follows = this.events.map(() => []), missing = this.events.map(() => 0);
    for (const [relation, pairs] of this.edges)
      if (['po', 'rf', 'sync'].includes(relation))
        for (const [from, to] of pairs) {
          follows[from].push(to);
          ++missing[to];
        }
    const left = new Set(this.events.keys());
    while (left.size > 0) {
      let next = [...left].find((event) => missing[event] === 0);
      if (next === undefined) next = left.values().next().value;
      left.delete(next);
      for (const to of follows[next]) --missing[to];
      const event = this.events[next];
      if (event.t === null) continue;
      event.s = this.steps.length;
      this.steps.push({t: event.t, x: event.x, f: event.f, l: event.l, c: event.c, w: event.w, s: 1, d: 0, fn: ''});
    }
  }

  // Of a graph without a trace: what its writes have left in each place, in the order in which the model lets them take effect.
  makeStory() {
    const write = /^W\S* (.+?) = (.+?)(?: \(initial\))?$/, places = new Map(), last = new Map();
    const before = new Set((this.edges.find(([relation]) => relation === 'co') || ['', []])[1].map(([from, to]) => `${from} ${to}`));
    const moments = this.steps.map(() => ({}));
    const put = (id, match) => {
      if (!places.has(match[1])) places.set(match[1], this.places.push({n: match[1], v: '?'}) - 1);
      const place = places.get(match[1]), event = this.events[id];
      if (last.has(place) && before.has(`${id} ${last.get(place)}`)) return;
      last.set(place, id);
      if (event.t === null) this.places[place].v = match[2];
      else (moments[event.s].c = moments[event.s].c || []).push([place, match[2]]);
    };
    const order = [...this.events.keys()].sort((a, b) => (this.events[a].s ?? -1) - (this.events[b].s ?? -1));
    for (const id of order) {
      const match = write.exec(this.events[id].x);
      if (match && (this.events[id].t === null || this.events[id].s !== undefined)) put(id, match);
    }
    this.hasState = this.places.length > 0;
    this.moments = moments;
  }

  link() {
    // Where nobody has told which step an event is: the next of its thread that says the same of the same line.
    const taken = new Set(this.events.map((event) => event.s));
    this.events.forEach((event) => {
      if (event.s !== undefined || event.t === null) return;
      const found = this.steps.findIndex((step, i) => !taken.has(i) && step.t === event.t && step.l === event.l &&
        step.x.startsWith(event.x));
      if (found < 0) return;
      event.s = found;
      taken.add(found);
    });
    this.eventsOf = this.steps.map(() => []);
    this.events.forEach((event, i) => {
      if (event.s !== undefined && this.eventsOf[event.s]) this.eventsOf[event.s].push(i);
    });
    // Nobody tells a fence: it is over when its thread goes on.
    const last = new Map();
    for (const event of this.events) {
      if (event.t === null) continue;
      event.at = event.s ?? last.get(event.t) ?? 0;
      last.set(event.t, event.at);
    }
    this.stepsAt = new Map();
    this.steps.forEach((step, i) => {
      const key = lineKey(step);
      if (key === '' || step.h) return;
      if (!this.stepsAt.has(key)) this.stepsAt.set(key, []);
      this.stepsAt.get(key).push(i);
    });
    this.sourceOf = new Map();
    for (const [relation, pairs] of this.edges) if (relation === 'rf') for (const [from, to] of pairs) this.sourceOf.set(to, from);
  }

  // What fails is no event: it becomes one, two of a data race, for the graph.
  addFailure() {
    this.failures = [];
    if (!this.data.fails || !this.isTraced || this.events.length === 0) return;
    const isRace = this.data.title.startsWith('data-race') && this.steps.length > 1;
    const edges = Object.fromEntries(this.edges);
    for (let i = this.steps.length - (isRace ? 2 : 1); i < this.steps.length; ++i) {
      if (this.eventsOf[i].length > 0) continue;
      const step = this.steps[i], id = this.events.length;
      const before = this.events.findLastIndex((event) => event.t === step.t);
      this.events.push({t: step.t, x: step.x, f: step.f, l: step.l, w: step.w, k: 'X', s: i, at: i});
      this.eventsOf[i].push(id);
      this.failures.push(id);
      if (before >= 0) (edges.po = edges.po || []).push([before, id]);
    }
    if (this.failures.length === 2) edges.race = [this.failures];
    this.edges = Object.entries(edges);
  }

  // Steps that are shown; of a run of several threads mostly those that others see.
  rows(all) {
    const last = this.steps.length - 1;
    const rows = [];
    const failing = last >= 0 ? this.steps[last].t : -1;
    let ownLast = last;
    while (ownLast > 0 && !(this.steps[ownLast - 1].s && this.steps[ownLast - 1].t === failing)) --ownLast;
    this.steps.forEach((step, i) => {
      if (step.h) return;
      const isClose = step.t === failing && i >= ownLast && last - i < 40;
      if (all || step.s || this.threads.length < 2 || isClose) rows.push(i);
    });
    return rows;
  }

  // What memory and buffers hold after a step, and what that step has changed.
  stateAfter(step) {
    if (!this.state || this.state.step > step) {
      this.state = {step: -1, values: this.places.map((place) => place.v), buffers: new Map()};
    }
    const changed = new Set(), buffers = new Set();
    while (this.state.step < step && this.state.step + 1 < this.moments.length) {
      const moment = this.moments[++this.state.step];
      for (const [place, value] of moment.c || []) {
        this.state.values[place] = value;
        if (this.state.step === step) changed.add(place);
      }
      for (const [thread, waiting] of moment.b || []) {
        this.state.buffers.set(thread, waiting);
        if (this.state.step === step) buffers.add(thread);
      }
    }
    return {values: this.state.values, buffers: this.state.buffers, changed, changedBuffers: buffers};
  }

  // Between two rows more may have changed than in the last step of them.
  changesBetween(before, after) {
    const changed = new Set(), buffers = new Set();
    for (let i = before + 1; i <= after && i < this.moments.length; ++i) {
      for (const [place] of this.moments[i].c || []) changed.add(place);
      for (const [thread] of this.moments[i].b || []) buffers.add(thread);
    }
    return {changed, buffers};
  }

  threadName(number) {
    const thread = this.threads.find((one) => one.n === number);
    if (this.threads.length < 2 && thread && thread.name) return thread.name;
    return thread && thread.name ? `thread ${number}: ${thread.name}` : `thread ${number}`;
  }
}
