#!/usr/bin/env python3
"""Random programs in which threads hand heap objects to each other: mostly under a lock and tested for null, and forgotten when they are
freed. Whether all accesses and frees are valid must not be answered in two ways by the engine that abstracts and the one that unrolls.

  handovers.py FENCEPOST [--count N] [--seed S] [--models sc,tso,pso,rc11] [--timeout S]

Exit 1 and the program where two answers exclude each other, or where an answer is no verdict but a failure of ours. The last line says how
often which answer was given.
"""
import random
import sys

import contradictions

WAYS = {'unrolled': ['--engine', 'bounded', '--unwind', '3'], 'abstracted': ['--engine', 'cegar']}
PROPERTY = ''.join(f'CHECK( init(main()), LTL(G {what}) )\n' for what in ('valid-deref', 'valid-free', '! call(reach_error())'))
HEADER = '''#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int *p, *q;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
'''
LOOPS = ['', 'while (1) ', 'while (__VERIFIER_nondet_int()) ', 'for (int i = 0; i < 2; i++) ']


class Program:
    def __init__(self, rng, has_sections):
        self.rng = rng
        self.has_sections = has_sections
        self.wrong = rng.choice([0, 0, .1, .25])  # how often something is left out
        self.bytes = {name: rng.choice([4, 8]) for name in 'pq'}
        self.threads = [(rng.choice(LOOPS), self.block(rng.randint(1, 3))) for _ in range(rng.randint(1, 2))]
        self.first = self.block(rng.randint(0, 2))
        self.last = self.freed('p') + self.freed('q') if rng.random() < .5 else self.block(1)

    def text(self):
        numbers = range(len(self.threads))
        functions = ''.join(f'void *thread_{i}(void *unused) {{\n  int r = 0;\n{loop}{{\n{body}}}\n  return (void *)0;\n}}\n'
                            for i, (loop, body) in enumerate(self.threads))
        starts = ''.join(f'pthread_create(&t[{i}], 0, thread_{i}, 0);\n' for i in numbers)
        waits = ''.join(f'pthread_join(t[{i}], 0);\n' for i in numbers) if self.rng.random() < .8 else ''
        return (HEADER + functions + 'int main(void) {\n  int r = 0;\n' + self.made('p') + self.made('q') +
                f'pthread_t t[{len(self.threads)}];\n' + starts + self.first + waits + self.last + '}\n')

    def made(self, name):
        size = self.bytes[name]
        filled = f'{name} = malloc({size});\n' + ''.join(f'{name}[{i}] = {i};\n' for i in range(size // 4))
        return self.rng.choice([filled, filled, f'{name} = calloc(1, {size});\n', f'{name} = 0;\n',
                                f'if (__VERIFIER_nondet_int()) {{\n{filled}}}\n'])

    def is_left_out(self):
        return self.rng.random() < self.wrong

    def unless_left_out(self, text):
        return '' if self.is_left_out() else text

    def locked(self, inside):
        if self.is_left_out():
            return inside
        if self.has_sections and self.rng.random() < .2:
            return f'__VERIFIER_atomic_begin();\n{inside}__VERIFIER_atomic_end();\n'
        return f'pthread_mutex_lock(&m);\n{inside}pthread_mutex_unlock(&m);\n'

    def tested(self, name, inside):
        return inside if self.is_left_out() else f'if ({name}) {{\n{inside}}}\n'

    def use(self, name, by):
        is_long = self.bytes[name] == 8 or self.is_left_out()
        place = f'{by}[{self.rng.choice(["0", "r & 0"] + (["1", "r & 1"] if is_long else []))}]'
        return self.rng.choice([f'{place} = {self.rng.randint(0, 3)};\n', f'r = {place};\n', f'*{by} = r & 3;\n'])

    def freed(self, name):
        return self.locked(self.tested(name, f'free({name});\n' + self.unless_left_out(f'{name} = 0;\n')))

    def taken(self, name):
        """Out of the shared pointer, and used outside of the lock."""
        take = self.locked(f'l = {name};\n' + self.unless_left_out(f'{name} = 0;\n'))
        put_back = f'pthread_mutex_lock(&m);\nif (!{name}) {name} = l;\npthread_mutex_unlock(&m);\n'
        inside = self.use(name, 'l') + self.rng.choice(['free(l);\n', 'free(l);\n', put_back])
        return f'{{\nint *l = 0;\n{take}{self.tested("l", inside)}}}\n'

    def moved(self, name, other):
        if self.bytes['p'] != self.bytes['q'] and not self.is_left_out():
            return self.locked(self.tested(name, self.use(name, name)))
        return self.locked(self.tested(name, f'if (!{other}) {{\n{other} = {name};\n{name} = 0;\n}}\n'))

    def block(self, length):
        return ''.join(self.statement() for _ in range(length))

    def statement(self):
        name = self.rng.choice('ppq')
        other = 'q' if name == 'p' else 'p'
        return self.rng.choices([lambda: self.locked(self.tested(name, self.use(name, name))), lambda: self.freed(name),
                                 lambda: self.taken(name), lambda: self.moved(name, other),
                                 lambda: self.locked(self.tested(name, f'assert({name}[0] != 7);\n'))], [6, 3, 4, 2, 1])[0]()


def main():
    args = contradictions.parser(__doc__, 50, 'sc').parse_args()
    comparison = contradictions.Comparison(args)
    for seed in range(args.seed, args.seed + args.count):
        for model in args.models.split(','):
            # C's models do not say what an atomic section is.
            text = Program(random.Random(seed), model != 'rc11').text()
            if not comparison.agrees(seed, text, model, WAYS, PROPERTY):
                return 1
    comparison.tell()
    return 0


if __name__ == '__main__':
    sys.exit(main())
