#!/usr/bin/env python3
"""Fails when a Markdown file links to a file, or to a heading of a Markdown file, that does not exist."""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r'(?<!!)\[[^\]]*\]\(([^)\s]+)\)')


def anchors(file):
    found = set()
    for line in file.read_text().splitlines():
        if match := re.match(r'#+\s+(.*)', line):
            text = re.sub(r'[`*]', '', match.group(1)).strip().lower()
            found.add(re.sub(r'[^\w\- ]', '', text).replace(' ', '-'))
    return found


def main():
    listed = subprocess.run(['git', 'ls-files', '-co', '--exclude-standard', '*.md'], cwd=ROOT, capture_output=True, text=True)
    files = [ROOT / name for name in listed.stdout.split()]
    count = 0
    for file in files:
        text = re.sub(r'```.*?```', '', file.read_text(), flags=re.S)
        for target in LINK.findall(text):
            if re.match(r'[a-z]+:', target):
                continue
            path, _, anchor = target.partition('#')
            goal = (file.parent / path).resolve() if path else file
            if not goal.exists():
                print(f'{file.relative_to(ROOT)}: {target} does not exist')
                count += 1
            elif anchor and goal.suffix == '.md' and anchor not in anchors(goal):
                print(f'{file.relative_to(ROOT)}: {target}: no such heading')
                count += 1
    print(f'links: {len(files)} files, {count} problem(s)')
    return 1 if count else 0


sys.exit(main())
