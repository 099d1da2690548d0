#!/usr/bin/env python3
"""Two builds of Fencepost side by side, for a change that must alter neither answers nor speed.

  compare.py BEFORE AFTER CORPORA [--every N] [--timeout S]

Both run each task, one after the other, whoever is first changing from task to task. By corpus: CPU time after as a ratio of CPU
time before, over the tasks that both decided; then the tasks that cost most more or less, and every task whose verdict is another.
--every N takes each N-th task.
"""
import argparse
import json
import pathlib
import resource
import subprocess

from guards import tasks


def cpu_seconds():
    """Of children that have ended. Programs of a corpus take hundredths of a second, which os.times() counts in."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def verdict(fencepost, file, options, timeout):
    """(verdict, CPU seconds)"""
    before = cpu_seconds()
    done = subprocess.run([fencepost, 'verify', '--format', 'json', '--timeout', str(timeout), *options, str(file)],
                          capture_output=True, text=True)
    seconds = cpu_seconds() - before
    try:
        answer = json.loads(done.stdout).get('verdict')
    except ValueError:
        answer = f'exit {done.returncode}'
    return answer, seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('before')
    parser.add_argument('after')
    parser.add_argument('corpora', type=pathlib.Path)
    parser.add_argument('--every', type=int, default=5)
    parser.add_argument('--timeout', type=int, default=10)
    args = parser.parse_args()
    seconds, changes, different = {}, [], []
    for number, (corpus, file, options) in enumerate(list(tasks(args.corpora))[::args.every]):
        path = args.corpora / corpus / file
        builds = [args.before, args.after]
        order = [0, 1] if number % 2 else [1, 0]
        answers = {i: verdict(builds[i], path, options, args.timeout) for i in order}
        (old, old_time), (new, new_time) = answers[0], answers[1]
        if old != new:
            different.append(f'{corpus}/{file} {" ".join(options)}: {old} -> {new}')
        if 'unknown' not in (old, new):
            changes.append((new_time - old_time, f'{corpus}/{file} {old_time:.2f} s -> {new_time:.2f} s'))
            count, first, second = seconds.get(corpus, (0, 0, 0))
            seconds[corpus] = count + 1, first + old_time, second + new_time
    seconds['all'] = tuple(map(sum, zip(*seconds.values())))
    for corpus, (count, first, second) in seconds.items():
        print(f'{corpus:10} {count:5} tasks {first:8.1f} s before, {second:8.1f} s after: {second / first:.3f}')
    changes.sort()
    print('largest changes')
    for _, line in changes[:3] + changes[-5:]:
        print('  ' + line)
    print(f'{len(different)} verdicts are others')
    for line in different:
        print('  ' + line)


if __name__ == '__main__':
    main()
