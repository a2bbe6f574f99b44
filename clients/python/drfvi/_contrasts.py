"""Importances of the same inputs in two tables."""

import warnings

import pandas as pd

from . import _program


def between_tables(one, other):
    """Have the program compare what two fitted estimators have found, and return the differences."""
    found = _program.ask({"command": "compare", "results": [one.result_, other.result_]}, False)
    for text in found["warnings"]:
        warnings.warn(text, _program.DrfviWarning, stacklevel=3)
    values = {v["name"]: v for v in found["variables"]}
    rows = [(n, v["difference"], *v["interval"], v["se"], v["p"], v["p_adjusted"]) for n, v in ((n, values[n]) for n in one.variables_ if n in values)]
    return pd.DataFrame(rows, columns=["variable", "difference", "lower", "upper", "se", "p", "p_adjusted"])
