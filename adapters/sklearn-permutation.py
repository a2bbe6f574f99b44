# Permutation importance of scikit-learn: the fall of R² of a random forest, on a
# random half of the rows that it was not fitted to, when the input is permuted,
# a mean over ten permutations. Takes several responses at once. Argument: the
# number of trees (500).
import json
import sys

import numpy as np
import sklearn
from sklearn.ensemble import RandomForestRegressor
from sklearn.inspection import permutation_importance
from sklearn.model_selection import train_test_split

request = json.load(sys.stdin)
if request["protocol"] != 1:
    sys.exit("this adapter speaks protocol 1")
trees = int(sys.argv[1]) if len(sys.argv) > 1 else 500
p, seed = len(request["inputs"]), request["seed"]
table = np.loadtxt(request["train"], delimiter=",", skiprows=1, ndmin=2)
x, y = table[:, :p], table[:, p:]
y = (y - y.mean(axis=0)) / np.where(y.std(axis=0) > 0, y.std(axis=0), 1)
if y.shape[1] == 1:
    y = y[:, 0]
x_fit, x_test, y_fit, y_test = train_test_split(x, y, test_size=0.5, random_state=seed)
forest = RandomForestRegressor(n_estimators=trees, random_state=seed, n_jobs=request["workers"])
forest.fit(x_fit, y_fit)
result = permutation_importance(forest, x_test, y_test, n_repeats=10, random_state=seed, n_jobs=1)
json.dump({
    "protocol": 1,
    "importances": [{"name": n, "value": float(v)} for n, v in zip(request["inputs"], result.importances_mean)],
    "software": {"python": sys.version.split()[0], "scikit-learn": sklearn.__version__, "numpy": np.__version__},
}, sys.stdout)
