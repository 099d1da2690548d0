#!/usr/bin/env python3
"""What it costs that no SAFE leaves without a run and unchallenged (driver/challenged.h): `make bench`.

  guards.py FENCEPOST CORPORA [--every N] [--timeout S]

By corpus: time with the guards as a ratio of the time without, of one run, as the statistics have it; and which answers the
guards took back. Tasks that end without SAFE cost nothing more. --every N takes each N-th task.
"""
import argparse
import csv
import json
import pathlib
import subprocess

TAKEN_BACK = ('the engine found nothing, but', 'no run was found', 'does not replay', 'before a run was found')


def tasks(corpora):
    """(corpus, file, options)"""
    def rows(name, table):
        path = corpora / name / table
        return csv.DictReader(open(path)) if path.exists() else []

    for row in rows('svcomp', 'tasks.csv'):
        yield 'svcomp', row['file'], ['--model', 'sc', '--property', row['property'], '--data-model', 'ILP32']
    for row in rows('litmus-c', 'expected.csv'):
        yield 'litmus-c', row['file'], ['--model', row['model']]
    for row in rows('cerberus', 'expected.csv'):
        yield 'cerberus', row['file'], ['--uninit', 'unspecified'] + (['--model', row['model']] if row['model'] else [])
    for path in sorted((corpora / 'torture').glob('*.c')):
        yield 'torture', path.name, []


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('fencepost')
    parser.add_argument('corpora', type=pathlib.Path)
    parser.add_argument('--every', type=int, default=5)
    parser.add_argument('--timeout', type=int, default=10)
    args = parser.parse_args()
    total, guards, count = {}, {}, {}
    for corpus, file, options in list(tasks(args.corpora))[::args.every]:
        done = subprocess.run([args.fencepost, 'verify', '--format', 'json', '--timeout', str(args.timeout), *options,
                               str(args.corpora / corpus / file)], capture_output=True, text=True)
        try:
            report = json.loads(done.stdout)
        except ValueError:
            continue
        statistics = report.get('statistics', {})
        total[corpus] = total.get(corpus, 0) + statistics.get('time.total', 0)
        guards[corpus] = guards.get(corpus, 0) + statistics.get('time.guards', 0) + statistics.get('time.guards-asked', 0)
        count[corpus] = count.get(corpus, 0) + 1
        if any(words in (report.get('reason') or '') for words in TAKEN_BACK):
            print(f'taken back: {corpus}/{file} {" ".join(options)}: {report["reason"]}')
    for corpus in total:
        print(f'{corpus:10} {count[corpus]:5} tasks {total[corpus]:8.1f} s, guards: '
              f'{total[corpus] / (total[corpus] - guards[corpus]):.3f} of the time without')
    if total:
        print(f'all        {sum(count.values()):5} tasks {sum(total.values()):8.1f} s, guards: '
              f'{sum(total.values()) / (sum(total.values()) - sum(guards.values())):.3f} of the time without')


if __name__ == '__main__':
    main()
