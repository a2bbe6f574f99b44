package section

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Tests is the section of experiments that compare tests by size and power.
type Tests struct{ Base }

// changes are what inputs of designs change, and the inputs that do: others of the
// design act in another way, and count for neither size nor power.
var changes = map[string]struct {
	name   string
	inputs []string
}{
	"linear-weak":       {"a mean", []string{"X1", "X2"}},
	"motivating":        {"a spread", []string{"X2"}},
	"tail":              {"tails", []string{"X1"}},
	"copula":            {"a dependence", []string{"X1"}},
	"xor":               {"an interaction", []string{"X1", "X2"}},
	"linear-correlated": {"correlated inputs", []string{"X1", "X2"}},
}

// contest is how tests do on a design, which has the name of the change if that is known.
type contest struct {
	change, design string
	tests          []tested
}

// tested are the shares of inputs that a test finds at testLevel, over tables: of those
// that are null, and of those that make the change. N is 0 where there are none.
type tested struct {
	cell        map[string]string
	name        string
	size, power stat.Stat
}

// contests returns the designs in their order, with the tests that have p-values.
func (s Tests) contests() (all []contest) {
	for _, g := range summary.Designs(s.Cells) {
		change, known := changes[g.Common[results.KeyScenario]]
		of := contest{cmp.Or(change.name, caseName(g.Common)), caseName(g.Common), nil}
		for _, c := range summary.Scores(g) {
			acting := c.Effective
			if known {
				acting = slices.DeleteFunc(slices.Clone(acting), func(j int) bool { return !slices.Contains(change.inputs, c.Variables[j]) })
			}
			if c.Recorded[results.ValueP] != nil {
				of.tests = append(of.tests, tested{c.Cell.Cell, summary.MethodLabel(c.Cell.Cell[results.KeyMethod]), found(c.Recorded[results.ValueP], c.Null), found(c.Recorded[results.ValueP], acting)})
			}
		}
		if of.tests != nil {
			all = append(all, of)
		}
	}
	return all
}

// found is the share of some inputs whose p-values are at most testLevel, by table, with an
// interval as if a table were either right or wrong.
func found(p [][]float64, inputs []int) stat.Stat {
	var shares []float64
	for _, row := range p {
		share := 0.0
		for _, j := range inputs {
			if row[j] <= testLevel {
				share += 1 / float64(len(inputs))
			}
		}
		if len(inputs) > 0 {
			shares = append(shares, share)
		}
	}
	return stat.Rate(shares)
}

// exceeds reports whether a test finds significantly too many null inputs, by
// Student's test over the tables, adjusted for so many designs.
func (t tested) exceeds(designs int) bool {
	over := t.size
	over.Mean -= testLevel
	return over.N > 1 && over.Mean > 0 && stat.UpperTail(stat.T(over), float64(over.N-1))*float64(designs) <= stat.Level
}

// testNames are those of the tests, in the order of the cells.
func testNames(all []contest) (list []string) {
	for _, of := range all {
		for _, t := range of.tests {
			list = summary.Union(list, t.name)
		}
	}
	return list
}

// ranking has the tests that keep their level on all designs, those of the most power in
// the mean over designs first, and where the others do not.
func ranking(all []contest) (keep []string, power map[string]float64, wrong []string) {
	power = make(map[string]float64)
	for _, name := range testNames(all) {
		var powers []float64
		var where []string
		for _, of := range all {
			for _, t := range of.tests {
				if t.name != name {
					continue
				}
				if t.power.N > 0 {
					powers = append(powers, t.power.Mean)
				}
				if t.exceeds(len(all)) {
					where = append(where, fmt.Sprintf("%s on %s", format.Percent(t.size.Mean, 1, 0), of.design))
				}
			}
		}
		power[name] = stat.New(powers).Mean
		if where == nil {
			keep = append(keep, name)
		} else {
			wrong = append(wrong, name+" ("+strings.Join(where, ", ")+")")
		}
	}
	slices.SortStableFunc(keep, func(a, b string) int { return cmp.Compare(power[b], power[a]) })
	return keep, power, wrong
}

// best names the tests among some that find the most of a design, and what they find.
func (c contest) best(among []string) (list []string, found float64) {
	for _, t := range c.tests {
		switch {
		case t.power.N == 0 || !slices.Contains(among, t.name):
		case list == nil || t.power.Mean > found:
			list, found = []string{t.name}, t.power.Mean
		case t.power.Mean == found:
			list = append(list, t.name)
		}
	}
	return list, found
}

// Text says which tests keep their level, and of these which find the most.
func (s Tests) Text() []document.Block {
	all := s.contests()
	if all == nil {
		return nil
	}
	keep, power, wrong := ranking(all)
	var rates, most, means []string
	if keep != nil {
		rates = append(rates, "no more often than at the level by "+format.Enumerated(keep))
	}
	if wrong != nil {
		rates = append(rates, "significantly too often by "+format.Enumerated(wrong))
	}
	text := fmt.Sprintf("Null inputs are found on %s %s.", format.Plural(len(all), "design"), strings.Join(rates, "; "))
	for _, of := range all {
		list, share := of.best(keep)
		by := format.Enumerated(list)
		if len(list) > 3 {
			by = fmt.Sprintf("%d tests", len(list))
		}
		if list != nil {
			most = append(most, fmt.Sprintf("by %s for %s (%s)", by, of.change, format.Percent(share, 1, 0)))
		}
	}
	for _, name := range keep {
		if !math.IsNaN(power[name]) {
			means = append(means, name+" "+format.Percent(power[name], 1, 0))
		}
	}
	if most != nil {
		text += fmt.Sprintf(" Of the tests that keep their level, active inputs are found most often %s; in the mean over designs %s.", strings.Join(most, ", "), strings.Join(means, ", "))
	}
	return []document.Block{document.Paragraph(text)}
}

// Finding names the test with the most power in the mean over designs.
func (s Tests) Finding() string {
	keep, power, _ := ranking(s.contests())
	if len(keep) < 2 || math.IsNaN(power[keep[0]]) {
		return ""
	}
	return fmt.Sprintf("of tests that keep their level %s finds the most", keep[0])
}

// Tables has none: the figure has all shares, and so has the CSV file.
func (Tests) Tables() []document.Table { return nil }

// Rows are sizes and powers.
func (s Tests) Rows() (rows []summary.Row) {
	for _, of := range s.contests() {
		for _, t := range of.tests {
			for i, v := range []stat.Stat{t.size, t.power} {
				if v.N > 0 {
					rows = append(rows, summary.Row{Cell: t.cell, Quantity: [...]string{"size", "power"}[i], Relevant: i == 1, Value: v})
				}
			}
		}
	}
	return rows
}

// Figures draws what each test finds of each kind of change, those that find the most first:
// of the inputs that make the change, and of null ones.
func (s Tests) Figures() []chart.Figure {
	f, all := s.Figure(texts.Of("tests figure")[0]), s.contests()
	if all == nil {
		return nil
	}
	_, power, _ := ranking(all)
	names := testNames(all)
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(power[b], power[a]) })
	kinds := []struct {
		series string
		style  draw.GlyphStyle
		of     func(tested) stat.Stat
	}{
		{"active inputs", draw.GlyphStyle{Color: chart.Blue, Radius: 2.4, Shape: draw.CircleGlyph{}}, func(t tested) stat.Stat { return t.power }},
		{"null inputs", draw.GlyphStyle{Color: chart.Grey, Radius: 2.2, Shape: draw.RingGlyph{}}, func(t tested) stat.Stat { return t.size }},
	}
	const across = 3
	var panels []*plot.Plot
	for _, of := range all {
		marks := chart.Rows{Banded: true, Lines: []float64{testLevel}, Share: true}
		for _, t := range of.tests {
			var dots []chart.Dot
			for _, k := range kinds {
				if v := k.of(t); v.N > 0 {
					dots = append(dots, chart.Dot{Series: k.series, Name: t.name, At: Drawn(v), Interval: &chart.Interval{Low: v.Low, High: v.High}, Style: k.style})
				}
			}
			marks.Add(chart.Below(slices.Index(names, t.name), dots)...)
		}
		panels = append(panels, chart.ListPanel(of.change, names, marks))
	}
	f.Plots = chart.InRows(panels, across)
	for _, row := range f.Plots {
		chart.NameOnce(row)
	}
	for _, k := range kinds {
		f.Legend = append(f.Legend, chart.Glyph(k.series, k.style))
	}
	f.Legend = append(f.Legend, chart.Intervals)
	f.Height = vg.Length(len(f.Plots))*(vg.Length(len(names))*18+46) + 40
	return []chart.Figure{f}
}
