"""Sensitivity analysis of given runs."""

import warnings

import pandas as pd

from ._base import jobs, more_columns, seed_of
from ._program import DrfviWarning, utf8
from ._table import as_table, in_step, run_on


def sensitivity(X, y, *, laws=None, feature_groups=None, missing="refuse", dates="refuse", n_estimators=None, level=None, n_jobs=None, random_state=1,
                options=None, verbose=None):
    """Divide the variance of the outputs of a simulator among its inputs, from any runs.

    Parameters
    ----------
    X, y : inputs and outputs of the runs; several columns of y may be a curve
    laws : dict
        Laws of inputs where they are known, such as {"x0": ("uniform", 0, 1), "x1": "rows"}: uniform and
        log-uniform with their ends, normal and log-normal with mean and standard deviation, gumbel
        with mode and scale, rows as in the runs.
    feature_groups, missing, dates, n_estimators, level, n_jobs, random_state, options, verbose :
        as in DistributionalImportance

    Returns
    -------
    pandas.DataFrame
        with a row for each input and columns S1, ST and shapley of the mean with the ends of their intervals,
        those of the distribution as S1_distribution and so on, and law; attrs["result"] is the complete output
        of the program, with the indices of each output among its responses

    Examples
    --------
    >>> import numpy as np
    >>> x = np.random.default_rng(1).uniform(size=(100, 2))
    >>> indices = sensitivity(x, np.exp(x[:, 0]) + x[:, 1])
    >>> bool(indices["ST"]["x0"] > indices["ST"]["x1"])
    True
    """
    in_step(X, y)
    found = run_on(
        "sensitivity", as_table(X), y,
        {"missing": missing, "trees": n_estimators,
         "level": level, "workers": jobs(n_jobs), "seed": seed_of(random_state), **(options or {})},
        laws=[law_of(n, law) for n, law in (laws or {}).items()], groups=feature_groups, dates=dates, verbose=verbose,
    )
    for text in found["warnings"]:
        warnings.warn(text, DrfviWarning, stacklevel=2)
    frame = pd.DataFrame(more_columns(found["variables"], {"name"}), index=pd.Index([v["name"] for v in found["variables"]], name="variable"))
    frame.attrs["result"] = found
    return frame


def law_of(name, law):
    """Return the law of an input as requests have it."""
    kind, *parameters = [law] if isinstance(law, str) else law
    return {"input": utf8(name), "law": kind, "parameters": [float(v) for v in parameters]}
