#!/usr/bin/env python3
"""Fails on an #include that the layer table does not allow: folders form no cycle, and foreign headers that cost minutes
of compile time (Clang, the solvers) stay in their adapter folder."""
import pathlib
import re
import sys

# folder -> folders of ours that it may include; ARCHITECTURE.md shows the same table in words.
ALLOWED = {
    'base': '',
    'logic': 'base',
    'memory': 'base',
    'core': 'base logic',
    'program': 'base logic memory core',
    'frontend/clang': 'base logic memory core program',
    'frontend/litmus': 'base logic memory core program',
    'flat': 'base logic memory core program',
    'result': 'base logic memory core program flat',
    'boolean': 'base logic memory core program flat result',
    'unroll': 'base logic memory core program result',
    'runs': 'base logic memory core program result unroll',
    'engine': 'base logic memory core program flat result boolean unroll runs',
    'engine/litmus': 'base memory frontend/litmus',
    'check': 'base logic memory core program flat result',
    'fences': 'base logic memory core program flat result check',
    'report': 'base core program memory flat result',
    'driver': 'base logic memory core program frontend/clang frontend/litmus flat result unroll runs engine '
              'engine/litmus check fences report',
    'jobs': 'base',
    'serve': 'memory result driver jobs',
    'lsp': 'driver jobs',
    'cli': 'driver report serve lsp',
}
FOREIGN = {
    'frontend/clang': re.compile(r'^(clang|clang-c|llvm)/'),
    'logic': re.compile(r'^(z3|cvc5|cadical)'),
    'boolean': re.compile(r'^(bdd|fdd|bvec)\.h'),
    'serve': re.compile(r'^httplib\.h'),
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SOURCE = pathlib.Path(__file__).resolve().parent.parent / 'src'


def folder_of(path):
    parts = path.split('/')
    two = '/'.join(parts[:2])
    return two if len(parts) > 2 and two in ALLOWED else parts[0]


def engine_of(path):
    parts = path.split('/')
    return parts[1] if parts[0] == 'engine' and len(parts) > 2 else None


def problems_of(file):
    here = str(file.relative_to(SOURCE))
    if here.startswith(('frontend/clang/include/', 'frontend/clang/library/')):
        return
    folder = folder_of(here)
    if folder not in ALLOWED:
        yield 1, f'folder {folder} is not in the layer table'
        return
    allowed = set(ALLOWED[folder].split()) | {folder}
    for number, line in enumerate(file.read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, name = match.groups()
        for owner, pattern in FOREIGN.items():
            if pattern.match(name) and folder != owner:
                yield number, f'{name} may be included in src/{owner} alone'
        if quote == '<' or '/' not in name:
            continue
        target = folder_of(name)
        if target not in ALLOWED:
            yield number, f'{name}: no such folder in the layer table'
        elif target not in allowed:
            yield number, f'{folder} may not include {target} ({name})'
        elif engine_of(here) and engine_of(name) and engine_of(here) != engine_of(name):
            yield number, f'engine {engine_of(here)} may not include engine {engine_of(name)}'


def main():
    count = 0
    files = sorted(p for p in SOURCE.rglob('*') if p.suffix in ('.h', '.cpp', '.def'))
    for file in files:
        for line, text in problems_of(file):
            print(f'src/{file.relative_to(SOURCE)}:{line}: {text}')
            count += 1
    print(f'layers: {len(files)} files, {count} problem(s)')
    return 1 if count else 0


sys.exit(main())
