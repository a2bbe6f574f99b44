package format

import (
	"slices"
	"testing"
)

func TestTiny(t *testing.T) {
	for v, want := range map[float64]string{1e-300: "1.00e-300", -2.5e-40: "-2.50e-40", 1.797e308: "1.80e+308", 1e-10: "0.000000000100"} {
		if got := Significant(v, 3); got != want {
			t.Errorf("%v is written %s, expected %s", v, got, want)
		}
	}
}

func TestManyDigits(t *testing.T) {
	for v, want := range map[float64]string{1e20: "100000000000000000000.0", 1e21: "1.00e+21", -1.5e75: "-1.50e+75", 1e308: "1.00e+308"} {
		if got := Fixed(v, 1); got != want {
			t.Errorf("%v is written %s, expected %s", v, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Fixed(-0.0004, 3), "0.000"},
		{Fixed(-0.0006, 3), "-0.001"},
		{Fixed(12.5, 0), "12"},
		{Readable(432563.4, 4), "432563"},
		{Readable(0.25, 4), "0.25"},
		{Readable(-0.0123456, 4), "-0.01235"},
		{Readable(1234.5, 5), "1234.5"},
		{Readable(0, 4), "0"},
		{Readable(4.2e15, 4), "4.2e+15"},
		{Signed(2.34), "+2.3"},
		{Signed(-0.04), "0.0"},
		{Probability(0.00005), "< 0.0001"},
		{Probability(0.0042), "0.0042"},
		{Probability(0.234), "0.23"},
		{Probability(0.0449), "0.04"},
		{Probability(0.0532), "0.053"},
		{Probability(0.0496), "0.050"},
		{Probability(0.055), "0.06"},
		{Probability(0.999), "1"},
		{Duration(0.123), "0.12 s"},
		{Duration(42), "42.0 s"},
		{Duration(754), "12 min 34 s"},
		{Duration(7260), "2 h 01 min"},
		{TrueMinus("-0.5 (-1) a-1 1-2"), "−0.5 (−1) a-1 1-2"},
		{Exact(0.1), "0.1"},
		{Fixed(1234.5, Decimals(1234.5, 2, 2, 7)), "1234.50"},
		{Fixed(0.00123, Decimals(0.00123, 2, 2, 7)), "0.0012"},
		{Fixed(1e-12, Decimals(1e-12, 2, 2, 7)), "0.0000000"},
		{Plural(1, "row"), "1 row"},
		{Plural(0, "row"), "0 rows"},
		{Noun(2, "row"), "rows"},
		{Percent(3, 24, 1), "12.5 %"},
		{Percent(0.05, 1, 0), "5 %"},
		{Percent(0, 0, 0), None},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

// A percent sign and a relation stay with their number.
func TestWords(t *testing.T) {
	if got := Words("at most 95 % if n = 10 there"); !slices.Equal(got, []string{"at", "most", "95 %", "if", "n = 10", "there"}) {
		t.Errorf("%q", got)
	}
}
