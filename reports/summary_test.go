package reports

import (
	"slices"
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
	if newChapter(a, verdict.Overview{}).CSV != newChapter(b, verdict.Overview{}).CSV {
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
	if !slices.Contains(newChapter(s, verdict.Overview{}).text, document.Block(document.Paragraph("6 records of cells that the experiment no longer has; left out."))) {
		t.Error("strays are not told")
	}
}
