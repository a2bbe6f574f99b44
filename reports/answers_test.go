package reports

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// The first two pages of the committed reports' PDF files stand alone.
func TestFrontOfCommittedReports(t *testing.T) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("no pdftotext to read PDF files with")
	}
	if testing.Short() {
		t.Skip("sets whole reports")
	}
	for run, wants := range map[string][]string{
		"paper":    {"What holds", "increases slightly", "do not overlap", "Figure 1.", "What changes by convention", "fails under the textbook convention", "What to use", "coupled forests"},
		"evidence": {"What holds", "What to use", "stacked, auto", "0 of"},
	} {
		store, err := results.Open(filepath.Join("..", "results", run))
		if err != nil {
			t.Fatal(err)
		}
		summaries, err := summary.Load(store)
		if err != nil {
			t.Fatal(err)
		}
		o := verdict.Verify(summaries)
		pdf, err := newDocument(summaries, o, chapters(summaries, o)).PDF(timeZero)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "report.pdf")
		if err := os.WriteFile(path, pdf, 0o666); err != nil {
			t.Fatal(err)
		}
		text, err := exec.Command(tool, path, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		pages := strings.Split(string(text), "\f")
		if len(o.Cells) > 0 {
			wants = append(wants, fmt.Sprintf("%d are compatible", o.Count(verdict.Compatible)))
		}
		front := strings.Join(strings.Fields(pages[0]+pages[1]+pages[2]), " ")
		for _, want := range wants {
			if !strings.Contains(front, want) {
				t.Errorf("%s: the first pages lack %q", run, want)
			}
		}
	}
}
