"""Starts `fencepost serve` and talks to it, for the tests beside this file."""
import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import urllib.parse

SECONDS = 60  # far more than anything here takes


class Server:
    """The server, with a folder for temporary files of its own."""

    def __init__(self, program, *options):
        self.temporary = tempfile.TemporaryDirectory()
        self.process = subprocess.Popen([program, 'serve', *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        text=True, env={**os.environ, 'TMPDIR': self.temporary.name})
        line = self.process.stdout.readline()
        match = re.fullmatch(r'Fencepost is at (http://[^/]+)/([0-9a-f]{32})/\n', line)
        if not match:
            raise AssertionError(f'no address: {line!r} {self.process.stderr.read()}')
        self.origin, self.token = match.groups()
        self.address = f'{self.origin}/{self.token}/'
        parts = urllib.parse.urlsplit(self.origin)
        self.host, self.port = parts.hostname, parts.port

    def request(self, method, path, body=None, headers=None, raw_path=False):
        """(status, headers, text); `path` is relative to the token unless raw_path."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)
        try:
            data = json.dumps(body).encode() if isinstance(body, dict) else body
            given = {'Content-Type': 'application/json', **(headers or {})} if data is not None else headers or {}
            connection.request(method, path if raw_path else f'/{self.token}/{path}', data, given)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read().decode()
        finally:
            connection.close()

    def ask(self, text, until=None, **fields):
        """The events of a question, as pairs of name and data; ends early where until(name, data) says so."""
        return list(self.stream(text, until, **fields))

    def stream(self, text, until=None, **fields):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=SECONDS)
        try:
            connection.request('POST', f'/{self.token}/ask', json.dumps({'text': text, **fields}).encode(),
                               {'Content-Type': 'application/json', 'Origin': self.origin})
            answer = connection.getresponse()
            if answer.status != 200:
                yield 'refused', {'status': answer.status, **json.loads(answer.read())}
                return
            name = None
            for line in answer:
                line = line.decode().rstrip('\n')
                if line.startswith('event: '):
                    name = line[7:]
                elif line.startswith('data: '):
                    data = json.loads(line[6:])
                    yield name, data
                    if until and until(name, data):
                        return
        finally:
            connection.close()

    def result(self, text, **fields):
        name, data = self.ask(text, **fields)[-1]
        if name != 'result':
            raise AssertionError(f'{name}: {data}')
        return data

    def children(self):
        """Processes of jobs: children that are at work on something."""
        path = pathlib.Path(f'/proc/{self.process.pid}/task')
        pids = {int(pid) for task in path.glob('*/children') for pid in task.read_text().split()}
        return {pid for pid in pids if b'verify' in command_line(pid)}

    def left_behind(self):
        return sorted(str(p) for p in pathlib.Path(self.temporary.name).rglob('*'))

    def stop(self, kind=signal.SIGINT):
        """(exit code, seconds)"""
        started = time.monotonic()
        self.process.send_signal(kind)
        code = self.process.wait(SECONDS)
        return code, time.monotonic() - started

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
        wait_until(lambda: not self.left_behind())
        self.temporary.cleanup()


def command_line(pid):
    try:
        return pathlib.Path(f'/proc/{pid}/cmdline').read_bytes()
    except OSError:
        return b''


def is_alive(pid):
    try:
        return pathlib.Path(f'/proc/{pid}/stat').read_text().rsplit(')', 1)[1].split()[0] != 'Z'
    except OSError:
        return False


def wait_until(holds, seconds=10):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.02)
    return holds()


# A multiplication that no solver turns around soon.
HARD = '''#include <assert.h>
unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
  unsigned long long a = __VERIFIER_nondet_ulonglong(), b = __VERIFIER_nondet_ulonglong(), c = a;
  for (int i = 0; i < 6; i++) c = c * b + (c >> 7) * a;
  assert(c * c != 0x123456789abcdef1ULL || a * b != 0xfedcba9876543211ULL || a < 3 || b < 3);
}
'''
SAFE = '#include <assert.h>\nint main(void) { int x = 2; assert(x + x == 4); }\n'
SB = '''#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, left, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(t, 0);
  assert(a || b);
}
'''
