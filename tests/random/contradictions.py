"""What several ways of answering one question say about random programs: no two answers may exclude each other, and none may be a failure of ours."""
import argparse
import collections
import os
import subprocess
import tempfile

VERDICTS = {0: 'SAFE', 10: 'UNSAFE', 20: 'UNKNOWN', 21: 'SAFE-TO-BOUND'}


def parser(description, count, models):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('fencepost')
    parser.add_argument('--count', type=int, default=count)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--models', default=models)
    parser.add_argument('--timeout', type=float, default=5, help='of one question; what takes longer says nothing')
    return parser


class Comparison:
    def __init__(self, args):
        self.args = args
        self.given = collections.Counter()  # how often which answer

    def answer(self, path, question, model, options):
        command = [self.args.fencepost, 'verify', '--property', question, '--model', model, '--timeout', str(self.args.timeout),
                   *options, path]
        run = subprocess.run(command, capture_output=True, text=True)
        output = run.stdout + run.stderr
        failed = any(words in output.lower() for words in ('internal error', 'not confirmed'))
        return 'FAILURE' if failed else VERDICTS.get(run.returncode, 'FAILURE'), output

    def agrees(self, seed, text, model, ways, question='unreach-call'):
        """ways: options by name. question: what --property knows, or the text of a property file. False: the program was printed."""
        with tempfile.TemporaryDirectory() as folder:
            path, asked = os.path.join(folder, 'p.c'), os.path.join(folder, 'p.prp')
            for name, content in ((path, text), (asked, question)):
                with open(name, 'w') as file:
                    file.write(content)
            answers = {name: self.answer(path, asked if 'CHECK' in question else question, model, options)
                       for name, options in ways.items()}
        verdicts = {verdict for verdict, _ in answers.values()}
        if 'FAILURE' in verdicts or {'SAFE', 'UNSAFE'} <= verdicts:
            print(f'seed {seed}, model {model}: contradiction or failure')
            print(text + '\n'.join(f'--- {name} ({" ".join(ways[name])}): {verdict}\n{output}'
                                   for name, (verdict, output) in answers.items()))
            return False
        self.given.update(f'{model} {name} {verdict}' for name, (verdict, _) in answers.items())
        return True

    def tell(self):
        print(f'{self.args.count} programs a model, no contradiction: ' +
              ', '.join(f'{key} {number}' for key, number in sorted(self.given.items())))
