#!/usr/bin/env python3
"""Random small programs of C11 atomics with an assertion in the middle of a thread. It ends the program when it fails, so the
verdict must be that of the program whose thread stops there, with the assertion at the end of main.

  endings.py FENCEPOST [--count N] [--seed S] [--models c11,power,...]

Models in which causes may run in circles tell the two apart if what follows the assertion is not left out. Exit 1 and both
programs if the verdicts differ.
"""
import argparse
import copy
import os
import random
import subprocess
import sys
import tempfile

import atomics


def both(rng):
    """The two programs as text; nothing if this one has no register to assert about, or may have races."""
    program = atomics.Program(rng)
    if program.plain in program.shared():
        return None
    t = rng.randrange(len(program.threads) - 1)
    body, registers = program.threads[t]
    at = rng.randint(1, len(body))
    known = [s[1] for s in body[:at] if s[0] in ('load', 'exchange', 'add', 'cas')]
    if not known:
        return None
    forbidden = [(r, rng.randint(0, 2)) for r in rng.sample(known, min(len(known), rng.randint(1, 2)))]

    def with_body(changed):
        copied = copy.copy(program)
        copied.threads = program.threads[:t] + [(changed, registers)] + program.threads[t + 1:]
        return copied

    inside = with_body(body[:at] + [('assert', tuple(forbidden))] + body[at:])
    stopped = with_body(body[:at])
    return inside.c_text([('x', 99)]), stopped.c_text([(f'o{t}_{r}', value) for r, value in forbidden])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default='c11,power,aarch64,riscv,imm,rc11')
    arguments = parser.parse_args()
    compared = unsafe = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.c')
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            texts = both(random.Random(seed))
            for model in arguments.models.split(',') if texts else []:
                codes = []
                for text in texts:
                    with open(path, 'w') as file:
                        file.write(text)
                    run = subprocess.run([arguments.fencepost, 'verify', '--model', model, path], capture_output=True, text=True)
                    codes.append(run.returncode)
                compared += 1
                unsafe += codes[0] == 10
                if codes[0] != codes[1] or codes[0] not in (0, 10):
                    print(f'seed {seed}, model {model}: exit codes {codes}')
                    print(*texts, sep='\n')
                    return 1
    print(f'{compared} verdicts agree, {unsafe} of them UNSAFE')
    return 0


if __name__ == '__main__':
    sys.exit(main())
