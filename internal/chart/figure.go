// Package chart draws figures with the plotters of gonum/plot, on its canvases of PNG and SVG and
// on pages of PDF, with the same fonts. Their panels are of three kinds: Rows of marks (dots with
// error bars, box plots), two axes (Lines, Planes), and tables of cells. It knows numbers and
// the look of methods, no records. Draw makes a picture that stands alone; a Figure is a grid of
// panels for a report.
package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"path/filepath"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"

	"drfvi/internal/durable"
	"drfvi/internal/format"
)

// Figure is a grid of plots with a title above and a legend below.
type Figure struct {
	Name    string // file name without extension
	Title   string
	Number  string // what a figure of another's is called, "Figure 2"; others are counted
	Caption string // for the report
	Width   vg.Length
	Least   vg.Length // the width that names and numbers need; 0 for any
	Height  vg.Length
	Plots   [][]*plot.Plot // rows of one length; nil leaves a hole
	Legend  Legend
}

// Picture is a chart that stands alone: a DotChart, HeatMap, Planes or Boxes.
type Picture interface{ Figure() Figure }

// Draw draws a picture into a file, in the format that the extension of path
// names (.png, .pdf or .svg). It panics if numbers of the picture that belong
// together differ in number.
func Draw(path string, p Picture) error {
	if err := CheckPath(path); err != nil {
		return err
	}
	data, err := p.Figure().Encode(strings.ToLower(filepath.Ext(path)))
	if err != nil {
		return err
	}
	// What killed programs left; if that fails, the next line may not.
	_ = durable.SweepBeside(path)
	return durable.WriteFile(path, data)
}

// Measures of figures. Names of rows are namePitch apart where they are nearest.
const (
	figureMargin = vg.Length(6)
	panelGap     = vg.Length(12)
	namePitch    = vg.Length(9.6)
	titleSize    = vg.Length(10)
	pixelsInch   = 200
)

// draw draws the figure on a canvas of its size.
func (f Figure) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	c = draw.Crop(c, figureMargin, -figureMargin, figureMargin, -figureMargin)
	if f.Title != "" {
		style := TextStyle(titleSize, true, Ink)
		for _, line := range broken(f.Title, style, c.Max.X-c.Min.X) {
			c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y - titleSize}, line)
			c.Max.Y -= titleSize + 3
		}
		c.Max.Y -= 5
	}
	c = f.drawLegend(c)
	if len(f.Plots) == 0 {
		return
	}
	tiles := draw.Tiles{Rows: len(f.Plots), Cols: len(f.Plots[0]), PadX: panelGap, PadY: panelGap}
	width, height := (c.Max.X-c.Min.X)/vg.Length(tiles.Cols), (c.Max.Y-c.Min.Y)/vg.Length(tiles.Rows)
	plots := make([][]*plot.Plot, tiles.Rows) // with texts that have room
	for j, row := range f.Plots {
		plots[j] = slices.Clone(row)
		for i, p := range row {
			if p != nil {
				fit := *p
				fit.Title.Text = strings.Join(broken(p.Title.Text, p.Title.TextStyle, width-20), "\n")
				fit.X.Label.Text = fitted(p.X.Label.Text, p.X.Label.TextStyle, width)
				fit.Y.Label.Text = fitted(p.Y.Label.Text, p.Y.Label.TextStyle, height-panelHeads)
				plots[j][i] = &fit
			}
		}
	}
	for j, row := range plot.Align(plots, tiles, c) {
		for i, cell := range row {
			if p := plots[j][i]; p != nil {
				p.Draw(cell)
			}
		}
	}
}

// LeastHeight is the height that the names of rows and axes need, or three quarters of the
// figure's if that is more.
func (f Figure) LeastHeight() vg.Length {
	names := vg.Length(0)
	for _, p := range slices.Concat(f.Plots...) {
		if p != nil {
			rows, _ := p.Y.Tick.Marker.(plot.ConstantTicks)
			names = max(names, p.Y.Label.TextStyle.Width(p.Y.Label.Text), vg.Length(len(rows))*namePitch)
		}
	}
	panels := vg.Length(len(f.Plots))*(names+panelHeads+panelGap) - panelGap
	return min(f.Height, max(panels+2*figureMargin+f.legendHeight(f.Width), 0.75*f.Height))
}

// broken breaks text at spaces into lines of at most a width, as far as its
// words allow.
func broken(text string, style text.Style, width vg.Length) []string {
	var lines []string
	for _, word := range format.Words(format.VisibleLine(text)) {
		word = fitted(word, style, width)
		if last := len(lines) - 1; last >= 0 && style.Width(lines[last]+" "+word) <= width {
			lines[last] += " " + word
			continue
		}
		lines = append(lines, word)
	}
	return lines
}

// figureFormats are the formats figures can be written in, by extension.
var figureFormats = []string{".png", ".pdf", ".svg"}

// CheckPath returns an error if the extension of path is not one that
// figures can be written with, so that a command can refuse before it works.
func CheckPath(path string) error {
	extension := strings.ToLower(filepath.Ext(path))
	switch {
	case slices.Contains(figureFormats, extension):
		return nil
	case extension == "":
		return fmt.Errorf(
			"%s: a figure needs an extension that names its format (one of: %s)", path,
			strings.Join(figureFormats, ", "),
		)
	}
	return fmt.Errorf(
		"%s: figures cannot be written as %s (one of: %s)", path, extension, strings.Join(figureFormats, ", "),
	)
}

// Encode returns the figure in a format given by extension. PDF files bear no
// date, so that equal figures are equal files.
func (f Figure) Encode(extension string) ([]byte, error) {
	var b bytes.Buffer
	switch extension {
	case ".png":
		c := vgimg.NewWith(vgimg.UseWH(f.Width, f.Height), vgimg.UseDPI(pixelsInch))
		f.draw(draw.New(c))
		if _, err := (vgimg.PngCanvas{Canvas: c}).WriteTo(&b); err != nil {
			return nil, fmt.Errorf("figure %s: %w", f.Name, err)
		}
	case ".svg":
		svg, _ := f.svg(f.Name, f.Title, 1)
		b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>` + "\n" + svg + "\n")
	case ".pdf":
		return f.pdf()
	default:
		panic("chart: unknown figure format " + extension)
	}
	return b.Bytes(), nil
}
