package datasets

import (
	"fmt"
	"math"
	"slices"

	"drfvi/forest/design"
	"drfvi/internal/rank"
)

// mostCoded is the number of values up to which an input may be a code.
const mostCoded = 1000

// Codes returns a warning if two inputs are codes of the same groups of rows, as a place and its
// population: each value of one goes with a single value of the other. Inputs that number the clusters
// of the rows, nil for none, are measurements of these and no codes. Either can then have the
// importance of both. Inputs of more than mostCoded values, or of fewer than two different rows a
// value, are taken for measurements. It returns "" if no inputs are codes of each other.
func Codes(p *Problem, clusters []int32) string {
	first := map[uint64]string{} // by the groups of rows that an input makes, its name
	numbered := design.Numbered(clusters)
	different := 0
	for _, v := range p.Variables {
		groups := p.grouping(v)
		if groups == nil || slices.Equal(groups, numbered) {
			continue
		}
		hash := hashOf(len(groups), func(row int) uint64 { return uint64(groups[row]) })
		if other, ok := first[hash]; ok {
			if different == 0 {
				different = p.different()
			}
			if int(slices.Max(groups)) >= different/2 { // a measurement, of rows that are repeated
				continue
			}
			return fmt.Sprintf("%q and %q say the same in other words, a value of one for each value of the other: none is important beside the other, and either may take the importance of both; leave one out with --exclude, or join them with --group", other, v.Name)
		}
		first[hash] = v.Name
	}
	return ""
}

// different returns the number of different rows.
func (p *Problem) different() int {
	n, _ := p.X.Dims()
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = slices.Concat(p.X.RawRowView(i), p.Y.RawRowView(i))
	}
	different, _ := rank.Distinct(rows)
	return len(different)
}

// grouping numbers the distinct values of an input in the order of their first rows, and returns
// the number in each row; nil for an input that is constant or no code.
func (p *Problem) grouping(v Variable) []int32 {
	type refined struct {
		before int32
		value  uint64
	}
	n, _ := p.X.Dims()
	groups := make([]int32, n)
	count := 1
	for _, k := range v.Columns {
		of := map[refined]int32{}
		for i := range n {
			key := refined{groups[i], math.Float64bits(p.X.At(i, k) + 0)} // −0 is 0
			group, ok := of[key]
			if !ok {
				group = int32(len(of))
				of[key] = group
			}
			groups[i] = group
			if len(of) > min(n/2, mostCoded) {
				return nil
			}
		}
		count = len(of)
	}
	if count < 2 {
		return nil
	}
	return groups
}
