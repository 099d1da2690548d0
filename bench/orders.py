#!/usr/bin/env python3
"""Which memory orders do real locks and queues need? `make bench`.

bench/orders has twelve of them with small clients, all orders relaxed. For each, `fencepost fences --model rc11` finds the cheapest orders under which
no check fails and no thread waits for ever; beside them stand the orders of the published code (published.csv, sources.csv), and where both
differ, why. `published` is the verdict of the program with the published orders. The orders that are found are enough for the client: what it
does not do, such as using a node again, asks for nothing.
"""
import argparse
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent / 'orders'
SITE = re.compile(r'memory_order_relaxed.*// ([a-z ]+)$')
COMMON = ['--model', 'rc11', '--check', 'liveness']


def rows(name):
    with open(FOLDER / name, newline='') as file:
        return list(csv.DictReader(file))


def sites_of(lines):
    """The names in the comments, by line."""
    return {number: found.group(1) for number, line in enumerate(lines, 1) if (found := SITE.search(line))}


def with_orders(lines, sites, orders):
    made = list(lines)
    for number, name in sites.items():
        for order in orders[name].split('/'):
            made[number - 1] = made[number - 1].replace('memory_order_relaxed', f'memory_order_{order}.', 1)
        made[number - 1] = made[number - 1].replace('.,', ',').replace('.)', ')')
    return '\n'.join(made) + '\n'


def found_by(binary, file, options, sites):
    began = time.monotonic()
    done = subprocess.run([binary, 'fences', *COMMON, *options, '--format', 'json', str(file)], capture_output=True, text=True)
    seconds = time.monotonic() - began
    report = json.loads(done.stdout)
    if report.get('fences') is None:
        raise RuntimeError(f'{file.name}: {report["verdict"]}: {report.get("reason")} {report["diagnostics"]}')
    orders = {name: 'relaxed/relaxed' if 'compare_exchange' in line else 'relaxed'
              for name, line in ((sites[number], file.read_text().splitlines()[number - 1]) for number in sites)}
    for change in report['fences']:
        failure = f'/{change["failure_after"]}' if 'failure_after' in change else ''
        orders[sites[change['line']]] = change['after'] + failure
    unshown = [change['line'] for change in report['fences'] if any(one['violation'] is None for one in change['weaker'])]
    return orders, report, seconds, unshown


def verdict(binary, text, options):
    with tempfile.NamedTemporaryFile('w', suffix='.c') as file:
        file.write(text)
        file.flush()
        done = subprocess.run([binary, 'verify', *COMMON, *options, '--format', 'json', file.name], capture_output=True, text=True)
    return json.loads(done.stdout)['verdict']


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('program')
    parser.add_argument('--only', default='')
    args = parser.parse_args()
    published, wrong, total = rows('published.csv'), 0, 0
    for source in rows('sources.csv'):
        name = source['program']
        if args.only not in name:
            continue
        file = FOLDER / f'{name}.c'
        lines = file.read_text().splitlines()
        sites = sites_of(lines)
        theirs = {row['site']: row for row in published if row['program'] == name}
        if set(theirs) != set(sites.values()):
            print(f'{name}: published.csv and the program name different sites: {set(theirs) ^ set(sites.values())}')
            wrong += 1
            continue
        options = source['options'].split()
        try:
            ours, report, seconds, unshown = found_by(args.program, file, options, sites)
        except RuntimeError as error:
            print(error)
            wrong += 1
            continue
        total += seconds
        orders = {site: row['published'] for site, row in theirs.items()}
        print(f'{name}: {report["verdict"]}, {len(report["fences"])} of {len(sites)} orders stronger, {seconds:.1f} s, '
              f'{report["statistics"]["fences.verifications"]} verifications; published: {verdict(args.program, with_orders(lines, sites, orders), options)}')
        print(f'  {source["source"]}')
        for site in sites.values():
            same = ours[site] == orders[site]
            print(f'  {site:14} {ours[site]:17} {orders[site]:17} {"" if same else theirs[site]["difference"] or "not explained"}'.rstrip())
            wrong += not same and not theirs[site]['difference']
        if unshown:
            print(f'  without a run that shows that it is necessary: lines {unshown}')
            wrong += 1
        print()
    print(f'{total:.0f} s for all')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
