package view

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

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
	//go:embed views.yaml
	viewsFile []byte
)

// texts are notes under tables and captions of figures.
var texts = document.ParseTexts(notesFile)

// usual are the views of experiments that list none.
var usual = read(viewsFile)

// read reads the views of kinds of figures. It panics if they cannot be read, as they are ours.
func read(text []byte) (views map[results.FigureKind][]results.View) {
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(&views); err != nil {
		panic("view: " + err.Error())
	}
	return views
}

// Views returns the views of an experiment.
func Views(e results.Experiment) []results.View {
	if len(e.Views) > 0 {
		return e.Views
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
	var views []*evaluation
	for _, v := range Views(s.Experiment) {
		v.Aside = v.Aside && !s.Experiment.OfUser() // the figure beside the table is the user's only one
		e, to := newEvaluation(s, o, v), &c.Blocks
		views = append(views, e)
		if v.Front {
			to = &c.Front
		}
		if v.Picture == results.PictureTable {
			for _, t := range e.tables() {
				if c.Tables = append(c.Tables, t); !v.Aside {
					*to = append(*to, t)
				}
			}
			continue
		}
		if f, ok := e.figure(); ok && s.Records > 0 {
			if c.Figures = append(c.Figures, f); !v.Aside {
				*to = append(*to, document.FigureBlock(f))
			}
		}
	}
	c.CSV = csv(s, views)
	return c
}

// Finding says what came of the published numbers and the claims of an experiment: "10 of 10 printed
// numbers are compatible; of 3 claims, 3 hold"; empty where there are none.
func Finding(s summary.Summary, o verdict.Overview) string {
	o = o.Of(s.Experiment.Name)
	var parts []string
	if n := len(o.Cells); n > 0 {
		parts = append(parts, fmt.Sprintf("%d of %s are compatible", o.Count(verdict.Compatible), format.Plural(n, "printed number")))
	}
	if len(o.Claims) > 0 {
		noun := "band"
		if slices.ContainsFunc(o.Claims, func(j verdict.Judged) bool { return !j.Banded() }) {
			noun = "claim"
		}
		text := verdict.OutcomesText(o.Claims, verdict.Judged.Outcome)
		if of, one := strings.CutPrefix(text, "1 "); one && len(o.Claims) == 1 {
			parts = append(parts, "its one "+noun+" "+of)
		} else {
			parts = append(parts, fmt.Sprintf("of %s, %s", format.Plural(len(o.Claims), noun), text))
		}
	}
	return strings.Join(parts, "; ")
}

// csv renders the tidy table of an experiment for other programs, with what the views show besides.
func csv(s summary.Summary, views []*evaluation) string {
	var more []summary.Number
	shown := make(map[string]bool)
	for _, v := range views {
		for _, n := range v.shown() {
			if name := fmt.Sprintf("%q %q", n.Cell, n.Quantity); !shown[name] {
				shown[name] = true
				more = append(more, n)
			}
		}
	}
	return s.CSV(s.Numbers.RBind(s.Frame(more)))
}

// shown are the numbers of the view that the tidy table lacks: those of its rows, columns and series.
func (e *evaluation) shown() (list []summary.Number) {
	for _, r := range e.rows() {
		for _, c := range e.columns() {
			q, ok := e.at(r, c)
			if !ok || c.printed || c.of == nil {
				continue
			}
			quantity := c.Show
			if len(c.Against) > 0 {
				quantity += " against " + strings.ReplaceAll(summary.Describe(c.Against), ",", "")
			}
			for _, part := range q.parts() {
				sets := summary.Grouped(part.cells, func(cell summary.Cell) string { return cell.Slug })
				if c.pooled && len(sets) > 1 {
					sets = append(sets, part.cells)
				}
				for _, cells := range sets {
					of := summary.Quantity{Name: results.ValueName(quantity), Variable: part.input}
					known := len(cells) == 1 && cells[0].Mean(of.Name, of.Variable).N > 0
					if v := c.value(q.of(of.Variable, cells...), false); v.N > 0 && !known {
						list = append(list, summary.NewNumber(summary.Shared(cells), of, e.Active(cells[0], of.Variable), v))
					}
				}
			}
		}
	}
	return list
}
