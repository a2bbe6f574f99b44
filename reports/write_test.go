package reports

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"drfvi/internal/chart"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

var timeZero time.Time

// written returns the files Write makes, by name.
func written(t *testing.T, source summary.Source) map[string][]byte {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "made", "here")
	if _, err := Write(context.Background(), dir, source); err != nil {
		t.Fatal(err)
	}
	files := make(map[string][]byte)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// words are the words of an HTML file.
func words(page []byte) string {
	text := regexp.MustCompile(`(?s)<(style|script|svg).*?</(style|script|svg)>|<[^>]*>`).ReplaceAllString(string(page), " ")
	return strings.Join(strings.Fields(strings.ReplaceAll(html.UnescapeString(text), "\u00a0", " ")), " ")
}

func TestWriteGivesEqualBytes(t *testing.T) {
	m, loss := fixture.PaperLike(), fixture.Eliminations("enb", "jura")
	m.List = []results.Experiment{*m.Experiment("bivariate"), *m.Experiment("bivariate-scaling"), loss.List[0]}
	m.ByName["rfe"], m.Times["rfe"] = loss.ByName["rfe"], loss.Times["rfe"]
	first, again := written(t, m), written(t, m)
	if len(again) != len(first) {
		t.Errorf("%d files, before %d", len(again), len(first))
	}
	for name := range first {
		if !bytes.Equal(first[name], again[name]) {
			t.Errorf("%s differs from one time to the next", name)
		}
	}
}

func TestWriteWritesAll(t *testing.T) {
	files := written(t, fixture.TinySource())
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	want := "claims.csv overview.csv overview.txt provenance.json report.html report.pdf reproduction.pdf reproduction.png tiny.csv tiny.pdf tiny.png warnings.csv work.csv"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("files %s, want %s", got, want)
	}
	for _, name := range names {
		if len(files[name]) == 0 {
			t.Errorf("%s is empty", name)
		}
	}
}

// Of an experiment with nothing to compare with, nothing is written that would be empty.
func TestWriteWithoutComparisons(t *testing.T) {
	m := fixture.TinySource()
	m.List[0].Expected, m.List[0].Claims, m.List[0].Statements, m.List[0].Relevant = nil, nil, nil, nil
	files := written(t, m)
	if files["overview.txt"] != nil || files["overview.csv"] != nil {
		t.Error("an overview of nothing was written")
	}
	header, _, _ := strings.Cut(string(files["tiny.csv"]), "\n")
	if !strings.HasSuffix(header, ",variable,repetitions,mean,sd,se,raw_mean,raw_sd,raw_se") {
		t.Errorf("columns %s", header)
	}
}

// The report's text must be searchable, mathematics included.
func TestReportPDFIsSearchable(t *testing.T) {
	tool, err := exec.LookPath("pdftotext")
	if err != nil {
		t.Skip("no pdftotext to read PDF files with")
	}
	files := written(t, fixture.TinySource())
	for name, wants := range map[string][]string{
		"report.pdf":       {"Y ~ N(A, B²), γ = 1.", "exp(−γ‖y − y'‖²)", "1 May 2026", "Table 9. Tiny example", "mean of noise", "√R"},
		"tiny.pdf":         {"Tiny example (Table 9)", "vimp-drf", "importance", "±2 standard errors", "printed"},
		"reproduction.pdf": {"Every printed number", "Table 9, vimp-drf: 1", "explained variance, vimp-drf: 1"},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, files[name], 0o666); err != nil {
			t.Fatal(err)
		}
		text, err := exec.Command(tool, "-layout", path, "-").Output()
		if err != nil {
			t.Fatal(err)
		}
		if pages := strings.Count(string(text), "\f"); pages > 1 {
			wants = append(wants, fmt.Sprintf("Page %d of %d", pages, pages))
		}
		for _, want := range wants {
			if !strings.Contains(string(text), want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
	}
}

func TestWritePartialRun(t *testing.T) {
	m := fixture.TinySource()
	m.ByName["tiny"] = m.ByName["tiny"][:4]
	report := words(written(t, m)["report.html"])
	for _, want := range []string{"Partly run: 4 of 12 repetitions.", "missing: 1 of 3 repetitions"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report of a partial run lacks %q", want)
		}
	}
	m.ByName["tiny"] = nil
	files := written(t, m)
	if !strings.Contains(words(files["report.html"]), "There are no records of tiny. Printed numbers and claims") {
		t.Error("the report of no run does not say so")
	}
	if _, ok := files["tiny.png"]; ok {
		t.Error("a figure of nothing was made")
	}
}

func TestWriteErrors(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	interrupted, cancel := context.WithCancel(context.Background())
	cancel()
	stopped := filepath.Join(dir, "stopped")
	if _, err := Write(interrupted, stopped, fixture.TinySource()); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if found, _ := os.ReadDir(stopped); len(found) > 0 {
		t.Errorf("interrupted at the beginning, wrote %v", found)
	}
	// What a killed report left half-written goes with the next.
	killed := t.TempDir()
	half, hours := filepath.Join(killed, ".report.pdf0123456789012345678"), time.Now().Add(-3*time.Hour)
	if err := errors.Join(os.WriteFile(half, []byte("half"), 0o666), os.Chtimes(half, hours, hours)); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(context.Background(), killed, fixture.TinySource()); err != nil {
		t.Fatal(err)
	}
	if found, _ := filepath.Glob(filepath.Join(killed, ".*")); len(found) > 0 {
		t.Errorf("left %v", found)
	}
	_, err := Write(context.Background(), filepath.Join(file, "below"), fixture.TinySource())
	if err == nil || !strings.HasPrefix(err.Error(), "the folder for the report cannot be made: ") {
		t.Errorf("error %v", err)
	}
	taken := filepath.Join(dir, "taken")
	if err := os.MkdirAll(filepath.Join(taken, "tiny.csv", "x"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err = Write(context.Background(), taken, fixture.TinySource()); err == nil || !strings.HasPrefix(err.Error(), "cannot write "+filepath.Join(taken, "tiny.csv")+": ") {
		t.Errorf("error %v", err)
	}
	entries, _ := os.ReadDir(taken)
	if len(entries) != 1 {
		t.Errorf("%d files left behind", len(entries)-1)
	}
	for part := range 2 {
		if _, err = Write(context.Background(), dir, failing{fixture.TinySource(), part}); !errors.Is(err, errFailing) {
			t.Errorf("part %d: error %v", part, err)
		}
	}
}

var errFailing = errors.New("unreadable")

// failing is a source of which a part cannot be read.
type failing struct {
	*fixture.Memory
	part int
}

func (f failing) Experiments() ([]results.Experiment, error) {
	if f.part == 0 {
		return nil, errFailing
	}
	return f.Memory.Experiments()
}

func (f failing) Read(name string) (results.Contents, error) {
	if f.part == 1 {
		return results.Contents{}, errFailing
	}
	return f.Memory.Read(name)
}

var _ summary.Source = (*results.Store)(nil)

// Every letter of the report must be one the fonts have.
func TestLettersAreDrawable(t *testing.T) {
	summaries, err := summary.Load(fixture.PaperLike())
	if err != nil {
		t.Fatal(err)
	}
	o := verdict.Verify(summaries)
	text := string(newDocument(summaries, o, chapters(summaries, o)).HTML())
	if drawn := chart.Drawable(text); strings.Count(drawn, "?") != strings.Count(text, "?") {
		t.Error("the report has letters that the fonts lack")
	}
	for _, c := range []struct{ text, want string }{
		{"I⁽ʲ⁾ ∈ ℝ", "I^(ʲ) in R"},
		{"[0, 1]¹⁰, 10⁻⁸, x²", "[0, 1]^10, 10^−8, x²"},
		{"x-1 is -1", "x-1 is −1"},
		{"漢", "?"},
		{"Näf, Łódź", "Näf, Łódź"},
	} {
		if got := chart.Drawable(c.text); got != c.want {
			t.Errorf("drawable(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}
