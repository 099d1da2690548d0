#!/usr/bin/env python3
"""Table 1 of seed 002 for the programs of examples/symmetric, its figures beside ours, and time against the number of threads: `make bench`.

  symmetric_tables.py FENCEPOST [--timeout S] [--only NAME] [--table predicates|time] [--exactly] [--engine NAME]

A cell is ours / the seed's. Table 1: n, the number of threads (the seed's, then 8 and any number where the program is for any), L, M, S local,
mixed and shared predicates, and for the cube lengths 0, 1 and 2 rounds of refinement (it), refinements of transitions (tr) and seconds. The seed has
one count of predicates for each program; ours is that of cube length 1. `T/O`: no verdict in time; `-`: not measured. Its programs are other texts of
the same algorithms, its machine is another.

Our seconds are CPU time of the whole process, its checker and all of its threads, so what else the machine does hardly matters. It is stopped when
it has used --timeout of them (RLIMIT_CPU), or after three times as many on the clock.

Of programs for any number of threads at most n run (--threads n), or with --exactly there are n of them from the start (-DTHREADS=n).

The second table: seconds and states with 2, 4, 8, 16 and 32 threads, with states that count threads and with states that tell them apart, and by which
factor the time grows where threads double. All states are looked at (--views 0), though most of the programs have a proof for every number. Seconds
are those of exploration alone, on the clock. Once it has timed out a program is not asked with more threads.

Nothing is asserted but that no verdict is wrong: all of the programs are right."""
import argparse
import json
import pathlib
import resource
import subprocess
import sys

from compare import cpu_seconds

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent / 'examples' / 'symmetric'
TIME_OUT = 'T/O'
# Program, whether it is for any number of threads, the seed's n, L, M, S, and for c0, c1, c2 iterations, refinements, seconds; LESS: less than 1.
LESS, OUT = '<1', (None, None, TIME_OUT)
TABLE = [
    ('inc_l', True, 4, (2, 2, 5), (7, 12, 1), (6, 12, 2), (6, 12, 2)),
    ('inc_c', True, 4, (4, 2, 0), (7, 21, 3), (6, 9, 2), (7, 15, 5)),
    ('inc_dec_l', True, 4, (4, 3, 9), (16, 43, 25), (10, 17, 10), (10, 17, 17)),
    ('inc_dec_c', True, 4, (8, 4, 2), (24, 108, 908), OUT, OUT),
    ('tas_l', True, 4, (1, 1, 4), (3, 1, 1), (3, 1, 1), (2, 0, 1)),
    ('ticket_l', True, 3, (2, 5, 9), (9, 44, 15), (8, 7, 18), (6, 5, 75)),
    ('prng_l', True, 4, (8, 0, 3), (4, 5, 2), (3, 0, LESS), (3, 0, 5)),
    ('prng_c', True, 3, (15, 1, 2), OUT, (15, 60, 834), OUT),
    ('maxsimp_l', True, 4, (6, 7, 2), (3, 2, 8), (3, 1, 39), (2, 0, 276)),
    ('maxsimp_c', True, 4, (2, 4, 0), (13, 45, 1515), OUT, OUT),
    ('maxopt_l', True, 4, (2, 1, 2), (3, 2, 5), (3, 1, 5), (2, 0, 5)),
    ('maxopt_c', True, 4, (3, 4, 0), OUT, (11, 45, 1460), OUT),
    ('unverex', True, 4, (0, 3, 5), (8, 30, 3), (4, 2, 2), (3, 0, 2)),
    ('spin', True, 4, (0, 0, 3), (2, 0, LESS), (2, 0, LESS), (2, 0, LESS)),
    ('dekker', False, 2, (0, 0, 5), (2, 0, LESS), (2, 0, LESS), (2, 0, LESS)),
    ('peterson', False, 2, (0, 0, 6), (2, 0, LESS), (2, 0, LESS), (2, 0, LESS)),
    ('szymanski', False, 2, (0, 0, 7), (2, 0, LESS), (2, 0, LESS), (2, 0, LESS)),
    ('readers_wr', False, 2, (0, 0, 7), (3, 0, LESS), (4, 2, LESS), (4, 2, LESS)),
    ('time_varying_mutex', False, 2, (0, 0, 7), (2, 0, LESS), (2, 0, LESS), (2, 0, LESS)),
    ('lamport', False, 2, (0, 0, 11), (5, 3, LESS), (5, 3, 1), (5, 3, LESS)),
    ('qrcu_2', False, 2, (10, 2, 13), (11, 40, 6), (11, 40, 12), (11, 40, 80)),
    ('qrcu_3', False, 3, (10, 2, 13), (11, 40, 6), (11, 40, 11), (11, 40, 51)),
    ('mozilla_fix', False, 2, (0, 0, 5), (3, 0, LESS), (3, 0, LESS), (3, 0, LESS)),
    ('scull', False, 3, (9, 0, 5), (6, 6, 1), (6, 6, 2), (6, 6, 2)),
]
MORE_THREADS = (8, 'any')
CUBE_LENGTHS = (0, 1, 2)
GROWTH = (2, 4, 8, 16, 32)
WALL_FACTOR = 3  # the processor is shared


def text(value):
    if value is None:
        return '-'
    if isinstance(value, str):
        return value
    if value >= 100 or value == int(value):
        return f'{value:.0f}'
    return f'{value:.1f}' if value >= 1 else f'{value:.2g}'


def show(cells, widths):
    print('  '.join(str(cell).ljust(width) for cell, width in zip(cells, widths)).rstrip(), flush=True)


class Bench:
    def __init__(self, args):
        self.args = args
        self.wrong = []

    # The verdict, statistics and CPU seconds.
    def run(self, name, is_any, threads, *options):
        command = [self.args.fencepost, 'verify', f'{name}.c', '--model', 'sc', '--engine', self.args.engine, '--property',
                   'unreach-call', '--format', 'json', '--timeout', str(WALL_FACTOR * self.args.timeout), *options]
        if is_any and self.args.exactly and isinstance(threads, int):
            command.append(f'-DTHREADS={threads}')
        elif is_any:
            command += ['--threads', str(threads)]
        limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (self.args.timeout, self.args.timeout + 5))
        before = cpu_seconds()
        done = subprocess.run(command, cwd=EXAMPLES, capture_output=True, text=True, preexec_fn=limit)
        seconds = cpu_seconds() - before
        if done.returncode == 10:
            self.wrong.append(' '.join(command))
        try:
            found = json.loads(done.stdout)
        except json.JSONDecodeError:
            return TIME_OUT if seconds >= self.args.timeout else 'error', {}, seconds
        is_cut = seconds >= self.args.timeout or 'the time limit' in (found['reason'] or '')
        if found['verdict'] == 'unknown' and is_cut:
            return TIME_OUT, found['statistics'], seconds
        return found['verdict'] or 'error', found['statistics'] if 'statistics' in found else {}, seconds

    def predicates(self, rows):
        widths = [19, 4, 8, 8, 8] + [9, 9, 12] * 3 + [8]
        print('\ntable 1 (ours / the seed\'s)')
        heads = [f'{what} c{length}' for length in CUBE_LENGTHS for what in ('it', 'tr', 's')]
        show(['program', 'n', 'L', 'M', 'S', *heads, 'verdict'], widths)
        for name, is_any, n, counts, *by_length in rows:
            for threads in (n, *(MORE_THREADS if is_any else ())):
                is_seeds = threads == n
                self.row(name, is_any, threads, counts if is_seeds else None, by_length if is_seeds else None, widths)

    def row(self, name, is_any, threads, counts, by_length, widths):
        ours, cells, verdicts = (None, None, None), [], []
        for i, length in enumerate(CUBE_LENGTHS):
            verdict, found, seconds = self.run(name, is_any, threads, '--cube-length', str(length))
            verdicts.append(verdict)
            get = lambda what: found.get(f'symmetric.{what}')
            if length == 1:
                ours = tuple(get(f'predicates.{kind}') for kind in ('local', 'mixed', 'shared'))
            took = seconds if verdict == 'safe' else verdict
            mine = (get('iterations'), get('transition_refinements'), took)
            cells += [self.cell(one, by_length[i][j] if by_length else None, by_length) for j, one in enumerate(mine)]
        cells = [self.cell(one, counts[j] if counts else None, counts) for j, one in enumerate(ours)] + cells
        verdict = verdicts[0] if len(set(verdicts)) == 1 else '/'.join(verdicts)
        show([name, threads, *cells, verdict], widths)

    @staticmethod
    def cell(ours, seeds, has_seeds):
        return f'{text(ours)} / {text(seeds)}' if has_seeds else text(ours)

    def growth(self, rows):
        widths = [12, 9] + [16] * len(GROWTH) + [24]
        print('\ntime against the number of threads: seconds / states')
        show(['program', 'symmetry', *GROWTH, 'factors'], widths)
        for name, is_any, *_ in rows:
            if not is_any:
                continue
            for symmetry in ('on', 'off'):
                times, cells = [], []
                for threads in GROWTH:
                    if times and times[-1] is None:
                        break
                    verdict, found, _ = self.run(name, is_any, threads, '--views', '0', '--symmetry', symmetry)
                    is_done = verdict == 'safe'
                    times.append(found['time.explore'] if is_done else None)
                    cells.append(f"{text(times[-1])} / {found['symmetric.states']:.0f}" if is_done else TIME_OUT)
                cells += ['-'] * (len(GROWTH) - len(times))
                factors = [f'{b / a:.1f}' for a, b in zip(times, times[1:]) if a and b]
                show([name, symmetry, *cells, ' '.join(factors)], widths)

    def __call__(self):
        rows = [row for row in TABLE if not self.args.only or row[0] == self.args.only]
        if self.args.table != 'time':
            self.predicates(rows)
        if self.args.table != 'predicates':
            self.growth(rows)
        for command in self.wrong:
            print('wrong:', command)
        return 1 if self.wrong else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fencepost', type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument('--timeout', type=int, default=60)
    parser.add_argument('--only', metavar='NAME')
    parser.add_argument('--table', choices=['predicates', 'time', 'both'], default='both')
    parser.add_argument('--exactly', action='store_true')
    parser.add_argument('--engine', default='symmetric')
    return Bench(parser.parse_args())()


if __name__ == '__main__':
    sys.exit(main())
