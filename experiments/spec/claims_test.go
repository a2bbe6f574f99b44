package spec

import (
	"reflect"
	"strings"
	"testing"

	"drfvi/results"
)

// stating is a statement of every kind about importances.
const stating = `relevant: [X1, X2]
statements:
  - {text: A, source: here, cell: {method: fake, n: 30}, kind: greater, above: [X1], below: [noise], factor: 10}
  - {text: B, source: here, cell: {method: fake}, kind: not-greater, above: [X1], below: [X2]}
  - {text: C, source: here, cell: {method: fake}, kind: negative, above: [X3]}
  - {text: D, source: here, cell: {method: fake, n: 30}, kind: higher, above: [X1], than: {n: 20}}
  - {text: E, source: here, cell: {method: fake}, kind: lower, above: [X1], than: {experiment: other, p: 7}, profiles: [paper, quick]}
  - {text: F, source: here, cell: {method: fake, n: 30}, kind: steady, above: [X1], than: {n: 20}, within: 0.25, cells: most}
profiles:
  quick: {n: [20]}
`

func TestParseStatements(t *testing.T) {
	s, err := Parse("tiny.yaml", []byte(minimal+stating), testMethods())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Statements) != 6 || s.Claims != nil {
		t.Fatalf("statements %+v, claims %+v", s.Statements, s.Claims)
	}
	want := results.Claim{Text: "F", Source: "here", Cell: map[string]string{"method": "fake", "n": "30"}, Kind: "steady",
		Above: []string{"X1"}, Than: map[string]string{"n": "20"}, Within: 0.25, Most: true}
	if got := s.Statements[5]; !reflect.DeepEqual(got.Claim, want) {
		t.Errorf("got %+v, want %+v", got.Claim, want)
	}
	if a, e := s.Statements[0], s.Statements[4]; a.Factor != 10 || a.Below[0] != "noise" || e.Than["experiment"] != "other" || e.Than["p"] != "7" {
		t.Errorf("statements %+v", s.Statements)
	}
	quick, err := s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	if len(quick.Statements) != 1 || quick.Statements[0].Text != "E" || quick.Claims != nil {
		t.Errorf("under quick: %+v", quick.Statements)
	}
}

func TestParseFaultsOfStatements(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"kind", "kind: steady", "kind: stead", `unknown kind of statement "stead", did you mean "steady"? (one of: greater, not-greater, negative, higher, lower, steady)`},
		{"kind of an elimination", "kind: steady", "kind: flat-loss", `unknown kind of statement "flat-loss"`},
		{"nothing below", ", below: [X2]}", "}", `tiny.yaml:20:5: a statement of kind "not-greater" has no "below"`},
		{"no share", ", within: 0.25", "", `tiny.yaml:24:5: a statement of kind "steady" has no "within"`},
		{"what is not for it", "above: [X3]}", "above: [X3], factor: 2}", `tiny.yaml:21:88: a statement of kind "negative" has "factor", which is not for it`},
		{"factor", "factor: 10", "factor: 1", `factor is 1, expected a number between 1 and 1e+06`},
		{"share", "within: 0.25", "within: 1.5", `within is 1.5, expected a number between 0 and 1`},
		{"cells", "cells: most", "cells: some", `unknown number of cells "some" (one of: all, most)`},
		{"other cell", "than: {n: 20}}", "than: {n: 21}}", `no cell of profile "paper" is {n: 21, method: fake}`},
		{"key of the other cell", "than: {n: 20}}", "than: {rows: 20}}", `unknown key "rows"`},
		{"no cell", "cell: {method: fake, n: 30}, kind: greater", "cell: {method: fake, n: 31}, kind: greater", `no cell of profile "paper" is {n: 31, method: fake}`},
		{"variable", "above: [X3]}", "above: [X11]}", `has the variables X1 to X10, found X11`},
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
		{"{text: a, source: b, cell: {data: jura}, kind: greater, above: [X1]}", `unknown kind of statement "greater" (one of: lower-loss, close-loss, flat-loss, disjoint)`},
		{"{text: a, source: b, cell: {data: jura}, kind: flat-loss, within: 0.1}", `a statement of kind "flat-loss" has no "left"`},
		{"{text: a, source: b, cell: {data: jura, method: coupled}, kind: close-loss, than: {method: mda}}", `no cell of profile "paper" is {method: mda, data: jura}`},
	} {
		_, err := read(t, eliminating, "claims:\n", "statements: ["+c.statement+"]\nclaims:\n")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error\n%v\nexpected\n%s", err, c.want)
		}
	}
}
