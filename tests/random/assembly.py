#!/usr/bin/env python3
"""Random programs of two threads, written twice: with C's atomics, and with the instructions that these are compiled to, as inline
assembly. Under the model of the machine `explore` must list the same outcomes for both.

  assembly.py FENCEPOST [--count N] [--seed S]

In the rows below V is a variable and R a result. Exit 1 and both answers if they differ.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

AARCH64 = {
    'store': [('__atomic_store_n(&V,1,0)', 'asm volatile("str %w1,[%0]"::"r"(&V),"r"(1):"memory")'),
              ('__atomic_store_n(&V,1,3)', 'asm volatile("stlr %w1,%0":"=Q"(V):"r"(1):"memory")')],
    'load': [('R=__atomic_load_n(&V,0)', 'asm volatile("ldr %w0,[%1]":"=r"(R):"r"(&V):"memory")'),
             ('R=__atomic_load_n(&V,2)', 'asm volatile("ldar %w0,%1":"=r"(R):"Q"(V):"memory")')],
    'update': [('R=__atomic_exchange_n(&V,1,0)',
                'int t;asm volatile("1: ldxr %w0,[%2]; stxr %w1,%w3,[%2]; cbnz %w1,1b":"=&r"(R),"=&r"(t):"r"(&V),"r"(1):"memory")'),
               ('R=__atomic_fetch_or(&V,1,4)',
                'int t,n;asm volatile("1: ldaxr %w0,%3; orr %w2,%w0,#1; stlxr %w1,%w2,%3; cbnz %w1,1b"'
                ':"=&r"(R),"=&r"(t),"=&r"(n),"+Q"(V)::"memory")'),
               ('R=__atomic_fetch_add(&V,1,3)', 'asm volatile("ldaddl %w2,%w0,[%1]":"=r"(R):"r"(&V),"r"(1):"memory")'),
               ('int e=0;__atomic_compare_exchange_n(&V,&e,1,0,2,2);R=e',
                'int t;asm volatile("1: ldaxr %w0,[%2]; cbnz %w0,2f; stxr %w1,%w3,[%2]; cbnz %w1,1b; 2:"'
                ':"=&r"(R),"=&r"(t):"r"(&V),"r"(1):"memory")')],
    'fence': [('__atomic_thread_fence(2)', 'asm volatile("dmb ishld":::"memory")'),
              ('__atomic_thread_fence(5)', 'asm volatile("dmb ish":::"memory")')]}
TSO = {
    'store': [('__atomic_store_n(&V,1,0)', 'asm volatile("movl $1,%0":"=m"(V)::"memory")'),
              ('__atomic_store_n(&V,1,5)', 'asm volatile("movl $1,%0; mfence":"=m"(V)::"memory")')],
    'load': [('R=__atomic_load_n(&V,0)', 'asm volatile("movl %1,%0":"=r"(R):"m"(V):"memory")')],
    'update': [('R=__atomic_exchange_n(&V,1,5)', 'int v=1;asm volatile("xchg %0,%1":"+m"(V),"+r"(v)::"memory");R=v'),
               ('R=__atomic_fetch_add(&V,1,5)', 'int v=1;asm volatile("lock; xaddl %1,%0":"+m"(V),"+r"(v)::"memory");R=v'),
               ('int e=7;__atomic_compare_exchange_n(&V,&e,1,0,5,5);R=e',
                'int e=7;asm volatile("lock cmpxchgl %2,%0":"+m"(V),"+a"(e):"r"(1):"memory");R=e')],
    'fence': [('__atomic_thread_fence(5)', 'asm volatile("mfence":::"memory")'),
              ('__atomic_thread_fence(5)', 'asm volatile("lock; addl $0,-4(%%rsp)":::"memory")'),
              ('__atomic_thread_fence(3)', 'asm volatile("sfence":::"memory")')]}
POWER = {
    'store': [('__atomic_store_n(&V,1,0)', 'asm volatile("stw %1,0(%0)"::"r"(&V),"r"(1):"memory")'),
              ('__atomic_store_n(&V,1,3)', 'asm volatile("lwsync; stw%U0%X0 %1,%0":"=m"(V):"r"(1):"memory")')],
    'load': [('R=__atomic_load_n(&V,0)', 'asm volatile("lwz %0,0(%1)":"=r"(R):"r"(&V):"memory")')],
    'update': [('R=__atomic_exchange_n(&V,1,0)',
                'asm volatile("1: lwarx %0,0,%1; stwcx. %2,0,%1; bne- 1b":"=&r"(R):"r"(&V),"r"(1):"memory")'),
               ('R=__atomic_exchange_n(&V,1,2)',
                'asm volatile("1: lwarx %0,0,%1; stwcx. %2,0,%1; bne- 1b; isync":"=&r"(R):"r"(&V),"r"(1):"memory")')],
    'fence': [('__atomic_thread_fence(4)', 'asm volatile("lwsync":::"memory")'),
              ('__atomic_thread_fence(5)', 'asm volatile("sync":::"memory")')]}
RISCV = {
    'store': [('__atomic_store_n(&V,1,0)', 'asm volatile("sw %1,0(%0)"::"r"(&V),"r"(1):"memory")'),
              ('__atomic_store_n(&V,1,3)', 'asm volatile("fence rw,w; sw %1,0(%0)"::"r"(&V),"r"(1):"memory")')],
    'load': [('R=__atomic_load_n(&V,0)', 'asm volatile("lw %0,0(%1)":"=r"(R):"r"(&V):"memory")'),
             ('R=__atomic_load_n(&V,2)', 'asm volatile("lw %0,%1; fence r,rw":"=r"(R):"m"(V):"memory")')],
    'update': [('R=__atomic_exchange_n(&V,1,2)', 'asm volatile("amoswap.w.aq %0,%2,%1":"=r"(R),"+A"(V):"r"(1):"memory")'),
               ('R=__atomic_exchange_n(&V,1,3)',
                'int t;asm volatile("1: lr.w %0,%2; sc.w.rl %1,%3,%2; bnez %1,1b":"=&r"(R),"=&r"(t),"+A"(V):"r"(1):"memory")')],
    'fence': [('__atomic_thread_fence(4)', 'asm volatile("fence.tso":::"memory")'),
              ('__atomic_thread_fence(5)', 'asm volatile("fence rw,rw":::"memory")')]}
MODELS = {'aarch64': AARCH64, 'tso': TSO, 'power': POWER, 'riscv': RISCV}


def thread(rng, table, variables, results):
    rows = []
    for number, (variable, result) in enumerate(zip(variables, results)):
        if number == 1 and rng.random() < 0.5:
            rows.append(rng.choice(table['fence']))
        row = rng.choice(table[rng.choice(['store', 'load', 'update'])])
        rows.append(tuple(text.replace('V', variable).replace('R', result) for text in row))
    return rows


def text_of(threads, which):
    text = '#include <pthread.h>\nstatic int x, y, a = 9, b = 9, c = 9, d = 9;\n'
    for number, rows in enumerate(threads):
        body = '\n'.join('  { ' + row[which] + '; }' for row in rows)
        text += f'static void *t{number}(void *unused) {{\n{body}\n  return 0;\n}}\n'
    return text + ('int main(void) {\n  pthread_t p, q;\n  pthread_create(&p, 0, t0, 0);\n  pthread_create(&q, 0, t1, 0);\n'
                   '  pthread_join(p, 0);\n  pthread_join(q, 0);\n  return a + b + c + d + x + y;\n}\n')


def outcomes(program, model, path):
    command = [program, 'explore', '--model', model]
    for name in 'abcdxy':
        command += ['--observe', name]
    run = subprocess.run(command + [str(path)], capture_output=True, text=True, timeout=60)
    return sorted(line.split('(')[0].strip() for line in run.stdout.splitlines() if 'return=' in line), run.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--count', type=int, default=20)
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            model = rng.choice(list(MODELS))
            threads = [thread(rng, MODELS[model], 'xy', 'ab'), thread(rng, MODELS[model], 'yx', 'cd')]
            answers = []
            for which, name in enumerate(['atomics.c', 'assembly.c']):
                path = pathlib.Path(folder) / name
                path.write_text(text_of(threads, which))
                answers.append(outcomes(options.program, model, path))
            if not answers[0][0] or answers[0][0] != answers[1][0]:
                print(f'program {number}, model {model}')
                for which in (0, 1):
                    print(text_of(threads, which) + answers[which][1])
                return 1
    print(f'assembly: {options.count} programs agree')
    return 0


if __name__ == '__main__':
    sys.exit(main())
