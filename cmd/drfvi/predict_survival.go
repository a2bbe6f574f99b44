package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance/censored"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/methods"
)

// survivalPredictions are the probabilities of no event up to chosen times.
type survivalPredictions struct {
	*analysis
	times     []float64
	predicted *mat.Dense // rows × times; nil if none is wanted
	outOfBag  bool
	checks    []censored.Check
	event     eventColumn
	training  censored.Times
}

// withoutSurvival are the flags of predict that have no meaning beside --time.
var withoutSurvival = []string{"quantiles", "conformal", "weights-to", "weights", "scale", "targets", "targets-from",
	"unseen",
}

// checkSurvival returns what is wrong with the flags of censored times, whatever the table.
func (o *predictOptions) checkSurvival(methods.Method) error {
	if err := o.censored.checkEvent(); err != nil {
		return err
	}
	if err := o.refuse(notOfTimes, withoutSurvival...); err != nil {
		return err
	}
	for _, word := range o.at {
		time, err := strconv.ParseFloat(word, 64)
		if err != nil || !isPositive(time) {
			return flags.UsageError(fmt.Errorf("%v: found %q, expected times above 0, such as 1,2.5", mention.At, word))
		}
		o.times = append(o.times, time)
	}
	return o.checkFiles()
}

// predictSurvival predicts survival for new rows, or for the training rows out-of-bag.
func (o *predictOptions) predictSurvival(cmd *cobra.Command, e *estimation) (*survivalPredictions, error) {
	e.bound()
	e.predicts = true
	a, forests, err := e.grown()
	if err != nil {
		return nil, err
	}
	study, values, err := e.study(o.censored)
	if err != nil {
		return nil, err
	}
	if a.OfRows, err = o.readRows(cmd, e.table.reading.Options, e.problem); err != nil {
		return nil, err
	}
	ctx, progress := cmd.Context(), terminal.NewProgress(e.stderr, "predict")
	defer progress.End()
	predictor, err := censored.Learn(ctx, forests, study)
	if err != nil {
		return nil, e.timeWords(err)
	}
	p := &survivalPredictions{
		analysis: a, times: o.times, outOfBag: o.outOfBag, event: eventColumn{o.censored.column(), values},
		training: *predictor.Times,
	}
	if p.times == nil {
		for quarter := range 3 {
			time, _ := strconv.ParseFloat(fmt.Sprintf("%.2g", float64(quarter+1)/4*predictor.Horizon), 64)
			p.times = append(p.times, time)
		}
	}
	if o.x != nil || o.outOfBag {
		if p.predicted, err = predictor.Predict(ctx, o.x, p.times); err != nil {
			return nil, err
		}
	}
	p.checks, err = predictor.Check(ctx, p.times)
	a.Elapsed = progress.Elapsed()
	return p, err
}

// rows is the number of predicted rows.
func (p *survivalPredictions) rows() int {
	if p.predicted == nil {
		return 0
	}
	return p.predicted.RawMatrix().Rows
}

// table has a row for each predicted one.
func (p *survivalPredictions) table() report.Table {
	t := report.Table{Rows: p.rows(), Cut: true, Noun: "row", Columns: []report.Column{
		report.Column{Name: "row", Cell: func(row int) any { return p.number(row) }}.Shown("row", report.Text),
		{Name: "survival", CSV: []string{}, Cell: func(row int) any { return p.predicted.RawRowView(row) }},
	}}
	for k, time := range p.times {
		column := report.Column{CSV: []string{fmt.Sprintf("survival_%v", time)}, Cell: func(row int) any {
			return p.predicted.At(row, k)
		}}
		t.Columns = append(t.Columns, column.Shown(fmt.Sprintf("beyond %v", time), report.Fixed(3)))
	}
	return t
}

// number is that of a predicted row in its file, from 1.
func (p *survivalPredictions) number(row int) int {
	if numbers := p.Rows.Numbers; p.outOfBag && numbers != nil {
		return numbers[row]
	}
	return row + 1
}

// words say how far predictions at a time can be believed.
func (p *survivalPredictions) words(c censored.Check) string {
	low, high := c.Thirds[0], c.Thirds[2]
	return fmt.Sprintf("Out-of-bag check at %v: predicted %s %% and seen %s ± %s %% in the third of the rows with the "+
		"lowest predictions; %s %% and %s ± %s %% in the highest; slope %.2f ± %.2f, 1 if right.",
		c.Time, percent(low.Predicted), percent(low.Seen), percent(2*low.SE), percent(high.Predicted), percent(high.Seen),
		percent(2*high.SE), c.Slope, 2*c.SE)
}

// report shows the first rows, and how far they can be believed.
func (p *survivalPredictions) report() *report.Report {
	head := "Survival predicted from"
	if p.outOfBag {
		head = "Survival predicted out-of-bag from"
	}
	t := p.table()
	inputs, rows := format.Plural(len(p.Variables), "input"), format.Plural(p.N, "training row")
	r := p.begin(fmt.Sprintf("%s %s and %s", head, inputs, rows))
	r.Of, r.Table, r.Lines = "", t, collect(p.checks, p.words)
	r.Remarks = []string{p.event.counts(p.training)}
	if p.rows() > 0 {
		r.Sections = []report.Section{{Caption: "Probability of no event up to a time.", Table: t}}
	}
	checks := collect(p.checks, func(c censored.Check) report.Object {
		return report.Object{{"time", c.Time}, {"slope", c.Slope}, {"slope_se", c.SE}, {"thirds", collect(c.Thirds,
			func(third censored.Third) report.Object {
				return report.Object{
					{"rows", third.Rows}, {"predicted", third.Predicted}, {"seen", third.Seen}, {"se", third.SE},
				}
			})}}
	})
	r.Data = p.basis().Add("censoring", p.event.facts(p.training)).Add("times", p.times).Add("rows", t).Add("check", checks).Add(
		"warnings", report.Said(p.allWarnings()),
	)
	r.Figures = []report.Figure{{Name: "calibration", Picture: p.picture()}}
	return r
}

// picture shows what is seen against predictions, by thirds of the rows.
func (p *survivalPredictions) picture() chart.Picture {
	panel := chart.Plane{X: "mean prediction of a third of the rows", Y: "share that lasts longer"}
	for k, c := range p.checks {
		line := chart.Line{Name: fmt.Sprintf("beyond %v", c.Time), Shape: chart.Shapes[k%len(chart.Shapes)]}
		for _, third := range c.Thirds {
			line.X, line.Y = append(line.X, third.Predicted), append(line.Y, chart.WithSE(third.Seen, third.SE))
		}
		panel.Lines = append(panel.Lines, line)
	}
	panel.Lines = append(panel.Lines, chart.Line{
		Name: "as it should be", X: []float64{0, 1}, Y: chart.Numbers([]float64{0, 1}), Dashed: true,
	})
	return chart.Planes{Title: "Survival predicted and seen, out-of-bag", Panels: []chart.Plane{panel}}
}
