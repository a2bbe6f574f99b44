// Package section has what the report says of an experiment, by what it is drawn as:
// text, tables, figures and rows of the CSV file.
package section

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

//go:embed notes.md
var notesFile string

// texts are notes under tables and captions of figures.
var texts = document.ParseTexts(notesFile)

// Section is what is special to a kind of experiment.
type Section interface {
	// Finding says in a few words what the results are, for a title; empty where nothing
	// can be said.
	Finding() string
	// Text says it in more words.
	Text() []document.Block
	Tables() []document.Table
	Figures() []chart.Figure
	// Appendix has figures that few readers need.
	Appendix() []chart.Figure
	// Rows are rows of the CSV file besides those of the cells.
	Rows() []summary.Row
	// Advice is what a reader wants to know first, where there are records.
	Advice() ([]string, []chart.Figure)
}

// kinds are the sections by what an experiment is drawn as.
var kinds = map[results.FigureKind]func(Base) Section{
	results.FigureNone:        func(b Base) Section { return Undrawn{b} },
	results.FigureBars:        func(b Base) Section { return Importances{Undrawn{b}} },
	results.FigureDesigns:     func(b Base) Section { return Designs{Undrawn{b}} },
	results.FigureScaling:     func(b Base) Section { return Scaling{b} },
	results.FigurePaths:       func(b Base) Section { return Elimination{b} },
	results.FigureSwitches:    func(b Base) Section { return Ablation{b} },
	results.FigureFrozenSets:  func(b Base) Section { return FrozenSets{b} },
	results.FigureConvergence: func(b Base) Section { return Convergence{b} },
	results.FigureCost:        func(b Base) Section { return Cost{b} },
	results.FigureAccuracy:    func(b Base) Section { return Accuracy{b} },
	results.FigureCalibration: func(b Base) Section { return Calibration{b} },
	results.FigureLeaderboard: func(b Base) Section { return Leaderboard{b, newBoard(b.Cells)} },
	results.FigureAspects:     func(b Base) Section { return Aspects{b} },
	results.FigureEffects:     func(b Base) Section { return Effects{b} },
	results.FigureTests:       func(b Base) Section { return Tests{b} },
}

// Of returns the section of an experiment.
func Of(s summary.Summary, o verdict.Overview) Section {
	of, ok := kinds[s.Experiment.Figure]
	if !ok {
		of = kinds[results.FigureNone]
	}
	return of(Base{s, o})
}

// Base is what all sections are made from. It has nothing to say.
type Base struct {
	summary.Summary
	Overview verdict.Overview
}

func (Base) Text() []document.Block { return nil }

func (Base) Tables() []document.Table { return nil }

func (Base) Figures() []chart.Figure { return nil }

func (Base) Finding() string { return "" }

func (Base) Appendix() []chart.Figure { return nil }

func (Base) Rows() []summary.Row { return nil }

func (Base) Advice() ([]string, []chart.Figure) { return nil, nil }

// held says how many of the claims about the experiment hold, which are bands.
func (s Base) held() string {
	of := slices.DeleteFunc(slices.Clone(s.Overview.Claims), func(j verdict.Judged) bool { return j.Experiment() != s.Experiment.Name })
	switch n := verdict.CountClaims(of, verdict.Holds); {
	case len(of) == 0:
		return ""
	case n == len(of):
		return fmt.Sprintf("all %d bands hold", n)
	default:
		return fmt.Sprintf("%d of %s", n, format.Plural(len(of), "band")) + " hold"
	}
}

// MostValues is how many columns of numbers stand side by side in a table.
const MostValues = 7

// Figure is an empty figure of the experiment.
func (s Base) Figure(caption string) chart.Figure {
	title := summary.Title(s.Experiment)
	return chart.Figure{Name: s.Experiment.Name, Title: title, Caption: title + ". " + caption, Width: chart.PageWidth}
}

// Caption names experiment, source and the keys the cells share.
func (s Base) Caption(g summary.Group) string {
	return summary.Titled(s.Experiment, summary.Without(g.Common, results.KeyPreset, results.KeyKernel))
}

// Ours is what columns of our numbers are called.
func (s Base) Ours() string {
	if s.Experiment.OfUser() {
		return "mean"
	}
	return "ours"
}

// Printed is the published number of a quantity in a cell, as it was printed.
func (s Base) Printed(c summary.Cell, q summary.Quantity) string {
	if printed, ok := s.Expected(c, q); ok {
		return verdict.PrintedText(printed)
	}
	return format.None
}

// TableNotes are the notes under a table of importances, with a row for each, or
// of losses.
func (s Base) TableNotes(cells []summary.Cell, importances, rows bool) []string {
	notes := texts.Of("importances")
	if len(s.Experiment.Relevant) > 0 && rows {
		notes[0] += " " + texts.Of("importances, relevant")[0]
	}
	if slices.ContainsFunc(cells, func(c summary.Cell) bool { return method.Of(c.Cell[results.KeyMethod]).Clamped && len(c.Compared) > 0 }) {
		clamped := Clamped(cells)
		if !s.Experiment.OfUser() {
			clamped = strings.TrimSuffix(clamped, ".") + ", as in the paper."
		}
		notes[0] += " " + clamped
	}
	published := slices.ContainsFunc(cells, s.Published)
	if methods := summary.Distinct(cells, results.KeyMethod); slices.Contains(methods, "retrain") && slices.Contains(methods, "coupled") && published && importances {
		notes[0] += " " + texts.Of("importances, coupled")[0]
	}
	if published && s.differs(cells) {
		notes[0] += " " + texts.Of("importances, published")[0]
	}
	if shown, p := len(s.Shown(s.Cells)), summary.MostVariables(cells); importances && shown < p {
		notes[0] += fmt.Sprintf(" %d of %d inputs are shown; the CSV file has all.", shown, p)
	}
	if settings := settings(cells); settings != "" {
		notes = append(notes, settings)
	}
	for _, c := range cells {
		if c.Failed > 0 && c.Repetitions > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s; means are over the other repetitions.", summary.Describe(c.Cell), c.Missing()))
		}
	}
	return notes
}

// Clamped says which methods' values are not below zero, empty if none's.
func Clamped(cells []summary.Cell) string {
	labels := summary.MethodLabels(cells, func(f method.Facts) bool { return f.Clamped })
	if len(labels) == 0 {
		return ""
	}
	return fmt.Sprintf("Values of %s are cut off at zero in each repetition, before they are averaged.", format.Enumerated(labels))
}

// differs reports whether a number of cells is marked, as it differs from the printed one.
func (s Base) differs(cells []summary.Cell) bool {
	return slices.ContainsFunc(s.Overview.Cells, func(check verdict.CellCheck) bool {
		return check.Verdict == verdict.Differs && check.Experiment == s.Experiment.Name &&
			slices.ContainsFunc(cells, func(c summary.Cell) bool { return c.Slug == check.Info.Slug })
	})
}

// settings says with which presets and kernels the variants were made:
// "Published convention: preset drf-1.1.0, kernel authors."
func settings(cells []summary.Cell) string {
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

// Repetitions says over how many repetitions cells are.
func Repetitions(cells []summary.Cell) string {
	low, high := cells[0].Repetitions, cells[0].Repetitions
	for _, c := range cells {
		low, high = min(low, c.Repetitions), max(high, c.Repetitions)
	}
	if low == high {
		return format.Plural(low, "repetition") + "."
	}
	return fmt.Sprintf("%d to %d repetitions.", low, high)
}

// Labelled numbers the labels of tables if there are several.
func Labelled(name string, tables []document.Table) []document.Table {
	for i := range tables {
		tables[i].Label = name
		if len(tables) > 1 {
			tables[i].Label += "-" + letters(i)
		}
	}
	return tables
}

// letters counts a, b, …, z, aa, ab, ….
func letters(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letters(i/26-1) + letters(i%26)
}

// Bullets are items as a list, nothing where there are none.
func Bullets(items []string) []document.Block {
	if items == nil {
		return nil
	}
	return []document.Block{document.Bullets(items)}
}

// Drawn is an estimate as figures draw it.
func Drawn(s stat.Stat) chart.Estimate { return chart.Estimate{Value: s.Mean, SE: s.SE} }
