#!/usr/bin/env python3
"""Types times contexts: every type that C or an extension has, in every place where a value or an object can stand. Whatever is
not supported is UNKNOWN; nothing crashes. Each program goes through verify, run and show.

usage: types.py PROGRAM [--count N (a random choice; all without it)] [--seed 1] [-j N]
"""
import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

# name: (what stands before the program, a type name, two values)
TYPES = {
    'bool': ('', '_Bool', '1', '0'),
    'char': ('', 'char', "'a'", '2'),
    'int': ('', 'int', '1', '2'),
    'long_long': ('', 'unsigned long long', '1', '2'),
    'int128': ('', '__int128', '1', '2'),
    'uint128': ('', 'unsigned __int128', '1', '2'),
    'bitint7': ('', '_BitInt(7)', '1', '2'),
    'bitint64': ('', 'unsigned _BitInt(64)', '1', '2'),
    'bitint128': ('', '_BitInt(128)', '1', '2'),
    'float16': ('', '_Float16', '1', '2'),
    'fp16': ('', '__fp16', '1', '2'),
    'bf16': ('', '__bf16', '(__bf16)1.0f', '(__bf16)2.0f'),
    'float': ('', 'float', '1', '2'),
    'double': ('', 'double', '1', '2'),
    'long_double': ('', 'long double', '1', '2'),
    'float128': ('', '__float128', '1', '2'),
    'complex': ('', 'double _Complex', '1', '2'),
    'complex_float': ('', 'float _Complex', '1.0if', '2'),
    'complex_int': ('', '_Complex int', '1', '2i'),
    'vector4': ('typedef int v4 __attribute__((vector_size(16)));', 'v4', '(v4){1,2,3,4}', '(v4){0}'),
    'vector_float': ('typedef float vf __attribute__((vector_size(8)));', 'vf', '(vf){1,2}', '(vf){0}'),
    'ext_vector': ('typedef float e3 __attribute__((ext_vector_type(3)));', 'e3', '(e3){1,2,3}', '(e3){0}'),
    'bool_vector': ('typedef _Bool b8 __attribute__((ext_vector_type(8)));', 'b8', '(b8){1}', '(b8){0}'),
    'enum': ('enum E { A, B };', 'enum E', 'A', 'B'),
    'packed_enum': ('enum P { A, B } __attribute__((packed));', 'enum P', 'A', 'B'),
    'pointer': ('int target;', 'int *', '&target', '0'),
    'void_pointer': ('int target;', 'void *', '&target', '0'),
    'incomplete_pointer': ('struct later; struct later *given;', 'struct later *', 'given', '0'),
    'vla_pointer': ('int n = 3;', 'int (*)[3]', '0', '0'),
    'function_pointer': ('int g(int x) { return x; }', 'int (*)(int)', 'g', '0'),
    'struct': ('struct S { int a; char b; };', 'struct S', '(struct S){1, 2}', '(struct S){0}'),
    'packed_struct': ('struct S { char b; int a; } __attribute__((packed));', 'struct S', '(struct S){1, 2}', '(struct S){0}'),
    'aligned_struct': ('struct S { int a; } __attribute__((aligned(64)));', 'struct S', '(struct S){1}', '(struct S){0}'),
    'empty_struct': ('struct S { };', 'struct S', '(struct S){}', '(struct S){}'),
    'zero_array_struct': ('struct S { int a[0]; };', 'struct S', '(struct S){}', '(struct S){}'),
    'flexible_struct': ('struct S { int a; int rest[]; };', 'struct S', '(struct S){1}', '(struct S){0}'),
    'bits_struct': ('struct S { int a : 3; unsigned b : 17; long long c : 40; _Bool d : 1; int : 0; int e : 5; };', 'struct S',
                    '(struct S){1, 2, 3, 1, 5}', '(struct S){0}'),
    'packed_bits': ('struct S { char c : 3; long long a : 62; int b : 30; } __attribute__((packed));', 'struct S',
                    '(struct S){1, 2, 3}', '(struct S){0}'),
    'strange_bits': ('struct S { __int128 a : 100; _BitInt(9) b : 5; } __attribute__((packed));', 'struct S', '(struct S){1, 2}', '(struct S){0}'),
    'array_struct': ('struct S { int a[3]; double d; };', 'struct S', '(struct S){{1}, 2}', '(struct S){0}'),
    'complex_struct': ('struct S { double _Complex z; _BitInt(130) w; };', 'struct S', '(struct S){1}', '(struct S){0}'),
    'vector_struct': ('struct S { int v __attribute__((vector_size(16))); int i; };', 'struct S', '(struct S){{1}, 2}', '(struct S){0}'),
    'union': ('union U { int a; float f; char c[5]; };', 'union U', '(union U){1}', '(union U){.f = 2}'),
    'transparent_union': ('typedef union { int *p; void *q; } TU __attribute__((transparent_union)); int target;', 'TU', '(TU){&target}', '(TU){0}'),
    'array': ('typedef int T3[3];', 'T3', None, None),
    'zero_array': ('typedef int T0[0];', 'T0', None, None),
    'atomic_int': ('', '_Atomic int', '1', '2'),
    'atomic_bool': ('', '_Atomic _Bool', '1', '0'),
    'atomic_pointer': ('int target;', 'int *_Atomic', '&target', '0'),
    'atomic_float': ('', '_Atomic float', '1', '2'),
    'atomic_long_double': ('', '_Atomic(long double)', '1', '2'),
    'atomic_int128': ('', '_Atomic(__int128)', '1', '2'),
    'atomic_bitint': ('', '_Atomic(_BitInt(17))', '1', '2'),
    'atomic_complex': ('', '_Atomic(float _Complex)', '1', '2'),
    'atomic_struct': ('struct S { int a, b, c; };', '_Atomic(struct S)', '(struct S){1}', '(struct S){0}'),
    'atomic_enum': ('enum E { A, B };', '_Atomic(enum E)', 'A', 'B'),
    'volatile_struct': ('struct S { int a; };', 'volatile struct S', '(struct S){1}', '(struct S){0}'),
    'thread_pointer': ('_Thread_local int target;', 'int *', '0', '0'),
    'nullptr_t': ('', '__typeof__(nullptr)', 'nullptr', 'nullptr'),
    'bitint129': ('', '_BitInt(129)', '1', '2'),
}

# T: the type by name; V, W: values; x: an object of the type.
CONTEXTS = {
    'global': ('T x = V;', 'return sizeof x == 0;'),
    'global_undefined': ('extern T x;', 'T y = x; (void)y; return 0;'),
    'static': ('', 'static T x = V; T *p = &x; return p == 0;'),
    'local': ('', 'T x = V; (void)x; return 0;'),
    'uninitialised': ('', 'T x; T y = x; (void)y; return 0;'),
    'braces': ('', 'T x = {V}; (void)x; return 0;'),
    'thread_local': ('_Thread_local T x;', 'x = V; return 0;'),
    'parameter': ('int f(T x) { T y = x; (void)y; return 1; }', 'return f(V) - 1;'),
    'entry': ('int f(T x, T *p) { *p = x; return 0; }', 'T x = V; return f(x, &x);'),
    'old_parameter': ('int f(x) T x; { T y = x; (void)y; return 1; }', 'T x = V; return f(x) - 1;'),
    'return': ('T f(void) { return V; }', 'T x = f(); (void)x; f(); return 0;'),
    'pointer_call': ('T f(T x) { return x; }', 'T (*p)(T) = f; T x = p(V); (void)x; return 0;'),
    'assign': ('', 'T x, y; x = y = V; (void)(x = W); return 0;'),
    'cast_int': ('', 'T x = V; return (int)x == 77;'),
    'cast_double': ('', 'T x = V; return (double)x == 77;'),
    'cast_bool': ('', 'T x = V; return (_Bool)x && 0;'),
    'cast_from_int': ('', 'int i = 1; T x = (T)i; (void)x; return 0;'),
    'cast_from_double': ('', 'double d = 1; T x = (T)d; (void)x; return 0;'),
    'cast_void': ('', 'T x = V; (void)x; (void)&x; return 0;'),
    'cast_self': ('', 'T x = V; T y = (T)x; (void)y; return 0;'),
    'convert': ('', 'T x = V; long l = x; float f = x; return (l == 77) + (f == 77);'),
    'add': ('', 'T x = V, y = W; T z = x + y; (void)z; return 0;'),
    'add_int': ('', 'T x = V; T z = x + 1; (void)z; return 0;'),
    'divide': ('', 'T x = V; T z = x / x; (void)z; return 0;'),
    'remainder': ('', 'T x = V, y = V; T z = x % y; (void)z; return 0;'),
    'shift': ('', 'T x = V; T z = x << 1; z = z >> x; (void)z; return 0;'),
    'bitwise': ('', 'T x = V, y = W; T z = (x & y) | (x ^ ~y); (void)z; return 0;'),
    'negate': ('', 'T x = V; T z = -x; (void)z; (void)+x; return 0;'),
    'not': ('', 'T x = V; return !x && 0;'),
    'compare': ('', 'T x = V, y = W; return (x == y) && (x < y) && 0;'),
    'compare_zero': ('', 'T x = V; return (x == 0) && 0;'),
    'compound_add': ('', 'T x = V; x += W; x -= 1; return 0;'),
    'compound_bits': ('', 'T x = V; x |= W; x <<= 1; return 0;'),
    'compound_into_int': ('', 'int i = 1; T x = V; i += x; return i == 77;'),
    'increment': ('', 'T x = V; x++; ++x; x--; return 0;'),
    'element': ('', 'T a[3] = {V, W}; a[1] = a[0]; T x = a[2]; (void)x; return 0;'),
    'index': ('', 'T x = V; int a[5] = {0}; return a[x];'),
    'vla': ('', 'int n = 3; T a[n]; a[1] = V; return sizeof a == 0;'),
    'member': ('struct M { char c; T x; };', 'struct M m = {1, V}; m.x = W; struct M k = m; T y = k.x; (void)y; return 0;'),
    'packed_member': ('struct M { char c; T x; } __attribute__((packed));', 'struct M m = {1, V}; m.x = W; T y = m.x; (void)y; return 0;'),
    'union_member': ('union M { char c[sizeof(T) + 1]; T x; };', 'union M m; m.x = V; return m.c[0] == 77;'),
    'bit_field': ('struct M { T x : 1; };', 'struct M m = {V}; m.x = W; return m.x == 77;'),
    'flexible': ('#include <stdlib.h>\nstruct M { int n; T rest[]; };',
                 'struct M *m = malloc(sizeof(struct M) + 2 * sizeof(T)); if (!m) return 0; m->rest[1] = V; free(m); return 0;'),
    'designated': ('struct M { T x, y; };', 'struct M m = {.y = V}; (void)m; return 0;'),
    'compound_literal': ('', 'T *p = &(T){V}; T x = *p; (void)x; return 0;'),
    'sizeof': ('', 'T x; return sizeof(T) + _Alignof(T) + sizeof x == 0;'),
    'offsetof': ('#include <stddef.h>\nstruct M { char c; T x; };', 'return offsetof(struct M, x) == 0;'),
    'address': ('', 'T x = V; T *p = &x; *p = W; T y = *p; (void)y; return p + 1 == &x;'),
    'bytes': ('#include <string.h>', 'T x = V; char b[sizeof(T) + 1]; memcpy(b, &x, sizeof x); memset(&x, 0, sizeof x); return 0;'),
    'volatile': ('volatile T x;', 'x = V; T y = x; (void)y; return 0;'),
    'const': ('const T x = V;', 'T y = x; (void)y; return 0;'),
    'c11_load': ('#include <stdatomic.h>\n_Atomic(T) x;', 'T y = atomic_load(&x); (void)y; return 0;'),
    'c11_store': ('#include <stdatomic.h>\n_Atomic(T) x;', 'atomic_store(&x, V); x = W; return 0;'),
    'c11_init': ('#include <stdatomic.h>\n_Atomic(T) x;', 'atomic_init(&x, V); return 0;'),
    'c11_exchange': ('#include <stdatomic.h>\n_Atomic(T) x;', 'T y = atomic_exchange(&x, V); (void)y; return 0;'),
    'c11_cas': ('#include <stdatomic.h>\n_Atomic(T) x;', 'T y = V; return atomic_compare_exchange_strong(&x, &y, W) && 0;'),
    'c11_fetch_add': ('#include <stdatomic.h>\n_Atomic(T) x;', 'atomic_fetch_add(&x, 1); x += 1; x++; return 0;'),
    'c11_fetch_or': ('#include <stdatomic.h>\n_Atomic(T) x;', 'atomic_fetch_or(&x, 1); x |= 1; return 0;'),
    'gnu_load': ('T x;', 'T y; __atomic_load(&x, &y, 5); __atomic_store(&x, &y, 5); return 0;'),
    'gnu_exchange': ('T x;', 'T y, z = V; __atomic_exchange(&x, &z, &y, 5); return 0;'),
    'gnu_cas': ('T x;', 'T y, z = V; return __atomic_compare_exchange(&x, &z, &y, 0, 5, 5) && 0;'),
    'gnu_fetch': ('T x;', '__atomic_fetch_add(&x, 1, 5); __atomic_fetch_sub(&x, 1, 5); __atomic_add_fetch(&x, 1, 5); return 0;'),
    'gnu_fetch_bits': ('T x;', '__atomic_fetch_or(&x, 1, 5); __atomic_nand_fetch(&x, 1, 5); return 0;'),
    'gnu_fetch_max': ('T x;', '__atomic_fetch_max(&x, 1, 5); __atomic_fetch_min(&x, 1, 5); return 0;'),
    'sync_add': ('T x;', '__sync_fetch_and_add(&x, 1); __sync_sub_and_fetch(&x, 1); return 0;'),
    'sync_or': ('T x;', '__sync_fetch_and_or(&x, 1); __sync_nand_and_fetch(&x, 1); return 0;'),
    'sync_cas': ('T x;', '__sync_bool_compare_and_swap(&x, V, W); __sync_val_compare_and_swap(&x, V, W); return 0;'),
    'sync_lock': ('T x;', '__sync_lock_test_and_set(&x, V); __sync_lock_release(&x); return 0;'),
    'overflow': ('', 'T x = V, y = W, z; return __builtin_add_overflow(x, y, &z) && 0;'),
    'popcount': ('', 'T x = V; return __builtin_popcountg(x) == 77;'),
    'variadic': ('int f(int n, ...) { return n; }', 'return f(0, V);'),
    'variadic_read': ('#include <stdarg.h>\nint f(int n, ...) { va_list l; va_start(l, n); T x = va_arg(l, T); (void)x; va_end(l); return n; }',
                      'return f(0, V);'),
    'undeclared': ('', 'T x = V; return undeclared(x);'),
    'undefined': ('T undefined(T);', 'T x = undefined(V); (void)x; return 0;'),
    'generic': ('', 'T x = V; return _Generic(x, int: 0, float: 0, default: 0);'),
    'typeof': ('', 'T x = V; __typeof__(x) y = x; __auto_type z = x; (void)y; (void)z; return 0;'),
    'switch': ('', 'T x = V; switch (x) { case 1: return 0; default: return 0; }'),
    'condition': ('', 'T x = V; if (x) return 0; while (x) return 0; return x ? 0 : 0;'),
    'logic': ('', 'T x = V, y = W; return (x && y || x) && 0;'),
    'ternary': ('', 'int c = 1; T x = V, y = W; T z = c ? x : y; (void)z; return 0;'),
    'elvis': ('', 'T x = V, y = W; T z = x ?: y; (void)z; return 0;'),
    'comma': ('', 'T x = V, y = (x, W); (void)y; return 0;'),
    'statement_expression': ('', 'T x = ({ T y = V; y; }); (void)x; return 0;'),
    'statement': ('', 'T x = V; x; V; return 0;'),
    'choose': ('', 'T x = __builtin_choose_expr(1, V, 0); (void)x; return 0;'),
    'printf': ('#include <stdio.h>', 'T x = V; printf("%d\\n", x); return 0;'),
    'printf_string': ('#include <stdio.h>', 'T x = V; printf("%s\\n", x); return 0;'),
    'assert': ('#include <assert.h>', 'T x = V; assert(x); return 0;'),
    'assume': ('void __VERIFIER_assume(int);', 'T x = V; __VERIFIER_assume(x == V); return 0;'),
    'nondet': ('T __VERIFIER_nondet_value(void);', 'T x = __VERIFIER_nondet_value(); (void)x; return 0;'),
    'real': ('', 'T x = V; return __real__ x == 77;'),
    'imaginary': ('', 'T x = V; return __imag__ x == 77;'),
    'real_assign': ('', 'T x = V; __real__ x = 1; __imag__ x = 2; return 0;'),
    'conjugate': ('', 'T x = V; T y = ~x; (void)y; return 0;'),
    'subscript': ('', 'T x = V; return x[0] == 77;'),
    'dereference': ('', 'T x = V; return *x == 77;'),
    'called': ('', 'T x = V; return x(1) == 77;'),
    'swizzle': ('', 'T x = V; return x.x == 77;'),
    'shuffle': ('', 'T x = V; T y = __builtin_shufflevector(x, x, 0, 1); (void)y; return 0;'),
    'convert_vector': ('', 'T x = V; T y = __builtin_convertvector(x, T); (void)y; return 0;'),
    'bit_cast': ('', 'T x = V; return *(char *)&x == 77;'),
    'thread': ('#include <pthread.h>\nT x; void *f(void *p) { x = V; return 0; }',
               'pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); T y = x; (void)y; return 0;'),
    'race': ('#include <pthread.h>\nT x; void *f(void *p) { x = V; return 0; }',
             'pthread_t t; pthread_create(&t, 0, f, 0); T y = x; (void)y; pthread_join(t, 0); return 0;'),
    'cleanup': ('void f(T *p) { *p = W; }', 'T x __attribute__((cleanup(f))) = V; return 0;'),
    'aligned': ('', 'T x __attribute__((aligned(128))) = V; return (unsigned long)&x % 128 == 77;'),
    'section': ('T x __attribute__((section(".data.mine"))) = V;', 'T y = x; (void)y; return 0;'),
    'asm_operand': ('', 'T x = V; __asm__ volatile("" : "+m"(x)); return 0;'),
    'alloca': ('', 'T *p = __builtin_alloca(sizeof(T)); *p = V; return 0;'),
    'initialiser_list': ('T a[] = {V, [3] = W, V};', 'return sizeof a == 0;'),
    'inner_function_type': ('typedef T F(T, T); F *f;', 'return f == (F *)1;'),
}

# Parts of a declarator stand on both sides of the name: spell `T x` by a typedef.
GOOD = {0, 10, 20, 21, 65}


def program(kind, context):
    before, name, value, other = TYPES[kind]
    declarations, body = CONTEXTS[context]
    if value is None and ('V' in body.replace('VERIFIER', '') or 'W' in body or ' V' in declarations or '(V' in declarations):
        value = other = '{0}'
    text = f'{before}\ntypedef __typeof__({name}) T;\n{declarations}\nint main(void) {{ {body} }}\n'
    for letter, what in (('V', value), ('W', other)):
        text = ''.join(what if part == letter and what is not None else part for part in words(text))
    return text


def words(text):
    word = ''
    for c in text:
        if c.isalnum() or c == '_':
            word += c
        else:
            if word:
                yield word
            word = ''
            yield c
    if word:
        yield word


def ran(command):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=60)
    except subprocess.TimeoutExpired:
        return None


def judge(fencepost, folder, kind, context):
    source = folder / f'{kind}.{context}.c'
    source.write_text(program(kind, context))
    problems = []
    commands = [['verify', '--timeout', '10', '--format', 'json'], ['run'], ['show', '--stage', 'core'], ['show', '--stage', 'events']]
    for command in commands:
        done = ran([fencepost, *command, str(source)])
        where = f'{source.name}: {" ".join(command)}'
        if done is None:
            problems.append(f'{where}: does not end')
        elif done.returncode not in GOOD:
            problems.append(f'{where}: exit {done.returncode}: {done.stderr.strip()[-300:]}')
        elif command[0] == 'verify' and done.returncode != 65:
            report = json.loads(done.stdout)
            if report['verdict'] == 'UNKNOWN' and 'replay' in json.dumps(report):
                problems.append(f'{where}: a violation that does not replay')
        if done is not None and done.returncode == 65:
            break  # not C, for every command
    if not problems:
        source.unlink()
    return done is not None and done.returncode != 65, problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    parser.add_argument('--keep', help='folder for programs that fail')
    options = parser.parse_args()
    pairs = [(kind, context) for kind in TYPES for context in CONTEXTS]
    if options.count:
        pairs = random.Random(options.seed).sample(pairs, min(options.count, len(pairs)))
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(options.j) as pool:
        folder = pathlib.Path(options.keep or scratch)
        folder.mkdir(parents=True, exist_ok=True)
        results = list(pool.map(lambda pair: judge(os.path.abspath(options.fencepost), folder, *pair), pairs))
    problems = [problem for _, found in results for problem in found]
    for problem in problems:
        print(problem)
    print(f'{len(pairs)} programs, {sum(is_c for is_c, _ in results)} of them C, {len(problems)} problems')
    sys.exit(1 if problems else 0)


if __name__ == '__main__':
    main()
