#!/usr/bin/env python3
"""Holds the tables of examples/symmetric/README.md against the bounded engine: replicated.py FENCEPOST [--threads N] [--timeout S] [--any] [--agree]

Each program is right at 2 threads (or its own number); with BUG it fails from the number in the table on, and not with one thread less. --any: also
that each program for any number of threads becomes a flat program with a template that any number of threads run.

--agree, instead: each program, its faulty variant too, with 2 and with 3 threads by each of the engines bounded, cegar and symmetric, a line
each. No two of them may contradict each other."""
import argparse
import collections
import itertools
import pathlib
import re
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / 'examples' / 'symmetric'
ROW = re.compile(r'^\| `(\S+\.c)` \|(.*)\|$', re.M)


ENGINES = ('bounded', 'cegar', 'symmetric')
CONTRADICTIONS = ({'SAFE', 'UNSAFE'},)  # a bound may be too low to tell


class Test:
    def __init__(self, args):
        self.args = args
        self.runs = 0
        self.wrong = []
        self.agreed = collections.Counter()

    def verdict(self, name, model, *defines, engine='bounded'):
        command = [self.args.fencepost, 'verify', name, '--model', model, '--engine', engine, '--timeout',
                   str(self.args.timeout), *defines]
        self.runs += 1
        return subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True).stdout.split(' ')[0].strip()

    def agree(self, name, cells):
        model = 'tso' if name.startswith('tso/') else 'sc'
        fault = '-DNO_FENCE' if model == 'tso' and cells[0] == 'yes' else '-DBUG' if len(cells) == 3 and cells[2] else None
        is_any = model == 'tso' or len(cells) == 1 or cells[1] == 'any'
        for threads in (2, 3) if is_any else (None,):
            for defines in [[], [fault]] if fault else [[]]:
                many = [f'-DTHREADS={threads}'] if threads else []
                found = [self.verdict(name, model, '--property', 'unreach-call', *many, *defines, engine=engine) for engine in ENGINES]
                print(f'{name:24} {" ".join(many + defines):20} ' + ' '.join(f'{verdict:14}' for verdict in found), flush=True)
                for one, other in itertools.combinations(zip(ENGINES, found), 2):
                    both = {one[1], other[1]}
                    if both in CONTRADICTIONS:
                        self.wrong.append(f'{name} {" ".join(many + defines)}: {one[0]} {one[1]}, {other[0]} {other[1]}')
                    elif both == {'SAFE'} or both == {'UNSAFE'}:
                        self.agreed[f'{one[0]} and {other[0]}'] += 1

    def expect(self, fails, name, model, *defines):
        found = self.verdict(name, model, *defines)
        if (found == 'UNSAFE') != fails or not found:
            self.wrong.append(f'{name} {" ".join(defines)}, {model}: {found or "nothing"}')

    def is_for_any(self, name):
        command = [self.args.fencepost, 'show', '--stage', 'flat', name]
        shown = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True).stdout
        if '(any number)' not in shown:
            self.wrong.append(f'{name} is no program for any number of threads: {shown[:100]}')

    def row(self, name, cells):
        threads = f'-DTHREADS={self.args.threads}'
        if name.startswith('tso/'):
            self.expect(False, name, 'tso', threads)
            if cells[0] == 'yes':
                self.expect(True, name, 'tso', '-DTHREADS=1', '-DNO_FENCE')
        elif len(cells) == 1:
            self.failing_from(name, int(cells[0]))
        else:
            self.expect(False, name, 'sc', threads)
            if cells[2] and cells[1] == 'any':
                self.failing_from(name, int(cells[2]), '-DBUG')
            elif cells[2]:
                self.expect(True, name, 'sc', '-DBUG')
        if self.args.any and (len(cells) == 1 or cells[1] == 'any'):
            self.is_for_any(name)

    def failing_from(self, name, least, *defines):
        self.expect(True, name, 'sc', f'-DTHREADS={least}', *defines)
        self.expect(False, name, 'sc', f'-DTHREADS={least - 1}', *defines)

    def __call__(self):
        rows = ROW.findall((EXAMPLES / 'README.md').read_text())
        listed = {name for name, _ in rows}
        for file in EXAMPLES.rglob('*.c'):
            if str(file.relative_to(EXAMPLES)) not in listed:
                self.wrong.append(f'{file.name} is in no table')
        for name, cells in rows:
            (self.agree if self.args.agree else self.row)(name, [cell.strip() for cell in cells.split('|')])
        if self.args.agree:
            print('\n'.join(self.wrong) or 'no contradiction; the same verdict: ' +
                  ', '.join(f'{pair} {count}' for pair, count in self.agreed.items()))
            return 1 if self.wrong else 0
        print('\n'.join(self.wrong) or f'{len(rows)} programs, {self.runs} verdicts as the tables say')
        return 1 if self.wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fencepost', type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--timeout', type=int, default=10)
    parser.add_argument('--any', action='store_true')
    parser.add_argument('--agree', action='store_true')
    return Test(parser.parse_args())()


if __name__ == '__main__':
    sys.exit(main())
