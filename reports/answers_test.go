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
		"paper":    {"What agrees", "Figure 1.", "What survives", "fails under paper", "Figure 2.", "What to use", "coupled forests", "Figure 3."},
		"evidence": {"What agrees", "What to use", "stacked, auto", "Figure 1.", "Figure 2."},
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
		cells, claims := o.Count(verdict.Agrees)
		if len(o.Cells) > 0 {
			wants = append(wants, fmt.Sprintf("%d agree", cells))
		}
		wants = append(wants, fmt.Sprintf("%d agree", claims))
		front := strings.Join(strings.Fields(pages[0]+pages[1]), " ")
		for _, want := range wants {
			if !strings.Contains(front, want) {
				t.Errorf("%s: the first two pages lack %q", run, want)
			}
		}
		if !strings.Contains(pages[2], "Contents") || strings.Contains(pages[2], "Figure 3.") {
			t.Errorf("%s: the third page is not that of contents: %q", run, pages[2])
		}
	}
}
