package main

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"
)

// TestLevel: --level changes intervals, what they are called and what JSON says of them,
// and nothing else; what no probability of covering is, is refused with one that may be
// meant.
func TestLevel(t *testing.T) {
	table := simulated(t)
	for _, command := range []string{"importance", "shapley"} { // groups have the intervals of importances
		args := []string{command, table, "--targets", "y1,y2", "--trees", "20", "--preset", "paper"}
		text := func(more ...string) string {
			code, stdout, stderr := call(context.Background(), append(args, more...)...)
			if code != codeDone {
				t.Fatalf("%s %v: exit code %d, %s", command, more, code, stderr)
			}
			return stdout
		}
		var narrow, usual struct {
			Level     float64    `json:"level"`
			Share     float64    `json:"explained_share"`
			Explained [2]float64 `json:"explained_share_interval"`
		}
		for more, into := range map[string]any{"--level=0.5": &narrow, "--level=0.95": &usual} {
			if err := json.Unmarshal([]byte(text("--format", "json", more)), into); err != nil {
				t.Fatal(err)
			}
		}
		if narrow.Level != 0.5 || usual.Level != 0.95 || narrow.Share != usual.Share || narrow.Explained[0] <= usual.Explained[0] || narrow.Explained[1] >= usual.Explained[1] {
			t.Errorf("%s: %+v, usually %+v", command, narrow, usual)
		}
	}
	code, out, stderr := call(context.Background(), "shapley", table, "--targets", "y1,y2", "--trees", "20", "--preset", "paper", "--level", "0.8")
	if code != codeDone || !strings.Contains(out, "80 % interval") || !strings.Contains(out, "(80 %: ") || strings.Contains(out, "95 %") {
		t.Errorf("exit code %d, %s%s", code, out, stderr)
	}
	for given, meant := range map[string]string{"95": "0.95", "99.9": "0.999", "0.05": "0.95", "95%": "0.95", "0": "0.95", "1": "0.95", "-3": "0.95", "NaN": "0.95", "high": "0.95", "0x1p-1": "0.5"} {
		code, _, stderr := call(context.Background(), "importance", table, "--targets", "y1", "--level", given)
		if want := "expected a number from 0.5 to 0.9999; did you mean " + meant + "?"; code != codeUsage || !strings.Contains(stderr, want) {
			t.Errorf("--level %s: exit code %d, %s expected %s", given, code, stderr, want)
		}
	}
	_, stdout, _ := call(context.Background(), "importance", table, "--targets", "y1", "--exclude", "y2", "--method", "mda", "--trees", "20", "--level", "0.9")
	if want := "method mda gives no intervals, --level has no effect"; !strings.Contains(strings.Join(strings.Fields(stdout), " "), want) {
		t.Errorf("%s expected %s", stdout, want)
	}
}

// TestLeadWithoutTests: the verdict names inputs whose intervals exclude 0, and says so if there are none.
func TestLeadWithoutTests(t *testing.T) {
	a := estimated(t, 3)
	in := a.Result.Inference
	in.P, in.Adjusted, a.Adjustment = nil, nil, ""
	for j := range in.Intervals {
		in.Intervals[j].Low = 0.1
	}
	in.Intervals[1].Low = 0
	in.Explained.P = math.NaN()
	a.decide()
	if lead := a.lead(); strings.Contains(lead, a.Variables[1]) || !strings.Contains(lead, a.Variables[0]) || !strings.Contains(lead, a.Variables[2]) {
		t.Error(lead)
	}
	in.Intervals[0].Low, in.Intervals[2].Low = 0, 0
	a.decide()
	if lead := a.lead(); !strings.Contains(lead, "no input has an interval that excludes 0") {
		t.Error(lead)
	}
}
