package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/effect"
	"drfvi/importance/inference"
	"drfvi/internal/format"
	"drfvi/internal/rank"
	"drfvi/methods"
)

// effectAnalysis is what is found of the effect of a treatment.
type effectAnalysis struct {
	*analysis
	treatment
	found effect.Answers
	// ends are, by input, the effect on the mean where the input is low and where it is high.
	ends [][2]effectAt
	y    []float64
	x    [][]float64 // by input; nil for groups of columns
	// levels name those of inputs that are categories; nil for numbers.
	levels [][]string
}

// effectAt is the effect on the mean in some of the rows.
type effectAt struct {
	rowsWord  string // which rows
	value, se float64
}

// estimateEffect estimates and tests, and keeps what sentences and figures are made of.
func (e *estimation) estimateEffect(
	ctx context.Context, a *effectAnalysis, settings methods.Settings, kind effect.Kind,
) error {
	estimator, err := e.method.New(settings)
	if err != nil {
		return flags.UsageError(err)
	}
	progress := terminal.NewProgress(e.stderr, "effect")
	defer progress.End()
	study := effect.Study{Task: e.task(progress), Treated: a.treated, Propensity: a.propensity}
	if a.found, err = effect.Ask(ctx, estimator.(inference.Stacked), study, kind); err != nil {
		var determined effect.DeterminedError
		if errors.As(err, &determined) {
			name := a.Variables[determined.Input]
			return fmt.Errorf(
				"input %q determines %q, so that no rows can be compared; leave it out: --exclude %s", inSentence(name),
				a.column, name,
			)
		}
		return err
	}
	a.Result, a.Answers, a.Elapsed = a.found.Result, a.found.Answers, progress.Elapsed()
	if a.Method.Versions = maps.Clone(a.Method.Versions); kind == effect.Mean {
		a.Kernel = noneUsed
	}
	a.Method.Versions["effect"] = effect.Version
	a.y = mat.Col(nil, 0, e.problem.Y)
	for _, v := range e.problem.Variables {
		var values []float64
		var levels []string
		if len(v.Columns) == 1 {
			values = mat.Col(nil, v.Columns[0], e.problem.X)
			levels = e.problem.LevelNames(v.Columns[0])
		}
		a.x, a.levels = append(a.x, values), append(a.levels, levels)
		a.ends = append(a.ends, a.endsOf(values, levels))
	}
	for _, warning := range a.found.Warnings {
		a.warn(a.overlapWords(warning))
	}
	return nil
}

// overlapWords are those of a warning of the library, with the names of inputs.
func (a *effectAnalysis) overlapWords(warning error) string {
	var overlap effect.OverlapWarning
	if !errors.As(warning, &overlap) {
		return warning.Error()
	}
	return fmt.Sprintf("%d of %d rows were nearly sure to be %s, or not to be, and hardly count%s",
		overlap.Extreme, overlap.Rows, inSentence(a.values[1]), textIf(
			len(overlap.Telling) > 0,
			": "+enumeratedNames(picked(a.Variables, overlap.Telling))+" tell the treatment",
		))
}

// fewestAt is the least number of rows whose mean effect is shown.
const fewestAt = 10

// endsOf returns the effect on the mean in the thirds of the rows where an input is lowest and
// highest. Of categories it is that in the levels of the smallest and the largest effect.
func (a *effectAnalysis) endsOf(values []float64, levels []string) (ends [2]effectAt) {
	if values == nil {
		return ends
	}
	if levels == nil {
		low, high := thirds(values)
		return [2]effectAt{a.effectOf("low", low), a.effectOf("high", high)}
	}
	var effects []effectAt
	for code, level := range levels {
		rows := positions(len(values), func(i int) bool { return values[i] == float64(code) })
		if effect := a.effectOf(level, rows); effect.rowsWord != "" {
			effects = append(effects, effect)
		}
	}
	if len(effects) < 2 {
		return ends
	}
	slices.SortStableFunc(effects, func(smaller, other effectAt) int { return cmp.Compare(smaller.value, other.value) })
	return [2]effectAt{effects[0], effects[len(effects)-1]}
}

// thirds returns the rows in which values are lowest and highest, a third each; rows of one value
// stay together.
func thirds(values []float64) (low, high []int) {
	order := rank.Ascending(values)[:rank.Known(values)]
	third, last := len(order)/3, len(order)-len(order)/3
	for third > 0 && third < len(order) && values[order[third]] == values[order[third-1]] {
		third++
	}
	for last > 0 && last < len(order) && values[order[last]] == values[order[last-1]] {
		last--
	}
	return order[:third], order[last:]
}

// effectOf returns the effect on the mean of some rows; none of too few.
func (a *effectAnalysis) effectOf(rowsWord string, rows []int) effectAt {
	if len(rows) < fewestAt {
		return effectAt{}
	}
	var d design.Design
	if a.found.Weights != nil {
		d.Weights = picked(a.found.Weights, rows)
	}
	effects := picked(a.found.Effects, rows)
	return effectAt{rowsWord, d.Mean(effects), d.StandardError(effects)}
}

// differs reports whether the effect is found not to be the same for all rows.
func (a *effectAnalysis) differs() bool { return a.found.SameP <= a.Answers.Level }

// anyone reports whether an effect on anyone is found.
func (a *effectAnalysis) anyone() bool { return a.found.AnyoneP <= a.Answers.Level }

// quantity is what the effect is on.
func (a *effectAnalysis) quantity() string {
	return map[effect.Kind]string{effect.Law: "distribution", effect.Mean: "mean"}[a.found.Kind] + " of " + a.targetNames()
}

// signed writes a difference in the unit of the target, with as many digits as its error allows.
func (a *effectAnalysis) signed(v float64) string {
	decimals := format.Decimals(a.found.Average.SE, 2, 0, 9)
	return format.TrueMinus(textIf(v > 0, "+") + format.Fixed(v, decimals))
}

// average says what the treatment changes on average.
func (a *effectAnalysis) average() string {
	f, average := a.found, a.found.Average
	change := fmt.Sprintf(
		"%s (%s: %s to %s)", a.signed(average.Value), average.Interval.Coverage.String(),
		a.signed(average.Interval.Low), a.signed(average.Interval.High),
	)
	p := report.Equality(f.AverageP)
	name, its := inSentence(a.column), textIf(
		f.Kind == effect.Law, ": its mean by "+change,
	)+textIf(f.Kind == effect.Mean, " by "+change)
	switch {
	case !a.anyone():
		return fmt.Sprintf("No effect of %s on the %s is established (p %s, of all tests together). The mean "+
			"alone changes by %s.",
			name, a.quantity(), report.Equality(f.AnyoneP), change)
	case f.AverageP <= a.Answers.Level:
		return fmt.Sprintf("%s changes the %s (p %s)%s.", name, a.quantity(), p, its)
	}
	return fmt.Sprintf("%s changes the %s for some rows, though on average no change was found (p %s): the "+
		"mean changes by %s.", name, a.quantity(), p, change)
}

// same says whether the effect is the same for all rows, and with what it differs.
func (a *effectAnalysis) same() string {
	if !a.differs() {
		return "The effect may be the same for all rows: no input is found to change it."
	}
	text := fmt.Sprintf("The effect is not the same for all rows (p %s).", report.Equality(a.found.SameP))
	order := having(rank.Descending(a.Result.Clamped), func(j int) bool { return a.Answers.Inputs[j].Significant })
	switch {
	case len(order) == 0:
		return text + " With which input it changes is not established."
	case a.Answers.Overall.Verdict != answer.Divisible:
		return text + " It changes with " + enumeratedNames(
			picked(a.Variables, order),
		) + ", and how much is too uncertain to say."
	}
	first, share := inSentence(a.Variables[order[0]]), a.Result.Clamped[order[0]]
	text += fmt.Sprintf(
		" It changes %swith %s: without it, %s %% of the differences are lost.", textIf(share > 0.5, "mostly "),
		first, percent(min(share, 1)),
	)
	return text + textIf(len(order) > 1, " Next come "+enumeratedNames(picked(a.Variables, order[1:]))+".")
}

// spread says whether the spread changes on average.
func (a *effectAnalysis) spread() string {
	if a.found.Kind != effect.Law || !a.anyone() {
		return ""
	}
	spread := a.found.Aspects[1].Average
	if 2*spread.P > a.Answers.Level {
		return ""
	}
	return fmt.Sprintf("Around the mean, the values of %s spread %s with %s (p %s).", a.targetNames(),
		textIf(spread.Value > 0, "more")+textIf(
			spread.Value <= 0, "less",
		), inSentence(a.column), report.Equality(min(1, 2*spread.P)))
}

// assumption says under which condition these are effects.
func (a *effectAnalysis) assumption() string {
	if a.propensity != nil {
		return ""
	}
	return fmt.Sprintf(
		"These are effects only if no unmeasured cause moves both %s and %s.", inSentence(a.column),
		a.targetNames(),
	)
}

// population says for which rows the average is.
func (a *effectAnalysis) population() string {
	if a.propensity != nil {
		return fmt.Sprintf("Averages are over all %s.", format.Plural(a.N, "row"))
	}
	return fmt.Sprintf("Averages are over rows that might have been in either group: they are worth %.0f of "+
		"%d.", a.found.Effective, a.N)
}

// groups say how many rows are in each arm, and how their means differ.
func (a *effectAnalysis) groups() string {
	return fmt.Sprintf("%d rows are %s, %d are %s%s; without regard to the inputs their means differ by %s.",
		a.found.Treated, a.arm(1), a.N-a.found.Treated, a.arm(0),
		textIf(
			a.others > 0, fmt.Sprintf(" (%s with another value left out)", format.Plural(a.others, "row")),
		), a.signed(a.found.Raw))
}

// arm names an arm.
func (a *effectAnalysis) arm(arm int) string {
	if _, err := fmt.Sscanf(a.values[arm], "%f", new(float64)); err == nil {
		return inSentence(a.column) + " = " + inSentence(a.values[arm])
	}
	return inSentence(a.values[arm])
}

// moves are the aspects of the effect that change with an input: Holm's p-values over all inputs
// and aspects are at most the level.
func (a *effectAnalysis) moves() [][]string {
	if a.found.Aspects == nil {
		return nil
	}
	var p []float64
	for _, aspect := range a.found.Aspects {
		p = append(p, aspect.P...)
	}
	moves := make([][]string, len(a.Variables))
	for k, adjusted := range importance.Holm(p) {
		if j := k % len(a.Variables); adjusted <= a.Answers.Level {
			moves[j] = append(moves[j], a.found.Aspects[k/len(a.Variables)].Name)
		}
	}
	return moves
}

// table has the inputs, the most important first.
func (a *effectAnalysis) table() report.Table {
	in, inputs := a.inference(), a.Answers.Inputs
	open := collect(inputs, func(i answer.Input) bool { return !i.Significant })
	moves := a.moves()
	end := func(k int, title string) report.Column {
		c := report.Column{CSV: []string{}, Title: title, Left: true}
		c.Cell = func(j int) any { return nil }
		c.Text = func(j int) string {
			end := a.ends[j][k]
			if end.rowsWord == "" {
				return ""
			}
			return textIf(a.levels[j] != nil, end.rowsWord+": ") + a.signed(end.value)
		}
		return c
	}
	number := func(name string, value func(j int) float64) report.Column {
		return report.Column{Name: name, Cell: func(j int) any { return report.Known(value(j)) }}
	}
	columns := []report.Column{
		report.Names(a.Variables),
		report.Each("raw", a.Result.Raw),
		report.Each("importance", a.Result.Clamped).Shown("importance", report.Fixed(3)),
		report.Each("se", in.SE),
		report.Intervals(
			"interval", collect(inputs, func(i answer.Input) importance.Interval { return i.Interval }), 3, open,
		),
		report.Each("p", in.P),
		report.Computed("p_adjusted", inputs, func(i answer.Input) float64 { return i.Adjusted }).Shown(
			"p (Holm)", report.Probability,
		),
		report.Computed("established", inputs, func(i answer.Input) bool { return i.Significant }),
		end(0, "effect at low"), end(1, "at high"),
		number(
			"effect_low", func(j int) float64 { return a.end(j, 0).value },
		), number("effect_low_se", func(j int) float64 { return a.end(j, 0).se }),
		number(
			"effect_high", func(j int) float64 { return a.end(j, 1).value },
		), number("effect_high_se", func(j int) float64 { return a.end(j, 1).se }),
	}
	if moves != nil {
		c := report.Computed("moves", moves, func(names []string) any { return report.Some(names) })
		c.Join, c.Left, c.Title = "; ", true, "moves"
		c.Text = func(j int) string { return strings.Join(moves[j], ", ") }
		columns = append(columns, c)
	}
	return report.Table{
		Rows: len(a.Variables), Order: rank.Descending(a.Result.Raw), Columns: columns,
		Strong: collect(inputs, func(i answer.Input) bool { return i.Significant }), Cut: true, Noun: "input",
	}
}

// end is the effect at an end of an input; NaN without.
func (a *effectAnalysis) end(j, k int) effectAt {
	if end := a.ends[j][k]; end.rowsWord != "" {
		return end
	}
	return effectAt{value: math.NaN(), se: math.NaN()}
}

// facts are the effect for other programs.
func (a *effectAnalysis) facts(t report.Table) report.Object {
	f := a.found
	known := "learnt"
	if a.propensity != nil {
		known = "known"
	}
	propensity := report.Object{
		{"source", known}, {"least", slices.Min(f.Propensity)}, {"largest", slices.Max(f.Propensity)},
	}.
		Add("column", report.Nonzero(a.propensityColumn))
	population := map[bool]string{true: "all", false: "overlap"}[a.propensity != nil]
	estimate := func(e effect.Estimate) report.Object {
		return report.Object{{"value", e.Value}, {"se", e.SE}, {"interval", report.Ends(e.Interval)}, {"p", e.P}}
	}
	o := a.basis().Add("level", f.Average.Interval.Coverage.Level()).
		Add("treatment", report.Object{{"column", a.column}, {"treated", a.values[1]}, {"untreated", a.values[0]}}).
		Add("effect", string(f.Kind)).Add("treated_rows", f.Treated).Add("propensity", propensity).
		Add("population", population).Add("effective_rows", f.Effective).Add("raw_difference", f.Raw).
		Add("average_effect", estimate(f.Average)).Add("average_p", f.AverageP).Add("effect_p", f.AnyoneP).
		Add("differs_p", f.SameP).Add("differs_share", report.Known(f.Differs))
	if f.Kind == effect.Law {
		o = o.Add("spread_effect", estimate(f.Aspects[1].Average))
	}
	if a.differs() {
		o = o.Add("variables", t)
	}
	return o.Add("sentences", a.sentences()).With(a.closing())
}

// sentences say what was found.
func (a *effectAnalysis) sentences() []string {
	return nonempty(a.average(), textIf(a.anyone(), a.same()), a.spread(), a.assumption())
}

// report says what was found of the effect. Inputs are ranked if it is not the same for all.
func (a *effectAnalysis) report() *report.Report {
	t := a.table()
	r := a.begin(fmt.Sprintf("Effect of %s on the %s", inSentence(a.column), a.quantity()))
	r.Headline = strings.Join(a.sentences(), " ")
	r.Remarks, r.Table, r.Data = []string{a.groups() + " " + a.population()}, t, a.facts(t)
	r.Figures, r.Picture = a.figures(), a.picture()
	if !a.anyone() || !a.differs() {
		return r
	}
	share := textIf(
		!math.IsNaN(a.found.Differs),
		fmt.Sprintf("%s %% of the squared effect differs between rows. ", percent(a.found.Differs)),
	)
	r.Sections = []report.Section{{Caption: "Importance for the effect: the share of its differences between " +
		"rows that is lost without the input.", Table: t}}
	r.Legend = share + "importance: the share of the differences that is lost without the input; effect at " +
		"low, at high: on the mean, in the thirds of the rows where the input is lowest and highest, or the " +
		"levels of least and largest effect."
	r.Meaning = []string{r.Legend, fmt.Sprintf("p (Holm): of the hypothesis that the effect does not depend "+
		"on the input, adjusted for %s.", format.Plural(len(a.Variables), "input"))}
	return r
}
