#!/usr/bin/env python3
"""Ctrl-C in every stage of every command: how long it takes until there is an answer, which says what is known. Prints all latencies; that the
longest is below a second is to be seen on a machine that does nothing else, a test asks for less. usage: interrupt.py PROGRAM [--only PART]"""
import argparse
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BEFORE = 1.5  # seconds of work
BUSY = 10     # seconds, of a machine with much else to do

THREADS = '''
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
void *worker(void *unused) { for (int i = 0; i < 20; i++) { atomic_store_explicit(&x, i, memory_order_relaxed); assert(atomic_load_explicit(&y, memory_order_relaxed) >= 0); atomic_fetch_add(&y, 1);} return unused; }
int main(void) { pthread_t t[4]; for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, 0); for (int i = 0; i < 4; i++) pthread_join(t[i], 0); }
'''
FACTOR = '''
#include <assert.h>
unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) { unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong();
 if (a <= 1 || b <= 1 || a > 4294967295u || b > 4294967295u) return 0;
 assert(a * b != 18446743979220271189u); }
'''
FLOAT = '''
#include <assert.h>
double __VERIFIER_nondet_double(void);
int main(void) { double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double(), c = __VERIFIER_nondet_double();
 if (!(a > 1 && a < 2 && b > 1 && b < 2 && c > 1 && c < 2)) return 0;
 assert((a * b) * c - a * (b * c) < 1e-14 && a / b * c != 1.2345678); }
'''
MACRO = ''.join(f'#define M{i} M{i-1} M{i-1}\n' for i in range(1, 22)) + '#define M0 +1\nint main(void) { return M21; }\n'
PREPRO = ''.join(f'#define M{i} M{i-1} M{i-1}\n' for i in range(1, 30)) + '#define M0\nM29\nint main(void) { return 0; }\n'
MANY = ''.join(f'int f{i}(int x) {{ int y = x; for (int k = 0; k < 3; k++) y = y * {i} + k; if (y > 3) y -= x; return y ? y + 1 : {i}; }}\n' for i in range(60000)) + 'int main(void) { int s = 0;' + ''.join(f's += f{i}(s) & 7;\n' for i in range(60000)) + 'return s; }\n'
ARRAY = 'int a[3000000] = {' + ','.join(str(i % 97) for i in range(3000000)) + '};\nint main(void) { return a[7]; }\n'
SEQ = '''
int __VERIFIER_nondet_int(void);
#include <assert.h>
int a[100];
int main(void) { for (int i = 0; i < 100; i++) a[i] = __VERIFIER_nondet_int();
 for (int i = 0; i < 100; i++) for (int j = 0; j + 1 < 100; j++) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }
 for (int i = 0; i + 1 < 100; i++) assert(a[i] <= a[i + 1]); }
'''
ENDLESS = 'unsigned x; int main(void) { for (;;) x++; }\n'
LARGE = '''#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *count(void *none) { for (int i = 0; i < 600; i++) { atomic_store(&x, i); atomic_store(&y, atomic_load(&x)); } return 0; }
int main(void) { pthread_t first, second; pthread_create(&first, 0, count, 0); pthread_create(&second, 0, count, 0);
  for (int i = 0; i < 125; i++) atomic_fetch_add(&y, 1);
  pthread_join(first, 0); pthread_join(second, 0); assert(atomic_load(&x) > 1000); }
'''
PROOF = '''
#include <assert.h>
#include <pthread.h>
unsigned a, b, c, d, e; int turn;
unsigned __VERIFIER_nondet_uint(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *w(void *u) { for (;;) { pthread_mutex_lock(&m); unsigned k = __VERIFIER_nondet_uint() % 100; a += k; b += 2 * k; c += 3 * k; d = a * b; assert(c == a + b || d == 77); pthread_mutex_unlock(&m); } return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); pthread_create(&t, 0, w, 0); pthread_create(&t, 0, w, 0); w(0); }
'''
def big_litmus(n, m):
    rows = [' | '.join(f'MOV [x{(t+k)%3}],${1+k}' if k % 2 else f'MOV EAX,[x{(t+k)%3}]' for t in range(n)) + ' ;' for k in range(m)]
    return 'X86 BIG\n{}\n ' + ' | '.join(f'P{i}' for i in range(n)) + ' ;\n ' + '\n '.join(rows) + '\nexists (0:EAX=1)\n'
SLOW_MODEL = 'SLOW\nlet rec r = po | (r; r) | (rf; r; co)\nlet s = (r | rf | co)+\nlet t = (s; s; r)+ | (r; s)+ \nacyclic (t & po)\nempty t & id \n'
folder = tempfile.TemporaryDirectory()
at = pathlib.Path(folder.name)


def w(name, text):
    (at / name).write_text(text)
    return str(at / name)


yaml = '- entry_type: violation_sequence\n  metadata:\n    format_version: "2.0"\n  content:\n' + ''.join(f'  - segment:\n    - waypoint:\n        type: assumption\n        action: follow\n        constraint:\n          value: "x == {i}"\n          format: c_expression\n        location:\n          file_name: long.c\n          line: 6\n          column: 1\n' for i in range(300000))
T = w('threads.c', THREADS)
CASES = {
    'parse: nested macros': ['verify', w('macro.c', MACRO)],
    'parse: empty macros': ['verify', w('prepro.c', PREPRO)],
    'parse: 60,000 functions': ['verify', w('many.c', MANY)],
    'parse: array of 3 million': ['verify', w('array.c', ARRAY)],
    'unroll': ['verify', '--engine', 'bounded', '--unwind', '100000', w('seq.c', SEQ)],
    'solve: z3': ['verify', '--engine', 'bounded', '--solver', 'z3', w('factor.c', FACTOR)],
    'solve: floats': ['verify', w('float.c', FLOAT)],
    'verify: rc11': ['verify', '--model', 'rc11', '--engine', 'bounded', '--unwind', '30', T],
    'verify: aarch64': ['verify', '--model', 'aarch64', '--engine', 'bounded', '--unwind', '30', T],
    'verify: lkmm': ['verify', '--model', 'lkmm', '--engine', 'bounded', '--unwind', '30', T],
    'verify: portfolio': ['verify', T],
    'verify: cegar': ['verify', '--engine', 'cegar', '--property', 'unreach-call', w('proof.c', PROOF)],
    'verify: cegar pred': ['verify', '--engine', 'cegar', '--domain', 'pred-cart', '--property', 'unreach-call', w('proof.c', PROOF)],
    'verify: buffers': ['verify', '--engine', 'buffers', '--model', 'tso', 'examples/buffers/bakery.c'],
    'explore': ['explore', '--model', 'sc', T],
    'explore html': ['explore', '--model', 'tso', '--html', str(at / 'e.html'), T],
    'fences': ['fences', '--model', 'tso', T],
    'fences refined': ['fences', '--model', 'rc11', '--unwind', '21', T],
    'robust': ['robust', '--model', 'tso', T],
    'robust rc11': ['robust', '--model', 'rc11', T],
    'run': ['run', w('endless.c', ENDLESS)],
    'run trace': ['run', '--trace', w('endless.c', ENDLESS)],
    'validate witness': ['verify', '--property', 'unreach-call', '--validate-witness', w('long.yml', yaml), w('endless.c', ENDLESS)],
    'litmus: large': ['litmus', w('big.litmus', big_litmus(4, 6))],
    'litmus: large html': ['litmus', '--html', str(at / 'l.html'), w('big2.litmus', big_litmus(4, 6))],
    'litmus: slow model': ['litmus', '--model', w('slow.cat', SLOW_MODEL), w('big3.litmus', big_litmus(3, 40))],
    'explain: large': ['explain', w('big4.litmus', big_litmus(4, 6).replace('exists (0:EAX=1)', 'exists (0:EAX=77)'))],
    'litmus jobs': ['litmus', '-j', '2', w('big.litmus', big_litmus(4, 6)), w('big5.litmus', big_litmus(4, 7))],
    'html of a long run': ['verify', '--model', 'sc', '--html', str(at / 'v.html'), w('large.c', LARGE)],
    'draw a long run': ['verify', '--model', 'sc', '--draw', str(at / 'drawn'), w('large.c', LARGE)],
    'show flat': ['show', '--stage', 'flat', w('many2.c', MANY)],
    'show cfa': ['show', '--stage', 'cfa', w('many2.c', MANY)],
}


def measure(program, command):
    """Seconds, the exit code and what was said; None: it was over by itself."""
    process = subprocess.Popen([program, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, stdin=subprocess.DEVNULL)
    said = []
    readers = [threading.Thread(target=lambda stream=stream: said.append(stream.read()), daemon=True) for stream in (process.stdout, process.stderr)]
    for reader in readers:
        reader.start()
    try:
        process.wait(BEFORE)
        return None
    except subprocess.TimeoutExpired:
        pass
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    try:
        process.wait(60)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    took = time.monotonic() - began
    for reader in readers:
        reader.join(5)
    return took, process.returncode, b' '.join(said).decode(errors='replace')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--only', default='')
    options = parser.parse_args()
    longest, measured, problems = 0, 0, []
    for name, command in CASES.items():
        if options.only not in name:
            continue
        found = measure(str(pathlib.Path(options.program).resolve()), command)
        if found is None:
            print(f'{name:28} over by itself')
            continue
        took, code, said = found
        print(f'{name:28} {took:5.2f} s  exit code {code}', flush=True)
        longest, measured = max(longest, took), measured + 1
        if took > BUSY:
            problems.append(f'{name}: {took:.1f} s until Ctrl-C is answered')
        if code not in (0, 10, 130) or not said.strip():
            problems.append(f'{name}: exit code {code}, {said[-200:]!r}')
    print(f'{measured} situations, the longest took {longest:.2f} s')
    print('\n'.join(problems))
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
