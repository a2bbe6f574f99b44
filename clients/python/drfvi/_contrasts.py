"""Importances of the same inputs in two tables."""

import json
import os
import tempfile
import warnings

import pandas as pd

from . import _program


def between_tables(one, other):
    """Have the program compare what two fitted estimators have found, and return the differences."""
    with tempfile.TemporaryDirectory(prefix="drfvi-") as folder:
        files = {os.path.join(folder, f"{which}.json"): f"the {which} estimator" for which in ("first", "second")}
        for file, found in zip(files, (one.result_, other.result_)):
            with open(file, "w", encoding="utf-8") as f:
                json.dump(found, f)

        def said(text):
            for file, name in files.items():
                text = text.replace(file, name)
            return _program.in_python(text)

        try:
            found = _program.run(["compare", *files, "--format=json"], False)
        except _program.DrfviError as fault:
            raise _program.DrfviError(said(str(fault))) from None
    for text in found["warnings"]:
        warnings.warn(said(text), _program.DrfviWarning, stacklevel=3)
    values = {v["name"]: v for v in found["variables"]}
    rows = [(n, v["difference"], *v["interval"], v["se"], v["p"], v["p_adjusted"]) for n, v in ((n, values[n]) for n in one.variables_ if n in values)]
    return pd.DataFrame(rows, columns=["variable", "difference", "lower", "upper", "se", "p", "p_adjusted"])
