#!/usr/bin/env python3
"""Golden tests: each C file (.c or .i), litmus test or task (.yml) below this folder says in comments which commands to run on it, and the
expectation lies beside it.

  // fencepost: verify --unwind 3     records verdict, bound and the violations (kind, line:column, function)
  // fencepost-text: verify           records the whole output
  // with: other.c                    is given as a further file to every command

In tasks comments begin with # instead of //.

usage: run.py PROGRAM [--promote] [--only SUBSTRING] [FOLDER ...]
--promote writes what is printed now as the expectation, for review by git diff.
"""
import argparse
import difflib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent
SECONDS = 120


def summary(stdout):
    try:
        report = json.loads(stdout)
    except ValueError:
        return 'no JSON report: ' + stdout[:200]
    lines = []
    verdict = report.get('verdict')
    if verdict is not None:
        bound = f' {report["bound"]}' if report['bound'] is not None else ''
        lines.append(verdict.upper() + bound)
    if verdict == 'unknown':
        at = report['reason_at']
        lines.append('  ' + (f'{at["line"]}: ' if at else '') + report['reason'])
    for violation in sorted(report.get('violations', []), key=lambda v: (v['line'] or 0, v['column'] or 0, v['kind'])):
        lines.append(f'  {violation["kind"]} {violation["line"]}:{violation["column"]} in {violation["function"]}')
    if verdict is None:
        lines += [f'  {d["severity"]} {d["line"]}:{d["column"]} {d["message"]}' for d in report['diagnostics']]
    return '\n'.join(lines)


def actual(program, file):
    text = file.read_text(errors='replace')
    name = str(file.relative_to(ROOT))
    others = [str((file.parent / other.strip()).relative_to(ROOT)) for other in re.findall(r'^// with: (.*)$', text, re.M)]
    out = []
    for mode, command in re.findall(r'^(?://|#) fencepost(-text)?: (.*)$', text, re.M):
        arguments = shlex.split(command)
        if not mode and arguments[0] == 'verify':
            arguments += ['--format', 'json']
        run = subprocess.run([program, *arguments, name, *others], cwd=ROOT, capture_output=True, text=True, errors='replace',
                             timeout=SECONDS)
        shown = run.stdout.rstrip('\n') if mode or arguments[0] != 'verify' else summary(run.stdout)
        out.append(f'$ fencepost {command}\n{shown}\nexit {run.returncode}\n')
        if mode and run.stderr:
            out.append(f'stderr:\n{run.stderr}')
    return '\n'.join(out)


def check(program, file, promote):
    expected_file = file.with_suffix('.expected')
    expected = expected_file.read_text() if expected_file.exists() else ''
    try:
        got = actual(program, file)
    except subprocess.TimeoutExpired:
        got = f'no answer within {SECONDS} s\n'
    if got == expected:
        return None
    if promote:
        expected_file.write_text(got)
        return f'promoted {file.relative_to(ROOT)}'
    return ''.join(difflib.unified_diff(expected.splitlines(True), got.splitlines(True), str(expected_file.relative_to(ROOT)),
                                        'now'))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('folders', nargs='*')
    parser.add_argument('--promote', action='store_true')
    parser.add_argument('--only', default='')
    parser.add_argument('-j', type=int, default=os.cpu_count())
    options = parser.parse_intermixed_args()
    program = os.path.abspath(options.program)
    folders = [ROOT / folder for folder in options.folders] or [ROOT]
    files = sorted(file for folder in folders for file in folder.rglob('*') if file.suffix in ('.c', '.i', '.litmus', '.yml')
                   if options.only in str(file) and re.search('^(//|#) fencepost', file.read_text(errors='replace'), re.M))
    if not files:
        sys.exit('no golden test found')
    with ThreadPoolExecutor(options.j) as pool:
        results = list(pool.map(lambda file: check(program, file, options.promote), files))
    different = [result for result in results if result]
    for result in different:
        print(result)
    print(f'golden: {len(files)} files, {len(different)} {"promoted" if options.promote else "different"}')
    return 1 if different and not options.promote else 0


sys.exit(main())
