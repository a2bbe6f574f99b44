package reports

import (
	"testing"

	"drfvi/importance/inference"
	"drfvi/reports/internal/summary"
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
