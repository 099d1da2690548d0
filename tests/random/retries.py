#!/usr/bin/env python3
"""Random programs of two threads, one of which tries a weak compare-exchange until it succeeds: as a loop, whose retries are left out, and
as a few attempts in a row, whose are not. Under models that look at dependencies `explore` must list the same outcomes for both.

  retries.py FENCEPOST [--count N] [--seed S] [--models M,M]

Exit 1 and both answers if they differ. At the end it says for how many programs retries were left out.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ATTEMPTS = 3
LOADS, STORES = (0, 0, 0, 2, 5), (0, 0, 3, 5)
FENCES = ('', '', '', '__atomic_thread_fence(2);', '__atomic_thread_fence(3);', '__atomic_thread_fence(4);', '__atomic_thread_fence(5);')


def before(rng):
    return rng.choice(['', '', f'a = __atomic_load_n(&y, {rng.choice(LOADS)});', f'__atomic_store_n(&y, 1, {rng.choice(STORES)});',
                       f'a = __atomic_load_n(&z[0], {rng.choice(LOADS)});']) + rng.choice(FENCES)


def after(rng):
    if rng.random() < 0.4:
        return rng.choice(('b = __atomic_load_n(&y + (next ^ next), 0);', 'b = __atomic_load_n(&y + (old ^ old), 0);', 'b = __atomic_load_n(&y + (kept & 0), 0);'))
    return ' '.join(rng.choice(FENCES) + rng.choice([
        f'__atomic_store_n(&y, 2, {rng.choice(STORES)});', f'__atomic_store_n(&y, 2 + (old ^ old), 0);',
        f'__atomic_store_n(&z[old & 1], 1, 0);', f'if (old) __atomic_store_n(&y, 2, 0);', f'b = __atomic_load_n(&y, {rng.choice(LOADS)});',
        'b = __atomic_load_n(&z[next & 1], 0);', 'b = __atomic_load_n(&y + (next ^ next), 0);', 'b = kept;', f'__atomic_store_n(&z[0], 1 + (kept ^ kept), 0);',
        'if (old != kept) __atomic_store_n(&y, 3, 0);']) for _ in range(rng.choice((1, 1, 2))))


def tries(rng):
    """The load, what is done with it, and what each round does before and after its attempt."""
    order = rng.choice(LOADS)
    failure = order if rng.random() < 0.8 else rng.choice(LOADS)
    success = rng.choice((order, max(order, failure), 5, 3 if failure in (0,) else 5))
    if failure == 2 and success in (0, 3):
        success = 4
    if failure == 5:
        success = 5
    place = rng.choice(('&x', '&x', '&x', '&x + (old ^ old)', '&x + (a & 0)'))
    load = f'old = __atomic_load_n({"&x + (a & 0)" if "a &" in place else "&x"}, {order}); '
    first = rng.choice(('next = old + 1;', 'next = 5;', 'next = 5 + (old ^ old);', 'next = 5 + (old ^ old);', 'if (old == 9) next = 6; else next = 5;', 'if (old == 9) return 0; next = 5;', 'next = old + 1; kept = old;'))
    again = rng.choice((first, first, '', '', 'next = old + 1;')).replace('return 0;', rng.choice(('return 0;', 'next = 7;')))
    inside = rng.choice(('', '', '', f'c = __atomic_load_n(&y, {rng.choice(LOADS)});', '__atomic_thread_fence(5);', f'next += __atomic_load_n(&y, 0) * 4;'))
    attempt = f'__atomic_compare_exchange_n({place}, &old, next, {rng.choice((0, 1, 1))}, {success}, {failure})'
    return load + first, attempt, inside, again


def program(rng):
    load, attempt, inside, again = tries(rng)
    ahead, behind = before(rng), after(rng)
    stores = [f'__atomic_store_n(&y, 4, 0); {rng.choice(FENCES)} __atomic_store_n(&x, 1, {rng.choice(STORES)});']
    other = ' '.join(stores if rng.random() < 0.5 else [rng.choice(FENCES) + rng.choice([
        f'__atomic_store_n(&x, 1, {rng.choice(STORES)});', f'__atomic_store_n(&x, 1, {rng.choice(STORES)});', f'__atomic_store_n(&y, 4, {rng.choice(STORES)});',
        f'd = __atomic_load_n(&y, {rng.choice(LOADS)});', f'd = __atomic_load_n(&x, {rng.choice(LOADS)});', 'd = __atomic_load_n(&z[0], 0);',
        '__atomic_store_n(&x, 1 + (d ^ d), 0);', 'if (d) __atomic_store_n(&x, 1, 0);', '__atomic_fetch_add(&x, 1, 0);']) for _ in range(3)])

    def text(rounds):
        return f"""#include <pthread.h>
static int x, y, z[2], a = 8, b = 8, c = 8, d = 0;
static void *tries(void *unused) {{
  int old, next = 0, kept = 0;
  {ahead}
  {load}
{rounds}
  {behind}
  return unused;
}}
static void *others(void *unused) {{
  {other}
  return unused;
}}
int main(void) {{
  pthread_t one, two;
  pthread_create(&one, 0, tries, 0);
  pthread_create(&two, 0, others, 0);
  pthread_join(one, 0);
  pthread_join(two, 0);
  return a + b + c + d + x + y + 100 * z[0] + 1000 * z[1];
}}
"""
    loop = f'  for (;;) {{ {inside} if ({attempt}) break; {again} }}'
    row = '\n'.join(f'  {inside} if ({attempt}) goto done; {again}' for _ in range(ATTEMPTS))
    return text(loop), text(row + '\n  __VERIFIER_assume(0);\ndone:;').replace('#include', 'void __VERIFIER_assume(int);\n#include')


def outcomes(fencepost, model, path):
    command = ['timeout', '100', fencepost, 'explore', '--format', 'json', '--unwind', str(ATTEMPTS), '--model', model]
    for name in ('a', 'b', 'c', 'd', 'x', 'y'):
        command += ['--observe', name]
    run = subprocess.run(command + [str(path)], capture_output=True, text=True)
    try:
        told = json.loads(run.stdout)
    except ValueError:
        return None, run.stdout + run.stderr, False
    if 'outcomes' not in told:
        return None, run.stdout + run.stderr, False
    left_out = told.get('statistics', {}).get('unroll.retrying-iterations', 0) > 0
    return sorted(json.dumps(one.get('values', one), sort_keys=True) for one in told['outcomes']), run.stdout, left_out


def check(arguments):
    fencepost, seed, models = arguments
    rng = random.Random(seed)
    texts, model = program(rng), rng.choice(models)
    answers = []
    with tempfile.TemporaryDirectory() as folder:
        for name, text in zip(('loop.c', 'row.c'), texts):
            path = pathlib.Path(folder) / name
            path.write_text(text)
            answers.append(outcomes(fencepost, model, path))
    if answers[0][0] is None or answers[1][0] is None:
        return seed, 'unknown', f'{answers[0][1][-800:]}\n{answers[1][1][-800:]}\n{texts[0]}'
    if answers[0][0] != answers[1][0]:
        lost, more = set(answers[1][0]) - set(answers[0][0]), set(answers[0][0]) - set(answers[1][0])
        return seed, 'wrong', f'seed {seed}, model {model}\n{texts[0]}{texts[1]}the loop lacks {sorted(lost)}\nand has {sorted(more)}'
    return seed, 'left out' if answers[0][2] else 'same', ''


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--count', type=int, default=30)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default='aarch64,power,riscv')
    parser.add_argument('-j', '--jobs', type=int, default=1)
    options = parser.parse_args()
    work = [(options.program, seed, options.models.split(',')) for seed in range(options.seed, options.seed + options.count)]
    found = {'same': 0, 'left out': 0, 'unknown': 0}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for _, kind, text in pool.map(check, work):
            if kind == 'wrong':
                print(text, flush=True)
                os._exit(1)
            if kind == 'unknown' and os.environ.get('SHOW'):
                print(text)
            found[kind] += 1
    print(f'retries: {options.count} programs agree, in {found["left out"]} retries are left out, {found["unknown"]} have no answer')
    return 0


if __name__ == '__main__':
    sys.exit(main())
