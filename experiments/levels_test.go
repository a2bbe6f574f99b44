package experiments

import (
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestIndicators(t *testing.T) {
	x := mat.NewDense(4, 3, []float64{
		0, 1, 0.5,
		2, 0, 0.25,
		1, 1, -1,
		2, 0, 3,
	})
	wide, groups := indicators(x, []int{3, 2, 0})
	want := mat.NewDense(4, 5, []float64{
		1, 0, 0, 1, 0.5,
		0, 0, 1, 0, 0.25,
		0, 1, 0, 1, -1,
		0, 0, 1, 0, 3,
	})
	if !mat.Equal(wide, want) || !reflect.DeepEqual(groups, [][]int{{0, 1, 2}, {3}, {4}}) {
		t.Errorf("groups %v of\n%v", groups, mat.Formatted(wide))
	}
}
