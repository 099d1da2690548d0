#!/usr/bin/env python3
"""Random small programs about objects: when they die (blocks, calls, variable length arrays, alloca, compound literals,
thread-local ones, free, thread exits), which addresses they have (comparison after free, pointers as numbers), and what one
memory location is (bit-fields, accesses of several sizes, operands read in any order). The verdict of `fencepost verify`
against an enumeration of our own, which knows nothing of C's text.

  objects.py FENCEPOST [--count N] [--seed S] [--kinds lifetimes,bitfields,sizes,operands] [--native]

Never SAFE where some run fails, never UNSAFE where none does, never a violation that does not replay; UNKNOWN is counted. With --native each program without a
failing run and without a race is also run under the address and thread sanitizers of CLANG (environment), which must find
nothing. Exit 1 and the program if they differ.
"""
import argparse
import itertools
import os
import random
import subprocess
import sys
import tempfile

HEADERS = '''#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
'''


class Fails(Exception):
    """This run has undefined behaviour or a failed assertion."""


def some_run_fails(threads, start, step):
    """Every interleaving of lists of steps; step(state, thread, op) yields the states after it, or nothing if it must wait."""
    seen = set()
    todo = [(tuple(0 for _ in threads), start)]
    while todo:
        at, state = todo.pop()
        if (at, state) in seen:
            continue
        seen.add((at, state))
        for thread, ops in enumerate(threads):
            if at[thread] == len(ops):
                continue
            try:
                after = list(step(state, thread, ops[at[thread]]))
            except Fails:
                return True
            moved = at[:thread] + (at[thread] + 1,) + at[thread + 1:]
            todo += [(moved, one) for one in after]
    return False


class Frozen:
    """A dictionary that can be a member of a set."""

    def __init__(self, items=()):
        self.items = dict(items)
        self.key = frozenset(self.items.items())

    def __hash__(self):
        return hash(self.key)

    def __eq__(self, other):
        return self.key == other.key

    def get(self, name, default=None):
        return self.items.get(name, default)

    def with_(self, **changes):
        return Frozen({**self.items, **changes})


# ---- lifetimes and addresses --------------------------------------------------------------------------------------------

class Lifetimes:
    """Threads make objects of two elements in nested blocks and calls, hand their addresses to each other, and use them."""

    SCOPED = ('block', 'vla', 'literal')
    KINDS = SCOPED + ('alloca', 'heap', 'tls', 'static')

    def __init__(self, rng):
        self.rng = rng
        self.objects = 0
        self.globals = ['g0', 'g1'][:rng.choice([1, 2])]
        self.compares = rng.random() < 0.3
        self.numbers = not self.compares and rng.random() < 0.3
        self.functions, self.statics, self.tls = [], [], []
        self.threads = []  # (text, ops)
        self.joins = rng.random() < 0.8
        count = rng.choice([0, 1, 1, 2])
        self.bodies = [self.body(number) for number in range(1, count + 1)]
        self.main = self.body(0)

    def body(self, thread):
        self.thread = thread
        self.ended = False
        self.pointers = 0
        self.mine = []
        text, ops, _ = self.items(self.rng.randint(2, 5), 0, thread > 0)
        ops += [('end', name) for name in self.mine if name.startswith('tls')]
        return text, ops

    def new_pointer(self):
        self.pointers += 1
        return f'T{self.thread}p{self.pointers - 1}'

    def items(self, count, depth, may_exit):
        """Text and steps of a block, and what its function must end (alloca)."""
        rng, text, ops, of_block, of_call = self.rng, [], [], [], []
        for _ in range(count):
            if self.ended:
                break
            kind = rng.choice(['object'] * 4 + ['use'] * 7 + ['nest'] * 2 * (depth < 2) + ['exit'] * (may_exit and depth > 0))
            if kind == 'object':
                name, lines, storage = self.make(rng.choice(self.KINDS))
                text += lines
                ops.append(('new', name))
                if storage in self.SCOPED:
                    of_block.append(name)
                if storage == 'alloca':
                    of_call.append(name)
                pointer = self.new_pointer()
                text.append(f'{pointer} = {name};')
                ops.append(('point', pointer, name))
                if rng.random() < 0.7:
                    shared = rng.choice(self.globals)
                    text.append(f'{shared} = {name};')
                    ops.append(('publish', shared, name))
                if self.numbers and rng.random() < 0.6 and not any(op[0] == 'expose' for op in ops):
                    text.append(f'U = (uintptr_t){name};')
                    ops.append(('expose', name))
            elif kind == 'use':
                lines, more = self.use()
                text += lines
                ops += more
            elif kind == 'nest':
                inner, more, allocas = self.items(rng.randint(1, 3), depth + 1, may_exit)
                if rng.random() < 0.5:
                    text += ['{'] + ['  ' + line for line in inner] + ['}']
                    of_call += allocas
                else:
                    function = f'f{len(self.functions)}'
                    self.functions.append(f'static void {function}(void) {{\n' + ''.join(f'  {line}\n' for line in inner) + '}\n')
                    text.append(f'{function}();')
                    if not self.ended:
                        more += [('end', name) for name in allocas]
                    else:
                        of_call += allocas
                ops += more
            else:
                self.ended = True
                text.append('pthread_exit(0);')
        ops += [('end', name) for name in reversed(of_block)]
        if depth == 0 or self.ended:
            ops += [('end', name) for name in of_call]
            of_call = []
        return text, ops, of_call

    def make(self, storage):
        self.objects += 1
        name = f'{storage}{self.objects}'
        self.mine.append(name)
        values = '{1, 2}'
        if storage == 'block':
            lines = [f'atomic_int {name}[2] = {values};']
        elif storage == 'vla':
            lines = [f'int n{self.objects} = 2;', f'atomic_int {name}[n{self.objects}];', f'{name}[0] = 1; {name}[1] = 2;']
        elif storage == 'literal':
            lines = [f'atomic_int *{name} = (atomic_int[2]){values};']
        elif storage == 'alloca':
            lines = [f'atomic_int *{name} = alloca(2 * sizeof(atomic_int));', f'{name}[0] = 1; {name}[1] = 2;']
        elif storage == 'heap':
            lines = [f'atomic_int *{name} = malloc(2 * sizeof(atomic_int));', f'{name}[0] = 1; {name}[1] = 2;']
        elif storage == 'tls':
            self.tls.append(name)
            lines = []
        else:
            self.statics.append(name)
            lines = []
        return name, lines, storage

    def use(self):
        rng = self.rng
        pointer = self.new_pointer()
        if self.numbers and rng.random() < 0.4:
            text, ops = [f'{pointer} = (atomic_int *)U;'], [('reveal', pointer)]
        elif rng.random() < 0.6 or self.pointers < 2:
            shared = rng.choice(self.globals)
            text, ops = [f'{pointer} = {shared};'], [('take', pointer, shared)]
        else:
            pointer = f'T{self.thread}p{rng.randrange(self.pointers - 1)}'
            text, ops = [], []
        kind = rng.choice(['write', 'read', 'read', 'free'] + ['compare'] * 3 * self.compares)
        index = rng.choice([0, 0, 0, 1, 1, 1, 1, 2]) if rng.random() < 0.3 else rng.choice([0, 1])
        if kind == 'write':
            text.append(f'if ({pointer}) {pointer}[{index}] = 3;')
            ops.append(('use', pointer, index))
        elif kind == 'read':
            text.append(f'if ({pointer}) (void){pointer}[{index}];' if rng.random() < 0.5 else
                        f'if ({pointer}) assert({pointer}[{index}] >= 1);')
            ops.append(('use', pointer, index))
        elif kind == 'free':
            if rng.random() < 0.5:
                text.append(f'if ({pointer}) (void){pointer}[{index}];')
                ops.append(('use', pointer, index))
            else:
                text.append(f'if ({pointer}) free({pointer});')
                ops.append(('free', pointer))
        else:
            other = f'T{self.thread}p{rng.randrange(self.pointers)}'
            claim = rng.choice(['==', '!='])
            if self.compares and other != pointer:
                self.compares = False  # one comparison a program: several would have to agree about addresses
                text.append(f'if ({pointer} && {other}) assert({pointer} {claim} {other});')
                ops.append(('compare', pointer, other, claim))
        return text, ops

    def text(self):
        out = [HEADERS]
        out += [f'atomic_int *_Atomic {name};\n' for name in self.globals]
        out += ['atomic_uintptr_t U;\n']
        out += [f'static atomic_int {name}[2] = {{1, 2}};\n' for name in self.statics]
        out += [f'static _Thread_local atomic_int {name}[2] = {{1, 2}};\n' for name in self.tls]
        for number in range(len(self.bodies) + 1):
            out += [f'static atomic_int *T{number}p{i};\n' for i in range(40) if f'T{number}p{i}' in self.names()]
        out += self.functions
        for number, (text, _) in enumerate(self.bodies, 1):
            out.append(f'static void *thread{number}(void *u) {{\n' + ''.join(f'  {line}\n' for line in text) + '  return 0;\n}\n')
        out.append('int main(void) {\n')
        for number in range(1, len(self.bodies) + 1):
            out.append(f'  pthread_t t{number}; pthread_create(&t{number}, 0, thread{number}, 0);\n')
        out += [f'  {line}\n' for line in self.main[0]]
        if self.joins:
            out += [f'  pthread_join(t{number}, 0);\n' for number in range(1, len(self.bodies) + 1)]
            out.append('  return 0;\n}\n')
        else:
            out.append('  pthread_exit(0);\n}\n')
        return ''.join(out)

    def names(self):
        if not hasattr(self, 'all_names'):
            self.all_names = {part for _, ops in [self.main] + self.bodies for op in ops for part in op if isinstance(part, str)}
        return self.all_names

    def fails(self, model):
        main = list(self.main[1])
        if self.joins:  # what is main's own lives until everybody is done: its ends come last, and harm nobody
            ends = [op for op in main if op[0] == 'end' and self.lives_until_return(op[1])]
            main = [op for op in main if op not in ends]
        threads = [main] + [ops for _, ops in self.bodies]
        return some_run_fails(threads, Frozen(), self.step)

    def lives_until_return(self, name):
        """Is it one of main's outermost block? Its end is then the return."""
        depth = 0
        for line in self.main[0]:
            stripped = line.strip()
            if stripped == '{':
                depth += 1
            elif stripped == '}':
                depth -= 1
            elif depth == 0 and not line.startswith(' ') and name in line and ('atomic_int' in line):
                return True
        return name.startswith('tls') or name.startswith('alloca') and self.made_in_main(name)

    def made_in_main(self, name):
        return any(name in line and 'alloca(' in line for line in self.main[0])

    def step(self, state, thread, op):
        kind, name = op[0], op[1]
        if kind == 'new':
            together = frozenset(o[5:] for o, alive in state.items.items() if o.startswith('live:') and alive)
            static = name.startswith('static') or name.startswith('tls')
            return [state.with_(**{f'live:{name}': True, f'with:{name}': None if static else together})]
        if kind == 'end':
            return [state.with_(**{f'live:{name}': False})]
        if kind == 'point':
            return [state.with_(**{f'p:{name}': op[2]})]
        if kind == 'publish':
            return [state.with_(**{f'g:{name}': op[2]})]
        if kind == 'expose':
            return [state.with_(U=name)]
        if kind == 'reveal':
            return [state.with_(**{f'p:{name}': state.get('U')})]
        if kind == 'take':
            return [state.with_(**{f'p:{name}': state.get(f'g:{op[2]}')})]
        target = state.get(f'p:{name}')
        if target is None:
            return [state]
        if kind == 'use':
            if not state.get(f'live:{target}') or op[2] >= 2:
                raise Fails
            return [state]
        if kind == 'free':
            if not target.startswith('heap') or not state.get(f'live:{target}'):
                raise Fails
            return [state.with_(**{f'live:{target}': False})]
        other = state.get(f'p:{op[2]}')
        if other is None:
            return [state]
        for same in {True} if target == other else self.may_be_same(state, target, other):
            if same != (op[3] == '=='):
                raise Fails
        return [state]

    @staticmethod
    def may_be_same(state, one, other):
        for a, b in ((one, other), (other, one)):
            together = state.get(f'with:{b}')
            if together is None or a in together:
                return {False}
        return {False, True}

    def models(self):
        return ['sc', 'tso', None] if not self.numbers else ['sc', None]


# ---- memory locations ---------------------------------------------------------------------------------------------------

class BitFields:
    """Two threads write members of one structure. Adjacent bit-fields are one location: a write of one reads all and writes
    all (C11 3.14p3). Without a model two threads at one location are a race."""

    def __init__(self, rng):
        self.groups, group, self.lines = {}, 0, []
        for i in range(rng.randint(2, 5)):
            kind = rng.choice(['bits', 'bits', 'bits', 'plain', 'zero'])
            if kind == 'zero':
                group += 1
                self.lines.append('unsigned : 0;')
                continue
            name = f'm{i}'
            if kind == 'plain':
                group += 1
                self.groups[name] = group
                group += 1
                self.lines.append(f'unsigned char {name};')
            else:
                self.groups[name] = group
                self.lines.append(f'unsigned {name} : {rng.randint(2, 5)};')
        if not self.groups:
            self.groups['m9'] = group
            self.lines.append('unsigned m9 : 3;')
        names = sorted(self.groups)
        self.threads = [[(rng.choice(['write', 'write', 'read']), rng.choice(names), rng.randint(0, 3))
                         for _ in range(rng.randint(1, 2))] for _ in range(2)]
        self.claim = [(name, rng.randint(0, 3)) for name in rng.sample(names, min(len(names), rng.choice([1, 2])))]
        self.all = rng.random() < 0.5  # the claim: all of these hold; or: not all of them hold

    def text(self):
        def body(ops):
            return ' '.join(f's.{m} = {v};' if kind == 'write' else f'(void)*(volatile unsigned char *)&(unsigned char){{s.{m}}};'
                            for kind, m, v in ops)
        claim = ' && '.join(f's.{m} == {v}' for m, v in self.claim)
        claim = claim if self.all else f'!({claim})'
        return (HEADERS + 'struct { ' + ' '.join(self.lines) + ' } s;\n'
                f'void *other(void *u) {{ {body(self.threads[1])} return 0; }}\n'
                'int main(void) {\n  pthread_t t; pthread_create(&t, 0, other, 0);\n'
                f'  {body(self.threads[0])}\n  pthread_join(t, 0);\n  assert({claim});\n}}\n')

    def steps(self):
        threads = []
        for number, ops in enumerate(self.threads):
            steps = []
            for kind, member, value in ops:
                steps.append(('look', number, self.groups[member]))
                if kind == 'write':
                    steps.append(('put', number, self.groups[member], member, value))
            threads.append(steps)
        threads[0] += [('done',)]
        threads[1] += [('over',)]
        return threads

    def step(self, state, thread, op):
        if op[0] == 'look':
            seen = tuple((m, state.get(m, 0)) for m, g in sorted(self.groups.items()) if g == op[2])
            return [state.with_(**{f'seen{op[1]}': seen})]
        if op[0] == 'put':
            changes = dict(state.get(f'seen{op[1]}'))
            changes[op[3]] = op[4]
            return [state.with_(**changes)]
        if op[0] == 'over':
            return [state.with_(over=True)]
        if not state.get('over'):
            return []
        if all(state.get(m, 0) == v for m, v in self.claim) != self.all:
            raise Fails
        return [state]

    def races(self):
        return any(self.groups[a] == self.groups[b] and 'write' in (one, two)
                   for one, a, _ in self.threads[0] for two, b, _ in self.threads[1])

    def fails(self, model):
        return (model is None and self.races()) or some_run_fails(self.steps(), Frozen(), self.step)

    def models(self):
        return ['sc', None]


class Sizes:
    """Atomic accesses of one, two and four bytes to one word; each is one step, whole (sc), and stores wait in order (tso)."""

    NAMES = [('w', 0, 4), ('h[0]', 0, 2), ('h[1]', 2, 2)] + [(f'b[{i}]', i, 1) for i in range(4)]

    def __init__(self, rng):
        self.threads = []
        for number in range(2):
            ops = []
            for i in range(rng.randint(1, 3)):
                name, at, size = rng.choice(self.NAMES)
                kind = rng.choice(['store', 'store', 'load', 'load', 'add'])
                value = int.from_bytes(bytes(rng.randint(1, 2) + 2 * number for _ in range(size)), 'little')
                ops.append((kind, name, at, size, value, f'r{number}{i}'))
            self.threads.append(ops)
        self.registers = [op[5] for ops in self.threads for op in ops if op[0] == 'load']
        ends = self.outcomes('tso')
        torn = self.outcomes('torn') - ends
        self.forbidden = rng.choice(sorted(torn if torn and rng.random() < 0.6 else ends))

    @staticmethod
    def bytewise(op):
        kind, name, at, size, value, register = op
        if kind == 'add':
            return [op]
        return [(kind, name, at + i, 1, value >> 8 * i & 255, f'{register}.{i}') for i in range(size)]

    def outcomes(self, model):
        """What the registers and the word hold in the end. 'torn': each byte by itself, which no model allows."""
        ends = set()
        threads = [[part for op in ops for part in self.bytewise(op)] if model == 'torn' else ops for ops in self.threads]

        def register(found, name):
            if name in found:
                return found[name]
            return sum(found.get(f'{name}.{i}', 0) << 8 * i for i in range(4))

        def step(state, thread, op):
            memory, registers, buffers = state
            if op[0] == 'flush':
                if not buffers[thread]:
                    return []
                at, data = buffers[thread][0]
                rest = tuple(b[1:] if t == thread else b for t, b in enumerate(buffers))
                return [(memory[:at] + data + memory[at + len(data):], registers, rest)]
            kind, _, at, size, value, register = op
            data = value.to_bytes(size, 'little')
            if kind == 'store' and model == 'tso':
                return [(memory, registers, tuple(b + ((at, data),) if t == thread else b for t, b in enumerate(buffers)))]
            if kind == 'add':
                if buffers[thread]:
                    return []
                old = int.from_bytes(memory[at:at + size], 'little')
                data = ((old + 1) % (1 << 8 * size)).to_bytes(size, 'little')
            if kind != 'load':
                return [(memory[:at] + data + memory[at + size:], registers, buffers)]
            view = memory
            for place, written in buffers[thread]:
                view = view[:place] + written + view[place + len(written):]
            found = int.from_bytes(view[at:at + size], 'little')
            return [(memory, registers + ((register, found),), buffers)]

        todo, seen = [((0, 0), (bytes(4), (), ((), ())))], set()
        while todo:
            place, state = todo.pop()
            if (place, state) in seen:
                continue
            seen.add((place, state))
            if all(place[t] == len(threads[t]) for t in (0, 1)) and not any(state[2]):
                found = dict(state[1])
                ends.add(tuple(register(found, r) for r in self.registers) + (int.from_bytes(state[0], 'little'),))
            for thread in (0, 1):
                todo += [(place, after) for after in step(state, thread, ('flush',))]
                if place[thread] < len(threads[thread]):
                    moved = tuple(p + (t == thread) for t, p in enumerate(place))
                    todo += [(moved, after) for after in step(state, thread, threads[thread][place[thread]])]
        return ends

    def text(self):
        def body(ops):
            out = ''
            for kind, name, _, _, value, register in ops:
                place = f'&u.{name}'
                if kind == 'load':
                    out += f'{register} = atomic_load_explicit({place}, memory_order_relaxed); '
                elif kind == 'store':
                    out += f'atomic_store_explicit({place}, {value}u, memory_order_relaxed); '
                else:
                    out += f'atomic_fetch_add({place}, 1); '
            return out
        claim = ' && '.join(f'{r} == {v}u' for r, v in zip(self.registers + ['u.w'], self.forbidden)) or '0'
        registers = ''.join(f'unsigned {r};\n' for r in self.registers)
        return (HEADERS + 'union { _Atomic uint32_t w; _Atomic uint16_t h[2]; _Atomic uint8_t b[4]; } u;\n' + registers +
                f'void *other(void *x) {{ {body(self.threads[1])}return 0; }}\n'
                'int main(void) {\n  pthread_t t; pthread_create(&t, 0, other, 0);\n'
                f'  {body(self.threads[0])}\n  pthread_join(t, 0);\n  assert(!({claim}));\n}}\n')

    def fails(self, model):
        return self.forbidden in self.outcomes(model)

    def races(self):
        return True  # not for the sanitizers, which know nothing of sizes

    def models(self):
        return ['sc', 'tso']


class Operands:
    """One thread reads in one expression what another writes: operands are read in any order, each once."""

    def __init__(self, rng):
        self.names = ['x', 'y', 'z'][:rng.choice([2, 2, 3])]
        self.writes = [(rng.choice(self.names), rng.randint(1, 2)) for _ in range(rng.randint(2, 3))]
        self.shape = rng.choice(['sum', 'call', 'subscript', 'sequenced'])
        self.reads = [rng.choice(self.names) for _ in range(2)]
        self.value = rng.randint(0, 2) + 10 * rng.randint(0, 2)

    def text(self):
        a, b = self.reads
        value = {'sum': f'{a} + 10 * {b}', 'call': f'f({a}, {b})', 'subscript': f'(&v[{a}])[3 * {b}]',
                 'sequenced': f'(i = {a}, i + 10 * {b})'}[self.shape]
        table = ', '.join(str(i % 3 + 10 * (i // 3)) for i in range(9))
        return (HEADERS + 'atomic_int ' + ', '.join(self.names) + ';\n' + f'const int v[9] = {{{table}}};\n'
                'static int f(int a, int b) { return a + 10 * b; }\n'
                'void *other(void *u) { ' + ' '.join(f'{n} = {v};' for n, v in self.writes) + ' return 0; }\n'
                'int main(void) {\n  pthread_t t; pthread_create(&t, 0, other, 0);\n  int i = 0; (void)i;\n'
                f'  int r = {value};\n  assert(r != {self.value});\n  pthread_join(t, 0);\n}}\n')

    def fails(self, model):
        orders = [(0, 1)] if self.shape == 'sequenced' else list(itertools.permutations((0, 1)))

        def step(state, thread, op):
            if op[0] == 'write':
                return [state.with_(**{op[1]: op[2]})]
            after = state.with_(**{f'r{op[1]}': state.get(op[2], 0)})
            if op[3] and after.get('r0') + 10 * after.get('r1') == self.value:
                raise Fails
            return [after]

        writer = [('write', *write) for write in self.writes]
        return any(some_run_fails([[('read', i, self.reads[i], i == order[-1]) for i in order], writer], Frozen(), step)
                   for order in orders)

    def races(self):
        return False

    def models(self):
        return ['sc', 'tso', 'rc11', None]


GENERATORS = {'lifetimes': Lifetimes, 'bitfields': BitFields, 'sizes': Sizes, 'operands': Operands}


def native_finding(path, folder, clang):
    """What a sanitizer says about a run, or nothing."""
    for sanitizer in ('address,undefined', 'thread'):
        binary = os.path.join(folder, 'native')
        built = subprocess.run([clang, '-std=gnu17', '-w', '-g', '-O0', f'-fsanitize={sanitizer}', path, '-o', binary, '-pthread'],
                               capture_output=True, text=True)
        if built.returncode != 0:
            return built.stderr
        environment = {**os.environ, 'ASAN_OPTIONS': 'detect_leaks=0:detect_stack_use_after_return=1', 'TSAN_OPTIONS': 'report_thread_leaks=0'}
        for _ in range(3):
            run = subprocess.run([binary], capture_output=True, text=True, timeout=60, env=environment)
            if run.returncode != 0:
                return f'{sanitizer}: exit {run.returncode}\n{run.stderr}'
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--kinds', default=','.join(GENERATORS))
    parser.add_argument('--native', action='store_true')
    parser.add_argument('--keep-going', action='store_true', help='tell all that differ')
    arguments = parser.parse_args()
    kinds = arguments.kinds.split(',')
    checked, unsafe, unknown, native, differ = 0, 0, {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.c')
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            kind = kinds[seed % len(kinds)]
            program = GENERATORS[kind](random.Random(seed))
            with open(path, 'w') as file:
                file.write(program.text())
            for model in program.models():
                bad = program.fails(model)
                question = ['--model', model] if model else []
                run = subprocess.run([arguments.fencepost, 'verify', '--timeout', '20', *question, path], capture_output=True, text=True)
                checked += 1
                unsafe += bad
                if run.returncode == 20 and 'internal error' not in run.stderr:
                    unknown[kind] = unknown.get(kind, 0) + 1
                elif run.returncode != (10 if bad else 0):
                    differ += 1
                    print(f'seed {seed}, {kind}, model {model}: exit {run.returncode}, the enumeration says {"UNSAFE" if bad else "SAFE"}')
                    print(open(path).read() + run.stdout[:3000] + run.stderr[:1000])
                    if not arguments.keep_going:
                        return 1
            may_race = getattr(program, 'races', lambda: False)()
            if arguments.native and not bad and not may_race:
                native += 1
                finding = native_finding(path, folder, os.environ.get('CLANG', 'clang-19'))
                if finding:
                    print(f'seed {seed}, {kind}: natively, {finding}\n' + open(path).read())
                    return 1
    total = ', '.join(f'{count} of {kind}' for kind, count in sorted(unknown.items())) or 'none'
    print(f'{checked} verdicts, {unsafe} with a run that fails, {differ} wrong; UNKNOWN: {total}; {native} run natively')
    return 1 if differ else 0


if __name__ == '__main__':
    sys.exit(main())
