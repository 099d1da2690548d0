#!/usr/bin/env python3
"""Random small programs of C11 atomics and what a compiler makes of them: `verify --model aarch64` on the C text must say what
`litmus` says about the instructions.

  machines.py FENCEPOST [--count N] [--seed S]

The two share the cat file and its evaluator, but neither how a program becomes events nor where dependencies come from:
addresses, data and branches that rest on reads. The mapping here is that of Sewell and others, "C/C++11 mappings to
processors". Exit 1 and both texts if they differ.
"""
import argparse
import os
import pathlib
import random
import sys
import tempfile

from litmus import answer_of, expected, verdict

PLACES = 'xyz'
LOADS = {'relaxed': 'LDR', 'acquire': 'LDAR', 'seq_cst': 'LDAR'}
STORES = {'relaxed': 'STR', 'release': 'STLR', 'seq_cst': 'STLR'}
FENCES = {'acquire': 'ISHLD', 'release': 'ISH', 'seq_cst': 'ISH'}
SHAPES = ['Rx Wy | Ry Wx', 'Wx Wy | Ry Rx', 'Wx Ry | Wy Rx', 'Wx Wy | Ry Wx', 'Wx | Rx Wy | Ry Rx', 'Rx Ry Wz | Rz Wx',
          'Rx Wz Wy | Ry Rz Wx', 'Wx Wy | Ry Rz Rx']


class Thread:
    """Both texts of a thread. Registers rN are WN; X20 to X22 hold the addresses; W9, W10 are scratch."""

    def __init__(self, rng, steps, numbers):
        self.rng, self.numbers = rng, numbers
        self.c, self.code, self.registers = [], [], 0
        for step in steps.split():
            if self.registers and rng.random() < 0.35:
                self.between()
            self.access(*step)

    def read(self):
        return self.rng.randrange(self.registers)

    def between(self):
        if self.rng.random() < 0.4:
            order = self.rng.choice(list(FENCES))
            self.c.append(f'atomic_thread_fence(memory_order_{order});')
            self.code.append(f'DMB {FENCES[order]}')
        else:  # what only this thread uses: its place rests on a read
            index = self.read()
            self.c.append(f'own[{self.numbers[0]}][r{index} & 4] = 1;')
            self.code += [f'AND W9,W{index},#4', 'MOV W10,#1', 'STR W10,[X23,W9,SXTW]']

    def access(self, kind, place):
        rng, number = self.rng, PLACES.index(place)
        orders = list(LOADS if kind == 'R' else STORES)
        order = rng.choice(orders) if rng.random() < 0.35 else 'relaxed'
        branch = self.registers and rng.random() < 0.2
        if branch:
            on, value, label = self.read(), rng.randint(0, 1), f'L{next(self.numbers[1])}'
            self.c.append(f'if (r{on} == {value}) {{')
            self.code += [f'CMP W{on},#{value}', f'B.NE {label}']
        where, address = f'cells[{number}]', f'[X{20 + number}]'
        if self.registers and order == 'relaxed' and rng.random() < 0.45:
            index = self.read()
            where, address = f'cells[{number} + (r{index} & 4)]', f'[X{20 + number},W9,SXTW]'
            self.code.append(f'AND W9,W{index},#4')
        if kind == 'R':
            register, self.registers = self.registers, self.registers + 1
            self.c.append(f'r{register} = atomic_load_explicit(&{where}, memory_order_{order});')
            self.code.append(f'{LOADS[order]} W{register},{address}')
        else:
            value = rng.randint(1, 2)
            if self.registers and rng.random() < 0.6:
                of = self.read()
                text, self.code = f'(r{of} & 4) + {value}', self.code + [f'AND W10,W{of},#4', f'ADD W10,W10,#{value}']
            else:
                text, self.code = str(value), self.code + [f'MOV W10,#{value}']
            self.c.append(f'atomic_store_explicit(&{where}, {text}, memory_order_{order});')
            self.code.append(f'{STORES[order]} W10,{address}')
        if branch:
            self.c.append('}')
            self.code.append(f'{label}:')


def both(rng, states_of):
    """The litmus test and the program. They ask for a state that occurs, or would if only coherence were kept."""
    labels = iter(range(100))
    threads = [Thread(rng, steps, (t, labels)) for t, steps in enumerate(rng.choice(SHAPES).split(' | '))]
    seen = [(f'{t}:X{r}', f'o{t}_{r}') for t, thread in enumerate(threads) for r in range(thread.registers)]
    seen += [(place, f'cells[{i}]') for i, place in enumerate(PLACES)]
    registers = [f'{t}:X{20 + i}={place};' for t in range(len(threads)) for i, place in enumerate(PLACES)]
    registers += [f'{t}:X23=own{t};' for t in range(len(threads))]
    rows = max(len(thread.code) for thread in threads)
    lines = [' | '.join(thread.code[row] if row < len(thread.code) else '' for thread in threads) for row in range(rows)]
    test = ['AArch64 random', '{', *registers, '}', ' | '.join(f'P{t}' for t in range(len(threads))) + ' ;',
            *(line + ' ;' for line in lines)]
    exists = lambda values: '\n'.join([*test, 'exists (' + ' /\\ '.join(f'{n}={v}' for n, v in values) + ')']) + '\n'
    occurring, others = states_of(exists([(name, 0) for name, _ in seen]))
    state = rng.choice(others if others and rng.random() < 0.7 else occurring)
    values = dict(part.split('=') for part in state.rstrip(';').split('; '))
    asked = [(name, place, values[name]) for name, place in rng.sample(seen, rng.randint(min(4, len(seen)), len(seen)))]
    program = ['#include <assert.h>', '#include <pthread.h>', '#include <stdatomic.h>', 'atomic_int cells[8];',
               f'int own[{len(threads)}][8];', *(f'int {place};' for name, place in seen if ':' in name)]
    for t, thread in enumerate(threads):
        program += [f'void *t{t}(void *unused) {{', *(f'int r{r} = 0;' for r in range(thread.registers)), *thread.c,
                    *(f'o{t}_{r} = r{r};' for r in range(thread.registers)), 'return 0;', '}']
    numbers = range(len(threads))
    program += ['int main(void) {', f"pthread_t {', '.join(f'p{t}' for t in numbers)};",
                *(f'pthread_create(&p{t}, 0, t{t}, 0);' for t in numbers), *(f'pthread_join(p{t}, 0);' for t in numbers),
                f"assert(!({' && '.join(f'{place} == {value}' for _, place, value in asked)}));", '}']
    return exists([(name, value) for name, _, value in asked]), '\n'.join(program) + '\n'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    arguments = parser.parse_args()
    unsafe = 0
    with tempfile.TemporaryDirectory() as folder:
        files = [os.path.join(folder, f'random.{kind}') for kind in ('litmus', 'c')]

        def states_of(test):
            pathlib.Path(files[0]).write_text(test)
            occurring, others = (answer_of(arguments.fencepost, model, files[0])['final_states'] for model in ('aarch64', 'coherence'))
            return occurring, sorted(set(others) - set(occurring))

        for seed in range(arguments.seed, arguments.seed + arguments.count):
            texts = both(random.Random(seed), states_of)
            for file, text in zip(files, texts):
                pathlib.Path(file).write_text(text)
            want, code = expected(answer_of(arguments.fencepost, 'aarch64', files[0])), verdict(arguments.fencepost, 'aarch64', files[1])
            unsafe += want == 10
            if code != want:
                print(f'seed {seed}: litmus says {want}, verify {code}')
                print(*texts, sep='\n')
                return 1
    print(f'{arguments.count} programs agree, {unsafe} of them UNSAFE')
    return 0


if __name__ == '__main__':
    sys.exit(main())
