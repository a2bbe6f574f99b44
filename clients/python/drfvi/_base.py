"""What the estimators share."""

import numpy as np
import pandas as pd
from sklearn.base import BaseEstimator

from ._table import columns, run_on


class Estimator(BaseEstimator):
    """An estimator whose parameters are flags of the program but for those in _own."""

    _own = ("groups", "dates", "test", "adjust", "options", "verbose")

    def _run(self, command, X, Y, cluster, weights, **more):
        flags = {n: v for n, v in self.get_params(deep=False).items() if n not in self._own}
        self.result_ = run_on(
            command, X, Y, {**flags, **more, **(self.options or {})},
            groups=self.groups, dates=self.dates, cluster=cluster, weights=weights, verbose=self.verbose,
        )
        self.n_features_in_ = X.shape[1] if hasattr(X, "shape") and len(X.shape) == 2 else len(columns(X, "x"))
        if isinstance(X, pd.DataFrame) and all(isinstance(c, str) for c in X.columns):
            self.feature_names_in_ = np.asarray(X.columns, dtype=object)
        self.targets_ = self.result_["targets"]
        self.warnings_ = self.result_["warnings"]
        return self.result_


def short(name):
    """Return a name for a picture: one line of at most 40 letters, and no formula."""
    name = "".join(c if c.isprintable() or c == "\u200d" else repr(c)[1:-1] for c in name)
    if len(name) > 40:
        name = f"{name[:19]}…{name[-20:]}"
    return name.replace("$", r"\$")


def listed(names):
    names = [short(n) for n in names]
    return ", ".join(names) if len(names) <= 6 else f"{', '.join(names[:4])} and {len(names) - 4} more"
