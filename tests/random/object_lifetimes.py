"""Programs about lifetimes and addresses (objects.py)."""
from interleavings import ADDRESS, HEADERS, THREAD, Fails, Frozen, some_run_fails


class Lifetimes:
    """Threads make objects of two elements in nested blocks and calls, hand their addresses to each other, and use them."""

    SCOPED = ('block', 'vla', 'vlatype', 'literal')
    HEAP = ('heap', 'heapaligned', 'heapnone')
    KINDS = SCOPED + ('alloca', 'heap', 'heap', 'heapaligned', 'heapnone', 'tls', 'static', 'temporary')

    def __init__(self, rng):
        self.rng = rng
        self.objects = 0
        self.globals = ['g0', 'g1'][:rng.choice([1, 2])]
        self.compares = rng.random() < 0.3
        self.numbers = not self.compares and rng.random() < 0.3
        self.functions, self.statics, self.tls = [], [], []
        self.threads = []  # (text, ops)
        self.joins = rng.random() < 0.8
        self.c11 = rng.random() < 0.2  # threads of <threads.h>
        self.tag = self.numbers and rng.random() < 0.5
        count = rng.choice([0, 1, 1, 2])
        self.bodies = [self.body(number) for number in range(1, count + 1)]
        self.main = self.body(0)

    def body(self, thread):
        self.thread = thread
        self.ended = False
        self.pointers = self.vlas = 0
        self.mine = []
        text, ops, _ = self.items(self.rng.randint(2, 5), 0, thread > 0 or not self.joins)
        own = [name for name in self.mine if name.startswith('tls')]
        return text, [('start', thread)] + [('new', name) for name in own] + ops + [('end' if thread else 'return', name) for name in own]

    def new_pointer(self):
        self.pointers += 1
        return f'T{self.thread}p{self.pointers - 1}'

    def items(self, count, depth, may_exit):
        """Text and steps of a block, and what its function must end (alloca)."""
        rng, text, ops, of_block, of_call = self.rng, [], [], [], []
        entered = []  # objects that live from the beginning of their block on (C11 6.2.4p6)
        for _ in range(count):
            if self.ended:
                break
            kind = rng.choice(['object'] * 4 + ['use'] * 7 + ['nest'] * 2 * (depth < 2) + ['exit'] * (may_exit and depth > 0))
            if kind == 'object':
                storage = rng.choice(self.KINDS)
                # In the scope of a variable length array it ends with that, which is not modelled.
                name, lines, storage = self.make('heap' if storage == 'alloca' and self.vlas else storage)
                self.vlas += storage in ('vla', 'vlatype')
                text += lines
                if storage in ('block', 'literal'):
                    entered.append(('new', name))
                elif storage != 'tls':
                    ops.append(('new', name))
                if storage in self.SCOPED:
                    of_block.append(name)
                if storage == 'alloca':
                    of_call.append(name)
                pointer = self.new_pointer()
                if storage == 'temporary':  # C11 6.2.4p8
                    shared = rng.choice(self.globals)
                    text.append(f'{shared} = {pointer} = made().a;')
                    ops += [('point', pointer, name), ('publish', shared, name), ('end', name)]
                    continue
                text.append(f'{pointer} = {name};')
                ops.append(('point', pointer, name))
                if rng.random() < 0.7:
                    shared = rng.choice(self.globals)
                    text.append(f'{shared} = {name};')
                    ops.append(('publish', shared, name))
                if self.numbers and rng.random() < 0.6 and not any(op[0] == 'expose' for op in ops):
                    text.append(f'U = (uintptr_t){name} | 1;' if self.tag else f'U = (uintptr_t){name};')
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
                text.append(self.exit())
        self.vlas -= sum(1 for name in of_block if name.startswith('vla'))
        end = 'return' if depth == 0 and self.thread == 0 else 'end'
        ops += [(end, name) for name in reversed(of_block)]
        if depth == 0 or self.ended:
            ops += [(end, name) for name in of_call]
            of_call = []
        return text, entered + [('begin',)] * (depth == 0) + ops, of_call

    def exit(self):
        return 'thrd_exit(0);' if self.c11 else 'pthread_exit(0);'

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
        elif storage == 'vlatype':
            size = f'n{self.objects}'
            lines = [f'int {size} = 2; typedef atomic_int row{self.objects}[{size}]; {size} = 1;',
                     f'row{self.objects} {name};', f'{name}[0] = 1; {name}[1] = 2;']
        elif storage == 'heapaligned':
            lines = [f'atomic_int *{name} = aligned_alloc(8, 2 * sizeof(atomic_int));', f'{name}[0] = 1; {name}[1] = 2;']
        elif storage == 'heapnone':  # null or not (C11 7.22.3p1)
            lines = [f'atomic_int *{name} = malloc(0);']
        elif storage == 'temporary':
            lines = []
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
            number = '(U & ~(uintptr_t)1)' if self.tag else 'U'
            text, ops = [f'{pointer} = (atomic_int *){number};'], [('reveal', pointer)]
        elif rng.random() < 0.6 or self.pointers < 2:
            shared = rng.choice(self.globals)
            text, ops = [f'{pointer} = {shared};'], [('take', pointer, shared)]
        else:
            pointer = f'T{self.thread}p{rng.randrange(self.pointers - 1)}'
            text, ops = [], []
        kind = rng.choice(['write', 'read', 'read', 'free', 'realloc', 'copy'] + ['compare'] * 3 * self.compares)
        index = rng.choice([0, 0, 0, 1, 1, 1, 1, 2]) if rng.random() < 0.3 else rng.choice([0, 1])
        if kind == 'write':
            text.append(f'if ({pointer}) {pointer}[{index}] = 3;')
            ops.append(('use', pointer, index))
        elif kind == 'read':
            text.append(f'if ({pointer}) (void){pointer}[{index}];' if rng.random() < 0.5 else
                        f'if ({pointer}) assert({pointer}[{index}] >= 1);')
            ops.append(('use', pointer, index))
        elif kind == 'realloc':
            self.objects += 1
            shared = rng.choice(self.globals)
            text.append(f'if ({pointer}) {{ {pointer} = realloc({pointer}, 2 * sizeof(atomic_int)); '
                        f'{pointer}[0] = 1; {pointer}[1] = 2; {shared} = {pointer}; }}')
            ops += [('realloc', pointer, f'heap{self.objects}'), ('hand', shared, pointer)]
        elif kind == 'copy':
            target = self.new_pointer()
            text.append(f'memcpy(&{target}, &{pointer}, sizeof {pointer});' if rng.random() < 0.5 else
                        f'for (unsigned i = 0; i < sizeof {pointer}; i++) ((char *)&{target})[i] = ((char *)&{pointer})[i];')
            ops.append(('copy', target, pointer))
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
        out = [HEADERS + '#include <string.h>\n' + ('#include <threads.h>\n' if self.c11 else '')]
        out += ['struct pair { atomic_int a[2]; };\n', 'static struct pair made(void) { struct pair p = {{1, 2}}; return p; }\n']
        out += [f'atomic_int *_Atomic {name};\n' for name in self.globals]
        out += ['atomic_uintptr_t U;\n']
        out += [f'static atomic_int {name}[2] = {{1, 2}};\n' for name in self.statics]
        out += [f'static _Thread_local atomic_int {name}[2] = {{1, 2}};\n' for name in self.tls]
        for number in range(len(self.bodies) + 1):
            out += [f'static atomic_int *T{number}p{i};\n' for i in range(40) if f'T{number}p{i}' in self.names()]
        out += self.functions
        for number, (text, _) in enumerate(self.bodies, 1):
            out.append(f'static {"int " if self.c11 else "void *"}thread{number}(void *u) {{\n' + ''.join(f'  {line}\n' for line in text) + '  return 0;\n}\n')
        out.append('int main(void) {\n')
        for number in range(1, len(self.bodies) + 1):
            out.append(f'  thrd_t t{number}; thrd_create(&t{number}, thread{number}, 0);\n' if self.c11 else
                       f'  pthread_t t{number}; pthread_create(&t{number}, 0, thread{number}, 0);\n')
        out += [f'  {line}\n' for line in self.main[0]]
        if self.joins:
            out += [f'  {"thrd" if self.c11 else "pthread"}_join(t{number}, 0);\n' for number in range(1, len(self.bodies) + 1)]
            out.append('  return 0;\n}\n')
        else:
            out.append(f'  {self.exit()}\n}}\n')
        return ''.join(out)

    def names(self):
        if not hasattr(self, 'all_names'):
            self.all_names = {part for _, ops in [self.main] + self.bodies for op in ops for part in op if isinstance(part, str)}
        return self.all_names

    def fails(self, model):
        starts = [('spawn', number) for number in range(1, len(self.bodies) + 1)]
        main = []
        for op in self.main[1]:
            if op == ('begin',):
                main += starts
            elif op[0] == 'return':  # where main waits for all, what it ends then harms nobody
                main += [] if self.joins else [('end', op[1])]
            else:
                main.append(op)
        threads = [main] + [[op for op in ops if op != ('begin',)] for _, ops in self.bodies]
        return some_run_fails(threads, Frozen(), self.step)

    def step(self, state, thread, op):
        kind, name = op[0], op[1]
        if kind == 'spawn':
            return [state.with_(**{f'spawned:{name}': True})]
        if kind == 'start':
            return [state] if name == 0 or state.get(f'spawned:{name}') else []
        if kind == 'new':
            made = self.made(state, name)
            return [made, state.with_(**{f'null:{name}': True})] if name.startswith('heapnone') else [made]
        if kind in ('point', 'publish') and state.get(f'null:{op[2]}'):
            return [state.with_(**{f'{kind[0] if kind == "point" else "g"}:{name}': None})]
        if kind == 'end':
            return [state.with_(**{f'live:{name}': False})]
        if kind == 'point':
            return [state.with_(**{f'p:{name}': op[2]})]
        if kind == 'publish':
            return [state.with_(**{f'g:{name}': op[2]})]
        if kind == 'expose':
            return [state.with_(U=None if state.get(f'null:{name}') else name)]
        if kind == 'reveal':
            return [state.with_(**{f'p:{name}': state.get('U')})]
        if kind == 'take':
            return [state.with_(**{f'p:{name}': state.get(f'g:{op[2]}')})]
        if kind == 'hand':
            found = state.get(f'p:{op[2]}')
            return [state if found is None else state.with_(**{f'g:{name}': found})]
        if kind == 'copy':
            return [state.with_(**{f'p:{name}': state.get(f'p:{op[2]}')})]
        target = state.get(f'p:{name}')
        if target is None:
            return [state]
        if kind == 'use':
            if not state.get(f'live:{target}') or op[2] >= 2 or target.startswith('heapnone'):
                raise Fails
            return [state]
        if kind in ('free', 'realloc'):
            if not target.startswith('heap') or not state.get(f'live:{target}'):
                raise Fails
            freed = state.with_(**{f'live:{target}': False})
            return [freed] if kind == 'free' else [self.made(freed, op[2]).with_(**{f'p:{name}': op[2]})]
        other = state.get(f'p:{op[2]}')
        if other is None:
            return [state]
        for same in {True} if target == other else self.may_be_same(state, target, other):
            if same != (op[3] == '=='):
                raise Fails
        return [state]

    @staticmethod
    def made(state, name):
        together = frozenset(o[5:] for o, alive in state.items.items() if o.startswith('live:') and alive)
        return state.with_(**{f'live:{name}': True, f'with:{name}': None if name.startswith('static') else together})

    @staticmethod
    def may_be_same(state, one, other):
        for a, b in ((one, other), (other, one)):
            together = state.get(f'with:{b}')
            if together is None or a in together:
                return {False}
        return {False, True}

    def sanitizers(self):
        """The thread sanitizer knows nothing of <threads.h>, and does not come to an end if main exits as a thread."""
        return (ADDRESS, THREAD) if self.joins and not self.c11 else (ADDRESS,)

    def models(self):
        return ['sc', 'tso', None] if not self.numbers else ['sc', None]
