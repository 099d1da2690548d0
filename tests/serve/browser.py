#!/usr/bin/env python3
"""The page of `fencepost serve` in a real browser, headless Chromium. usage: browser.py PROGRAM [--shots FOLDER]"""
import os
import sys
import time
import unittest

from client import HARD, SAFE, SECONDS, Server, wait_until

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
except ImportError:
    print('skipped: python3-selenium is not installed')
    sys.exit(77)

PROGRAM = ''
SHOTS = None
DRIVER = '/usr/bin/chromedriver'


class Page(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server = Server(PROGRAM, '--timeout', '30')
        cls.addClassCleanup(cls.server.close)
        options = Options()
        for argument in ('--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--hide-scrollbars'):
            options.add_argument(argument)
        options.set_capability('goog:loggingPrefs', {'browser': 'ALL'})
        cls.browser = webdriver.Chrome(options=options, service=Service(DRIVER))
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.set_window_size(1400, 850)

    def setUp(self):
        self.load(self.server.address)

    def tearDown(self):
        loud = [entry for entry in self.browser.get_log('browser') if entry['level'] == 'SEVERE']
        self.assertEqual(loud, [])  # among them what the policy forbids

    def load(self, address):
        self.browser.get('about:blank')
        self.browser.get(address)
        self.assertTrue(wait_until(lambda: self.script('return document.body.dataset.ready'), SECONDS))

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def shot(self, name):
        if SHOTS:
            self.browser.save_screenshot(os.path.join(SHOTS, name + '.png'))

    def type(self, text):
        self.script("document.querySelector('.CodeMirror').CodeMirror.setValue(arguments[0])", text)

    def text(self):
        return self.script("return document.querySelector('.CodeMirror').CodeMirror.getValue()")

    def choose(self, **values):
        for name, value in values.items():
            self.script("const s = document.getElementById(arguments[0]); s.value = arguments[1]; "
                        "s.dispatchEvent(new Event('change'))", name, value)

    def answers(self):
        """The verdicts, once all are there."""
        self.assertTrue(wait_until(lambda: self.script(
            "const all = [...document.querySelectorAll('.answer')]; return all.length && all.every(a => a.matches('.over'))"),
            SECONDS))
        return [badge.text for badge in self.browser.find_elements(By.CSS_SELECTOR, '.answer .badge')]

    def run_program(self):
        self.browser.find_element(By.ID, 'run').click()

    def test_two_models_side_by_side(self):
        self.assertIn('Peterson', self.text())
        self.run_program()
        self.assertEqual(self.answers(), ['UNSAFE', 'SAFE'])
        self.shot('compared')
        for tab in self.browser.find_elements(By.CSS_SELECTOR, '.answer:first-child .tabs button'):
            if tab.text == 'Text':
                tab.click()
        text = self.browser.find_element(By.CSS_SELECTOR, '.answer:first-child pre')
        self.assertIn('Weak because', text.text)
        self.script("document.querySelector('.answer pre a').click()")
        self.assertEqual(self.script("return document.querySelector('.CodeMirror').CodeMirror.getCursor().line"), 22)

    def test_the_page_of_a_report(self):
        self.run_program()
        self.answers()
        frames = self.browser.find_elements(By.CSS_SELECTOR, '.answer iframe')
        if not frames:
            self.skipTest('this program writes no pages')
        self.browser.switch_to.frame(frames[0])
        try:
            self.assertTrue(wait_until(lambda: 'UNSAFE' in self.browser.find_element(By.TAG_NAME, 'body').text))
            self.assertEqual(self.script('return origin'), 'null')
            refused = self.browser.execute_async_script(
                "const done = arguments[0]; fetch(arguments[1]).then(() => done('served'), () => done('refused'))"
                .replace('arguments[1]', repr(self.server.address)))
            self.assertEqual(refused, 'refused')
            self.browser.get_log('browser')  # says so
        finally:
            self.browser.switch_to.default_content()

    def test_a_job_is_stopped(self):
        self.type(HARD)
        self.choose(compare='', model='sc')
        self.run_program()
        self.assertTrue(wait_until(lambda: 'MB' in self.browser.find_element(By.CSS_SELECTOR, '.answer .time').text, SECONDS))
        button = self.browser.find_element(By.ID, 'run')
        self.assertEqual(button.text, 'Stop')
        self.shot('running')
        button.click()
        self.assertEqual(self.answers(), ['no answer'])
        self.assertIn('Stopped', self.browser.find_element(By.CSS_SELECTOR, '.answer .words').text)
        self.assertEqual(button.text, 'Run')

    def test_a_link_restores_all(self):
        self.type('// ' + 'é𝄞' * 10 + '\n' + SAFE)
        self.choose(model='pso', compare='', property='no-data-race', engine='bounded')
        self.script("document.getElementById('unwind').value = '7'")
        self.browser.find_element(By.ID, 'link').click()
        self.assertTrue(wait_until(lambda: '#' in self.browser.current_url))
        address, text = self.browser.current_url, self.text()
        self.load(self.server.address)
        self.assertNotEqual(self.text(), text)
        self.load(address)
        self.assertEqual(self.text(), text)
        values = self.script("return ['model', 'compare', 'property', 'engine', 'unwind'].map(id => document.getElementById(id).value)")
        self.assertEqual(values, ['pso', '', 'no-data-race', 'bounded', '7'])
        self.load(self.server.address + '#zdamaged')
        self.assertIn('damaged', self.browser.find_element(By.ID, 'notice').text)

    def test_litmus(self):
        self.choose(example='sb.litmus', model='tso', compare='sc')
        self.assertEqual(self.script("return document.getElementById('command').value"), 'litmus')
        self.run_program()
        self.assertEqual(self.answers(), ['Sometimes', 'Never'])
        for tab in self.browser.find_elements(By.CSS_SELECTOR, '.answer .tabs button'):
            if tab.text == 'Text':
                tab.click()
        text = [pre.text for pre in self.browser.find_elements(By.CSS_SELECTOR, '.answer pre')]
        self.assertIn('Sometimes', text[0])
        self.assertIn('Never', text[1])

    def test_keys_and_mistakes(self):
        self.type('int main(void) {\n  int x = ;\n}\n')
        self.choose(compare='')
        self.browser.find_element(By.CSS_SELECTOR, '.CodeMirror textarea').send_keys(Keys.CONTROL, Keys.ENTER)
        self.assertEqual(self.answers(), ['no answer'])
        self.assertIn('program.c:2:11: error', self.browser.find_element(By.CSS_SELECTOR, '.answer pre').text)

    def test_light_dark_phone(self):
        self.run_program()
        self.answers()
        time.sleep(0.2)
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia',
                                     {'features': [{'name': 'prefers-color-scheme', 'value': 'dark'}]})
        self.assertEqual(self.script("return getComputedStyle(document.body).backgroundColor"), 'rgb(21, 25, 27)')
        self.shot('dark')
        self.browser.set_window_size(420, 900)
        self.assertLessEqual(self.script('return document.documentElement.scrollWidth - innerWidth'), 0)
        self.shot('phone')
        self.browser.set_window_size(1400, 850)
        self.browser.execute_cdp_cmd('Emulation.setEmulatedMedia', {'features': []})


if __name__ == '__main__':
    if not os.path.exists(DRIVER):
        print('skipped: chromium-driver is not installed')
        sys.exit(77)
    if '--shots' in sys.argv:
        at = sys.argv.index('--shots')
        SHOTS = sys.argv[at + 1]
        del sys.argv[at:at + 2]
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main()
