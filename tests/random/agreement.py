#!/usr/bin/env python3
"""Random small programs of C11 atomics: the lazy encoding, the ordered one, the monolithic one and `explore` must give one
verdict.

  agreement.py FENCEPOST [--count N] [--seed S] [--models rc11,ra,...]

The lazy and the monolithic encoding share the unrolling and nothing of what they do with the memory model: one learns from
graphs that the cat evaluator judges, the other turns the cat file into a formula. Exit 1 and the program if they differ.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

STORES = ['relaxed', 'relaxed', 'release', 'seq_cst']
LOADS = ['relaxed', 'relaxed', 'acquire', 'seq_cst']
UPDATES = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst']


def program(rng):
    variables = ['x', 'y', 'z'][:rng.choice([2, 2, 3])]
    lines = ['#include <assert.h>', '#include <pthread.h>', '#include <stdatomic.h>',
             f"atomic_int {', '.join(variables)};"]
    outputs, threads = [], rng.choice([2, 2, 3])

    def statement(t, registers, depth):
        v = rng.choice(variables)
        kind = rng.choices(['store', 'load', 'copy', 'fence', 'add', 'cas', 'branch'], [6, 6, 2, 1, 1, 1, 2])[0]
        order = lambda orders: 'memory_order_' + rng.choice(orders)
        pad = '  ' * (depth + 1)
        if kind == 'branch' and depth == 0 and registers:
            inner = [statement(t, registers, 1) for _ in range(rng.randint(1, 2))]
            return f'{pad}if ({rng.choice(registers)} == {rng.randint(0, 1)}) {{\n' + '\n'.join(inner) + f'\n{pad}}}'
        if kind == 'fence':
            return f"{pad}atomic_thread_fence({order(['acquire', 'release', 'acq_rel', 'seq_cst'])});"
        if kind == 'copy' and registers:
            return f'{pad}atomic_store_explicit(&{v}, {rng.choice(registers)} + 1, {order(STORES)});'
        if kind in ('load', 'add', 'cas'):
            register = f'r{t}_{len(registers)}'
            registers.append(register)
            outputs.append(register)
            if kind == 'load':
                return f'{pad}{register} = atomic_load_explicit(&{v}, {order(LOADS)});'
            if kind == 'add':
                return f'{pad}{register} = atomic_fetch_add_explicit(&{v}, 1, {order(UPDATES)});'
            return (f'{pad}{{ int old = {rng.randint(0, 1)}; {register} = atomic_compare_exchange_strong_explicit(&{v}, '
                    f'&old, {rng.randint(1, 3)}, {order(UPDATES)}, {order(["relaxed", "acquire", "seq_cst"])}); }}')
        return f'{pad}atomic_store_explicit(&{v}, {rng.randint(1, 2)}, {order(STORES)});'

    bodies = []
    for t in range(threads):
        registers = []
        body = [statement(t, registers, 0) for _ in range(rng.randint(2, 4))]
        bodies.append(f'void *t{t}(void *unused) {{\n' + '\n'.join(body) + '\n  return 0;\n}')
    if outputs:
        lines.append('int ' + ', '.join(outputs) + ';')
    lines += bodies + ['int main(void) {', '  pthread_t ' + ', '.join(f'p{t}' for t in range(threads)) + ';']
    lines += [f'  pthread_create(&p{t}, 0, t{t}, 0);' for t in range(threads)]
    lines += [f'  pthread_join(p{t}, 0);' for t in range(threads)]
    seen = rng.sample(outputs, min(len(outputs), rng.randint(1, 4)))
    wanted = [f'{r} == {rng.randint(0, 2)}' for r in seen] + [f'{rng.choice(variables)} == {rng.randint(1, 2)}']
    return '\n'.join(lines + ['  assert(!(' + ' && '.join(wanted) + '));', '}']) + '\n'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default='sc,tso,pso,ra,rc11,imm,aarch64,riscv')
    arguments = parser.parse_args()
    compared = unsafe = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.c')
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            rng = random.Random(seed)
            text = program(rng)
            with open(path, 'w') as file:
                file.write(text)
            for model in arguments.models.split(','):
                ways = {'lazy': ['verify'], 'monolithic': ['verify', '--encoding', 'monolithic'], 'explore': ['explore']}
                if model in ('tso', 'pso'):
                    ways['ordered'] = ['verify', '--encoding', 'ordered']
                codes = {}
                for name, command in ways.items():
                    run = subprocess.run([arguments.fencepost, *command, '--model', model, path], capture_output=True,
                                         text=True)
                    codes[name] = run.returncode
                compared += 1
                unsafe += codes['lazy'] == 10
                if len(set(codes.values())) > 1 or codes['lazy'] not in (0, 10):
                    print(f'seed {seed}, model {model}: exit codes {codes}')
                    print(text)
                    return 1
    print(f'{compared} verdicts agree, {unsafe} of them UNSAFE')
    return 0


if __name__ == '__main__':
    sys.exit(main())
