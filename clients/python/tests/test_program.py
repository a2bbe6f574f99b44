"""How the program is run, with a script in its place."""

import contextlib
import glob
import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import warnings
from unittest import mock

from drfvi import DistributionalImportance, DrfviError, DrfviWarning
from drfvi._program import folder

ANSWER = """{"answer": {"targets": ["y"], "n": 2, "method": "coupled", "preset": "paper", "variables":
[{"name": "x0", "importance": 0.5, "raw": 0.5, "se_trees": 0.1}]}, "warnings": [["a doubt of ", {"setting": "missing", "value": "drop"}]]}"""


class Program(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.script = os.path.join(folder.name, "drfvi")
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.temporary = temporary.name
        for patch in (mock.patch.dict(os.environ, DRFVI=self.script), mock.patch.object(tempfile, "tempdir", self.temporary)):
            patch.start()
            self.addCleanup(patch.stop)

    def pretend(self, text):
        with open(self.script, "w") as file:
            file.write(f"#!{sys.executable}\nimport os, signal, sys, time\n{text}\n")
        os.chmod(self.script, 0o755)

    def ask(self, **keywords):
        return DistributionalImportance(**keywords).fit([[1.0], [2.0]], [3.0, 4.0])

    def test_answer(self):
        # As much as does not fit into a pipe, before the end of stderr.
        self.pretend(
            f"print({ANSWER!r} + ' ' * 200000, flush=True)\nprint('drfvi: coupled: 50 % done, 10s so far', file=sys.stderr)\n"
            "open(sys.argv[0] + '.said', 'w').write(sys.stdin.read())"
        )
        said = io.StringIO()
        with contextlib.redirect_stderr(said), warnings.catch_warnings(record=True) as warned:
            warnings.simplefilter("always")
            model = self.ask(n_estimators=5, sample_size=10, level=0.8, test=False, verbose=True)
        self.assertEqual(said.getvalue(), "coupled: 50 % done, 10s so far\n")
        self.assertEqual([(w.category, str(w.message), w.filename) for w in warned], [(DrfviWarning, 'a doubt of missing="drop"', __file__)])
        self.assertEqual(model.importances_.tolist(), [0.5])
        self.assertIsNone(model.pvalues_)
        self.assertIsNone(model.stands_in_)
        self.assertEqual(list(model.to_frame()), ["variable", "importance", "raw", "se_trees"])
        with open(self.script + ".said") as file:
            asked = json.load(file)
        self.assertEqual((asked["command"], asked["table"]["rows"]), ("importance", "1.0,3.0\n2.0,4.0\n"))
        expected = {"trees": 5, "sample_size": 10, "level": 0.8, "no_test": True, "targets": ["y"], "missing": "refuse", "seed": 1}
        self.assertEqual({n: asked["settings"].get(n) for n in expected}, expected)
        self.assertEqual(os.listdir(self.temporary), [])

    def test_contrasts(self):
        ranked = ANSWER.replace('"se_trees": 0.1}]', '"se_trees": 0.1, "rank_interval": [1, 1]}], "contrasts": [{"more": "x0", "less": "x1", "difference": 0.4, "interval": [0.1, 0.7], "se": 0.1, "p": 0.001, "p_adjusted": 0.002}]')
        self.pretend(f"print({ranked!r})")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = self.ask()
        self.assertEqual(model.contrasts().to_dict("records"), [{"more": "x0", "less": "x1", "difference": 0.4, "lower": 0.1, "upper": 0.7, "se": 0.1, "p": 0.001, "p_adjusted": 0.002}])
        self.assertEqual(model.to_frame()[["rank_lower", "rank_upper"]].values.tolist(), [[1, 1]])
        self.pretend(f"print({ANSWER!r})")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self.assertEqual(len(self.ask().contrasts()), 0)

    def test_stands_in(self):
        tested = ANSWER.replace('"se_trees": 0.1}', '"p": 0.2, "stands_in": true}, {"name": "x1", "importance": 0, "raw": 0, "p": 1}')
        self.pretend(f"print({tested!r})")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = DistributionalImportance().fit([[1.0, 0.0], [2.0, 1.0]], [3.0, 4.0])
        self.assertEqual(model.stands_in_.tolist(), [True, False])
        self.assertEqual(model.to_frame()["stands_in"].tolist(), [True, False])

    def test_errors(self):
        refused = '{"error": ["the table: row 5 is odd; ", {"setting": "trees", "value": "9"}]}'
        self.pretend(f"print({refused!r})\nsys.exit('drfvi: coupled: 50 % done, 10s\\ndrfvi: and more')")
        with self.assertRaises(DrfviError) as caught:
            self.ask()
        self.assertEqual(str(caught.exception), "the table: row 5 is odd; n_estimators=9")
        self.pretend("sys.exit('drfvi: killed')")
        with self.assertRaisesRegex(DrfviError, "^killed$"):
            self.ask()
        self.pretend("sys.exit(7)")
        with self.assertRaisesRegex(DrfviError, "ended with status 7"):
            self.ask()
        self.assertEqual(os.listdir(self.temporary), [])
        with mock.patch.object(tempfile, "tempdir", "/dev/null/nowhere"), self.assertRaisesRegex(DrfviError, "cannot write a temporary file: .*TMPDIR"):
            with folder():
                pass

    def test_strange_labels(self):
        other = ANSWER.replace('"n": 2,', '"n": 2, "seed": 1, "rows": [{"row": 1, "targets": [{"name": "y", "probabilities": [1, 0]}]}], "check": [], "categories": [{"target": "y", "labels": ["a", "z"]}],')
        self.pretend(f"print({other!r})")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model = DistributionalImportance().fit([[1.0], [2.0]], ["a", "b"])
            with self.assertRaisesRegex(DrfviError, "the category 'z' of 'y', which the table has not"):
                model.predict([[1.0]])

    def test_interrupt(self):
        # A shell ignores it for what it starts in the background, and so does Python then.
        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        self.pretend(
            "def end(*_):\n    open(sys.argv[0] + '.end', 'w').close()\n    sys.exit(130)\n"
            "signal.signal(signal.SIGTERM, end)\nopen(sys.argv[0] + '.begin', 'w').close()\ntime.sleep(60)"
        )

        def interrupt():
            while not glob.glob(self.script + ".begin"):
                time.sleep(0.01)
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt, daemon=True).start()
        with self.assertRaises(KeyboardInterrupt):
            self.ask()
        self.assertTrue(os.path.exists(self.script + ".end"))
        self.assertEqual(os.listdir(self.temporary), [])

    def test_interrupt_before_watched(self):
        # While the shell that watches over the program starts.
        self.pretend(
            "def end(*_):\n    open(sys.argv[0] + '.end', 'w').close()\n    sys.exit(130)\n"
            "signal.signal(signal.SIGTERM, end)\nopen(sys.argv[0] + '.begin', 'w').close()\ntime.sleep(10)"
        )
        started = subprocess.Popen

        def interrupted(arguments, **keywords):
            if arguments[0] == "/bin/sh":
                self.wait_for(".begin")
                raise KeyboardInterrupt
            return started(arguments, **keywords)

        with mock.patch.object(subprocess, "Popen", interrupted), self.assertRaises(KeyboardInterrupt):
            self.ask()
        self.assertTrue(os.path.exists(self.script + ".end"))

    def test_killed(self):
        # However Python is ended, the program is.
        self.pretend(
            "def end(*_):\n    open(sys.argv[0] + '.end', 'w').close()\n    sys.exit(143)\n"
            "signal.signal(signal.SIGTERM, end)\nopen(sys.argv[0] + '.begin', 'w').close()\ntime.sleep(60)"
        )
        for by in (signal.SIGTERM, signal.SIGHUP, signal.SIGKILL):
            python = subprocess.Popen([sys.executable, "-c", "from drfvi import _program\n_program.ask({})"],
                                      env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
                                      preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))  # ignored below nohup
            self.wait_for(".begin")
            python.send_signal(by)
            self.assertEqual(python.wait(), -by)
            self.wait_for(".end")
            for name in (".begin", ".end"):
                os.unlink(self.script + name)

    def wait_for(self, name):
        for _ in range(2000):
            if os.path.exists(self.script + name):
                return
            time.sleep(0.01)
        self.fail(f"there is no file {name} after 20 s")

    def test_not_there(self):
        with self.assertRaisesRegex(FileNotFoundError, "DRFVI names .* which does not exist"):
            self.ask()
        with mock.patch.dict(os.environ, DRFVI="", PATH=self.temporary), self.assertRaisesRegex(FileNotFoundError, "make build"):
            self.ask()


if __name__ == "__main__":
    unittest.main()
