package spec

import (
	_ "embed"
	"strings"
	"testing"

	"drfvi/methods/method"
)

// Specifications that tests begin from.
var (
	// minimal has everything that is required and nothing else.
	//
	//go:embed testdata/tiny.yaml
	minimal string
	// eliminating is of a simulated set and one from a file that need not be there.
	//
	//go:embed testdata/elimination.yaml
	eliminating string
	// ablating is of simulated sets, one of unknown law, and one from a file that
	// need not be there.
	//
	//go:embed testdata/ablation.yaml
	ablating string
	// parted has data in parts.
	//
	//go:embed testdata/parts.yaml
	parted string
)

// read parses a specification after replacements of old by new.
func read(t *testing.T, text string, oldnew ...string) (Experiment, error) {
	t.Helper()
	return Parse("tiny.yaml", []byte(replaced(t, text, oldnew...)), testMethods())
}

// parsed is read for a specification that is in order.
func parsed(t *testing.T, text string, oldnew ...string) Experiment {
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

// testMethods are those of drfvi and some for tests only.
func testMethods() []method.Facts {
	return append(method.All(),
		method.Facts{Name: "fake", UsesPreset: true, UsesKernel: true},
		method.Facts{Name: "fake-preset", UsesPreset: true},
		method.Facts{Name: "fake-plain", Univariate: true},
	)
}
