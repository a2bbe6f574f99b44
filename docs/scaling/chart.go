package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/chart"
)

// chart returns the picture of the measurements: times above and memory below,
// a column for each axis.
func (m measurements) chart() chart.LogChart {
	machine := "1 core"
	if m.cores != 1 {
		machine = fmt.Sprintf("%d cores", m.cores)
	}
	if m.cpu != "" {
		machine += " (" + m.cpu + ")"
	}
	c := chart.LogChart{Title: fmt.Sprintf("Time and memory on %s. Where not on the axis: %s", machine, m.base())}
	for _, quantity := range []struct {
		name string
		of   func(point) float64
	}{
		{"seconds", func(p point) float64 { return p.seconds }},
		{"MB at the peak", func(p point) float64 { return p.peak / 1e6 }},
	} {
		var row []chart.LogPanel
		for axis, a := range axes {
			panel := chart.LogPanel{X: a.name, Y: quantity.name}
			for _, curve := range m.curves(axis) {
				line := chart.LogLine{Name: curve[0].method}
				for _, p := range curve {
					line.X, line.Y = append(line.X, float64(p.size[axis])), append(line.Y, quantity.of(p))
				}
				panel.Lines = append(panel.Lines, line)
			}
			row = append(row, panel)
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

// base says what the numbers are where others vary.
func (m measurements) base() string {
	var parts []string
	for i, a := range axes {
		other := m.curves((i + 1) % len(axes))[0][0]
		parts = append(parts, fmt.Sprintf("%s = %d", a.key, other.size[i]))
	}
	return strings.Join(parts, ", ")
}

// curves returns for each method its points along an axis, ascending: the most
// points that agree in all other numbers.
func (m measurements) curves(axis int) [][]point {
	var methods []string
	along := make(map[string]map[[4]int][]point) // by method and the other numbers
	for _, p := range m.points {
		if along[p.method] == nil {
			methods = append(methods, p.method)
			along[p.method] = make(map[[4]int][]point)
		}
		others := p.size
		others[axis] = 0
		along[p.method][others] = append(along[p.method][others], p)
	}
	var curves [][]point
	for _, method := range methods {
		var longest []point
		for _, curve := range along[method] {
			if len(curve) > len(longest) || len(curve) == len(longest) && slices.Compare(curve[0].size[:], longest[0].size[:]) < 0 {
				longest = curve
			}
		}
		slices.SortFunc(longest, func(a, b point) int { return cmp.Compare(a.size[axis], b.size[axis]) })
		curves = append(curves, longest)
	}
	return curves
}

// csv returns all measurements, in their order.
func (m measurements) csv() []byte {
	var b bytes.Buffer
	out := csv.NewWriter(&b)
	_ = out.Write([]string{"method", "n", "p", "trees", "d", "seconds", "peak_bytes", "allocated_bytes", "cores", "cpu"}) // into memory
	for _, p := range m.points {
		row := []string{p.method}
		for _, v := range p.size {
			row = append(row, strconv.Itoa(v))
		}
		for _, v := range []float64{p.seconds, p.peak, p.allocated} {
			row = append(row, strconv.FormatFloat(v, 'g', 6, 64))
		}
		_ = out.Write(append(row, strconv.Itoa(m.cores), m.cpu))
	}
	out.Flush()
	return b.Bytes()
}
