package methods

import (
	"drfvi/baselines"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/importance/shapley"
	"drfvi/methods/method"
	"drfvi/mmd"
)

// Versions of the algorithms behind methods on distributional forests, by package, and
// behind those on regression forests.
var (
	importanceVersions = map[string]string{"forest": forest.Version, "mmd": mmd.Version, "importance": importance.Version}
	inferenceVersions  = map[string]string{"forest": forest.Version, "mmd": mmd.Version, "inference": inference.Version}
	shapleyVersions    = map[string]string{"forest": forest.Version, "mmd": mmd.Version, "effects": shapley.Version}
	splitVersions      = map[string]string{"forest": forest.Version, "mmd": mmd.Version, "baselines": baselines.Version}
	permuteVersions    = map[string]string{
		"forest": forest.Version, "mmd": mmd.Version, "importance": importance.Version,
		"baselines": baselines.Version,
	}
	hsicVersions       = map[string]string{"mmd": mmd.Version, "baselines": baselines.Version}
	regressionVersions = map[string]string{"forest": forest.Version, "baselines": baselines.Version}
)

// registry lists the methods; each has a row in package method.
var registry = []Method{
	{method.Of("retrain"), distributional(newRetrain), importanceVersions},
	{method.Of("coupled"), distributional(newCoupled), importanceVersions},
	{method.Of("stacked"), inferring(newStacked), inferenceVersions},
	{method.Of("loco"), inferring(newLoco), inferenceVersions},
	{method.Of("projected"), distributional(newProjected), importanceVersions},
	{method.Of("projected-unbiased"), distributional(newUnbiased), importanceVersions},
	{method.Of("energy"), distributional(newEnergy), importanceVersions},
	{method.Of("permute"), distributional(newPermute), permuteVersions},
	{method.Of("permute-conditional"), distributional(newConditional), permuteVersions},
	{method.Of("hsic"), newHSIC, hsicVersions},
	{method.Of("shapley"), distributional(newShapley(false)), shapleyVersions},
	{method.Of("shapley-sampled"), distributional(newShapley(true)), shapleyVersions},
	{method.Of("vimp-drf"), distributional(newSplits), splitVersions},
	{method.Of("mda"), regression(newMDA), regressionVersions},
	{method.Of("sobol-mda"), regression(newSobol), regressionVersions},
	{method.Of("mda-per-output"), regression(perOutput(newMDA)), regressionVersions},
	{method.Of("sobol-mda-per-output"), regression(perOutput(newSobol)), regressionVersions},
}

func newRetrain(c forest.Config) importance.Estimator   { return importance.Retrain{Config: c} }
func newCoupled(c forest.Config) importance.Estimator   { return importance.Coupled{Config: c} }
func newProjected(c forest.Config) importance.Estimator { return importance.Projected{Config: c} }
func newUnbiased(c forest.Config) importance.Estimator {
	return importance.Projected{Config: c, Unbiased: true}
}
func newStacked(c forest.Config, h inference.Halves) importance.Estimator {
	return inference.Stacked{Config: c, Halves: h}
}
func newLoco(c forest.Config, h inference.Halves) importance.Estimator {
	return inference.Loco{Config: c, Halves: h}
}

func newEnergy(c forest.Config) importance.Estimator  { return importance.Energy{Config: c} }
func newPermute(c forest.Config) importance.Estimator { return baselines.Permute{Config: c} }

// newConditional returns PermuteConditional. It needs only means of the inputs, for which
// fewer trees suffice than for Y given X.
func newConditional(c forest.Config) importance.Estimator {
	return baselines.PermuteConditional{Config: c, Inputs: forest.RegressionPreset(min(c.Trees, 100))}
}
func newHSIC(Settings) (importance.Estimator, error) { return baselines.HSIC{}, nil }

func newShapley(sampled bool) func(forest.Config) importance.Estimator {
	return func(c forest.Config) importance.Estimator {
		return shapley.Estimator{Config: c, Sampled: sampled}
	}
}
func newSplits(c forest.Config) importance.Estimator { return baselines.SplitFrequency{Config: c} }

func newMDA(c forest.RegressionConfig) importance.Estimator   { return baselines.MDA{Config: c} }
func newSobol(c forest.RegressionConfig) importance.Estimator { return baselines.SobolMDA{Config: c} }

// perOutput applies an estimator to each response alone.
func perOutput(
	single func(forest.RegressionConfig) importance.Estimator,
) func(forest.RegressionConfig) importance.Estimator {
	return func(c forest.RegressionConfig) importance.Estimator {
		return baselines.PerOutput{Estimator: single(c)}
	}
}

// distributional returns a New that passes the configuration of a distributional forest to
// create.
func distributional(create func(forest.Config) importance.Estimator) func(Settings) (importance.Estimator, error) {
	return func(s Settings) (importance.Estimator, error) { return s.estimator(create) }
}

// inferring is distributional for estimators with errors and tests from halves of the rows.
func inferring(
	create func(forest.Config, inference.Halves) importance.Estimator,
) func(Settings) (importance.Estimator, error) {
	return func(s Settings) (importance.Estimator, error) {
		halves := inference.StandardHalves()
		if s.Halves != nil {
			halves = *s.Halves
		}
		return s.estimator(func(c forest.Config) importance.Estimator { return create(c, halves) })
	}
}

// regression returns a New that passes the configuration of a regression forest to create.
func regression(
	create func(forest.RegressionConfig) importance.Estimator,
) func(Settings) (importance.Estimator, error) {
	return func(s Settings) (importance.Estimator, error) {
		config := forest.RegressionPreset(s.Trees)
		if err := config.Validate(); err != nil {
			return nil, err
		}
		return create(config), nil
	}
}
