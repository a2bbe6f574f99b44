package results

import (
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
