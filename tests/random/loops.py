#!/usr/bin/env python3
"""Random endless loops that write what other threads read: execution graphs that forget (engine/cegar/graphs/growing_graphs.h) against
unrolling to growing bounds and against interleavings with store buffers. Nobody may contradict another.

  loops.py FENCEPOST [--count N] [--seed S] [--models sc,tso,pso,ra,rc11] [--timeout S]

Exit 1 and the program where two answers exclude each other, or where a proof is not confirmed. The last line says how often which answer was
given.
"""
import random
import sys

import contradictions

WAYS = {f'unrolled {bound}': ['--engine', 'bounded', '--unwind', str(bound)] for bound in (1, 2, 4)}
WAYS |= {semantics: ['--engine', 'cegar', '--semantics', semantics] for semantics in ('naive', 'declarative-eager', 'declarative-lazy')}
HEADER = '''#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
atomic_int x, y, z;
'''


class Program:
    """Values stay below 4, so that a loop ends or comes back to where it was."""

    def __init__(self, rng, model):
        self.rng = rng
        self.has_sections = model in ('sc', 'tso', 'pso')
        self.strong = rng.random() < 0.3
        self.threads = [self.thread() for _ in range(2)]

    def text(self):
        functions = ''.join(f'void *thread_{i}(void *unused) {{\n  int r = 0, s = 0;\n{body}  return 0;\n}}\n'
                            for i, body in enumerate(self.threads))
        return (HEADER + functions + 'int main(void) {\n  pthread_t t[2];\n' +
                ''.join(f'  pthread_create(&t[{i}], 0, thread_{i}, 0);\n' for i in range(2)) + '}\n')

    def thread(self):
        first = self.statement(0) if self.rng.random() < 0.3 else ''
        return first + f'for (;;) {{\n{self.block(self.rng.randint(2, 4), 1)}}}\n'

    def order(self, *orders):
        return 'memory_order_' + ('seq_cst' if self.strong else self.rng.choice(orders))

    def place(self):
        return self.rng.choice('xxyyz')

    def block(self, length, depth):
        return ''.join(self.statement(depth) for _ in range(length))

    def load(self):
        return f'atomic_load_explicit(&{self.place()}, {self.order("relaxed", "acquire", "seq_cst")})'

    def store(self):
        value = self.rng.choice(['0', '1', '1', '2', 'r', '(r + 1) & 3'])
        return f'atomic_store_explicit(&{self.place()}, {value}, {self.order("relaxed", "release", "seq_cst")});\n'

    def handed_over(self):
        """The flag says whose turn it is, and the other variable holds what is handed over."""
        mine = self.rng.randint(0, 1)
        acquire, release = self.order('acquire', 'relaxed', 'seq_cst'), self.order('release', 'relaxed', 'seq_cst')
        return (f'while (atomic_load_explicit(&x, {acquire}) != {mine}) ;\n'
                f'r = atomic_load_explicit(&y, memory_order_relaxed);\nassert(r != {self.rng.choice([1 - mine, mine, 3])});\n'
                f'atomic_store_explicit(&y, {1 - mine}, memory_order_relaxed);\n'
                f'atomic_store_explicit(&x, {1 - mine}, {release});\n')

    def condition(self):
        return f'r {self.rng.choice(["==", "!="])} {self.rng.randint(0, 2)}'

    def statement(self, depth):
        rng = self.rng
        simple = [self.store, lambda: f'r = {self.load()};\n',
                  lambda: f'r = {self.load()};\nassert(r {rng.choice(["!=", "<=", "!="])} {rng.randint(1, 3)});\n',
                  lambda: f'r = atomic_exchange_explicit(&{self.place()}, 1, {self.order("acquire", "acq_rel", "seq_cst")});\n',
                  lambda: f'atomic_thread_fence({self.order("acquire", "release", "seq_cst")});\n']
        nested = [lambda: f'while ({self.load()} {rng.choice(["==", "!="])} {rng.randint(0, 1)}) ;\n',
                  lambda: f'while (atomic_exchange_explicit(&z, 1, {self.order("acquire", "seq_cst")})) ;\n{self.block(2, 0)}'
                          f'atomic_store_explicit(&z, 0, {self.order("release", "seq_cst")});\n',
                  self.handed_over, self.handed_over, lambda: f'if ({self.condition()}) {{\n{self.block(1, 0)}}}\n',
                  lambda: f'__VERIFIER_atomic_begin();\n{self.block(2, 0)}__VERIFIER_atomic_end();\n'
                          if self.has_sections else self.store()]
        weights = [6, 3, 4, 1, 1] + ([4, 2, 2, 1, 2, 1] if depth > 0 else [])
        return rng.choices(simple + (nested if depth > 0 else []), weights)[0]()


def main():
    parser = contradictions.parser(__doc__, 20, 'sc,tso,pso,ra,rc11')
    parser.add_argument('--ways', nargs='+', choices=WAYS, default=list(WAYS))
    args = parser.parse_args()
    comparison = contradictions.Comparison(args)
    for model in args.models.split(','):
        for seed in range(args.seed, args.seed + args.count):
            text = Program(random.Random(seed), model).text()
            if not comparison.agrees(seed, text, model, {name: WAYS[name] for name in args.ways}):
                return 1
    comparison.tell()
    return 0


if __name__ == '__main__':
    sys.exit(main())
