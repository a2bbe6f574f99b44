package chart

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/plot/vg"
)

// Points of the PDF canvas lie where gonum's do, also those of what is turned: (2, 1) becomes (−1, 2). In the
// file y goes up from the lower edge of the page.
func TestCanvasPlaces(t *testing.T) {
	c := &pdfCanvas{doc: NewPDF("test", 100, 200, time.Time{}), x: 10, y: 150, width: 50, height: 50}
	c.doc.SetCompression(false)
	c.doc.AddPage()
	vg.Initialize(c)
	c.SetLineWidth(3)
	c.Push()
	c.SetLineWidth(0)
	c.Rotate(math.Pi / 2)
	x, y := c.page(vg.Point{X: 2, Y: 1})
	c.Pop()
	if c.thickness != 3 {
		t.Errorf("lines are %v thick after Pop, want 3", c.thickness)
	}
	var b bytes.Buffer
	if err := c.doc.Output(&b); err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(b.String(), "\nq\n")
	_, matrix, _ := strings.Cut(after, " w\n") // behind the line width
	var m [6]float64
	if _, err := fmt.Sscanf(matrix, "%f %f %f %f %f %f cm", &m[0], &m[1], &m[2], &m[3], &m[4], &m[5]); err != nil {
		t.Fatalf("%v in %q", err, after)
	}
	y = 200 - y
	close(t, "x", m[0]*x+m[2]*y+m[4], 10-1, 1e-4)
	close(t, "y", 200-(m[1]*x+m[3]*y+m[5]), 150-2, 1e-4)
}

func close(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %v, want %v within %v", what, got, want, tolerance)
	}
}
