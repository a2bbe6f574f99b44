package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/forest/conditional"
	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// table has a row for each predicted one.
func (p *predictions) table() finding.Table {
	numbered := func(row int) any { return p.number(row) }
	t := finding.Table{Rows: p.rows, Cut: true, Noun: "row", Columns: []finding.Column{{Name: "row", Title: "row", Form: finding.Text, Cell: numbered}}}
	add := func(name string, value func(row int) any) {
		largest := 0.0
		for row := range p.rows {
			if v, ok := value(row).(float64); ok { // rows in no out-of-bag tree have none
				largest = max(largest, math.Abs(v))
			}
		}
		t.Columns = append(t.Columns, finding.Column{CSV: []string{name}, Cell: value, Title: name, Form: finding.Fixed(format.Decimals(largest, 4, 0, 9))})
	}
	known := func(value func(row int) float64) func(int) any {
		return func(row int) any { return finding.Known(value(row)) }
	}
	for _, of := range p.targets {
		for k, category := range of.categories {
			add(category, known(func(row int) float64 { return of.probabilities[k][row] }))
		}
		if of.means == nil {
			continue
		}
		add(of.name+"_mean", known(func(row int) float64 { return of.means[row] }))
		for k, level := range p.levels {
			add(fmt.Sprintf("%s_q%v", of.name, level), known(func(row int) float64 { return of.quantiles.At(row, k) }))
		}
		for k, coverage := range p.coverages {
			add(fmt.Sprintf("%s_low%v", of.name, coverage), known(func(row int) float64 { return of.intervals.At(row, 2*k) }))
			add(fmt.Sprintf("%s_high%v", of.name, coverage), known(func(row int) float64 { return of.intervals.At(row, 2*k+1) }))
		}
	}
	// In JSON the numbers of a row are by target, with the weights if they are wanted.
	t.Columns = append(t.Columns, finding.Column{Name: "targets", CSV: []string{}, Cell: func(row int) any { return p.byTarget(row) }})
	if p.weights != nil {
		t.Columns = append(t.Columns, finding.Column{Name: "weights", CSV: []string{}, Cell: func(row int) any { return p.weightsOf(row) }})
	}
	return t
}

// parts are the tables for reading: that of all targets if there is but one, else one for each
// under its name, since all of them side by side are too wide.
func (p *predictions) parts(all finding.Table) []finding.Part {
	if len(p.targets) == 1 {
		return []finding.Part{all, finding.Break{}}
	}
	var parts []finding.Part
	next := 1
	for _, of := range p.targets {
		width := len(of.categories)
		if of.means != nil {
			width = 1 + len(p.levels) + 2*len(p.coverages)
		}
		t := all
		t.Columns = append(slices.Clone(all.Columns[:1]), all.Columns[next:next+width]...)
		for k := range t.Columns {
			t.Columns[k].Title = strings.TrimPrefix(t.Columns[k].Title, of.name+"_")
		}
		next += width
		parts = append(parts, finding.Remark(of.name), t, finding.Break{})
	}
	return parts
}

// number is that of a predicted row in its file, from 1.
func (p *predictions) number(row int) int {
	if numbers := p.about.Rows.Numbers; p.outOfBag && numbers != nil {
		return numbers[row]
	}
	return row + 1
}

// byTarget returns a predicted row for other programs; nil if no tree predicts it.
func (p *predictions) byTarget(row int) any {
	var all []finding.Object
	for _, of := range p.targets {
		if of.means != nil && math.IsNaN(of.means[row]) || of.means == nil && math.IsNaN(of.probabilities[0][row]) {
			return nil
		}
		o := finding.Object{{"name", of.name}}
		if of.means != nil {
			o = o.Add("mean", of.means[row]).Add("quantiles", of.quantiles.RawRowView(row)) // in the order of the levels
			var intervals [][]float64                                                       // in the order of the coverages
			for k := range p.coverages {
				intervals = append(intervals, of.intervals.RawRowView(row)[2*k:2*k+2])
			}
			if intervals != nil {
				o = o.Add("intervals", intervals)
			}
		}
		if of.categories != nil {
			probabilities := map[string]float64{}
			for k, category := range of.categories {
				probabilities[category] = of.probabilities[k][row]
			}
			o = o.Add("probabilities", probabilities)
		}
		all = append(all, o)
	}
	return all
}

// weightsOf returns the weights of training rows at a row for other programs; nil for none.
func (p *predictions) weightsOf(row int) any {
	if len(p.weights[row].Rows) == 0 {
		return nil
	}
	var all []finding.Object
	for k, training := range p.weights[row].Rows {
		all = append(all, finding.Object{{"training_row", training + 1}, {"weight", p.weights[row].Values[k]}})
	}
	return all
}

// weightTable has a row for each training row with a weight at a predicted one.
func (p *predictions) weightTable() finding.Table {
	type weight struct {
		row, training int
		weight        float64
	}
	var all []weight
	for i, of := range p.weights {
		for k, row := range of.Rows {
			all = append(all, weight{p.number(i), int(row) + 1, of.Values[k]})
		}
	}
	return finding.Table{Rows: len(all), Columns: []finding.Column{
		{Name: "row", Cell: func(k int) any { return all[k].row }},
		{Name: "training_row", Cell: func(k int) any { return all[k].training }},
		{Name: "weight", Cell: func(k int) any { return all[k].weight }},
	}}
}

// finding shows the first rows, and how far they can be believed.
func (p *predictions) finding() *finding.Finding {
	e, t := p.about, p.table()
	var checks []finding.Object
	for _, c := range p.checks {
		o := finding.Object{
			{"target", c.target}, {"rows", c.Rows}, {"pit", c.Histogram}, {"coverage", c.Intervals},
			{"crps", c.CRPS}, {"crps_unconditional", c.Unconditional}, {"crps_skill", c.Skill()},
		}
		if c.corrections != nil {
			o = o.Add("conformal", c.corrections)
		}
		checks = append(checks, o)
	}
	data := e.source().With(e.forestFacts()).Add("trees", e.Trees).Add("sample_size", e.SampleSize).Add("seed", e.Seed)
	head := "Predictions of"
	if p.outOfBag {
		head = "Out-of-bag predictions of"
	}
	if p.kept != nil {
		head, data = fmt.Sprintf("Kept in %s: the forest that predicts", p.kept.Get("file")), data.Add("model", p.kept)
	} else {
		data = data.Add("levels", p.levels)
		if p.coverages != nil {
			data = data.Add("coverages", p.coverages)
		}
		data = data.Add("rows", t)
	}
	f := &finding.Finding{Table: t, Warnings: e.told(), Data: data.Add("check", checks).Add("warnings", e.allWarnings())}
	f.Add(finding.Remark(fmt.Sprintf("%s %s from %s and %s", head, e.targetNames(), format.Plural(len(e.Variables), "input"), format.Plural(e.N, "training row"))), finding.Break{})
	if p.rows > 0 {
		f.Add(p.parts(t)...)
	}
	for _, c := range p.checks {
		f.Add(finding.Sentence(c.words()))
		if c.corrections != nil {
			f.Add(finding.Sentence(c.corrected()))
		}
	}
	if p.kept != nil {
		f.Add(finding.Sentence(fmt.Sprintf("Other rows are predicted by drfvi predict --model %s --new FILE. Whoever has the model has the rows of the table too.", p.kept.Get("file"))))
	}
	f.Add(e.remarks()...)
	f.Page = e.pageOf(f, "Predictions of "+e.targetNames(), "Predictions.", p.figures()...)
	return f
}

// words says how far predictions of a target can be believed.
func (c targetCheck) words() string {
	if math.IsNaN(c.CRPS) {
		return fmt.Sprintf("No row of %s is out-of-bag: there is no check.", c.target)
	}
	var parts []string
	for _, v := range c.Intervals {
		parts = append(parts, fmt.Sprintf("%.0f %% hold %.1f %%", 100*v.Nominal, 100*v.Share))
	}
	text := fmt.Sprintf("Out-of-bag check of %s (%s): central intervals of %s of the rows. The score (CRPS) is %.3g, %.3g without inputs",
		c.target, format.Plural(c.Rows, "row"), strings.Join(parts, ", "), c.CRPS, c.Unconditional)
	if skill := c.Skill(); skill > 0 {
		text += fmt.Sprintf(", %.0f %% less", 100*skill)
	}
	return text + "."
}

// corrected says how far intervals were moved.
func (c targetCheck) corrected() string {
	var parts []string
	for _, v := range c.corrections {
		way := "outwards"
		if v.Correction < 0 {
			way = "inwards"
		}
		parts = append(parts, fmt.Sprintf("%.4g %% by %.3g %s", 100*v.Coverage, math.Abs(v.Correction), way))
	}
	v := c.corrections[0]
	rows := format.Plural(v.Rows, "row")
	if v.Worth < float64(v.Rows) {
		rows += fmt.Sprintf(", worth %.0f independent ones", v.Worth)
	}
	return fmt.Sprintf("Intervals of %s between quantiles, low to high, are corrected by conformal scores out-of-bag (%s): %s.", c.target, rows, strings.Join(parts, ", "))
}

// figures returns all figures; none where nothing was checked.
func (p *predictions) figures() []figure {
	if len(p.checks) == 0 {
		return nil
	}
	return []figure{{name: "pit", picture: p.pit()}, {name: "calibration", picture: p.calibration()}}
}

// pit is the picture of the histograms of the probability integral transform: even if
// predictions are right, higher at the ends where they are too narrow, in the middle
// where they are too wide.
func (p *predictions) pit() chart.Planes {
	even := 1. / conditional.Bins
	all := chart.Planes{Title: "Where responses fall in their predicted distributions, out-of-bag", Across: 2, Shared: true}
	for _, c := range p.checks {
		panel := chart.Plane{Heading: c.target, X: "predicted probability below the response", Y: "share of the rows", Level: &even}
		for k, share := range c.Histogram {
			panel.Bars = append(panel.Bars, chart.PlaneBar{Low: float64(k) * even, High: float64(k+1) * even, Height: share})
		}
		all.Panels = append(all.Panels, panel)
	}
	return all
}

// calibration is the picture of how many responses central intervals hold.
func (p *predictions) calibration() chart.Planes {
	all := chart.Planes{Title: "How many responses central intervals hold, out-of-bag", Across: 2, Shared: true}
	for _, c := range p.checks {
		panel := chart.Plane{Heading: c.target, X: "nominal", Y: "share of the rows", Low: 0, High: 1}
		held := chart.PlaneLine{Name: "held"}
		band := chart.PlaneBand{Name: "±2 standard errors"}
		for _, v := range c.Intervals {
			held.X, held.Y = append(held.X, v.Nominal), append(held.Y, v.Share)
			band.X, band.Low, band.High = append(band.X, v.Nominal), append(band.Low, v.Share-2*v.SE), append(band.High, v.Share+2*v.SE)
		}
		panel.Bands = []chart.PlaneBand{band}
		panel.Lines = []chart.PlaneLine{held, {Name: "as it should be", X: []float64{0, 1}, Y: []float64{0, 1}, Dashed: true}}
		all.Panels = append(all.Panels, panel)
	}
	return all
}
