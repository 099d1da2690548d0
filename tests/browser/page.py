#!/usr/bin/env python3
"""The page of `--html`, driven by a real browser: what is written, how its parts go together, and that nothing in a program can break out
of it. Sizes and times of a large run are printed, never asserted. usage: page.py PROGRAM [--shots FOLDER]"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest

try:
    from selenium import webdriver
except ImportError:  # the distribution's Python has it, if this is another
    if sys.executable != '/usr/bin/python3' and os.path.exists('/usr/bin/python3'):
        os.execv('/usr/bin/python3', ['/usr/bin/python3', *sys.argv])
    raise
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
         '--disable-component-update', '--disable-sync', '--window-size=1440,1000']
PROGRAM = ''
SHOTS = None

STORE_BUFFERING = '''#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int a, b;
static void *first(void *none) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, first, 0);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(other, 0);
  return 2 * a + b;
}
'''

# Names that would end a script element, a string or a comment, bytes that are no UTF-8, and control characters.
HOSTILE = b'''#include <assert.h>
// </script><script>document.title = "broken"</script> <!-- \xff\xfe \x01\x1b[31m \xe2\x80\xa8 -->
/* \xe2\x80\xae turned */
const char *text = "</script><img src=x onerror=\\"document.title='broken'\\">&lt;";
int main(void) {
  int value = text[0] == '<' ? 1 : 0;
  assert(value == 0 && "</script><script>document.title='broken'</script>");
}
'''

# Every run fails, after some thousand steps.
LARGE = '''#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
static void *count(void *none) {
  for (int i = 0; i < 125; i++) {
    atomic_store(&x, i);
    atomic_store(&y, atomic_load(&x));
  }
  return 0;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, count, 0);
  pthread_create(&second, 0, count, 0);
  for (int i = 0; i < 125; i++) atomic_fetch_add(&y, 1);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(atomic_load(&x) > 1000);
}
'''


def start_browser(profile):
    options = Options()
    for flag in [*FLAGS, f'--user-data-dir={profile}']:
        options.add_argument(flag)
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
    for name in ('chromium', 'chromium-browser', 'google-chrome'):
        if path := next((f for f in (f'/usr/bin/{name}',) if os.path.exists(f)), None):
            options.binary_location = path
            break
    return webdriver.Chrome(options=options, service=Service('/usr/bin/chromedriver'))


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.at = pathlib.Path(cls.folder.name)
        cls.browser = start_browser(cls.at / 'profile')
        cls.addClassCleanup(cls.folder.cleanup)
        cls.addClassCleanup(cls.browser.quit)
        cls.pages = {}

    def tearDown(self):
        if SHOTS:
            self.browser.save_screenshot(f'{SHOTS}/{self._testMethodName}.png')
        # No script has failed, and nothing was asked of a network.
        problems = [entry['message'] for entry in self.browser.get_log('browser') if entry['level'] == 'SEVERE']
        self.browser.execute_cdp_cmd('Emulation.clearDeviceMetricsOverride', {})
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': '', 'features': []})
        self.assertEqual(problems, [])

    def write(self, name, text):
        file = self.at / name
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return str(file)

    def open(self, name, *command, code):
        """Makes a page, once, and opens it."""
        if name not in self.pages:
            page = self.at / f'{name}.html'
            began = time.monotonic()
            run = subprocess.run([PROGRAM, *command, '--html', str(page)], capture_output=True, timeout=120, cwd=ROOT)
            self.assertEqual(run.returncode, code, run.stderr)
            self.pages[name] = (page, time.monotonic() - began, run.stdout.decode())
        page, seconds, report = self.pages[name]
        self.browser.get(page.as_uri())
        return page, seconds, report

    def open_lock(self):
        return self.open('lock', 'verify', '--model', 'tso', 'examples/lock.c', code=10)

    def all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        found = self.all(selector)
        self.assertEqual(len(found), 1, selector)
        return found[0]

    def press(self, *keys):
        self.browser.find_element(By.TAG_NAME, 'body').send_keys(*keys)

    def go(self, text):
        """Clicks the first row that says so."""
        row = next(row for row in self.all('#table tbody tr') if text in row.text)
        self.script('arguments[0].scrollIntoView({block: "center"})', row)
        row.click()

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def position(self):
        now, count = self.one('.count').text.split(' / ')
        return int(now), int(count)

    def check_linked(self):
        """Row, source line and events show the same step."""
        row = self.one('tr.now')
        line = row.find_element(By.CSS_SELECTOR, '.at').text
        self.assertEqual(self.one('.line.now').get_attribute('data-line'), line)
        step = int(row.get_attribute('data-step'))
        data = self.script('return kData.reports[0].runs[0].steps[arguments[0]]', step)
        self.assertEqual(str(data['l']), line)
        for node in self.all('.node.now'):
            self.assertIn(f'line {line} ', node.get_attribute('aria-label'))
        return step

    def test_verdict_and_cause_come_first(self):
        _, _, report = self.open_lock()
        self.assertEqual(self.one('h1').text.split(), ['UNSAFE', 'lock.c'])
        self.assertIn('memory model tso', self.one('.facts').text)
        self.assertIn('SAFE under sc', self.one('.facts').text)
        cause = self.one('.cause').text
        self.assertIn('inside == 1', cause)
        self.assertIn('overtook', cause)
        self.assertIn('So does a full fence between 11 and 12.', cause)
        # The same cycle as that of the text.
        cycle = ' '.join(report.split('The cycle: ')[1].split())
        lines = [item.text.split()[0] for item in self.all('.chain button')]
        self.assertEqual(lines, [word for word in cycle.split() if word.isdigit()])
        relations = [item.text for item in self.all('.chain .arrow')]
        self.assertEqual(relations, [word[1:-2] for word in cycle.split() if word.startswith('-')])
        # Above the run.
        self.assertLess(self.one('.cause').location['y'], self.one('.panels').location['y'])

    def test_stepping(self):
        self.open_lock()
        now, count = self.position()
        self.assertEqual(now, count, 'the failure is shown first')
        self.assertIn('fails', self.one('tr.now').text)
        self.press(Keys.HOME)
        self.assertEqual(self.position(), (1, count))
        seen = set()
        for i in range(2, count + 1):
            self.press(Keys.ARROW_RIGHT)
            self.assertEqual(self.position(), (i, count))
            seen.add(self.check_linked())
        self.assertEqual(len(seen), count - 1)
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.position(), (count, count), 'there is no step behind the last')
        self.one('button[aria-label="step back"]').click()
        self.one('button[aria-label="step back"]').click()
        self.one('button[aria-label="step on"]').click()
        self.assertEqual(self.position(), (count - 1, count))
        self.one('button[aria-label="first step"]').click()
        self.assertEqual(self.position(), (1, count))
        self.script('const s = document.querySelector("input[type=range]"); s.value = 4; s.dispatchEvent(new Event("input"))')
        self.assertEqual(self.position(), (5, count))
        self.one('#all').click()
        self.assertGreater(self.position()[1], count)

    def test_linking(self):
        self.open_lock()
        self.go('wants[1] reads 0')
        self.check_linked()
        node = self.one('.node.now')
        self.assertIn('wants[1] reads 0', node.get_attribute('aria-label'))
        # From the graph to the table, and from the source.
        event = next(node for node in self.all('.node') if 'turn = 0' in node.get_attribute('aria-label'))
        self.script('arguments[0].dispatchEvent(new MouseEvent("click", {bubbles: true}))', event)
        self.assertIn('turn = 0', self.one('tr.now').text)
        self.check_linked()
        self.one('.line[data-line="22"]').click()
        self.assertIn('inside', self.one('tr.now').text)
        # Pointing at something marks the same in the other parts, and steps nowhere.
        before = self.position()
        self.script('arguments[0].dispatchEvent(new PointerEvent("pointerenter"))', event)
        self.assertIn('turn = 0', self.one('tr.hover').text)
        self.assertEqual(self.one('.line.hover').get_attribute('data-line'), '11')
        self.assertEqual(self.position(), before)

    def test_state(self):
        self.open_lock()
        def buffers():
            return {card.get_attribute('data-card'): [item.text for item in card.find_elements(By.CSS_SELECTOR, '.buffer li')]
                    for card in self.all('.card[data-card^=thread]')}
        self.go('wants[0] = 1')
        self.assertIn(['wants[0] = 1'], buffers().values())
        waiting = next(card for card, texts in buffers().items() if texts)
        memory = lambda: self.one('.card[data-card=memory]').text
        self.assertNotIn('new', [part.get_attribute('class') for part in self.all('.card[data-card=memory] dd')])
        self.go('flush: wants[0] = 1')
        self.assertEqual(len(self.all('.card[data-card=memory] dd.new')), 1)
        self.assertEqual(self.one('.card[data-card=memory] dd.new').text, '1')
        # The last thing that happens in memory, by the table's own words.
        self.press(Keys.END)
        self.assertIn('inside', memory())
        # A read of the cycle could have taken the other thread's store.
        self.go('wants[1] reads 0')
        self.assertIn('could have read instead', self.one('.alternatives').text)
        self.assertIn('wants[1] = 1', self.one('.alternatives').text)
        self.assertTrue(waiting)

    def test_relations(self):
        self.open_lock()
        def shown(relation):
            return self.script('return [...document.querySelectorAll(`.relation[data-relation=${arguments[0]}]`)].every(g => g.getAttribute("display") !== "none")', relation)
        names = [button.text for button in self.all('.switches button')]
        for relation in ('po', 'rf', 'co', 'fr', 'sync', 'only the cycle'):
            self.assertIn(relation, names)
        for relation in ('rf', 'co'):
            button = self.one(f'.switches [data-relation={relation}]')
            self.assertEqual((button.get_attribute('aria-pressed'), shown(relation)), ('true', True))
            button.click()
            self.assertEqual((button.get_attribute('aria-pressed'), shown(relation)), ('false', False))
            button.click()
            self.assertTrue(shown(relation))
        self.one('.switches [data-relation=cycle]').click()
        self.assertTrue(self.all('svg.only-cycle'))
        self.assertEqual(len(self.all('.graph .cycle .edge')), len(self.all('.chain .arrow')))

    def test_keyboard_alone(self):
        self.open_lock()
        reached = set()
        for _ in range(60):
            self.browser.switch_to.active_element.send_keys(Keys.TAB)
            active = self.browser.switch_to.active_element
            reached.add(active.get_attribute('aria-label') or active.text)
        for name in ('step on', 'step back', 'step', 'light or dark', 'source', 'the run as a table', 'the run as an execution graph', 'rf', 'all steps'):
            self.assertIn(name, reached)
        self.press('d')
        self.assertEqual(self.script('return document.documentElement.dataset.theme'), 'dark')

    def test_light_and_dark(self):
        self.open_lock()
        ground = lambda: self.script('return getComputedStyle(document.body).backgroundColor')
        self.script('localStorage.clear(); delete document.documentElement.dataset.theme')
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [{'name': 'prefers-color-scheme', 'value': 'light'}]})
        light = ground()
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': [{'name': 'prefers-color-scheme', 'value': 'dark'}]})
        dark = ground()
        self.assertNotEqual(light, dark)
        self.one('#theme').click()
        self.assertEqual(ground(), light)
        self.one('#theme').click()
        self.assertEqual(ground(), dark)
        self.check_contrast()
        self.one('#theme').click()
        self.check_contrast()

    def check_contrast(self):
        """Text stands out from what it stands on, as WCAG AA asks."""
        ratios = self.script('''
          const c = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
          const rgb = (colour) => { c.clearRect(0, 0, 1, 1); c.fillStyle = colour; c.fillRect(0, 0, 1, 1); return c.getImageData(0, 0, 1, 1).data; };
          const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
          const ground = (e) => { for (; e; e = e.parentElement) { const colour = rgb(getComputedStyle(e).backgroundColor); if (colour[3] === 255) return colour; } return [255, 255, 255]; };
          return ['.verdict', '.top > p', '.facts li', '.cause p', '.chain button', '.count', '.line.in-run code', '.c-comment', '.run thead th', '.words code', '.words small', '.card h3', '.remark', '.values dt', '.values dd'].map((selector) => {
            const e = document.querySelector(selector);
            if (!e) return [selector, 0];
            const a = light(rgb(getComputedStyle(e).color)), b = light(ground(e));
            return [selector, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)];
          });''')
        for selector, ratio in ratios:
            self.assertGreaterEqual(ratio, 4.5, selector)

    def test_phone(self):
        self.open_lock()
        self.browser.execute_cdp_cmd('Emulation.setDeviceMetricsOverride', {'width': 390, 'height': 844, 'deviceScaleFactor': 2, 'mobile': True})
        self.assertLessEqual(self.script('return document.documentElement.scrollWidth'), 390, 'nothing is wider than the screen')
        left = {self.one(f'#{panel}').location['x'] for panel in ('source', 'table', 'graph')}
        self.assertEqual(len(left), 1, 'panels below each other')
        box = self.script("""const b = document.querySelector('[aria-label="step on"]').getBoundingClientRect(); return [b.width, b.height, b.bottom]""")
        self.assertGreaterEqual(min(box[:2]), 40, 'a thumb hits it')
        self.assertLessEqual(box[2], 844, 'it is always there')

    def test_printing(self):
        self.open_lock()
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'media': 'print'})
        self.assertEqual(self.script('return getComputedStyle(document.querySelector(".controls")).display'), 'none')
        self.assertEqual(self.script('return getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)')
        heights = self.script('return [...document.querySelectorAll(".scroll")].map((e) => [e.scrollHeight, e.clientHeight])')
        for whole, seen in heights:
            self.assertLessEqual(whole, seen + 1, 'nothing is cut off')

    def test_gallery(self):
        file = self.write('sb.c', STORE_BUFFERING)
        self.open('gallery', 'explore', '--model', 'tso', file, code=0)
        found = json.loads(subprocess.run([PROGRAM, 'explore', '--model', 'tso', '--format', 'json', file], capture_output=True, timeout=60).stdout)
        groups = {group.find_element(By.TAG_NAME, 'code').text: group for group in self.all('.group')}
        self.assertEqual({'return=' + one['values']['return'] for one in found['outcomes']}, set(groups))
        for one in found['outcomes']:
            group = groups['return=' + one['values']['return']]
            self.assertIn(f'{one["executions"]} execution', group.text)
            self.assertEqual(len(group.find_elements(By.CSS_SELECTOR, '.picture')), one['executions'])
        picture = groups['return=0'].find_element(By.CSS_SELECTOR, '.picture')
        picture.click()
        self.assertEqual(picture.get_attribute('aria-pressed'), 'true')
        self.assertIn('return=0', self.one('.chosen').text)
        # It is told by replay: it ends with what the outcome says, both reads take the first value.
        reads = [row.text for row in self.all('#table tbody tr') if re.search(r'\b[xy] reads 0', row.text)]
        self.assertEqual(len(reads), 2)
        self.assertTrue(self.all('.card[data-card=memory]'))

    def test_safe(self):
        self.open('safe', 'verify', '--model', 'tso', 'examples/lock_repaired.c', code=0)
        self.assertEqual(self.one('h1').text.split()[0], 'SAFE')
        self.assertIn('No execution fails a check', self.one('.top').text)
        self.assertTrue(self.all('.line'))
        self.assertEqual(self.all('.controls'), [])

    def test_proof(self):
        self.open('proof', 'verify', '--engine', 'cegar', '--property', 'unreach-call', '--model', 'sc', 'tests/golden/proofs/alternating_bit_weak.c', code=0)
        said = self.one('.panel#source').text
        self.assertIn('holds before this line', said)
        notes = [note.text for note in self.all('.annotation code')]
        self.assertTrue(any('acknowledged' in note for note in notes))
        for note in notes:
            self.assertNotIn('__fencepost', note)
            self.assertNotIn('#x', note)

    def test_fences(self):
        self.open('fences', 'fences', '--model', 'pso', 'examples/buffers/dekker.c', code=0)
        self.assertEqual(self.one('h1').text.split()[0], 'SAFE')
        self.assertIn('no cheaper choice is enough', self.one('.top').text)
        said = self.one('.panel#source').text
        self.assertIn('to be put before this line', said)
        self.assertTrue(any('fence' in note.text for note in self.all('.annotation code')))
        without = self.all('.tabs.runs button')
        self.assertGreaterEqual(len(without), 2)
        self.assertTrue(all(button.text.startswith('without') for button in without))
        without[1].click()
        self.press(Keys.HOME)
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.position()[0], 2)

    def test_litmus(self):
        self.open('litmus', 'litmus', '--model', 'sc', 'examples/sb.litmus', code=0)
        self.assertEqual(self.one('h1').text.split()[0], 'Never')
        forbidden = next(group for group in self.all('.group') if 'forbidden' in group.text)
        forbidden.find_element(By.CSS_SELECTOR, '.picture').click()
        self.assertTrue(self.all('.chain button'))
        self.press(Keys.HOME)
        self.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.position()[0], 2)
        self.assertTrue(self.all('.line.now'))

    def test_litmus_that_is_weak(self):
        self.open('litmus_weak', 'litmus', '--model', 'tso', 'examples/sb.litmus', code=0)
        # What the condition describes comes first, with the cycle that interleaving would have to go round.
        self.assertIn('0:EAX=0 1:EAX=0', self.one('.chosen').text)
        self.assertIn('Weak because', self.one('.cause').text)
        self.assertEqual(len(self.all('.chain .arrow')), 4)
        self.assertLess(self.one('.cause').location['y'], self.one('.gallery').location['y'])
        memory = lambda: self.one('.card[data-card=memory]').text.split()[2:]
        self.assertEqual(memory(), ['x', '1', 'y', '1'])
        self.press(Keys.HOME)
        self.assertEqual(memory(), ['x', '1', 'y', '0'])

    def test_explore_tells_why(self):
        self.open('explore_lock', 'explore', '--model', 'tso', 'examples/lock.c', code=10)
        self.assertIn('overtook', self.one('.cause').text)
        self.assertEqual([code.text for code in self.all('.cause p code')][:1], ['seq_cst'], 'no backticks')

    def test_three_threads_beside_each_other(self):
        self.open('race', 'verify', 'examples/race.c', code=10)
        self.assertLessEqual(self.script('const g = document.querySelector(".graph"); return g.scrollWidth - g.clientWidth'), 0)

    def test_freed_memory(self):
        self.open('freed', 'verify', 'tests/golden/report/freed_by_another.c', code=10)
        self.assertTrue(any('frees malloc at 21, #2' in row.text for row in self.all('#table tbody tr')))
        # What a mutex consists of is nobody's business.
        names = [name.text for name in self.all('.card[data-card=memory] dt')]
        self.assertEqual(names.count('lock'), 1, names)

    def test_many_lines(self):
        lines = ''.join(f'int f{i}(int x) {{ return x + 1; }}\n' for i in range(11000))
        file = self.write('many.c', lines + '#include <assert.h>\nint main(void) { assert(f7(1) == 1); }\n')
        self.open('many', 'verify', file, code=10)
        wide = self.script("""const row = document.querySelector('.line.now'), number = row.querySelector('.number'), range = document.createRange();
          range.selectNodeContents(number); return range.getBoundingClientRect().right - row.querySelector('code').getBoundingClientRect().left""")
        self.assertLessEqual(wide, 0, 'the number stands beside its line')

    def test_one_thread(self):
        self.open('average', 'verify', 'examples/average.c', code=10)
        self.assertFalse(self.all('.graph svg'))
        self.assertIn('fails', self.one('tr.now').text)
        self.assertTrue(self.all('.card[data-card^=thread] dd'), 'local variables')

    def test_hostile_source(self):
        file = self.write('a"<b>&\'</script>.c'.replace('/', '_'), HOSTILE)
        self.open('hostile', 'verify', file, code=10)
        self.assertNotEqual(self.browser.title, 'broken')
        self.assertEqual(self.all('img'), [])
        self.assertEqual(len(self.all('script')), 2)
        self.assertIn('</script><script>document.title', self.one('.cause').text)
        self.assertIn('</script><img src=x onerror', self.one('.line[data-line="4"]').text)
        self.assertIn('\u27e8U+202E\u27e9 turned', self.one('.line[data-line="3"]').text)
        self.assertIn('a"<b>&\'<_script>.c', self.one('h1').text)

    def test_large_run(self):
        file = self.write('large.c', LARGE)
        page, seconds, _ = self.open('large', 'verify', '--model', 'sc', file, code=10)
        drawn = self.script('return document.documentElement.dataset.drawn')
        events = len(self.all('.node'))
        self.assertGreaterEqual(events, 1000)
        began = time.monotonic()
        for _ in range(5):
            self.press(Keys.ARROW_LEFT)
        step = (time.monotonic() - began) / 5
        self.check_linked()
        data = json.loads(self.script('return document.getElementById("data").textContent'))
        numbers = dict(data['reports'][0]['statistics'])
        print(f'\n{events} events: {page.stat().st_size} bytes, verified and written in {seconds:.2f} s, of which telling {numbers.get("time.page")} s, '
              f'drawn {drawn} ms after the browser began, {1000 * step:.0f} ms a step', file=sys.stderr)

    def test_whole_or_not_at_all(self):
        for place in ('/nowhere/page.html', str(self.at), '/dev/full'):
            run = subprocess.run([PROGRAM, 'verify', 'examples/average.c', '--html', place], capture_output=True, timeout=60, cwd=ROOT)
            self.assertEqual(run.returncode, 73, place)
            self.assertIn(place.encode(), run.stderr)
        run = subprocess.run([PROGRAM, 'verify', 'examples/average.c', '--html', 'examples/average.c'], capture_output=True, timeout=60, cwd=ROOT)
        self.assertEqual(run.returncode, 73)
        bad = self.write('bad.c', 'int main(void) { return }\n')
        run = subprocess.run([PROGRAM, 'verify', bad, '--html', str(self.at / 'bad.html')], capture_output=True, timeout=60)
        self.assertEqual((run.returncode, (self.at / 'bad.html').exists()), (65, False))


if __name__ == '__main__':
    if '--shots' in sys.argv:
        at = sys.argv.index('--shots')
        SHOTS = sys.argv[at + 1]
        del sys.argv[at:at + 2]
        os.makedirs(SHOTS, exist_ok=True)
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
