#!/usr/bin/env python3
"""`fencepost lsp` in a real editor, Neovim without a screen. usage: neovim.py PROGRAM"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = '''#include <assert.h>
#include <pthread.h>
int x, y, a, b;
void *left(void *unused) {
  x = 1;
  a = y;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, left, 0);
  y = 1;
  b = x;
  pthread_join(t, 0);
  assert(a || b);
}
'''

if not shutil.which('nvim'):
    print('skipped: neovim is not installed')
    sys.exit(77)
program = os.path.abspath(sys.argv[1])
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / 'sb.c'
    file.write_text(SOURCE)
    run = subprocess.run(['nvim', '--headless', '-n', '-u', 'NONE', '-c', f'luafile {HERE / "neovim.lua"}'],
                         capture_output=True, text=True, timeout=200, stdin=subprocess.DEVNULL,
                         env={**os.environ, 'FENCEPOST': program, 'FENCEPOST_FILE': str(file), 'HOME': folder, 'XDG_STATE_HOME': folder})
    told, repaired = run.stdout + run.stderr, file.read_text()
    print(told)
    verified = subprocess.run([program, 'verify', '--model', 'tso', file], capture_output=True, text=True, timeout=100)
problems = []
if run.returncode != 0:
    problems.append(f'neovim ended with {run.returncode}')
for pattern in (r'line 15: An assertion fails: a \|\| b \(under tso\)', r'verify under tso', r'SAFE under tso, '):
    if not re.search(pattern, told):
        problems.append(f'neovim did not tell {pattern}')
if repaired.count('__atomic_thread_fence(__ATOMIC_SEQ_CST);') != 2 or len(repaired.splitlines()) != len(SOURCE.splitlines()) + 2:
    problems.append(f'the file is not repaired:\n{repaired}')
if verified.returncode != 0:
    problems.append(f'the repaired file is not SAFE: {verified.stdout}')
print('\n'.join(problems) or 'found, repaired and verified')
sys.exit(1 if problems else 0)
