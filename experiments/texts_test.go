package experiments

import (
	_ "embed"
	"strings"
	"testing"

	"drfvi/experiments/spec"
)

// Specifications that tests begin from.
var (
	// minimal has everything that is required and nothing else.
	//
	//go:embed spec/testdata/tiny.yaml
	minimal string
	// eliminating is of a simulated set and one from a file that need not be there.
	//
	//go:embed spec/testdata/elimination.yaml
	eliminating string
	// ablating is of simulated sets, one of unknown law, and one from a file that
	// need not be there.
	//
	//go:embed spec/testdata/ablation.yaml
	ablating string
	// parted has data in parts.
	//
	//go:embed spec/testdata/parts.yaml
	parted string
)

// read parses a specification after replacements of old by new.
func read(t *testing.T, text string, oldnew ...string) (spec.Experiment, error) {
	t.Helper()
	return Parse("tiny.yaml", []byte(replaced(t, text, oldnew...)))
}

// parsed is read for a specification that is in order.
func parsed(t *testing.T, text string, oldnew ...string) spec.Experiment {
	t.Helper()
	s, err := read(t, text, oldnew...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// replaced returns a text after replacements of old by new.
func replaced(t *testing.T, text string, oldnew ...string) string {
	t.Helper()
	for i := 0; i < len(oldnew); i += 2 {
		if !strings.Contains(text, oldnew[i]) {
			t.Fatalf("the specification has no %q to replace", oldnew[i])
		}
		text = strings.Replace(text, oldnew[i], oldnew[i+1], 1)
	}
	return text
}
