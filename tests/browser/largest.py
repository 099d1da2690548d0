#!/usr/bin/env python3
"""The page of the largest run in the golden tests: its size, the time to write it, and the time until a browser has drawn it. The largest is
found by looking: every golden test with threads is verified for some seconds, and its page counted; that takes minutes. usage: largest.py PROGRAM [FILE ARGUMENTS...]
With a file that one is measured."""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

from page import ROOT, start_browser

GOLDEN = ROOT / 'tests/golden'


def commands():
    """Of each golden test with threads, the file and arguments of the first command that fails."""
    for expected in sorted(GOLDEN.glob('*/*.expected')):
        text = expected.read_text(errors='replace')
        if 'UNSAFE' not in text:
            continue
        for source in (expected.with_suffix('.c'), expected.with_suffix('.i')):
            if not source.exists():
                continue
            program = source.read_text(errors='replace')
            if 'with:' in program or 'pthread' not in program and 'thrd_' not in program:
                continue
            for one in re.split(r'^\$ fencepost ', text, flags=re.M)[1:]:
                words, *report = one.splitlines()
                if words.startswith('verify') and 'exit 10' in report:
                    yield [str(source), *shlex.split(words)[1:]]
                    break  # the others of a file are much alike


def page_of(program, arguments, page, limit):
    """Seconds, and the data of the page; None: there is none."""
    page.unlink(missing_ok=True)
    began = time.monotonic()
    try:
        subprocess.run([program, 'verify', '--timeout', str(limit), *arguments, '--html', str(page)], capture_output=True, timeout=limit + 60, cwd=GOLDEN)
    except subprocess.TimeoutExpired:
        return None
    seconds = time.monotonic() - began
    if not page.exists():
        return None
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page.read_text(errors='replace'), re.S)
    return seconds, json.loads(data.group(1))


def size_of(data):
    return max((len(run.get('events', [])) + len(run.get('steps', [])) for report in data['reports'] for run in report['runs']), default=0)


def main():
    program = os.path.abspath(sys.argv[1])
    given = sys.argv[2:]
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / 'page.html'
        largest = (0, given)
        if not given:
            for arguments in commands():
                made = page_of(program, arguments, page, 5)
                if made and size_of(made[1]) > largest[0]:
                    largest = (size_of(made[1]), arguments)
        made = page_of(program, largest[1], page, 120)
        if not made or size_of(made[1]) == 0:
            sys.exit('no run was found in time')
        seconds, data = made
        run = max((run for report in data['reports'] for run in report['runs']), key=lambda run: len(run.get('events', [])) + len(run.get('steps', [])))
        numbers = dict(data['reports'][0]['statistics'])
        browser = start_browser(pathlib.Path(folder) / 'profile')
        try:
            began = time.monotonic()
            browser.get(page.as_uri())
            while not (drawn := browser.execute_script('return document.documentElement.dataset.drawn')):
                time.sleep(0.01)
            loaded = time.monotonic() - began
        finally:
            browser.quit()
        name = os.path.relpath(largest[1][0], GOLDEN)
        print(f'{name} {" ".join(largest[1][1:])}: {len(run.get("events", []))} events, {len(run.get("steps", []))} steps; '
              f'{page.stat().st_size} bytes, verified and written in {seconds:.2f} s, of which telling the run took {numbers.get("time.page", "?")} s; '
              f'drawn {drawn} ms after the browser began with it, {1000 * loaded:.0f} ms with its own start')


if __name__ == '__main__':
    main()
