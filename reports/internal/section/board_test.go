package section

import (
	"math"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/chart"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

func fixed(t *testing.T, change func(*results.Record)) Board {
	t.Helper()
	e, records := fixture.Board()
	for i := range records {
		if change != nil {
			change(&records[i])
		}
	}
	s, err := summary.Summarise(e, records, []results.Timing{
		{ID: "board/stacked-0/r000", Seconds: 2, Workers: 1}, {ID: "board/stacked-1/r000", Seconds: 8, Workers: 1, PeakBytes: 3e6},
	})
	if err != nil {
		t.Fatal(err)
	}
	return newBoard(s.Cells)
}

func TestStandings(t *testing.T) {
	b := fixed(t, nil)
	if len(b.Measures) != 3 || len(b.Designs) != 11 {
		t.Fatalf("%d measures on %d designs", len(b.Measures), len(b.Designs))
	}
	// By error vimp-drf is exact after scaling, stacked off a little, loco wrong: on all
	// ten designs, p = 2/2¹⁰ = 0.002, three times that by Holm.
	st := b.Standings[0]
	var names []string
	for _, r := range st.Ranked {
		names = append(names, r.Name)
	}
	if st.Designs != 10 || !slices.Equal(names, []string{"vimp-drf", "stacked", "loco"}) || len(st.Cliques) != 0 || len(st.Missing) != 0 {
		t.Fatalf("standing %+v", st)
	}
	for i, r := range st.Ranked {
		if r.Rank.Mean != float64(i+1) || r.Worse != 2-i || r.Better != i {
			t.Errorf("%s: rank %v, better than %d, worse than %d", r.Name, r.Rank.Mean, r.Worse, r.Better)
		}
	}
	// Of design 0 the first value is off by 0.009 and 0.018, the truth's length √0.4.
	want := (0.009 + 0.018) / 2 / math.Sqrt(0.4)
	if got := b.Designs[0].Mean(Scores[0], st.Ranked[1].Measure); math.Abs(got-want) > 1e-12 {
		t.Errorf("error %v, expected %v", got, want)
	}
	// By ranks the first two are as good, and share ranks 1 and 2.
	st = b.Standings[1]
	if st.Ranked[0].Rank.Mean != 1.5 || st.Ranked[1].Rank.Mean != 1.5 || st.Ranked[2].Name != "loco" || len(st.Cliques) != 1 || st.Cliques[0] != [2]int{0, 1} {
		t.Errorf("standing %+v", st)
	}
	if loco := st.Ranked[2]; math.Abs(loco.Mean-(-0.5)) > 1e-12 || loco.Better != 2 { // ranks 2, 1, 3 beside 3, 2, 1
		t.Errorf("loco has the rank correlation %v", loco.Mean)
	}
	if auc := b.Standings[2].Ranked[2]; math.Abs(auc.Mean) > 1e-12 {
		t.Errorf("loco has the area %v, expected 0", auc.Mean)
	}
}

// A measure that was not run on all designs is not ranked, and stands in the tables.
func TestMissing(t *testing.T) {
	b := fixed(t, func(r *results.Record) {
		if strings.HasPrefix(r.ID, "board/loco-3/") {
			r.Failure, r.Values = "no", nil
		}
	})
	st := b.Standings[0]
	if len(st.Ranked) != 2 || len(st.Missing) != 1 || st.Missing[0].Name != "loco" {
		t.Errorf("standing %+v", st)
	}
	if text := strings.Join(b.Sentences(), "\n"); !strings.Contains(text, "Not run on all designs, and not ranked: loco.") {
		t.Error(text)
	}
	first := b.Tables("Board")[0]
	if last := first.Rows[len(first.Rows)-1]; last.Cells[0] != "loco" || last.Cells[1] != "–" {
		t.Errorf("row %q", last.Cells)
	}
}

func TestTables(t *testing.T) {
	b := fixed(t, nil)
	tables := b.Tables("Board")
	if len(tables) != 2 {
		t.Fatalf("%d tables", len(tables))
	}
	for i, want := range map[int][][]string{
		0: {
			{"vimp-drf", "0.00", "2, 0", "1.00", "1, 0", "1.00", "1, 0", "–", "–"},
			{"stacked", "0.12", "1, 1", "1.00", "1, 0", "1.00", "1, 0", "4.0", "3.0"},
			{"loco", "1.25", "0, 2", "-0.50", "0, 2", "0.00", "0, 2", "–", "–"},
		},
		// 10 designs with one null input, one with three: found is X3 in the
		// first table, and X1 where nothing is. Of intervals those of X1 hold 0.6.
		1: {{"stacked", "50", "26", "50.0 %", "50.0 %", "40", "50.0 %"}},
	} {
		for k, row := range want {
			if !slices.Equal(tables[i].Rows[k].Cells, row) {
				t.Errorf("table %d, row %d: %q, expected %q", i, k, tables[i].Rows[k].Cells, row)
			}
		}
	}
	// On a design, two tables cannot tell stacked from the best, nor loco by its areas.
	cells := b.Designs[0].Sizes[0].row(Scores[0], b.Order)
	if len(cells) != 3 || !cells[0].Expected || cells[0].Share != 1 || !cells[1].Expected || cells[2].Expected || cells[2].Share < 0.99 || cells[2].Text != "1.19" {
		t.Errorf("cells %+v", cells)
	}
	rows := b.Rows()
	if len(rows) != 10*3*3 || rows[0].Quantity != "error" || rows[1].Quantity != "rank_correlation" || rows[2].Quantity != "auc" {
		t.Errorf("%d rows, the first of %s, %s, %s", len(rows), rows[0].Quantity, rows[1].Quantity, rows[2].Quantity)
	}
}

func TestSentences(t *testing.T) {
	text := fixed(t, nil).Sentences()
	want := []string{
		"By error, over 10 designs, the best mean rank is that of vimp-drf (1.0). Surely worse than some other: stacked, loco.",
		"By rank correlation, over 10 designs, the best mean rank is that of stacked (1.5). No measure is surely better than vimp-drf either. Surely worse than some other: loco.",
		"By AUC, over 10 designs, the best mean rank is that of stacked (1.5). No measure is surely better than vimp-drf either. Surely worse than some other: loco.",
		"stacked finds null inputs at 5 % in 50.0 % of the tables.",
	}
	if !slices.Equal(text, want) {
		t.Errorf("sentences\n%s", strings.Join(text, "\n"))
	}
}

// The preset is named only where a method has several.
func TestNames(t *testing.T) {
	e, records := fixture.Board()
	for i := range e.Cells { // records share the maps of their cells
		if c := e.Cells[i].Cell; c[results.KeyMethod] == "loco" {
			c[results.KeyMethod], c[results.KeyPreset] = "stacked", "auto"
		}
	}
	s, err := summary.Summarise(e, records, nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range newBoard(s.Cells).Measures {
		names = append(names, m.Name)
	}
	if !slices.Equal(names, []string{"stacked, auto", "stacked, paper", "vimp-drf"}) {
		t.Errorf("names %q", names)
	}
}

func TestCliques(t *testing.T) {
	apart := make([][]bool, 5)
	for i := range apart {
		apart[i] = make([]bool, 5)
	}
	for _, pair := range [][2]int{{0, 2}, {0, 3}, {0, 4}, {1, 4}} {
		apart[pair[0]][pair[1]], apart[pair[1]][pair[0]] = true, true
	}
	if got := cliques([]int{0, 1, 2, 3, 4}, apart); !slices.Equal(got, [][2]int{{0, 1}, {1, 3}, {2, 4}}) {
		t.Errorf("cliques %v", got)
	}
}

func TestDraw(t *testing.T) {
	f := fixed(t, nil).Draw(chart.Figure{Width: chart.PageWidth})
	if len(f.Plots) != 1 || len(f.Plots[0]) != 3 || f.Height <= 90 || f.Plots[0][0].X.Label.Text != "mean rank over 10 designs" {
		t.Errorf("figure %+v", f)
	}
	if empty := newBoard(nil); len(empty.Sentences()) != 0 || len(empty.Draw(chart.Figure{}).Plots[0]) != 3 {
		t.Error("an empty board says something")
	}
}

// TestTellable compares with the smallest numbers of designs that can tell measures apart.
func TestTellable(t *testing.T) {
	for measures, least := range map[int]int{2: 6, 3: 7, 19: 13} {
		if !tellable(least, measures) || tellable(least-1, measures) {
			t.Errorf("%d measures cannot be told apart by %d designs, or can by %d", measures, least, least-1)
		}
	}
}
