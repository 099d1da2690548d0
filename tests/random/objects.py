#!/usr/bin/env python3
"""Random small programs about objects: when they die (blocks, calls, variable length arrays, alloca, compound literals,
thread-local ones, free, thread exits), which addresses they have (comparison after free, pointers as numbers), and what one
memory location is (bit-fields, accesses of several sizes, operands read in any order, members of copied structures, failed
compare-exchanges). The verdict of `fencepost verify`
against an enumeration of our own, which knows nothing of C's text.

  objects.py FENCEPOST [--count N] [--seed S] [--kinds lifetimes,bitfields,...] [--native] [--keep-going] [--print]

Never SAFE where some run fails, never UNSAFE where none does, never a violation that does not replay; UNKNOWN is counted and
its reasons are told. With --native each program without a failing run is also run under those of the address and thread
sanitizers of CLANG (environment) that can judge it, beside the verdicts of the next ones; they must find nothing, and runs
that do not come to an end are counted. Exit 1 and the program if they differ. --print shows the programs and what the enumeration says.
"""
import argparse
import concurrent.futures
import os
import random
import subprocess
import sys
import tempfile

import object_contents
import object_lifetimes
import object_locations

GENERATORS = {'lifetimes': object_lifetimes.Lifetimes, 'bitfields': object_locations.BitFields,
              'sizes': object_locations.Sizes, 'operands': object_locations.Operands,
              'copies': object_contents.Copies, 'exchanges': object_contents.Exchanges, 'literals': object_contents.Literals}
NATIVE_SECONDS = 20


def native_finding(text, sanitizers, clang):
    """What a sanitizer says about a run; 'time-out'; or nothing."""
    with tempfile.TemporaryDirectory() as folder:
        path, binary = os.path.join(folder, 'program.c'), os.path.join(folder, 'native')
        with open(path, 'w') as file:
            file.write(text)
        for sanitizer in sanitizers:
            built = subprocess.run([clang, '-std=gnu17', '-w', '-g', '-O0', f'-fsanitize={sanitizer}', path, '-o', binary, '-pthread'],
                                   capture_output=True, text=True)
            if built.returncode != 0:
                return built.stderr
            environment = {**os.environ, 'ASAN_OPTIONS': 'detect_leaks=0:detect_stack_use_after_return=1',
                           'TSAN_OPTIONS': 'report_thread_leaks=0'}
            for _ in range(3):
                try:
                    run = subprocess.run([binary], capture_output=True, text=True, timeout=NATIVE_SECONDS, env=environment)
                except subprocess.TimeoutExpired:
                    return 'time-out'
                if run.returncode != 0:
                    return f'{sanitizer}: exit {run.returncode}\n{run.stderr}'
    return None


class Campaign:
    """Counts verdicts, and tells what differs."""

    def __init__(self, arguments):
        self.arguments = arguments
        self.checked, self.unsafe, self.differ, self.unknown = 0, 0, 0, {}
        self.native, self.slow = [], 0  # seed, kind, text, what comes of it

    def verify(self, seed, kind, program, path):
        """Is there no failing run, whatever the model?"""
        text = program.text()
        with open(path, 'w') as file:
            file.write(text)
        never_fails = True
        for model in program.models():
            bad = program.fails(model)
            never_fails = never_fails and not bad
            question = ['--model', model] if model else []
            if self.arguments.print:
                print(f'// seed {seed}, {kind}, model {model}: {"UNSAFE" if bad else "SAFE"}')
                continue
            run = subprocess.run([self.arguments.fencepost, 'verify', '--timeout', '20', *question, path], capture_output=True, text=True)
            self.checked += 1
            self.unsafe += bad
            if run.returncode == 20 and 'internal error' not in run.stderr:
                self.unknown.setdefault(kind, []).append((seed, model, run.stdout.partition('\n')[2].partition('\n')[0].strip()))
            elif run.returncode != (10 if bad else 0):
                self.differ += 1
                print(f'seed {seed}, {kind}, model {model}: exit {run.returncode}, the enumeration says {"UNSAFE" if bad else "SAFE"}')
                print(text + run.stdout[:3000] + run.stderr[:1000], flush=True)
                if not self.arguments.keep_going:
                    break
        if self.arguments.print:
            print(text)
        return never_fails

    def finish_native(self, wait):
        """Of the native runs that are over, or of all."""
        left = []
        for seed, kind, text, finding in self.native:
            if not wait and not finding.done():
                left.append((seed, kind, text, finding))
                continue
            if finding.result() == 'time-out':
                self.slow += 1
                print(f'seed {seed}, {kind}: natively, not over after {NATIVE_SECONDS} s', flush=True)
            elif finding.result():
                self.differ += 1
                print(f'seed {seed}, {kind}: natively, {finding.result()}\n{text}', flush=True)
        self.native = left

    def tell(self, run_natively):
        for kind, all_of_kind in sorted(self.unknown.items()):
            for seed, model, reason in all_of_kind:
                print(f'UNKNOWN: seed {seed}, {kind}, model {model}: {reason}')
        total = ', '.join(f'{len(all_of_kind)} of {kind}' for kind, all_of_kind in sorted(self.unknown.items())) or 'none'
        print(f'{self.checked} verdicts, {self.unsafe} with a run that fails, {self.differ} wrong; UNKNOWN: {total}; '
              f'{run_natively} run natively, {self.slow} of them not over in time')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--kinds', default=','.join(GENERATORS))
    parser.add_argument('--native', action='store_true')
    parser.add_argument('--keep-going', action='store_true', help='tell all that differ')
    parser.add_argument('--print', action='store_true', help='show the programs, ask nobody')
    arguments = parser.parse_args()
    kinds = arguments.kinds.split(',')
    campaign, run_natively = Campaign(arguments), 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(max_workers=1) as beside:
        path = os.path.join(folder, 'program.c')
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            kind = kinds[seed % len(kinds)]
            program = GENERATORS[kind](random.Random(seed))
            never_fails = campaign.verify(seed, kind, program, path)
            if arguments.native and never_fails and program.sanitizers():
                run_natively += 1
                finding = beside.submit(native_finding, program.text(), program.sanitizers(), os.environ.get('CLANG', 'clang-19'))
                campaign.native.append((seed, kind, program.text(), finding))
            campaign.finish_native(False)
            if campaign.differ and not arguments.keep_going:
                break
        campaign.finish_native(True)
    if not arguments.print:
        campaign.tell(run_natively)
    return 1 if campaign.differ else 0


if __name__ == '__main__':
    sys.exit(main())
