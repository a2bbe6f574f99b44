package chart

import (
	"bytes"
	"encoding/csv"
	"flag"
	"math"
	"os"
	"strconv"
	"testing"

	"gonum.org/v1/plot"
)

var update = flag.Bool("update", false, "draw pictures of the documents anew")

// The picture of speed-ups in docs/evidence.md is that of the table beside it, whose columns are
// work, workers, times as fast as one, and how that is known.
func TestCores(t *testing.T) {
	const table, picture = "../../docs/cores.csv", "../../docs/cores.png"
	file, err := os.Open(table)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	got, err := speedUps(t, rows[1:]).Encode(".png")
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(picture, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(picture); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not that of %s (-update draws it), %v", picture, table, err)
	}
}

// speedUps draws a line for each work, in the order of the rows, and one of workers who never wait for
// each other.
func speedUps(t *testing.T, rows [][]string) Figure {
	number := func(text string) float64 {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	lines := []Line{{Name: "without waiting", Colour: Unmarked}}
	var levels []string // of workers, doubled from one to the next
	for _, row := range rows {
		if work := row[0]; lines[len(lines)-1].Name != work {
			lines = append(lines, Line{Name: work, Colour: Series[(len(lines)-1)%len(Series)]})
		}
		l, level := &lines[len(lines)-1], math.Round(math.Log2(number(row[1])))
		l.X, l.Y = append(l.X, level), append(l.Y, Number(math.Log10(number(row[2]))))
		for len(levels) <= int(level) {
			levels = append(levels, strconv.Itoa(1<<len(levels)))
		}
	}
	last := float64(len(levels) - 1)
	lines[0].X, lines[0].Y = []float64{0, last}, Numbers([]float64{0, last * math.Log10(2)})
	f := Figure{Name: "cores", Width: PageWidth, Height: 330}
	for _, l := range append(lines[1:len(lines):len(lines)], lines[0]) {
		f.Legend = append(f.Legend, Stroke(l.Name, l.Colour, nil))
	}
	f.Plots = [][]*plot.Plot{{Plane{X: "workers", Y: "times as fast as one", Levels: levels, Logs: true, Lines: lines}.Draw(1)}}
	return f
}
