"""What the program finds on tables, where it is there."""

import os
import shutil
import subprocess
import unittest
import warnings

import numpy as np
import pandas as pd
from sklearn.datasets import load_iris
from sklearn.pipeline import make_pipeline

from drfvi import DistributionalElimination, DistributionalImportance, DrfviError, DrfviWarning
from drfvi._html import explained, p_text, percent, span

program = os.environ.get("DRFVI") or shutil.which("drfvi")


class Words(unittest.TestCase):
    def test_found_though_uncertain(self):
        for share, interval, undivided, words in (
            (0.05, (0, 0.12), False, "(95 %: above 0, up to 12 %), p < 0.0001."), (0.27, (0, 0.6), True, "too uncertain to divide it among the inputs: the inputs explain 27 % of the variation of the distribution (95 %: above 0, up to 60 %)."),
            (-0.1, (0, 0.02), True, "(95 %: up to 2.0 %)."), (0.5, (0.4999, 0.5001), False, "(95 %: about 50 %), p < 0.0001."), (0.5, (0.4, 0.6), False, "(95 %: 40 to 60 %), p < 0.0001."),
        ):
            said = explained({"targets": ["y"], "level": 0.95, "established": True, "explained_share": share, "explained_share_interval": interval, "explained_p": 1e-22, "undivided": undivided})
            self.assertTrue(len(said) == 1 and said[0].endswith(words) and "little" not in said[0], said)
        self.assertEqual([span(i) for i in ((1, 1), (0.50001, 0.50002), (0, 0.1), (0.4, 0.5))], ["above 0.999", "about 0.500", "up to 0.100", "0.400 to 0.500"])
        self.assertEqual([p_text(p) for p in (1e-5, 0.00032, 0.0363, 0.51, 1)], ["< 0.0001", "0.0003", "0.036", "0.510", "1"])
        self.assertEqual([percent(share) for share in (0, 1e-7, 0.00041, 0.01, 0.0963, 0.51)], ["0 %", "0 %", "0.04 %", "1.0 %", "9.6 %", "51 %"])


@unittest.skipUnless(program, "the program drfvi is not there")
class Findings(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        iris = load_iris(as_frame=True)
        names = ["sepal length", "sepal width", "petal length", "petal width"]
        cls.iris = iris.data.set_axis(names, axis=1).assign(species=iris.target_names[iris.target])
        cls.X, cls.Y = cls.iris[names[2:] + ["species"]], cls.iris[names[:2]]
        cls.model = DistributionalImportance(n_estimators=50).fit(cls.X, cls.Y)

    def test_importance(self):
        m = self.model
        self.assertEqual(m.variables_, list(self.X))
        self.assertEqual(list(m.feature_names_in_), list(self.X))
        self.assertEqual((m.n_features_in_, m.targets_, m.intervals_.shape), (3, list(self.Y), (3, 2)))
        self.assertTrue((m.intervals_[:, 0] <= m.importances_).all() and (m.importances_ <= m.intervals_[:, 1]).all())
        self.assertGreater(m.explained_share_, 0.2)
        self.assertLess(m.explained_pvalue_, 0.05)
        frame = m.to_frame("none")
        self.assertEqual(frame["p"].tolist(), frame["p_adjusted"].tolist())

    def test_same_for_any_form(self):
        again = DistributionalImportance(n_estimators=50).fit(self.X, self.Y)
        np.testing.assert_array_equal(again.importances_, self.model.importances_)
        other = DistributionalImportance(n_estimators=50, random_state=2).fit(self.X, self.Y)
        self.assertFalse(np.array_equal(other.importances_, self.model.importances_))
        odd = self.X.set_axis(["a, b", 'say "so"\n*', "é =1"], axis=1)
        odd["é =1"] = pd.Categorical(odd["é =1"].map({"setosa": "NA", "versicolor": "a,b", "virginica": "?"}))
        odd = DistributionalImportance(n_estimators=50).fit(odd, self.Y.to_numpy())
        self.assertEqual(odd.variables_, ["a, b", 'say "so"\n*', "é =1"])
        self.assertEqual(odd.targets_, ["y0", "y1"])
        np.testing.assert_allclose(odd.importances_, self.model.importances_, atol=0.05)

    # Names that files, lists, patterns, flags, terminals and pictures could misread.
    HOSTILE = [" ", "a, b", 'say "so"', "line\nbreak", "cr\rx", "=1+1", "größe 身長 👩‍🔬", "x" * 150, "--missing drop", "column_2", "a\\1b",
               "\t", "*", "all", "nan", "NA", "-1", "x1..x3", "$HOME `id`", r"$\frac$", "\x1b[31m", " before", "behind "]

    def test_hostile_names(self):
        values = np.random.default_rng(1).normal(size=(200, len(self.HOSTILE)))
        X = pd.DataFrame(values, columns=self.HOSTILE)
        Y = pd.DataFrame({"r, 1": values[:, 0] + values[::-1, 1], "r=$\n$2": values[:, 1] * values[:, 2]})
        model = DistributionalImportance(n_estimators=20, test=False).fit(X, Y)
        self.assertEqual((model.variables_, model.targets_), (self.HOSTILE, list(Y)))
        plain = DistributionalImportance(n_estimators=20, test=False).fit(values, Y.to_numpy())
        np.testing.assert_array_equal(model.importances_, plain.importances_)
        for name in self.HOSTILE:
            constant = X.assign(**{name: 1.0})[[name, "a, b" if name == " " else " "]]
            with self.assertWarns(DrfviWarning) as caught:
                DistributionalImportance(method="coupled", preset="paper", n_estimators=20).fit(constant, Y)
            said = "\n".join(str(w.message) for w in caught.warnings)
            self.assertRegex(said, 'the table: input ".+" is the same in every row: its importance cannot be told')
            self.assertNotIn("\x1b", said)
            X.loc[3, name] = np.nan
            with self.assertRaises(DrfviError) as caught:
                model.fit(X, Y)
            self.assertRegex(str(caught.exception), '^the table: row 4, column ".+": found an empty cell')
            X.loc[3, name] = 0
        small = DistributionalElimination(n_estimators=20, repeats=2, preset="paper").fit(X, Y.iloc[:, 0])
        self.assertEqual(sorted(v["name"] for v in small.result_["variables"]), sorted(self.HOSTILE))
        self.assertEqual(list(small.set_output(transform="pandas").transform(X)), [n for n in self.HOSTILE if n in small.kept_])
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not there")
        matplotlib.use("Agg")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of letters that the typeface lacks
            model = DistributionalImportance(n_estimators=20, test=False).fit(X, Y)
            axes = model.plot()
            axes.figure.canvas.draw()
        self.assertLessEqual(max(len(t.get_text()) for t in axes.get_yticklabels()), 45)

    def test_groups(self):
        m = DistributionalImportance(n_estimators=20, test=False, feature_groups={"petal, both": ["petal length", "petal width"]}).fit(self.X, self.Y)
        self.assertEqual(m.variables_, ["petal, both", "species"])

    def test_categories_as_response(self):
        m = DistributionalImportance(method="coupled", preset="paper", n_estimators=50).fit(self.iris.drop(columns="species").to_numpy(), self.iris["species"])
        self.assertEqual((m.variables_, m.targets_), (["x0", "x1", "x2", "x3"], ["species"]))
        self.assertFalse(hasattr(m, "feature_names_in_"))

    def test_missing(self):
        X = self.X.astype({"petal length": "Float64"})
        X.loc[4, "petal length"] = pd.NA
        X = X.rename(columns={"petal length": "petal, length"})
        with self.assertRaisesRegex(DrfviError, 'row 5, column "petal, length": .*missing="drop"'):
            DistributionalImportance().fit(X, self.Y)
        with self.assertWarnsRegex(UserWarning, "1 of 150 rows dropped"):
            m = DistributionalImportance(missing="drop", n_estimators=20, test=False).fit(X, self.Y)
        self.assertEqual(m.result_["n"], 149)
        with self.assertRaisesRegex(DrfviError, 'did you mean "coupled"'):
            DistributionalImportance(method="coupld").fit(self.X, self.Y)

    def test_warnings(self):
        # Once, whole, in the program's words, and of what was asked for only.
        def said(X, **keywords):
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                model = DistributionalImportance(**keywords).fit(X, self.Y.iloc[:, 0])
            self.assertEqual([str(w.message) for w in caught], model.warnings_)
            return model.warnings_

        self.assertEqual(said(self.X, method="mda", n_estimators=20), [])
        self.assertEqual(said(self.X, method="mda", n_estimators=20, kernel="median"), ["method mda uses no kernel, kernel has no effect"])
        copied = self.X.assign(copied=2 * self.Y.iloc[:, 0])
        self.assertRegex(said(copied, method="mda", n_estimators=20)[0],
                         r'^input "copied" holds nearly all of ".*": is it measured before it, or is one made from the other\? X.drop\(columns=\["copied"\]\) leaves it out$')
        odd = self.X.set_axis(["--kernel has", "see column_1", "x" * 2000], axis=1).assign(**{"--missing drop": 1, "x" * 2000: 1})
        [text] = said(odd, method="mda", n_estimators=20)
        self.assertRegex(text, r'^the table: 2 inputs are the same in every row \(x+…, --missing drop\): their importance cannot be told$')
        with self.assertRaisesRegex(ValueError, "column 2 has no name"):
            said(self.X.set_axis(["a", "", "c"], axis=1))

    def test_elimination(self):
        X, y = self.iris.drop(columns=["petal length", "species"]), self.iris["petal length"]
        e = DistributionalElimination(n_estimators=20, repeats=3).fit(X, y)
        self.assertEqual(list(X.columns[e.support_]), [n for n in X if n in e.kept_])
        self.assertEqual(sorted(e.ranking_), [1, 2, 3])
        self.assertEqual(e.transform(X.to_numpy()).shape[1], e.get_support().sum())
        self.assertEqual(len(e.to_frame()), 4)
        self.assertEqual(make_pipeline(DistributionalElimination(n_estimators=20, repeats=3)).fit_transform(X, y).shape[1], e.support_.sum())

    def test_plots(self):
        try:
            import matplotlib
        except ImportError:
            self.skipTest("matplotlib is not there")
        matplotlib.use("Agg")
        axes = self.model.plot()
        self.assertEqual([t.get_text() for t in axes.get_yticklabels()][-1], self.model.to_frame().sort_values("raw")["variable"].iloc[-1])
        DistributionalImportance(method="coupled", preset="paper", n_estimators=20).fit(self.X, self.Y).plot()
        DistributionalElimination(n_estimators=20, repeats=2).fit(self.X, self.Y).plot()

    def test_rows(self):
        known = subprocess.run([program, "importance", "--help"], capture_output=True, encoding="utf-8", check=True).stdout
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            if "--cluster" in known:
                X = self.X.assign(plant=np.arange(150) // 5)
                named = DistributionalImportance(n_estimators=20, test=False).fit(X, self.Y, cluster="plant")
                vector = DistributionalImportance(n_estimators=20, test=False).fit(self.X, self.Y, cluster=X["plant"])
                self.assertEqual(named.variables_, list(self.X))
                np.testing.assert_array_equal(named.importances_, vector.importances_)
            if "--block" in known:
                blocks = DistributionalImportance(n_estimators=20, test=False).fit(self.X, self.Y, block=5)
                np.testing.assert_array_equal(blocks.importances_, vector.importances_)
            if "--weights" in known:
                DistributionalImportance(n_estimators=20, test=False).fit(self.X, self.Y, sample_weight=np.tile([1, 2], 75))


if __name__ == "__main__":
    unittest.main()
