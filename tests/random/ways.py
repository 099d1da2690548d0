"""The ways in which `fencepost` answers one question about a program with threads; they must agree."""
import argparse
import os
import random
import subprocess
import tempfile

WAYS = {
    'lazy': ['verify'],
    'ordered': ['verify', '--encoding', 'ordered'],  # differs from lazy under tso and pso only
    'monolithic': ['verify', '--encoding', 'monolithic'],
    'explore': ['explore'],
}


def ways_of(model):
    return [name for name in WAYS if name != 'ordered' or model in ('tso', 'pso')]


def compare_with_simulator(description, question):
    """question(rng): the text of a program, and by model whether its assertion fails, as a simulator has it."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=100)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default='sc,tso,pso')
    parser.add_argument('--ways', nargs='+', choices=WAYS, default=['lazy'])
    args = parser.parse_args()
    checked = unsafe = 0
    for seed in range(args.seed, args.seed + args.count):
        text, fails = question(random.Random(seed))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'p.c')
            with open(path, 'w') as file:
                file.write(text)
            for model in args.models.split(','):
                expected = 10 if fails[model] else 0
                for way in (way for way in ways_of(model) if way in args.ways):
                    run = subprocess.run([args.fencepost, *WAYS[way], '--model', model, path], capture_output=True,
                                         text=True)
                    checked += 1
                    unsafe += expected == 10
                    if run.returncode != expected:
                        print(f'seed {seed}, model {model}, {way}: exit {run.returncode}, the simulator says {expected}')
                        print(text + run.stdout + run.stderr)
                        return 1
    print(f'{checked} verdicts agree with the simulator, {unsafe} of them UNSAFE')
    return 0
