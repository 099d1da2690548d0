#!/usr/bin/env python3
"""Random small programs of C11 atomics: where the engine that abstracts proves that a program is safe under rc11, which it does by
proving that its executions are interleavings without data races (src/flat/robustness.h), `explore` must find no race under rc11, and
the same outcomes as under sc.

  robustness.py FENCEPOST [--count N] [--seed S] [--indexed] [--locked]

Exit 1 and the program, made smaller, if it does not. The last line says for how many programs that was so, and how many others
are robust as well, which is no mistake: monitors ask for a little more than they need.
"""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

import atomics


class Locked(atomics.Program):
    """Part of each thread holds a mutex."""

    def __init__(self, rng):
        super().__init__(rng)
        self.iso_threads = False
        for body, _ in self.threads[:-1]:
            first = rng.randint(0, len(body))
            last = rng.randint(first, len(body))
            body.insert(last, ('unlock',))
            body.insert(first, ('lock',))

    def c_text(self, forbidden):
        return super().c_text(forbidden).replace('\natomic_int', '\npthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\natomic_int', 1)

    def c_access(self, kind, *rest):
        return f'pthread_mutex_{kind}(&m);' if kind in ('lock', 'unlock') else super().c_access(kind, *rest)

    def smaller(self):
        locks = lambda program: [len([s for s in body if s in (('lock',), ('unlock',))]) for body, _ in program.threads]
        return (program for program in super().smaller() if locks(program) == locks(self))


def answer_of(fencepost, *arguments):
    run = subprocess.run([fencepost, *arguments, '--format', 'json', '--timeout', '20'], capture_output=True, text=True)
    return json.loads(run.stdout)


def judge(fencepost, path, program):
    """What the proof says, and whether there is nothing but interleavings: yes, no, or not known."""
    place = next(place for place in [*program.shared(), 'x'] if place != program.plain)
    with open(path, 'w') as file:
        file.write(program.c_text([(place, 77)]))
    proof = answer_of(fencepost, 'verify', '--engine', 'cegar', '--property', 'unreach-call', '--model', 'rc11', path)
    observed = [f'--observe={name}' for name in program.shared() + program.outputs]
    outcomes = []
    for model in ('rc11', 'sc'):
        explored = answer_of(fencepost, 'explore', '--model', model, *observed, path)
        if explored['verdict'] == 'unknown':
            return proof, 'not known'
        if explored.get('violations'):
            return proof, 'no'
        outcomes.append({tuple(sorted(outcome['values'].items())) for outcome in explored['outcomes']})
    return proof, 'yes' if outcomes[0] == outcomes[1] else 'no'


def shrink(wrong, program):
    for smaller in program.smaller():
        if wrong(smaller):
            return shrink(wrong, smaller)
    return program


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--indexed', action='store_true', help='elements of an array, where registers say')
    parser.add_argument('--locked', action='store_true', help='parts of threads hold a mutex')
    parser.add_argument('--show', action='store_true', help='programs that are robust, and not proved to be')
    arguments = parser.parse_args()
    tally = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.c')

        def wrong(program):
            proof, robust = judge(arguments.fencepost, path, program)
            return robust == 'no' and proof['verdict'] == 'safe'

        for seed in range(arguments.seed, arguments.seed + arguments.count):
            rng = random.Random(seed)
            program = Locked(rng) if arguments.locked else atomics.Program(rng, arguments.indexed)
            proof, robust = judge(arguments.fencepost, path, program)
            if robust == 'no' and proof['verdict'] == 'safe':
                print(f'seed {seed}: SAFE under rc11, which has other runs than interleavings')
                print(shrink(wrong, program).c_text([('x', 77)]))
                return 1
            if arguments.show and robust == 'yes' and proof['verdict'] != 'safe':
                print(f"seed {seed}: {proof.get('reason')}\n{program.c_text([('x', 77)])}")
            tally[proof['verdict'], robust] += 1
    print(f"{tally['safe', 'yes']} programs are proved to be robust, and are; {tally['unknown', 'yes']} others are; "
          f"{tally['unknown', 'no']} are not; {tally['safe', 'not known'] + tally['unknown', 'not known']} not known")
    return 0


if __name__ == '__main__':
    sys.exit(main())
