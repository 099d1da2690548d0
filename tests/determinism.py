#!/usr/bin/env python3
"""The same input and options give the same report byte for byte, but for times and memory, and so do other numbers of threads: a
sample of what golden tests verify, everything that they explore and run, programs that runs at random decide (engine/sampling),
and litmus tests on one thread and on several. Each is run several times, two at once on every core, so that the machine is busy
and no two runs are equally fast.

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

MEASURED = re.compile(r'^\s*"(time\.[^"]*|memory\.[^"]*|[^"]*-seconds|ms)": .*\n|, [0-9.]+ s$', re.M)
ALWAYS = ['threads/sampled.c']
LITMUS = ['litmus', '../fuzz/seeds']
# Commands, and what makes their whole report one that can be compared.
REPORT = {'verify': ['--format', 'json'], 'explore': ['--format', 'json'], 'run': []}


def report(program, arguments):
    done = subprocess.run([program, *arguments], cwd=golden.ROOT, capture_output=True, text=True, errors='replace',
                          timeout=golden.SECONDS)
    return MEASURED.sub('', done.stdout) + f'exit {done.returncode}\n' + MEASURED.sub('', done.stderr)


def golden_commands(every):
    """The commands of golden tests that are run here, each with its files."""
    verified = {*golden.files_below([], every=every), *(golden.ROOT / name for name in ALWAYS)}
    commands = []
    for file in golden.files_below([]):
        text = file.read_text(errors='replace')
        names = [str(file.relative_to(golden.ROOT))]
        names += [str((file.parent / other.strip()).relative_to(golden.ROOT)) for other in re.findall('^// with: (.*)$', text, re.M)]
        for _, command, _ in golden.commands_of(text):
            arguments = shlex.split(command)
            if arguments[0] in REPORT and '--format' not in arguments and (arguments[0] != 'verify' or file in verified):
                commands.append([*arguments, *REPORT[arguments[0]], *names])
    return commands


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--every', type=int, default=16)
    parser.add_argument('--times', type=int, default=3)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    commands = golden_commands(options.every) + [['litmus', '--format', 'json', *LITMUS]]
    runs = []
    for i in range(options.times):
        runs += [c + ['-j', str(3 * i + 1)] if c[0] == 'litmus' else c for c in commands]
    with ThreadPoolExecutor(2 * options.j) as pool:
        reports = list(pool.map(lambda arguments: report(program, arguments), runs))
    wrong = [command for i, command in enumerate(commands) if len(set(reports[i::len(commands)])) > 1]
    for command in wrong:
        print('differs:', *command)
    kinds = ', '.join(f'{sum(c[0] == kind for c in commands)} {kind}' for kind in (*REPORT, 'litmus'))
    print(f'determinism: {len(commands)} commands ({kinds}), {options.times} times each, {len(wrong)} differ')
    return 1 if wrong else 0


sys.exit(main())
