"""Tables: from pandas and NumPy to the columns that the program reads."""

import os
import re
import tempfile
import warnings

import numpy as np
import pandas as pd
from pandas.api import types

from . import _program

# Of new rows, in the program's words.
_COMPLETE = "no row of the training table lacks it"


def as_table(X, least=2):
    """Return inputs as a data frame or an array of two dimensions and of at least so many rows. Tables of other packages,
    such as polars and pyarrow, come by the dataframe interchange protocol."""
    X = as_frame(X)
    if isinstance(X, pd.Series):
        X = X.to_frame("x" if X.name is None else str(X.name))
    if isinstance(X, pd.DataFrame):
        shape = X.shape
    else:
        if hasattr(X, "toarray"):
            raise TypeError("X is a sparse matrix, but dense data is required: X.toarray() makes it dense")
        X = np.asarray(X)
        shape = X.shape
        if X.ndim != 2:
            raise ValueError(f"X is an array of {X.ndim} dimensions, expected a table. Reshape your data: X.reshape(-1, 1) has one column")
        if np.iscomplexobj(X):
            raise ValueError("Complex data not supported: X has complex numbers")
    if shape[1] == 0:
        raise ValueError(f"X has 0 feature(s) (shape={shape}) while a minimum of 1 is required.")
    if shape[0] < least:
        raise ValueError(f"X has {shape[0]} sample(s), expected at least {least}")
    return X


def as_frame(data):
    """Make a table of another package a data frame of pandas, and a named vector such as a series of polars
    a series; anything else stays what it is."""
    if isinstance(data, pd.api.extensions.ExtensionArray):
        return pd.Series(data)
    if isinstance(data, (pd.DataFrame, pd.Series)):
        return data
    if not hasattr(data, "__dataframe__"):
        named = isinstance(getattr(data, "name", None), str) and hasattr(data, "__array__") and np.ndim(data) == 1
        return pd.Series(np.asarray(data), name=data.name) if named else data
    # pandas may not have the protocol, or not know a kind of column; polars has to_pandas with pyarrow only.
    ways = (lambda: pd.api.interchange.from_dataframe(data), lambda: data.to_pandas(), lambda: pd.DataFrame(data.to_dict(as_series=False)))
    for last, way in zip((False, False, True), ways):
        try:
            return way()
        except (AttributeError, ImportError, NotImplementedError, RuntimeError, ValueError, TypeError) as fault:
            if last:
                raise TypeError(f"found a table of class {type(data).__name__} that pandas cannot take over, expected one that its interchange protocol knows") from fault


def columns(data, name):
    """Return the columns of a table or vector as a dict; name is for those without."""
    if isinstance(data, dict):
        return data
    if isinstance(data, str):
        raise ValueError(f"found the text {data!r}, expected columns, such as table[{data!r}]")
    data = as_frame(data)
    if isinstance(data, pd.DataFrame):
        return _distinct([str(c) for c in data.columns], [data.iloc[:, j] for j in range(data.shape[1])])
    if isinstance(data, pd.Series):
        return {name if data.name is None else str(data.name): data}
    array = np.asarray(data)
    if array.ndim == 1:
        return {name: pd.Series(array)}
    if array.ndim != 2:
        raise ValueError(f"found an array of {array.ndim} dimensions, expected a table or a vector")
    return {f"{name}{j}": pd.Series(array[:, j]) for j in range(array.shape[1])}


def _distinct(names, values):
    twice = sorted({n for n in names if names.count(n) > 1})
    if twice:
        raise ValueError(f"there are several columns named {', '.join(map(repr, twice))}, expected distinct names of inputs and responses")
    return dict(zip(names, values))


def plain(column, name, dates):
    """Make a column numbers, or text in quotation marks, which are categories
    whatever they look like."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        if column.cat.ordered:  # as --ordered numbers them
            codes = column.cat.codes.to_numpy()
            return np.where(codes < 0, np.nan, codes + 1.0)
        return _text(column.astype(object))
    kind = types.infer_dtype(column, skipna=True)
    if kind in ("datetime64", "datetime", "date"):
        if dates == "refuse":
            raise ValueError(f'column {name!r} holds dates: dates="days" takes them as numbers of days since 1970; or leave it out')
        return (pd.to_datetime(column, utc=True) - pd.Timestamp(0, tz="UTC")) / pd.Timedelta(days=1)
    if kind in ("timedelta64", "timedelta"):
        return pd.to_timedelta(column) / pd.Timedelta(days=1)
    if kind == "string":
        return _text(column)
    if types.is_complex_dtype(column) or kind not in ("boolean", "integer", "floating", "mixed-integer-float", "decimal", "empty", "integer-na"):
        raise TypeError(f"column {name!r} holds values of kind {kind}, expected numbers, booleans, text, categories or dates")
    if isinstance(column.dtype, np.dtype) and column.dtype.kind in "iuf":
        return column
    return pd.to_numeric(column.astype(object).where(column.notna(), np.nan)).astype(float)


def is_categories(column):
    """Tell whether a column goes to the program as categories, or else as numbers."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return not column.cat.ordered
    return types.infer_dtype(column, skipna=True) == "string"


def labels(column):
    """Return the categories of a column, sorted."""
    return np.unique(np.asarray(column.dropna()))


def _text(column):
    return column.map(lambda v: f"'{v}'", na_action="ignore")


def in_step(X, Y):
    """Warn where tables of pandas have the same rows in another order: rows go by position."""
    X, Y = as_frame(X), as_frame(Y)
    if all(isinstance(table, (pd.DataFrame, pd.Series)) for table in (X, Y)) and len(X) == len(Y) and not X.index.equals(Y.index):
        if X.index.is_unique and Y.index.is_unique and X.index.isin(Y.index).all():
            warnings.warn("X and Y have the same index in different orders, and rows are paired by position; Y.loc[X.index] pairs them by index",
                          _program.DrfviWarning, stacklevel=4)


def as_before(new, table):
    """Return new columns with the orders of levels that they have in the table, whether they are
    text, numbers, or categories without order or of some of the levels."""
    new = dict(new)
    for name, column in table.items():
        if not (isinstance(column.dtype, pd.CategoricalDtype) and column.cat.ordered):
            continue
        known = column.cat.categories
        odd = np.flatnonzero(new[name].notna() & ~new[name].isin(known))
        if len(odd) > 0:
            raise ValueError(f"new rows: row {odd[0] + 1}, column {name!r}: unknown level {new[name].iloc[odd[0]]!r} (one of: {', '.join(map(str, known))})")
        new[name] = new[name].astype(object).astype(column.dtype)
    return new


def safe_names(names):
    """Return names under which columns go to the program: their own where lists and
    patterns of names cannot misread them, otherwise stand-ins."""
    stand_in = "column_"
    while any(n.startswith(stand_in) for n in names):
        stand_in += "_"
    good = re.compile(r"(?!(?:inf|infinity|nan)$)[^\W\d][\w.]*", re.IGNORECASE)
    return {n: n if good.fullmatch(n) else f"{stand_in}{i}" for i, n in enumerate(names, 1)}


def run_on(command, X, Y, flags, *, groups=None, dates="refuse", cluster=None, weights=None, new=None, verbose=None):
    """Write the table into a file for the program, and the new rows if there are any, run a
    command on it, and return what it says in terms of the table given. Where flags name a kept
    model, the table only tells the names. A flag that is a function names columns: it is called with
    the names under which they go to the program."""
    if dates not in ("refuse", "days"):
        raise ValueError(f'dates is {dates!r}, expected "refuse" or "days"')
    inputs = columns(X, "x")
    name = "y"
    while name in inputs:
        name += "_"
    targets = columns(Y, name)
    extras = {}
    for what, value in (("cluster", cluster), ("weights", weights)):
        if value is None:
            continue
        if isinstance(value, str):
            if value not in inputs:
                raise ValueError(f"{what} is {value!r}, which is not a column of X")
            extras[what] = (value, inputs[value])
        else:
            extras[what] = ("(sample_weight)" if what == "weights" else "(cluster)", pd.Series(np.asarray(value)))
    inputs = {n: v for n, v in inputs.items() if n not in [e[0] for e in extras.values()]}
    table = _distinct([*inputs, *targets], [*inputs.values(), *targets.values()])
    table.update(extras.values())
    rows = len(next(iter(targets.values())))
    for n, v in table.items():
        if len(v) != rows:
            named = [t for target in targets.values() for t in target]
            if all(isinstance(t, str) and t in inputs for t in named):
                raise ValueError(f"Y is the text {', '.join(map(repr, named))}, expected columns: X[{named!r}], and X without them")
            raise ValueError(f"column {n!r} has {len(v)} row{'s' * (len(v) != 1)}, but the responses have {rows}")
    groups = groups or {}
    if not isinstance(groups, dict) or any(isinstance(members, str) for members in groups.values()):
        raise ValueError(f'groups is {groups!r}, expected a dict of lists, such as {{"place": ["lat", "lon"]}}')
    for group, members in groups.items():
        for n in members:
            if n not in inputs:
                raise ValueError(f"group {group!r} names {n!r}, which is not an input")

    safe = safe_names([*table, *(g for g in groups if g not in table)])
    back = {stand_in: n for n, stand_in in safe.items()}

    def real(value):  # names all at once, since one may contain another's stand-in
        if isinstance(value, dict):
            return {real(k): real(v) for k, v in value.items()}
        if isinstance(value, list):
            return [real(v) for v in value]
        return re.sub(r"\bcolumn_+\d+\b", lambda found: back.get(found[0], found[0]), value) if isinstance(value, str) else value

    def said(text):
        for file, what, bare in ((path, "", "the table"), (new_path, "new rows: ", "the new rows")):
            text = text.replace(f"{file}: ", what)
            text = re.sub(re.escape(file) + r":\d+: (?=row )", what, text)
            text = re.sub(re.escape(file) + r":(\d+)", lambda line: f"{what}row {int(line[1]) - 1}", text).replace(file, bare)
        if new is not None:
            text = text.replace(_COMPLETE, f"{_COMPLETE}; leave such rows out, as with X.dropna()")
        return real(_program.in_python(text))  # names come last, since they may look like flags

    def write(table, path):
        frame = pd.DataFrame({safe[n]: np.asarray(plain(v, n, dates)) for n, v in table.items()})
        frame.to_csv(path, index=False, encoding="utf-8")

    with tempfile.TemporaryDirectory(prefix="drfvi-") as folder:
        path, new_path = os.path.join(folder, "table.csv"), os.path.join(folder, "new.csv")
        kept = "model" in flags  # which has the table
        if not kept:
            write(table, path)
        if new is not None:
            given = dict(zip(columns(X, "x"), columns(new, "x").values()))  # validated: the same columns, maybe without names
            write(as_before({n: given[n] for n in inputs}, inputs), new_path)
        flags = {n: v(safe) if callable(v) else v for n, v in flags.items()}
        flags = {**flags, "format": "json", "separator": "comma", "decimal": ".", "new": None if new is None else new_path}
        if not kept:
            flags["y" if command == "test" else "targets"] = ",".join(safe[n] for n in targets)
            flags.update(
                group=[f"{safe[g]}={','.join(safe[n] for n in members)}" for g, members in groups.items()],
                **{what: safe[n] for what, (n, _) in extras.items()},
            )
        try:
            found = _program.run([command, *([] if kept else [path]), *_program.arguments(flags)], verbose)
        except _program.DrfviError as fault:
            raise _program.DrfviError(said(str(fault))) from None
    spoken = [said(text) for text in found["warnings"]]
    found = real({key: value for key, value in found.items() if key not in ("file", "warnings")})
    return {**found, "targets": list(targets), "warnings": spoken}
