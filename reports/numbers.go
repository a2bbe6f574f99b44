package reports

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// none stands where there is no number.
const none = "–"

// fixed formats v with so many decimals, never as −0.
func fixed(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

// decimalsFor is how many decimals show two digits of a standard error, from 2
// to 7.
func decimalsFor(se float64) int {
	if !(se > 0) || math.IsInf(se, 0) {
		return 2
	}
	return min(7, max(2, 1-int(math.Floor(math.Log10(se)))))
}

// estimateText formats a mean with its standard error, "0.1833 (0.0081)": two
// digits of the standard error and at least the given decimals. A single
// repetition has no standard error.
func estimateText(s Stat, atLeast int) string {
	switch {
	case s.N == 0:
		return none
	case math.IsNaN(s.SE):
		return fixed(s.Mean, max(atLeast, 3))
	case s.SE == 0:
		return fixed(s.Mean, max(atLeast, 2)) + " (0)"
	}
	d := max(atLeast, decimalsFor(s.SE))
	return fixed(s.Mean, d) + " (" + fixed(s.SE, d) + ")"
}

// significantText formats v with so many significant digits, never in powers of
// ten: "0.00072", "1002".
func significantText(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return none
	case math.IsInf(v, 1):
		return "∞"
	case v == 0:
		return "0"
	}
	// Rounding first tells 9.96 from 10.
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	if err != nil {
		panic("reports: a number does not read back: " + err.Error())
	}
	return fixed(v, max(0, digits-1-int(math.Floor(math.Log10(math.Abs(rounded))))))
}

// signedText formats a difference in standard errors with its sign.
func signedText(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "+∞"
	case math.IsInf(v, -1):
		return "-∞"
	}
	text := fixed(v, 1)
	if v > 0 && strings.Trim(text, "0.") != "" {
		text = "+" + text
	}
	return text
}

// probabilityText formats a p-value.
func probabilityText(p float64) string {
	switch {
	case p < 0.0001:
		return "< 0.0001"
	case p < 0.01:
		return fixed(p, 4)
	case p >= 0.995:
		return "1"
	}
	return fixed(p, 2)
}

// exact formats a number for other programs: the shortest text that reads back
// as the same number, empty for NaN.
func exact(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// durationText formats seconds in a unit a reader can picture.
func durationText(seconds float64) string {
	switch {
	case seconds < 1:
		return fixed(seconds, 2) + " s"
	case seconds < 60:
		return fixed(seconds, 1) + " s"
	case seconds < 3600:
		return fmt.Sprintf("%d min %02d s", int(seconds)/60, int(seconds)%60)
	}
	minutes := int(math.Round(seconds / 60))
	return fmt.Sprintf("%d h %02d min", minutes/60, minutes%60)
}

// momentText formats a time in UTC.
func momentText(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04 UTC") }

// plural returns "1 cell", "2 cells".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

var hyphenForMinus = regexp.MustCompile(`(^|[\s(\[])-([\d.∞])`)

// trueMinus replaces hyphens that stand for minus signs by true ones.
func trueMinus(text string) string { return hyphenForMinus.ReplaceAllString(text, "$1−$2") }
