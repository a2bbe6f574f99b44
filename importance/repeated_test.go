package importance_test

import (
	"math"
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
		if got := importance.Repeated(c.x, c.y, c.clusters); (got == nil) != (c.want == "") || got != nil && !strings.HasPrefix(got.Error(), c.want) {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, levels := range []int{2, 3, 5, 8, 12} {
		for range 100 {
			if x, y := rows(300, levels); importance.Repeated(x, y, nil) != nil {
				t.Errorf("rows of %d values: %s", levels, importance.Repeated(x, y, nil))
			}
		}
	}
}

// TestRepeatedFew warns of many copies of few rows among measurements, and not where so many rows
// may share a value: nothing, or the end of a scale.
func TestRepeatedFew(t *testing.T) {
	src := rng.New(3).Named("repeated few").Source()
	for _, c := range []struct {
		name                string
		few, times, decided int // rows with copies, how many, and the columns that are one mass point in them
		point               float64
		want                string
	}{
		{"one row", 1, 200, 0, 0, "1 of 120 different rows is in the table several times"},
		{"four rows", 4, 30, 0, 0, "4 of 120 different rows are in the table several times"},
		{"few copies", 1, 5, 0, 0, ""},
		{"no dose, no response", 1, 60, 3, 0, ""},
		{"the largest that is recorded", 1, 60, 3, 9, ""},
		{"nothing but one measurement", 4, 30, 2, 0, "4 of 120 different rows are in the table several times"},
	} {
		var values, responses []float64
		for i := range 120 {
			row, times := []float64{src.Normal(), src.Normal(), src.Normal()}, 1
			if i < c.few {
				times = c.times
				for j := range c.decided {
					row[j] = c.point
				}
			}
			for range times {
				values, responses = append(values, row[:2]...), append(responses, row[2])
			}
		}
		n := len(responses)
		if got := importance.Repeated(mat.NewDense(n, 2, values), mat.NewDense(n, 1, responses), nil); (got == nil) != (c.want == "") || got != nil && !strings.HasPrefix(got.Error(), c.want) {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// TestRepeatedAtLeast: rows may share the smallest value of a scale, where another row lacks its value, too.
func TestRepeatedAtLeast(t *testing.T) {
	src := rng.New(4).Named("repeated at least").Source()
	for _, gap := range []bool{false, true} {
		var values, responses []float64
		for i := range 120 {
			a, b, y, times := 5+src.Float64(), 5+src.Float64(), 5+src.Float64(), 1
			if i == 0 {
				a, b, y, times = 5, 5, 5, 60
			}
			if i == 1 && gap {
				a, b = math.NaN(), math.NaN()
			}
			for range times {
				values, responses = append(values, a, b), append(responses, y)
			}
		}
		n := len(responses)
		if got := importance.Repeated(mat.NewDense(n, 2, values), mat.NewDense(n, 1, responses), nil); got != nil {
			t.Errorf("a gap %v: %q", gap, got)
		}
	}
}

// TestRepeatedUnevenly warns of copies whose numbers vary, as frequencies do, whatever the
// columns hold, and not of rows that many people have in common.
func TestRepeatedUnevenly(t *testing.T) {
	src := rng.New(2).Named("repeated unevenly").Source()
	whole := func(levels int) float64 { return float64(int(src.Float64() * float64(levels))) }
	for _, c := range []struct {
		name    string
		n, most int // rows, and repetitions of each
		row     func() (a, b, y float64)
		want    bool
	}{
		{"continuous", 120, 6, func() (a, b, y float64) { return src.Normal(), src.Normal(), src.Normal() }, true},
		{"one continuous column", 120, 6, func() (a, b, y float64) { return whole(2), src.Normal(), whole(2) }, true},
		{"rounded to three digits", 150, 4, func() (a, b, y float64) { return whole(2), whole(1000) / 1000, whole(3) }, true},
		{"integers", 120, 4, func() (a, b, y float64) { return whole(101), whole(90), whole(60) }, true},
		{"continuous, once", 400, 1, func() (a, b, y float64) { return src.Normal(), src.Normal(), whole(2) }, false},
		{"age, sex and an answer", 2000, 1, func() (a, b, y float64) { return 20 + whole(60), whole(2), whole(2) }, false},
		{"age and a rare answer", 600, 1, func() (a, b, y float64) { return 20 + whole(45), 0, math.Floor(1.02 * src.Float64()) }, false},
		{"rare answers", 2000, 1, func() (a, b, y float64) {
			return math.Floor(1.05 * src.Float64()), math.Floor(1.03 * src.Float64()), math.Floor(1.01 * src.Float64())
		}, false},
		{"a response that follows", 1000, 1, func() (a, b, y float64) {
			a, b = whole(12), whole(3)
			return a, b, math.Floor(a/2) + math.Floor(1.03*src.Float64())
		}, false},
		{"a table of counts", 60, 40, func() (a, b, y float64) { return whole(6), whole(5), whole(2) }, false},
		{"zero-inflated amounts", 900, 1, func() (a, b, y float64) {
			if src.Float64() < 0.9 {
				return whole(3), whole(2), 0
			}
			return whole(3), whole(2), src.Normal()
		}, false},
	} {
		for range 20 {
			var values, responses []float64
			for range c.n {
				a, b, y := c.row()
				for range 1 + int(whole(c.most)) {
					values, responses = append(values, a, b), append(responses, y)
				}
			}
			n := len(responses)
			if got := importance.Repeated(mat.NewDense(n, 2, values), mat.NewDense(n, 1, responses), nil); (got != nil) != c.want {
				t.Errorf("%s: %q", c.name, got)
				break
			}
		}
	}
}
