package library

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// ColumnSummary describes the values of a column.
type ColumnSummary struct {
	Name     string  `json:"name"`
	Role     string  `json:"role"` // "input" or "response"
	Min      float64 `json:"min"`
	Mean     float64 `json:"mean"`
	Max      float64 `json:"max"`
	Distinct int     `json:"distinct"` // number of different values
}

// Summary describes the columns of a data set, inputs first.
func (d *Dataset) Summary() []ColumnSummary {
	return append(summarise(d.X, d.XNames, "input"), summarise(d.Y, d.YNames, "response")...)
}

func summarise(m *mat.Dense, names []string, role string) []ColumnSummary {
	n, _ := m.Dims()
	all := make([]ColumnSummary, len(names))
	for j, name := range names {
		s := ColumnSummary{Name: name, Role: role, Min: math.Inf(1), Max: math.Inf(-1)}
		distinct := map[float64]bool{}
		for i := range n {
			v := m.At(i, j)
			s.Min, s.Max = min(s.Min, v), max(s.Max, v)
			s.Mean += v / float64(n)
			distinct[v] = true
		}
		s.Distinct = len(distinct)
		all[j] = s
	}
	return all
}
