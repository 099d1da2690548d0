"""All interleavings of a few steps: what the generators of small programs about objects are checked against (objects.py)."""

ADDRESS, THREAD = 'address,undefined', 'thread'  # sanitizers

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
