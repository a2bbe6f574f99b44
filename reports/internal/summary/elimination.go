package summary

import (
	"slices"

	"drfvi/results"
)

// addEliminations adds what follows from the losses and the order of eliminations, which are by
// the number of inputs left: losses summed over k = 1, …, min(p, 100) inputs, and places.
func (c *Cell) addEliminations() {
	delete(c.Recorded, results.ValueCumulative)
	for _, loss := range c.Recorded[results.ValueLoss] {
		down := slices.Clone(loss)
		slices.Reverse(down)
		c.Recorded[results.ValueCumulative] = append(c.Recorded[results.ValueCumulative], []float64{results.CumulativeLoss(down)})
	}
	for _, row := range c.Recorded[results.ValueEliminated] {
		places := make([]float64, len(row))
		for k, j := range row {
			places[int(j)] = float64(k + 1)
		}
		c.Recorded[Place] = append(c.Recorded[Place], places)
	}
}

// CumulativeLosses returns the summed losses of the repetitions that have them.
func (c Cell) CumulativeLosses() []float64 { return c.Column(results.ValueCumulative, 0) }
