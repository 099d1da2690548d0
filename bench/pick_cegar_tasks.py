#!/usr/bin/env python3
"""The 50 tasks of cegar_tasks.csv: 25 that hold and 25 that do not, of those that are flat and whose number of threads is known.

  pick_cegar_tasks.py FENCEPOST CORPUS > cegar_tasks.csv

One from each folder in turn, from the middle of what is left of it by length, so that neither the shortest nor the longest are all.
"""
import argparse
import csv
import pathlib
import subprocess
import sys


def is_flat(fencepost, file):
    run = subprocess.run([fencepost, 'show', '--stage', 'flat', '--property', 'unreach-call', '--data-model', 'ILP32',
                          '--timeout', '120', str(file)], capture_output=True, text=True, errors='replace')
    return run.returncode == 0 and not run.stdout.startswith('not flat') and '(any number)' not in run.stdout


def picked(rows, number):
    by_folder = {}
    for row in rows:
        by_folder.setdefault(row['origin_folder'], []).append(row)
    for folder in by_folder.values():
        folder.sort(key=lambda row: (int(row['lines']), row['file']))
    found = []
    while len(found) < number and any(by_folder.values()):
        found += [folder.pop(len(folder) // 2) for folder in by_folder.values() if folder]
    return found[:number]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fencepost')
    parser.add_argument('corpus', type=pathlib.Path)
    args = parser.parse_args()
    with open(args.corpus / 'tasks.csv') as table:
        rows = [row for row in csv.DictReader(table) if row['property'] == 'unreach-call']
    rows = [row for row in rows if is_flat(args.fencepost, args.corpus / row['file'])]
    print('file,expected')
    for expected in ('true', 'false'):
        for row in picked([row for row in rows if row['expected_sc'] == expected], 25):
            print(f'{row["file"]},{expected}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
