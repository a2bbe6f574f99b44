package section

import (
	"math"
	"slices"

	"drfvi/internal/rank"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// boardLevel is that of the tests of pairs of measures, adjusted by Holm's method for all
// pairs of a score.
const boardLevel = 0.05

// Score is one way to judge a measure.
type Score struct {
	Name string
	of   func(summary.Scored) []float64
	// up says that larger is better.
	up bool
}

// Scores are error, rank correlation and area under the curve.
var Scores = []Score{
	{"error", func(s summary.Scored) []float64 { return s.Error }, false},
	{"rank correlation", func(s summary.Scored) []float64 { return s.Correlation }, true},
	{"AUC", func(s summary.Scored) []float64 { return s.AUC }, true},
}

// better returns a difference with the sign that it is above 0 where the first is better.
func (s Score) better(d float64) float64 {
	if s.up {
		return d
	}
	return -d
}

// Measure is what is ranked: a method, with its preset where it has several.
type Measure struct {
	Name, Method string
}

// Size is a design at one number of rows.
type Size struct {
	N     string
	cells map[string]summary.Scored // by name of the measure
}

// Design is one scenario.
type Design struct {
	Name  string
	Sizes []Size // by number of rows
}

// Board has what was run, and how it stands by each of Scores.
type Board struct {
	Measures  []Measure
	Designs   []Design
	Standings []Standing
	// Order are the measures by the first score, those that it does not rank last.
	Order []Measure
}

// newBoard puts the cells of an experiment on a board.
func newBoard(cells []summary.Cell) Board {
	var b Board
	nameOf := func(cell map[string]string) string {
		method := cell[results.KeyMethod]
		name := summary.MethodLabel(method)
		if len(summary.Distinct(summary.CellsOf(cells, method), results.KeyPreset)) > 1 {
			name += ", " + cell[results.KeyPreset]
		}
		return name
	}
	for _, c := range cells {
		b.Measures = summary.Union(b.Measures, Measure{nameOf(c.Cell), c.Cell[results.KeyMethod]})
	}
	for _, of := range summary.Grouped(summary.Designs(cells), func(g summary.Group) string { return g.Common[results.KeyScenario] }) {
		d := Design{Name: of[0].Common[results.KeyScenario]}
		for _, g := range of {
			size := Size{N: g.Common[results.KeyN], cells: make(map[string]summary.Scored)}
			for _, s := range summary.Scores(g) {
				size.cells[nameOf(s.Cell.Cell)] = s
			}
			if len(size.cells) > 0 {
				d.Sizes = append(d.Sizes, size)
			}
		}
		slices.SortStableFunc(d.Sizes, func(a, b Size) int { return summary.CompareNumbers(a.N, b.N) })
		if len(d.Sizes) > 0 {
			b.Designs = append(b.Designs, d)
		}
	}
	for _, s := range Scores {
		b.Standings = append(b.Standings, b.standing(s))
		for _, r := range b.Standings[len(b.Standings)-1].Ranked {
			b.Order = summary.Union(b.Order, r.Measure)
		}
	}
	b.Order = summary.Union(b.Order, b.Measures...)
	return b
}

// lead returns by how much a measure is better than another on a design: the mean over
// sizes of the mean difference within tables, 0 if they share none.
func (d Design) lead(s Score, a, b Measure) float64 {
	by, sizes := 0.0, 0.0
	for _, size := range d.Sizes {
		x, has := size.cells[a.Name]
		y, hasToo := size.cells[b.Name]
		if !has || !hasToo {
			continue
		}
		if difference := summary.Difference(x, y, s.of); difference.N > 0 {
			by += s.better(difference.Mean)
			sizes++
		}
	}
	return by / max(sizes, 1)
}

// Mean is the mean over the sizes of a design of the mean score of a measure, NaN if
// there is none.
func (d Design) Mean(s Score, m Measure) float64 {
	var means []float64
	for _, size := range d.Sizes {
		if v := size.mean(s, m.Name); !math.IsNaN(v) {
			means = append(means, v)
		}
	}
	return stat.New(means).Mean
}

// mean is the mean score of a measure, NaN if there is none.
func (s Size) mean(score Score, name string) float64 { return stat.Mean(score.of(s.cells[name])) }

// scored returns the designs of which the score tells something.
func (b Board) scored(s Score) []Design {
	return slices.DeleteFunc(slices.Clone(b.Designs), func(d Design) bool {
		return !slices.ContainsFunc(b.Measures, func(m Measure) bool { return !math.IsNaN(d.Mean(s, m)) })
	})
}

// Standing is how the measures that were run on all designs compare by a score.
type Standing struct {
	Score
	Designs int
	// Ranked are the measures by mean rank, the best first; Missing those that were not
	// run on all designs.
	Ranked  []Ranked
	Missing []Measure
	// Cliques are runs of Ranked, first and last, of which no two can be told apart.
	Cliques [][2]int
}

// Ranked is a measure with its mean rank over designs, its mean score, and the numbers of
// measures that are surely better and worse.
type Ranked struct {
	Measure
	Rank          stat.Stat
	Mean          float64
	Better, Worse int
}

// standing ranks the measures by a score. On each design a measure's rank is one more
// than the number of measures that are better, half of those that are as good. Pairs are compared over designs by
// Wilcoxon's signed rank test of the leads, adjusted by Holm's method for all pairs.
func (b Board) standing(s Score) Standing {
	designs := b.scored(s)
	st := Standing{Score: s, Designs: len(designs)}
	var measures []Measure
	for _, m := range b.Measures {
		if slices.ContainsFunc(designs, func(d Design) bool { return math.IsNaN(d.Mean(s, m)) }) {
			st.Missing = append(st.Missing, m)
			continue
		}
		measures = append(measures, m)
	}
	k := len(measures)
	if k == 0 || len(designs) == 0 {
		return st
	}
	ranks := make([][]float64, k) // by design
	for i := range measures {
		ranks[i] = make([]float64, len(designs))
		for l := range ranks[i] {
			ranks[i][l] = 1
		}
	}
	var pairs [][2]int // the better first
	var p []float64
	for i := range measures {
		for j := range i {
			leads := make([]float64, len(designs))
			for l, d := range designs {
				by := d.lead(s, measures[i], measures[j])
				leads[l] = by
				switch {
				case by > 0:
					ranks[j][l]++
				case by < 0:
					ranks[i][l]++
				default:
					ranks[i][l], ranks[j][l] = ranks[i][l]+0.5, ranks[j][l]+0.5
				}
			}
			by, above := stat.SignedRank(leads)
			better, worse := i, j
			if !above {
				better, worse = j, i
			}
			pairs, p = append(pairs, [2]int{better, worse}), append(p, by)
		}
	}
	apart := make([][]bool, k)
	for i := range apart {
		apart[i] = make([]bool, k)
	}
	ranked := make([]Ranked, k)
	for i, m := range measures {
		var means []float64
		for _, d := range designs {
			means = append(means, d.Mean(s, m))
		}
		ranked[i] = Ranked{Measure: m, Rank: stat.New(ranks[i]), Mean: stat.Mean(means)}
	}
	for at, adjusted := range stat.Holm(p) {
		if better, worse := pairs[at][0], pairs[at][1]; adjusted <= boardLevel {
			apart[better][worse], apart[worse][better] = true, true
			ranked[better].Worse++
			ranked[worse].Better++
		}
	}
	means := make([]float64, k)
	for i, r := range ranked {
		means[i] = r.Rank.Mean
	}
	order := rank.Ascending(means)
	for _, i := range order {
		st.Ranked = append(st.Ranked, ranked[i])
	}
	st.Cliques = cliques(order, apart)
	return st
}

// cliques returns the longest runs of an order of which no two are apart, of two at least.
func cliques(order []int, apart [][]bool) [][2]int {
	var runs [][2]int
	for first := range order {
		last := first
		for last+1 < len(order) && !slices.ContainsFunc(order[first:last+1], func(i int) bool { return apart[i][order[last+1]] }) {
			last++
		}
		if last > first && (len(runs) == 0 || last > runs[len(runs)-1][1]) {
			runs = append(runs, [2]int{first, last})
		}
	}
	return runs
}
