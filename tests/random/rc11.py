#!/usr/bin/env python3
"""Random small programs of C11 atomics: what `fencepost` says under rc11 against a simulator of our own that builds every
execution and judges it by the definition in the paper (axioms.py).

  rc11.py FENCEPOST [--count N] [--seed S] [--indexed]

Compared are the kinds of violations (assertion, data race) that the lazy and the monolithic encoding and `explore` find,
and the outcomes that `explore` lists with the number of executions of each. The assertion forbids a final state that is
reachable or would be if fewer executions were forbidden. Exit 1 and the program, made smaller, if they differ.
"""
import argparse
import collections
import json
import os
import random
import subprocess
import sys
import tempfile

import atomics
from axioms import Event, Execution
from ways import WAYS, ways_of

MOST_GRAPHS = 1500  # of a program; others are skipped


def perform(block, registers):
    """Yields what a thread does, event by event; a read is answered with its value. The order of a read is told with the
    value, because a compare-and-exchange that fails is a read of another order."""
    for kind, *rest in block:
        rest = ['xyz'[registers[r[1]] % 3] if isinstance(r, tuple) and r[0] == 'at' else r for r in rest]
        if kind == 'branch':
            register, value, block, otherwise = rest
            yield from perform(block if registers[register] == value else otherwise, registers)
        elif kind in ('store', 'copy'):
            place, value, order = rest
            yield 'W', place, order, value if kind == 'store' else registers[value] + 1
        elif kind == 'fence':
            yield 'F', None, rest[0], None
        elif kind in ('create', 'join'):
            yield kind, None, None, rest[0]
        elif kind == 'load':
            register, place, order = rest
            registers[register] = yield 'R', place, lambda _: order, None
        else:
            register, place, *values = rest
            order, failing, expected = values[-1], None, None
            if kind == 'cas':
                expected, new, order, failing = values
            # The halves of an update: acq_rel is an acquire read and a release write, and so on.
            reads = order if order in ('acquire', 'seq_cst') else 'acquire' if order == 'acq_rel' else 'relaxed'
            writes = order if order in ('release', 'seq_cst') else 'release' if order == 'acq_rel' else 'relaxed'
            old = registers[register] = yield ('R', place, lambda value: reads if expected in (None, value) else failing,
                                               None)
            if expected in (None, old):
                yield 'U', place, writes, new if kind == 'cas' else old + values[0] if kind == 'add' else values[0]


def replay(thread, block, registers, taken):
    """The events of a thread whose reads take `taken`, pairs of a write and its value, up to the first read beyond; its
    place or None; and the registers."""
    registers = [0] * registers
    events, reads, answer = [Event(thread, 'start')], iter(taken), None
    steps = perform(block, registers)
    while True:
        try:
            kind, place, order, value = steps.send(answer)
        except StopIteration:
            return events + [Event(thread, 'end')], None, registers
        answer = None
        if kind == 'R':
            source, answer = next(reads, (None, None))
            if source is None:
                return events, place, registers
            events.append(Event(thread, 'R', place, order(answer), answer, source=source))
        else:
            events.append(Event(thread, 'W' if kind == 'U' else kind, place, order, value, kind == 'U'))


def graphs(program):
    """All executions without mo, as events and registers, or None if there are too many. Since NO-THIN-AIR makes sb U rf
    acyclic, it is enough that each read takes a write that is already there, in every order of the reads."""
    start = ((),) * len(program.threads)
    seen, work, complete = {start}, [start], []
    while work:
        if len(seen) > 20 * MOST_GRAPHS or len(complete) > MOST_GRAPHS:
            return None
        taken = work.pop()
        threads = [replay(t, *thread, taken[t]) for t, thread in enumerate(program.threads)]
        made = {event.value for event in threads[-1][0] if event.kind == 'create'} | {len(threads) - 1}
        writes = {((t, i), event.value, event.place) for t in made for i, event in enumerate(threads[t][0])
                  if event.kind == 'W'} | {((-1, place), 0, place) for place in program.shared()}
        waiting = [t for t in made if threads[t][1]]
        if not waiting:
            complete.append(([events for events, _, _ in threads], [registers for _, _, registers in threads]))
        for t in waiting:
            for source, value, place in writes:
                after = taken[:t] + (taken[t] + ((source, value),),) + taken[t + 1:]
                if place == threads[t][1] and after not in seen:
                    seen.add(after)
                    work.append(after)
    return complete


def simulate(program):
    """How often each outcome occurs, whether there is a race, and outcomes that only inconsistent executions have."""
    complete = graphs(program)
    if complete is None:
        return None
    outcomes, near, race = collections.Counter(), set(), False
    for threads, registers in complete:
        execution = Execution(program.shared(), threads)
        results = {f'o{t}_{r}': value for t, values in enumerate(registers) for r, value in enumerate(values)}
        hopeless, allowed = execution.is_hopeless(), False
        for order in execution.orders():
            outcome = tuple(sorted({**results, **execution.last_values(order)}.items()))
            if not hopeless and execution.consistent(order):
                outcomes[outcome] += 1
                allowed = True
            else:
                near.add(outcome)
        race = race or (allowed and execution.is_racy())
    return outcomes, race, near - set(outcomes)


def asked(rng, outcomes, near):
    """Part of an outcome that occurs, of one that only inconsistent executions have, or of a neighbour."""
    state = list(rng.choice(sorted(near if near and rng.random() < 0.6 else outcomes)))
    if rng.random() < 0.2:
        at = rng.randrange(len(state))
        state[at] = (state[at][0], (state[at][1] + 1) % 3)
    return state if rng.random() < 0.6 else rng.sample(state, rng.randint(min(2, len(state)), len(state)))


def difference(fencepost, path, program, forbidden, outcomes, race):
    """What the program says otherwise than we do, or nothing; and the kinds of violations."""
    fails = lambda outcome: set(forbidden) <= set(outcome)
    kinds = {kind for kind, found in (('assertion', any(map(fails, outcomes))), ('data-race', race)) if found}
    passing = collections.Counter({outcome: count for outcome, count in outcomes.items() if not fails(outcome)})
    with open(path, 'w') as file:
        file.write(program.c_text(forbidden))
    observed = [f'--observe={name}' for name in program.shared() + program.outputs]
    for name in ['first', *ways_of('rc11')]:
        command = ['verify'] if name == 'first' else [*WAYS[name], '--all-violations']
        command += observed if name == 'explore' else []
        run = subprocess.run([fencepost, *command, '--model', 'rc11', '--format', 'json', path], capture_output=True,
                             text=True)
        answer = json.loads(run.stdout)
        found = {violation['kind'] for violation in answer.get('violations', [])}
        wrong = answer['verdict'] != ('unsafe' if kinds else 'safe')
        if wrong or (found != kinds if '--all-violations' in command else not found <= kinds):
            reason = answer.get('reason', '')
            return f"{name}: {answer['verdict']} {reason} {sorted(found)}, the simulator says {sorted(kinds)}", kinds
        if name == 'explore':
            counted = collections.Counter()
            for outcome in answer['outcomes']:
                values = tuple(sorted((key, int(value)) for key, value in outcome['values'].items() if key != 'return'))
                counted[values] += outcome['executions']
            if counted != passing or answer['executions'] != sum(passing.values()):
                return f"explore has {dict(counted - passing)}, the simulator {dict(passing - counted)}", kinds
    return None, kinds


def shrink(compare, program, forbidden, said):
    """A smallest program that still differs, and how."""
    for smaller in program.smaller():
        result = simulate(smaller)
        still = [(name, value) for name, value in forbidden if name in smaller.shared() + smaller.outputs]
        differs = still and result and compare(smaller, still, *result[:2])[0]
        if differs:
            return shrink(compare, smaller, still, differs)
    return f'{said}\n{program.c_text(forbidden)}'


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--indexed', action='store_true', help='elements of an array, where registers say')
    arguments = parser.parse_args()
    tally, executions, skipped = collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'program.c')
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            rng = random.Random(seed)
            program = atomics.Program(rng, arguments.indexed)
            result = simulate(program)
            if result is None:
                skipped += 1
                continue
            forbidden = asked(rng, result[0], result[2])
            compare = lambda *question: difference(arguments.fencepost, path, *question)
            said, kinds = compare(program, forbidden, *result[:2])
            if said:
                print(f'seed {seed}: {shrink(compare, program, forbidden, said)}')
                return 1
            tally[' and '.join(sorted(kinds)) or 'SAFE'] += 1
            executions += sum(result[0].values())
    print(f'{sum(tally.values())} programs with {executions} executions agree with the simulator: '
          f"{', '.join(f'{count} {kinds}' for kinds, count in sorted(tally.items()))}; {skipped} skipped")
    return 0


if __name__ == '__main__':
    sys.exit(main())
