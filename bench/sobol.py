"""Sensitivity indices by drfvi, which knows nothing of the laws of the inputs, and by OpenTURNS (polynomial chaos,
with laws that it fits, and with the true ones, which are drawn) from the same 1000 runs, beside reference values: python3 bench/sobol.py FIGURE.png [SEED ...]. Needs openturns,
matplotlib and drfvi on the PATH. Prints the largest error of each."""

import csv
import io
import json
import subprocess
import sys

import numpy as np
import openturns as ot

PI4 = np.pi**4
PARTS = [1 / (3 * (1 + a) ** 2) for a in (0, 1, 4.5, 9, 99, 99, 99, 99)]
WHOLE = np.prod([1 + v for v in PARTS]) - 1
V1, V2, V13 = (1 + PI4 / 50) ** 2 / 2, 49 / 8, 8 * PI4**2 / 22500
# Closed forms; of flood and borehole pick-freeze with 2^19 points.
REFERENCE = {
    "ishigami": (np.array([V1, V2, 0]) / (V1 + V2 + V13), np.array([V1 + V13, V2, V13]) / (V1 + V2 + V13)),
    "sobol-g": (np.array(PARTS) / WHOLE, np.array([v * (WHOLE + 1) / (1 + v) for v in PARTS]) / WHOLE),
    "flood": (np.array([0.3448, 0.1338, 0.1896, 0.0035, 0.2838, 0.0355, 0, 0.0001]), np.array([0.3536, 0.1423, 0.1899, 0.0038, 0.2838, 0.0355, 0, 0.0001])),
    "borehole": (np.array([0.6637, 0, 0, 0.0949, 0, 0.0949, 0.0906, 0.0219]), np.array([0.6941, 0, 0, 0.1061, 0, 0.1061, 0.1028, 0.0251])),
}
UNIT = ot.Uniform(0, 1)
LAWS = {
    "ishigami": [ot.Uniform(-np.pi, np.pi)] * 3,
    "sobol-g": [UNIT] * 8,
    "flood": [ot.TruncatedDistribution(ot.Gumbel(558, 1013), 500.0, 3000.0), ot.TruncatedDistribution(ot.Normal(30, 8), 15.0, ot.TruncatedDistribution.LOWER),
              ot.Triangular(49, 50, 51), ot.Triangular(54, 55, 56), ot.Uniform(7, 9), ot.Triangular(55, 55.5, 56), ot.Triangular(4990, 5000, 5010),
              ot.Triangular(295, 300, 305)],
    "borehole": [ot.Normal(0.1, 0.0161812), ot.LogNormal(7.71, 1.0056), ot.Uniform(63070, 115600), ot.Uniform(990, 1110), ot.Uniform(63.1, 116),
                 ot.Uniform(700, 820), ot.Uniform(1120, 1680), ot.Uniform(9855, 12045)],
}


def drfvi(*arguments, **more):
    return subprocess.run(["drfvi", *arguments], check=True, text=True, stdout=subprocess.PIPE, **more).stdout


def by_drfvi(runs):
    found = json.loads(drfvi("sensitivity", "-", "--targets", "y1", "--format", "json", "--quiet", input=runs))
    inputs = sorted(found["variables"], key=lambda v: int(v["name"][1:]))
    return [np.array([v[key] for v in inputs]) for key in ("S1", "ST", "S1_interval", "ST_interval")]


def by_openturns(runs, laws=None):
    table = np.array(list(csv.reader(io.StringIO(runs)))[1:], float)
    chaos = ot.FunctionalChaosAlgorithm(ot.Sample(table[:, :-1]), ot.Sample(table[:, -1:]), *([ot.ComposedDistribution(laws)] if laws else []))
    chaos.run()
    indices = ot.FunctionalChaosSobolIndices(chaos.getResult())
    inputs = range(table.shape[1] - 1)
    return np.array([indices.getSobolIndex(j) for j in inputs]), np.array([indices.getSobolTotalIndex(j) for j in inputs])


def main():
    import matplotlib.pyplot as plt

    ot.Log.Show(ot.Log.NONE)
    axes = plt.subplots(1, 4, figsize=(11, 3), layout="constrained", sharey=True, width_ratios=[1, 2, 2, 2])[1]
    for ax, (name, (first, total)) in zip(axes, REFERENCE.items()):
        for seed in sys.argv[2:] or ["1"]:
            runs = drfvi("simulate", name, "-n", "1000", "--seed", seed)
            ours, fitted, theirs = by_drfvi(runs), by_openturns(runs), by_openturns(runs, LAWS[name])
            worst = [max(abs(of[0] - first).max(), abs(of[1] - total).max()) for of in (ours, fitted, theirs)]
            print(f"{name}, seed {seed}: drfvi {worst[0]:.4f}, OpenTURNS {worst[1]:.4f}, with the laws {worst[2]:.4f}", flush=True)
        at = np.arange(len(total))
        low, high = ours[3].T
        ax.vlines(at - 0.15, low, high, color="#0072b2")
        ax.plot(at - 0.15, ours[1], "o", color="#0072b2", label="drfvi, 95 % intervals")
        ax.plot(at + 0.15, theirs[1], "^", color="#d55e00", label="OpenTURNS, laws given")
        ax.hlines(total, at - 0.35, at + 0.35, color="black", linewidth=1, label="reference")
        ax.set(title=name, xticks=at, xticklabels=[f"x{j + 1}" for j in at], ylim=(-0.02, 0.9))
    axes[0].set_ylabel("total index")
    axes[-1].legend(frameon=False)
    plt.savefig(sys.argv[1], dpi=110)


if __name__ == "__main__":
    main()
