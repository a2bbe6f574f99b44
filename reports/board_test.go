package reports

import (
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

// What made records, and when, and what an external program told of itself is part of where the report comes from.
func TestProvenance(t *testing.T) {
	mine := boardSource("mine", "bbbb", "2026-05-02T11:00:00Z")
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
	text := words(written(t, mine)["report.html"])
	for _, want := range []string{
		"Experiments mine",
		"Repetitions run 66 of 66",
		"Finished from 2 May 2026, 11:00 UTC to 2 May 2026, 11:00 UTC",
		"Program drfvi 1.0 (revision bbbb), go1.26",
		"Machine linux/amd64; host-of-mine",
		"outsider an external program, whose values are on a scale of their own; run with R 4.2, pack 0.14",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
}
