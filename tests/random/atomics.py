"""Random small programs of C11 atomics: threads as lists of statements, and as C text.

A statement is ('store', place, value, order), ('copy', place, register, order): the register plus one,
('load', register, place, order), ('exchange' or 'add', register, place, value, order),
('cas', register, place, old, new, order, order of failure), ('fence', order),
('branch', register, value, block, block otherwise), ('assert', pairs of a register and a value, which do not all come
true), or in main ('create' or 'join', thread). Registers are local to a
thread, start at 0 and end up in globals; after an update one has what the update read. The order 'plain' means no atomic
access. A place ('at', register) is that with the number of the register, modulo 3.
"""
import copy

LOADS = ['relaxed', 'acquire', 'seq_cst']
STORES = ['relaxed', 'release', 'seq_cst']
UPDATES = ['relaxed', 'acquire', 'release', 'acq_rel', 'seq_cst']
FENCES = ['acquire', 'release', 'acq_rel', 'seq_cst', 'seq_cst', 'relaxed']
KINDS = {'store': 5, 'load': 6, 'copy': 2, 'fence': 2, 'update': 2, 'branch': 3}  # how often

# What the threads do in the tests that tell models apart, by their usual names. Programs drawn without any shape nearly
# never have a cycle that a model could forbid. U: an update; a W may become one.
SHAPES = [
    'Wx Ry | Wy Rx',  # SB
    'Wx Wy | Ry Rx',  # MP
    'Rx Wy | Ry Wx',  # LB
    'Wx Wy | Wy Wx',  # 2+2W
    'Wx Wy | Wy Rx',  # R
    'Wx Wy | Ry Wx',  # S
    'Wx Wx | Rx Rx',  # CoRR
    'Ux | Ux | Wx Rx',  # atomicity
    'Wx | Rx Wy | Ry Rx',  # WRC
    'Wx | Rx Ry | Wy Rx',  # RWC
    'Wx Wy | Ry Wz | Rz Rx',  # ISA2
    'Wx Wy | Ry Rz | Wz Rx',  # W+RWC
    'Wx Wy | Wy Wz | Rz Rx',  # Z6.2
    'Wx Wy | Uy Ry | Wy Rx',  # Z6.U
    'Wx Wy Wy | Ry Rx',  # a release sequence,
    'Wx Wy | Uy | Ry Rx',  # continued by an update
    'Wx Wy | Uy Uy | Ry Rx',  # and another one
    'Wx | Wy | Rx Ry | Ry Rx',  # IRIW
]


class Program:
    """Two to four threads and main, the last one, which makes the others, may take part, and waits for them. Atomic
    objects are accessed by <stdatomic.h>; `d`, if there is one, is an int, accessed plainly and by GCC's builtins. `indexed`:
    they are the elements of an array, some accessed where a register says."""

    def __init__(self, rng, indexed=False):
        self.rng = rng
        self.indexed = indexed
        self.places = ['x', 'y', 'z']
        self.plain = 'd' if not indexed and rng.random() < 0.4 else None
        self.iso_threads = rng.random() < 0.3
        self.fenced = rng.choice([0.1, 0.1, 0.8])
        self.strong = {place: rng.choice([0, 0, 0.5, 1]) for place in [*self.places, None]}  # how often seq_cst at once
        names = dict(zip('xyz', rng.sample(self.places + [self.plain] * bool(self.plain), 3)))
        shape = rng.choice(SHAPES).split(' | ') if rng.random() < 0.8 else [None] * rng.choice([2, 3])
        self.threads = []
        for steps in shape:
            self.registers = 0
            self.threads.append((self.path(steps.split(), names) if steps else self.anything(), self.registers))
        self.registers = 0
        children = range(len(self.threads))
        main = [('create', t) for t in children]
        if rng.random() < 0.15:  # before, between or after
            main.insert(rng.randint(0, len(main)), self.statement(0))
        self.threads.append((main + [('join', t) for t in children], self.registers))
        if not self.shared():  # nothing but fences
            self.threads[0][0].append(('store', 'x', 1, 'relaxed'))

    @property
    def outputs(self):
        return [f'o{t}_{r}' for t, (_, registers) in enumerate(self.threads) for r in range(registers)]

    def shared(self):
        """The objects that are accessed: others leave no trace."""
        if self.indexed:
            return self.places
        accessed = lambda block: set().union(*(accessed(s[3]) | accessed(s[4]) if s[0] == 'branch' else
                                               set(s) & {*self.places, self.plain} for s in block))
        return sorted(set().union(*(accessed(body) for body, _ in self.threads)))

    def register(self):
        self.registers += 1
        return self.registers - 1

    def order(self, orders, place=None):
        return 'seq_cst' if self.rng.random() < self.strong.get(place, 0) else self.rng.choice(orders)

    def anything(self):
        return [self.statement(0) for _ in range(self.rng.randint(2, 3))]

    def path(self, steps, names):
        """One thread of a shape, perhaps with fences between its steps or with a branch before the last one."""
        rng, body = self.rng, []
        for kind, name in steps:
            if body and rng.random() < self.fenced:
                body.append(('fence', self.order(FENCES)))
            body.append(self.access(kind, names[name]))
        if rng.random() < 0.1:
            body.insert(rng.randint(0, len(body)), self.statement(1))
        if body[0][0] == 'load' and len(body) > 1 and rng.random() < (0.7 if self.plain in body[-1] else 0.2):
            body[-1] = ('branch', body[0][1], rng.randint(1, 2), [body[-1]], [])
        return body

    def anywhere(self, place):
        if self.indexed and self.registers and self.rng.random() < 0.5:
            return ('at', self.rng.randrange(self.registers))
        return place

    def access(self, kind, place):
        rng, place = self.rng, self.anywhere(place)
        plain = place == self.plain and rng.random() < 0.8
        loads, stores = (['plain'], ['plain']) if plain else (LOADS, STORES)
        if kind == 'R':
            return ('load', self.register(), place, self.order(loads, place))
        if not plain and (kind == 'U' or rng.random() < 0.2):
            kind = rng.choice(['exchange', 'add', 'cas'])
            if kind == 'cas':
                return ('cas', self.register(), place, rng.randint(0, 1), rng.randint(1, 3), self.order(UPDATES, place),
                        rng.choice(['relaxed', 'acquire', 'seq_cst']))
            return (kind, self.register(), place, rng.randint(1, 2), self.order(UPDATES, place))
        return ('store', place, rng.randint(1, 2), self.order(stores, place))

    def statement(self, depth):
        rng = self.rng
        kind = rng.choices(list(KINDS), KINDS.values())[0]
        place = self.plain if self.plain and rng.random() < 0.15 else rng.choice(self.places)
        if kind == 'branch' and depth == 0 and self.registers:
            read = rng.randrange(self.registers)  # before those that the blocks write
            block = lambda: [self.statement(1) for _ in range(rng.randint(1, 2))]
            return ('branch', read, rng.randint(0, 1), block(), block() if rng.random() < 0.3 else [])
        if kind == 'copy' and self.registers:
            orders = ['plain'] if place == self.plain else STORES
            return ('copy', self.anywhere(place), rng.randrange(self.registers), self.order(orders, place))
        if kind == 'fence':
            return ('fence', self.order(FENCES))
        return self.access({'load': 'R', 'branch': 'R', 'update': 'U'}.get(kind, 'W'), place)

    def smaller(self):
        """Copies with a statement less, or with a branch taken in any case."""
        def less(block):
            for i, s in enumerate(block):
                before, after = block[:i], block[i + 1:]
                if s[0] not in ('create', 'join'):
                    yield before + after
                if s[0] == 'branch':
                    yield before + s[3] + after
                    yield from (before + [(*s[:3], inner, s[4])] + after for inner in less(s[3]))
                    yield from (before + [(*s[:3], s[3], inner)] + after for inner in less(s[4]))

        for t, (body, registers) in enumerate(self.threads):
            for block in less(body):
                copied = copy.copy(self)
                copied.threads = self.threads[:t] + [(block, registers)] + self.threads[t + 1:]
                yield copied

    def c_text(self, forbidden):
        """The program, with the assertion that not all of `forbidden`, pairs of a name and a value, come true."""
        header, prefix, result = ('threads', 'thrd', 'int ') if self.iso_threads else ('pthread', 'pthread', 'void *')
        lines = ['#include <assert.h>', f'#include <{header}.h>', '#include <stdatomic.h>',
                 'atomic_int cells[3];' if self.indexed else f"atomic_int {', '.join(self.places)};"]
        if self.indexed:
            lines.append('int x, y, z;')
        if self.plain in self.shared():
            lines.append(f'int {self.plain};')
        if self.outputs:
            lines.append(f"int {', '.join(self.outputs)};")
        children = len(self.threads) - 1
        for t, (body, registers) in enumerate(self.threads):
            if t < children:
                lines.append(f'{result}t{t}(void *unused) {{')
            else:
                lines += ['int main(void) {', f"  {prefix}_t {', '.join(f'p{c}' for c in range(children))};"]
            if registers:
                lines.append(f"  int {', '.join(f'r{r} = 0' for r in range(registers))};")
            lines += self.c_lines(body, '  ', prefix)
            lines += [f'  o{t}_{r} = r{r};' for r in range(registers)]
            if t == children and self.indexed:
                lines += [f'  {place} = {self.c_place(place)};' for place in self.places]
            if t == children:
                lines.append(f"  assert(!({' && '.join(f'{name} == {value}' for name, value in forbidden)}));")
            lines += ['  return 0;', '}']
        return '\n'.join(lines) + '\n'

    def c_lines(self, block, pad, prefix):
        for kind, *rest in block:
            if kind == 'branch':
                register, value, block, otherwise = rest
                yield f'{pad}if (r{register} == {value}) {{'
                yield from self.c_lines(block, pad + '  ', prefix)
                if otherwise:
                    yield f'{pad}}} else {{'
                    yield from self.c_lines(otherwise, pad + '  ', prefix)
                yield f'{pad}}}'
            elif kind == 'assert':
                yield f"{pad}assert(!({' && '.join(f'r{register} == {value}' for register, value in rest[0])}));"
            elif kind == 'fence':
                yield f'{pad}atomic_thread_fence(memory_order_{rest[0]});'
            elif kind == 'create':
                yield pad + (f'thrd_create(&p{rest[0]}, t{rest[0]}, 0);' if self.iso_threads else
                             f'pthread_create(&p{rest[0]}, 0, t{rest[0]}, 0);')
            elif kind == 'join':
                yield f'{pad}{prefix}_join(p{rest[0]}, 0);'
            else:
                yield pad + self.c_access(kind, *rest)

    def c_access(self, kind, *rest):
        if kind in ('store', 'copy'):
            place, value, order = rest
            value = value if kind == 'store' else f'r{value} + 1'
            if order == 'plain':
                return f'{place} = {value};'
            return self.c_call('store', place, [value], [order])
        register, place, *values = rest
        if values == ['plain']:
            return f'r{register} = {place};'
        if kind == 'cas':
            old, new, *orders = values
            call = self.c_call('compare_exchange_strong', place, [f'&r{register}', new], orders)
            return f'r{register} = {old}; {call}'
        *values, order = values
        return f'r{register} = ' + self.c_call('fetch_add' if kind == 'add' else kind, place, values, [order])

    def c_place(self, place):
        if not self.indexed:
            return place
        return f'cells[r{place[1]} % 3]' if isinstance(place, tuple) else f'cells[{self.places.index(place)}]'

    def c_call(self, name, place, values, orders):
        if place != self.plain:
            function, orders = f'atomic_{name}_explicit', [f'memory_order_{order}' for order in orders]
        else:
            strong = name == 'compare_exchange_strong'
            function, values = f"__atomic_{'compare_exchange' if strong else name}", values + [0] * strong
            function += '_n' * (name != 'fetch_add')
            orders = [f'__ATOMIC_{order.upper()}' for order in orders]
        return f"{function}({', '.join(map(str, ['&' + self.c_place(place), *values, *orders]))});"
