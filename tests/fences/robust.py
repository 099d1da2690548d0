#!/usr/bin/env python3
"""The command robust against simulated store buffers: random programs of two or three threads are robust under tso and pso if the simulation
with buffers has nothing that the reads take, all together, that the one without them lacks.

usage: robust.py PROGRAM [--count N] [--seed N]
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

from shapes import program
from simulation import reads

BUFFERS = {'tso': lambda place: 0, 'pso': lambda place: place}
SAFE, UNSAFE = 0, 10


def random_threads(rng):
    threads, registers, values = [], 0, {'x': 0, 'y': 0}
    for length in rng.choice([(2, 2), (3, 2), (3, 3), (1, 2, 2), (2, 2, 2)]):
        thread = []
        for _ in range(length):
            place = rng.choice('xy')
            if rng.random() < 0.5:
                values[place] += 1
                thread.append(('W', place, values[place]))
            else:
                thread.append(('R', place, 'abcdefghi'[registers]))
                registers += 1
        threads.append(thread)
    return threads


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--count', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    args = parser.parse_args()
    wrong = weak = 0
    with tempfile.TemporaryDirectory(prefix='fencepost-robust-') as folder:
        file = pathlib.Path(folder) / 'program.c'
        for seed in range(args.seed, args.seed + args.count):
            rng = random.Random(seed)
            threads = random_threads(rng)
            while seed % 2 and reads(threads, BUFFERS['pso']) <= reads(threads, None):
                threads = random_threads(rng)
            file.write_text('\n'.join(program(threads, '0')[0]) + '\n')
            for model, buffers in BUFFERS.items():
                expected = SAFE if reads(threads, buffers) <= reads(threads, None) else UNSAFE
                weak += expected == UNSAFE
                done = subprocess.run([args.program, 'robust', '--model', model, file], capture_output=True, text=True, timeout=300)
                if done.returncode != expected:
                    wrong += 1
                    print(f'seed {seed} {model}: exit code {done.returncode}, expected {expected}\n{file.read_text()}{done.stdout}')
    print(f'{2 * args.count} programs, {weak} not robust, {wrong} wrong')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
