package datasets

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// quantities are numbers that are written such that they are read as text.
type quantities struct{ what, example, remedy string }

// form is a way of writing numbers or times that is not read.
type form struct {
	quantities
	is func(text string) bool
}

// forms are those of texts in their standard writing.
var forms = []form{
	{quantities{what: "percentages", remedy: "take the percent signs away"}, isPercentage},
	{quantities{what: "numbers with commas", remedy: "take the commas away"}, isDecimalComma},
	{quantities{what: "numbers with marks between thousands", remedy: "take the marks away"}, grouped.MatchString},
	{quantities{what: "numbers after an apostrophe", remedy: "take the apostrophes away"}, func(s string) bool { return strings.HasPrefix(s, "'") && isPlain(s[1:]) }},
	{quantities{what: "numbers with exponents", remedy: "write them as 1.5e3"}, exponent.MatchString},
	{quantities{what: "numbers with a slash", remedy: "write fractions as decimal numbers"}, slash.MatchString},
	{quantities{what: "hexadecimal numbers", remedy: "write them as decimal numbers"}, hexadecimal.MatchString},
	{quantities{what: "weeks or quarters", remedy: "write the first day of each, and name the column in --date"}, week.MatchString},
	{quantities{what: "durations", remedy: "write them as numbers of one unit"}, duration.MatchString},
}

var (
	grouped     = regexp.MustCompile(`^[+-]?\d{1,3}(([ ']\d{3})+([.,]\d*)?|(\.\d{3}){2,}(,\d*)?)$`)
	exponent    = regexp.MustCompile(`^[+-]?((\d+\.\d*|\.\d+)[dD][+-]?\d+|\d+[dD][+-]\d+|\d+([.,]\d+)? ?[×x*·] ?10 ?((\^|\*\*) ?[+-]?\d+|[⁺⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))$`)
	slash       = regexp.MustCompile(`^[+-]?(\d+ )?\d+/\d+$`)
	hexadecimal = regexp.MustCompile(`^0[xX][0-9a-fA-F]+$`)
	week        = regexp.MustCompile(`^\d{4}[- ]?[WwQq]\d{1,2}(-\d)?$`)
	duration    = regexp.MustCompile(`^[+-]?(\d+ days?,? )?([+-]?\d+:\d\d(:\d\d)?([.,]\d+)?|P(\d+D)?(T(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$`)
)

// numbersIn returns what some texts are if most of them hold a digit, and those that do are numbers
// or times in forms that are not read as such; nil for others. Plain numbers are such a form where a
// file stores them as text.
func numbersIn(texts []string, plain bool) *quantities {
	var found, written []string
	for _, text := range texts {
		if strings.ContainsFunc(text, unicode.IsDigit) {
			found, written = append(found, text), append(written, standard(text))
		}
	}
	if 2*len(found) <= len(texts) {
		return nil
	}
	all := func(is func(string) bool) bool {
		return !slices.ContainsFunc(written, func(s string) bool { return !is(s) })
	}
	odd := slices.IndexFunc(found, func(s string) bool { return !isPlain(s) })
	switch {
	case odd < 0 && plain:
		return &quantities{"numbers as text", found[0], "store them as numbers, or name the column in --categorical if they are codes"}
	case odd < 0:
		return nil
	case all(isPlain):
		return &quantities{"numbers in other signs", found[odd], "write them with the digits 0 to 9 and -"}
	case unit(written[0]) != "" && all(func(s string) bool { return unit(s) == unit(written[0]) }) && !all(isPercentage):
		return &quantities{"numbers with a unit", found[0], "take the unit away"}
	}
	inForm := func(s string) bool { return slices.ContainsFunc(forms, func(f form) bool { return f.is(s) }) }
	several := form{quantities{what: "numbers in several forms", remedy: "write them as plain numbers"}, inForm}
	for _, f := range append(slices.Clone(forms), several) {
		if !all(func(s string) bool { return f.is(s) || isPlain(s) }) {
			continue
		}
		n := f.quantities
		n.example = found[slices.IndexFunc(written, f.is)]
		if n.what == "numbers with commas" && all(func(s string) bool { return strings.Count(s, ",") <= 1 && !strings.Contains(s, ".") }) {
			n.remedy = "--decimal , if they are decimal commas, else " + n.remedy
		}
		return &n
	}
	return nil
}

// standard writes a text with the digits, blanks and signs of ASCII.
func standard(text string) string {
	return strings.TrimSpace(strings.Map(func(r rune) rune {
		switch {
		case unicode.IsDigit(r) && !isDigit(r):
			return '0' // which of them does not matter
		case unicode.Is(unicode.Zs, r):
			return ' '
		case r == '’', r == 'ʼ', r == '`':
			return '\''
		case r == '−':
			return '-'
		}
		return r
	}, width.Narrow.String(text)))
}

// isPlain reports whether s is a number.
func isPlain(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && !strings.Contains(s, "_")
}

// isPercentage reports whether s is a number with a percent sign.
func isPercentage(s string) bool {
	number, ok := strings.CutSuffix(s, "%")
	return ok && isAmount(strings.TrimSpace(number))
}

// isAmount reports whether s is a number, perhaps with marks between its thousands.
func isAmount(s string) bool {
	return isPlain(strings.ReplaceAll(s, ",", "")) || grouped.MatchString(s)
}

// isDecimalComma reports whether s is a number written with commas: 3,14 or
// 1,234,567.8.
func isDecimalComma(s string) bool {
	return strings.Contains(s, ",") && isPlain(strings.ReplaceAll(s, ",", ""))
}

// hasThousands reports whether s is a number with marks between its thousands, as 1,234,567.8
// has commas: up to three digits, the first not 0, then three after each mark.
func hasThousands(s string, mark, point byte) bool {
	s = strings.TrimLeft(s, "+-")
	whole, fraction, _ := strings.Cut(s, string(point))
	parts := strings.Split(whole, string(mark))
	for k, part := range parts {
		if len(part) > 3 || len(part) < 3 && (k > 0 || part == "") || k == 0 && part[0] == '0' || strings.ContainsFunc(part, func(r rune) bool { return !isDigit(r) }) {
			return false
		}
	}
	return len(parts) > 1 && !strings.ContainsFunc(fraction, func(r rune) bool { return !isDigit(r) })
}

// unit returns the unit of a quantity: what stands after its number, as in 12.5 kg, or a sign of
// money before it, as in $1,200; "" for other texts, such as P12, 2nd edition and 1a2.
func unit(s string) string {
	first, last := strings.IndexFunc(s, isDigit), strings.LastIndexFunc(s, isDigit)
	if first < 0 || !isAmount(s[first:last+1]) {
		return ""
	}
	before, after := strings.TrimRight(s[:first], "+-."), strings.TrimSpace(s[last+1:])
	if before = strings.TrimSpace(before); before != "" {
		if after == "" && !strings.ContainsFunc(before, func(r rune) bool { return !unicode.Is(unicode.Sc, r) }) {
			return before
		}
		return ""
	}
	return strings.TrimLeft(after, ".")
}

// isDigit reports whether a rune is a digit of numbers in text tables.
func isDigit(r rune) bool { return '0' <= r && r <= '9' }
