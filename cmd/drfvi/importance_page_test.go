package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"drfvi/importance"
)

// A page says what the text says, without the time that it took.
func TestEstimatePage(t *testing.T) {
	e := estimated(t, 45)
	e.Warnings = []string{"column w is constant"}
	slow := *e
	slow.Elapsed = time.Hour
	text := string(e.report().Page().HTML())
	if text != string(slow.report().Page().HTML()) {
		t.Error("the page depends on the time that the estimation took")
	}
	for _, want := range []string{
		"<h1>Importance of 45 inputs for y1, y2</h1>", "made-up.csv, 500 rows", "The inputs explain 29\u00a0% of the variation of the joint distribution (95\u00a0%: 26 to 33\u00a0%",
		`<tr class="found"><th scope="row">x1</th><td class="plot"><svg`, "</svg></td><td>0.750</td><td>0.690 to 0.810</td><td>&lt;\u00a00.0001</td>", `<th scope="row">x45</th>`,
		"<li>column w is constant</li>", "<li>seed 1</li>", `"explained_share":0.29`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	e.Result.Inference.Explained = importance.Share{Value: -0.01, Interval: importance.Interval{Low: -0.03, High: 0.01}, P: 0.7, Total: 0.4}
	for j := range e.Result.Inference.P {
		e.Result.Inference.P[j] = 0.9
	}
	e.decide()
	if text = string(e.report().Page().HTML()); !strings.Contains(text, "<p class=\"lead\">No significant effect (p\u00a0=\u00a01): forests predict the joint distribution no better with the inputs than without ") || strings.Contains(text, "<figure") || strings.Contains(text, `class="found"`) {
		t.Errorf("where nothing is significant the page shows findings: %s", text)
	}
}

func TestHTMLFile(t *testing.T) {
	dir, table := t.TempDir(), simulated(t)
	path := filepath.Join(dir, "page.html")
	var before []byte
	for _, workers := range []string{"1", "2"} {
		code, stdout, stderr := call(context.Background(), "importance", table, "--targets", "y1", "--trees", "30", "--workers", workers, "--html", path)
		if code != codeDone || !strings.Contains(stdout, "input  importance") {
			t.Fatalf("exit code %d, %s", code, stderr)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && string(data) != string(before) {
			t.Error("the same command wrote another page")
		}
		before = data
	}
	code, _, stderr := call(context.Background(), "importance", table, "--targets", "y1", "--html", dir)
	if code == codeDone || !strings.Contains(stderr, "cannot write "+dir+": it is a folder") {
		t.Errorf("exit code %d, %s", code, stderr)
	}
}

// In words a category is one response, not its levels.
func TestCategoryInWords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "kinds.csv")
	table := "x,w,kind\n"
	for i := range 60 {
		table += fmt.Sprintf("%d,%d,%s\n", i, i*i%17, []string{"one", "two", "three"}[i/20])
	}
	if err := os.WriteFile(path, []byte(table), 0o666); err != nil {
		t.Fatal(err)
	}
	code, text, stderr := call(context.Background(), "importance", path, "--targets", "kind", "--trees", "30")
	if code != codeDone || !strings.HasPrefix(text, "Importance of 2 inputs for kind (60 rows)\n") || !strings.Contains(text, "the distribution of kind") || strings.Contains(text, "kind=") || strings.Contains(text, "joint") {
		t.Errorf("exit code %d, %s%s", code, text, stderr)
	}
	code, text, stderr = call(context.Background(), "importance", path, "--targets", "kind", "--trees", "30", "--format", "json")
	if code != codeDone || !strings.Contains(text, `"kind=two"`) {
		t.Errorf("exit code %d, %s%s", code, text, stderr)
	}
}
