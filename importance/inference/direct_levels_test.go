package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// followed returns a table of four normal inputs and an input of three levels. A wave of the product of
// the first two moves the response; the levels follow it, and do nothing.
func followed(n int, seed uint64) importance.Task {
	src := rng.New(seed).Named("followed").Source()
	x, y := mat.NewDense(n, 5, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = src.Normal()
		}
		wave := math.Sin(2 * row[0] * row[1])
		row[4] = min(max(math.Round(1+0.8*wave+row[4]), 0), 2)
		y.Set(i, 0, wave+0.2*src.Normal())
	}
	return importance.Task{X: x, Y: y, Levels: []int{0, 0, 0, 0, 3}, Kernel: mmd.Median, Seed: seed, Workers: 1}
}

// TestTwice checks that a response that forests learn badly is learnt again where residuals show
// something of an input, of levels or a number, that these then show little, and that looks are once.
func TestTwice(t *testing.T) {
	ctx := context.Background()
	for _, levels := range [][]int{{0, 0, 0, 0, 3}, nil} {
		task := followed(500, 5)
		task.Levels, task.Groups = levels, [][]int{{4}}
		f, err := Learn(ctx, Standard(60), task)
		if err != nil {
			t.Fatal(err)
		}
		sample := f.problem.sample
		own, err := f.predictInput(ctx, sample, 0, nil, rng.New(2))
		if err != nil {
			t.Fatal(err)
		}
		on, err := f.forests.on(ctx, scoresOf(task.Y), 1)
		if err != nil {
			t.Fatal(err)
		}
		d := newDirect(sample, f.groups, f.given, []*ownPrediction{own}, []float64{0}, f.problem.factor.L, rng.New(3))
		var ps, spreads []float64
		proofs, err := d.twice([]*ensemble{on}, 0, func(left []*mat.Dense, again bool) ([]proof, error) {
			found, err := d.ofScores(ctx, f.forests, on, 0, left[0], again)
			_, spread := newTarget(left[0], on.phi.use, on.phi.design).variation()
			ps, spreads = append(ps, together(found)), append(spreads, spread)
			return found, err
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(ps) != 2 || together(proofs) != ps[1] {
			t.Fatalf("looked at by %v, the last %v, want two", ps, together(proofs))
		}
		if ps[0] > 0.001 || ps[1] < 0.01 || spreads[1] > 0.8*spreads[0] {
			t.Errorf("an input that follows a wave: p-values %v, residuals vary by %v, want less, and that little is found", ps, spreads)
		}
		d.once = true
		looked := 0
		if _, err := d.twice([]*ensemble{on}, 0, func([]*mat.Dense, bool) ([]proof, error) { looked++; return nil, nil }); err != nil || looked != 1 {
			t.Errorf("once is %d times: %v", looked, err)
		}
	}
}

// TestTwiceByWorkers checks that the number of workers changes nothing of this.
func TestTwiceByWorkers(t *testing.T) {
	var first []float64
	for _, workers := range []int{1, 2, 7} {
		task := followed(200, 2)
		task.Workers = workers
		r, err := Standard(30).Estimate(context.Background(), task)
		if err != nil {
			t.Fatal(err)
		}
		if all := slices.Concat(r.Raw, r.Inference.P, r.Inference.SE); first == nil {
			first = all
		} else if !slices.Equal(first, all) {
			t.Errorf("%d workers: %v, want %v", workers, all, first)
		}
	}
}

// TestTwiceAlone has an input of levels without others.
func TestTwiceAlone(t *testing.T) {
	task := followed(150, 1)
	for i := range 150 {
		task.Y.Set(i, 0, task.X.At(i, 4)+0.1*task.Y.At(i, 0))
	}
	task.X, task.Levels = linalg.Columns(task.X, []int{4}), []int{3}
	r, err := Standard(30).Estimate(context.Background(), task)
	if err != nil {
		t.Fatal(err)
	}
	if p := r.Inference.P[0]; p > 0.001 {
		t.Errorf("an input of levels that moves the response, alone: p = %v", p)
	}
}
