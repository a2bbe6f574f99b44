"""The estimators as scikit-learn, notebooks and packages of tables know them."""

import doctest
import inspect
import os
import pickle
import shutil
import unittest
import warnings
from html.parser import HTMLParser

import numpy as np
import pandas as pd
from sklearn.exceptions import NotFittedError
from sklearn.feature_selection import SelectFromModel
from sklearn.model_selection import cross_val_score
from sklearn.utils.estimator_checks import check_estimator

import drfvi
import sklearn
from drfvi import DistributionalElimination, DistributionalGroups, DistributionalImportance, DistributionalShapley, DrfviWarning

program = os.environ.get("DRFVI") or shutil.which("drfvi")
small = {"options": {"min_node_size": 1, "honesty": False}, "n_estimators": 5, "preset": "paper"}
ESTIMATORS = (
    DistributionalImportance(test=False, **small), DistributionalElimination(repeats=2, **small),
    DistributionalShapley(subsets=60, **small), DistributionalGroups(**small),
)


class Interchanged:
    """A table that has nothing but the dataframe interchange protocol."""

    def __init__(self, frame):
        self.frame = frame

    def __dataframe__(self, *args, **keywords):
        return self.frame.__dataframe__(*args, **keywords)


@unittest.skipUnless(program, "the program drfvi is not there")
class Conventions(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        x = np.random.default_rng(1).normal(size=(150, 4))
        cls.X = pd.DataFrame(x, columns=["a, b", "<i>", "c", "d"])
        cls.y = pd.Series(x[:, 0] + x[:, 1] * np.exp(x[:, 2]), name="y")
        warnings.simplefilter("ignore", DrfviWarning)
        cls.model = DistributionalImportance(n_estimators=50, aspects=True).fit(cls.X, cls.y)

    def test_check_estimator(self):
        for estimator in ESTIMATORS:
            declared, passed, skipped = estimator.expected_failed_checks, [], []
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if "expected_failed_checks" in inspect.signature(check_estimator).parameters:  # scikit-learn 1.6
                    for check in check_estimator(estimator, expected_failed_checks=declared, on_skip=None):
                        (passed if check["status"] == "passed" else skipped).append(check["check_name"])
                else:
                    for made, check in check_estimator(estimator, generate_only=True):
                        name = check.func.__name__
                        with self.subTest(estimator=type(estimator).__name__, check=name):
                            try:
                                check(made)
                                passed.append(name)
                            except unittest.SkipTest:
                                skipped.append(name)
            print(f"check_estimator of scikit-learn {sklearn.__version__}, {type(estimator).__name__}: {len(passed)} passed, {len(skipped)} skipped: {', '.join(skipped)}")
            self.assertLessEqual(set(skipped), set(declared))
            self.assertGreater(len(passed), 30)

    def test_names_of_parameters(self):
        kept = {"n_estimators": 7, "random_state": 3}
        model = DistributionalImportance(test=False, **kept).fit(self.X, self.y)
        self.assertEqual((model.result_["trees"], model.result_["seed"]), (7, 3))
        same = DistributionalImportance(test=False, n_estimators=7, random_state=np.random.RandomState(5))
        first = same.fit(self.X, self.y).result_["seed"]
        self.assertNotEqual(first, same.fit(self.X, self.y).result_["seed"])
        self.assertEqual(first, DistributionalImportance(test=False, n_estimators=7, random_state=np.random.RandomState(5)).fit(self.X, self.y).result_["seed"])
        with self.assertRaisesRegex(ValueError, "n_jobs is 'all', expected an integer or None"):
            DistributionalImportance(n_jobs="all").fit(self.X, self.y)
        with self.assertRaisesRegex(ValueError, "n_estimators"):
            DistributionalImportance(n_estimators=-1).fit(self.X, self.y)

    def test_not_finite(self):
        for value, word in ((np.nan, "an empty cell"), (np.inf, "[Ii]nf")):
            values = self.X.to_numpy().copy()
            values[3, 1] = value
            with self.assertRaisesRegex(ValueError, f"row 4.*{word}"):
                DistributionalImportance().fit(values, self.y)
            with self.assertRaisesRegex(ValueError, f"new rows: row 4.*({word}|missing)"):
                self.model.predict(pd.DataFrame(values, columns=self.X.columns))

    def test_selection(self):
        model = DistributionalImportance(test=False, n_estimators=20, feature_groups={"both": ["a, b", "c"]})
        selector = SelectFromModel(model, threshold=0.1).fit(self.X.assign(w=1.0), self.y, cluster=np.arange(150) // 2)
        found = selector.estimator_.feature_importances_
        self.assertEqual((len(found), found[0] == found[2], found[4]), (5, True, 0))
        self.assertIn("a, b", selector.get_feature_names_out())
        e = DistributionalElimination(repeats=2, n_estimators=20).set_output(transform="pandas")
        X = self.X.assign(d=pd.Categorical(np.where(self.X["d"] > 0, "u", "v")))
        self.assertEqual(list(e.fit(X, self.y).transform(X)), e.kept_)
        pd.testing.assert_frame_equal(e.transform(X), X.loc[:, e.support_])
        self.assertEqual(type(e.set_output(transform="default").transform(X)), np.ndarray)
        e = DistributionalElimination(repeats=2, n_estimators=20).set_output(transform="pandas").fit(self.X.to_numpy(), self.y)
        self.assertEqual(list(e.transform(self.X.to_numpy())), list(e.get_feature_names_out()))

    def test_interchange(self):
        tables = [Interchanged]
        try:
            import polars
            tables.append(polars.from_pandas)
        except ImportError:
            print("not tested: tables of polars, which is not there")
        try:
            import pyarrow
            tables.append(pyarrow.Table.from_pandas)
        except ImportError:
            print("not tested: tables of pyarrow, which is not there")
        X = self.X.assign(kind=np.where(self.X["d"] > 0, "u", "v"))
        expected = DistributionalImportance(test=False, n_estimators=20).fit(X, self.y)
        for table in tables:
            model = DistributionalImportance(test=False, n_estimators=20).fit(table(X), table(self.y.to_frame()))
            np.testing.assert_array_equal(model.importances_, expected.importances_)
            self.assertEqual(list(model.feature_names_in_), list(X))
            np.testing.assert_array_equal(model.predict(table(X[:2])).ravel(), expected.predict(X[:2]))

    def test_predictions(self):
        Y = pd.DataFrame({"y 1": self.y, "kind": np.where(self.X["c"] > 0, "p q", "r")})
        model = DistributionalImportance(test=False, n_estimators=50, feature_groups={"both": ["c", "d"]}, options={"exact": True}).fit(self.X, Y)
        frame = model.predict_distribution(self.X[40:50], quantiles=(0.1, 0.9))
        self.assertEqual(list(frame), ["y 1_mean", "y 1_q0.1", "y 1_q0.9", "kind=p q", "kind=r"])
        self.assertEqual(list(frame.index), list(range(40, 50)))
        self.assertTrue((frame["y 1_q0.1"] <= frame["y 1_q0.9"]).all())
        np.testing.assert_allclose(frame["kind=p q"] + frame["kind=r"], 1)
        self.assertGreater((model.predict(self.X)[:, 1] == Y["kind"]).mean(), 0.9)
        self.assertEqual(frame.attrs["check"][0]["target"], "y 1")
        again = pickle.loads(pickle.dumps(model))
        pd.testing.assert_frame_equal(again.predict_distribution(self.X[40:50], quantiles=(0.1, 0.9)), frame)
        kept = pickle.loads(pickle.dumps(again.keep()))
        pd.testing.assert_frame_equal(kept.predict_distribution(self.X[40:50], quantiles=(0.1, 0.9)), frame)
        self.assertEqual(kept.predict_distribution(self.X[:2]).attrs["check"], frame.attrs["check"])
        wide = kept.predict_distribution(self.X[40:50], quantiles=(0.05, 0.1, 0.5, 0.9, 0.95), conformal=True)
        self.assertEqual(list(wide)[6:11], ["y 1_low0.9", "y 1_high0.9", "y 1_low0.8", "y 1_high0.8", "kind=p q"])
        moved = wide.attrs["check"][0]["conformal"]
        self.assertEqual([m["coverage"] for m in moved], [0.9, 0.8])
        np.testing.assert_allclose(wide["y 1_q0.05"] - wide["y 1_low0.9"], moved[0]["correction"])
        np.testing.assert_allclose(wide["y 1_high0.8"] - wide["y 1_q0.9"], moved[1]["correction"])
        pd.testing.assert_frame_equal(model.predict_distribution(self.X[40:50], quantiles=(0.05, 0.1, 0.5, 0.9, 0.95), conformal=True), wide)
        with self.assertRaisesRegex(ValueError, "expected two such as 0.05,0.95"):
            model.predict_distribution(self.X[:2], quantiles=(0.1, 0.5), conformal=True)
        kept.model_ = kept.model_[:-40] + b"x" + kept.model_[-39:]
        with self.assertRaises(ValueError):
            kept.predict(self.X)
        self.assertFalse(hasattr(again.fit(self.X, Y), "model_"))
        self.assertEqual(self.model.predict(self.X[:1]).shape, (1,))
        with self.assertRaisesRegex(ValueError, "expecting 4 features"):
            self.model.predict(self.X.to_numpy()[:, :3])
        for use in (lambda m: m.predict(self.X), lambda m: m.plot(), lambda m: m.to_frame(), lambda m: m.score(self.X, self.y)):
            with self.assertRaises(NotFittedError):
                use(DistributionalImportance())

    def test_new_rows(self):
        X = self.X.assign(size=pd.Categorical(np.where(self.X["c"] > 0.5, "top", np.where(self.X["d"] > 0, "mid", "low")), ["low", "mid", "top"], ordered=True))
        model = DistributionalImportance(test=False, n_estimators=20).fit(X, self.y)
        expected = model.predict(X[:9])
        for new in (X[:9].astype({"size": object}), X[:9].astype({"size": "category"}), X[:9].to_numpy()):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of names, which arrays lack
                np.testing.assert_array_equal(model.predict(new), expected)
        top = X[X["size"] == "top"][:3]
        np.testing.assert_array_equal(model.predict(top.assign(size=top["size"].cat.remove_unused_categories())), model.predict(top))
        nameless = DistributionalImportance(test=False, n_estimators=20).fit(self.X.to_numpy(), self.y)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            np.testing.assert_array_equal(nameless.predict(self.X[:3]), nameless.predict(self.X[:3].to_numpy()))
        with self.assertRaisesRegex(ValueError, r'new rows: row 2, column "d": the value is missing'):
            self.model.predict(self.X[:3].assign(d=[1, np.nan, 2]))
        pd.testing.assert_frame_equal(self.model.predict_distribution(self.X[:3], 0.5), self.model.predict_distribution(self.X[:3], (0.5,)))

    def test_score(self):
        small = DistributionalImportance(test=False, n_estimators=20)
        scores = cross_val_score(small, self.X, self.y, cv=2)
        np.testing.assert_allclose(scores, cross_val_score(small, self.X, self.y, cv=2, scoring="r2"))
        both = pd.DataFrame({"y": self.y, "z": self.X["c"]})
        np.testing.assert_allclose(cross_val_score(small, self.X, both, cv=2), cross_val_score(small, self.X, both, cv=2, scoring="r2"))
        kind = pd.Series(np.where(self.X["c"] > 0, "u", "v"), name="kind")
        fitted = small.fit(self.X, kind)
        self.assertEqual(fitted.score(self.X, kind), np.mean(fitted.predict(self.X) == kind))
        self.assertGreater(fitted.score(self.X, kind.to_numpy()), 0.9)
        with self.assertRaisesRegex(ValueError, "no score of several responses with categories"):
            mixed = both.assign(z=kind)
            small.fit(self.X, mixed).score(self.X, mixed)

    def test_aspects(self):
        m = self.model
        self.assertIn("spread of y", m.moves_[1] + m.moves_[2])
        self.assertEqual(m.moves_[3], [])
        self.assertEqual(set(m.aspects_["variable"]), set(self.X))
        self.assertIn("moves", m.to_frame())
        self.assertTrue((m.aspects_["p_adjusted"] >= m.aspects_["p"]).all())
        self.assertIsNone(DistributionalImportance(test=False, n_estimators=20).fit(self.X, self.y).moves_)

    def test_shapley_and_groups(self):
        s = DistributionalShapley(n_estimators=20, pairs=True).fit(self.X, self.y)
        self.assertAlmostEqual(s.shares_.sum(), 1)
        self.assertEqual((len(s.pairs_), set(s.pairs_["variable"]) <= set(self.X)), (6, True))
        self.assertEqual(s.to_frame()["variable"].tolist(), list(self.X))
        twin = self.X.assign(e=self.X["a, b"] + 0.001 * self.X["d"])
        g = DistributionalGroups(n_estimators=50).fit(twin, self.y)
        self.assertTrue(any({"a, b", "e"} <= set(inputs) for inputs in g.found_), g.found_)
        frame = g.to_frame()
        self.assertEqual((frame["depth"].iloc[0], sorted(frame["inputs"].iloc[0])), (0, sorted(twin)))
        self.assertTrue((frame["p_adjusted"] >= frame["p"]).all())
        # A group below one that is not found is not tested.
        nothing = DistributionalGroups(n_estimators=20).fit(self.X[["d"]].assign(z=self.X["c"].to_numpy()[::-1]), self.y)
        self.assertEqual((nothing.found_, len(nothing.to_frame())), ([], 1))
        untested = str(DistributionalImportance(n_estimators=20, test=False).fit(self.X, np.cos(7 * np.arange(150))))
        self.assertTrue("nothing was tested" in untested and "No significant effect" not in untested, untested)
        # Where there is nothing to divide no shares are shown.
        for estimator in (DistributionalImportance, DistributionalShapley, DistributionalGroups):
            for y, words in ((np.cos(7 * np.arange(150)), "No significant effect: "), (self.y, "The inputs explain ")):
                model = estimator(n_estimators=20).fit(self.X, y)
                self.assertEqual(str(model).splitlines()[1][:len(words)], words)
                for text in (str(model), model._repr_html_()):
                    self.assertEqual("interval" in text, words.startswith("The"))
                    self.assertRegex(text, r"p \((Holm|tree)\)")

    def test_notebook(self):
        class Tags(HTMLParser):
            def __init__(self):
                super().__init__()
                self.open, self.text = [], ""

            def handle_starttag(self, tag, attributes):
                if tag not in ("line", "circle"):
                    self.open.append(tag)

            def handle_endtag(self, tag):
                assert tag in ("line", "circle") or self.open.pop() == tag, tag

            def handle_data(self, data):
                self.text += data

        shapley = DistributionalShapley(n_estimators=20).fit(self.X, self.y)
        groups = DistributionalGroups(n_estimators=20).fit(self.X, self.y)
        kept = DistributionalElimination(n_estimators=20, repeats=2).fit(self.X, self.y)
        coupled = DistributionalImportance(method="coupled", preset="paper", n_estimators=20).fit(self.X, self.y)
        for model in (self.model, shapley, groups, kept, coupled):
            html, tags = model._repr_html_(), Tags()
            tags.feed(html)
            self.assertEqual(tags.open, [])
            self.assertIn("<i>", tags.text)
            self.assertNotIn("<i>", html)
            self.assertLess(len(html), 10000)
            self.assertEqual(model._repr_mimebundle_()["text/html"], html)
        self.assertIn(">spread?, mean, shape?<", self.model._repr_html_())
        self.assertNotIn("add up to", self.model._repr_html_())
        twins = DistributionalImportance(n_estimators=50).fit(self.X[["c"]].assign(twin=self.X["c"]), self.X["c"] + self.X["d"])
        self.assertIn("<p>Importances add up to 0.0", twins._repr_html_())
        self.assertIn("<p>Hardly separable: c from twin; twin from c.</p>", twins._repr_html_())
        self.assertIn("are collinear: the other inputs predict 99 % of each; DistributionalGroups tests them together.</p>", twins._repr_html_())
        self.assertNotIn("-0.0", groups._repr_html_())
        self.assertEqual(self.model._repr_html_().count("<circle"), 4)
        self.assertIn("DistributionalImportance", DistributionalImportance()._repr_mimebundle_()["text/plain"])

    def test_plots(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not there")
        matplotlib.use("Agg")
        self.assertEqual([t.get_text() for t in self.model.plot_aspects().get_yticklabels()][0], self.model.to_frame().sort_values("raw")["variable"].iloc[0])
        self.assertIn("y", DistributionalShapley(n_estimators=20).fit(self.X, self.y).plot().get_title())
        self.assertIn("y", DistributionalGroups(n_estimators=20).fit(self.X, self.y).plot().get_title())
        with self.assertRaisesRegex(ValueError, "aspects=True"):
            DistributionalImportance(test=False, n_estimators=20).fit(self.X, self.y).plot_aspects()

    def test_examples(self):
        for name in drfvi.__all__:
            thing = getattr(drfvi, name)
            if name.startswith("Distributional"):
                self.assertIn(">>>", thing.__doc__)
                module = inspect.getmodule(thing)
                self.assertEqual(doctest.testmod(module).failed, 0)


if __name__ == "__main__":
    unittest.main()
