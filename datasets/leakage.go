package datasets

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/elementary"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
	"drfvi/internal/rank"
)

const (
	// nearlyAll is the squared correlation of ranks from which on one column tells nearly all of
	// another.
	nearlyAll = 0.99
	// leakChance is the probability below which columns that have nothing to do with each other
	// would look so.
	leakChance = 1e-6
	// leakRows is the largest number of rows that are looked at, leakWork that of rows times pairs
	// of columns.
	leakRows, leakWork = 2000, 20_000_000
)

// Leak is a target of which inputs hold nearly all, or from which they follow.
type Leak struct {
	Inputs  []string
	Target  string
	Follows bool // whether they follow from the target, which may tell more than they do
	Exclude bool // whether they can be left out: they are in no group, and other inputs are left
}

// Leaks returns inputs that hold nearly all of a target, or follow from it: copies, values in
// other units, rounded, in classes or recoded, and what it is made from. They may not be known
// before the target. The coarser of the two columns, which has fewer values, is to be a
// function of the finer, which rises or falls throughout if that holds numbers: with r the
// midranks of the coarser, and s the same ranks in the order of the finer, cov(r, s)² is at
// least 0.99 var(r)², Spearman's squared correlation where nothing is tied. Functions of
// several inputs are told by none of them, nor are waves of one. It looks at 2000 rows at most,
// evenly spread.
func Leaks(p *Problem) (leaks []Leak) {
	n, _ := p.X.Dims()
	rows := make([]int, min(n, leakRows, max(leakWork/(len(p.Inputs)*len(p.Targets)), 1)))
	for i := range rows {
		rows[i] = i * n / len(rows)
	}
	var inputs []told
	for _, e := range p.Inputs {
		if e.Width > 0 {
			inputs = append(inputs, newTold(e.Name, e.Kind.Categories() &&
				len(e.Levels) > 2, codes(p.X, e.First, e.Width, len(e.Levels), rows)))
		}
	}
	for _, t := range p.Targets {
		y := newTold(t.Name, len(t.Columns) > 1, codes(p.Y, t.Columns[0], len(t.Columns), 0, rows))
		holding, following := Leak{Target: t.Name}, Leak{Target: t.Name, Follows: true}
		for _, x := range inputs {
			x, y := known(x, y)
			switch few := min(len(x.counts), len(y.counts)); {
			case few < 2:
			case few == len(y.counts) && y.functionOf(x):
				holding.Inputs = append(holding.Inputs, x.name)
			case few < len(y.counts) && x.functionOf(y):
				following.Inputs = append(following.Inputs, x.name)
			}
		}
		for _, l := range []Leak{holding, following} {
			if l.Exclude = len(l.Inputs) < len(p.Variables) && !slices.ContainsFunc(l.Inputs, p.joined); l.Inputs != nil {
				leaks = append(leaks, l)
			}
		}
	}
	return leaks
}

// joined reports whether an input column is in a group of several.
func (p *Problem) joined(input string) bool {
	return !slices.ContainsFunc(p.Inputs, func(e Input) bool {
		return e.Name == input && slices.ContainsFunc(p.Variables, func(v Variable) bool {
			return len(v.Columns) == e.Width && e.Width > 0 && v.Columns[0] == e.First
		})
	})
}

// Warning asks whether the inputs are made from the target, and says how to leave them out.
func (l Leak) Warning() error {
	const shownInputs = 5
	names := nearest.Words(l.Inputs, func(name string) string { return fmt.Sprintf("%q", name) })
	if hidden := len(names) - shownInputs; hidden > 0 {
		names = append(names[:shownInputs], fmt.Sprintf("%d more", hidden))
	}
	noun, hold, follow, are, pronoun := "input", "holds", "follows", "is it", "it"
	if len(l.Inputs) > 1 {
		noun, hold, follow, are, pronoun = "inputs", "hold", "follow", "are they", "them"
	}
	do, made := hold+" nearly all of", "is one made from the other"
	if l.Follows {
		do, made = follow+" from", "made from it"
	}
	remedy := ""
	if l.Exclude {
		remedy = mention.Clause(" %v leaves %s out", mention.Exclude.Each(l.Inputs...), pronoun)
	}
	return mention.Errorf(
		"%s %s %s %q: %s measured before it, or %s?%s", noun, format.Enumerated(names), do, l.Target, are, made,
		remedy,
	)
}

// told is a column that others may tell.
type told struct {
	name          string
	factor        bool      // whether values are categories without an order
	values        []float64 // codes of categories; NaN is missing
	ranks, sorted []float64 // midranks, and these in ascending order
	order         []int     // of rows by values
	groups        []int32   // of rows with equal values, numbered from 0
	counts        []float64 // of the rows of each group
}

func newTold(name string, factor bool, values []float64) told {
	ranks := rank.Of(values)
	groups := design.Numbered(values)
	return told{
		name, factor, values, ranks, slices.Sorted(slices.Values(ranks)), rank.Ascending(values), groups,
		countsOf(groups),
	}
}

// inOrderOf returns the column with its groups in the order of the means of numbers over their
// rows.
func (t told) inOrderOf(numbers []float64) told {
	means := make([]float64, len(t.counts))
	for i, g := range t.groups {
		means[g] += numbers[i] / t.counts[g]
	}
	next, places := make([]int, len(means)), make([]float64, len(means))
	first := 0
	for k, g := range rank.Ascending(means) {
		next[g], places[g] = first, float64(k)
		first += int(t.counts[g])
	}
	n := len(t.groups)
	o := told{values: make([]float64, n), ranks: make([]float64, n), sorted: make([]float64, n), order: make([]int, n)}
	middles := make([]float64, len(means))
	for g, first := range next {
		middles[g] = float64(first) + float64((t.counts[g]+1)/2)
	}
	for i, g := range t.groups {
		o.values[i], o.ranks[i] = places[g], middles[g]
		o.sorted[next[g]], o.order[next[g]] = middles[g], i
		next[g]++
	}
	return o
}

// codes are the values of a single column in some rows, levels but for the one of missing
// values, or which of several columns is not 0; NaN for none.
func codes(matrix *mat.Dense, first, width, levels int, rows []int) []float64 {
	values := make([]float64, len(rows))
	for k, i := range rows {
		row := matrix.RawRowView(i)[first : first+width]
		if values[k] = row[0]; width > 1 {
			values[k] = float64(slices.IndexFunc(row, func(v float64) bool { return v != 0 }))
		}
		if width > 1 && values[k] < 0 || levels > 0 && values[k] >= float64(levels) {
			values[k] = math.NaN()
		}
	}
	return values
}

// known returns columns in the rows in which neither is missing.
func known(x, y told) (told, told) {
	if !slices.ContainsFunc(x.values, math.IsNaN) && !slices.ContainsFunc(y.values, math.IsNaN) {
		return x, y
	}
	var a, b []float64
	for i, v := range x.values {
		if !math.IsNaN(v) && !math.IsNaN(y.values[i]) {
			a, b = append(a, v), append(b, y.values[i])
		}
	}
	return newTold(x.name, x.factor, a), newTold(y.name, y.factor, b)
}

// functionOf tells whether the column is nearly a function of a finer one, other than by
// chance: of a number one that rises or falls, of categories any. Categories are put in the
// order of the other column.
func (c told) functionOf(fine told) bool {
	coarse, finer := c, fine
	switch {
	case fine.factor:
		finer = fine.inOrderOf(c.ranks)
	case c.factor:
		coarse = c.inOrderOf(fine.ranks)
	}
	agreement := matched(coarse, finer)
	return agreement*agreement >= nearlyAll && c.chance(fine) < elementary.Log(leakChance)
}

// matched is how well ranks agree with the order of a finer column: their covariance with the
// same ranks in that order, means where it is tied, divided by their variance; 1 where they are
// a function of it that rises or falls throughout.
func matched(coarse, fine told) float64 {
	n := len(coarse.ranks)
	mean, square, rising, falling := float64(float64(n+1)/2), 0.0, 0.0, 0.0
	for i := 0; i < n; {
		end, groupSum, up, down := i, 0.0, 0.0, 0.0
		for ; end < n && fine.values[fine.order[end]] == fine.values[fine.order[i]]; end++ {
			r := coarse.ranks[fine.order[end]] - mean
			groupSum, square = groupSum+r, square+float64(r*r)
			up, down = up+(coarse.sorted[end]-mean), down+(coarse.sorted[n-1-end]-mean)
		}
		rising, falling = rising+float64(groupSum*up)/float64(end-i), falling+float64(groupSum*down)/float64(end-i)
		i = end
	}
	return max(rising, falling) / square
}

// chance is the logarithm of the probability, or a bound on it, that the column is a function
// of an independent, finer one: of categories, that all rows beside the first of each have the
// most frequent value; of numbers, that of all arrangements of the column one that rises or
// falls, or whose categories are apart, comes.
func (c told) chance(fine told) float64 {
	n := float64(len(c.values))
	if fine.factor {
		return (n - float64(len(fine.counts))) * elementary.Log(slices.Max(c.counts)/n)
	}
	chance := math.Ln2 - elementary.LogGamma(n+1)
	if c.factor {
		chance += elementary.LogGamma(float64(len(c.counts))+1) - math.Ln2
	}
	for _, count := range c.counts {
		chance += elementary.LogGamma(count + 1)
	}
	return chance
}

// countsOf returns how many rows each group has, of groups numbered in the order of their first
// rows.
func countsOf(groups []int32) (counts []float64) {
	for _, k := range groups {
		if int(k) == len(counts) {
			counts = append(counts, 0)
		}
		counts[k]++
	}
	return counts
}

// meansOf returns for each row the mean of numbers over the rows of its group.
func meansOf(numbers []float64, groups []int32) []float64 {
	counts := countsOf(groups)
	sums := make([]float64, len(counts))
	for i, v := range numbers {
		sums[groups[i]] += v
	}
	means := make([]float64, len(groups))
	for i, g := range groups {
		means[i] = sums[g] / counts[g]
	}
	return means
}
