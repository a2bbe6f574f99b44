package results

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/nearest"
)

// Claim is a statement about values of a run.
type Claim struct {
	Text string `json:"text"`
	// Cell selects the cells that it is about: those that agree on all its keys.
	Cell map[string]string `json:"cell"`
	// Holds is the claim as an Expression.
	Holds  string `json:"holds"`
	Source string `json:"source"`
	// Most limits the claim to most of the cells that Cell selects.
	Most bool `json:"most,omitempty"`
	// Instead are the keys in which the cells differ that stand in for those not run.
	Instead map[string]string `json:"instead,omitempty"`
}

// Expression is what a claim says of numbers: comparisons of which all are true or, with Not, some
// is false.
//
//	importance(X1, X2) > 10 importance(X3..X10)
//	not found(null, level: 0.05) < 0.06
//	loss < loss(method: vimp-drf) and loss(left: 1) < loss(left: 1, method: vimp-drf)
//	importance(X1) = importance(n: 500) ± 25 %
type Expression struct {
	Not         bool
	Comparisons []Comparison
}

// Terms returns the terms of an expression that are not numbers.
func (e Expression) Terms() (terms []Term) {
	for _, c := range e.Comparisons {
		for _, t := range []Term{c.Left, c.Right} {
			if t.Statistic != "" {
				terms = append(terms, t)
			}
		}
	}
	return terms
}

// Comparison compares two terms, with "<", ">" or "=".
type Comparison struct {
	Left     Term
	Relation string
	Right    Term
	// Within is the tolerance of "=", as a share of Right; 0 for none.
	Within float64
}

// Term is a multiple of a statistic, or a number.
type Term struct {
	Factor float64
	// Statistic is one of StatisticForms, empty for a number.
	Statistic string
	// Inputs are those that the statistic is of, Noise for all that are not relevant.
	Inputs []string
	// Options are the statistic's, and Than the keys in which other cells differ from those of
	// the claim; the key "experiment" names another experiment.
	Options, Than map[string]string
}

// StatisticForm is the form of a statistic in claims.
type StatisticForm struct {
	Name, About string
	// Task is the task of the experiments that have it.
	Task string
	// Inputs says whether it is of inputs.
	Inputs bool
	// Options are the names of its options.
	Options []string
	// Together is set if it is one number of all cells of the claim, EverySize if of those that
	// differ in n alone, which the claim cannot name.
	Together, EverySize bool
}

const (
	ofImportance  = "importance"
	ofElimination = "elimination"
	ofAblation    = "ablation"
)

var statisticForms = []StatisticForm{
	{Name: "importance", About: "importances as the method gives them, by repetition", Task: ofImportance, Inputs: true},
	{
		Name: "relative_se", About: "standard errors of mean importances, as shares of these", Task: ofImportance,
		Inputs: true,
	},
	{Name: "loss", About: "cumulative losses by repetition; with `left` the losses with that many inputs, " +
		"`2..` for 2 or more, `all` for all", Task: ofElimination, Options: []string{"left"}},
	{Name: "overlap", About: "share of repetitions in which the last `left` inputs overlap with " +
		"the last inputs of another cell", Task: ofElimination, Options: []string{"left"}},
	{Name: "shared", About: "share of repetitions in which the `top` inputs of the importance and of " +
		"vimp-drf overlap", Task: ofAblation, Options: []string{"top"}},
	{Name: "shared_by_means", About: "the number of `top` inputs that mean importances and mean vimp-drf " +
		"share, with its jackknife error", Task: ofAblation, Options: []string{"top"}},
	{Name: "error_slope", About: "slope of the logarithm of errors against population values on log n; " +
		"with `from` only at this number of rows or more", Task: ofImportance, Options: []string{"from"}, EverySize: true},
	{Name: "error_ratio", About: "geometric mean over designs of the root mean square error, divided by " +
		"the error of another cell", Task: ofImportance, Together: true},
	{Name: "worst_error_ratio", About: "the largest of these ratios", Task: ofImportance, Together: true},
	{Name: "error", About: "distances of mean importances from their population values", Task: ofImportance, Inputs: true},
	{
		Name: "found", About: "shares of data sets in which inputs (`null` for null inputs) are significant at the level",
		Task: ofImportance, Inputs: true, Options: []string{"level"},
	},
	{Name: "any_found", About: "share of data sets in which any null input is significant at the level after " +
		"adjustment", Task: ofImportance, Options: []string{"level"}},
	{
		Name: "mean_found", About: "mean over cells of the share of null inputs significant at the level",
		Task: ofImportance, Options: []string{"level"}, Together: true,
	},
	{
		Name: "nothing_open", About: "share of data sets compatible with no effect at the level",
		Task: ofImportance, Options: []string{"level"},
	},
	{
		Name: "average_found", About: "share of data sets in which a treatment has a significant average effect at the level",
		Task: ofImportance, Options: []string{"level"},
	},
	{Name: "as_often_found", About: "of the active inputs that are sometimes missed, the share significant at " +
		"the level as often as in another cell", Task: ofImportance, Options: []string{"level"}, Together: true},
	{
		Name: "named", About: "share of data sets in which any of the inputs is marked as a proxy",
		Task: ofImportance, Inputs: true,
	},
	{
		Name: "warned", About: "share of data sets with a warning that contains the words", Task: ofImportance,
		Options: []string{"says"},
	},
	{Name: "covered", About: "share of active inputs whose coverage is not significantly outside of `low` to " +
		"`high`", Task: ofImportance, Options: []string{"low", "high"}, Together: true},
	{Name: "area", About: "mean areas of aspects that an input does not affect", Task: ofImportance},
	{
		Name: "moved", About: "share of the true effects that are significant in at least half of the data sets",
		Task: ofImportance, Together: true,
	},
	{Name: "unmoved", About: "share of data sets with a significant effect that does not exist", Task: ofImportance},
	{Name: "population_covered", About: "share of the intervals of active inputs that contain the population " +
		"value", Task: ofImportance, Together: true},
	{Name: "within", About: "share of values within two standard errors of aggregation of the values of another " +
		"cell", Task: ofImportance, Together: true},
}

// StatisticForms lists the statistics that claims may be about.
func StatisticForms() []StatisticForm { return slices.Clone(statisticForms) }

// Form returns the form of the term's statistic.
func (t Term) Form() StatisticForm {
	index := slices.IndexFunc(statisticForms, func(f StatisticForm) bool { return f.Name == t.Statistic })
	if index < 0 {
		return StatisticForm{}
	}
	return statisticForms[index]
}

// SetBefore is the source of claims that are bands, set before the run.
const SetBefore = "band set before the run"

// Null stands for the null inputs of each cell.
const Null = "null"

// selectorKeys are the keys of Term.Than.
var selectorKeys = []string{
	KeyVariant, KeyScenario, KeyData, KeyN, KeyP, KeyMethod, KeyPreset, KeyKernel, KeyExperiment,
}

// Matches reports whether a cell agrees with all keys of a selector, whose values may be "a|b", and
// "!a" for all others. A cell without a key has the empty value.
func Matches(selector, cell map[string]string) bool {
	for key, values := range selector {
		alternatives, negated := strings.CutPrefix(values, "!")
		if slices.Contains(strings.Split(alternatives, "|"), cell[key]) == negated {
			return false
		}
	}
	return true
}

// Expression returns the expression of the claim.
func (c Claim) Expression() (Expression, error) { return ParseExpression(c.Holds) }

var (
	tokenPattern = regexp.MustCompile(`"[^"]*"|[<>=(),:±%]|[^\s"<>=(),:±%]+|\S`)
	rangePattern = regexp.MustCompile(`^X([1-9][0-9]{0,6})\.\.X([1-9][0-9]{0,6})$`)
)

// ParseExpression reads an expression.
func ParseExpression(text string) (Expression, error) {
	p := expressionParser{tokens: tokenPattern.FindAllString(text, -1)}
	var e Expression
	e.Not = p.take("not")
	for {
		e.Comparisons = append(e.Comparisons, p.comparison())
		if p.err != nil || !p.take("and") {
			break
		}
	}
	if p.err == nil && len(p.tokens) > 0 {
		p.wants(`"and" or the end`)
	}
	if p.err != nil {
		return Expression{}, fmt.Errorf("%q: %w", text, p.err)
	}
	return e, nil
}

// expressionParser reads tokens from the left; after an error it reads nothing more.
type expressionParser struct {
	tokens []string
	err    error
}

// next returns the next token, empty at the end.
func (p *expressionParser) next() string {
	if len(p.tokens) == 0 {
		return ""
	}
	return p.tokens[0]
}

// take reads a token if it is the next one.
func (p *expressionParser) take(token string) bool {
	if p.next() != token || p.err != nil {
		return false
	}
	p.tokens = p.tokens[1:]
	return true
}

// wants notes that something else is expected than the next token.
func (p *expressionParser) wants(what string) {
	if p.err == nil {
		found := "the end"
		if next := p.next(); next != "" {
			found = strconv.Quote(next)
		}
		p.err = fmt.Errorf("found %s, expected %s", found, what)
	}
}

// word reads any token but a sign, without its quotes.
func (p *expressionParser) word(what string) string {
	token := p.next()
	if token == "" || strings.Contains("<>=(),:±%", token) {
		p.wants(what)
		return ""
	}
	p.take(token)
	return strings.Trim(token, `"`)
}

// number reads a number, a share if it is followed by a percent sign.
func (p *expressionParser) number() (float64, bool) {
	v, err := strconv.ParseFloat(p.next(), 64)
	if err != nil || p.err != nil {
		return 0, false
	}
	if v > Largest || v < -Largest || v != v {
		p.wants(fmt.Sprintf("a number from %v to %v", -Largest, Largest))
		return 0, false
	}
	p.take(p.next())
	if p.take("%") {
		v /= 100
	}
	return v, true
}

func (p *expressionParser) comparison() Comparison {
	c := Comparison{Left: p.term()}
	for _, relation := range []string{"=", "<", ">"} {
		if c.Relation == "" && p.take(relation) {
			c.Relation = relation
		}
	}
	if c.Relation == "" {
		p.wants(`"<", ">" or "="`)
	}
	c.Right = p.term()
	if c.Relation == "=" && p.take("±") {
		tokens := p.tokens
		var ok bool
		if c.Within, ok = p.number(); !ok || c.Within <= 0 {
			p.tokens = tokens
			p.wants("a tolerance above 0, such as 25 %")
		}
	}
	if p.err == nil && c.Left.Statistic == "" {
		p.err = fmt.Errorf("compares the number %v, expected a statistic first", c.Left.Factor)
	}
	if c.Relation == "=" && c.Right.Statistic == "" {
		p.wants(`a statistic on the right of "="`)
	}
	return c
}

func (p *expressionParser) term() Term {
	t := Term{Factor: 1}
	v, number := p.number()
	if number {
		t.Factor = v
	}
	next := p.next()
	if number && (next == "" || next == "and" || strings.Contains("<>=±", next)) {
		return t
	}
	t.Statistic = p.word("a statistic")
	if p.err == nil && t.Form().Name == "" {
		names := nearest.Words(statisticForms, func(f StatisticForm) string { return f.Name })
		p.err = nearest.Unknown("statistic", t.Statistic, names)
	}
	if !p.take("(") {
		return t
	}
	for p.err == nil {
		p.argument(&t)
		if !p.take(",") {
			break
		}
	}
	if !p.take(")") {
		p.wants(`")"`)
	}
	return t
}

// argument reads an input, a range of them, or a key with its value.
func (p *expressionParser) argument(t *Term) {
	name := p.word("an input or a key")
	if !p.take(":") {
		if !t.Form().Inputs && p.err == nil {
			p.err = fmt.Errorf("%s is of no inputs, found %q", t.Statistic, name)
		}
		t.Inputs = append(t.Inputs, Inputs(name)...)
		return
	}
	value := p.word("a value of " + name)
	dst := &t.Options
	known := slices.Concat(t.Form().Options, selectorKeys)
	switch {
	case p.err != nil:
		return
	case !slices.Contains(known, name):
		p.err = nearest.Unknown("key of "+t.Statistic, name, known)
		return
	case slices.Contains(selectorKeys, name):
		dst = &t.Than
	}
	if *dst == nil {
		*dst = make(map[string]string)
	}
	(*dst)[name] = value
}

// Inputs returns the inputs of a range such as X4..X10, which goes up over at most 10 000 of
// them; any other text is the name of one.
func Inputs(text string) []string {
	m := rangePattern.FindStringSubmatch(text)
	if m == nil {
		return []string{text}
	}
	first, _ := strconv.Atoi(m[1]) // the pattern admits only numbers
	last, _ := strconv.Atoi(m[2])
	if last < first || last-first >= 10000 {
		return []string{text}
	}
	var names []string
	for j := first; j <= last; j++ {
		names = append(names, "X"+strconv.Itoa(j))
	}
	return names
}

// Option returns a numeric option.
func (t Term) Option(name string) float64 {
	v, _ := strconv.ParseFloat(t.Options[name], 64)
	return v
}
