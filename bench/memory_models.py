#!/usr/bin/env python3
"""SV-COMP's concurrent programs under sc, tso and pso: what flips, what it costs, and how others fared: `make bench`.

  memory_models.py FENCEPOST CORPUS [--timeout S] [--every N] [--lazy | --as-deep]

CORPUS holds tasks.csv and the recorded baselines (baseline-cbmc.csv, baseline-deagle.csv). Prints ratios of one run on one
machine; nothing is asserted. --every N takes each N-th task. --lazy compares the lazy and the monolithic encoding instead, on
the tasks of pthread-wmm. --as-deep compares with the baselines alone, loops unrolled as often as there (an unwinding of n+1
lets n iterations end) instead of deeper and deeper.
"""
import argparse
import csv
import json
import os
import pathlib
import resource
import subprocess
import sys

VERDICTS = {0: 'true', 10: 'false', 21: 'true'}


def run(binary, path, model, limit, *more):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([binary, 'verify', '--format', 'json', '--property', 'unreach-call', '--data-model', 'ILP32',
                           '--model', model, '--timeout', str(limit), *more, str(path)], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        peak = json.loads(done.stdout)['statistics'].get('memory.peak_mb', 0)
    except (ValueError, KeyError):
        peak = 0
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return VERDICTS.get(done.returncode), cpu, peak


def encodings(binary, corpus, tasks, limit):
    total = {'lazy': 0.0, 'monolithic': 0.0}
    for file in tasks:
        if not file.startswith('pthread-wmm/'):
            continue
        found = {e: run(binary, corpus / file, 'sc', limit, '--encoding', e) for e in total}
        if all(verdict for verdict, _, _ in found.values()):
            for e, (_, cpu, _) in found.items():
                total[e] += cpu
        else:
            print(f'{file}: not decided by both: { {e: v for e, (v, _, _) in found.items()} }')
    if total['lazy']:
        print(f'lazy {total["lazy"]:.1f} s, monolithic {total["monolithic"]:.1f} s: '
              f'{total["monolithic"] / total["lazy"]:.1f} times')


def against(name, column, ours, corpus, peak_column=None):
    path = corpus / f'baseline-{name}.csv'
    if not path.exists():
        return
    rows = [r for r in csv.DictReader(open(path)) if r['verdict'] in ('true', 'false') and r.get('note') != 'vacuous']
    for model in ('sc', 'tso', 'pso'):
        both = [(r, ours[r['file'], model]) for r in rows
                if r['mm'] == model and ours.get((r['file'], model), (None,))[0]]
        theirs, mine = sum(float(r[column]) for r, _ in both), sum(o[1] for _, o in both)
        if not both or not mine:
            continue
        peak = ''
        if peak_column:
            peak = f', peak memory {max(o[2] for _, o in both) / max(float(r[peak_column]) for r, _ in both):.2f} of theirs'
        print(f'{name:>8} {model:>4}: {len(both)} tasks decided by both, {theirs:.1f} s against our {mine:.1f} s: '
              f'{mine / theirs:.3f} of theirs{peak}')


def as_deep(binary, corpus, files, limit):
    ours = {}
    rows = [r for r in csv.DictReader(open(corpus / 'baseline-cbmc.csv')) if r['file'] in files]
    for number, row in enumerate(rows):
        iterations = str(max(1, int(row['unwind']) - 1))
        ours[row['file'], row['mm']] = run(binary, corpus / row['file'], row['mm'], limit, '--unwind', iterations)
        print(f'\r{number + 1} of {len(rows)} rows', end='', file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print('with as many iterations of each loop as the others had:')
    compare(ours, corpus)


def compare(ours, corpus):
    against('cbmc', 'cpu_s', ours, corpus, 'peak_rss_mb')
    against('deagle', 'wall_s', ours, corpus)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('binary')
    parser.add_argument('corpus', type=pathlib.Path)
    parser.add_argument('--timeout', type=int, default=10)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--lazy', action='store_true')
    parser.add_argument('--as-deep', action='store_true')
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    if not (options.corpus / 'tasks.csv').exists():
        print(f'{options.corpus}: no tasks.csv, nothing to measure')
        return 0
    rows = [r for r in csv.DictReader(open(options.corpus / 'tasks.csv')) if r['property'] == 'unreach-call']
    rows = rows[::options.every]
    if options.lazy:
        return encodings(binary, options.corpus, [r['file'] for r in rows], options.timeout)
    if options.as_deep:
        return as_deep(binary, options.corpus, {r['file'] for r in rows}, options.timeout)
    ours = {}
    for number, row in enumerate(rows):
        for model in ('sc', 'tso', 'pso'):
            ours[row['file'], model] = run(binary, options.corpus / row['file'], model, options.timeout)
        print(f'\r{number + 1} of {len(rows)} tasks', end='', file=sys.stderr, flush=True)
    print(file=sys.stderr)
    models = ('sc', 'tso', 'pso')
    print(f'{"model":>6} {"decided":>8} {"true":>6} {"false":>6} {"seconds":>9}')
    everywhere = [r['file'] for r in rows if all(ours[r['file'], m][0] for m in models)]
    for model in models:
        verdicts = [ours[r['file'], model][0] for r in rows]
        spent = sum(ours[f, model][1] for f in everywhere)
        print(f'{model:>6} {sum(v is not None for v in verdicts):8} {verdicts.count("true"):6} {verdicts.count("false"):6} '
              f'{spent:9.1f}')
    for weaker in ('tso', 'pso'):
        sc, other = (sum(ours[f, m][1] for f in everywhere) for m in ('sc', weaker))
        print(f'{weaker} takes {other / max(sc, 1e-9):.2f} times as long as sc on the {len(everywhere)} tasks decided under all three')
    for first, then in (('sc', 'tso'), ('tso', 'pso')):
        flips = [f for f in everywhere if ours[f, first][0] == 'true' and ours[f, then][0] == 'false']
        print(f'{first} -> {then}: {len(flips)} programs become unsafe' + ''.join(f'\n    {f}' for f in flips))
    wrong = [r['file'] for r in rows if ours[r['file'], 'sc'][0] not in (None, r['expected_sc'])]
    print(f'against the published verdicts under sc: {len(wrong)} differ' + ''.join(f'\n    {f}' for f in wrong))
    compare(ours, options.corpus)
    return 0


sys.exit(main())
