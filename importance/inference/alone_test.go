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
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestFunctionsOf has numbers that are moved monotonously, that are missing, tied and constant,
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
	if !mat.Equal(first, moved) {
		t.Errorf("functions of a number %v, moved monotonously %v", mat.Formatted(first), mat.Formatted(moved))
	}
	for i := range n { // 2u, −8/9 to 8/9, is the midrank
		u := s.X.At(i, 0) * 2 / n
		want := []float64{math.Sqrt(3) * u, math.Sqrt(5) * (3*u*u - 1) / 4, math.Sqrt(7) * (5*u*u*u - 3*u) / 8}
		for d, v := range want {
			if math.Abs(first.At(i, d)-v) > 1e-12 {
				t.Errorf("row %d, function %d: %v, want %v", i+1, d+1, first.At(i, d), v)
			}
		}
	}
	incomplete := functionsOf(s, []int{2})
	if row := incomplete.RawRowView(4)[:4]; row[0] != 0 || row[1] != 0 || row[2] != 0 || row[3] <= 0 || incomplete.At(0, 3) >= 0 {
		t.Errorf("functions of a missing number %v, want zeros and the indicator of it", row)
	}
	if constant := mat.Col(nil, 0, functionsOf(s, []int{3})); slices.Max(constant) != 0 || slices.Min(constant) != 0 {
		t.Errorf("functions of a constant: %v, want 0", constant)
	}
	if both := functionsOf(s, []int{0, 4}); both.At(0, 3) <= 0 || both.At(1, 3) >= 0 || both.At(1, 4) <= 0 || both.At(2, 5) <= 0 {
		t.Errorf("functions of a number and a category: %v", mat.Formatted(both))
	}
}

// TestAlone has an input of a weak effect, two that matter together only, by their signs, and one that does
// nothing: what an input tells alone finds the first better than forests do, and leaves the
// second to them.
func TestAlone(t *testing.T) {
	const n, tables = 300, 3
	var alone, forests [4]float64 // mean statistics
	for table := range tables {
		src := rng.New(11).Named("alone").At(table).Source()
		s := importance.Sample{X: mat.NewDense(n, 4, nil), Y: mat.NewDense(n, 1, nil)}
		for i := range n {
			for j := range 4 {
				s.X.Set(i, j, src.Normal())
			}
			s.Y.Set(i, 0, 0.25*s.X.At(i, 0)+math.Copysign(0.8, s.X.At(i, 1)*s.X.At(i, 2))+src.Normal())
		}
		kernel, err := mmd.Median.Resolve(s.Y)
		if err != nil {
			t.Fatal(err)
		}
		factor, _ := mmd.Cholesky(s.Y, kernel, importance.CoarseTolerance, n)
		c := paper(40)
		c.MTry = forest.MTryAll
		g := growing{configs: []forest.Config{c, Smooth(c)}, groups: [][]int{{0}, {1}, {2}, {3}}, calibrate: true, workers: 2}
		told, err := g.halve(context.Background(), s, []mmd.Factor{factor}, Halves{Splits: 2, Tests: true}, rng.New(uint64(table)), func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		for j := range alone {
			of := told[0].statistics(j + 1)
			alone[j] += of.alone / tables
			forests[j] += of.forests / tables
		}
	}
	t.Logf("alone %.2f, by forests %.2f", alone, forests)
	if !(alone[0] > forests[0] && alone[0] > 1 && alone[1] < 1 && alone[2] < 1 && forests[1] > 2 && forests[2] > 2) {
		t.Errorf("statistics alone %.2f, by forests %.2f, of a weak input, two of an interaction, and an idle one", alone, forests)
	}
	if max(alone[3], forests[3]) > 1.5 { // the mean of 3, of variance at most 1
		t.Errorf("statistics of an idle input: %.2f alone, %.2f by forests", alone[3], forests[3])
	}
}

// alone returns the terms along the direction that the functions of a group teach.
func (l literal) alone(teacher, other side, group int) []float64 {
	euclid := literal{x: l.x, gram: mat.NewDense(l.n, l.n, nil), n: l.n}
	for i := range l.n {
		euclid.gram.Set(i, i, 1)
	}
	left := func(s side) [][]float64 {
		phi := centred(l.phi(s.rows), s.use)
		for i, ok := range s.use {
			if ok {
				floats.Sub(phi[i], s.without[group].prediction[i])
			}
		}
		return phi
	}
	taught, functions := left(teacher), l.functions(teacher.rows, teacher.groups[group])
	covariances, count := make([][]float64, l.n), 0.0
	for d := range covariances {
		covariances[d] = make([]float64, l.n)
	}
	for i, ok := range teacher.use {
		if ok {
			count++
			for d, f := range functions[i] {
				floats.AddScaled(covariances[d], f, taught[i])
			}
		}
	}
	functions = l.functions(other.rows, teacher.groups[group])
	var predicted []ballots
	for _, v := range other.reduced[group] {
		predicted = append(predicted, v.of(functions, other.rows))
	}
	foreseen, own := euclid.stack(functions, other.use, predicted, true), centred(functions, other.use)
	terms, residuals := make([]float64, len(other.rows)), left(other)
	for i, ok := range other.use {
		if ok {
			floats.Sub(own[i], foreseen.prediction[i])
			for d, f := range own[i] {
				terms[i] += f * l.inner(residuals[i], covariances[d]) / count
			}
		}
	}
	return terms
}

// functions returns those of a group by row, with zeros after them.
func (l literal) functions(rows []int32, group []int) [][]float64 {
	f := make([][]float64, len(rows))
	for i, row := range rows {
		f[i] = make([]float64, l.n)
		for k, j := range group {
			u := 0.0 // midrank, from -1 to 1
			for _, other := range rows {
				switch a, b := l.x.At(int(row), j), l.x.At(int(other), j); {
				case b < a:
					u++
				case b > a:
					u--
				}
			}
			u /= float64(len(rows))
			copy(f[i][3*k:], []float64{math.Sqrt(3) * u, math.Sqrt(5) * (3*u*u - 1) / 4, math.Sqrt(7) * (5*u*u*u - 3*u) / 8})
		}
	}
	return f
}
