package inference

import (
	"context"
	"math"
	"reflect"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// TestSpread compares with the variance over tables of a ratio of means, which the
// delete-half jackknife estimates.
func TestSpread(t *testing.T) {
	const tables, n, splits = 1500, 60, 4
	src := rng.New(2).Named("spread").Source()
	var shares, errors []float64
	for range tables {
		var u, v [n]float64
		for i := range n {
			v[i] = 1 + 0.5*src.Normal()
			u[i] = 0.4*v[i] + 0.3*src.Normal()
		}
		share := floats.Sum(u[:]) / floats.Sum(v[:])
		var numerators, denominators []float64
		order := make([]int32, n)
		for range splits {
			src.Perm(order)
			for _, half := range [][]int32{order[:n/2], order[n/2:]} {
				a, b := 0.0, 0.0
				for _, i := range half {
					a, b = a+u[i]/(n/2), b+v[i]/(n/2)
				}
				numerators, denominators = append(numerators, a), append(denominators, b)
			}
		}
		shares, errors = append(shares, share), append(errors, math.Pow(spread(share, numerators, denominators), 2))
	}
	if ratio := stat.Mean(errors, nil) / stat.Variance(shares, nil); math.Abs(ratio-1) > 0.12 {
		t.Errorf("squared errors are %.3f times the variance over tables", ratio)
	}
	if got := spread(0.5, []float64{0.1, 0.2}, []float64{0, 0}); got != 1 {
		t.Errorf("error %v of a share of nothing, want 1", got)
	}
}

// TestStandardErrors has one variable of two that moves with the rows, on two thirds
// of them.
func TestStandardErrors(t *testing.T) {
	m := &scores{
		phi:       &target{use: []bool{true, true, false, true, true}, count: 4, total: 4, units: 4},
		explained: 0.5, fullTerms: []float64{0.4, 0.6, 0, 0.3, 0.7},
	}
	m.reducedTerms = [][]float64{{0.1, 0.3, 0, 0.2, 0.4}, {0.4, 0.6, 0, 0.3, 0.7}}
	raw := []float64{0.5, 0}
	h := &halfSamples{means: []halfMeans{{0.5, []float64{0.3, 0.5}, 1}, {0.5, []float64{0.24, 0.5}, 1}}, rows: 6}
	// The rows' influences on the first are kept − 0.5·v, those on the second 0. There is one
	// split.
	psi := (0.1*0.1 + 0 + 0.05*0.05 + 0.05*0.05) / 4 / 0.25
	half := math.Pow(0.06/2/0.5, 2)
	ratio := (8*1.2 + 2*half/(psi/6)) / 10
	believed := (half + 16*ratio*psi/6) / 17
	sampled := psi * (1./4 - 1./6)
	want := math.Sqrt(believed + sampled) // 0.5 is more than two errors
	got := standardErrors(m, h, raw, len(raw))
	if math.Abs(got[0]-want) > 1e-14 || got[1] != 0 {
		t.Errorf("errors %v, want %v and 0", got, want)
	}
	// Near 0 the variance is half of it, and somewhat more at half an error.
	raw[0] = math.Sqrt(believed)
	m.reducedTerms[0] = []float64{0.5*0.4 - 0.1 + (0.5-raw[0])*0.4, 0.5*0.6 + (0.5-raw[0])*0.6, 0, 0.5*0.3 + 0.05 + (0.5-raw[0])*0.3, 0.5*0.7 + 0.05 + (0.5-raw[0])*0.7}
	h.means[0].kept[0], h.means[1].kept[0] = 0.3, 0.24
	if got = standardErrors(m, h, raw, len(raw)); math.Abs(got[0]-math.Sqrt(believed*(1+0.25)/2+sampled)) > 1e-14 {
		t.Errorf("error %v of an importance of one error, want %v", got[0], math.Sqrt(believed*(1+0.25)/2+sampled))
	}
	// The second moves with the halves more than the rows tell of it; it is 0.
	h.means[1].kept[1] = 0.4
	if got = standardErrors(m, h, raw, len(raw)); math.Abs(got[1]-math.Sqrt(math.Pow(0.1/2/0.5, 2)/2/2)) > 1e-14 {
		t.Errorf("error %v, want half of the variance over halves, halved", got[1])
	}
}

// TestSteadyErrors has halves of a hundred tables tell of errors that are all the same, as
// numbers with normal laws: what is believed varies by less than a quarter of itself, and
// its square is right on average.
func TestSteadyErrors(t *testing.T) {
	const splits, inputs, tables = 4, 5, 400
	src := rng.New(2).Named("steady").Source()
	m := &scores{phi: &target{use: slices.Repeat([]bool{true}, 100), count: 100, total: 100, units: 100}, explained: 1, fullTerms: make([]float64, 100)}
	raw := make([]float64, inputs)
	for j := range inputs {
		raw[j] = 0.5
		m.reducedTerms = append(m.reducedTerms, make([]float64, 100))
		for i := range 100 {
			m.fullTerms[i] = 1
			m.reducedTerms[j][i] = 0.5 + math.Copysign(1, float64(i%2)-0.5)
		}
	}
	usual := math.Sqrt(usualRatio / 100)
	var errors, squares []float64
	for range tables {
		h := &halfSamples{rows: 100}
		for range splits {
			var a, b []float64
			for range inputs {
				difference := usual * src.Normal() // a quarter of its square is the variance
				a, b = append(a, 0.5+difference), append(b, 0.5-difference)
			}
			h.means = append(h.means, halfMeans{1, a, 1}, halfMeans{1, b, 1})
		}
		se := standardErrors(m, h, raw, len(raw))[0]
		errors, squares = append(errors, se/usual), append(squares, se*se/usual/usual)
	}
	if varies := stat.StdDev(errors, nil) / stat.Mean(errors, nil); varies > 0.25 || varies < 0.02 {
		t.Errorf("errors vary by %.3f of themselves, want at most a quarter", varies)
	}
	if square := stat.Mean(squares, nil); math.Abs(square-1) > 0.05 {
		t.Errorf("squared errors are %.3f of the variance", square)
	}
}

// TestShareError has halves of more rows than the share is measured on.
func TestShareError(t *testing.T) {
	m := &scores{
		phi:       newTarget(mat.NewDense(4, 4, []float64{1, 0, 0, 0, -1, 0, 0, 0, 2, 0, 0, 0, -2, 0, 0, 0}), []bool{true, true, true, true}, design.Design{}),
		fullTerms: []float64{1, 0, 2, 1},
	}
	h := &halfSamples{rows: 4, means: []halfMeans{{1, nil, 3}, {0.8, nil, 3}}}
	variation, total := m.phi.variation()
	share := importance.Share{Learnt: 1 / total, Total: total}
	influence := 0.0
	for i, v := range variation {
		influence += math.Pow((m.fullTerms[i]-v/total)/total, 2) / 4
	}
	alone := spread(share.Learnt, []float64{1, 0.8}, []float64{3, 3})
	believed := func(rows float64) float64 { return (alone*alone + 16*1.6*influence/rows) / 17 }
	if got, want := shareError(m, h, share, m.fullTerms, h.explained(), usualOfExplained), math.Sqrt(believed(4)); math.Abs(got-want) > 1e-14 {
		t.Errorf("error %v where all rows are measured on, want %v", got, want)
	}
	h.rows = 40
	if got, want := shareError(m, h, share, m.fullTerms, h.explained(), usualOfExplained), math.Sqrt(believed(40)+influence*(1./4-1./40)); math.Abs(got-want) > 1e-14 {
		t.Errorf("error %v on 4 of 40 rows, want %v", got, want)
	}
}

// TestHopelessInputs: testing stops only where p-values stay above a half, and changes nothing
// else.
func TestHopelessInputs(t *testing.T) {
	x, y := linear(150, 0.3)
	kernel, err := mmd.Median.Resolve(y)
	if err != nil {
		t.Fatal(err)
	}
	factor, _ := mmd.Cholesky(y, kernel, 1e-6, 150)
	for _, inputs := range []int{8, manyInputs + 1} {
		wide := mat.NewDense(150, inputs, nil)
		src := rng.New(2).Named("noise").Source()
		wide.Apply(func(i, j int, _ float64) float64 {
			if j < 3 {
				return x.At(i, j)
			}
			return src.Normal()
		}, wide)
		var results [2]*halfSamples
		for k, stops := range []bool{false, true} {
			task := importance.Task{X: wide, Y: y}
			g := growing{config: Config(30), groups: task.Variables(), calibrate: true, workers: 2}
			found, err := g.halve(context.Background(), halved{sample: task.Sample(), factors: []mmd.Factor{factor}}, Halves{Splits: 4, Trees: 30, Tests: true, Stops: stops}, rng.New(1), func(float64) {})
			if err != nil {
				t.Fatal(err)
			}
			results[k] = found[0]
		}
		all, some := results[0], results[1]
		if !reflect.DeepEqual(all.means, some.means) {
			t.Error("importances or errors depend on whether tests stop")
		}
		stopped := 0
		for j := range inputs {
			if p := some.p(j + 1); p != all.p(j+1) {
				stopped++
				if p <= pointless {
					t.Errorf("input %d: p-value %v where testing stopped", j+1, p)
				}
			}
		}
		if stopped == 0 {
			t.Error("no test stopped")
		}
	}
}

// linear returns a table of three inputs, the first of which moves the response by so many standard
// deviations of the rest.
func linear(n int, signal float64) (x, y *mat.Dense) {
	src := rng.New(2).Named("linear").Source()
	x, y = mat.NewDense(n, 3, nil), mat.NewDense(n, 1, nil)
	for i := range n {
		for j := range 3 {
			x.Set(i, j, src.Normal())
		}
		y.Set(i, 0, signal*x.At(i, 0)+src.Normal())
	}
	return x, y
}
