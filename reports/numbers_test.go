package reports

import (
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// TestCommittedNumbers: the numbers that the report on the committed records has, by experiment
// and quantity: how many there are, and the sums of their means and standard errors. Records
// that are made anew change them; views do not.
func TestCommittedNumbers(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all committed records")
	}
	lines := []string{"experiment,quantity,rows,mean,se"}
	for _, folder := range []string{"../results/paper", "../results/evidence"} {
		store, err := results.Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		summaries, err := summary.Load(store)
		if err != nil {
			t.Fatal(err)
		}
		o := verdict.Verify(summaries)
		for _, s := range summaries {
			lines = append(lines, sums(t, s.Experiment.Name, newChapter(s, o).CSV)...)
		}
	}
	checkGoldenCSV(t, "committed.csv", strings.Join(lines, "\n")+"\n")
}

// sums adds up the rows of a CSV file by quantity.
func sums(t *testing.T, name, text string) (lines []string) {
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := func(column string) int { return slices.Index(rows[0], column) }
	type sum struct {
		rows     int
		mean, se float64
	}
	all := make(map[string]*sum)
	var order []string
	for _, row := range rows[1:] {
		quantity := row[at("quantity")]
		if all[quantity] == nil {
			all[quantity], order = new(sum), append(order, quantity)
		}
		of := all[quantity]
		of.rows++
		for column, add := range map[string]*float64{"mean": &of.mean, "se": &of.se} {
			if v, err := strconv.ParseFloat(row[at(column)], 64); err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
				*add += v * float64(1+of.rows%7) // which row it is in matters
			}
		}
	}
	slices.Sort(order)
	for _, quantity := range order {
		of := all[quantity]
		lines = append(lines, fmt.Sprintf("%s,%s,%d,%.12g,%.12g", name, quantity, of.rows, of.mean, of.se))
	}
	return lines
}
