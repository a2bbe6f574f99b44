package datasets

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/elementary"
	"drfvi/internal/format"
	"drfvi/internal/linalg"
	"drfvi/internal/nearest"
	"drfvi/internal/rank"
)

// Limits of what is taken for measurements that follow each other.
const (
	// leastSeries is the number of rows below which their order tells nothing, mostSeries that
	// of the first rows looked at.
	leastSeries, mostSeries = 30, 10_000
	// leastRepeated is the number of units (clusters need as many), and of measurements of each in the mean, from
	// which on repeated measurements are told from groups.
	leastRepeated, leastMeasured = 8, 3
	// unitsLevel is the level of the test that units do not differ, seriesLevel that of the tests
	// that the rows of a calendar do not depend on each other, which they seldom do not.
	unitsLevel, seriesLevel = 1e-4, 0.01
	// seriesLags is the largest distance between rows at which responses are compared.
	seriesLags = 5
)

// Following returns a warning of independent rows that do not look so, "" if they do, with the
// option that keeps the dependent ones together:
//
//   - measurements of the same units, at the same times: an input that rises in the rows of each
//     unit, the responses of which differ from unit to unit by more than other inputs constant in
//     units explain (F-test of the normal scores);
//   - a series: inputs that are a calendar by their names and rise from row to row, and responses
//     like those of the rows before within the same month or year.
//
// Inputs like these hide the dependence from residuals. Columns of the table that are left out are
// named where one of them may number the units.
func Following(p *Problem, leftOut []string) string {
	n, _ := p.X.Dims()
	if n < leastSeries {
		return ""
	}
	first := *p
	first.Variables = nil // columns of the table, whatever groups them: one of them may be the clusters
	first.group(nil)
	_, width := p.X.Dims()
	s := ordered{Problem: &first, leftOut: leftOut, n: min(n, mostSeries)}
	first.X = p.X.Slice(0, s.n, 0, width).(*mat.Dense)
	if said := s.repeated(); said != "" {
		return said
	}
	return s.calendar()
}

// ordered are the first rows of a problem.
type ordered struct {
	*Problem
	leftOut []string
	n       int
}

// repeated warns of measurements of the same units.
func (s ordered) repeated() string {
	type input struct {
		Variable
		groups []int32
		count  int
	}
	var inputs []input
	for _, v := range s.Variables {
		if groups := s.grouping(v); groups != nil {
			inputs = append(inputs, input{v, groups, int(slices.Max(groups)) + 1})
		}
	}
	for a, time := range inputs {
		values, ok := s.numbers(time.Variable)
		if !ok || leastMeasured*falls(values) > s.n {
			continue
		}
		// The units are those of an input, or runs of rows in which the time rises.
		for b, unit := range inputs {
			if a != b && rises(values, unit.groups, unit.count) {
				nested, some := make([]int32, s.n), false
				for c, other := range inputs {
					if c != a && c != b && other.count < unit.count && constantIn(other.groups, unit.groups) {
						nested, some = joined(nested, other.groups), true
					}
				}
				if some && s.differ(time.groups, unit.groups, nested) {
					return fmt.Sprintf("%q rises in the rows of each of %d values of %q, as in measurements one after the other of the same unit: if they depend on each other, p-values and intervals are too small; --cluster %s keeps such rows together", time.Name, unit.count, unit.Name, format.Argument(unit.Name))
				}
			}
		}
		runs, count, length := runsOf(values)
		if !rises(values, runs, count) {
			continue
		}
		nested := make([]int32, s.n)
		for c, other := range inputs {
			if c != a && constantIn(other.groups, runs) {
				nested = joined(nested, other.groups)
			}
		}
		if s.differ(time.groups, runs, nested) {
			keep := "--cluster with a column that numbers these runs"
			if len(s.leftOut) > 0 {
				keep = fmt.Sprintf("--cluster %s, if that numbers these runs,", strings.Join(nearest.Words(s.leftOut, format.Argument), " or "))
			}
			if length > 0 {
				keep += fmt.Sprintf(" or --block %d", length)
			}
			return fmt.Sprintf("%q rises in each of %d runs of rows, as in measurements one after the other of the same unit: if they depend on each other, p-values and intervals are too small; %s keeps such rows together", time.Name, count, keep)
		}
	}
	return ""
}

// numbers returns the values of an input that is one numeric column without missing values.
func (s ordered) numbers(v Variable) (values []float64, ok bool) {
	if len(v.Columns) != 1 || s.Levels != nil && s.Levels[v.Columns[0]] != 0 {
		return nil, false
	}
	return mat.Col(nil, v.Columns[0], s.X), true
}

// falls counts the rows with a lower value than the row before.
func falls(values []float64) int {
	count := 0
	for i, v := range values[1:] {
		if v < values[i] {
			count++
		}
	}
	return count
}

// rises reports whether there are units enough, in each of which the values rise from row to
// row, and mostly the same ones.
func rises(values []float64, units []int32, count int) bool {
	if count < leastRepeated || len(values) < leastMeasured*count {
		return false
	}
	last, size, distinct := make([]float64, count), make([]int, count), map[float64]bool{}
	for i, v := range values {
		u := units[i]
		if size[u] > 0 && v <= last[u] {
			return false
		}
		last[u], distinct[v] = v, true
		size[u]++
	}
	return len(distinct) <= 2*slices.Max(size)
}

// runsOf numbers the runs of rows in which the values rise; length is their common length, 0 if
// they have none.
func runsOf(values []float64) (runs []int32, count, length int) {
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
	return runs, len(lengths), length
}

// constantIn reports whether an input has one value in each unit.
func constantIn(groups, units []int32) bool {
	return slices.Max(joined(groups, units)) == slices.Max(units)
}

// joined numbers the combinations of two groupings.
func joined(a, b []int32) []int32 {
	pairs := make([][2]int32, len(a))
	for i := range pairs {
		pairs[i] = [2]int32{a[i], b[i]}
	}
	return design.Numbered(pairs)
}

// differ reports whether a response, less its means at the times, differs between units with the
// same nested inputs: the F-test of an analysis of variance, by the cube roots of Wilson and
// Hilferty, for the number of responses.
func (s ordered) differ(times, units, nested []int32) bool {
	count := func(groups []int32) float64 { return float64(slices.Max(groups) + 1) }
	between := count(units) - count(nested)
	within := float64(s.n) - count(units) - count(times) + 1
	if between < 1 || within < 1 {
		return false
	}
	return s.any(unitsLevel, func(scores []float64) float64 {
		left := centred(scores, times)
		inUnits := centred(left, units)
		rest := linalg.Dot(inUnits, inUnits)
		ofNested := centred(left, nested)
		f := (linalg.Dot(ofNested, ofNested) - rest) / between / (rest / within)
		a, b, root := 2/(9*between), 2/(9*within), elementary.Pow(f, 1.0/3)
		return (float64((1-b)*root) - (1 - a)) / math.Sqrt(a+float64(b*root*root))
	})
}

// any reports whether the normal score of a statistic of some response is beyond that of a level,
// adjusted for their number.
func (s ordered) any(level float64, statistic func(scores []float64) float64) bool {
	_, d := s.Y.Dims()
	limit := elementary.NormalUpper(level / float64(d))
	for k := range d {
		if statistic(rank.NormalScores(mat.Col(nil, k, s.Y)[:s.n])) > limit {
			return true
		}
	}
	return false
}

// calendarNames are names of inputs that are times, from the coarsest unit.
var calendarNames = [][]string{
	{"year", "yr"}, {"quarter", "qtr"}, {"month", "mon"}, {"week"}, {"date", "day", "doy", "yday"}, {"time", "datetime", "timestamp"}, {"hour", "hr"}, {"minute"}, {"second"},
}

// calendar warns of rows in the order of time.
func (s ordered) calendar() string {
	var names []string
	var columns [][]float64
	for _, unit := range calendarNames {
		for _, v := range s.Variables {
			if !slices.Contains(unit, strings.ToLower(strings.Trim(v.Name, "._ "))) {
				continue
			}
			if values, ok := s.numbers(v); ok {
				names, columns = append(names, v.Name), append(columns, values)
			}
		}
	}
	if len(names) == 0 || !increasing(columns, s.n) {
		return ""
	}
	coarse, parts := make([]int32, s.n), int32(1)
	for i := 1; i < s.n; i++ {
		if slices.ContainsFunc(columns[:len(columns)-1], func(values []float64) bool { return values[i] != values[i-1] }) {
			parts++
		}
		coarse[i] = parts - 1
	}
	reach := 0
	dependent := s.any(seriesLevel/2, func(scores []float64) float64 {
		left := centred(scores, coarse)
		if parts == 1 {
			left = detrended(scores)
		}
		variance := linalg.Dot(left, left) / float64(s.n)
		lagged := func(lag int) float64 {
			return linalg.Dot(left[lag:], left[:s.n-lag]) / (variance * math.Sqrt(float64(s.n-lag)))
		}
		all := 0.0
		for lag := range seriesLags {
			all += lagged(lag + 1)
		}
		of := 1
		for of < s.n/4 && lagged(of+1) > 2 {
			of++
		}
		reach = max(reach, of)
		return max(lagged(1), all/math.Sqrt(seriesLags))
	})
	if !dependent {
		return ""
	}
	return fmt.Sprintf("rows are in the order of %s, and responses are like those of the rows before: if they depend on each other, which these inputs hide, p-values and intervals are too small; --block %d keeps such rows together", strings.Join(names, " and "), max(min(max(2*reach, seriesLags), s.n/20), 2))
}

// increasing reports whether each row comes after the one before, by the first column in which
// they differ.
func increasing(columns [][]float64, n int) bool {
	for i := 1; i < n; i++ {
		order := 0
		for _, values := range columns {
			if order = cmp.Compare(values[i], values[i-1]); order != 0 {
				break
			}
		}
		if order <= 0 {
			return false
		}
	}
	return true
}

// centred returns values less the means of their groups.
func centred(values []float64, groups []int32) []float64 {
	sums, counts := make([]float64, slices.Max(groups)+1), make([]float64, slices.Max(groups)+1)
	for i, g := range groups {
		sums[g] += values[i]
		counts[g]++
	}
	left := make([]float64, len(values))
	for i, g := range groups {
		left[i] = values[i] - sums[g]/counts[g]
	}
	return left
}

// detrended returns values less their cubic regression on the place in the table.
func detrended(values []float64) []float64 {
	n := len(values)
	left, powers := slices.Clone(values), [][]float64{}
	for degree := range 4 {
		power := make([]float64, n)
		for i := range power {
			power[i] = math.Pow(2*float64(i)/float64(n-1)-1, float64(degree))
		}
		for _, lower := range powers {
			linalg.AddScaled(power, -linalg.Dot(power, lower)/linalg.Dot(lower, lower), lower)
		}
		powers = append(powers, power)
		linalg.AddScaled(left, -linalg.Dot(left, power)/linalg.Dot(power, power), power)
	}
	return left
}
