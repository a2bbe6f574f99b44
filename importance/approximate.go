package importance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// amount is a sum of squared lengths over the evaluation rows, with terms that bound its
// distance from the exact sum.
type amount struct {
	sum float64
	// rows are the terms of the evaluation rows; nil where neither known nor needed.
	rows []float64
	// parts are the terms of the aggregator's parts, of which exact ways have one.
	parts []float64
}

// minus returns factor·(a − b).
func (a amount) minus(b amount, factor float64) amount {
	difference := amount{factor * (a.sum - b.sum), slices.Clone(a.rows), slices.Clone(a.parts)}
	for _, pair := range [2][2][]float64{{difference.rows, b.rows}, {difference.parts, b.parts}} {
		floats.Sub(pair[0], pair[1])
		floats.Scale(factor, pair[0])
	}
	return difference
}

// add adds the sum of a part's terms at the evaluation rows from first.
func (a *amount) add(part int, sum float64) {
	a.sum += sum
	a.parts[part] += sum
}

// addRows adds the terms of rows from first on, where they are kept.
func (a *amount) addRows(first int, terms []float64) {
	if a.rows != nil {
		floats.Add(a.rows[first:first+len(terms)], terms)
	}
}

// zeros returns zero amounts with the necessary terms.
func (s *setting) zeros(count int) []amount {
	amounts := make([]amount, count)
	for k := range amounts {
		amounts[k].parts = make([]float64, max(len(s.parts), 1))
		if s.subsampled() {
			amounts[k].rows = make([]float64, s.eval.Rows())
		}
	}
	return amounts
}

// amount returns the weighted sum of the squared lengths of the vectors that fill stores in
// zeroed space.
func (a *aggregator) amount(ctx context.Context, fill func(dst []float64, i int)) (amount, error) {
	parts := make([]float64, max(len(a.parts), 1))
	squares, err := a.partSquares(ctx, len(parts), fill)
	rows := make([]float64, a.eval.Rows())
	for i := range rows {
		row := squares[i*len(parts) : (i+1)*len(parts)]
		floats.Scale(a.design.Weight(i), row)
		rows[i] = linalg.Sum(row)
		floats.Add(parts, row)
	}
	return amount{linalg.Sum(rows), rows, parts}, err
}

// fourierParts is the number of parts of the random features. The parts are independent
// and identically distributed. The spread of results by single parts therefore estimates the
// error of the total, with an error of its own of 18 %.
const fourierParts = 16

// FourierFactor returns at least the given number of random Fourier features of the rows of
// y as a factor, and its name. The task's seed determines them.
func (t Task) FourierFactor(y *mat.Dense, kernel mmd.Kernel, features int) (mmd.Factor, string) {
	return fourierFactor(y, kernel, features, rng.New(t.Seed).Named("fourier"))
}

// fourierFactor is FourierFactor with a given seed.
func fourierFactor(y *mat.Dense, kernel mmd.Kernel, features int, seed rng.Seed) (mmd.Factor, string) {
	// The columns of a part, two per feature, are a multiple of four.
	const multiple = 2 * fourierParts
	features = (features + multiple - 1) / multiple * multiple
	return mmd.Factor{
		L: mmd.Fourier(y, kernel, features, uint64(seed)),
	}, fmt.Sprintf("%d random Fourier features", features)
}

// useFourier makes the aggregator approximate the kernel by the named random features.
func (a *aggregator) useFourier(features mmd.Factor, name string) {
	a.factor, a.name = features, name
	n, width := a.factor.L.Dims()
	part := width / fourierParts
	for g := range fourierParts {
		a.parts = append(a.parts, a.factor.L.Slice(0, n, g*part, (g+1)*part).(*mat.Dense))
	}
}

// subsampled reports whether some rows are not evaluated.
func (s *setting) subsampled() bool { return s.eval.Rows() < s.sampledFrom }

// approximate reports whether results differ from exact sums over all rows.
func (s *setting) approximate() bool { return s.subsampled() || s.parts != nil }

// note adds to the result the errors of the numerators' shares in V against exact sums over
// all rows. numerators may be nil if they are exact.
func (s *setting) note(r *Result, numerators []amount, v amount) {
	if !s.approximate() {
		return
	}
	for _, a := range numerators {
		r.AggregationSE = append(r.AggregationSE, s.standardError(a, v))
	}
	if s.subsampled() {
		r.Aggregation += fmt.Sprintf(", %d of %d rows", s.eval.Rows(), s.sampledFrom)
	}
	r.Aggregation += fmt.Sprintf(", standard error at most %.2g", slices.Max(r.AggregationSE))
}

// standardError returns the standard error of a/v as an estimate of the exact share over
// all rows, with the finite population correction: rows are drawn without replacement.
func (s *setting) standardError(a, v amount) float64 {
	variance := 0.0
	if s.subsampled() {
		// The terms are weighted already.
		clusters := design.Design{Clusters: s.design.Clusters}
		variance = shareVariance(
			clusters.Sums(a.rows), clusters.Sums(v.rows),
		) * (1 - float64(s.eval.Rows())/float64(s.sampledFrom))
	}
	if s.parts != nil {
		variance += shareVariance(a.parts, v.parts)
	}
	return math.Sqrt(variance)
}

// shareVariance estimates the variance of Σa/Σv, for k independent and identically
// distributed pairs (a, v), by the delta method:
//
//	k/(k−1) Σ (a − R·v)² / (Σv)²,  R = Σa/Σv.
func shareVariance(a, v []float64) float64 {
	k, total := float64(len(a)), linalg.Sum(v)
	share, sum := linalg.Sum(a)/total, 0.0
	for i := range a {
		residual := a[i] - float64(share*v[i])
		sum += float64(residual * residual)
	}
	return k / (k - 1) * sum / (total * total)
}
