package main

import (
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/datasets"
	"drfvi/importance/censored"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/rank"
)

// survivalAnalysis is what is found of a time that is censored in some rows.
type survivalAnalysis struct {
	*analysis
	found  *censored.Measurement
	event  eventColumn
	times  []float64
	input  int // of the curves; −1 for that of all rows
	curves []survivalCurve
}

// survivalCurve is the curve of some of the rows.
type survivalCurve struct {
	censored.Curve
	name string // of the rows
	rows int
}

// limit names the horizon, if times lie beyond.
func (a *survivalAnalysis) limit() string {
	if slices.Max(a.times) <= a.found.Horizon {
		return ""
	}
	return " up to " + a.horizon()
}

func (a *survivalAnalysis) horizon() string { return fmt.Sprintf("%.6g", a.found.Horizon) }

// mostCurves is the largest number of levels whose curves are shown.
const mostCurves = 4

// curvesOf returns the curves of the foremost significant input: of the thirds of the rows where it
// is lowest and highest, or of its most frequent levels; without one that of all rows.
func (a *survivalAnalysis) curvesOf(p *datasets.Problem) (curves []survivalCurve) {
	add := func(name string, rows []int) {
		if len(rows) >= fewestAt {
			places := collect(rows, func(row int) int32 { return int32(row) })
			curves = append(curves, survivalCurve{a.found.Survival(places), name, len(rows)})
		}
	}
	a.input = -1
	if inputs := a.foremost(); len(inputs) > 0 && len(p.Variables[inputs[0]].Columns) == 1 {
		a.input = inputs[0]
		column := p.Variables[a.input].Columns[0]
		values := mat.Col(nil, column, p.X)
		if levels := p.LevelNames(column); levels != nil {
			byLevel := make([][]int, len(levels))
			for i, code := range values {
				byLevel[int(code)] = append(byLevel[int(code)], i)
			}
			counts := collect(byLevel, func(rows []int) float64 { return float64(len(rows)) })
			for _, code := range rank.Descending(counts)[:min(len(levels), mostCurves)] {
				add(levels[code], byLevel[code])
			}
		} else {
			low, high := thirds(values)
			add("low", low)
			add("high", high)
		}
	}
	if len(curves) < 2 {
		a.input, curves = -1, nil
		add("all rows", rank.Numbers[int](len(a.times)))
	}
	return curves
}

// eventColumn is the column that tells events, with the values of it that do.
type eventColumn struct {
	name   string
	values []string
}

// counts says how many rows have an event, are censored, and reach the horizon.
func (c eventColumn) counts(t censored.Times) string {
	return fmt.Sprintf("Events (%s = %s) before %.6g: %d; censored before: %d; still at risk: %d.", inSentence(c.name),
		enumeratedNames(c.values), t.Horizon, t.Events, t.Censored, t.Reached)
}

// facts are the same for other programs.
func (c eventColumn) facts(t censored.Times) report.Object {
	return report.Object{
		{"event", c.name}, {"event_values", c.values}, {"horizon", t.Horizon}, {"events", t.Events},
		{"censored", t.Censored}, {"at_horizon", t.Reached},
	}
}

// thin are warnings of times that tell little.
func (a *survivalAnalysis) thin(o censoredOptions) (warnings []string) {
	if zeros := len(positions(len(a.times), func(i int) bool { return a.times[i] == 0 })); zeros > 0 {
		warnings = append(warnings, fmt.Sprintf("%s is 0 in %s: of those that are censored then, nothing is known",
			a.timeName(), format.Plural(zeros, "row")))
	}
	if o.horizon != nil && a.found.Reached < fewestAt && a.found.Censored > 0 {
		warnings = append(warnings, fmt.Sprintf("%v: at risk then is only %s, so that little is known of the last times",
			mention.Horizon.To(a.horizon()), format.Plural(a.found.Reached, "row")))
	}
	return warnings
}

// assumption says under which condition censored rows do no harm.
func (a *survivalAnalysis) assumption() string {
	return textIf(a.found.Censored > 0, fmt.Sprintf("This assumes that censoring is independent of %s given the inputs.",
		a.timeName()))
}

// timeName and curveInput name the column of times and the input of the curves.
func (a *survivalAnalysis) timeName() string { return inSentence(a.Targets[0]) }
func (a *survivalAnalysis) curveInput() string {
	if a.input < 0 {
		return ""
	}
	return inSentence(a.Variables[a.input])
}

// picture shows the curves.
func (a *survivalAnalysis) picture() chart.Picture {
	panel := chart.Plane{X: a.timeName(), Y: "share of rows without the event"}
	for k, c := range a.curves {
		name := strings.TrimSpace(a.curveInput() + " " + c.name)
		line := chart.Line{Name: name, Shape: chart.Shapes[k], Band: "95 % interval"}
		line.X, line.Y = []float64{0}, []chart.Estimate{chart.Number(1)}
		for i, time := range c.Times {
			if time > 0 {
				line.X, line.Y = append(line.X, time), append(line.Y, chart.Estimate{Value: c.Values[i], Interval: chart.Interval{
					Low: max(c.Values[i]-2*c.SE[i], 0), High: min(c.Values[i]+2*c.SE[i], 1),
				}})
			}
		}
		panel.Lines = append(panel.Lines, line)
	}
	return chart.Planes{Title: "Survival" + textIf(a.input >= 0, " by "+a.curveInput()), Panels: []chart.Plane{panel}}
}

// report says what was found, with the curves of the foremost input.
func (a *survivalAnalysis) report() *report.Report {
	r := a.analysis.report()
	if a.found.Censored > 0 {
		r.Meaning = append(r.Meaning, "Intervals take the pseudo-responses of censored rows as given.")
	}
	counts := a.event.counts(a.found.Times) + textIf(a.limit() != "", " What lies beyond is not compared.")
	r.Remarks = append([]string{joined(counts, a.assumption())}, r.Remarks...)
	r.Figures = append(r.Figures, report.Figure{Name: "survival", Picture: a.picture(), Caption: "Survival" +
		textIf(a.input >= 0, " in the thirds of the rows, or the levels, of the input that matters most") +
		": means of pseudo-responses, which allow for censoring that depends on inputs."})
	curves := collect(a.curves, func(c survivalCurve) report.Object {
		return report.Object{{"name", c.name}, {"rows", c.rows}, {"values", c.Values}, {"se", c.SE}}
	})
	survival := report.Object{}
	if a.input >= 0 {
		survival = survival.Add("input", a.Variables[a.input])
	}
	survival = survival.Add("times", a.curves[0].Times).Add("curves", curves)
	censoring := a.event.facts(a.found.Times).Add("clipped_rows", a.found.Bounded)
	r.Data = r.Data.Add("censoring", censoring).Add("survival", survival)
	return r
}

// Names of columns that may tell an event, and of times to it.
var (
	eventNames = strings.Fields("status event dead death died deceased fail failed failure censor censored delta relapse")
	timeNames  = strings.Fields("time times t futime days months years survival survtime duration followup os pfs")
)

// mayTell reports whether an input has a name or, unless events is nil, the values of a column that
// tells events.
func mayTell(p *datasets.Problem, v datasets.Variable, events []bool) bool {
	if len(v.Columns) != 1 {
		return false
	}
	values := mat.Col(nil, v.Columns[0], p.X)
	different := slices.Compact(slices.Sorted(slices.Values(values)))
	if len(different) != 2 {
		return false
	}
	agree := 0
	for i, event := range events {
		if event == (values[i] == different[1]) {
			agree++
		}
	}
	return slices.Contains(eventNames, strings.ToLower(v.Name)) || events != nil && (agree == 0 || agree == len(events))
}

// statusLike are warnings of inputs that may tell the event.
func (a *survivalAnalysis) statusLike(p *datasets.Problem, events []bool) (warnings []string) {
	for _, v := range p.Variables {
		if mayTell(p, v, events) {
			warnings = append(warnings, fmt.Sprintf("input %q may tell the event, and be known only after it; if so, leave "+
				"it out: %v", inSentence(v.Name), mention.Exclude.Each(v.Name)))
		}
	}
	return warnings
}

// mayBeCensored is the warning that a target may be a time that is censored in some rows; "" for
// none.
func mayBeCensored(p *datasets.Problem) string {
	if len(p.Targets) != 1 || p.Targets[0].Categorical || !slices.Contains(timeNames, strings.ToLower(p.Targets[0].Name)) {
		return ""
	}
	time := p.Targets[0].Name
	for _, v := range p.Variables {
		if mayTell(p, v, nil) {
			return fmt.Sprintf("input %q may tell for which rows %q is only known to be longer; if so, use %v %v",
				inSentence(v.Name), inSentence(time), mention.Time.To(time), mention.Event.To(v.Name))
		}
	}
	return ""
}
