package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/importance/sensitivity"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
	"drfvi/internal/rank"
)

type sensitivityOptions struct {
	estimationOptions
	laws []string
}

func (o *sensitivityOptions) addFlags(cmd *cobra.Command) {
	o.independent, o.table.complete = true, true
	o.estimationOptions.addFlags(cmd, offer{usual: "stacked", trees: 200, plot: "the indices", level: true, page: true})
	cmd.Flags().StringArrayVar(&o.laws, "law", nil, "distribution of an input, `NAME=KIND:A:B`, such as x=uniform:0:1 (repeatable)")
	flags.Group(cmd, flags.GroupImportance)
}

func (o *sensitivityOptions) run(cmd *cobra.Command, args []string) error {
	return o.find(cmd, args[0], func(ctx context.Context, e *estimation) (result, error) { return e.sensitivity(ctx, o) })
}

// lawsOf reads the laws of --law for the inputs.
func lawsOf(words []string, problem *datasets.Problem) ([]sensitivity.Law, error) {
	names := problem.VariableNames()
	laws := make([]sensitivity.Law, len(names))
	for _, word := range words {
		name, law := word, ""
		if cut := strings.LastIndex(word, "="); cut >= 0 { // names may have one too
			name, law = word[:cut], word[cut+1:]
		}
		input := slices.Index(names, name)
		if input < 0 {
			return nil, fmt.Errorf("%v: %w", mention.Law.To(word), nearest.Unknown("input", name, names))
		}
		if slices.ContainsFunc(problem.Inputs, func(in datasets.Input) bool {
			return in.Name == name &&
				len(in.Levels) > 0
		}) {
			return nil, fmt.Errorf("%v: %q has categories, expected an input of numbers; categories have the law "+
				"of the rows", mention.Law.To(word), name)
		}
		if laws[input].Kind != "" {
			return nil, fmt.Errorf("%v: %q is given a law twice, expected one", mention.Law.To(word), name)
		}
		parts := strings.Split(law, ":")
		kind := sensitivity.LawKind(parts[0])
		if kind == sensitivity.Rows && len(parts) == 1 {
			laws[input] = sensitivity.Law{Kind: kind}
			continue
		}
		if !slices.Contains(sensitivity.LawKinds(), kind) {
			kinds := collect(
				append(sensitivity.LawKinds(), sensitivity.Rows),
				func(k sensitivity.LawKind) string { return string(k) },
			)
			return nil, fmt.Errorf("%v: %w", mention.Law.To(word), nearest.Unknown("law", parts[0], kinds))
		}
		var numbers []float64
		for _, part := range parts[1:] {
			if v, err := strconv.ParseFloat(part, 64); err == nil {
				numbers = append(numbers, v)
			}
		}
		if len(parts) != 3 || len(numbers) != 2 {
			return nil, fmt.Errorf("%v: found %q, expected %s:A:B with two numbers", mention.Law.To(word), law, kind)
		}
		laws[input] = sensitivity.Law{Kind: kind, A: numbers[0], B: numbers[1]}
		if err := laws[input].Check(); err != nil {
			return nil, fmt.Errorf("%v: %w", mention.Law.To(word), err)
		}
	}
	return laws, nil
}

// sensitivity computes the indices.
func (e *estimation) sensitivity(ctx context.Context, o *sensitivityOptions) (*indices, error) {
	laws, err := lawsOf(o.laws, e.problem)
	if err != nil {
		return nil, flags.UsageError(err)
	}
	progress := terminal.NewProgress(e.stderr, "sensitivity")
	defer progress.End()
	a, forests, err := e.grown()
	if err != nil {
		return nil, err
	}
	result, err := sensitivity.Analysis{Config: forests.Config, Laws: laws}.Estimate(ctx, e.task(progress))
	if err != nil {
		return nil, err
	}
	a.Elapsed, a.Result.Gamma = progress.Elapsed(), result.Gamma
	a.warn(messagesOf(result.Warnings...)...)
	a.warn(extrapolated(e.problem, result)...)
	a.warn(outlying(e.problem, result)...)
	return &indices{a, result}, nil
}

// mostOutside is the share of the mass of a law outside the runs above which it is warned of: the
// runs of few dozen rows of this very law leave less.
const mostOutside = 0.1

// extrapolated warns of the laws that were given with much of their mass outside the runs.
func extrapolated(p *datasets.Problem, r sensitivity.Result) (warnings []string) {
	for j, share := range r.Outside {
		if share <= mostOutside {
			continue
		}
		values := mat.Col(nil, p.Variables[j].Columns[0], p.X)
		warnings = append(warnings, fmt.Sprintf("the law of %s puts %s %% of its mass outside the runs (%.4g to "+
			"%.4g), where what is learnt is extrapolated",
			inSentence(p.Variables[j].Name), percent(share), slices.Min(values), slices.Max(values)))
	}
	return warnings
}

// outlying warns of runs that are so far from all others that nothing is seen beside them.
func outlying(p *datasets.Problem, r sensitivity.Result) []string {
	const mostRuns = 5 // that are named
	if len(r.Outlying) == 0 {
		return nil
	}
	var named []string
	for _, row := range r.Outlying[:min(mostRuns, len(r.Outlying))] {
		values := make([]string, 0, len(p.YNames))
		for c, name := range p.YNames {
			values = append(values, fmt.Sprintf("%s = %.4g", inSentence(name), p.Y.At(row, c)))
			if c == 1 {
				break
			}
		}
		number := row + 1
		if p.Numbers != nil {
			number = p.Numbers[row]
		}
		named = append(named, fmt.Sprintf("row %d (%s)", number, strings.Join(values, ", ")))
	}
	if unnamed := len(r.Outlying) - len(named); unnamed > 0 {
		named = append(named, fmt.Sprintf("%d more", unnamed))
	}
	return []string{fmt.Sprintf("%s more than a hundred times as far from the median as all others: %s; next "+
		"to such runs the others look alike. If they failed, leave them out",
		format.Plural(len(r.Outlying), "run")+map[bool]string{
			true: " is", false: " are",
		}[len(r.Outlying) == 1], strings.Join(named, ", "))}
}

// indices are sensitivity indices.
type indices struct {
	analysis *analysis
	sensitivity.Result
}

// What tables and figures have of effects.
func effectOf(e sensitivity.Effect) float64               { return e.Value }
func intervalOf(e sensitivity.Effect) importance.Interval { return e.Interval }

// columns are those of indices, with a suffix of their keys.
func columns(measured sensitivity.Indices, suffix string) []report.Column {
	var shown []report.Column
	for _, kind := range []struct {
		key, title string
		effects    []sensitivity.Effect
	}{{"S1", "S1", measured.First}, {"ST", "ST", measured.Total}, {"shapley", "Shapley", measured.Shapley}} {
		value := report.Computed(kind.key+suffix, kind.effects, effectOf).Shown(kind.title, report.Fixed(3))
		shown = append(shown, value, report.Intervals(kind.key+suffix+"_interval", collect(kind.effects, intervalOf), 3, nil))
	}
	return shown
}

// table is that of indices of the inputs, the largest total first.
func (s *indices) table(measured sensitivity.Indices, columns []report.Column) report.Table {
	totals := collect(measured.Total, effectOf)
	return report.Table{
		Rows: len(totals), Order: rank.Descending(totals), Cut: true, Noun: "input",
		Columns: append([]report.Column{report.Names(s.analysis.Variables)}, columns...),
	}
}

// responses is the table of the total indices of the mean of each response, of the inputs that
// matter most for all.
func (s *indices) responses(order []int) report.Table {
	const mostInputs = 6
	number := func(title string, value func(response sensitivity.Indices) float64) report.Column {
		return report.Computed("", s.Responses, value).Shown(title, report.Fixed(3))
	}
	columns := []report.Column{report.Each("", s.analysis.Targets).Shown("target", report.Text).Words()}
	for _, j := range order[:min(mostInputs, len(order))] {
		columns = append(
			columns,
			number(s.analysis.Variables[j], func(response sensitivity.Indices) float64 { return response.Total[j].Value }),
		)
	}
	columns = append(columns, number("noise", func(response sensitivity.Indices) float64 { return response.Noise.Value }))
	return report.Table{Rows: len(s.Responses), Columns: columns, Cut: true, Noun: "target"}
}

// facts are those of indices for other programs.
func facts(measured sensitivity.Indices) report.Object {
	return report.Object{
		{"learner", string(measured.Learner)}, {"q2", measured.Predicted}, {
			"noise", measured.Noise.Value,
		}, {"noise_interval", report.Ends(measured.Noise.Interval)},
	}
}

// report shows the indices, the largest total first.
func (s *indices) report() *report.Report {
	e := s.analysis
	mean, law := s.table(s.Mean, columns(s.Mean, "")), s.table(s.Distribution, columns(s.Distribution, ""))
	laws := collect(s.Laws, sensitivity.Law.String)
	table := s.table(
		s.Mean,
		append(append(columns(s.Mean, ""), columns(s.Distribution, "_distribution")...), report.Each("law", laws)),
	)
	r := e.begin(fmt.Sprintf("Sensitivity of %s to %s", e.targetNames(), format.Plural(len(e.Variables), "input")))
	r.Headline, r.Table, r.Picture = s.verdict(mean.Order[0]), table, s.chart()
	r.Sections = []report.Section{
		{Head: "Of the mean (Sobol'): S1 is explained alone, ST lost without the input.", Table: mean},
		{Head: "Of the distribution (MMD), shares of its variation.", Table: law},
	}
	r.Figures = []report.Figure{{Picture: r.Picture, Caption: "First-order and total indices of the mean."}}
	r.Data = e.basis().Add("level", s.Mean.Noise.Interval.Coverage.Level()).Add("dependence", string(s.Dependence)).
		Add("mean", facts(s.Mean)).Add(
		"distribution", facts(s.Distribution).Add("composed", s.Composed),
	).Add("variables", table)
	if s.Responses != nil {
		r.Sections = append(
			r.Sections,
			report.Section{Head: "Total index of the mean of each target:", Table: s.responses(mean.Order)},
		)
		r.Figures = append(
			r.Figures,
			report.Figure{Picture: s.heatMap(mean.Order), Caption: "Total indices of the mean of each target."},
		)
		var responses []report.Object
		for k, response := range s.Responses {
			responses = append(
				responses,
				report.Object{{"target", e.Targets[k]}}.With(facts(response).Without("q2")).Add(
					"variables", s.table(response, columns(response, "")),
				),
			)
		}
		r.Data = r.Data.Add("responses", responses)
	}
	r.Data = r.Data.With(e.closing())
	words := inSentences(e.Variables)
	for j, law := range laws {
		words[j] += " " + law
	}
	r.Notes = append(r.Notes, s.how())
	r.Meaning = []string{
		"Laws of the inputs: " + strings.Join(words, "; ") + ".",
		"The first-order index is what an input explains alone, the total index what is lost without it; their " +
			"difference is what it does only with others. Shapley effects divide everything that is explained: " +
			"they add up to 1 less the noise.",
	}
	return r
}

// verdict says how much is explained, and what the first input does; of inputs that depend on
// each other, the one with the largest share of it. Where nothing is predicted, no input is
// said to be first.
func (s *indices) verdict(first int) string {
	if s.Mean.Predicted <= 0 {
		return fmt.Sprintf("Nothing of the mean of %s is predicted by the inputs, and none of them is said to "+
			"be first.", s.analysis.targetNames())
	}
	explained := fmt.Sprintf(
		"The inputs explain %s %% of the variance of %s, and noise %s %%.", percent(1-s.Mean.Noise.Value),
		s.analysis.targetNames(), percent(s.Mean.Noise.Value),
	)
	if s.Dependence != sensitivity.Independent {
		for j, share := range s.Mean.Shapley {
			if share.Value > s.Mean.Shapley[first].Value {
				first = j
			}
		}
		return fmt.Sprintf("%s The largest Shapley effect is that of %s, %.2f: it explains %.2f alone, and %.2f "+
			"is lost without it.", explained,
			inSentence(
				s.analysis.Variables[first],
			), s.Mean.Shapley[first].Value, s.Mean.First[first].Value, s.Mean.Total[first].Value)
	}
	name, alone, total := inSentence(s.analysis.Variables[first]), s.Mean.First[first].Value, s.Mean.Total[first].Value
	interactions := total - alone
	return fmt.Sprintf(
		"%s The largest total index is that of %s, %.2f; alone it explains %.2f", explained, name, total, alone,
	) + textIf(interactions >= 0.02, fmt.Sprintf(", and with others %.2f", interactions)) + "."
}

// how says how the indices were learnt.
func (s *indices) how() string {
	depend := map[sensitivity.Dependence]string{
		sensitivity.Independent: "No two inputs are seen to depend on each other, and they are taken to be independent.",
		sensitivity.Copula: "The inputs depend on each other: they are drawn given one another by a " +
			"Gaussian copula, that of their normal scores.",
		sensitivity.General: "The inputs depend on each other, and what each set of them explains is learnt by regression.",
	}[s.Dependence]
	return s.learnt() + " " + depend
}

// learnt says what has learnt the mean and the distribution, and how well.
func (s *indices) learnt() string {
	learners := map[sensitivity.Learner]string{sensitivity.Process: "a Gaussian process", sensitivity.Forest: "a forest"}
	mean, distribution := learners[s.Mean.Learner], learners[s.Distribution.Learner]
	q2 := percent(max(s.Distribution.Predicted, 0))
	text := fmt.Sprintf(
		"A%s that predicts %s %% of the variance of left-out runs (Q²) has learnt the mean", mean[1:],
		percent(max(s.Mean.Predicted, 0)),
	)
	switch {
	case s.Composed:
		return text + ", and the distribution with it, as there is no noise."
	case s.Mean.Predicted <= 0 && s.Distribution.Predicted <= 0:
		return "Neither the mean nor the distribution is learnt: nothing of the variance of left-out runs is predicted (Q²)."
	case s.Mean.Predicted <= 0:
		return fmt.Sprintf("The mean is not learnt: nothing of the variance of left-out runs is predicted (Q²); "+
			"%s with Q² = %s %% has learnt the distribution.", distribution, q2)
	case s.Distribution.Predicted <= 0:
		return text + "; the distribution is not learnt."
	}
	return text + fmt.Sprintf(", %s with Q² = %s %% the distribution.", distribution, q2)
}

// chart shows first-order and total indices of the mean, the largest total first.
func (s *indices) chart() chart.Picture {
	order := s.table(s.Mean, nil).Order
	series := func(name string, number int, effects []sensitivity.Effect) chart.DotSeries {
		return dots(name, number, order, collect(effects, effectOf), collect(effects, intervalOf))
	}
	return chart.DotChart{
		Title: "Sensitivity of " + s.analysis.targetNames(), Axis: "share of the variance", Names: picked(
			s.analysis.Variables, order,
		),
		IntervalName: s.Mean.Total[0].Interval.Coverage.Title(),
		Series: []chart.DotSeries{
			series("first-order index: alone", 0, s.Mean.First),
			series("total index: lost without it", 1, s.Mean.Total),
		},
	}
}

// heatMap shows the total indices of each response.
func (s *indices) heatMap(order []int) chart.HeatMap {
	const mostResponses = 40 // responses
	m := chart.HeatMap{Title: "Total indices", X: "response", Y: "input", Amount: "total index of the mean"}
	responses := s.Responses[:min(mostResponses, len(s.Responses))]
	for k := range responses {
		m.Columns = append(m.Columns, s.analysis.Targets[k])
	}
	for _, j := range order {
		amounts := collect(responses, func(i sensitivity.Indices) float64 { return i.Total[j].Value })
		m.Rows, m.Amounts = append(m.Rows, s.analysis.Variables[j]), append(m.Amounts, amounts)
	}
	return m
}
