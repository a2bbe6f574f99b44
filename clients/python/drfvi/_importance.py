"""Importances of inputs for the distribution of responses."""

import os
import re
import warnings

import numpy as np
import pandas as pd
from sklearn.metrics import r2_score
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from ._adjust import adjust_pvalues, procedure
from ._base import Estimator, as_fitted, clusters, jobs, listed, more_columns, short
from ._html import bases, divided, explained, nothing, p_text, percent, span
from ._program import DrfviError, DrfviWarning, folder
from ._table import as_frame, as_table, columns, is_categories, label, labels, run_on, whole


def _has_classes(estimator):
    """Raise an error unless there are categories, which have probabilities."""
    if not hasattr(estimator, "classes_"):
        raise AttributeError("predict_proba is for categories, found responses that are numbers, or no fit: y.astype(str) makes numbers categories")
    return True


class DistributionalImportance(Estimator):
    """How much the joint distribution of responses depends on each input.

    Text and pandas categories are categories, and count as one input each; ordered
    categories are numbered in their order; booleans are 0 and 1.

    Parameters
    ----------
    method, preset, kernel, alpha, sample_size, evaluate
        As the flags of ``drfvi importance``, where None is the program's default:
        preset "auto", kernel "median".
        ``alpha`` is the least share of a node's rows in each part of a split.
    n_estimators : int
        Trees of a forest, the flag ``--trees``; None is 500, and fewer on large tables.
    feature_groups : dict of lists
        Columns that count as one input: ``{"place": ["lat", "lon"]}``.
    missing : "refuse", "drop" or "use"
        Rows with missing values stop the estimation, are left out and counted, or
        go at each split to whichever side predicts better.
    dates : "refuse" or "days"
        Whether dates are taken as numbers of days since 1970.
    test : bool
        False leaves out the tests, which take half of the time.
    aspects : bool
        Whether to say what each input moves: mean, spread, shape, tails, dependence. Takes
        longer; of methods "stacked" and "loco" only.
    interactions : bool
        Whether to test which pairs of inputs act together: whether the effect of one depends on the other.
        Of method "stacked" only, with tests, and of independent rows.
    level : float
        Of intervals: the probability with which they cover; None is 0.95.
    adjust : str
        Of p-values: "holm", "hochberg", "bonferroni", "BH", "BY" or "none".
    random_state : int, RandomState or None
        Determines all random numbers, the flag ``--seed``. None draws a seed.
    options : dict
        Further flags of the program, such as ``{"min_node_size": 10}``.
    n_jobs : int
        Threads, which results do not depend on; None and -1 are all processors.
    verbose : bool
        Whether to show progress; None is in interactive use.

    Attributes
    ----------
    variables_ : names of the inputs and groups, in column order; those below follow it, with nan for
        inputs that are the same in every row
    importances_ : shares of the explained variation that are lost without the input
    intervals_ : lower and upper ends of intervals of coverage level_; None for methods without
    pvalues_ : of the hypotheses that an input adds nothing, not adjusted, or None
    standard_errors_ : of the importances over tables, or None
    alone_, alone_pvalues_ : shares of all variation that inputs explain by themselves, and
        p-values of a test without forests, or None
    stands_in_ : whether an input may stand in for others, of which it is nearly a
        function. None without tests
    moves_, aspects_ : lists of the aspects that each input moves, and a data frame of importances
        by aspect; None without ``aspects``
    interactions_ : a data frame of pairs of inputs, the one with the largest gain in explained variance first;
        None without ``interactions``
    censoring_, survival_ : of a time with ``event``, the horizon up to which times are compared with numbers of
        rows, and a data frame of survival curves where the foremost input is low and high; else None
    explained_share_, explained_interval_, explained_pvalue_ : of all inputs
    classes_ : the categories of a response, sorted; a list of them for several such responses. Not
        there if all responses are numbers
    feature_importances_ : importances by column of X, for scikit-learn: a group's for each of its
        columns, 0 for columns that are no inputs
    n_features_in_, feature_names_in_, targets_, warnings_
    result_ : the complete output of the program

    Examples
    --------
    >>> import numpy as np
    >>> x = np.random.default_rng(1).normal(size=(200, 3))
    >>> y = x[:, 0] + np.exp(x[:, 1]) * np.random.default_rng(2).normal(size=200)
    >>> model = DistributionalImportance(n_estimators=100).fit(x, y)
    >>> model.importances_.argmin()
    2
    >>> model.predict_distribution(x[:2], quantiles=(0.1, 0.9)).columns.tolist()
    ['y_mean', 'y_q0.1', 'y_q0.9']
    """

    def __init__(self, method="stacked", preset=None, kernel=None, n_estimators=None, alpha=None, feature_groups=None,
                 missing="refuse", dates="refuse", test=True, aspects=False, interactions=False, level=None, adjust="holm", sample_size=None,
                 evaluate=None, n_jobs=None, random_state=1, options=None, verbose=None):
        self.method = method
        self.preset = preset
        self.kernel = kernel
        self.n_estimators = n_estimators
        self.alpha = alpha
        self.feature_groups = feature_groups
        self.missing = missing
        self.dates = dates
        self.test = test
        self.aspects = aspects
        self.interactions = interactions
        self.level = level
        self.adjust = adjust
        self.sample_size = sample_size
        self.evaluate = evaluate
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.options = options
        self.verbose = verbose

    def fit(self, X, y=None, cluster=None, sample_weight=None, block=None, groups=None, event=None):
        """Estimate the importances of the columns of X for the responses y, one or several columns.

        Parameters
        ----------
        sample_weight : vector, or name of a column of X
            How much each row counts, as weights of a survey.
        cluster : vector, or name of a column of X
            Rows that belong together, such as those of a person or a school: they stay together in
            samples and out-of-bag. ``groups``, scikit-learn's name, is the same.
        block : int
            Consecutive rows that stay together, of rows in the order of time.

        event : vector, or name of a column of X
            Where y is a time: whether its event was seen, or the time is censored. Numbers 0 and 1, or
            booleans.

        A column of X that is named is not an input.
        """
        adjust_pvalues([], self.adjust)
        cluster = clusters(cluster, groups)
        aside = {} if event is None else {"event": event if isinstance(event, str) else whole(pd.Series(np.asarray(event)))}
        found = self._run("importance", X, y, cluster, sample_weight, aside=aside, block=block, no_test=None if self.test else True)
        self.__dict__.pop("model_", None)
        self._aside = [event] if isinstance(event, str) else []
        self.censoring_, self.survival_ = found.get("censoring"), curves_of(found.get("survival"))
        self._table = (as_frame(X), as_frame(y), cluster, sample_weight, block)
        self._note_classes(y)
        variables = self._variables = self._in_columns(X, found["variables"])

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
        self.feature_importances_ = self._by_column(X, {v["name"]: v["importance"] for v in found["variables"]})
        self.interactions_ = pairs_of(found.get("interactions"))
        self.moves_ = self.aspects_ = None
        if "aspects" in found:
            self.moves_ = [v.get("moves", []) for v in variables]
            self.aspects_ = pd.DataFrame([
                {
                    "aspect": a["aspect"], "explained_share": a["explained_share"], "explained_p": a.get("explained_p"), "variable": v["name"],
                    "importance": max(v["raw"], 0), "lower": v["interval"][0], "upper": v["interval"][1],
                    "p": v.get("p"), "p_adjusted": v.get("p_adjusted"),
                    "share": v["area"], "found": v["found"],
                }
                for a in found["aspects"] for v in a["variables"]
            ])
        return self

    def _in_columns(self, X, variables):
        """Return the inputs in column order, with those that the program leaves out because they are the same
        in every row; these have nan."""
        known, group = {v["name"]: v for v in variables}, {n: g for g, members in (self.feature_groups or {}).items() for n in members}
        rows = [name for name in (*self._table[2:4], *self._aside) if isinstance(name, str)]
        names = dict.fromkeys(group.get(n, n) for n in columns(as_table(X), "x") if n not in rows)
        if not variables or set(names) <= set(known):
            return variables
        empty = {key: [np.nan, np.nan] if key.endswith("interval") else np.nan for key, v in variables[0].items() if isinstance(v, (int, float)) or key.endswith("interval")}
        return [known.get(n, {**empty, "name": n, "established": False, "stands_in": False, "moves": []}) for n in names]

    def _note_classes(self, y):
        """Note the categories of responses, by target."""
        self.__dict__.pop("classes_", None)
        self._classes = {name: labels(column) for name, column in zip(self.targets_, columns(y, "y").values()) if is_categories(column)}
        if self._classes:
            found = list(self._classes.values())
            self.classes_ = found[0] if len(found) == 1 else found

    def _on_forest(self, command, settings, new=None):
        """Run a command that grows the forest of predictions, or has it in a kept model."""
        if self.censoring_ is not None:
            raise DrfviError("predictions of censored times are not offered; the survival curves are in survival_")
        train, y, cluster, weights, block = self._table
        if "model" not in settings:
            own = {n: getattr(self, n) for n in ("preset", "kernel", "alpha", "missing", "sample_size")}
            options = {n: v for n, v in (self.options or {}).items() if n.replace("-", "_") not in _OF_IMPORTANCES}
            settings = {**own, "trees": self.n_estimators, "seed": self.result_["seed"], "block": block, **options, **settings}
        return run_on(command, as_table(train), y, {**settings, "workers": jobs(self.n_jobs)}, dates=self.dates,
                      cluster=cluster, weights=weights, new=new, verbose=self.verbose)

    def keep(self):
        """Grow the forest of predictions once and keep it in ``model_``, so that predict, of a
        pickled estimator too, need not grow it again: the same bits. Returns the estimator."""
        check_is_fitted(self)
        with folder() as made:
            path = os.path.join(made, "model.drf")
            self._check = self._on_forest("fit", {"out": path})["check"]
            with open(path, "rb") as file:
                self.model_ = file.read()
        return self

    def predict_distribution(self, X=None, quantiles=(0.1, 0.5, 0.9), conformal=False, unseen="refuse"):
        """Return a data frame with a row for each row of X: mean and quantiles of responses that
        are numbers, probabilities of categories. Without X these are the rows of fit that were not
        left out, each predicted by the trees that were not grown from it (out-of-bag). The forest is grown anew from the table of fit,
        which the estimator has, unless ``keep`` has kept it; ``attrs["check"]`` of the frame has
        how well it predicts that table out-of-bag.

        ``conformal`` adds prediction intervals between the quantiles at a level and at 1 less that
        level, such as 0.05 and 0.95: columns ``y_low0.9`` and ``y_high0.9``. They are corrected by
        out-of-bag conformal scores to hold as many responses of new rows as they say, of rows of new
        clusters where fit had clusters; ``check`` says how far they were moved.

        ``unseen="skip"`` leaves rows of X empty that have a level which no row of fit has, and warns of
        their number."""
        check_is_fitted(self)
        X = None if X is None else as_fitted(self, X)
        settings = {"quantiles": np.atleast_1d(quantiles), "conformal": True if conformal else None, "out_of_bag": True if X is None else None}
        if unseen != "refuse" and X is not None:
            settings["unseen"] = unseen
        with folder() as made:
            if hasattr(self, "model_"):
                settings["model"] = os.path.join(made, "model.drf")
                with open(settings["model"], "wb") as file:
                    file.write(self.model_)
            found = self._on_forest("predict", settings, X)
        self._check_labels(found)
        if found.get("skipped_rows"):
            warnings.warn(next(text for text in found["warnings"] if "that no training row has" in text), DrfviWarning, stacklevel=2)
        rows = found["rows"] if X is not None else list({row["row"]: row for row in reversed(found["rows"])}.values())[::-1]  # frequencies repeat rows
        index = getattr(X, "index", None)
        if X is None:
            numbers = [row["row"] - 1 for row in rows]
            index = as_table(self._table[0]).index[numbers] if hasattr(as_table(self._table[0]), "index") else numbers
        frame = pd.DataFrame([
            {name: value for target in row.get("targets", []) for name, value in _columns(target, found)}
            for row in rows
        ], index=index)
        frame.attrs["check"] = self._check if hasattr(self, "model_") and not conformal else found["check"]
        return frame

    def predict(self, X):
        """Return for each row of X the mean of a response that is a number, or the most probable
        category; an array of as many dimensions as y had."""
        frame = self._at(X)
        values = [
            self._classes[name][self._probabilities(frame, name).argmax(axis=1)] if name in self._classes else frame[f"{name}_mean"].to_numpy()
            for name in self.targets_
        ]
        if np.ndim(self._table[1]) != 2:
            return values[0]
        return np.column_stack([v.astype(object) for v in values] if self._classes and len(values) > 1 else values)

    @available_if(_has_classes)
    def predict_proba(self, X):
        """Return for each row of X the probabilities of the categories in classes_, an array; a list
        of arrays for several responses of categories."""
        frame = self._at(X)
        found = [self._probabilities(frame, name) for name in self._classes]
        return found[0] if len(found) == 1 else found

    def _at(self, X):
        check_is_fitted(self)
        if X is None:
            raise ValueError("X is None, expected the rows to predict; predict_distribution() has those of fit, out-of-bag")
        return self.predict_distribution(X, quantiles=(0.5,))

    def _probabilities(self, frame, name):
        """Return the probabilities of a response's categories, sorted."""
        names = [f"{name}={label(level)}" for level in self._classes[name]]
        return np.column_stack([frame[n] if n in frame else np.zeros(len(frame)) for n in names])  # 0 of those that no row has

    def _check_labels(self, found):
        """Raise an error for probabilities of categories that the table has not."""
        for of in found.get("categories", []):
            unknown = set(of["labels"]) - set(map(label, self._classes[of["target"]]))
            if unknown:
                raise DrfviError(f"the answer of drfvi has the category {min(unknown)!r} of {of['target']!r}, which the table has not")

    @property
    def _estimator_type(self):
        """What scorers of probabilities ask for, before scikit-learn 1.6."""
        if isinstance(self.__dict__.get("classes_"), np.ndarray):
            return "classifier"
        raise AttributeError("_estimator_type")

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        if isinstance(self.__dict__.get("classes_"), np.ndarray):
            from sklearn.utils import ClassifierTags

            tags.estimator_type, tags.classifier_tags = "classifier", ClassifierTags()
        return tags

    def score(self, X, y, sample_weight=None):
        """Return for scikit-learn's cross-validation R² of predict, a mean over several responses,
        or of one response of categories the share that is predicted correctly."""
        found = self.predict(X)
        y = np.column_stack([np.asarray(column) for column in columns(y, "y").values()])
        if not self._classes:
            return float(r2_score(y, found.reshape(y.shape), sample_weight=sample_weight))
        if y.shape[1] > 1:
            raise ValueError("there is no score of several responses with categories among them; scoring= names a function that has one")
        return float(np.average(found.ravel().astype(object) == y.ravel().astype(object), weights=sample_weight))

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
        variables = self._variables
        for key in ("raw", "se", "se_trees", "alone", "alone_p"):
            if key in variables[0]:
                frame[key] = [v[key] for v in variables]
        if self.stands_in_ is not None:
            frame["stands_in"] = self.stands_in_
        if self.moves_ is not None:
            frame["moves"] = [", ".join(m) for m in self.moves_]
        return frame.assign(**more_columns(variables, _KNOWN))

    def contrasts(self):
        """Return a data frame with a row for any two of the 20 most important inputs: the difference
        between their importances with its interval of coverage level_, standard error and p-value,
        and the p-value adjusted for all pairs. It is empty if nothing is explained. to_frame() has
        the ranks that each input may have, which hold for all inputs together."""
        check_is_fitted(self)
        found = self.result_.get("contrasts", [])
        columns = ("more", "less", "difference", "lower", "upper", "se", "p", "p_adjusted")
        rows = [(c["more"], c["less"], c["difference"], *c["interval"], c["se"], c["p"], c["p_adjusted"]) for c in found]
        return pd.DataFrame(rows, columns=columns)

    def plot(self, ax=None, level=0.05, adjust=None, top=30):
        """Draw the importances with their intervals, those with an adjusted p-value
        of at most level filled, and return the axes."""
        import matplotlib.pyplot as plt

        check_is_fitted(self)
        frame = self.to_frame(adjust)
        if divided(self.result_):  # otherwise importances are shares of nothing, and rank nothing
            frame = frame.sort_values("raw", ascending=False, kind="stable")
        frame = frame.head(top)[::-1]
        if ax is None:
            ax = plt.subplots(figsize=(6, 1.6 + 0.3 * len(frame)), layout="constrained")[1]
        at = np.arange(len(frame))
        ink = "black" if divided(self.result_) else "0.6"
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
            title += "\n" + ("no significant effect" if nothing(self.result_) else f"{100 * self.explained_share_:.2g} % of the variation is explained")
            label = "share of what is explained that is lost without the input"
        if "p_adjusted" in frame:
            label += f"\n(filled: p ({procedure(adjust or self.adjust)}) at most {level})"
        ax.set_xlabel(label)
        ax.set_title(title)
        return ax

    def plot_aspects(self, ax=None, top=30):
        """Draw what each input moves: dots whose areas are shares of the variation of an aspect,
        filled where they are found. Returns the axes."""
        import matplotlib.pyplot as plt

        check_is_fitted(self)
        if self.aspects_ is None:
            raise ValueError("there are no aspects, expected an estimator with aspects=True")
        shown = self.to_frame().sort_values("raw", ascending=False, kind="stable").head(top)["variable"].tolist()[::-1]
        names = list(dict.fromkeys(self.aspects_["aspect"]))
        frame = self.aspects_[self.aspects_["variable"].isin(shown) & (self.aspects_["share"] > 0)]
        if ax is None:
            ax = plt.subplots(figsize=(2.5 + 0.6 * len(names), 1.8 + 0.3 * len(shown)), layout="constrained")[1]
        ax.scatter(
            frame["aspect"].map(names.index), frame["variable"].map(shown.index), s=250 * frame["share"],
            c=["black" if f else "white" for f in frame["found"]], edgecolors="black",
        )
        ax.set_xticks(np.arange(len(names)), [short(n) for n in names], rotation=45, ha="right")
        ax.set_yticks(np.arange(len(shown)), [short(n) for n in shown])
        ax.set_xlim(-0.6, len(names) - 0.4)
        ax.set_ylim(-0.6, len(shown) - 0.4)
        ax.set_title(f"What moves {listed(self.targets_)}\n(area: share of the variation; filled: found)")
        return ax

    def _lead(self):
        found = self.result_
        return [f"Importance of {len(self.variables_)} input{'s' * (len(self.variables_) != 1)} for {listed(self.targets_)} ({found['n']} rows)",
                *explained(found), *self._censored()]

    def _censored(self):
        """Say how many rows have the event, and what is assumed."""
        found = self.censoring_
        if found is None:
            return []
        return [f"Events before {found['horizon']:.6g}: {found['events']}; censored before: {found['censored']}; still at risk: {found['at_horizon']}. What lies beyond "
                f"is not compared. This assumes that censoring is independent of {listed(self.targets_)} given the inputs."]

    def _notes(self):
        notes = []
        if any(text.startswith("(") for row in self._rows()[1] for text in row[5]):
            notes.append("Parentheses: not significant (p > 0.05).")
        if "alone" in self._rows()[0]:
            notes.append(bases(self.result_))
        tied = {v["name"]: v["not_separable_from"] for v in self._variables if v.get("not_separable_from")}
        if tied:
            notes.append(f"Hardly separable: {'; '.join(f'{listed([name])} from {listed(others)}' for name, others in tied.items())}.")
        if any("less_sure" in v for v in self._variables):
            notes.append("With a question mark, less sure: it may be of the mean, which moves more with the input.")
        remarks = [re.sub(r"\bdrfvi (groups|shapley)\b", lambda found: f"Distributional{found[1].title()}", text) for text in self.result_.get("remarks", [])]
        if remarks and self.adjust != "holm":  # as the program adjusts
            notes.append("By p (Holm):")
        together = self.result_.get("interaction_remark")
        return notes + remarks + ([together] if together else [])

    def _rows(self):
        frame, shares = self.to_frame().dropna(subset=["importance"]), divided(self.result_)
        if shares:
            frame = frame.sort_values("raw", ascending=False, kind="stable")
        frame = frame.head(30)
        texts = {"importance": [f"{v:.3f}" for v in frame["importance"]]} if shares else {}
        found = frame["established"] if "established" in frame else pd.Series(True, index=frame.index)
        intervals = list(zip(frame["lower"], frame["upper"])) if "lower" in frame else [None] * len(frame)
        if shares and "lower" in frame:
            texts[f"{100 * self.level_:g} % interval"] = [span(i, f) for i, f in zip(intervals, found)]
        if shares and "rank_lower" in frame and any(high - low < len(self.variables_) - 1 for low, high in zip(frame["rank_lower"], frame["rank_upper"])):
            texts["rank"] = [f"{low:g}" if low == high else f"{low:g}–{high:g}" for low, high in zip(frame["rank_lower"], frame["rank_upper"])]
        if "p_adjusted" in frame:
            texts[f"p ({procedure(self.adjust)})"] = [p_text(p) for p in frame["p_adjusted"]]
        if "alone" in frame and len(self.variables_) > 1:  # a single input explains what is explained
            sure = (adjust_pvalues(frame["alone_p"], self.adjust) <= 0.05) & self.result_.get("established", True)
            texts["alone"] = [percent(a) if s else f"({percent(a)})" for a, s in zip(frame["alone"], sure)]
        if "moves" in frame:
            of = f" of {self.targets_[0]}" if len(self.targets_) == 1 else ""  # which goes without saying
            less = [v.get("less_sure", []) for v in self._variables]
            texts["moves"] = [", ".join(m.replace(of, "") + "?" * (m in less[k]) for m in self.moves_[k]) for k in frame.index]
        return ["input", *texts], [
            (name, 0, value if shares else None, interval, f, list(text))
            for name, value, interval, f, text in zip(frame["variable"], frame["importance"], intervals, found, zip(*texts.values()))
        ]


# Keys of inputs in the program's JSON that are columns of to_frame, or attributes.
_KNOWN = {"name", "importance", "interval", "p", "p_adjusted", "raw", "clamped", "se", "se_trees", "aggregation_se", "alone", "alone_p",
          "alone_p_adjusted", "established", "stands_in", "moves"}

# Settings that the forest of predictions does not have.
_OF_IMPORTANCES = {"adjust", "along", "aspects", "exact", "figure_format", "figures", "html", "interactions", "level", "method", "no_test", "plot", "scale"}


def curves_of(found):
    """Return a data frame of the program's survival curves, or None."""
    if found is None:
        return None
    return pd.concat([
        pd.DataFrame({"curve": " ".join(filter(None, (found.get("input"), curve.get("name", "")))) or "all", "time": found["times"], "survival": curve["values"], "se": curve["se"]})
        for curve in found["curves"]
    ], ignore_index=True)


def pairs_of(pairs):
    """Return a data frame of the program's pairs of inputs, or None."""
    if pairs is None:
        return None
    return pd.DataFrame([
        {"first": p["inputs"][0], "second": p["inputs"][1], "gain": p["gain"], "lower": p["gain_interval"][0], "upper": p["gain_interval"][1],
         "p": p["p"], "p_adjusted": p["p_adjusted"], "affects": p["affects"], "found": p["found"]}
        for p in pairs
    ])


def _columns(target, answer):
    """Name the predictions of a response, as the program's CSV does."""
    name = target["name"]
    if "mean" in target:
        quantiles = [(f"{name}_q{level:g}", q) for level, q in zip(answer["levels"], target["quantiles"])]
        intervals = [(f"{name}_{end}{coverage:g}", v) for coverage, ends in zip(answer.get("coverages", []), target.get("intervals", []))
                     for end, v in zip(("low", "high"), ends)]
        return [(f"{name}_mean", target["mean"]), *quantiles, *intervals]
    labels = next(of["labels"] for of in answer["categories"] if of["target"] == name)
    return [(f"{name}={level}", p) for level, p in zip(labels, target["probabilities"])]
