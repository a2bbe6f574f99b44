package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
)

// mixedTable has a number, a category and responses of both kinds that depend on them, beside a
// column that is missing in some rows and in no test.
func mixedTable() string {
	var b strings.Builder
	b.WriteString("dose,sex,z,response,grade,notes,clinic\n")
	for i := range 160 {
		dose, z, noise := (i*37)%101, (i*53)%97, (i*71)%41
		sex, grade := []string{"f", "m"}[i%2], "low"
		if dose+noise > 75 {
			grade = "high"
		}
		notes := "NA"
		if i%3 == 0 {
			notes = "some"
		}
		fmt.Fprintf(&b, "%d,%s,%d,%d,%s,%s,%d\n", dose, sex, z, dose+z+noise, grade, notes, i%20)
	}
	return b.String()
}

// TestTestJSON reads every key of a test of columns of several kinds, in clusters, given a number.
func TestTestJSON(t *testing.T) {
	table := writeTable(t, "mixed.csv", mixedTable())
	code, stdout, stderr := call(context.Background(), "test", table, "--x", "dose,sex", "--y", "response,grade", "--given", "z",
		"--cluster", "clinic", "--trees", "40", "--format", "json", "--quiet")
	if code != codeDone || stderr != "" {
		t.Fatal(code, stderr)
	}
	var got testJSON
	decoder := json.NewDecoder(strings.NewReader(stdout))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.X, []string{"dose", "sex"}) || !slices.Equal(got.Y, []string{"response", "grade"}) || !slices.Equal(got.Given, []string{"z"}) {
		t.Errorf("tested %v, %v, %v", got.X, got.Y, got.Given)
	}
	if got.Read != 160 || got.Used != 160 || got.Cluster != "clinic" || got.Count != 20 || got.D != 2 && got.D != 3 {
		t.Errorf("rows %d of %d, %d clusters, %d columns of responses", got.Used, got.Read, got.Count, got.D)
	}
	if !got.Established || got.P > 0.05 || got.Robustness <= 0 || got.Robustness >= 1 || got.Strength < got.Interval[0] || got.Strength > got.Interval[1] {
		t.Errorf("p = %v, robustness %v, strength %v in %v", got.P, got.Robustness, got.Strength, got.Interval)
	}
	if !slices.Contains(got.Moves, "mean of response") || !strings.HasPrefix(got.Sentence, "Significant dependence of response and grade on dose and sex given z (p ") {
		t.Errorf("moves %v: %s", got.Moves, got.Sentence)
	}
	if len(got.Warnings) > 0 {
		t.Error(got.Warnings)
	}
}

// TestBarelyFound: a robustness value that is 0 where p is barely at most 0.05 is told as small, and what given
// columns predict as what they may leave in a finding.
func TestBarelyFound(t *testing.T) {
	a := estimated(t, 1)
	in := a.Result.Inference
	in.P, in.Lost, in.Robustness, in.StandsIn, in.Told = []float64{0.044}, []importance.Share{{Value: 0.02}}, []float64{0}, []bool{true}, []float64{0.3}
	a.decide()
	e := &tested{dependence: dependence{X: []string{"smoke"}, Y: []string{"bwt"}, Given: []string{"age"}}, analysis: a}
	text := e.report().Text(report.View{Screen: terminal.Plain(), Verbose: true})
	words := strings.Join(strings.Fields(text), " ")
	for _, want := range []string{
		" 0.044 ", "below 0.001", "would have to explain less than 0.1 % of the residuals of both", "(p = 0.044)",
		"The given columns predict 30 % of smoke, along a curve: a part of the dependence may be theirs where their effect is learnt poorly.",
	} {
		if !strings.Contains(words, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
