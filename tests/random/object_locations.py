"""Programs about memory locations (objects.py): bit-fields, accesses of several sizes, operands in any order."""
import itertools

from interleavings import ADDRESS, HEADERS, THREAD, Fails, Frozen, some_run_fails


class BitFields:
    """Two threads write members of one structure. Adjacent bit-fields are one location: a write of one reads all and writes
    all (C11 3.14p3). Without a model two threads at one location are a race."""

    def __init__(self, rng):
        self.groups, group, self.lines = {}, 0, []
        for i in range(rng.randint(2, 5)):
            kind = rng.choice(['bits', 'bits', 'bits', 'plain', 'zero', 'wide', 'unnamed', 'nested'])
            if kind == 'zero':
                group += 1
                self.lines.append('unsigned : 0;')
                continue
            if kind == 'unnamed':  # one with the bit-fields beside it
                self.lines.append(f'unsigned : {rng.randint(1, 4)};')
                continue
            name = f'm{i}'
            if kind == 'nested':  # a structure of its own (C11 3.14p3)
                group += 1
                self.groups[f'n{i}.a'] = self.groups[f'n{i}.b'] = group
                group += 1
                self.lines.append(f'struct {{ unsigned a : 3, b : {rng.randint(2, 30)}; }} n{i};')
                continue
            if kind == 'wide':  # in the next storage unit, perhaps, but in the same location
                self.groups[name] = group
                self.lines.append(f'unsigned {name} : {rng.randint(28, 32)};')
                continue
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
            return ' '.join(f's.{m} = {v};' if kind == 'write' else f'(void)*(volatile unsigned *)&(unsigned){{s.{m}}};'
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

    def sanitizers(self):
        return () if self.races() else (ADDRESS, THREAD)

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
                kind = rng.choice(['store', 'store', 'load', 'load', 'add', 'swap', 'cas', 'cas'])
                value = int.from_bytes(bytes(rng.randint(1, 2) + 2 * number for _ in range(size)), 'little')
                if kind == 'cas':
                    kind += str(rng.choice([0, int.from_bytes(bytes(rng.randint(1, 2) + 2 - 2 * number for _ in range(size)), 'little')]))
                ops.append((kind, name, at, size, value, f'r{number}{i}'))
            self.threads.append(ops)
        self.registers = [op[5] for ops in self.threads for op in ops if op[0] not in ('store', 'add')]
        ends = self.outcomes('tso')
        torn = self.outcomes('torn') - ends
        self.forbidden = rng.choice(sorted(torn if torn and rng.random() < 0.6 else ends))

    @staticmethod
    def bytewise(op):
        kind, name, at, size, value, register = op
        if kind not in ('load', 'store'):
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
            if kind not in ('load', 'store'):
                if buffers[thread]:
                    return []
                old = int.from_bytes(memory[at:at + size], 'little')
                if kind == 'add':
                    data = ((old + 1) % (1 << 8 * size)).to_bytes(size, 'little')
                else:
                    registers += ((register, old),)
                if kind.startswith('cas') and old != int(kind[3:]):
                    data = memory[at:at + size]
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
            for kind, name, _, size, value, register in ops:
                place = f'&u.{name}'
                if kind == 'load':
                    out += f'{register} = atomic_load_explicit({place}, memory_order_relaxed); '
                elif kind == 'store':
                    out += f'atomic_store_explicit({place}, {value}u, memory_order_relaxed); '
                elif kind == 'add':
                    out += f'atomic_fetch_add({place}, 1); '
                elif kind == 'swap':
                    out += f'{register} = atomic_exchange({place}, {value}u); '
                else:
                    expected = f'e{register}'
                    out += (f'uint{8 * size}_t {expected} = {kind[3:]}u; '
                            f'atomic_compare_exchange_strong({place}, &{expected}, {value}u); {register} = {expected}; ')
            return out
        claim = ' && '.join(f'{r} == {v}u' for r, v in zip(self.registers + ['u.w'], self.forbidden)) or '0'
        registers = ''.join(f'unsigned {r};\n' for r in self.registers)
        return (HEADERS + 'union { _Atomic uint32_t w; _Atomic uint16_t h[2]; _Atomic uint8_t b[4]; } u;\n' + registers +
                f'void *other(void *x) {{ {body(self.threads[1])}return 0; }}\n'
                'int main(void) {\n  pthread_t t; pthread_create(&t, 0, other, 0);\n'
                f'  {body(self.threads[0])}\n  pthread_join(t, 0);\n  assert(!({claim}));\n}}\n')

    def fails(self, model):
        return self.forbidden in self.outcomes(model)

    def sanitizers(self):
        return ()  # which know nothing of sizes

    def models(self):
        return ['sc', 'tso']


class Operands:
    """One thread reads in one expression what another writes: operands are read in any order, each once."""

    def __init__(self, rng):
        self.names = ['x', 'y', 'z'][:rng.choice([2, 2, 3])]
        self.writes = [(rng.choice(self.names), rng.randint(1, 2)) for _ in range(rng.randint(2, 3))]
        self.shape = rng.choice(['sum', 'call', 'subscript', 'initialisers', 'sequenced', 'logical'])
        self.reads = [rng.choice(self.names) for _ in range(2)]
        self.value = rng.randint(0, 2) + 10 * rng.randint(0, 2)

    def text(self):
        a, b = self.reads
        value = {'sum': f'{a} + 10 * {b}', 'call': f'f({a}, {b})', 'subscript': f'(&v[{a}])[3 * {b}]',
                 'initialisers': f'g((int[2]){{{a}, {b}}})', 'sequenced': f'(i = {a}, i + 10 * {b})',
                 'logical': f'((i = {a}, 1) && (j = {b}, 1)) ? i + 10 * j : 0'}[self.shape]
        table = ', '.join(str(i % 3 + 10 * (i // 3)) for i in range(9))
        return (HEADERS + 'atomic_int ' + ', '.join(self.names) + ';\n' + f'const int v[9] = {{{table}}};\n'
                'static int f(int a, int b) { return a + 10 * b; }\n'
                'static int g(const int *w) { return w[0] + 10 * w[1]; }\n'
                'void *other(void *u) { ' + ' '.join(f'{n} = {v};' for n, v in self.writes) + ' return 0; }\n'
                'int main(void) {\n  pthread_t t; pthread_create(&t, 0, other, 0);\n  int i = 0, j = 0; (void)i; (void)j;\n'
                f'  int r = {value};\n  assert(r != {self.value});\n  pthread_join(t, 0);\n}}\n')

    def fails(self, model):
        orders = [(0, 1)] if self.shape in ('sequenced', 'logical') else list(itertools.permutations((0, 1)))

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

    def sanitizers(self):
        return (ADDRESS, THREAD)

    def models(self):
        return ['sc', 'tso', 'rc11', None]
