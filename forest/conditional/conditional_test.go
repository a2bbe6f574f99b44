package conditional_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/conditional"
	"drfvi/forest/design"
	"drfvi/internal/rng"
)

// grown is a small forest on a table whose response has ties.
func grown(t *testing.T) (*forest.Forest, []float64) {
	t.Helper()
	src := rng.New(3).Named("laws").Source()
	x, y := mat.NewDense(80, 2, nil), mat.NewDense(80, 1, nil)
	for i := range 80 {
		x.Set(i, 0, src.Normal())
		x.Set(i, 1, src.Normal())
		y.Set(i, 0, math.Round(4*(x.At(i, 0)+0.5*src.Normal()))/4)
	}
	c, err := forest.Preset("paper", 30)
	if err != nil {
		t.Fatal(err)
	}
	c.MinNodeSize = 5
	f, err := forest.Fit(context.Background(), x, y, c, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	return f, mat.Col(nil, 0, y)
}

// TestRefusals: what no law can be read from says so.
func TestRefusals(t *testing.T) {
	ctx := context.Background()
	f, y := grown(t)
	at, err := conditional.Of(ctx, f, f.Columns.OutOfBag(), 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, level := range []float64{2, -0.1, math.NaN()} {
		want := fmt.Sprintf("conditional: quantile at level %v, expected levels between 0 and 1", level)
		if _, err := at.For(y).Quantiles(ctx, []float64{0.5, level}, 2); err == nil || err.Error() != want {
			t.Errorf("level %v: error %v, want %s", level, err, want)
		}
	}
	for want, do := range map[string]func(){
		"conditional: For of 50 responses, expected those of the forest's 80 training rows": func() { at.For(y[:50]) },
		"conditional: Calibrate by 50 responses, expected those of 80 evaluated rows":       func() { at.For(y).Calibrate(ctx, y[:50], design.Design{}, 2) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("panic %v, want %s", got, want)
				}
			}()
			do()
		}()
	}
}

// TestLaw compares means, quantiles and scores with sums over the matrix of weights.
func TestLaw(t *testing.T) {
	ctx := context.Background()
	f, y := grown(t)
	eval := f.Columns.OutOfBag()
	w, err := f.Weights(ctx, eval, 1)
	if err != nil {
		t.Fatal(err)
	}
	at, err := conditional.Of(ctx, f, eval, 2)
	if err != nil {
		t.Fatal(err)
	}
	law := at.For(y)
	means, err := law.Means(ctx, 2)
	if err != nil {
		t.Fatal(err)
	}
	levels := []float64{0.9, 0.1, 0.5}
	quantiles, err := law.Quantiles(ctx, levels, 3)
	if err != nil {
		t.Fatal(err)
	}
	c, err := law.Calibrate(ctx, y, design.Design{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	largest := slices.MaxFunc(y, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	huge, by := slices.Clone(y), 1e307/math.Abs(largest)
	floats.Scale(by, huge)
	if h, err := at.For(huge).Calibrate(ctx, huge, design.Design{}, 2); err != nil || math.Abs(h.CRPS/by-c.CRPS) > 1e-9*c.CRPS || math.Abs(h.Unconditional/by-c.Unconditional) > 1e-9*c.Unconditional {
		t.Errorf("responses up to 1e307 have the scores %v and %v, expected %v and %v times %v, %v", h.CRPS, h.Unconditional, c.CRPS, c.Unconditional, by, err)
	}
	crps, inside, bins := 0.0, 0.0, make([]float64, conditional.Bins)
	for i := range y {
		row := w.RawRowView(i)
		if want := floats.Dot(row, y); math.Abs(means[i]-want) > 1e-12 {
			t.Errorf("row %d: mean %v, expected %v", i+1, means[i], want)
		}
		below := func(v float64, strictly bool) (sum float64) {
			for l, weight := range row {
				if y[l] < v || y[l] == v && !strictly {
					sum += weight
				}
			}
			return sum
		}
		for k, level := range levels {
			if q := quantiles.At(i, k); below(q, false) < level-1e-9 || below(q, true) >= level+1e-9 {
				t.Errorf("row %d: quantile %v at %v, probability %v below and %v up to it", i+1, q, level, below(q, true), below(q, false))
			}
		}
		// CRPS = E|Y − y| − E|Y − Y'|/2.
		for l, a := range row {
			crps += a * math.Abs(y[l]-y[i]) / 80
			for m, b := range row {
				crps -= a * b * math.Abs(y[l]-y[m]) / 160
			}
		}
		low, high := below(y[i], true), below(y[i], false)
		for k := range bins { // by many equal points of the jump
			for step := range 1000 {
				at := low + (high-low)*(float64(step)+0.5)/1000
				if int(math.Min(at*conditional.Bins, conditional.Bins-1)) == k {
					bins[k] += 1. / 80 / 1000
				}
			}
		}
		if below(y[i], false) >= 0.1-1e-9 && below(y[i], true) < 0.9 {
			inside++
		}
	}
	if math.Abs(c.CRPS-crps) > 1e-9 || c.Rows != 80 || !(c.Unconditional > 1.3*c.CRPS) || math.Abs(c.Skill()-1+c.CRPS/c.Unconditional) > 1e-12 {
		t.Errorf("score %v of %d rows, expected %v; %v without inputs", c.CRPS, c.Rows, crps, c.Unconditional)
	}
	if !floats.EqualApprox(c.Histogram, bins, 2e-3) || math.Abs(floats.Sum(c.Histogram)-1) > 1e-9 {
		t.Errorf("histogram %v, expected %v", c.Histogram, bins)
	}
	if v := c.Intervals[1]; v.Nominal != 0.8 || math.Abs(v.Share-inside/80) > 0.03 || !(v.SE > 0) {
		t.Errorf("80 %% hold %v, expected about %v", v, inside/80)
	}
}

// TestNoTree has rows that no tree predicts.
func TestNoTree(t *testing.T) {
	ctx := context.Background()
	f, y := grown(t)
	f.Trees = f.Trees[:1]
	eval := f.Columns.OutOfBag()
	at, err := conditional.Of(ctx, f, eval, 1)
	if err != nil {
		t.Fatal(err)
	}
	law := at.For(y)
	means, _ := law.Means(ctx, 1)
	quantiles, _ := law.Quantiles(ctx, []float64{0.5}, 1)
	c, _ := law.Calibrate(ctx, y, design.Design{}, 1)
	out := 0
	for i, m := range means {
		if math.IsNaN(m) != math.IsNaN(quantiles.At(i, 0)) {
			t.Errorf("row %d: mean %v, median %v", i+1, m, quantiles.At(i, 0))
		}
		if !math.IsNaN(m) {
			out++
		}
	}
	if out == 0 || out == 80 || c.Rows != out || math.IsNaN(c.CRPS) {
		t.Errorf("%d of 80 rows are predicted, %d checked, score %v", out, c.Rows, c.CRPS)
	}
}
