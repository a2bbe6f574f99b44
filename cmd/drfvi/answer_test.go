package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drfvi/datasets"
	"drfvi/importance/answer"
	"drfvi/importance/inference"
	"drfvi/mmd"
)

// TestLibraryAnswers: the library's answers are those that the command prints.
func TestLibraryAnswers(t *testing.T) {
	all, err := os.ReadFile("tables/wages.csv")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "wages.csv")
	rows := strings.SplitAfter(string(all), "\n")[:81]
	if err := os.WriteFile(path, []byte(strings.Join(rows, "")), 0o666); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := call(context.Background(), "importance", path, "--targets", "wage", "--aspects", "--trees", "30", "--format", "json")
	if code != codeDone {
		t.Fatal(stderr)
	}
	var printed importanceJSON
	if err := json.Unmarshal([]byte(stdout), &printed); err != nil {
		t.Fatal(err)
	}
	table, err := datasets.Parse(strings.NewReader(strings.Join(rows, "")), "wages.csv", datasets.Options{Missing: datasets.MissingRefuse})
	if err != nil {
		t.Fatal(err)
	}
	problem, err := table.SplitLevels([]string{"wage"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	task := problem.Task()
	task.Kernel, task.Seed, task.Workers = mmd.Median, 1, 2
	answers, err := answer.Ask(context.Background(), inference.Standard(30), task, answer.Questions{Alone: true, Aspects: targetResponses(problem)})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("explained p: command %v, library %v", *printed.ExplainedP, answers.Overall.P)
	if *printed.ExplainedP != answers.Overall.P {
		t.Errorf("explained p: command %v, library %v", *printed.ExplainedP, answers.Overall.P)
	}
	for j, v := range printed.Variables {
		input := answers.Inputs[j]
		if *v.Adjusted != input.Adjusted || *v.Established != input.Significant || *v.AloneAdjusted != input.Alone.Adjusted {
			t.Errorf("%s: command %v, %v, library %v, %v", v.Name, *v.Adjusted, *v.Established, input.Adjusted, input.Significant)
		}
	}
	for k, a := range printed.Aspects {
		for j, v := range a.Variables {
			if effect := answers.Aspects[k].Inputs[j]; *v.Adjusted != effect.Adjusted || v.Found != effect.Significant {
				t.Errorf("%s, %s: command %v, library %v", a.Aspect, v.Name, *v.Adjusted, effect.Adjusted)
			}
		}
	}
}
