package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/shapley"
	"drfvi/internal/chart"
	"drfvi/internal/document"
	"drfvi/internal/format"
	"drfvi/internal/rank"
	"drfvi/methods/method"
)

type shapleyOptions struct {
	estimationOptions
	subsets *flags.Count
	pairs   bool
}

func (o *shapleyOptions) addFlags(cmd *cobra.Command) {
	o.estimationOptions.addFlags(
		cmd,
		offer{
			usual: method.Default, trees: 500, exact: "use all rows, even of large tables", plot: "the shares",
			level: true, page: true,
		},
	)
	o.subsets = flags.AddCount(cmd, "subsets", "", 1000, "maximum number of random subsets")
	cmd.Flags().BoolVar(&o.pairs, "pairs", false, "also give values for pairs of inputs")
	flags.Group(cmd, flags.GroupImportance)
}

func (o *shapleyOptions) run(cmd *cobra.Command, args []string) error {
	return o.find(cmd, args[0], func(ctx context.Context, e *estimation) (result, error) { return e.shares(ctx, o) })
}

// shares divides what the inputs explain among them, by the fit of their importances.
func (e *estimation) shares(ctx context.Context, o *shapleyOptions) (*shares, error) {
	effects := shapley.Effects{Sampled: o.isSet("subsets"), Pairs: o.pairs}
	if effects.Sampled {
		effects.Sets = o.subsets.Value
	}
	a, err := e.importance(ctx, questions{Questions: answer.Questions{Alone: true, Effects: &effects}})
	if err != nil {
		return nil, err
	}
	a.warn(messagesOf(a.Explained.Shares.Warnings...)...)
	a.Result.Forests += a.Explained.Shares.Forests
	a.Alone, a.Result.Inference.Ranks, a.Result.Inference.Contrasts = nil, nil, nil // which importance tells
	return &shares{a, *a.Explained.Shares}, nil
}

// shares are Shapley effects: what the inputs explain, divided among them.
type shares struct {
	analysis *analysis
	shapley.Result
}

// variables is the table of the effects, the largest first, beside the importances.
func (s *shares) variables() report.Table {
	values, in := collect(s.Shares, effectValue), s.analysis.inference()
	t := report.Table{
		Rows: len(s.Shares), Order: rank.Descending(values), Cut: true, Noun: "input",
		Dots: collect(s.Shares, func(e shapley.Effect) document.Dot { return document.Dot{Value: effectShare(e)} }),
		Columns: []report.Column{
			report.Names(s.analysis.Variables),
			report.Each("share", values).Shown("share", unitText),
			s.intervals(),
			report.Computed("share_se", s.Shares, func(e shapley.Effect) float64 { return e.SE }),
			// 0 where all subsets are looked at
			report.Computed("share_se_subsets", s.Shares, func(e shapley.Effect) float64 { return e.Sets }),
			report.Each("importance", s.analysis.Result.Clamped).Shown("importance", unitText),
			report.Each("interval", s.analysis.intervals()),
			report.Each("se", in.SE),
			report.Each("p", in.P),
			report.Each("p_adjusted", s.analysis.adjusted()).Shown(s.analysis.pTitle(), report.Probability),
			report.Each("established", s.analysis.significantValues()),
		},
	}
	if !s.analysis.divisible() { // shares are of what is not established; JSON and CSV have them
		slices.Sort(t.Order)
		t.Dots = nil
		return t.Hidden(func(c report.Column) bool {
			return c.Name == "share" || c.Name == "share_interval" || c.Name == "importance"
		})
	}
	return t
}

// openEffect tells whether a share may be 0.
func openEffect(e shapley.Effect) bool { return e.Interval.Low <= 0 }

// intervals are those of the shares. For reading both lie between 0 and 1; for other programs,
// which have shares that add up to 1 and may be beyond, the intervals reach to them.
func (s *shares) intervals() report.Column {
	shown := report.Intervals("share_interval", collect(s.Shares, effectInterval), 3, collect(s.Shares, openEffect))
	reaching := report.Intervals("share_interval", collect(s.Shares, func(e shapley.Effect) importance.Interval {
		i := e.Interval
		i.Low, i.High = min(i.Low, e.Value), max(i.High, e.Value)
		return i
	}), 3, nil)
	reaching.Text = shown.Text
	return reaching
}

// What tables and figures have of effects.
func effectValue(e shapley.Effect) float64                { return e.Value }
func effectShare(e shapley.Effect) float64                { return unit(e.Value) }
func effectInterval(e shapley.Effect) importance.Interval { return e.Interval }

// pairs is the table of the values of pairs, those that are largest either way first.
func (s *shares) pairs() report.Table {
	names := func(k int) []string {
		return []string{s.analysis.Variables[s.Pairs[k].J], s.analysis.Variables[s.Pairs[k].K]}
	}
	order := rank.Descending(collect(s.Pairs, func(p shapley.Pair) float64 { return math.Abs(p.Value) }))
	return report.Table{Rows: len(s.Pairs), Order: order, Cut: true, Columns: []report.Column{
		{
			Name: "names", CSV: []string{"variable", "other"}, Title: "pair", Left: true, Long: true,
			Cell: func(k int) any { return names(k) }, Text: func(k int) string { return strings.Join(names(k), ", ") },
		},
		report.Computed("value", s.Pairs, func(p shapley.Pair) float64 { return p.Value }).Shown("value", shareText),
		report.Intervals(
			"interval", collect(s.Pairs, func(p shapley.Pair) importance.Interval { return p.Interval }), 3, nil,
		),
		report.Computed("se", s.Pairs, func(p shapley.Pair) float64 { return p.SE }),
	}}
}

// unitText writes a share as one between 0 and 1.
func unitText(cell any) string { return format.Fixed(unit(cell.(float64)), 3) }

// shareText writes a share, never as −0.
func shareText(cell any) string { return format.Fixed(cell.(float64), 3) }

// report shows the effects, the largest first, and what the numbers mean; CSV has the
// pairs if they are wanted.
func (s *shares) report() *report.Report {
	e, variables := s.analysis, s.variables()
	r := e.begin(e.title("Shares"))
	r.Share = e.explained()
	if s.Exact {
		r.Of += ", all subsets"
	} else if s.Sets > 0 {
		r.Of += ", " + format.Plural(s.Sets, "random subset")
	}
	first := variables.Order[0]
	share, equal := percent(effectShare(s.Shares[first])), []int{first}
	for _, copies := range e.Copies {
		if slices.Contains(copies, first) {
			equal = copies
		}
	}
	r.Headline = textIf(
		e.divisible() && len(equal) == 1,
		fmt.Sprintf("The largest share belongs to %s: %s %% of that.", inSentence(e.Variables[first]), share),
	) +
		textIf(e.divisible() && len(equal) > 1, fmt.Sprintf("The largest shares, about %s %% of that each, belong "+
			"to %s, which are copies of each other.", share, enumerated(inSentences(picked(e.Variables, equal)), "more")))
	r.Table, r.Picture = variables, s.chart()
	r.Sections = []report.Section{{Caption: "Shares of what the inputs explain.", Table: variables}}
	r.Data = e.facts(string(e.Answers.Adjustment), variables).Add("exact", s.Exact).Add("subsets", s.Sets)
	if s.Pairs != nil {
		r.Table = s.pairs()
		if e.divisible() {
			r.Sections = append(r.Sections, report.Section{Caption: "Values of pairs of inputs.", Table: r.Table})
		}
		r.Data = r.Data.Add("pairs", r.Table).Add("remarks", report.Some(nonempty(s.ofPairs())))
	}
	if e.divisible() {
		r.Figures = []report.Figure{{Picture: r.Picture, Caption: "Shares of what the inputs explain."}}
	}
	r.Notes = nonempty(append(r.Notes,
		textIf(e.divisible(), "Shares add up to 1: information that several inputs share is divided equally among "+
			"them. Importance: the share lost without the input, as drfvi importance tells it."),
		textIf(e.divisible() && slices.ContainsFunc(s.Shares, openEffect), "In parentheses: the share may be 0."),
		s.ofPairs())...)
	r.Meaning = nonempty("An input that does nothing itself gets a share if it moves with one that does "+
		"(docs/definitions.md).", beyondRange(append(collect(s.Shares, effectValue), e.Result.Raw...)))
	return r
}

// ofPairs says how to read the values of pairs: not against 0, as effects on distributions do
// not add up.
func (s *shares) ofPairs() string {
	return textIf(s.Pairs != nil && s.analysis.divisible(), "Pairs: compare values with each other. Below 0 two "+
		"inputs carry the same information; where effects merely add up, values are above 0. Whether the effect "+
		"of one depends on the other is tested by drfvi importance --interactions.")
}

// chart shows the shares beside the importances, the largest first, or the pairs as a matrix
// with the shares on its diagonal.
func (s *shares) chart() chart.Picture {
	order := s.variables().Order
	ofWhat := " of what the inputs explain of " + s.analysis.targetNames()
	if s.Pairs != nil {
		return s.matrix(order, ofWhat)
	}
	return chart.DotChart{
		Title: "Shares" + ofWhat, Axis: "share of what the inputs explain", Names: picked(s.analysis.Variables, order),
		IntervalName: s.Shares[0].Interval.Coverage.Title() + " of the share",
		Series: []chart.DotSeries{
			dots(
				"share: information of several inputs is divided among them", 0, order, collect(s.Shares, effectShare),
				collect(s.Shares, effectInterval),
			),
			dots("importance: what is lost without the input", 1, order, collect(s.analysis.Result.Clamped, unit), nil),
		},
	}
}

// matrix shows pairs above and below its diagonal of shares.
func (s *shares) matrix(order []int, ofWhat string) chart.HeatMap {
	const mostInputs = 30 // inputs
	order = order[:min(len(order), mostInputs)]
	m := chart.HeatMap{
		Title: "Shares and pairs" + ofWhat, X: "input", Y: "input",
		Amount:   "above 0: shares and values of pairs",
		Negative: "below 0: pairs that carry the same information",
	}
	place := map[int]int{}
	for k, j := range order {
		place[j] = k
		amounts := make([]float64, len(order))
		amounts[k] = s.Shares[j].Value
		m.Rows, m.Columns = append(m.Rows, s.analysis.Variables[j]), append(m.Columns, s.analysis.Variables[j])
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
