package spec

import (
	"reflect"
	"strconv"
	"strings"
	"testing"

	"drfvi/results"
	"drfvi/simulate"
)

// full is a specification that uses every key.
var full = minimal + `notes: [One note., 2]
evaluation_rows: 10
figure: bars
relevant: [X1, X3..X5]
ordering: [X5, X1]
top: 3
profiles:
  paper: {}
  quick: {n: [10], p: [12], methods: [fake], trees: 2, repetitions: 1, evaluation_rows: 5}
expect:
  - source: Table 0
    cell: {variant: published, method: fake, n: 20}
    repetitions: 40
    note: for all
    values:
      - {variable: X1, value: -0.90, se: 0.1}
      - {variable: X2..X3, below: 0.006, note: for these}
  - source: Table 0
    cell: {method: fake-plain}
    values:
      - {variable: noise, statistic: largest-2, value: 1}
      - {variable: noise, statistic: mean-noise, value: 0.001}
      - {quantity: explained_variance, value: 0.13}
claims:
  - {text: A claim, source: here, cell: {method: fake}, holds: "importance(X1) > importance(X2, noise)"}
  - {text: B claim, source: here, cell: {}, holds: "importance(X3..X4) < 0", profiles: [quick, paper]}
`

func TestParse(t *testing.T) {
	s, err := Parse("full.yaml", []byte(full), testMethods())
	if err != nil {
		t.Fatal(err)
	}
	tenth := 0.1
	plain, fakeCell := map[string]string{"method": "fake-plain"}, map[string]string{"variant": "published", "method": "fake", "n": "20"}
	want := Experiment{
		SHA256: "4955cae84a925902bf347db90f34b20f9abe3f93a10f3457f57b1b852c786418",
		File:   "full.yaml", Name: "tiny", Title: "A tiny experiment", Source: "Table 0", Order: 1, Suite: SuitePaper, Seed: 7,
		Repetitions: 2, Trees: 4, Task: Importance, Data: Data{Scenario: "univariate", N: []int{20, 30}, P: []int{10}},
		Methods: []string{"fake", "fake-preset", "fake-plain"}, facts: testMethods(),
		Variants: []Variant{
			{Name: "published", Presets: []string{"drf-1.1.0"}, Kernels: []string{"authors"}},
			{Name: "textbook", Presets: []string{"paper", "drf-1.3.1"}, Kernels: []string{"median", "0.5"}},
		},
		EvaluationRows: 10, Figure: "bars", Relevant: []string{"X1", "X3", "X4", "X5"}, Ordering: []string{"X5", "X1"}, Top: 3,
		Description: "Nothing to speak of.", Notes: []string{"One note.", "2"},
		Profiles: map[string]Profile{
			"paper": {},
			"quick": {N: []int{10}, P: []int{12}, Methods: []string{"fake"}, Trees: 2, Repetitions: 1, EvaluationRows: 5},
		},
		Expect: []results.Expected{
			{Cell: fakeCell, Variable: "X1", Statistic: "mean", Value: -0.9, SE: &tenth, Digits: 2, SEDigits: 1, Repetitions: 40, Source: "Table 0", Note: "for all"},
			{Cell: fakeCell, Variable: "X2", Statistic: "mean", Value: 0.006, Digits: 3, Below: true, Repetitions: 40, Source: "Table 0", Note: "for these"},
			{Cell: fakeCell, Variable: "X3", Statistic: "mean", Value: 0.006, Digits: 3, Below: true, Repetitions: 40, Source: "Table 0", Note: "for these"},
			{Cell: plain, Variable: "noise", Statistic: "largest-2", Value: 1, Repetitions: 2, Source: "Table 0"},
			{Cell: plain, Variable: "noise", Statistic: "mean-noise", Value: 0.001, Digits: 3, Repetitions: 2, Source: "Table 0"},
			{Cell: plain, Quantity: "explained_variance", Statistic: "mean", Value: 0.13, Digits: 2, Repetitions: 2, Source: "Table 0"},
		},
		Claims: []Claim{
			{Claim: results.Claim{Text: "A claim", Source: "here", Cell: map[string]string{"method": "fake"}, Holds: "importance(X1) > importance(X2, noise)"}, Profiles: []string{"paper"}},
			{Claim: results.Claim{Text: "B claim", Source: "here", Cell: map[string]string{}, Holds: "importance(X3..X4) < 0"}, Profiles: []string{"quick", "paper"}},
		},
	}
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got\n%+v\nexpected\n%+v", s, want)
	}
	quick, err := s.At("quick")
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(quick.Data, Data{Scenario: "univariate", N: []int{10}, P: []int{12}}) || quick.Trees != 2 || quick.Repetitions != 1 ||
		quick.EvaluationRows != 5 || len(quick.Methods) != 1 || quick.Expect != nil || len(quick.Claims) != 1 {
		t.Errorf("under quick: %+v", quick)
	}
	if _, err := s.At("quik"); err == nil || err.Error() != `full.yaml: unknown profile "quik", did you mean "quick"? (one of: paper, quick)` {
		t.Errorf("unknown profile: %v", err)
	}
	if _, err := parsed(t, minimal).At("quick"); err == nil || err.Error() != `tiny.yaml: unknown profile "quick" (one of: paper)` {
		t.Errorf("profile that is not there: %v", err)
	}
	if s, err := parsed(t, minimal).At("paper"); err != nil || s.Trees != 4 {
		t.Errorf("profile paper that is not written: %v", err)
	}
}

func TestParseFaults(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"empty", minimal, "", "tiny.yaml:1: empty, expected a specification"},
		{"only a comment", minimal, "# nothing\n", "tiny.yaml:1: empty, expected a specification"},
		{"syntax", "order: 1", "order: [1", "tiny.yaml:4: not YAML: did not find expected ',' or ']'"},
		{"tabs", "order: 1", "\torder: 1", "tiny.yaml:3: not YAML: found a tab character that violates indentation"},
		{"syntax in line 1", "name: tiny", "name: [tiny", "tiny.yaml:2: not YAML: did not find expected ',' or ']'"},
		{"colon", "order: 1", "order: 1: 2", "tiny.yaml:4: not YAML: mapping values are not allowed in this context; a text with \": \" in it stands in quotation marks"},
		{"quote", "order: 1", "order: 'x", "tiny.yaml:4: not YAML: found unexpected end of stream"},
		{"unclosed brace", "presets: [drf-1.1.0], kernels: [authors]}", "presets: [drf-1.1.0], kernels: [authors]", "tiny.yaml:14: not YAML: did not find expected ',' or '}'"},
		{"indentation", "  scenario", "   scenario", "tiny.yaml:10: not YAML: did not find expected key"},
		{"not a mapping", minimal, "- a\n", "tiny.yaml:1:1: the specification is a list, expected keys with values"},
		{"two documents", "order: 1", "order: 1\n---\norder: 2", "tiny.yaml:5: a second document, expected one specification in a file"},
		{"unknown key", "trees: 4", "trees: 4\ntree: 4", `tiny.yaml:8:1: unknown key "tree", did you mean "trees"? (one of: name, title,`},
		{"unknown key below", "  scenario", "  scenari: 1\n  scenario", `tiny.yaml:9:3: unknown key "scenari", did you mean "scenario"? (one of: scenario, n, p) in data`},
		{"merge key", "order: 1", "order: 1\n<<: {order: 2}", `tiny.yaml:5:1: unknown key "<<"`},
		{"twice", "order: 1", "order: 1\norder: 2", `tiny.yaml:5:1: key "order" of the specification occurs twice, first in line 4`},
		{"missing key", "seed: 7\n", "", `tiny.yaml:1:1: the specification has no "seed"`},
		{"missing key below", "  p: [10]\n", "", `tiny.yaml:9:3: data has no "p"`},
		{"list as key", "order: 1", "[1]: 1\norder: 1", "tiny.yaml:4:1: the specification has a list as a key, expected a word"},
		{"text for a count", "order: 1", "order: one", `tiny.yaml:4:8: order is "one", expected an integer from 1`},
		{"fraction for a count", "trees: 4", "trees: 4.5", `tiny.yaml:7:8: trees is 4.5, expected an integer from 1`},
		{"quoted count", "trees: 4", `trees: "4"`, `tiny.yaml:7:8: trees is "4", expected an integer from 1`},
		{"list for a count", "trees: 4", "trees: [4]", `tiny.yaml:7:8: trees is a list, expected an integer from 1`},
		{"nothing for a count", "trees: 4", "trees:", `tiny.yaml:7:7: trees is nothing, expected an integer from 1`},
		{"negative", "repetitions: 2", "repetitions: -2", "tiny.yaml:6:14: repetitions is -2, expected an integer from 1 to 1000000000"},
		{"zero", "trees: 4", "trees: 0", "tiny.yaml:7:8: trees is 0, expected an integer from 1 to 1000000000"},
		{"huge", "trees: 4", "trees: 1000000001", "tiny.yaml:7:8: trees is 1000000001, expected"},
		{"overflow", "trees: 4", "trees: 99999999999999999999", `trees is 99999999999999999999, expected an integer`},
		{"negative n", "n: [20, 30]", "n: [20, -30]", "tiny.yaml:10:11: n is -30, expected an integer from 1"},
		{"zero p", "p: [10]", "p: [0]", "tiny.yaml:11:7: p is 0, expected an integer from 1"},
		{"n is no list", "n: [20, 30]", "n: 20", `tiny.yaml:10:6: n is 20, expected a list`},
		{"n is empty", "n: [20, 30]", "n: []", "tiny.yaml:10:6: n is an empty list, expected a list of at least one item"},
		{"n repeated", "n: [20, 30]", "n: [20, 20]", "tiny.yaml:10:11: n lists 20 twice"},
		{"small p", "p: [10]", "p: [10, 9]", `tiny.yaml:1:1: profile "paper": scenario univariate: p is 9, expected at least 10 inputs`},
		{"seed with a zero in front", "seed: 7", "seed: 010", `tiny.yaml:5:7: seed is 010, expected an integer from 0 to 18446744073709551615, in digits without a zero in front`},
		{"hexadecimal seed", "seed: 7", "seed: 0x10", `tiny.yaml:5:7: seed is 0x10, expected an integer from 0 to 18446744073709551615, in digits`},
		{"count with a zero in front", "trees: 4", "trees: 04", `tiny.yaml:7:8: trees is 04, expected an integer from 1 to 1000000000, in digits without a zero in front`},
		{"n with an underline", "n: [20, 30]", "n: [20, 1_000]", `tiny.yaml:10:11: n is 1_000, expected an integer from 1 to 1000000000, in digits`},
		{"seed", "seed: 7", "seed: -7", `tiny.yaml:5:7: seed is -7, expected an integer from 0 to 18446744073709551615`},
		{"name", "name: tiny", "name: Tiny/1", `tiny.yaml:1:7: name is "Tiny/1", expected a word of at most 64 small letters, digits and -`},
		{"title", "title: A tiny experiment", "title: {a: b}", "tiny.yaml:2:8: title is a mapping, expected text"},
		{"blank title", "title: A tiny experiment", "title: ' '", `tiny.yaml:2:8: title is " ", expected text`},
		{"anchor", "methods: [fake, fake-preset, fake-plain]", "notes: &a [x]\nmethods: *a", "tiny.yaml:13:10: methods is an alias, expected a list"},
		{"scenario", "scenario: univariate", "scenario: univarate", `tiny.yaml:9:13: unknown scenario "univarate", did you mean "univariate"? (the nearest of ` + strconv.Itoa(len(simulate.Names())) + `: univariate, `},
		{"method", "fake, fake-preset", "fake, fake-pre-set", `tiny.yaml:12:17: unknown method "fake-pre-set", did you mean "fake-preset"?`},
		{"method twice", "fake, fake-preset", "fake, fake", `tiny.yaml:12:17: methods lists fake twice`},
		{"multivariate", "scenario: univariate", "scenario: bivariate", `tiny.yaml:1:1: profile "paper": method "fake-plain" needs a single response, scenario "bivariate" has 2`},
		{"censored", "scenario: univariate", "scenario: censored", `tiny.yaml:1:1: profile "paper": method "fake-plain" takes no censored times, which scenario "censored" has, expected "stacked"`},
		{"preset", "presets: [drf-1.1.0]", "presets: [drf-1.1.1]", `tiny.yaml:14:25: unknown preset "drf-1.1.1", did you mean "drf-1.1.0"? (one of: auto, paper, drf-1.1.0, drf-1.3.1)`},
		{"kernel", "kernels: [authors]", "kernels: [author]", `tiny.yaml:14:47: unknown kernel "author", did you mean "authors"? (one of: authors, linear, median), or a positive number`},
		{"linear kernel", "kernels: [authors]", "kernels: [linear]", `tiny.yaml:14:47: kernel "linear" is about means, and experiments are about distributions`},
		{"negative kernel", "kernels: [authors]", "kernels: [-1]", `tiny.yaml:14:47: kernel "-1": expected a positive finite number`},
		{"kernel twice", "kernels: [authors]", "kernels: [median, median]", "kernels lists median twice"},
		{"kernel written in another way", "kernels: [authors]", "kernels: [0.5, .5]", "tiny.yaml:14:52: kernels lists 0.5 twice, as .5 too"},
		{"variant's name", "published:", "Pub lished:", `tiny.yaml:14:3: a variant's name is "Pub lished", expected a word`},
		{"variant without kernels", ", kernels: [authors]", "", `tiny.yaml:14:14: variant "published" has no "kernels"`},
		{"no variants", "  published: {presets: [drf-1.1.0], kernels: [authors]}\n  textbook: {presets: [paper, drf-1.3.1], kernels: [median, 0.5]}\n", "  {}\n", "variants is empty, expected at least one"},
		{"figure", "order: 1", "order: 1\nfigure: bar", `tiny.yaml:5:9: unknown figure "bar", did you mean "bars"? (one of: none, bars, scaling, convergence, cost, designs, accuracy, calibration, aspects, leaderboard, effects, tests)`},
		{"profile", "order: 1", "order: 1\nprofiles: {quik: {}}", `tiny.yaml:5:12: unknown profile "quik", did you mean "quick"? (one of: paper, quick)`},
		{"key of a profile", "order: 1", "order: 1\nprofiles: {quick: {tres: 1}}", `tiny.yaml:5:20: unknown key "tres", did you mean "trees"? (one of: methods, trees, repetitions, evaluation_rows, n, p) in profile "quick"`},
		{"profile with small p", "order: 1", "order: 1\nprofiles: {quick: {p: [3]}}", `tiny.yaml:5:19: profile "quick": scenario univariate: p is 3, expected at least 10 inputs`},
		{"too many units", "repetitions: 2", "repetitions: 1000000", `tiny.yaml:1:1: profile "paper": 1.8e+07 units of work, expected at most 1000000`},
		{"variable", "order: 1", "order: 1\nrelevant: [X0]", `tiny.yaml:5:11: variable "X0", expected a name such as X3, a range such as X4..X10`},
		{"variable range", "order: 1", "order: 1\nrelevant: [X5..X4]", `tiny.yaml:5:11: variable "X5..X4", expected a name such as X3, a range such as X4..X10`},
		{"variable twice", "order: 1", "order: 1\nrelevant: [X1..X3, X2]", `tiny.yaml:5:20: relevant lists X2 twice`},
		{"variable beyond p", "order: 1", "order: 1\nordering: [X9..X11]", `tiny.yaml:5:11: profile "paper" has the variables X1 to X10, found X11`},
		{"noise as relevant", "order: 1", "order: 1\nrelevant: [noise]", `tiny.yaml:5:11: variable "noise", expected a name such as X3`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Parse("tiny.yaml", []byte(replaced(t, minimal, c.old, c.new)), testMethods())
			if err == nil || !strings.Contains("\n"+err.Error(), "\n"+c.want) && !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
}

func TestParseFaultsOfExpectations(t *testing.T) {
	for _, c := range []struct{ name, value, want string }{
		{"both", "{variable: X1, value: 1, below: 2}", `tiny.yaml:21:9: an expected number has both or neither of "value" and "below", expected one`},
		{"neither", "{variable: X1}", `tiny.yaml:21:9: an expected number has both or neither of "value" and "below", expected one`},
		{"of nothing", "{value: 1}", `tiny.yaml:21:9: an expected number has neither "variable" nor "quantity"`},
		{"not decimal", "{variable: X1, value: 1e-3}", `tiny.yaml:21:31: value is 1e-3, expected a decimal number such as 0.68`},
		{"no number", "{variable: X1, value: [1]}", `tiny.yaml:21:31: value is a list, expected a decimal number such as 0.68`},
		{"se", "{variable: X1, value: 1, se: -0.1}", `tiny.yaml:21:9: se is -0.1, expected a positive number`},
		{"quantity", "{quantity: explained, value: 1}", `tiny.yaml:21:9: quantity: unknown value "explained", did you mean "explained_p"? (one of: denominator, bias, forests, gamma, explained_variance, test_loss, loss_gamma, cumulative, explained_share, explained_low, explained_high, explained_p, average_p, raw, se, aggregation_se, population, population_se, vimp_drf, does_nothing, importance_when_eliminated, se_data, interval_low, interval_high, p, p_adjusted, stands_in, loss, eliminated)`},
		{"statistic", "{variable: X1, value: 1, statistic: median}", `tiny.yaml:21:9: statistic is "median", expected "mean", "mean-noise", "largest-1", "largest-2", …`},
		{"statistic of a variable", "{variable: X1, value: 1, statistic: largest-1}", `tiny.yaml:21:9: statistic "largest-1" of variable "X1": expected "mean" of a variable, or another statistic of "noise"`},
		{"mean of noise", "{variable: noise, value: 1}", `tiny.yaml:21:9: statistic "mean" of variable "noise": expected "mean" of a variable, or another statistic of "noise"`},
		{"noise without relevant", "{variable: noise, value: 1, statistic: largest-1}", `tiny.yaml:21:9: "noise" stands for the variables that are not relevant, but "relevant" is not given`},
		{"variable", "{variable: Y1, value: 1}", `tiny.yaml:21:9: variable "Y1", expected a name such as X3, a range such as X4..X10 or "noise"`},
		{"beyond p", "{variable: X11, value: 1}", `tiny.yaml:21:9: profile "paper" has the variables X1 to X10, found X11`},
		{"not a mapping", "X1", `tiny.yaml:21:9: an expected number is "X1", expected keys with values`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := minimal + "expect:\n  - source: here\n    cell: {method: fake}\n    values:\n      - " + c.value + "\n"
			if _, err := Parse("tiny.yaml", []byte(text), testMethods()); err == nil || err.Error() != c.want {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
	for _, c := range []struct{ name, text, want string }{
		{"cell", "expect: [{source: a, cell: {n: 21}, values: [{variable: X1, value: 1}]}]", `tiny.yaml:17:46: no cell of profile "paper" is {n: 21}`},
		{"cell's key", "expect: [{source: a, cell: {methd: a}, values: [{variable: X1, value: 1}]}]", `tiny.yaml:17:29: unknown key "methd", did you mean "method"?`},
		{"claim's cell", `claims: [{text: a, source: a, cell: {method: mda}, holds: "importance(X1) < 0"}]`, `tiny.yaml:17:10: no cell of profile "paper" is {method: mda}`},
		{"statistic", `claims: [{text: a, source: a, cell: {}, holds: "importence(X1) < 0"}]`, `tiny.yaml:17:48: "importence(X1) < 0": unknown statistic "importence", did you mean "importance"?`},
		{"statistic of an elimination", `claims: [{text: a, source: a, cell: {}, holds: "loss < 0"}]`, `loss is a statistic of the task elimination`},
		{"greater than nothing", `claims: [{text: a, source: a, cell: {}, holds: "importance(X1) > importance"}]`, `importance is of no inputs, expected some, as in importance(X1)`},
		{"size of nothing", `claims: [{text: a, source: a, cell: {}, holds: "found(level: 0.05) < 0.06"}]`, `found is of no inputs, expected some, as in found(X1)`},
		{"no level", `claims: [{text: a, source: a, cell: {}, holds: "found(null) < 0.06"}]`, `found has the level "", expected a number between 0 and 1`},
		{"level", `claims: [{text: a, source: a, cell: {}, holds: "found(null, level: 5) < 0.06"}]`, `found has the level "5", expected a number between 0 and 1`},
		{"null importance", `claims: [{text: a, source: a, cell: {}, holds: "importance(null) < 0.06"}]`, `variable "null", expected a name such as X3`},
		{"option of another statistic", `claims: [{text: a, source: a, cell: {}, holds: "found(null, low: 0.05) < 0.06"}]`, `unknown key of found "low"`},
		{"one n", `claims: [{text: a, source: a, cell: {n: 20}, holds: "error_slope < 0"}]`, `error_slope is about all "n", the cell names one`},
		{"profile", `claims: [{text: a, source: a, cell: {}, holds: "importance(X1) < 0", profiles: [quik]}]`, `unknown profile "quik"`},
		{"kind of 1.0.0", "claims: [{text: a, source: a, cell: {}, kind: grater, above: [X1], below: [X2]}]", `unknown key "kind"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := Parse("tiny.yaml", []byte(minimal+c.text+"\n"), testMethods()); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
}

func TestEveryFaultAtOnce(t *testing.T) {
	text := replaced(t, minimal, "order: 1", "order: 0", "fake, fake-preset", "fake, fke", "trees: 4", "tres: 4", "kernels: [authors]", "kernels: [0]")
	_, err := Parse("tiny.yaml", []byte(text), testMethods())
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	if len(lines) != 4 {
		t.Fatalf("%d faults, expected 4:\n%v", len(lines), err)
	}
	for i, want := range []string{
		"tiny.yaml:4:8: order is 0", `tiny.yaml:7:1: unknown key "tres"`,
		`tiny.yaml:12:17: unknown method "fke"`, `tiny.yaml:14:47: kernel "0"`,
	} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("fault %d is %q, expected %q", i+1, lines[i], want)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(minimal))
	f.Add([]byte(full))
	f.Add([]byte(eliminating))
	f.Add([]byte("a: &a [*a]\n<<: *a\n"))
	f.Add([]byte("? {a: b}\n: c\n---\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("fuzz.yaml", data, testMethods())
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("an error without text")
			}
			return
		}
		if _, err := s.At("paper"); err != nil {
			t.Errorf("accepted but without the profile paper: %v", err)
		}
	})
}
