#!/usr/bin/env python3
"""On a terminal a run that takes long tells how far it is, on one line; otherwise, or with --quiet, it does not. Ctrl-C ends it with what is known."""
import fcntl
import os
import pathlib
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
# Too many executions to be counted.
LONG = '''
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) { for (int i = 0; i < 20; i++) assert(++x > 0); return unused; }
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, worker, 0);
}
'''
problems = []


def run(arguments, on_terminal, interrupt, columns=0):
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack('HHHH', 24, columns, 0, 0))
    process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=slave if on_terminal else subprocess.PIPE)
    os.close(slave)
    seen = b''
    stream = master if on_terminal else process.stderr.fileno()
    begin = time.monotonic()
    asked = None
    while process.poll() is None and time.monotonic() < begin + 60:
        if select.select([stream], [], [], 0.1)[0]:
            try:
                seen += os.read(stream, 65536)
            except OSError:
                break
        if interrupt and asked is None and (b' MB ' in seen if on_terminal and '--quiet' not in arguments else time.monotonic() > begin + 2.5):
            asked = time.monotonic()
            process.send_signal(signal.SIGINT)
        if process.poll() is not None:  # its last words
            try:
                while select.select([stream], [], [], 0.1)[0] and (more := os.read(stream, 65536)):
                    seen += more
            except OSError:
                pass
    out = process.stdout.read()
    code = process.wait(timeout=60)
    return code, out.decode(errors='replace'), seen.decode(errors='replace')


with tempfile.TemporaryDirectory() as folder:
    program = f'{folder}/long.c'
    pathlib.Path(f'{folder}/endless.c').write_text('#include <stdio.h>\nunsigned x;\nint main(void) {\n  printf("hello\\n");\n  for (;;) x++;\n}\n')
    pathlib.Path(program).write_text(LONG)
    task = ['explore', '--model', 'sc', '--no-check', 'data-race', program]
    code, out, seen = run(task, True, True)
    if code != 130:
        problems.append(f'interrupted, the exit code is {code}')
    if 'interrupted' not in out.lower():
        problems.append(f'interrupted, it says: {out[:300]}')
    if '\r' not in seen or ' MB ' not in seen or 'Ctrl-C' not in seen:
        problems.append(f'on a terminal it shows {seen!r}')
    if '\n' in seen.split('MB')[1] if 'MB' in seen else False:
        problems.append(f'progress is more than a line: {seen!r}')
    code, out, seen = run(['verify', '--model', 'rc11', '--engine', 'bounded', '--unwind', '30', '--no-check', 'data-race', program], True, True)
    if 'checks settled' not in seen or code != 130:
        problems.append(f'{code}: verify shows {seen!r}')
    for arguments, on_terminal in ((task + ['--quiet'], True), (task, False)):
        code, out, seen = run(arguments, on_terminal, True)
        if ' MB ' in seen:
            problems.append(f'{arguments} on {"a" if on_terminal else "no"} terminal shows {seen!r}')
    # One litmus test, and in terminals that are narrow.
    rows = '\n '.join(' | '.join(f'MOV [x{(t + k) % 3}],${k + 1}' if k % 2 else f'MOV EAX,[x{(t + k) % 3}]' for t in range(4)) + ' ;' for k in range(6))
    litmus = f'{folder}/long.litmus'
    pathlib.Path(litmus).write_text('X86 LONG\n{}\n P0 | P1 | P2 | P3 ;\n ' + rows + '\nexists (0:EAX=1)\n')
    for columns in (40, 100):
        code, out, seen = run(['litmus', litmus], True, True, columns)
        lines = re.split(r'\r(?:\x1b\[K)?', seen.split('interrupted')[0])
        if code != 130 or '  running' not in seen or (columns == 100 and 'candidates judged' not in seen):
            problems.append(f'{code}: litmus shows {seen!r}')
        if max(len(line) for line in lines) >= columns:
            problems.append(f'in {columns} columns litmus shows {lines!r}')
        if 'candidate executions were judged' not in seen:
            problems.append(f'litmus, interrupted, says {seen!r}')
    # The report stands on a line of its own.
    master, slave = pty.openpty()
    process = subprocess.Popen([PROGRAM, 'verify', '--timeout', '2', '--color', 'never', '--engine', 'bounded', f'{folder}/endless.c'], stdout=slave, stderr=slave)
    os.close(slave)
    shown = b''
    try:
        while more := os.read(master, 65536):
            shown += more
    except OSError:
        pass
    process.wait(timeout=60)
    line = shown[:shown.find(b'\n')].decode(errors='replace')
    if ' MB ' not in line or not re.match(r'(UNKNOWN|SAFE-TO-BOUND)', line.split('\r\x1b[K')[-1]):
        problems.append(f'the report begins behind the line of progress: {line[-200:]!r}')
    code, out, seen = run(['run', str(pathlib.Path(folder) / 'endless.c')], True, True)
    if code != 130 or 'before its end' not in out or 'hello' not in out:
        problems.append(f'{code}: run, interrupted, says {out!r}')
print('\n'.join(problems) or 'progress is told on terminals alone')
sys.exit(1 if problems else 0)
