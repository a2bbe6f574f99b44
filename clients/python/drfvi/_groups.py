"""Tests of groups of inputs that move together."""

import pandas as pd
from sklearn.utils.validation import check_is_fitted

from ._base import Estimator, clusters, few, listed
from ._html import divided, explained, p_text, span


class DistributionalGroups(Estimator):
    """Importances and tests of groups of inputs that move together, from all inputs down to
    single ones: where inputs can replace each other none may be found alone, though together
    they are. The probability of any false finding is at most 5 %.

    Parameters are those of DistributionalImportance without ``test``, ``adjust`` and
    ``aspects``.

    Attributes
    ----------
    tree_ : the groups, nested dicts with inputs, correlation, importance, interval, p,
        p_adjusted, established and parts; a group is tested if the one that it is in is found
    found_ : lists of the inputs of the smallest groups that are found
    feature_importances_ : by column of X, the importance of the smallest tested group that it is in
    variables_, explained_share_, explained_interval_, explained_pvalue_, level_
    n_features_in_, feature_names_in_, targets_, warnings_
    result_ : the complete output of the program

    Examples
    --------
    >>> import numpy as np
    >>> x = np.random.default_rng(1).normal(size=(200, 3))
    >>> x[:, 1] = x[:, 0] + 0.01 * x[:, 1]          # can replace each other
    >>> model = DistributionalGroups(n_estimators=50).fit(x, x[:, 0] + x[:, 2])
    >>> ["x0", "x1"] in model.found_
    True
    """

    def __init__(self, method="stacked", preset=None, kernel=None, n_estimators=None, alpha=None, feature_groups=None,
                 missing="refuse", dates="refuse", level=None, sample_size=None, evaluate=None,
                 n_jobs=None, random_state=1, options=None, verbose=None):
        self.method = method
        self.preset = preset
        self.kernel = kernel
        self.n_estimators = n_estimators
        self.alpha = alpha
        self.feature_groups = feature_groups
        self.missing = missing
        self.dates = dates
        self.level = level
        self.sample_size = sample_size
        self.evaluate = evaluate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.options = options
        self.verbose = verbose

    def fit(self, X, y=None, cluster=None, sample_weight=None, block=None, groups=None):
        """Test groups of the columns of X. The other arguments are those of
        DistributionalImportance.fit."""
        cluster = clusters(cluster, groups)
        found = self._run("groups", X, y, cluster, sample_weight, block=block)
        self.variables_, self.tree_ = found["variables"], found["tree"]
        self.level_ = found.get("level")
        self.explained_share_ = found.get("explained_share")
        self.explained_interval_, self.explained_pvalue_ = found.get("explained_share_interval"), found.get("explained_p")
        self.found_, lost = [], {}
        for node, _ in tested(self.tree_):
            if node["established"] and not any(part["established"] for part in node.get("parts", [])):
                self.found_.append(node["inputs"])
            lost.update(dict.fromkeys(node["inputs"], node["importance"]))
        self.feature_importances_ = self._by_column(X, lost)
        return self

    def to_frame(self):
        """Return a data frame with a row for each tested group, each before its parts; depth is
        0 for all inputs."""
        check_is_fitted(self)
        return pd.DataFrame([
            {
                "group": listed(node["inputs"]) if depth else f"all {len(self.variables_)} inputs", "depth": depth, "inputs": node["inputs"], "correlation": node.get("correlation"),
                "importance": node["importance"], "lower": node["interval"][0], "upper": node["interval"][1],
                "p": node["p"], "p_adjusted": node["p_adjusted"], "established": node["established"],
            }
            for node, depth in tested(self.tree_)
        ])

    def plot(self, ax=None):
        """Draw the tested groups with their importances, found ones filled, and return the
        axes."""
        import matplotlib.pyplot as plt

        frame = self.to_frame()[::-1].reset_index()
        if ax is None:
            ax = plt.subplots(figsize=(6, 1.6 + 0.3 * len(frame)), layout="constrained")[1]
        ax.hlines(frame.index, frame["lower"], frame["upper"], color="black", linewidth=1)
        ax.scatter(frame["importance"], frame.index, c=["black" if e else "white" for e in frame["established"]], edgecolors="black", zorder=3)
        ax.axvline(0, color="0.6", linewidth=0.8, zorder=0)
        ax.set_yticks(frame.index, [(few(i) if d else g) + "   " * (frame["depth"].max() - d) for g, i, d in zip(frame["group"], frame["inputs"], frame["depth"])])
        ax.set_xlabel("share of what is explained\nthat is lost without the group\n(filled: p (tree) at most 0.05)")
        ax.set_title(f"Groups of inputs for {listed(self.targets_)}")
        return ax

    def _lead(self):
        found = "; ".join(listed(inputs) for inputs in self.found_)
        return [f"Groups of {len(self.variables_)} inputs for {listed(self.targets_)} ({self.result_['n']} rows)", *explained(self.result_), f"Found: {found or 'none'}."]

    def _rows(self):
        if not divided(self.result_):
            return ["group", "p (tree)"], [(g.group, g.depth, None, None, g.established, [p_text(g.p_adjusted)]) for g in self.to_frame().itertuples()]
        return ["group", "importance", f"{100 * self.level_:g} % interval", "p (tree)"], [
            (g.group, g.depth, g.importance, (g.lower, g.upper), g.established,
             [f"{max(g.importance, 0):.3f}", span((g.lower, g.upper), g.established), p_text(g.p_adjusted)])
            for g in self.to_frame().itertuples()
        ]


def tested(node, depth=0):
    """Go through the tested groups of a tree, each before its parts, with its depth."""
    yield node, depth
    for part in node.get("parts", []) if node["established"] else []:
        yield from tested(part, depth + 1)
