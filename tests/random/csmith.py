#!/usr/bin/env python3
"""Programs by Csmith (Yang, Chen, Eide, Regehr: Finding and Understanding Bugs in C Compilers, PLDI 2011): ordinary C without
undefined behaviour. `run` prints the checksum that the compiled program prints, and `verify` never says UNSAFE.

usage: csmith.py PROGRAM [--count 200] [--seed 1] [--verify-seconds 5] [-j N]
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

CLANG = os.environ.get('CLANG', 'clang-19')
HEADERS = os.environ.get('CSMITH_HEADERS', '/usr/include/csmith')
# Small enough for the interpreter; packed structs and bit-fields are where layouts differ.
SHAPES = [
    [],
    ['--packed-struct', '--bitfields', '--max-funcs', '4'],
    ['--max-funcs', '3', '--max-block-depth', '3', '--no-volatiles'],
    ['--unions', '--packed-struct', '--max-struct-fields', '6', '--inline-function'],
    ['--float', '--max-funcs', '4'],
    ['--no-safe-math', '--max-funcs', '2', '--no-divs', '--no-muls'],
]


def ran(command, seconds, folder=None):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=seconds, cwd=folder)
    except subprocess.TimeoutExpired:
        return None


def checksum(text):
    found = re.search(r'^checksum = ([0-9A-F]+)$', text, re.M)
    return found and found.group(1)


def judge(options, folder, seed):
    """What happened: a word for the statistics, and a problem or None."""
    shape = SHAPES[seed % len(SHAPES)]
    source = folder / f'{seed}.c'
    binary = folder / f'{seed}.exe'
    made = ran(['csmith', '--seed', str(seed), '--no-argc', '--output', str(source), *shape], 60, folder)  # it writes a file where it stands
    if made is None or made.returncode != 0:
        return 'not generated', None
    # Without safe arithmetic programs may overflow, and pointers to packed members may be misaligned: the sanitizer tells. That of
    # addresses aligns all objects, so that no such pointer is aligned by luck; neither looks at pointers to volatile.
    flags = ['-w', '-Dvolatile=', '-O0', '-fsigned-char', '-ffp-contract=off', f'-I{HEADERS}', '-fsanitize=undefined,address', '-fsanitize-trap=undefined']
    built = ran([CLANG, *flags, str(source), '-o', str(binary)], 120)
    if built is None or built.returncode != 0:
        return 'not compiled', None
    native = ran([str(binary)], 5)
    binary.unlink()
    if native is None or native.returncode != 0:
        return 'endless or undefined', None
    wanted = checksum(native.stdout)
    program = [os.path.abspath(options.fencepost)]
    run = ran([*program, 'run', '--timeout', '60', '-I', HEADERS, str(source)], 120)
    verdict = ran([*program, 'verify', '--timeout', str(options.verify_seconds), '-I', HEADERS, str(source)], 120)
    if run is None or run.returncode not in (0, 20):
        return 'wrong', f'seed {seed}: run ends with {run and (run.returncode, run.stdout[-300:], run.stderr[-300:])}'
    if verdict is None or verdict.returncode not in (0, 20, 21):
        return 'wrong', f'seed {seed}: verify says {verdict and (verdict.returncode, verdict.stdout[-600:], verdict.stderr[-300:])}'
    if 'does not replay' in verdict.stdout + verdict.stderr:
        return 'wrong', f'seed {seed}: {verdict.stdout[-600:]}{verdict.stderr[-300:]}'
    if run.returncode == 20:
        return 'unknown: ' + re.sub(r'[\w/.-]*:\d+:\d+', '', run.stdout.strip().split('\n')[-1])[:70], None
    if checksum(run.stdout) != wanted:
        return 'wrong', f'seed {seed}: run prints {checksum(run.stdout)}, the compiled program {wanted}'
    source.unlink()
    return 'same result', None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=200)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--verify-seconds', type=float, default=5)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    parser.add_argument('--keep', help='folder for programs without the same result')
    options = parser.parse_args()
    if not shutil.which('csmith') or not pathlib.Path(HEADERS, 'csmith.h').exists():
        sys.exit('csmith.py: needs csmith and its headers (scripts/setup.sh csmith libcsmith-dev)')
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(options.j) as pool:
        folder = pathlib.Path(options.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        seeds = range(options.seed, options.seed + options.count)
        results = list(pool.map(lambda seed: judge(options, folder, seed), seeds))
    counts = {}
    for word, _ in results:
        counts[word] = counts.get(word, 0) + 1
    problems = [problem for _, problem in results if problem]
    for problem in problems:
        print(problem)
    print(f'{options.count} programs: ' + ', '.join(f'{number} {word}' for word, number in sorted(counts.items())))
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
