package section

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
)

// Tables are the standings, and what methods claim.
func (b Board) Tables(title string) []document.Table {
	tables := []document.Table{b.standings(title)}
	if claims := b.claims(title); len(claims.Rows) > 0 {
		tables = append(tables, claims)
	}
	return tables
}

func (b Board) standings(title string) document.Table {
	t := document.Listing[Measure]{Table: document.Table{Caption: title + ": standings", Long: true, Notes: texts.Of("leaderboard standings")}}
	t.Column(document.Column{Name: "measure", Left: true}, func(m Measure) string { return m.Name })
	for _, st := range b.Standings {
		column := func(name string, text func(Ranked) string) {
			t.Column(document.Column{Group: st.Name, Name: name}, func(m Measure) string {
				if at := slices.IndexFunc(st.Ranked, func(r Ranked) bool { return r.Name == m.Name }); at >= 0 {
					return text(st.Ranked[at])
				}
				return format.None
			})
		}
		column("mean", func(r Ranked) string { return format.Fixed(r.Mean, 2) })
		column("beats, loses", func(r Ranked) string { return fmt.Sprintf("%d, %d", r.Worse, r.Better) })
	}
	for _, n := range b.sizes() {
		t.Column(document.Column{Group: "seconds, n =", Name: n}, func(m Measure) string { return format.Significant(b.seconds(m, n), 2) })
	}
	t.Column(document.Column{Name: "MB"}, func(m Measure) string { return format.Significant(b.megabytes(m), 2) })
	for _, m := range b.Order {
		t.Row(m)
	}
	return t.Table
}

// sizes returns the numbers of rows, ascending.
func (b Board) sizes() []string {
	var all []string
	for _, d := range b.Designs {
		for _, s := range d.Sizes {
			all = summary.Union(all, s.N)
		}
	}
	slices.SortStableFunc(all, summary.CompareNumbers)
	return all
}

// each calls f with the scores of a measure on every design of a size, of any if that
// is empty.
func (b Board) each(m Measure, n string, f func(summary.Scored)) {
	for _, d := range b.Designs {
		for _, size := range d.Sizes {
			if c, ok := size.cells[m.Name]; ok && (n == "" || size.N == n) {
				f(c)
			}
		}
	}
}

// seconds is the geometric mean over designs of the mean time on one core.
func (b Board) seconds(m Measure, n string) float64 {
	var means []float64
	b.each(m, n, func(c summary.Scored) {
		if len(c.CoreSeconds) > 0 {
			means = append(means, stat.Mean(c.CoreSeconds))
		}
	})
	return math.Pow(10, stat.Logs(means).Mean)
}

// megabytes is the most memory in use, of methods of which that is known.
func (b Board) megabytes(m Measure) float64 {
	most := math.NaN()
	b.each(m, "", func(c summary.Scored) {
		for _, peak := range c.Peaks {
			if !(most > peak/1e6) {
				most = peak / 1e6
			}
		}
	})
	return most
}

// claims lists what came of p-values and intervals.
func (b Board) claims(title string) document.Table {
	type row struct {
		summary.Claim
		name, n string
	}
	t := document.Listing[row]{Table: document.Table{Caption: title + ": p-values and intervals", Long: true, Notes: texts.Of("leaderboard claims")}}
	t.Column(document.Column{Name: "measure", Left: true}, func(r row) string { return r.name })
	t.Column(document.Column{Name: "n"}, func(r row) string { return r.n })
	t.Column(document.Column{Group: "null inputs", Name: "p-values"}, func(r row) string { return strconv.Itoa(r.False.N) })
	t.Column(document.Column{Group: "null inputs", Name: "found"}, func(r row) string { return r.False.Percent() })
	t.Column(document.Column{Group: "active inputs", Name: "found"}, func(r row) string { return r.Found.Percent() })
	t.Column(document.Column{Group: "active inputs", Name: "intervals"}, func(r row) string { return strconv.Itoa(r.Covered.N) })
	t.Column(document.Column{Group: "active inputs", Name: "covered"}, func(r row) string { return r.Covered.Percent() })
	for _, m := range b.Order {
		for _, n := range b.sizes() {
			if c := b.claim(m, n); c.False.N+c.Found.N+c.Covered.N > 0 {
				t.Row(row{c, m.Name, n})
			}
		}
	}
	return t.Table
}

// claim sums up what came of p-values and intervals of a measure on designs of a size.
func (b Board) claim(m Measure, n string) (c summary.Claim) {
	b.each(m, n, func(s summary.Scored) { c = c.Plus(s.Claim()) })
	return c
}

// nearBest returns the measures that cannot be told from the best.
func (s Size) nearBest(score Score) map[string]bool {
	names := slices.Sorted(maps.Keys(s.cells)) // whatever the order of the map
	names = slices.DeleteFunc(names, func(name string) bool { return math.IsNaN(s.mean(score, name)) })
	best := ""
	for _, name := range names {
		if best == "" || score.better(s.mean(score, name)-s.mean(score, best)) > 0 {
			best = name
		}
	}
	p := make([]float64, len(names))
	for i, name := range names {
		p[i] = stat.PairedP(summary.Difference(s.cells[best], s.cells[name], score.of))
	}
	near := make(map[string]bool)
	for i, adjusted := range stat.Holm(p) {
		near[names[i]] = adjusted > boardLevel
	}
	return near
}

// Rows are the mean scores of cells, for the CSV file.
func (b Board) Rows() []summary.Row {
	var rows []summary.Row
	for _, m := range b.Measures {
		b.each(m, "", func(c summary.Scored) {
			for _, s := range Scores {
				if values := s.of(c); len(values) > 0 {
					rows = append(rows, summary.Row{Cell: c.Cell.Cell, Quantity: strings.ReplaceAll(strings.ToLower(s.Name), " ", "_"), Value: stat.New(values)})
				}
			}
		})
	}
	return rows
}
