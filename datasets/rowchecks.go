package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/elementary"
	"drfvi/internal/format"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
	"drfvi/internal/rank"
)

// Limits of what is taken for rows that belong together.
const (
	// leastOrdered is the number of rows below which nothing is said of them, mostOrdered that of the
	// first rows looked at.
	leastOrdered, mostOrdered = 30, 10_000
	// mostCoded is the number of values up to which an input may be a code of units.
	mostCoded = 1000
	// leastUnits is the number of units (clusters need as many), and leastMeasured that of measurements of
	// each in the mean, from which on units are told from groups.
	leastUnits, leastMeasured = 8, 3
	// unitsLevel and calendarLevel are the levels of the tests that rows of a unit, and those of a
	// calendar, do not depend on each other; the latter seldom do not.
	unitsLevel, calendarLevel = 1e-4, 0.005
)

// Dependent returns a warning of rows that do not look independent, nil if they do, with the option that
// keeps the dependent ones together:
//
//   - units: numeric inputs that take the same few combinations of values in the same rows, as those
//     of sites do;
//   - measurements of the same units, one after the other: an input that rises in the rows of each unit,
//     and responses that are like those before;
//   - a calendar: inputs that are times by their names and rise from row to row, and responses like those
//     of the row before.
//
// Inputs like these hide the dependence from residuals. Columns of the table that are left out are named
// where one of them may number the units.
func Dependent(p *Problem, leftOut []string) error {
	n, width := p.X.Dims()
	r := rowCheck{Problem: p, leftOut: leftOut, n: min(n, mostOrdered)}
	r.x, r.y = p.X.Slice(0, r.n, 0, width).(*mat.Dense), p.Y.Slice(0, r.n, 0, len(p.YNames)).(*mat.Dense)
	for _, e := range p.Inputs {
		if c := r.coded(e); c.groups != nil {
			r.inputs = append(r.inputs, c)
		}
	}
	said := r.units()
	if said == nil && n >= leastOrdered {
		said = cmp.Or(r.repeated(), r.calendar())
	}
	return said
}

// rowCheck looks at the first n rows of a problem.
type rowCheck struct {
	*Problem
	leftOut []string
	n       int
	x, y    *mat.Dense
	inputs  []coded
}

// coded is an input of which several rows have each value.
type coded struct {
	name    string
	numbers []float64 // nil for categories
	groups  []int32   // of rows with equal values, numbered from 0
	count   int
}

// numbersOf returns the values of an input, nil if it is categories or truth values.
func (r rowCheck) numbersOf(e Input) []float64 {
	if e.Width != 1 || e.Kind.Categories() || e.Kind == Logical {
		return nil
	}
	return mat.Col(nil, e.First, r.x)
}

// coded returns an input, without groups if it is constant or has too many values.
func (r rowCheck) coded(e Input) coded {
	c := coded{name: e.Name, numbers: r.numbersOf(e), groups: make([]int32, r.n), count: 1}
	most := min(r.n/2, mostCoded)
	for k := e.First; k < e.First+e.Width && c.groups != nil; k++ {
		bits := make([]int64, r.n)
		for i := range bits {
			bits[i] = int64(math.Float64bits(r.x.At(i, k) + 0)) // −0 is 0
		}
		if values := numbered(bits, most); values != nil {
			c.groups, c.count = joined(c.groups, values, most)
		} else {
			c.groups, c.count = nil, 0
		}
	}
	if c.count < 2 {
		c.groups = nil
	}
	return c
}

// joined numbers the combinations of two groupings; nil if there are more than so many.
func joined(a, b []int32, most int) (joint []int32, count int) {
	pairs := make([][2]int32, len(a))
	for i := range pairs {
		pairs[i] = [2]int32{a[i], b[i]}
	}
	if joint = numbered(pairs, most); joint == nil {
		return nil, 0
	}
	return joint, int(slices.Max(joint)) + 1
}

// numbered is design.Numbered; nil if there are more than so many values, as soon as that shows: of numbers as
// measured all rows are different.
func numbered[T comparable](values []T, most int) []int32 {
	seen := map[T]bool{}
	for _, v := range values {
		if seen[v] = true; len(seen) > most {
			return nil
		}
	}
	return design.Numbered(values)
}

// constantIn reports whether an input has one value in each of so many units.
func constantIn(groups, units []int32, count int) bool {
	joint, _ := joined(groups, units, count)
	return joint != nil
}

// units warns of numeric inputs that tell the same units, at least leastUnits of them: together they have
// hardly more combinations of values than the finest of them has values, and each has at least half as
// many. Copies of rows do not count, nor do inputs that rise or fall with each other, as a length in two units.
func (r rowCheck) units() error {
	fine := slices.DeleteFunc(slices.Clone(r.inputs), func(in coded) bool { return in.numbers == nil || in.count < leastUnits })
	if len(fine) < 2 {
		return nil
	}
	different := r.different()
	fine = slices.DeleteFunc(fine, func(in coded) bool { return in.count-1 >= different/2 })
	slices.SortStableFunc(fine, func(a, b coded) int { return b.count - a.count })
	for a, in := range fine {
		members, units, count := map[string]bool{in.name: true}, in.groups, in.count
		for b, other := range fine {
			if b == a || 2*other.count < in.count || other.count > in.count || monotone(in.numbers, other.numbers) {
				continue
			}
			if joint, n := joined(units, other.groups, count+count/20); joint != nil {
				members[other.name], units, count = true, joint, n
			}
		}
		if len(members) > 1 && 2*count <= r.n {
			return r.unitsWarning(members, units, count)
		}
	}
	return nil
}

// unitsWarning names the inputs that tell units, and what keeps their rows together.
func (r rowCheck) unitsWarning(members map[string]bool, units []int32, count int) error {
	keep := mention.Cluster.String() + " with a column that numbers them"
	if len(r.leftOut) > 0 {
		keep = fmt.Sprintf("%v, if that numbers them,", mention.Cluster.To(r.leftOut[0]))
	}
	var names []string
	for _, in := range r.inputs {
		if members[in.name] {
			names = append(names, fmt.Sprintf("%q", in.name))
		}
		if in.numbers == nil && in.count == count && constantIn(in.groups, units, count) {
			keep = mention.Cluster.To(in.name)
		}
	}
	return mention.Errorf("%s take the same %d combinations of values in %d rows: they belong to units, such as sites, rather than to rows; if rows of a unit depend on each other, p-values and intervals are too small%s",
		format.Enumerated(names), count, r.n, mention.Clause("; %s keeps them together", keep))
}

// different returns the number of different rows.
func (r rowCheck) different() int {
	rows := make([][]float64, r.n)
	for i := range rows {
		rows[i] = slices.Concat(r.x.RawRowView(i), r.y.RawRowView(i))
	}
	different, _ := rank.Distinct(rows)
	return len(different)
}

// monotone reports whether y never falls, or never rises, where x rises.
func monotone(x, y []float64) bool {
	order := rank.Ascending(x)
	rises, falls := true, true
	for k, row := range order[1:] {
		if before := order[k]; x[row] != x[before] {
			rises, falls = rises && y[row] >= y[before], falls && y[row] <= y[before]
		}
	}
	return rises || falls
}

// repeated warns of measurements of the same units: those of an input, if others are constant in them,
// or runs of rows in which the time rises.
func (r rowCheck) repeated() error {
	for _, time := range r.inputs {
		if time.numbers == nil || slices.ContainsFunc(time.numbers, math.IsNaN) {
			continue
		}
		runs, length := runsOf(time.numbers)
		for _, unit := range append(slices.Clone(r.inputs), coded{groups: runs, count: int(slices.Max(runs)) + 1}) {
			if unit.name == time.name || !rises(time.numbers, unit) {
				continue
			}
			cells, nested := time.groups, false
			for _, other := range r.inputs {
				if other.name != time.name && other.name != unit.name && (unit.name == "" || other.count < unit.count) && constantIn(other.groups, unit.groups, unit.count) {
					nested = true
					cells, _ = joined(cells, other.groups, r.n)
				}
			}
			if unit.name != "" && !nested || !r.alike(cells, unit.groups, unitsLevel) {
				continue
			}
			where, keep := fmt.Sprintf("the rows of each of %d values of %q", unit.count, unit.name), mention.Cluster.To(unit.name)
			if unit.name == "" {
				where, keep = fmt.Sprintf("each of %d runs of rows", unit.count), mention.Cluster.String()+" with a column that numbers these runs"
				if len(r.leftOut) > 0 {
					keep = strings.Join(nearest.Words(r.leftOut, func(name string) string { return mention.Cluster.To(name) }), " or ") + ", if that numbers these runs,"
				}
				if length > 0 {
					keep += fmt.Sprintf(" or %v", mention.Block.To(length))
				}
			}
			return mention.Errorf("%q rises in %s, as in measurements one after the other of the same unit: if they depend on each other, p-values and intervals are too small%s", time.name, where, mention.Clause("; %s keeps such rows together", keep))
		}
	}
	return nil
}

// rises reports whether there are units enough, in each of which the values rise from row to row, and
// mostly the same ones.
func rises(values []float64, units coded) bool {
	if units.count < leastUnits || len(values) < leastMeasured*units.count {
		return false
	}
	last, size, distinct := make([]float64, units.count), make([]int, units.count), map[float64]bool{}
	for i, v := range values {
		u := units.groups[i]
		if size[u] > 0 && v <= last[u] {
			return false
		}
		last[u], distinct[v] = v, true
		size[u]++
	}
	return len(distinct) <= 2*slices.Max(size)
}

// runsOf numbers the runs of rows in which the values do not fall; length is their common length, 0 if
// they have none.
func runsOf(values []float64) (runs []int32, length int) {
	var lengths []int
	for i, v := range values {
		if i == 0 || v < values[i-1] {
			lengths = append(lengths, 0)
		}
		lengths[len(lengths)-1]++
		runs = append(runs, int32(len(lengths)-1))
	}
	if length = lengths[0]; slices.ContainsFunc(lengths, func(l int) bool { return l != length }) {
		length = 0
	}
	return runs, length
}

// calendarNames are names of inputs that are times, from the coarsest unit.
var calendarNames = [][]string{
	{"year", "yr"}, {"quarter", "qtr"}, {"month", "mon"}, {"week"}, {"date", "day", "doy", "yday"}, {"time", "datetime", "timestamp"}, {"hour", "hr"}, {"minute"}, {"second"},
}

// calendar warns of rows in the order of time, with responses like those before within the same times but those that
// differ from row to row, or within the same tens of rows.
func (r rowCheck) calendar() error {
	var names []string
	var columns [][]float64
	for _, unit := range calendarNames {
		for _, e := range r.Inputs {
			if !slices.Contains(unit, strings.ToLower(strings.Trim(e.Name, "._ "))) {
				continue
			}
			if values := r.numbersOf(e); values != nil {
				names, columns = append(names, e.Name), append(columns, values)
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	coarse := slices.DeleteFunc(slices.Clone(columns), func(values []float64) bool {
		return len(slices.Compact(slices.Clone(values))) == r.n // differ from row to row
	})
	cells, part := make([]int32, r.n), int32(0)
	for i := 1; i < r.n; i++ {
		changes := func(values []float64) bool { return values[i] != values[i-1] }
		changed := slices.IndexFunc(columns, changes)
		if changed < 0 || !(columns[changed][i] > columns[changed][i-1]) {
			return nil
		}
		if slices.ContainsFunc(coarse, changes) || len(coarse) == 0 && i%leastOrdered == 0 {
			part++
		}
		cells[i] = part
	}
	if !r.alike(cells, make([]int32, r.n), calendarLevel) {
		return nil
	}
	const block = 10
	return mention.Errorf("rows are in the order of %s, and responses are like those of the rows before: if they depend on each other, which these inputs hide, p-values and intervals are too small%s", format.Enumerated(names), mention.Clause("; %v keeps such rows together", mention.Block.To(max(min(block, r.n/20), 2))))
}

// alike reports whether the normal scores of some response, less their means in cells, are like those of
// the row before of the same unit: by their correlation, at a level adjusted for the number of responses.
func (r rowCheck) alike(cells, units []int32, level float64) bool {
	_, d := r.y.Dims()
	for k := range d {
		left := rank.NormalScores(mat.Col(nil, k, r.y))
		floats.Sub(left, meansOf(left, cells))
		sum, pairs := 0.0, 0.0
		last := slices.Repeat([]int{-1}, int(slices.Max(units))+1)
		for i, unit := range units {
			if before := last[unit]; before >= 0 {
				sum, pairs = sum+float64(left[i]*left[before]), pairs+1
			}
			last[unit] = i
		}
		if sum/math.Sqrt(pairs) > elementary.NormalUpper(level/float64(d))*linalg.Dot(left, left)/float64(r.n) {
			return true
		}
	}
	return false
}
