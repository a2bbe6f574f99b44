"""Tables, names and p-values, without the program."""

import datetime
import decimal
import unittest
import warnings

import numpy as np
import pandas as pd
from sklearn.base import clone

from drfvi import DistributionalElimination, DistributionalImportance, DistributionalShapley, DrfviWarning, adjust_pvalues
from drfvi import _base, _program, _table


class Adjust(unittest.TestCase):
    def test_as_r_does(self):
        # p.adjust(c(0.01, 0.04, 0.03, 0.02, 0.9), method) of R 4.2.
        p = [0.01, 0.04, 0.03, 0.02, 0.9]
        for method, expected in {
            "holm": [0.05, 0.09, 0.09, 0.08, 0.9],
            "hochberg": [0.05, 0.08, 0.08, 0.08, 0.9],
            "bonferroni": [0.05, 0.2, 0.15, 0.1, 1],
            "BH": [0.05, 0.05, 0.05, 0.05, 0.9],
            "BY": [0.1141667, 0.1141667, 0.1141667, 0.1141667, 1],
            "none": p,
        }.items():
            np.testing.assert_allclose(adjust_pvalues(p, method), expected, rtol=1e-6, err_msg=method)

    def test_unknown(self):
        with self.assertRaisesRegex(ValueError, "'holms' is unknown, expected one of holm"):
            adjust_pvalues([0.5], "holms")


class Columns(unittest.TestCase):
    def test_names(self):
        self.assertEqual(list(_table.columns(np.zeros((2, 3)), "x")), ["x0", "x1", "x2"])
        self.assertEqual(list(_table.columns([1, 2], "y")), ["y"])
        self.assertEqual(list(_table.columns(pd.Series([1], name="price"), "y")), ["price"])
        self.assertEqual(list(_table.columns(pd.DataFrame([[1, 2]], columns=[5, "a b"]), "x")), ["5", "a b"])
        with self.assertRaisesRegex(ValueError, "several columns named 'a, b'"):
            _table.columns(pd.DataFrame([[1, 2, 3]], columns=["a, b", "c", "a, b"]), "x")
        with self.assertRaisesRegex(ValueError, "3 dimensions"):
            _table.columns(np.zeros((2, 2, 2)), "x")

    def plain(self, values, dates="days"):
        return np.asarray(_table.plain(pd.Series(values), "column", dates)).tolist()

    def test_kinds(self):
        nan = np.nan
        for values, expected in (
            ([1, 2], [1, 2]),
            (pd.array([1, 2], dtype="Int64"), [1, 2]),
            ([decimal.Decimal("1.5"), decimal.Decimal(2)], [1.5, 2.0]),
            ([True, False], [1.0, 0.0]),
            (["1", "NA"], ["'1'", "'NA'"]),
            (pd.Categorical([3, 1], categories=[3, 1]), ["'3'", "'1'"]),
            (pd.Categorical(["low", "high"], categories=["low", "mid", "high"], ordered=True), [1.0, 3.0]),
            (pd.to_datetime(["1970-01-03", "1970-01-01 12:00"]), [2.0, 0.5]),
            ([datetime.date(1970, 1, 2), datetime.date(1970, 1, 3)], [1.0, 2.0]),
            (pd.to_timedelta(["12h"]), [0.5]),
        ):
            self.assertEqual(self.plain(values), expected)
        for values, expected in (
            (pd.array([1, None], dtype="Int64"), [1.0, nan]),
            (pd.array([True, None], dtype="boolean"), [1.0, nan]),
            ([None, 2], [nan, 2.0]),
            (pd.Categorical(["low", None], categories=["low", "high"], ordered=True), [1.0, nan]),
        ):
            np.testing.assert_array_equal(self.plain(values), expected)
        self.assertEqual(self.plain(["a", None])[0], "'a'")
        self.assertTrue(pd.isna(self.plain(["a", None])[1]))

    def test_refused(self):
        with self.assertRaisesRegex(ValueError, "'column' holds dates: dates=\"days\""):
            self.plain(pd.to_datetime(["2020-01-01"]), "refuse")
        for values in ([1j], [[1], [2]], ["a", 1], pd.period_range("2020", periods=2)):
            with self.assertRaisesRegex(TypeError, "'column' holds values of kind"):
                self.plain(values)

    def test_requests(self):
        X, Y = pd.DataFrame({"a": [1, 2], "b": [3, 4]}), pd.Series([1, 2], name="c")
        for keywords, message in (
            ({"Y": pd.Series([1, 2], name="a")}, "several columns named 'a'"),
            ({"Y": [1, 2, 3]}, "column 'a' has 2 rows, but the responses have 3"),
            ({"groups": {"g": ["a", "z"]}}, "group 'g' names 'z'"),
            ({"cluster": "z"}, "cluster is 'z', which is not a column of X"),
            ({"weights": [1]}, r"column '\(sample_weight\)' has 1 row, but"),
            ({"Y": "c"}, r"found the text 'c', expected columns, such as table\['c'\]"),
            ({"Y": ["a"]}, r"Y is the text 'a', expected columns: X\[\['a'\]\]"),
            ({"groups": [["a", "b"]]}, "groups is .* expected a dict of lists"),
            ({"groups": {"g": "a"}}, "groups is .* expected a dict of lists"),
            ({"dates": "weeks"}, "dates is 'weeks'"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                _table.run_on("importance", **{"X": X, "Y": Y, "flags": {}, **keywords})

    def test_series(self):
        for series, name in ((pd.Series([1, 2]), "x"), (pd.Series([1, 2], name=5), "5"), (pd.Series([1, 2], name="a b"), "a b")):
            self.assertEqual(list(_table.as_table(series).columns), [name])

    def test_parameters(self):
        X, y = np.zeros((9, 2)), np.zeros(9)
        for model, message in (
            (DistributionalImportance(aspects="yes"), "aspects is 'yes', expected True or False"),
            (DistributionalImportance(test=None), "test is None"),
            (DistributionalImportance(options="fast"), "options is 'fast', expected a dict"),
            (DistributionalShapley(pairs=1), "pairs is 1, expected"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                model.fit(X, y)

    def test_in_step(self):
        X, y = pd.DataFrame({"a": [1, 2, 3]}), pd.Series([1, 2, 3], name="b")
        with self.assertWarnsRegex(DrfviWarning, "same index in different orders"):
            _table.in_step(X[::-1], y)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            for other in (X.to_numpy()[::-1], X.set_axis([7, 8, 9]), X[::-1].reset_index(drop=True), X.set_axis([0, 0, 1]), X[:2]):
                _table.in_step(other, y)

    def test_levels_as_before(self):
        train = {"size": pd.Series(pd.Categorical(["low", "top"], ["low", "mid", "top"], ordered=True)), "n": pd.Series([1, 2])}
        ranks = {"size": pd.Series(pd.Categorical([10, 30], [10, 20, 30], ordered=True))}
        for table, given in (
            (train, ["top", "mid"]), (train, pd.Categorical(["top", "mid"])), (train, pd.Categorical(["top", "mid"], ["mid", "top"], ordered=True)),
            (train, pd.Categorical(["top", "mid"], ["top", "mid", "low"], ordered=True)), (ranks, [30, 20]), (ranks, [30.0, 20.0]),
        ):
            new = _table.as_before({"size": pd.Series(given), "n": pd.Series([0, 0])}, table)
            self.assertEqual(_table.plain(new["size"], "size", "days").tolist(), [3, 2])
        missing = _table.as_before({"size": pd.Series(["top", None]), "n": pd.Series([0, 0])}, train)
        np.testing.assert_array_equal(_table.plain(missing["size"], "size", "days"), [3, np.nan])
        with self.assertRaisesRegex(ValueError, r"new rows: row 2, column 'size': unknown level 'lo' \(one of: low, mid, top\)"):
            _table.as_before({"size": pd.Series(["top", "lo"]), "n": pd.Series([0, 0])}, train)

    def test_few(self):
        self.assertEqual(_base.few(["age", "income", "region", "a rather long name", "b"]), "age, income, region and 2 more")
        self.assertEqual(_base.few(["x" * 50]), _base.short("x" * 50))

    def test_safe_names(self):
        self.assertEqual(
            list(_table.safe_names(["x1", "a,b", "été", "x*", "column_1", "NaN", ""]).values()),
            ["x1", "column__2", "été", "column__4", "column_1", "column__6", "column__7"],
        )


class Words(unittest.TestCase):
    def test_flags(self):
        self.assertEqual(
            _program.arguments({"trees": 100000, "kernel": 0.125, "exact": True, "alpha": None, "group": ["a=b", "c=d"], "min_node_size": 5}),
            ["--trees=100000", "--kernel=0.125", "--exact=true", "--group=a=b", "--group=c=d", "--min-node-size=5"],
        )

    def test_in_python(self):
        self.assertEqual(
            _program.in_python("left out with --missing drop; --sample-size is 5; or --method coupled --preset paper; see drfvi importance --help"),
            'left out with missing="drop"; sample_size is 5; or method="coupled" preset="paper"',
        )
        for said, expected in (
            ("method mda uses no kernel, --kernel has no effect", "method mda uses no kernel, kernel has no effect"),
            ("unknown category \"'mars'\", did you mean \"'east'\"? (one of: 'east', 'no, th')", 'unknown category "mars", did you mean "east"? (one of: east, no, th)'),
            ("such as \"'p0'\", expected numbers: leave the column out with --exclude", 'such as "p0", expected numbers: leave the column out'),
            ("expected a finite number; --na inf if that stands for a missing value, or leave the column out with --exclude",
             "expected a finite number; or leave the column out"),
            ("leave it out with --exclude if it only numbers the rows", "leave it out if it only numbers the rows"),
            ("try --preset drf-1.3.1. --method says how", 'try preset="drf-1.3.1". method says how'),
        ):
            self.assertEqual(_program.in_python(said), expected)


class Parameters(unittest.TestCase):
    def test_clone(self):
        for estimator in (DistributionalImportance(n_estimators=7, feature_groups={"g": ["a"]}), DistributionalElimination(repeats=3)):
            copy = clone(estimator)
            self.assertEqual(copy.get_params(), estimator.get_params())
            self.assertEqual(copy.set_params(random_state=5).random_state, 5)
        self.assertEqual(repr(DistributionalImportance(n_estimators=7)), "DistributionalImportance(n_estimators=7)")


if __name__ == "__main__":
    unittest.main()
