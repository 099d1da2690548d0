#!/usr/bin/env python3
"""Programs that use what the front end knows of the library, executed by Fencepost's interpreter and, under ASan and UBSan, by the
host: both print the same and end with the same status. run.py FENCEPOST [--seeds N]; CC names the host's compiler."""
import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent / 'programs'


def on_host(program, seed, folder):
    made = Path(folder) / program.stem
    subprocess.run([os.environ.get('CC', 'cc'), '-std=gnu17', '-w', '-g', '-fno-builtin', '-fsanitize=address,undefined',
                    '-fno-sanitize-recover=all', f'-DSEED={seed}', str(program), '-pthread', '-lm', '-o', str(made)], check=True)
    options = {**os.environ, 'ASAN_OPTIONS': 'allocator_may_return_null=1:detect_leaks=0'}
    ran = subprocess.run([str(made)], capture_output=True, text=True, timeout=60, env=options)
    return ran.stdout, ran.returncode, ran.stderr


def interpreted(fencepost, program, seed):
    ran = subprocess.run([fencepost, 'run', f'-DSEED={seed}', str(program)], capture_output=True, text=True, timeout=120)
    output, _, last = ran.stdout.rstrip('\n').rpartition('\n')
    result = re.fullmatch(r'finished(?:, result (-?\d+))?', last)  # what main returned
    if not result:
        return ran.stdout, 'a failure', ran.stderr
    return output + '\n', result[1] and int(result[1]), ran.stderr


def main():
    options = argparse.ArgumentParser()
    options.add_argument('fencepost')
    options.add_argument('--seeds', type=int, default=4)
    options = options.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in sorted(PROGRAMS.glob('*.c')):
            for seed in range(options.seeds if 'SEED' in program.read_text() else 1):
                theirs, ours = on_host(program, seed, folder), interpreted(options.fencepost, program, seed)
                if theirs[0] == ours[0] and ours[1] in (None, theirs[1]):
                    continue
                wrong += 1
                print(f'{program.name} with seed {seed}: status {theirs[1]} on the host, {ours[1]} here')
                print(theirs[2][:2000], ours[2][:2000])
                for number, (a, b) in enumerate(zip(theirs[0].splitlines() + ['-'], ours[0].splitlines() + ['-'])):
                    if a != b:
                        print(f'  line {number + 1}: {a!r} on the host, {b!r} here')
                        break
    print('library programs:', 'all agree' if wrong == 0 else f'{wrong} differ')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
