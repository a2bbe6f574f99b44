package censored

import (
	"context"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/par"
)

// transform is the doubly robust transform of functions φ of times (Rubin and van der Laan 2007).
// Let t_i be a row's time, at most the horizon, and u_1 < … < u_K the different times. Let λᵉ and
// λᶜ be the hazards of the event and of censoring given the row's inputs. Then
//
//	F_k = λᵉ_{k+1} φ_{k+1} + (1 − λᵉ_{k+1}) F_{k+1}     E[φ | T > u_k], backwards,
//	G_k = max(G_{k−1} (1 − λᶜ_k), .05),   λ_k = 1 − G_k/G_{k−1},   G_0 = 1,
//	ψ_i = known φ(t_i)/G(t_i−) + Σ_k F_k (1{k = t_i, censored} − λ_k)/G_k.
//
// The sum is over the times at which the row is at risk of being censored. The weights of φ and of
// all F_k add up to 1 because the hazard is bounded together with G. A row that is
// censored nowhere, in a table without censoring, has ψ = φ.
//
// For the law of C the event and censoring change places. A row is at risk of the event before it
// is of being censored at the same time.
type transform struct {
	*Times
	functions *mat.Dense // K×r
	// expected are, by time, the means of the functions at this time or later; one row more.
	expected *mat.Dense
}

// newTransform prepares the transform of functions, by time.
func (t *Times) newTransform(functions *mat.Dense) *transform {
	times, width := functions.Dims()
	return &transform{t, functions, mat.NewDense(times+1, width, nil)}
}

// ofEvent adds ψ of a row to dst, for the law of T. It reports whether G was bounded.
func (t *transform) ofEvent(dst []float64, row int, h hazards) (bounded bool) {
	steps := t.place[row]
	if t.isBlocked(row) {
		steps++
	}
	return t.add(dst, row, h.event, h.censoring, steps, t.isBlocked(row), 1)
}

// ofCensoring adds ψ of a row to dst, for the law of C.
func (t *transform) ofCensoring(dst []float64, row int, h hazards) (bounded bool) {
	blocked := t.event[row] && t.place[row] < t.last()
	return t.add(dst, row, h.censoring, h.event, min(t.place[row]+1, t.last()), blocked, 0)
}

// add adds ψ of a row to dst: lawHazards are those of the law, blocking those of what hides its
// times, at the first steps times. A row that is blocked at time k counts with the mean of the
// functions from time k + next on.
func (t *transform) add(
	dst []float64, row int, lawHazards, blocking []float64, steps int, blocked bool, next int,
) (bounded bool) {
	t.expect(lawHazards)
	free := 1.0
	for k := range steps {
		after := free * (1 - blocking[k])
		if after < leastFree {
			after, bounded = leastFree, true
		}
		jump := after/free - 1
		if blocked && k == steps-1 {
			jump++
		}
		if free = after; jump != 0 {
			linalg.AddScaled(dst, jump/free, t.expected.RawRowView(k+next))
		}
	}
	if !blocked {
		linalg.AddScaled(dst, 1/free, t.functions.RawRowView(t.place[row]))
	}
	return bounded
}

// expect stores the means of the functions at each time or later, by hazards.
func (t *transform) expect(lawHazards []float64) {
	for k := t.last(); k >= 0; k-- {
		hazard, mean := lawHazards[k], t.expected.RawRowView(k)
		if k == t.last() {
			hazard = 1
		}
		clear(mean)
		linalg.AddScaled(mean, hazard, t.functions.RawRowView(k))
		if hazard < 1 {
			linalg.AddScaled(mean, 1-hazard, t.expected.RawRowView(k+1))
		}
	}
}

// law gives the hazards at a row, which hold until the worker's next call.
type law func(worker, row int) hazards

// pseudoResponses returns ψ of functions of the time of the event, n×r, and the number of rows
// whose probability of not being censored was bounded.
func (t *Times) pseudoResponses(
	ctx context.Context, functions *mat.Dense, conditional law, workers int,
) (*mat.Dense, int, error) {
	values := mat.NewDense(len(t.place), functions.RawMatrix().Cols, nil)
	bounded := make([]float64, len(t.place))
	scratch := par.Scratch(workers, func() *transform { return t.newTransform(functions) })
	err := par.Do(ctx, workers, len(t.place), func(worker, row int) {
		if scratch(worker).ofEvent(values.RawRowView(row), row, conditional(worker, row)) {
			bounded[row] = 1
		}
	})
	return values, int(floats.Sum(bounded)), err
}

// always returns the law whose hazards are the same at all rows.
func always(h hazards) law { return func(int, int) hazards { return h } }

// isConstant reports whether all rows are equal but for rounding.
func isConstant(m *mat.Dense) bool {
	for i := range m.RawMatrix().Rows {
		if floats.Distance(m.RawRowView(i), m.RawRowView(0), math.Inf(1)) > 1e-9 {
			return false
		}
	}
	return true
}
