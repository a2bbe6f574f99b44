package summary

import (
	"fmt"
	"slices"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// FrozenSets is an ablation of frozen frequencies: drf's own set, other sets,
// and what is set beside them.
type FrozenSets struct {
	Ablated        // of drf's own set and the last variant
	Own     Cell   // the first cell
	Others  []Cell // with other sets
	Beside  []Cell // such as fresh frequencies at every node
}

// FrozenSets puts the cells of an ablation of frozen frequencies together by
// data set.
func (s Summary) FrozenSets() []FrozenSets {
	var all []FrozenSets
	for _, a := range s.AblatedSets() {
		f := FrozenSets{Ablated: a, Own: a.Cells[0]}
		for _, c := range a.Cells[1:] {
			if c.Cell[results.KeyFrozenSet] != "" {
				f.Others = append(f.Others, c)
			} else {
				f.Beside = append(f.Beside, c)
			}
		}
		all = append(all, f)
	}
	return all
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
func (f FrozenSets) SpreadOf(m Measure) (s SetSpread, ok bool) {
	s.own = stat.New(m.Of(f.Own))
	var rows [][]float64
	for _, c := range f.Others {
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
func (f FrozenSets) Lead(rows [][]float64) stat.Stat {
	gaps := make([]float64, len(rows))
	for i, row := range rows {
		gaps[i] = row[f.Shown[1]] - row[f.Shown[0]]
	}
	return stat.New(gaps)
}
