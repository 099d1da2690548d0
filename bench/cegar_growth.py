#!/usr/bin/env python3
"""How the time of proofs without a bound grows with threads, loop bodies and shared variables, for naive interleaving, partial-order
reduction and the declarative semantics in one run: `make bench`.

Three families, SAFE under sc: n threads that take a mutex for ever, two threads whose loops have n steps between lock and unlock, two
threads that hand n values over by flags. The declarative semantics proves no loops that write: of the first two families it gets
one iteration. Columns are those of threads_growth.py."""
import argparse
import os
import sys

from threads_growth import HEAD, print_growth, accesses

WAYS = {way: ['--property', 'unreach-call', '--engine', 'cegar', '-j', '1', '--semantics', way]
        for way in ('naive', 'por', 'declarative-lazy', 'declarative-eager')}
LOCK = 'pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nint inside;\n'


def program(bodies, threads, is_endless):
    loop = 'for (;;) ' if is_endless else ''
    body = ('{ pthread_mutex_lock(&lock); inside++;\n'
            + ''.join(f'  inside = inside + {1 if i % 2 else -1};\n' for i in range(2 * bodies))
            + '  assert(inside == 1); inside--; pthread_mutex_unlock(&lock); }')
    names = [f't{i}' for i in range(threads)]
    makes = ' '.join(f'pthread_create(&p[{i}], 0, {name}, 0);' for i, name in enumerate(names))
    return (HEAD + LOCK + ''.join(f'void *{name}(void *u) {{ {loop}{body} return 0; }}\n' for name in names)
            + f'int main(void) {{ pthread_t p[{threads}]; {makes} return 0; }}\n')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('binary')
    parser.add_argument('--timeout', type=int, default=30)
    options = parser.parse_args()
    binary = os.path.abspath(options.binary)
    endless = {way: WAYS[way] for way in ('naive', 'por')}
    once = {way: WAYS[way] for way in ('declarative-lazy', 'declarative-eager')}
    for ways, is_endless, when in ((endless, True, 'for ever'), (once, False, 'once')):
        print_growth(binary, [
            (f'n threads that take a mutex {when}', [2, 3, 4, 5], lambda n: program(1, n, is_endless)),
            (f'two threads with n pairs of steps under a mutex {when}', [1, 2, 4, 8], lambda n: program(n, 2, is_endless)),
        ], ways, options.timeout)
    print_growth(binary, [('two threads, n values and n flags', [1, 2, 4, 8], accesses)], WAYS, options.timeout)
    return 0


if __name__ == '__main__':
    sys.exit(main())
