#!/usr/bin/env python3
"""Golden tests: each C file (.c or .i), litmus test or task (.yml) below this folder says in comments which commands to run on it, and the
expectation lies beside it.

  // fencepost: verify --unwind 3     records what a report says but for runs and numbers: see summary()
  // statistic: bounded.ranges > 0    of the command above: this must hold of its statistics, whatever is promoted
  // fencepost-text: verify           records the whole output
  // with: other.c                    is given as a further file to every command

In tasks comments begin with # instead of //.

usage: run.py PROGRAM [--promote | --slow] [--only SUBSTRING] [--every N] [FOLDER ...]
--promote writes what is printed now as the expectation, for review by git diff.
--slow: the program has sanitizers, and gets more time; what it finds out only while that is quick (verdict under sc, weakness) is
not compared.
--every N takes a sample: files by their names alone, whatever else is added, and one of each folder that has none of these.
"""
import argparse
import binascii
import difflib
import itertools
import json
import operator
import os
import pathlib
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent
SECONDS = 120


RELATIONS = {'>': operator.gt, '=': operator.eq, '<': operator.lt}


def position(of):
    return f'{of["line"]}:{of["column"]}'


def weakness(violation):
    """In which lines a run without sequential consistency has its reason: accesses that took effect in the other order, and
    where full fences forbid it."""
    events, weak = violation['graph']['events'], violation['weak']

    def lines(pairs):
        return ', '.join(sorted({f'{events[p["first"]]["line"]}-{events[p["second"]]["line"]}' for p in pairs}))

    return '; '.join(f'{name} {lines(weak[name])}' for name in ('overtaken', 'fences') if weak[name]) or 'a cycle'


def summary(report):
    lines = []
    verdict = report.get('verdict')
    if verdict is not None:
        bound = f' {report["bound"]}' if report['bound'] is not None else ''
        under_sc = f' ({report["verdict_under_sc"].upper()} under sc)' if report['verdict_under_sc'] else ''
        lines.append(verdict.upper() + bound + under_sc)
        if report['reason']:
            at = report['reason_at']
            lines.append('  ' + (f'{at["line"]}: ' if at else '') + report['reason'])
    for violation in sorted(report.get('violations', []), key=lambda v: (v['line'] or 0, v['column'] or 0, v['kind'])):
        detail = f': {violation["detail"]}' if violation['detail'] else ''
        lines.append(f'  {violation["kind"]} {position(violation)} in {violation["function"]}{detail}')
        if violation.get('weak'):
            lines.append(f'    weak: {weakness(violation)}')
    lines += [f'  {d["severity"]} {position(d)} {d["message"]}' for d in report['diagnostics']]
    return '\n'.join(lines)


def commands_of(text):
    """Commands, each with its mode and the statistics that it must have."""
    commands = []
    for kind, words in re.findall(r'^(?://|#) (fencepost|fencepost-text|statistic): (.*)$', text, re.M):
        if kind == 'statistic':
            commands[-1][2].append(words.split())
        else:
            commands.append((kind, words, []))
    return commands


def actual(program, file, seconds):
    """What the commands print, and the relations that do not hold."""
    text = file.read_text(errors='replace')
    name = str(file.relative_to(ROOT))
    others = [str((file.parent / other.strip()).relative_to(ROOT)) for other in re.findall(r'^// with: (.*)$', text, re.M)]
    out, broken = [], []
    for kind, command, statistics in commands_of(text):
        arguments = shlex.split(command)
        is_report = kind == 'fencepost' and arguments[0] == 'verify'
        if is_report:
            arguments += ['--format', 'json']
        run = subprocess.run([program, *arguments, name, *others], cwd=ROOT, capture_output=True, text=True, errors='replace',
                             timeout=seconds)
        shown = run.stdout.rstrip('\n')
        if is_report:
            try:
                report = json.loads(run.stdout)
                shown = summary(report)
            except ValueError:
                report, shown = {}, 'no JSON report: ' + run.stdout[:200]
            if isinstance(report, dict) and report.get('verdict') == 'unknown' and not report.get('advice'):
                broken.append(f'{name}: {command}: UNKNOWN does not say what to try next\n')
            for statistic, relation, number in statistics:
                value = report.get('statistics', {}).get(statistic, 0)
                if not RELATIONS[relation](value, float(number)):
                    broken.append(f'{name}: {command}: {statistic} is {value}, not {relation} {number}\n')
        elif re.match(r'UNKNOWN  ', shown) and not re.search('^  To try next: ', shown, re.M):
            broken.append(f'{name}: {command}: UNKNOWN does not say what to try next\n')
        out.append(f'$ fencepost {command}\n{shown}\nexit {run.returncode}\n')
        if kind == 'fencepost-text' and run.stderr:
            out.append(f'stderr:\n{run.stderr}')
    return '\n'.join(out), ''.join(broken)


def without_comparison(text):
    return re.sub(r' \((UN)?SAFE under sc(, too)?\)|^    weak: .*\n', '', text, flags=re.M)


def check(program, file, promote, slow=False):
    """What is wrong with the file, and whether its expectation was written anew."""
    expected_file = file.with_suffix('.expected')
    expected = expected_file.read_text() if expected_file.exists() else ''
    seconds = 10 * SECONDS if slow else SECONDS
    try:
        got, broken = actual(program, file, seconds)
    except subprocess.TimeoutExpired:
        got, broken = f'no answer within {seconds} s\n', ''
    if got == expected or (slow and without_comparison(got) == without_comparison(expected)):
        return broken, False
    if promote:
        expected_file.write_text(got)
        return broken, True
    return broken + ''.join(difflib.unified_diff(expected.splitlines(True), got.splitlines(True),
                                                 str(expected_file.relative_to(ROOT)), 'now')), False


def files_below(folders, only='', every=1):
    below = [ROOT / folder for folder in folders] or [ROOT]
    files = sorted(file for folder in below for file in folder.rglob('*') if file.suffix in ('.c', '.i', '.litmus', '.yml')
                   if only in str(file) and re.search('^(//|#) fencepost', file.read_text(errors='replace'), re.M))
    chosen = []
    for _, folder in itertools.groupby(files, key=lambda file: file.parent):
        by_name = sorted((binascii.crc32(file.name.encode()) % every, file) for file in folder)
        chosen += [file for i, (remainder, file) in enumerate(by_name) if i == 0 or remainder == 0]
    return sorted(chosen)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('folders', nargs='*')
    parser.add_argument('--promote', action='store_true')
    parser.add_argument('--only', default='')
    parser.add_argument('--slow', action='store_true')
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    options = parser.parse_intermixed_args()
    program = os.path.abspath(options.program)
    files = files_below(options.folders, options.only, options.every)
    if not files:
        sys.exit('no golden test found')
    with ThreadPoolExecutor(options.j) as pool:
        results = list(pool.map(lambda file: check(program, file, options.promote, options.slow), files))
    wrong = [text for text, _ in results if text]
    print('\n'.join(wrong), end='')
    for file, (_, promoted) in zip(files, results):
        if promoted:
            print(f'promoted {file.relative_to(ROOT)}')
    print(f'golden: {len(files)} files, {len(wrong)} wrong')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
