package reports

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/results"
)

// boardSource holds a leaderboard made by a revision, with a time and a checksum.
func boardSource(name, revision, finished string) *fixture.Memory {
	e, records := fixture.Board()
	e.Name, e.Source = name, "own"
	m := &fixture.Memory{
		List: []results.Experiment{e}, ByName: map[string][]results.Record{name: records},
		Times: map[string][]results.Timing{}, Digests: map[string]string{name: "sum-of-" + name},
	}
	for i := range records {
		records[i].Environment = results.Environment{Drfvi: "1.0", Revision: revision, Go: "go1.26", Machine: results.Machine{OS: "linux", Arch: "amd64"}}
		m.Times[name] = append(m.Times[name], results.Timing{ID: records[i].ID, Finished: finished, Seconds: 1, Workers: 1, Host: "host-of-" + name})
	}
	return m
}

// A report has words about error bars where it draws any.
func TestWordsOfLeaderboards(t *testing.T) {
	m := boardSource("board", "aaaa", "2026-05-01T10:00:00Z")
	for _, c := range []struct {
		source string
		figure results.FigureKind
		bars   bool
	}{
		{"", results.FigureLeaderboard, false},
		{"", results.FigureBars, true},
		{"own", results.FigureLeaderboard, false},
		{"own", results.FigureBars, true},
	} {
		m.List[0].Source, m.List[0].Figure = c.source, c.figure
		text := words(written(t, m)["report.html"])
		if strings.Contains(text, "Error bars are") != c.bars {
			t.Errorf("source %q, figure %s: error bars are explained: %v, expected %v", c.source, c.figure, !c.bars, c.bars)
		}
	}
}

// Comparisons of tests on the same tables are a chapter of the report, with their figure.
func TestTestsBeside(t *testing.T) {
	tests := boardSource("tests", "bbbb", "2026-05-02T11:00:00Z")
	tests.List[0].Figure = results.FigureTests
	dir := t.TempDir()
	for _, tested := range []bool{false, true} {
		for _, r := range tests.ByName["tests"] {
			if tested {
				r.Values[results.ValueP] = make([]float64, len(r.Variables))
			} else {
				delete(r.Values, results.ValueP)
			}
		}
		if _, err := Write(context.Background(), dir, boardSource("board", "aaaa", "2026-05-01T10:00:00Z"), Beside{"folder", tests}); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "report.html"))
		if err != nil {
			t.Fatal(err)
		}
		_, err = os.Stat(filepath.Join(dir, "tests.png"))
		if drawn := err == nil; drawn != tested || strings.Contains(words(data), "null inputs found") != tested {
			t.Errorf("p-values %v: the figure is there %v, the report\n%s", tested, drawn, data)
		}
	}
}

// What is set beside a leaderboard is part of where the report comes from.
func TestProvenanceBeside(t *testing.T) {
	ours, mine := boardSource("board", "aaaa", "2026-05-01T10:00:00Z"), boardSource("mine", "bbbb", "2026-05-02T11:00:00Z")
	for i := range mine.List[0].Cells { // records share the maps of their cells
		if cell := mine.List[0].Cells[i].Cell; cell[results.KeyMethod] == "loco" {
			cell[results.KeyMethod] = "outsider"
		}
	}
	for i, r := range mine.ByName["mine"] {
		if r.Cell[results.KeyMethod] == "outsider" {
			mine.ByName["mine"][i].Notes = map[string]string{"software": `{"pack":"0.14","R":"4.2"}`}
		}
	}
	report := func(beside ...Beside) string {
		t.Helper()
		dir := t.TempDir()
		if _, err := Write(context.Background(), dir, ours, beside...); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, "report.html"))
		if err != nil {
			t.Fatal(err)
		}
		return words(data)
	}
	alone, both := report(), report(Beside{"folder", mine})
	for _, want := range []string{
		"Experiments board, mine (set beside board)",
		"Repetitions run 88 of 88",
		"Finished 1 May 2026, 10:00 UTC to 2 May 2026, 11:00 UTC",
		"Program drfvi 1.0 (revision aaaa), go1.26; drfvi 1.0 (revision bbbb), go1.26",
		"Machine linux/amd64; host-of-board; host-of-mine",
		"outsider an external program, whose values are on a scale of their own; run with R 4.2, pack 0.14",
	} {
		if !strings.Contains(both, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if strings.Contains(alone, "mine") {
		t.Error("the report of one folder names the other")
	}
	// Of which all is known already, nothing is shown.
	if same := report(Beside{"folder", boardSource("mine", "bbbb", "2026-05-02T11:00:00Z")}); same != alone {
		t.Error("a leaderboard that adds nothing changes the report")
	}
}
