#!/usr/bin/env python3
"""SARIF and witnesses of what is UNSAFE in corpora of tests: each log has its form, and each witness, in both formats, is confirmed.

usage: formats_corpus.py PROGRAM CORPORA [--schema FILE] [--only CORPUS[,CORPUS]] [--file TEXT] [--every N] [--first N] [--timeout S] [--out CSV]
CORPORA is a folder with a folder a corpus (svcomp, itc, smc, litmus-c, cerberus, torture, real, mends, more); what is there is known by its table.
A task is tried if its table does not say that it is right. With --schema (the JSON schema of SARIF 2.1.0) logs are validated
by python3-jsonschema. Prints a line a failure and a line a corpus; exit code 1 if anything failed."""
import argparse
import collections
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SAFE, UNSAFE = 0, 10
ANSWERS = {0: 'SAFE', 10: 'UNSAFE', 12: 'REFUTED', 20: 'UNKNOWN', 21: 'SAFE-TO-BOUND', 65: 'bad input'}


def rows(folder, table):
    with open(folder / table, newline='') as file:
        yield from csv.DictReader(file)


def svcomp(at):
    for row in rows(at, 'tasks.csv'):
        if row['expected_sc'] == 'false':
            yield row['file'], [row['file']], ['--model', 'sc', '--property', row['property'], '--data-model', 'ILP32']


def itc(at):
    for row in rows(at, 'tasks.csv'):
        if row['any_ub'] != 'no':
            entry = row['entry_function'] + (f"({row['args']})" if row['args'] else '')
            yield f"{row['file']} {entry}", [row['file'], 'sink.c'], ['--entry', entry]


def smc(at):
    for row in rows(at, 'expected.csv'):
        if row['kind'] == 'wrong' and row['model'] in ('sc', 'tso', 'rc11'):
            bound = re.search(r'unroll=(\d+)', row['options'] or '')
            yield f"{row['file']} {row['model']}", [row['file']], ['--model', row['model'], *(['--unwind', bound.group(1)] if bound else [])]


def litmus_c(at):
    for row in rows(at, 'expected.csv'):
        if row['verdict'] == 'Allow' and row['model'] != 'arm':
            yield f"{row['file']} {row['model']}", [row['file']], ['--model', row['model']]


def cerberus(at):
    for row in rows(at, 'expected.csv'):
        if row['expect'] != 'sat':
            continue
        model = {'linux': 'lkmm'}.get((row['model'].split() or ['c11'])[0], (row['model'].split() or ['c11'])[0])
        yield row['file'], [row['file']], ['--model', model] if row['mode'] == 'conc' else []


def torture(at):
    for row in rows(at, 'list.csv'):
        yield row['file'], [row['file']], []


def cases(at):
    for row in rows(at, 'cases.csv'):
        if 'UNSAFE' in row['right'].split(' or '):
            words = [word.replace('@', str(at)) for word in row['args'].split()]
            files = [word for word in words if word.endswith('.c')]
            yield f"{row['file']} {row['args']}", [row['file'], *files], [word for word in words if word not in files]


CORPORA = {'svcomp': svcomp, 'itc': itc, 'smc': smc, 'litmus-c': litmus_c, 'cerberus': cerberus, 'torture': torture, 'real': cases, 'mends': cases, 'more': cases}


class Runner:
    def __init__(self, arguments, folder):
        self.program = str(pathlib.Path(arguments.program).resolve())
        self.limit, self.folder = arguments.timeout, pathlib.Path(folder)
        self.schema = None
        if arguments.schema:
            import jsonschema
            self.schema = jsonschema.Draft7Validator(json.loads(pathlib.Path(arguments.schema).read_text()))

    def verify(self, words):
        command = [self.program, 'verify', '--quiet', '--timeout', str(self.limit), *words]
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=self.limit + 20)
            return done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired:
            return 'no end', ''

    def problem_of_log(self, log):
        try:
            text = json.loads(log.read_text())
        except (OSError, ValueError) as error:
            return str(error)
        problem = next(self.schema.iter_errors(text), None) if self.schema else None
        if problem:
            return f'{problem.message[:200]} at {list(problem.absolute_path)}'
        return None if any(run['results'] for run in text['runs']) else 'no result'

    # What went wrong, by step. None: it is not UNSAFE.
    def problems(self, words):
        log, found = self.folder / 'log.sarif', {}
        for suffix in ('yml', 'graphml'):
            witness = self.folder / f'witness.{suffix}'
            witness.unlink(missing_ok=True)
            report = ['--format', 'sarif', '-o', str(log)] if suffix == 'yml' else []
            log.unlink(missing_ok=True)
            code, said = self.verify([*words, *report, '--witness', str(witness)])
            if suffix == 'yml' and code != UNSAFE:
                return code, None
            if code != UNSAFE:
                found[suffix] = f'verified again it is {ANSWERS.get(code, code)}'
                continue
            if suffix == 'yml' and (problem := self.problem_of_log(log)):
                found['sarif'] = problem
            code, said = self.verify([*words, '--validate-witness', str(witness)])
            if code != UNSAFE:
                found[suffix] = f"{ANSWERS.get(code, code)}: {' '.join(said.split())[:400]}"
        return UNSAFE, found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('corpora')
    parser.add_argument('--schema')
    parser.add_argument('--only', default=','.join(CORPORA))
    parser.add_argument('--file', default='')
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--first', type=int, default=0)
    parser.add_argument('--timeout', type=int, default=10)
    parser.add_argument('--out')
    arguments = parser.parse_args()
    root, failures, lines = pathlib.Path(arguments.corpora).resolve(), 0, []
    with tempfile.TemporaryDirectory() as folder:
        runner = Runner(arguments, folder)
        for corpus in arguments.only.split(','):
            at = root / corpus
            if not at.is_dir():
                continue
            counts, start = collections.Counter(), time.time()
            tasks = [task for task in CORPORA[corpus](at) if arguments.file in task[0]]
            for name, files, options in tasks[arguments.first::arguments.every]:
                code, problems = runner.problems([*(str(at / file) for file in files), *options])
                counts[ANSWERS.get(code, f'exit {code}')] += 1
                for step in ('sarif', 'yml', 'graphml'):
                    if problems is not None:
                        counts[step] += step not in problems
                for step, problem in (problems or {}).items():
                    print(f'FAIL {corpus} {name} {" ".join(options)}: {step}: {problem}', flush=True)
                    failures += 1
                lines.append([corpus, name, ANSWERS.get(code, code), *((problems or {}).get(step, '') for step in ('sarif', 'yml', 'graphml'))])
            others = ', '.join(f'{counts[answer]} {answer}' for answer in sorted(set(counts) - {'UNSAFE', 'sarif', 'yml', 'graphml'}))
            print(f"{corpus}: {counts['UNSAFE']} UNSAFE: SARIF {counts['sarif']}, YAML {counts['yml']}, GraphML {counts['graphml']} confirmed"
                  f"{'; ' + others if others else ''}; {time.time() - start:.0f} s", flush=True)
    if arguments.out:
        with open(arguments.out, 'w', newline='') as file:
            csv.writer(file).writerows([['corpus', 'task', 'answer', 'sarif', 'yml', 'graphml'], *lines])
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
