package terminal

import (
	"testing"
	"time"
)

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "",
		"größe, 身長 und 👩‍🔬":    "größe, 身長 und 👩‍🔬",
		"a\x1b[31mb\x07\tc\nd": `a\x1b[31mb\a\tc\nd`,
		"a\u009b2Jb\x7f":       `a\u009b2Jb\x7f`,
		"a\u202eb":             `a\u202eb`,
		"a\x9bb\ufffdc":        `a\x9bb` + "\ufffdc",
	} {
		if got := Printable(text); got != want {
			t.Errorf("%q is written %q, expected %q", text, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1234 * time.Microsecond:                      "1ms",
		12345 * time.Millisecond:                     "12.3s",
		260 * time.Second:                            "4m20s",
		3*time.Hour + 5*time.Minute + 10*time.Second: "3h5m",
		26 * time.Hour:                               "26h0m",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v is written %s, expected %s", d, got, want)
		}
	}
}
