#!/usr/bin/env python3
"""Random C programs, judged three times: by the interpreter of Core, by the bounded engine (an assertion that the checksum
is what the compiled program printed must hold), and by running what Clang compiles with its sanitizers. They must agree on
the checksum or on undefined behaviour. Programs mix integer types, arrays, structs with bit-fields, unions, pointers,
loops, switches and calls; all loops end.

usage: programs.py PROGRAM [--count 200] [--seed 1] [-j N]
"""
import argparse
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

CLANG = os.environ.get('CLANG', 'clang-19')
SANITIZE = ['-O0', '-w', '-std=gnu17', '-fsigned-char', '-fsanitize=undefined', '-fsanitize-trap=all']
TYPES = ['signed char', 'unsigned char', 'short', 'unsigned short', 'int', 'unsigned', 'long', 'unsigned long', '_Bool']
SECONDS = 60


class Generator:
    def __init__(self, seed):
        self.r = random.Random(seed)
        self.loops = 0

    def pick(self, items):
        return self.r.choice(items)

    def lvalue(self):
        return self.pick(['g%d' % self.r.randrange(4), 'a[%s & 7]' % self.small(), 'm[%d][%s & 3]' % (self.r.randrange(2), self.small()),
                          's.x', 's.y', 's.b1', 's.b2', 's.b3', 'sp->x', 'sa[%s & 1].y' % self.small(), '(*p)', 'u.h[%d]' % self.r.randrange(2),
                          'u.w', 'u.c[%s & 3]' % self.small(), 'l0', 'l1'])

    def small(self):
        return self.pick(['l0', 'l1', 'g0', 's.b1', str(self.r.randrange(8))])

    def value(self, depth=2):
        if depth == 0 or self.r.random() < 0.3:
            return self.lvalue() if self.r.random() < 0.7 else self.pick(['0', '1', '-1', '3', '200', '65535', '0x7fffffff', '5u', '7l', '1ul << 40'])
        kind = self.r.randrange(8)
        a, b = self.value(depth - 1), self.value(depth - 1)
        if kind <= 2:
            return f'({a} {self.pick(["+", "-", "^", "|", "&"])} {b})'
        if kind == 3:
            return f'({a} {self.pick(["<", "<=", "==", "!=", ">", "&&", "||"])} {b})'
        if kind == 4:
            return f'(({self.pick(TYPES)}){a})'
        if kind == 5:
            return f'({a} ? {b} : {self.value(depth - 1)})'
        if kind == 6:
            return f'((unsigned){a} * {b})' if self.r.random() < 0.5 else f'({a} / ({b} | 1))'
        return f'f{self.r.randrange(2)}({a}, {b})' if self.r.random() < 0.3 else f'((unsigned long){a} >> ({b} & 15))'

    def statement(self, depth):
        kind = self.r.randrange(10)
        pad = '  '
        if kind <= 4 or depth == 0:
            op = self.pick(['=', '=', '=', '+=', '-=', '^=', '|='])
            target, value = self.lvalue(), self.value()
            if target.startswith('u.') and value.startswith('u.'):  # members overlap (C11 6.5.16.1p3)
                value = f'(unsigned){value}'
            return f'{pad}{target} {op} {value};\n'
        if kind == 5:
            return f'{pad}{self.lvalue()}{self.pick(["++", "--"])};\n'
        if kind == 6:
            other = self.statement(depth - 1)
            return f'{pad}if ({self.value()}) {{\n{self.statement(depth - 1)}}} else {{\n{other}}}\n'
        if kind == 7:
            self.loops += 1
            i = f'i{self.loops}'
            extra = self.pick(['', f'  if ({self.value()}) break;\n', f'  if ({self.value()}) continue;\n'])
            return f'{pad}for (int {i} = 0; {i} < {self.r.randrange(1, 5)}; {i}++) {{\n{extra}{self.statement(depth - 1)}}}\n'
        if kind == 8:
            cases = ''.join(f'  case {k}: {self.statement(depth - 1).strip()}\n' + self.pick(['', '  break;\n']) for k in range(3))
            return f'{pad}switch ({self.value(1)} & 3) {{\n{cases}  default: ;\n  }}\n'
        return pad + self.pick(['p = &a[%s & 7];' % self.small(), 'p = &l0;', 'p = &sa[1].x;', 'sp = &sa[%s & 1];' % self.small(), 'sp = &s;',
                                's = sa[%s & 1];' % self.small(), 's = make(%s, %s);' % (self.value(1), self.value(1)),
                                '{ int t[3] = {%s, 2}; l1 = t[0] ^ t[2]; }' % self.value(1)]) + '\n'

    def program(self):
        glob = ''.join(f'{self.pick(TYPES)} g{i} = {self.r.randrange(-100, 100)};\n' for i in range(4))
        text = ('#include <stdio.h>\n#include <assert.h>\nstruct s { int x; %s y; unsigned b1 : 3; int b2 : 5; unsigned long b3 : 33; };\n'
                'union u { unsigned w; unsigned short h[2]; unsigned char c[4]; };\n' % self.pick(TYPES))
        text += glob + 'int a[8] = {1, [3] = 4, 5}, m[2][4] = {{1, 2}, {3}};\nstruct s s = {1, 2, 3, 4, 5}, sa[2], *sp = &sa[0];\nunion u u = {0x01020304};\nint *p = a;\n'
        text += 'struct s make(int x, int y) { struct s r = {.y = y, .x = x, .b2 = x}; return r; }\n'
        for i in range(2):
            text += f'{self.pick(TYPES)} f{i}({self.pick(TYPES)} l0, {self.pick(TYPES)} l1) {{ return {self.value(1).replace("f0", "(int)").replace("f1", "(int)")}; }}\n'
        text += 'static unsigned long mix(unsigned long h, unsigned long v) { return (h ^ v) * 1099511628211ul + (h >> 7); }\n'
        body = ''.join(self.statement(2) for _ in range(self.r.randrange(4, 14)))
        text += 'int main(void) {\n  int l0 = 3; int l1 = 5;\n' + body
        text += '  unsigned long h = 14695981039346656037ul;\n'
        for term in ['g0', 'g1', 'g2', 'g3', 'l0', 'l1', 's.x', 's.y', 's.b1', 's.b2', 's.b3', 'u.w', 'sa[0].x', 'sa[1].b3', '*p']:
            text += f'  h = mix(h, {term});\n'
        text += '  for (int i = 0; i < 8; i++) h = mix(h, a[i] + m[i & 1][i & 3]);\n'
        return text + '  int result = (int)(h & 0x7fffffff);\n  REPORT(result);\n}\n'


def judge(binary, seed, folder):
    text = Generator(seed).program()
    source = folder / f'p{seed}.c'
    source.write_text(text)
    compiled = folder / f'p{seed}'
    subprocess.run([CLANG, *SANITIZE, '-DREPORT(x)=printf("%d\\n",x)', str(source), '-o', str(compiled)], check=True)
    ran = subprocess.run([str(compiled)], capture_output=True, text=True, timeout=SECONDS)
    compiled.unlink()
    native = ran.stdout.strip() if ran.returncode == 0 else 'undefined'
    run = subprocess.run([binary, 'run', '-DREPORT(x)=return x', str(source)], capture_output=True, text=True, timeout=SECONDS)
    match = re.search(r'finished, result (-?\d+)', run.stdout)
    ours = match.group(1) if match else 'undefined' if run.returncode == 10 else f'exit {run.returncode}'
    expected = native if native != 'undefined' else '0'
    verify = subprocess.run([binary, 'verify', '--timeout', str(SECONDS - 10), f'-DREPORT(x)=assert(x == {expected})', str(source)],
                            capture_output=True, text=True, timeout=SECONDS)
    engine = {0: expected, 10: 'undefined'}.get(verify.returncode, f'exit {verify.returncode}')
    same = native == ours and (engine == native or engine in ('exit 20', 'exit 21'))
    return seed, same, native, ours, engine, text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--count', type=int, default=200)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('-j', type=int, default=2)
    options = parser.parse_args()
    binary = os.path.abspath(options.program)
    wrong, undefined, undecided = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.j) as pool:
        seeds = range(options.seed, options.seed + options.count)
        for seed, same, native, ours, engine, text in pool.map(lambda s: judge(binary, s, pathlib.Path(folder)), seeds):
            undefined += native == 'undefined'
            undecided += engine.startswith('exit')
            if not same:
                wrong += 1
                print(f'seed {seed}: compiled {native}, interpreter {ours}, engine {engine}\n{text}')
    print(f'{options.count - wrong} of {options.count} programs agree, {undefined} of them undefined, {undecided} undecided by the engine')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
