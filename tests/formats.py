#!/usr/bin/env python3
"""SARIF and witnesses of what is UNSAFE: the SARIF log has its form, each witness is confirmed, and of corrupted ones none crashes.

usage: formats.py PROGRAM [--corpus DIR --every N] [--schema FILE] [--mutants N]
Without --corpus, a few examples. With --schema (the JSON schema of SARIF 2.1.0) logs are validated against it, if python3-jsonschema is there."""
import argparse
import collections
import json
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMPLES = [('examples/lock.c', ['--model', 'tso']), ('examples/race.c', []), ('examples/message.c', ['--model', 'pso', '--no-check', 'data-race']),
            ('examples/average.c', []), ('examples/list.c', []), ('examples/race.c', ['--property', 'no-data-race']),
            ('tests/formats/turns.c', ['--property', 'unreach-call']), ('tests/formats/inputs.c', ['--property', 'unreach-call']),
            ('tests/formats/asks.c', ['--property', 'unreach-call']), ('tests/formats/turned.c', ['--property', 'no-data-race']),
            ('tests/formats/parts_main.c tests/formats/parts_other.c', []), ('tests/formats/at_once.c', []),
            ('tests/formats/no_main.c', []), ('tests/formats/both_linkages.c', []), ('tests/formats/inside.c', ['--property', 'no-data-race']),
            ('tests/formats/called.c', ['--property', 'unreach-call']), ('tests/formats/started.c', []), ('tests/formats/arms.c', []),
            ('tests/formats/rounds.c', ['--model', 'tso']), ('tests/formats/rounds.c', []), ('tests/formats/awaited.c', ['--property', 'liveness']),
            ('tests/formats/outlived.c', []), ('tests/formats/outlived.c', ['--model', 'pso']),
            ('tests/formats/beside.c', ['--model', 'c11']), ('tests/formats/freed.c', ['--model', 'rc11']),
            ('tests/formats/crossed.c', ['--property', 'no-deadlock']), ('tests/formats/sections.c', ['--property', 'no-data-race'])]
# What is wrong with a witness of these: where it is changed, and to what; what is said then.
WRONG = [('tests/formats/rounds.c', ['--model', 'power'], r'value: "1"', 'value: "1 == 2"', (12, 20)),
         ('tests/formats/rounds.c', ['--model', 'tso'], r'value: "true"', 'value: "false"', (12, 20)),
         ('tests/formats/rounds.c', ['--model', 'tso'], r'function: "enter"', 'function: "main"', (12,)),
         ('tests/formats/started.c', [], r'G ! call\(__assert_fail\(\)\)', 'G ! data-race', (12, 20)),
         ('tests/formats/started.c', [], r'G ! call\(__assert_fail\(\)\)', 'G ! what-nobody-knows', (65,)),
         ('tests/formats/called.c', ['--property', 'unreach-call'], r'G ! call\(reach_error\(\)\)', 'G ! overflow', (65,)),
         ('tests/formats/called.c', ['--property', 'unreach-call'], 'LP64', 'ILP32', (65,)),
         ('tests/formats/called.c', ['--property', 'unreach-call'], r'c": "[0-9a-f]{64}"', 'c": "none"', (65,)),
         ('tests/formats/arms.c', [], r'thread_id: 3', 'thread_id: 2', (12, 20)),
         ('tests/formats/awaited.c', ['--property', 'liveness'], r'value: "true"', 'value: "false"', (12, 20)),
         ('tests/formats/crossed.c', ['--property', 'no-deadlock'], r'(?s)(.*thread_id: )1', r'\g<1>2', (12, 20)),
         ('tests/formats/inputs.c', ['--property', 'unreach-call'], r'(?s)(.*)line: 13\n(\s*)column: 9', r'\g<1>line: 10\n\g<2>column: 3', (12, 20)),
         ('tests/formats/sections.c', ['--property', 'no-data-race'], r'thread_id: 7', 'thread_id: 3', (12, 20))]
# Of these nothing else than what their witnesses say leads to the failure.
STRICT = ('tests/formats/turns.c', 'tests/formats/inputs.c')
# An edge at a line without a statement says nothing: other tools write such.
HARMLESS = (('swap', 'yml'), ('swap', 'graphml'), ('line', 'graphml'))
failures = []


def fail(what):
    failures.append(what)
    print('FAIL', what)


def run(program, arguments, limit=120):
    try:
        done = subprocess.run([program, 'verify', *arguments], cwd=ROOT, capture_output=True, text=True, errors='replace', timeout=limit)
        return done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        return 'timeout', '', ''


def check_sarif(text, name, schema):
    log = json.loads(text)
    if schema:
        try:
            import jsonschema
            jsonschema.validate(log, schema)
        except ImportError:
            pass
        except jsonschema.ValidationError as error:
            fail(f'{name}: SARIF: {error.message} at {list(error.absolute_path)}')
    one = log['runs'][0]
    rules = one['tool']['driver']['rules']
    if log['version'] != '2.1.0' or one['invocations'][0]['exitCode'] != 10:
        fail(f'{name}: SARIF of another version, or with another exit code')
    for result in one['results']:
        if rules[result['ruleIndex']]['id'] != result['ruleId']:
            fail(f'{name}: SARIF: a rule has another index')
        order = sorted(step['executionOrder'] for flow in result['codeFlows'][0]['threadFlows'] for step in flow['locations'])
        if order != list(range(1, len(order) + 1)):
            fail(f'{name}: SARIF: steps are not numbered')
        ids = [{node['id'] for node in graph['nodes']} for graph in result.get('graphs', [])]
        for graph, nodes in zip(result.get('graphs', []), ids):
            if any(edge['sourceNodeId'] not in nodes or edge['targetNodeId'] not in nodes for edge in graph['edges']):
                fail(f'{name}: SARIF: an edge of a node that is none')


def check_commands(program, schema):
    """Other commands write SARIF, too, and nothing but SARIF; it is JSON whatever the program has in it."""
    odd = '#include <assert.h>\nint main(void) { int x = 1; assert(x == 2 && "\x7f\x85\x9b \x1b[8m"); }\n'
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'odd %20é#?.c'
        path.write_text(odd)
        for command, *arguments in (('explore', '--model', 'sc', 'examples/race.c'), ('robust', '--model', 'tso', 'examples/lock.c'),
                                    ('fences', '--model', 'tso', 'examples/race.c'), ('explore', str(path)), ('verify', str(path))):
            for form in ('sarif', 'json'):
                done = subprocess.run([program, command, '--format', form, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=120)
                try:
                    json.loads(done.stdout)
                except ValueError as error:
                    fail(f'{command}: {form}: {error}')
                    continue
                if form == 'sarif':
                    check_sarif(done.stdout, f'{command} {arguments[-1]}', schema)


def mutants(text, random_numbers, count):
    """Ways to spoil a witness. None may crash; those that must not be confirmed say so."""
    lines = text.splitlines()
    at = [i for i, line in enumerate(lines) if re.match(r'\s*line: \d+|\s*<edge', line)]
    kinds = ['line', 'swap', 'value', 'thread', 'cut', 'bytes', 'deep', 'aliases', 'branch', 'column', 'nul', 'huge', 'type', 'hash']
    for number in range(count):
        kind = kinds[number % len(kinds)]
        out = list(lines)
        if kind == 'line' and at:
            i = random_numbers.choice(at)
            line = str(random_numbers.choice([1, 2, 5, 6, 7, 5000, 4294967295]))
            out[i] = re.sub(r'(line: |startline">|endline">)\d+', lambda m: m.group(1) + line, out[i])
            out[i] = re.sub(r'<data key="(start|end)offset">\d+</data>', '', out[i])
        elif kind == 'swap':
            # Segments, or what is said of edges.
            parts = re.split(r'(?m)(^(?=\s*- segment:)|(?<=<edge)[^>]*>|</edge>)', text)
            inside = range(2, len(parts), 4 if '<edge' in text else 2)
            if len(inside) > 1:
                i, j = random_numbers.sample(inside, 2)
                parts[i], parts[j] = parts[j], parts[i]
            yield kind, ''.join(parts)
            continue
        elif kind == 'value':
            yield kind, re.sub(r'result == (-?\d+)', r'result == 12345\1', text)
            continue
        elif kind == 'thread':
            yield kind, re.sub(r'thread_id: \d+|threadId">\d+', lambda m: m.group(0)[:-1] + str(random_numbers.randint(0, 9)), text)
            continue
        elif kind == 'cut':
            yield kind, text[:random_numbers.randrange(len(text))]
            continue
        elif kind == 'bytes':
            data = bytearray(text.encode())
            for _ in range(20):
                data[random_numbers.randrange(len(data))] = random_numbers.randrange(256)
            yield kind, bytes(data)
            continue
        elif kind == 'deep':
            yield kind, random_numbers.choice(['[' * 100000, '{a: ' * 100000, '<a>' * 100000, '- ' * 100000, '- entry_type: ' + '(' * 100000])
            continue
        elif kind == 'aliases':
            bomb = 'a0: &a0 [x,x,x,x,x,x,x,x,x]\n' + ''.join(f'a{i}: &a{i} [{",".join([f"*a{i - 1}"] * 9)}]\n' for i in range(1, 12))
            yield kind, bomb + '- entry_type: violation_sequence\n' if number % 20 < 10 else \
                '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><graphml>&c;</graphml>'
            continue
        elif kind == 'branch':
            yield kind, re.sub(r'("|condition-)(true|false)(?=["<])', lambda m: m.group(1) + random_numbers.choice(('false', 'true')), text)
            continue
        elif kind == 'nul':
            place = random_numbers.randrange(len(text))
            yield kind, text[:place] + '\0' + text[place:]
            continue
        elif kind == 'huge':
            yield kind, re.sub(r'(line: |line">|thread_id: |threadId">)\d+', lambda m: m.group(1) + random_numbers.choice(['9' * 30, '-1', '4294967296', '1e3']), text, count=3)
            continue
        elif kind == 'type':
            yield kind, re.sub(r'location:|constraint:|<edge |<node ', lambda m: random_numbers.choice([m.group(0) + ' [1]', 'x' + m.group(0), m.group(0) * 2]), text, count=1)
            continue
        elif kind == 'hash':
            yield kind, re.sub(r'([0-9a-f]{63})[0-9a-f](["<])', lambda m: m.group(1) + random_numbers.choice('0123456789abcdef') + m.group(2), text)
            continue
        elif kind == 'column':
            yield kind, re.sub(r'column: \d+', lambda m: f'column: {random_numbers.randint(0, 60)}', text)
            continue
        yield kind, '\n'.join(out) + '\n'


def said(text, kind):
    """What a witness says of the run, and of which program. None: that is not known."""
    try:
        if kind == 'graphml':
            import xml.etree.ElementTree as tree
            graph = tree.fromstring(text)
            nodes = [(node.get('id'), [(data.get('key'), data.text) for data in node.findall('{*}data')]) for node in graph.findall('.//{*}node')]
            edges = [(edge.get('source'), edge.get('target'), sorted((data.get('key'), data.text) for data in edge.findall('{*}data')))
                     for edge in graph.findall('.//{*}edge')]
            return nodes, edges, [data.text for data in graph.findall('.//{*}data') if data.get('key') == 'programhash']
        import yaml
        return [(entry['content'], entry['metadata']['task']['input_file_hashes']) for entry in yaml.safe_load(text)]
    except Exception:  # whatever is wrong with it
        return None


def check_wrong(program, folder):
    """Witnesses of which one thing is changed, so that they are wrong, are not confirmed."""
    for name, options, what, instead, expected in WRONG:
        witness = pathlib.Path(f'{folder}/wrong.yml')
        witness.unlink(missing_ok=True)
        run(program, [name, *options, '--witness', str(witness)])
        text = witness.read_text()
        changed = re.sub(what, instead, text, count=1)
        if changed == text:
            fail(f'{name}: its witness does not say {what}')
        witness.write_text(changed)
        code, out, err = run(program, [name, *options, '--timeout', '20', '--validate-witness', str(witness)])
        if code not in expected or (code == 65 and not re.search(r'wrong\.yml:\d+:\d+', err)):
            fail(f'{name}: a witness that says {instead} instead of {what}: exit code {code} {out.strip()[:300]} {err.strip()[:300]}')


# Edges as other tools write them: (thread, line in others.c, what else). Each way is that of a run, and with what comes last that of none.
OTHERS = {
    'the first thread is made, too': [
        [('', '', 'createThread 0', 'enterFunction main'), ('0', 25, 'createThread 1'), ('1', 25, 'enterFunction one'), ('0', 26, 'createThread 2'),
         ('1', 8), ('1', 9, 'assumption drawn == (7);', 'assumption.scope one'), ('1', 10, 'control condition-true'), ('1', 11),
         ('2', 16, 'control condition-true'), ('2', 17, 'control condition-true'), ('2', 18, 'enterFunction reach_error')],
        'drawn == (7)', 'drawn == (8)'],
    'values after one sign': [
        [('0', 25, 'createThread 1'), ('0', 26, 'createThread 2'), ('1', 8, 'assumption first = 1;'), ('1', 9, 'assumption drawn = 7;'),
         ('1', 11, 'assumption second = 7;'), ('2', 16), ('2', 17), ('2', 18)],
        'drawn = 7', 'drawn = 6'],
    'what functions return': [
        [('0', 25, 'createThread 1'), ('0', 26, 'createThread 2'), ('1', 8),
         ('1', 9, 'assumption (\\result == 7)', 'assumption.scope one', 'assumption.resultfunction __VERIFIER_nondet_int'), ('1', 11), ('2', 16), ('2', 18)],
        'result == 7', 'result == 5']}


def check_others(program, folder):
    """What other tools write is read, and is confirmed where it is true."""
    name = 'tests/formats/others.c'
    for style, (edges, true, wrong) in OTHERS.items():
        body = '<node id="q0"><data key="entry">true</data></node>'
        for i, (thread, line, *more) in enumerate(edges):
            data = [('threadId', thread), ('startline', line), ('endline', line), *(one.split(' ', 1) for one in more)]
            body += f'<node id="q{i + 1}">{"<data key=%sviolation%s>true</data>" % (chr(34), chr(34)) if i == len(edges) - 1 else ""}</node>'
            body += f'<edge source="q{i}" target="q{i + 1}">' + ''.join(f'<data key="{key}">{value}</data>' for key, value in data if value) + '</edge>\n'
        text = ('<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key attr.name="isSinkNode" for="node" id="sink"/>'
                '<graph edgedefault="directed"><data key="witness-type">violation_witness</data><data key="producer">another</data>'
                '<data key="specification">CHECK( init(main()), LTL(G ! call(reach_error())) )</data><data key="programfile">../c/others.c</data>'
                f'<data key="architecture">64bit</data>\n{body}</graph></graphml>')
        for shown, expected in ((text, (10,)), (text.replace(true, wrong), (12, 20))):
            witness = pathlib.Path(f'{folder}/others.graphml')
            witness.write_text(shown)
            code, out, err = run(program, [name, '--property', 'unreach-call', '--timeout', '20', '--validate-witness', str(witness)])
            if code not in expected:
                fail(f"{name}: {style}{'' if shown == text else ', ' + wrong}: exit code {code} {out.strip()[:300]} {err.strip()[:300]}")


def check_task(program, folder):
    """A task is the program, with one of its properties."""
    name, witness = 'tests/golden/tasks/average.yml', f'{folder}/task.yml'
    for options, expected in ((['--property', 'no-overflow'], 10), (['--property', 'unreach-call'], 65), ([], 64)):
        if expected == 10:
            run(program, [name, *options, '--witness', witness])
        code, out, err = run(program, [name, *options, '--validate-witness', witness])
        if code != expected:
            fail(f"{name}: {' '.join(options)}: its witness: exit code {code}, not {expected} {out.strip()[:300]} {err.strip()[:300]}")


def check_odd_names(program, folder):
    """However a file is called, its witness is about it."""
    for name in ('--html.c', 'a"b.c', "it's <b>&amp;.c", 'two\nlines.c'):
        (pathlib.Path(folder) / name).write_text((ROOT / 'tests/formats/at_once.c').read_text())
        for kind in ('yml', 'graphml'):
            witness = f'odd.{kind}'
            for options, expected in ((['--witness', witness], 10), (['--validate-witness', witness], 10)):
                done = subprocess.run([program, 'verify', *options, '--', name], cwd=folder, capture_output=True, text=True, timeout=120)
                if done.returncode != expected:
                    fail(f'{name!r}: {options[0]} in {kind}: exit code {done.returncode}: {done.stderr.strip()[:300]}')


def tasks(arguments):
    if not arguments.corpus:
        yield from EXAMPLES
        return
    corpus = pathlib.Path(arguments.corpus)
    found = sorted(corpus.rglob('*.yml')) or sorted(corpus.rglob('*.c'))
    for task in found[arguments.first::arguments.every]:
        by_property = [] if task.suffix == '.yml' or not arguments.property else ['--property', arguments.property]
        yield str(task), ['--timeout', str(arguments.timeout), *by_property]


def check_invariants(program, folder):
    """Invariants of a proof hold: as assertions before their loops, at their heads, they do not fail, and something else there does."""
    import yaml
    name, witness = 'tests/formats/kept.c', f'{folder}/correct.yml'
    code, out, err = run(program, [name, '--property', 'unreach-call', '--witness', witness])
    if code != 0:
        return fail(f'{name}: exit code {code}: {err}')
    invariants = [one['invariant'] for entry in yaml.safe_load(pathlib.Path(witness).read_text()) for one in entry['content']]
    if not invariants:
        fail(f'{name}: its proof says nothing in its witness')
    for one in invariants:
        for value, expected in ((one['value'], 0), (f"({one['value']}) && counter != 7", 10)):
            lines = (ROOT / name).read_text().splitlines()
            line = one['location']['line'] - 1
            loop = lines[line][one['location']['column'] - 1:]
            head = re.match(r'while \((.*)\) \{$', loop)
            asserted = f'__VERIFIER_atomic_begin(), (({value}) ? (void)0 : reach_error()), __VERIFIER_atomic_end()'
            lines[line] = f'while (({asserted}, {head.group(1)})) {{'
            path = pathlib.Path(f'{folder}/asserted.c')
            path.write_text('void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n' + '\n'.join(lines) + '\n')
            code, out, err = run(program, [str(path), '--property', 'unreach-call', '--timeout', '60'])
            if code != expected:
                fail(f"{name}: with the assertion {value} the exit code is {code}, not {expected} {out.strip()[:300]} {err.strip()[:300]}")
    print(f'{len(invariants)} invariants')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--corpus')
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--first', type=int, default=0)
    parser.add_argument('--timeout', type=int, default=20)
    parser.add_argument('--property', default='unreach-call')
    parser.add_argument('--schema')
    parser.add_argument('--mutants', type=int, default=14)
    arguments = parser.parse_args()
    program = str(pathlib.Path(arguments.program).resolve())
    schema = json.loads(pathlib.Path(arguments.schema).read_text()) if arguments.schema else None
    answers, spoiled = collections.Counter(), collections.Counter()
    numbers = random.Random(7)
    if not arguments.corpus:
        check_commands(program, schema)
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.corpus:
            check_invariants(program, folder)
            check_task(program, folder)
            check_odd_names(program, folder)
            check_wrong(program, folder)
            check_others(program, folder)
        for name, options in tasks(arguments):
            is_task = name.endswith('.yml')
            witness = f'{folder}/w.yml'
            if is_task:
                options = options + ['--property', arguments.property]
            pathlib.Path(witness).unlink(missing_ok=True)
            code, out, err = run(program, [*name.split(), *options, '--format', 'sarif', '--witness', witness])
            if code != 10:
                answers[f'not UNSAFE ({code})'] += 1
                if not arguments.corpus:
                    fail(f'{name}: exit code {code}: {err}')
                continue
            check_sarif(out, name, schema)
            files = name.split()
            if is_task:
                text = pathlib.Path(name).read_text()
                files = [str(pathlib.Path(name).parent / file) for file in re.findall(r"input_files:\s*'?\"?([^'\"\n]+)", text)]
                if 'ILP32' in text:
                    options = options + ['--data-model', 'ILP32']
            kinds = ['yml', 'graphml']
            for kind in kinds:
                witness = f'{folder}/w.{kind}'
                if kind == 'graphml':
                    pathlib.Path(witness).unlink(missing_ok=True)
                    run(program, [*files, *options, '--witness', witness])
                code, out, err = run(program, [*files, *options, '--validate-witness', witness])
                answers[f'{kind}: {code}'] += 1
                if code != 10 and (kind == 'yml' or not arguments.corpus):
                    fail(f'{name}: its {kind} witness is not confirmed: {code} {out.strip()[:300]} {err.strip()[:300]}')
                if arguments.corpus:
                    continue
                text = pathlib.Path(witness).read_text()
                for how, spoilt in mutants(text, numbers, arguments.mutants):
                    path = pathlib.Path(f'{folder}/spoilt.{kind}')
                    path.write_bytes(spoilt if isinstance(spoilt, bytes) else spoilt.encode())
                    code, out, err = run(program, [*files, *options, '--timeout', '20', '--validate-witness', str(path)])
                    was, now = said(text, kind), said(spoilt, kind)
                    spoiled[f"{how}{', which changes nothing' if was == now else ''}: {code}"] += 1
                    if code not in (10, 12, 20, 65):
                        fail(f'{name}: a {kind} witness spoilt by {how}: exit code {code} {err.strip()[:300]}')
                    if code == 65 and not re.search(r'spoilt\.\w+:\d+', err):
                        fail(f'{name}: a {kind} witness spoilt by {how} is refused without a position: {err.strip()[:300]}')
                    if code == 10 and how in ('deep', 'aliases', 'nul'):
                        fail(f'{name}: a {kind} witness that is none is confirmed ({how})')
                    if code == 10 and was != now and how in ('hash', 'huge'):
                        fail(f'{name}: a {kind} witness that says something else is confirmed ({how})')
                    if code == 10 and now and was != now and name in STRICT and (how, kind) not in HARMLESS:
                        fail(f'{name}: a {kind} witness that cannot be is confirmed ({how})')
                    if code != 65 and how == 'hash' and was != now:
                        fail(f'{name}: a {kind} witness of another text is not refused: exit code {code}')
    print(dict(answers))
    changed = collections.Counter(code for one, number in spoiled.items() if 'nothing' not in one for code in [one.rsplit(': ', 1)[1]] * number)
    print(dict(sorted(spoiled.items())))
    print(f'{sum(changed.values())} corrupted witnesses: {dict(sorted(changed.items()))}')
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
