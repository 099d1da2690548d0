#!/usr/bin/env python3
"""How verification time grows with program size: `make bench`.

The programs are those of seed 003's figure 5.4 (a loop that counts to n; n statements x++), and the loop once more with
an n that is not a constant. Times are the best of several runs of the whole process in CPU seconds; `own` leaves out what
an empty program costs. `exponent` is log(time ratio) / log(size ratio) of neighbouring sizes of `own`: 1 is linear.
"""
import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile

LOOP = '#include <assert.h>\nint main(void) {\n  int n = %d, x = 0;\n  while (x < n) {\n    x++;\n  }\n  assert(x == n);\n  return 0;\n}\n'
OPEN_LOOP = ('#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int(), x = 0;\n'
             '  if (n < 0 || n > %d) return 0;\n  while (x < n) {\n    x++;\n  }\n  assert(x == n);\n  return 0;\n}\n')
EMPTY = '#include <assert.h>\nint main(void) {\n  assert(1);\n  return 0;\n}\n'


def line(n):
    return '#include <assert.h>\nint main(void) {\n  int x = 0;\n' + '  x++;\n' * n + f'  assert(x == {n});\n  return 0;\n}}\n'


FAMILIES = [
    ('loop to n (seed 003, figure 5.4a)', [10, 50, 250, 1000, 4000], lambda n: LOOP % n, 0.5, 50),
    ('n times x++ (seed 003, figure 5.4b)', [10, 50, 250, 1000, 4000], line, 0.5, 1000),
    ('loop to an unknown m <= n', [10, 50, 250], lambda n: OPEN_LOOP % n, None, None),
]
GROWTH = 1.2


def seconds(binary, text, unwind, runs):
    with tempfile.NamedTemporaryFile('w', suffix='.c') as file:
        file.write(text)
        file.flush()
        best = math.inf
        for _ in range(runs):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([binary, 'verify', '--unwind', str(unwind), file.name], capture_output=True, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode != 0:
                sys.exit(f'expected SAFE, got exit {done.returncode}:\n{done.stdout}{done.stderr}\n{text[:400]}')
            best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('binary')
    parser.add_argument('--runs', type=int, default=3)
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    empty = seconds(binary, EMPTY, 1, options.runs)
    print(f'empty program: {empty:.3f} s')
    failures = []
    for name, sizes, make, most, at in FAMILIES:
        print(f'\n{name}\n{"n":>8} {"seconds":>9} {"own":>9} {"exponent":>9}')
        before = None
        first = None
        for n in sizes:
            total = seconds(binary, make(n), n + 1, options.runs)
            own = max(total - empty, 0.001)
            slope = ''
            if before:
                exponent = math.log(own / before[1]) / math.log(n / before[0])
                slope = f'{exponent:9.2f}'
                # Below a few hundredths of a second the clock decides, not the program.
                if most and before[1] > 0.02 and exponent > GROWTH:
                    failures.append(f'{name}: grows like n^{exponent:.2f} from {before[0]} to {n}')
            first = first or (n, total)
            print(f'{n:8} {total:9.3f} {own:9.3f} {slope:>9}')
            before = (n, own)
            if n == at:
                verdict = 'yes' if total < most else 'NO'
                print(f'{"":8} under {most} s, a tenth of what the seed took: {verdict} ({total / most:.2f} of it)')
                if total >= most:
                    failures.append(f'{name}: {total:.2f} s at {n}')
        overall = math.log(total / first[1]) / math.log(n / first[0])
        print(f'{"":8} whole process, {first[0]} to {n}: exponent {overall:.2f}')
        if overall > GROWTH:
            failures.append(f'{name}: grows like n^{overall:.2f}')
    for failure in failures:
        print('MISSED', failure)
    return 1 if failures else 0


sys.exit(main())
