#!/usr/bin/env python3
"""How many of the unreach-call tasks of the SV-COMP corpus are flat, and why the others are not.

usage: flat_corpus.py PROGRAM CORPUS [--list] [--property P]
--list names the tasks that are not flat, each with its reason. With --property all programs of the corpus are asked that instead."""
import argparse
import collections
import csv
import pathlib
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument('program')
parser.add_argument('corpus', type=pathlib.Path)
parser.add_argument('--list', action='store_true')
parser.add_argument('--property')
args = parser.parse_args()


def reason_of(name):
    """None: it is flat."""
    command = [args.program, 'show', '--stage', 'flat', '--property', args.property or 'unreach-call', '--data-model', 'ILP32',
               '--timeout', '30', str(args.corpus / name)]
    run = subprocess.run(command, capture_output=True, text=True, errors='replace')
    if run.returncode != 0:
        return f'exit code {run.returncode}: {run.stderr.splitlines()[0] if run.stderr else ""}'
    match = re.match(r'not flat: (\S*): (.*)', run.stdout)
    return f'{match[2]} ({match[1].rsplit("/", 1)[-1]})' if match else None


with open(args.corpus / 'tasks.csv') as table:
    names = [row['file'] for row in csv.DictReader(table) if args.property or row['property'] == 'unreach-call']
with ThreadPoolExecutor(2) as pool:
    reasons = dict(zip(names, pool.map(reason_of, names)))
counts = collections.Counter()
for name, reason in reasons.items():
    if reason is None:
        continue
    # Objects differ from program to program; what happens to them is the reason.
    counts[re.sub(r'\(.*\)$', '', reason).strip()] += 1
    if args.list:
        print(f'{name}: {reason}')
flat = sum(reason is None for reason in reasons.values())
print(f'flat: {flat} of {len(names)} ({100 * flat // len(names)} %)')
for reason, count in counts.most_common():
    print(f'{count:5}  {reason}')
