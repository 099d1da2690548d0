#!/usr/bin/env python3
"""Random programs with threads, loops without end, locks, sections, arrays and pointers: the engine that abstracts and the one that
unrolls must not contradict each other. SAFE of the first is about all executions, UNSAFE of the second about one of a few iterations.

  proofs.py FENCEPOST [--count N] [--seed S] [--models sc,tso,pso] [--many] [--timeout S]

--many: any number of threads run each function. Each program is also asked of one configuration of the first that its seed chooses. Exit 1 and the program where two answers exclude each
other, or where an answer is no verdict but a failure of ours. The last line says how often which answer was given.
"""
import random
import sys

import contradictions

UNROLLS = ['--engine', 'bounded', '--unwind', '3']
ABSTRACTS = ['--engine', 'cegar']
CONFIGURATIONS = [['--domain', domain, '--refinement', refinement, '--semantics', semantics]
                  for domain in ('expl', 'pred-cart', 'pred-split')
                  for refinement in ('newton', 'seq-itp', 'bw-bin-itp', 'multi-seq')
                  for semantics in ('naive', 'por', 'declarative-lazy', 'declarative-eager')]
HEADER = '''#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y, a[3];
int *p = &x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
'''


class Program:
    """Values stay below 4, so that a loop ends or comes back to where it was."""

    def __init__(self, rng):
        self.rng = rng
        self.threads = [self.block(rng.randint(1, 3), 2, frozenset()) for _ in range(rng.randint(2, 3))]
        self.last = self.condition()

    def text(self, many):
        functions = ''.join(f'void *thread_{i}(void *unused) {{\n  int r = 0;\n{body}  return 0;\n}}\n'
                            for i, body in enumerate(self.threads))
        numbers = range(len(self.threads))
        if many:
            return (HEADER + functions + 'int main(void) {\n  pthread_t t;\n' +
                    ''.join(f'  while (__VERIFIER_nondet_int()) pthread_create(&t, 0, thread_{i}, 0);\n' for i in numbers) + '}\n')
        return (HEADER + functions + f'int main(void) {{\n  pthread_t t[{len(self.threads)}];\n' +
                ''.join(f'  pthread_create(&t[{i}], 0, thread_{i}, 0);\n' for i in numbers) +
                ''.join(f'  pthread_join(t[{i}], 0);\n' for i in numbers) + f'  int r = 0;\n  assert({self.last});\n}}\n')

    def place(self):
        return self.rng.choice(['x', 'x', 'y', 'y', 'a[0]', 'a[r % 3]', '*p'])

    def value(self):
        rng = self.rng
        return rng.choice([str(rng.randint(0, 3)), 'r', self.place(), f'({self.place()} + {rng.randint(1, 3)}) & 3'])

    def condition(self):
        return f'{self.rng.choice(["r", self.place()])} {self.rng.choice(["==", "!=", "<", "<="])} {self.rng.randint(0, 3)}'

    def block(self, length, depth, holds):
        return ''.join(self.statement(depth, holds) for _ in range(length))

    def statement(self, depth, holds):
        rng = self.rng
        simple = [lambda: f'{self.place()} = {self.value()};\n', lambda: f'r = {self.value()};\n',
                  lambda: f'p = {rng.choice(["&x", "&y", "&a[1]"])};\n', lambda: f'assert({self.condition()});\n']
        nested = [lambda: self.around(f'if ({self.condition()})', depth, holds),
                  lambda: self.around('while (__VERIFIER_nondet_int())', depth, holds),
                  lambda: self.around('while (1)', depth, holds),
                  lambda: self.around(f'while ({self.condition()})', depth, holds),
                  lambda: f'while ({self.condition()}) {{}}\n',
                  lambda: self.around(f'for (int i = 0; i < {rng.randint(1, 4)}; i++)', depth, holds),
                  lambda: self.locked(depth, holds), lambda: self.section(depth, holds)]
        weights = [6, 3, 1, 3] + ([2, 2, 1, 1, 1, 1, 4, 3] if depth > 0 else [])
        return rng.choices(simple + (nested if depth > 0 else []), weights)[0]()

    def around(self, head, depth, holds):
        return f'{head} {{\n{self.block(self.rng.randint(1, 2), depth - 1, holds)}}}\n'

    def locked(self, depth, holds):
        free = sorted({'m', 'n'} - holds)
        if not free or 'section' in holds:
            return f'r = {self.value()};\n'
        lock = self.rng.choice(free)
        inside = self.block(self.rng.randint(1, 3), depth - 1, holds | {lock})
        return f'pthread_mutex_lock(&{lock});\n{inside}pthread_mutex_unlock(&{lock});\n'

    def section(self, depth, holds):
        """Without loops: a section that does not end is a mistake of the program."""
        if 'section' in holds:
            return f'r = {self.value()};\n'
        inside = self.block(self.rng.randint(1, 2), 0, holds | {'section'})
        return f'__VERIFIER_atomic_begin();\n{inside}__VERIFIER_atomic_end();\n'


def main():
    parser = contradictions.parser(__doc__, 50, 'sc')
    parser.add_argument('--many', action='store_true')
    args = parser.parse_args()
    comparison = contradictions.Comparison(args)
    for seed in range(args.seed, args.seed + args.count):
        rng = random.Random(seed)
        text = Program(rng).text(args.many)
        ways = {'unrolled': UNROLLS, 'abstracted': ABSTRACTS, 'configured': ABSTRACTS + rng.choice(CONFIGURATIONS)}
        for model in args.models.split(','):
            if not comparison.agrees(seed, text, model, ways):
                return 1
    comparison.tell()
    return 0


if __name__ == '__main__':
    sys.exit(main())
