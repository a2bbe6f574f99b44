package inference

import (
	"context"

	"drfvi/internal/par"
)

// scores are the terms of the rows for a target: importances, errors and intervals are arithmetic on
// them.
type scores struct {
	phi       *target
	explained float64   // V
	full      []float64 // by row, the terms of V; 0 for rows left out
	// kept holds, by variable, the rows' terms whose mean is what is kept of V; without those of V
	// without the variable.
	kept, without [][]float64
}

// scores returns the scores of the ensemble's target with all variables and without some of so many.
func (e *ensemble) scores(ctx context.Context, count int, variables []int, workers int) (*scores, error) {
	m := &scores{e.phi, e.full.explained, e.full.rows, make([][]float64, count), make([][]float64, count)}
	return m, par.Do(ctx, workers, len(variables), func(_, k int) {
		j := variables[k]
		_, m.kept[j], m.without[j] = e.compare(j)
	})
}

// lost returns by variable what is lost of V without it.
func (m *scores) lost() []float64 {
	lost := make([]float64, len(m.kept))
	for j, terms := range m.kept {
		lost[j] = m.explained - m.phi.average(terms)
	}
	return lost
}
