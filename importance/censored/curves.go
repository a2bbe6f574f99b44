package censored

// Curve is the probability of being without the event, by time, with standard errors.
type Curve struct{ Times, Values, SE []float64 }

// Survival returns the curve of some of the rows: the means of their pseudo-responses, made
// falling. Unlike that of Kaplan and Meier it allows for censoring that depends on inputs.
func (m *Measurement) Survival(rows []int32) Curve {
	d, curve := m.design.Choose(rows), Curve{Times: m.grid}
	for c := range m.grid {
		values := make([]float64, len(rows))
		for i, row := range rows {
			values[i] = m.survived.At(int(row), c)
		}
		curve.Values, curve.SE = append(curve.Values, d.Mean(values)), append(curve.SE, d.StandardError(values))
	}
	falling(curve.Values)
	return curve
}

// falling replaces values by the nearest ones in [0, 1] that never rise: pooled adjacent
// violators.
func falling(values []float64) {
	type block struct {
		sum   float64
		count int
	}
	mean := func(b block) float64 { return b.sum / float64(b.count) }
	var blocks []block
	for _, v := range values {
		blocks = append(blocks, block{v, 1})
		for k := len(blocks) - 1; k > 0 && mean(blocks[k-1]) < mean(blocks[k]); k-- {
			blocks[k-1] = block{blocks[k-1].sum + blocks[k].sum, blocks[k-1].count + blocks[k].count}
			blocks = blocks[:k]
		}
	}
	place := 0
	for _, b := range blocks {
		for range b.count {
			values[place] = min(max(mean(b), 0), 1)
			place++
		}
	}
}
