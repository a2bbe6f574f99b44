"""Tables: from pandas and NumPy to the request that the program answers."""

import warnings

import numpy as np
import pandas as pd
from pandas.api import types

from . import _program
from ._program import utf8


def as_table(X, least=2):
    """Return inputs as a data frame or an array of two dimensions and of at least so many rows. Tables of other packages,
    such as polars and pyarrow, come by the dataframe interchange protocol."""
    X = as_frame(X)
    if isinstance(X, pd.Series):
        X = X.to_frame("x" if X.name is None else str(X.name))
    if isinstance(X, dict) and not hasattr(X, "toarray") or isinstance(X, (list, tuple)) and len(X) and isinstance(X[0], dict):
        raise TypeError(f"X is a {'dict' if isinstance(X, dict) else 'list of dicts'}, expected a table: pd.DataFrame(X)")
    if isinstance(X, pd.DataFrame):
        shape = X.shape
    else:
        if hasattr(X, "toarray"):
            raise TypeError("X is a sparse matrix, but dense data is required: X.toarray() makes it dense")
        X = np.asarray(X)
        shape = X.shape
        if X.ndim != 2:
            raise ValueError(f"X is an array of {X.ndim} dimensions, expected a table. Reshape your data: " +
                             ("X.reshape(len(X), -1) has a row for each element of X" if X.ndim > 2 else "X.reshape(-1, 1) has one column"))
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
    if isinstance(data, np.ma.MaskedArray) and data.ndim in (1, 2) and np.ma.is_masked(data):
        return unmasked(data)
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


def unmasked(data):
    """Return a masked array as a vector or an array in which what is masked is missing."""
    number = np.issubdtype(data.dtype, np.number) and not np.iscomplexobj(data)
    return data.astype(float).filled(np.nan) if number else data.astype(object).filled(None)


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
    if "" in names:
        raise ValueError(f"column {names.index('') + 1} has no name, expected one")
    twice = sorted({n for n in names if names.count(n) > 1})
    if twice:
        raise ValueError(f"there are several columns named {', '.join(map(repr, twice))}, expected distinct names of inputs and responses")
    return dict(zip(names, values))


def field_of(column, name):
    """Return a column as a field of a request's schema, and its cells, in which a missing value is empty."""
    def field(kind, values, write, **more):
        return {"name": utf8(name), "type": kind, **more}, [write(v) if there else "" for v, there in zip(values, column.notna())]

    if isinstance(column.dtype, pd.CategoricalDtype):
        labels = [label(v) for v in column.cat.categories]
        if len(set(labels)) < len(labels):
            raise ValueError(f"column {name!r} has categories that are written alike, expected distinct ones")
        return field("string", column.cat.codes, str, categoriesOrdered=bool(column.cat.ordered), categories=[{"value": str(k), "label": v} for k, v in enumerate(labels)])
    kind = types.infer_dtype(column, skipna=True)
    if kind in ("datetime64", "datetime", "date"):
        return field("datetime", nanoseconds(pd.to_datetime(column, utc=True) - pd.Timestamp(0, tz="UTC")), in_seconds, format="%s")
    if kind in ("timedelta64", "timedelta"):
        return field("duration", nanoseconds(pd.to_timedelta(column)), lambda v: f"{'-' * (v < 0)}PT{in_seconds(abs(v))}S")
    if kind == "time":
        return field("time", column, lambda v: v.isoformat())
    if kind == "string":
        return field("string", column, lambda v: '"' + utf8(v).replace('"', '""') + '"')
    if kind == "boolean":
        return field("boolean", column, lambda v: "true" if v else "false")
    if kind == "integer":
        return field("integer", column, lambda v: str(int(v)))
    if types.is_complex_dtype(column) or kind not in ("floating", "mixed-integer-float", "decimal", "empty", "integer-na"):
        raise TypeError(f"column {name!r} holds values of kind {kind}, expected numbers, booleans, text, categories, dates or times")
    return field("number", column, lambda v: repr(float(v)))  # a float64 whatever it was


def nanoseconds(durations):
    """Return integers of nanoseconds."""
    return durations.to_numpy(dtype="timedelta64[ns]").astype(np.int64).tolist()


def in_seconds(v):
    """Write whole nanoseconds in seconds, with all digits."""
    return f"{'-' * (v < 0)}{abs(v) // 10**9}" + (f".{abs(v) % 10**9:09d}" if v % 10**9 else "")


def label(value):
    """Return the name of a category in requests and answers."""
    return utf8(value.item() if isinstance(value, np.generic) else value)


def is_categories(column):
    """Tell whether a column goes to the program as categories, or else as numbers."""
    if isinstance(column.dtype, pd.CategoricalDtype):
        return not column.cat.ordered
    return types.infer_dtype(column, skipna=True) == "string"


def labels(column):
    """Return the categories of a column, sorted."""
    return np.unique(np.asarray(column.dropna()))


def table_of(columns, name=None):
    """Return a table of a request: a schema, and rows of cells."""
    fields, cells = zip(*(field_of(v, n) for n, v in columns.items()))
    return {"name": name, "schema": {"fields": fields}, "rows": "".join(",".join(row) + "\n" for row in zip(*cells))}


def refuse_dates(columns, dates):
    """Refuse columns of dates, unless these are to be days."""
    for name, column in columns.items():
        if dates == "refuse" and types.infer_dtype(column, skipna=True) in ("datetime64", "datetime", "date"):
            raise ValueError(f'column {name!r} holds dates: dates="days" takes them as numbers of days since 1970; or leave it out')


def in_step(X, Y):
    """Warn where tables of pandas have the same rows in another order: rows go by position."""
    X, Y = as_frame(X), as_frame(Y)
    if all(isinstance(table, (pd.DataFrame, pd.Series)) for table in (X, Y)) and len(X) == len(Y) and not X.index.equals(Y.index):
        if X.index.is_unique and Y.index.is_unique and X.index.isin(Y.index).all():
            warnings.warn("X and Y have the same index in different orders, and rows are paired by position; Y.loc[X.index] pairs them by index",
                          _program.DrfviWarning, stacklevel=4)


def run_on(command, X, Y, settings, *, groups=None, laws=None, dates="refuse", cluster=None, weights=None, new=None, verbose=None, aside=None):
    """Have the program answer a command on a table, and on the new rows if there are any. Where settings name
    a kept model, the table only tells the names."""
    if dates not in ("refuse", "days"):
        raise ValueError(f'dates is {dates!r}, expected "refuse" or "days"')
    inputs = columns(X, "x")
    name = "y"
    while name in inputs:
        name += "_"
    targets = columns(Y, name)
    if isinstance(as_frame(Y), pd.Series) and set(targets) <= set(inputs):  # a name that arithmetic has from an input
        targets = {name: as_frame(Y)}
    extras = {}
    for what, value in (("cluster", cluster), ("weights", weights), *(aside or {}).items()):
        if value is None:
            continue
        if isinstance(value, str):
            if value not in inputs:
                raise ValueError(f"{what} is {value!r}, which is not a column of X")
            extras[what] = (value, inputs[value])
        else:
            bare = what if what not in inputs and what not in targets else f"({what})"  # sentences name a treatment
            extras[what] = ({"weights": "(sample_weight)", "treatment": bare}.get(what, f"({what})"), pd.Series(np.asarray(value)))
    inputs = {n: v for n, v in inputs.items() if n not in [e[0] for e in extras.values()]}
    table = _distinct([*inputs, *targets], [*inputs.values(), *targets.values()])
    if "model" not in settings:
        refuse_dates(table, dates)
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
        raise ValueError(f'feature_groups is {groups!r}, expected a dict of lists, such as {{"place": ["lat", "lon"]}}')
    for group, members in groups.items():
        for n in members:
            if n not in inputs:
                raise ValueError(f"group {group!r} names {n!r}, which is not an input")
    request = {"command": command, "settings": {n.replace("-", "_"): plain(v) for n, v in settings.items() if v is not None and n != "arms"}}
    if "model" not in settings:
        request["table"] = table_of(table)
        request["settings"]["y" if command == "test" else "targets"] = [utf8(n) for n in targets]
        request["settings"].update({what: utf8(n) for what, (n, _) in extras.items()})
        if "event" in extras:
            request["settings"]["time"] = request["settings"].pop("targets")
            request["settings"]["event"] = _program.quoted_list(extras["event"][0])
        if "treatment" in extras:
            request["settings"]["treatment"] = _program.quoted_list(extras["treatment"][0], settings.get("arms") or ())
        request["groups"] = [{"name": utf8(g), "columns": [utf8(n) for n in members]} for g, members in groups.items()]
    if laws:
        request["laws"] = laws
    if new is not None:
        given = dict(zip(columns(X, "x"), columns(new, "x").values()))  # validated: the same columns, maybe without names
        given = {n: given[n] for n in inputs}
        refuse_dates(given, dates)
        request["new"] = table_of(given, "new rows")
    found = _program.ask(request, verbose)
    return {**found, "targets": list(targets)}


def plain(value):
    """Return a setting as JSON has it."""
    if isinstance(value, (list, tuple, np.ndarray)):
        return [plain(v) for v in value]
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, (int, np.integer)):
        return int(value)
    return float(value) if isinstance(value, (float, np.floating)) else utf8(value)


def whole(column):
    """Return numbers that are whole as integers, whose values have no decimal point, and others as they are."""
    if types.is_float_dtype(column) and column.notna().all() and (column == column.round()).all():
        return column.astype(int)
    return column
