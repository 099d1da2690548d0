#!/usr/bin/env python3
"""contrib/fencepost.py with today's executable: the command lines that it makes are taken, and it reads the right answers. BenchExec itself is not
needed: what the module uses of it stands below.

usage: tool_info.py PROGRAM"""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile
import types

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROPERTIES = {'unreach-call': 'CHECK( init(main()), LTL(G ! call(reach_error())) )\n',
              'valid-memsafety': ''.join(f'CHECK( init(main()), LTL(G {part}) )\n' for part in ('valid-free', 'valid-deref', 'valid-memtrack')),
              'no-data-race': 'CHECK( init(main()), LTL(G ! data-race) )\n'}
BLOCK = '#include <stdlib.h>\nint main(void) {{\n  int *block = malloc(4);\n  if (!block) return 0;\n  {}\n  return 0;\n}}\n'
MEMORY = {'free': ('free(block); free(block);', 'false(valid-free)'), 'deref': ('block[1] = 0; free(block);', 'false(valid-deref)'),
          'track': ('block = 0;', 'false(valid-memtrack)'), 'right': ('free(block);', 'true')}


class Output(list):
    @property
    def text(self):
        return ''.join(self)


class Template:
    def _version_from_tool(self, executable, line_prefix):
        first = subprocess.run([executable, '--version'], capture_output=True, text=True).stdout.splitlines()[0]
        return first.removeprefix(line_prefix).strip()


def module():
    result = types.ModuleType('benchexec.result')
    result.RESULT_TRUE_PROP, result.RESULT_FALSE_PROP, result.RESULT_UNKNOWN, result.RESULT_ERROR = 'true', 'false', 'unknown', 'ERROR'
    template = types.ModuleType('benchexec.tools.template')
    template.BaseTool2 = Template
    tools, root = types.ModuleType('benchexec.tools'), types.ModuleType('benchexec')
    root.result, root.tools, tools.template = result, tools, template
    sys.modules.update({'benchexec': root, 'benchexec.result': result, 'benchexec.tools': tools, 'benchexec.tools.template': template})
    specification = importlib.util.spec_from_file_location('fencepost_tool', ROOT / 'contrib' / 'fencepost.py')
    found = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(found)
    return found


def main():
    program, tool, failures = str(pathlib.Path(sys.argv[1]).resolve()), module().Tool(), 0
    with tempfile.TemporaryDirectory() as folder:
        at = pathlib.Path(folder)
        for name, text in PROPERTIES.items():
            (at / f'{name}.prp').write_text(text)
        for name, (text, _) in MEMORY.items():
            (at / f'{name}.c').write_text(BLOCK.format(text))
        turns = str(ROOT / 'tests/formats/turns.c')
        witness, other = at / 'turns.yml', at / 'other.yml'
        subprocess.run([program, 'verify', '--quiet', '--property', 'unreach-call', turns, '--witness', str(witness)], capture_output=True)
        other.write_text(witness.read_text().replace('"true"', '"false"'))
        tasks = [('unreach-call', turns, [], 'false'), ('unreach-call', str(ROOT / 'tests/formats/kept.c'), [], 'true'),
                 ('no-data-race', str(ROOT / 'examples/race.c'), [], 'false'),
                 ('unreach-call', turns, ['--validate-witness', str(witness)], 'false'),
                 ('unreach-call', turns, ['--validate-witness', str(other)], 'true'),
                 ('unreach-call', str(at / 'none.c'), [], 'ERROR (missing file)'),
                 ('unreach-call', str(at / 'unreach-call.prp'), [], 'ERROR (bad input)'),
                 *(('valid-memsafety', str(at / f'{name}.c'), [], answer) for name, (_, answer) in MEMORY.items())]
        for property_name, file, options, expected in tasks:
            task = types.SimpleNamespace(property_file=str(at / f'{property_name}.prp'), options={'data_model': 'LP64'}, input_files=[file])
            command = tool.cmdline(program, list(options), task, types.SimpleNamespace(cputime=100, memory=4_000_000_000))
            done = subprocess.run(command, capture_output=True, text=True)
            code = types.SimpleNamespace(value=done.returncode if done.returncode >= 0 else None, signal=-done.returncode)
            output = Output((done.stdout + done.stderr).splitlines(keepends=True))
            answer = tool.determine_result(types.SimpleNamespace(exit_code=code, output=output, cmdline=command))
            if answer != expected:
                failures += 1
                print(f'FAIL {" ".join(command)}: {answer}, not {expected} (exit code {done.returncode})')
    if not tool.version(program)[:1].isdigit():
        failures += 1
        print('FAIL version:', tool.version(program))
    print(f'{len(tasks)} tasks, {failures} failures')
    sys.exit(1 if failures else 0)


if __name__ == '__main__':
    main()
