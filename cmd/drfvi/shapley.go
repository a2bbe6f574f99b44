package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/finding"
	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/importance/shapley"
	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/rank"
)

// shapleyOptions are what a user can choose of the shapley command.
type shapleyOptions struct {
	estimationOptions
	subsets      *flags.Count
	exact, pairs bool
}

func newShapley() *cobra.Command {
	var o shapleyOptions
	return tableCommand("shapley FILE --targets y1,y2", "Divide what the inputs explain among them, shared information too", o.AddFlags, o.run)
}

// AddFlags adds the flags to the command.
func (o *shapleyOptions) AddFlags(cmd *cobra.Command) {
	o.estimationOptions.AddFlags(cmd, "stacked", nil, 50)
	o.subsets = flags.AddCount(cmd, "subsets", "", 1000, "maximum number of random subsets")
	cmd.Flags().BoolVar(&o.exact, "exact", false, fmt.Sprintf("use all subsets (of at most %d inputs)", shapley.MostExact))
	cmd.Flags().BoolVar(&o.pairs, "pairs", false, "also give values for pairs of inputs")
	o.level = flags.AddLevel(cmd)
	o.addPlot(cmd, "the shares")
	o.addPage(cmd)
	flags.Group(cmd, flags.GroupImportance, "subsets", "exact", "pairs")
}

func (o *shapleyOptions) run(cmd *cobra.Command, file string) error {
	if o.exact && o.given("subsets") {
		return flags.UsageError(fmt.Errorf("--exact and --subsets say all subsets and random ones, expected one of them"))
	}
	return o.find(cmd, file, nil, func(ctx context.Context, e *estimation) (found, error) { return e.shares(ctx, o) })
}

// shares computes the effects, of forests of the method.
func (e *estimation) shares(ctx context.Context, o *shapleyOptions) (*shares, error) {
	about, err := e.describe()
	if err != nil {
		return nil, err
	}
	about.Method.Name = "shapley"
	about.Evaluated = flags.RowsOf(e.evaluated, about.N)
	p := len(about.Variables)
	if o.exact && p > shapley.MostExact {
		return nil, flags.UsageError(fmt.Errorf("--exact looks at all subsets of at most %d inputs, found %d: leave it out for random subsets, or make inputs one with --group", shapley.MostExact, p))
	}
	settings, err := e.sampled(e.settings(), about.N)
	if err != nil {
		return nil, err
	}
	progress := terminal.NewProgress(e.stderr, "shapley")
	defer progress.End()
	task, size := e.task(progress), e.size()
	of, err := e.stacked(ctx, settings, task, size, about)
	if err != nil {
		return nil, err
	}
	effects := shapley.Effects{Config: of.Config, Smooth: of.Smooth, Sampled: o.given("subsets"), Pairs: o.pairs}
	if effects.Sampled {
		effects.Sets = o.subsets.Value
	}
	cost, what := effects.Cost(size), "shares of "+format.Plural(p, "input")
	if err := e.fits(what, int64(cost.Bytes)); err != nil {
		return nil, err
	}
	if time := time.Duration(cost.Nanoseconds); e.long(time) || cost.Bytes > muchMemory {
		e.announce(progress, what, time, int64(cost.Bytes), cheaper)
	}
	result, err := effects.Estimate(ctx, task)
	if err != nil {
		return nil, err
	}
	about.SampleSize, about.Elapsed = e.drawn(of.Config, about.N/2), progress.Elapsed()
	about.Result.Explained, about.Result.Gamma, about.Result.Aggregation = &result.Explained, result.Gamma, result.Aggregation
	about.Result.Forests = float64(2 * result.Sets)
	about.Warnings = append(about.Warnings, result.Warnings...)
	return &shares{about, result}, nil
}

// shares are Shapley effects: what the inputs explain, divided among them.
type shares struct {
	about *estimate
	shapley.Result
}

// variables is the table of the effects, the largest first.
func (s *shares) variables() finding.Table {
	cell := func(value func(e shapley.Effect) any) func(int) any {
		return func(j int) any { return value(s.Shares[j]) }
	}
	var values []float64
	var bars []document.Dot
	for _, e := range s.Shares {
		values, bars = append(values, e.Value), append(bars, document.Dot{Value: min(max(e.Value, 0), 1)})
	}
	return finding.Table{
		Rows: len(s.Shares), Order: rank.Descending(values), Cut: true, Noun: "input", Bars: bars,
		Columns: []finding.Column{
			finding.Names(s.about.Variables),
			finding.Each("share", values),
			{Title: "share", Form: shareText, Cell: func(j int) any { return min(max(values[j], 0), 1) }},
			finding.Intervals(intervals(s.Shares), 3, nil),
			{Name: "se", Cell: cell(func(e shapley.Effect) any { return e.SE })},
			{Name: "se_rows", Cell: cell(func(e shapley.Effect) any { return e.Rows })},
			{Name: "se_learning", Cell: cell(func(e shapley.Effect) any { return e.Learning })},
			{Name: "se_subsets", Cell: cell(func(e shapley.Effect) any { return e.Sets })}, // 0 where all subsets are looked at
			{Name: "importance", Cell: func(j int) any { return s.Alone[j].Value }},
			{Title: "importance", Form: shareText, Cell: func(j int) any { return min(max(s.Alone[j].Value, 0), 1) }},
			{Name: "importance_se", Cell: func(j int) any { return s.Alone[j].SE }},
		},
	}
}

func intervals(effects []shapley.Effect) (all []importance.Interval) {
	for _, e := range effects {
		all = append(all, e.Interval)
	}
	return all
}

// pairs is the table of the values of pairs, those that are largest either way first.
func (s *shares) pairs() finding.Table {
	names := func(k int) []string {
		return []string{s.about.Variables[s.Pairs[k].J], s.about.Variables[s.Pairs[k].K]}
	}
	order, pairs := make([]int, len(s.Pairs)), make([]importance.Interval, len(s.Pairs))
	for k := range order {
		order[k], pairs[k] = k, s.Pairs[k].Interval
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(s.Pairs[b].Value), math.Abs(s.Pairs[a].Value)) })
	return finding.Table{Rows: len(s.Pairs), Order: order, Cut: true, Columns: []finding.Column{
		{
			Name: "names", CSV: []string{"variable", "other"}, Title: "pair", Left: true, Long: true, Cell: func(k int) any { return names(k) },
			Form: func(cell any) string { return strings.Join(cell.([]string), ", ") },
		},
		{Name: "value", Title: "value", Form: shareText, Cell: func(k int) any { return s.Pairs[k].Value }},
		finding.Intervals(pairs, 3, nil),
		{Name: "se", Cell: func(k int) any { return s.Pairs[k].SE }},
	}}
}

// shareText writes a share, never as −0.
func shareText(cell any) string { return format.Fixed(cell.(float64), 3) }

// finding shows the effects, the largest first, and what the numbers mean; CSV has the
// pairs if they are wanted.
func (s *shares) finding() *finding.Finding {
	e, variables := s.about, s.variables()
	f := &finding.Finding{Table: variables, Picture: s.chart(), Warnings: e.told()}
	f.Data = e.source().Add("kernel", e.Kernel).With(e.forestFacts()).With(e.Rows.facts()).
		Add("trees", e.Trees).Add("sample_size", e.SampleSize).Add("seed", e.Seed).Add("gamma", s.Gamma).
		Add("exact", s.Exact).Add("subsets", s.Sets).
		Add("level", s.Explained.Interval.Coverage.Level()).Add("explained_share", s.Explained.Value).Add("explained_share_interval", finding.Ends(s.Explained.Interval)).Add("variables", variables)
	sets := format.Plural(s.Sets, "random subset")
	if s.Exact {
		sets = "all subsets"
	}
	first := variables.Order[0]
	f.Add(finding.Remark(fmt.Sprintf("Shares of %s in the distribution of %s (%s, %s)", format.Plural(len(e.Variables), "input"), e.targetNames(), e.rowsOf(), sets)),
		finding.Sentence(fmt.Sprintf("%s %s has the largest share: %s %% of that.", e.explained(), inSentence(e.Variables[first]), percent(min(max(s.Shares[first].Value, 0), 1)))),
		finding.Break{}, variables)
	if s.Pairs != nil {
		f.Table = s.pairs()
		f.Data = f.Data.Add("pairs", f.Table)
		f.Add(finding.Break{}, f.Table)
	}
	f.Data = f.Data.Add("elapsed_seconds", e.Elapsed.Seconds()).Add("warnings", e.allWarnings())
	f.Add(finding.Break{}, finding.Note("Shares add up to 1: what several inputs know is divided equally among them. The importance is what is lost without the input."))
	if s.Pairs != nil {
		f.Add(finding.Note("Pairs: above 0, two inputs tell together what neither tells alone (synergy); below 0, they know the same (redundancy)."))
	}
	var all []float64
	for j := range s.Shares {
		all = append(all, s.Shares[j].Value, s.Alone[j].Value)
	}
	f.Add(finding.Either{Full: []finding.Part{finding.Notes{"Importances are from halves of the rows, on which forests learn less, and so may differ from those of drfvi importance. An input that does nothing itself gets a share if it moves with one that does (docs/explain.md).", beyond(all)}}})
	f.Add(e.remarks()...)
	f.Page = e.pageOf(f, e.title("Shares"), "Shares of what the inputs explain.", figure{picture: f.Picture})
	return f
}

// chart shows the shares beside the importances, the largest first, or the pairs as a matrix
// with the shares on its diagonal.
func (s *shares) chart() chart.Picture {
	order := s.variables().Order
	about := " of what the inputs explain of " + s.about.targetNames()
	if s.Pairs != nil {
		return s.matrix(order, about)
	}
	share := chart.DotSeries{Name: "share: information of several inputs is divided among them", Colour: chart.Blue, Shape: chart.Shapes[0]}
	lost := chart.DotSeries{Name: "importance: what is lost without the input", Colour: chart.Vermilion, Shape: chart.Shapes[1]}
	d := chart.DotChart{Title: "Shares" + about, Axis: "share of what the inputs explain"}
	for _, j := range order {
		e := s.Shares[j]
		d.Names, d.IntervalName = append(d.Names, s.about.Variables[j]), e.Interval.Coverage.Title()+" of the share"
		share.Values, share.Intervals = append(share.Values, min(max(e.Value, 0), 1)), append(share.Intervals, drawn(e.Interval))
		lost.Values = append(lost.Values, min(max(s.Alone[j].Value, 0), 1))
	}
	d.Series = []chart.DotSeries{share, lost}
	return d
}

// matrix shows pairs above and below its diagonal of shares.
func (s *shares) matrix(order []int, about string) chart.HeatMap {
	const most = 30 // inputs
	order = order[:min(len(order), most)]
	m := chart.HeatMap{Title: "Shares and pairs" + about, Amount: "above 0: shares, and pairs that tell more together", Negative: "below 0: pairs that tell the same"}
	place := map[int]int{}
	for k, j := range order {
		place[j] = k
		amounts := make([]float64, len(order))
		amounts[k] = s.Shares[j].Value
		m.Rows, m.Columns = append(m.Rows, s.about.Variables[j]), append(m.Columns, chart.HeatColumn{Name: s.about.Variables[j]})
		m.Amounts = append(m.Amounts, amounts)
	}
	for _, pair := range s.Pairs {
		j, first := place[pair.J]
		k, second := place[pair.K]
		if first && second {
			m.Amounts[j][k], m.Amounts[k][j] = pair.Value, pair.Value
		}
	}
	return m
}
