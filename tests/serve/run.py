#!/usr/bin/env python3
"""`fencepost serve` over plain HTTP: answers, refusals, limits, and that nothing of a job is left. usage: run.py PROGRAM"""
import concurrent.futures
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from client import HARD, SAFE, SB, SECONDS, Server, is_alive, wait_until

PROGRAM = ''


class Served(unittest.TestCase):
    """With one server for all tests of a class."""
    OPTIONS = ('--timeout', '20', '--jobs', '2')

    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, *cls.OPTIONS)
        cls.addClassCleanup(cls.server.close)

    def refused(self, status, words, *request, **more):
        got, headers, text = self.server.request(*request, **more)
        self.assertEqual(got, status, text)
        self.assertRegex(json.loads(text)['error'], words)
        self.assertNotIn(self.server.token, text)
        return headers


class Answers(Served):
    def test_a_program_that_holds(self):
        events = self.server.ask(SAFE, model='sc')
        self.assertEqual(events[0][0], 'started')
        self.assertEqual(events[-1][0], 'result')
        result = events[-1][1]
        self.assertEqual((result['verdict'], result['exit_code'], result['stopped']), ('SAFE', 0, False), result)
        self.assertTrue(result['text'].startswith('SAFE  program.c\n'), result['text'])
        self.assertNotIn(self.server.temporary.name, json.dumps(result))

    def test_two_models_differ(self):
        self.assertEqual(self.server.result(SB, model='sc')['verdict'], 'SAFE')
        result = self.server.result(SB, model='tso')
        self.assertEqual((result['verdict'], result['exit_code']), ('UNSAFE', 10))
        self.assertIn('Weak because', result['text'])

    def test_questions(self):
        explored = self.server.result(SB, command='explore', model='tso', format='json')
        self.assertEqual((explored['verdict'], json.loads(explored['text'])['executions']), ('UNSAFE', 3))
        fences = self.server.result(SB, command='fences', model='tso')
        self.assertIn('atomic_thread_fence(memory_order_seq_cst);', fences['text'])
        self.assertEqual(self.server.result(SB, command='robust', model='tso')['verdict'], 'UNSAFE')
        litmus = (pathlib.Path(__file__).parents[2] / 'examples/sb.litmus').read_text()
        allowed = self.server.result(litmus, command='litmus', model='tso')
        self.assertIsNone(allowed['verdict'])
        self.assertIn('Observation SB Sometimes', allowed['text'])
        self.assertIn('Observation SB Never', self.server.result(litmus, command='litmus', model='sc')['text'])

    def test_fields(self):
        program = 'int f(int x) { return 7 / x; }\n'
        self.assertEqual(self.server.result(program, entry='f(1)')['verdict'], 'SAFE')
        self.assertEqual(self.server.result(program, entry='f(0)')['verdict'], 'UNSAFE')
        racy = SB.replace('atomic_int x, y', 'int x, y').replace('atomic_store_explicit(&x, 1, memory_order_relaxed)', 'x = 1')
        self.assertEqual(self.server.result(SB, property='no-data-race', engine='bounded', unwind='3')['verdict'], 'SAFE')
        self.assertEqual(self.server.result(racy, property='no-data-race')['verdict'], 'UNSAFE')

    def test_what_is_no_c(self):
        result = self.server.result('int main(void) {\n  int x = ;\n}\n')
        self.assertIsNone(result['verdict'])
        self.assertEqual(result['exit_code'], 65)
        self.assertIn('program.c:2:11: error', result['messages'])
        self.assertIn('cannot be read', result['trouble'])

    def test_a_job_is_stopped(self):
        started = time.monotonic()

        def stop(name, data):
            if name == 'started':
                self.id = data['id']
            if name == 'progress' and data['seconds'] > 0.3 and self.id:
                self.assertEqual(self.server.request('POST', 'stop', {'id': self.id})[0], 200)
                self.id = None

        events = self.server.ask(HARD, until=stop)
        name, data = events[-1]
        self.assertEqual((name, data['verdict'], data['stopped']), ('result', None, True), data)
        self.assertIn('Interrupted', data['text'])
        self.assertTrue(data['trouble'].startswith('Stopped'), data)
        self.assertLess(time.monotonic() - started, 15)
        self.assertTrue(any(n == 'progress' and d['megabytes'] > 0 for n, d in events))
        self.refused(404, 'no such job', 'POST', 'stop', {'id': events[0][1]['id']})

    def test_progress_has_words(self):
        told = []
        events = self.server.ask(HARD, until=lambda name, data: name == 'progress' and told.append(data['words']) or any(told))
        self.assertIn('solving', told[-1])
        self.assertEqual(events[-1][0], 'progress')

    def test_who_goes_away_ends_the_job(self):
        self.server.ask(HARD, until=lambda name, data: name == 'progress' and data['seconds'] > 0.2)
        self.assertTrue(wait_until(lambda: not self.server.children()))
        self.assertTrue(wait_until(lambda: not [p for p in self.server.left_behind() if '/job-' in p]))

    def test_page(self):
        status, headers, text = self.server.request('GET', '')
        self.assertEqual(status, 200)
        self.assertIn('<title>Fencepost</title>', text)
        self.assertIn("default-src 'none'", headers['Content-Security-Policy'])
        self.assertIn("frame-ancestors 'none'", headers['Content-Security-Policy'])
        for name, value in {'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer',
                            'Cross-Origin-Resource-Policy': 'same-origin'}.items():
            self.assertEqual(headers[name], value)
        for file in ('page/app.js', 'page/style.css', 'editor/lib/codemirror.js', 'editor/mode/clike/clike.js'):
            self.assertEqual(self.server.request('GET', file)[0], 200, file)
        frame = self.server.request('GET', 'page/frame.html')[1]['Content-Security-Policy']
        self.assertTrue(frame.startswith("sandbox allow-scripts; default-src 'none'"), frame)
        catalogue = json.loads(self.server.request('GET', 'catalogue.json')[2])
        self.assertTrue({'sc', 'tso', 'rc11'} <= {m['name'] for m in catalogue['models']})
        self.assertIn('no-data-race', catalogue['properties'])
        self.assertTrue(any(e['name'].endswith('.litmus') for e in catalogue['examples']))


class Refusals(Served):
    def test_token(self):
        for path in ('/', '/favicon.ico', '/' + '0' * 32 + '/', f'/{self.server.token[:-1]}/', f'/{self.server.token}x/',
                     '//' + self.server.token + '/', f'/{self.server.token.upper()}x'):
            self.refused(403, 'token', 'GET', path, raw_path=True)
        self.refused(403, 'token', 'POST', '/ask', {'text': SAFE}, raw_path=True)
        self.refused(403, 'token', 'POST', '/ask?token=' + self.server.token, {'text': SAFE}, raw_path=True)

    def test_origin(self):
        for origin in ('http://example.org', 'null', self.server.origin.replace('http', 'https'),
                       f'http://127.0.0.1:{self.server.port + 1}', f'http://127.0.0.1:{self.server.port}.example.org'):
            for method, path, body in (('POST', 'ask', {'text': SAFE}), ('GET', '', None)):
                self.refused(403, 'Origin', method, path, body, headers={'Origin': origin})
        for host in ('localhost', '127.0.0.1'):
            origin = f'http://{host}:{self.server.port}'
            self.assertEqual(self.server.request('GET', '', headers={'Origin': origin})[0], 200)

    def test_host(self):
        for host in ('example.org', f'example.org:{self.server.port}', '127.0.0.1', '', f'127.0.0.1:{self.server.port + 1}',
                     f'127.0.0.1.example.org:{self.server.port}'):
            self.refused(403, 'Host', 'GET', '', headers={'Host': host})
        self.assertEqual(self.server.request('GET', '', headers={'Host': f'LOCALHOST:{self.server.port}'})[0], 200)

    def test_headers(self):
        own = f'Host: {self.server.host}:{self.server.port}\r\n'
        for twice in (f'Origin: {self.server.origin}\r\nOrigin: http://example.org\r\n', own):
            with socket.create_connection((self.server.host, self.server.port), timeout=SECONDS) as connection:
                connection.sendall(f'GET /{self.server.token}/ HTTP/1.1\r\n{own}{twice}\r\n'.encode())
                self.assertIn(b' 400 ', connection.recv(1000), twice)
        for ranges in ('0-10', ','.join(['0-'] * 1000)):
            status, _, text = self.server.request('GET', 'page/app.js', headers={'Range': 'bytes=' + ranges})
            self.assertEqual((status, text), (200, self.server.request('GET', 'page/app.js')[2]), 'everything is sent as a whole')
            self.refused(404, 'nothing', 'GET', 'nothing', headers={'Range': 'bytes=' + ranges})

    def test_paths(self):
        for path in ('page/../../etc/passwd', '../../../etc/passwd', 'editor/', 'page', 'page/app.js/', '%2e%2e/etc/passwd'):
            self.refused(404, 'nothing', 'GET', path)
        self.refused(404, 'nothing', 'POST', 'other', {'text': SAFE})
        self.refused(414, 'long', 'GET', 'x' * 1000)
        for method in ('PUT', 'DELETE', 'PATCH', 'OPTIONS'):
            self.refused(405, 'GET', method, 'ask')

    def test_bodies(self):
        bad = [(b'{', 'JSON'), (b'[]', 'JSON'), (b'{}', 'text'), ({'text': ''}, 'text'), ({'text': 1}, 'text'),
               ({'text': SAFE, 'model': 'no_such'}, 'model'), ({'text': SAFE, 'model': '/etc/passwd'}, 'model'),
               ({'text': SAFE, 'model': '../model.cat'}, 'model'), ({'text': SAFE, 'property': '/etc/x.prp'}, 'property'),
               ({'text': SAFE, 'args': 'a b'}, 'args'), ({'text': SAFE, 'include_dirs': '/etc'}, 'include_dirs'),
               ({'text': SAFE, '-I': '/etc'}, '-I'), ({'text': SAFE, 'entry': '--root=/'}, 'entry'),
               ({'text': SAFE, 'entry': 'main --root=/'}, 'entry'), ({'text': SAFE, 'unwind': '0'}, 'unwind'),
               ({'text': SAFE, 'command': 'run'}, 'command'), ({'text': SAFE, 'command': 'serve'}, 'command'),
               ({'text': SAFE, 'format': 'html'}, 'format'), ({'text': SAFE, 'command': 'litmus'}, 'no litmus test'),
               ({'text': [SAFE]}, 'text'), (b'\xff\xfe{}', 'JSON'), (b'[' * 100000, 'JSON')]
        for body, words in bad:
            self.refused(400, words, 'POST', 'ask', body)
        self.refused(415, 'JSON', 'POST', 'ask', json.dumps({'text': SAFE}).encode(), headers={'Content-Type': 'text/plain'})
        self.refused(411, 'encoded', 'POST', 'ask', b'x', headers={'Content-Encoding': 'gzip'})
        with socket.create_connection((self.server.host, self.server.port), timeout=SECONDS) as connection:
            connection.sendall(f'POST /{self.server.token}/ask HTTP/1.1\r\nHost: {self.server.host}:{self.server.port}\r\n'
                               'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n'.encode())
            self.assertIn(b' 411 ', connection.recv(1000))

    def test_too_large(self):
        self.refused(413, '256 KB', 'POST', 'ask', {'text': SAFE + '/*' + 'x' * (300 << 10) + '*/'})
        self.refused(413, '256 KB', 'POST', 'ask', b'x' * (3 << 20))
        large = SAFE + '/*' + 'x' * (200 << 10) + '*/'
        self.assertEqual(self.server.result(large)['verdict'], 'SAFE')

    def test_broken_requests(self):
        for data in (b'\r\n\r\n', b'GET\r\n\r\n', b'\0' * 100, b'GET / HTTP/9.9\r\n\r\n', b'X' * 20000,
                     b'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n'):
            with socket.create_connection((self.server.host, self.server.port), timeout=SECONDS) as connection:
                try:
                    connection.sendall(data)
                    connection.shutdown(socket.SHUT_WR)
                    answer = connection.recv(100)
                except OSError:
                    continue
                self.assertNotIn(b' 200 ', answer)
        self.assertEqual(self.server.result(SAFE)['verdict'], 'SAFE')

    def test_files_of_the_host(self):
        secret = tempfile.NamedTemporaryFile('w', suffix='.h', dir='/tmp')
        self.addCleanup(secret.close)
        secret.write('int main(void) { return SECRET_WORD; }\n')
        secret.flush()
        secrets = ('SECRET_WORD', 'root:')
        for path in ('/etc/passwd', secret.name, f'../../..{secret.name}', '../' * 12 + 'etc/passwd', '/proc/self/environ',
                     '/proc/self/cwd/../../etc/passwd', '/dev/stdin'):
            for line in (f'#include "{path}"', f'#include <{path}>', f'#include_next "{path}"', f'#import "{path}"',
                         f'#embed "{path}"', f'const char c[] = {{\n#embed "{path}"\n}};'):
                result = self.server.result(f'{line}\n{SAFE}')
                self.assertNotIn(result['verdict'], ('SAFE', 'UNSAFE'), line)
                for word in secrets:
                    self.assertNotIn(word, result['text'] + result['messages'], line)
            there = self.server.result(f'#if __has_include("{path}")\n#error it is there\n#endif\n{SAFE}')
            self.assertNotIn('it is there', there['messages'], path)
        for asm in ('.incbin \\"/etc/passwd\\"', '.include \\"/etc/passwd\\"'):
            for text in (f'__asm__("{asm}");\n{SAFE}', SAFE.replace('int x', f'__asm__("{asm}"); int x')):
                result = self.server.result(text)
                self.assertNotIn('root:', result['text'] + result['messages'])
        litmus = 'C t\n{}\n#include "/etc/passwd"\nP0(int *x) { *x = 1; }\nexists (x=1)\n'
        for command in ('litmus', 'verify'):
            result = self.server.result(litmus, command=command)
            self.assertNotIn('root:', result['text'] + result['messages'])


class Many(Served):
    OPTIONS = ('--jobs', '3', '--waiting', '60', '--timeout', '60')

    def test_none_is_lost(self):
        def one(number):
            verdict = 'UNSAFE' if number % 3 == 0 else 'SAFE'
            text = f'#include <assert.h>\nint main(void) {{ assert({number} % 3); }}\n'
            return self.server.result(text, model='sc')['verdict'] == verdict

        with concurrent.futures.ThreadPoolExecutor(50) as pool:
            self.assertEqual(list(pool.map(one, range(50))), [True] * 50)


class Full(Served):
    OPTIONS = ('--jobs', '1', '--waiting', '1', '--timeout', '30')

    def test_more_are_refused(self):
        working = self.server.stream(HARD)
        while next(working)[0] != 'progress':
            pass
        waiting = self.server.stream(SAFE)
        while (event := next(waiting))[0] != 'waiting':
            pass
        self.assertEqual(event[1], {'before': 0})
        name, data = self.server.ask(SAFE)[-1]
        self.assertEqual((name, data['status']), ('refused', 429))
        self.assertIn('--waiting', data['error'])
        working.close()
        self.assertEqual(list(waiting)[-1][1]['verdict'], 'SAFE')
        self.assertEqual(self.server.result(SAFE)['verdict'], 'SAFE')


class Limits(Served):
    OPTIONS = ('--timeout', '1')

    def test_time(self):
        result = self.server.result(HARD)
        self.assertEqual(result['verdict'], 'UNKNOWN')
        self.assertIn('time limit of 1 s', result['text'])


class Memory(Served):
    OPTIONS = ('--timeout', '20', '--memory', '200')

    def test_memory(self):
        macros = ''.join(f'#define M{i} M{i - 1} M{i - 1} M{i - 1} M{i - 1}\n' for i in range(1, 16))
        result = self.server.result(macros + '#define M0 +1\nint main(void) { return M15; }\n')
        self.assertEqual(result['verdict'], 'UNKNOWN')
        self.assertIn('memory limit of 200 MB', result['text'])


class Ends(unittest.TestCase):
    def begin(self):
        server = Server(PROGRAM, '--timeout', '60')
        self.addCleanup(server.close)
        stream = server.stream(HARD)
        for name, data in stream:
            if name == 'progress' and data['seconds'] > 0.2:
                break
        self.stream = stream
        children = server.children()
        self.assertEqual(len(children), 1)
        self.assertTrue(any('/job-' in p for p in server.left_behind()))
        return server, children

    def test_clean(self):
        for kind in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(kind):
                server, children = self.begin()
                with socket.create_connection((server.host, server.port)):  # a connection that says nothing
                    code, seconds = server.stop(kind)
                self.assertEqual(code, 0)
                self.assertLess(seconds, 5)
                self.assertEqual(server.left_behind(), [])
                self.assertFalse(any(is_alive(pid) for pid in children))

    def test_crash(self):
        server, children = self.begin()
        server.stop(signal.SIGKILL)
        self.assertTrue(wait_until(lambda: not any(is_alive(pid) for pid in children)))
        self.assertTrue(wait_until(lambda: not server.left_behind()), server.left_behind())

    def test_options(self):
        for options, words in ((['--host', '0.0.0.0'], '0.0.0.0'), (['--port', '70000'], '70000'), (['--jobs', '0'], 'jobs')):
            run = subprocess.run([PROGRAM, 'serve', *options], capture_output=True, text=True, timeout=SECONDS)
            self.assertEqual(run.returncode, 64, run)
            self.assertIn(words, run.stderr)
        with socket.create_server(('127.0.0.1', 0)) as taken:
            port = taken.getsockname()[1]
            run = subprocess.run([PROGRAM, 'serve', '--port', str(port)], capture_output=True, text=True, timeout=SECONDS)
            self.assertEqual(run.returncode, 64, run)
            self.assertIn(f'port {port}', run.stderr)


if __name__ == '__main__':
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
