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

    def test_kinds(self):
        def cells(values):
            field, found = _table.field_of(pd.Series(values), "column")
            return field["type"], found

        for values, kind, expected in (
            ([1, 2], "integer", ["1", "2"]),
            ([2**63, 2**63 + 1], "integer", ["9223372036854775808", "9223372036854775809"]),
            (pd.array([2**53 + 1, None], dtype="Int64"), "integer", ["9007199254740993", ""]),
            (np.array([0.1, np.nan]), "number", ["0.1", ""]),
            (np.array([0.1], dtype=np.float32), "number", [repr(float(np.float32(0.1)))]),
            (np.array([0.1], dtype=np.float16), "number", [repr(float(np.float16(0.1)))]),
            ([decimal.Decimal("1.5"), decimal.Decimal(2)], "number", ["1.5", "2.0"]),
            ([None, None], "number", ["", ""]),
            ([True, False], "boolean", ["true", "false"]),
            (pd.array([True, None], dtype="boolean"), "boolean", ["true", ""]),
            (["1", 'a\r\n"b"', None], "string", ['"1"', '"a\r\n""b"""', ""]),
            (pd.to_datetime(["1970-01-03", "1969-12-31 23:59:58.5", None]), "datetime", ["172800", "-1.500000000", ""]),
            ([datetime.date(1970, 1, 2), datetime.date(1970, 1, 3)], "datetime", ["86400", "172800"]),
            (pd.to_timedelta(["12h", "-1.5s"]), "duration", ["PT43200S", "-PT1.500000000S"]),
            ([datetime.time(23, 59, 1, 500000), None], "time", ["23:59:01.500000", ""]),
        ):
            self.assertEqual(cells(values), (kind, expected))
        field, found = _table.field_of(pd.Series(pd.Categorical([3, None, 1], categories=[3, 1])), "g\ud800")
        self.assertEqual((field, found), ({"name": "g\\ud800", "type": "string", "categoriesOrdered": False,
                                           "categories": [{"value": "0", "label": "3"}, {"value": "1", "label": "1"}]}, ["0", "", "1"]))

    def test_refused(self):
        with self.assertRaisesRegex(ValueError, "'column' holds dates: dates=\"days\""):
            _table.refuse_dates({"column": pd.Series(pd.to_datetime(["2020-01-01"]))}, "refuse")
        for values in ([1j], [[1], [2]], ["a", 1], pd.period_range("2020", periods=2)):
            with self.assertRaisesRegex(TypeError, "'column' holds values of kind"):
                _table.field_of(pd.Series(values), "column")
        with self.assertRaisesRegex(ValueError, "'column' has categories that are written alike"):
            _table.field_of(pd.Series(pd.Categorical([1, "1"], categories=[1, "1"])), "column")

    def test_requests(self):
        X, Y = pd.DataFrame({"a": [1, 2], "b": [3, 4]}), pd.Series([1, 2], name="c")
        for keywords, message in (
            ({"Y": pd.DataFrame({"a": [1, 2]})}, "several columns named 'a'"),
            ({"Y": [1, 2, 3]}, "column 'a' has 2 rows, but the responses have 3"),
            ({"groups": {"g": ["a", "z"]}}, "group 'g' names 'z'"),
            ({"cluster": "z"}, "cluster is 'z', which is not a column of X"),
            ({"weights": [1]}, r"column '\(sample_weight\)' has 1 row, but"),
            ({"Y": "c"}, r"found the text 'c', expected columns, such as table\['c'\]"),
            ({"Y": ["a"]}, r"Y is the text 'a', expected columns: X\[\['a'\]\]"),
            ({"groups": [["a", "b"]]}, "feature_groups is .* expected a dict of lists"),
            ({"groups": {"g": "a"}}, "feature_groups is .* expected a dict of lists"),
            ({"dates": "weeks"}, "dates is 'weeks'"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                _table.run_on("importance", **{"X": X, "Y": Y, "settings": {}, **keywords})

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

    def test_few(self):
        self.assertEqual(_base.few(["age", "income", "region", "a rather long name", "b"]), "age, income, region and 2 more")
        self.assertEqual(_base.few(["x" * 50]), _base.short("x" * 50))


class Words(unittest.TestCase):
    def test_worded(self):
        setting = lambda name, value=None: {"setting": name, **({} if value is None else {"value": value})}
        parts = ["lost; ", setting("missing", "drop"), " leaves out 2; ", setting("trees", "500"), "; ", setting("cluster", 'site "a"'), "; ", setting("no_test"), "; ", setting("group")]
        self.assertEqual(_program.worded(parts), 'lost; missing="drop" leaves out 2; n_estimators=500; cluster="site \\"a\\""; test=False; feature_groups')

    def test_settings(self):
        self.assertEqual(_table.plain([np.int64(3), np.float32(0.5), True, "a\ud800"]), [3, 0.5, True, "a\\ud800"])
        self.assertEqual([_base.jobs(n) for n in (None, -1, 3)], [None, None, 3])


class Parameters(unittest.TestCase):
    def test_clone(self):
        for estimator in (DistributionalImportance(n_estimators=7, feature_groups={"g": ["a"]}), DistributionalElimination(repeats=3)):
            copy = clone(estimator)
            self.assertEqual(copy.get_params(), estimator.get_params())
            self.assertEqual(copy.set_params(random_state=5).random_state, 5)
        self.assertEqual(repr(DistributionalImportance(n_estimators=7)), "DistributionalImportance(n_estimators=7)")


if __name__ == "__main__":
    unittest.main()
