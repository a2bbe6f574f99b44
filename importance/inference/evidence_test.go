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

// TestPValues has splits that agree, that contradict each other, and directions that are not there.
func TestPValues(t *testing.T) {
	rows := []int32{0, 1, 2, 3, 4, 5, 6, 7}
	target := newTarget(mat.NewDense(8, 4, nil), slices.Repeat([]bool{true}, 8), design.Design{})
	steady := []float64{1, 2, 1, 2, 1, 2, 1, 2}
	against := []float64{-1, -2, -1, -2, -1, -2, -1, -2}
	nowhere := make([]float64, 8)
	e := newEvidence(8, 2, nil)
	e.add(0, rows, target, steady, 0.5)
	e.add(0, rows, target, steady, 0.5)
	e.add(1, rows, target, steady, 0.5)
	e.add(1, rows, target, against, 0.5)
	e.add(2, rows, target, nowhere, 1)
	z := stat.Mean(steady, nil) / stat.StdErr(stat.StdDev(steady, nil), 8)
	squares := 0.0
	for _, v := range steady {
		squares += math.Pow(v/stat.StdDev(steady, nil)/math.Sqrt(8), 2)
	}
	at := z / math.Sqrt(min(1, 2*squares))
	for k, c := range []struct {
		of        string
		got, want float64
	}{
		{"splits that agree", e.p(0), formTail(at)},
		{"splits that contradict each other", e.p(1), 1},
		{"no direction", e.p(2), 1},
	} {
		if math.Abs(c.got/c.want-1) > 1e-9 {
			t.Errorf("case %d: p-value %v of %s, want %v", k+1, c.got, c.of, c.want)
		}
	}
}

// TestTogether counts how often p-values of all kinds are at most 5 and 1 % together, of normal
// numbers that are independent, correlated, and the same.
func TestTogether(t *testing.T) {
	const draws = 200000
	src := rng.New(4).Named("together").Source()
	for _, correlation := range []float64{0, 0.5, 0.9, 1} {
		var found [2]float64
		for range draws {
			shared := src.Normal()
			var proofs []weightedP
			for _, k := range append([]testKind{{weight: directionsWeight}}, testKinds(linesWeight)...) {
				v := math.Sqrt(correlation)*shared + math.Sqrt(1-correlation)*src.Normal()
				proofs = append(proofs, weightedP{k.weight, distuv.UnitNormal.Survival(v)})
			}
			p := combine(proofs)
			for k, level := range []float64{0.05, 0.01} {
				if p <= level {
					found[k] += 1. / draws
				}
			}
		}
		t.Logf("correlation %.1f: %.4f at 5 %%, %.4f at 1 %%", correlation, found[0], found[1])
		for k, most := range []float64{0.0535, 0.0115} { // the law is that of independent p-values
			if found[k] > most {
				t.Errorf("correlation %.1f: found in %.4f, want at most %.4f", correlation, found[k], most)
			}
		}
	}
	if p := combine([]weightedP{{directionsWeight, 0.03}}); math.Abs(p-0.03) > 1e-12 {
		t.Errorf("a single p-value 0.03 becomes %v", p)
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
	e.add(0, rows, newTarget(mat.NewDense(len(terms), 4, nil), slices.Repeat([]bool{true}, len(terms)), d), terms, 1)
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
