package experiments

import (
	"drfvi/baselines"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
)

// Methods lists the methods there are, the paper's own first.
var Methods = []Method{
	{
		Name:        "retrain",
		Description: "MMD between the forest and one grown anew without the variable (the paper's importance)",
		UsesPreset:  true, UsesKernel: true, Clamped: true,
		New:      distributional(func(c forest.Config) importance.Estimator { return importance.Retrain{Config: c} }),
		Versions: distributionalVersions("importance", importance.Version),
	},
	{
		Name:        "coupled",
		Description: "the same from forests without the variable that share all random choices: about half a tree's depth of forests for all variables, with standard errors",
		UsesPreset:  true, UsesKernel: true, Clamped: true,
		New:      distributional(func(c forest.Config) importance.Estimator { return importance.Coupled{Config: c} }),
		Versions: distributionalVersions("importance", importance.Version),
	},
	{
		Name:        "projected",
		Description: "MMD between the forest and the same forest after it has forgotten its splits on the variable: one forest for all variables (the paper's section 3)",
		UsesPreset:  true, UsesKernel: true, Clamped: true,
		New:      distributional(func(c forest.Config) importance.Estimator { return importance.Projected{Config: c} }),
		Versions: distributionalVersions("importance", importance.Version),
	},
	{
		Name:        "projected-unbiased",
		Description: "the same less what finitely many trees add: values of variables that mean nothing are about 0",
		UsesPreset:  true, UsesKernel: true, Clamped: true,
		New: distributional(func(c forest.Config) importance.Estimator {
			return importance.Projected{Config: c, Unbiased: true}
		}),
		Versions: distributionalVersions("importance", importance.Version),
	},
	{
		Name:        "vimp-drf",
		Description: "share of the splits near the roots of a distributional forest that are on the variable",
		UsesPreset:  true,
		New:         distributional(func(c forest.Config) importance.Estimator { return baselines.SplitFrequency{Config: c} }),
		Versions:    distributionalVersions("baselines", baselines.Version),
	},
	{
		Name:        "mda",
		Description: "rise of a regression forest's error when the variable is permuted",
		Univariate:  true,
		New:         regression(func(c forest.RegressionConfig) importance.Estimator { return baselines.MDA{Config: c} }),
		Versions:    regressionVersions,
	},
	{
		Name:        "sobol-mda",
		Description: "rise of a regression forest's error when its splits on the variable are forgotten",
		Univariate:  true,
		New:         regression(func(c forest.RegressionConfig) importance.Estimator { return baselines.SobolMDA{Config: c} }),
		Versions:    regressionVersions,
	},
	{
		Name:        "mda-per-output",
		Description: "mda of each standardised response alone, the largest of them",
		New: regression(func(c forest.RegressionConfig) importance.Estimator {
			return baselines.PerOutput{Estimator: baselines.MDA{Config: c}}
		}),
		Versions: regressionVersions,
	},
	{
		Name:        "sobol-mda-per-output",
		Description: "sobol-mda of each response alone, the largest of them",
		New: regression(func(c forest.RegressionConfig) importance.Estimator {
			return baselines.PerOutput{Estimator: baselines.SobolMDA{Config: c}}
		}),
		Versions: regressionVersions,
	},
}

// distributionalVersions are the versions behind a method of the named package
// on distributional forests.
func distributionalVersions(name, version string) map[string]string {
	return map[string]string{"forest": forest.Version, "mmd": mmd.Version, name: version}
}

// regressionVersions are the versions behind the methods on regression forests.
var regressionVersions = map[string]string{"forest": forest.Version, "baselines": baselines.Version}
