package reports

import (
	"regexp"
	"strings"
	"testing"

	"drfvi/importance/inference"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// Reports on evidence say which versions of the inference made the records, and which the program has.
func TestInferenceVersion(t *testing.T) {
	if inferenceVersion != inference.Version {
		t.Errorf("reports say that the program has version %s of the inference, which is %s; set inferenceVersion in reports/front.go", inferenceVersion, inference.Version)
	}
	for want, versions := range map[string][]string{
		"All records that the inference made are of version " + inferenceVersion + ", which this program has.":                                                                                                     {inferenceVersion},
		"The records are of version 10 and 11 of the inference (“This run” has those of each experiment). This program has version " + inferenceVersion + ", of which evidence on fresh seeds is still to be run.": {"10", "11"},
		"No record is of drfvi's own inference.": nil,
	} {
		if text := ofVersion([]summary.Summary{{Inferences: versions}}); text != want {
			t.Errorf("%v: %q", versions, text)
		}
	}
}

// Notes stand with their experiment, those of several with the first; those on the paper have a part of their
// own. Experiments without records have none.
func TestPlacesOfNotes(t *testing.T) {
	of := func(name string, notes ...string) summary.Summary {
		return summary.Summary{Experiment: results.Experiment{Name: name, Source: summary.Beyond, Notes: notes}}
	}
	summaries := []summary.Summary{of("a", "remark 0", "remark 1"), of("b", "remark 0", "remark 2"), of("c", "remark 3")}
	chapters := []chapter{{title: "first"}, {title: "second"}, {name: "c", idle: true}}
	places := regexp.MustCompile("\\b(first|second|remark [0-3]|Where text, code and numbers disagree)\\b")
	said := func() string {
		_, text, _ := strings.Cut(string(newDocument(summaries, verdict.Overview{}, chapters).HTML()), "</nav>")
		text, _, _ = strings.Cut(text, "This run")
		return strings.Join(places.FindAllString(text, -1), ", ")
	}
	if got, want := said(), "first, remark 0, remark 1, second, remark 2"; got != want {
		t.Errorf("beyond the paper: %s, want %s", got, want)
	}
	summaries[0].Cells = []summary.Cell{{CellInfo: results.CellInfo{Cell: map[string]string{results.KeyVariant: results.VariantPublished}}}}
	if got, want := said(), "first, second, Where text, code and numbers disagree, remark 0, remark 1, remark 2"; got != want {
		t.Errorf("of the paper: %s, want %s", got, want)
	}
}
