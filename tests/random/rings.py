#!/usr/bin/env python3
"""Random small programs whose threads copy and fill parts of shared byte arrays, at offsets and of lengths that depend on what
others wrote: the verdict of `fencepost verify` against a simulator of our own that tries every interleaving (sc) and every
flush of store buffers (tso, pso).

  rings.py FENCEPOST [--count N] [--seed S] [--models sc,tso,pso] [--ways lazy ordered monolithic explore]

A copy reads and writes byte by byte, each byte by itself and in any order, but for memmove within one array, which reads all
before it writes any. The assertion forbids one final state, which is reachable or not; the verdict must say which. Exit 1
and the program if they differ.
"""
import sys

from ways import compare_with_simulator

# Bytes of memory: two shared arrays of four, two shared numbers; then each thread's own array of three.
A, B, X, Y, OWN = 0, 4, 8, 9, 10
SIZE, OWN_SIZE = 4, 3
SHARED = {'a': A, 'b': B}


class Program:
    def __init__(self, rng):
        self.threads = []
        for _ in range(2):
            self.registers = 0
            block = [self.statement(rng) for _ in range(rng.randint(2, 3))]
            self.threads.append((block, self.registers))

    def amount(self, rng, limit):
        """A number below `limit`: a constant, or what a register holds."""
        if self.registers and rng.random() < 0.7:
            return ('reg', rng.randrange(self.registers), limit)
        return ('const', rng.randrange(limit), limit)

    def statement(self, rng):
        kinds = ['store', 'load', 'byte', 'look', 'copy', 'fill', 'fence']
        kind = rng.choices(kinds, [3, 4, 2, 2, 6, 3, 1])[0]
        if kind == 'load' or (kind == 'copy' and self.registers == 0 and rng.random() < 0.5):
            self.registers += 1
            return ('load', self.registers - 1, rng.choice('xy'))
        if kind == 'store':
            return ('store', rng.choice('xy'), rng.randint(1, 3))
        if kind == 'byte':
            return ('byte', rng.choice('ab'), self.amount(rng, SIZE), rng.randint(1, 3))
        if kind == 'look':
            place = (rng.choice('ab'), self.amount(rng, SIZE))
            self.registers += 1
            return ('look', self.registers - 1, *place)
        if kind == 'fill':
            return ('fill', rng.choice('ab'), self.amount(rng, 3), rng.randint(1, 3), self.amount(rng, 3))
        if kind == 'copy':
            target, source = rng.choice([('a', 'b'), ('b', 'a'), ('l', 'a'), ('l', 'b'), ('a', 'l'), ('a', 'a')])
            to, at = (self.amount(rng, 2 if name == 'l' else 3) for name in (target, source))
            return ('copy', target, to, source, at, self.amount(rng, 3))
        return ('fence',)


def c_amount(amount):
    return str(amount[1]) if amount[0] == 'const' else f'r{amount[1]} % {amount[2]}'


def c_text(program, forbidden):
    lines = ['#include <pthread.h>', '#include <stdatomic.h>', '#include <assert.h>', '#include <string.h>',
             'unsigned char a[4], b[4], x, y, l0[3], l1[3];']
    for t, (_, registers) in enumerate(program.threads):
        if registers:
            lines.append('unsigned char ' + ', '.join(f'o{t}_{r}' for r in range(registers)) + ';')
    for t, (block, registers) in enumerate(program.threads):
        lines += [f'void *t{t}(void *arg) {{', f'  unsigned char l[3] = {{{t + 4}, {t + 4}, {t + 4}}};']
        if registers:
            lines.append('  unsigned char ' + ', '.join(f'r{r}' for r in range(registers)) + ';')
        for s in block:
            if s[0] == 'store':
                lines.append(f'  {s[1]} = {s[2]};')
            elif s[0] == 'load':
                lines.append(f'  r{s[1]} = {s[2]};')
            elif s[0] == 'byte':
                lines.append(f'  {s[1]}[{c_amount(s[2])}] = {s[3]};')
            elif s[0] == 'look':
                lines.append(f'  r{s[1]} = {s[2]}[{c_amount(s[3])}];')
            elif s[0] == 'fill':
                lines.append(f'  memset({s[1]} + {c_amount(s[2])}, {s[3]}, {c_amount(s[4])});')
            elif s[0] == 'copy':
                name = 'memmove' if s[1] == s[3] else 'memcpy'
                lines.append(f'  {name}({s[1]} + {c_amount(s[2])}, {s[3]} + {c_amount(s[4])}, {c_amount(s[5])});')
            else:
                lines.append('  atomic_thread_fence(memory_order_seq_cst);')
        lines += [f'  memcpy(l{t}, l, 3);'] + [f'  o{t}_{r} = r{r};' for r in range(registers)] + ['  return 0;', '}']
    lines += ['int main(void) {', '  pthread_t p0, p1;', '  pthread_create(&p0, 0, t0, 0);',
              '  pthread_create(&p1, 0, t1, 0);', '  pthread_join(p0, 0);', '  pthread_join(p1, 0);']
    lines += ['  assert(!(' + ' && '.join(f'{k} == {v}' for k, v in forbidden) + '));', '}']
    return '\n'.join(lines) + '\n'


def place(name, thread):
    return OWN + OWN_SIZE * thread if name == 'l' else SHARED[name]


def start_of(op, regs, thread):
    """What is to be done for a statement: reads (from, to) and writes (to, value); those of a move wait for its reads."""
    value = lambda amount: amount[1] if amount[0] == 'const' else regs[amount[1]] % amount[2]
    if op[0] == 'store':
        return (), ((X if op[1] == 'x' else Y, op[2]),), False
    if op[0] == 'byte':
        return (), ((SHARED[op[1]] + value(op[2]), op[3]),), False
    if op[0] == 'load':
        return ((X if op[2] == 'x' else Y, ('reg', op[1])),), (), False
    if op[0] == 'look':
        return ((SHARED[op[2]] + value(op[3]), ('reg', op[1])),), (), False
    if op[0] == 'fill':
        first = SHARED[op[1]] + value(op[2])
        return (), tuple((first + i, op[3]) for i in range(value(op[4]))), False
    to, source = place(op[1], thread) + value(op[2]), place(op[3], thread) + value(op[4])
    return tuple((source + i, to + i) for i in range(value(op[5]))), (), op[1] == op[3]


def outcomes(program, model, most):
    """All final states, or None if there are too many on the way."""
    codes = [block for block, _ in program.threads]
    memory = (0,) * OWN + (4,) * OWN_SIZE + (5,) * OWN_SIZE
    # By thread: where it is, registers, buffer, and what is left of its statement: reads, writes, is it a move.
    start = (tuple((0, (0,) * registers, (), None) for _, registers in program.threads), memory)
    seen, work, finals = {start}, [start], set()
    while work:
        if len(seen) > most:
            return None
        threads, memory = work.pop()
        moved = False
        for t, (pc, regs, buffer, left) in enumerate(threads):
            steps = []
            for i, (at, data) in enumerate(buffer):
                if i == 0 or (model == 'pso' and all(at != older for older, _ in buffer[:i])):
                    after = memory[:at] + (data,) + memory[at + 1:]
                    steps.append(((pc, regs, buffer[:i] + buffer[i + 1:], left), after))
            if left is None and pc < len(codes[t]):
                if codes[t][pc][0] == 'fence':
                    if not buffer:
                        steps.append(((pc + 1, regs, buffer, None), memory))
                else:
                    steps.append(((pc, regs, buffer, start_of(codes[t][pc], regs, t)), memory))
            elif left is not None:
                reads, writes, is_move = left
                if not reads and not writes:
                    steps.append(((pc + 1, regs, buffer, None), memory))
                for read in reads:
                    others = tuple(r for r in reads if r != read)
                    found = memory[read[0]]
                    for at, data in buffer:
                        found = data if at == read[0] else found
                    if isinstance(read[1], tuple):
                        r = read[1][1]
                        steps.append(((pc, regs[:r] + (found,) + regs[r + 1:], buffer, (others, writes, is_move)), memory))
                    else:
                        steps.append(((pc, regs, buffer, (others, writes + ((read[1], found),), is_move)), memory))
                for write in writes if not (is_move and reads) else ():
                    rest = (reads, tuple(w for w in writes if w != write), is_move)
                    if model == 'sc' or write[0] >= OWN:  # nobody else sees its own array
                        after = memory[:write[0]] + (write[1],) + memory[write[0] + 1:]
                        steps.append(((pc, regs, buffer, rest), after))
                    else:
                        steps.append(((pc, regs, buffer + (write,), rest), memory))
            for thread, new_memory in steps:
                moved = True
                state = (threads[:t] + (thread,) + threads[t + 1:], new_memory)
                if state not in seen:
                    seen.add(state)
                    work.append(state)
        if not moved:
            finals.add((memory, tuple(regs for _, regs, _, _ in threads)))
    return finals


def values(final):
    memory, registers = final
    named = [(f'{name}[{i}]', memory[at + i]) for name, at in (('a', A), ('b', B)) for i in range(SIZE)]
    named += [(f'l{t}[{i}]', memory[OWN + OWN_SIZE * t + i]) for t in range(2) for i in range(OWN_SIZE)]
    return named + [('x', memory[X]), ('y', memory[Y])] + \
        [(f'o{t}_{r}', v) for t, regs in enumerate(registers) for r, v in enumerate(regs)]


def interesting(rng):
    """A program with a copy or a fill at a place, or of a length, that depends on the run."""
    while True:
        program = Program(rng)
        uncertain = any(s[0] in ('copy', 'fill') and any(isinstance(part, tuple) and part[0] == 'reg' for part in s)
                        for block, _ in program.threads for s in block)
        if not uncertain:
            continue
        finals = {model: outcomes(program, model, 20000) for model in ('sc', 'tso', 'pso')}
        if None not in finals.values() and len(finals['pso']) > 1 and (finals['pso'] != finals['sc'] or rng.random() < 0.3):
            return program, finals


def question(rng):
    program, finals = interesting(rng)
    reached = sorted(finals['pso'])
    weak = [f for f in reached if f not in finals['sc']]
    state = dict(values(rng.choice(weak if weak and rng.random() < 0.5 else reached)))
    # Perhaps what no run has: parts of several of them.
    differing = [name for name in state if len({dict(values(f))[name] for f in reached}) > 1]
    for _ in range(rng.choice([0, 1, 2, 3])):
        name = rng.choice(differing)
        state[name] = rng.choice([dict(values(f))[name] for f in reached])
    fails = {model: any(dict(values(f)) == state for f in finals[model]) for model in finals}
    return c_text(program, list(state.items())), fails


if __name__ == '__main__':
    sys.exit(compare_with_simulator(__doc__.splitlines()[0], question))
