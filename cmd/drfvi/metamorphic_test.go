package main

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
)

// TestNamesAndFormats: the names of columns, and how cells are separated and numbers written,
// change no digit, whatever the method. The laws of lawtest are on matrices.
func TestNamesAndFormats(t *testing.T) {
	var b strings.Builder
	b.WriteString("a,b,y\n")
	for i := range 100 {
		x := math.Sin(float64(i * i))
		fmt.Fprintf(&b, "%.3f,%.3f,%.3f\n", x, math.Cos(float64(i*i*i)), 2*x+0.3*math.Sin(float64(7*i)))
	}
	table := b.String()
	marks := strings.NewReplacer(",", ";", ".", ",")
	for _, method := range importanceMethods() {
		values := func(table string) string {
			code, stdout, stderr := call(context.Background(), "importance", writeTable(t, "t.csv", table), "--targets", "y", "--method", method, "--preset", "paper", "--trees", "10", "--format", "csv")
			if code != codeDone {
				t.Fatal(method, stderr)
			}
			var numbers strings.Builder
			for line := range strings.Lines(stdout) {
				_, rest, _ := strings.Cut(line, ",")
				numbers.WriteString(rest)
			}
			return numbers.String()
		}
		want := values(table)
		for what, changed := range map[string]string{
			"other names":                strings.Replace(table, "a,b,", "zz top,é,", 1),
			"semicolons, decimal commas": marks.Replace(table),
		} {
			if got := values(changed); got != want {
				t.Errorf("%s, %s:\n%s\nas it is:\n%s", method, what, got, want)
			}
		}
	}
}
