"""Compares the importances of twelve frames of difficult columns, and predictions of two of their rows, asked
for by R (frames.R) and Python, and of the program for the same frame as .rds, CSV and Parquet: the same bytes."""

import json
import os
import shutil
import subprocess
import sys
import warnings

import numpy as np
import pandas as pd

from drfvi import DistributionalImportance, find_program

n = 40
i = np.arange(n)
number = lambda k: (i * k % 31) / 8
u = number(7)
y = u + i % 3 + number(11) / 4
pick = lambda levels, at, **more: pd.Categorical(np.asarray(levels, dtype=object)[at], categories=more.pop("categories", levels), **more)
LEVELS = ["'s-Hertogenbosch", 'say "so"', "a\nb, c", "NA", "true"]
hole, lost = u.copy(), np.asarray(["p", "q", "r"], dtype=object)[i % 3]
hole[[2, 8]], lost[4] = np.nan, None
FRAMES = {
    "numbers": {"tiny": number(5) * 1e-300, "negative": -number(3), "decimals": number(13) / 10, "y": y, "single": number(5).astype(np.float32)},
    "whole": {"count": (i % 7).astype(np.int8), "flag": i % 2 == 0, "u": u.astype(np.float16), "y": y},
    "factors": {"g": pick(["c", "a", "b"], i % 3, categories=["c", "a", "b", "none"]), "text": np.asarray(["x", "y"], dtype=object)[i % 2], "u": u, "y": y},
    "ordered": {"size": pick(["low", "mid", "top"], i % 3, ordered=True), "u": u, "y": y},
    "dates": {"day": pd.Timestamp("2024-02-27") + pd.to_timedelta(i, "D"), "u": u, "y": y},
    "times": {"at": pd.Timestamp("2024-03-10 01:30:00", tz="UTC") + pd.to_timedelta(i, "h"), "u": u, "y": y},
    "durations": {"wait": pd.to_timedelta(number(5) * 3600, "s"), "u": u, "y": y},
    "identifiers": {"id": 2**53 + i // 2, "u": u, "y": y},
    "names": {"yield, t/ha": u, "a=b": number(5), "größe*": i % 5, "y": y},
    "levels": {"where": pick(LEVELS, i % 5), "u": u, "y": y},
    "missing": {"hole": hole, "g": pd.Categorical(lost, categories=["p", "q", "r"]), "w": number(9), "y": y},
    "categories": {"u": u, "w": number(5), "y": pick(["b'", "a"], (y > 3).astype(int))},
}


def written(raw, predicted):
    return "".join(f"{v:.17g}\n" for v in [*raw, *predicted])


def by_python(name, frame):
    x = frame.drop(columns="y")
    model = DistributionalImportance(n_estimators=20, test=False, dates="days", missing="use" if name == "missing" else "refuse")
    model.fit(x, frame[["y"]], cluster="id" if name == "identifiers" else None)
    new = model.predict_distribution(x.iloc[[0, 5]])
    return written([v["raw"] for v in model.result_["variables"]], new.to_numpy().T.ravel())


def ask(request):
    run = subprocess.run([find_program(), "request", "-"], input=json.dumps(request), capture_output=True, encoding="utf-8")
    answer = json.loads(run.stdout)
    if "answer" not in answer:
        raise SystemExit(f"{request['table']['path']}: {answer['error']}")
    return answer["answer"]


def by_file(name, path, schema):
    """Ask for importances of a file, and for predictions of rows of it: those of its first and sixth row."""
    table = {"path": path, "schema": schema}
    settings = {"targets": ["y"], "trees": 20, "missing": "use" if name == "missing" else "refuse", "cluster": "id" if name == "identifiers" else None}
    found = ask({"command": "importance", "table": table, "settings": {**settings, "no_test": True}})
    new = ask({"command": "predict", "table": table, "new": table, "settings": settings})["rows"]
    values = [[t["mean"], *t["quantiles"]] if "mean" in t else t["probabilities"] for t in (new[0]["targets"][0], new[5]["targets"][0])]
    return written([v["raw"] for v in found["variables"]], np.transpose(values).ravel())


def save(frame, path, schema):
    """Save a frame as CSV, and its schema."""
    text = frame.copy()
    for column in text.select_dtypes("timedelta"):
        text[column] = [f"PT{v.total_seconds()!r}S" for v in text[column]]
    for column in text.select_dtypes("floating"):
        text[column] = text[column].astype(float)
    text.to_csv(f"{path}.csv", index=False, date_format="%Y-%m-%dT%H:%M:%SZ")
    with open(f"{path}.json", "w") as file:
        json.dump(schema, file)


def main(folder):
    schemas, different = {}, 0
    frames = {name: pd.DataFrame(columns) for name, columns in FRAMES.items() if os.path.exists(os.path.join(folder, f"{name}.rds"))}
    for name, frame in frames.items():
        path = os.path.join(folder, name)
        schemas[name] = json.loads(subprocess.run([find_program(), "describe", f"{path}.rds", "--write-schema"], capture_output=True, check=True).stdout)
        save(frame, path, schemas[name])
    if shutil.which("node") and subprocess.run(["node", "-e", "require('@duckdb/node-api')"], capture_output=True).returncode == 0:
        subprocess.run(["node", os.path.join(os.path.dirname(__file__), "parquet.cjs"), folder], check=True)
    else:
        print("not tested: frames as Parquet, which need node with @duckdb/node-api on NODE_PATH")
    for name, frame in frames.items():
        path, ways = os.path.join(folder, name), {"Python": by_python(name, frame)}
        with open(f"{path}.R.txt") as file:
            ways["R"] = file.read()
        for ending in (".rds", ".csv", ".parquet"):
            if os.path.exists(path + ending):
                ways[ending] = by_file(name, path + ending, schemas[name])
        same = {way: text == ways["Python"] for way, text in ways.items()}
        print(f"{name:12}", *(f"{way}: {'same' if equal else 'DIFFERENT'}" for way, equal in same.items()))
        if not all(same.values()):
            different += 1
            print(*(f"{way}: {text.split()}" for way, text in ways.items()), sep="\n")
    return different > 0


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.exit(main(sys.argv[1]))
