package simulate

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/par"
	"drfvi/internal/rng"
)

const (
	// redrawings is the number of draws of an input from which Oracle estimates μ⁽⁻ʲ⁾ at a row.
	redrawings = 16
	// compared is the number of other rows from which Oracle estimates the distance from μ̄.
	compared = 200
)

// HasOracle reports whether Oracle knows the law.
func (s Scenario) HasOracle() bool { return s.law != nil && s.law.redraw != nil && !s.Treatment }

// Oracle returns the importance of each input as found by somebody who knows μ and μ⁽⁻ʲ⁾, and
// averages over the rows x_i of a table alone:
//
//	Σ_i ‖μ(x_i) − μ⁽⁻ʲ⁾(x_i)‖² / Σ_i ‖μ(x_i) − μ̄‖²,   μ̄ the mean of μ over the rows.
//
// Its distance from Population is the error of sampling inputs. No estimator that averages over
// the same rows can be expected to avoid it. Squared distances from μ⁽⁻ʲ⁾(x_i) are estimated
// without bias from redrawn entries. ok reports whether the law permits this (HasOracle). The
// error is that of ctx. Oracle panics if Check refuses the inputs, or if gamma is not positive.
func (s Scenario) Oracle(
	ctx context.Context, gamma float64, x *mat.Dense, seed uint64, workers int,
) (importance []float64, ok bool, err error) {
	n, p := x.Dims()
	if err := s.Check(n, p); err != nil {
		panic("simulate: " + err.Error())
	}
	if !(gamma > 0) {
		panic(fmt.Sprintf("simulate: Oracle for gamma %v", gamma))
	}
	if !s.HasOracle() {
		return nil, false, nil
	}
	streams := rng.New(seed).Named("oracle")
	rows, redraw := make([]lostAt, n), s.law.redraw(p)
	err = par.Do(ctx, workers, n, func(_, i int) { rows[i] = s.lostAt(gamma, x, i, redraw, streams.At(i)) })
	if err != nil {
		return nil, true, err
	}
	whole := 0.0
	importance = make([]float64, p)
	for _, row := range rows {
		whole += row.whole
		for k, j := range s.law.relevant {
			importance[j] += row.inputs[k]
		}
	}
	for j := range importance {
		importance[j] /= whole
	}
	return importance, true, nil
}

// lostAt are the terms of a row.
type lostAt struct {
	// whole is ½ mean ‖μ_i − μ_k‖² over rows k that come after row i in a circle. Its mean over i
	// is that of ‖μ_i − μ̄‖².
	whole float64
	// inputs has ‖μ_i − μ⁽⁻ʲ⁾_i‖² for each relevant input.
	inputs []float64
}

func (s Scenario) lostAt(gamma float64, x *mat.Dense, i int, redraw redrawing, streams rng.Seed) lostAt {
	n, _ := x.Dims()
	var lost lostAt
	responses, row := streams.Named("responses"), x.RawRowView(i)
	distance := s.distanceFrom(gamma, row, responses)
	share := float64(n-1) / float64(n*min(compared, n-1))
	for k := range min(compared, n-1) {
		lost.whole += float64(distance(x.RawRowView((i+k+1)%n)) * share)
	}
	src := streams.Source()
	var redrawn [redrawings][]float64
	for _, j := range s.law.relevant {
		from, within := 0.0, 0.0 // ½‖·‖² in the mean over redrawn rows, and over pairs of them
		for k := range redrawn {
			redrawn[k] = slices.Clone(row)
			redraw(redrawn[k], j, src)
			from += float64(distance(redrawn[k]) / redrawings)
			distance := s.distanceFrom(gamma, redrawn[k], responses)
			for _, other := range redrawn[:k] {
				within += float64(distance(other) / (redrawings * (redrawings - 1) / 2))
			}
		}
		lost.inputs = append(lost.inputs, float64(2*from)-within)
	}
	return lost
}
