#!/usr/bin/env python3
"""How the litmus simulator's time grows: fencepost litmus on families of tests.

  litmus_scaling.py build/fencepost [--seconds 5]
Prints, for each family and size, the allowed executions, the time and the time per allowed execution; a family ends when
one size takes longer than --seconds. Ratios between sizes matter, not the machine's speed.
"""
import argparse, csv, io, os, subprocess, sys, tempfile


def table(columns):
    rows = max(len(c) for c in columns)
    lines = [' | '.join(f'P{i}' for i in range(len(columns))) + ' ;']
    for r in range(rows):
        lines.append(' | '.join(c[r] if r < len(c) else '' for c in columns) + ' ;')
    return '\n'.join(lines)


def store_buffering(n):
    columns = [[f'MOV [x{i}],$1', f'MOV EAX,[x{(i + 1) % n}]'] for i in range(n)]
    return table(columns) + '\nexists (' + ' /\\ '.join(f'{i}:EAX=0' for i in range(n)) + ')'


def readers_of_writers(n):
    columns = [[f'MOV [x],${i + 1}'] for i in range(n)] + [['MOV EAX,[x]'] for _ in range(n)]
    return table(columns) + '\nexists (' + ' /\\ '.join(f'{n + i}:EAX=0' for i in range(n)) + ')'


def message_passing(n):
    columns = [['MOV [x0],$1', 'MOV [x1],$1']]
    columns += [[f'MOV EAX,[x{i}]', f'MOV [x{i + 1}],$1'] for i in range(1, n)]
    columns += [[f'MOV EAX,[x{n}]', 'MOV EBX,[x0]']]
    return table(columns) + '\nexists (' + ' /\\ '.join(f'{i}:EAX=1' for i in range(1, n + 1)) + f' /\\ {n}:EBX=0)'


FAMILIES = [('store buffering, n threads', store_buffering, range(2, 13)), ('n readers of n writers', readers_of_writers, range(1, 6)),
            ('chain of message passing', message_passing, range(1, 13))]

parser = argparse.ArgumentParser()
parser.add_argument('binary')
parser.add_argument('--seconds', type=float, default=5)
parser.add_argument('--model', default='tso')
arguments = parser.parse_args()
for name, make, sizes in FAMILIES:
    print(f'{name} ({arguments.model})\n  {"n":>3} {"executions":>11} {"ms":>10} {"us/execution":>13} {"growth":>7}')
    previous = None
    for n in sizes:
        with tempfile.NamedTemporaryFile('w', suffix='.litmus', delete=False) as f:
            f.write(f'X86 bench{n}\n{{}}\n{make(n)}\n')
        try:
            done = subprocess.run([arguments.binary, 'litmus', '--model', arguments.model, '--format', 'csv', f.name], capture_output=True, text=True)
        finally:
            os.unlink(f.name)
        rows = list(csv.DictReader(io.StringIO(done.stdout)))
        if not rows:
            sys.exit(f'{name} n={n}: {done.stderr}')
        count, ms = int(rows[0]['executions']), float(rows[0]['ms'])
        each = 1000 * ms / max(1, count)
        print(f'  {n:3} {count:11} {ms:10.2f} {each:13.2f} {"" if previous is None else f"{each / previous:6.2f}x":>7}')
        previous = each
        if ms > 1000 * arguments.seconds:
            break
