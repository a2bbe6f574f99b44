package inference

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"drfvi/forest/design"
	"drfvi/internal/rng"
)

// TestFormTail compares with the law of χ².
func TestFormTail(t *testing.T) {
	chi := distuv.ChiSquared{K: formDimension}
	for _, b := range []float64{0.3, 2, 8, 15.5, 20, 60} {
		at := (b - formDimension) / math.Sqrt(2*b)
		if got, want := formTail(at), chi.Survival(b); math.Abs(got/want-1) > 1e-10 {
			t.Errorf("probability %v above %v, want %v", got, at, want)
		}
	}
}

// TestPValues has splits that agree, that contradict each other, directions that are not
// there, and ways of which one finds what the other does not.
func TestPValues(t *testing.T) {
	rows := []int32{0, 1, 2, 3, 4, 5, 6, 7}
	target := newTarget(mat.NewDense(8, 4, nil), slices.Repeat([]bool{true}, 8), design.Design{})
	steady := []float64{1, 2, 1, 2, 1, 2, 1, 2}
	against := []float64{-1, -2, -1, -2, -1, -2, -1, -2}
	e := newEvidence(8, 4, nil)
	for way := range 2 {
		e.add(way, 0, rows, target, steady, 0.5)
		e.add(way, 0, rows, target, steady, 0.5)
		e.add(way, 1, rows, target, steady, 0.5)
		e.add(way, 1, rows, target, against, 0.5)
		e.add(way, 2, rows, target, make([]float64, 8), 1)
	}
	e.add(0, 3, rows, target, steady, 1)
	e.add(1, 3, rows, target, against, 1)
	e.add(0, 4, rows, target, steady, 1)
	e.add(1, 4, rows, target, steady, 1)
	e.decoys[4] = 2
	nothing, p := e.p()
	z := stat.Mean(steady, nil) / stat.StdErr(stat.StdDev(steady, nil), 8)
	squares := 0.0
	for _, v := range steady {
		squares += math.Pow(v/stat.StdDev(steady, nil)/math.Sqrt(8), 2)
	}
	if want := formTail(z / math.Sqrt(min(1, 2*squares))); math.Abs(nothing/want-1) > 1e-9 {
		t.Errorf("p-value %v of splits that agree, want %v", nothing, want)
	}
	if p[0] != 1 || p[1] != 1 {
		t.Errorf("p-values %v and %v of splits that contradict each other, and without a direction, want 1", p[0], p[1])
	}
	if want := formTail(-z / math.Sqrt(min(1, 2*squares))); p[2] != want || p[3] <= nothing {
		t.Errorf("p-value %v where one way finds the contrary, want %v; %v with a decoy, want more than %v", p[2], want, p[3], nothing)
	}
	if told := e.standsIn(); !slices.Equal(told, []bool{false, false, false, true}) {
		t.Errorf("inputs that may stand in: %v, want the one whose decoy is found", told)
	}
}

// TestCombinationOfClusters has each row twice: its statistic is that of half as many rows,
// by Student's law.
func TestCombinationOfClusters(t *testing.T) {
	terms := []float64{1, 1, -2, -2, 3, 3, 0.5, 0.5, 2, 2, -1, -1, 1, 1, 4, 4}
	d := design.Design{}
	for i := range terms {
		d.Clusters = append(d.Clusters, int32(i/2))
	}
	rows := make([]int32, len(terms))
	for i := range rows {
		rows[i] = int32(i)
	}
	e := newEvidence(len(terms), 0, d.Clusters)
	for way := range 2 {
		e.add(way, 0, rows, newTarget(mat.NewDense(len(terms), 4, nil), slices.Repeat([]bool{true}, len(terms)), d), terms, 1)
	}
	var single []float64
	for i := 0; i < len(terms); i += 2 {
		single = append(single, terms[i])
	}
	z := stat.Mean(single, nil) / stat.StdErr(stat.StdDev(single, nil), 8)
	want := normalOf(z, 3)
	if got := e.statistic(0); math.Abs(got-want) > 1e-12 || want >= z {
		t.Errorf("statistic %v, want %v, of Student's law with 3 degrees of freedom for %v", got, want, z)
	}
}

// TestMultipliers draws tables without an effect, on which each half teaches the other a
// direction: its residuals along some columns. With weights c_ij as they are, random signs ε
// of the residuals tell the law of z̄ = Σ c_ij ε_i ε_j ⟨r_i, r_j⟩ and of T: the variance of z̄
// is bounded by 2 Σ E W_i², and formTail errs on the safe side of the law of T, in the tail
// too.
func TestMultipliers(t *testing.T) {
	const n, splits, tables, signs = 60, 4, 20, 4000
	for _, dimensions := range [][2]int{{1, 1}, {1, 3}, {3, 3}} {
		src := rng.New(7).Named("multipliers").At(dimensions[0] + 10*dimensions[1]).Source()
		variance, bound := 0.0, 0.0
		var above [2]float64 // of p-values up to 5 and 1 %
		for range tables {
			form := formOf(n, splits, dimensions, src)
			sign, image := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
			for range signs {
				for i := range n {
					sign.SetVec(i, float64(2*src.IntN(2)-1))
				}
				image.MulVec(form, sign)
				z, squares := mat.Dot(sign, image), mat.Dot(image, image)
				variance += z * z
				bound += 2 * squares
				p := formTail(z / math.Sqrt(2*squares))
				for k, level := range []float64{0.05, 0.01} {
					if p <= level {
						above[k] += 1. / tables / signs
					}
				}
			}
		}
		t.Logf("%v: variance %.3f of the bound, %.4f at 5 %%, %.4f at 1 %%", dimensions, variance/bound, above[0], above[1])
		if variance > bound || above[0] > 0.05 || above[1] > 0.01 {
			t.Errorf("%v: variance %.3f of the bound; found at 5 and 1 %%: %.4f, %.4f", dimensions, variance/bound, above[0], above[1])
		}
	}
}

// formOf returns the matrix c_ij ⟨r_i, r_j⟩ of random columns and residuals.
func formOf(n, splits int, dimensions [2]int, src *rng.Source) *mat.Dense {
	normal := func(columns int) *mat.Dense {
		m := mat.NewDense(n, columns, nil)
		m.Apply(func(int, int, float64) float64 { return src.Normal() }, m)
		return m
	}
	x, r := normal(dimensions[0]), normal(dimensions[1])
	var along, gram mat.Dense
	along.Mul(x, x.T())
	gram.Mul(r, r.T())
	form, order := mat.NewDense(n, n, nil), make([]int32, n)
	for range splits {
		src.Perm(order)
		for a, i := range order {
			for b, j := range order {
				if (a < n/2) != (b < n/2) {
					c := along.At(int(i), int(j)) / float64(2*splits)
					form.Set(int(i), int(j), form.At(int(i), int(j))+c*gram.At(int(i), int(j)))
				}
			}
		}
	}
	return form
}
