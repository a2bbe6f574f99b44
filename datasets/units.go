package datasets

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/format"
	"drfvi/internal/nearest"
	"drfvi/internal/rank"
)

// mostCoded is the number of values up to which an input may be a code.
const mostCoded = 1000

// coded is an input of which several rows have each value.
type coded struct {
	Variable
	numeric bool
	groups  []int32 // of rows with equal values
	count   int
}

// coded returns the inputs that may be codes of groups of rows: of at most mostCoded values, and two
// rows a value. Copies of rows do not count.
func (p *Problem) coded() []coded {
	var all []coded
	different := 0
	for _, v := range p.Variables {
		groups := p.grouping(v)
		if groups == nil {
			continue
		}
		if different == 0 {
			different = p.different()
		}
		count := int(slices.Max(groups)) + 1
		if count-1 < different/2 { // or a measurement, of rows that are repeated
			all = append(all, coded{v, len(v.Columns) == 1 && !p.isCategory(v.Columns[0]), groups, count})
		}
	}
	return all
}

// isCategory reports whether a column of X is of an input that is categories.
func (p *Problem) isCategory(column int) bool {
	return slices.ContainsFunc(p.Inputs, func(e Input) bool {
		return e.First <= column && column < e.First+e.Width && (e.Kind.Categories() || e.Kind == Logical)
	})
}

// Units warns of what groups of rows share: of several numeric inputs that take the same few
// combinations of values in the same rows, which tell units such as sites apart, and of two inputs
// that are codes of the same groups otherwise, as a place and its population: either can have the
// importance of both. Clusters, if not nil, are the groups that are kept together already; columns
// that are left out are proposed as such where they may number the units. It returns "" for nothing.
func Units(p *Problem, clusters []int32, leftOut []string) string {
	inputs := p.coded()
	inUnits := map[string]bool{} // inputs that tell the units, or the clusters
	if clusters != nil {
		for _, in := range inputs {
			if constantIn(in.groups, design.Numbered(clusters)) {
				inUnits[in.Name] = true
			}
		}
	} else if members, units := sameUnits(p, inputs); members != nil {
		return unitsWarning(p, inputs, members, units, leftOut)
	}
	first := map[uint64]coded{}
	for _, in := range inputs {
		hash := hashOf(len(in.groups), func(row int) uint64 { return uint64(in.groups[row]) })
		if other, ok := first[hash]; ok && !(inUnits[in.Name] && inUnits[other.Name]) {
			return fmt.Sprintf("%q and %q say the same in other words, a value of one for each value of the other: none is important beside the other, and either may take the importance of both; leave one out with --exclude, or join them with --group", other.Name, in.Name)
		}
		first[hash] = in
	}
	return ""
}

// sameUnits returns numeric inputs that tell the same units, at least leastRepeated of them: together
// they have hardly more combinations of values than the finest of them has values, and each has at
// least half as many; nil if there are none. Inputs that rise or fall with each other are one in other words,
// such as a length in two units.
func sameUnits(p *Problem, inputs []coded) (members []string, units []int32) {
	fine := slices.DeleteFunc(slices.Clone(inputs), func(in coded) bool { return !in.numeric || in.count < leastRepeated })
	slices.SortStableFunc(fine, func(a, b coded) int { return b.count - a.count })
	for a, in := range fine {
		members, units = []string{in.Name}, in.groups
		count := in.count
		for b, other := range fine {
			if b == a || 2*other.count < in.count || other.count > in.count || together(p, in, other) {
				continue
			}
			if joint, n := joinedUpTo(units, other.groups, count+count/20); joint != nil {
				members, units, count = append(members, other.Name), joint, n
			}
		}
		if len(members) > 1 && 2*count <= len(units) {
			places := placesOf(nearest.Words(inputs, func(in coded) string { return in.Name }))
			slices.SortFunc(members, func(a, b string) int { return places[a] - places[b] })
			return members, units
		}
	}
	return nil, nil
}

// together reports whether one numeric input never falls, or never rises, where the other rises.
func together(p *Problem, a, b coded) bool {
	x, y := mat.Col(nil, a.Columns[0], p.X), mat.Col(nil, b.Columns[0], p.X)
	order := rank.Ascending(x)
	rises, falls := true, true
	for k, row := range order[1:] {
		before := order[k]
		if x[row] == x[before] {
			continue
		}
		rises, falls = rises && y[row] >= y[before], falls && y[row] <= y[before]
	}
	return rises || falls
}

// joinedUpTo numbers the combinations of two groupings; nil if there are more than so many.
func joinedUpTo(a, b []int32, most int) (joint []int32, count int) {
	index := map[[2]int32]int32{}
	joint = make([]int32, len(a))
	for i := range a {
		pair := [2]int32{a[i], b[i]}
		code, known := index[pair]
		if !known {
			if len(index) == most {
				return nil, 0
			}
			code = int32(len(index))
			index[pair] = code
		}
		joint[i] = code
	}
	return joint, len(index)
}

// unitsWarning names the inputs that tell units, and what keeps their rows together.
func unitsWarning(p *Problem, inputs []coded, members []string, units []int32, leftOut []string) string {
	keep := "--cluster with a column that numbers them"
	if len(leftOut) > 0 {
		keep = fmt.Sprintf("--cluster %s, if that numbers them,", argument(leftOut[0]))
	}
	for _, in := range inputs { // or one of the inputs that does
		if !in.numeric && len(in.Columns) > 0 && slices.Max(joined(in.groups, units)) == slices.Max(units) && in.count == int(slices.Max(units))+1 {
			keep = "--cluster " + argument(in.Name)
		}
	}
	n, _ := p.X.Dims()
	return fmt.Sprintf("%s take the same %d combinations of values in %d rows: they belong to units, such as sites, rather than to rows; if rows of a unit depend on each other, p-values and intervals are too small; %s keeps them together",
		format.Enumerated(nearest.Words(members, func(name string) string { return fmt.Sprintf("%q", name) })), slices.Max(units)+1, n, keep)
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
