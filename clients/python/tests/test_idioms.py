"""What users of scikit-learn expect: print, names of arguments, classes, and tables of others."""

import os
import shutil
import unittest
import warnings

import numpy as np
import pandas as pd
from sklearn.base import is_classifier
from sklearn.model_selection import GroupKFold, StratifiedKFold, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drfvi import DistributionalElimination, DistributionalGroups, DistributionalImportance, DistributionalShapley, DrfviWarning
from drfvi import _base, _table

program = os.environ.get("DRFVI") or shutil.which("drfvi")


class Columnar:
    """A table with the documented interface of polars.DataFrame that is used here, without pyarrow, and
    with a kind of column that the interchange protocol does not know."""

    def __init__(self, data):
        self.data = data

    def __dataframe__(self, *args, **keywords):
        raise NotImplementedError("a kind of column")

    def to_pandas(self):
        raise ModuleNotFoundError("pyarrow is required for converting to a pandas DataFrame")

    def to_dict(self, *, as_series=True):
        assert not as_series
        return self.data


class Vector:
    """A vector as polars.Series is one: with a name, a length and a NumPy array."""

    def __init__(self, name, values):
        self.name, self.values = name, values

    def __len__(self):
        return len(self.values)

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.values, dtype=dtype)


class Tables(unittest.TestCase):
    def test_of_other_packages(self):
        frame = _table.as_frame(Columnar({"a": [1, 2], "b": ["u", None]}))
        self.assertEqual((list(frame), frame["b"].isna().tolist()), (["a", "b"], [False, True]))
        self.assertEqual(list(_table.columns(Vector("price", [1.5, 2.5]), "y")), ["price"])
        self.assertEqual(list(_table.columns(np.array([1.5, 2.5]), "y")), ["y"])

        class Nothing:
            def __dataframe__(self):
                raise NotImplementedError

        with self.assertRaisesRegex(TypeError, "a table of class Nothing that pandas cannot take over"):
            _table.as_frame(Nothing())

    def test_later_columns(self):
        later = [{"name": "a", "rank_interval": [1, 2], "robustness": 0.1, "curve": [1, 2, 3]}, {"name": "b", "note": "x", "others": ["u", "v, w"]}]
        self.assertEqual(_base.more_columns(later, {"name"}), {
            "rank_lower": [1, None], "rank_upper": [2, None], "robustness": [0.1, None], "note": [None, "x"], "others": [None, "u, v, w"],
        })

    def test_labels(self):
        for values, expected in (
            (["b", "a", None], ["a", "b"]), (pd.Categorical([3, 1, 3]), [1, 3]), (pd.array(["v", "u"], dtype="string"), ["u", "v"]),
        ):
            self.assertTrue(_table.is_categories(pd.Series(values)))
            self.assertEqual(_table.labels(pd.Series(values)).tolist(), expected)
        for values in ([1, 2], [True, False], pd.Categorical(["u"], ordered=True)):
            self.assertFalse(_table.is_categories(pd.Series(values)))


@unittest.skipUnless(program, "the program drfvi is not there")
class Idioms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        x = np.random.default_rng(1).normal(size=(150, 4))
        cls.X = pd.DataFrame(x, columns=["a", "b", "c", "d"])
        cls.y = pd.Series(x[:, 0] + x[:, 1] * np.exp(x[:, 2]), name="y")
        cls.kind = pd.Series(np.where(x[:, 0] > 0.5, "p", np.where(x[:, 1] > 0, "q", "r")), name="kind")
        cls.quick = DistributionalImportance(test=False, n_estimators=20)
        warnings.simplefilter("ignore", DrfviWarning)

    def test_print(self):
        model = DistributionalImportance(n_estimators=50).fit(self.X, self.y)
        text = str(model)
        self.assertRegex(text, r"\AImportance of 4 inputs for y \(150 rows\)\nThe inputs explain [0-9]+ % of the variation of the distribution \(95 %")
        self.assertRegex(text, r"\n\ninput +importance +95 % interval +rank +p \(Holm\) +alone\n[ab] +0\.")
        self.assertEqual("(up to" in text, "Parentheses: not significant" in text)
        self.assertLessEqual(max(map(len, text.split("\n"))), 80)
        self.assertTrue(all(remark in text.replace("\n", " ") for remark in model.result_.get("remarks", [])), text)
        self.assertEqual(model._repr_mimebundle_()["text/plain"], text)
        self.assertNotIn("\n", repr(model))
        self.assertEqual(str(DistributionalImportance(n_estimators=3)), "DistributionalImportance(n_estimators=3)")
        odd = self.quick.fit(self.X.set_axis(["$x$", "line\nbreak", "n" * 300, "\x1b[31m"], axis=1), self.y)
        self.assertLessEqual(max(map(len, str(odd).split("\n"))), 90)
        self.assertIn("$x$ ", str(odd))
        self.assertNotIn("\x1b", str(odd))
        aspects = DistributionalImportance(n_estimators=50, aspects=True).fit(self.X, self.y)
        self.assertRegex(str(aspects), r"alone +moves\n(.*\n)*c .* %  +spread\?, mean, shape\?")
        aspects.result_["variables"][2]["less_sure"] = ["spread of y"]
        self.assertRegex(str(aspects), r"c .* %  +spread\?, mean, shape(.*\n)*With a question mark, less sure")
        self.assertIn("less_sure", aspects.to_frame())
        for other, start in (
            (DistributionalShapley(n_estimators=20), "Shares of 4 inputs"), (DistributionalGroups(n_estimators=20), "Groups of 4 inputs"),
            (DistributionalElimination(n_estimators=20, repeats=2), "Elimination of 4 inputs"),
        ):
            self.assertTrue(str(other.fit(self.X, self.y)).startswith(start))

    def test_rows(self):
        weights, school = np.tile([1.0, 2.0], 75), np.arange(150) // 5
        fitted = self.quick.fit(self.X, self.y, sample_weight=weights)
        expected = fitted.importances_
        self.assertEqual(fitted.result_["weight_kind"], "probability")
        np.testing.assert_array_equal(self.quick.fit(self.X.assign(w=weights), self.y, sample_weight="w").importances_, expected)
        self.assertFalse(np.array_equal(self.quick.fit(self.X, self.y).importances_, expected))
        together = self.quick.fit(self.X, self.y, groups=school).importances_
        np.testing.assert_array_equal(self.quick.fit(self.X, self.y, cluster=school).importances_, together)
        with self.assertRaisesRegex(TypeError, "found cluster and groups, scikit-learn's name for it"):
            self.quick.fit(self.X, self.y, cluster=school, groups=school)
        with self.assertRaisesRegex(TypeError, "groups of fit are of rows, found a dict: .* feature_groups"):
            self.quick.fit(self.X, self.y, groups={"g": ["a", "b"]})
        self.assertAlmostEqual(fitted.score(self.X, self.y, np.ones(150)), fitted.score(self.X, self.y))
        self.assertNotEqual(fitted.score(self.X, self.y, weights), fitted.score(self.X, self.y))
        scores = cross_val_score(self.quick, self.X, self.y, groups=school, cv=GroupKFold(2), fit_params={"sample_weight": weights})
        self.assertEqual(len(scores), 2)

    def test_classes(self):
        model = DistributionalImportance(test=False, n_estimators=20).fit(self.X, self.kind)
        self.assertEqual(model.classes_.tolist(), ["p", "q", "r"])
        p = model.predict_proba(self.X)
        self.assertEqual(p.shape, (150, 3))
        np.testing.assert_allclose(p.sum(axis=1), 1)
        np.testing.assert_array_equal(model.classes_[p.argmax(axis=1)], model.predict(self.X))
        self.assertGreater(model.score(self.X, self.kind), 0.9)
        folds = StratifiedKFold(2)
        for scoring in ("neg_log_loss", "accuracy", "roc_auc_ovr"):
            self.assertTrue(np.isfinite(cross_val_score(self.quick, self.X, self.kind, cv=folds, scoring=scoring)).all())
        self.assertTrue(is_classifier(model))
        numbered = self.quick.fit(self.X, pd.Categorical(np.where(self.kind == "p", 30, 4)))
        self.assertEqual((numbered.classes_.tolist(), set(numbered.predict(self.X))), ([4, 30], {4, 30}))
        self.assertEqual(numbered.predict_proba(self.X[:3]).shape, (3, 2))
        both = self.quick.fit(self.X, pd.DataFrame({"k": self.kind, "y": self.y, "l": np.where(self.X["d"] > 0, "u", "v")}))
        self.assertEqual([c.tolist() for c in both.classes_], [["p", "q", "r"], ["u", "v"]])
        self.assertEqual([p.shape for p in both.predict_proba(self.X[:5])], [(5, 3), (5, 2)])
        self.assertEqual(both.predict(self.X[:5]).shape, (5, 3))
        self.assertFalse(is_classifier(both))
        quoted = self.quick.fit(self.X, pd.Series(np.where(self.kind == "p", "'s-Hertogenbosch", "a\r\n\"b"), name="town"))
        self.assertGreater(np.mean(quoted.predict(self.X) == np.where(self.kind == "p", "'s-Hertogenbosch", "a\r\n\"b")), 0.9)
        whole = self.quick.fit(self.X, pd.Categorical(np.where(self.kind == "p", 1, 2)))
        self.assertEqual(whole.score(self.X, np.where(self.kind == "p", 1, 2)), whole.score(self.X, np.where(self.kind == "p", 1.0, 2.0)))
        single = DistributionalImportance(test=False, n_estimators=20).fit(self.X.astype(np.float16), self.y)
        np.testing.assert_array_equal(single.predict(self.X[:9].astype(np.float16)), single.predict(self.X[:9].astype(np.float16).astype(float)))
        number = self.quick.fit(self.X, self.y)
        self.assertFalse(hasattr(number, "classes_") or hasattr(number, "predict_proba") or is_classifier(number))
        with self.assertRaisesRegex(AttributeError, r"predict_proba is for categories.*y\.astype\(str\) makes numbers categories"):
            number.predict_proba(self.X)

    def test_out_of_bag(self):
        X = self.X.set_axis([f"row {i}" for i in range(150)])
        X.iloc[3, 0] = np.nan
        model = DistributionalImportance(test=False, n_estimators=20, missing="drop").fit(X, self.y.set_axis(X.index))
        own = model.predict_distribution(quantiles=(0.1, 0.9))
        self.assertEqual(list(own.index), list(X.index.drop("row 3")))
        seen = model.predict_distribution(X.drop(index="row 3"))
        came = self.y.drop(index=3).to_numpy()
        self.assertGreater(np.mean((own["y_mean"] - came) ** 2), np.mean((seen["y_mean"] - came) ** 2))
        kept = model.keep().predict_distribution(quantiles=(0.1, 0.9))
        pd.testing.assert_frame_equal(kept, own)
        array = self.quick.fit(self.X.to_numpy(), self.y).predict_distribution()
        self.assertEqual(list(array.index), list(range(150)))
        lone = DistributionalImportance(method="coupled", test=False, preset="paper", n_estimators=1, options={"min_node_size": 1, "honesty": False})
        means = lone.fit(self.X, self.y).predict_distribution()["y_mean"]
        self.assertTrue(0 < means.isna().sum() < 150)
        with self.assertRaisesRegex(ValueError, "X is None, expected the rows to predict"):
            model.predict(None)

    def test_names_out(self):
        chain = make_pipeline(StandardScaler(), DistributionalElimination(n_estimators=20, repeats=2)).fit(self.X, self.y)
        self.assertEqual(chain[-1].get_feature_names_out().tolist(), [f"x{'abcd'.index(n)}" for n in self.X.columns[chain[-1].support_]])
        self.assertEqual(chain.get_feature_names_out().tolist(), list(self.X.columns[chain[-1].support_]))
        named = DistributionalElimination(n_estimators=20, repeats=2).fit(self.X, self.y)
        self.assertEqual(named.get_feature_names_out(list("abcd")).tolist(), named.kept_ if named.kept_ == sorted(named.kept_) else sorted(named.kept_))
        self.assertEqual(list(named.set_output(transform="pandas").transform(self.X)), list(self.X.columns[named.support_]))
        with self.assertRaisesRegex(ValueError, "input_features"):
            named.get_feature_names_out(["a", "b"])

    def test_tables_of_others(self):
        X = self.X.assign(kind=self.kind)
        expected = self.quick.fit(X, self.y).importances_
        model = DistributionalImportance(test=False, n_estimators=20).fit(Columnar(X.to_dict("list")), Vector("price", self.y.tolist()))
        np.testing.assert_array_equal(model.importances_, expected)
        self.assertEqual((model.targets_, list(model.feature_names_in_)), (["price"], list(X)))
        self.assertEqual(model.predict(Columnar(X[:4].to_dict("list"))).shape, (4,))


if __name__ == "__main__":
    unittest.main()
