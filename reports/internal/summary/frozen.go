package summary

import (
	"fmt"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Own is the cell that others are compared with: of frozen frequencies, with drf's own set.
func (a Ablated) Own() Cell { return a.Cells[0] }

// Others are the cells with other frozen sets, and Beside what is set beside them, such as
// fresh frequencies at every node.
func (a Ablated) Others() []Cell {
	return slices.DeleteFunc(slices.Clone(a.Cells[1:]), func(c Cell) bool { return c.Cell[results.KeyFrozenSet] == "" })
}

func (a Ablated) Beside() []Cell {
	return slices.DeleteFunc(slices.Clone(a.Cells[1:]), func(c Cell) bool { return c.Cell[results.KeyFrozenSet] != "" })
}

// SetSpread is how a measure spreads over frozen sets.
type SetSpread struct {
	Means []float64 // of the other sets, ascending
	own   stat.Stat
	// below is how many of the other sets have a smaller mean than drf's own.
	below int
	// SD is the standard deviation of the means over sets, and noise what it
	// would be if all sets were alike: the forests' own randomness, as the
	// repetitions tell that all sets share.
	SD, Noise float64
}

// SpreadOf summarises a measure; ok is false where there is nothing to.
func (a Ablated) SpreadOf(m Measure) (s SetSpread, ok bool) {
	s.own = stat.New(m.Of(a.Own()))
	var rows [][]float64
	for _, c := range a.Others() {
		values := m.Of(c)
		if len(values) == 0 {
			continue
		}
		rows = append(rows, values)
		mean := stat.New(values).Mean
		s.Means = append(s.Means, mean)
		if mean < s.own.Mean {
			s.below++
		}
	}
	if s.own.N == 0 || len(s.Means) < 2 {
		return s, false
	}
	s.SD, s.Noise = stat.New(s.Means).SD, stat.TwoWayNoise(rows)
	slices.Sort(s.Means)
	return s, true
}

// Median is that of the means of the other sets.
func (s SetSpread) Median() float64 {
	n := len(s.Means)
	return (s.Means[(n-1)/2] + s.Means[n/2]) / 2
}

// RankText is the place of drf's own set among all: "1st of 51".
func (s SetSpread) RankText() string {
	return fmt.Sprintf("%d of %d", s.below+1, len(s.Means)+1)
}

// Extreme is the probability that a set drawn like the others has as extreme a
// rank as drf's own.
func (s SetSpread) Extreme() float64 {
	n := len(s.Means) + 1
	rank := s.below + 1
	return min(1, 2*float64(min(rank, n+1-rank))/float64(n))
}

// Lead is by how much the second variable shown is ahead of the first.
func (a Ablated) Lead(rows [][]float64) stat.Stat {
	gaps := make([]float64, len(rows))
	for i, row := range rows {
		gaps[i] = row[a.Shown[1]] - row[a.Shown[0]]
	}
	return stat.New(gaps)
}
