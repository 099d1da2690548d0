#!/usr/bin/env python3
"""The commands litmus, models and explain through the built program: formats, threads, recorded results, drawings, exit
codes. usage: run.py PROGRAM"""
import csv
import io
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

SB = ('X86 SB\n{}\nP0 | P1 ;\nMOV [x],$1 | MOV [y],$1 ;\nMOV EAX,[y] | MOV EAX,[x] ;\n'
      'exists (0:EAX=0 /\\ 1:EAX=0)\n')
MP = ('X86 MP\n{}\nP0 | P1 ;\nMOV [x],$1 | MOV EAX,[y] ;\nMOV [y],$1 | MOV EBX,[x] ;\n'
      'exists (1:EAX=1 /\\ 1:EBX=0)\n')
CORR = 'X86 CoRR\n{}\nP0 | P1 ;\nMOV [x],$1 | MOV EAX,[x] ;\n | MOV EBX,[x] ;\n~exists (1:EAX=1 /\\ 1:EBX=0)\n'
RACE = 'C race\n{}\nP0(int* x) { *x = 1; }\nP1(int* x) { int r = *x; }\nexists (1:r=1)\n'
PROGRAM = ''


class Commands(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='fencepost-litmus-'))
        self.addCleanup(shutil.rmtree, self.folder)
        (self.folder / 'sub').mkdir()
        self.sb = self.write('SB.litmus', SB)
        self.mp = self.write('MP.litmus', MP)
        self.corr = self.write('sub/CoRR.litmus', CORR)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def run_program(self, *args, exit_code=0):
        done = subprocess.run([PROGRAM, *map(str, args)], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, exit_code, f'{args}\n{done.stdout}{done.stderr}')
        return done

    def rows(self, *args, **more):
        text = self.run_program('litmus', '--format', 'csv', *args, **more).stdout
        return [{k: v for k, v in row.items() if k != 'ms'} for row in csv.DictReader(io.StringIO(text))]

    def test_text_is_like_herds(self):
        out = self.run_program('litmus', self.sb, '--model', 'tso').stdout
        for line in ('Test SB Allowed', 'States 4', '0:EAX=0; 1:EAX=0;', 'Ok', 'Positive: 1 Negative: 3',
                     'Observation SB Sometimes 1 3'):
            self.assertIn(line + '\n', out)
        out = self.run_program('litmus', self.sb, '--model', 'sc').stdout
        self.assertIn('States 3\n', out)
        self.assertIn('No\n', out)
        self.assertIn('Observation SB Never 0 3\n', out)

    def test_csv(self):
        (row,) = self.rows(self.sb, '--model', 'tso')
        self.assertEqual(row, dict(file=self.sb, model='tso', condition='exists', validated='Ok',
                                   observation='Sometimes', states='4', executions='4', flags=''))

    def test_json(self):
        data = json.loads(self.run_program('litmus', '--format', 'json', self.sb, self.mp, '-m', 'tso').stdout)
        self.assertEqual([t['test'] for t in data['tests']], ['SB', 'MP'])
        self.assertEqual([t['observation'] for t in data['tests']], ['Sometimes', 'Never'])
        self.assertEqual(len(data['tests'][0]['final_states']), data['tests'][0]['states'])
        self.assertGreaterEqual(data['tests'][0]['ms'], 0)

    def test_a_dialect_has_its_model(self):
        self.assertEqual([r['model'] for r in self.rows(self.sb)], ['tso'])

    def test_race_is_undefined(self):
        (row,) = self.rows(self.write('race.litmus', RACE))
        self.assertEqual((row['model'], row['validated'], row['flags']), ('rc11', 'Undef', '*undef*'))

    def test_directories_and_lists(self):
        files = [r['file'] for r in self.rows(self.folder)]
        self.assertEqual(files, sorted([self.mp, self.sb, self.corr]))
        self.write('some.list', '# two of them\nsub/CoRR.litmus\n\nSB.litmus\n')
        files = [r['file'] for r in self.rows(f'@{self.folder}/some.list')]
        self.assertEqual([pathlib.Path(f).name for f in files], ['CoRR.litmus', 'SB.litmus'])

    def test_summary(self):
        err = self.run_program('litmus', self.folder, '-m', 'sc').stderr
        self.assertRegex(err, r'3 tests: 1 Ok, 2 No, 0 Undef, 0 errors, [\d.]+ s')

    def test_threads_change_nothing(self):
        for i in range(12):
            self.write(f'copy{i:02}.litmus', (SB, MP, CORR)[i % 3])
        for model in ('tso', 'pso'):
            self.assertEqual(self.rows(self.folder, '-j', 1, '-m', model), self.rows(self.folder, '-j', 2, '-m', model))

    def test_expect(self):
        head = 'file,model,observation,states\n'
        good = self.write('good.csv', head + 'SB.litmus,x86tso.cat,Sometimes,4\nMP.litmus,tso,Never,3\n')
        err = self.run_program('litmus', self.sb, self.mp, '-m', 'tso', '--expect', good).stderr
        self.assertIn('compared 2 results', err)
        self.assertIn(': 0 different', err)
        bad = self.write('bad.csv', head + 'SB.litmus,tso,Never,3\nMP.litmus,tso,Never,3\n')
        err = self.run_program('litmus', self.sb, self.mp, '-m', 'tso', '--expect', bad, exit_code=1).stderr
        self.assertRegex(err, r'DIFFERENT SB.litmus \(tso\): observation: expected Never, got Sometimes; states: expected 3, got 4')
        self.assertIn(': 1 different', err)
        none = self.write('none.csv', head + 'other.litmus,tso,Never,3\n')
        self.run_program('litmus', self.sb, '-m', 'tso', '--expect', none, exit_code=65)
        self.run_program('litmus', self.sb, '-m', 'tso', '--expect', self.folder / 'missing.csv', exit_code=66)

    def drawing(self, model, name='SB'):
        out = self.folder / 'drawings' / model
        self.run_program('litmus', self.folder / f'{name}.litmus', '-m', model, '--draw', out)
        dot = (out / f'{name}.dot').read_text()
        if shutil.which('dot'):
            subprocess.run(['dot', '-Tsvg', '-o', '/dev/null'], input=dot, text=True, check=True, timeout=60)
        self.assertTrue(dot.startswith('digraph') and dot.count('{') == dot.count('}'))
        return dot, xml.parse(out / f'{name}.svg').getroot()

    def test_draw_forbidden_shows_the_cycle_in_bold(self):
        dot, svg = self.drawing('sc')
        bold = re.findall(r'(e\d+) -> (e\d+) \[label="(\w+)".*penwidth=3\]', dot)
        # W x, R y, W y, R x: two steps of program order and two reads of old values.
        self.assertEqual(sorted(label for _, _, label in bold), ['fr', 'fr', 'po', 'po'])
        self.assertEqual(sorted(a for a, _, _ in bold), sorted(b for _, b, _ in bold))
        self.assertIn('forbidden by sc', dot)
        for text in ('Thread 0', 'Thread 1'):
            self.assertIn(text, dot)
        thick = [p for p in svg.iter('{http://www.w3.org/2000/svg}path') if p.get('stroke-width') == '3.5']
        self.assertEqual(len(thick), 4)

    def test_draw_allowed_has_nothing_in_bold(self):
        dot, svg = self.drawing('tso')
        self.assertNotIn('penwidth', dot)
        self.assertIn('allowed by tso', dot)
        for relation in ('po', 'rf', 'co', 'fr'):
            self.assertIn(f'label="{relation}"', dot)

    def test_models(self):
        lines = self.run_program('models').stdout.splitlines()
        names = [line.split()[0] for line in lines]
        self.assertEqual(names, sorted(names))
        for name in ('sc', 'tso', 'pso', 'coherence', 'noassert', 'c11', 'rc11', 'ra', 'imm', 'aarch64', 'power', 'riscv', 'lkmm'):
            self.assertIn(name, names)
        self.assertTrue(all(len(line.split()) > 2 for line in lines))
        text = self.run_program('models', 'sc').stdout
        self.assertIn('Source:', text)
        self.assertIn('acyclic', text)
        # What is shown is a model that can be given back.
        mine = self.write('mine.cat', text)
        self.assertEqual([r['observation'] for r in self.rows(self.sb, '-m', mine)], ['Never'])

    def test_explain(self):
        out = self.run_program('explain', self.sb, '--model', 'tso').stdout
        self.assertIn('is allowed.', out)
        self.assertIn('1 of 4 allowed executions show it', out)
        self.assertIn('every axiom of tso holds: coherence, atomic, tso.', out)
        out = self.run_program('explain', self.mp, '--model', 'tso').stdout
        self.assertIn('is forbidden.', out)
        self.assertIn("It breaks the axiom 'tso':", out)
        self.assertIn('reads a value older than', out)
        self.assertIn('which comes back to where it started.', out)
        self.assertRegex(out, r'This follows from .*rf\(.* and the program alone\.')

    def test_bad_model(self):
        for command in ('litmus', 'explain'):
            err = self.run_program(command, self.sb, '--model', 'tsoo', exit_code=65).stderr
            self.assertIn("did you mean 'tso'", err)
        self.assertIn("did you mean 'sc'", self.run_program('models', 'scc', exit_code=65).stderr)
        broken = self.write('broken.cat', '"m"\nacyclic po | rff\n')
        self.assertIn('broken.cat:2:14', self.run_program('litmus', self.sb, '-m', broken, exit_code=65).stderr)

    def test_missing_and_bad_files(self):
        self.run_program('litmus', self.folder / 'none.litmus', exit_code=66)
        self.run_program('explain', self.folder / 'none.litmus', exit_code=66)
        self.run_program('litmus', f'@{self.folder}/none.list', exit_code=66)
        self.run_program('litmus', self.sb, '-m', self.folder / 'none.cat', exit_code=66)
        bad = self.write('bad.litmus', 'X86 bad\n{}\nP0 ;\nFROB EAX ;\nexists (0:EAX=0)\n')
        done = self.run_program('litmus', bad, self.sb, '--format', 'csv', exit_code=65)
        self.assertIn('unknown x86 instruction', done.stderr)
        self.assertIn('SB.litmus,tso', done.stdout)  # one bad file does not stop the others
        (self.folder / 'empty').mkdir()
        self.run_program('litmus', self.folder / 'empty', exit_code=65)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = sys.argv.pop(1)
    unittest.main()
