# The kernel conditional independence test (Zhang, Peters, Janzing and Schölkopf 2011) of
# the responses and an input given all others: the trace of the product of what regressions
# on the others leave of Gaussian kernels, and the gamma approximation of its law. Scales are
# median distances; regressions are chosen by generalised cross-validation, where the paper
# has Gaussian processes. Values are the statistic in standard deviations under independence.
import json
import sys

import numpy as np
import scipy
from scipy.spatial.distance import pdist, squareform
from scipy.stats import gamma

request = json.load(sys.stdin)
if request["protocol"] != 1:
    sys.exit("this adapter speaks protocol 1")
inputs, importances = request["inputs"], []
software = {"python": sys.version.split()[0], "numpy": np.__version__, "scipy": scipy.__version__}
table = np.loadtxt(request["train"], delimiter=",", skiprows=1, ndmin=2)


def scaled(columns):
    return (columns - columns.mean(axis=0)) / np.where(columns.std(axis=0) > 0, columns.std(axis=0), 1)


def of_input(name, column):  # levels as columns
    return scaled(1.0 * (column == np.unique(column)) if name in request["categorical"] else column)


def kernel(columns, scale=1.0):
    squares = pdist(columns, "sqeuclidean")
    return np.exp(-squareform(squares) / (2 * scale**2 * np.median(squares[squares > 0])))


def centred(k):
    return k - k.mean(axis=0) - k.mean(axis=1)[:, None] + k.mean()


def left(k, others):  # by ridge regressions on the others, the best of several
    tried = [(np.inf, 1.0, k, np.eye(len(k)))]
    for values, vectors in others:
        turned = vectors.T @ k @ vectors
        for penalty in 10.0 ** np.arange(-3, 4):
            keep = penalty / (np.maximum(values, 0) + penalty)
            tried.append((np.sum(keep**2 * np.diag(turned)) / np.sum(keep) ** 2, keep, turned, vectors))
    _, keep, turned, vectors = min(tried, key=lambda t: t[0])
    return vectors @ (np.outer(keep, keep) * turned) @ vectors.T


x, y = [of_input(name, table[:, [j]]) for j, name in enumerate(inputs)], scaled(table[:, len(inputs):])
for j, name in enumerate(inputs):
    z = np.hstack([np.zeros((len(y), 1))] + x[:j] + x[j + 1:])
    a, b, others = kernel(x[j]), kernel(y), []
    if len(inputs) > 1:
        a, others = a * kernel(z, 2), [np.linalg.eigh(centred(kernel(z, s))) for s in (0.5, 1, 2)]
    product = left(centred(a), others) * left(centred(b), others)
    statistic, mean, deviation = np.sum(product), np.trace(product), np.sqrt(2 * np.sum(product**2))
    p = gamma.sf(statistic, (mean / deviation) ** 2, scale=deviation**2 / mean)
    importances.append({"name": name, "value": (statistic - mean) / deviation, "p": float(p)})
json.dump({"protocol": 1, "importances": importances, "software": software}, sys.stdout)
