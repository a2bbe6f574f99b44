package experiments

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/datasets"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/nearest"
	"drfvi/internal/rng"
	"drfvi/results"
)

// real estimates the importance of each input of tables of random rows of a data set, or of tables
// with its inputs, one of which is made irrelevant; see plasmode.
type real struct {
	estimation
	source
	null string // empty for the rows as they are
}

// plasmodeInputs determines such a table.
type plasmodeInputs struct {
	Set    string `json:"set"`
	SHA256 string `json:"sha256,omitempty"`
	// Equation is that of a simulated set.
	Equation string `json:"equation,omitempty"`
	Null     string `json:"null,omitempty"`
	ownInputs
	N    int    `json:"n"`
	Seed uint64 `json:"seed"`
}

func newReal(s spec.Experiment, t spec.Table, l *library) (job, error) {
	rows, err := l.source(s, t.Real.Set, 0)
	return real{estimation{evaluationRows: s.EvaluationRows, fourier: s.Fourier}, rows, t.Real.Null}, err
}

func (r real) inputs(u *unit) {
	d := r.data
	d.Levels = r.userTable != nil && u.takesLevels()
	u.inputs.Data = plasmodeInputs{d.Set, d.SHA256, d.Equation, r.null, d.ownInputs, u.cell.Table.N, u.dataSeed}
	u.missing = r.missing
	u.inputs.Versions["datasets"] = datasets.Version
	u.inputs.Versions["plasmode"] = plasmodeVersion
	u.inputs.Versions["forest"] = forest.Version
	if u.method.UsesKernel {
		u.inputs.EvaluationRows, u.inputs.Fourier = r.evaluationRows, r.fourier
	}
}

func (r real) cost(u unit) importance.Cost {
	return u.method.cost(u.settings, r.size(u, r.whole.Responses))
}

func (r real) compute(ctx context.Context, u unit, workers int, report func(share float64)) (values, error) {
	if r.null == "" {
		table, err := r.open(u, 0)
		if err != nil {
			return values{}, err
		}
		n, _ := table.X.Dims()
		table.Sample = table.Choose(sampleRows(n, u.cell.Table.N, u.dataSeed))
		v, _, err := r.estimate(ctx, u, table, workers, report)
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
	v.numbers[results.ValueNothing] = ones(len(design.names), func(j int) bool { return j == design.null })
	return v, nil
}

// design returns the design in which an input of a data set is irrelevant, made once.
func (l *library) design(ctx context.Context, set, null string, workers int) (*plasmode, error) {
	return l.designs.get(spec.Real{Set: set, Null: null}, func() (*plasmode, error) {
		table, err := l.open(set, 0)
		if err != nil {
			return nil, err
		}
		return newPlasmode(ctx, table.X, table.Y, table.names, null, workers)
	})
}

// plasmodeVersion is raised when the same design no longer draws the same tables.
const plasmodeVersion = "1"

// teachingRows is the largest number of rows from which the law of the responses is learnt,
// teachingTrees the number of trees that learn it.
const (
	teachingRows  = 2000
	teachingTrees = 200
)

// plasmode is the law of tables in which one input is known to be irrelevant although all inputs
// are real (plasmode simulation; Vaughan et al. 2009). Inputs are rows of a real table; given
// these, a row's responses are drawn by the weights w⁽⁻ʲ⁾(x) that a distributional forest without
// input j gives to the real responses. So H₀(j) is true, while j depends on all other inputs as
// in reality.
type plasmode struct {
	names []string // of the inputs
	// null is the column of the irrelevant input.
	null   int
	x, y   *mat.Dense // inputs to draw from, and responses of the rows learnt from
	forest *forest.Forest
}

// newPlasmode returns the law of a real table x, y with inputs of the given names, of which the
// named one is to be irrelevant.
func newPlasmode(ctx context.Context, x, y *mat.Dense, names []string, null string, workers int) (*plasmode, error) {
	d := &plasmode{names: names, null: slices.Index(names, null), x: x}
	if d.null < 0 {
		return nil, nearest.Unknown("input", null, names)
	}
	n, _ := x.Dims()
	root := rng.New(1).Named("plasmode")
	order := make([]int32, n)
	root.Named("rows").Source().Perm(order)
	rows := order[:min(n, teachingRows)]
	d.y = linalg.Rows(y, rows)
	columns, err := forest.NewColumns(linalg.Rows(x, rows), nil)
	if err != nil {
		return nil, err
	}
	config, err := forest.Preset("paper", teachingTrees)
	if err != nil {
		return nil, err
	}
	grower, err := forest.NewGrower(columns, d.y, config)
	if err != nil {
		return nil, err
	}
	if d.forest, err = grower.Fit(ctx, []int{d.null}, uint64(root.Named("forest")), workers); err != nil {
		return nil, fmt.Errorf("plasmode: %w", err)
	}
	return d, nil
}

// draw returns n random rows, with inputs chosen by sampleRows and responses of the law.
func (d *plasmode) draw(n int, seed uint64) (x, y *mat.Dense) {
	available, _ := d.x.Dims()
	x = linalg.Rows(d.x, sampleRows(available, n, seed))
	src, taught := rng.New(seed).Named("responses").Source(), make([]int32, n)
	for i := range taught {
		tree := &d.forest.Trees[src.IntN(len(d.forest.Trees))]
		leaf := tree.LeafRows(tree.LeafOf(x.RawRowView(i)))
		taught[i] = leaf[src.IntN(len(leaf))]
	}
	return x, linalg.Rows(d.y, taught)
}

// sampleRows returns n random rows, none more than once while others are left.
func sampleRows(available, n int, seed uint64) []int32 {
	order, rows := make([]int32, available), make([]int32, 0, n)
	for round := 0; len(rows) < n; round++ {
		rng.New(seed).Named("rows").At(round).Source().Perm(order)
		rows = append(rows, order[:min(n-len(rows), available)]...)
	}
	return rows
}
