#!/usr/bin/env python3
"""The three tables of seed 000 (figures 6.1a, 6.1b and 6.2) for 50 tasks of SV-COMP, its figures beside ours: `make bench`.

  cegar_tables.py FENCEPOST CORPUS [--timeout S] [--every N] [--table NAME] [-j N] [--results FILE]

CORPUS holds tasks.csv; the tasks are those of cegar_tasks.csv (pick_cegar_tasks.py), 25 that hold and 25 that do not. A cell is the number of tasks that are
decided within the time, ours / the seed's (which had 300 s a task on other machines, and a set of its own). --every N takes each
N-th task. Nothing is asserted but that no verdict is wrong; where the model is not sc, the listed verdict tells only that what
fails under sc fails. All of it takes hours: with --results every verdict is added to FILE as it is found, and what stands there for the
same time limit and options is not run again (delete it after a change of the program)."""
import argparse
import csv
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).resolve().parent
CONFIGURATIONS = [(domain, refinement) for domain in ('expl', 'pred-cart')
                  for refinement in ('multi-seq', 'seq-itp', 'bw-bin-itp')]
LAZY = ['--semantics', 'declarative-lazy']
# Each row: its name, its options, the seed's figures in the order of CONFIGURATIONS.
TABLES = {
    'graph solvers (figure 6.1a)': [
        ('datalog', [*LAZY, '--graph-solver', 'datalog'], (30, 15, 11, 20, 14, 22)),
        ('smt', [*LAZY, '--graph-solver', 'smt'], (5, 4, 7, 8, 2, 6)),
        ('sat', [*LAZY, '--graph-solver', 'sat'], (27, 15, 9, 17, 10, 21)),
        ('sat-datalog', [*LAZY, '--graph-solver', 'sat-datalog'], (29, 16, 10, 21, 17, 24)),
    ],
    'memory models (figure 6.1b)': [
        ('no axiom', [*LAZY, '--model', 'noassert'], (34, 30, 19, 43, 26, 35)),
        ('coherence', [*LAZY, '--model', 'coherence'], (35, 23, 17, 39, 20, 25)),
        ('sc, exchanges in two steps', [*LAZY, '--model', str(HERE / 'models/sc_without_atomicity.cat')],
         (33, 19, 13, 34, 18, 22)),
        ('sc', LAZY, (30, 15, 11, 20, 14, 22)),
    ],
    'algorithms (figure 6.2)': [
        ('naive interleavings', ['--semantics', 'naive'], (10, 27, 23, 7, 15, 25)),
        ('partial-order reduction', ['--semantics', 'por'], (21, 35, 25, 11, 20, 40)),
        ('declarative, lazy', LAZY, (30, 15, 11, 20, 14, 22)),
        ('declarative, eager', ['--semantics', 'declarative-eager'], (26, 9, 4, 19, 8, 12)),
    ],
}
VERDICTS = {0: 'true', 10: 'false'}


class Bench:
    def __init__(self, args):
        self.args = args
        with open(HERE / 'cegar_tasks.csv') as table:
            self.tasks = [(row['file'], row['expected']) for row in csv.DictReader(table)][::args.every]
        self.wrong = []
        self.known = {}
        if args.results and args.results.exists():
            with open(args.results) as table:
                self.known = {tuple(row[:3]): row[3] for row in csv.reader(table)}

    # true, false, or nothing where the run did not decide.
    def found(self, file, options):
        key = (str(self.args.timeout), ' '.join(options), file)
        if key not in self.known:
            self.known[key] = self.run(file, options)
            if self.args.results:
                with open(self.args.results, 'a') as table:
                    csv.writer(table).writerow([*key, self.known[key]])
        return self.known[key]

    def run(self, file, options):
        command = [self.args.fencepost, 'verify', '--property', 'unreach-call', '--data-model', 'ILP32', '--timeout',
                   str(self.args.timeout), *options, str(self.args.corpus / file)]
        run = subprocess.run(command, capture_output=True, text=True, errors='replace')
        return VERDICTS.get(run.returncode, '')

    def verdict(self, task, options):
        file, expected = task
        found = self.found(file, options)
        is_sc = '--model' not in options or 'sc' in options
        if found and found != expected and (is_sc or expected == 'false'):
            self.wrong.append(f'{file}: {found}, expected {expected}: {" ".join(options)}')
        return found

    def decided(self, options):
        with ThreadPoolExecutor(self.args.jobs) as pool:
            return sum(verdict != '' for verdict in pool.map(lambda task: self.verdict(task, options), self.tasks))

    def table(self, name, rows):
        print(f'{name}: tasks decided of {len(self.tasks)} in {self.args.timeout} s each / of 50 in seed 000, 300 s each')
        print(f'{"":28}' + ''.join(f'{domain + " " + refinement:>24}' for domain, refinement in CONFIGURATIONS))
        best = 0
        for row, options, seed in rows:
            line = f'{row:28}'
            for (domain, refinement), theirs in zip(CONFIGURATIONS, seed):
                ours = self.decided(['--engine', 'cegar', '-j', '1', '--domain', domain, '--refinement', refinement,
                                     '--search', 'dfs', *options])
                best = max(best, ours)
                line += f'{f"{ours} / {theirs}":>24}'
            print(line, flush=True)
        return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fencepost')
    parser.add_argument('corpus', type=pathlib.Path)
    parser.add_argument('--timeout', type=int, default=60)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--table', help='only tables with this in their names')
    parser.add_argument('--results', type=pathlib.Path, help='verdicts of earlier runs, and of this one')
    parser.add_argument('-j', '--jobs', type=int, default=2)
    args = parser.parse_args()
    if not (args.corpus / 'tasks.csv').exists():
        print(f'cegar_tables: no corpus at {args.corpus}: nothing measured')
        return 0
    bench = Bench(args)
    best = [bench.table(name, rows) for name, rows in TABLES.items() if not args.table or args.table in name]
    print(f'the best single configuration decides {max(best, default=0)} of {len(bench.tasks)}')
    print(f'the defaults of cegar decide {bench.decided(["--engine", "cegar", "-j", "1"])}')
    args.jobs = 1  # auto has two engines of its own
    print(f'auto decides {bench.decided([])}')
    print('\n'.join(['wrong verdicts:', *bench.wrong]) if bench.wrong else 'no verdict is wrong')
    return 1 if bench.wrong else 0


if __name__ == '__main__':
    sys.exit(main())
