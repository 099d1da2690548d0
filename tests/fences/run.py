#!/usr/bin/env python3
"""The command fences against exhaustive search: for each litmus shape and each model the cheapest choice of fences that `verify` finds to be
safe, trying all choices of fences between the accesses of a thread, in order of cost, must cost what `fences` says; and the patch must
apply and make the program safe. --random N: programs of two or three threads with random accesses and outcomes instead.

usage: run.py PROGRAM [-j N] [--only SUBSTRING] [--random N] [--seed N] [--models M,...]
"""
import argparse
import itertools
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

from shapes import SHAPES, program
from simulation import outcomes

MODELS = ['tso', 'pso', 'rc11', 'aarch64', 'power', 'riscv']
COSTS = {'acquire': 2, 'release': 2, 'acq_rel': 3, 'seq_cst': 5}  # what `fences` takes without --cost
# The kinds that differ: where fences become the same instruction, the strongest stands for them.
KINDS = {'tso': ['seq_cst'], 'pso': ['acq_rel', 'seq_cst'], 'aarch64': ['acquire', 'seq_cst'], 'power': ['acq_rel', 'seq_cst']}
SAFE, UNSAFE = 0, 10


def verdict(args, file, model):
    return subprocess.run([args.program, 'verify', '--model', model, file], capture_output=True, timeout=300).returncode


def with_fences(lines, chosen):
    made = []
    for number, line in enumerate(lines, 1):
        if chosen.get(number):
            made.append(f'  atomic_thread_fence(memory_order_{chosen[number]});')
        made.append(line)
    return '\n'.join(made) + '\n'


def cheapest(args, lines, places, model, folder):
    """None: no choice is enough."""
    kinds = [None, *KINDS.get(model, COSTS)]
    choices = [dict(zip(places, chosen)) for chosen in itertools.product(kinds, repeat=len(places))]
    cost = {id(c): sum(COSTS[kind] for kind in c.values() if kind) for c in choices}
    for chosen in sorted(choices, key=lambda c: cost[id(c)]):
        file = folder / 'tried.c'
        file.write_text(with_fences(lines, chosen))
        code = verdict(args, file, model)
        if code == SAFE:
            return cost[id(chosen)]
        if code != UNSAFE:
            raise RuntimeError(f'verify ends with {code} with {chosen}')
    return None


def problem_of(args, name, threads, outcome, model):
    folder = pathlib.Path(tempfile.mkdtemp(prefix='fencepost-fences-'))
    try:
        lines, places = program(threads, outcome)
        file = folder / 'program.c'
        file.write_text(with_fences(lines, {}))
        done = subprocess.run([args.program, 'fences', '--change', 'fences', '--model', model, '--format', 'json', file], capture_output=True, text=True,
                              timeout=600)
        if done.returncode not in (SAFE, UNSAFE):
            return f'{name} {model}: exit code {done.returncode}\n{done.stdout[:2000]}{done.stderr}'
        report = json.loads(done.stdout)
        found = None if report['fences'] is None else sum(fence['cost'] for fence in report['fences'])
        expected = cheapest(args, lines, places, model, folder)
        if found != expected:
            return f'{name} {model}: fences finds {found}, exhaustive search {expected}\n{file.read_text()}'
        if any(fence['violation'] is None for fence in report['fences'] or []):
            return f'{name} {model}: a fence has no run that shows that it is necessary'
        if found:
            patched = subprocess.run(['patch', '-p0', file], input=report['patch'], text=True, capture_output=True)
            if patched.returncode != 0:
                return f'{name} {model}: the patch does not apply: {patched.stdout}{patched.stderr}\n{report["patch"]}'
            if verdict(args, file, model) != SAFE:
                return f'{name} {model}: the patched program is not SAFE\n{file.read_text()}'
        args.costs.append(found)
        return ''
    finally:
        shutil.rmtree(folder)


def random_case(seed):
    """Accesses to two places by two or three threads, and outcomes that no interleaving has, but a machine with store buffers."""
    rng = random.Random(seed)
    while True:
        threads, registers, values = [], 0, {'x': 0, 'y': 0}
        for length in rng.choice([(2, 2), (3, 2), (3, 3), (1, 2, 2), (2, 2, 2)]):
            thread = []
            for _ in range(length):
                place = rng.choice('xy')
                if rng.random() < 0.6:
                    values[place] += 1
                    thread.append(('W', place, values[place]))
                else:
                    thread.append(('R', place, 'abcdefghi'[registers]))
                    registers += 1
            threads.append(thread)
        machine = rng.choice([lambda place: 0, lambda place: place])
        weak = sorted(outcomes(threads, machine) - outcomes(threads, None))
        if weak:
            chosen = rng.sample(weak, rng.randint(1, min(3, len(weak))))
            return threads, ' || '.join('(' + ' && '.join(f'{name} == {value}' for name, value in one) + ')' for one in chosen)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('-j', type=int, default=1)
    parser.add_argument('--only', default='')
    parser.add_argument('--random', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default='')
    args = parser.parse_args()
    args.costs = []
    args.program = str(pathlib.Path(args.program).resolve())
    models = args.models.split(',') if args.models else MODELS
    cases = [(name, threads, outcome, model) for name, (threads, outcome) in SHAPES.items() for model in models]
    if args.random:
        models = args.models.split(',') if args.models else ['tso', 'pso']
        cases = [(f'seed {seed}', *random_case(seed), model) for seed in range(args.seed, args.seed + args.random) for model in models]
    cases = [case for case in cases if args.only in f'{case[0]} {case[3]}']
    with ThreadPoolExecutor(args.j) as pool:
        problems = list(filter(None, pool.map(lambda case: problem_of(args, *case), cases)))
    needed, hopeless = sum(map(bool, args.costs)), args.costs.count(None)
    print('\n'.join(problems) or f'{len(cases)} programs, {needed} with the cheapest fences, {hopeless} that no fences help')
    return 1 if problems or not cases else 0


if __name__ == '__main__':
    sys.exit(main())
