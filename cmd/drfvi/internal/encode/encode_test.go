package encode

import (
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"drfvi/importance"
)

func TestCSV(t *testing.T) {
	var b strings.Builder
	half := 0.5
	intervals := []importance.Interval{{Low: -1, High: 1e-7}}
	out := NewCSV(&b, "name", []string{"a", "b"}, "low", "high", "p", "none", "n", "row", "found")
	out.Row("x,1", []float64{0.1, math.NaN()}, Ends(intervals[0]), &half, At(nil, 3), 12, int32(7), true)
	if err := out.End(); err != nil {
		t.Fatal(err)
	}
	const want = "name,a,b,low,high,p,none,n,row,found\n\"x,1\",0.1,NaN,-1,1e-07,0.5,,12,7,true\n"
	if b.String() != want {
		t.Errorf("got\n%sexpected\n%s", &b, want)
	}
	r, w := io.Pipe()
	full := errors.New("full")
	_ = r.CloseWithError(full)
	if err := NewCSV(w, "x").End(); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	if EndsAt(nil, 0) != nil || *EndsAt(intervals, 0) != [2]float64{-1, 1e-7} || *At([]float64{1, 2}, 1) != 2 {
		t.Error("numbers that there may be")
	}
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	if err := JSON(&b, map[string]any{"a<b": Known(math.NaN()), "c": Known(2)}); err != nil || b.String() != "{\n  \"a<b\": null,\n  \"c\": 2\n}\n" {
		t.Errorf("%v: %s", err, &b)
	}
	if err := JSON(&b, math.Inf(1)); err == nil || !strings.HasPrefix(err.Error(), "cannot write the result: ") {
		t.Errorf("error %v", err)
	}
}
