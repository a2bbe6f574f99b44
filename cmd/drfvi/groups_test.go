package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"drfvi/importance"
	"drfvi/importance/hierarchy"
)

// TestGroupsIncomplete groups an input with its copy, which lack values in different rows, and names in the warning
// one that lacks them, alone or in a group.
func TestGroupsIncomplete(t *testing.T) {
	var copied, alone strings.Builder
	for i := range 120 {
		x, z := (i*37)%101, (i*53)%97
		y, some, others := x+(i*71)%20, fmt.Sprint(x), fmt.Sprint(x)
		switch i % 10 {
		case 3:
			some = "NA"
		case 4:
			others = "NA"
		}
		fmt.Fprintf(&copied, "%s,%d,%s,%d\n", some, z, others, y)
		fmt.Fprintf(&alone, "%s,%d,%d\n", some, z, y)
	}
	for table, want := range map[string]string{
		"x,z,copy,y\n" + copied.String(): "x is significant, alone or in a group, and has missing values",
		"x,z,y\n" + alone.String():       "x is significant, alone or in a group, and has missing values",
	} {
		code, stdout, stderr := call(context.Background(), "groups", writeTable(t, "t.csv", table), "--targets", "y", "--missing", "use", "--preset", "paper", "--min-node-size", "4", "--trees", "40", "--format", "json")
		if code != codeDone {
			t.Fatal(stderr)
		}
		var got struct {
			Warnings []string
			Tree     struct {
				Parts []struct {
					Inputs      []string
					Correlation float64
				}
			}
		}
		if err := json.Unmarshal([]byte(stdout), &got); err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(got.Warnings, "\n"); strings.Count(all, "has missing values") != 1 || !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
		if first := got.Tree.Parts[0]; strings.Contains(table, "copy") && (strings.Join(first.Inputs, " ") != "x copy" || first.Correlation < 0.9) {
			t.Errorf("the first group is %v, %v, expected x and its copy", first.Inputs, first.Correlation)
		}
	}
}

// TestGroupsSettle: the root of the tree is found where an effect is, by whichever test.
func TestGroupsSettle(t *testing.T) {
	for _, c := range []struct {
		alone   float64
		nothing bool
	}{{0.3, true}, {1e-4, false}} {
		e := estimated(t, 2)
		in := e.Result.Inference
		in.Explained.P, in.P = 0.3, []float64{0.4, 0.6}
		e.Alone = []importance.Alone{{Share: 0.1, P: c.alone, Adjusted: 2 * c.alone}, {P: 0.5, Adjusted: 0.5}}
		e.Tree = []hierarchy.Node{{Members: []int{0, 1}, Parts: [2]int{-1, -1}, Parent: -1}}
		e.Sets = importance.Result{Clamped: []float64{1}, Inference: &importance.Inference{P: []float64{0.3}, Intervals: make([]importance.Interval, 1)}}
		e.decide()
		tree := groupTree{analysis: e, nodes: e.Tree, answers: e.Answers.Groups}
		if e.noEffect() != c.nothing || tree.answers[0].Significant == c.nothing || e.noEffect() != strings.HasPrefix(e.explained(), "No significant effect (p ") {
			t.Errorf("p of an input by itself %v: %s %s", c.alone, e.explained(), tree.verdict())
		}
	}
}
