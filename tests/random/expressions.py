#!/usr/bin/env python3
"""Random C expressions, judged three times: by the interpreter of Core, by the bounded engine, and by running what Clang
compiles with its undefined-behaviour sanitizer. They must agree on the value or on undefined behaviour. A case on which they
differ is shrunk and printed as a program.

usage: expressions.py PROGRAM [--count 10000] [--seed 1] [--batch 50] [-j N]
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

CLANG = os.environ.get('CLANG', 'clang-19')
SANITIZE = ['-O0', '-w', '-std=gnu17', '-fsigned-char', '-ffp-contract=off', '-fsanitize=undefined,float-cast-overflow', '-fsanitize-trap=all']
INTEGERS = ['_Bool', 'char', 'signed char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned', 'long', 'unsigned long']
FLOATS = ['float', 'double']
EDGES = [0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 33, 63, 64, 100, 127, 128, 255, 256, 32767, 32768, 65535, 65536, 2147483647, 2147483648,
         4294967295, 9223372036854775807]

# An expression is a tuple: a kind, then its parts; leaves are ('text', 'C text').


def literal(r):
    value = r.choice(EDGES) if r.random() < 0.7 else r.getrandbits(r.choice([4, 8, 16, 31, 32, 62]))
    suffix = r.choice(['', '', 'u', 'l', 'ul']) if value < 2**62 else 'ul'
    return ('text', f'{value}{suffix}')


def leaf(r, floats):
    if r.random() < 0.6:
        return ('text', r.choice('abcdef'))
    if floats and r.random() < 0.3:
        return ('text', r.choice(['0.5', '1.0f', '1e10', '3e9f', '0.1', '2147483648.0', '1e19', '0.0']))
    return literal(r)


def integer(r, depth):
    if depth == 0 or r.random() < 0.1:
        return leaf(r, False)
    kind = r.choices(['binary', 'shift', 'compare', 'logic', 'unary', 'cast', 'select', 'comma', 'index', 'from_float', 'size'],
                     [30, 8, 10, 6, 10, 14, 6, 2, 5, 5, 1])[0]
    sub = lambda: integer(r, depth - 1)
    if kind == 'binary':
        return ('binary', r.choice(['+', '-', '*', '/', '%', '&', '|', '^', '+', '-', '*']), sub(), sub())
    if kind == 'shift':
        return ('binary', r.choice(['<<', '>>']), sub(), sub() if r.random() < 0.5 else ('text', str(r.randrange(0, 40))))
    if kind == 'compare':
        operand = floating if r.random() < 0.25 else integer
        return ('binary', r.choice(['<', '<=', '>', '>=', '==', '!=']), operand(r, depth - 1), operand(r, depth - 1))
    if kind == 'logic':
        return ('binary', r.choice(['&&', '||']), sub(), sub())
    if kind == 'unary':
        return ('unary', r.choice(['-', '~', '!', '+']), sub())
    if kind == 'cast':
        return ('cast', r.choice(INTEGERS), sub())
    if kind == 'select':
        return ('select', sub(), sub(), sub())
    if kind == 'comma':
        return ('comma', sub(), sub())
    if kind == 'index':
        return ('index', ('binary', '&', sub(), ('text', '7')) if r.random() < 0.7 else sub())
    if kind == 'from_float':
        return ('cast', r.choice(INTEGERS), floating(r, depth - 1))
    return ('size', sub())


def floating(r, depth):
    if depth == 0 or r.random() < 0.2:
        return ('cast', r.choice(FLOATS), leaf(r, True))
    kind = r.choices(['binary', 'cast', 'from_integer'], [6, 2, 4])[0]
    if kind == 'binary':
        return ('binary', r.choice(['+', '-', '*', '/']), floating(r, depth - 1), floating(r, depth - 1))
    if kind == 'cast':
        return ('cast', r.choice(FLOATS), floating(r, depth - 1))
    return ('cast', r.choice(FLOATS), integer(r, depth - 1))


def show(e):
    kind = e[0]
    if kind == 'text':
        return e[1]
    if kind == 'binary':
        return f'({show(e[2])} {e[1]} {show(e[3])})'
    if kind == 'unary':
        return f'({e[1]} {show(e[2])})'
    if kind == 'cast':
        return f'(({e[1]}){show(e[2])})'
    if kind == 'select':
        return f'({show(e[1])} ? {show(e[2])} : {show(e[3])})'
    if kind == 'comma':
        return f'({show(e[1])}, {show(e[2])})'
    if kind == 'index':
        return f't[{show(e[1])}]'
    return f'sizeof({show(e[1])})'


def parts(e):
    return [i for i, part in enumerate(e) if isinstance(part, tuple)]


def make_case(r):
    variables = []
    for name in 'abcdef':
        kind = r.choice(INTEGERS)
        value = literal(r)[1]
        variables.append(f'{kind} {name} = ({kind}){"-" if r.random() < 0.3 else ""}{value};')
    return variables, integer(r, r.choice([2, 3, 3, 4]))


def function(number, case):
    variables, expression = case
    return (f'long case_{number}(void) {{\n  {" ".join(variables)}\n  int t[8] = {{1, -2, 3, 40, 5, 600, 7, 80000}};\n'
            f'  return (long){show(expression)};\n}}\n')


def compiled(cases, folder):
    """The value of each case, or None for undefined behaviour; raises if Clang refuses the batch."""
    text = '#include <stdio.h>\n#include <sys/wait.h>\n#include <unistd.h>\n'
    text += ''.join(function(i, case) for i, case in enumerate(cases))
    text += 'long (*all[])(void) = {' + ', '.join(f'case_{i}' for i in range(len(cases))) + '};\n'
    text += f'''int main(void) {{
  for (int i = 0; i < {len(cases)}; i++) {{
    fflush(stdout);
    if (fork() == 0) {{ long v = all[i](); printf("%d %ld\\n", i, v); fflush(stdout); _exit(0); }}
    int status;
    wait(&status);
    if (WIFSIGNALED(status)) printf("%d undefined\\n", i);
  }}
  return 0;
}}
'''
    source, binary = folder / 'compiled.c', folder / 'compiled'
    source.write_text(text)
    subprocess.run([CLANG, *SANITIZE, '-o', binary, source], check=True, capture_output=True)
    lines = subprocess.run([binary], capture_output=True, text=True, timeout=60).stdout.splitlines()
    values = {int(i): None if v == 'undefined' else int(v) for i, v in (line.split() for line in lines)}
    return [values[i] for i in range(len(cases))]


def c_long(value):
    return '(-9223372036854775807l - 1)' if value == -2**63 else f'{value}l'


def fencepost(program, folder, arguments):
    # Every value of a case is a constant, so nothing needs a bound or a limit.
    return subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, errors='replace', timeout=300)


def judged(program, cases, expected, folder):
    """The numbers of the cases on which the engine or the interpreter differs from `expected`, with what they say."""
    functions = ''.join(function(i, case) for i, case in enumerate(cases))
    asserts = [f'assert(case_{i}() == {c_long(v)});' if v is not None else f'case_{i}();' for i, v in enumerate(expected)]
    choose = ''.join(f'    case {i}: {text} break;\n' for i, text in enumerate(asserts))
    (folder / 'engine.c').write_text('#include <assert.h>\nint __VERIFIER_nondet_int(void);\n' + functions +
                                     f'int main(void) {{\n  switch (__VERIFIER_nondet_int()) {{\n{choose}  }}\n  return 0;\n}}\n')
    wrong = {}
    run = fencepost(program, folder, ['verify', '--all-violations', '--format', 'json', 'engine.c'])
    try:
        report = json.loads(run.stdout)
    except ValueError:
        return {0: f'engine: exit {run.returncode}: {run.stderr[:300]}'} if len(cases) == 1 else None
    if report.get('verdict') not in ('safe', 'unsafe'):
        return {0: f'engine: {report.get("verdict")}: {report.get("reason")}'} if len(cases) == 1 else None
    found = {}
    first_line = 3 + functions.count('\n') + 2
    for violation in report['violations']:
        if violation['function'].startswith('case_'):
            number = int(violation['function'][5:])
        else:
            number = violation['line'] - first_line
        found.setdefault(number, set()).add(violation['kind'])
    for i, value in enumerate(expected):
        if value is None and not found.get(i):
            wrong[i] = 'compiled code: undefined; engine: no violation'
        if value is not None and found.get(i):
            wrong[i] = f'compiled code: {value}; engine: {", ".join(sorted(found[i]))}'

    defined = [text for text, value in zip(asserts, expected) if value is not None]
    (folder / 'run.c').write_text('#include <assert.h>\n' + functions + 'int main(void) {\n  ' + '\n  '.join(defined) + '\n  return 0;\n}\n')
    if defined:
        run = fencepost(program, folder, ['run', 'run.c'])
        if run.returncode != 0:
            if len(cases) > 1:
                return None
            wrong[0] = f'compiled code: {expected[0]}; interpreter: {run.stdout[:300]}{run.stderr[:300]}'
    for i, value in enumerate(expected):
        if value is None:
            run = fencepost(program, folder, ['run', '--entry', f'case_{i}', 'run.c'])
            if run.returncode != 10:
                wrong[i] = f'compiled code: undefined; interpreter: exit {run.returncode} {run.stdout[:200]}{run.stderr[:200]}'
    return wrong


def differences(program, cases):
    """[(case, what differs)]: a batch whose joint run fails as a whole is taken apart."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        try:
            expected = compiled(cases, folder)
        except subprocess.CalledProcessError as error:
            if len(cases) > 1:
                return [d for case in cases for d in differences(program, [case])]
            return [] if b'error' in error.stderr else [(cases[0], 'clang fails')]
        wrong = judged(program, cases, expected, folder)
    if wrong is None:
        return [d for case in cases for d in differences(program, [case])]
    return [(cases[i], text) for i, text in sorted(wrong.items())]


def smaller(e):
    """Expressions one step simpler than e."""
    for i in parts(e):
        yield e[i]
    if e[0] != 'text':
        yield ('text', '1')
        yield ('text', 'a')
    for i in parts(e):
        for part in smaller(e[i]):
            yield e[:i] + (part,) + e[i + 1:]


def shrink(program, case):
    text = None
    improved = True
    while improved:
        improved = False
        for candidate in smaller(case[1]):
            found = differences(program, [(case[0], candidate)])
            if found:
                case, text, improved = (case[0], candidate), found[0][1], True
                break
    return case, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--count', type=int, default=200)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--batch', type=int, default=50)
    parser.add_argument('--most', type=int, default=3, help='how many differing cases to shrink and print')
    parser.add_argument('-j', type=int, default=os.cpu_count())
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    r = random.Random(options.seed)
    cases = [make_case(r) for _ in range(options.count)]
    batches = [cases[i:i + options.batch] for i in range(0, len(cases), options.batch)]
    with ThreadPoolExecutor(options.j) as pool:
        found = [d for part in pool.map(lambda batch: differences(program, batch), batches) for d in part]
    for case, text in found[:options.most]:
        small, small_text = shrink(program, case)
        print(f'DIFFERS: {small_text or text}\n{function(0, small)}')
    print(f'random expressions: {len(cases)} cases (seed {options.seed}), {len(found)} differ')
    return 1 if found else 0


sys.exit(main())
