#!/usr/bin/env python3
"""How verification time grows with threads, shared accesses and loop unwindings: `make bench`.

Three families, each SAFE under every model that is named: n threads that count under one lock, two threads that hand n values
over by flags, a loop that adds n times under a lock. Times are CPU seconds of the whole process; `own` leaves out what an empty
program costs; `exponent` is log(time ratio) / log(size ratio) of neighbouring sizes: 1 is linear.
"""
import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile

EMPTY = 'int main(void) { return 0; }\n'
HEAD = '#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n'


def threads(n):
    return (HEAD + 'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x;\n'
            'void *t(void *u) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return 0; }\n'
            f'int main(void) {{ pthread_t p[{n}];\n  for (int i = 0; i < {n}; i++) pthread_create(&p[i], 0, t, 0);\n'
            f'  for (int i = 0; i < {n}; i++) pthread_join(p[i], 0);\n  assert(x == {n});\n}}\n')


def accesses(n):
    names = [f'd{i}' for i in range(n)]
    writes = ''.join(f'  {d} = {i + 1};\n  atomic_store_explicit(&f{i}, 1, memory_order_release);\n'
                     for i, d in enumerate(names))
    reads = ''.join(f'  if (atomic_load_explicit(&f{i}, memory_order_acquire)) assert({d} == {i + 1});\n'
                    for i, d in enumerate(names))
    return (HEAD + f"int {', '.join(names)};\natomic_int {', '.join(f'f{i}' for i in range(n))};\n"
            f'void *a(void *u) {{\n{writes}  return 0;\n}}\nvoid *b(void *u) {{\n{reads}  return 0;\n}}\n'
            'int main(void) { pthread_t p, q; pthread_create(&p, 0, a, 0); pthread_create(&q, 0, b, 0);\n'
            '  pthread_join(p, 0); pthread_join(q, 0);\n}\n')


def unwindings(n):
    return (HEAD + 'pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\nint x;\n'
            f'void *t(void *u) {{ for (int i = 0; i < {n}; i++) {{ pthread_mutex_lock(&m); x++; assert(x <= {2 * n});\n'
            '  pthread_mutex_unlock(&m); } return 0; }\n'
            'int main(void) { pthread_t p, q; pthread_create(&p, 0, t, 0); pthread_create(&q, 0, t, 0);\n'
            '  pthread_join(p, 0); pthread_join(q, 0);\n}\n')


FAMILIES = [
    ('n threads that count under a lock', [2, 3, 4, 5], threads),
    ('two threads, n values and n flags', [2, 4, 8, 16, 32], accesses),
    ('a loop of n locked additions in two threads', [1, 2, 3, 4], unwindings),
]


def seconds(binary, text, options, limit):
    with tempfile.NamedTemporaryFile('w', suffix='.c') as file:
        file.write(text)
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([binary, 'verify', *options, '--timeout', str(limit), file.name],
                              capture_output=True, text=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        verdict = {0: 'SAFE', 10: 'UNSAFE', 21: 'SAFE-TO-BOUND'}.get(done.returncode, 'UNKNOWN')
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, verdict


def print_growth(binary, families, ways, limit):
    """ways: options of verify by name."""
    empty, _ = seconds(binary, EMPTY, [], limit)
    for name, sizes, make in families:
        print(f'\n{name}\n{"":>18} {"n":>6} {"seconds":>9} {"own":>9} {"exponent":>9}')
        for way, options in ways.items():
            before = None
            for n in sizes:
                total, verdict = seconds(binary, make(n), options, limit)
                own = max(total - empty, 0.001)
                slope = f'{math.log(own / before[1]) / math.log(n / before[0]):9.2f}' if before else ''
                print(f'{way:>18} {n:6} {total:9.3f} {own:9.3f} {slope:>9} {"" if verdict == "SAFE" else verdict}')
                before = (n, own)
                if verdict == 'UNKNOWN':
                    break


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('binary')
    parser.add_argument('--models', default='sc,tso,pso,rc11')
    parser.add_argument('--timeout', type=int, default=30)
    options = parser.parse_args()
    ways = {model: ['--model', model] for model in options.models.split(',')}
    print_growth(os.path.abspath(options.binary), FAMILIES, ways, options.timeout)
    return 0


if __name__ == '__main__':
    sys.exit(main())
