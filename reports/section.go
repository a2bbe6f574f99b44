package reports

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/method"
	"drfvi/internal/page"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// section is what is special to a kind of experiment: what its results are in
// words, its tables, its figures, tables that are set after the figures, and
// rows of its CSV file besides those of its cells.
type section interface {
	text() []page.Block
	tables() []page.Table
	figures() []chart.Figure
	further() []page.Table
	rows() []summary.Row
}

// kinds are the sections by what an experiment is drawn as.
var kinds = map[results.FigureKind]func(experiment) section{
	results.FigureBars:        func(e experiment) section { return importance{e} },
	results.FigureScaling:     func(e experiment) section { return scaling{e} },
	results.FigurePaths:       func(e experiment) section { return elimination{e} },
	results.FigureSwitches:    func(e experiment) section { return ablation{e} },
	results.FigureFrozenSets:  func(e experiment) section { return frozen{e} },
	results.FigureConvergence: func(e experiment) section { return convergence{e} },
	results.FigureCost:        func(e experiment) section { return cost{e} },
	results.FigureDesigns:     func(e experiment) section { return designs{e} },
	results.FigureAccuracy:    func(e experiment) section { return accuracy{e} },
	results.FigureCalibration: func(e experiment) section { return calibration{e} },
	results.FigureLeaderboard: func(e experiment) section { return leaderboard{e} },
	results.FigureAspects:     func(e experiment) section { return aspects{e} },
	results.FigureEffects:     func(e experiment) section { return effects{e} },
}

// experiment is what all sections are made from, and the section of experiments
// that are not drawn: tables of importances.
type experiment struct {
	summary.Summary
	overview verdict.Overview
}

func (experiment) text() []page.Block { return nil }

func (experiment) figures() []chart.Figure { return nil }

func (experiment) further() []page.Table { return nil }

func (experiment) rows() []summary.Row { return nil }

// section returns the section of the experiment's kind.
func (s experiment) section() section {
	if of, ok := kinds[s.Experiment.Figure]; ok {
		return of(s)
	}
	return s
}

// chapter returns what the report says of the experiment.
func (s experiment) chapter() chapter {
	e, of := s.Experiment, s.section()
	c := chapter{
		name: e.Name, tables: labelled(e.Name, of.tables()), further: of.further(), csv: s.CSV(of.rows()),
		text: []page.Block{page.Part(summary.Title(e))},
	}
	if text := strings.TrimSpace(e.Description); text != "" {
		c.text = append(c.text, page.Paragraph(text))
	}
	if len(e.Notes) > 0 {
		title := "Where text, code and numbers disagree"
		if s.BeyondPaper() || e.OfUser() {
			title = "Notes"
		}
		c.text = append(c.text, page.Section(title), page.Bullets(trimmed(e.Notes)))
	}
	if t := e.Table; t != nil {
		c.text = append(c.text, page.Paragraph(tableText(e)))
	}
	c.text = append(c.text, page.Section("Results"))
	if s.Records == 0 {
		text := "Not run."
		if !e.OfUser() {
			text += " Printed numbers are listed below where there are any."
		}
		c.text = append(c.text, page.Paragraph(text))
	} else {
		c.figures = of.figures()
		if s.Records < s.Planned() {
			c.text = append(c.text, page.Paragraph(fmt.Sprintf("Partly run: %d of %d repetitions.", s.Records, s.Planned())))
		}
	}
	if failures := s.failures(); len(failures) > 0 {
		c.text = append(c.text, page.Paragraph("Methods that failed:"), page.Bullets(failures))
	}
	if text := s.obstacles(); text != "" {
		c.text = append(c.text, page.Paragraph(text))
	}
	c.text = append(c.text, of.text()...)
	if warnings := s.warnings(); len(warnings) > 0 {
		c.end = []page.Block{page.Section("Warnings"), page.Bullets(warnings)}
	}
	return c
}

// labelled numbers the labels of tables if there are several.
func labelled(name string, tables []page.Table) []page.Table {
	for i := range tables {
		tables[i].Label = name
		if len(tables) > 1 {
			tables[i].Label += "-" + string(rune('a'+i%26))
		}
	}
	return tables
}

// emptyFigure is an empty figure of the experiment.
func (s experiment) emptyFigure(caption string) chart.Figure {
	title := summary.Title(s.Experiment)
	return chart.Figure{Name: s.Experiment.Name, Title: title, Caption: title + ". " + caption, Width: chart.PageWidth}
}

// obstacles lists why cells could not be run: "Not run: scm20d (data missing)."
func (s experiment) obstacles() string {
	var parts []string
	for _, c := range s.Cells {
		if c.NotRun == "" || c.Repetitions > 0 {
			continue
		}
		what := c.Cell[results.KeyData]
		if what == "" {
			what = summary.Describe(c.Cell)
		}
		if part := what + " (" + c.NotRun + ")"; !slices.Contains(parts, part) {
			parts = append(parts, part)
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "Not run: " + strings.Join(parts, ", ") + "."
}

// failures lists what methods failed at, with why and how often.
func (s experiment) failures() []string {
	var list []string
	for _, c := range s.Cells {
		for _, f := range c.Failures {
			list = append(list, fmt.Sprintf("%s: %s (%d of %d repetitions)", summary.Describe(c.Cell), f.Text, f.Count, c.Planned))
		}
	}
	return list
}

// trimmed returns texts without space around them.
func trimmed(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = strings.TrimSpace(text)
	}
	return list
}

// warnings lists what the records warn of, with how often and where.
func (s experiment) warnings() []string {
	var list []string
	for _, c := range s.Cells {
		for _, w := range c.Warnings {
			list = append(list, fmt.Sprintf("%s: %s (%d of %d repetitions)", summary.Describe(c.Cell), w.Text, w.Count, c.Repetitions))
		}
	}
	if s.Strays > 0 {
		list = append(list, fmt.Sprintf("%s of cells that the experiment no longer has; left out.", format.Plural(s.Strays, "record")))
	}
	return list
}

// caption names experiment, source and the keys the cells share.
func (s experiment) caption(g summary.Group) string {
	text := summary.Title(s.Experiment)
	if rest := summary.Describe(summary.Without(g.Common, results.KeyPreset, results.KeyKernel)); rest != "" {
		text += ": " + rest
	}
	return text
}

// tableNotes are the notes under a table of importances, with a row for each, or
// of losses.
func (s experiment) tableNotes(cells []summary.Cell, importances, rows bool) []string {
	notes := texts.Of("importances")
	if len(s.Experiment.Relevant) > 0 && rows {
		notes[0] += " " + texts.Of("importances, relevant")[0]
	}
	if slices.ContainsFunc(cells, func(c summary.Cell) bool { return method.Of(c.Cell[results.KeyMethod]).Clamped && len(c.Compared) > 0 }) {
		clamped := texts.Of("importances, clamped")[0]
		if s.Experiment.OfUser() {
			clamped = clampedText(cells)
		}
		notes[0] += " " + clamped
	}
	published := slices.ContainsFunc(cells, s.Published)
	if methods := summary.Distinct(cells, results.KeyMethod); slices.Contains(methods, "retrain") && slices.Contains(methods, "coupled") && published && importances {
		notes[0] += " " + texts.Of("importances, coupled")[0]
	}
	if published {
		notes[0] += " " + texts.Of("importances, published")[0]
	}
	if shown, p := len(s.Shown(s.Cells)), summary.MostVariables(cells); importances && shown < p {
		notes[0] += fmt.Sprintf(" %d of %d variables are shown; the CSV file has all.", shown, p)
	}
	if settings := settingsText(cells); settings != "" {
		notes = append(notes, settings)
	}
	for _, c := range cells {
		if c.Failed > 0 && c.Repetitions > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s; means are over the other repetitions.", summary.Describe(c.Cell), c.Missing()))
		}
	}
	return notes
}

// entry is what a table says of the first cell that agrees with a selector: a
// text, unless there is no such cell or it was not run.
func entry(cells []summary.Cell, selector map[string]string, text func(summary.Cell) string) string {
	c, ok := summary.Find(cells, selector)
	switch {
	case !ok:
		return format.None
	case c.Repetitions == 0:
		return c.Missing()
	}
	return text(c)
}

// settingsText says with which presets and kernels the variants were made:
// "Published convention: preset drf-1.1.0, kernel authors."
func settingsText(cells []summary.Cell) string {
	var parts []string
	for _, of := range summary.Grouped(cells, func(c summary.Cell) string { return c.Cell[results.KeyVariant] }) {
		variant, settings := of[0].Cell[results.KeyVariant], []string(nil)
		for _, key := range []string{results.KeyPreset, results.KeyKernel} {
			values := slices.DeleteFunc(summary.Distinct(of, key), func(v string) bool { return v == "" })
			if len(values) == 1 {
				settings = append(settings, key+" "+values[0])
			}
		}
		if len(settings) == 0 {
			continue
		}
		text := strings.Join(settings, ", ") + "."
		if label := summary.VariantLabel(variant); label != "" {
			text = strings.ToUpper(label[:1]) + label[1:] + ": " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " ")
}

// repetitionsText says over how many repetitions cells are.
func repetitionsText(cells []summary.Cell) string {
	low, high := cells[0].Repetitions, cells[0].Repetitions
	for _, c := range cells {
		low, high = min(low, c.Repetitions), max(high, c.Repetitions)
	}
	if low == high {
		return format.Plural(low, "repetition") + "."
	}
	return fmt.Sprintf("%d to %d repetitions.", low, high)
}

// drawn is an estimate as figures draw it.
func drawn(s stat.Stat) chart.Estimate { return chart.Estimate{Value: s.Mean, SE: s.SE} }
