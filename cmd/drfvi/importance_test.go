package main

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/version"
	"drfvi/methods"
	"drfvi/methods/method"
)

// simulated writes a table of the bivariate scenario and returns its path.
func simulated(t *testing.T) string {
	t.Helper()
	code, csv, stderr := call(context.Background(), "simulate", "bivariate", "-n", "120", "-p", "4", "--seed", "5")
	if code != codeDone {
		t.Fatal(stderr)
	}
	path := filepath.Join(t.TempDir(), "bivariate.csv")
	if err := os.WriteFile(path, []byte(csv), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// keys finds the keys of an indented JSON object, in order.
var keys = regexp.MustCompile(`(?m)^  "(\w+)":`)

// TestImportanceJSON checks the form that other programs rely on.
func TestImportanceJSON(t *testing.T) {
	table := simulated(t)
	for _, m := range methods.All() {
		if !m.ForUsers() {
			continue
		}
		args := []string{"importance", table, "--targets", "y1", "--exclude", "y2", "--trees", "60", "--seed", "9", "--format", "json", "--method", m.Name}
		code, stdout, stderr := call(context.Background(), args...)
		if code != codeDone {
			t.Errorf("%s: exit code %d, %s", m.Name, code, stderr)
			continue
		}
		var order []string
		for _, match := range keys.FindAllStringSubmatch(stdout, -1) {
			order = append(order, match[1])
		}
		want := "version file targets missing rows_read rows_used rows_dropped versions method kernel preset"
		if m.UsesPreset {
			want += " forest"
		}
		want += " n p d trees"
		if m.UsesPreset {
			want += " sample_size"
		}
		want += " seed scale"
		if m.UsesKernel {
			want += " gamma evaluated_rows"
		}
		explains := m.UsesKernel && !m.Forestless
		if explains || m.UsesKernel {
			want += " aggregation"
		}
		if explains {
			want += " level"
			if m.Infers {
				want += " established"
			}
			want += " explained_share explained_share_interval"
			if m.Infers {
				want += " explained_share_learnt"
			}
			want += " explained_p total_variation"
		}
		if m.Infers {
			want += " adjustment"
		}
		want += " variables"
		joint := m.Name == "stacked" || m.Name == "loco" // errors by halves
		if joint {
			want += " contrasts"
		}
		if m.Name == "retrain" {
			want += " bias"
		}
		want += " denominator forests elapsed_seconds warnings"
		if joint {
			want += " remarks"
		}
		if got := strings.Join(order, " "); got != want {
			t.Errorf("%s: keys %s, expected %s", m.Name, got, want)
		}
		if !m.Forestless && !strings.Contains(stdout, `"warnings": []`) { // --trees has no effect
			t.Errorf("%s: no empty list of warnings", m.Name)
		}
		var got importanceJSON
		decoder := json.NewDecoder(strings.NewReader(stdout))
		decoder.DisallowUnknownFields()
		if err := decoder.Decode(&got); err != nil {
			t.Errorf("%s: %v", m.Name, err)
			continue
		}
		if decoder.More() {
			t.Errorf("%s: more than one object", m.Name)
		}
		if got.Method != m.Name || got.N != 120 || got.P != 4 || got.D != 1 || m.Forestless != (got.Trees != 60) || got.Seed != 9 || got.ElapsedSeconds <= 0 || m.Forestless != (got.Work < 1) {
			t.Errorf("%s: %+v", m.Name, got)
		}
		if got.Version != version.Program || got.File != table || !slices.Equal(got.Targets, []string{"y1"}) || got.Missing != "refuse" || got.Read != 120 || got.Used != 120 || got.Dropped != 0 || !maps.Equal(got.Versions, m.Versions) {
			t.Errorf("%s: %+v", m.Name, got.sourceJSON)
		}
		if m.UsesKernel != (got.Kernel == "median") || m.UsesPreset != (got.Preset == "auto") {
			t.Errorf("%s: kernel %s and preset %s", m.Name, got.Kernel, got.Preset)
		}
		if m.UsesPreset && got.SampleSize != 60 || m.UsesKernel && (got.EvaluatedRows != 120 || got.Gamma <= 0 || !strings.HasPrefix(got.Aggregation, "low rank")) {
			t.Errorf("%s: sample size %d, %d rows evaluated, γ = %v, aggregation %q", m.Name, got.SampleSize, got.EvaluatedRows, got.Gamma, got.Aggregation)
		}
		if len(got.Variables) != 4 || got.Variables[0].Name != "x1" || got.Variables[3].Name != "x4" {
			t.Errorf("%s: variables %+v", m.Name, got.Variables)
			continue
		}
		if joint && (len(got.Contrasts) != 6 || got.Contrasts[0].More != "x1" || got.Contrasts[0].Difference <= 0 || got.Variables[0].Ranks == nil || *got.Variables[0].Ranks != [2]int{1, 1}) {
			t.Errorf("%s: contrasts %+v, first ranks %v", m.Name, got.Contrasts, got.Variables[0].Ranks)
		}
		for _, v := range got.Variables {
			want := v.Raw
			if m.Clamped {
				want = max(v.Raw, 0)
			}
			if v.Clamped != want {
				t.Errorf("%s: %s is %v, clamped %v", m.Name, v.Name, v.Raw, v.Clamped)
			}
			if v.Importance != v.Clamped {
				t.Errorf("%s: %s has importance %v, clamped %v", m.Name, v.Name, v.Importance, v.Clamped)
			}
			if errors := slices.Contains([]string{"coupled", "projected", "projected-unbiased"}, m.Name); errors != (v.TreesSE != nil) || v.AggregationSE != nil {
				t.Errorf("%s: standard errors %v and %v of %s", m.Name, v.TreesSE, v.AggregationSE, v.Name)
			}
			if m.Infers != (v.SE != nil) || m.Infers != (v.Interval != nil) || m.Infers != (v.P != nil) || m.Infers != (v.Adjusted != nil) {
				t.Errorf("%s: inference %+v", m.Name, v)
			}
			if m.Infers && (*v.Adjusted < *v.P || (*v.Adjusted <= 0.05) != (v.Name == "x1") || !(0 <= v.Interval[0] && v.Interval[0] <= v.Interval[1] && v.Interval[1] <= 1)) {
				t.Errorf("%s: %s has p = %v, adjusted %v, interval %v", m.Name, v.Name, *v.P, *v.Adjusted, *v.Interval)
			}
			if v.Name != "x1" && v.Raw >= got.Variables[0].Raw {
				t.Errorf("%s: %s comes before x1, on which alone y1 depends", m.Name, v.Name)
			}
		}
		if explains && !(*got.Explained > 0.1 && got.ExplainedInterval[0] < *got.Explained && *got.Explained < got.ExplainedInterval[1] && *got.ExplainedP < 0.001 && *got.Total > 0) {
			t.Errorf("%s: share %v, %v, p = %v", m.Name, *got.Explained, *got.ExplainedInterval, *got.ExplainedP)
		}
		if m.Name == "retrain" && (got.Bias == nil || got.Denominator <= 0) || m.Name != "retrain" && got.Bias != nil {
			t.Errorf("%s: bias %v and denominator %v", m.Name, got.Bias, got.Denominator)
		}
	}
}

// TestSelectionJSON checks the form of selections that other programs rely on.
func TestSelectionJSON(t *testing.T) {
	table := simulated(t)
	args := []string{"rfe", table, "--targets", "y1,y2", "--trees", "30", "--repeats", "3", "--seed", "9", "--format", "json"}
	code, stdout, stderr := call(context.Background(), args...)
	if code != codeDone {
		t.Fatalf("exit code %d, %s", code, stderr)
	}
	var order []string
	for _, match := range keys.FindAllStringSubmatch(stdout, -1) {
		order = append(order, match[1])
	}
	const want = "version file targets missing rows_read rows_used rows_dropped versions method kernel preset forest n p d trees seed scale aggregation loss_gamma rows repeats best keep kept variables path forests elapsed_seconds warnings"
	if got := strings.Join(order, " "); got != want {
		t.Errorf("keys %s, expected %s", got, want)
	}
	var got selectionJSON
	decoder := json.NewDecoder(strings.NewReader(stdout))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.Method != "coupled" || got.N != 120 || got.Rows != 120 || got.P != 4 || got.D != 2 || got.Repeats != 3 || got.Trees != 30 || got.Seed != 9 || got.Aggregation != "exact" {
		t.Errorf("%+v", got)
	}
	if got.Keep < 1 || got.Keep > got.Best || len(got.Kept) != got.Keep || len(got.Variables) != 4 || len(got.Path) != 5 {
		t.Fatalf("keep %d of the best %d: %q; %d variables, %d steps", got.Keep, got.Best, got.Kept, len(got.Variables), len(got.Path))
	}
	best := got.Path[got.Best]
	for k, v := range got.Variables {
		step := got.Path[k+1]
		if v.Rank != k+1 || step.Variables != k+1 || v.Kept != (k < got.Keep) || v.Kept && v.Name != got.Kept[k] || v.KeptInHalves < 0 || v.KeptInHalves > 3 {
			t.Errorf("row %d: %+v, %+v", k+1, v, step)
		}
		if step.Loss < best.Loss || k+1 < got.Keep && step.Above <= step.AboveSE || k+1 == got.Keep && step.Above > step.AboveSE {
			t.Errorf("%d inputs have loss %v, the best %v, above it %v ± %v", k+1, step.Loss, best.Loss, step.Above, step.AboveSE)
		}
	}
}

// TestMeanings checks that every method says what its numbers mean, and that
// drfvi list and docs/reference.md explain it in the words of its row.
func TestMeanings(t *testing.T) {
	_, text, _ := call(t.Context(), "list", "methods")
	help := strings.Join(strings.Fields(text+" end"), " ")
	table := "| method | an importance is | responses |\n|---|---|---|\n"
	for _, f := range method.DefaultFirst() {
		e := &analysis{Method: methods.Method{Facts: f}, Responses: []string{"the target"}, Variables: []string{"x1", "x2"}}
		e.Result.Raw, e.Result.Clamped = []float64{-0.1, 0.3}, []float64{0, 0.3}
		e.decide()
		_, got, _ := strings.Cut(strings.Join(strings.Fields(e.report().Text(report.View{Screen: terminal.Plain()})), " "), " x1 0.000 ")
		if !strings.HasPrefix(got, "An importance ") && (!strings.HasPrefix(got, "0.300 for x2 means: ") || !strings.Contains(got, " 30 % is lost ")) || !strings.Contains(got, "the target") {
			t.Errorf("%s: %q", f.Name, got)
		}
		if !strings.Contains(help, " "+f.Name+" "+explainedMethod(f)+" ") {
			t.Errorf("%s is not explained by drfvi list methods", f.Name)
		}
		meaning, responses := f.Meaning, "any number"
		if f.Name == method.Default {
			meaning += " (the default)"
		}
		if f.Univariate {
			responses = "one"
		}
		table += "| `" + f.Name + "` | " + meaning + " | " + responses + " |\n"
	}
	if !strings.Contains(readText(t, "docs/reference.md"), "\n"+table+"\n") {
		t.Errorf("docs/reference.md lacks the table of methods as package method has it:\n%s", table)
	}
}
