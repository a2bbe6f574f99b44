package reports

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// What methods failed at stands in the tables and is explained.
func TestFailures(t *testing.T) {
	m := fixture.TinySource()
	fail := func(i int) {
		m.ByName["tiny"][i].Values, m.ByName["tiny"][i].Failure = nil, "was not done after 1s"
	}
	fail(1) // one of three of retrain
	fail(3) // all of vimp-drf
	fail(4)
	fail(5)
	if m.ByName["tiny"][5].Cell[results.KeyMethod] != "vimp-drf" {
		t.Fatal("the records of the fixture are in another order")
	}
	report := string(written(t, m)["report.md"])
	for _, want := range []string{
		"n = 50, retrain, preset drf-1.1.0, kernel authors: was not done after 1s (1 of 3 repetitions)",
		"n = 50, vimp-drf, preset drf-1.1.0: was not done after 1s (3 of 3 repetitions)",
		"| failed (3 of 3) |", "failed (1 of 3); means are over the other repetitions.",
	} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(report)
	}
}

// Of very many warnings the first are told and the others counted.
func TestManyWarnings(t *testing.T) {
	m := fixture.TinySource()
	letters := func(r rune) rune { return r + 'a' - '0' } // numbers alone do not make a warning another one
	for i := range 20000 {
		m.ByName["tiny"][0].Warnings = append(m.ByName["tiny"][0].Warnings, "row "+strings.Map(letters, strconv.Itoa(i)))
	}
	report := string(written(t, m)["report.md"])
	if !strings.Contains(report, ": row bj (1 of 3 repetitions)") || strings.Contains(report, "row ca ") || !strings.Contains(report, ": and 19980 more, which the records have") {
		t.Error("the report does not tell twenty warnings and the number of the others")
	}
}

// Warnings that differ in their numbers alone are told once, with the least and the largest.
func TestSpannedWarnings(t *testing.T) {
	cell := func(n string, texts ...string) summary.Cell {
		c := summary.Cell{CellInfo: results.CellInfo{Cell: map[string]string{results.KeyN: n}}}
		c.Repetitions = 9
		for _, text := range texts {
			c.Warnings = append(c.Warnings, summary.Counted{Text: text, Count: 2})
		}
		return c
	}
	got := warned([]summary.Cell{cell("50", "rows up to 7 apart: --block 14", "constant"), cell("60", "rows up to 12 apart: --block 14")})
	want := []string{"n = 50; n = 60: rows up to 7–12 apart: --block 14", "n = 50: constant (2 of 9 repetitions)"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, expected %q", got, want)
	}
}
