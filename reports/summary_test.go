package reports

import (
	"slices"
	"strings"
	"testing"

	"drfvi/internal/document"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
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
	if experiment(a, verdict.Overview{}).csv != experiment(b, verdict.Overview{}).csv {
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
	if end := experiment(s, verdict.Overview{}).end; len(end) != 2 || !strings.Contains(end[1].(document.Bullets)[len(end[1].(document.Bullets))-1], "6 records of cells that the experiment no longer has") {
		t.Errorf("warnings %q", end)
	}
}
