package summary

import (
	"bytes"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/results"
)

func boardOf(t *testing.T, change func(*results.Experiment, []results.Record)) []Summary {
	t.Helper()
	e, records := fixture.Board()
	if change != nil {
		change(&e, records)
	}
	s := Summarise(e, records, nil)
	return []Summary{s}
}

// renamed makes the cells of loco those of an outsider.
func renamed(e *results.Experiment, records []results.Record) {
	e.Name = "mine"
	for i := range e.Cells { // records share the maps of their cells
		if e.Cells[i].Cell[results.KeyMethod] == "loco" {
			e.Cells[i].Cell[results.KeyMethod], e.Cells[i].Cell[results.KeyVariant] = "mine", "own"
		}
	}
}

func TestBeside(t *testing.T) {
	ours := boardOf(t, nil)
	ours, err := Beside(ours, boardOf(t, renamed))
	if err != nil {
		t.Fatal(err)
	}
	if got := len(ours[0].Cells); got != 44 {
		t.Errorf("%d cells, expected 33 and 11 of another's method", got)
	}
	if methods := strings.Join(Distinct(ours[0].Cells, results.KeyMethod), " "); methods != "loco stacked vimp-drf mine" {
		t.Errorf("methods %s", methods)
	}
}

// Comparisons of tests on the same tables come behind the leaderboard, cells and all.
func TestTestsBeside(t *testing.T) {
	tests := boardOf(t, func(e *results.Experiment, _ []results.Record) { e.Name, e.Figure = "tests", results.FigureTests })
	all, err := Beside(boardOf(t, nil), tests)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != 2 || all[1].Experiment.Name != "tests" || len(all[0].Cells) != 33 || len(all[1].Cells) != 33 || all[0].Beside != nil {
		t.Errorf("%d experiments, the first of %d cells, with %d beside it", len(all), len(all[0].Cells), len(all[0].Beside))
	}
}

func TestBesideRefuses(t *testing.T) {
	none := func(e *results.Experiment, _ []results.Record) { e.Figure = results.FigureBars }
	for _, c := range []struct {
		ours, others []Summary
		want         string
	}{
		{boardOf(t, none), boardOf(t, renamed), "the results have no leaderboard to set others beside, expected those of an experiment with figure: leaderboard"},
		{boardOf(t, nil), boardOf(t, none), "there is no experiment with figure: leaderboard, expected one to set beside board"},
		{boardOf(t, nil), boardOf(t, func(e *results.Experiment, records []results.Record) {
			e.Name, e.Figure = "tests", results.FigureTests
			for i := range records {
				records[i].Config = bytes.Replace(records[i].Config, []byte("100"), []byte("7"), 1)
			}
		}), `tests: repetition 0 of design-1, ` + boardOf(t, nil)[0].Cells[0].Cell[results.KeyVariant] + `, n = 50, p = 3, loco, preset paper is of the table {"seed":7}, expected that of board, {"seed":100}: a specification with the same seed draws it`},
		{boardOf(t, nil), boardOf(t, func(e *results.Experiment, records []results.Record) {
			renamed(e, records)
			for i := range records {
				records[i].Config = bytes.Replace(records[i].Config, []byte("100"), []byte("7"), 1)
			}
		}), `mine: repetition 0 of design-1, own, n = 50, p = 3, mine, preset paper is of the table {"seed":7}, expected that of board, {"seed":100}: a specification with the same seed draws it`},
	} {
		if _, err := Beside(c.ours, c.others); err == nil || err.Error() != c.want {
			t.Errorf("error %v, expected %s", err, c.want)
		}
	}
}

// Of other scales errors are after the best factor; without any correlation that is 0.
func TestScale(t *testing.T) {
	if got := bestScale([][]float64{{1, 2}, {3, 0}}, [][]float64{{2, 4}, {6, 0}}); got != 2 {
		t.Errorf("factor %v", got)
	}
	if bestScale([][]float64{{1, -1}}, [][]float64{{0, 1}}) != 0 || bestScale([][]float64{{0, 0}}, [][]float64{{1, 1}}) != 0 {
		t.Error("a negative factor, or one of nothing")
	}
}

// Repetitions that no cell has population values of are scored against the mean.
func TestPopulationForOthers(t *testing.T) {
	truth := Cell{repetitions: []int{0, 2}, Recorded: map[results.ValueName][][]float64{results.ValuePopulation: {{0.2}, {0.4}}}}
	rows := truth.populationFor(Cell{Repetitions: 3, repetitions: []int{0, 1, 2}})
	for i, want := range []float64{0.2, 0.3, 0.4} {
		fixture.Near(t, "population", rows[i][0], want, 1e-15)
	}
}
