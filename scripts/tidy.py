#!/usr/bin/env python3
"""clang-tidy over the sources in src that changed; what it finds in them fails, what it finds elsewhere is not shown.

Changed is what differs, commits and working tree, from where this branch left the main line (origin's, or the local main); on
the main line itself, from COMMITS commits before; without history, every file. A header is looked at through a source that
includes it: its own (x.cpp of x.h), or else the one that includes the least. At most --most sources are looked at, the most
recently changed first; the others are named.

usage: tidy.py FOLDER [--since COMMIT] [--most 40] [-j N]
FOLDER has compile_commands.json of a build by Clang, one source at a time: `cmake --preset tidy`."""
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
    """The lines that git prints; none where it fails."""
    run = subprocess.run(['git', *arguments], cwd=ROOT, capture_output=True, text=True)
    return run.stdout.split('\n')[:-1] if run.returncode == 0 else []


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
    """Paths below src that changed and still exist, the most recently changed first."""
    everything = sorted(str(p.relative_to(ROOT)) for p in (ROOT / 'src').rglob('*')
                        if p.suffix in ('.cpp', '.h') and 'frontend/clang/include' not in str(p))
    since = since or base()
    if since is None:
        return everything, 'all sources (no history)'
    uncommitted = git('diff', '--name-only', 'HEAD') + git('ls-files', '--others', '--exclude-standard')
    recent = git('log', '--format=', '--name-only', f'{since}..HEAD')
    differ = set(git('diff', '--name-only', since)) | set(uncommitted)
    exist = set(everything)
    files = [path for path in dict.fromkeys(uncommitted + recent) if path in differ and path in exist]
    return files, f'since {since[:10]}'


def included():
    """Source -> all headers of ours that it includes, directly or not."""
    direct = {}

    def of(path):
        if path not in direct:
            text = (ROOT / path).read_text(errors='replace')
            folders = ('src', str(pathlib.PurePosixPath(path).parent))
            places = (f'{folder}/{name}' for name in INCLUDE.findall(text) for folder in folders)
            direct[path] = [place for place in places if (ROOT / place).is_file()]
        return direct[path]

    def closure(path):
        seen, todo = set(), [path]
        while todo:
            for header in of(todo.pop()):
                if header not in seen:
                    seen.add(header)
                    todo.append(header)
        return seen

    return closure


def sources_for(files, compiled):
    """The sources to look at, in the order of `files`, and the files that none of them reaches."""
    closure = included()
    headers = {source: closure(source) for source in compiled}
    chosen, unreached = [], []
    for file in files:
        if file in headers:
            chosen.append(file)
        elif file.endswith('.cpp'):
            unreached.append(file)
    for file in files:
        if file.endswith('.h') and not any(file in headers[source] for source in chosen):
            own = file[:-2] + '.cpp'
            by_size = sorted((s for s in headers if file in headers[s]), key=lambda s: (s != own, len(headers[s]), s))
            if by_size:
                chosen.append(by_size[0])
            else:
                unreached.append(file)
    return chosen, unreached


def is_ours(path):
    """A C++ source that neither is nor includes what only a build makes."""
    if path.suffix != '.cpp' or not path.is_relative_to(ROOT / 'src'):
        return False
    return not re.search(r'#include "[^"]*\.inc"', path.read_text())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('folder')
    parser.add_argument('--since')
    parser.add_argument('--most', type=int, default=40)
    parser.add_argument('-j', type=int, default=os.cpu_count())
    options = parser.parse_args()
    commands = json.loads((pathlib.Path(options.folder) / 'compile_commands.json').read_text())
    compiled = {str(pathlib.Path(c['file']).relative_to(ROOT)) for c in commands if is_ours(pathlib.Path(c['file']))}
    files, scope = changed(options.since)
    sources, unreached = sources_for(files, compiled)
    looked_at, left = sources[:options.most], sources[options.most:]
    only = json.dumps([{'name': '/' + file} for file in files])

    def look(source):
        command = ['clang-tidy-19', '-p', options.folder, '--quiet', '--warnings-as-errors=*', f'--line-filter={only}', source]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        return run.stdout if run.returncode else ''

    with ThreadPoolExecutor(options.j) as pool:
        found = [text for text in pool.map(look, looked_at) if text]
    print(''.join(found), end='')
    if unreached:
        print('tidy: no source compiles', ' '.join(unreached))
    if left:
        print('tidy: not looked at:', ' '.join(left))
    print(f'tidy: {len(files)} changed files ({scope}), {len(looked_at)} sources looked at, {len(left)} not, findings in {len(found)}')
    return 1 if found else 0


sys.exit(main())
