#!/usr/bin/env python3
"""Random small programs whose threads change lists without locks: the verdict of `fencepost verify` against a simulator of
our own that tries every interleaving (sc) and every flush of store buffers (tso, pso).

  lists.py FENCEPOST [--count N] [--seed S] [--models sc,tso,pso] [--ways lazy ordered monolithic explore]

Nodes have a pointer and numbers of several sizes, in any order, and lie in memory that is allocated or static. Threads read,
write and compare-exchange pointers that lead to one of several nodes, and what lies in those. The assertion forbids one
final state, which is reachable or not; the verdict must say which. Since every state is reached in some run, a formula that
has lost its runs is noticed. Exit 1 and the program if they differ.
"""
import sys

from ways import compare_with_simulator

NULL = 0
LAYOUTS = ['int value; P next;', 'P next; int value;', 'char value; P next;', 'short value; char more; P next; int last;',
           'P next; P other; int value;', 'long value; P next;']


class Program:
    """Nodes are numbered from 1. Places: globals ('a', 'b'), fields of a node ((node, 'next'), (node, 'value'))."""

    def __init__(self, rng):
        self.rng = rng
        self.layout = rng.choice(LAYOUTS)
        self.nodes = rng.choice([2, 2, 3])
        self.static = [rng.random() < 0.5 for _ in range(self.nodes)]
        self.begin = {g: rng.randint(1, self.nodes) for g in 'ab'}
        self.links = [rng.randint(0, self.nodes) if rng.random() < 0.5 else NULL for _ in range(self.nodes)]
        self.threads = []
        for _ in range(2):
            self.numbers = 0
            block = [('load', 'p', rng.choice('ab')), ('own', 'q', rng.randint(1, self.nodes))]
            block += [self.statement() for _ in range(rng.randint(2, 4))]
            self.threads.append((block, self.numbers))

    def number(self):
        self.numbers += 1
        return self.numbers - 1

    def statement(self):
        rng = self.rng
        p, q = rng.sample('pq', 2)
        kind = rng.choices(['load', 'store', 'cas', 'follow', 'link', 'cas_next', 'read', 'write', 'own', 'fence'],
                           [4, 3, 3, 4, 4, 4, 4, 3, 1, 1])[0]
        if kind in ('load', 'store'):
            return (kind, p, rng.choice('ab'))
        if kind == 'cas':  # *(a) from p to q; p gets what was found
            return (kind, rng.choice('ab'), p, q)
        if kind in ('follow', 'link'):  # p = q->next, p->next = q
            return (kind, p, q)
        if kind == 'cas_next':  # p->next from q to a node
            return (kind, p, q, rng.randint(0, self.nodes))
        if kind == 'read':
            return (kind, self.number(), p)
        if kind == 'write':
            return (kind, p, rng.randint(1, 2))
        if kind == 'own':
            return (kind, p, rng.randint(0, self.nodes))
        return (kind,)


def c_text(program, forbidden):
    name = lambda n: f'n{n}' if n else '0'
    lines = ['#include <assert.h>', '#include <pthread.h>', '#include <stdatomic.h>', '#include <stdlib.h>',
             'typedef struct node node;', 'typedef _Atomic(node *) P;',
             f'struct node {{ {program.layout} }};', 'P a, b;',
             *(f'node s{n + 1}; node *n{n + 1};' for n in range(program.nodes))]
    for t, (block, numbers) in enumerate(program.threads):
        lines += [f'int o{t}_{r};' for r in range(numbers)] + [f'node *e{t}_p, *e{t}_q;']
        lines += [f'void *t{t}(void *unused) {{', '  node *p = 0, *q = 0;']
        for s in block:
            relaxed = 'memory_order_relaxed'
            if s[0] == 'load':
                lines.append(f'  {s[1]} = atomic_load_explicit(&{s[2]}, {relaxed});')
            elif s[0] == 'store':
                lines.append(f'  atomic_store_explicit(&{s[2]}, {s[1]}, {relaxed});')
            elif s[0] == 'cas':
                lines.append(f'  atomic_compare_exchange_strong(&{s[1]}, &{s[2]}, {s[3]});')
            elif s[0] == 'follow':
                lines.append(f'  if ({s[2]}) {s[1]} = atomic_load_explicit(&{s[2]}->next, {relaxed});')
            elif s[0] == 'link':
                lines.append(f'  if ({s[1]}) atomic_store_explicit(&{s[1]}->next, {s[2]}, {relaxed});')
            elif s[0] == 'cas_next':
                lines.append(f'  if ({s[1]}) atomic_compare_exchange_strong(&{s[1]}->next, &{s[2]}, {name(s[3])});')
            elif s[0] == 'read':
                lines.append(f'  if ({s[2]}) o{t}_{s[1]} = {s[2]}->value;')
            elif s[0] == 'write':
                lines.append(f'  if ({s[1]}) {s[1]}->value = {s[2]};')
            elif s[0] == 'own':
                lines.append(f'  {s[1]} = {name(s[2])};')
            else:
                lines.append('  atomic_thread_fence(memory_order_seq_cst);')
        lines += [f'  e{t}_p = p;', f'  e{t}_q = q;', '  return 0;', '}']
    lines += ['int main(void) {', '  pthread_t p, q;']
    for n, static in enumerate(program.static):
        lines.append(f'  n{n + 1} = ' + (f'&s{n + 1};' if static else 'calloc(1, sizeof(node));'))
    for n, link in enumerate(program.links):
        lines.append(f'  n{n + 1}->next = {name(link)};')
    lines += [f'  {g} = {name(n)};' for g, n in program.begin.items()]
    lines += ['  pthread_create(&p, 0, t0, 0);', '  pthread_create(&q, 0, t1, 0);', '  pthread_join(p, 0);',
              '  pthread_join(q, 0);']
    tests = [f'{place} == {name(v) if is_pointer else v}' for place, v, is_pointer in forbidden]
    lines += ['  assert(!(' + ' && '.join(tests) + '));', '}']
    return '\n'.join(lines) + '\n'


def outcomes(program, model, most):
    """All final states, or None if there are too many on the way."""
    memory = dict(program.begin)
    for n, link in enumerate(program.links):
        memory[(n + 1, 'next')], memory[(n + 1, 'value')] = link, 0
    places = list(memory)
    index = {place: i for i, place in enumerate(places)}
    codes = [block for block, _ in program.threads]
    start = (tuple((0, (NULL, NULL), (0,) * numbers, ()) for _, numbers in program.threads),
             tuple(memory[place] for place in places))
    seen, work, finals = {start}, [start], set()
    while work:
        if len(seen) > most:
            return None
        threads, memory = work.pop()
        moved = False
        for t, (pc, pointers, numbers, buffer) in enumerate(threads):
            steps = []
            for i, (place, value) in enumerate(buffer):
                if i == 0 or (model == 'pso' and all(older != place for older, _ in buffer[:i])):
                    steps.append(((pc, pointers, numbers, buffer[:i] + buffer[i + 1:]),
                                  memory[:place] + (value,) + memory[place + 1:]))
            if pc < len(codes[t]):
                op = codes[t][pc]
                kind = op[0]
                get = lambda name: pointers['pq'.index(name)]
                put = lambda name, value: (value, pointers[1]) if name == 'p' else (pointers[0], value)

                def see(place):
                    own = [value for where, value in buffer if where == index[place]]
                    return own[-1] if own else memory[index[place]]

                def go(pointers=pointers, numbers=numbers, store=None):
                    if store is None:
                        return ((pc + 1, pointers, numbers, buffer), memory)
                    place, value = index[store[0]], store[1]
                    if model == 'sc':
                        return ((pc + 1, pointers, numbers, buffer), memory[:place] + (value,) + memory[place + 1:])
                    return ((pc + 1, pointers, numbers, buffer + ((place, value),)), memory)

                def exchange(place, expected, value):
                    found = memory[index[place]]
                    if found != get(expected):
                        return ((pc + 1, put(expected, found), numbers, buffer), memory)
                    at = index[place]
                    return ((pc + 1, pointers, numbers, buffer), memory[:at] + (value,) + memory[at + 1:])

                # Barriers wait for the buffer, unless they are not reached.
                waits = kind in ('cas', 'fence') or (kind == 'cas_next' and get(op[1]) != NULL)
                if waits and buffer:
                    pass
                elif kind == 'load':
                    steps.append(go(pointers=put(op[1], see(op[2]))))
                elif kind == 'store':
                    steps.append(go(store=(op[2], get(op[1]))))
                elif kind == 'cas':
                    steps.append(exchange(op[1], op[2], get(op[3])))
                elif kind == 'own':
                    steps.append(go(pointers=put(op[1], op[2])))
                elif kind == 'fence':
                    steps.append(go())
                elif get(op[2] if kind in ('follow', 'read') else op[1]) == NULL:
                    steps.append(go())
                elif kind == 'follow':
                    steps.append(go(pointers=put(op[1], see((get(op[2]), 'next')))))
                elif kind == 'link':
                    steps.append(go(store=((get(op[1]), 'next'), get(op[2]))))
                elif kind == 'cas_next':
                    steps.append(exchange((get(op[1]), 'next'), op[2], op[3]))
                elif kind == 'read':
                    value = see((get(op[2]), 'value'))
                    steps.append(go(numbers=numbers[:op[1]] + (value,) + numbers[op[1] + 1:]))
                else:
                    steps.append(go(store=((get(op[1]), 'value'), op[2])))
            for thread, new_memory in steps:
                moved = True
                state = (threads[:t] + (thread,) + threads[t + 1:], new_memory)
                if state not in seen:
                    seen.add(state)
                    work.append(state)
        if not moved:
            values = [(place if isinstance(place, str) else f'n{place[0]}->{place[1]}', memory[i],
                       place in ('a', 'b') or place[1] == 'next') for place, i in index.items()]
            values += [(f'e{t}_{x}', v, True) for t, thread in enumerate(threads) for x, v in zip('pq', thread[1])]
            values += [(f'o{t}_{r}', v, False) for t, thread in enumerate(threads) for r, v in enumerate(thread[2])]
            finals.add(tuple(values))
    return finals


def interesting(rng):
    """A program with several final states, most often, and these by model."""
    while True:
        program = Program(rng)
        finals = {model: outcomes(program, model, 50000) for model in ('sc', 'tso', 'pso')}
        if None not in finals.values() and (len(finals['pso']) > 1 or rng.random() < 0.1):
            return program, finals


def question(rng):
    program, finals = interesting(rng)
    reached = sorted(finals['pso'])
    weak = [f for f in reached if f not in finals['sc']]
    state = list(rng.choice(weak if weak and rng.random() < 0.5 else reached))
    for _ in range(rng.choice([0, 1, 2, 3])):  # a neighbour, which is often out of reach
        at = rng.randrange(len(state))
        state[at] = rng.choice(reached)[at]
    return c_text(program, state), {model: tuple(state) in finals[model] for model in finals}


if __name__ == '__main__':
    sys.exit(compare_with_simulator(__doc__.splitlines()[0], question))
