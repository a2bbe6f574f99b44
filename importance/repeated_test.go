package importance_test

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rng"
)

// TestRepeated warns of copies, some or all, and not of rows that are equal by chance.
func TestRepeated(t *testing.T) {
	src := rng.New(1).Named("repeated").Source()
	rows := func(n, levels int) (x, y *mat.Dense) {
		x, y = mat.NewDense(n, 2, nil), mat.NewDense(n, 1, nil)
		for i := range n {
			value := func() float64 {
				if levels > 0 {
					return float64(int(src.Float64() * float64(levels)))
				}
				return src.Normal()
			}
			x.SetRow(i, []float64{value(), value()})
			y.Set(i, 0, value())
		}
		return x, y
	}
	again := func(m *mat.Dense, n, times int) *mat.Dense {
		all, columns := m.Dims()
		made := mat.NewDense(all+(times-1)*n, columns, nil)
		for i := range all + (times-1)*n {
			from := i
			if i >= all {
				from = (i - all) % n
			}
			made.SetRow(i, m.RawRowView(from))
		}
		return made
	}
	x, y := rows(100, 0)
	of := make([]int32, 200)
	for i := range of {
		of[i] = int32(i % 100)
	}
	for name, c := range map[string]struct {
		x, y     *mat.Dense
		clusters []int32
		want     string
	}{
		"single":              {x, y, nil, ""},
		"doubled":             {again(x, 100, 2), again(y, 100, 2), nil, "100 rows are in the table 2 times each, more than by chance: "},
		"some doubled":        {again(x, 30, 2), again(y, 30, 2), nil, "30 rows are in the table 2 times each, "},
		"tripled":             {again(x, 100, 3), again(y, 100, 3), nil, "100 rows are in the table 3 times each, "},
		"copies are clusters": {again(x, 100, 2), again(y, 100, 2), of, ""},
	} {
		if got := importance.Repeated(c.x, c.y, c.clusters); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, levels := range []int{2, 3, 5, 8, 12} {
		for range 100 {
			if x, y := rows(300, levels); importance.Repeated(x, y, nil) != "" {
				t.Errorf("rows of %d values: %s", levels, importance.Repeated(x, y, nil))
			}
		}
	}
}
