//go:build unix

package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/go-gota/gota/dataframe"
	"gonum.org/v1/plot"

	"drfvi/internal/chart"
)

// The axes of the figure, and the name of the line of workers who never wait for each other.
const (
	workersAxis = "workers"
	timesAxis   = "times as fast as one"
	ideal       = "without waiting"
)

// draw writes the figure of a table of speed-ups, with the columns work, workers and times, beside it.
func draw(file string) error {
	source, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	table := dataframe.ReadCSV(source)
	if table.Err != nil {
		return fmt.Errorf("%s: %w", file, table.Err)
	}
	picture, err := figure(table).Encode(".png")
	if err != nil {
		return err
	}
	return os.WriteFile(strings.TrimSuffix(file, filepath.Ext(file))+".png", picture, 0o644)
}

// figure draws a line for each work, in the order of the table.
func figure(table dataframe.DataFrame) chart.Figure {
	var lines []chart.Line
	workers, times := table.Col("workers").Float(), table.Col("times").Float()
	var levels []string // of workers, doubled from one to the next
	for i, work := range table.Col("work").Records() {
		if len(lines) == 0 || lines[len(lines)-1].Name != work {
			k := len(lines) % len(chart.Series)
			lines = append(lines, chart.Line{Name: work, Colour: chart.Series[k]})
		}
		l := &lines[len(lines)-1]
		level := math.Round(math.Log2(workers[i]))
		l.X, l.Y = append(l.X, level), append(l.Y, chart.Number(math.Log10(times[i])))
		for len(levels) <= int(level) {
			levels = append(levels, strconv.Itoa(1<<len(levels)))
		}
	}
	f := chart.Figure{Name: "cores", Width: chart.PageWidth, Height: 330}
	for _, l := range lines {
		f.Legend = append(f.Legend, chart.Stroke(l.Name, l.Colour, nil))
	}
	f.Legend = append(f.Legend, chart.Stroke(ideal, chart.Unmarked, nil))
	last := float64(len(levels) - 1)
	lines = append([]chart.Line{{Name: ideal, X: []float64{0, last}, Y: chart.Numbers([]float64{0, last * math.Log10(2)}), Colour: chart.Unmarked}}, lines...)
	f.Plots = [][]*plot.Plot{{chart.Plane{X: workersAxis, Y: timesAxis, Levels: levels, Logs: true, Lines: lines}.Draw(1)}}
	return f
}
