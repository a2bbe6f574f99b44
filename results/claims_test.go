package results

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestParseExpression(t *testing.T) {
	one := func(inputs ...string) Term { return Term{Factor: 1, Statistic: "importance", Inputs: inputs} }
	for text, want := range map[string]Expression{
		"importance(X1) > 10 importance(X3..X5, noise)": {Comparisons: []Comparison{{Left: one("X1"), Relation: ">", Right: Term{Factor: 10, Statistic: "importance", Inputs: []string{"X3", "X4", "X5", "noise"}}}}},
		"importance(X1) < -0.5":                         {Comparisons: []Comparison{{Left: one("X1"), Relation: "<", Right: Term{Factor: -0.5}}}},
		`importance("a, b") > 5 %`:                      {Comparisons: []Comparison{{Left: one("a, b"), Relation: ">", Right: Term{Factor: 0.05}}}},
		"importance(X1)=importance(n:500)±25%": {Comparisons: []Comparison{{
			Left: one("X1"), Relation: "=", Right: Term{Factor: 1, Statistic: "importance", Than: map[string]string{"n": "500"}}, Within: 0.25,
		}}},
		"not loss < loss(method: vimp-drf) and loss(left: 2..) > 0": {Not: true, Comparisons: []Comparison{
			{Left: Term{Factor: 1, Statistic: "loss"}, Relation: "<", Right: Term{Factor: 1, Statistic: "loss", Than: map[string]string{"method": "vimp-drf"}}},
			{Left: Term{Factor: 1, Statistic: "loss", Options: map[string]string{"left": "2.."}}, Relation: ">", Right: Term{}},
		}},
		`warned(says: "times each, more") > 0.9`: {Comparisons: []Comparison{{
			Left: Term{Factor: 1, Statistic: "warned", Options: map[string]string{"says": "times each, more"}}, Relation: ">", Right: Term{Factor: 0.9},
		}}},
	} {
		if got, err := ParseExpression(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s:\n%+v, %v, expected\n%+v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                            "found the end, expected a statistic",
		"importance(X1)":              `found the end, expected "<", ">" or "="`,
		"importance(X1 > 0":           `found ">", expected ")"`,
		"importance(X1) > ":           "found the end, expected a statistic",
		"importance(X1) >= 0":         `found "=", expected a statistic`,
		"importance(X1) > 0 or":       `unknown statistic "or"`,
		"importance(X1) > 0 )":        `found ")", expected a statistic`,
		"importence(X1) > 0":          `unknown statistic "importence", did you mean "importance"?`,
		"loss(X1) < 0":                `loss is of no inputs, found "X1"`,
		"loss(lef: 1) < 0":            `unknown key of loss "lef", did you mean "left"?`,
		"loss(left: ) < 0":            `found ")", expected a value of left`,
		"loss = 0":                    `found the end, expected a statistic on the right of "="`,
		"loss = loss(left: 1) ± 0":    `found "0", expected a tolerance above 0, such as 25 %`,
		"3 < loss":                    "compares the number 3, expected a statistic first",
		"loss < NaN":                  `found "NaN", expected a number from -1e+75 to 1e+75`,
		"loss < 1 and":                "found the end, expected a statistic",
		"importance(X1) > 0 % % and ": "found \"%\", expected",
	} {
		if e, err := ParseExpression(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %+v, %v, expected %s", text, e, err, want)
		}
	}
}

// Claims of version 1.0.0 are read as expressions, and written as they were.
func TestEarlierClaims(t *testing.T) {
	keys := `"text":"a","cell":{},"kind":"KIND","above":["X1"],"below":["X2","noise"],"than":{"method":"coupled","n":"5"},"source":"here","factor":10,"within":0.25,"left":2,"level":0.05,"bound":0.1,"worst":1.1,"low":0.93,"high":0.97,"says":"of rows"`
	for kind, want := range map[string]string{
		"greater":    "importance(X1) > 10 importance(X2, noise)",
		"steady":     "importance(X1) = importance(method: coupled, n: 5) ± 0.25",
		"lower-loss": "loss(left: 2) < loss(left: 2, method: coupled, n: 5)",
		"flat-loss":  "loss(left: 2..) = loss(left: all) ± 0.25",
		"size":       "found(X1, level: 0.05) < 0.1",
		"coverage":   "covered(low: 0.93, high: 0.97) > 0.1",
		"warned":     `warned(says: "of rows") > 0.1`,
	} {
		text := "{" + strings.Replace(keys, "KIND", kind, 1) + "}"
		var c Claim
		must(t, json.Unmarshal([]byte(text), &c))
		if again, err := json.Marshal(c); err != nil || string(again) != text || c.Holds != want {
			t.Errorf("%s is %q, and written as %s, %v", kind, c.Holds, again, err)
		}
	}
	if len(EarlierKinds()) != 26 {
		t.Errorf("%d kinds, version 1.0.0 had 26", len(EarlierKinds()))
	}
	for _, kind := range EarlierKinds() {
		c, err := EarlierClaim{Kind: kind, Above: []string{"X1"}, Below: []string{"X2"}, Than: map[string]string{"n": "5"}, Within: 0.5, Left: 2, Level: 0.05, Bound: 0.1, Fails: kind != "not-greater"}.Claim()
		if err != nil || !strings.HasPrefix(c.Holds, "not ") {
			t.Errorf("%s: %q, %v", kind, c.Holds, err)
		}
	}
	var c Claim
	if err := json.Unmarshal([]byte(`{"kind":"greatest"}`), &c); err == nil || !strings.Contains(err.Error(), `unknown kind of claim "greatest", did you mean "greater"?`) {
		t.Error(err)
	}
}
