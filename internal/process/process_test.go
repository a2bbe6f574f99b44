package process

import (
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
)

// table returns a table of standard normal inputs, a curve and a line of them with noise, and five
// folds.
func table(n, p int, seed uint64) (x, y *mat.Dense, folds []int) {
	src := rng.New(seed).Source()
	x, y, folds = mat.NewDense(n, p, nil), mat.NewDense(n, 2, nil), make([]int, n)
	for i := range n {
		for c := range p {
			x.Set(i, c, src.Normal())
		}
		y.Set(i, 0, elementary.Sin(2*x.At(i, 0))+float64(0.2*src.Normal()))
		y.Set(i, 1, x.At(i, p-1)+float64(0.5*x.At(i, 0))+float64(0.2*src.Normal()))
		folds[i] = src.IntN(5)
	}
	return x, y, folds
}

func all(n int) []int32 {
	rows := make([]int32, n)
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// explained returns 1 − Σ(y − ŷ)²/Σ(y − ȳ)² of a response, ŷ out-of-fold.
func explained(p *Process, y *mat.Dense) float64 {
	values, left := mat.Col(nil, 0, y), 0.0
	_, variance := linalg.Variance(values)
	for i, v := range values {
		d := v - p.OutOfFold().At(i, 0)
		left += d * d
	}
	return 1 - left/(variance*float64(len(values)-1))
}

// Predictions without a fold are those of the same process solved again on the other rows, for
// rows that were solved and for others, with weights.
func TestWithoutFoldIsRefit(t *testing.T) {
	const n = 130
	x, y, folds := table(n, 3, 1)
	weights := make([]float64, n)
	for i := range weights {
		weights[i] = 0.5 + float64(i%3)
	}
	used := all(n)[10:]
	k := kernel{variance: [terms]float64{0.3, 0.8, 0.2}, noise: 0.05, length: []float64{0.7, 2}, columns: []int{0, 2}}
	v := newSolver(x, y, used, []int{0, 1}, 3, folds, weights)
	v.solve(k)
	mean := func(rows []int32) float64 {
		total := 0.0
		for _, row := range rows {
			total += weights[row]
		}
		return total / float64(len(rows))
	}
	for fold := -1; fold < 5; fold++ {
		var others []int32
		for _, row := range used {
			if folds[row] != fold {
				others = append(others, row)
			}
		}
		again := newSolver(x, y, others, []int{0, 1}, 3, folds, weights)
		other := k
		other.noise *= mean(used) / mean(others) // σ² is that of a row of mean weight
		again.solve(other)
		got, want := mat.NewDense(n, 2, nil), mat.NewDense(n, 2, nil)
		w, mean := v.withoutFold(fold)
		part{v, w, mean}.predict(got, []int{0, 1}, x, all(n))
		w, mean = again.withoutFold(-1)
		part{again, w, mean}.predict(want, []int{0, 1}, x, all(n))
		if !mat.EqualApprox(got, want, 1e-9) {
			t.Errorf("fold %d: downdated and solved predictions differ", fold)
		}
		if fold >= 0 && mat.EqualApprox(got, mat.NewDense(n, 2, nil), 0.5) {
			t.Errorf("fold %d: nothing is predicted", fold)
		}
	}
}

// The process is that of the textbook: mean by generalised least squares, k'K⁻¹(y − mean).
func TestSolutionByGonum(t *testing.T) {
	const n = 40
	x, y, folds := table(n, 2, 2)
	k := kernel{variance: [terms]float64{0.4, 1.5, 0.7}, noise: 0.1, length: []float64{0.6, 1.7}, columns: []int{0, 1}}
	covariance := func(a, b []float64) float64 {
		distance := math.Pow((a[0]-b[0])/0.6, 2) + math.Pow((a[1]-b[1])/1.7, 2)
		return 1.5*math.Exp(-distance/2) + 0.7*math.Exp(-math.Sqrt(distance)/4) + 0.4*(a[0]*b[0]+a[1]*b[1])/2
	}
	whole := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			c := covariance(x.RawRowView(i), x.RawRowView(j))
			if i == j {
				c += 0.1
			}
			whole.SetSym(i, j, c)
		}
	}
	var factor mat.Cholesky
	if !factor.Factorize(whole) {
		t.Fatal("the covariance is not positive definite")
	}
	var solved, ones mat.Dense
	if err := factor.SolveTo(&solved, y); err != nil {
		t.Fatal(err)
	}
	if err := factor.SolveTo(&ones, mat.NewDense(n, 1, slices.Repeat([]float64{1}, n))); err != nil {
		t.Fatal(err)
	}
	likelihood := -factor.LogDet()
	for r := range 2 {
		likelihood -= 0.5 * mat.Dot(solved.ColView(r), y.ColView(r))
	}
	v := newSolver(x, y, all(n), []int{0, 1}, 2, folds, nil)
	if got := v.solve(k); math.Abs(got-likelihood) > 1e-9 {
		t.Errorf("log likelihood %v, expected %v", got, likelihood)
	}
	w, mean := v.withoutFold(-1)
	at, got := mat.NewDense(1, 2, []float64{0.3, -0.8}), mat.NewDense(1, 2, nil)
	part{v, w, mean}.predict(got, []int{0, 1}, at, []int32{0})
	for r := range 2 {
		centre := mat.Sum(solved.ColView(r)) / mat.Sum(&ones)
		want := centre
		for i := range n {
			want += covariance(at.RawRowView(0), x.RawRowView(i)) * (solved.At(i, r) - centre*ones.At(i, 0))
		}
		if math.Abs(got.At(0, r)-want) > 1e-10 {
			t.Errorf("response %d: %v, expected %v", r, got.At(0, r), want)
		}
	}
}

// The gradient of the objective is that of differences, for two responses, groups and weights.
func TestGradient(t *testing.T) {
	const n = 60
	x, y, folds := table(n, 4, 3)
	weights := slices.Repeat([]float64{1, 2, 0.5}, n/3)
	inputs := newScaling(x, []int{0, 1, 1, 2})
	xs := inputs.apply(x)
	v := newSolver(xs, y, all(n), []int{0, 1}, 3, folds, weights)
	s := newSpace(xs, y, all(n), []int{0, 1}, inputs)
	place := []float64{-1, -0.3, -0.7, -1.5, -0.4, 0.2, 0.5}
	_, gradient := s.objective(v, place)
	if len(gradient) != len(place) {
		t.Fatalf("%d numbers, expected %d", len(gradient), len(place))
	}
	for l := range place {
		const h = 1e-5
		moved := slices.Clone(place)
		moved[l] += h
		above, _ := s.objective(v, moved)
		moved[l] -= 2 * h
		below, _ := s.objective(v, moved)
		if want := (above - below) / (2 * h); math.Abs(gradient[l]-want) > 1e-5*(1+math.Abs(want)) {
			t.Errorf("derivative %d is %v, expected %v", l, gradient[l], want)
		}
	}
}

// A row of weight 2 counts like two rows of weight 1, and the unit of weights does not matter.
func TestWeightsCountRows(t *testing.T) {
	const n = 50
	x, y, folds := table(n, 2, 4)
	weights, repeated := make([]float64, n), []int32{}
	for i := range n {
		weights[i] = 1e200 * float64(1+i%2)
		for range 1 + i%2 {
			repeated = append(repeated, int32(i))
		}
	}
	k := kernel{variance: [terms]float64{0.2, 1, 0.3}, noise: 0.1, length: []float64{1, 1}, columns: []int{0, 1}}
	got, want := mat.NewDense(n, 1, nil), mat.NewDense(n, 1, nil)
	for _, c := range []struct {
		to      *mat.Dense
		rows    []int32
		weights []float64
	}{{got, all(n), weights}, {want, repeated, nil}} {
		v := newSolver(x, y, c.rows, []int{0}, 2, folds, c.weights)
		k := k
		if c.weights != nil {
			k.noise /= 1.5 // σ² is that of a row of mean weight
		}
		v.solve(k)
		w, mean := v.withoutFold(3)
		part{v, w, mean}.predict(c.to, []int{0}, x, all(n))
	}
	if !mat.EqualApprox(got, want, 1e-9) {
		t.Error("weights of 2 and repeated rows differ")
	}
}

// Units and origins do not matter, even at the ends of the range of numbers; powers of two keep
// every bit.
func TestUnits(t *testing.T) {
	x, y, folds := table(120, 3, 5)
	base := Fit(x, y, folds, nil, Options{}, rng.New(1))
	for _, c := range []struct{ unit, origin, tolerance float64 }{
		{0x1p500, 0, 0}, {0x1p-500, 0, 0}, {1e150, 0, 1e-6}, {1e-150, 0, 1e-6}, {3, 1000, 1e-6},
	} {
		change := func(_, _ int, v float64) float64 { return v*c.unit + c.origin }
		var moved, response mat.Dense
		moved.Apply(change, x)
		response.Apply(change, y)
		p := Fit(&moved, &response, folds, nil, Options{}, rng.New(1))
		back := p.OutOfFold()
		back.Apply(func(_, _ int, v float64) float64 { return (v - c.origin) / c.unit }, back)
		if !mat.EqualApprox(back, base.OutOfFold(), c.tolerance) {
			t.Errorf("unit %v, origin %v: predictions differ", c.unit, c.origin)
		}
	}
}

// Columns of a group share a length-scale and keep their relation: an indicator of two levels as
// two columns is one input, as is one of them.
func TestGroupsShareAScale(t *testing.T) {
	x, y, folds := table(150, 2, 6)
	two := mat.NewDense(150, 3, nil)
	for i := range 150 {
		level := float64(i % 2)
		x.Set(i, 1, level)
		two.SetRow(i, []float64{x.At(i, 0), level, 1 - level})
		y.Set(i, 0, level+y.At(i, 0))
	}
	one := Fit(x, y, folds, nil, Options{}, rng.New(1)).OutOfFold()
	both := Fit(two, y, folds, nil, Options{Groups: []int{0, 1, 1}}, rng.New(1)).OutOfFold()
	if !mat.EqualApprox(one, both, 1e-6) {
		t.Error("one and two indicators of two levels give different predictions")
	}
}

// The bits of predictions, the same on every processor.
func TestBits(t *testing.T) {
	x, y, folds := table(200, 4, 10)
	p := Fit(x, y, folds, nil, Options{Rows: 150, Search: 60}, rng.New(1))
	sum := fnv.New64a()
	for _, m := range []*mat.Dense{p.OutOfFold(), p.Predict(x)} {
		for _, v := range m.RawMatrix().Data {
			fmt.Fprintf(sum, "%x ", v)
		}
	}
	if got, want := sum.Sum64(), uint64(0x8618ddde3f4e96c2); got != want {
		t.Errorf("hash %#x, expected %#x", got, want)
	}
}

// Same numbers, same bits; other rows do not matter to the predictions at new rows.
func TestSameBits(t *testing.T) {
	x, y, folds := table(300, 4, 7)
	o := Options{Rows: 200, Search: 80}
	a, b := Fit(x, y, folds, nil, o, rng.New(3)), Fit(x, y, folds, nil, o, rng.New(3))
	if !mat.Equal(a.OutOfFold(), b.OutOfFold()) || !mat.Equal(a.Predict(x), b.Predict(x)) {
		t.Error("two fits differ")
	}
	part := linalg.Rows(x, []int32{17})
	if a.Predict(part).At(0, 1) != a.Predict(x).At(17, 1) {
		t.Error("a prediction depends on the other rows")
	}
	if mat.Equal(a.OutOfFold(), Fit(x, y, folds, nil, o, rng.New(4)).OutOfFold()) {
		t.Error("the seed chooses no rows")
	}
}

// Tables with little in them: every prediction is finite, and the mean where nothing varies.
func TestDegenerateTables(t *testing.T) {
	full, response, folds := table(60, 3, 8)
	repeated := mat.DenseCopyOf(full)
	for i := range 60 {
		repeated.SetRow(i, []float64{full.At(i%5, 0), full.At(i%5, 0) * (1 + 1e-15), full.At(i%5, 0)})
	}
	wide := mat.NewDense(60, 200, nil)
	wide.Apply(func(i, j int, _ float64) float64 { return math.Sin(float64(i*i*(j+1) + j)) }, wide)
	spread := mat.DenseCopyOf(full)
	for i := range 60 {
		spread.Set(i, 0, math.Pow(10, float64(5*i-150)))
	}
	exact := mat.DenseCopyOf(response)
	exact.SetCol(0, mat.Col(nil, 0, full))
	constant := mat.NewDense(60, 2, slices.Repeat([]float64{0.1, -1e-300}, 60))
	weightless := make([]float64, 60)
	tiny := slices.Repeat([]float64{1e-300, 1}, 30)
	few := append([]float64{1, 2}, make([]float64, 58)...)
	for _, c := range []struct {
		name    string
		x, y    *mat.Dense
		folds   []int
		weights []float64
		mean    bool
	}{
		{"constant inputs", mat.NewDense(60, 3, nil), response, folds, nil, false},
		{"constant responses", full, constant, folds, nil, true},
		{"rows and columns that are equal", repeated, response, folds, nil, false},
		{"an exact response", full, exact, folds, nil, false},
		{"more columns than rows", wide, response, folds, nil, false},
		{"numbers from 1e-150 to 1e145", spread, spread, folds, nil, false},
		{"one fold", full, response, make([]int, 60), nil, false},
		{"no weight", full, response, folds, weightless, true},
		{"two rows of positive weight", full, response, folds, few, false},
		{"rows of next to no weight", full, response, folds, tiny, false},
		{"ten rows", linalg.Rows(full, all(10)), linalg.Rows(response, all(10)), folds[:10], nil, false},
		{"one row", linalg.Rows(full, all(1)), linalg.Rows(response, all(1)), folds[:1], nil, true},
	} {
		p := Fit(c.x, c.y, c.folds, c.weights, Options{}, rng.New(1))
		for name, m := range map[string]*mat.Dense{"out-of-fold": p.OutOfFold(), "new": p.Predict(c.x)} {
			n, k := m.Dims()
			for i := range n {
				for r := range k {
					v := m.At(i, r)
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Fatalf("%s: %s prediction %v", c.name, name, v)
					}
					if mean := linalg.Mean(mat.Col(nil, r, c.y)); c.mean && math.Abs(v-mean) > 1e-12*math.Abs(mean) {
						t.Fatalf("%s: %s prediction %v, expected %v", c.name, name, v, mean)
					}
				}
			}
		}
	}
}

// Numbers that are not finite are refused rather than waited for.
func TestNotFinite(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		x, y, folds := table(20, 2, 9)
		x.Set(3, 1, v)
		func() {
			defer func() {
				if got := recover(); got != "process: a number that is not finite" {
					t.Errorf("%v: %v", v, got)
				}
			}()
			Fit(x, y, folds, nil, Options{}, rng.New(1))
		}()
	}
}

// What is learnt, in bands written before the run: curves that forests learn badly, a function
// without noise, lines, nothing.
func TestExplained(t *testing.T) {
	normal := func(src *rng.Source, x []float64) {
		for i := range x {
			x[i] = src.Normal()
		}
	}
	for _, d := range []struct {
		name      string
		n, p      int
		low, high float64
		y         func(src *rng.Source, x []float64) float64
	}{
		{"a wave", 500, 7, 0.95, 0.99, func(src *rng.Source, x []float64) float64 {
			normal(src, x)
			return math.Sin(2*math.Pi*x[0]) + 0.1*src.Normal()
		}},
		{"Ishigami without noise", 1000, 3, 0.999, 1, func(src *rng.Source, x []float64) float64 {
			for i := range x {
				x[i] = math.Pi * (2*src.Float64() - 1)
			}
			return math.Sin(x[0]) + 7*math.Pow(math.Sin(x[1]), 2) + 0.1*math.Pow(x[2], 4)*math.Sin(x[0])
		}},
		{"a product among 40 inputs", 500, 40, 0.4, 0.92, func(src *rng.Source, x []float64) float64 {
			normal(src, x)
			return x[3]*x[4] + 0.3*src.Normal()
		}},
		{"nothing", 300, 8, -0.05, 0.05, func(src *rng.Source, x []float64) float64 {
			normal(src, x)
			return src.Normal()
		}},
	} {
		src := rng.New(11).Named(d.name).Source()
		x, y, folds := mat.NewDense(d.n, d.p, nil), mat.NewDense(d.n, 1, nil), make([]int, d.n)
		for i := range d.n {
			y.Set(i, 0, d.y(src, x.RawRowView(i)))
			folds[i] = i % 5
		}
		p := Fit(x, y, folds, nil, Options{}, rng.New(1))
		if e := explained(p, y); !(e >= d.low && e <= d.high) {
			t.Errorf("%s: explains %.4f, expected %v to %v", d.name, e, d.low, d.high)
		}
		if got := fmt.Sprint(p.Predict(x).Dims()); got != fmt.Sprint(d.n, 1) {
			t.Errorf("%s: predictions %s", d.name, got)
		}
	}
}
