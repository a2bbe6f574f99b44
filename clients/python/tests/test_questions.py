"""Tests of conditional independence and sensitivity, and of the glue that README.md has for other packages."""

import os
import re
import sys
import types
import unittest
from unittest import mock

import numpy as np
import pandas as pd

from drfvi import DrfviError, conditional_independence, sensitivity
from test_findings import program

README = os.path.join(os.path.dirname(__file__), "..", "README.md")


def table(n=120):
    z, e, other = np.random.default_rng(3).normal(size=(3, n))
    return pd.DataFrame({"x, 1": z + e, "y": z + other, "effect": z + e + other, "z": z, "colour": np.where(z > 0, "u", "v"), "id": np.arange(n) // 3, "w": 1.0})


@unittest.skipUnless(program, "the program drfvi is not there")
class Questions(unittest.TestCase):
    def test_independence(self):
        d = table()
        found = conditional_independence("x, 1", "effect", ["z", "colour"], data=d, moves=True, n_estimators=100)
        self.assertLess(found.pvalue, 0.05)
        self.assertGreater(found.robustness, 0)
        self.assertTrue(found.interval[0] <= found.strength <= found.interval[1])
        self.assertIn("mean of effect", found.moves)
        self.assertRegex(str(found), r"^Significant dependence of effect on x, 1 given z and\scolour\s\(p ")
        same = conditional_independence(d["x, 1"], d[["effect"]], d[["z", "colour"]], n_estimators=100, moves=True)
        self.assertEqual(same.pvalue, found.pvalue)
        self.assertEqual(found.result["given"], ["z", "colour"])
        apart = conditional_independence(d["x, 1"].to_numpy(), d["y"].to_numpy(), d[["z"]].to_numpy(), n_estimators=100)
        self.assertGreater(apart.pvalue, 0.05)
        self.assertLess(conditional_independence("x, 1", "y", data=d, n_estimators=100).pvalue, 0.05)
        self.assertEqual(*(conditional_independence("x, 1", "y", given, data=d, n_estimators=100).pvalue for given in ([], None)))
        rows = conditional_independence("x, 1", "effect", "z", data=d, cluster="id", sample_weight="w", n_estimators=100)
        self.assertEqual(rows.result["clusters"], 40)

    def test_faults(self):
        d = table()
        for call, fault in (
            (lambda: conditional_independence("x, 1", "y", "q", data=d), "given names 'q', which is not a column of data"),
            (lambda: conditional_independence("y", "z"), "x names 'y', expected the table that has it as data"),
            (lambda: conditional_independence("z", "y", ["z"], data=d), "column 'z' is in x and in given, expected it in one of them"),
            (lambda: conditional_independence("z", ["y", "z"], data=d), "column 'z' is in y and in x, expected it in one of them"),
            (lambda: conditional_independence("x, 1", "y", ["z", "id"], data=d, cluster="id"), "column 'id' is in given and in cluster, expected it in one of them"),
            (lambda: conditional_independence("x, 1", "y", "w", data=d, sample_weight="w"), "column 'w' is in given and in weights, expected it in one of them"),
            (lambda: conditional_independence([], "y", data=d), "x names no column, expected at least one"),
            (lambda: sensitivity(d[["z"]], d["y"], laws={"q": "rows"}), 'law="q=rows": unknown input "q"'),
            (lambda: sensitivity(d[["x, 1"]], d["y"], laws={"x, 1": ("uniform", 1)}), "expected uniform:A:B with two numbers"),
        ):
            with self.assertRaisesRegex(ValueError, re.escape(fault)):
                call()
        with self.assertRaises(DrfviError):
            conditional_independence(np.ones(50), np.arange(50.0))

    def test_sensitivity(self):
        x = np.random.default_rng(1).uniform(size=(80, 2))
        found = sensitivity(x, np.exp(x[:, 0]) + x[:, 1], laws={"x0": ("uniform", 0, 1)}, n_estimators=20)
        self.assertEqual(list(found.index), ["x0", "x1"])
        self.assertEqual(found["law"]["x0"], "uniform(0, 1)")
        self.assertLess(abs(found["ST"]["x0"] - 0.7437), 0.03)
        self.assertTrue((found["S1_lower"] <= found["S1"]).all() and (found["S1"] <= found["S1_upper"]).all())
        self.assertGreater(found["shapley_distribution"]["x0"], found["shapley_distribution"]["x1"])
        self.assertEqual(found.attrs["result"]["mean"]["learner"], "process")


class CIT_Base:
    """That of causal-learn, as its documentation has it."""

    def __init__(self, data, cache_path=None, **kwargs):
        self.data, self.pvalue_cache = data, {}

    def check_cache_method_consistent(self, method_name, parameters_hash):
        self.method = method_name

    def get_formatted_XYZ_and_cachekey(self, X, Y, condition_set):
        given = sorted(set(map(int, condition_set or [])))
        X, Y = sorted((int(X), int(Y)))
        return [X], [Y], given, f"{X};{Y}|{given}"


@unittest.skipUnless(program, "the program drfvi is not there")
class Glue(unittest.TestCase):
    def block(self, package, modules, names):
        """Run the block of README.md for a package, with stand-ins for its modules."""
        with open(README, encoding="utf-8") as file:
            code = next(c for c in re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL) if f"from {package}" in c)
        parents = {".".join(m.split(".")[:k]) for m in modules for k in range(1, m.count(".") + 1)}
        whole = {name: types.ModuleType(name) for name in [*parents, *modules]}
        for name, members in modules.items():
            vars(whole[name]).update(members)
        with mock.patch.dict(sys.modules, whole):
            exec(code, names)

    def test_causal_learn(self):
        tests, d = {}, table()[["x, 1", "y", "z"]].to_numpy()

        def pc(data, alpha, indep_test):  # the skeleton of three columns
            test = tests[indep_test](data)
            return {(i, j) for i, j, k in ((0, 1, 2), (0, 2, 1), (1, 2, 0)) if max(test(i, j), test(j, i, (k,))) <= alpha}

        names = {"data": d}
        self.block("causallearn", {"causallearn.search.ConstraintBased.PC": {"pc": pc},
                                   "causallearn.utils.cit": {"CIT_Base": CIT_Base, "register_ci_test": tests.__setitem__}}, names)
        self.assertEqual(names["graph"], {(0, 2), (1, 2)})

    def test_dowhy(self):
        def falsify_graph(graph, data, independence_test, conditional_independence_test):
            of = lambda *columns: data[list(columns)].to_numpy()
            return independence_test(of("x, 1"), of("y")), conditional_independence_test(of("x, 1"), of("y"), of("z", "colour"))

        names = {"data": table(), "causal_graph": None}
        self.block("dowhy", {"dowhy.gcm.falsify": {"falsify_graph": falsify_graph}}, names)
        self.assertLess(names["result"][0], 0.05)
        self.assertGreater(names["result"][1], 0.05)
