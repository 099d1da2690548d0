#!/usr/bin/env python3
"""`fencepost lsp`, spoken to as an editor would. usage: run.py PROGRAM"""
import os
import pathlib
import sys
import tempfile
import time
import unittest

from client import SECONDS, Lsp, applied

PROGRAM = ''
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
int x, y, a, b;
void *left(void *unused) {
  x = 1;
  /* é𝄞 */ a = y;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, left, 0);
  y = 1;
  b = x;
  pthread_join(t, 0);
  /* é𝄞 */ assert(a || b);
}
'''


class Editor(unittest.TestCase):
    OPTIONS = ('--model', 'tso', '--timeout', '30')

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix='fence post é')
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.server = Lsp(PROGRAM, *self.OPTIONS)
        self.addCleanup(self.server.close)

    def open(self, text, name='a b.c'):
        self.path = self.folder / name
        self.path.write_text(text)
        self.uri = self.path.as_uri()
        self.server.notify('textDocument/didOpen', textDocument={'uri': self.uri, 'languageId': 'c', 'version': 1, 'text': text})
        return self.uri

    def change(self, text):
        self.server.notify('textDocument/didChange', textDocument={'uri': self.uri, 'version': 2}, contentChanges=[{'text': text}])

    def save(self, text=None):
        if text is not None:
            self.change(text)
            self.path.write_text(text)
        self.server.notify('textDocument/didSave', textDocument={'uri': self.uri})

    def diagnostics(self):
        published = self.server.take('textDocument/publishDiagnostics', lambda p: p['uri'] == self.uri)
        return published['diagnostics']

    def at(self, line, character, end=None):
        start = {'line': line, 'character': character}
        return {'start': start, 'end': end or start}

    def verdict(self):
        """What the end of a verification says."""
        return self.server.take('$/progress', lambda p: p['value']['kind'] == 'end' and 'under' in p['value'].get('message', ''))['value']['message']


class Verifies(Editor):
    def setUp(self):
        super().setUp()
        able = self.server.initialize()['capabilities']
        self.assertEqual(able['executeCommandProvider']['commands'], ['fencepost.verify'])
        self.server.notify('initialized')

    def test_a_fence_is_inserted_and_suffices(self):
        self.open(SB)
        self.save()
        begin = self.server.take('$/progress', lambda p: p['value']['kind'] == 'begin')
        self.assertEqual(begin['value']['title'], 'verify under tso: a b.c')
        found = self.diagnostics()
        self.assertEqual(len(found), 1)
        self.assertEqual((found[0]['code'], found[0]['severity'], found[0]['source']), ('assertion', 1, 'fencepost'))
        self.assertIn('a || b (under tso)', found[0]['message'])
        # Columns count units of UTF-16: the comment before is shorter than its bytes.
        self.assertEqual(found[0]['range']['start'], {'line': 14, 'character': 2 + len('/* é') + 2 + len(' */ ')})
        related = found[0]['relatedInformation']
        self.assertTrue(all(one['location']['uri'] == self.uri for one in related))
        self.assertTrue(any('thread 1: x = 1' in one['message'] and one['location']['range']['start']['line'] == 4
                            for one in related), related)
        # hover: what the check means, and why the run is weak
        hover = self.server.result('textDocument/hover', textDocument={'uri': self.uri}, position=found[0]['range']['start'])
        self.assertIn('**assertion** (ISO C11 7.2.1.1)', hover['contents']['value'])
        self.assertIn('overtook', hover['contents']['value'])
        self.assertIsNone(self.server.result('textDocument/hover', textDocument={'uri': self.uri}, position={'line': 0, 'character': 0}))
        # the code action waits for the fences
        actions = self.server.result('textDocument/codeAction', textDocument={'uri': self.uri}, range=found[0]['range'], context={'diagnostics': found})
        self.assertEqual(len(actions), 1)
        self.assertEqual(actions[0]['kind'], 'quickfix')
        self.assertIn('Insert fences:', actions[0]['title'])
        self.assertEqual(list(actions[0]['edit']['changes']), [self.uri])
        repaired = applied(SB, actions[0]['edit']['changes'][self.uri])
        self.assertEqual(repaired.count('__atomic_thread_fence') + repaired.count('atomic_thread_fence(memory'), 2)
        self.assertEqual(self.server.result('textDocument/codeAction', textDocument={'uri': self.uri}, range=self.at(0, 0), context={'diagnostics': []}), [])
        self.save(repaired)
        self.assertEqual(self.diagnostics(), [])
        self.assertIn('UNSAFE under tso', self.verdict())
        self.assertIn('SAFE under tso', self.verdict())

    def repairs(self, data, name):
        """The edits of the code action, by document."""
        self.open(data.decode('utf-8', 'replace'), name)
        self.path.write_bytes(data)
        self.save()
        found = self.diagnostics()
        actions = self.server.result('textDocument/codeAction', textDocument={'uri': self.uri}, range=found[0]['range'], context={'diagnostics': found})
        return [one['edit']['changes'] for one in actions]

    def test_odd_names(self):
        for name in ('tab\there.c', 'line\nhere.c', '"quoted"\\.c', '-dash.c', 'ü%20#?.c'):
            repairs = self.repairs(SB.encode(), name)
            self.assertEqual([list(one) for one in repairs], [[self.uri]], name)

    def test_other_encodings(self):
        self.assertEqual(self.repairs(SB.replace('é', 'e').encode().replace(b'/* ', b'/* \xe9'), 'latin.c'), [], 'the edit would lose a letter')

    def test_lenses(self):
        self.open(SB)
        self.server.notify('workspace/didChangeConfiguration', settings={'fencepost': {'models': ['sc', 'tso']}})
        lenses = self.server.result('textDocument/codeLens', textDocument={'uri': self.uri})
        self.assertEqual([(one['range']['start'], one['command']['title']) for one in lenses],
                         [({'line': 8, 'character': 4}, 'verify under sc'), ({'line': 8, 'character': 4}, 'verify under tso')])
        command = lenses[0]['command']
        self.server.result('workspace/executeCommand', command=command['command'], arguments=command['arguments'])
        self.assertEqual(self.diagnostics(), [])
        self.assertIn('SAFE under sc', self.server.take('window/showMessage')['message'])
        self.server.take('workspace/codeLens/refresh')
        lenses = self.server.result('textDocument/codeLens', textDocument={'uri': self.uri})
        self.assertEqual(lenses[0]['command']['title'], 'verify under sc (SAFE)')
        self.change(SB + '\n')
        self.server.result('workspace/executeCommand', command=command['command'], arguments=command['arguments'])
        self.assertIn('Save the file first', self.server.take('window/showMessage')['message'])

    def test_entry_points(self):
        text = '''#define F(x) int g(int x) { return x; }
// int no(void) {
static int hidden(int x) { return x; }
int div(int x) { if (x == 3) { return 0; } return 7 / x; }
struct s { int a; } v = { 1 };
const char *name(void) { return "int main(void) {"; }
int declared(int);
int (*table[])(int) = { div };
'''
        self.open(text)
        self.server.notify('workspace/didChangeConfiguration', settings={'fencepost': {'models': ['tso']}})
        lenses = self.server.result('textDocument/codeLens', textDocument={'uri': self.uri})
        self.assertEqual([one['command']['arguments'][0]['entry'] for one in lenses], ['div', 'name'])
        self.assertEqual(lenses[0]['range']['start'], {'line': 3, 'character': 4})
        self.server.result('workspace/executeCommand', **{k: lenses[0]['command'][k] for k in ('command', 'arguments')})
        found = self.diagnostics()
        self.assertEqual([one['code'] for one in found], ['div-zero'])

    def test_what_cannot_be_read(self):
        self.open('int main(void) {\n  int x = ;\n}\n')
        self.save()
        found = self.diagnostics()
        self.assertEqual((found[0]['severity'], found[0]['range']['start']), (1, {'line': 1, 'character': 10}))
        self.assertIn('expected expression', found[0]['message'])
        self.open('#include "below.h"\nint main(void) { return f(); }\n', 'includes.c')
        (self.folder / 'below.h').write_text('\n\nint f(void) { return 1 / 0; }\n')
        self.save()
        found = [one for one in self.diagnostics() if one.get('code') == 'div-zero']
        self.assertIn('below.h:3: ', found[0]['message'])
        self.assertEqual(found[0]['range']['start']['line'], 0)

    def test_a_change_ends_the_work(self):
        self.open(HARD)
        self.save()
        self.server.take('$/progress', lambda p: p['value']['kind'] == 'report' and 'MB' in p['value']['message'])
        self.assertEqual(len(self.server.children()), 1)
        self.change(HARD + '\n')
        end = self.server.take('$/progress', lambda p: p['value']['kind'] == 'end')
        self.assertEqual(end['value']['message'], 'the text has changed')
        self.assertEqual(self.server.children(), [])
        self.save(SAFE)
        self.assertEqual(self.diagnostics(), [])
        self.assertIn('SAFE', self.verdict())

    def test_the_user_cancels(self):
        self.open(HARD)
        self.save()
        report = self.server.take('$/progress', lambda p: p['value']['kind'] == 'report')
        self.server.notify('window/workDoneProgress/cancel', token=report['token'])
        found = self.diagnostics()
        self.assertEqual(found[0]['severity'], 3)
        self.assertIn('nterrupted', found[0]['message'])

    def test_it_answers_while_at_work(self):
        self.open(HARD)
        self.save()
        self.server.take('$/progress', lambda p: p['value']['kind'] == 'report')
        started = time.monotonic()
        self.assertEqual(len(self.server.result('textDocument/codeLens', textDocument={'uri': self.uri})), 3)
        self.assertLess(time.monotonic() - started, 10)
        self.server.notify('textDocument/didClose', textDocument={'uri': self.uri})
        self.assertEqual(self.diagnostics(), [])
        self.assertEqual(self.server.children(), [])

    def test_requests_are_cancelled(self):
        self.open(SB)
        self.save()
        found = self.diagnostics()
        self.server.notify('workspace/didChangeConfiguration', settings={'fencepost': {'arguments': []}})
        number = self.server.ask('textDocument/codeAction', textDocument={'uri': self.uri}, range=found[0]['range'], context={'diagnostics': found})
        self.server.notify('$/cancelRequest', id=number)
        answer = self.server.answer(number)
        self.assertTrue(answer.get('error', {}).get('code') == -32800 or answer['result'], answer)

    def test_settings(self):
        self.open(SB)
        self.server.notify('workspace/didChangeConfiguration', settings={'fencepost': {'model': 'sc', 'models': 7, 'onSave': True}})
        self.save()
        self.assertEqual(self.diagnostics(), [])
        self.server.notify('workspace/didChangeConfiguration', settings={'fencepost': {'arguments': ['--no-such-option']}})
        self.save()
        self.assertIn('no-such-option', self.server.take('window/showMessage')['message'])

    def test_each_command_gets_its_options(self):
        costs = self.folder / 'costs'
        costs.write_text('seq_cst 7\n')
        self.server.notify('workspace/didChangeConfiguration', settings={'fencepost': {'arguments': ['--cost', str(costs), '--views=2', '--change=fences']}})
        for changes in self.repairs(SB.encode(), 'both.c'):
            self.assertIn('__atomic_thread_fence', applied(SB, changes[self.uri]))
            return
        self.fail('no code action')


class Protocol(Editor):
    def test_order(self):
        self.assertEqual(self.server.request('textDocument/hover')['error']['code'], -32002)
        self.server.initialize()
        self.assertEqual(self.server.request('no/such/method')['error']['code'], -32601)
        self.server.notify('no/such/notification')
        self.assertIsNone(self.server.result('shutdown'))
        self.assertEqual(self.server.request('textDocument/hover')['error']['code'], -32600)
        self.server.notify('exit')
        self.assertEqual(self.server.process.wait(SECONDS), 0)

    def test_initialized_once(self):
        self.server.initialize()
        self.assertEqual(self.server.request('initialize', capabilities={})['error']['code'], -32600)

    def test_too_deep(self):
        self.server.initialize()
        deep = b'{"jsonrpc":"2.0","id":7,"method":"nothing","params":' + b'[' * 200000 + b']' * 200000 + b'}'
        self.server.raw(b'Content-Length: %d\r\n\r\n' % len(deep) + deep)
        self.assertEqual(self.server.answer(None)['error']['code'], -32700)
        self.assertEqual(self.server.request('nothing')['error']['code'], -32601)

    def test_too_long(self):
        self.server.initialize()
        length = 65 << 20
        self.server.raw(b'Content-Length: %d\r\n\r\n' % length)
        for _ in range(65):
            self.server.raw(b'x' * (1 << 20))
        self.assertEqual(self.server.answer(None)['error']['code'], -32700)
        self.assertEqual(self.server.request('nothing')['error']['code'], -32601, 'the next message is heard')

    def test_changes_of_ranges(self):
        self.server.initialize()
        self.open('/* 𝄞é */ int f(void) { return 1; }\n')

        def changed(*changes):
            self.server.notify('textDocument/didChange', textDocument={'uri': self.uri, 'version': 2}, contentChanges=[
                {'range': {'start': {'line': a, 'character': b}, 'end': {'line': c, 'character': d}}, 'text': text}
                for a, b, c, d, text in changes])
            lenses = self.server.result('textDocument/codeLens', textDocument={'uri': self.uri})
            return [(one['range']['start']['line'], one['range']['start']['character'], one['command']['arguments'][0]['entry']) for one in lenses[::3]]
        self.assertEqual(changed((0, 0, 0, 0, '\n')), [(1, 14, 'f')])
        self.assertEqual(changed((1, 14, 1, 15, 'gg'), (1, 3, 1, 5, '')), [(1, 12, 'gg')], 'one after the other, in units of UTF-16')
        self.assertEqual(changed((99, 0, 1 << 40, 5, 'int h(void) { return 2; }\n'), (0, 500, 0, 1000, '//')), [(1, 12, 'gg'), (2, 4, 'h')],
                         'what lies outside becomes the nearest there is')
        self.assertEqual(changed((-1, 0, 0, 0, 'int k(void) { return 3; }\n'))[0], (0, 4, 'k'))

    def test_opened_with_another_text(self):
        self.server.initialize()
        self.open(SAFE)
        self.server.notify('textDocument/didClose', textDocument={'uri': self.uri})
        self.server.notify('textDocument/didOpen', textDocument={'uri': self.uri, 'languageId': 'c', 'version': 1, 'text': '\n' + SAFE})
        command = self.server.result('textDocument/codeLens', textDocument={'uri': self.uri})[0]['command']
        self.server.result('workspace/executeCommand', command=command['command'], arguments=command['arguments'])
        self.assertIn('Save the file first', self.server.take('window/showMessage')['message'])

    def test_what_is_no_file(self):
        self.server.initialize()
        folder = self.folder
        for uri, words in ((folder.as_uri(), None), ('file:///dev/zero', None), ('file://elsewhere/etc/passwd', 'is no file'),
                           ((folder / 'none/a.c').as_uri(), 'is no folder'), ('file://', 'is no file'), ('file:///tmp/%00.c', 'is no file')):
            self.server.notify('textDocument/didOpen', textDocument={'uri': uri, 'languageId': 'c', 'version': 1, 'text': SAFE})
            self.server.notify('textDocument/didSave', textDocument={'uri': uri})
            if words:
                self.assertIn(words, self.server.take('window/showMessage')['message'], uri)
            else:
                found = self.server.take('textDocument/publishDiagnostics', lambda p: p['uri'] == uri)['diagnostics']
                self.assertNotEqual(found, [], uri)

    def test_exit_without_shutdown(self):
        self.server.initialize()
        self.server.notify('exit')
        self.assertEqual(self.server.process.wait(SECONDS), 1)

    def test_the_editor_dies(self):
        self.server.initialize()
        self.open(HARD)
        self.save()
        self.server.take('$/progress', lambda p: p['value']['kind'] == 'report')
        children = self.server.children()
        self.server.process.stdin.close()
        self.assertEqual(self.server.process.wait(SECONDS), 1)
        self.assertEqual(len(children), 1)
        end = time.monotonic() + SECONDS
        while os.path.exists(f'/proc/{children[0]}/cmdline') and pathlib.Path(f'/proc/{children[0]}/cmdline').read_bytes():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)
        self.server = Lsp(PROGRAM)  # for the clean-up
        self.addCleanup(self.server.close)

    def test_malformed(self):
        self.server.initialize()
        for raw in (b'Content-Length: 5\r\n\r\n{"a":', b'Content-Length: 1\r\n\r\n[', b'Content-Length: x\r\n\r\n',
                    b'garbage\r\n\r\n', b'Content-Length: -1\r\n\r\n', b'Content-Length: 99999999999999999999\r\n\r\n',
                    b'Content-Length: 4\r\n\r\n\xff\xfe\xfd\xfc', b'Content-Length: 2\r\n\r\n[]', b'Content-Length: 0\r\n\r\n',
                    b'X: y\r\ncontent-length:2\r\n\r\n17'):
            self.server.raw(raw)
            self.assertEqual(self.server.answer(None)['error']['code'], -32700, raw)
        for method, parameters in (('textDocument/hover', {}), ('textDocument/hover', {'textDocument': 7}),
                                   ('textDocument/codeLens', {'textDocument': {'uri': 'file:///not/open.c'}}),
                                   ('workspace/executeCommand', {'command': 'rm'}), ('workspace/executeCommand', {'command': 'fencepost.verify'}),
                                   ('textDocument/codeAction', {'textDocument': {'uri': 'x'}})):
            self.assertEqual(self.server.request(method, **parameters)['error']['code'], -32602, method)
        self.server.send({'id': 'seven', 'method': 7})
        self.assertEqual(self.server.answer('seven')['error']['code'], -32600)
        self.server.send({'id': 'list', 'method': 'textDocument/hover', 'params': [1, 2]})
        self.assertEqual(self.server.answer('list')['error']['code'], -32602)
        self.server.notify('textDocument/didOpen')
        self.server.notify('textDocument/didChange', textDocument={'uri': 'file:///not/open.c'}, contentChanges=[])
        uri = 'untitled:Untitled-1'
        self.server.notify('textDocument/didOpen', textDocument={'uri': uri, 'text': SAFE})
        self.server.notify('textDocument/didSave', textDocument={'uri': uri})
        self.assertIn('is no file', self.server.take('window/showMessage')['message'])
        # in pieces, byte by byte
        self.open(SAFE)
        for byte in b'Content-Length: 44\r\n\r\n{"jsonrpc":"2.0","id":99,"method":"nothing"}':
            self.server.raw(bytes([byte]))
        self.assertEqual(self.server.answer(99)['error']['code'], -32601)
        self.save()
        self.assertEqual(self.diagnostics(), [])


if __name__ == '__main__':
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
