"""Tests of all that a causal graph implies."""

import os
import re
import tempfile
import warnings

import pandas as pd

from ._base import seed_of
from ._program import DrfviError, DrfviWarning
from ._table import columns, run_on


def graph_independence(graph, data, *, cluster=None, sample_weight=None, block=None, missing="refuse", dates="refuse",
                       n_estimators=None, level=None, workers=None, random_state=1, options=None, verbose=None):
    """Test the missing arrows of a causal graph: each pair of columns without one, given the parents of both.

    Parameters
    ----------
    graph : pairs (cause, effect); a directed graph with such edges, as of networkx; a text in dagitty's
        language, such as "dag { a -> b; b <-> c; u [latent] }", or the path of a file with one. Triples
        have the kind of an edge, "->", "<-" or "<->", which stands for a latent cause of both; so has a
        column e of a data frame of edges.
    data : data frame with the columns that the graph names
    cluster, sample_weight, block, missing, dates, n_estimators, level, workers, random_state, options, verbose :
        as in DistributionalImportance and its fit

    Returns
    -------
    DataFrame
        a row a test, with x, y, given, p, p_adjusted (Holm), strength, robustness and established: the table
        contradicts the graph; attrs["sentence"] says so of all

    Examples
    --------
    >>> import numpy as np
    >>> z, noise, other = np.random.default_rng(3).normal(size=(3, 200))
    >>> data = pd.DataFrame({"z": z, "x": z + noise, "y": z + other})
    >>> graph_independence([("z", "x"), ("z", "y")], data)[["x", "y", "given", "established"]].values.tolist()
    [['x', 'y', 'z', False]]
    """
    known = columns(data, "x")
    write, name, line = _of_text(graph, known) if isinstance(graph, (str, os.PathLike)) else _of_edges(graph, known)
    last = [n for n in known if n not in [v for v in (cluster, sample_weight) if isinstance(v, str)]][-1]
    with tempfile.TemporaryDirectory(prefix="drfvi-") as folder:
        path = os.path.join(folder, "graph")

        def written(safe):
            with open(path, "w", encoding="utf-8") as f:
                f.write(write(safe))
            return path

        try:
            found = run_on(
                "test", {n: v for n, v in known.items() if n != last}, {last: known[last]},
                {"dag": written, "missing": missing, "trees": n_estimators, "level": level, "block": block, "workers": workers,
                 "seed": seed_of(random_state), **(options or {})},
                dates=dates, cluster=cluster, weights=sample_weight, verbose=verbose,
            )
        except DrfviError as fault:
            text = re.sub(re.escape(path) + r":(\d+)", lambda at: line.format(at[1]), str(fault))
            raise DrfviError(text.replace(path, name)) from None
    for text in found["warnings"]:
        warnings.warn(text, DrfviWarning, stacklevel=2)
    keys = ("p", "p_adjusted", "strength", "robustness", "established")
    frame = pd.DataFrame([[", ".join(t[k]) for k in ("x", "y", "given")] + [t[k] for k in keys] for t in found["tests"]], columns=["x", "y", "given", *keys])
    frame.attrs["sentence"] = found["sentence"]
    return frame


def _of_edges(graph, known):
    """Return a function that writes edges with the names of columns for the program, and how to call the graph and its lines."""
    if hasattr(graph, "is_directed") and not graph.is_directed():
        raise ValueError("the graph is not directed, expected arrows from causes to effects")
    if isinstance(graph, pd.DataFrame):
        graph = graph[[*graph.columns[:2], *(["e"] if "e" in graph.columns[2:] else [])]].itertuples(index=False, name=None)
    edges = []
    for edge in getattr(graph, "edges", graph):
        if isinstance(edge, str) or len(edge) < 2:
            raise ValueError(f"the graph has {edge!r}, expected pairs (cause, effect)")
        cause, effect, kind = (*edge, "->")[:3]
        if not isinstance(kind, str) or re.search(r"\w", kind):  # the key or properties of an edge
            kind = "->"
        for name in (cause, effect):
            if name not in known:
                raise ValueError(f"the graph names {name!r}, which is not a column of data")
        if kind not in ("->", "<-", "<->"):
            raise ValueError(f"the graph has {cause} {kind} {effect}, expected an arrow, -> or <-, or <-> for a latent cause of both")
        edges.append((cause, kind, effect))
    if not edges:
        raise ValueError("the graph has no arrows, expected pairs (cause, effect)")
    return lambda safe: "".join(f'"{safe[a]}" {kind} "{safe[b]}"\n' for a, kind, b in edges), "the graph", "edge {} of the graph"


def _of_text(graph, known):
    """Return what _of_edges does, for a text in dagitty's language or a file for drfvi test --dag."""
    text, name, line = os.fspath(graph), "the graph", "line {} of the graph"
    if len(text) < 1000 and os.path.isfile(text):
        name, line = text, text.replace("{", "{{").replace("}", "}}") + ":{}"
        with open(text, encoding="utf-8-sig") as f:
            text = f.read()
    elif not re.search(r"[{}]|->|<-|--", text):
        raise ValueError(f'graph is {text!r}, which is not a file, expected a graph such as "dag {{ a -> b }}", or the name of its file')
    lines = [row for row in text.splitlines() if row.strip() and not row.lstrip().startswith("#")]
    if lines and "," in lines[0] and not re.search(r"->|<-|[{[]", lines[0]):  # a,b in each line
        names = r'^[ \t]*#.*|"[^"\n]*"|[^,"\n]+'
    else:
        names = r'(?:#|//).*|"[^"]*"|[\w.]+'

    def write(safe):
        def stand_in(found):
            bare = found[0].strip().strip('"')
            return safe[bare] if bare in known and safe[bare] != bare else found[0]

        return re.sub(names, stand_in, text, flags=re.MULTILINE)

    return write, name, line
