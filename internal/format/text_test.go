package format

import (
	"strings"
	"testing"
)

func TestVisibleLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "",
		"größe, 身長 und 👩‍🔬":    "größe, 身長 und 👩‍🔬",
		"a\x1b[31mb\x07\tc\nd": `a\x1b[31mb\a\tc\nd`,
		"a\u009b2Jb\x7f":       `a\u009b2Jb\x7f`,
		"a\u202eb":             `a\u202eb`,
		"a\u200bb\u00adc":      `a\u200bb` + "\u00adc",
		"a\ufffeb\U000e0041":   `a\ufffeb\U000e0041`,
		"a\x9bb\ufffdc":        `a\x9bb` + "\ufffdc",
	} {
		if got := VisibleLine(text); got != want {
			t.Errorf("%q is written %q, expected %q", text, got, want)
		}
	}
}

func TestShortened(t *testing.T) {
	for text, want := range map[string]string{
		"abcdefg": "abcdefg", "abcdefgh": "abc…fgh", strings.Repeat("x", 3000): "xxx…xxx", "abcdefe\u0301hi": "abc…hi",
	} {
		if got := Shortened(text, 7); got != want {
			t.Errorf("%.20q is shortened to %q, expected %q", text, got, want)
		}
	}
}
