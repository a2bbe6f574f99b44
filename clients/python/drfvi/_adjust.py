"""Adjustment of p-values for the number of tests, as R's p.adjust."""

import numpy as np

ADJUSTMENTS = ("holm", "hochberg", "bonferroni", "BH", "BY", "none")


def adjust_pvalues(pvalues, method="holm"):
    """Return the p-values adjusted by "holm", "hochberg", "bonferroni", "BH", "BY" or
    "none"."""
    p = np.asarray(pvalues, dtype=float)
    if method not in ADJUSTMENTS:
        raise ValueError(f"adjustment {method!r} is unknown, expected one of {', '.join(ADJUSTMENTS)}")
    known = ~np.isnan(p)
    if not known.all():  # what was not tested
        adjusted = np.full(len(p), np.nan)
        adjusted[known] = adjust_pvalues(p[known], method)
        return adjusted
    n = len(p)
    rank = np.arange(1, n + 1)
    factors = {
        "none": np.ones(n),
        "bonferroni": np.full(n, n),
        "holm": n + 1 - rank,
        "hochberg": n + 1 - rank,
        "BH": n / rank,
        "BY": n / rank * np.sum(1 / rank),
    }[method]
    order = np.argsort(p, kind="stable")
    scaled = p[order] * factors
    if method == "holm":  # steps down from the smallest
        scaled = np.maximum.accumulate(scaled)
    elif method in ("hochberg", "BH", "BY"):  # steps up from the largest
        scaled = np.minimum.accumulate(scaled[::-1])[::-1]
    adjusted = np.empty(n)
    adjusted[order] = np.minimum(scaled, 1)
    return adjusted


def procedure(method):
    """Return the name of a way to adjust p-values, as in texts."""
    return method.capitalize() if method in ("holm", "hochberg", "bonferroni") else method
