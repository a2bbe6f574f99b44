package experiments

import (
	"context"
	"fmt"

	"drfvi/datasets"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/results"
)

// real estimates the importance of every input of tables of random rows of a data set,
// or of tables with its inputs, one of which does nothing; see plasmode.
type real struct {
	estimation
	source
	null string // empty for the rows as they are
}

var _ job = real{}

// plasmodeInputs determines such a table.
type plasmodeInputs struct {
	Set    string `json:"set"`
	SHA256 string `json:"sha256,omitempty"`
	Blob   string `json:"git_blob,omitempty"`
	// Equation of a simulated set.
	Equation string `json:"equation,omitempty"`
	Null     string `json:"null,omitempty"`
	ownInputs
	N    int    `json:"n"`
	Seed uint64 `json:"seed"`
}

func newReal(s spec.Experiment, t spec.Table, l *library) (job, error) {
	of, err := l.source(s, t.Real.Set, 0)
	return real{estimation{evaluationRows: s.EvaluationRows, fourier: s.Fourier}, of, t.Real.Null}, err
}

func (r real) absent() string { return r.source.absent() }

func (r real) inputs(u *unit) {
	d := r.data
	d.Levels = r.own != nil && u.takesLevels()
	u.inputs.Data = plasmodeInputs{d.Set, d.SHA256, d.Blob, d.Equation, r.null, d.ownInputs, u.cell.Table.N, u.dataSeed}
	u.inputs.Versions["datasets"], u.inputs.Versions["plasmode"], u.inputs.Versions["forest"] = datasets.Version, plasmodeVersion, forest.Version
	if u.method.UsesKernel {
		u.inputs.EvaluationRows, u.inputs.Fourier = r.evaluationRows, r.fourier
	}
}

func (r real) cost(u unit) importance.Cost {
	return u.method.cost(u.settings, r.size(u, r.whole.Responses))
}

func (r real) compute(ctx context.Context, u unit, workers int, report func(share float64)) (values, error) {
	if r.null == "" {
		all, err := r.open(u, 0)
		if err != nil {
			return values{}, err
		}
		n, _ := all.X.Dims()
		all.Sample = all.Choose(sampleRows(n, u.cell.Table.N, u.dataSeed))
		v, _, err := r.estimate(ctx, u, all, workers, report)
		return v, err
	}
	design, err := r.library.design(ctx, r.set, r.null, workers)
	if err != nil {
		return values{}, fmt.Errorf("%s: %w", r.set, err)
	}
	x, y := design.draw(u.cell.Table.N, u.dataSeed)
	v, _, err := r.estimate(ctx, u, opened{Sample: importance.Sample{X: x, Y: y}, names: design.names}, workers, report)
	if err != nil {
		return values{}, err
	}
	nothing := make([]float64, len(design.names))
	nothing[design.null] = 1
	v.numbers[results.ValueNothing] = nothing
	return v, nil
}

// namedDesign is a design with the names of its inputs.
type namedDesign struct {
	*plasmode
	names []string
}

// design returns the design by which an input of a data set does nothing, made once.
func (l *library) design(ctx context.Context, set, null string, workers int) (namedDesign, error) {
	all, err := l.open(set, 0)
	if err != nil {
		return namedDesign{}, err
	}
	l.mutex.Lock() // others that want it wait, which is as long as they would take
	defer l.mutex.Unlock()
	key := spec.Real{Set: set, Null: null}
	if d, ok := l.designs[key]; ok {
		return d, nil
	}
	d, err := newPlasmode(ctx, all.X, all.Y, all.names, null, workers)
	if err != nil {
		return namedDesign{}, err
	}
	l.designs[key] = namedDesign{d, all.names}
	return l.designs[key], nil
}
