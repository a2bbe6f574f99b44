package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/methods"
)

var update = flag.Bool("update", false, "write the outputs of testdata/output anew")

// usual is how far intervals of usual coverage reach, of one error.
var usual = importance.Reach{Coverage: importance.UsualCoverage, Errors: 1}

// estimated is a made-up analysis of so many inputs, by the default method: the
// first ones matter, the others little or not at all.
func estimated(t *testing.T, inputs int) *analysis {
	t.Helper()
	method, err := methods.Named("stacked")
	if err != nil {
		t.Fatal(err)
	}
	in := &importance.Inference{Explained: importance.Share{Value: 0.29, SE: 0.02, Interval: importance.Interval{Low: 0.26, High: 0.33}, P: 1e-9, Total: 0.4}}
	e := &analysis{
		Method: method, File: "made-up.csv", Missing: "refuse", Scale: noneUsed, Targets: []string{"y1", "y2"}, Responses: []string{"y1", "y2"}, Kernel: "median", Preset: "auto",
		N: 500, Trees: 500, SampleSize: 250, Evaluated: 500, Seed: 1, Elapsed: 3200 * time.Millisecond,
		Evidence: answer.Evidence{Units: 500, Result: importance.Result{
			Denominator: 0.1, Gamma: 1.733, Aggregation: "low rank 48, mean residual of the kernel's diagonal 9.7e-09", Forests: 68, Inference: in,
		}},
	}
	for i := range inputs {
		raw := 0.75*math.Pow(0.4, float64(i)) - 0.0012*float64(i%3)
		name := fmt.Sprintf("x%d", i+1)
		if i == 1 {
			name = "temperature of the cooling water at the inlet"
		}
		e.Variables = append(e.Variables, name)
		e.Result.Raw, e.Result.Clamped = append(e.Result.Raw, raw), append(e.Result.Clamped, max(raw, 0))
		in.SE, in.Intervals = append(in.SE, 0.03), append(in.Intervals, usual.Share(raw, 0.06))
		in.P = append(in.P, math.Min(1, 1e-9*math.Pow(50, float64(i))))
	}
	in.Adjusted = importance.Holm(in.P)
	e.decide()
	return e
}

// eliminated is a made-up selection of so many inputs.
func eliminated(t *testing.T, inputs, keep int) *selection {
	t.Helper()
	a := estimated(t, inputs)
	a.SampleSize, a.Evaluated = 0, 0
	a.Warnings = []string{"two inputs of three were kept in one half only"}
	s := &selection{analysis: a, rows: 500, repeats: 2}
	s.Keep, s.Best = keep, keep+1
	for k := range inputs + 1 {
		above := 0.02 * math.Abs(float64(s.Best-k)) / float64(inputs)
		s.Loss, s.SE = append(s.Loss, -0.3+above), append(s.SE, 0.011)
		s.Above, s.AboveSE = append(s.Above, above), append(s.AboveSE, 0.004)
	}
	path := importance.Path{Forests: 12.5, Aggregation: "low rank 48", LossAggregation: "low rank 50", Values: make([]float64, inputs)}
	for k := range inputs {
		path.Eliminated = append(path.Eliminated, inputs-1-k)
	}
	s.All, s.Halves = path, []importance.Path{path, path}
	return s
}

// TestOutput compares what people see with the files of testdata/output; go test
// -update writes them anew. A file that no case is named after is a fault.
func TestOutput(t *testing.T) {
	terminalOf := func(width int, colours bool) terminal.Screen {
		return terminal.Screen{Width: width, Live: true, Colours: colours}
	}
	nothing := estimated(t, 3)
	nothing.Result.Inference.Explained = importance.Share{Value: 0.004, Interval: importance.Interval{High: 0.02}, P: 0.31, Total: 0.4}
	nothing.Result.Inference.P, nothing.Result.Inference.Adjusted = []float64{0.03, 0.2, 0.9}, []float64{0.09, 0.4, 0.9}
	nothing.Alone = nil
	nothing.decide()
	held := estimated(t, 3)
	held.Warnings = []string{"made-up.csv: 12 of 512 rows dropped for missing values, first row 3; missing in column \"x2\": 12 rows (12 for it alone)"}
	untested := estimated(t, 45)
	untested.Result.Inference.P, untested.Result.Inference.Adjusted, untested.Adjustment = nil, nil, ""
	untested.decide()
	approximate := estimated(t, 3)
	approximate.Aggregation, approximate.Evaluated, approximate.Result.AggregationSE = "fourier:512", 200, []float64{0.01, 0.002, 0.001}
	late := estimated(t, 45)
	late.Answers.Inputs[40].Adjusted, late.Answers.Inputs[40].Significant = 0.01, true
	late.Answers.Inputs[40].Interval = late.Result.Inference.Intervals[40]
	redundant := estimated(t, 3)
	for i, v := range []float64{0.2, 0.1, 0} {
		redundant.Result.Raw[i], redundant.Result.Clamped[i] = v, v
		redundant.Result.Inference.Intervals[i] = usual.Share(v, 0.06)
	}
	redundant.Result.Inference.P[1] = 0.3
	redundant.decide()
	cases := map[string]string{
		"importance-3":           estimated(t, 3).report().Text(report.View{Screen: terminal.Plain()}),
		"importance-3-60":        estimated(t, 3).report().Text(report.View{Screen: terminalOf(60, false)}),
		"importance-3-80":        estimated(t, 3).report().Text(report.View{Screen: terminalOf(80, false)}),
		"importance-3-140":       estimated(t, 3).report().Text(report.View{Screen: terminalOf(140, false)}),
		"importance-3-colours":   held.report().Text(report.View{Screen: terminalOf(80, true)}),
		"importance-3-verbose":   approximate.report().Text(report.View{Screen: terminal.Plain(), Verbose: true}),
		"importance-45":          estimated(t, 45).report().Text(report.View{Screen: terminal.Plain()}),
		"importance-45-60":       late.report().Text(report.View{Screen: terminalOf(60, false)}),
		"importance-45-all":      estimated(t, 45).report().Text(report.View{Screen: terminal.Plain(), Top: math.MaxInt}),
		"importance-45-untested": untested.report().Text(report.View{Screen: terminal.Plain()}),
		"importance-200-top-5":   estimated(t, 200).report().Text(report.View{Screen: terminalOf(140, false), Top: 5}),
		"importance-200":         estimated(t, 200).report().Text(report.View{Screen: terminal.Plain()}),
		"importance-nothing":     nothing.report().Text(report.View{Screen: terminalOf(60, true)}),
		"importance-redundant":   redundant.report().Text(report.View{Screen: terminal.Plain()}),
		"importance-quiet":       held.report().Text(report.View{Screen: terminal.Plain(), Quiet: true}),
		"rfe-3":                  eliminated(t, 3, 1).report().Text(report.View{Screen: terminal.Plain()}),
		"rfe-45-80":              eliminated(t, 45, 2).report().Text(report.View{Screen: terminalOf(80, true), Verbose: true}),
		"rfe-45-keep-35":         eliminated(t, 45, 35).report().Text(report.View{Screen: terminal.Plain()}),
		"rfe-200-top-5":          eliminated(t, 200, 35).report().Text(report.View{Screen: terminalOf(60, false), Top: 5}),
	}
	for _, command := range []string{"drfvi", "importance", "test", "groups", "shapley", "rfe", "describe", "data"} {
		var b strings.Builder
		root := newRoot()
		root.SetOut(&b)
		cmd, _, err := root.Find(strings.Fields(strings.TrimPrefix(command, "drfvi")))
		if err != nil {
			t.Fatal(err)
		}
		cmd.InitDefaultHelpFlag()
		if f := cmd.Flags().Lookup("workers"); f != nil {
			f.DefValue = "2" // of cores
		}
		if err := flags.Usage(cmd); err != nil {
			t.Fatal(err)
		}
		cases["help-"+command] = b.String()
	}
	for name, got := range cases {
		file := filepath.Join("testdata", "output", name+".txt")
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		} else if got != string(want) {
			t.Error(differing(name, got, string(want)))
		}
	}
	files, err := filepath.Glob(filepath.Join("testdata", "output", "*.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if _, ok := cases[strings.TrimSuffix(filepath.Base(file), ".txt")]; !ok {
			t.Errorf("%s is the output of no case", file)
		}
	}
}

// differing tells from which line on the output of a case is not what its file has, and the lines up to the
// last one that differs.
func differing(name, got, want string) string {
	is, expected, first := strings.Split(got, "\n"), strings.Split(want, "\n"), 1
	for len(is) > 0 && len(expected) > 0 && is[0] == expected[0] {
		is, expected, first = is[1:], expected[1:], first+1
	}
	for len(is) > 0 && len(expected) > 0 && is[len(is)-1] == expected[len(expected)-1] {
		is, expected = is[:len(is)-1], expected[:len(expected)-1]
	}
	return fmt.Sprintf("%s differs from line %d on; go test ./cmd/drfvi -run TestOutput -update writes it anew\n%s\nexpected\n%s", name, first, strings.Join(is, "\n"), strings.Join(expected, "\n"))
}

// TestBrief holds a clean table of seven inputs to few lines and words: verdict, table, and at
// most three lines more.
func TestBrief(t *testing.T) {
	e := estimated(t, 7)
	for range e.Variables {
		e.Alone = append(e.Alone, importance.Alone{Share: 0.05, P: 0.0001})
	}
	e.decide()
	text := e.report().Text(report.View{Screen: terminal.Plain()})
	lines, words := strings.Count(text, "\n"), len(strings.Fields(text))
	if lines > 18 || words > 176 || strings.Contains(text, "warning") {
		t.Errorf("%d lines and %d words, expected at most 18 and 176, without a warning:\n%s", lines, words, text)
	}
	_, after, _ := strings.Cut(text, "\nx7 ")
	if _, below, _ := strings.Cut(after, "\n\n"); strings.Count(below, "\n") > 3 {
		t.Errorf("below the table is\n%s", below)
	}
}

// TestGrouped checks that commands with many flags have all of them in groups.
func TestGrouped(t *testing.T) {
	for _, command := range []string{"importance", "test", "groups", "shapley", "rfe", "describe"} {
		cmd, _, err := newRoot().Find([]string{command})
		if err != nil {
			t.Fatal(err)
		}
		if names := flags.Ungrouped(cmd); len(names) > 0 {
			t.Errorf("%s: the flags %s are in no group of its help", command, strings.Join(names, ", "))
		}
	}
}

// TestOneStory: what is established stands beside no interval from 0, what is not beside no lower
// end, in the sentence about all inputs as in the table.
func TestOneStory(t *testing.T) {
	e := estimated(t, 3)
	for _, c := range []struct {
		p, low float64
		want   string
	}{
		{1e-9, 0.26, "The inputs explain 29 % of the variation of the joint distribution (95 %: 26 to 33 %; p < 0.0001)."},
		{1e-9, 0, "The inputs explain 29 % of the variation of the joint distribution (95 %: above 0, up to 33 %; p < 0.0001)."},
		{0.2, 0.26, "No significant effect (p = 0.200): the inputs explain 29 % of the variation of the joint distribution (95 %: up to 33 %), which may be chance."},
	} {
		e.Result.Inference.P = slices.Repeat([]float64{c.p}, 3)
		e.Result.Inference.Explained.P, e.Result.Inference.Explained.Interval.Low = c.p/2, c.low
		e.decide()
		if got := e.explained(); !strings.Contains(got, c.want) {
			t.Errorf("%s expected %s", got, c.want)
		}
	}
	e = estimated(t, 3)
	e.Result.Inference.P[1] = 0.2
	e.Alone = []importance.Alone{{Share: 0.5}, {Share: 0.3}, {Share: 0.01, P: 1, Adjusted: 1}}
	e.decide()
	text := strings.Join(strings.Fields(e.report().Text(report.View{Screen: terminal.Plain()})), " ")
	for _, want := range []string{
		"x1 0.750 0.690 to 0.810 < 0.0001 50 % ", "0.299 (up to 0.359) 0.200 30 % ", "x3 0.118 0.058 to 0.178 < 0.0001 (1.0 %)",
		"Significant on its own, but not given the other inputs: temperature of the cooling water at the inlet.", "Parentheses: p > 0.05.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nexpected %s", text, want)
		}
	}
	e.N, e.Units = 60, 60
	e.decide()
	if text := e.fewRows(); !strings.HasPrefix(text, "With only 60 rows, effects can be missed") {
		t.Error(text)
	}
	e.N, e.Units = 300, 300
	e.decide()
	if text := e.fewRows(); text != "" {
		t.Error(text)
	}
}

// TestStandsIn checks that inputs which may stand in for others are named in every form.
func TestStandsIn(t *testing.T) {
	e := estimated(t, 3)
	e.Result.Inference.StandsIn, e.Result.Inference.Told = []bool{false, false, true}, []float64{0.2, math.NaN(), 0.93}
	e.Linked = [][]int{nil, nil, {0, 1}}
	e.decide()
	const sentence = "x3 can be predicted by the other inputs (93 % of it): a part of the effect may be theirs where it is learnt poorly."
	text := strings.Join(strings.Fields(e.report().Text(report.View{Screen: terminal.Plain()})), " ")
	if !strings.Contains(text, sentence) || !strings.Contains(text, "predicted by 2 other inputs") {
		t.Errorf("the text is %s", text)
	}
	page := strings.Join(strings.Fields(string(e.report().Page().HTML())), " ")
	if !strings.Contains(page, sentence) || !strings.Contains(page, `<td class="l">predicted by 2 other inputs</td>`) {
		t.Errorf("the page lacks who may stand in")
	}
	e.Result.Inference.Told[2] = 0.4
	e.decide()
	if text := e.doubtful(); text != "x3 can be predicted by the other inputs (40 % of it, along a curve): a part of the effect may be theirs where it is learnt poorly." {
		t.Error(text)
	}
	e.Result.Inference.Told[2] = 0.93
	e.Result.Inference.P[2] = 0.4
	e.decide()
	if text := e.report().Text(report.View{Screen: terminal.Plain()}); !strings.Contains(text, "collinear with 2 other inputs") || !strings.Contains(text, "x3 is collinear: the other inputs predict 93 % of it;") {
		t.Errorf("the text is %s", text)
	}
	var all bytes.Buffer
	if err := report.WriteJSON(&all, e.report().Data); err != nil {
		t.Fatal(err)
	}
	var got importanceJSON
	if err := json.Unmarshal(all.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if strings.Count(all.String(), "stands_in") != 1 || !got.Variables[2].StandsIn || !slices.Equal(got.Variables[2].NotSeparableFrom, e.Variables[:2]) {
		t.Errorf("JSON is %s", all.String())
	}
	lines := strings.Split(strings.TrimSpace(e.table().CSV()), "\n")
	for i, end := range []string{",stands_in,not_separable_from", ",,", ",,", ",true,x1;" + e.Variables[1]} {
		if !strings.HasSuffix(lines[i], end) {
			t.Errorf("line %d of CSV is %s, expected it to end in %s", i+1, lines[i], end)
		}
	}
	// What the others tell in part is open, and no more.
	e.Result.Inference.Told[2] = 0.2
	e.decide()
	if text := e.report().Text(report.View{Screen: terminal.Plain()}); strings.Contains(text, "collinear") || strings.Contains(text, "predicted by") {
		t.Errorf("the text is %s", text)
	}
	e.Result.Inference.Told[2], e.Result.Inference.Explained.P = 0.93, 0.5
	e.Result.Inference.P = []float64{0.6, 0.7, 0.8}
	e.decide()
	if text := e.report().Text(report.View{Screen: terminal.Plain()}); !strings.Contains(text, "x3 is collinear: ") {
		t.Errorf("where nothing is explained, the text is %s", text)
	}
}

// TestRun names inputs that follow each other by the first and the last.
func TestRun(t *testing.T) {
	e := estimated(t, 45)
	for _, c := range []struct {
		inputs []int
		want   string
	}{
		{[]int{0}, "x1"}, {[]int{2, 3}, "x3 and x4"}, {[]int{2, 3, 4, 8}, "x3–x5 and x9"}, {e.inputsWith(func(int) bool { return true }), "all inputs"}, {[]int{0, 2, 4, 6, 8, 10, 12, 14}, "x1, x3, x5, x7, x9, x11 and 2 more"},
	} {
		if got := e.run(c.inputs); got != c.want {
			t.Errorf("%v are named %q, expected %q", c.inputs, got, c.want)
		}
	}
}

// TestReading explains the largest value that is established, and says so where none is.
func TestReading(t *testing.T) {
	e := estimated(t, 3)
	of := e.Result.Inference
	explain := func(p ...float64) string {
		copy(of.P, p)
		e.decide()
		return e.reading()
	}
	for _, c := range []struct {
		p    []float64
		want string
	}{
		{[]float64{0.01, 0.01, 0.01}, "0.750 for " + e.Variables[0] + " means: "},
		{[]float64{0.2, 0.01, 0.01}, "0.299 for " + e.Variables[1] + " means: "},
		{[]float64{0.2, 0.3, 0.4}, "If it were significant: 0.750 for " + e.Variables[0] + " means: "},
	} {
		if got := explain(c.p...); !strings.HasPrefix(got, c.want) {
			t.Errorf("with p-values %v: %s, expected %s", c.p, got, c.want)
		}
	}
}
