#!/usr/bin/env python3
"""The same input and options give the same report byte for byte, but for times and memory: a sample of the golden tests, and
programs that runs at random decide (engine/sampling), each verified several times, all at once so that they are not equally fast.

usage: determinism.py PROGRAM [--every 16] [--times 3] [-j N]"""
import argparse
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), 'golden'))
import run as golden  # noqa: E402

MEASURED = re.compile(r'^\s*"(time\.[^"]*|memory\.[^"]*|[^"]*-seconds)": .*\n', re.M)
ALWAYS = ['threads/sampled.c']


def report(program, arguments):
    command = [program, *arguments, '--format', 'json']
    done = subprocess.run(command, cwd=golden.ROOT, capture_output=True, text=True, errors='replace', timeout=golden.SECONDS)
    return MEASURED.sub('', done.stdout) + f'exit {done.returncode}\n' + done.stderr


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--every', type=int, default=16)
    parser.add_argument('--times', type=int, default=3)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    runs = []
    for file in sorted({*golden.files_below([], every=options.every), *(golden.ROOT / name for name in ALWAYS)}):
        text = file.read_text(errors='replace')
        names = [str(file.relative_to(golden.ROOT))]
        names += [str((file.parent / other.strip()).relative_to(golden.ROOT)) for other in re.findall('^// with: (.*)$', text, re.M)]
        runs += [shlex.split(command) + names for _, command, _ in golden.commands_of(text) if command.startswith('verify')
                 if '--format' not in command]
    with ThreadPoolExecutor(options.j) as pool:
        reports = list(pool.map(lambda arguments: report(program, arguments), runs * options.times))
    wrong = 0
    for i, arguments in enumerate(runs):
        if len(set(reports[i::len(runs)])) > 1:
            wrong += 1
            print('differs:', *arguments)
    print(f'determinism: {len(runs)} commands, {options.times} times each, {wrong} differ')
    return 1 if wrong else 0


sys.exit(main())
