"""Programs about what several objects or members hold (objects.py): structures that are copied or filled while others look,
compare-exchanges that fail, literals that share storage."""
from interleavings import ADDRESS, HEADERS, THREAD, Fails, Frozen, some_run_fails


class Copies:
    """One thread copies or fills a structure, the other one writes or reads its members: members are accessed in any order,
    each by itself (C11 6.2.6.1, 7.24.2.1). Without a model two threads at one member are a race."""

    def __init__(self, rng):
        self.members = ['a', 'b', 'c'][:rng.choice([2, 2, 3])]
        self.kind = rng.choice(['assign', 'memcpy', 'fill'])
        # Copied from s to t; filled: t. The other thread: (read or write, structure, member, value).
        self.other = [(rng.choice(['read', 'write']), rng.choice('st') if self.kind != 'fill' else 't', rng.choice(self.members), rng.randint(3, 4))
                      for _ in range(rng.randint(1, 2))]
        self.registers = [f'r{i}' for i, op in enumerate(self.other) if op[0] == 'read']
        self.places = [('t', m) for m in self.members]
        ends = sorted(self.outcomes(True))
        in_order = self.outcomes(False)
        odd = [end for end in ends if end not in in_order]
        possible = rng.random() < 0.6
        self.forbidden = rng.choice(odd if odd and possible else ends)
        if not possible:  # perhaps one that cannot be
            values = [0, 1, 2, 3, 4]
            self.forbidden = tuple(rng.choice(values) for _ in self.forbidden)

    def initial(self):
        return {**{f's.{m}': i + 1 for i, m in enumerate(self.members)}, **{f't.{m}': 0 for m in self.members}}

    def micro_threads(self, in_any_order):
        parts = []
        for member in self.members:
            parts.append([('put', f't.{member}', 0)] if self.kind == 'fill' else
                         [('get', f's.{member}', f'x{member}'), ('store', f't.{member}', f'x{member}')])
        other = [('get', f'{where}.{m}', f'r{i}') if kind == 'read' else ('put', f'{where}.{m}', value)
                 for i, (kind, where, m, value) in enumerate(self.other)]
        return (parts if in_any_order else [sum(parts, [])]) + [other]

    def outcomes(self, in_any_order):
        threads = self.micro_threads(in_any_order)
        start = self.initial()
        if self.kind == 'fill':
            start.update({f't.{m}': i + 1 for i, m in enumerate(self.members)})
        ends, seen, todo = set(), set(), [(tuple(0 for _ in threads), Frozen(start))]
        while todo:
            at, state = todo.pop()
            if (at, state) in seen:
                continue
            seen.add((at, state))
            if all(at[i] == len(ops) for i, ops in enumerate(threads)):
                ends.add(tuple(state.get(r) for r in self.registers) + tuple(state.get(f'{s}.{m}') for s, m in self.places))
            for i, ops in enumerate(threads):
                if at[i] == len(ops):
                    continue
                kind, place, what = ops[at[i]]
                after = (state.with_(**{what: state.get(place)}) if kind == 'get' else
                         state.with_(**{place: state.get(what) if kind == 'store' else what}))
                todo.append((at[:i] + (at[i] + 1,) + at[i + 1:], after))
        return ends

    def text(self):
        action = {'assign': 't = s;', 'memcpy': 'memcpy(&t, &s, sizeof t);', 'fill': 'memset(&t, 0, sizeof t);'}[self.kind]
        numbers = ', '.join(str(i + 1) for i in range(len(self.members)))
        initial = f'struct all s = {{{numbers}}}, t' + (f' = {{{numbers}}}' if self.kind == 'fill' else '') + ';\n'
        body = ' '.join(f'r{i} = {where}.{m};' if kind == 'read' else f'{where}.{m} = {value};'
                        for i, (kind, where, m, value) in enumerate(self.other))
        claim = ' && '.join(f'{name} == {value}' for name, value in
                            zip(self.registers + [f'{s}.{m}' for s, m in self.places], self.forbidden))
        return (HEADERS + '#include <string.h>\nstruct all { int ' + ', '.join(self.members) + '; };\n' + initial +
                ''.join(f'int {r};\n' for r in self.registers) + f'void *other(void *u) {{ {body} return 0; }}\n'
                f'int main(void) {{\n  pthread_t t1; pthread_create(&t1, 0, other, 0);\n  {action}\n'
                f'  pthread_join(t1, 0);\n  assert(!({claim}));\n}}\n')

    def races(self):
        return any(kind == 'write' or where == 't' for kind, where, _, _ in self.other)

    def sanitizers(self):
        return () if self.races() else (ADDRESS, THREAD)

    def fails(self, model):
        return (model is None and self.races()) or self.forbidden in self.outcomes(True)

    def models(self):
        return ['sc', None]


class Exchanges:
    """Threads compare and exchange a plain integer that another one reads or writes without order. A compare-exchange that
    fails is a read (C11 7.17.7.4p2), which races with no read."""

    def __init__(self, rng):
        self.start = rng.randint(0, 2)
        self.threads = [[('cas', rng.randint(0, 3), rng.randint(0, 3)) for _ in range(rng.randint(1, 2))]
                        for _ in range(rng.choice([1, 2]))]
        self.plain = rng.choice(['read', 'read', 'read', 'write'])

    def succeeds(self):
        def step(state, thread, op):
            if state.get('x') == op[1]:
                raise Fails
            return [state]
        return some_run_fails(self.threads, Frozen({'x': self.start}), step)

    def text(self):
        out = HEADERS + f'int x = {self.start};\n'
        for number, ops in enumerate(self.threads):
            body = ' '.join(f'{{ int e = {e}; __atomic_compare_exchange_n(&x, &e, {d}, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); }}'
                            for _, e, d in ops)
            out += f'void *thread{number}(void *u) {{ {body} return 0; }}\n'
        count = range(len(self.threads))
        plain = 'int r = x; (void)r;' if self.plain == 'read' else 'x = 7;'
        return (out + 'int main(void) {\n' + ''.join(f'  pthread_t t{i}; pthread_create(&t{i}, 0, thread{i}, 0);\n' for i in count) +
                f'  {plain}\n' + ''.join(f'  pthread_join(t{i}, 0);\n' for i in count) + '}\n')

    def sanitizers(self):
        return (ADDRESS,)  # the other one takes a compare-exchange that fails for a write

    def fails(self, model):
        return model is None and (self.plain == 'write' or self.succeeds())

    def models(self):
        return ['sc', None]


class Literals:
    """Two string literals, equal, overlapping or neither: where they may lie (C11 6.4.5p7)."""

    def __init__(self, rng):
        words = ['a', 'b', 'aa', 'ab', 'ba', 'aab', 'bab', 'b\\0b', '']
        self.words = [rng.choice(words), rng.choice(words)]
        self.at = [rng.randint(0, len(self.content(word)) - 1) for word in self.words]
        self.claim = rng.choice(['==', '!='])
        self.same = rng.random() < 0.2  # one literal, twice the same pointer

    @staticmethod
    def content(word):
        return word.replace('\\0', '\0') + '\0'

    def may_coincide(self):
        one, two = (self.content(word) for word in self.words)
        apart = self.at[0] - self.at[1]  # where the second begins, counted from the first
        return all(one[i] == two[i - apart] for i in range(len(one)) if 0 <= i - apart < len(two))

    def text(self):
        first, second = f'"{self.words[0]}"', f'"{self.words[1]}"'
        if self.same:
            return (HEADERS + f'int main(void) {{\n  const char *s = {first};\n  const char *p = s + {self.at[0]}, *q = s + {self.at[0]};\n'
                    f'  assert(p {self.claim} q);\n}}\n')
        return (HEADERS + f'static const char *f(void) {{ return {second}; }}\n'
                f'int main(void) {{\n  const char *p = {first}, *q = f();\n'
                f'  assert(p + {self.at[0]} {self.claim} q + {self.at[1]});\n}}\n')

    def sanitizers(self):
        return ()

    def fails(self, model):
        outcomes = {True} if self.same else {False} | ({True} if self.may_coincide() else set())
        return (self.claim == '==') and False in outcomes or self.claim == '!=' and True in outcomes

    def models(self):
        return [None]
