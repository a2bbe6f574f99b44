package baselines

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
)

// TestProjectedCellsPredictLikeSobolMDA applies the projected weights of a
// distributional forest to a scalar response, and compares with the projected
// predictions of Sobol-MDA on the same trees. Without honesty all rows that a
// tree was grown from are in its leaves, as in a regression forest.
func TestProjectedCellsPredictLikeSobolMDA(t *testing.T) {
	const n = 150
	task := regressionTask(n, 5)
	y := mat.Col(nil, 0, task.Y)
	for _, preset := range []string{"paper", "drf-1.1.0"} {
		config, err := forest.Preset(preset, 30)
		if err != nil {
			t.Fatal(err)
		}
		config.Honesty, config.MinNodeSize = false, 4
		f, err := forest.Fit(context.Background(), task.X, task.Y, config, 7, 2)
		if err != nil {
			t.Fatal(err)
		}
		mean := func(rows []int32) float64 {
			sum := 0.0
			for _, row := range rows {
				sum += y[row]
			}
			return sum / float64(len(rows))
		}
		same := &forest.RegressionForest{Columns: f.Columns}
		for k := range f.Trees {
			tree := forest.RegressionTree{Tree: f.Trees[k], Means: make([]float64, len(f.Trees[k].Nodes))}
			for range tree.Drawn {
				tree.Counts = append(tree.Counts, 1)
			}
			for at := range tree.Nodes {
				if tree.Nodes[at].Var == forest.Leaf {
					tree.Means[at] = mean(tree.LeafRows(int32(at)))
				}
			}
			same.Trees = append(same.Trees, tree)
		}
		groups := [][]int{{0}, {1}, {2}, {3}, {4}, {0, 1}, {0, 1, 2, 3, 4}}
		_, want, err := project(context.Background(), same, y, groups, 2)
		if err != nil {
			t.Fatal(err)
		}
		cells, err := f.ProjectedCells(context.Background(), f.Columns.OutOfBag(), groups, 2)
		if err != nil {
			t.Fatal(err)
		}
		for g, group := range groups {
			shift := make([]float64, n)
			for k := range f.Trees {
				for cell := range cells.Of(k, g) {
					difference := mean(cell.Estimation) - mean(f.Trees[k].LeafRows(cell.Base))
					for _, row := range cell.Rows {
						shift[row] += difference
					}
				}
			}
			moved := 0
			for i, got := range shift {
				if math.Abs(got-want[g][i]) > 1e-12 {
					t.Errorf("%s, group %v, row %d: projecting moves the sum of predictions by %v, Sobol-MDA by %v", preset, group, i, got, want[g][i])
				}
				if got != 0 {
					moved++
				}
			}
			if moved < n/2 {
				t.Errorf("%s, group %v: only %d rows are moved", preset, group, moved)
			}
		}
	}
}
