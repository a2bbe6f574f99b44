package importance

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
	"drfvi/mmd"
)

// Alone is the marginal association of an input with the responses, regardless of the others.
type Alone struct {
	Share float64 // of all variation of the responses, not of what is explained, that it explains; see Marginal
	P     float64 // of independence between the responses and the input
	// Adjusted is P adjusted for all inputs, as whoever asks for it has it; Marginal leaves it 0.
	Adjusted float64
}

// Largest numbers in the test: functions of a numeric column, levels with a function each,
// functions of an input of several columns, coordinates of the responses, and rows.
const (
	aloneFunctions   = 5
	aloneLevels      = 12
	mostFunctions    = 24
	aloneCoordinates = 16
	aloneTolerance   = 1e-3
	aloneRows        = 20000
)

// Marginal tests each input of a task by itself, without forests. Let b_1, b_2, … be functions
// of the input, centred and orthonormal over the rows: smooth functions of ranks, indicators
// of levels and of missing values. Let φ be the leading coordinates of the responses, centred,
// and λ_k = 1/k for the k-th smooth function, 1 for the others. The statistic T is a
// Hilbert-Schmidt independence criterion (Gretton et al. 2008):
//
//	T = Σ_k λ_k ‖c_k‖²,   c_k = mean_i b_k(x_i) φ_i.
//
// Under independence n·T
// has the law of Σ λ_k μ_l χ²_kl, μ the eigenvalues of Cov φ. P comes from a scaled and
// shifted χ² with the same first three moments (Liu, Tang and Zhang 2009), its tail from the
// cube root (Wilson and Hilferty 1931). With clusters or weights the moments are those of the
// covariance of the rows' terms, summed over clusters.
//
// The share is, of K functions,
//
//	max(0, Σ_k ‖c_k‖² − K tr Cov φ / (n−1)) / V,   V = 1 − mean_ij k(y_i, y_j),
//
// at most 1: R² of the regression of the responses' coordinates on the functions, less its mean
// under independence. V is all the variation of the responses' distribution, of which the explained
// share is a share too. With clusters or weights the mean under independence is the trace of that
// covariance.
//
// It uses at most 20 000 rows, drawn by the task's seed, and takes little time beside forests.
// See TestMarginal for its size and power.
func Marginal(ctx context.Context, task Task) ([]Alone, error) {
	if err := task.Prepare("importance"); err != nil {
		return nil, err
	}
	sample, groups := task.Sample().Draw(aloneRows, task.Seed), task.Variables()
	r := responses{sample: sample, phi: mmd.LinearFactor(sample.Y).L, means: true}
	residual := 0.0
	if task.Kernel != mmd.Linear {
		kernel, err := task.ResolveKernel()
		if err != nil {
			return nil, err
		}
		factor, _ := mmd.Cholesky(sample.Y, kernel, aloneTolerance, aloneCoordinates)
		r.phi, r.means, residual = factor.L, false, factor.Residual
	}
	r.centre(residual)
	results := make([]Alone, len(groups))
	err := par.Do(ctx, task.Workers, len(groups), func(_, j int) { results[j] = r.test(sample.functions(groups[j])) })
	return results, err
}

// responses are a sample's responses in coordinates φ of weighted mean 0.
type responses struct {
	sample    Sample
	phi       *mat.Dense
	columns   [][]float64 // of phi, times the rows' shares of the weights
	cov       [3]float64  // of Cov φ
	variation float64     // of all coordinates, including the factor's remainder
	means     bool        // whose means alone are compared: spreads may differ
}

// centre centres the coordinates and computes their covariance.
func (r *responses) centre(residual float64) {
	n, width := r.phi.Dims()
	d := r.sample.Design
	total := d.Total(n)
	r.phi = mat.DenseCopyOf(r.phi)
	for k := range width {
		column := mat.Col(nil, k, r.phi)
		floats.AddConst(-d.Mean(column), column)
		r.phi.SetCol(k, column)
		for i := range column {
			column[i] *= d.Weight(i) / total
		}
		r.columns = append(r.columns, column)
	}
	cov := mat.NewDense(width, width, nil)
	for i := range n {
		v := r.phi.RawRowView(i)
		for k, factor := range v {
			linalg.AddScaled(cov.RawRowView(k), d.Weight(i)*factor/total, v)
		}
	}
	r.cov = linalg.Traces(cov)
	r.variation = r.cov[0] + residual
}

// function is a function of an input at the rows, with the weight of its square in the test.
type function struct {
	values []float64
	weight float64
}

// test tests orthonormal functions of an input.
func (r *responses) test(functions []function) Alone {
	n, width := r.phi.Dims()
	d := r.sample.Design
	if len(functions) == 0 || !(r.cov[0] > 0) {
		return Alone{P: 1}
	}
	statistic, share, rows := 0.0, 0.0, float64(n-1)
	covariances := make([][]float64, len(functions))
	for k, f := range functions {
		covariances[k] = make([]float64, width)
		for l, column := range r.columns {
			covariances[k][l] = linalg.Dot(f.values, column)
		}
		square := linalg.Dot(covariances[k], covariances[k])
		statistic += float64(f.weight * square)
		share += square
	}
	var moments [3]float64
	if d.Clusters == nil && d.Weights == nil && !r.means {
		power := 1.0
		for m := range moments {
			power /= rows
			for _, f := range functions {
				moments[m] += float64(power * r.cov[m] * elementary.Pow(f.weight, float64(m+1)))
			}
		}
		share -= float64(len(functions)) * r.cov[0] / rows
	} else {
		var noise float64
		moments, noise = r.sandwich(functions, covariances)
		share -= noise
	}
	return Alone{Share: min(max(share/r.variation, 0), 1), P: elementary.QuadraticTail(statistic, moments)}
}

// sandwich returns the traces of the covariance of the terms √λ_k b_k(x_i) φ_i, summed over
// clusters, and the trace of the covariance without λ.
func (r *responses) sandwich(functions []function, covariances [][]float64) (moments [3]float64, noise float64) {
	n, width := r.phi.Dims()
	d := r.sample.Design
	units, total := d.Units(n), d.Total(n)
	sums := mat.NewDense(units, len(functions)*width, nil)
	for i := range n {
		unit, share := i, d.Weight(i)/total
		if d.Clusters != nil {
			unit = int(d.Clusters[i])
		}
		for k, f := range functions {
			to := sums.RawRowView(unit)[k*width : (k+1)*width]
			linalg.AddScaled(to, share*f.values[i], r.phi.RawRowView(i))
			linalg.AddScaled(to, -share, covariances[k])
		}
	}
	cov := mat.NewDense(len(functions)*width, len(functions)*width, nil)
	finite := float64(units) / float64(max(units-1, 1))
	for unit := range units {
		v := sums.RawRowView(unit)
		for row, value := range v {
			linalg.AddScaled(cov.RawRowView(row), finite*value, v)
		}
	}
	for row := range len(functions) * width {
		noise += cov.At(row, row)
		for other := range len(functions) * width {
			cov.Set(row, other, cov.At(row, other)*math.Sqrt(functions[row/width].weight*functions[other/width].weight))
		}
	}
	return linalg.Traces(cov), noise
}

// functions returns orthonormal functions of columns, largest weights first.
func (s Sample) functions(columns []int) []function {
	var raw []function
	for _, j := range columns {
		raw = append(raw, s.column(j)...)
	}
	slices.SortStableFunc(raw, func(a, b function) int { return cmp.Compare(b.weight, a.weight) })
	var chosen []function
	d := s.Design
	total := d.Total(s.Rows())
	product := func(a, b []float64) float64 {
		if d.Weights == nil {
			return linalg.Dot(a, b) / total
		}
		sum := 0.0
		for i, v := range a {
			sum += float64(float64(d.Weight(i)*v) * b[i])
		}
		return sum / total
	}
	for _, f := range raw {
		if len(chosen) == mostFunctions {
			break
		}
		floats.AddConst(-d.Mean(f.values), f.values)
		before := product(f.values, f.values)
		for range 2 { // the second time for the rounding errors of the first
			for _, other := range chosen {
				linalg.AddScaled(f.values, -product(f.values, other.values), other.values)
			}
		}
		const negligible = 1e-6 // the remainder of a function of the others
		square := product(f.values, f.values)
		if square <= negligible*max(before, negligible) {
			continue
		}
		for i := range f.values {
			f.values[i] /= math.Sqrt(square)
		}
		chosen = append(chosen, f)
	}
	return chosen
}

// column returns functions of a column: cosines of the ranks of numbers, with missing values
// in the middle, and indicators of levels, most frequent first, and of missing values.
func (s Sample) column(j int) []function {
	values := mat.Col(nil, j, s.X)
	indicator := func(condition func(v float64) bool) function { return function{linalg.Indicator(values, condition), 1} }
	var list []function
	if slices.ContainsFunc(values, math.IsNaN) {
		list = append(list, indicator(math.IsNaN))
	}
	if s.Levels != nil && s.Levels[j] > 0 {
		counts := make([]float64, s.Levels[j])
		for _, v := range values {
			if !math.IsNaN(v) {
				counts[int(v)]++
			}
		}
		for _, level := range rank.Descending(counts)[:min(len(counts), aloneLevels)] {
			list = append(list, indicator(func(v float64) bool { return v == float64(level) }))
		}
		return list
	}
	places, known := rank.Of(values), float64(rank.Known(values))
	for i, v := range values {
		if math.IsNaN(v) {
			places[i] = 0.5
		} else {
			places[i] = (places[i] - 0.5) / known
		}
	}
	last, before := make([]float64, len(values)), slices.Repeat([]float64{1}, len(values))
	for i, place := range places {
		_, last[i] = elementary.Sincos(math.Pi * place)
	}
	first := last
	for k := 1; k <= aloneFunctions; k++ {
		list = append(list, function{slices.Clone(last), 1 / float64(k)})
		next := make([]float64, len(values))
		for i := range next { // cos (k+1)θ = 2 cos θ cos kθ − cos (k−1)θ
			next[i] = float64(2*first[i]*last[i]) - before[i]
		}
		last, before = next, last
	}
	return list
}
