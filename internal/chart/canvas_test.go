package chart

import (
	"math"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"
)

// Points of the PDF canvas lie where gonum's do, also those of text that is turned.
func TestCanvasPlaces(t *testing.T) {
	c := &pdfCanvas{doc: NewPDF("test", 100, 200, time.Time{}), left: 10, bottom: 150, width: 50, height: 50}
	c.doc.AddPage()
	vg.Initialize(c)
	c.Push()
	c.Rotate(math.Pi / 2) // (2, 1) becomes (−1, 2)
	x, y := c.page(vg.Point{X: 2, Y: 1})
	close(t, "x", x, 10-1, 1e-12)
	close(t, "y", y, 150-2, 1e-12)
	c.Pop()
	x, y = c.page(vg.Point{X: 1, Y: 1})
	close(t, "x after Pop", x, 11, 1e-12)
	close(t, "y after Pop", y, 149, 1e-12)
}

func close(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v within %v", what, got, want, tolerance)
	}
}
