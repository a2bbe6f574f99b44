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

// savedOf writes what drfvi importance saves, of made-up importances with standard errors of 0.03.
func savedOf(t *testing.T, name string, rows int, importances map[string]float64, changes ...string) string {
	t.Helper()
	variables := []map[string]any{}
	for _, input := range []string{"age", "dose", "site", "sex"} {
		if v, ok := importances[input]; ok {
			variables = append(variables, map[string]any{"name": input, "importance": v, "se": 0.03})
		}
	}
	text, err := json.Marshal(map[string]any{
		"file": name + ".csv", "method": "stacked", "kernel": "median", "targets": []string{"y"}, "n": rows, "level": 0.95, "variables": variables,
	})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), name+".json")
	if err := os.WriteFile(file, []byte(strings.NewReplacer(changes...).Replace(string(text))), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestCompareTables: inputs are matched by name, differences are tested together, and the verdict
// names those that differ.
func TestCompareTables(t *testing.T) {
	north := savedOf(t, "north", 400, map[string]float64{"age": 0.5, "dose": 0.1, "site": 0.2, "sex": 0.02})
	south := savedOf(t, "south", 380, map[string]float64{"sex": 0.03, "dose": 0.32, "age": 0.1})
	code, text, stderr := call(context.Background(), "compare", north, south)
	verdict := fmt.Sprintf("More important in %s: age. More important in %s: dose. For the other inputs a difference is not established.", north, south)
	for _, want := range []string{verdict, "(first, 400 rows)", "Importances are shares of what is explained in each: that of an input also changes where the effect of another one does.", "interval p p (Holm) ", "(second, 380 rows)", "site is an input only in one of the two: an importance is given all other inputs"} {
		if code != codeDone || !strings.Contains(strings.Join(strings.Fields(text), " "), want) || stderr != "" {
			t.Errorf("exit code %d, no %q in\n%s%s", code, want, text, stderr)
		}
	}
	if strings.Count(text, "warning") != 1 || strings.Index(text, "\nage") > strings.Index(text, "\ndose") {
		t.Errorf("text\n%s", text)
	}
	_, text, _ = call(context.Background(), "compare", north, south, "--format", "json")
	var found struct {
		Variables []struct {
			Name          string
			Difference, P float64
			Adjusted      float64 `json:"p_adjusted"`
			Interval      [2]float64
		}
	}
	if err := json.Unmarshal([]byte(text), &found); err != nil || len(found.Variables) != 3 {
		t.Fatalf("%v: %s", err, text)
	}
	// The 0.975 quantile of Student's law with 20 degrees of freedom is 2.0859634.
	v, reach := found.Variables[1], 2.0859634*0.03*math.Sqrt2
	if v.Name != "dose" || math.Abs(v.Difference+0.22) > 1e-12 || math.Abs(v.Interval[0]+0.22+reach) > 1e-7 || math.Abs(v.Interval[1]+0.22-reach) > 1e-7 || v.Adjusted != 2*v.P || !(v.P > 1e-6 && v.P < 1e-3) {
		t.Errorf("contrast %+v", v)
	}
	if _, text, _ := call(context.Background(), "compare", north, north); !strings.Contains(text, "No input is seen to be more important") || strings.Contains(text, "another one does") || !strings.Contains(text, "both results are of the same rows, as far as can be told") {
		t.Errorf("with itself:\n%s", text)
	}
	if _, text, _ := call(context.Background(), "compare", north, south, "--format", "csv"); !strings.HasPrefix(text, "# drfvi") && !strings.Contains(text, "\ndose,0.1,0.32,") {
		t.Errorf("CSV\n%s", text)
	}
}

func TestCompareTablesRefused(t *testing.T) {
	made := map[string]float64{"age": 0.5}
	good := savedOf(t, "good", 400, made)
	for _, c := range []struct {
		file, want string
		code       int
	}{
		{savedOf(t, "few", 200, made), "the results have 400 and 200 rows, and forests on fewer rows estimate other importances", codeDone},
		{savedOf(t, "named", 400, map[string]float64{"sex": 1}), "share no input", codeFailed},
		{savedOf(t, "targets", 400, made, `["y"]`, `["y","z"]`), "different targets, y and y and z; expected the same", codeFailed},
		{savedOf(t, "kernel", 400, made, "median", "authors"), "different kernels, median and authors", codeFailed},
		{savedOf(t, "scale", 400, made, `"n":400`, `"n":400,"scale":"sd"`), "different scales (--scale),  and sd", codeFailed},
		{savedOf(t, "nothing", 400, made, `"n":400`, `"n":400,"explained_p":0.4`), "the inputs explain nothing that is established in", codeDone},
		{savedOf(t, "preset", 400, made, `"n":400`, `"n":400,"preset":"paper","trees":50`), "the forests differ: preset  with 0 trees, and preset paper with 50", codeDone},
		{filepath.Join(t.TempDir(), "none.json"), "none.json: no such file", codeFailed},
		{t.TempDir(), "is a file and one a folder, expected two folders of results, or two files", codeUsage},
		{savedOf(t, "plain", 400, made, `,"se":0.03`, "", "stacked", "retrain"), "has no standard errors, since method retrain gives none; expected stacked or loco", codeFailed},
		{savedOf(t, "text", 400, made, "{", ""), "text.json is no JSON of importances; expected the output of drfvi importance --format json", codeFailed},
		{savedOf(t, "other", 400, nil), "has no importances of inputs; expected the output of", codeFailed},
	} {
		code, text, stderr := call(context.Background(), "compare", good, c.file)
		if code != c.code || !strings.Contains(text+stderr, c.want) {
			t.Errorf("exit code %d, no %q in\n%s%s", code, c.want, text, stderr)
		}
	}
	if code, _, stderr := call(context.Background(), "compare", good, good, "bivariate"); code != codeUsage || !strings.Contains(stderr, `"bivariate" follows two files`) {
		t.Errorf("exit code %d, %s", code, stderr)
	}
	if code, _, stderr := call(context.Background(), "compare", t.TempDir(), t.TempDir(), "--format", "csv"); code != codeUsage || !strings.Contains(stderr, "--format csv is of two files") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}
