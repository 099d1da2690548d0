"""The classic litmus shapes as C programs with relaxed accesses, one access a line, whose assertion says that the weak outcome does not
happen. A thread is a list of accesses: ('W', place, value) or ('R', place, register)."""

SHAPES = {
    'SB': ([[('W', 'x', 1), ('R', 'y', 'a')], [('W', 'y', 1), ('R', 'x', 'b')]], 'a == 0 && b == 0'),
    'MP': ([[('W', 'x', 1), ('W', 'y', 1)], [('R', 'y', 'a'), ('R', 'x', 'b')]], 'a == 1 && b == 0'),
    '2+2W': ([[('W', 'x', 1), ('W', 'y', 2)], [('W', 'y', 1), ('W', 'x', 2)]], 'x == 1 && y == 1'),
    'R': ([[('W', 'x', 1), ('W', 'y', 1)], [('W', 'y', 2), ('R', 'x', 'a')]], 'y == 2 && a == 0'),
    'S': ([[('W', 'x', 2), ('W', 'y', 1)], [('R', 'y', 'a'), ('W', 'x', 1)]], 'a == 1 && x == 2'),
    'LB': ([[('R', 'x', 'a'), ('W', 'y', 1)], [('R', 'y', 'b'), ('W', 'x', 1)]], 'a == 1 && b == 1'),
    'IRIW': ([[('W', 'x', 1)], [('W', 'y', 1)], [('R', 'x', 'a'), ('R', 'y', 'b')], [('R', 'y', 'c'), ('R', 'x', 'd')]],
             'a == 1 && b == 0 && c == 1 && d == 0'),
    'WRC': ([[('W', 'x', 1)], [('R', 'x', 'a'), ('W', 'y', 1)], [('R', 'y', 'b'), ('R', 'x', 'c')]],
            'a == 1 && b == 1 && c == 0'),
}


def line_of(access):
    kind, place, value = access
    if kind == 'W':
        return f'  atomic_store_explicit(&{place}, {value}, memory_order_relaxed);'
    return f'  {value} = atomic_load_explicit(&{place}, memory_order_relaxed);'


def program(threads, outcome):
    """The lines of the program, and the numbers of those of its accesses that are not the first of their threads."""
    registers = sorted({access[2] for thread in threads for access in thread if access[0] == 'R'})
    lines = ['#include <assert.h>', '#include <pthread.h>', '#include <stdatomic.h>', '', 'atomic_int x, y;']
    if registers:
        lines.append(f'int {", ".join(registers)};')
    between = []
    for number, thread in enumerate(threads):
        lines += ['', f'void *thread_{number}(void *unused) {{']
        for i, access in enumerate(thread):
            lines.append(line_of(access))
            if i > 0:
                between.append(len(lines))
        lines += ['  return 0;', '}']
    lines += ['', 'int main(void) {', f'  pthread_t t[{len(threads)}];']
    lines += [f'  pthread_create(&t[{i}], 0, thread_{i}, 0);' for i in range(len(threads))]
    lines += [f'  pthread_join(t[{i}], 0);' for i in range(len(threads))]
    lines += [f'  assert(!({outcome}));', '  return 0;', '}']
    return lines, between
