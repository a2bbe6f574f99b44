package main

import (
	"fmt"
	"math"
	"strings"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/forest/conditional"
	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// table has a row for each predicted one. In JSON its numbers are by target, with the weights if
// they are wanted.
func (p *predictions) table() report.Table {
	t := report.Table{Rows: p.rows, Cut: true, Noun: "row", Columns: []report.Column{p.numbers()}}
	for _, target := range p.targets {
		t.Columns = append(t.Columns, p.columns(target)...)
	}
	t.Columns = append(
		t.Columns,
		report.Column{Name: "targets", CSV: []string{}, Cell: func(row int) any { return p.byTarget(row) }},
	)
	if p.weights != nil {
		t.Columns = append(
			t.Columns,
			report.Column{Name: "weights", CSV: []string{}, Cell: func(row int) any { return p.weightsOf(row) }},
		)
	}
	return t
}

// numbers is the column of the numbers of the rows.
func (p *predictions) numbers() report.Column {
	return report.Column{Name: "row", Cell: func(row int) any { return p.number(row) }}.Shown("row", report.Text)
}

// columns are those of a target, with as many decimals as the largest number of each needs. Rows
// in no out-of-bag tree have none.
func (p *predictions) columns(target prediction) []report.Column {
	var columns []report.Column
	add := func(name string, value func(row int) float64) {
		largest := 0.0
		for row := range p.rows {
			if v := math.Abs(value(row)); v > largest {
				largest = v
			}
		}
		column := report.Column{CSV: []string{name}, Cell: func(row int) any { return report.Known(value(row)) }}
		columns = append(columns, column.Shown(format.VisibleLine(name), report.Fixed(format.Decimals(largest, 4, 0, 9))))
	}
	for k, category := range target.categories {
		add(category, func(row int) float64 { return target.probabilities[k][row] })
	}
	if target.means == nil {
		return columns
	}
	add(target.name+"_mean", func(row int) float64 { return target.means[row] })
	for k, level := range p.levels {
		add(fmt.Sprintf("%s_q%v", target.name, level), func(row int) float64 { return target.quantiles.At(row, k) })
	}
	for k, coverage := range p.coverages {
		add(fmt.Sprintf("%s_low%v", target.name, coverage), func(row int) float64 { return target.intervals.At(row, 2*k) })
		add(fmt.Sprintf("%s_high%v", target.name, coverage), func(row int) float64 { return target.intervals.At(row, 2*k+1) })
	}
	return columns
}

// sections are the tables for reading: that of all targets if there is but one, else one for each
// under its name, since all of them side by side are too wide.
func (p *predictions) sections(table report.Table) []report.Section {
	if p.rows == 0 {
		return nil
	}
	if len(p.targets) == 1 {
		return []report.Section{{Caption: "Predictions.", Table: table}}
	}
	return collect(p.targets, func(target prediction) report.Section {
		t := table
		t.Columns = []report.Column{p.numbers()}
		for _, c := range p.columns(target) {
			c.Title = strings.TrimPrefix(c.Title, format.VisibleLine(target.name)+"_")
			t.Columns = append(t.Columns, c)
		}
		checks := having(p.checks, func(c targetCheck) bool { return c.target == target.name })
		return report.Section{Head: format.VisibleLine(target.name), Table: t, Notes: collect(checks, targetCheck.words)}
	})
}

// number is that of a predicted row in its file, from 1.
func (p *predictions) number(row int) int {
	if numbers := p.analysis.Rows.Numbers; p.outOfBag && numbers != nil {
		return numbers[row]
	}
	return row + 1
}

// byTarget returns a predicted row for other programs; nil if no tree predicts it.
func (p *predictions) byTarget(row int) any {
	var targets []report.Object
	for _, t := range p.targets {
		if t.means != nil && math.IsNaN(t.means[row]) || t.means == nil && math.IsNaN(t.probabilities[0][row]) {
			return nil
		}
		o := report.Object{{"name", t.name}}
		if t.means != nil {
			o = o.Add("mean", t.means[row]).Add("quantiles", t.quantiles.RawRowView(row)) // in the order of the levels
			var intervals [][]float64                                                     // in the order of the coverages
			for k := range p.coverages {
				intervals = append(intervals, t.intervals.RawRowView(row)[2*k:2*k+2])
			}
			o = o.Add("intervals", report.Some(intervals))
		}
		if t.categories != nil {
			o = o.Add("probabilities", t.statistics(row)) // in the order of the categories
		}
		targets = append(targets, o)
	}
	return targets
}

// labels are those of the categories of targets, for other programs.
func (p *predictions) labels() (objects []report.Object) {
	for _, t := range p.targets {
		if t.categories != nil {
			objects = append(objects, report.Object{{"target", t.name}, {"labels", t.labels}})
		}
	}
	return objects
}

// weightsOf returns the weights of training rows at a row for other programs; nil for none.
func (p *predictions) weightsOf(row int) any {
	if len(p.weights[row].Rows) == 0 {
		return nil
	}
	var weights []report.Object
	for k, training := range p.weights[row].Rows {
		weights = append(weights, report.Object{{"training_row", training + 1}, {"weight", p.weights[row].Values[k]}})
	}
	return weights
}

// weightTable has a row for each training row with a weight at a predicted one.
func (p *predictions) weightTable() report.Table {
	rows, training, weights := []int{}, []int{}, []float64{}
	for i, sparse := range p.weights {
		for k, row := range sparse.Rows {
			rows, training, weights = append(rows, p.number(i)), append(training, int(row)+1), append(weights, sparse.Values[k])
		}
	}
	return report.Table{Rows: len(rows), Columns: []report.Column{
		report.Each("row", rows), report.Each("training_row", training), report.Each("weight", weights),
	}}
}

// report shows the first rows, and how far they can be believed.
func (p *predictions) report() *report.Report {
	e, t := p.analysis, p.table()
	checks := collect(p.checks, func(c targetCheck) report.Object {
		return report.Object{
			{"target", c.target}, {"rows", c.Rows}, {"pit", c.Histogram}, {"coverage", c.Intervals},
			{"crps", c.CRPS}, {"crps_unconditional", c.Unconditional}, {"crps_skill", c.Skill()},
		}.Add("conformal", report.Some(c.corrections))
	})
	data := e.basis()
	head := "Predictions of"
	if p.outOfBag {
		head = "Out-of-bag predictions of"
	}
	if p.kept != nil {
		head, data = fmt.Sprintf("Kept in %s: the forest that predicts", p.kept.Get("file")), data.Add("model", p.kept)
	} else {
		data = data.Add("levels", p.levels).Add("coverages", report.Some(p.coverages)).Add(
			"categories", report.Some(p.labels()),
		).Add("rows", t).Add("skipped_rows", report.Some(p.skippedRows()))
	}
	r := e.begin(
		fmt.Sprintf(
			"%s %s from %s and %s", head, e.targetNames(), format.Plural(len(e.Variables), "input"),
			format.Plural(e.N, "training row"),
		),
	)
	data = data.Add("check", checks)
	if e.Shares != nil {
		data = data.Add("explained_share_forest", e.Shares.Forest).Add("explained_share_stack", e.Shares.Stack)
	}
	r.Of, r.Table, r.Data = "", t, data.Add("warnings", report.Said(e.allWarnings()))
	r.Sections, r.Figures = p.sections(t), p.figures()
	var words []string
	if p.rows == 0 || len(p.targets) == 1 { // else they stand with the targets
		words = collect(p.checks, targetCheck.words)
	}
	if p.rows == 0 && p.checks == nil {
		words = []string{"The check is of numbers, and all targets are categories: --out-of-bag predicts the " +
			"probabilities of the training rows."}
	}
	if p.kept != nil {
		words = append(words, fmt.Sprintf("Other rows are predicted by drfvi predict --model %s --new FILE. "+
			"Whoever has the model has the rows of the table too.", format.Argument(fmt.Sprint(p.kept.Get("file")))))
	}
	r.Headline = strings.Join(words, "\n")
	return r
}

// words says how far predictions of a target can be believed.
func (c targetCheck) words() string {
	if math.IsNaN(c.CRPS) {
		return fmt.Sprintf("No row of %s is out-of-bag: there is no check.", c.target)
	}
	parts := collect(c.Intervals, func(v conditional.Coverage) string {
		return fmt.Sprintf("%.0f %% hold %.1f %%", 100*v.Nominal, 100*v.Share)
	})
	skill := 100 * c.Skill()
	return fmt.Sprintf("Out-of-bag check of %s (%s): central intervals of %s of the rows. The score (CRPS) "+
		"is %.3g, %.3g without inputs",
		c.target, format.Plural(c.Rows, "row"), strings.Join(parts, ", "), c.CRPS, c.Unconditional) + textIf(
		skill > 0, fmt.Sprintf(", %.0f %% less", skill),
	) + "." + c.corrected()
}

// corrected says how far intervals were moved, if they were.
func (c targetCheck) corrected() string {
	if c.corrections == nil {
		return ""
	}
	var parts []string
	for _, v := range c.corrections {
		way := "outwards"
		if v.Correction < 0 {
			way = "inwards"
		}
		parts = append(parts, fmt.Sprintf("%.4g %% by %.3g %s", 100*v.Coverage, math.Abs(v.Correction), way))
	}
	v := c.corrections[0]
	rows := format.Plural(v.Rows, "row") + textIf(
		v.Worth < float64(v.Rows), fmt.Sprintf(", worth %.0f independent ones", v.Worth),
	)
	return fmt.Sprintf(" Intervals of %s between quantiles, low to high, are corrected by conformal scores "+
		"out-of-bag (%s): %s.", c.target, rows, strings.Join(parts, ", "))
}

// figures are those of pages; none where nothing was checked.
func (p *predictions) figures() []report.Figure {
	if len(p.checks) == 0 {
		return nil
	}
	return []report.Figure{{Picture: p.pit()}, {Picture: p.calibration()}}
}

// pit is the picture of the histograms of the probability integral transform: even if
// predictions are right, higher at the ends where they are too narrow, in the middle
// where they are too wide.
func (p *predictions) pit() chart.Planes {
	even := 1. / conditional.Bins
	planes := chart.Planes{Title: "Where responses fall in their predicted distributions, out-of-bag"}
	for _, c := range p.checks {
		panel := chart.Plane{
			Heading: c.target, X: "predicted probability below the response", Y: "share of the rows", Level: &even,
		}
		for k, share := range c.Histogram {
			panel.Bars = append(panel.Bars, chart.Bar{Min: float64(k) * even, Max: float64(k+1) * even, Weight: share})
		}
		planes.Panels = append(planes.Panels, panel)
	}
	return planes
}

// calibration is the picture of how many responses central intervals hold.
func (p *predictions) calibration() chart.Planes {
	planes := chart.Planes{Title: "How many responses central intervals hold, out-of-bag"}
	for _, c := range p.checks {
		panel := chart.Plane{Heading: c.target, X: "nominal", Y: "share of the rows"}
		held := chart.Line{Name: "held", Band: "±2 standard errors"}
		for _, v := range c.Intervals {
			held.X, held.Y = append(held.X, v.Nominal), append(held.Y, chart.WithSE(v.Share, v.SE))
		}
		panel.Lines = []chart.Line{
			held, {Name: "as it should be", X: []float64{0, 1}, Y: chart.Numbers([]float64{0, 1}), Dashed: true},
		}
		planes.Panels = append(planes.Panels, panel)
	}
	return planes
}
