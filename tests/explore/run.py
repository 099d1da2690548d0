#!/usr/bin/env python3
"""The command explore through the built program: its JSON fields and its drawings.

usage: run.py PROGRAM [unittest options]
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

BUFFERED = pathlib.Path(__file__).resolve().parent.parent / 'golden' / 'explore' / 'store_buffering.c'
PROGRAM = ''


class Explore(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='fencepost-explore-'))
        self.addCleanup(shutil.rmtree, self.folder)

    def run_program(self, *args, exit_code=0):
        done = subprocess.run([PROGRAM, 'explore', BUFFERED, *map(str, args)], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, exit_code, f'{args}\n{done.stdout}{done.stderr}')
        return done

    def test_json_counts_all_or_nothing(self):
        whole = json.loads(self.run_program('--model', 'tso', '--blocked', '--format', 'json').stdout)
        self.assertEqual((whole['verdict'], whole['executions'], whole['blocked']), ('safe', 4, 0))
        self.assertEqual(sum(outcome['executions'] for outcome in whole['outcomes']), 4)
        some = json.loads(self.run_program('--model', 'tso', '--limit', '2', '--format', 'json').stdout)
        self.assertIsNone(some['executions'])
        self.assertIn('--limit', some['reason'])

    def test_each_execution_is_drawn_once(self):
        out = self.folder / 'new' / 'drawings'
        self.run_program('--model', 'sc', '--draw', out)
        names = [f'execution-{i}.{kind}' for i in (1, 2, 3) for kind in ('dot', 'svg')]
        self.assertEqual(sorted(path.name for path in out.iterdir()), sorted(names))
        sources = set()
        for i in (1, 2, 3):
            dot = (out / f'execution-{i}.dot').read_text()
            self.assertTrue(dot.startswith('digraph') and dot.count('{') == dot.count('}'))
            if shutil.which('dot'):
                subprocess.run(['dot', '-Tsvg', '-o', '/dev/null'], input=dot, text=True, check=True, timeout=60)
            for relation in ('po', 'rf', 'co', 'sync'):
                self.assertIn(f'label="{relation}"', dot)
            sources.add(tuple(sorted(re.findall(r'(e\d+ -> e\d+) \[label="rf"', dot))))
            self.assertTrue(xml.parse(out / f'execution-{i}.svg').getroot().tag.endswith('svg'))
        self.assertEqual(len(sources), 3)

    def test_a_folder_that_cannot_be_made_is_a_lost_output(self):
        (self.folder / 'file').write_text('')
        self.run_program('--draw', self.folder / 'file' / 'below', exit_code=73)


if __name__ == '__main__':
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = sys.argv.pop(1)
    unittest.main()
