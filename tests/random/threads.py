#!/usr/bin/env python3
"""Random small programs with threads: the verdict of `fencepost verify` against a simulator of our own that tries every
interleaving (sc) and every flush of store buffers (tso, pso).

  threads.py FENCEPOST [--count N] [--seed S] [--models sc,tso,pso]

Each program has two or three threads over two or three shared variables; its assertion forbids one final state, which is
reachable or not. The verdict must say which. Exit 1 and the program if they differ.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

KINDS = {  # how often
    'store': 6, 'load': 6, 'fence': 1, 'rmw': 1, 'cas': 1, 'copy': 2, 'branch': 2, 'section': 1, 'lock': 1,
}


class Program:
    """Threads as lists of statements; registers are local to a thread and end up in globals."""

    def __init__(self, rng):
        self.rng = rng
        self.variables = ['x', 'y', 'z'][:rng.choice([2, 2, 3])]
        self.threads = []
        for _ in range(rng.choice([2, 2, 2, 3])):
            self.registers = 0
            self.threads.append((self.block(rng.randint(2, 4), 0), self.registers))

    def register(self):
        self.registers += 1
        return self.registers - 1

    def block(self, length, depth):
        return [self.statement(depth) for _ in range(length)]

    def statement(self, depth):
        rng = self.rng
        kind = rng.choices(list(KINDS), KINDS.values())[0]
        v = rng.choice(self.variables)
        if kind in ('branch', 'section', 'lock') and depth > 0:
            kind = 'store'
        if kind == 'copy' and self.registers == 0:
            kind = 'load'
        if kind == 'store':
            return ('store', v, rng.randint(1, 2))
        if kind == 'load':
            return ('load', self.register(), v)
        if kind == 'fence':
            return ('fence',)
        if kind == 'rmw':
            return ('rmw', self.register(), v, rng.randint(1, 2))
        if kind == 'cas':
            return ('cas', self.register(), v, rng.randint(0, 2), rng.randint(1, 3))
        if kind == 'copy':
            return ('copy', v, rng.randrange(self.registers))
        if kind == 'branch':
            r = self.register()
            return ('branch', r, v, rng.randint(0, 1), self.block(rng.randint(1, 2), depth + 1))
        return (kind, self.block(rng.randint(1, 2), depth + 1))


def c_text(program, forbidden):
    lines = ['#include <pthread.h>', '#include <stdatomic.h>', '#include <assert.h>',
             'void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);',
             'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;',
             f"int {', '.join(program.variables)};"]
    for t, (_, registers) in enumerate(program.threads):
        if registers:
            lines.append('int ' + ', '.join(f'o{t}_{r}' for r in range(registers)) + ';')

    def emit(block, indent):
        pad = '  ' * indent
        for s in block:
            if s[0] == 'store':
                lines.append(f'{pad}{s[1]} = {s[2]};')
            elif s[0] == 'load':
                lines.append(f'{pad}r{s[1]} = {s[2]};')
            elif s[0] == 'fence':
                lines.append(f'{pad}atomic_thread_fence(memory_order_seq_cst);')
            elif s[0] == 'rmw':
                lines.append(f'{pad}r{s[1]} = __atomic_fetch_add(&{s[2]}, {s[3]}, __ATOMIC_SEQ_CST);')
            elif s[0] == 'cas':
                lines.append(f'{pad}r{s[1]} = __sync_val_compare_and_swap(&{s[2]}, {s[3]}, {s[4]});')
            elif s[0] == 'copy':
                lines.append(f'{pad}{s[1]} = r{s[2]} + 1;')
            elif s[0] == 'branch':
                lines.append(f'{pad}r{s[1]} = {s[2]};')
                lines.append(f'{pad}if (r{s[1]} == {s[3]}) {{')
                emit(s[4], indent + 1)
                lines.append(f'{pad}}}')
            elif s[0] == 'section':
                lines.append(f'{pad}__VERIFIER_atomic_begin();')
                emit(s[1], indent)
                lines.append(f'{pad}__VERIFIER_atomic_end();')
            else:
                lines.append(f'{pad}pthread_mutex_lock(&m);')
                emit(s[1], indent)
                lines.append(f'{pad}pthread_mutex_unlock(&m);')

    for t, (block, registers) in enumerate(program.threads):
        lines.append(f'void *t{t}(void *a) {{')
        if registers:
            lines.append('  int ' + ', '.join(f'r{r} = 0' for r in range(registers)) + ';')
        emit(block, 1)
        lines += [f'  o{t}_{r} = r{r};' for r in range(registers)]
        lines += ['  return 0;', '}']
    lines.append('int main(void) {')
    n = len(program.threads)
    lines.append('  pthread_t ' + ', '.join(f'p{t}' for t in range(n)) + ';')
    lines += [f'  pthread_create(&p{t}, 0, t{t}, 0);' for t in range(n)]
    lines += [f'  pthread_join(p{t}, 0);' for t in range(n)]
    lines.append('  assert(!(' + ' && '.join(f'{k} == {v}' for k, v in forbidden) + '));')
    lines.append('}')
    return '\n'.join(lines) + '\n'


def flatten(block):
    """Micro-operations with relative jumps; locks and sections as begin/end."""
    code = []
    for s in block:
        if s[0] == 'branch':
            inner = flatten(s[4])
            code.append(('load', s[1], s[2]))
            code.append(('skip_unless', s[1], s[3], len(inner)))
            code += inner
        elif s[0] in ('section', 'lock'):
            code += [(s[0] + '_begin',)] + flatten(s[1]) + [(s[0] + '_end',)]
        else:
            code.append(s)
    return code


def outcomes(program, model, most):
    """All final states, or None if there are too many states."""
    codes = [flatten(block) for block, _ in program.threads]
    sizes = [registers for _, registers in program.threads]
    index = {v: i for i, v in enumerate(program.variables)}
    start = (tuple((0, (0,) * size, ()) for size in sizes), (0,) * len(index), -1, -1)
    seen, work, finals = {start}, [start], set()
    while work:
        if len(seen) > most:
            return None
        threads, memory, owner, inside = work.pop()
        moved = False
        for t, (pc, regs, buffer) in enumerate(threads):
            if inside not in (-1, t):
                continue
            steps = []
            places = {0} if model == 'tso' else set(range(len(buffer)))
            if model == 'pso':  # the oldest of each variable
                places = {i for i in places if all(buffer[k][0] != buffer[i][0] for k in range(i))}
            for i in places if buffer else ():
                v, value = buffer[i]
                new = memory[:v] + (value,) + memory[v + 1:]
                steps.append(((pc, regs, buffer[:i] + buffer[i + 1:]), new, owner, inside))
            if pc < len(codes[t]):
                op = codes[t][pc]
                kind = op[0]
                drained = not buffer
                put = lambda r, value: regs[:r] + (value,) + regs[r + 1:]
                if kind in ('store', 'copy'):
                    v = index[op[1]]
                    value = op[2] if kind == 'store' else regs[op[2]] + 1
                    if model == 'sc' or inside == t:
                        new = memory[:v] + (value,) + memory[v + 1:]
                        steps.append(((pc + 1, regs, buffer), new, owner, inside))
                    else:
                        steps.append(((pc + 1, regs, buffer + ((v, value),)), memory, owner, inside))
                elif kind == 'load':
                    v = index[op[2]]
                    own = [value for place, value in buffer if place == v]
                    value = own[-1] if own else memory[v]
                    steps.append(((pc + 1, put(op[1], value), buffer), memory, owner, inside))
                elif kind == 'skip_unless':
                    jump = 0 if regs[op[1]] == op[2] else op[3]
                    steps.append(((pc + 1 + jump, regs, buffer), memory, owner, inside))
                elif not drained:
                    pass
                elif kind == 'fence':
                    steps.append(((pc + 1, regs, buffer), memory, owner, inside))
                elif kind in ('rmw', 'cas'):
                    v = index[op[2]]
                    old = memory[v]
                    value = old + op[3] if kind == 'rmw' else op[4] if old == op[3] else old
                    new = memory[:v] + (value,) + memory[v + 1:]
                    steps.append(((pc + 1, put(op[1], old), buffer), new, owner, inside))
                elif kind == 'section_begin':
                    steps.append(((pc + 1, regs, buffer), memory, owner, t))
                elif kind == 'section_end':
                    steps.append(((pc + 1, regs, buffer), memory, owner, -1))
                elif kind == 'lock_begin':
                    if owner == -1:
                        steps.append(((pc + 1, regs, buffer), memory, t, inside))
                elif kind == 'lock_end':
                    steps.append(((pc + 1, regs, buffer), memory, -1, inside))
            for thread, new_memory, new_owner, new_inside in steps:
                moved = True
                state = (threads[:t] + (thread,) + threads[t + 1:], new_memory, new_owner, new_inside)
                if state not in seen:
                    seen.add(state)
                    work.append(state)
        if not moved:
            names = {v: memory[i] for v, i in index.items()}
            for t, (_, regs, _) in enumerate(threads):
                names.update({f'o{t}_{r}': value for r, value in enumerate(regs)})
            finals.add(tuple(sorted(names.items())))
    return finals


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default='sc,tso,pso')
    arguments = parser.parse_args()
    checked = reachable = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.c')
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            rng = random.Random(seed)
            program = Program(rng)
            by_model = {m: outcomes(program, m, 200000) for m in arguments.models.split(',')}
            if any(finals is None for finals in by_model.values()):
                continue
            everything = sorted(set.union(*by_model.values()))
            state = dict(rng.choice(everything))
            if rng.random() < 0.4:  # a neighbour, which is often out of reach
                name = rng.choice(list(state))
                state[name] = (state[name] + 1) % 3
            forbidden = sorted(state.items())
            with open(path, 'w') as file:
                file.write(c_text(program, forbidden))
            for model, finals in by_model.items():
                expected = 10 if tuple(forbidden) in finals else 0
                run = subprocess.run([arguments.fencepost, 'verify', '--model', model, path], capture_output=True,
                                     text=True)
                checked += 1
                reachable += expected == 10
                if run.returncode != expected:
                    print(f'seed {seed}, model {model}: exit {run.returncode}, the simulator says {expected}')
                    print(open(path).read() + run.stdout + run.stderr)
                    return 1
    print(f'{checked} verdicts agree with the simulator, {reachable} of them UNSAFE')
    return 0


if __name__ == '__main__':
    sys.exit(main())
