package datasets

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// quantities are numbers that are written such that they are read as text.
type quantities struct{ what, example, remedy string }

// numbersIn returns what all of some texts are if they are numbers, written with percent signs,
// commas or a unit; nil for others.
func numbersIn(texts []string) *quantities {
	all := func(is func(string) bool) bool {
		return len(texts) > 0 && !slices.ContainsFunc(texts, func(s string) bool { return !is(s) })
	}
	switch {
	case all(isPercentage):
		return &quantities{"percentages", texts[0], "take the percent signs away"}
	case all(func(s string) bool { return isDecimalComma(s) || isPlain(s) }) && slices.ContainsFunc(texts, isDecimalComma):
		remedy := "take the commas away"
		if all(func(s string) bool { return strings.Count(s, ",") <= 1 && !strings.Contains(s, ".") }) {
			remedy = "--decimal , if they are decimal commas, else " + remedy
		}
		return &quantities{"numbers with commas", texts[slices.IndexFunc(texts, isDecimalComma)], remedy}
	case len(texts) > 0 && unit(texts[0]) != "" && all(func(s string) bool { return unit(s) == unit(texts[0]) }):
		return &quantities{"numbers with a unit", texts[0], "take the unit away"}
	}
	return nil
}

// isPlain reports whether s is a number.
func isPlain(s string) bool {
	_, err := strconv.ParseFloat(s, 64)
	return err == nil && !strings.Contains(s, "_")
}

// isPercentage reports whether s is a number with a percent sign.
func isPercentage(s string) bool {
	number, ok := strings.CutSuffix(s, "%")
	return ok && isPlain(strings.ReplaceAll(strings.TrimSpace(number), ",", ""))
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
	if first < 0 || !isPlain(strings.ReplaceAll(s[first:last+1], ",", "")) {
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
