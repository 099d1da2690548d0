#!/usr/bin/env python3
"""Manual pages and completions name every command and option; bash completes with them; examples are listed and printed as they are."""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
problems = []


def told(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    if done.returncode != 0:
        problems.append(f'{arguments}: exit code {done.returncode}: {done.stderr}')
    return done.stdout


rows = re.findall(r'^OPTION\("[^"]*", ([^,]+), \w+, \w+, "([^"]+)"', (ROOT / 'src/driver/options.def').read_text(), re.M)
page = told('manual', 'verify').replace('\\-', '-')
shells = {name: told('completions', name) for name in ('bash', 'zsh', 'fish')}
for commands, flags in rows:
    if 'kVerify' not in commands:
        continue
    for flag in flags.split(','):
        if f'\\fB{flag}\\fR' not in page:
            problems.append(f'the manual page of verify does not tell of {flag}')
        for name, text in shells.items():
            wanted = flag if name != 'fish' else ('-l ' + flag[2:] if flag.startswith('--') else '-s ' + flag[1:])
            if wanted not in text:
                problems.append(f'the completion for {name} does not know {flag}')
for command in re.findall(r'^  ([a-z]+)  ', told('--help'), re.M):
    if not told('manual', command).startswith('.TH fencepost'):
        problems.append(f'{command} has no manual page')

# What bash offers, asked of bash itself.
def completed(*words, cwd=ROOT):
    script = f'source /dev/stdin; COMP_WORDS=(fencepost {" ".join(words)}); COMP_CWORD={len(words)}; _fencepost; echo "${{COMPREPLY[@]}}"'
    script = script.replace('source /dev/stdin', 'eval "$COMPLETION"')
    script = script.replace('echo "${COMPREPLY[@]}"', "printf '%s\\n' \"${COMPREPLY[@]}\"")
    done = subprocess.run(['bash', '-c', script], capture_output=True, text=True, cwd=cwd, env={'COMPLETION': shells['bash'], 'PATH': '/usr/bin:/bin'})
    return done.stdout.splitlines()


for words, wanted in [(('ver',), 'verify'), (('verify', '--form'), '--format'), (('verify', '--format', 'sa'), 'sarif'),
                      (('verify', '--engine', 'ce'), 'cegar'), (('verify', '--model', 'ts'), 'tso'), (('litmus', '-m', 'a'), 'aarch64'),
                      (('verify', '--property', 'no-d'), 'no-data-race'), (('verify', '--model', 'READ'), 'README.md'), (('litmus', '--exp'), '--expect')]:
    if wanted not in completed(*words):
        problems.append(f'bash completes {words} with {completed(*words)}')

with tempfile.TemporaryDirectory() as folder:
    (pathlib.Path(folder) / 'a b.c').touch()
    if completed('verify', 'a', cwd=folder) != ['a b.c']:
        problems.append(f'a name with a space is completed as {completed("verify", "a", cwd=folder)}')

for name in ('lock.c', 'README.md', 'sb.litmus', 'buffers/queue.c'):
    if told('examples', name) != (ROOT / 'examples' / name).read_text():
        problems.append(f'the example {name} is printed otherwise')
listed = told('examples')
for file in sorted((ROOT / 'examples').glob('*.[cl]*')):
    if file.name not in listed:
        problems.append(f'{file.name} is not listed')
if subprocess.run([PROGRAM, 'examples', '../LICENSE'], capture_output=True).returncode != 64:
    problems.append('an example that is none is not refused')
print('\n'.join(problems) or f'{len(rows)} options in manual pages and completions; examples as they are')
sys.exit(1 if problems else 0)
