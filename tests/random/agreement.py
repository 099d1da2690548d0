#!/usr/bin/env python3
"""Random small programs of C11 atomics: the lazy encoding, the ordered one, the monolithic one and `explore` must give one
verdict.

  agreement.py FENCEPOST [--count N] [--seed S] [--models rc11,ra,...]

The lazy and the monolithic encoding share the unrolling and nothing of what they do with the memory model: one learns from
graphs that the cat evaluator judges, the other turns the cat file into a formula. Exit 1 and the program if they differ.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import atomics
from ways import WAYS, ways_of


def forbidden(rng, program):
    """Some values at the end, which may occur or not."""
    outputs = program.outputs
    seen = rng.sample(outputs, min(len(outputs), rng.randint(1, 4)))
    return [(name, rng.randint(0, 2)) for name in seen] + [(rng.choice(program.shared()), rng.randint(1, 2))]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default='sc,tso,pso,ra,rc11,imm,aarch64,riscv')
    arguments = parser.parse_args()
    compared = unsafe = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.c')
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            rng = random.Random(seed)
            program = atomics.Program(rng)
            text = program.c_text(forbidden(rng, program))
            with open(path, 'w') as file:
                file.write(text)
            for model in arguments.models.split(','):
                codes = {}
                for name in ways_of(model):
                    run = subprocess.run([arguments.fencepost, *WAYS[name], '--model', model, path], capture_output=True,
                                         text=True)
                    codes[name] = run.returncode
                compared += 1
                unsafe += codes['lazy'] == 10
                if len(set(codes.values())) > 1 or codes['lazy'] not in (0, 10):
                    print(f'seed {seed}, model {model}: exit codes {codes}')
                    print(text)
                    return 1
    print(f'{compared} verdicts agree, {unsafe} of them UNSAFE')
    return 0


if __name__ == '__main__':
    sys.exit(main())
