"""The effect of a treatment."""

import numpy as np
import pandas as pd
from sklearn.utils.validation import check_is_fitted

from ._base import Estimator, clusters, listed
from ._html import p_text, span
from ._table import columns, whole

# What the program has of an estimate, and the parts of its name here.
_ESTIMATE = (("value", ""), ("interval", "_interval"), ("se", "_standard_error"), ("p", "_pvalue"))


class DistributionalEffect(Estimator):
    """Whether a treatment changes the distribution of a response, whether it does so for all rows alike, and
    which inputs the effect depends on. These are effects only if no unmeasured cause moves both the treatment
    and the response, if no input is measured after the treatment, and if rows with the same inputs could have
    been in either arm.

    Parameters are those of DistributionalImportance that concern forests and tables, and

    Parameters
    ----------
    effect : "law" or "mean"
        On the whole distribution, or on the mean only; None is "law".
    arms : list of two
        Values of the treatment, the treated one first, where it has more or they do not tell.

    Attributes
    ----------
    average_, average_interval_, average_standard_error_, average_pvalue_ : the average effect on the mean
    spread_, spread_interval_, … : likewise on the spread; None with effect="mean"
    law_pvalue_ : of no average effect on the distribution, or on the mean with effect="mean"
    effect_pvalue_ : of no effect on anyone
    differs_pvalue_, differs_share_ : of the same effect for all, and the share of the squared effect that
        differs between rows, nan where it is not found to differ
    variables_, importances_, intervals_, pvalues_ : of the effect's differences, by input; None where it is not
        found to differ
    feature_importances_ : importances by column of X, 0 where the effect is not found to differ
    population_ : "all" with a known propensity, else "overlap"
    sentences_ : what was found, in words
    n_features_in_, feature_names_in_, targets_, warnings_
    result_ : the complete output of the program

    Examples
    --------
    >>> import numpy as np
    >>> x, noise = np.random.default_rng(1).normal(size=(2, 200))
    >>> arm = np.arange(200) % 2
    >>> model = DistributionalEffect(n_estimators=50).fit(x.reshape(-1, 1), 3 * arm + noise, treatment=arm, propensity=0.5)
    >>> bool(model.effect_pvalue_ < 0.05)
    True
    """

    _own = (*Estimator._own, "arms")

    def __init__(self, effect=None, arms=None, preset=None, kernel=None, n_estimators=None, alpha=None, feature_groups=None,
                 missing="refuse", dates="refuse", level=None, sample_size=None, n_jobs=None, random_state=1, options=None, verbose=None):
        self.effect = effect
        self.arms = arms
        self.preset = preset
        self.kernel = kernel
        self.n_estimators = n_estimators
        self.alpha = alpha
        self.feature_groups = feature_groups
        self.missing = missing
        self.dates = dates
        self.level = level
        self.sample_size = sample_size
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.options = options
        self.verbose = verbose

    def fit(self, X, y=None, treatment=None, propensity=None, cluster=None, block=None, groups=None):
        """Estimate the effect of a treatment on y.

        Parameters
        ----------
        treatment : vector, or name of a column of X
            Which rows were treated.
        propensity : number, vector, or name of a column of X
            The known probability of treatment, as in a trial; it is learnt unless given.
        cluster, block, groups :
            as in DistributionalImportance.fit

        A column of X that is named is not an input.
        """
        if treatment is None:
            raise ValueError("requires a treatment, the vector or the name of the column that says which rows were treated")
        if self.arms is not None and (isinstance(self.arms, str) or len(self.arms) != 2):
            raise ValueError(f"arms is {self.arms!r}, expected two values of the treatment, the treated one first")
        number = isinstance(propensity, (float, int, np.floating, np.integer)) and not isinstance(propensity, bool)
        if isinstance(treatment, str) and treatment in columns(X, "x"):
            known = columns(X, "x")
            X = pd.DataFrame({**known, treatment: whole(known[treatment])})
        elif not isinstance(treatment, str):
            treatment = whole(pd.Series(np.asarray(treatment)))
        aside = {"treatment": treatment, "propensity": None if number else propensity}
        arms = None if self.arms is None else [str(v) for v in self.arms]
        found = self._run("importance", X, y, clusters(cluster, groups), None, aside=aside, arms=arms, block=block, **({"propensity": propensity} if number else {}))
        for name, estimate in (("average", found["average_effect"]), ("spread", found.get("spread_effect", {}))):
            for key, part in _ESTIMATE:
                setattr(self, f"{name}{part}_", estimate.get(key))
        self.law_pvalue_, self.effect_pvalue_, self.differs_pvalue_ = (found[f"{name}_p"] for name in ("average", "effect", "differs"))
        self.differs_share_ = found.get("differs_share", np.nan)
        self.population_, self.sentences_, self.level_ = found["population"], found["sentences"], found["level"]
        variables = found.get("variables")

        def values(key):
            return None if variables is None else np.array([v[key] for v in variables], dtype=float)

        self.variables_ = None if variables is None else [v["name"] for v in variables]
        self.importances_, self.intervals_, self.pvalues_ = values("importance"), values("interval"), values("p")
        self.feature_importances_ = self._by_column(X, {v["name"]: v["importance"] for v in variables or []})
        return self

    def to_frame(self):
        """Return a data frame with a row for each input, with the effect on the mean where it is low and high: no rows
        where the effect is not found to differ."""
        check_is_fitted(self)
        keys = ("importance", "lower", "upper", "p", "p_adjusted", "established", "effect_low", "effect_low_se", "effect_high", "effect_high_se", "raw", "se")
        rows = [{**v, "lower": v["interval"][0], "upper": v["interval"][1]} for v in self.result_.get("variables", [])]
        return pd.DataFrame([{"variable": v["name"], **{key: v.get(key, np.nan) for key in keys}, "moves": ", ".join(v.get("moves", []))} for v in rows],
                            columns=["variable", *keys, "moves"])

    def _lead(self):
        found, arm = self.result_, self.result_["treatment"]
        treated, n = found["treated_rows"], found["rows_used"]
        on = "mean" if found["effect"] == "mean" else "distribution"
        averages = "all rows" if self.population_ == "all" else "rows in proportion to the overlap of both"
        return [f"Effect of {listed([arm['column']])} on the {on} of {listed(self.targets_)} ({n} rows)", *self.sentences_,
                f"{treated} rows are {listed([arm['treated']])}, {n - treated} are {listed([arm['untreated']])}. Averages are over {averages}."]

    def _rows(self):
        frame = self.to_frame().sort_values("raw", ascending=False, kind="stable").head(30)
        if frame.empty:
            return ["input"], []
        return ["input", "importance", f"{100 * self.level_:g} % interval", "p (Holm)", "effect at low", "at high", "moves"], [
            (v.variable, 0, v.importance, (v.lower, v.upper), v.established,
             [f"{v.importance:.3f}", span((v.lower, v.upper), v.established), p_text(v.p_adjusted), f"{v.effect_low:+.3g}", f"{v.effect_high:+.3g}", v.moves])
            for v in frame.itertuples()
        ]
