package experiments

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"drfvi/baselines"
	"drfvi/experiments/external"
	"drfvi/experiments/spec"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
	"drfvi/results"
	"drfvi/simulate"
)

// ablation measures one forest on a table: its importances, its split frequencies, its loss on
// other rows, and the true importances if the law of the data is known. All variants grow it
// from the same seed, so that only their choices differ.
type ablation struct {
	source
	scenario       *simulate.Scenario // nil for a data set from a file
	evaluationRows int
	populationSeed uint64
}

const (
	// testRows is the largest number of a scenario's rows drawn to measure losses.
	testRows = 1000
	// populationDraws is the number of draws for a population value without closed form.
	populationDraws = 100000
)

// ablationInputs determines the tables of an ablation.
type ablationInputs struct {
	setInputs
	// For a scenario: the number of rows to measure losses, and the computation of the
	// population values.
	TestRows        int    `json:"test_rows,omitempty"`
	PopulationDraws int    `json:"population_draws,omitempty"`
	PopulationSeed  uint64 `json:"population_seed,omitempty"`
}

// ablation returns the job of measuring forests on at most the specification's number of rows of
// a data set.
func (l *library) ablation(name string, s spec.Experiment) (job, error) {
	rows, err := l.source(s, name, s.Data.Rows)
	if err != nil {
		return nil, err
	}
	a := ablation{source: rows, evaluationRows: s.EvaluationRows}
	if a.data.Equation != "" {
		scenario, err := simulate.Named(name)
		if err != nil {
			return nil, err
		}
		a.scenario, a.populationSeed = &scenario, uint64(rng.New(s.Seed).Named("population").Named(name))
	}
	return a, nil
}

func (a ablation) inputs(u *unit) {
	a.source.inputs(u)
	u.inputs.Versions["baselines"] = baselines.Version
	u.inputs.Task, u.inputs.EvaluationRows = spec.Ablation, a.evaluationRows
	u.inputs.Seed = uint64(rng.New(u.dataSeed).Named("forest"))
	data := ablationInputs{setInputs: u.inputs.Data.(setInputs)}
	if a.scenario != nil {
		data.TestRows, data.PopulationDraws, data.PopulationSeed = testRows, populationDraws, a.populationSeed
	}
	u.inputs.Data = data
}

// trained is the size of the table that forests are grown on.
func (a ablation) trained() importance.Size {
	s := a.whole
	s.Rows = min(s.Rows, a.rows)
	if a.scenario == nil {
		s.Rows /= 2
	}
	return s
}

func (a ablation) cost(u unit) importance.Cost { return u.method.cost(u.settings, a.trained()) }

// samples returns the rows for growing a forest, with the names of their inputs, and those for
// measuring it: halves of a data set, or two samples of a scenario.
func (a ablation) samples(u unit) (train opened, test importance.Sample, err error) {
	if a.scenario == nil {
		train, err = a.open(u, u.dataSeed)
		if err == nil {
			train.Sample, test = train.Halves(a.rows, u.dataSeed)
		}
		return train, test, err
	}
	s := a.trained()
	x, y := a.scenario.Draw(s.Rows, s.Inputs, u.dataSeed)
	test.X, test.Y = a.scenario.Draw(min(s.Rows, testRows), s.Inputs, uint64(rng.New(u.dataSeed).Named("test")))
	return opened{Sample: importance.Sample{X: x, Y: y}, names: external.Names("X", s.Inputs)}, test, nil
}

func (a ablation) compute(ctx context.Context, u unit, workers int, report func(share float64)) (values, error) {
	estimator, err := u.method.New(u.settings)
	if err != nil {
		return values{}, err
	}
	m, ok := estimator.(importance.Measurer)
	if !ok {
		panic("experiments: method that parsing would refuse for an ablation: " + estimator.Name())
	}
	train, test, err := a.samples(u)
	if err != nil {
		return values{}, err
	}
	kernel, err := mmd.LossKernel(train.Y)
	if err != nil {
		return values{}, fmt.Errorf("%s: %w", a.set, err)
	}
	measured, err := m.Measure(ctx, importance.Task{
		X: train.X, Y: train.Y, Levels: train.Levels, Kernel: u.kernel(), Subsample: a.evaluationRows,
		Seed: u.inputs.Seed, Workers: workers, Progress: report,
	}, importance.Test{X: test.X, Y: test.Y, Kernel: kernel})
	if err != nil {
		return values{}, err
	}
	v := estimated(measured.Result, train)
	v.numbers[results.ValueSplits] = baselines.SplitShares(measured.Forest)
	v.numbers[results.ValueTestLoss] = []float64{measured.Loss}
	v.numbers[results.ValueLossGamma] = []float64{measured.LossGamma}
	v.notes["loss_aggregation"] = measured.LossAggregation
	if train.sha256 != "" {
		v.notes["data_sha256"] = train.sha256
	}
	if a.scenario != nil && a.scenario.HasPopulation() {
		maps.Copy(
			v.numbers,
			a.library.population(*a.scenario, populationOf{a.set, measured.Gamma, len(train.names), a.populationSeed}),
		)
	}
	return v, nil
}

// populationOf determines population values: a scenario, the kernel, the number of inputs, and
// the seed for values without closed form.
type populationOf struct {
	scenario string
	gamma    float64
	inputs   int
	seed     uint64
}

// population returns known population values, computed once for variants with the same table.
func (l *library) population(s simulate.Scenario, key populationOf) map[results.ValueName][]float64 {
	known, _ := l.known.get(key, func() (map[results.ValueName][]float64, error) {
		importance, se, _ := s.Population(key.gamma, key.inputs, populationDraws, key.seed)
		return map[results.ValueName][]float64{results.ValuePopulation: importance, results.ValuePopulationSE: se}, nil
	})
	return known
}

// relevant names the truly relevant inputs of a table of a simulated data set, for ablations.
func relevant(s spec.Experiment, t spec.Table) []string {
	if s.Task != spec.Ablation {
		return nil
	}
	scenario, err := simulate.Named(t.Set)
	if err != nil {
		return nil
	}
	return slices.Clone(scenario.Relevant)
}
