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

// sameEstimate is what both reports say of the paper's estimate.
const sameEstimate = "retrain is the paper's estimate, and coupled a cheaper estimate of the same quantity"

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
		"paper": {"What holds", "increases slightly", "do not overlap", "Figure 1.", "What changes by convention", "fails under the textbook convention", "Turned round by the convention (3)", "What to use", "coupled forests", sameEstimate,
			"Not run: rfe on scm20d (data missing; 2 numbers, 1 claim)", "X2 falls by 0.146 (0.020) from n = 500 to 10000", "X8 of univariate, MDA, has large standard errors", "below the published value (data set oes97", "2 of the tests have unadjusted p ≤ 0.05"},
		"evidence": {"What holds", "What to use", "with its defaults", sameEstimate, "0.22 on the 4 of linear and linear-correlated, 0.86 on the other 12", "On the 6 that all were run on",
			"stacked, auto 1 of 144", "which must fail: coupled, paper 86 of 118", "stacked, auto 0 of 15", "doubled (every row occurs twice): 5 of 5", "births 5 of 20", "without an allowance for noise"},
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
			wants = append(wants, fmt.Sprintf("%d are compatible with ours", o.Count(verdict.Compatible)))
		}
		front := strings.Join(strings.Fields(pages[0]+pages[1]+pages[2]), " ")
		for _, want := range wants {
			if !strings.Contains(front, want) {
				t.Errorf("%s: the first pages lack %q", run, want)
			}
		}
	}
}
