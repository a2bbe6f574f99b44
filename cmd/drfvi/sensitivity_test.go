package main

import (
	"fmt"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance/sensitivity"
)

// Of more than a thousand targets the first are shown, and how to see all.
func TestIndicesOfManyTargets(t *testing.T) {
	e := estimated(t, 2)
	s := &indices{analysis: e, Result: sensitivity.Result{}}
	e.Targets = nil
	for k := range 1134 {
		e.Targets = append(e.Targets, fmt.Sprintf("y%d", k))
		s.Responses = append(s.Responses, sensitivity.Indices{Total: make([]sensitivity.Effect, 2)})
	}
	r := report.Report{Sections: []report.Section{{Table: s.responses([]int{0, 1})}}}
	text := r.Text(report.View{Screen: terminal.Plain()})
	if lines := strings.Count(text, "\n"); lines > 40 || !strings.Contains(text, "and 1104 more targets; --top all shows all") {
		t.Errorf("%d lines:\n%s", lines, text)
	}
}

// TestIndicesOfNothing: no input comes first where none predicts anything.
func TestIndicesOfNothing(t *testing.T) {
	s := &indices{analysis: estimated(t, 2), Result: sensitivity.Result{Mean: sensitivity.Indices{Predicted: -0.1, Noise: sensitivity.Effect{Value: 1}, First: make([]sensitivity.Effect, 2), Total: make([]sensitivity.Effect, 2)}}}
	if verdict := s.verdict(1); verdict != "Nothing of the mean of y1, y2 is predicted by the inputs, and none of them is said to be first." {
		t.Error(verdict)
	}
}

// TestLearnt: what predicts nothing is not said to have learnt anything.
func TestLearnt(t *testing.T) {
	for _, c := range []struct {
		mean, distribution float64
		want               string
	}{
		{0.8, 0.6, "A Gaussian process that predicts 80 % of the variance of left-out runs (Q²) has learnt the mean, a forest with Q² = 60 % the distribution."},
		{0.8, -0.1, "A Gaussian process that predicts 80 % of the variance of left-out runs (Q²) has learnt the mean; the distribution is not learnt."},
		{0, 0.6, "The mean is not learnt: nothing of the variance of left-out runs is predicted (Q²); a forest with Q² = 60 % has learnt the distribution."},
		{-0.1, 0, "Neither the mean nor the distribution is learnt: nothing of the variance of left-out runs is predicted (Q²)."},
	} {
		s := &indices{Result: sensitivity.Result{Mean: sensitivity.Indices{Learner: sensitivity.Process, Predicted: c.mean}, Distribution: sensitivity.Indices{Learner: sensitivity.Forest, Predicted: c.distribution}}}
		if got := s.learnt(); got != c.want {
			t.Errorf("%s, expected %s", got, c.want)
		}
	}
}
