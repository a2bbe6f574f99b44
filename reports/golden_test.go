package reports

import (
	"encoding/csv"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"drfvi/internal/document"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
)

var update = flag.Bool("update", false, "write the golden files of testdata anew")

// checkGolden compares text with testdata/name, or writes it there with
// -update. The files were checked by eye when written.
func checkGolden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; got\n%s\nwant\n%s", name, got, want)
	}
}

// checkGoldenCSV compares numbers within 1e-9 of their size, as their last
// bits differ between kinds of machines.
func checkGoldenCSV(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		checkGolden(t, name, got)
		return
	}
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	read := func(text string) [][]string {
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	want, have := read(string(data)), read(got)
	if len(have) != len(want) {
		t.Fatalf("%s: %d rows, want %d", name, len(have), len(want))
	}
	for i := range want {
		for j := range want[i] {
			a, errA := strconv.ParseFloat(have[i][j], 64)
			b, errB := strconv.ParseFloat(want[i][j], 64)
			if have[i][j] != want[i][j] && (errA != nil || errB != nil || math.Abs(a-b) > 1e-9*math.Abs(b)) {
				t.Errorf("%s row %d, %s: %s, want %s", name, i, want[0][j], have[i][j], want[i][j])
			}
		}
	}
}

func TestGoldenTables(t *testing.T) {
	summaries, err := summary.Load(fixture.TinySource())
	if err != nil {
		t.Fatal(err)
	}
	o := verdict.Verify(summaries)
	checkGolden(t, "overview.txt", o.Text())
	checkGoldenCSV(t, "overview.csv", o.CSV())
	c := newChapter(summaries[0], o)
	if len(c.Tables) != 1 {
		t.Fatalf("%d tables, want 1", len(c.Tables))
	}
	checkGolden(t, "tiny.txt", c.Tables[0].Text(document.Screen{}))
	checkGoldenCSV(t, "tiny.csv", c.CSV)
}

// TestGoldenViews has the tables of experiments of several kinds.
func TestGoldenViews(t *testing.T) {
	for name, source := range map[string]*fixture.Memory{"losses.txt": fixture.Eliminations("enb", "jura"), "designs.txt": fixture.DesignsRun(), "consistency.txt": fixture.ConsistencyRun()} {
		summaries, err := summary.Load(source)
		if err != nil {
			t.Fatal(err)
		}
		o := verdict.Verify(summaries)
		text := ""
		for _, s := range summaries {
			for _, table := range newChapter(s, o).Tables {
				text += table.Text(document.Screen{}) + "\n"
			}
		}
		checkGolden(t, name, text)
	}
}
