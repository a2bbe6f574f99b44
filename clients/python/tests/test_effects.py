"""Effects of treatments, interactions, and rows with unknown levels: the same numbers as the command has."""

import io
import json
import os
import subprocess
import tempfile
import unittest
import warnings

import numpy as np
import pandas as pd

from drfvi import DistributionalEffect, DistributionalImportance, DrfviError, DrfviWarning, find_program
from drfvi._program import named_list, quoted_list
from test_findings import program


def command(table, *flags):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.csv")
        table.to_csv(path, index=False)
        answer = subprocess.run([find_program(), "importance", path, *flags, "--format", "json"], check=True, capture_output=True, encoding="utf-8").stdout
    return json.loads(answer)


def trial(n=120):
    rng = np.random.default_rng(5)
    d = pd.DataFrame({"age": rng.uniform(size=n).round(4), "noise": rng.normal(size=n).round(4), "arm": np.array(["drug", "placebo", "none"])[np.arange(n) % 3], "p": 0.5})
    return d.assign(y=(6 * d["age"] * (d["arm"] == "drug") + rng.normal(size=n)).round(4))


@unittest.skipUnless(program, "the program drfvi is not there")
class Effects(unittest.TestCase):
    def test_trial(self):
        d = trial()
        m = DistributionalEffect(arms=["drug", "placebo"], n_estimators=40).fit(d[["age", "noise", "arm"]], d["y"], treatment="arm", propensity=0.5)
        own = command(d, "--targets", "y", "--inputs", "age,noise", "--treatment", "arm=drug,placebo", "--propensity", "0.5", "--trees", "40")
        self.assertAlmostEqual(m.average_, own["average_effect"]["value"], places=12)
        np.testing.assert_allclose(m.average_interval_, own["average_effect"]["interval"])
        self.assertEqual(m.sentences_, own["sentences"])
        np.testing.assert_allclose([m.law_pvalue_, m.effect_pvalue_, m.differs_pvalue_], [own["average_p"], own["effect_p"], own["differs_p"]])
        np.testing.assert_allclose(m.importances_, [v["importance"] for v in own["variables"]])
        self.assertEqual((m.variables_, m.population_, m.result_["treated_rows"]), (["age", "noise"], "all", 40))
        self.assertEqual(m.to_frame()["established"].tolist(), [True, False])
        self.assertEqual(m.feature_importances_.tolist(), [*m.importances_, 0])
        self.assertRegex(str(m), r"^Effect of arm on the distribution of y \(80 rows\)\narm changes the distribution of y")
        self.assertRegex(str(m), r"40 rows are drug, 40 are placebo\. Averages are over all rows\.")
        self.assertIn("effect at low", m._repr_html_())

    def test_forms(self):
        d = trial()
        two = d[d["arm"] != "none"]
        m = DistributionalEffect(arms=["drug", "placebo"], n_estimators=40).fit(two[["age", "noise"]], two["y"], treatment=two["arm"], propensity=0.5)
        number = DistributionalEffect(n_estimators=40).fit(two[["age", "noise"]], two["y"], treatment=(two["arm"] == "drug").astype(float), propensity=np.full(len(two), 0.5))
        self.assertAlmostEqual(m.average_, number.average_, places=12)
        self.assertEqual(number.result_["treatment"]["treated"], "1")
        mean = DistributionalEffect(effect="mean", arms=["drug", "placebo"], n_estimators=40).fit(d[["age", "arm", "p"]], d["y"], treatment="arm", propensity="p")
        self.assertEqual((mean.spread_, mean.result_["effect"], mean.result_["propensity"]["column"]), (None, "mean", "p"))
        odd = pd.DataFrame({"age": two["age"], 'a "b" = 1': np.where(two["arm"] == "drug", "u, v", "w=1")})
        learnt = DistributionalEffect(arms=["u, v", "w=1"], n_estimators=40).fit(odd, two["y"], treatment='a "b" = 1')
        self.assertEqual((learnt.result_["treatment"]["column"], learnt.result_["treatment"]["treated"], learnt.population_), ('a "b" = 1', "u, v", "overlap"))
        self.assertEqual(named_list(quoted_list('a "b" = 1', ["u, v", "w"])), ('a "b" = 1', ["u, v", "w"]))
        none = DistributionalEffect(n_estimators=40).fit(two[["age"]], two["noise"], treatment=two["arm"] == "drug", propensity=0.5)
        self.assertEqual((none.variables_, len(none.to_frame())), (None, 0))
        self.assertIn("No effect of treatment", str(none))

    def test_faults(self):
        d = trial()
        for call, words in (
            (lambda: DistributionalEffect().fit(d[["age"]], d["y"]), "requires a treatment"),
            (lambda: DistributionalEffect(arms="drug").fit(d[["age"]], d["y"], treatment=d["arm"]), "arms is 'drug', expected two values"),
            (lambda: DistributionalEffect().fit(d[["age", "arm"]], d["y"], treatment="arm"), 'arms=["drug", "none"] compares the first with the second'),
            (lambda: DistributionalEffect().fit(d[["age"]], d["y"], treatment="arm"), "treatment is 'arm', which is not a column of X"),
            (lambda: DistributionalEffect(options={"aspects": True}).fit(d[["age", "arm"]], d["y"], treatment="arm"), "aspects has no meaning for the effect of a treatment"),
        ):
            with self.assertRaises(ValueError) as caught:
                call()
            self.assertIn(words, str(caught.exception))


@unittest.skipUnless(program, "the program drfvi is not there")
class Interactions(unittest.TestCase):
    def test_product(self):
        rng = np.random.default_rng(6)
        d = pd.DataFrame(rng.normal(size=(150, 3)).round(4), columns=list("abc"))
        d["y"] = (d["a"] * d["b"] + d["c"] + 0.5 * rng.normal(size=150)).round(4)
        m = DistributionalImportance(interactions=True, n_estimators=40).fit(d[list("abc")], d["y"])
        own = command(d, "--targets", "y", "--interactions", "--trees", "40")
        np.testing.assert_allclose(m.interactions_["gain"], [p["gain"] for p in own["interactions"]])
        np.testing.assert_allclose(m.interactions_["p_adjusted"], [p["p_adjusted"] for p in own["interactions"]])
        self.assertEqual(m.interactions_.loc[0, ["first", "second", "affects", "found"]].tolist(), ["a", "b", "mean", True])
        self.assertFalse(m.interactions_["found"][1:].any())
        self.assertRegex(" ".join(str(m).split()), r"The effect of a on y depends on b \(p < 0\.0001\): without their interaction")
        self.assertIsNone(DistributionalImportance(n_estimators=20, test=False).fit(d[list("abc")], d["y"]).interactions_)
        self.assertEqual(len(m.predict(d[list("abc")])), 150)
        with self.assertRaisesRegex(DrfviError, "interactions are tests, expected no test=False beside it"):
            DistributionalImportance(interactions=True, test=False).fit(d[list("abc")], d["y"])

    def test_unseen(self):
        d = trial()
        m = DistributionalImportance(n_estimators=20, test=False).fit(d[["age", "arm"]], d["y"])
        new = d[["age", "arm"]].head(3).assign(arm=["drug", "other", "none"])
        with self.assertRaisesRegex(DrfviError, 'unseen="skip" leaves such rows without a prediction'):
            m.predict_distribution(new)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            frame = m.predict_distribution(new, unseen="skip")
        self.assertEqual(frame["y_mean"].isna().tolist(), [False, True, False])
        self.assertTrue(any("1 of 3 new rows has a level that no training row has" in str(w.message) for w in said))


@unittest.skipUnless(program, "the program drfvi is not there")
class Censored(unittest.TestCase):
    def test_times(self):
        text = subprocess.run([find_program(), "simulate", "censored", "-n", "120", "-p", "9", "--seed", "2"], check=True, capture_output=True, encoding="utf-8").stdout
        d = pd.read_csv(io.StringIO(text))
        X = d.drop(columns=["y1", "y2"])
        m = DistributionalImportance(n_estimators=40).fit(X, d["y1"], event=d["y2"])
        own = command(d, "--time", "y1", "--event", "y2", "--trees", "40")
        np.testing.assert_allclose(m.importances_, [v["importance"] for v in own["variables"]])
        self.assertEqual(m.explained_pvalue_, own["explained_p"])
        named = DistributionalImportance(n_estimators=40).fit(d.drop(columns="y1"), d["y1"], event="y2")
        np.testing.assert_array_equal(named.importances_, m.importances_)
        seen = DistributionalImportance(n_estimators=40).fit(X, d["y1"], event=d["y2"] == 1)
        np.testing.assert_array_equal(seen.importances_, m.importances_)
        self.assertEqual(named.censoring_["event"], "y2")
        self.assertGreater(len(m.survival_), 10)
        self.assertRegex(" ".join(str(m).split()), r"Events before [\d.]+: \d+; censored before: \d+; still at risk: \d+\.")
        with self.assertRaisesRegex(DrfviError, "the survival curves are in survival_"):
            m.predict(X)
        with self.assertRaisesRegex(DrfviError, "interactions has no meaning for censored times"):
            DistributionalImportance(interactions=True).fit(X, d["y1"], event=d["y2"])


@unittest.skipUnless(program, "the program drfvi is not there")
class Field(unittest.TestCase):
    """Tables as people bring them."""

    def table(self, n=200):
        rng = np.random.default_rng(0)
        X = pd.DataFrame(rng.normal(size=(n, 4)), columns=list("abcd"))
        return X, 2 * X["a"] + X["b"] * rng.normal(size=n)

    def test_masked(self):
        X, y = self.table()
        hidden = np.arange(len(X)) % 4 == 0
        masked = np.ma.masked_where(hidden, np.where(hidden, 5.0, y))
        with self.assertRaisesRegex(DrfviError, "found an empty cell|missing"):
            DistributionalImportance(n_estimators=20).fit(X, masked)
        quiet = dict(n_estimators=20, test=False)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DrfviWarning)
            m = DistributionalImportance(missing="drop", **quiet).fit(X, masked)
            inputs = DistributionalImportance(missing="drop", **quiet).fit(np.ma.masked_array(X, np.repeat(hidden, 4).reshape(-1, 4)), y)
        whole = DistributionalImportance(**quiet).fit(X[~hidden], y[~hidden])
        np.testing.assert_array_equal(m.importances_, whole.importances_)
        np.testing.assert_array_equal(inputs.importances_, whole.importances_)

    def test_constant_column(self):
        X, y = self.table()
        X.insert(0, "const", 1.0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DrfviWarning)
            m = DistributionalImportance(n_estimators=50).fit(X, y)
        plain = DistributionalImportance(n_estimators=50).fit(X.drop(columns="const"), y)
        self.assertEqual(m.variables_, list(X))
        self.assertTrue(np.isnan(m.importances_[0]) and np.isnan(m.intervals_[0]).all() and np.isnan(m.pvalues_[0]))
        np.testing.assert_allclose(m.importances_[1:], plain.importances_, atol=0.05)  # of trees that draw other inputs
        self.assertEqual(m.to_frame()["p_adjusted"].isna().tolist(), [True] + [False] * 4)
        self.assertEqual(m.feature_importances_[0], 0)
        self.assertNotIn("nan", str(m))

    def test_schema_and_lines(self):
        X, y = self.table(100)
        X["q"] = np.where(np.arange(100) < 6, 99, np.arange(100) % 3)
        with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
            warnings.simplefilter("ignore", DrfviWarning)
            path = os.path.join(folder, "s.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"fields": [{"name": "q", "type": "integer", "missingValues": ["99"]}]}, file)
            m = DistributionalImportance(n_estimators=20, test=False, missing="drop", options={"schema": path}).fit(X, y)
        self.assertEqual(m.result_["n"], 94)
        with self.assertRaisesRegex(DrfviError, "skip_first and skip_last are for lines of text tables"):
            DistributionalImportance(options={"skip_last": 1}).fit(X, y)

    def test_named_like_an_input(self):
        X, y = self.table()
        m = DistributionalImportance(n_estimators=20, test=False).fit(X, y.rename("a"))
        self.assertEqual(m.targets_, ["y"])
        np.testing.assert_array_equal(m.importances_, DistributionalImportance(n_estimators=20, test=False).fit(X, y.rename("y")).importances_)
        self.assertIn("y_mean", m.predict_distribution(X[:2]))
        with self.assertRaisesRegex(ValueError, "several columns named 'a'"):
            DistributionalImportance().fit(X, pd.DataFrame({"a": y, "z": y}))


@unittest.skipUnless(program, "the program drfvi is not there")
class Remedies(unittest.TestCase):
    """Every remedy in a message of the package is run as it stands."""

    def test_run(self):
        rng = np.random.default_rng(1)
        n = 80
        X = pd.DataFrame(rng.normal(size=(n, 2)), columns=["a", "b"])
        y = X["a"] + rng.normal(size=n)
        names = {
            "pd": pd, "np": np, "X": X, "y": y.rename("y"), "both": pd.DataFrame({"p": y, "q": 1000 * X["b"]}), "far": X.assign(a=X["a"].mask(X.index < 6, 9999)),
            "images": rng.normal(size=(n, 2, 3)), "vector": X["a"].to_numpy(), "columns": {"a": X["a"], "b": X["b"]}, "records": X.to_dict("records"),
            "days": X.assign(day=pd.date_range("2020-01-01", periods=n)), "gap": X.assign(a=X["a"].mask(X.index == 3)), "twin": X.assign(twin=X["a"]),
            "lod": X.assign(a=[f"{abs(v):.2f}" if v < 1 else "<0.5" for v in X["a"]]), "arm": np.where(X.index % 2, "new", "old"),
            "Effect": lambda **more: DistributionalEffect(n_estimators=20, **more), "Importance": lambda **more: DistributionalImportance(**{"n_estimators": 20, "test": False, **more}),
        }

        def run(code):
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                try:
                    eval(code, names)
                except (TypeError, ValueError) as fault:
                    return str(fault), True
            return "\n".join(str(w.message) for w in said), False

        # A call, where MORE are more parameters and X an argument; a part of its message; the remedy.
        for call, message, remedy in (
            ("Importance(MORE).fit(X, both)", "accounts for more than", 'options={"scale": "sd"}'),
            ('Importance(missing="drop", MORE).fit(far, y)', "far from all other values", 'options={"na": 9999}'),
            ("Importance(MORE).fit(gap, y)", "expected a value", 'missing="drop"'),
            ("Importance(MORE).fit(days, y)", "holds dates", 'dates="days"'),
            ("Importance(MORE).fit(twin, y)", "copies of each other", 'feature_groups={"a": ["a", "twin"]}'),
            ("Importance(MORE).fit(lod, y)", "limit of detection", 'options={"replace": "<0.5=0.25"}'),
            ("Effect(MORE).fit(X, y, treatment=arm)", "the treated one", 'arms=["new", "old"]'),
            ("Importance().fit(images, y)", "Reshape your data", "X.reshape(len(X), -1)"),
            ("Importance().fit(vector, y)", "Reshape your data", "X.reshape(-1, 1)"),
            ("Importance().fit(columns, y)", "expected a table", "pd.DataFrame(X)"),
            ("Importance().fit(records, y)", "expected a table", "pd.DataFrame(X)"),
        ):
            said, _ = run(call.replace("MORE", ""))
            self.assertIn(message, said, call)
            self.assertIn(remedy, said, call)
            if remedy[0].islower():
                after = call.replace("MORE", remedy) if "MORE" in call else call.replace(table := call.split("(")[2].split(",")[0], remedy.replace("X", table))
            else:
                table = call.split("(")[2].split(",")[0]
                after = call.replace(f"({table},", f"({remedy.replace('X', table)},")
            said, failed = run(after)
            self.assertFalse(failed or message in said, f"{after}: {said}")


if __name__ == "__main__":
    unittest.main()
