"""The program: where it is, how it is run, what it says."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading


class DrfviError(ValueError):
    """What the program says of a table or of settings that it cannot use."""


class DrfviWarning(UserWarning):
    """A doubt about the values that the program has found."""


def find_program():
    """Return the path of the program: the one that the environment variable DRFVI names, or
    else the one that this package carries, or else the one on the PATH."""
    path = os.environ.get("DRFVI")
    if path:
        if not os.path.isfile(path):
            raise FileNotFoundError(f"the environment variable DRFVI names {path}, which does not exist; expected the program drfvi")
        return path
    path = os.path.join(os.path.dirname(__file__), "bin", "drfvi.exe" if os.name == "nt" else "drfvi")
    if os.path.isfile(path):
        return path
    path = shutil.which("drfvi")
    if path is None:
        raise FileNotFoundError(
            "the program drfvi is not there: install the package from a wheel of a release, which carries it; or build it "
            'with "make build" in a clone of its repository (Go 1.26 or later), and put build/drfvi on the PATH or name it: '
            'os.environ["DRFVI"] = "/where/it/is/drfvi"'
        )
    return path


# Lines about progress and forecasts, which are not errors.
_PROGRESS = re.compile(r" % done, | so far$")


def ask(request, verbose=None):
    """Have the program answer a request, which becomes JSON, and return the answer, whose warnings are
    texts. However this ends, the program has ended before. No file is written."""
    if verbose is None:
        verbose = sys.stderr.isatty() or hasattr(sys, "ps1") or "ipykernel" in sys.modules
    faults, written = [], []
    with subprocess.Popen([find_program(), "request", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        try:
            with _watched(process):
                reader = threading.Thread(target=lambda: written.append(process.stdout.read()), daemon=True)
                reader.start()
                with contextlib.suppress(BrokenPipeError), process.stdin:  # of a program that has ended
                    json.dump(request, process.stdin)
                for line in process.stderr:
                    line = line.rstrip("\n").removeprefix("drfvi: ")
                    if not _PROGRESS.search(line):
                        faults.append(line)
                    elif verbose:
                        print(line, file=sys.stderr, flush=True)
                reader.join()
                status = process.wait()
        except BaseException:
            _end(process)
            raise
    try:
        found = json.loads("".join(written))
    except ValueError:
        found = {}
    if "answer" not in found:
        raise DrfviError(worded(found["error"]) if "error" in found else "\n".join(faults) or f"drfvi ended with status {status}")
    return {**found["answer"], "warnings": [worded(parts) for parts in found["warnings"]]}


@contextlib.contextmanager
def folder():
    """Make a folder for a file of the program, and say why if there is none."""
    try:
        made = tempfile.TemporaryDirectory(prefix="drfvi-")
    except OSError as fault:
        raise DrfviError(f"cannot write a temporary file: {fault}; the environment variable TMPDIR names another folder") from fault
    with made as path:
        yield path


@contextlib.contextmanager
def _watched(process):
    """Have a shell end the program if Python is killed: it waits for the end of a pipe that Python holds."""
    if os.name == "nt":
        yield
        return
    with subprocess.Popen(
        ["/bin/sh", "-c", f"trap '' INT HUP; read -r line; kill {process.pid}"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as shell:
        try:
            yield
        finally:
            shell.kill()


def _end(process):
    process.terminate()
    try:
        process.wait(5)
    except subprocess.TimeoutExpired:
        process.kill()


# Names of settings in messages, where they are others here.
_NAMES = {"trees": "n_estimators", "seed": "random_state", "workers": "n_jobs", "weights": "sample_weight", "group": "feature_groups",
          "exclude": "X.drop(columns=...)", "no_test": "test=False", "no_moves": "moves=False"}


# Settings that are parameters of estimators, of functions and of their methods; others go into options.
_PARAMETERS = {"method", "preset", "kernel", "alpha", "missing", "dates", "aspects", "interactions", "level", "adjust", "sample_size", "evaluate", "cluster",
               "block", "treatment", "propensity", "effect", "quantiles", "conformal", "unseen", "pairs", "subsets", "x", "y", "given", "law", "targets"}


def worded(parts):
    """Put the parts of a message together: texts, and settings as parameters."""
    def word(part):
        if isinstance(part, str):
            return part
        setting, value = part["setting"], part.get("value")
        name = _NAMES.get(setting, setting)
        if value is None:
            return 'options={"exact": True}' if setting == "exact" else name
        if setting == "exclude":
            return name.replace("...", json.dumps(value.split(","), ensure_ascii=False))
        if setting in ("group", "treatment") and "=" in value:
            stem, cells = named_list(value)
            cells = json.dumps(cells, ensure_ascii=False)
            return f"arms={cells}" if setting == "treatment" else f"feature_groups={{{json.dumps(stem, ensure_ascii=False)}: {cells}}}"
        text = value if re.fullmatch(r"-?[\d.]+(e[-+]?\d+)?", value) else json.dumps(value, ensure_ascii=False)
        return f"{name}={text}" if setting in _PARAMETERS or setting in _NAMES else f'options={{"{setting}": {text}}}'

    return "".join(map(word, parts))


_CELL = re.compile(r'"(?:[^"]|"")*"|[^,=]+')


def named_list(text):
    """Return the name and the cells of name=first,second, which may be in quotation marks."""
    words = [w[1:-1].replace('""', '"') if w.startswith('"') else w for w in _CELL.findall(text)]
    return words[0], words[1:]


def quoted_list(name, cells=()):
    """Write a name and cells as the program reads them."""
    quoted = ['"' + utf8(w).replace('"', '""') + '"' for w in (name, *cells)]
    return "=".join([quoted[0], ",".join(quoted[1:])]) if cells else quoted[0]


def utf8(value):
    """Return a text that UTF-8 can hold: what is left of pairs of surrogates shows as what it is."""
    return str(value).encode("utf-8", "backslashreplace").decode("utf-8")
