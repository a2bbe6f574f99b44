package datasets

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
)

// countedRows is the number of rows from which on a column that counts up, or that differs in
// every row, is hardly one of measurements.
const countedRows = 20

// fewLevels is the number of levels up to which quantities, such as doses, are categories
// without a warning.
const fewLevels = 10

// doubts are reasons to leave a column out or to read it otherwise; doubtful says those of an
// input.
func (c Column) doubts(present int, d ColumnDescription, w writing) []error {
	var reasons []error
	doubt := func(text string, arguments ...any) { reasons = append(reasons, mention.Errorf(text, arguments...)) }
	switch {
	case present == 0:
		doubt("has no values: leave it out with %v", mention.Exclude.Each(c.Name))
	case d.Distinct == 1 && present < c.length():
		doubt("has one value, and is missing elsewhere: its importance can be told by %v alone", mention.Missing.To("use"))
	case d.Distinct == 1:
		doubt("is the same in every row: its importance cannot be told")
	case c.counts():
		doubt("counts up from row to row: leave it out with %v if it only numbers the rows", mention.Exclude.Each(c.Name))
	case c.Kind == Integer && present >= countedRows && d.Distinct == present:
		doubt(
			"has a different integer in every row: leave it out with %v if it is an identifier",
			mention.Exclude.Each(c.Name),
		)
	}
	if w.zeros != "" && d.Distinct > 1 {
		doubt("has numbers that begin with 0, such as %s: %v if they are codes", w.zeros, mention.Categorical.Each(c.Name))
	}
	if far := c.far(nil); far != "" {
		doubt("%s", far)
	}
	if clash := c.caseClash(); clash != "" {
		doubt("%s", clash)
	}
	if c.Kind.Categories() {
		// of ARFF and typed files
		if place := slices.IndexFunc(c.Levels, func(level string) bool { return anyCase(level, missingWords) }); place >= 0 {
			doubt(
				"has the category %s%s", c.Levels[place],
				mention.Clause(": %v if that stands for a missing value", mention.NA.Each(c.Levels[place])),
			)
		}
		switch n := numbersIn(c.Levels, c.Kind == Text); {
		case n != nil && len(c.Levels) > 1:
			doubt("holds numbers as text, such as %s, as categories: %s", n.example, n.remedy)
		case present >= countedRows && 2*d.Distinct > present:
			doubt(
				"has %s in %d rows: leave it out with %v if it is an identifier or a name",
				format.Plural(d.Distinct, "level"), present, mention.Exclude.Each(c.Name),
			)
		}
	}
	if n := present + d.Missing; 2*d.Missing > n && present > 0 {
		doubt("lacks %d of %d values: %v leaves as many rows out", d.Missing, n, mention.Missing.To("drop"))
	}
	return reasons
}

// Sameness says how a constant column is the same in all rows.
func (c Column) Sameness() string {
	if c.CountMissing() > 0 {
		return "has no values"
	}
	return "is the same in every row"
}

// unvarying warns of constant columns, inputs or targets: of each what it is and what follows,
// or of many in one sentence.
func (t *Table) unvarying(what string, columns []Column, is func(Column) string, follows string) []error {
	same := slices.DeleteFunc(slices.Clone(columns), func(c Column) bool { return !c.Constant() })
	so := func(pronoun string) string { return strings.ReplaceAll(follows, "%s", pronoun) }
	switch len(same) {
	case 0:
		return nil
	case 1:
		return []error{mention.Errorf("%s: %s %q %s%s", t.Origin, what, same[0].Name, is(same[0]), so("its"))}
	}
	names := nearest.Words(same, func(c Column) string { return c.Name })
	return []error{
		mention.Errorf("%s: %d %ss are the same in every row (%s)%s", t.Origin, len(same), what, few(names, 10), so("their")),
	}
}

// doubtful returns what is doubtful of an input, "" for nothing.
func (c Column) doubtful() string {
	switch {
	case c.Constant(): // see unvarying
		return ""
	case len(c.Levels) > fewLevels && c.unordered() != "":
		return c.unordered()
	case c.counts():
		return fmt.Sprintf("counts up from row to row (%v, %v, %v, …); leave it out with %v if it only numbers "+
			"the rows", c.Values[0], c.Values[1], c.Values[2], mention.Exclude.Each(c.Name))
	case c.caseClash() != "":
		return c.caseClash()
	case c.numbered():
		return fmt.Sprintf("has a different integer in every row, hardly one left out; leave it out with "+
			"%v if it only numbers the rows", mention.Exclude.Each(c.Name))
	}
	return ""
}

// caseClash says that two categories differ only in case; "" if none do.
func (c Column) caseClash() string {
	first := map[string]string{}
	for _, level := range c.Levels {
		folded := strings.ToLower(level)
		if other, known := first[folded]; known {
			return fmt.Sprintf("has the categories %q and %q, which differ only in case: write them alike if they "+
				"are one", other, level)
		}
		first[folded] = level
	}
	return ""
}

// unordered says that numbers are text, so that they are categories without an order; "" if
// they are not.
func (c Column) unordered() string {
	n := numbersIn(c.Levels, c.Kind == Text)
	if !c.Kind.Categories() || n == nil {
		return ""
	}
	return fmt.Sprintf(
		"holds numbers as text, such as %s, which are taken for %d categories: %s", n.example, len(c.Levels),
		n.remedy,
	)
}

// numbered reports whether the column numbers many rows in any order: with a different whole
// number in each, of which hardly half are left out.
func (c Column) numbered() bool {
	if c.Kind != Integer {
		return false
	}
	known := slices.DeleteFunc(slices.Clone(c.Values), math.IsNaN)
	slices.Sort(known)
	n := len(known)
	return n >= countedRows && known[n-1]-known[0] < 2*float64(n) && len(slices.Compact(known)) == n
}

// counts reports whether the column counts up by whole numbers from row to row,
// with hardly a gap, as row numbers do, of which some may have been left out.
func (c Column) counts() bool {
	n := len(c.Values)
	if n < countedRows || c.Values[n-1]-c.Values[0] > 2*float64(n) {
		return false
	}
	for i, v := range c.Values {
		if v != math.Trunc(v) || i > 0 && v <= c.Values[i-1] {
			return false
		}
	}
	return true
}

// nines are the numbers that often stand for missing values.
var nines = []float64{-9, -99, -999, -9999, -99999, -999999, 9, 99, 999, 9999, 99999, 999999}

// farthest is the distance of an extreme value from all others, as a multiple of their range,
// from which on there is a warning. Values of nines that occur twice need no such distance.
const farthest = 100

// far says that a number seems to stand for missing ones, or is a mistake, "" if there is none:
// nines, several times, further from all other values than these are from each other, or any
// number a hundred times as far. Numbers are those of the rows in the file, nil if all are
// there.
func (c Column) far(numbers []int) string {
	known := slices.DeleteFunc(slices.Clone(c.Values), math.IsNaN)
	if c.Kind != Number && c.Kind != Integer || c.Order != nil || len(known) == 0 {
		return ""
	}
	for _, v := range []float64{slices.Min(known), slices.Max(known)} {
		low, high, n := math.Inf(1), math.Inf(-1), 0
		for _, other := range known {
			if other == v {
				n++
			} else {
				low, high = min(low, other), max(high, other)
			}
		}
		least := float64(farthest)
		if slices.Contains(nines, v) && n > 1 {
			least = 1
		}
		if !(low < high) || max(low-v, v-high) <= least*(high-low) {
			continue
		}
		first := Numbered(numbers, []int{slices.Index(c.Values, v)})[0]
		place := fmt.Sprintf("row %d", first)
		if n > 1 {
			place = fmt.Sprintf("%d rows, the first %d", n, first)
		}
		return fmt.Sprintf(
			"is %v in %s, far from all other values%s", v, place,
			mention.Clause(
				": %v if that stands for a missing value in all columns, %v if in this one only",
				mention.NA.Each(fmt.Sprint(v)), mention.Schema,
			),
		)
	}
	return ""
}

// quantities are numbers that are written such that they are read as text.
type quantities struct{ example, remedy string }

// thousands are numbers with blanks, apostrophes or points between their thousands.
var thousands = regexp.MustCompile(`^[+-]?\d{1,3}(([ '’\x{a0}\x{202f}]\d{3})+([.,]\d*)?|(\.\d{3}){2,}(,\d*)?)$`)

// numbersIn tells of texts of which most hold a digit, and those that do are numbers: with
// marks between thousands, decimal commas, percent signs, or one unit; nil for others. Plain
// numbers are told of too where a file stores them as text.
func numbersIn(texts []string, plain bool) *quantities {
	var written []string
	for _, text := range texts {
		if strings.ContainsFunc(text, unicode.IsDigit) {
			written = append(written, text)
		}
	}
	if 2*len(written) <= len(texts) {
		return nil
	}
	odd := slices.IndexFunc(written, func(s string) bool { return !isPlain(s) })
	if odd < 0 {
		if !plain {
			return nil
		}
		return &quantities{written[0], fmt.Sprintf("store them as numbers, or name the column in %v if they are "+
			"codes", mention.Categorical)}
	}
	limits := slices.DeleteFunc(slices.Clone(written), isPlain)
	if !slices.ContainsFunc(limits, func(s string) bool { return !limit.MatchString(s) }) {
		return &quantities{written[odd], "write a number in the place of a limit of detection, such as half of it" +
			mention.Clause(", as %v does", mention.Replace.Each(limitNumbers(limits)...))}
	}
	common := unit(written[odd])
	for _, form := range []struct {
		has    func(string) bool
		remedy string
	}{
		{coordinate.MatchString, "write coordinates in decimal degrees, negative in the south and west"},
		{pair.MatchString, "write the two numbers into columns of their own"},
		{
			func(s string) bool { return common == "%" && (isPlain(s) || unit(s) == common) },
			"take the percent signs away",
		},
		{func(s string) bool { return common != "" && unit(s) == common }, "take the unit away"},
		{
			func(s string) bool {
				return isAmount(s) && strings.Count(s, ",") <= 1 && strings.Trim(s, ",+-0123456789") == ""
			},
			mention.Clause("%v if they have decimal commas, else ", mention.Decimal.To(",")) + "take the commas away",
		},
		{isAmount, "take the marks between thousands away"},
	} {
		if !slices.ContainsFunc(written, func(s string) bool { return !form.has(s) }) {
			return &quantities{written[odd], form.remedy}
		}
	}
	return nil
}

// coordinate is a latitude or longitude in degrees, with a direction or minutes; pair two numbers
// in one cell, as of a blood pressure or a ratio.
var (
	coordinate = regexp.MustCompile(`^[-+]?\d{1,3}(\.\d+)?\s*(°.*|[NSEWO])$`)
	pair       = regexp.MustCompile(`^\d+(\.\d+)?\s*[/:]\s*\d+(\.\d+)?$`)
)

// unit returns the unit of a quantity: what stands after its number, as in 12.5 kg, or a sign of
// money before it, as in $1,200; "" for other texts, such as P12, 2nd edition and 1a2.
func unit(s string) string {
	first, last := strings.IndexFunc(s, isDigit), strings.LastIndexFunc(s, isDigit)
	if first < 0 || !isAmount(s[first:last+1]) {
		return ""
	}
	before, after := strings.TrimSpace(strings.TrimRight(s[:first], "+-.")), strings.TrimSpace(s[last+1:])
	if before == "" {
		return strings.TrimLeft(after, ".")
	}
	if after == "" && !strings.ContainsFunc(before, func(r rune) bool { return !unicode.Is(unicode.Sc, r) }) {
		return before
	}
	return ""
}

// leastIndicators is the number of columns from which on they are told to be one factor.
const leastIndicators = 3

// indicatorMarks stand in names between a factor and its level.
const indicatorMarks = "_.=-: "

// indicatorWarnings warns of inputs that are the indicators of one factor, as pandas, R and
// scikit-learn make them: of names that begin alike, 0 or 1, of which at most one is 1 in any
// row, though by chance alone there would be several rows with two. Each by itself has little
// importance.
func indicatorWarnings(inputs []Column, grouped map[string]bool) []error {
	families := map[string][]Column{} // by the beginnings of their names
	for _, c := range inputs {
		for mark := 1; !grouped[c.Name] && mark < len(c.Name)-1; mark++ {
			if strings.IndexByte(indicatorMarks, c.Name[mark]) >= 0 && c.isIndicator() {
				families[c.Name[:mark+1]] = append(families[c.Name[:mark+1]], c)
			}
		}
	}
	warned := map[string]bool{}
	var warnings []error
	for _, first := range inputs {
		for mark := 1; mark < len(first.Name)-1; mark++ {
			prefix := first.Name[:mark+1]
			family := families[prefix]
			if len(family) < leastIndicators || family[0].Name != first.Name ||
				slices.ContainsFunc(family, func(c Column) bool { return warned[c.Name] }) || !exclusive(family) {
				continue
			}
			for _, c := range family {
				warned[c.Name] = true
			}
			name, choice, begun := strings.TrimRight(prefix, indicatorMarks), prefix+"*", 0
			for _, c := range inputs {
				if strings.HasPrefix(c.Name, prefix) {
					begun++
				}
				if c.Name == name || begun > len(family) || strings.ContainsAny(prefix, `*?[\`) {
					choice = first.Name + ",…"
				}
			}
			warnings = append(warnings, mention.Errorf("%d inputs, %q to %q, are indicators of one factor, of "+
				"which at most one is 1 in a row: each alone matters little%s",
				len(family), first.Name, family[len(family)-1].Name, mention.Clause(
					"; %v makes them one input", mention.Group.To(name+"="+choice),
				)))
		}
	}
	return warnings
}

// isIndicator reports whether a column is 0 or 1, and some of each.
func (c Column) isIndicator() bool {
	return (c.Kind == Logical || c.Kind == Integer) && !c.Constant() &&
		!slices.ContainsFunc(c.Values, func(v float64) bool { return v != 0 && v != 1 })
}

// exclusive reports whether at most one of some columns is 1 in any row, though independent ones
// would be in several.
func exclusive(columns []Column) bool {
	const severalRows = 5
	n, pairs, sum := len(columns[0].Values), 0.0, 0.0
	occupied := make([]bool, n)
	for _, c := range columns {
		ones := 0.0
		for i, v := range c.Values {
			if v == 1 {
				if occupied[i] {
					return false
				}
				occupied[i] = true
				ones++
			}
		}
		pairs, sum = pairs+float64(sum*ones), sum+ones
	}
	return pairs/float64(n) > severalRows
}
