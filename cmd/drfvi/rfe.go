package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/mmd"
)

type rfeOptions struct {
	estimationOptions
	repeats, rows *flags.Count
}

func (o *rfeOptions) addFlags(cmd *cobra.Command) {
	o.estimationOptions.addFlags(
		cmd,
		offer{
			usual: method.Elimination, methods: methods.Eliminating(), trees: 500,
			plot: "loss against number of inputs", page: true,
		},
	)
	o.repeats = flags.AddCount(cmd, "repeats", "", 10, "eliminations on random half-samples")
	o.rows = flags.AddRowCount(cmd, "rows", flags.AllRows, 10000, 4, `maximum of random rows per elimination, or "all"`)
	flags.Group(cmd, flags.GroupElimination)
}

func (o *rfeOptions) run(cmd *cobra.Command, args []string) error {
	return o.find(cmd, args[0], func(ctx context.Context, e *estimation) (result, error) {
		return e.selection(ctx, o.repeats.Value, o.rows.Value)
	})
}

// selection selects inputs of the problem by so many eliminations on halves of at most so
// many rows, 0 for all.
func (e *estimation) selection(ctx context.Context, repeats, rows int) (*selection, error) {
	e.usesKernel = true // of the loss
	a := e.describe()
	progress := terminal.NewProgress(e.stderr, "rfe")
	defer progress.End()
	task := e.task(progress)
	if err := task.Prepare("rfe"); err != nil {
		return nil, err
	}
	loss, err := task.ResolveKernel()
	if e.kernel.Value == mmd.Authors {
		loss, err = mmd.LossKernel(task.Typical())
	}
	if err != nil {
		return nil, err
	}
	size := e.size()
	size.Rows = flags.RowsOf(rows, size.Rows)
	// Halves grow forests from half of the rows.
	settings, err := sampledSettings(e.settings(), e.sampleSize.Value, size.Rows/2)
	if err != nil {
		return nil, err
	}
	bytes := e.method.SelectionBytes(settings, size)
	bytes += 16 * int64(a.N) * int64(size.Inputs+size.Responses) // the whole table, as read and in use
	if err := e.fits(format.Plural(repeats+1, "elimination")+" on "+format.Plural(size.Rows, "row"), bytes); err != nil {
		return nil, err
	}
	eliminator := fixedSampleEliminator{e.method, e.settings(), e.sampleSize.Value}
	selected, err := importance.Select(ctx, eliminator, task, loss, repeats, size.Rows)
	if err != nil {
		return nil, err
	}
	a.Elapsed, a.Result.Gamma = progress.Elapsed(), loss.Gamma
	if e.method.UsesPreset {
		config, err := settings.Config()
		if err != nil {
			return nil, err
		}
		a.Config = &config
	}
	a.SampleSize = e.sampleSize.Value
	if e.method.UsesKernel {
		a.Evaluated, a.Result.Aggregation = e.evaluated, cmp.Or(a.Aggregation, "exact")
	}
	a.warn(messagesOf(selected.Warnings()...)...)
	return &selection{selected, a, size.Rows, repeats}, nil
}

// fixedSampleEliminator is an eliminator whose trees draw the same number of rows from
// every table, such as a half and the whole of one.
type fixedSampleEliminator struct {
	method   methods.Method
	settings methods.Settings
	drawn    int // rows of a tree, 0 for the settings' own share
}

// Begin implements importance.Eliminator.
func (f fixedSampleEliminator) Begin(ctx context.Context, task importance.Task) (importance.Stepper, error) {
	n, _ := task.X.Dims()
	e, err := f.sampling(n)
	if err != nil {
		return nil, err
	}
	return e.Begin(ctx, task)
}

// sampling returns the eliminator for tasks of so many rows.
func (f fixedSampleEliminator) sampling(n int) (importance.Eliminator, error) {
	settings, err := sampledSettings(f.settings, f.drawn, n)
	if err != nil {
		return nil, err
	}
	if settings.Preset == methods.Auto { // parts of the rows may be too few for its nodes
		c, err := settings.Config()
		if err != nil {
			return nil, err
		}
		node := inference.Splittable(c, n).MinNodeSize
		settings.Fixed.MinNodeSize = &node
	}
	return f.method.Eliminator(settings)
}

// selection is a finished selection of inputs. The sample size and the number of rows
// evaluated of analysis are those of the flags, 0 for the usual ones, and γ is the loss's.
type selection struct {
	importance.Selection
	analysis      *analysis // settings and names, without values
	rows, repeats int
}

// kept returns the names of the inputs to keep.
func (s *selection) kept() []string {
	return picked(s.analysis.Variables, s.Kept())
}

// table has a row for no input at all, and one an input in the order in which they are
// kept; the loss is that of forests on as many inputs as the rank says.
func (s *selection) table() report.Table {
	p, agreement := len(s.analysis.Variables), s.Agreement()
	// input is of the input that an elimination on all rows removes when so many are left.
	input := func(name string, value func(k, input int) any) report.Column {
		return report.Column{Name: name, Cell: func(k int) any {
			if k == 0 {
				return nil
			}
			return value(k, s.All.Eliminated[p-k])
		}}
	}
	names := input("name", func(_, j int) any { return s.analysis.Variables[j] })
	names.CSV = []string{"variable"}
	decimalPlaces := 4
	if se := slices.Max(s.SE); se > 0 {
		decimalPlaces = format.Decimals(se, 2, 3, 9)
	}
	loss := report.Fixed(decimalPlaces)
	kept := make([]bool, p+1)
	for k := range s.Keep {
		kept[k+1] = true
	}
	return report.Table{
		Rows: p + 1, Cut: true, Least: 1 + max(s.Keep, s.Best), First: 1, Noun: "input", Strong: kept,
		Columns: []report.Column{
			report.Column{Left: true, Cell: s.mark}.Shown("", report.Text),
			// of inputs left when it went, on all rows
			report.Column{Name: "rank", Left: true, Cell: func(k int) any { return k }}.Shown("k", report.Text),
			names,
			report.Column{
				Left: true, Long: true, Cell: func(k int) any { return cmp.Or(names.Cell(k), any("(none)")) },
			}.Shown("input", report.Text),
			report.Each("loss", s.Loss).Shown("loss", loss),
			report.Each("se", s.SE),
			report.Each("above_best", s.Above).Shown("above best", loss),
			report.Each("above_best_se", s.AboveSE).Shown("± s.e.", loss), // of the difference
			input("kept", func(k, _ int) any { return k <= s.Keep }),
			input("kept_in_halves", func(_, j int) any { return agreement[j] }).Shown(
				"in halves", func(cell any) string { return fmt.Sprintf("%d of %d", cell, s.repeats) },
			),
			input("importance_when_eliminated", func(k, _ int) any { return s.All.Values[p-k] }),
		},
	}
}

// mark is the word of a number of inputs that stands out.
func (s *selection) mark(k int) any {
	switch k {
	case s.Keep:
		return "keep"
	case s.Best:
		return "best"
	}
	return ""
}

// facts are the selection for other programs.
func (s *selection) facts(t report.Table) report.Object {
	e := s.analysis
	var variables, path []report.Object
	for k := range t.Rows {
		if o := t.Object(k); k > 0 {
			variables = append(variables, o.Pick("name", "rank", "importance_when_eliminated", "kept", "kept_in_halves"))
		}
		path = append(
			path,
			append(report.Object{{"variables", k}}, t.Object(k).Pick("loss", "se", "above_best", "above_best_se")...),
		)
	}
	return e.basis().Without("gamma").Add("loss_gamma", e.Result.Gamma).Add("rows", s.rows).Add("repeats", s.repeats).
		Add("best", s.Best).Add("keep", s.Keep).Add("kept", s.kept()).
		Add("variables", variables).Add("path", path).Add("forests", s.forests()).With(e.closing())
}

// report shows the selection, the input kept longest first.
func (s *selection) report() *report.Report {
	e, t := s.analysis, s.table()
	r := e.begin(e.title("Elimination"))
	r.Headline, r.Table, r.Data, r.Picture = s.verdict(), t, s.facts(t), s.chart()
	r.Sections = []report.Section{{Caption: "Losses by number of inputs.", Table: t}}
	r.Figures = []report.Figure{{Picture: r.Picture, Caption: "Loss along the elimination."}}
	halves, rows := fmt.Sprintf("%d random halves", s.repeats), fmt.Sprintf("%d of %d rows", s.rows, e.N)
	if s.repeats == 1 {
		halves = "a random half"
	}
	if s.rows == e.N {
		rows = "all rows"
	}
	r.Notes = append(r.Notes, fmt.Sprintf("Row k: the loss of forests on the inputs down to it, on %s held "+
		"out, the smaller, the better; \"above best\": the difference from the smallest loss. \"keep\": the "+
		"fewest inputs within one standard error of it. \"in halves\" counts in how many halves an input was "+
		"among the last ones, as many as are kept.", halves))
	r.Meaning = []string{fmt.Sprintf("(none) is the loss of predicting without any input; it is kept where "+
		"all that inputs gain may be chance. The inputs down to row k are those left by an elimination on %s.", rows)}
	r.Settings = s.settings()
	r.Computed = computation(s.All.Aggregation, s.forests()) + "; losses by " + s.Halves[0].LossAggregation
	return r
}

// settings lists what the selection depends on.
func (s *selection) settings() []string {
	e := s.analysis
	return nonempty(
		append(e.methodAndRows(" for the loss"), s.forestsText(), fmt.Sprintf("seed %d", e.Seed), e.scaling())...,
	)
}

// forests is the work, in forests on all inputs.
func (s *selection) forests() float64 {
	sum := 0.0
	for _, path := range append(slices.Clone(s.Halves), s.All) {
		sum += path.Forests
	}
	return sum
}

// verdict says what to keep.
func (s *selection) verdict() string {
	if s.Keep == 0 {
		return fmt.Sprintf("Keep no input: forests grown on half of the rows (%d) do not predict the %s "+
			"significantly better than without inputs.", s.rows/2, s.analysis.distribution())
	}
	return fmt.Sprintf("Keep %s: %s", format.Plural(s.Keep, "input"), strings.Join(inSentences(s.kept()), ", "))
}

// forestsText says what the forests are and how importance was measured, where
// that was asked for.
func (s *selection) forestsText() string {
	e := s.analysis
	return fmt.Sprintf("%d trees", e.Trees) + textIf(e.SampleSize > 0, fmt.Sprintf(" of %d rows", e.SampleSize)) +
		textIf(e.Evaluated > 0, fmt.Sprintf(", importance on %d rows", e.Evaluated)) +
		textIf(e.Method.UsesKernel && e.Aggregation != "", ", aggregation "+e.Aggregation)
}

// chart shows the loss with the inputs down to each row. The rule keeps the first whose bar
// reaches the best.
func (s *selection) chart() chart.DotChart {
	e, best := s.analysis, s.Loss[s.Best]
	d := chart.DotChart{
		Title: "Elimination for " + e.targetNames() + " (" + e.Method.Name + ")",
		Axis:  "loss with the inputs down to the row",
		Level: &best, LevelName: "the best", Shade: "kept: the first bar that reaches the best, and what is above it",
		IntervalName: "1 standard error of the difference from the best",
	}
	dots := chart.DotSeries{Name: "loss", Colour: chart.MethodColour(e.Method.Name), Shape: chart.Shapes[0]}
	for k, loss := range s.Loss {
		name := "no input"
		if k > 0 {
			name = "+ " + e.Variables[s.All.Eliminated[len(e.Variables)-k]]
		}
		reach := s.AboveSE[k]
		if !(reach > 0) {
			reach = 0
		}
		d.Names, d.Shaded = append(d.Names, name), append(d.Shaded, 0 < k && k <= s.Keep)
		d.Notes = append(d.Notes, s.mark(k).(string))
		dots.Values = append(
			dots.Values,
			chart.Estimate{Value: loss, Interval: chart.Interval{Low: loss - reach, High: loss + reach}},
		)
	}
	d.Series = []chart.DotSeries{dots}
	return d
}
