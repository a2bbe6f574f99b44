"""What the estimators share."""

import warnings

import numpy as np
from joblib import effective_n_jobs
from sklearn.base import BaseEstimator
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from ._html import page
from ._program import DrfviWarning
from ._table import as_table, columns, in_step, run_on
from ._text import brief, summary

# Parameters under scikit-learn's names that are settings of the program under its own.
_SETTINGS = {"n_estimators": "trees", "random_state": "seed", "n_jobs": "workers"}


class Estimator(BaseEstimator):
    """An estimator whose parameters are settings of the program but for those in _own."""

    _own = ("feature_groups", "dates", "test", "adjust", "options", "verbose")

    # Checks of scikit-learn's check_estimator that do not apply, with the reason.
    expected_failed_checks = {
        "check_dtype_object": "text is a category here, so that no conversion to numbers can fail; the message names the column",
        "check_fit2d_1feature": "its ten rows are too few for a forest and its halves, which is what the message says",
        "check_estimators_nan_inf": "its ten rows are too few for a forest and its halves",
        "check_sample_weight_equivalence_on_dense_data": "weights are those of a survey: a row of weight 2 is not two independent rows",
    }

    def _run(self, command, X, y, cluster, weights, aside=None, **more):
        if y is None:
            raise ValueError("requires y to be passed, but the target y is None")
        X = as_table(X)
        for name in ("test", "aspects", "interactions", "pairs"):
            if not isinstance(getattr(self, name, False), (bool, np.bool_)):
                raise ValueError(f"{name} is {getattr(self, name)!r}, expected True or False")
        if not isinstance(self.options or {}, dict):
            raise ValueError(f'options is {self.options!r}, expected a dict, such as {{"min_node_size": 10}}')
        in_step(X, y)
        settings = {_SETTINGS.get(n, n): v for n, v in self.get_params(deep=False).items() if n not in self._own}
        settings.update({n: v or None for n, v in settings.items() if n in ("aspects", "interactions", "pairs")})
        settings.update(seed=seed_of(self.random_state), workers=jobs(self.n_jobs))
        self.result_ = run_on(
            command, X, y, {**settings, **more, **(self.options or {})},
            groups=self.feature_groups, dates=self.dates, cluster=cluster, weights=weights, aside=aside, verbose=self.verbose,
        )
        validate(self, X, reset=True)
        self.targets_ = self.result_["targets"]
        self.warnings_ = self.result_["warnings"]
        for text in self.warnings_:
            warnings.warn(text, DrfviWarning, stacklevel=3)
        return self.result_

    def _by_column(self, X, values):
        """Spread values of inputs and groups on the columns of X: a group's to all of its
        columns, and 0 to columns that are no inputs."""
        group = {n: g for g, members in (self.feature_groups or {}).items() for n in members}
        return np.array([values.get(group.get(n, n), 0) for n in columns(as_table(X), "x")])

    def _notes(self):
        """What is said below the table."""
        return []

    def __str__(self):
        return summary(self) if hasattr(self, "result_") else repr(self)

    def _repr_html_(self):
        return page(self) if hasattr(self, "result_") else super()._repr_mimebundle_().get("text/html")

    def _repr_mimebundle_(self, **keywords):
        if not hasattr(self, "result_"):
            return super()._repr_mimebundle_(**keywords)
        return {"text/plain": str(self), "text/html": page(self)}

    def _more_tags(self):  # scikit-learn before 1.6
        return {"requires_y": True, "allow_nan": self.missing == "use", "_xfail_checks": self.expected_failed_checks}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.target_tags.required = True
        tags.input_tags.allow_nan = self.missing == "use"
        return tags


def clusters(cluster, groups):
    """Return the clusters of fit, which scikit-learn calls groups."""
    if isinstance(groups, dict):
        raise TypeError("groups of fit are of rows, found a dict: columns that count as one input are feature_groups, a parameter of the estimator")
    if groups is not None and cluster is not None:
        raise TypeError("found cluster and groups, scikit-learn's name for it, expected one of them")
    return cluster if groups is None else groups


def more_columns(objects, known):
    """Return columns of the other keys of objects in JSON, those of later programs: of single values, of
    lists of words, and of pairs of numbers, the ends of intervals."""
    columns = {}
    for key in dict.fromkeys(k for o in objects for k in o if k not in known):
        values = [o.get(key) for o in objects]
        values = [", ".join(v) if isinstance(v, list) and all(isinstance(w, str) for w in v) else v for v in values]
        pairs = [v for v in values if isinstance(v, (list, dict))]
        if not pairs:
            columns[key] = values
        elif all(isinstance(v, list) and len(v) == 2 for v in pairs):
            stem = key.removesuffix("interval").removesuffix("_")
            for k, end in enumerate(("lower", "upper")):
                columns[f"{stem}_{end}".lstrip("_")] = [None if v is None else v[k] for v in values]
    return columns


def seed_of(random_state):
    """Return a seed for the program, from anything that scikit-learn takes for one."""
    if isinstance(random_state, (int, np.integer)):
        return int(random_state)
    return int(check_random_state(random_state).randint(1, 2**31 - 1))


def jobs(n_jobs):
    """Return a number of threads, from anything that scikit-learn takes for n_jobs; None for all processors."""
    if n_jobs is None:
        return None
    if not isinstance(n_jobs, (int, np.integer)):
        raise ValueError(f"n_jobs is {n_jobs!r}, expected an integer or None")
    return None if n_jobs == -1 else effective_n_jobs(n_jobs)


def validate(estimator, X, reset):
    """Note the number and names of columns, or compare them with those of fit."""
    try:
        from sklearn.utils.validation import validate_data
    except ImportError:  # before 1.6
        estimator._check_feature_names(X, reset=reset)
        estimator._check_n_features(X, reset=reset)
    else:
        validate_data(estimator, X, reset=reset, skip_check_array=True)


def as_fitted(estimator, X):
    """Return a table with the columns that were there in fit."""
    check_is_fitted(estimator)
    X = as_table(X, least=1)
    validate(estimator, X, reset=False)
    return X


def short(name):
    """Return a name for a picture: brief, and no formula."""
    return brief(name).replace("$", r"\$")


def few(names):
    """Return the first of some names, as many as fit where a name does."""
    names = [short(n) for n in names]
    texts = [", ".join(names[:n]) + (f" and {len(names) - n} more" if n < len(names) else "") for n in range(len(names), 0, -1)]
    return next((text for text in texts if len(text) <= 40), texts[-1])


def listed(names, last=", "):
    names = [short(n) for n in names]
    if len(names) > 6:
        return f"{', '.join(names[:4])} and {len(names) - 4} more"
    return last.join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)
