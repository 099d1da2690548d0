#!/usr/bin/env python3
"""Random small programs with threads: where `fencepost robust --engine cegar` proves that every execution under tso or pso is one under sc,
`--engine bounded`, which lists them all, must not find one that is not.

  robust.py FENCEPOST [--count N] [--seed S] [--guarded]

Exit 1 and the program if it does. The last line says how many proofs there were, and how many programs are robust without one, which is
no mistake: what is proved is a little more than needed.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import threads


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--guarded', action='store_true')
    arguments = parser.parse_args()
    proved = weak = without = open_ones = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.c')

        def exit_code(model, *options):
            command = [arguments.fencepost, 'robust', path, '--model', model, '--timeout', '20', *options]
            return subprocess.run(command, capture_output=True, text=True).returncode

        for seed in range(arguments.seed, arguments.seed + arguments.count):
            program = threads.Program(random.Random(seed), threads.GUARDED if arguments.guarded else threads.KINDS)
            with open(path, 'w') as file:
                file.write(threads.c_text(program, ()))
            for model in ('tso', 'pso'):
                by_proof, by_list = exit_code(model, '--engine', 'cegar'), exit_code(model, '--engine', 'bounded')
                if by_proof not in (0, 20) or by_list not in (0, 10, 20, 21) or (by_proof, by_list) == (0, 10):
                    print(f'seed {seed}, model {model}: exit {by_proof} by proof, {by_list} by listing')
                    print(open(path).read())
                    return 1
                proved += by_proof == 0
                weak += by_list == 10
                without += by_proof == 20 and by_list == 0
                open_ones += by_list not in (0, 10)
    print(f'{proved} proofs agree with the executions, {weak} programs are not robust, {without} are without a proof, '
          f'{open_ones} left undecided')
    return 0


if __name__ == '__main__':
    sys.exit(main())
