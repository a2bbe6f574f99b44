package reports

import (
	"slices"
	"strings"
	"testing"

	"drfvi/reports/internal/fixture"
	"drfvi/reports/internal/summary"
)

func TestSummariseOrderDoesNotMatter(t *testing.T) {
	e, records := fixture.Tiny()
	a, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(records)
	b, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	if (experiment{Summary: a}).chapter().csv != (experiment{Summary: b}).chapter().csv {
		t.Error("summaries depend on the order of the records")
	}
}

func TestSummariseCountsStrays(t *testing.T) {
	e, records := fixture.Tiny()
	e.Cells = e.Cells[:1]
	s, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Strays != 6 || s.Records != 3 {
		t.Errorf("%d strays, %d records, want 6 and 3", s.Strays, s.Records)
	}
	if w := (experiment{Summary: s}).warnings(); len(w) != 1 || !strings.Contains(w[0], "6 records of cells that the experiment no longer has") {
		t.Errorf("warnings %q", w)
	}
}
