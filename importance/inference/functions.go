package inference

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
	"drfvi/internal/rank"
)

// functions are those of a group of inputs at the rows of a sample: of each number its normal
// score and a curve of its midranks; indicators of levels and of missing values. They do not depend
// on units or scales of the inputs.
type functions struct {
	values        *mat.Dense
	lines, curves []int // columns: scores and indicators; curves
	raw           []int // numbers as they are, and indicators
}

// functionsOf returns the functions of a group.
func functionsOf(s importance.Sample, group []int) functions {
	var f functions
	var columns [][]float64
	add := func(column []float64, kinds ...*[]int) {
		for _, kind := range kinds {
			*kind = append(*kind, len(columns))
		}
		columns = append(columns, column)
	}
	for _, j := range group {
		values := mat.Col(nil, j, s.X)
		coded := ridge.Columns(s, j)
		slices.SortStableFunc(coded, func(a, b ridge.Column) int { return cmp.Compare(b.Centre(), a.Centre()) })
		for k, c := range coded {
			if c.IsNumber() {
				add(standard(values), &f.raw)
				add(rank.NormalScores(values), &f.lines)
				add(legendre(values, 2)[1], &f.curves)
			} else if k < mostLevels {
				column := make([]float64, len(values))
				for i, v := range values {
					column[i] = c.Of(v)
				}
				add(column, &f.lines, &f.raw)
			}
		}
	}
	f.values = linalg.FromColumns(columns)
	return f
}

// standard returns numbers with mean 0 and variance 1, 0 for missing ones.
func standard(values []float64) []float64 {
	known := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	mean, deviation := ridge.Moments(known, design.Design{})
	scaled := make([]float64, len(values))
	for i, v := range values {
		if !math.IsNaN(v) && deviation > 0 {
			scaled[i] = (v - mean) / deviation
		}
	}
	return scaled
}

// legendre returns the Legendre polynomials of degree 1 to degrees of the midranks of numbers, of
// variance 1, and 0 for missing ones.
func legendre(values []float64, degrees int) [][]float64 {
	ranks, known := rank.Of(values), float64(rank.Known(values))
	polynomials := make([][]float64, degrees)
	for k := range polynomials {
		polynomials[k] = make([]float64, len(values))
	}
	for i, v := range values {
		if math.IsNaN(v) {
			continue
		}
		u := (ranks[i]+ranks[i]-1)/known - 1 // between −1 and 1
		last, current := 1.0, u
		for k := range polynomials {
			degree := float64(k + 1)
			polynomials[k][i] = float64(math.Sqrt(2*degree+1) * current)
			last, current = current, (float64((2*degree+1)*u*current)-float64(degree*last))/(degree+1)
		}
	}
	for _, polynomial := range polynomials {
		mean := linalg.Sum(polynomial) / known
		for i, v := range values {
			if !math.IsNaN(v) {
				polynomial[i] -= mean // which is not 0 with ties
			}
		}
	}
	return polynomials
}

// scoresOf returns the normal scores of responses, standardised; of more than components those of
// their leading components.
func scoresOf(y *mat.Dense) *mat.Dense {
	scores := mat.DenseCopyOf(ridge.Leading(y, ridge.Components))
	for k := range scores.RawMatrix().Cols {
		scores.SetCol(k, rank.NormalScores(mat.Col(nil, k, scores)))
	}
	return padded(ridge.Standardised(scores))
}

// inputsOf returns a sample of some inputs, without responses.
func inputsOf(s importance.Sample, inputs []int) importance.Sample {
	chosen := importance.Sample{X: linalg.Columns(s.X, inputs), Design: s.Design}
	if s.Levels != nil {
		for _, j := range inputs {
			chosen.Levels = append(chosen.Levels, s.Levels[j])
		}
	}
	return chosen
}

// others returns the numbers below p that are not in a group.
func others(p int, group []int) []int {
	var out []int
	for j := range p {
		if !slices.Contains(group, j) {
			out = append(out, j)
		}
	}
	return out
}

// unitColumns returns columns with mean 0 and length 1, or 0 if they are constant.
func unitColumns(m *mat.Dense) *mat.Dense {
	n, k := m.Dims()
	unit := mat.NewDense(n, k, nil)
	for c := range k {
		column := mat.Col(nil, c, m)
		floats.AddConst(-linalg.Mean(column), column)
		if length := linalg.Norm(column); length > 0 {
			floats.Scale(1/length, column)
			unit.SetCol(c, column)
		}
	}
	return unit
}
