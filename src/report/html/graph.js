// The run as an execution graph: a column a thread, an event below what it follows; edges by relation, each of which can be switched.

const kRelations = {
  po: ['program order', 'order of a thread'], rf: ['reads from', 'from a write to a read that takes it'],
  co: ['coherence', 'the order of writes to a place'], fr: ['from read', 'from a read to the next write after the one that it took'],
  rmw: ['update', 'the halves of an update'], sync: ['threads', 'starts and ends of threads'],
  addr: ['address', 'an address depends on a read'], data: ['data', 'a value depends on a read'], ctrl: ['control', 'a branch depends on a read'],
  race: ['race', 'nothing orders these two'],
};
const kNode = {height: 34, row: 56, gap: 86, left: 16, top: 12};
const kManyEvents = 150;

// Of an event, as its node has it: where it is, and what it does, shortened.
function nodeText(event) {
  const where = lineOf(event).replace(/ \(from \d+\)$/, '');
  return [where, cut(event.x, Math.max(8, 27 - where.length))];
}

// As wide as what is written in them, so that three threads stand beside each other; what fails is told elsewhere, too.
function nodeWidth(run) {
  const longest = run.events.reduce((most, event) => event.k === 'X' ? most : Math.max(most, nodeText(event).join(' ').length), 0);
  return Math.min(214, Math.max(116, Math.round(longest * 7.25) + 24));
}

// Where every event is: {x, y} of its middle.
function layout(run) {
  const width = nodeWidth(run), apart = width + kNode.gap;
  const columns = new Map(run.threads.map((thread, i) => [thread.n, i]));
  const needed = new Set([...run.sourceOf.values(), ...run.cycle.flatMap(([from, to]) => [from, to])]);
  const waits = run.events.map(() => []);
  for (const [relation, pairs] of run.edges)
    if (relation === 'rf' || relation === 'sync' || relation === 'po') for (const [from, to] of pairs) waits[to].push([from, relation]);
  const order = [...run.events.keys()].sort((a, b) => run.isTraced ? a - b : (run.events[a].s ?? a) - (run.events[b].s ?? b));
  // Initial values stand above the thread that reads them first.
  const at = new Map(), stacks = new Map();
  for (const id of order) {
    const source = run.sourceOf.get(id);
    if (source === undefined || run.events[source].t !== null || at.has(source)) continue;
    const column = columns.get(run.events[id].t), place = stacks.get(column) || 0;
    stacks.set(column, place + 1);
    at.set(source, {column, row: place});
  }
  run.events.forEach((event, id) => {
    if (event.t !== null || at.has(id) || !needed.has(id)) return;
    const place = stacks.get(0) || 0;
    stacks.set(0, place + 1);
    at.set(id, {column: 0, row: place});
  });
  const above = Math.max(0, ...stacks.values());
  for (const [column, count] of stacks)  // they hang from below
    for (const one of at.values()) if (one.column === column) one.row += above - count;
  const next = run.threads.map(() => 0);
  let rows = 0;
  for (const id of order) {
    const event = run.events[id];
    if (event.t === null) continue;
    const column = columns.get(event.t);
    let row = next[column];
    for (const [from, relation] of waits[id]) {
      const source = at.get(from);
      if (source && run.events[from].t !== null) row = Math.max(row, source.row - above - 1 + (relation === 'sync' ? 0 : 1));
    }
    next[column] = row + 1;
    at.set(id, {column, row: row + above + 1});
    rows = Math.max(rows, row + 1);
  }
  const height = kNode.top + (above + 1 + rows) * kNode.row;
  return {
    at: new Map([...at].map(([id, {column, row}]) => [id, {x: kNode.left + width / 2 + column * apart, y: kNode.top + (row + 0.5) * kNode.row}])),
    headY: kNode.top + (above + 0.5) * kNode.row, width: kNode.left * 2 + width + (run.threads.length - 1) * apart + 44, height, node: width, apart,
  };
}

// The path from one node to another of this width, and the point where its name stands. `nth`: of several between the same two.
function path(from, to, width, nth, isBack) {
  const w = width / 2, h = kNode.height / 2;
  const shift = nth * 7;
  let p0, p1, p2, p3;
  if (Math.abs(from.x - to.x) < 1) {
    const down = to.y > from.y;
    if (down && !isBack) {
      p0 = [from.x, from.y + h], p3 = [to.x, to.y - h];
      p1 = [p0[0], p0[1] + 6], p2 = [p3[0], p3[1] - 6];
    } else {
      const bend = 22 + Math.min(40, Math.abs(to.y - from.y) / 10) + shift;
      p0 = [from.x + w, from.y + 4], p3 = [to.x + w, to.y - 4];
      p1 = [p0[0] + bend, p0[1]], p2 = [p3[0] + bend, p3[1]];
    }
  } else {
    const side = to.x > from.x ? 1 : -1;
    p0 = [from.x + side * w, from.y + shift], p3 = [to.x - side * w, to.y + shift];
    const reach = Math.max(26, Math.abs(p3[0] - p0[0]) * 0.45);
    p1 = [p0[0] + side * reach, p0[1]], p2 = [p3[0] - side * reach, p3[1]];
  }
  const t = [0.5, 0.36, 0.64, 0.25][nth % 4], u = 1 - t;
  const mix = (i) => u * u * u * p0[i] + 3 * u * u * t * p1[i] + 3 * u * t * t * p2[i] + t * t * t * p3[i];
  const n = (value) => Math.round(value * 10) / 10;
  return {d: `M${n(p0[0])} ${n(p0[1])}C${n(p1[0])} ${n(p1[1])} ${n(p2[0])} ${n(p2[1])} ${n(p3[0])} ${n(p3[1])}`, x: n(mix(0)), y: n(mix(1))};
}

function cut(text, most) {
  return text.length > most ? text.slice(0, most - 1) + '…' : text;
}

class GraphPanel {
  constructor(run, choose, hover) {
    this.run = run;
    this.choose = choose;
    this.hover = hover;
    this.nodes = new Map();
    this.groups = new Map();  // by relation
    this.near = new Map();    // by event: its edges
    this.shown = Infinity;    // the step; at first nothing is later
    this.switches = el('div', {class: 'switches', role: 'group', 'aria-label': 'relations'});
    this.body = el('div', {class: 'scroll graph', tabindex: '0', role: 'region', 'aria-label': 'the run as an execution graph'});
    this.element = el('section', {class: 'panel', id: 'graph'}, el('header', {}, el('h2', {}, 'Execution graph'), this.switches), this.body);
    if (run.events.length > 0) this.draw();
    else this.body.append(el('p', {class: 'note'}, run.data.events_not_drawn
      ? `${run.data.events_not_drawn} events are too many to draw; the table has all steps.` : 'This run has one thread: the table shows all.'));
  }

  draw() {
    const made = layout(this.run);
    const edges = svg('g', {class: 'edges'}), cycle = svg('g', {class: 'cycle'}), nodes = svg('g', {class: 'nodes'});
    const defs = svg('defs', {});
    const isLarge = this.run.events.length > kManyEvents;
    const inCycle = new Map(this.run.cycle.map(([from, to, relation]) => [`${from} ${to} ${relation}`, true]));
    const between = new Map();
    const marker = (relation) => {
      const id = `arrow-${relation.replace(/[^\w-]/g, '_')}`;
      if (!defs.querySelector(`#${id}`))
        defs.append(svg('marker', {id, class: `r-${relation}`, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto', markerUnits: 'userSpaceOnUse'}, svg('path', {d: 'M0 0.6L8 4L0 7.4z'})));
      return `url(#${id})`;
    };
    const place = (relation, from, to, target) => {
      if (!made.at.has(from) || !made.at.has(to)) return false;
      const pair = from < to ? `${from} ${to}` : `${to} ${from}`, nth = between.get(pair) || 0;
      between.set(pair, nth + 1);
      const way = path(made.at.get(from), made.at.get(to), made.node, nth, relation !== 'po' && relation !== 'rmw');
      const edge = svg('g', {class: `edge r-${relation}`}, svg('path', {d: way.d, 'marker-end': marker(relation)}),
        relation === 'po' && target !== cycle ? null : svg('text', {x: way.x, y: way.y}, relation));
      target.append(edge);
      for (const end of [from, to]) {
        if (!this.near.has(end)) this.near.set(end, []);
        this.near.get(end).push(edge);
      }
      return true;
    };
    const present = [];
    for (const [relation, pairs] of this.run.edges) {
      const group = svg('g', {class: `relation r-${relation}`, 'data-relation': relation});
      let count = 0;
      for (const [from, to] of pairs) {
        // That initial values come first goes without saying.
        if (relation === 'co' && this.run.events[from].t === null && !inCycle.has(`${from} ${to} co`)) continue;
        const isBold = inCycle.delete(`${from} ${to} ${relation}`);
        if (place(relation, from, to, isBold ? cycle : group)) ++count;
      }
      edges.append(group);
      this.groups.set(relation, group);
      if (count > 0) present.push([relation, count]);
    }
    for (const key of inCycle.keys()) {
      const [from, to, ...relation] = key.split(' ');
      place(relation.join(' '), Number(from), Number(to), cycle);
    }
    for (const [id, point] of made.at) {
      const node = this.node(id, point, made.node);
      nodes.append(node);
      this.nodes.set(id, node);
    }
    const heads = this.run.threads.map((thread, i) => svg('text', {class: 'head', x: kNode.left + made.node / 2 + i * made.apart, y: made.headY + 14, style: `fill:${threadColour(thread.n)}`}, this.run.threadName(thread.n)));
    this.svg = svg('svg', {viewBox: `0 0 ${made.width} ${made.height}`, width: made.width, height: made.height, role: 'group', 'aria-label': `${counted(this.run.events.length, 'event')}`, class: isLarge ? 'large' : null}, defs, edges, cycle, nodes, heads);
    this.svg.style.setProperty('--least', `${Math.round(made.width * 0.55)}px`);
    this.body.replaceChildren(this.svg);
    this.addSwitches(present, isLarge);
  }

  addSwitches(present, isLarge) {
    this.switches.replaceChildren();
    for (const [relation, count] of present) {
      const isOn = !isLarge || relation === 'po' || relation === 'rf' || relation === 'race';
      const [name, meaning] = kRelations[relation] || [relation, relation];
      const button = el('button', {type: 'button', class: `switch r-${relation}`, 'data-relation': relation, title: `${name}: ${meaning} (${counted(count, 'edge')})`, 'aria-pressed': isOn, onclick: () => this.toggle(relation, button)}, el('i', {}), relation);
      this.switches.append(button);
      if (!isOn) this.groups.get(relation).setAttribute('display', 'none');
    }
    if (this.run.cycle.length > 0) {
      const only = el('button', {type: 'button', class: 'switch only', 'data-relation': 'cycle', title: 'nothing but the cycle', 'aria-pressed': false, onclick: () => {
        const isOn = only.getAttribute('aria-pressed') !== 'true';
        only.setAttribute('aria-pressed', isOn);
        this.svg.classList.toggle('only-cycle', isOn);
      }}, el('i', {}), 'only the cycle');
      this.switches.append(only);
    }
  }

  toggle(relation, button) {
    const isOn = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', isOn);
    if (isOn) this.groups.get(relation).removeAttribute('display');
    else this.groups.get(relation).setAttribute('display', 'none');
  }

  node(id, {x, y}, width) {
    const event = this.run.events[id];
    const label = `${event.l ? lineOf(event) + ' ' : ''}${event.x}`;
    const isInCycle = this.run.cycle.some(([from, to]) => from === id || to === id);
    const text = svg('text', {class: 'label', x: -width / 2 + 12, y: event.o ? -1 : 4.5});
    const [where, what] = nodeText(event);
    if (event.l) text.append(svg('tspan', {class: 'at'}, `${where} `));
    text.append(cut(what, Math.floor((width - 24) / 7.25) - where.length));
    const node = svg('g', {class: `node k-${event.k || 'none'}${isInCycle ? ' in-cycle' : ''}${event.t === null ? ' initial' : ''}`, transform: `translate(${x} ${y})`, 'data-event': id, role: 'button', tabindex: '-1', 'aria-label': `${event.t === null ? '' : this.run.threadName(event.t) + ', '}${event.l ? 'line ' : ''}${label}`, style: `--thread:${threadColour(event.t)}`},
      svg('title', {}, label), svg('rect', {class: 'box', x: -width / 2, y: -kNode.height / 2, width, height: kNode.height, rx: 7}),
      svg('rect', {class: 'bar', x: -width / 2, y: -kNode.height / 2 + 6, width: 4, height: kNode.height - 12, rx: 2}), text,
      event.o ? svg('text', {class: 'order', x: -width / 2 + 12, y: 12}, event.o) : null);
    node.addEventListener('pointerenter', () => this.hover(event.s === undefined ? [] : [event.s], id));
    node.addEventListener('pointerleave', () => this.hover(null));
    node.addEventListener('click', () => event.s === undefined || this.choose(event.s));
    return node;
  }

  show(step, rows) {
    if (!this.svg) return;
    for (const node of this.svg.querySelectorAll('.node.now')) node.classList.remove('now');
    for (const edge of this.svg.querySelectorAll('.edge.now')) edge.classList.remove('now');
    // Only what comes between the step that was shown and this one changes: most of a large graph does not.
    const [low, high] = [Math.min(this.shown, step), Math.max(this.shown, step)];
    for (const [id, node] of this.nodes) {
      const at = this.run.events[id].at ?? -1;
      if (at > low && at <= high) node.classList.toggle('later', at > step);
    }
    this.shown = step;
    const here = this.run.eventsOf[step] || [];
    for (const id of here) {
      this.nodes.get(id)?.classList.add('now');
      for (const edge of this.near.get(id) || []) edge.classList.add('now');
    }
    if (here.length > 0 && this.nodes.has(here[0])) reveal(this.body, this.nodes.get(here[0]));
  }

  highlight(steps, event) {
    if (!this.svg) return;
    for (const marked of this.svg.querySelectorAll('.hover')) marked.classList.remove('hover');
    const ids = event === undefined ? (steps || []).flatMap((step) => this.run.eventsOf[step] || []) : [event];
    for (const id of ids) {
      this.nodes.get(id)?.classList.add('hover');
      for (const edge of this.near.get(id) || []) edge.classList.add('hover');
    }
  }
}

// A small picture of a run: boxes and the edges that tell executions apart.
function thumbnail(run) {
  const made = layout(run);
  const picture = svg('svg', {viewBox: `0 ${kNode.top} ${made.width - 30} ${made.height - kNode.top}`, class: 'thumbnail', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMin meet'});
  for (const [relation, pairs] of run.edges)
    if (['po', 'rf', 'co', 'fr'].includes(relation))
      for (const [from, to] of pairs)
        if (made.at.has(from) && made.at.has(to) && (relation !== 'co' || run.events[from].t !== null))
          picture.append(svg('path', {class: `r-${relation}`, d: path(made.at.get(from), made.at.get(to), made.node, 0, relation !== 'po').d}));
  for (const [id, {x, y}] of made.at) {
    const event = run.events[id];
    picture.append(svg('rect', {x: x - made.node / 2, y: y - kNode.height / 2, width: made.node, height: kNode.height, rx: 8, style: `stroke:${threadColour(event.t)}`}),
      svg('text', {x, y: y + 6}, cut(event.x, 18)));
  }
  return picture;
}
