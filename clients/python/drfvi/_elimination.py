"""Elimination of inputs that are not needed."""

import numpy as np
import pandas as pd
from sklearn.base import TransformerMixin
from sklearn.utils.validation import _check_feature_names_in, check_is_fitted

from ._base import Estimator, as_fitted, clusters, listed
from ._table import as_table, columns


class DistributionalElimination(TransformerMixin, Estimator):
    """A small set of inputs that predicts the joint distribution of responses as well
    as all, by eliminating the least important one again and again.

    Parameters are those of DistributionalImportance without tests, and

    Parameters
    ----------
    repeats : int
        Eliminations on random halves of the rows.
    rows : int
        Random rows that each elimination uses at most; None is 10 000.

    Attributes
    ----------
    kept_ : names of the inputs and groups to keep
    support_ : whether each column of X is kept
    ranking_ : rank of each column of X, 1 for the one kept longest; 0 for one that
        was no input but cluster or weights
    path_ : data frame of the loss by number of inputs
    n_features_in_, feature_names_in_, targets_, warnings_
    result_ : the complete output of the program

    Examples
    --------
    >>> import numpy as np
    >>> x = np.random.default_rng(1).normal(size=(200, 3))
    >>> small = DistributionalElimination(n_estimators=50, repeats=2).fit(x, 2 * x[:, 0])
    >>> small.kept_
    ['x0']
    """

    def __init__(self, method="coupled", preset=None, kernel=None, n_estimators=None, alpha=None, feature_groups=None,
                 missing="refuse", dates="refuse", repeats=10, rows=None, sample_size=None, evaluate=None,
                 n_jobs=None, random_state=1, options=None, verbose=None):
        self.method = method
        self.preset = preset
        self.kernel = kernel
        self.n_estimators = n_estimators
        self.alpha = alpha
        self.feature_groups = feature_groups
        self.missing = missing
        self.dates = dates
        self.repeats = repeats
        self.rows = rows
        self.sample_size = sample_size
        self.evaluate = evaluate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.options = options
        self.verbose = verbose

    def fit(self, X, y=None, cluster=None, sample_weight=None, block=None, groups=None):
        """Eliminate columns of X as long as those left predict y as well. The other arguments are those
        of DistributionalImportance.fit."""
        cluster = clusters(cluster, groups)
        found = self._run("rfe", X, y, cluster, sample_weight, block=block)
        self.kept_ = found["kept"]
        group = {n: g for g, members in (self.feature_groups or {}).items() for n in members}
        rank = {v["name"]: v["rank"] for v in found["variables"]}
        names = [group.get(n, n) for n in columns(as_table(X), "x")]
        self.support_ = np.array([n in self.kept_ for n in names])
        self.ranking_ = np.array([rank.get(n, 0) for n in names])
        self.path_ = pd.DataFrame(found["path"])
        return self

    def transform(self, X):
        """Return the columns of X that are kept, as an array, or as set_output says."""
        X = as_fitted(self, X)
        if isinstance(X, pd.DataFrame) and _output(self) != "default":
            return X.loc[:, self.support_]  # with the types of its columns
        return np.asarray(X)[:, self.support_]

    def get_support(self, indices=False):
        """Return whether each column of X is kept, or the indices of those that are."""
        check_is_fitted(self)
        return np.flatnonzero(self.support_) if indices else self.support_

    def get_feature_names_out(self, input_features=None):
        """Return the names of the columns that are kept."""
        check_is_fitted(self)
        return _check_feature_names_in(self, input_features)[self.support_]

    def to_frame(self):
        """Return a data frame of inputs in the order in which they are kept, with
        the loss of as many; its first row is for no input at all."""
        check_is_fitted(self)
        ranks = pd.DataFrame(self.result_["variables"])[["rank", "name", "kept", "kept_in_halves"]]
        frame = self.path_.rename(columns={"variables": "rank"}).merge(ranks.rename(columns={"name": "variable"}), on="rank", how="left")
        return frame[["rank", "variable", "kept", "kept_in_halves", "loss", "se", "above_best", "above_best_se"]]

    def plot(self, ax=None):
        """Draw the loss against the number of inputs, and return the axes."""
        import matplotlib.pyplot as plt

        check_is_fitted(self)
        if ax is None:
            ax = plt.subplots(layout="constrained")[1]
        path, kept = self.path_, self.result_["keep"]
        ax.errorbar(path["variables"], path["loss"], path["above_best_se"], color="black", linewidth=1, marker="o", markerfacecolor="white")
        ax.plot(path["variables"][kept], path["loss"][kept], "ko", zorder=3)
        ax.axvline(kept, color="black", linestyle=":", linewidth=0.8)
        ax.xaxis.get_major_locator().set_params(integer=True)
        ax.set_xlabel("number of inputs")
        ax.set_ylabel("MMD loss on other rows")
        ax.set_title(f"Elimination for {listed(self.targets_)}\n(bars: standard error of the difference to the best)")
        return ax

    def _lead(self):
        found = self.result_
        return [f"Elimination of {len(found['variables'])} inputs for {listed(self.targets_)} ({found['n']} rows)",
                f"Keep {listed(self.kept_)}." if self.kept_ else "Keep nothing: no set of inputs predicts better than none, beyond chance."]

    def _rows(self):
        frame = self.to_frame().head(31)
        return ["input", "rank", "loss", "above the best"], [
            ("(none)" if rank == 0 else name, 0, loss, None, kept is True, [str(rank), f"{loss:.4f}", f"{above:.4f}"])
            for name, rank, loss, above, kept in zip(frame["variable"], frame["rank"], frame["loss"], frame["above_best"], frame["kept"])
        ]


def _output(estimator):
    """Return the form of what transform returns, as set_output or scikit-learn's configuration has it."""
    try:
        from sklearn.utils._set_output import _get_output_config
    except ImportError:  # before 1.2
        return "default"
    return _get_output_config("transform", estimator)["dense"]
