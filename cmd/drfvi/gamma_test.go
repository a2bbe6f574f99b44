package main

import (
	"context"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"drfvi/methods"
)

// TestFaintKernels checks that every method with a kernel tends to a limit as gamma tends
// to 0, as it does by definition, and refuses gammas under which it cannot.
func TestFaintKernels(t *testing.T) {
	table := simulated(t)
	for _, m := range methods.All() {
		if !m.ForUsers() || !m.UsesKernel {
			continue
		}
		var limit []float64
		for _, gamma := range []string{"1e-11", "1e-14", "1e-17", "1e-90"} {
			code, stdout, stderr := call(context.Background(), "importance", table, "--targets", "y1,y2", "--trees", "20", "--preset", "paper", "--seed", "9", "--format", "json", "--method", m.Name, "--kernel", gamma)
			var got importanceJSON
			if err := json.Unmarshal([]byte(stdout), &got); code != codeDone || err != nil {
				t.Errorf("%s, γ = %s: exit code %d, %v, %s", m.Name, gamma, code, err, stderr)
				break
			}
			values := []float64{}
			for _, v := range got.Variables {
				values = append(values, v.Raw)
			}
			if limit == nil {
				limit = values
			}
			for j, v := range values {
				if math.Abs(v-limit[j]) > 1e-8 { // the kernel differs from its limit by 1e-10 of its variation
					t.Errorf("%s, γ = %s: %v, want %v", m.Name, gamma, values, limit)
					break
				}
			}
		}
	}
}

// TestGammasOutOfRange checks that every command on a table says which gammas there are.
func TestGammasOutOfRange(t *testing.T) {
	table := simulated(t)
	for _, command := range [][]string{{"importance"}, {"importance", "--method", "hsic"}, {"importance", "--aspects"}, {"groups"}, {"shapley"}, {"predict"}, {"rfe"}} {
		for _, gamma := range []string{"5e-324", "1e-300", "1e-110"} {
			args := append([]string{command[0], table, "--targets", "y1,y2", "--trees", "20", "--kernel", gamma}, command[1:]...)
			code, _, stderr := call(context.Background(), args...)
			if code == codeDone || !strings.Contains(stderr, " hardly distinguishes responses: at their median distance, ") || !strings.Contains(stderr, ", expected 1 − 1e-100 or less, that is a gamma of at least about ") {
				t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, stderr)
			}
		}
	}
	code, _, stderr := call(context.Background(), "rfe", table, "--targets", "y1,y2", "--trees", "20", "--kernel", "1e-12")
	if code == codeDone || !strings.Contains(stderr, ", expected 1 − 1e-08 or less") { // losses are near −1
		t.Errorf("rfe: exit code %d, %s", code, stderr)
	}
}
