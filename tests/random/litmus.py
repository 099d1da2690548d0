#!/usr/bin/env python3
"""Litmus tests in C, three ways: enumerated by `litmus`, given to `verify`, and written as a C program for `verify`. A test
that `exists` can satisfy, whose `~exists` or `forall` can fail, or that races under a model that forbids it is UNSAFE; every
other is SAFE.

  litmus.py FENCEPOST [--count N] [--seed S] [--models lkmm,rc11,sc]      random tests, all three ways
  litmus.py FENCEPOST --tests FOLDER --models rc11                        given tests, the first two ways

Exit 1 and the test if they differ. Only here the kernel's primitives meet two independent readings: the simulator's table
of macros and linux.h.
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

SUFFIXES = ['', '', '_relaxed', '_acquire', '_release']


class Kernel:
    parameters = 'int *x, int *y, int *z, atomic_t *a, spinlock_t *l, struct srcu_struct *s'
    globals = '#include <linux.h>\nint x, y, z;\natomic_t a = ATOMIC_INIT(0);\nDEFINE_SPINLOCK(l);\nDEFINE_SRCU(s);'
    arguments = '&x, &y, &z, &a, &l, &s'
    observed = {'x': 'x', 'y': 'y', 'z': 'z', 'a': 'a.counter'}
    fences = ['smp_mb()', 'smp_mb()', 'smp_rmb()', 'smp_wmb()', 'smp_mb__before_atomic()', 'smp_mb__after_atomic()',
              'smp_mb__after_spinlock()', 'smp_mb__after_unlock_lock()', 'barrier()', 'synchronize_rcu()',
              'synchronize_srcu(s)']

    def load(self, rng, v):
        return rng.choice([f'READ_ONCE(*{v})', f'READ_ONCE(*{v})', f'smp_load_acquire({v})', f'rcu_dereference(*{v})',
                           'atomic_read(a)', 'spin_is_locked(l)', f'*{v}'])

    def store(self, rng, v, value):
        return rng.choice([f'WRITE_ONCE(*{v}, {value})', f'WRITE_ONCE(*{v}, {value})', f'smp_store_release({v}, {value})',
                           f'rcu_assign_pointer(*{v}, {value})', f'smp_store_mb(*{v}, {value})', f'atomic_set(a, {value})',
                           'atomic_inc(a)', f'atomic_add({value}, a)', f'*{v} = {value}'])

    def update(self, rng, v, value):
        suffix = rng.choice(SUFFIXES)
        return rng.choice([f'xchg{suffix}({v}, {value})', f'cmpxchg{suffix}({v}, 0, {value})',
                           f'atomic_add_return{suffix}({value}, a)', f'atomic_fetch_add{suffix}({value}, a)',
                           f'atomic_cmpxchg{suffix}(a, 0, {value})', f'atomic_add_unless(a, {value}, 1)',
                           'atomic_dec_and_test(a)'])

    def wrapped(self, rng, inner, register):
        return rng.choice([
            ['rcu_read_lock();', *inner, 'rcu_read_unlock();'],
            ['rcu_read_lock();', *inner, 'rcu_read_unlock();'],
            ['spin_lock(l);', *inner, 'spin_unlock(l);'],
            ['spin_lock(l);', *inner, 'spin_unlock(l);'],
            [f'{register()} = spin_trylock(l);', f'if ({register.last}) {{', *inner, 'spin_unlock(l);', '}'],
            [f'{register()} = srcu_read_lock(s);', *inner, f'srcu_read_unlock(s, {register.last});']])


class C11:
    parameters = 'atomic_int *x, atomic_int *y, atomic_int *z'
    globals = '#include <stdatomic.h>\natomic_int x, y, z;'
    arguments = '&x, &y, &z'
    observed = {'x': 'x', 'y': 'y', 'z': 'z'}
    fences = [f'atomic_thread_fence(memory_order_{order})' for order in ('acquire', 'release', 'acq_rel', 'seq_cst')]

    def load(self, rng, v):
        return f"atomic_load_explicit({v}, memory_order_{rng.choice(['relaxed', 'relaxed', 'acquire', 'seq_cst'])})"

    def store(self, rng, v, value):
        order = rng.choice(['relaxed', 'relaxed', 'release', 'seq_cst'])
        return f'atomic_store_explicit({v}, {value}, memory_order_{order})'

    def update(self, rng, v, value):
        order = 'memory_order_' + rng.choice(['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst'])
        return rng.choice([f'atomic_exchange_explicit({v}, {value}, {order})',
                           f'atomic_fetch_add_explicit({v}, {value}, {order})'])

    def wrapped(self, rng, inner, register):
        return inner


class Registers:
    def __init__(self):
        self.count, self.last = 0, None

    def __call__(self):
        self.last = f'r{self.count}'
        self.count += 1
        return self.last

    def any(self, rng):
        return f'r{rng.randrange(self.count)}' if self.count else '1'


def statements(rng, words, registers, depth):
    v = rng.choice('xxyyz')
    kind = rng.choices(['store', 'load', 'update', 'fence', 'copy', 'branch', 'wrap'], [6, 6, 2, 2, 2, 2, 2])[0]
    if kind in ('branch', 'wrap') and depth > 0:
        kind = 'load'
    block = lambda: [line for _ in range(rng.randint(1, 2)) for line in statements(rng, words, registers, depth + 1)]
    if kind == 'branch':
        lines = [f'if ({registers.any(rng)} == {rng.randint(0, 1)}) {{', *block(), '}']
        return lines + (['else {', *block(), '}'] if rng.random() < 0.3 else [])
    if kind == 'wrap':
        return words.wrapped(rng, block(), registers)
    if kind == 'fence':
        return [rng.choice(words.fences) + ';']
    if kind == 'copy':
        register = registers.any(rng)
        return [words.store(rng, v, rng.choice([register, f'({register} ^ {register}) + 1', f'{register} + 1'])) + ';']
    if kind == 'store':
        return [words.store(rng, v, rng.randint(1, 2)) + ';']
    value = words.load(rng, v) if kind == 'load' else words.update(rng, v, rng.randint(1, 2))
    return [f'{registers()} = {value};']


def random_test(rng, words):
    """The lines of a litmus test and of a C program, both without what they ask, and the names of what can be asked."""
    count = rng.choice([2, 2, 2, 3])
    litmus, program, calls = ['C random', '{ }'], [words.globals], []
    seen = list(words.observed.items())
    for t in range(count):
        registers = Registers()
        body = [line for _ in range(rng.randint(2, 3)) for line in statements(rng, words, registers, 0)]
        names = [f'r{i}' for i in range(registers.count)]
        declared = [f'int {name} = 0;' for name in names]
        litmus += [f'P{t}({words.parameters})', '{', *declared, *body, '}']
        results = [f'P{t}_{name}' for name in names]
        if results:
            program.append('int ' + ', '.join(results) + ';')
        program += [f'void P{t}({words.parameters})', '{', *declared, *body,
                    *(f'{result} = {name};' for result, name in zip(results, names)), '}']
        calls.append(f'{{ P{t}({words.arguments}); }}')
        seen += [(f'{t}:{name}', f'P{t}_{name}') for name in names]
    return litmus, program + ['int main(void) {', '{-{ ' + ' ||| '.join(calls) + ' }-}'], seen


def ask(rng, litmus, program, seen, states):
    """Asks for a part of a final state that occurs, or of its neighbour, which may not."""
    values = dict(part.split('=') for part in rng.choice(states).rstrip(';').split('; '))
    if rng.random() < 0.7:
        values[rng.choice(list(values))] = rng.randint(0, 2)
    asked = rng.sample(seen, rng.randint(min(2, len(seen)), len(seen)))
    quantifier = rng.choice(['exists', 'exists', '~exists', 'forall'])
    atoms = ' /\\ '.join(f'{name}={values[name]}' for name, _ in asked)
    condition = ' && '.join(f'{place} == {values[name]}' for name, place in asked)
    litmus = litmus + [f'{quantifier} ({f"~({atoms})" if quantifier == "forall" else atoms})']
    program = program + [f'__VERIFIER_assert(!({condition}));', '}']
    return '\n'.join(litmus) + '\n', '\n'.join(program) + '\n'


def answer_of(fencepost, model, test):
    run = subprocess.run([fencepost, 'litmus', '--format', 'json', '-m', model, test], capture_output=True, text=True)
    return json.loads(run.stdout)['tests'][0]


def expected(answer):
    if 'error' in answer or answer['loop_bound_reached']:
        return None
    wrong = answer['observation'] != ('Always' if answer['condition'] == 'forall' else 'Never')
    return 10 if wrong or answer['validated'] == 'Undef' else 0


def verdict(fencepost, model, file):
    return subprocess.run([fencepost, 'verify', '--timeout', '60', '--model', model, file], capture_output=True).returncode


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=50)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default='lkmm,rc11,sc')
    parser.add_argument('--tests', help='a folder of litmus tests in C')
    arguments = parser.parse_args()
    compared = unsafe = 0
    with tempfile.TemporaryDirectory() as folder:
        for model in arguments.models.split(','):
            words = Kernel() if model == 'lkmm' else C11()
            if arguments.tests:
                tests = [(str(path), [str(path)]) for path in sorted(pathlib.Path(arguments.tests).glob('*.litmus'))]
            else:
                tests = []
                for seed in range(arguments.seed, arguments.seed + arguments.count):
                    rng = random.Random(seed)
                    files = [os.path.join(folder, f'{model}-{seed}.{kind}') for kind in ('litmus', 'c')]
                    litmus, program, seen = random_test(rng, words)
                    all_zero = ' /\\ '.join(f'{name}=0' for name, _ in seen)
                    pathlib.Path(files[0]).write_text('\n'.join(litmus) + f'\nexists ({all_zero})\n')
                    states = answer_of(arguments.fencepost, model, files[0])['final_states']
                    if not states:  # every run waits for a lock
                        continue
                    for file, text in zip(files, ask(rng, litmus, program, seen, states)):
                        pathlib.Path(file).write_text(text)
                    tests.append((f'seed {seed}', files))
            for name, files in tests:
                answer = answer_of(arguments.fencepost, model, files[0])
                want = expected(answer)
                if want is None:
                    continue
                codes = [verdict(arguments.fencepost, model, file) for file in files]
                compared += 1
                unsafe += want == 10
                # Without executions verify says that there are none, unless only the filter makes it so.
                allowed = {0, 20} if answer.get('executions') == 0 else {want}
                if not allowed.issuperset(codes):
                    print(f'{name}, model {model}: litmus says {want}, verify {codes}')
                    for file in files:
                        print(pathlib.Path(file).read_text())
                    return 1
    print(f'{compared} tests agree, {unsafe} of them UNSAFE')
    return 0


if __name__ == '__main__':
    sys.exit(main())
