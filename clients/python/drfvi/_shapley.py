"""What inputs explain together, divided among them."""

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from ._base import Estimator, clusters, listed, more_columns, short
from ._html import divided, explained, p_text, span


class DistributionalShapley(Estimator):
    """MMD-Shapley effects: what the inputs explain of the joint distribution of the
    responses, divided among them. Information that several inputs carry, which no
    importance counts, is divided equally; shares add up to 1, or are all 0 where nothing is
    explained.

    Parameters are those of DistributionalImportance without method, tests and aspects, and

    Parameters
    ----------
    pairs : bool
        Whether pairs of inputs are valued too. Compare values with each other: below 0 both
        inputs carry the same information; where effects merely add up, values are above 0.
        Interactions are tested by DistributionalImportance(interactions=True).
    subsets : int
        Most random subsets of the inputs; None is 1000. Few inputs have all subsets.

    Attributes
    ----------
    variables_ : names of the inputs and groups, in column order; those below follow it
    shares_, intervals_ : the shares, and their intervals of coverage level_
    importances_ : what is lost without the input, as DistributionalImportance tells it
    pvalues_ : its p-values, not adjusted
    pairs_ : data frame of pairs with their values, or None
    feature_importances_ : shares by column of X
    explained_share_, explained_interval_ : of all inputs
    n_features_in_, feature_names_in_, targets_, warnings_
    result_ : the complete output of the program

    Examples
    --------
    >>> import numpy as np
    >>> x = np.random.default_rng(1).normal(size=(200, 3))
    >>> model = DistributionalShapley(n_estimators=20).fit(x, x[:, 0] + x[:, 1])
    >>> model.shares_.argmin()
    2
    """

    def __init__(self, preset=None, kernel=None, n_estimators=None, alpha=None, feature_groups=None, missing="refuse",
                 dates="refuse", pairs=False, subsets=None, level=None, sample_size=None, evaluate=None,
                 n_jobs=None, random_state=1, options=None, verbose=None):
        self.preset = preset
        self.kernel = kernel
        self.n_estimators = n_estimators
        self.alpha = alpha
        self.feature_groups = feature_groups
        self.missing = missing
        self.dates = dates
        self.pairs = pairs
        self.subsets = subsets
        self.level = level
        self.sample_size = sample_size
        self.evaluate = evaluate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.options = options
        self.verbose = verbose

    def fit(self, X, y=None, cluster=None, sample_weight=None, block=None, groups=None):
        """Divide among the columns of X what they explain of y. The other arguments are those of
        DistributionalImportance.fit."""
        cluster = clusters(cluster, groups)
        found = self._run("shapley", X, y, cluster, sample_weight, block=block)
        variables = found["variables"]
        self.variables_ = [v["name"] for v in variables]
        self.shares_, self.intervals_, self.importances_, self.pvalues_ = (
            np.array([v[k] for v in variables]) for k in ("share", "share_interval", "importance", "p"))
        self.level_ = found["level"]
        self.explained_share_, self.explained_interval_ = found["explained_share"], found["explained_share_interval"]
        self.feature_importances_ = self._by_column(X, dict(zip(self.variables_, self.shares_)))
        self.pairs_ = None
        if "pairs" in found:
            self.pairs_ = pd.DataFrame(
                [(*pair["names"], pair["value"], *pair["interval"], pair["se"]) for pair in found["pairs"]],
                columns=["variable", "other", "value", "lower", "upper", "se"],
            )
        return self

    def to_frame(self):
        """Return a data frame with a row for each input, in column order."""
        check_is_fitted(self)
        low, high = self.intervals_.T
        rest = {to: [v[k] for v in self.result_["variables"]] for to, k in (("se", "share_se"), ("importance", "importance"), ("importance_se", "se"), ("p", "p"), ("p_adjusted", "p_adjusted"))}
        more = more_columns(self.result_["variables"], {"name", "share", "share_interval", "share_se", "share_se_subsets", "importance", "interval", "se", "p", "p_adjusted", "established"})
        return pd.DataFrame({"variable": self.variables_, "share": self.shares_, "lower": low, "upper": high, **rest, **more})

    def plot(self, ax=None, top=30):
        """Draw the shares with their intervals, and return the axes."""
        import matplotlib.pyplot as plt

        frame = self.to_frame().sort_values("share", ascending=False, kind="stable").head(top)[::-1]
        if ax is None:
            ax = plt.subplots(figsize=(6, 1.6 + 0.3 * len(frame)), layout="constrained")[1]
        at, ink = np.arange(len(frame)), "black" if divided(self.result_) else "0.6"
        ax.hlines(at, frame["lower"], frame["upper"], color=ink, linewidth=1)
        ax.plot(frame["share"].clip(lower=0), at, "o", color=ink, zorder=3)
        ax.axvline(0, color="0.6", linewidth=0.8, zorder=0)
        ax.set_yticks(at, [short(n) for n in frame["variable"]])
        ax.set_xlabel("share of what the inputs explain")
        ax.set_title(f"Shares in the distribution of {listed(self.targets_)}")
        return ax

    def _lead(self):
        return [f"Shares of {len(self.variables_)} inputs in the distribution of {listed(self.targets_)} ({self.result_['n']} rows)", *explained(self.result_)]

    def _notes(self):
        open_shares = divided(self.result_) and (self.intervals_[:, 0] <= 0).any()
        return ["In parentheses: the share may be 0."] if open_shares else []

    def _rows(self):
        frame = self.to_frame()
        if not divided(self.result_):
            return ["input", "p (Holm)"], [(v.variable, 0, None, None, False, [p_text(v.p_adjusted)]) for v in frame.head(30).itertuples()]
        frame = frame.sort_values("share", ascending=False, kind="stable").head(30)
        return ["input", "share", f"{100 * self.level_:g} % interval", "importance", "p (Holm)"], [
            (v.variable, 0, max(v.share, 0), (v.lower, v.upper), v.lower > 0,
             [f"{max(v.share, 0):.3f}", span((v.lower, v.upper), v.lower > 0), f"{max(v.importance, 0):.3f}", p_text(v.p_adjusted)])
            for v in frame.itertuples()
        ]
