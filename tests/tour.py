#!/usr/bin/env python3
"""What docs/tour.md shows is what the program prints: every indented line of a section stands, in that order, in the output of
the command that the section's title names (in the first section: in the example itself, behind line numbers).

  tour.py FENCEPOST
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
EXAMPLE = 'examples/message.c'


def printed(fencepost, title):
    command = re.search(r'`fencepost ([^`]*)`', title)
    if not command:
        return [f'{number:<2} {line}' for number, line in enumerate((ROOT / EXAMPLE).read_text().splitlines(), 1)]
    words = command.group(1).split() + [EXAMPLE]
    return subprocess.run([fencepost, *words], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def main():
    fencepost = str(pathlib.Path(sys.argv[1]).resolve())
    missing = 0
    for section in re.split(r'^#+ ', (ROOT / 'docs/tour.md').read_text(), flags=re.M)[1:]:
        title, *lines = section.splitlines()
        shown = [line.strip() for line in lines if line.startswith('    ') and line.strip() not in ('', '...')]
        if not shown:
            continue
        rest = iter(line.strip() for line in printed(fencepost, title))
        for line in shown:
            if line not in rest:
                print(f'docs/tour.md, "{title}": not printed (in this order): {line}')
                missing += 1
                break
    print(f'tour: {missing} section(s) differ')
    return 1 if missing else 0


sys.exit(main())
