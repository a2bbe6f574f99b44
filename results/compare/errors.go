package compare

import (
	"math"
	"path"
	"slices"

	"drfvi/results"
)

// errorsOf are the values that hold the standard errors of others; the first present is used.
var errorsOf = map[results.ValueName][]results.ValueName{
	results.ValueRaw:        {results.ValueDataSE, results.ValueSE},
	results.ValuePopulation: {results.ValuePopulationSE},
}

// inStandardErrors adds the differences of values in standard errors. Pairs of a cell are
// repetitions.
func (e *Experiment) inStandardErrors(pairs []pair) {
	cells := make(map[string][]pair)
	for _, p := range pairs {
		cell := path.Dir(p.a.ID)
		cells[cell] = append(cells[cell], p)
	}
	for i := range e.Values {
		v := &e.Values[i]
		if v.Furthest == nil || v.Of == string(results.ValueEliminated) {
			continue // an index is not a quantity
		}
		for _, cell := range cells {
			if z := standardErrors(cell, results.ValueName(v.Of)); !math.IsNaN(z) && (v.StandardErrors == nil || z > *v.StandardErrors) {
				v.StandardErrors = &z
			}
		}
	}
}

// standardErrors is the largest difference of a value between the repetitions of one cell, over
// its entries; NaN if no differing entry has a standard error.
func standardErrors(cell []pair, name results.ValueName) float64 {
	size := len(cell[0].a.Values[name])
	for _, p := range cell {
		if len(p.a.Values[name]) != size || len(p.b.Values[name]) != size {
			return math.NaN()
		}
	}
	largest := math.NaN()
	for i := range size {
		a, b, apart := make([]float64, len(cell)), make([]float64, len(cell)), 0.0
		for r, p := range cell {
			a[r], b[r] = p.a.Values[name][i], p.b.Values[name][i]
			apart += (a[r] - b[r]) / float64(len(cell)) // a difference of means would be rounded
		}
		if slices.Equal(a, b) {
			continue
		}
		varianceA, varianceB := ofMean(a), ofMean(b)
		if len(cell) == 1 {
			varianceA, varianceB = recorded(cell[0].a, name, i), recorded(cell[0].b, name, i)
		}
		if variance := varianceA + varianceB; variance > 0 {
			if z := math.Abs(apart) / math.Sqrt(variance); math.IsNaN(largest) || z > largest {
				largest = z
			}
		}
	}
	return largest
}

// ofMean returns the squared standard error of the mean, NaN for one number.
func ofMean(x []float64) float64 {
	n, mean, sum := float64(len(x)), 0.0, 0.0
	for _, v := range x {
		mean += v / n
	}
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	return sum / (n - 1) / n
}

// recorded is the squared standard error of a value's entry in its record, NaN without one.
func recorded(r results.Record, name results.ValueName, i int) float64 {
	for _, of := range errorsOf[name] {
		if se, ok := r.Values[of]; ok {
			return se[i] * se[i]
		}
	}
	return math.NaN()
}
