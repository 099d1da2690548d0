#!/usr/bin/env python3
"""Tables 1 and 2 of seed 001 for the programs of examples/buffers, its figures beside ours: `make bench`.

  buffers_tables.py FENCEPOST [--timeout S] [--only NAME] [--fences minimal|all] [--given] [--cube-size N] [--bounds]

A cell is ours / the seed's. Methods: under sc the search for cubes (Trad), with store buffers that with extrapolated predicates (PE), or
extrapolated cubes instead of a search (CE). Every column is one of the seed's: predicates, cubes that are given, calls of the solver in
thousands, seconds to build the Boolean program, cubes of several predicates in it, the largest of them, thousands of states, megabytes, seconds
of model checking; and k, the bound of buffers that was found to be enough. `total` is everything from the C file to the checked proof, of
which the seed has only the parts; `beyond sc` is that without the search for predicates under sc, which is the same for PE and CE and which the seed
does by hand. Its programs are in a language of its own, its predicates are given by hand and its machine is another.

--fences minimal: the programs have the fewest fences that they need under the model, all: one after each store, where k is 1 as in the
seed's tables. Predicates come from the proof under sc, or with --given from NAME.predicates where there is such a file; for the queue they
always do.

--cube-size N: cubes of up to N predicates are searched for, and not only as large ones as the proof under sc needs. With 4, the seed's size in
table 2, PE and CE have the same precision to build as there, where CE is ahead; with the 2 that are enough here the search of PE is short too.

--bounds prints another table instead: for buffers of at most 1, 2 and 3 stores the first set of fences with which that many are enough and the
program is proved: those it needs under the model, those under pso, or one after each store (no more stores than k then wait at any time).

Nothing is asserted but that no verdict is wrong: all of the programs are right."""
import argparse
import json
import pathlib
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / 'examples' / 'buffers'
COLUMNS = ['preds', 'cubes in', 'calls K', 'build s', 'cubes', 'size', 'states K', 'MB', 'check s']
TIME_OUT = 'T/O'
# By table: algorithm, model, method, and the columns. Where the seed has one cube size for all models of an algorithm, it stands in each. The text of
# table 2 lacks what is None: it has no memory and time for Bakery and Ticket under sc.
TABLES = {
    'table 1: predicate extrapolation': [
        ('dekker', 'sc', 'Trad', 7, None, 0.7, 0.1, 0, 1, 14, 6, 1),
        ('dekker', 'pso', 'PE', 20, None, 26, 6, 0, 1, 80, 31, 5),
        ('dekker', 'tso', 'PE', 18, None, 22, 5, 0, 1, 45, 20, 3),
        ('peterson', 'sc', 'Trad', 7, None, 0.6, 0.1, 2, 2, 7, 3, 1),
        ('peterson', 'pso', 'PE', 20, None, 15, 3, 2, 2, 31, 13, 3),
        ('peterson', 'tso', 'PE', 18, None, 13, 3, 2, 2, 25, 11, 2),
        ('abp', 'sc', 'Trad', 8, None, 2, 0.5, 5, 2, 0.6, 1, 0.6),
        ('abp', 'pso', 'PE', 15, None, 20, 4, 5, 2, 2, 3, 1),
        ('abp', 'tso', 'PE', 17, None, 23, 5, 5, 2, 2, 3, 1),
        ('szymanski', 'sc', 'Trad', 20, None, 16, 3.3, 1, 2, 12, 6, 2),
        ('szymanski', 'pso', 'PE', 35, None, 152, 33, 1, 2, 61, 30, 4),
        ('szymanski', 'tso', 'PE', 37, None, 165, 35, 1, 2, 61, 31, 5),
    ],
    'table 2: predicate and cube extrapolation': [
        ('queue', 'sc', 'Trad', 7, None, 20, 5, 50, 4, 1, 2, 1),
        ('queue', 'pso', 'PE', 15, None, 5747, 1475, 412, 4, 1, 4, 1),
        ('queue', 'pso', 'CE', 99, 99, 98, 17, 99, 4, 11, 6, 2),
        ('queue', 'tso', 'PE', 16, None, 11133, 2778, 412, 4, 12, 4, 1),
        ('queue', 'tso', 'CE', 99, 99, 163, 31, 99, 4, 12, 7, 2),
        ('bakery', 'sc', 'Trad', 15, None, 1552, 355, 161, 4, 20, None, None),
        ('bakery', 'pso', 'PE', 38, None, None, TIME_OUT, None, 4, None, None, None),
        ('bakery', 'pso', 'CE', 422, 422, 9018, 1773, 381, 4, 979, 375, 104),
        ('bakery', 'tso', 'PE', 36, None, None, TIME_OUT, None, 4, None, None, None),
        ('bakery', 'tso', 'CE', 422, 422, 7048, 1386, 383, 4, 730, 285, 121),
        ('ticket', 'sc', 'Trad', 11, None, 218, 51, 134, 4, 2, None, None),
        ('ticket', 'pso', 'PE', 56, None, None, TIME_OUT, None, 4, None, None, None),
        ('ticket', 'pso', 'CE', 622, 622, 15644, 2163, 380, 4, 193, 123, 40),
        ('ticket', 'tso', 'PE', 48, None, None, TIME_OUT, None, 4, None, None, None),
        ('ticket', 'tso', 'CE', 622, 622, 6941, 1518, 582, 4, 71, 67, 545),
    ],
}
FENCES = {'sc': 0, 'tso': 1, 'pso': 2}
ALL_FENCES = 3
SETS = {1: 'for tso', 2: 'for pso', ALL_FENCES: 'all'}
BOUNDS = (1, 2, 3)
WAYS = {'Trad': 'auto', 'PE': 'predicates', 'CE': 'cubes'}


def text(value):
    if value is None:
        return '-'
    if isinstance(value, str):
        return value
    if value >= 100 or value == int(value):
        return f'{value:.0f}'
    return f'{value:.1f}' if value >= 1 else f'{value:.2g}'


class Bench:
    def __init__(self, args):
        self.args = args
        self.wrong = []

    # What was found, and its statistics; nothing if it took too long.
    def run(self, name, model, method, fences, *options):
        command = [self.args.fencepost, 'verify', f'{name}.c', '--model', model, '--engine', 'buffers', '--extrapolation',
                   WAYS[method], f'-DFENCES={fences}', '--format', 'json', '--timeout', str(self.args.timeout),
                   *options]
        if self.args.cube_size:
            command += ['--cube-size', str(self.args.cube_size)]
        given = EXAMPLES / f'{name}.predicates'
        if given.exists() and (self.args.given or name == 'queue'):
            command += ['--predicates', given.name]
        done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True)
        if done.returncode == 10:
            self.wrong.append(' '.join(command))
        try:
            return json.loads(done.stdout)
        except json.JSONDecodeError:
            return None

    def row(self, name, model, method, *seed):
        fences = FENCES[model] if self.args.fences == 'minimal' or model == 'sc' else ALL_FENCES
        found = self.run(name, model, method, fences)
        statistics = found['statistics'] if found else {}
        prefix = 'buffers.sc.' if model == 'sc' else 'buffers.'
        get = lambda what: statistics.get(prefix + what)
        thousands = lambda what: None if get(what) is None else get(what) / 1000
        ours = [get('input_predicates'), statistics.get('buffers.input_cubes') if method == 'CE' else None,
                thousands('solver_calls'), statistics.get(f'time.{prefix}build'), get('cubes_used'), get('cube_size'),
                thousands('states'), get('memory'), statistics.get(f'time.{prefix}check')]
        verdict = found['verdict'] if found else TIME_OUT
        bound = None if model == 'sc' else statistics.get('buffers.bound')
        cells = [f'{text(one)} / {text(other)}' for one, other in zip(ours, seed)]
        total = statistics.get('time.total')
        search = sum(statistics.get(f'time.buffers.sc.{part}', 0) for part in ('prove', 'drop'))
        beyond = None if total is None else total - search
        self.show([name, model, method, verdict, text(bound), *cells, text(beyond), text(total)])

    @staticmethod
    def show(cells):
        widths = [10, 5, 5, 8, 2, 9, 9, 13, 13, 10, 6, 13, 10, 12, 9, 7]
        print('  '.join(cell.ljust(width) for cell, width in zip(cells, widths)).rstrip(), flush=True)

    # The first set of fences with which buffers of `bound` stores are enough.
    def fences_for(self, name, model, bound):
        for fences in range(FENCES[model], ALL_FENCES + 1):
            found = self.run(name, model, 'PE', fences, '--buffer-bound', str(bound))
            if found and found['verdict'] == 'safe' and found['statistics'].get('buffers.bound') == bound:
                return f"{SETS[fences] if fences != FENCES[model] else 'minimal'} ({text(found['statistics']['time.total'])} s)"
        return 'none'

    def bounds(self):
        print('\nfences with which buffers of k stores are enough, and seconds of the proof')
        print(f"{'algorithm':12}{'model':7}" + ''.join(f'k = {bound:<20}' for bound in BOUNDS))
        for name in dict.fromkeys(row[0] for rows in TABLES.values() for row in rows):
            if not self.args.only or name == self.args.only:
                for model in ('tso', 'pso'):
                    cells = ''.join(f'{self.fences_for(name, model, bound):24}' for bound in BOUNDS)
                    print(f'{name:12}{model:7}{cells}'.rstrip(), flush=True)

    def tables(self):
        for title, rows in TABLES.items():
            rows = [row for row in rows if not self.args.only or row[0] == self.args.only]
            if not rows:
                continue
            size = f', cubes of up to {self.args.cube_size}' if self.args.cube_size else ''
            print(f'\n{title} (ours / the seed\'s), {self.args.fences} fences{size}')
            self.show(['algorithm', 'model', 'how', 'verdict', 'k', *COLUMNS, 'beyond sc', 'total s'])
            for row in rows:
                self.row(*row)

    def __call__(self):
        self.bounds() if self.args.bounds else self.tables()
        for command in self.wrong:
            print('wrong:', command)
        return 1 if self.wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fencepost', type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument('--timeout', type=int, default=300)
    parser.add_argument('--only', metavar='NAME')
    parser.add_argument('--fences', choices=['minimal', 'all'], default='minimal')
    parser.add_argument('--given', action='store_true')
    parser.add_argument('--cube-size', type=int, metavar='N')
    parser.add_argument('--bounds', action='store_true')
    return Bench(parser.parse_args())()


if __name__ == '__main__':
    sys.exit(main())
