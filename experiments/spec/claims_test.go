package spec

import (
	"reflect"
	"strings"
	"testing"

	"drfvi/results"
)

// stating are statements about importances.
const stating = `relevant: [X1, X2]
statements:
  - {text: A, source: here, cell: {method: fake, n: 30}, holds: "importance(X1) > 10 importance(noise)"}
  - {text: B, source: here, cell: {method: fake, n: 30}, holds: "importance(X1) > importance(n: 20)"}
  - {text: C, source: here, cell: {method: fake}, holds: "importance(X1) < importance(experiment: other, p: 7)", profiles: [paper, quick]}
  - {text: D, source: here, cell: {method: fake, n: 30}, holds: "importance(X1) = importance(n: 20) ± 0.25", cells: most}
profiles:
  quick: {n: [20]}
`

func TestParseStatements(t *testing.T) {
	s, err := Parse("tiny.yaml", []byte(minimal+stating), testMethods())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Statements) != 4 || s.Claims != nil {
		t.Fatalf("statements %+v, claims %+v", s.Statements, s.Claims)
	}
	want := results.Claim{Text: "A", Source: "here", Cell: map[string]string{"method": "fake", "n": "30"}, Holds: "importance(X1) > 10 importance(noise)"}
	if got := s.Statements[0]; !reflect.DeepEqual(got.Claim, want) {
		t.Errorf("got %+v, want %+v", got.Claim, want)
	}
	if d := s.Statements[3]; d.Holds != "importance(X1) = importance(n: 20) ± 0.25" || !d.Most || d.Cell["n"] != "30" || len(d.Profiles) != 1 {
		t.Errorf("the last statement: %+v", d)
	}
	quick, err := s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	if len(quick.Statements) != 1 || quick.Statements[0].Text != "C" || quick.Claims != nil {
		t.Errorf("under quick: %+v", quick.Statements)
	}
}

func TestParseFaultsOfStatements(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"kind of version 1.0.0", "cells: most", "kind: steady", `unknown key "kind"`},
		{"no share", "± 0.25", "± 0", `expected a tolerance above 0, such as 25 %`},
		{"other cell", "importance(n: 20)", "importance(n: 21)", `tiny.yaml:20:5: no cell of profile "paper" is {n: 21, method: fake}`},
		{"key of the other cell", "importance(n: 20)", "importance(rows: 20)", `tiny.yaml:20:65: "importance(X1) > importance(rows: 20)": unknown key of importance "rows"`},
		{"key that tables have not", "importance(n: 20)", "importance(data: jura)", `tiny.yaml:20:65: unknown key "data"`},
		{"no cell", "n: 30}, holds: \"importance(X1) > 10", "n: 31}, holds: \"importance(X1) > 10", `no cell of profile "paper" is {n: 31, method: fake}`},
		{"variable", "importance(X1) < ", "importance(X11) < ", `has the variables X1 to X10, found X11`},
		{"cells", "cells: most", "cells: most, cell: {}", `key "cell" of a claim occurs twice`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if !strings.Contains(stating, c.old) {
				t.Fatalf("no %q to replace", c.old)
			}
			_, err := Parse("tiny.yaml", []byte(minimal+strings.Replace(stating, c.old, c.new, 1)), testMethods())
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
	for _, c := range []struct{ statement, want string }{
		{"{text: a, source: b, cell: {data: jura}, holds: importance(X1) > 0}", `importance is a statistic of the task importance`},
		{"{text: a, source: b, cell: {data: jura}, holds: 'loss(left: some) < 0'}", `loss has the left "some", expected a number of inputs from 1`},
		{"{text: a, source: b, cell: {data: jura}, holds: 'overlap < 0.5'}", `overlap has the left "", expected a number of inputs from 1`},
		{"{text: a, source: b, cell: {data: jura, method: coupled}, holds: 'loss = loss(method: mda)'}", `no cell of profile "paper" is {method: mda, data: jura}`},
	} {
		_, err := read(t, eliminating, "claims:\n", "statements: ["+c.statement+"]\nclaims:\n")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error\n%v\nexpected\n%s", err, c.want)
		}
	}
}
