#!/usr/bin/env python3
"""Random small programs whose threads access one word in pieces of several sizes: the verdict of `fencepost verify` against
a simulator of our own that tries every interleaving (sc) and every flush of store buffers (tso, pso).

  sizes.py FENCEPOST [--count N] [--seed S] [--models sc,tso,pso] [--ways lazy ordered monolithic explore]

Every access is whole, whatever its size: what one instruction writes reaches memory at once, and what one reads is taken
from memory at one moment, with what is in the thread's own buffer on top, byte for byte (Sewell et al., "x86-TSO", CACM
2010, where memory and buffers hold bytes; Flur et al., "Mixed-size concurrency", POPL 2017). Under pso a buffered write
waits for the older ones that it overlaps. The assertion forbids one final state, which is reachable or not; the verdict must
say which. Exit 1 and the program if they differ.
"""
import sys

from ways import compare_with_simulator

# The word, its halves, its bytes, as places in it; and a variable beside it.
PARTS = {'u.w': (0, 4), 'u.h[0]': (0, 2), 'u.h[1]': (2, 4), 'u.b[0]': (0, 1), 'u.b[1]': (1, 2), 'u.b[2]': (2, 3),
         'u.b[3]': (3, 4), 'y': (4, 5)}


def number(data):
    return int.from_bytes(bytes(data), 'little')


def pieces(value, size):
    return tuple((value % (1 << 8 * size)).to_bytes(size, 'little'))


class Program:
    def __init__(self, rng):
        parts = rng.sample(list(PARTS), rng.choice([2, 2, 3, 4])) + ['u.w']
        self.threads = []
        for _ in range(rng.choice([2, 2, 2, 3])):
            self.registers = 0
            block = [self.statement(rng, rng.choice(parts)) for _ in range(rng.randint(2, 4))]
            self.threads.append((block, self.registers))

    def register(self):
        self.registers += 1
        return self.registers - 1

    def statement(self, rng, part):
        kind = rng.choices(['store', 'load', 'add', 'cas', 'fence', 'copy'], [6, 6, 1, 1, 1, 1])[0]
        size = PARTS[part][1] - PARTS[part][0]
        value = number([rng.choice([1, 2])] * size)
        if kind == 'store':
            return ('store', part, value, rng.random() < 0.5)
        if kind == 'load':
            return ('load', self.register(), part, rng.random() < 0.5)
        if kind == 'add':
            return ('add', self.register(), part, value)
        if kind == 'cas':
            return ('cas', self.register(), part, rng.choice([0, value]), number([rng.choice([1, 3])] * size))
        if kind == 'copy' and self.registers:
            return ('copy', part, rng.randrange(self.registers))
        return ('fence',)


def c_text(program, forbidden):
    lines = ['#include <pthread.h>', '#include <stdatomic.h>', '#include <assert.h>',
             'union { unsigned w; unsigned short h[2]; unsigned char b[4]; } u;', 'unsigned char y;']
    for t, (_, registers) in enumerate(program.threads):
        if registers:
            lines.append('unsigned ' + ', '.join(f'o{t}_{r}' for r in range(registers)) + ';')
    for t, (block, registers) in enumerate(program.threads):
        lines.append(f'void *t{t}(void *a) {{')
        if registers:
            lines.append('  unsigned ' + ', '.join(f'r{r} = 0' for r in range(registers)) + ';')
        for s in block:
            if s[0] == 'store' and s[3]:
                lines.append(f'  __atomic_store_n(&{s[1]}, {s[2]}, __ATOMIC_RELAXED);')
            elif s[0] == 'store':
                lines.append(f'  {s[1]} = {s[2]};')
            elif s[0] == 'load' and s[3]:
                lines.append(f'  r{s[1]} = __atomic_load_n(&{s[2]}, __ATOMIC_RELAXED);')
            elif s[0] == 'load':
                lines.append(f'  r{s[1]} = {s[2]};')
            elif s[0] == 'add':
                lines.append(f'  r{s[1]} = __atomic_fetch_add(&{s[2]}, {s[3]}, __ATOMIC_SEQ_CST);')
            elif s[0] == 'cas':
                lines.append(f'  r{s[1]} = __sync_val_compare_and_swap(&{s[2]}, {s[3]}, {s[4]});')
            elif s[0] == 'copy':
                lines.append(f'  {s[1]} = r{s[2]} + 1;')
            else:
                lines.append('  atomic_thread_fence(memory_order_seq_cst);')
        lines += [f'  o{t}_{r} = r{r};' for r in range(registers)] + ['  return 0;', '}']
    n = len(program.threads)
    lines += ['int main(void) {', '  pthread_t ' + ', '.join(f'p{t}' for t in range(n)) + ';']
    lines += [f'  pthread_create(&p{t}, 0, t{t}, 0);' for t in range(n)]
    lines += [f'  pthread_join(p{t}, 0);' for t in range(n)]
    lines += ['  assert(!(' + ' && '.join(f'{k} == {v}' for k, v in forbidden) + '));', '}']
    return '\n'.join(lines) + '\n'


def written(memory, place, data):
    return memory[:place[0]] + data + memory[place[1]:]


def outcomes(program, model, most):
    """All final states, or None if there are too many on the way."""
    codes = [block for block, _ in program.threads]
    start = (tuple((0, (0,) * registers, ()) for _, registers in program.threads), (0,) * 5)  # the word and y
    seen, work, finals = {start}, [start], set()
    while work:
        if len(seen) > most:
            return None
        threads, memory = work.pop()
        moved = False
        for t, (pc, regs, buffer) in enumerate(threads):
            steps = []
            for i, (place, data) in enumerate(buffer):
                overlaps = any(a < place[1] and place[0] < b for (a, b), _ in buffer[:i])
                if i == 0 or (model == 'pso' and not overlaps):
                    steps.append(((pc, regs, buffer[:i] + buffer[i + 1:]), written(memory, place, data)))
            if pc < len(codes[t]):
                op = codes[t][pc]
                put = lambda r, value: regs[:r] + (value,) + regs[r + 1:]
                if op[0] in ('store', 'copy'):
                    place = PARTS[op[1]]
                    data = pieces(op[2] if op[0] == 'store' else regs[op[2]] + 1, place[1] - place[0])
                    if model == 'sc':
                        steps.append(((pc + 1, regs, buffer), written(memory, place, data)))
                    else:
                        steps.append(((pc + 1, regs, buffer + ((place, data),)), memory))
                elif op[0] == 'load':
                    place, view = PARTS[op[2]], memory
                    for older, data in buffer:
                        view = written(view, older, data)
                    steps.append(((pc + 1, put(op[1], number(view[place[0]:place[1]])), buffer), memory))
                elif buffer:
                    pass
                elif op[0] == 'fence':
                    steps.append(((pc + 1, regs, buffer), memory))
                else:
                    place = PARTS[op[2]]
                    old = number(memory[place[0]:place[1]])
                    value = old + op[3] if op[0] == 'add' else op[4] if old == op[3] else old
                    new = written(memory, place, pieces(value, place[1] - place[0]))
                    steps.append(((pc + 1, put(op[1], old), buffer), new))
            for thread, new_memory in steps:
                moved = True
                state = (threads[:t] + (thread,) + threads[t + 1:], new_memory)
                if state not in seen:
                    seen.add(state)
                    work.append(state)
        if not moved:
            finals.add((memory, tuple(regs for _, regs, _ in threads)))
    return finals


def values(final):
    memory, registers = final
    return [('u.w', number(memory[:4])), ('y', memory[4])] + \
        [(f'o{t}_{r}', v) for t, regs in enumerate(registers) for r, v in enumerate(regs)]


def interesting(rng):
    """A program that most often has weak runs, and its final states by model."""
    while True:
        program = Program(rng)
        finals = {model: outcomes(program, model, 20000) for model in ('sc', 'tso', 'pso')}
        if None not in finals.values() and (finals['pso'] != finals['sc'] or rng.random() < 0.2):
            return program, finals


def question(rng):
    program, finals = interesting(rng)
    # Something weak, if there is, or something torn: what a value was byte by byte in several runs.
    reached = sorted(finals['pso'])
    weak = [f for f in reached if f not in finals['sc']]
    state = dict(values(rng.choice(weak if weak and rng.random() < 0.5 else reached)))
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        name, values_of = rng.choice(list(state)), [dict(values(f)) for f in reached]
        state[name] = sum(rng.choice(values_of)[name] & (0xff << shift) for shift in (0, 8, 16, 24))
    fails = {model: any(dict(values(f)) == state for f in finals[model]) for model in finals}
    return c_text(program, list(state.items())), fails


if __name__ == '__main__':
    sys.exit(compare_with_simulator(__doc__.splitlines()[0], question))
