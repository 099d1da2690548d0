#!/usr/bin/env python3
"""clang-tidy over the sources in src that changed. It reads the units of a unity build, each up to ten sources of a folder, since
most of its time goes into headers.

Changed is what differs, commits and working tree, from where this branch left the main line (origin's, or the local main); on
the main line itself, from COMMITS commits before; without history (a shallow or an exported checkout), every file. A header is
looked at through a unit that includes it. Every finding in a unit that is looked at fails, also one in a neighbour that did not
change.

usage: tidy.py FOLDER [--since COMMIT | --all] [-j N]
FOLDER has compile_commands.json of a unity build by Clang: `cmake --preset tidy`."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
COMMITS = 20
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def git(*arguments):
    """The lines that git prints; none where it fails or is not there."""
    try:
        run = subprocess.run(['git', *arguments], cwd=ROOT, capture_output=True, text=True)
    except FileNotFoundError:
        return []
    return run.stdout.splitlines() if run.returncode == 0 else []


def base():
    """The commit that changes are counted from; None without history."""
    head = git('rev-parse', 'HEAD')
    for main in ('origin/HEAD', 'origin/main', 'main'):
        fork = git('merge-base', 'HEAD', main)
        if fork and fork != head:
            return fork[0]
    before = git('rev-list', '--first-parent', f'--max-count={COMMITS + 1}', 'HEAD')
    return before[-1] if len(before) > 1 else None


def changed(since):
    """Paths that differ from a commit, those that are not yet added included."""
    return set(git('diff', '--name-only', since) + git('ls-files', '--others', '--exclude-standard'))


def includes_of(path, known):
    """The files of ours that a file includes, directly or not, and itself."""
    seen, todo = {path}, [path]
    while todo:
        file = todo.pop()
        if file not in known:
            names = INCLUDE.findall(file.read_text(errors='replace'))
            places = (folder / name for name in names for folder in (ROOT / 'src', file.parent))
            known[file] = [place for place in places if place.is_file()]
        new = [place for place in known[file] if place not in seen]
        seen.update(new)
        todo += new
    return seen


def units_in(folder):
    """Unit of src -> the files of src that it reads, as paths below ROOT. Left out are units that include what only a build makes."""
    units, known = {}, {}
    for command in json.loads((folder / 'compile_commands.json').read_text()):
        unit = pathlib.Path(command['file'])
        if not any(unit.is_relative_to(place / 'src') for place in (ROOT, folder)) or not unit.exists():
            continue
        read = includes_of(unit, known)
        if not any(re.search(r'#include "[^"]*\.inc"', file.read_text(errors='replace')) for file in read if file.suffix == '.cpp'):
            units[str(unit)] = {str(file.relative_to(ROOT)) for file in read if file.is_relative_to(ROOT / 'src')}
    return units


def units_for(files, units):
    """The units that together read all of `files`, and the files that none reads: each source's own unit, then for the headers that
    these do not reach the unit that reads the least."""
    chosen, unread = {}, []
    for file in sorted(files, key=lambda file: (file.endswith('.h'), file)):
        if any(file in read for read in chosen.values()):
            continue
        unit = min((unit for unit in units if file in units[unit]), key=lambda unit: (len(units[unit]), unit), default=None)
        if unit is None:
            unread.append(file)
        else:
            chosen[unit] = units[unit]
    return sorted(chosen), unread


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--since')
    parser.add_argument('--all', action='store_true')
    parser.add_argument('-j', type=int, default=os.cpu_count())
    options = parser.parse_args()
    folder = options.folder.resolve()
    units = units_in(folder)
    files = {str(path.relative_to(ROOT)) for path in (ROOT / 'src').rglob('*') if path.suffix in ('.cpp', '.h')}
    files = {file for file in files if not file.startswith('src/frontend/clang/include/')}
    since = None if options.all else options.since or base()
    scope = f'changed since {since[:10]}' if since else 'all' if options.all else 'all: there is no history'
    if since:
        files &= changed(since)
    chosen, unread = units_for(files, units)

    def look(unit):
        command = ['clang-tidy-19', f'--config-file={ROOT}/.clang-tidy', '-p', str(folder), '--quiet', '--warnings-as-errors=*', unit]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        return (run.stdout or run.stderr) if run.returncode else ''

    found = 0
    with ThreadPoolExecutor(options.j) as pool:
        for text in pool.map(look, chosen):
            found += bool(text)
            print(text, end='', flush=True)
    if unread:
        print('tidy: in no unit:', *unread)
    print(f'tidy: {len(files)} files ({scope}) in {len(chosen)} of {len(units)} units, findings in {found}')
    return 1 if found else 0


sys.exit(main())
