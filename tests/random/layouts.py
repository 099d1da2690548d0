#!/usr/bin/env python3
"""Random structs and unions with bit-fields, packed in all the ways that GNU C has, against the layout that Clang compiles: each
program stores numbers into fields and asserts the bytes and the values that the compiled program found. `run` must finish and
`verify` must say SAFE.

usage: layouts.py PROGRAM [--count 100] [--seed 1] [-j N]
"""
import argparse
import os
import pathlib
import platform
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

CLANG = os.environ.get('CLANG', 'clang-19')
WIDTHS = {'_Bool': 1, 'char': 8, 'signed char': 8, 'unsigned char': 8, 'short': 16, 'unsigned short': 16, 'int': 32, 'unsigned': 32,
          'enum E': 32, 'long': 64, 'unsigned long': 64, 'long long': 64, 'unsigned long long': 64}


def field(r, number):
    kind = r.choice(list(WIDTHS))
    packed = ' __attribute__((packed))' if r.random() < 0.15 else ''
    aligned = f' __attribute__((aligned({r.choice([1, 2, 4, 8])})))' if r.random() < 0.08 else ''
    shape = r.random()
    if shape < 0.08:
        return None, f'{kind} : {r.choice([0, 0, r.randint(0, WIDTHS[kind])])};'
    if shape < 0.25 and kind != '_Bool':  # which may only hold 0 or 1
        return f'f{number}', f'{kind} f{number}{packed}{aligned};'
    return f'f{number}', f'{kind} f{number} : {r.randint(1, WIDTHS[kind])}{packed}{aligned};'


def record(r):
    fields = [field(r, i) for i in range(r.randint(2, 8))]
    names = [name for name, _ in fields if name]
    if not names:
        return record(r)
    keyword = 'union' if r.random() < 0.1 else 'struct'
    after = r.choice(['', '', ' __attribute__((packed))', ' __attribute__((packed))', ' __attribute__((packed, aligned(4)))'])
    text = f'{keyword} S {{\n  ' + '\n  '.join(line for _, line in fields) + f'\n}}{after};\n'
    if r.random() < 0.2:
        text = f'#pragma pack(push, {r.choice([1, 2, 4, 8])})\n{text}#pragma pack(pop)\n'
    return keyword, names, text


def make(r):
    keyword, names, text = record(r)
    around = r.random() < 0.3
    place = 'o.s' if around else 's'
    declared = f'struct O {{ char c; {keyword} S s; }} o;' if around else f'{keyword} S s;'
    writes = []
    for _ in range(r.randint(1, 6)):
        value = r.getrandbits(r.choice([3, 8, 31]))
        writes.append(f'{place}.{r.choice(names)} {r.choice(["=", "=", "=", "|=", "^=", "&="])} {value};')
    blank = r.choice([0, 255])
    begin = f'  memset(&{place}, {blank}, sizeof {place});\n  ' + '\n  '.join(writes) + '\n'
    begin += f'  unsigned char b[sizeof {place}];\n  memcpy(b, &{place}, sizeof b);\n'
    head = f'enum E {{ A, B = 0x7fffffff }};\n{text}{declared}\n'
    return head, begin, place, names


def compiled(head, begin, place, names, folder):
    shown = ''.join(f'  printf("%lld\\n", (long long){place}.{name});\n' for name in names)
    text = ('#include <stdio.h>\n#include <string.h>\n' + head + 'int main(void) {\n' + begin +
            '  printf("%lu\\n", (unsigned long)sizeof b);\n  for (unsigned long i = 0; i < sizeof b; i++) printf("%d\\n", b[i]);\n' + shown + '}\n')
    (folder / 'native.c').write_text(text)
    done = subprocess.run([CLANG, '-w', '-O0', '-fsigned-char', folder / 'native.c', '-o', folder / 'native'], capture_output=True, text=True)
    if done.returncode != 0:
        return None
    lines = subprocess.run([folder / 'native'], capture_output=True, text=True, check=True).stdout.split()
    size = int(lines[0])
    return size, [int(b) for b in lines[1:1 + size]], [int(v) for v in lines[1 + size:]]


def judge(fencepost, seed):
    r = random.Random(seed)
    head, begin, place, names = make(r)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        found = compiled(head, begin, place, names, folder)
        if found is None:
            return False, None
        size, data, values = found
        checks = f'  assert(sizeof b == {size});\n' + ''.join(f'  assert(b[{i}] == {b});\n' for i, b in enumerate(data))
        checks += ''.join(f'  assert((long long){place}.{name} == {v}ll);\n' for name, v in zip(names, values) if v != -2**63)
        text = '#include <assert.h>\n#include <string.h>\n' + head + 'int main(void) {\n' + begin + checks + '  return 0;\n}\n'
        source = folder / 'program.c'
        source.write_text(text)
        for command, good in ((['run'], 0), (['verify', '--timeout', '30'], 0)):
            done = subprocess.run([fencepost, *command, str(source)], capture_output=True, text=True, errors='replace', timeout=120)
            if done.returncode != good:
                return True, f'seed {seed}: {command[0]} exits with {done.returncode}\n{done.stdout[-500:]}{done.stderr[-300:]}{text}'
    return True, None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    options = parser.parse_args()
    if platform.machine() not in ('x86_64', 'AMD64'):  # whose ABI programs have
        print(f'layouts: {platform.machine()} has an ABI of its own: nothing compared')
        return 0
    seeds = range(options.seed, options.seed + options.count)
    with ThreadPoolExecutor(options.j) as pool:
        results = list(pool.map(lambda seed: judge(os.path.abspath(options.fencepost), seed), seeds))
    problems = [problem for _, problem in results if problem]
    for problem in problems[:5]:
        print(problem)
    print(f'{options.count} layouts, {sum(is_c for is_c, _ in results)} of them C, {len(problems)} differ')
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
