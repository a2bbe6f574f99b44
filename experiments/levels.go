package experiments

import "gonum.org/v1/gonum/mat"

// takesLevels reports whether categorical inputs are levels for the unit's method.
func (u unit) takesLevels() bool {
	return u.method.program != nil || u.method.TakesLevels(u.cell.Preset)
}

// suited returns the table as the unit's method takes it: with levels, or with an
// indicator of each.
func (u unit) suited(t opened) opened {
	if t.Levels != nil && !u.takesLevels() {
		t.X, t.groups = indicators(t.X, t.Levels)
		t.Levels = nil
	}
	return t
}

// indicators returns inputs with an indicator column for each level of those with more
// than two, and the columns of each input, for methods that take numbers alone.
func indicators(x *mat.Dense, levels []int) (*mat.Dense, [][]int) {
	n, p := x.Dims()
	var columns [][]float64
	groups := make([][]int, p)
	for j := range p {
		column := mat.Col(nil, j, x)
		if levels[j] <= 2 {
			groups[j] = []int{len(columns)}
			columns = append(columns, column)
			continue
		}
		for level := range levels[j] {
			groups[j] = append(groups[j], len(columns))
			indicator := make([]float64, n)
			for i, v := range column {
				if v == float64(level) {
					indicator[i] = 1
				}
			}
			columns = append(columns, indicator)
		}
	}
	wide := mat.NewDense(n, len(columns), nil)
	for k, column := range columns {
		wide.SetCol(k, column)
	}
	return wide, groups
}
