#!/usr/bin/env python3
"""Random programs with threads, loops without end, locks, sections, arrays and pointers: the engine that makes variables of store buffers, the one that
abstracts and the one that unrolls must not contradict each other under models with store buffers.

  buffers.py FENCEPOST [--count N] [--seed S] [--models tso,pso] [--timeout S]

Programs are those of proofs.py, with fences. Each is asked of the first in all of its ways. Exit 1 and the program where two answers exclude each
other, or where an answer is no verdict but a failure of ours. The last line says how often which answer was given.
"""
import random
import sys

import contradictions
import proofs

WAYS = {
    'unrolled': proofs.UNROLLS,
    'abstracted': proofs.ABSTRACTS,
    'buffers': ['--engine', 'buffers'],
    'predicates': ['--engine', 'buffers', '--extrapolation', 'predicates'],
    'cubes': ['--engine', 'buffers', '--extrapolation', 'cubes', '--cube-size', '3'],
    'dropped': ['--engine', 'buffers', '--extrapolation', 'cubes', '--drop-buffered', '--buffer-bound', '2'],
    'refined': ['--engine', 'buffers', '--extrapolation', 'none'],
}


class Fenced(proofs.Program):
    """Few sections and locks, which leave nothing in a buffer; more fences."""

    def statement(self, depth, holds):
        if self.rng.random() < 0.2:
            return '__sync_synchronize();\n'
        return super().statement(depth, holds)

    def locked(self, depth, holds):
        if self.rng.random() < 0.6:
            return f'{self.place()} = {self.value()};\nr = {self.place()};\n'
        return super().locked(depth, holds)

    def section(self, depth, holds):
        if self.rng.random() < 0.6:
            return f'r = {self.place()};\n'
        return super().section(depth, holds)


def main():
    args = contradictions.parser(__doc__, 50, 'tso,pso').parse_args()
    comparison = contradictions.Comparison(args)
    for seed in range(args.seed, args.seed + args.count):
        text = Fenced(random.Random(seed)).text(False)
        for model in args.models.split(','):
            if not comparison.agrees(seed, text, model, WAYS):
                return 1
    comparison.tell()
    return 0


if __name__ == '__main__':
    sys.exit(main())
