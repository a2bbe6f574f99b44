package reports

import (
	"strconv"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
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
	report := words(written(t, m)["report.html"])
	for _, want := range []string{
		"n = 50, retrain, preset drf-1.1.0, kernel authors: was not done after 1s (1 of 3 repetitions)",
		"n = 50, vimp-drf, preset drf-1.1.0: was not done after 1s (3 of 3 repetitions)",
		"failed (3 of 3)", "failed (1 of 3); means are over the other repetitions.",
	} {
		if !strings.Contains(report, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if t.Failed() {
		t.Log(report)
	}
}

// Warnings are counted in the report, and listed in a file of their own.
func TestManyWarnings(t *testing.T) {
	m := fixture.TinySource()
	for i := range 20000 {
		m.ByName["tiny"][0].Warnings = append(m.ByName["tiny"][0].Warnings, "row "+strconv.Itoa(i))
	}
	files := written(t, m)
	if report := words(files["report.html"]); !strings.Contains(report, ": drfvi report writes warnings.csv.") || strings.Contains(report, "row 77") {
		t.Error("the report does not count warnings")
	}
	if list := string(files["warnings.csv"]); strings.Count(list, "\n") < 20001 || !strings.Contains(list, ",row 19999,1,3") {
		t.Error("warnings.csv does not list warnings")
	}
}
