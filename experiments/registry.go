package experiments

import (
	"drfvi/baselines"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/method"
	"drfvi/mmd"
)

// Versions of the algorithms behind methods on distributional forests, by their
// package, and behind those on regression forests.
var (
	importanceVersions = map[string]string{"forest": forest.Version, "mmd": mmd.Version, "importance": importance.Version}
	splitVersions      = map[string]string{"forest": forest.Version, "mmd": mmd.Version, "baselines": baselines.Version}
	regressionVersions = map[string]string{"forest": forest.Version, "baselines": baselines.Version}
)

// registry holds the methods there are, each with a row in package method.
var registry = []Method{
	{method.Of("retrain"), distributional(newRetrain), importanceVersions, distributionalWork(func(p int) float64 { return float64(p + 2) }, true)},
	{method.Of("coupled"), distributional(newCoupled), importanceVersions, coupledWork},
	{method.Of("projected"), distributional(newProjected), importanceVersions, projectedWork},
	{method.Of("projected-unbiased"), distributional(newUnbiased), importanceVersions, projectedWork},
	{method.Of("vimp-drf"), distributional(newSplits), splitVersions, distributionalWork(func(int) float64 { return 1 }, false)},
	{method.Of("mda"), regression(newMDA), regressionVersions, regressionWork},
	{method.Of("sobol-mda"), regression(newSobol), regressionVersions, regressionWork},
	{method.Of("mda-per-output"), regression(perOutput(newMDA)), regressionVersions, perOutputWork},
	{method.Of("sobol-mda-per-output"), regression(perOutput(newSobol)), regressionVersions, perOutputWork},
}

func newRetrain(c forest.Config) importance.Estimator   { return importance.Retrain{Config: c} }
func newCoupled(c forest.Config) importance.Estimator   { return importance.Coupled{Config: c} }
func newProjected(c forest.Config) importance.Estimator { return importance.Projected{Config: c} }
func newUnbiased(c forest.Config) importance.Estimator {
	return importance.Projected{Config: c, Unbiased: true}
}
func newSplits(c forest.Config) importance.Estimator { return baselines.SplitFrequency{Config: c} }

func newMDA(c forest.RegressionConfig) importance.Estimator   { return baselines.MDA{Config: c} }
func newSobol(c forest.RegressionConfig) importance.Estimator { return baselines.SobolMDA{Config: c} }

// perOutput makes an estimator of each response alone.
func perOutput(single func(forest.RegressionConfig) importance.Estimator) func(forest.RegressionConfig) importance.Estimator {
	return func(c forest.RegressionConfig) importance.Estimator {
		return baselines.PerOutput{Estimator: single(c)}
	}
}
