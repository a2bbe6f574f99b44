package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// parsed runs a command and returns its JSON.
func parsed(t *testing.T, arguments ...string) map[string]any {
	t.Helper()
	code, text, stderr := call(context.Background(), append(arguments, "--format", "json")...)
	if code != codeDone {
		t.Fatalf("%v: %s", arguments, stderr)
	}
	var found map[string]any
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		t.Fatal(err)
	}
	return found
}

// single are the groups of one input in a tree, by its name.
func single(of map[string]any, found map[string]map[string]any) map[string]map[string]any {
	if inputs := of["inputs"].([]any); len(inputs) == 1 {
		found[inputs[0].(string)] = of
	}
	parts, _ := of["parts"].([]any)
	for _, part := range parts {
		single(part.(map[string]any), found)
	}
	return found
}

// TestOneFit: importance, groups, shapley and test have one explained share, and of each input one importance
// with one interval and one p-value; aspects change none of them.
func TestOneFit(t *testing.T) {
	for _, c := range []struct{ scenario, targets string }{{"linear-correlated", "y1,y2"}, {"motivating", "y1"}, {"copula", "y1,y2"}} {
		code, csv, stderr := call(context.Background(), "simulate", c.scenario, "-n", "60", "-p", "4", "--seed", "3")
		if code != codeDone {
			t.Fatal(stderr)
		}
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte(csv), 0o666); err != nil {
			t.Fatal(err)
		}
		alike := func(what string, one, other any) {
			t.Helper()
			if fmt.Sprint(one) != fmt.Sprint(other) {
				t.Errorf("%s: %s is %v by importance, else %v", c.scenario, what, one, other)
			}
		}
		forests := []string{"--trees", "20"}
		usual := parsed(t, append([]string{"importance", path, "--targets", c.targets}, forests...)...)
		groups := parsed(t, append([]string{"groups", path, "--targets", c.targets}, forests...)...)
		divided := parsed(t, append([]string{"shapley", path, "--targets", c.targets}, forests...)...)
		for _, key := range []string{"explained_share", "explained_share_interval", "explained_p", "total_variation", "established", "undivided", "gamma"} {
			alike(key, usual[key], groups[key])
			alike(key, usual[key], divided[key])
		}
		explained := usual["explained_share"].(float64)
		aspects := parsed(t, append([]string{"importance", path, "--aspects", "--targets", c.targets}, forests...)...)
		alike("explained_share", usual["explained_share"], aspects["explained_share"])
		singles := single(groups["tree"].(map[string]any), map[string]map[string]any{})
		sum := 0.0
		for j, v := range usual["variables"].([]any) {
			of, share := v.(map[string]any), divided["variables"].([]any)[j].(map[string]any)
			beside := aspects["variables"].([]any)[j].(map[string]any)
			sum += share["share"].(float64)
			name := of["name"].(string)
			for _, key := range []string{"importance", "p"} {
				alike(key+" of "+name, of[key], singles[name][key])
			}
			if of["established"] == singles[name]["established"] { // else one of the intervals begins at 0
				alike("interval of "+name, of["interval"], singles[name]["interval"])
			}
			for _, key := range []string{"importance", "interval", "p"} {
				alike(key+" of "+name, of[key], beside[key])
			}
			for _, key := range []string{"name", "importance", "interval", "se", "p", "p_adjusted", "established"} {
				alike(key+" of "+name, of[key], share[key])
			}
			tested := parsed(t, append([]string{"test", path, "--y", c.targets, "--x", name, "--given", "*", "--no-moves"}, forests...)...)
			alike("explained_share", usual["explained_share"], tested["explained_share"])
			alike("p of "+name, float32(of["p"].(float64)), float32(tested["p"].(float64)))
			if lost, strength := explained*of["importance"].(float64), tested["strength"].(float64); math.Abs(lost-strength) > 1e-9 && lost >= 0 {
				t.Errorf("%s: the strength of %s is %v, its importance times the explained share %v", c.scenario, name, strength, lost)
			}
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("%s: shares add up to %v", c.scenario, sum)
		}
		if len(singles) != strings.Count(csv[:strings.Index(csv, "\n")], "x") {
			t.Errorf("%s: %d groups of one input", c.scenario, len(singles))
		}
	}
}
