#!/usr/bin/env python3
"""Broken and hostile inputs: each must end with the documented exit code, a message that names the way out, and within its
budget. Large inputs are generated here. usage: run.py PROGRAM [--only SUBSTRING] [-v]"""
import argparse
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

SLOWNESS = 10  # of a busy machine; what never ends at all is what these cases are about
SECONDS = 60  # far more than any case needs; a hang fails the test
OK = 'int main(void) { return 0; }\n'
BAD = '#include <assert.h>\nint main(void) { assert(0); }\n'
RACE = ('#include <pthread.h>\nint x;\nvoid *f(void *a) { x = 1; return a; }\n'
        'int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; pthread_join(t, 0); }\n')
BUSY = ('unsigned __VERIFIER_nondet_uint(void);\nint main(void) {\n  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();\n'
        '  unsigned x = 1;\n  for (unsigned i = 0; i < a; i++) x = x * b + (x >> 3) * i;\n'
        '  if (x == 0x12345677 && b == x * x + 3) return 1 / (int)(x - x);\n  return 0;\n}\n')

LITMUS = 'X86 SB\n{}\nP0 | P1 ;\nMOV [x],$1 | MOV [y],$1 ;\nMOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)\n'

CASES = []


def case(name, exits, message, text=None, args=('verify',), **more):
    """exits: the allowed exit codes; message: a pattern for standard error (or output, if `where` says so). sanitized=False:
    not with sanitizers, which need a larger stack or more addresses."""
    CASES.append(dict(name=name, exits=exits if isinstance(exits, tuple) else (exits,), message=message, text=text,
                      args=list(args), **more))


# what is not C
case('syntax error', 65, r'input\.c:2:\d+: error: expected', 'int main(void) {\n  int x = ;\n}\n')
case('missing brace', 65, r'error: expected', 'int main(void) {\n  if (1) {\n  return 0;\n}\n')
case('undeclared name', 65, r"error: use of undeclared identifier 'y'", 'int main(void) { return y; }\n')
for flag, near in (('-model', '--model'), ('-formt', '--format'), ('-mdoel', '--model'), ('--modle', '--model')):
    case(f'misspelt option {flag}', 64, rf'did you mean {near}', OK, args=('verify', flag, 'sc'))
case('missing file after -include', 65, r"'no_such\.h' file not found", OK, args=('verify', '-include', 'no_such.h', '-O2'))
case('missing stub', 66, r'no_such\.c', OK, args=('verify', '--stub', 'no_such.c'))
case('havoc of nothing', 0, r'--havoc: nothing here is called f', OK, args=('verify', '--havoc', 'f'))
case('flags of compilers', 0, r'flags for compilers, which change no answer here: -O2 -g -c -o input\.o', OK, args=('verify', '-O2', '-g', '-c', '-o', 'input.o'))
case('fast math', 0, r'warning: .*: -ffast-math', OK, args=('verify', '-ffast-math'))
case('missing header', 65, r"'no_such\.h' file not found\n  help: .*-I", '#include <no_such.h>\n' + OK)
case('error directive', 65, r'error: .*not for you', '#error not for you\n' + OK)
case('unterminated comment', 65, r'error: unterminated', '/* ' + OK)
case('unterminated string', 65, r'error:', 'char *s = "abc;\n' + OK)
case('binary file', 65, r'binary file.*\n  help:', bytes(range(256)) * 64)
case('object file header', 65, r'binary file.*\n  help:', b'\x7fELF\x02\x01\x01' + b'\0' * 64)
case('random bytes', 65, r'error:', bytes(random.Random(1).choices([b for b in range(256) if b], k=20000)))
case('empty file', 65, r"no function.*main|main.*\n  help:", '')
case('only white space', 65, r'help:', ' \n\t\n' * 1000)
case('no main', 0, r'there is no main.*\n  help: .*--entry', 'int f(void) { return 0; }\n')
case('text that is no C', 65, r'error:', 'Dear Sir or Madam,\n\nplease find attached.\n')
case('C++ file', 65, r'error:', '#include <vector>\nclass A { public: A() {} };\nint main() { std::vector<int> v; }\n')
case('include cycle', 65, r'error: #include nested too deeply', '#include "input.c"\n' + OK)
case('endless macro recursion is no recursion', 65, r"undeclared identifier 'A'", '#define A B\n#define B A\nint main(void) { return A; }\n')
case('macro bomb', (65, 20), r'', ''.join(f'#define M{i} M{i-1} M{i-1} M{i-1} M{i-1}\n' for i in range(1, 16)) +
     '#define M0 +1\nint main(void) { return M15; }\n', args=('verify', '--timeout', '5', '--memory', '2000'))
case('1 MB of nested parentheses', 65, r'error: bracket nesting level exceeded', 'int main(void) { return ' + '(' * 500000 + '1' + ')' * 500000 + '; }\n')
case('nested blocks', 65, r'error: bracket nesting level exceeded', 'int main(void) ' + '{' * 50000 + '}' * 50000 + '\n')
case('100,000 terms', (0, 10, 20, 21), r'', 'int main(void) { int x = 1; return x' + ' - x + x' * 50000 + ' - 1; }\n', args=('verify', '--timeout', '20'), sanitized=False)
case('nested initialisers', (65, 20), r'error|deep', 'int a = ' + '{' * 20000 + '1' + '}' * 20000 + ';\n' + OK)
for command in (['run'], ['show', '--stage', 'core'], ['show', '--stage', 'events'], ['explore', '--model', 'sc']):
    case(f'deep initialiser, {" ".join(command)}', (65, 20), r'error|deep', 'int a = ' + '{' * 20000 + '1' + '}' * 20000 + ';\n' + OK,
         args=command, sanitized=False)
    case(f'deep expression, {" ".join(command)}', 20, r'nests too deeply', 'int main(void) { int x = 0; return ' + '~' * 400000 + 'x; }\n',
         args=command, sanitized=False)
case('pragma for crashes', (0, 20), r'', '#pragma clang __debug crash\n#pragma clang __debug parser_crash\n#pragma clang __debug llvm_fatal_error\n' + OK)
case('very long identifier', 0, r'', f'int {"a" * 1000000};\n' + OK)
case('very long line', 0, r'', 'int main(void) { ' + ';' * 1000000 + ' return 0; }\n')
case('huge array', (0, 20), r'', 'char a[1UL << 40];\nint main(void) { a[5] = 1; return a[5] - 1; }\n', args=('verify', '--timeout', '20'))
case('array larger than memory', 65, r'error: array is too large', 'char a[1UL << 62][16];\n' + OK)
case('defined twice', 65, r'defined twice|redefinition', OK + OK)
case('null bytes in text', 65, r'binary file', b'int main(void) { return 0; }\0\0\n')
case('windows line ends and a byte order mark', 0, r'', b'\xef\xbb\xbfint main(void)\r\n{\r\n  return 0;\r\n}\r\n')
case('latin-1 string', 0, r'', b'char *s = "gr\xfcn";\nint main(void) { return s[0] - 103; }\n')
# programs that do not end
case('infinite recursion', (20, 21), r'', 'int f(int n) { return f(n + 0) + 1; }\nint main(void) { return f(0); }\n',
     args=('verify', '--timeout', '10'))
case('infinite loop', (0, 20, 21), r'', 'int main(void) { for (;;) { } }\n', args=('verify', '--timeout', '5'))
case('hard arithmetic', (20, 21), r'', BUSY, args=('verify', '--timeout', '3'))
case('little memory', (0, 10, 20, 21), r'', BUSY, args=('verify', '--timeout', '20', '--memory', '150'))
case('address space limit', (0, 10, 20, 21), r'', BUSY, args=('verify', '--timeout', '20'), address_space=900, sanitized=False)
LONG = 'int a[] = {[1000000000] = 7};\nint main(void) { return a[0]; }\n'
case('memory limit in the front end', 20, r'', LONG, args=('verify', '--memory', '200', '--timeout', '30'), output='memory limit of 200 MB', most_memory=1.2 * 200, sanitized=False)
case('memory limit below the size of the file', 20, r'', 'int a[] = {' + '1,' * 7000000 + '};\n' + OK, args=('verify', '--memory', '40', '--timeout', '30'), output='UNKNOWN', sanitized=False)
case('memory limit in run', 20, r'memory limit of 200 MB', '#include <stdlib.h>\nint main(void) { for (;;) { char *p = malloc(100000); for (int i = 0; i < 100000; i += 64) p[i] = 1; } }\n',
     args=('run', '--memory', '200', '--timeout', '50'), most_memory=1.2 * 200, sanitized=False)
case('memory limit in show', 20, r'memory limit of 200 MB', LONG, args=('show', '--memory', '200', '--timeout', '30'), most_memory=1.2 * 200, sanitized=False)
case('memory limit while unrolling', (10, 20, 21), r'', 'int __VERIFIER_nondet_int(void);\nint a[100000], x;\nint main(void) { for (int i = 0; i < 100000000; i++) { x = a[i % 100000] ^ __VERIFIER_nondet_int(); a[i % 77777] = x / 3; } if (x == 12345) return 1 / (x - 12345); }\n',
     args=('verify', '--memory', '200', '--timeout', '50', '--unwind', '100000'), most_memory=1.2 * 200, sanitized=False)
HARD = ('unsigned long __VERIFIER_nondet_ulong(void);\nint main(void) { unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();\n'
        '  if (a > 1 && b > 1 && a < (1ul << 40) && b < (1ul << 40) && a * b == 0x7fffffffffffffe7ul) return 1 / (int)(a - a); return 0; }\n')
for solver in ('cadical', 'z3', 'cvc5'):
    case(f'time limit in {solver}', 20, r'', HARD, args=('verify', '--timeout', '2', '--solver', solver), most_seconds=3)
    case(f'interrupt in {solver}', 130, r'', HARD, args=('verify', '--timeout', '50', '--solver', solver), interrupt=True, output=r'UNKNOWN', most_seconds=2.5)
case('time limit in explore', (20, 21), r'', BUSY, args=('explore', '--timeout', '2'), most_seconds=3)
case('interrupt of explore', 130, r'', HARD, args=('explore', '--timeout', '50'), interrupt=True, most_seconds=2.5)
COUNTED = ('#include <pthread.h>\n#include <stdatomic.h>\natomic_int x;\nvoid *t(void *u) {\n  for (int i = 0; i < 5; i++) x++;\n  return u;\n}\n'
           'int main(void) {\n  pthread_t p;\n  for (int i = 0; i < 5; i++) pthread_create(&p, 0, t, 0);\n}\n')
case('interrupt of explore while it counts', 130, r'', COUNTED, args=('explore', '--model', 'sc', '--timeout', '50'), interrupt=True,
     output=r'SAFE.*[\s\S]*At least', most_seconds=2.5)
# few steps, so that the limit on steps is far away
COPIES = 'struct S { char bytes[1 << 16]; } a, b;\nint main(void) { for (;;) a = b; }\n'
case('time limit in run', 20, r'time limit', COPIES, args=('run', '--timeout', '2'), most_seconds=3)
case('limit on processor time', (20, 21), r'', BUSY, args=('verify', '--unwind', '100000'), processor_seconds=1, output=r'processor time')
case('limit on processor time in run', 20, r'processor time', COPIES, args=('run',), processor_seconds=1)
case('interrupt of run', 130, r'interrupted', COPIES, args=('run',), interrupt=True, most_seconds=2.5)
MANY = 'X86 many\n{}\nP0 | P1 | P2 | P3 ;\n' + ' MOV [x],$1 | MOV [x],$2 | MOV [x],$3 | MOV [x],$4 ;\n' * 5 + 'exists (x=1)\n'
case('interrupt of litmus', 130, r'', MANY, args=('litmus', '--format', 'csv', 'a.litmus'), beside={'a.litmus': LITMUS}, file='many.litmus', interrupt=True, output=r'a\.litmus,tso', most_seconds=2.5)
case('interrupt', 130, r'', BUSY, args=('verify', '--timeout', '50', '--unwind', '200'), interrupt=True, output=r'UNKNOWN')
PARTS = 'AArch64 parts\n{ 0:X1=x; 1:X1=x; }\nP0 | P1 ;\nMOV W0,#257 | LDRB W0,[X1,#1] ;\nSTR W0,[X1] | ;\nexists (1:X0=1)\n'
case('part of a location in a litmus test', 65, r'parts\.litmus:4.*: an access to a part of x\n  help:', PARTS, args=('litmus',), file='parts.litmus')
case('elements of an array in a litmus test', 0, r'', PARTS.replace('0:X1', 'char x[4]; 0:X1', 1).replace('257', '1').replace('STR W0,[X1]', 'STRB W0,[X1,#1]'), args=('litmus',),
     file='elements.litmus', output=r'Sometimes')
# files
case('missing file', 66, r'gone\.c.*no such file\n  help:', args=('verify', 'gone.c'))
case('folder as file', 65, r'folder.*\n  help:', args=('verify', '.'))
case('unreadable file', 66, r'cannot be read.*\n  help:', OK, unreadable=True)
case('compile_commands is no JSON', 65, r'not a compilation database.*\n  help:', OK, args=('verify', '--compile-commands', 'input.c'))
case('compile_commands is missing', (65, 66), r'help:', OK, args=('verify', '--compile-commands', 'gone.json'))
# what may be opened
SECRET = '/etc/passwd'
case('standard input', 66, r'standard input is not read.*save', args=('verify', '-'))
case('pipe as C file', 65, r'pipe or a device.*\n  help:', fifo='pipe', args=('verify', 'pipe'))
case('pipe as model', 65, r'pipe or a device.*\n  help:', OK, fifo='pipe.cat', args=('verify', '--model', './pipe.cat'))
case('pipe as property', 65, r'pipe or a device', OK, fifo='pipe.prp', args=('verify', '--property', 'pipe.prp'))
case('pipe as task', 65, r'pipe or a device', fifo='pipe.yml', args=('verify', 'pipe.yml'))
case('pipe as compile commands', 65, r'pipe or a device', OK, fifo='pipe', args=('verify', '--compile-commands', 'pipe'))
case('pipe as litmus test', 65, r'pipe or a device', fifo='pipe', args=('litmus', 'pipe'))
case('pipe as recorded results', 65, r'pipe or a device', LITMUS, fifo='pipe', args=('litmus', '--expect', 'pipe'), file='SB.litmus')
case('pipe as list', 65, r'pipe or a device', fifo='pipe', args=('litmus', '@pipe'))
case('included pipe', 65, r"'pipe' file not found", '#include "pipe"\n' + OK, fifo='pipe')
case('device', 65, r'pipe or a device', args=('verify', '/dev/zero'))
ROOT = ('verify', '--root', '.')
case('inside the root', 0, r'', '#include "input.h"\n' + OK, args=ROOT, beside={'input.h': 'int x;\n'})
case('include outside the root', 65, r'file not found', f'#include "{SECRET}"\n' + OK, args=ROOT)
case('include above the root', 65, r'file not found', '#include "../../../../../../etc/passwd"\n' + OK, args=ROOT)
case('include through a link', 65, r'file not found', '#include "link"\n' + OK, args=ROOT, link=('link', SECRET))
case('embed outside the root', 65, r'file not found', f'char a[] = {{\n#embed "{SECRET}"\n}};\n' + OK, args=ROOT + ('--std', 'c23'))
case('asking for a file outside the root', 0, r'', f'#if __has_include("{SECRET}")\n#error seen\n#endif\n' + OK, args=ROOT)
case('model outside the root', 65, r'outside the folder of --root', OK, args=ROOT + ('--model', SECRET))
case('model that includes what is outside', 65, r'own\.cat:2.*outside the folder of --root', OK, args=ROOT + ('--model', './own.cat'),
     beside={'own.cat': f'"own"\ninclude "{SECRET}"\n'})
case('orders of a model that lead nowhere', 66, r'own\.orders.*no such file\n  help:', OK, args=('verify', '--model', './own.cat'),
     beside={'own.cat': '"own"\nacyclic po | rf | co | fr\n'}, link=('own.orders', 'gone'))
case('task that names what is outside', 65, r'outside the folder of --root', f"input_files: '{SECRET}'\n", args=ROOT, file='task.yml')
case('compile commands that include what is outside', 65, r'file not found', OK, args=ROOT + ('--compile-commands', 'commands.json'),
     beside={'commands.json': '[{"directory": ".", "file": "FOLDER/input.c", "command": "cc -include /etc/passwd -c input.c"}]'})
case('task that names standard input', 66, r'no such file', "input_files: '-'\n", args=ROOT, file='task.yml')
case('file with the name of standard input', 0, r'', "input_files: '-'\n", args=ROOT, file='task.yml', beside={'-': OK})
case('file with the name of an option', 0, r'', "input_files: '-include.c'\n", args=ROOT, file='task.yml', beside={'-include.c': OK})
case('litmus test outside the root', 65, r'outside the folder of --root', args=('litmus', '--root', '.', SECRET))
case('root that is none', 66, r'--root', OK, args=('verify', '--root', 'gone'))
case('root and the host\'s headers', 64, r'--root', OK, args=ROOT + ('--system-headers',))
# tasks of SV-COMP
TASK = "format_version: '2.0'\ninput_files: 'program.c'\n"
case('task without its file', 66, r'task\.yml:2:14: error: program\.c: no such file\n  help:', TASK, file='task.yml')
case('task that is no YAML', 65, r'task\.yml:2:\d+: error: not YAML: .*\n  help:', 'a: b\n c: [d\n', file='task.yml')
case('task that is a text', 65, r'no task of SV-COMP\n  help:', 'Dear Sir or Madam\n', file='task.yml')
case('empty task', 65, r'no task of SV-COMP\n  help:', '', file='task.yml')
case('binary task', 65, r'task\.yml.*error:', bytes(range(256)) * 16, file='task.yml')
case('deep task', 65, r'task\.yml.*error:', '[' * 100000, file='task.yml')
case('task without input_files', 65, r'task\.yml:1:1: error: .*no input_files\n  help:', "format_version: '2.0'\n", file='task.yml')
case('task of another version', 65, r'task\.yml:1:17: error: format_version 7\.0', "format_version: '7.0'\ninput_files: 'task.yml'\n", file='task.yml')
case('task in another language', 65, r'task\.yml:3:13: error: the language is Java\n  help:', "input_files: 'task.yml'\noptions:\n  language: Java\n", file='task.yml')
case('task with a strange data model', 65, r"task\.yml:3:15: error: data_model is 'LLP64'\n  help:", "input_files: 'task.yml'\noptions:\n  data_model: LLP64\n", file='task.yml')
case('task with a strange verdict', 65, r"task\.yml:4:23: error: expected_verdict is 'maybe'\n  help:", "input_files: 'task.yml'\nproperties:\n  - property_file: task.yml\n    expected_verdict: maybe\n", file='task.yml')
case('task without its property', 66, r'task\.yml:3:20: error: gone\.prp: no such file\n  help:', "input_files: 'task.yml'\nproperties:\n  - property_file: gone.prp\n", file='task.yml')
case('missing task', 66, r'gone\.yml.*no such file.*\n  help:', args=('verify', 'gone.yml'))
case('task and another file', 64, r'task file', TASK, args=('verify', 'other.c'), file='task.yml')
case('broken task in JSON', 65, r'no task of SV-COMP', 'text\n', args=('verify', '--format', 'json'), file='task.yml', output=r'"exit_code": 65')
# output
case('drawings below a file', 73, r'cannot be made.*\n  help: .*--draw', OK, args=('verify', '--draw', 'input.c/drawings'))
case('drawings of explore below a file', 73, r'cannot be made.*\n  help: .*--draw', OK, args=('explore', '--draw', 'input.c/drawings'))
case('drawings of litmus below a file', 73, r'cannot be made.*\n  help: .*--draw', LITMUS, args=('litmus', '--draw', 'SB.litmus/drawings'), file='SB.litmus')
case('no space for the report', 73, r'No space left on device\n  help:', OK, args=('verify', '--output', '/dev/full'))
for words in (['checks'], ['models'], ['models', 'tso'], ['--help'], ['verify', '--help'], ['--version']):
    case(f'no space for {" ".join(words)}', 73, r'No space left on device', args=words, stdout='/dev/full')
case('no space for litmus', 73, r'No space left on device', LITMUS, args=('litmus', '--format', 'csv'), file='SB.litmus', stdout='/dev/full')
case('no space for explain', 73, r'No space left on device', LITMUS, args=('explain',), file='SB.litmus', stdout='/dev/full')
case('a file that may not grow', 73, r'File too large', OK, args=('verify', '--output', 'report'), file_size=10)
case('output over the input', 73, r'would replace', OK, args=('verify', '--output', './input.c'), keeps=OK)
case('output over a header', 73, r'would replace', OK, args=('verify', '--output', 'other.h'), beside={'other.h': 'int x;\n'})
case('output over an included file', 73, r'would replace', '#include "input.inc"\n' + OK, args=('verify', '--output', 'input.inc'), beside={'input.inc': 'int x;\n'})
case('output to a pipe that nobody reads', 73, r'pipe first', OK, args=('verify', '--output', 'pipe'), fifo='pipe', most_seconds=5)
case('reader that does not read', 130, r'', 'int x;\nint main(void) {\n' + '  x++;\n' * 5000 + '}\n', args=('show',), unread=True, interrupt=True, most_seconds=2.5)
case('output over a model', 73, r'would replace', OK, args=('verify', '--model', './own', '--output', 'own'), beside={'own': '"own"\nacyclic po | rf | co | fr\n'})
case('control bytes in the source', 10, r'', b'#include <assert.h>\nint main(void) { assert(0 /* \x1b[2J */); }\n', output=r'UNSAFE', clean=True)
case('control bytes in an error', 65, r'error', b'#error \x1b[2J\x07\n', clean=True)
case('control bytes in a name', (65, 66), r'', args=('verify', 'a\x1b[2Jb.c'), clean=True)
case('no space on standard output', 73, r'No space left on device\n  help:', OK, stdout='/dev/full')
case('no space for a witness', 73, r'No space left on device\n  help:.*--witness', BAD, args=('verify', '--witness', '/dev/full'), most_seconds=20)
case('a witness in place of a folder', 73, r'folder', BAD, args=('verify', '--witness', '.'))
for one, other in (('--witness', '--output'), ('--witness', '--html'), ('--html', '--output')):
    case(f'{one} and {other} at one place', 64, rf'{one} and {other} name the same file', BAD, args=('verify', one, 'here', other, 'here'))
case('no space for drawings', 73, r'help: .*--draw', RACE, args=('verify', '--draw', 'report'), file_size=10)
case('output folder is missing', 73, r'help:', OK, args=('verify', '--output', 'no/such/report.json'))
case('output is a folder', 73, r'folder', OK, args=('verify', '--output', '.'))
# command line
case('no command', 64, r'', args=(), output='verify')
case('unknown command', 64, r'did you mean verify\?', args=('verfy', 'input.c'))
case('misspelt option', 64, r'did you mean --timeout\?', OK, args=('verify', '--timout', '5'))
case('bad value', 64, r"'xml' is not one of text, json", OK, args=('verify', '--format', 'xml'))
case('bad number', 64, r'timeout', OK, args=('verify', '--timeout', 'soon'))
case('negative number', 64, r'timeout', OK, args=('verify', '--timeout=-5'))
case('bad bound', 64, r'unwind', OK, args=('verify', '--unwind', 'many'))
case('bound that is too large', 64, r'4294967296.*from 1 to 4294967295', OK, args=('verify', '--unwind', '4294967296'))
case('bound of no loop', 0, r'warning: --unwindset: there is no loop nosuch\.1\n  help:', OK, args=('verify', '--unwindset', 'nosuch.1:3'))
case('bounds of loops', 0, r'^$', 'int f(int n) {\n  return n > 0 ? f(n - 1) : 0;\n}\nint main(void) {\n  for (int i = 0; i < 3; i++)\n    f(i);\n}\n',
     args=('verify', '--unwindset', 'main.5:7,5:8,f.2:9'))
case('model without a name', 64, r"--model: '' is no MODEL", OK, args=('verify', '--model', ''))
case('unknown check', 64, r'fencepost checks', OK, args=('verify', '--check', 'no-such-kind'))
case('unknown property', 64, r'unreach-call', OK, args=('verify', '--property', 'happiness'))
case('no file', 64, r'files', args=('verify',))
case('bad standard', 64, r'c11', OK, args=('verify', '--std', 'c1066'))
case('entry that is none', 65, r'help:', OK, args=('verify', '--entry', 'f('))
case('entry with too many arguments', 65, r'argument', 'int f(int a) { return a; }\n', args=('verify', '--entry', 'f(1, 2)'))


def peak_of(command, folder, limits):
    """Megabytes of resident memory, by running it once more."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=limits)
    return os.wait4(process.pid, 0)[2].ru_maxrss / 1024


def run(program, test, folder):
    command = [program, *test['args']]
    if test['text'] is not None:
        data = test['text'] if isinstance(test['text'], bytes) else test['text'].encode()
        name = test.get('file', 'input.c')
        (folder / name).write_bytes(data)
        command.append(name)

    for name, text in test.get('beside', {}).items():
        (folder / name).write_text(text.replace('FOLDER', str(folder)))
    if test.get('fifo'):
        os.mkfifo(folder / test['fifo'])
    if test.get('link'):
        (folder / test['link'][0]).symlink_to(test['link'][1])
    if test.get('unreadable'):
        folder.chmod(0o755)
        (folder / 'input.c').chmod(0)

    def limits():
        if test.get('unreadable') and os.geteuid() == 0:
            os.setuid(65534)  # root reads everything
        if test.get('file_size'):
            resource.setrlimit(resource.RLIMIT_FSIZE, (test['file_size'], test['file_size']))
        if test.get('processor_seconds'):
            resource.setrlimit(resource.RLIMIT_CPU, (test['processor_seconds'], SECONDS))
        if test.get('address_space'):
            bytes_ = test['address_space'] << 20
            resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))

    start = time.time()
    out = open(test['stdout'], 'w') if test.get('stdout') else subprocess.PIPE
    if test.get('unread'):
        ends = os.pipe()  # both stay open, and nobody reads
        out = ends[1]
    process = subprocess.Popen(command, cwd=folder, stdout=out, stderr=subprocess.PIPE, preexec_fn=limits)
    if test.get('interrupt'):
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
    try:
        stdout, stderr = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return f'no end within {SECONDS} s'
    seconds = time.time() - start
    if test.get('unread'):
        for end in ends:
            os.close(end)
    text = stderr.decode(errors='replace')
    output = (stdout or b'').decode(errors='replace')
    shown = f'exit {process.returncode}\nstdout: {output[:1500]}\nstderr: {text[:1500]}'
    if process.returncode not in test['exits']:
        return f'expected exit {test["exits"]}, got {shown}'
    if not re.search(test['message'], text):
        return f'no {test["message"]!r} in the message, got {shown}'
    if test.get('output') and not re.search(test['output'], output):
        return f'no {test["output"]!r} in the output, got {shown}'
    if process.returncode >= 64 and process.returncode != 130 and not text and not test.get('output'):
        return f'no message, got {shown}'
    if seconds > test.get('most_seconds', SECONDS) * SLOWNESS:
        return f'took {seconds:.1f} s'
    megabytes = peak_of(command, folder, limits) if test.get('most_memory') else 0
    if megabytes > test.get('most_memory', 0):
        return f'took {megabytes:.0f} MB'
    if test.get('keeps') and (folder / 'input.c').read_text() != test['keeps']:
        return 'the input was overwritten'
    if test.get('clean') and re.search(r'[\x00-\x08\x0b-\x1f\x7f]', text + output):
        return f'control bytes in {shown!r}'
    if len(text) > 20000:
        return f'a message of {len(text)} characters'
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--only', default='')
    parser.add_argument('-v', action='store_true')
    options = parser.parse_args()
    program = os.path.abspath(options.program)
    failures = 0
    tests = [test for test in CASES if options.only in test['name'] and (test.get('sanitized', True) or 'ASAN_OPTIONS' not in os.environ)]
    for test in tests:
        with tempfile.TemporaryDirectory() as folder:
            start = time.time()
            problem = run(program, test, pathlib.Path(folder))
            if problem or options.v:
                print(f'{"FAILED" if problem else "ok    "} {test["name"]} ({time.time() - start:.1f} s) {problem or ""}')
            failures += problem is not None
    print(f'bad input: {len(tests)} cases, {failures} failed')
    return 1 if failures else 0


sys.exit(main())
