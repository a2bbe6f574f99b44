package aspects

import (
	"slices"
	"testing"

	"drfvi/internal/rng"

	"gonum.org/v1/gonum/mat"
)

// TestLeading chooses the responses that vary together before those that vary by themselves,
// in the units in which they are compared, and keeps the order of few.
func TestLeading(t *testing.T) {
	const rows, width = 60, 12
	random := rng.New(1).Source()
	y := mat.NewDense(rows, width, nil)
	for i := range rows {
		common := random.Normal()
		for j := range width {
			y.Set(i, j, random.Normal())
		}
		for _, j := range []int{3, 7, 11} {
			y.Set(i, j, 2*common+0.1*y.At(i, j))
		}
		y.Set(i, 5, 10*y.At(i, 5))
	}
	var responses []Response
	for j := range width {
		responses = append(responses, Response{Columns: []int{j}})
	}
	got := Leading(responses, y)
	if len(got) != MostResponses || got[0] != 5 {
		t.Fatalf("%v lead, expected %d with 5 first", got, MostResponses)
	}
	first := slices.Clone(got[1:4])
	slices.Sort(first)
	if !slices.Equal(first, []int{3, 7, 11}) {
		t.Errorf("%v lead, expected 3, 7 and 11 after 5", got)
	}
	if got := Leading(responses[:8], y); !slices.Equal(got, []int{0, 1, 2, 3, 4, 5, 6, 7}) {
		t.Errorf("of eight lead %v, expected all in their order", got)
	}
}
