package importance

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
)

// explained returns the share of the variation of the responses explained by an out-of-bag
// prediction: mean (ℓ_∅ − ℓ) / mean ℓ_∅ over the predicted rows. The losses are
//
//	ℓ_i = ‖φ(Y_i) − μ̂(x_i)‖²,   ℓ_∅,i = ‖φ(Y_i) − mean of the others‖².
//
// It returns nil for evaluation rows without responses.
func (s *setting) explained(ctx context.Context, p prediction) (*Share, error) {
	if !s.eval.OutOfBag() || s.withoutErrors {
		return nil, nil
	}
	evaluated := s.eval.Training()
	losses, err := s.squares(ctx, func(dst []float64, i int) {
		s.add(dst, p, i, 1)
		s.addResponse(dst, evaluated[i], -1)
	})
	if err != nil {
		return nil, err
	}
	variations := s.fromMean(evaluated, p.trees)
	var gains, totals []float64
	var rows []int32
	for i, trees := range p.trees {
		if trees > 0 {
			gains, totals, rows = append(gains, variations[i]-losses[i]), append(totals, variations[i]), append(rows, int32(i))
		}
	}
	return newShare(gains, totals, s.design.Choose(rows), s.coverage), nil
}

// addResponse adds factor times φ(Y_row) to dst.
func (a *aggregator) addResponse(dst []float64, row int32, factor float64) {
	if a.gram != nil {
		dst[row] += factor
		return
	}
	linalg.AddScaled(dst, factor, a.factor.L.RawRowView(int(row)))
}

// fromMean returns ‖φ(Y_i) − mean of the others‖² over the given training rows that trees
// predict.
func (a *aggregator) fromMean(rows, trees []int32) []float64 {
	mean, total := make([]float64, a.width()), 0.0
	for i, row := range rows {
		if trees[i] > 0 {
			a.addResponse(mean, row, a.design.Weight(i))
			total += a.design.Weight(i)
		}
	}
	floats.Scale(1/total, mean)
	square, image := a.image(mean)
	distances, phi := make([]float64, len(rows)), make([]float64, a.width())
	for i, row := range rows {
		others := total / (total - a.design.Weight(i))
		clear(phi)
		a.addResponse(phi, row, 1)
		if a.gram == nil {
			floats.Sub(phi, mean)
			distances[i] = others * others * linalg.Dot(phi, phi)
			continue
		}
		distances[i] = others * others * (1 - 2*linalg.Dot(phi, image) + square)
	}
	return distances
}

// image returns the squared length of a vector, and the vector for inner products with it.
func (a *aggregator) image(v []float64) (square float64, image []float64) {
	image = v
	if a.gram != nil {
		image = make([]float64, len(v))
		a.gram.Apply(mat.NewDense(1, len(v), image), mat.NewDense(1, len(v), v))
	}
	return linalg.Dot(v, image), image
}

// newShare returns the share Σ gains / Σ totals of rows sampled by a design. Its standard
// error is by the delta method, its p-value by a one-sided t-test of mean gain at most 0.
func newShare(gains, totals []float64, d design.Design, coverage Coverage) *Share {
	n := float64(d.Units(len(gains)))
	if n < 2 {
		return nil
	}
	mean, total := d.Mean(gains), d.Mean(totals)
	s := &Share{Value: mean / total, P: 1, Total: total}
	if se := d.StandardError(gains); se > 0 {
		s.P = elementary.StudentSurvival(n-1, mean/se)
	}
	residuals := make([]float64, len(gains))
	linalg.AddScaledTo(residuals, gains, -s.Value, totals)
	s.SE = d.StandardError(residuals) / math.Abs(total)
	s.Interval = coverage.Student(n-1).Share(s.Value, s.SE)
	return s
}
