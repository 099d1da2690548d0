#!/usr/bin/env python3
"""docs/library.md from the sources: which functions of the library are modelled, what the models check and what they leave
open. A row stands beside its model, in src/frontend/clang/library/*.c or known_*.cpp:

    //: strcmp strcoll | both are strings | any number of the right sign

Models are compared with the host's library by tests/library, all but those of rows `//- names | why not`.

Which functions there are is read from the headers, which of them are modelled from the definitions and the table of known
calls. A model without a row is told by the checks and choices in its text.  library_table.py [--check]: write the page, or fail if it is not what would be written."""
import re
import sys
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
CLANG = TOP / 'src/frontend/clang'
PAGE = TOP / 'docs/library.md'


def declared():
    """name -> header, of functions and of macros with parameters."""
    functions, macros = {}, {}
    for header in sorted((CLANG / 'include').rglob('*.h')):
        if header.name in ('linux.h', 'stdatomic.h', 'limits.h', 'stdint.h', 'inttypes.h', 'errno.h'):
            if header.name != 'inttypes.h':
                continue
        name_of_header = str(header.relative_to(CLANG / 'include'))
        text = re.sub(r'/\*.*?\*/', '', header.read_text(), flags=re.S)
        for found, pattern in ((functions, r'^extern [^;]*?\b(\w+)\((?!\*)'), (macros, r'^#define (?!va_)([a-z]\w*)\(')):
            for match in re.finditer(pattern, text, flags=re.M):
                if not match[1].startswith('_'):
                    found.setdefault(match[1], name_of_header)
    return functions, {name: header for name, header in macros.items() if name not in functions}


def modelled():
    """name -> the ids that its model checks and whether it chooses, where its text tells."""
    found = {}
    for source in (CLANG / 'library').glob('*.c'):
        pattern = r'^(?!static)[A-Za-z][\w ]*[ *]+(\w+)\([^;]*?\{(?:.*\}$|.*\n(?:(?:[ #].*)?\n)*\})'
        for match in re.finditer(pattern, source.read_text(), flags=re.M):
            checks = sorted(set(re.findall(r'__fencepost_check\("([\w-]+)"', match[0])))
            chooses = re.search(r'__fencepost_any_|__VERIFIER_nondet_', match[0])
            found[match[1]] = (', '.join(f'`{check}`' for check in checks), 'a choice' if chooses else '')
    for match in re.finditer(r'^ +\{"(\w+)", &E::known_(\w+)\},', (CLANG / 'known_calls.cpp').read_text(), flags=re.M):
        if match[2] != 'unsupported':
            found.setdefault(match[1], ('', 'any value' if match[2] == 'any' else ''))
    return {name: told for name, told in found.items() if not name.startswith('_')}


def rows():
    """(names, checks, open) in the order of the sources."""
    found = []
    for source in sorted([*(CLANG / 'library').glob('*.c'), *CLANG.glob('known_*.cpp')]):
        for number, line in enumerate(source.read_text().splitlines(), 1):
            if not line.lstrip().startswith('//: '):
                continue
            parts = [part.strip() for part in line.lstrip()[4:].split('|')]
            if len(parts) != 3:
                sys.exit(f'{source}:{number}: a row is `//: names | what is checked | what is left open`')
            found.append((parts[0].split(), parts[1], parts[2]))
    return found


def not_compared():
    """(names, why) in the order of the sources."""
    found = []
    for source in sorted([*(CLANG / 'library').glob('*.c'), *CLANG.glob('known_*.cpp')]):
        for line in source.read_text().splitlines():
            if line.lstrip().startswith('//- '):
                names, _, why = line.lstrip()[4:].partition('|')
                found.append((names.split(), why.strip()))
    return found


def is_compared():
    """Whether a model is run by tests/library, by its own or its internal name, or in a program."""
    tests = TOP / 'tests/library'
    by_unit = set(re.findall(r'(?:model|__fencepost)_(\w+)', ''.join(s.read_text() for s in tests.glob('*_test.cpp'))))
    in_program = set(re.findall(r'(\w+)\(', ''.join(s.read_text() for s in (tests / 'programs').glob('*.c'))))
    return lambda name: name in by_unit or name in in_program


def comparison(models):
    """The lines about it; ends where a model is neither compared nor said not to be."""
    reasons, is_run, lines = {}, is_compared(), []
    for names, why in not_compared():
        for name in names:
            if name not in models or is_run(name):
                sys.exit(f'library_table.py: `{name}` is said not to be compared, but is, or is not modelled')
            reasons.setdefault(why, []).append(name)
    excused = {name for names in reasons.values() for name in names}
    for name in sorted(models):
        if name not in excused and not is_run(name):
            sys.exit(f'library_table.py: tests/library does not compare `{name}`; add a test, or a row `//- {name} | why not`')
    for why, names in reasons.items():
        lines.append(f'| {", ".join(f"`{name}`" for name in names)} | {why} |')
    return lines


def page():
    (headers, macros), models = declared(), modelled()
    models = {**{name: ('', '') for name in macros}, **models}
    headers = {**macros, **headers}
    tables = {}

    def tell(names, checks, is_open):
        by_header = {}
        for name in names:
            by_header.setdefault(headers.get(name, 'others'), []).append(name)
        for header, group in by_header.items():
            tables.setdefault(header, []).append((group, checks, is_open))

    told = set()
    for names, checks, is_open in rows():
        for name in names:
            if name not in models:
                sys.exit(f'library_table.py: there is a row for `{name}`, which is not modelled')
        told.update(names)
        tell(names, checks, is_open)
    alike = {}
    for name in sorted(models.keys() - told):
        alike.setdefault(models[name], []).append(name)
    for (checks, is_open), names in sorted(alike.items(), reverse=True):
        tell(names, checks, is_open)
    lines = [
        '# The library',
        '',
        'Made by `scripts/library_table.py` (`make tables`) from the models; do not edit.',
        '',
        'A pointer that a function reads or writes through is checked like one that the program dereferences itself, and values that',
        'are passed must be initialised; the tables tell what else is checked. The kinds of checks are those of `fencepost checks`. What',
        'is left open is a choice: an answer of SAFE holds for every one. A call of a function that is not modelled is UNKNOWN where it',
        "is reached. The locale is \"C\"; `errno` is set where the standard or POSIX says so.",
        '',
    ]
    for header in sorted(set(tables) | {h for n, h in headers.items() if n not in models}, key=lambda h: (h == 'others', h)):
        missing = sorted(n for n, h in headers.items() if h == header and n not in models)
        if header not in tables and len(missing) == 0:
            continue
        lines += [f'## {"Others" if header == "others" else f"`<{header}>`"}', '']
        if header in tables:
            lines += ['| functions | what is checked | what is left open |', '| --- | --- | --- |']
            for names, checks, is_open in tables[header]:
                lines.append(f'| {", ".join(f"`{name}`" for name in names)} | {checks} | {is_open} |')
            lines.append('')
        if missing:
            lines += [f'Not modelled: {", ".join(f"`{name}`" for name in missing)}.', '']
    lines += ['## Comparison with the host', '']
    lines += ['`tests/library` runs every model beside the function of the host, under ASan and UBSan, on random arguments, or in programs; what', 'C leaves open is compared as sets. Not compared:', '']
    lines += ['| functions | why not |', '| --- | --- |', *comparison(models)]
    return '\n'.join(lines).rstrip() + '\n'


if __name__ == '__main__':
    text = page()
    if '--check' not in sys.argv:
        PAGE.write_text(text)
    elif not PAGE.exists() or PAGE.read_text() != text:
        sys.exit('docs/library.md is stale: run `make tables`')
