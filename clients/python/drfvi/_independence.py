"""Tests of conditional independence."""

import warnings
from dataclasses import dataclass, field

from ._base import jobs, seed_of
from ._program import DrfviWarning, utf8
from ._table import columns, in_step, run_on
from ._text import fill


@dataclass(frozen=True)
class ConditionalIndependence:
    """What conditional_independence has found."""

    pvalue: float
    strength: float  # share of all variation of y that is lost without x
    interval: tuple  # of the strength
    robustness: float
    moves: tuple  # aspects of y that move with x; empty unless asked for
    sentence: str
    result: dict = field(repr=False)  # the complete output of the program

    def __str__(self):
        return fill(self.sentence)


def conditional_independence(x, y, given=None, *, data=None, cluster=None, sample_weight=None, block=None, moves=False,
                             missing="refuse", dates="refuse", n_estimators=None, level=None, n_jobs=None, random_state=1,
                             options=None, verbose=None):
    """Test whether y depends on x given further columns: not only its mean, but its distribution.

    Parameters
    ----------
    x, y, given : tables, arrays or series of any kinds of columns, tested together; or names of
        columns of data, one or a list. Without given, independence is tested.
    data : data frame with the columns that are named, and with those of cluster and sample_weight
    moves : bool
        Whether to say what moves, in about twice the time.
    cluster, sample_weight, block, missing, dates, n_estimators, level, n_jobs, random_state, options, verbose :
        as in DistributionalImportance and its fit

    Returns
    -------
    ConditionalIndependence
        with pvalue, strength, interval, robustness, moves, sentence and result

    Examples
    --------
    >>> import numpy as np
    >>> z, noise, other = np.random.default_rng(3).normal(size=(3, 200))
    >>> conditional_independence(z + noise, z + other, z).pvalue > 0.05
    True
    >>> conditional_independence(z + noise, z + other).pvalue < 0.05
    True
    """
    parts = [chosen(x, data, "x", "x"), chosen(y, data, "y", "y"), {} if given is None else chosen(given, data, "given", "z")]
    rows = {"cluster": cluster, "weights": sample_weight}
    refuse_twice({**dict(zip(("y", "x", "given"), (parts[1], parts[0], parts[2]))), **{name: [v] for name, v in rows.items() if isinstance(v, str)}})
    in_step(x, y)
    x, y, given = parts
    for name, value in rows.items():
        if isinstance(value, str) and data is not None:
            rows[name] = chosen(value, data, name, name)[value]
    found = run_on(
        "test", {**x, **given}, y,
        {"x": list(map(utf8, x)), "given": list(map(utf8, given)) or None, "no_moves": not moves, "missing": missing, "trees": n_estimators, "level": level, "block": block,
         "workers": jobs(n_jobs), "seed": seed_of(random_state), **(options or {})},
        dates=dates, **rows, verbose=verbose,
    )
    for text in found["warnings"]:
        warnings.warn(text, DrfviWarning, stacklevel=2)
    return ConditionalIndependence(found["p"], found["strength"], tuple(found["strength_interval"]), found["robustness"],
                                   tuple(found.get("moves") or ()), found["sentence"], found)


def chosen(part, data, what, name):
    """Return columns as a dict, those that are named from data; name is for those without."""
    names = [part] if isinstance(part, str) else part
    if isinstance(names, (list, tuple)) and not names:
        if what == "given":
            return {}
        raise ValueError(f"{what} names no column, expected at least one")
    if not isinstance(names, (list, tuple)) or not all(isinstance(n, str) for n in names):
        return columns(part, name)
    if data is None:
        raise ValueError(f"{what} names {names[0]!r}, expected the table that has it as data")
    known = columns(data, name)
    for n in names:
        if n not in known:
            raise ValueError(f"{what} names {n!r}, which is not a column of data")
    return {n: known[n] for n in names}


def refuse_twice(parts):
    """Refuse a column that is in two parts of a question, in the program's words."""
    taken = {}
    for part, names in parts.items():
        for n in names:
            if n in taken:
                raise ValueError(f"column {n!r} is in {taken[n]} and in {part}, expected it in one of them")
        taken.update(dict.fromkeys(names, part))
