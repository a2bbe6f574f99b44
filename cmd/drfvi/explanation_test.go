package main

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/aspects"
	"drfvi/internal/chart"
)

// explained is an explanation of two inputs and three rows.
func explained() *explanation {
	explained := importance.Share{Value: 0.4, P: 0.001, Interval: importance.Interval{Low: 0.3, High: 0.5}}
	nothing := importance.Share{Value: -0.01, P: 1}
	all := []importance.Interval{{Low: 0.5, High: 1}, {Low: 0, High: 0.2}}
	return decided(&explanation{
		Variables: []string{"a", "b"},
		Aspects: &aspects.Report{
			Responses: []aspects.Response{{Name: "y"}},
			Findings: []aspects.Finding{
				{Aspect: aspects.Aspect{Kind: aspects.Mean, Of: []int{0}}, Explained: explained, Raw: []float64{0.75, 0.05}, Intervals: all, P: []float64{1e-6, 0.4}, Adjusted: []float64{4e-6, 1}, Area: []float64{0.3, 0.02}},
				{Aspect: aspects.Aspect{Kind: aspects.Tails, Of: []int{0}}, Explained: nothing, Raw: []float64{1, 0}, Intervals: all, P: []float64{1e-6, 0.4}, Adjusted: []float64{4e-6, 1}, Area: []float64{0, 0}},
			},
			Curves: []aspects.Curve{{At: []float64{0, 1}, Lost: [][]float64{{0.1, 0.2}, {0, -0.01}}, CRPS: []float64{0.15, -0.005}}},
		},
		Rows: &rowTerms{
			Numbers: []int{1, 2, 4}, Weights: []float64{0.5, 1, 1.5}, V: []float64{0.2, 0.4, 0.1}, U: [][]float64{{0.1, 0.3, -0.1}, {0, 0, 0.2}},
			Values: [][]float64{{1, 2, 9}, {0, 1, 1}}, Levels: [][]string{nil, {"no", "yes"}}, Order: []int{0, 1}, Along: []int{0, 1},
			Fans: []fan{{Target: "y/z", Quantiles: [][]float64{{0, math.NaN(), 1}, {1, 1, 2}, {2, 2, 3}}, Values: [][]float64{{1, 2, 9}, {0, 1, 1}}}},
		},
	})
}

// decided adds the answers about the aspects of an explanation.
func decided(x *explanation) *explanation {
	answers := answer.Decide(answer.Evidence{Aspects: x.Aspects})
	x.Answers, x.Level = answers.Aspects, answers.Level
	return x
}

// TestExplanationText has an aspect that is found, and one of which nothing is explained, whatever
// the tests say of its shares.
func TestExplanationText(t *testing.T) {
	s := explained()
	if moves := s.movesColumns(); moves[0].Text(0) != "mean" || moves[0].Cell(1) != nil || moves[1].Cell(0) != nil {
		t.Errorf("words %v and %v, less sure %v", moves[0].Cell(0), moves[0].Cell(1), moves[1].Cell(0))
	}
	leaking := explained()
	leaking.Aspects.Findings[1].Explained, leaking.Aspects.Findings[1].Area[0] = leaking.Aspects.Findings[0].Explained, 0.1
	decided(leaking)
	if moves := leaking.movesColumns(); moves[0].Text(0) != "mean, tails?" || !slices.Equal(moves[1].Cell(0).([]string), []string{"tails of y"}) {
		t.Errorf("words %q, less sure %v", moves[0].Text(0), moves[1].Cell(0))
	}
	if text := textOf(s.aspects(none)); strings.Contains(text, "Nearly all") || strings.Contains(text, "no single input is significant") {
		t.Errorf("aspects\n%s", text)
	}
	known := explained()
	known.Aspects.Findings[0].Explained.Value, known.Aspects.Findings[0].Adjusted[0] = 0.97, 0.2
	decided(known)
	for _, want := range []string{"Nearly all of the mean of y is explained: ", "Where none is named, no single input is significant."} {
		if text := textOf(known.aspects(none)); !strings.Contains(text, want) {
			t.Errorf("aspects\n%s\nexpected %q", text, want)
		}
	}
	if got := s.Rows.table(s.Variables).CSV(); got != "row,weight,explained,a,b\n1,0.5,0.2,0.1,0\n2,1,0.4,0.3,0\n4,1.5,0.1,-0.1,0.2\n" {
		t.Errorf("rows\n%s", got)
	}
	if len(s.facts().Get("curves").([]report.Object)) != 1 || new(explanation).facts() != nil {
		t.Error("curves, or aspects of nothing")
	}
}

// none establishes no input.
func none(int) bool { return false }

// A number of few values, each of many rows, is drawn like levels, months for example.
func TestFewValues(t *testing.T) {
	r := rowTerms{Values: [][]float64{{5, 5, 6, math.NaN(), 6, 5, 6}, {1, 2, 3, 4, 5, 6, 7}}, Levels: [][]string{nil, nil}}
	at, levels := r.placed(0, []float64{6, 5, math.NaN(), 7})
	if !reflect.DeepEqual(levels, []string{"5", "6"}) || at[0] != 1 || at[1] != 0 || !math.IsNaN(at[2]) || !math.IsNaN(at[3]) {
		t.Errorf("%v %q", at, levels)
	}
	if _, levels := r.placed(1, r.Values[1]); levels != nil {
		t.Errorf("levels %q of a number with a row each", levels)
	}
}

// TestExplanationFigures has terms below 0, a gap, levels, and rows that no tree predicts.
func TestExplanationFigures(t *testing.T) {
	s := explained()
	var names []string
	for _, p := range s.figures(none) {
		names = append(names, p.Name)
		if err := chart.Draw(t.TempDir()+"/"+p.Name+".svg", p.Picture); err != nil {
			t.Error(err)
		}
	}
	if !reflect.DeepEqual(names, []string{"aspects", "curves", "rows", "dependence", "fan-y_z"}) {
		t.Errorf("pictures %v", names)
	}
	// Aspects of which nothing is explained and inputs that are not established are left out.
	m := s.mapFigure(none)
	if !reflect.DeepEqual(m.Columns, []string{"mean of y"}) || !reflect.DeepEqual(m.Rows, []string{"a"}) || !m.Found[0][0] || m.Amounts[0][0] != 0.3 {
		t.Errorf("%+v", m)
	}
	if m = s.mapFigure(func(int) bool { return true }); len(m.Rows) != 2 || m.Found[1][0] {
		t.Errorf("%+v", m)
	}
	unmoved := explained()
	unmoved.Aspects.Findings[0].Adjusted[0] = 0.2 // and its input is found by another test
	decided(unmoved)
	for _, f := range unmoved.figures(func(int) bool { return true }) {
		if f.Name == "aspects" {
			t.Error("a map of aspects that move with no input")
		}
	}
	if lines := s.curvesFigure(none).Panels[0].Lines; lines[0].Pale || !lines[1].Pale {
		t.Errorf("%+v", lines)
	}
	if boxes := s.boxesFigure(); boxes.Values[0][2] >= 0 {
		t.Errorf("%+v", boxes)
	}
	d := s.dependenceFigure()
	if len(d.Panels[0].Lines) != 2 || len(d.Panels[1].Lines) != 2 || d.Panels[1].Levels[1] != "yes" {
		t.Errorf("%+v", d)
	}
	fan := s.fanFigure(s.Rows.Fans[0])
	if l := fan.Panels[1].Lines; len(l) != 2 || l[0].Y[0].Interval != (chart.Interval{High: 2}) || l[1].Y[0].Low != 1 {
		t.Errorf("%+v", l)
	}
}

func TestRunningMean(t *testing.T) {
	nan := math.NaN()
	x := []float64{5, 1, nan, 1.1, 5.2, 1.05}
	all := stretches(x)
	if !reflect.DeepEqual(all, []stretch{{1, 5, 3}, {0, 4}}) {
		t.Errorf("%v", all)
	}
	at, mean := all[0].smooth(x, []float64{9, 1, 9, 2, 9, 3}, 6)
	if !reflect.DeepEqual(at, []float64{1, 1.1}) || !reflect.DeepEqual(mean, []float64{2, 2}) {
		t.Errorf("running mean %v at %v", mean, at)
	}
	if got := byLevel([]float64{0, 2, 2, nan}, []float64{1, 2, 4, 9}, 3); got[0] != 1 || !math.IsNaN(got[1]) || got[2] != 3 {
		t.Errorf("means by level %v", got)
	}
	line := make([]float64, 400)
	for i := range line {
		line[i] = float64(i)
	}
	// Ties do not move the running mean through them; rows of one value have one point.
	tied, half := slices.Repeat([]float64{0, 1}, 100), make([]float64, 200)
	for i := range half {
		half[i] = float64(i % 20)
	}
	ties := stretches(tied)
	at, mean = ties[0].smooth(tied, half, 200)
	if len(ties) != 2 || !reflect.DeepEqual(at, []float64{0}) || !reflect.DeepEqual(mean, []float64{9}) {
		t.Errorf("%d stretches, means %v of ties at %v", len(ties), mean, at)
	}
	one := stretches(line)
	at, mean = one[0].smooth(line, line, 400)
	if len(one) != 1 || len(at) != meanPoints || !reflect.DeepEqual(at, mean) || at[0] != 16 {
		t.Errorf("%d stretches, %d points from %v", len(one), len(at), at[0])
	}
}

// textOf returns a section for reading.
func textOf(s report.Section) string {
	r := report.Report{Sections: []report.Section{s}}
	return r.Text(report.View{Screen: terminal.Plain()})
}

// TestTogether names the aspects of a kind one by one where they are few, and together where
// all of many are meant.
func TestTogether(t *testing.T) {
	x := explanation{Aspects: &aspects.Report{}}
	for k := range 5 {
		x.Aspects.Responses = append(x.Aspects.Responses, aspects.Response{Name: fmt.Sprintf("y%d", k+1), Columns: []int{k}})
	}
	for _, a := range aspects.Of(x.Aspects.Responses) {
		x.Answers = append(x.Answers, answer.Aspect{Aspect: a})
	}
	got := x.together(x.Answers[1:])
	want := []string{"spread of any target", "shape of any target", "tails of any target", "mean of y2, y3 and 2 more targets", "dependence of any two"}
	if !slices.Equal(got, want) {
		t.Errorf("together are %q, expected %q", got, want)
	}
	few := having(x.Answers, func(f answer.Aspect) bool { return f.Of[0] > 0 && f.Kind != aspects.Spread || f.Of[0] > 2 })
	got, want = x.together(few), []string{"mean of y2, y3 and 2 more targets", "shape of y2, y3 and 2 more targets", "tails of y2, y3 and 2 more targets", "spread of y4", "spread of y5", "dependence of 6 pairs of targets"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("together are %q, expected %q", got, want)
	}
}

// TestTells: movers are listed from the largest, and of aspects that nothing moves only those
// of which 1 % is explained.
func TestTells(t *testing.T) {
	share := func(value float64) importance.Share { return importance.Share{Value: value, P: 0.001} }
	mean := aspects.Aspect{Kind: aspects.Mean, Of: []int{0}}
	f := aspects.Finding{Aspect: mean, Explained: share(0.4), Raw: make([]float64, 3), Area: []float64{0.1, 0.3, 0.2}, P: make([]float64, 3), Adjusted: []float64{0.01, 0.01, 0.2}}
	little := aspects.Finding{Aspect: aspects.Aspect{Kind: aspects.Tails, Of: []int{0}}, Explained: share(0.004), Raw: make([]float64, 3), Area: make([]float64, 3), P: make([]float64, 3), Adjusted: []float64{1, 1, 1}}
	x := explanation{Variables: []string{"a", "b", "c"}, Aspects: &aspects.Report{Responses: []aspects.Response{{Name: "y", Columns: []int{0}}}, Findings: []aspects.Finding{f, little}}}
	decided(&x)
	if got := x.movers(x.Answers[0]); got != "b (30 %), a (10 %)" {
		t.Error(got)
	}
	if got := x.explained(); len(got) != 1 || got[0].Kind != aspects.Mean {
		t.Errorf("explained are %v", got)
	}
	section := x.aspects(func(int) bool { return true })
	if note := "No significant effect, or one of less than 1 %, on: tails."; !slices.Contains(section.Notes, note) {
		t.Errorf("no %q in %q", note, section.Notes)
	}
}

// TestTargetResponses recognises counts whether or not they are divided by their standard
// deviation.
func TestTargetResponses(t *testing.T) {
	for _, unit := range []float64{0, 2.7} {
		y := mat.NewDense(4, 1, []float64{0, 3, 1, 8})
		if unit != 0 {
			y.Scale(1/unit, y)
		}
		p := &datasets.Problem{Y: y, Targets: []datasets.Target{{Name: "y", Columns: []int{0}, Unit: unit}}}
		if r := targetResponses(p)[0]; r.Law != aspects.Counts || r.Unit != unit {
			t.Errorf("unit %v: %+v", unit, r)
		}
	}
}
