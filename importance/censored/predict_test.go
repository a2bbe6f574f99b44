package censored

import (
	"context"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
)

// TestPredict: survival of new rows is near the truth, and the check finds predictions right; those
// of training rows fall with time and do not depend on workers.
func TestPredict(t *testing.T) {
	ctx, times := context.Background(), []float64{0.5, 1, 2}
	study := draw(1000, 3, 12, func(x []float64, noise float64) float64 { return x[0] + 0.7*noise },
		func(x []float64, noise float64) float64 { return 0.8*x[0] + noise + 0.7 })
	p, err := Learn(ctx, small(), study)
	if err != nil {
		t.Fatal(err)
	}
	unseen := mat.NewDense(5, 3, []float64{-1, 0, 0, -0.5, 0, 0, 0, 0, 0, 0.5, 0, 0, 1, 0, 0})
	predicted, err := p.Predict(ctx, unseen, times)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		for c, time := range times {
			truth := elementary.Erfc((elementary.Log(time)-unseen.At(i, 0))/0.7/math.Sqrt2) / 2
			if got := predicted.At(i, c); math.Abs(got-truth) > 0.15 {
				t.Errorf("x1 = %v: survival at %v is %.3f, expected %.3f", unseen.At(i, 0), time, got, truth)
			}
		}
	}
	checks, err := p.Check(ctx, times)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range checks {
		low, high := c.Thirds[0], c.Thirds[2]
		t.Logf("%v: slope %.2f ± %.2f, low %.2f (%.2f), high %.2f (%.2f)", c.Time, c.Slope, c.SE, low.Predicted, low.Seen, high.Predicted, high.Seen)
		if math.Abs(c.Slope-1) > 0.25 || c.SE > 0.1 || math.Abs(low.Seen-low.Predicted) > 0.1 || high.Seen < low.Seen+0.2 || low.Rows != 333 {
			t.Errorf("at %v: %+v", c.Time, c)
		}
	}
	study.Task.Workers = 7
	other, err := Learn(ctx, small(), study)
	if err != nil {
		t.Fatal(err)
	}
	one, err := p.Predict(ctx, nil, times)
	if err != nil {
		t.Fatal(err)
	}
	seven, err := other.Predict(ctx, nil, times)
	if err != nil || !mat.Equal(one, seven) {
		t.Errorf("7 workers predict otherwise: %v", err)
	}
	for i := range 1000 {
		if row := one.RawRowView(i); row[0] < row[1] || row[1] < row[2] {
			t.Fatalf("row %d: survival %v rises", i, row)
		}
	}
	if _, err := p.Predict(ctx, nil, []float64{1, p.Horizon}); err == nil || !strings.HasPrefix(err.Error(), "censored: no survival at ") {
		t.Error(err)
	}
}
