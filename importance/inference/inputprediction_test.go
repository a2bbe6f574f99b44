package inference

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// TestFunctionsOf has numbers that are moved monotonically, that are missing, tied and constant,
// and a category.
func TestFunctionsOf(t *testing.T) {
	const n = 9
	s := importance.Sample{X: mat.NewDense(n, 5, nil), Levels: []int{0, 0, forest.Incomplete, 0, 3}}
	for i := range n {
		v := float64((4*i)%n) - 4
		s.X.SetRow(i, []float64{v, math.Exp(v), v, 3, float64(i % 3)})
	}
	s.X.Set(4, 2, math.NaN())
	first, moved := functionsOf(s, []int{0}), functionsOf(s, []int{1})
	for _, k := range slices.Concat(first.lines, first.curves) {
		if !slices.Equal(mat.Col(nil, k, first.values), mat.Col(nil, k, moved.values)) {
			t.Errorf("function %d of a number differs if it is moved monotonically", k+1)
		}
	}
	for i := range n { // 2u, −8/9 to 8/9, is the midrank
		u := s.X.At(i, 0) * 2 / n
		score := elementary.NormalQuantile((u + 1) / 2)
		want := []float64{s.X.At(i, 0) / math.Sqrt(60./9), score, math.Sqrt(5)*(3*u*u-1)/2 + math.Sqrt(5)/2/81}
		for k, v := range want {
			if math.Abs(first.values.At(i, k)-v) > 1e-12 {
				t.Errorf("row %d, function %d: %v, want %v", i+1, k+1, first.values.At(i, k), v)
			}
		}
	}
	incomplete := functionsOf(s, []int{2})
	if m := len(incomplete.lines); m != 2 || len(incomplete.curves) != 1 {
		t.Errorf("a number with gaps has functions %v", incomplete)
	}
	indicator := incomplete.lines[0]
	if incomplete.values.At(4, indicator) == 0 {
		indicator = incomplete.lines[1]
	}
	for k, v := range incomplete.values.RawRowView(4) {
		if isIndicator := k == indicator; isIndicator != (v > 0) || !isIndicator && v != 0 {
			t.Errorf("function %d of a missing number is %v, want zeros and the indicator", k+1, v)
		}
	}
	if constant := functionsOf(s, []int{3}).values; mat.Max(constant) != 0 || mat.Min(constant) != 0 {
		t.Errorf("functions of a constant: %v", mat.Formatted(constant))
	}
	if both := functionsOf(s, []int{0, 4}); len(both.lines) != 4 || len(both.curves) != 1 {
		t.Errorf("functions of a number and a category: %v", both)
	}
}

// TestPredictInputs: curves of other inputs, and lines, are predicted; noise is not.
func TestPredictInputs(t *testing.T) {
	const n = 300
	src := rng.New(3).Named("foretell").Source()
	x := mat.NewDense(n, 6, nil)
	for i := range n {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = src.Normal()
		}
		row[1] = math.Sin(3*row[0]) + 0.1*src.Normal()
		row[3] = row[2] + 0.3*src.Normal()
		row[5] = float64(i % 4)
	}
	g := growing{groups: [][]int{{0}, {1}, {2}, {3}, {4}, {5}}, workers: 1}
	s := importance.Sample{X: x, Levels: []int{0, 0, 0, 0, 0, 4}}
	r, err := g.relate(context.Background(), s, nil, rng.New(1))
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range []struct {
		least, most float64
		curved      bool
	}{1: {0.9, 1, true}, 3: {0.85, 0.97, false}, 4: {-0.05, 0.05, false}, 5: {-0.05, 0.05, false}} {
		if want.most == 0 {
			continue
		}
		f, err := g.predictInput(context.Background(), s, j, r, rng.New(1).At(j))
		if err != nil {
			t.Fatal(err)
		}
		if f.share < want.least || f.share > want.most || (f.curved >= clearShare) != want.curved {
			t.Errorf("input %d: predicted %.3f, of which curved %.3f", j+1, f.share, f.curved)
		}
	}
}

// TestRelations: with many inputs, copies of one of them or of the sum of many are recognised
// at first sight, others are not.
func TestRelations(t *testing.T) {
	src := rng.New(9).Named("related").Source()
	x := mat.NewDense(200, 120, nil)
	for i := range 200 {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = src.Normal()
		}
		row[1] = math.Exp(row[0]) + 0.1*src.Normal()
		row[2] = floats.Sum(row[40:80]) + 0.1*src.Normal()
	}
	g := growing{calibrate: true, workers: 2}
	for j := range 120 {
		g.groups = append(g.groups, []int{j})
	}
	s := importance.Sample{X: x}
	r, err := g.relate(context.Background(), s, []int{0, 1, 2, 3}, rng.New(9))
	if err != nil {
		t.Fatal(err)
	}
	for j, copied := range []bool{true, true, true, false} {
		of := r.sample(j, ridge.Standardised(inputsOf(s, []int{j}).X))
		if _, p := of.X.Dims(); p != mostRelated+1 {
			t.Fatalf("input %d is looked at by %d others", j+1, p)
		}
		f, err := g.predictInput(context.Background(), s, j, r, rng.New(9).At(j))
		if err != nil {
			t.Fatal(err)
		}
		if copied != (f.share > 0.8) {
			t.Errorf("of input %d %.2f is predicted, and it is a copy: %v", j+1, f.share, copied)
		}
	}
}
