#!/usr/bin/env python3
"""Random small programs with threads: the verdict of `fencepost verify` against a simulator of our own that tries every
interleaving (sc) and every flush of store buffers (tso, pso).

  threads.py FENCEPOST [--count N] [--seed S] [--models sc,tso,pso] [--guarded | --twins | --retries | --races | --deadlocks | --stops]
             [--ways lazy ordered monolithic explore cegar pruned multi eager delayed buffers cubes refined symmetric]

Each program has two or three threads over two or three shared variables; its assertion forbids one final state, which is
reachable or not. The verdict must say which. Exit 1 and the program if they differ. With --guarded most accesses are
inside locks, atomic sections and locks that are made of these (turns), which are sometimes misused. With --twins several
threads run the same function, nobody waits for them, and what is forbidden is what one of them or main has read. With
--retries threads try a compare-exchange until it succeeds, or wait for a value; such a loop may go on beyond every bound,
and then SAFE-TO-BOUND will do for SAFE. With --races the question is
whether two threads can be about to access one variable, one of them writing, not both atomically; with --deadlocks,
whether threads can wait for each other's locks. With --stops a check in the middle of an atomic section fails or not, and
sections stop where an assumption fails, also after they have written.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

import ways
from ways import ways_of

# The engine that abstracts knows no other models than these, and may leave undecided what is not flat.
ABSTRACTING = {
    'cegar': ['verify', '--engine', 'cegar'],
    'pruned': ['verify', '--engine', 'cegar', '--pruning', 'lazy', '--domain', 'pred-split'],
    'multi': ['verify', '--engine', 'cegar', '--pruning', 'lazy', '--refinement', 'multi-seq'],
    'eager': ['verify', '--engine', 'cegar', '--semantics', 'declarative-eager'],
    'delayed': ['verify', '--engine', 'cegar', '--semantics', 'declarative-lazy'],
    'buffers': ['verify', '--engine', 'buffers'],
    'cubes': ['verify', '--engine', 'buffers', '--extrapolation', 'cubes'],
    'symmetric': ['verify', '--engine', 'symmetric'],
    'refined': ['verify', '--engine', 'buffers', '--extrapolation', 'none'],
}
WAYS = ways.WAYS | ABSTRACTING

KINDS = {  # how often
    'store': 6, 'load': 6, 'fence': 1, 'rmw': 1, 'cas': 1, 'copy': 2, 'branch': 2, 'section': 1, 'lock': 1,
}

GUARDED = {
    'store': 6, 'load': 8, 'fence': 1, 'rmw': 1, 'cas': 1, 'copy': 2, 'branch': 3, 'section': 8, 'lock': 10, 'turn': 20,
}

MOSTLY_ORDERED = {
    'store': 1, 'load': 1, 'fence': 1, 'rmw': 5, 'cas': 4, 'copy': 1, 'branch': 1, 'section': 12, 'lock': 25,
}

NESTED_LOCKS = {'store': 2, 'load': 2, 'rmw': 1, 'branch': 2, 'section': 1, 'lock': 8}


STOPPING = {'store': 4, 'load': 3, 'rmw': 4, 'cas': 3, 'copy': 2, 'branch': 2, 'section': 14, 'fence': 1}

RETRYING = {'store': 6, 'load': 3, 'fence': 1, 'rmw': 1, 'copy': 1, 'branch': 2, 'retry': 5}

FAILED = ('failed',)


class Program:
    """Threads as lists of statements; registers are local to a thread and end up in globals."""

    def __init__(self, rng, kinds):
        self.rng = rng
        self.kinds = kinds
        self.locked = self.inside = False
        self.only_turns = 'turn' in kinds and rng.random() < 0.5
        self.careful = rng.random() < 0.5  # with these
        self.looks = rng.choice([0, 0.6])
        self.variables = ['x', 'y', 'z'][:rng.choice([2, 2, 3])] + ['turn'] * ('turn' in kinds)
        self.threads = []
        for _ in range(rng.choice([2, 2, 2, 3])):
            self.registers = 0
            self.threads.append((self.block(rng.randint(2, 4), 0), self.registers))

    def register(self):
        self.registers += 1
        return self.registers - 1

    def block(self, length, depth):
        return [self.statement(depth) for _ in range(length)]

    def statement(self, depth):
        rng = self.rng
        kind = rng.choices(list(self.kinds), self.kinds.values())[0]
        if self.only_turns and depth == 0:
            kind = 'turn'
        v = rng.choice(self.variables)
        if v == 'turn' and (self.careful or rng.random() < 0.7):
            v = 'x'
        if self.kinds is MOSTLY_ORDERED and rng.random() < 0.95:  # what a lock protects is not accessed otherwise
            v = self.variables[0] if self.locked else self.variables[1]
        nests = self.kinds is NESTED_LOCKS and depth < 3 and kind != 'section' and not self.inside
        if kind in ('branch', 'section', 'lock', 'turn', 'retry') and depth > 0 and not nests:
            kind = rng.choice(['store', 'load'])
        if kind == 'copy' and self.registers == 0:
            kind = 'load'
        if kind == 'store':
            return ('store', v, rng.randint(1, 2))
        if kind == 'load':
            return ('load', self.register(), v)
        if kind == 'fence':
            return ('fence',)
        if kind == 'rmw':
            return ('rmw', self.register(), v, rng.randint(1, 2))
        if kind == 'cas':
            return ('cas', self.register(), v, rng.randint(0, 2), rng.randint(1, 3))
        if kind == 'copy':
            return ('copy', v, rng.randrange(self.registers))
        if kind == 'branch':
            r = self.register()
            return ('branch', r, v, rng.randint(0, 1), self.block(rng.randint(1, 2), depth + 1))
        if kind == 'turn':
            looks, drains = (self.careful or rng.random() < likely for likely in (self.looks, 0.6))
            return ('turn', self.block(rng.randint(1, 3), depth + 1), looks, drains)
        if kind == 'retry':
            r = self.register()
            between = self.block(1, 1) if rng.random() < 0.3 else []
            again = [('read', r, v)]
            other = rng.choice(self.variables)  # not what counts: there would be no end of states
            simple = [('store', other, rng.randint(1, 2)) if rng.random() < 0.4 else ('load', self.register(), other)]
            body = rng.choice([[], [], again, simple,
                               [('branch', self.register(), rng.choice(self.variables), rng.randint(0, 1), again)]])
            if rng.random() < 0.3:
                return ('wait', r, v, between, rng.choice([[], [], simple]) + again, rng.randint(1, 2))
            return ('retry', r, v, between, body, rng.randint(1, 3))
        self.locked = kind == 'lock'
        self.inside = kind == 'section'
        block = self.block(rng.randint(1, 2), depth + 1)
        self.locked = self.inside = False
        mutex = 0
        if self.kinds is NESTED_LOCKS:  # mostly in one order
            mutex = min(2, depth) if rng.random() < 0.8 else rng.randrange(3)
        return (kind, block, mutex)


class Twins(Program):
    """Some threads of one function and perhaps another thread, made between the statements of main, the last thread."""

    def __init__(self, rng, kinds):
        super().__init__(rng, kinds)
        block, registers = self.threads[0]
        if registers:  # values leave a thread only this way
            block.append(('copy', rng.choice(self.variables), rng.randrange(registers)))
            if rng.random() < 0.3:
                block.append(('check', tuple((r, rng.randint(0, 2)) for r in rng.sample(range(registers), 1))))
        twins = [(block, registers)] * rng.choice([2, 2, 3])
        others = self.threads[1:2] if rng.random() < 0.4 else []
        self.threads = twins + others
        self.functions = ['t0'] * len(twins) + ['t1'] * len(others)
        self.registers = 0
        watched = rng.choice(self.variables)
        main = [('load', self.register(), watched) for _ in range(rng.randint(2, 3))]
        main.insert(rng.randrange(3), self.statement(1))
        for t in rng.sample(range(len(self.threads)), len(self.threads)):
            main.insert(rng.randint(0, len(main)) if rng.random() < 0.3 else 0, ('create', t))
        self.threads.append((main, self.registers))
        self.functions.append('main')

    def forbid(self, values):
        main, registers = self.threads[-1]
        main.append(('check', tuple(zip(range(registers), values))))


class Stopping(Program):
    """Sections that stop: one fails if a register holds a value, others assume that a variable is zero."""

    def __init__(self, rng, kinds):
        super().__init__(rng, kinds)
        for t, (block, registers) in enumerate(self.threads):
            for section in (s for s in block if s[0] == 'section'):
                if rng.random() < 0.4:
                    section[1].insert(rng.randint(0, len(section[1])), ('free', rng.choice(self.variables)))
        t = rng.randrange(len(self.threads))
        block, registers = self.threads[t]
        inside = [('rmw', registers, rng.choice(self.variables), 1), ('fails', registers, rng.randint(0, 3))]
        if rng.random() < 0.5:
            inside.insert(rng.randint(0, 2), ('store', rng.choice(self.variables), rng.randint(1, 3)))
        if rng.random() < 0.3:
            inside.append(('free', rng.choice(self.variables)))
        block.insert(rng.randint(0, len(block)), ('section', inside, 0))
        self.threads[t] = (block, registers + 1)


def spelt_out(turn):
    """A lock made of atomic sections, unless it is taken without looking or given up without a section."""
    _, block, looks, drains = turn
    take = ('section', [('free', 'turn')] * looks + [('store', 'turn', 1)], 0)
    give = ('store', 'turn', 0)
    return [take, *block, ('section', [give], 0) if drains else give]


def c_text(program, forbidden):
    lines = ['#include <pthread.h>', '#include <stdatomic.h>', '#include <assert.h>',
             'void reach_error(void); void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); void __VERIFIER_assume(int);',
             *(f'pthread_mutex_t m{i} = PTHREAD_MUTEX_INITIALIZER;' for i in range(3)),
             f"int {', '.join(program.variables)};"]
    twins = isinstance(program, Twins)
    for t, (_, registers) in enumerate(program.threads):
        if registers and not twins:
            lines.append('int ' + ', '.join(f'o{t}_{r}' for r in range(registers)) + ';')

    def emit(block, indent):
        pad = '  ' * indent
        for s in block:
            if s[0] == 'turn':
                emit(spelt_out(s), indent)
            elif s[0] == 'fails':
                lines.append(f'{pad}if (r{s[1]} == {s[2]}) reach_error();')
            elif s[0] == 'free':
                lines.append(f'{pad}__VERIFIER_assume({s[1]} == 0);')
            elif s[0] == 'store':
                lines.append(f'{pad}{s[1]} = {s[2]};')
            elif s[0] == 'load':
                lines.append(f'{pad}r{s[1]} = {s[2]};')
            elif s[0] == 'read':
                lines.append(f'{pad}r{s[1]} = __atomic_load_n(&{s[2]}, __ATOMIC_SEQ_CST);')
            elif s[0] in ('retry', 'wait'):
                emit([('read', s[1], s[2])] + s[3], indent)
                tried = f'!__atomic_compare_exchange_n(&{s[2]}, &r{s[1]}, {s[5]}, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)'
                lines.append(f"{pad}while ({tried if s[0] == 'retry' else f'r{s[1]} != {s[5]}'}) {{")
                emit(s[4], indent + 1)
                lines.append(f'{pad}}}')
            elif s[0] == 'fence':
                lines.append(f'{pad}atomic_thread_fence(memory_order_seq_cst);')
            elif s[0] == 'rmw':
                lines.append(f'{pad}r{s[1]} = __atomic_fetch_add(&{s[2]}, {s[3]}, __ATOMIC_SEQ_CST);')
            elif s[0] == 'cas':
                lines.append(f'{pad}r{s[1]} = __sync_val_compare_and_swap(&{s[2]}, {s[3]}, {s[4]});')
            elif s[0] == 'copy':
                lines.append(f'{pad}{s[1]} = r{s[2]} + 1;')
            elif s[0] == 'create':
                lines.append(f'{pad}pthread_create(&p, 0, {program.functions[s[1]]}, 0);')
            elif s[0] == 'check':
                lines.append(f"{pad}assert(!({' && '.join(f'r{r} == {v}' for r, v in s[1])}));")
            elif s[0] == 'branch':
                lines.append(f'{pad}r{s[1]} = {s[2]};')
                lines.append(f'{pad}if (r{s[1]} == {s[3]}) {{')
                emit(s[4], indent + 1)
                lines.append(f'{pad}}}')
            elif s[0] == 'section':
                lines.append(f'{pad}__VERIFIER_atomic_begin();')
                emit(s[1], indent)
                lines.append(f'{pad}__VERIFIER_atomic_end();')
            else:
                lines.append(f'{pad}pthread_mutex_lock(&m{s[2]});')
                emit(s[1], indent)
                lines.append(f'{pad}pthread_mutex_unlock(&m{s[2]});')

    for t, (block, registers) in enumerate(program.threads):
        if twins and program.functions[t] in program.functions[:t]:
            continue
        is_main = twins and program.functions[t] == 'main'
        name = program.functions[t] if twins else f't{t}'
        lines.append('int main(void) {' if is_main else f'void *{name}(void *a) {{')
        if is_main:
            lines.append('  pthread_t p;')
        if registers:
            lines.append('  int ' + ', '.join(f'r{r} = 0' for r in range(registers)) + ';')
        emit(block, 1)
        if twins:
            lines += ['  return 0;', '}']
            continue
        lines += [f'  o{t}_{r} = r{r};' for r in range(registers)]
        lines += ['  return 0;', '}']
    if twins:
        return '\n'.join(lines) + '\n'
    lines.append('int main(void) {')
    n = len(program.threads)
    lines.append('  pthread_t ' + ', '.join(f'p{t}' for t in range(n)) + ';')
    lines += [f'  pthread_create(&p{t}, 0, t{t}, 0);' for t in range(n)]
    lines += [f'  pthread_join(p{t}, 0);' for t in range(n)]
    if forbidden:
        lines.append('  assert(!(' + ' && '.join(f'{k} == {v}' for k, v in forbidden) + '));')
    lines.append('}')
    return '\n'.join(lines) + '\n'


def flatten(block):
    """Micro-operations with relative jumps; locks and sections as begin/end."""
    code = []
    for s in block:
        if s[0] == 'branch':
            inner = flatten(s[4])
            code.append(('load', s[1], s[2]))
            code.append(('skip_unless', s[1], s[3], len(inner)))
            code += inner
        elif s[0] in ('retry', 'wait'):
            inner = flatten(s[4])
            code += [('read', s[1], s[2])] + flatten(s[3])
            code.append((s[0], s[1], s[2], s[5], len(inner) + 1))
            code += inner + [('back', len(inner) + 2)]
        elif s[0] in ('section', 'lock'):
            code += [(s[0] + '_begin', s[2])] + flatten(s[1]) + [(s[0] + '_end', s[2])]
        elif s[0] == 'turn':
            code += flatten(spelt_out(s))
        else:
            code.append(s)
    return code


def next_accesses(code, thread, memory, index):
    """What a thread is about to access, as (variable, writes, atomic): all of a section at once, run alone."""
    pc, regs, waiting = thread
    found, inside, memory, regs = [], False, list(memory), list(regs)
    while pc < len(code):
        op = code[pc]
        kind = op[0]
        if kind == 'section_begin':
            inside = True
        elif kind == 'section_end':
            return found
        elif kind in ('store', 'copy'):
            found.append((op[1], True, inside))
            memory[index[op[1]]] = op[2] if kind == 'store' else regs[op[2]] + 1
        elif kind == 'load':
            found.append((op[2], False, inside))
            regs[op[1]] = memory[index[op[2]]]
        elif kind in ('rmw', 'cas'):
            old = regs[op[1]] = memory[index[op[2]]]
            # What does not find what it compares with only reads; it looks when the thread's own stores are done.
            found.append((op[2], kind == 'rmw' or (old == op[3] and not waiting), True))
            memory[index[op[2]]] = old + op[3] if kind == 'rmw' else op[4] if old == op[3] else old
        elif kind == 'skip_unless' and inside:
            pc += 0 if regs[op[1]] == op[2] else op[3]
        if not inside:
            return found
        pc += 1
    return found


def has_race(codes, threads, memory, index):
    coming = [next_accesses(code, thread, memory, index) for code, thread in zip(codes, threads)]
    return any(a[0] == b[0] and (a[1] or b[1]) and not (a[2] and b[2])
               for t, some in enumerate(coming) for others in coming[:t] for a in some for b in others)


def outcomes(program, model, most):
    """All final states (or, of twins, 'failed' if a check fails, and what main has read), whether there is a race and whether there is a deadlock, or
    None if there are too many states."""
    codes = [flatten(block) for block, _ in program.threads]
    sizes = [registers for _, registers in program.threads]
    index = {v: i for i, v in enumerate(program.variables)}
    made = [not isinstance(program, Twins) or t == len(codes) - 1 for t in range(len(codes))]
    start = (tuple((0 if now else len(codes[t]) + 1, (0,) * sizes[t], ()) for t, now in enumerate(made)), (0,) * len(index), (-1, -1, -1), -1)
    seen, work, finals, race, deadlock = {start}, [start], set(), False, False
    while work:
        if len(seen) > most:
            return None
        threads, memory, owner, inside = work.pop()
        moved = False
        if isinstance(program, Twins) and threads[-1][0] == len(codes[-1]):
            finals.add(threads[-1][1])
        race = race or (inside == -1 and has_race(codes, threads, memory, index))
        for t, (pc, regs, buffer) in enumerate(threads):
            if inside not in (-1, t):
                continue
            steps = []
            places = {0} if model == 'tso' else set(range(len(buffer)))
            if model == 'pso':  # the oldest of each variable
                places = {i for i in places if all(buffer[k][0] != buffer[i][0] for k in range(i))}
            for i in places if buffer else ():
                v, value = buffer[i]
                new = memory[:v] + (value,) + memory[v + 1:]
                steps.append(((pc, regs, buffer[:i] + buffer[i + 1:]), new, owner, inside))
            if pc < len(codes[t]):
                op = codes[t][pc]
                kind = op[0]
                drained = not buffer
                put = lambda r, value: regs[:r] + (value,) + regs[r + 1:]
                if kind in ('store', 'copy'):
                    v = index[op[1]]
                    value = op[2] if kind == 'store' else regs[op[2]] + 1
                    if model == 'sc' or inside == t:
                        new = memory[:v] + (value,) + memory[v + 1:]
                        steps.append(((pc + 1, regs, buffer), new, owner, inside))
                    else:
                        steps.append(((pc + 1, regs, buffer + ((v, value),)), memory, owner, inside))
                elif kind in ('load', 'read'):
                    v = index[op[2]]
                    own = [value for place, value in buffer if place == v]
                    value = own[-1] if own else memory[v]
                    steps.append(((pc + 1, put(op[1], value), buffer), memory, owner, inside))
                elif kind == 'skip_unless':
                    jump = 0 if regs[op[1]] == op[2] else op[3]
                    steps.append(((pc + 1 + jump, regs, buffer), memory, owner, inside))
                elif kind == 'fails':
                    if regs[op[1]] == op[2]:
                        finals.add(FAILED)
                    else:
                        steps.append(((pc + 1, regs, buffer), memory, owner, inside))
                elif kind == 'free':
                    if memory[index[op[1]]] == 0:
                        steps.append(((pc + 1, regs, buffer), memory, owner, inside))
                elif kind == 'wait':
                    jump = op[4] if regs[op[1]] == op[3] else 0
                    steps.append(((pc + 1 + jump, regs, buffer), memory, owner, inside))
                elif kind == 'back':
                    steps.append(((pc + 1 - op[1], regs, buffer), memory, owner, inside))
                elif kind == 'check':
                    if all(regs[r] == value for r, value in op[1]):
                        finals.add(FAILED)
                    steps.append(((pc + 1, regs, buffer), memory, owner, inside))
                elif not drained:
                    pass
                elif kind == 'create':
                    child = (0,) + threads[op[1]][1:]
                    after = threads[:op[1]] + (child,) + threads[op[1] + 1:]
                    moved = True
                    state = (after[:t] + ((pc + 1, regs, buffer),) + after[t + 1:], memory, owner, inside)
                    if state not in seen:
                        seen.add(state)
                        work.append(state)
                elif kind == 'fence':
                    steps.append(((pc + 1, regs, buffer), memory, owner, inside))
                elif kind == 'retry':
                    v = index[op[2]]
                    if memory[v] == regs[op[1]]:
                        new = memory[:v] + (op[3],) + memory[v + 1:]
                        steps.append(((pc + 1 + op[4], regs, buffer), new, owner, inside))
                    else:
                        steps.append(((pc + 1, put(op[1], memory[v]), buffer), memory, owner, inside))
                elif kind in ('rmw', 'cas'):
                    v = index[op[2]]
                    old = memory[v]
                    value = old + op[3] if kind == 'rmw' else op[4] if old == op[3] else old
                    new = memory[:v] + (value,) + memory[v + 1:]
                    steps.append(((pc + 1, put(op[1], old), buffer), new, owner, inside))
                elif kind == 'section_begin':
                    steps.append(((pc + 1, regs, buffer), memory, owner, t))
                elif kind == 'section_end':
                    steps.append(((pc + 1, regs, buffer), memory, owner, -1))
                elif kind == 'lock_begin':
                    if owner[op[1]] == -1:
                        new = owner[:op[1]] + (t,) + owner[op[1] + 1:]
                        steps.append(((pc + 1, regs, buffer), memory, new, inside))
                elif kind == 'lock_end':
                    new = owner[:op[1]] + (-1,) + owner[op[1] + 1:]
                    steps.append(((pc + 1, regs, buffer), memory, new, inside))
            for thread, new_memory, new_owner, new_inside in steps:
                moved = True
                state = (threads[:t] + (thread,) + threads[t + 1:], new_memory, new_owner, new_inside)
                if state not in seen:
                    seen.add(state)
                    work.append(state)
        if not moved and any(pc < len(code) for code, (pc, _, _) in zip(codes, threads)):
            deadlock = True
        elif not moved and not isinstance(program, Twins):
            names = {v: memory[i] for v, i in index.items() if v != 'turn'}  # perhaps nobody looks at it
            for t, (_, regs, _) in enumerate(threads):
                names.update({f'o{t}_{r}': value for r, value in enumerate(regs)})
            finals.add(tuple(sorted(names.items())))
    return finals, race, deadlock


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default='sc,tso,pso')
    parser.add_argument('--ways', nargs='+', choices=WAYS, default=['lazy'])
    parser.add_argument('--guarded', action='store_true')
    parser.add_argument('--twins', action='store_true')
    parser.add_argument('--retries', action='store_true')
    parser.add_argument('--races', action='store_true')
    parser.add_argument('--deadlocks', action='store_true')
    parser.add_argument('--stops', action='store_true')
    arguments = parser.parse_args()
    checked = reachable = beyond = undecided = not_shown = 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.c')
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            rng = random.Random(seed)
            kinds = GUARDED if arguments.guarded else MOSTLY_ORDERED if arguments.races else KINDS
            kinds = RETRYING if arguments.retries else kinds
            kinds = STOPPING if arguments.stops else NESTED_LOCKS if arguments.deadlocks else kinds
            program = (Twins if arguments.twins else Stopping if arguments.stops else Program)(rng, kinds)
            most = 10000 if arguments.retries else 200000  # buffers in loops have no bound
            by_model = {m: outcomes(program, m, most) for m in arguments.models.split(',')}
            if any(found is None for found in by_model.values()):
                continue
            everything = sorted(set.union(*(finals for finals, _, _ in by_model.values())) - {FAILED})
            state = list(rng.choice(everything)) if everything else []
            if state and rng.random() < 0.4:  # a neighbour, which is often out of reach
                at = rng.randrange(len(state))
                name, value = state[at] if not arguments.twins else (None, state[at])
                value = (value + 1) % 3
                state[at] = value if arguments.twins else (name, value)
            forbidden = tuple(state)
            if arguments.stops:
                forbidden = ()
            elif arguments.twins:
                program.forbid(forbidden)
            elif not forbidden:
                forbidden = (('x', 0),)
            with open(path, 'w') as file:
                file.write(c_text(program, forbidden))
            for model, (finals, race, deadlock) in by_model.items():
                bad, question = forbidden in finals or FAILED in finals, ['--timeout', '5'] if arguments.retries else []
                if arguments.races:
                    bad, question = race, ['--property', 'no-data-race']
                if arguments.deadlocks:
                    bad, question = deadlock, ['--property', 'no-deadlock']
                expected = 10 if bad else 0
                for way in (way for way in ways_of(model) + list(ABSTRACTING) * (model in ('sc', 'tso', 'pso')) if way in arguments.ways):
                    asked = question
                    if way in ABSTRACTING and '--property' not in question:  # more checks leave fewer programs flat
                        asked = [*question, '--property', 'unreach-call']
                    if way in ABSTRACTING and '--timeout' not in question:
                        asked = [*asked, '--timeout', '20']
                    run = subprocess.run([arguments.fencepost, *WAYS[way], '--model', model, path] + asked,
                                         capture_output=True, text=True)
                    no_run = arguments.stops and expected == 0 and 'No execution' in run.stdout  # some assumption always fails
                    may_stay_open = way in ABSTRACTING or no_run
                    if may_stay_open and run.returncode == 20 and 'internal error' not in run.stdout + run.stderr:
                        undecided += 1
                        not_shown += expected == 10
                        continue
                    checked += 1
                    reachable += expected == 10
                    if arguments.retries and run.returncode in (20, 21) and expected == 0:
                        beyond += 1
                    elif run.returncode != expected:
                        print(f'seed {seed}, model {model}, {way}: exit {run.returncode}, the simulator says {expected}')
                        print(open(path).read() + run.stdout + run.stderr)
                        return 1
    bounded = f', {beyond} SAFE only within a bound' if beyond else ''
    left = f', {undecided} left undecided, of which {not_shown} fail' if undecided else ''
    print(f'{checked} verdicts agree with the simulator, {reachable} of them UNSAFE{bounded}{left}')
    return 0


if __name__ == '__main__':
    sys.exit(main())
