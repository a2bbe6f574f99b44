// Package format writes numbers for reports and for other programs: significant digits
// only, true minus signs, and units.
package format

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// None stands for a missing number.
const None = "–"

// manyDigits is the magnitude from which JSON and most languages write powers of ten: only
// 17 digits are significant.
const manyDigits = 1e21

// Fixed formats v with a number of decimals, never as −0; None for NaN, and powers of ten
// from manyDigits.
func Fixed(v float64, decimals int) string {
	if math.IsNaN(v) {
		return None
	}
	if math.Abs(v) >= manyDigits {
		return strconv.FormatFloat(v, 'e', 2, 64)
	}
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

// Decimals is the number of decimals, within bounds, that shows the given significant
// digits of v.
func Decimals(v float64, digits, smallest, largest int) int {
	if !(v > 0) || math.IsInf(v, 0) {
		return smallest
	}
	return min(largest, max(smallest, digits-1-int(math.Floor(math.Log10(v)))))
}

// Significant formats v with a number of significant digits: "0.00072", "1002", and as a
// power of ten beyond a readable number of zeros: "1.00e-300".
func Significant(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return None
	case math.IsInf(v, 1):
		return "∞"
	case v == 0:
		return "0"
	}
	// Rounding first tells 9.96 from 10; the largest number cannot be rounded up.
	written := strconv.FormatFloat(v, 'e', digits-1, 64)
	rounded, err := strconv.ParseFloat(written, 64)
	if err != nil {
		return written
	}
	const mostDecimals = 15
	decimals := max(0, digits-1-int(math.Floor(math.Log10(math.Abs(rounded)))))
	if decimals > mostDecimals {
		return strconv.FormatFloat(v, 'e', digits-1, 64)
	}
	return Fixed(v, decimals)
}

// Readable formats v with at least a number of significant digits, without zeros at the end.
// Whole numbers have all their digits. Beyond a readable number of digits it is a power of ten.
func Readable(v float64, digits int) string {
	if size := math.Abs(v); size >= 1e12 || size < 1e-5 {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	text := Fixed(v, Decimals(math.Abs(v), digits, 0, 9))
	if strings.Contains(text, ".") {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// Signed formats a difference in standard errors with its sign.
func Signed(v float64) string {
	switch {
	case math.IsInf(v, 1):
		return "+∞"
	case math.IsInf(v, -1):
		return "-∞"
	}
	text := Fixed(v, 1)
	if v > 0 && strings.Trim(text, "0.") != "" {
		text = "+" + text
	}
	return text
}

// Probability formats a p-value; those about the usual level have a digit more, so that both
// sides of it can be told apart.
func Probability(p float64) string {
	switch {
	case 0.045 <= p && p < 0.055:
		return Fixed(p, 3)
	case p < 0.0001:
		return "< 0.0001"
	case p < 0.01:
		return Fixed(p, 4)
	case p >= 0.995:
		return "1"
	}
	return Fixed(p, 2)
}

// Exact formats a number for other programs: the shortest text that reads back as the same
// number, empty for NaN.
func Exact(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Duration formats seconds in a unit that a reader can picture.
func Duration(seconds float64) string {
	switch {
	case seconds < 1:
		return Fixed(seconds, 2) + " s"
	case seconds < 60:
		return Fixed(seconds, 1) + " s"
	case seconds < 3600:
		return fmt.Sprintf("%d min %02d s", int(seconds)/60, int(seconds)%60)
	}
	minutes := int(math.Round(seconds / 60))
	return fmt.Sprintf("%d h %02d min", minutes/60, minutes%60)
}

// Moment formats a time in UTC.
func Moment(t time.Time) string { return t.UTC().Format("2 January 2006, 15:04 UTC") }

// Plural returns "1 cell", "2 cells".
func Plural(n int, noun string) string { return strconv.Itoa(n) + " " + Noun(n, noun) }

// Noun returns the noun as it follows a number: "cell", "cells".
func Noun(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// Percent formats part/whole as a percentage: "5 %"; None for 0/0.
func Percent(part, whole float64, decimals int) string {
	if percent := 100 * part / whole; !math.IsNaN(percent) {
		return Fixed(percent, decimals) + " %"
	}
	return None
}

var hyphenForMinus = regexp.MustCompile(`(^|[\s(\[])-([\d.∞])`)

// TrueMinus replaces hyphens used as minus signs by true ones.
func TrueMinus(text string) string { return hyphenForMinus.ReplaceAllString(text, "$1−$2") }

// Enumerated joins words: "a, b and c".
func Enumerated(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Equality is "= 0.05" or "< 0.0001".
func Equality(p float64) string {
	if text := Probability(p); strings.HasPrefix(text, "<") {
		return text
	}
	return "= " + Probability(p)
}

// CSV renders rows, the first of them the header, as comma-separated values.
func CSV(rows [][]string) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		panic(fmt.Sprintf("format: writing to memory failed: %v", err)) // a bytes.Buffer has no errors
	}
	return b.String()
}

// Words splits text at spaces, but keeps "n = 10", "X1 > 0" and "95 %" whole.
func Words(text string) []string {
	var list []string
	for _, word := range strings.Fields(text) {
		if last := len(list) - 1; last >= 0 &&
			(word[0] == '%' || isRelation(word) || isRelation(list[last][strings.LastIndexByte(list[last], ' ')+1:])) {
			list[last] += " " + word
			continue
		}
		list = append(list, word)
	}
	return list
}

func isRelation(word string) bool {
	switch word {
	case "=", "<", ">", "≤", "≥":
		return true
	}
	return false
}
