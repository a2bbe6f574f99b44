"""What importances take with 1, 2, 4, … workers, up to the cores of the machine:

    python3 bench/cores.py DRFVI [--runs 3] [--workers 16] [--only 'default.*3000']

Needs nothing but Python, and the program, which is static: both can be taken to any machine of the same kind. Each
time is the least of --runs whole processes, from reading a table to writing its result, which must be the same for any
number of workers but for the seconds that it names."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time

# Of a simulated table of two responses: its rows and inputs, and how its importances are estimated.
WORKS = [
    ("default", 500, 10, []),
    ("default", 3000, 10, []),
    ("default, no tests", 3000, 10, ["--no-test"]),
    ("loco", 3000, 10, ["--method", "loco"]),
    ("coupled", 10000, 20, ["--method", "coupled", "--preset", "paper", "--exact"]),
    ("projected", 10000, 20, ["--method", "projected", "--preset", "paper", "--exact"]),
    ("retrain", 3000, 10, ["--method", "retrain", "--preset", "paper"]),
    ("coupled", 500, 200, ["--method", "coupled", "--preset", "paper"]),
]
UNIT = 1 if sys.platform == "darwin" else 1024  # bytes of the system's measure of memory


def once(command):
    """The seconds by the clock and of the processor, the bytes at the peak, and the result of a process."""
    with tempfile.TemporaryFile() as result, tempfile.TemporaryFile() as messages:
        begin = time.perf_counter()
        process = subprocess.Popen(command, stdout=result, stderr=messages)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begin
        process.returncode = os.waitstatus_to_exitcode(status)
        result.seek(0), messages.seek(0)
        if process.returncode != 0:
            sys.exit(f"{' '.join(command)}: exit code {process.returncode}: {messages.read().decode()}")
        text = re.sub(rb'"elapsed_seconds": [^,\n]*', b"", result.read())
        return (wall, used.ru_utime + used.ru_stime, used.ru_maxrss * UNIT), text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("drfvi", help="the program")
    parser.add_argument("--runs", type=int, default=3, help="number of runs, of which the least counts")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="largest number of workers")
    parser.add_argument("--only", default="", help="a regular expression that names of works match")
    asked = parser.parse_args()
    print("| work | workers | seconds | times as fast | processor seconds | of one worker's | memory |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for work, rows, inputs, options in WORKS:
            name = f"{work} {rows} × {inputs}"
            if not re.search(asked.only, name):
                continue
            file = os.path.join(folder, f"{rows}-{inputs}.csv")
            with open(file, "wb") as table:
                table.write(once([asked.drfvi, "simulate", "bivariate", "-n", str(rows), "-p", str(inputs), "--seed", "1"])[1])
            workers, one, same = 1, None, None
            while workers <= asked.workers:
                command = [asked.drfvi, "importance", file, "--targets", "y1,y2", "--seed", "1", "--format", "json", "--workers", str(workers)]
                runs = [once(command + options) for _ in range(max(asked.runs, 1))]
                wall, processor, memory = (min(column) for column in zip(*(used for used, _ in runs)))
                one, same = one or (wall, processor), same or runs[0][1]
                if any(result != same for _, result in runs):
                    sys.exit(f"{name}: {workers} workers and one have different results")
                print(f"| {name} | {workers} | {wall:.2f} | {one[0] / wall:.2f} | {processor:.2f} | {processor / one[1]:.2f} | {memory / 1e9:.2f} GB |", flush=True)
                workers *= 2


if __name__ == "__main__":
    main()
