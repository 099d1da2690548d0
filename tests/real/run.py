#!/usr/bin/env python3
"""Programs with the idioms of rings, queues, locks and lists as they are published, each with a planted bug (-DBUG), under several memory models:
table.csv says what is right. usage: run.py PROGRAM [--whole] [--only SUBSTRING]   Without --whole: the rows that are marked quick. Time
and peak memory of each are printed."""
import argparse
import csv
import os
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODELS = {'none': [], **{name: ['--model', name] for name in ('sc', 'tso', 'rc11', 'aarch64')}}
NAMES = {0: 'SAFE', 10: 'UNSAFE', 20: 'UNKNOWN', 21: 'BOUND'}


def run(command, seconds):
    """Exit code, seconds and the most megabytes that one of its processes had; the code is None if it had to be ended."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    pid = 0
    while pid == 0 and time.monotonic() - begin < seconds:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid == 0:
            time.sleep(0.01)
    if pid == 0:
        process.kill()
        _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0  # it has been waited for
    code = os.waitstatus_to_exitcode(status) if pid != 0 else None
    return code, time.monotonic() - begin, usage.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--whole', action='store_true')
    parser.add_argument('--only', default='')
    parser.add_argument('--timeout', default='10')
    options = parser.parse_args()
    wrong = asked = 0
    with open(HERE / 'table.csv', newline='') as table:
        for row in csv.DictReader(table):
            name = row['file'] + (' ' + row['defines'] if row['defines'] else '')
            if options.only not in name or not (options.whole or row['quick']):
                continue
            for model, arguments in MODELS.items():
                if not options.whole and model not in row['quick'].split():
                    continue
                command = [options.program, 'verify', '--timeout', options.timeout, *arguments, *row['defines'].split(), str(HERE / row['file'])]
                code, seconds, megabytes = run(command, 120)
                got, right = NAMES.get(code, f'exit {code}'), row[model].split(' or ')
                asked += 1
                if got not in right:
                    wrong += 1
                print(f'{name:28} {model:8} {got:8} {seconds:6.1f} s {megabytes:5.0f} MB' + ('' if got in right else f'   right: {row[model]}'))
    print(f'{asked - wrong} of {asked} are right')
    return wrong != 0


if __name__ == '__main__':
    sys.exit(main())
