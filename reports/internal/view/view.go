package view

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

var (
	//go:embed notes.md
	notesFile string
)

// texts are notes under tables and captions of figures.
var texts = document.ParseTexts(notesFile)

// pivot is a table without a name and a title.
func pivot(rows, columns, values string) results.Pivot {
	return results.Pivot{Rows: strings.Fields(rows), Columns: strings.Fields(columns), Values: strings.Fields(values)}
}

// importanceTable has the importances of all inputs, beside those that are printed.
var importanceTable = results.View{Table: pivot("input", "n estimator variant", "importance")}

// usual are the views of experiments that list none, by the kind of their figure.
var usual = map[results.FigureKind][]results.View{
	results.FigureNone: {importanceTable},
	results.FigureBars: {importanceTable, {Figure: "importances", Text: text("importances figure"), Aside: true}},
	results.FigureDesigns: {
		{Figure: "designs", Text: text("designs figure")},
		{Table: pivot("scenario input", "estimator", "population importance")},
	},
	results.FigureScaling: {{Figure: "scaling", Text: text("scaling figure")}},
	results.FigurePaths: {
		{Figure: "losses", Title: "cumulative loss", Text: text("elimination losses"), Select: firstVariant},
		{Name: "variants", Title: "cumulative loss", Table: pivot("data", "method variant", "cumulative"), Aside: true},
		{
			Name: "cumulative", Title: "share of the loss of vimp-drf that is saved",
			Figure: "savings", Text: text("elimination gap figure"),
		},
		{
			Name: "paths", Title: "loss against the number of inputs left",
			Figure: "paths", Text: text("elimination path figure"), Select: firstVariant,
		},
	},
	results.FigureSwitches: {
		{Figure: "choices", Text: text("ablation figure")},
		{Name: "loss", Title: "loss on other rows", Figure: "choice-losses", Aside: true},
	},
	results.FigureFrozenSets: {{Figure: "frozen-sets", Text: text("frozen figure")}},
	results.FigureConvergence: {
		{Figure: "convergence", Text: text("convergence figure")},
		{Name: "slopes", Title: "slopes", Figure: "slopes", Text: text("convergence slopes")},
	},
	results.FigureCost: {
		{Title: "with more rows", Figure: "cost-of-rows", Text: text("cost figure")},
		{Name: "inputs", Title: "with more inputs", Figure: "cost-of-inputs", Text: text("cost figure")},
	},
	results.FigureAccuracy: {
		{Figure: "error-ratios", Text: text("accuracy figure")},
		{
			Name: "all", Title: "over all designs", Text: text("accuracy ratios"), Front: true,
			Table: pivot("estimator", "", "cells error_ratio"),
		},
	},
	results.FigureCalibration: {
		{Figure: "calibration", Text: text("calibration figure")},
		{
			Name: "all", Title: "over all designs, in % of tables and inputs", Text: text("calibration sizes"), Front: true,
			Table: pivot("estimator", "", "cells size any_falsely_found power coverage population_coverage"),
		},
	},
	results.FigureAspects: {{Figure: "aspects", Text: text("aspects figure")}},
	results.FigureLeaderboard: {{Text: text("leaderboard scores"), Table: results.Pivot{
		Rows: []string{"estimator"}, Sorted: true,
		Values: []string{"score", "rank_correlation", "auc", "seconds", "megabytes"},
	}}},
	results.FigureEffects: {{Figure: "effects", Text: text("effects figure")}},
	results.FigureTests:   {{Figure: "tests", Text: text("tests figure")}},
}

// firstVariant selects the convention of the first cell.
var firstVariant = map[string]string{results.KeyVariant: "first"}

// text is the first line of a note.
func text(note string) string { return texts.Of(note)[0] }

// Views returns the views of an experiment: its own or, if it has none that this version knows,
// the usual ones.
func Views(e results.Experiment) []results.View {
	known := summary.Having(e.Views, func(v results.View) bool { return v.Figure != "" || v.IsTable() })
	if len(known) > 0 {
		return known
	}
	return usual[cmp.Or(e.Figure, results.FigureNone)]
}

// Chapter is what the report shows of an experiment.
type Chapter struct {
	Tables  []document.Table
	Front   []document.Block // for the first pages
	Blocks  []document.Block // tables and figures in their order
	Figures []chart.Figure
	CSV     string
}

// Of lays out the views of an experiment; figures need records.
func Of(s summary.Summary, o verdict.Overview) (c Chapter) {
	views := Views(s.Experiment)
	var values []string
	for _, v := range views {
		values = summary.Union(values, append(v.Table.Values, figures[v.Figure].values...)...)
	}
	f := newFrame(s, values)
	for _, v := range views {
		v.Aside = v.Aside && !s.Experiment.OfUser() // the figure beside the table is the user's only one
		l, blocks := newLayout(f, v, o), &c.Blocks
		if v.Front {
			blocks = &c.Front
		}
		for _, t := range l.tables() {
			if c.Tables = append(c.Tables, t); !v.Aside {
				*blocks = append(*blocks, t)
			}
		}
		if f, ok := l.figure(); ok && s.Records > 0 {
			if c.Figures = append(c.Figures, f); !v.Aside {
				*blocks = append(*blocks, document.FigureBlock(f))
			}
		}
	}
	c.CSV = f.csv()
	return c
}

// tables sets the tables of the view, none of a figure.
func (l *layout) tables() []document.Table {
	switch {
	case l.IsTable():
		return l.pivot()
	case l.named.table != nil:
		return l.named.table(l)
	}
	return nil
}

// figure draws the figure of the view; ok is false where there is nothing to draw.
func (l *layout) figure() (f chart.Figure, ok bool) {
	if l.named.draw == nil {
		return f, false
	}
	f = chart.Figure{Name: l.fileName(), Number: l.number(), Title: l.caption(false), Width: chart.PageWidth}
	f.Caption = strings.TrimSpace(f.Title + ". " + l.Text)
	var marks legends
	panels, height := l.named.draw(l, &marks)
	if len(panels) == 0 {
		return f, false
	}
	f.Plots = chart.InRows(panels, cmp.Or(l.named.across, len(panels)))
	for _, row := range f.Plots {
		if marks.rows {
			chart.NameOnce(row)
		}
	}
	f.Height = vg.Length(len(f.Plots))*(height+12) + 44
	f.Legend = marks.complete()
	return f, true
}

// Finding says what came of the published numbers and the claims of an experiment: "10 of 10
// printed numbers are compatible; of 3 claims, 3 hold"; empty where there are none.
func Finding(s summary.Summary, o verdict.Overview) string {
	o = o.Of(s.Experiment.Name)
	var parts []string
	if n := len(o.Cells); n > 0 {
		compatible := o.Count(verdict.Compatible)
		parts = append(parts, fmt.Sprintf("%d of %s are compatible", compatible, format.Plural(n, "printed number")))
	}
	if len(o.Claims) > 0 {
		noun := "band"
		if slices.ContainsFunc(o.Claims, func(j verdict.Judged) bool { return !j.Banded() }) {
			noun = "claim"
		}
		text := verdict.OutcomesText(o.Claims, verdict.Judged.Outcome)
		if verb, isSingle := strings.CutPrefix(text, "1 "); isSingle && len(o.Claims) == 1 {
			parts = append(parts, "its one "+noun+" "+verb)
		} else {
			parts = append(parts, fmt.Sprintf("of %s, %s", format.Plural(len(o.Claims), noun), text))
		}
	}
	return strings.Join(parts, "; ")
}
