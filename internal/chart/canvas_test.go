package chart

import (
	"math"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"
)

// The PDF canvas must place points as gonum's transformations say: rotation by
// a right angle about the origin, then translation, then scaling.
func TestCanvasTransforms(t *testing.T) {
	doc := NewPDF("test", 100, 200, time.Time{})
	doc.AddPage()
	c := newCanvas(doc, 10, 150, 50, 50)
	c.Push()
	c.Translate(vg.Point{X: 5, Y: 7})
	c.Rotate(math.Pi / 2)
	c.Scale(2, 3)
	// (1, 1) is scaled to (2, 3), rotated to (−3, 2), moved to (2, 9).
	x, y := c.page(vg.Point{X: 1, Y: 1})
	close(t, "x", x, 10+2, 1e-12)
	close(t, "y", y, 150-9, 1e-12)
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
