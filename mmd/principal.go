package mmd

import (
	"context"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/par"
)

// SampledRows is the largest number of responses from which Principal finds components,
// Landmarks the largest number of pivots that span them, and turns the number of its
// iterations.
const (
	SampledRows = medianRows
	Landmarks   = 512
	turns       = 10
)

// Principal returns the coordinates of k(Y_i,·) along the first principal components of
// the kernel: as many as bring the mean residual diagonal below tolerance, at most maxRank.
// No other subspace of that dimension holds more of the kernel; the span of as many pivots
// (Cholesky) holds far less where there are many responses. The components are
// those of 5000 random rows within the span of their first pivots (Nyström's method;
// Williams and Seeger 2001); other rows get coordinates from their kernel with the pivots.
// Work is at most O(n·512·r), memory O(n·r).
func Principal(ctx context.Context, y *mat.Dense, k Kernel, tolerance float64, maxRank, workers int) (Factor, error) {
	if k.Variation(y) < LeastVariation {
		f, _ := Cholesky(y, k, tolerance, maxRank) // tells entries near 1 apart
		return f, ctx.Err()
	}
	n, d := y.Dims()
	sample := mat.NewDense(min(n, SampledRows), d, nil)
	for i, row := range medianSample(y, medianRows) {
		sample.SetRow(i, row)
	}
	f, pivots, _ := cholesky(sample, k, tolerance/2, Landmarks)
	span := len(pivots)
	rank := min(span, maxRank)
	components := leading(f.L.Slice(0, len(sample.RawMatrix().Data)/d, 0, span).(*mat.Dense), f.Residual, tolerance, rank)
	// With P the pivots' rows of the factor, a response with kernel values κ has the
	// coordinates P⁻¹κ in the factor, and components·P⁻¹κ along the components.
	rank, _ = components.Dims()
	for c := range rank {
		row := components.RawRowView(c)
		for j := span - 1; j >= 0; j-- {
			pivot := f.L.RawRowView(pivots[j])
			row[j] /= pivot[j]
			linalg.AddScaled(row[:j], -row[j], pivot[:j])
		}
	}
	l := mat.NewDense(n, max((rank+3)&^3, 4), nil)
	maps := mat.NewDense(span, l.RawMatrix().Cols, nil)
	maps.Slice(0, span, 0, rank).(*mat.Dense).Copy(components.T())
	residuals := make([]float64, n)
	const piece = 512
	err := par.Do(ctx, workers, (n+piece-1)/piece, func(_, block int) {
		from, to := block*piece, min((block+1)*piece, n)
		values := mat.NewDense(to-from, span, nil)
		for i := from; i < to; i++ {
			row := values.RawRowView(i - from)
			for j, pivot := range pivots {
				row[j] = k.At(y.RawRowView(i), sample.RawRowView(pivot))
			}
		}
		linalg.Multiply(l.Slice(from, to, 0, l.RawMatrix().Cols).(*mat.Dense), values, maps)
		for i := from; i < to; i++ {
			residuals[i] = max(0, 1-linalg.Dot(l.RawRowView(i), l.RawRowView(i)))
		}
	})
	return Factor{L: l, Residual: linalg.Mean(residuals)}, err
}

// leading returns orthonormal rows that approximately span the first principal components
// of the rows of l, largest first: at most rank, and as many as bring the mean square
// left of the rows, plus residual, below tolerance. It is orthogonal iteration from the
// first axes; only the subspace matters, and only the share that it holds.
func leading(l *mat.Dense, residual, tolerance float64, rank int) *mat.Dense {
	n, span := l.Dims()
	gram := linalg.Times(mat.DenseCopyOf(l.T()), l)
	gram.Scale(1/float64(n), gram)
	q, turned := mat.NewDense(rank, span, nil), mat.NewDense(rank, span, nil)
	for c := range rank {
		q.Set(c, c, 1)
	}
	for range turns {
		linalg.Multiply(turned, q, gram)
		orthonormalise(turned)
		q, turned = turned, q
	}
	for j := range span {
		residual += gram.At(j, j)
	}
	linalg.Multiply(turned, q, gram)
	for c := range rank {
		if residual <= tolerance && c > 0 {
			return mat.DenseCopyOf(q.Slice(0, c, 0, span))
		}
		residual -= linalg.Dot(q.RawRowView(c), turned.RawRowView(c))
	}
	return q
}

// orthonormalise makes the rows orthonormal in their order by Gram-Schmidt, applied twice;
// rows in the span of earlier ones become 0.
func orthonormalise(q *mat.Dense) {
	rows, _ := q.Dims()
	for c := range rows {
		row := q.RawRowView(c)
		for range 2 {
			before := linalg.Dot(row, row)
			for e := range c {
				other := q.RawRowView(e)
				linalg.AddScaled(row, -linalg.Dot(row, other), other)
			}
			scale := 0.0
			if after := linalg.Dot(row, row); after > 1e-24*before {
				scale = 1 / math.Sqrt(after)
			}
			for j := range row {
				row[j] *= scale
			}
		}
	}
}
