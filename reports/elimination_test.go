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

// loadOne summarises the only experiment of a source.
func loadOne(t *testing.T, source summary.Source) (summary.Summary, verdict.Overview) {
	t.Helper()
	summaries, err := summary.Load(source)
	if err != nil {
		t.Fatal(err)
	}
	return summaries[0], verdict.Verify(summaries)
}

func TestAbsentDataAreMarked(t *testing.T) {
	m := fixture.WithAbsent()
	s, o := loadOne(t, m)
	table := newChapter(s, o).Tables[0]
	last := table.Rows[len(table.Rows)-1]
	if last.Mark != document.Alarm || last.Cells[0] != "scm20d" || last.Cells[last.Marked] != "not run" {
		t.Errorf("row %+v", last)
	}
	if !slices.Contains(last.Cells, "0.289 (0.001)") {
		t.Errorf("the row of missing data lacks the printed number: %v", last.Cells)
	}
	files := written(t, m)
	for name, want := range map[string]string{
		"report.html":  "Not run: scm20d (data missing).",
		"overview.txt": "not run: data missing",
		"overview.csv": "not run: data missing",
	} {
		if !strings.Contains(string(files[name]), want) {
			t.Errorf("%s lacks %q", name, want)
		}
	}
}
