"""Importances of inputs for the distribution of responses."""

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from ._adjust import adjust_pvalues
from ._base import Estimator, listed, short


class DistributionalImportance(Estimator):
    """How much the joint distribution of responses depends on each input.

    Text and pandas categories are categories, and count as one input each; ordered
    categories are numbered in their order; booleans are 0 and 1.

    Parameters
    ----------
    method, preset, kernel, trees, alpha, sample_size, evaluate, workers
        As the flags of ``drfvi importance``, where None is the program's default:
        preset "auto", kernel "median".
        ``alpha`` is the least share of a node's rows in each part of a split.
    groups : dict of lists
        Columns that count as one input: ``{"place": ["lat", "lon"]}``.
    missing : "refuse", "drop" or "use"
        Rows with missing values stop the estimation, are left out and counted, or
        go at each split to whichever side predicts better.
    dates : "refuse" or "days"
        Whether dates are taken as numbers of days since 1970.
    test : bool
        False leaves out the tests, which take half of the time.
    level : float
        Of intervals: the probability with which they cover; None is 0.95.
    adjust : str
        Of p-values: "holm", "hochberg", "bonferroni", "BH", "BY" or "none".
    seed : int
        Determines all random numbers.
    options : dict
        Further flags of the program, such as ``{"min_node_size": 10}``.
    verbose : bool
        Whether to show progress; None is in interactive use.

    Attributes
    ----------
    variables_ : names of the inputs and groups, in column order; those below follow it
    importances_ : shares of the explained variation that are lost without the input
    intervals_ : lower and upper ends of intervals of coverage level_; None for methods without
    pvalues_ : of the hypotheses that an input adds nothing, not adjusted, or None
    standard_errors_ : of the importances over tables, or None
    alone_, alone_pvalues_ : shares of the variation that inputs explain by themselves, and
        p-values of a test without forests, or None
    stands_in_ : whether an input may stand in for others, of which it is nearly a
        function; its p-value is raised. None without tests
    explained_share_, explained_interval_, explained_pvalue_ : of all inputs
    n_features_in_, feature_names_in_, targets_, warnings_
    result_ : the complete output of the program
    """

    def __init__(self, method="stacked", preset=None, kernel=None, trees=None, alpha=None, groups=None,
                 missing="refuse", dates="refuse", test=True, level=None, adjust="holm", sample_size=None, evaluate=None,
                 workers=None, seed=1, options=None, verbose=None):
        self.method = method
        self.preset = preset
        self.kernel = kernel
        self.trees = trees
        self.alpha = alpha
        self.groups = groups
        self.missing = missing
        self.dates = dates
        self.test = test
        self.level = level
        self.adjust = adjust
        self.sample_size = sample_size
        self.evaluate = evaluate
        self.workers = workers
        self.seed = seed
        self.options = options
        self.verbose = verbose

    def fit(self, X, Y, cluster=None, weights=None, block=None):
        """Estimate the importances of the columns of X for those of Y.

        cluster and weights are the name of a column of X, which is then no input, or
        a vector: rows that belong together, and how much rows count. block is a number
        of consecutive rows that stay together, of rows in the order of time.
        """
        adjust_pvalues([], self.adjust)
        found = self._run("importance", X, Y, cluster, weights, block=block, no_test=None if self.test else True)
        variables = found["variables"]

        def values(key):
            return np.array([v[key] for v in variables], dtype=float) if variables and key in variables[0] else None

        self.variables_ = [v["name"] for v in variables]
        self.importances_ = values("importance")
        self.intervals_ = values("interval")
        self.level_ = found.get("level")
        self.pvalues_ = values("p")
        self.standard_errors_ = values("se")
        self.alone_ = values("alone")
        self.alone_pvalues_ = values("alone_p")
        tested = self.pvalues_ is not None
        self.stands_in_ = np.array([v.get("stands_in", False) for v in variables]) if tested else None
        self.explained_share_ = found.get("explained_share")
        self.explained_interval_ = found.get("explained_share_interval")
        self.explained_pvalue_ = found.get("explained_p")
        return self

    def to_frame(self, adjust=None):
        """Return a data frame with a row for each input, in column order."""
        check_is_fitted(self)
        frame = pd.DataFrame({"variable": self.variables_, "importance": self.importances_})
        if self.intervals_ is not None:
            frame["lower"], frame["upper"] = self.intervals_.T
        if self.pvalues_ is not None:
            frame["p"] = self.pvalues_
            frame["p_adjusted"] = adjust_pvalues(self.pvalues_, adjust or self.adjust)
            frame["established"] = (frame["p_adjusted"] <= 0.05) & self.result_.get("established", True)
        for key in ("raw", "se", "se_trees", "alone", "alone_p"):
            if key in self.result_["variables"][0]:
                frame[key] = [v[key] for v in self.result_["variables"]]
        if self.stands_in_ is not None:
            frame["stands_in"] = self.stands_in_
        return frame

    def plot(self, ax=None, level=0.05, adjust=None, top=30):
        """Draw the importances with their intervals, those with an adjusted p-value
        of at most level filled, and return the axes."""
        import matplotlib.pyplot as plt

        interval, p = self.explained_interval_, self.explained_pvalue_
        nothing = p > 0.05 if p is not None else interval is not None and interval[0] <= 0
        frame = self.to_frame(adjust)
        if not nothing:  # otherwise importances are shares of nothing, and rank nothing
            frame = frame.sort_values("raw", ascending=False, kind="stable")
        frame = frame.head(top)[::-1]
        if ax is None:
            ax = plt.subplots(figsize=(6, 1.6 + 0.3 * len(frame)), layout="constrained")[1]
        at = np.arange(len(frame))
        ink = "0.6" if nothing else "black"
        if "lower" in frame:
            ax.hlines(at, frame["lower"], frame["upper"], color=ink, linewidth=1)
        elif "se_trees" in frame:
            ax.hlines(at, frame["importance"] - 2 * frame["se_trees"], frame["importance"] + 2 * frame["se_trees"], color=ink, linewidth=1)
        found = frame["p_adjusted"].to_numpy() <= level if "p_adjusted" in frame else np.zeros(len(frame), dtype=bool)
        points = ax.scatter(frame["importance"], at, c=[ink if f else "white" for f in found], edgecolors=ink, zorder=3)
        points.set_clip_on(False)
        ax.axvline(0, color="0.6", linewidth=0.8, zorder=0)
        ax.set_yticks(at, [short(n) for n in frame["variable"]])
        ax.set_ylim(-0.6, len(frame) - 0.4)
        title, label = f"Importance for {listed(self.targets_)}", "importance"
        if self.explained_share_ is not None:
            title += "\n" + ("no effect was found" if nothing else f"{100 * self.explained_share_:.2g} % of the variation is explained")
            label = "share of what is explained that is lost without the input"
        if "p_adjusted" in frame:
            label += f"\n(filled: p ({adjust or self.adjust}) at most {level})"
        ax.set_xlabel(label)
        ax.set_title(title)
        return ax
