package experiments

import (
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
)

// Methods lists the methods there are.
var Methods = []Method{
	{
		Name:        "retrain",
		Description: "importance of the paper: MMD between forests with and without a variable, each grown anew",
		UsesPreset:  true, UsesKernel: true, Clamped: true,
		New:      distributional(func(c forest.Config) importance.Estimator { return importance.Retrain{Config: c} }),
		Versions: distributionalVersions("importance", importance.Version),
		work:     distributionalWork(func(p int) float64 { return float64(p + 2) }, true),
	},
}

// distributionalVersions are the versions behind a method of the named package
// on distributional forests.
func distributionalVersions(name, version string) map[string]string {
	return map[string]string{"forest": forest.Version, "mmd": mmd.Version, name: version}
}
