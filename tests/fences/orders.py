#!/usr/bin/env python3
"""The command fences with memory orders against exhaustive search: under rc11 the cheapest orders that `fences` finds for the litmus shapes,
and for random programs with loads, stores and updates that are all relaxed. Every choice of orders that is cheaper must be UNSAFE by
`verify`, the patch must apply, and the patched program must be SAFE; each order must come with a run that shows that it is necessary. Of the
patched program `fences --relax` must then find nothing that can be weaker, and of the program with all orders seq_cst it must find the
same cost.

usage: orders.py PROGRAM [-j N] [--random N] [--seed N] [--model M] [--only SUBSTRING]
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

SAFE, UNSAFE = 0, 10
# What `fences` takes without --cost.
COSTS = {'load': {'relaxed': 0, 'acquire': 1, 'seq_cst': 3},
         'store': {'relaxed': 0, 'release': 1, 'seq_cst': 4},
         'fetch_add': {'relaxed': 0, 'acquire': 1, 'release': 1, 'acq_rel': 2, 'seq_cst': 4}}
RELAXED = 'memory_order_relaxed'


def kind_of(line):
    return next(kind for kind in COSTS if f'atomic_{kind}_explicit' in line)


def run(args, *words):
    return subprocess.run([args.program, *map(str, words)], capture_output=True, text=True, timeout=600)


def fences(args, file, *words):
    done = run(args, 'fences', '--model', args.model, '--format', 'json', *words, file)
    if done.returncode not in (SAFE, UNSAFE):
        raise RuntimeError(f'exit code {done.returncode}\n{done.stdout[:2000]}{done.stderr}')
    return json.loads(done.stdout)


def cheaper_choice(args, lines, cost, folder):
    """A choice of orders that costs less and is not UNSAFE."""
    sites = [number for number, line in enumerate(lines) if RELAXED in line]
    levels = [COSTS[kind_of(lines[site])] for site in sites]
    for chosen in itertools.product(*levels):
        if sum(of[order] for of, order in zip(levels, chosen)) >= cost:
            continue
        made = list(lines)
        for site, order in zip(sites, chosen):
            made[site] = made[site].replace(RELAXED, f'memory_order_{order}')
        file = folder / 'tried.c'
        file.write_text('\n'.join(made) + '\n')
        code = run(args, 'verify', '--model', args.model, file).returncode
        if code != UNSAFE:
            return f'{chosen} (verify ends with {code})'
    return None


def problem_of(args, name, lines):
    folder = pathlib.Path(tempfile.mkdtemp(prefix='fencepost-orders-'))
    try:
        file = folder / 'program.c'
        file.write_text('\n'.join(lines) + '\n')
        report = fences(args, file)
        if report['fences'] is None:
            return f'{name}: no orders are found\n{file.read_text()}'
        found = sum(order['cost'] for order in report['fences'])
        if cheaper := cheaper_choice(args, lines, found, folder):
            return f'{name}: orders of cost {found} are found, but {cheaper} is cheaper\n{file.read_text()}'
        if any(one['violation'] is None for order in report['fences'] for one in order['weaker']):
            return f'{name}: an order has no run that shows that it is necessary\n{file.read_text()}'
        strong = folder / 'strong.c'
        strong.write_text(file.read_text().replace(RELAXED, 'memory_order_seq_cst'))
        relaxed = fences(args, strong, '--relax')
        if relaxed['cost_after'] != found:
            return f'{name}: --relax finds cost {relaxed["cost_after"]} instead of {found}\n{file.read_text()}'
        if found:
            patched = subprocess.run(['patch', '-p0', file], input=report['patch'], text=True, capture_output=True)
            if patched.returncode != 0:
                return f'{name}: the patch does not apply: {patched.stdout}{patched.stderr}\n{report["patch"]}'
        if run(args, 'verify', '--model', args.model, file).returncode != SAFE:
            return f'{name}: the patched program is not SAFE\n{file.read_text()}'
        if left := fences(args, file, '--relax')['fences']:
            return f'{name}: of the patched program {[one["code"] for one in left]} would be enough\n{file.read_text()}'
        args.costs.append(found)
        return ''
    finally:
        shutil.rmtree(folder)


def outcomes(args, file, names, model):
    done = run(args, 'explore', '--model', model, '--format', 'json', *itertools.chain(*(('--observe', name) for name in names)), file)
    report = json.loads(done.stdout)
    if 'outcomes' not in report:
        raise RuntimeError(f'explore fails: {report}')
    return {tuple(outcome['values'][name] for name in names) for outcome in report['outcomes']}


def random_case(args, seed):
    """Accesses to two places, and outcomes that rc11 allows with relaxed accesses and no interleaving has."""
    rng = random.Random(seed)
    while True:
        threads, registers = [], []
        values = {'x': 0, 'y': 0}
        for length in rng.choice([(2, 2), (2, 2), (3, 2), (1, 2, 2)]):
            thread = []
            for _ in range(length):
                place, kind = rng.choice('xy'), rng.random()
                if kind < 0.4:
                    values[place] += 1
                    thread.append(f'  atomic_store_explicit(&{place}, {values[place]}, {RELAXED});')
                else:
                    registers.append('abcdefghi'[len(registers)])
                    call = f'atomic_load_explicit(&{place}' if kind < 0.8 else f'atomic_fetch_add_explicit(&{place}, 10'
                    thread.append(f'  {registers[-1]} = {call}, {RELAXED});')
            threads.append(thread)
        observed = registers + [place for place in 'xy' if f'&{place},' in str(threads)]

        def made(outcome):
            lines, _ = program([[] for _ in threads], outcome)
            lines[4] = 'atomic_int x, y;'
            lines.insert(5, f'int {", ".join(registers)};' if registers else '')
            for number, thread in enumerate(threads):
                at = lines.index(f'void *thread_{number}(void *unused) {{')
                lines[at + 1:at + 1] = thread
            return lines

        folder = pathlib.Path(tempfile.mkdtemp(prefix='fencepost-orders-'))
        try:
            file = folder / 'program.c'
            file.write_text('\n'.join(made('0')) + '\n')
            weak = sorted(outcomes(args, file, observed, args.model) - outcomes(args, file, observed, 'sc'))
        finally:
            shutil.rmtree(folder)
        if weak:
            chosen = rng.sample(weak, rng.randint(1, min(2, len(weak))))
            return made(' || '.join('(' + ' && '.join(f'{name} == {value}' for name, value in zip(observed, one)) + ')' for one in chosen))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('-j', type=int, default=1)
    parser.add_argument('--random', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--model', default='rc11')
    parser.add_argument('--only', default='')
    args = parser.parse_args()
    args.costs = []
    args.program = str(pathlib.Path(args.program).resolve())
    if args.random:
        cases = [(f'seed {seed}', lambda seed=seed: random_case(args, seed)) for seed in range(args.seed, args.seed + args.random)]
    else:
        cases = [(name, lambda shape=shape: program(*shape)[0]) for name, shape in SHAPES.items() if args.only in name]

    def judged(case):
        try:
            return problem_of(args, case[0], case[1]())
        except (RuntimeError, ValueError) as error:
            return f'{case[0]}: {error}'

    with ThreadPoolExecutor(args.j) as pool:
        problems = list(filter(None, pool.map(judged, cases)))
    print('\n'.join(problems) or f'{len(cases)} programs, {sum(map(bool, args.costs))} with the cheapest orders')
    return 1 if problems or not cases else 0


if __name__ == '__main__':
    sys.exit(main())
