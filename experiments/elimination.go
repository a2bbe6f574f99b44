package experiments

import (
	"context"
	"fmt"

	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/mmd"
	"drfvi/results"
	"drfvi/simulate"
)

// elimination removes the inputs of a data set one by one, on random halves of
// at most a number of its rows.
type elimination struct {
	library *library
	set     string
	rows    int
	whole   size // of the data set
	data    setInputs
	missing string
}

var _ job = elimination{}

// setInputs is what determines the rows that are used of a data set.
type setInputs struct {
	Set string `json:"set"`
	// Equation of a simulated set; of a file, what the manifest says of the
	// bytes: either hash.
	Equation string `json:"equation,omitempty"`
	SHA256   string `json:"sha256,omitempty"`
	Blob     string `json:"git_blob,omitempty"`
	// Rows is the largest number of rows used, half of them for training.
	Rows int    `json:"rows"`
	Seed uint64 `json:"seed"`
}

// lossKernel is the kernel of the losses in words; see mmd.LossKernel.
const lossKernel = "gamma = 1/mh(Y)^2 on the training responses"

func (e elimination) inputs(u *unit) {
	data := e.data
	data.Seed = u.dataSeed
	u.inputs.Data = data
	u.inputs.Task, u.inputs.LossKernel = Elimination, lossKernel
	u.inputs.Versions["importance"] = importance.Version
	u.inputs.Versions["elimination"] = importance.EliminationVersion
	if data.Equation != "" {
		u.inputs.Versions["simulate"] = simulate.Version
	} else {
		u.inputs.Versions["datasets"] = datasets.Version
	}
}

func (e elimination) absent() string { return e.missing }

func (e elimination) work(u unit) work {
	return eliminationWork(u.cell.method, u.settings, size{n: min(e.whole.n, e.rows), p: e.whole.p, d: e.whole.d})
}

func (e elimination) compute(ctx context.Context, u unit, workers int, report func(share float64)) (values, error) {
	estimator, err := u.cell.method.New(u.settings)
	if err != nil {
		return values{}, err
	}
	eliminator, ok := estimator.(importance.Eliminator)
	if !ok {
		panic("experiments: method that parsing would refuse for an elimination: " + estimator.Name())
	}
	all, err := e.library.open(e.set, u.dataSeed)
	if err != nil {
		return values{}, err
	}
	train, test := all.Halves(e.rows, u.dataSeed)
	kernel, err := mmd.LossKernel(train.Y)
	if err != nil {
		return values{}, fmt.Errorf("%s: %w", e.set, err)
	}
	path, err := importance.Eliminate(ctx, eliminator, importance.Task{
		X: train.X, Y: train.Y, Kernel: u.cell.kernelChoice(),
		Seed: u.inputs.Seed, Workers: workers, Progress: report,
	}, &importance.Test{X: test.X, Y: test.Y, Kernel: kernel})
	if err != nil {
		return values{}, err
	}
	v := eliminated(path, all.names)
	if all.sha256 != "" {
		v.notes["data_sha256"] = all.sha256
	}
	return v, nil
}

// eliminated returns the values of a record of an elimination.
func eliminated(path importance.Path, names []string) values {
	order, when := make([]float64, len(names)), make([]float64, len(names))
	for s, j := range path.Eliminated {
		order[s], when[j] = float64(j), path.Values[s]
	}
	v := values{
		variables: names,
		numbers: map[results.ValueName][]float64{
			results.ValueLoss: path.Loss, results.ValueEliminated: order, results.ValueWhenEliminated: when,
			results.ValueCumulative: {path.Cumulative(results.CumulativeVariables)}, results.ValueLossGamma: {path.LossGamma},
		},
		notes:    map[string]string{"loss_aggregation": path.LossAggregation},
		warnings: path.Warnings,
	}
	v.single(results.ValueForests, path.Forests)
	v.single(results.ValueGamma, path.Gamma)
	if path.Aggregation != "" {
		v.notes["aggregation"] = path.Aggregation
	}
	return v
}
