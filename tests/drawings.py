#!/usr/bin/env python3
"""The pictures of `verify --draw`: well-formed, with every thread, the failure and the cycle in bold. usage: drawings.py PROGRAM"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

GOLDEN = pathlib.Path(__file__).resolve().parent / 'golden'
PROGRAM = ''


class Drawings(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def draw(self, file, *options):
        """Runs verify; returns (exit code, standard error, {name: (dot, svg)}) after checking the form of all files."""
        out = self.folder / 'out'
        run = subprocess.run([PROGRAM, 'verify', str(GOLDEN / file), '--draw', str(out), *options], capture_output=True,
                             text=True, timeout=120)
        pictures = {}
        for dot in sorted(out.glob('*.dot')):
            svg = dot.with_suffix('.svg')
            ElementTree.parse(svg)
            if shutil.which('dot'):
                subprocess.run(['dot', '-Tplain', str(dot)], check=True, capture_output=True)
            pictures[dot.stem] = (dot.read_text(), svg.read_text())
        self.assertEqual(len(list(out.iterdir())), 2 * len(pictures), 'only whole pairs of files')
        return run.returncode, run.stderr, pictures

    def test_weak_run(self):
        code, _, pictures = self.draw('concurrent/store_buffering.c', '--model', 'tso')
        self.assertEqual(code, 10)
        self.assertEqual(list(pictures), ['violation-1'])
        dot, svg = pictures['violation-1']
        for text in ('Thread 0', 'Thread 1', 'Thread 2', '18 x = 1', '26 x reads 0', '35 assertion fails', 'model tso'):
            self.assertIn(text, dot)
            self.assertIn(text, svg)
        self.assertEqual(dot.count('penwidth=3'), 4)
        for relation in ('po', 'rf', 'co', 'fr', 'sync'):
            self.assertIn(f'[label="{relation}"', dot)

    def test_nothing_is_bold_in_a_run_under_sc(self):
        program = self.folder / 'lost.c'
        program.write_text('#include <assert.h>\nint n;\nint main(void) {\n  {-{ n++; ||| n++; }-}\n  assert(n == 2);\n}\n')
        code, _, pictures = self.draw(program, '--model', 'tso')
        self.assertEqual(code, 10)
        self.assertNotIn('penwidth=3', pictures['violation-1'][0])

    def test_abstract_reachability_graph(self):
        for semantics, there in (('por', '-> n'), ('declarative-eager', 'R y<-init')):
            run = subprocess.run([PROGRAM, 'verify', str(GOLDEN / 'declarative/seed_example.c'), '--property', 'unreach-call',
                                  '--engine', 'cegar', '--semantics', semantics, '--draw', str(self.folder / semantics)],
                                 capture_output=True, text=True, timeout=120)
            self.assertEqual(run.returncode, 0)
            picture = self.folder / semantics / 'reachability.dot'
            self.assertIn(there, picture.read_text())
            if shutil.which('dot'):
                subprocess.run(['dot', '-Tplain', str(picture)], check=True, capture_output=True)

    def test_race(self):
        code, _, pictures = self.draw('races/flag.c', '--property', 'no-data-race', '-DPLAIN')
        self.assertEqual(code, 10)
        self.assertIn('[label="race"', pictures['violation-1'][0])

    def test_one_thread(self):
        code, err, pictures = self.draw('report/average.c')
        self.assertEqual((code, pictures), (10, {}))
        self.assertIn('nothing is drawn', err)


PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
unittest.main()
