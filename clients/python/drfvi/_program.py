"""The program: where it is, how it is run, what it says."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile


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
_PROGRESS = re.compile(r" % done, | a rough estimate$| make it cheaper$")


def run(arguments, verbose=None):
    """Run the program and return what it has found. However this ends, the program
    has ended before."""
    if verbose is None:
        verbose = sys.stderr.isatty() or hasattr(sys, "ps1") or "ipykernel" in sys.modules
    faults = []
    # A file, since a pipe that nobody reads before the end of stderr would fill up.
    with tempfile.TemporaryFile() as out:
        with subprocess.Popen(
            [find_program(), *arguments], stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE, encoding="utf-8"
        ) as process:
            try:
                with _watched(process):
                    for line in process.stderr:
                        line = line.rstrip("\n").removeprefix("drfvi: ")
                        if not _PROGRESS.search(line):
                            faults.append(line)
                        elif verbose:
                            print(line, file=sys.stderr, flush=True)
                    status = process.wait()
            except BaseException:
                _end(process)
                raise
        if status != 0:
            raise DrfviError("\n".join(faults) or f"drfvi ended with status {status}")
        out.seek(0)
        return json.load(out)


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


def arguments(flags):
    """Write flags as arguments of the program; those that are None are left out."""
    written = []
    for name, value in flags.items():
        for v in value if isinstance(value, (list, tuple)) else [value]:
            if v is not None:
                text = str(v).lower() if isinstance(v, bool) else str(v)
                written.append(f"--{name.replace('_', '-')}={text}")
    return written


# A flag with its value, if the word after it is one that flags have: it may go on
# with the sentence.
_VALUE = re.compile(
    r"--(missing|method|preset|kernel|aggregation|scale|mtry) "
    r"(drop|use|stacked|loco|coupled|projected|auto|paper|drf-[0-9.]*[0-9]|median|authors|fourier|sd|rank|all)\b"
)


def in_python(text):
    """Write the program's flags in its messages as parameters."""
    text = re.sub(r'"\'([^"]*)\'"', r'"\1"', text)  # text went to the program in quotation marks
    text = re.sub(r"\(one of: '[^)]*'\)", lambda levels: re.sub(r"'([^']*)'", r"\1", levels[0]), text)
    text = re.sub(r"(; )--na \S+ if that stands for a missing value, (or leave the column out)", r"\1\2", text)
    text = re.sub("leave (it|the column) out with --exclude", r"leave \1 out", text)
    text = _VALUE.sub(r'\1="\2"', text)
    text = re.sub(r"; see drfvi [a-z]+ --help", "", text)
    text = text.replace("found an empty cell", "found NaN").replace("--trees", "n_estimators").replace("--seed", "random_state")
    return re.sub(r"--([a-z][a-z-]*)", lambda flag: flag[1].replace("-", "_"), text)
