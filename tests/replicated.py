#!/usr/bin/env python3
"""Holds the tables of examples/symmetric/README.md against the bounded engine: replicated.py FENCEPOST [--threads N] [--timeout S] [--any]

Each program is right at 2 threads (or its own number); with BUG it fails from the number in the table on, and not with one thread less. --any: also
that each program for any number of threads becomes a flat program with a template that any number of threads run."""
import argparse
import pathlib
import re
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / 'examples' / 'symmetric'
ROW = re.compile(r'^\| `(\S+\.c)` \|(.*)\|$', re.M)


class Test:
    def __init__(self, args):
        self.args = args
        self.runs = 0
        self.wrong = []

    def verdict(self, name, model, *defines):
        command = [self.args.fencepost, 'verify', name, '--model', model, '--engine', 'bounded', '--timeout',
                   str(self.args.timeout), *defines]
        self.runs += 1
        return subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True).stdout.split(' ')[0].strip()

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
            self.row(name, [cell.strip() for cell in cells.split('|')])
        print('\n'.join(self.wrong) or f'{len(rows)} programs, {self.runs} verdicts as the tables say')
        return 1 if self.wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fencepost', type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument('--threads', type=int, default=2)
    parser.add_argument('--timeout', type=int, default=10)
    parser.add_argument('--any', action='store_true')
    return Test(parser.parse_args())()


if __name__ == '__main__':
    sys.exit(main())
