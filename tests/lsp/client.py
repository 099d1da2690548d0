"""Starts `fencepost lsp` and speaks the protocol with it, for the tests beside this file."""
import json
import os
import pathlib
import select
import subprocess
import time

SECONDS = 60  # far more than anything here takes


class Lsp:
    def __init__(self, program, *options):
        self.process = subprocess.Popen([program, 'lsp', *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.buffer = b''
        self.seen = []  # notifications and requests of the server
        self.answers = {}
        self.last = 0

    def raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps({'jsonrpc': '2.0', **message}).encode()
        self.raw(b'Content-Length: %d\r\n\r\n' % len(body) + body)

    def notify(self, method, **parameters):
        self.send({'method': method, 'params': parameters})

    def ask(self, method, **parameters):
        """Sends a request; its id."""
        self.last += 1
        self.send({'id': self.last, 'method': method, 'params': parameters})
        return self.last

    def request(self, method, **parameters):
        return self.answer(self.ask(method, **parameters))

    def answer(self, number):
        self.until(lambda: number in self.answers)
        return self.answers.pop(number)

    def result(self, method, **parameters):
        answer = self.request(method, **parameters)
        if 'error' in answer:
            raise AssertionError(answer['error'])
        return answer['result']

    def step(self, seconds):
        """Reads what comes within that time."""
        if select.select([self.process.stdout], [], [], seconds)[0]:
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                raise AssertionError('the server has ended')
            self.buffer += data
        while b'\r\n\r\n' in self.buffer:
            head, rest = self.buffer.split(b'\r\n\r\n', 1)
            length = int(head.split(b':')[1])
            if len(rest) < length:
                return
            message, self.buffer = json.loads(rest[:length]), rest[length:]
            if 'method' not in message:
                self.answers[message['id']] = message
                continue
            self.seen.append(message)
            if 'id' in message:
                self.send({'id': message['id'], 'result': None})

    def until(self, holds):
        end = time.monotonic() + SECONDS
        while not holds():
            if time.monotonic() > end:
                raise AssertionError(f'waited for too long; seen: {self.seen[-5:]}')
            self.step(0.1)

    def take(self, method, suits=lambda parameters: True):
        """The parameters of the next such message of the server, which is then forgotten."""
        def find():
            return next((m for m in self.seen if m['method'] == method and suits(m.get('params'))), None)
        self.until(find)
        found = find()
        self.seen.remove(found)
        return found.get('params')

    def initialize(self, **options):
        return self.result('initialize', processId=None, rootUri=None, initializationOptions=options, capabilities={
            'window': {'workDoneProgress': True}, 'workspace': {'codeLens': {'refreshSupport': True}}})

    def children(self):
        path = pathlib.Path(f'/proc/{self.process.pid}/task/{self.process.pid}/children')
        return [int(pid) for pid in path.read_text().split()]

    def close(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def applied(text, edits):
    """The text with edits, whose positions are in units of UTF-16."""
    lines = text.split('\n')

    def offset(position):
        if position['line'] >= len(lines):
            return len(text)
        line = lines[position['line']].encode('utf-16-le')[:2 * position['character']].decode('utf-16-le')
        return sum(len(one) + 1 for one in lines[:position['line']]) + len(line)
    for edit in sorted(edits, key=lambda e: offset(e['range']['start']), reverse=True):
        text = text[:offset(edit['range']['start'])] + edit['newText'] + text[offset(edit['range']['end']):]
    return text
