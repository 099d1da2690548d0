#!/usr/bin/env python3
"""Fails for a row of options.def that no code reads, or that docs/options.md does not mention."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
ROW = re.compile(r'^OPTION\("[^"]*", [^,]+, \w+, (\w+), "([^"]+)"', re.M)

rows = ROW.findall((ROOT / 'src/driver/options.def').read_text())
code = ''.join(file.read_text() for folder in ('driver', 'serve', 'lsp') for file in sorted((ROOT / 'src' / folder).rglob('*.cpp')))
docs = (ROOT / 'docs/options.md').read_text()
problems = []
for member, flags in rows:
    if not re.search(rf'\boptions\.{member}\b', code):
        problems.append(f'nothing reads options.{member}')
    for flag in flags.split(','):
        if f'`{flag}`' not in docs:
            problems.append(f'docs/options.md does not mention {flag}')
if len(rows) < 20:
    problems.append(f'only {len(rows)} options found: has the form of the table changed?')
print('\n'.join(problems) or f'{len(rows)} options, each read and documented')
sys.exit(1 if problems else 0)
