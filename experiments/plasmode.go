package experiments

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/linalg"
	"drfvi/internal/nearest"
	"drfvi/internal/rng"
)

// plasmodeVersion is raised when the same design no longer draws the same tables.
const plasmodeVersion = "1"

// teachingRows is the largest number of rows that the law of the responses is learnt
// from, teachingTrees the number of trees that learn it.
const (
	teachingRows  = 2000
	teachingTrees = 200
)

// plasmode is the law of tables in which one input is known to do nothing, though all
// inputs are real (plasmode simulation; Vaughan et al. 2009). Inputs are rows of a real
// table, and given its inputs a row's responses are drawn by the weights w⁽⁻ʲ⁾(x) that
// a distributional forest without input j gives to the real responses. So H₀(j) is
// true, while j depends on all other inputs as it does in reality.
type plasmode struct {
	// null is the column of the input that does nothing.
	null   int
	x, y   *mat.Dense // inputs to draw from, and responses of the rows taught from
	forest *forest.Forest
}

// newPlasmode returns the law of a real table x, y with inputs of these names, where
// the named one is to do nothing.
func newPlasmode(ctx context.Context, x, y *mat.Dense, names []string, null string, workers int) (*plasmode, error) {
	d := &plasmode{null: slices.Index(names, null), x: x}
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

// draw returns n random rows, as sampleRows chooses inputs, with responses of the law.
func (d *plasmode) draw(n int, seed uint64) (x, y *mat.Dense) {
	all, _ := d.x.Dims()
	x = linalg.Rows(d.x, sampleRows(all, n, seed))
	src, taught := rng.New(seed).Named("responses").Source(), make([]int32, n)
	for i := range taught {
		tree := &d.forest.Trees[src.IntN(len(d.forest.Trees))]
		leaf := tree.LeafRows(tree.LeafOf(x.RawRowView(i)))
		taught[i] = leaf[src.IntN(len(leaf))]
	}
	return x, linalg.Rows(d.y, taught)
}

// sampleRows returns n random ones of all rows, none twice as long as there are others.
func sampleRows(all, n int, seed uint64) []int32 {
	order, rows := make([]int32, all), make([]int32, 0, n)
	for round := 0; len(rows) < n; round++ {
		rng.New(seed).Named("rows").At(round).Source().Perm(order)
		rows = append(rows, order[:min(n-len(rows), all)]...)
	}
	return rows
}
