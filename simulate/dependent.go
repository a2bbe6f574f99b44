package simulate

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Tables of dependent rows without any effect: tests that assume independent rows find
// too much.
var (
	doubled = Scenario{
		Name:     "doubled",
		Title:    "every row twice, an output that no input tells anything of",
		Equation: "X ~ N(0, I); Y ~ N(0, 1); rows 2i − 1 and 2i are equal",
		DefaultN: 300, DefaultP: 5, MinP: 1, Outputs: 1,
		inputs: nothing.inputs, responses: nothing.responses, law: noLaw, copies: 2,
	}
	following = Scenario{
		Name:     "following",
		Title:    "rows in the order of time, an output that no input tells anything of",
		Equation: "Xj and Y independent autoregressive processes of order 1 with the parameter 0.95, N(0, 1)",
		DefaultN: 300, DefaultP: 5, MinP: 1, Outputs: 1,
		inputs: nothing.inputs, responses: nothing.responses, law: noLaw, memory: 0.95,
	}
)

// remember makes each row depend on the one before.
func (s Scenario) remember(m *mat.Dense) {
	n, _ := m.Dims()
	if s.memory == 0 {
		return
	}
	fresh := math.Sqrt(1 - float64(s.memory*s.memory))
	for i := 1; i < n; i++ {
		before, row := m.RawRowView(i-1), m.RawRowView(i)
		for j := range row {
			row[j] = float64(s.memory*before[j]) + float64(fresh*row[j])
		}
	}
}
