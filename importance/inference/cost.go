package inference

import "drfvi/importance"

// cost is the cost of an estimate in that of importance.Coupled: on all rows, and on each half of them, which
// tests predict once more. There is always a factor of the kernel matrix, of random features too.
func (r relearning) cost(s importance.Size) importance.Cost {
	h, width, half := r.halves, s.Width(), s.Rows
	if h.bound(s.Rows) {
		width, half = min(width, boundedRank), h.Rows
	}
	coarse := s.Kernel.Coarse
	if s.Fourier > 0 || coarse == 0 {
		coarse = width
	}
	s.Kernel, s.Fourier = importance.Spectrum{Rank: width}, 0
	whole := importance.Coupled{Config: Splittable(r.config, s.Rows)}.Cost(s)
	if h.Splits == 0 {
		return whole
	}
	s.Rows, s.Evaluated, s.Kernel.Rank = (half+1)/2, 0, min(width, coarse)
	one := importance.Coupled{Config: Splittable(r.onHalves().config, s.Rows)}.Cost(s)
	times := 2 * float64(h.Splits)
	if h.Tests {
		times *= 2
	}
	return whole.Plus(importance.Cost{Nanoseconds: times * one.Nanoseconds, Bytes: 2 * one.Bytes})
}

// GameCost is the expected cost of a Game of so many sets of variables, which have half of them on average.
func (s Stacked) GameCost(size importance.Size, sets int) importance.Cost {
	r := s.relearning()
	half, forests := size, float64(sets)/2
	if r.halves.bound(size.Rows) {
		half.Rows = r.halves.Rows
	}
	half.Rows = (half.Rows + 1) / 2
	cost := importance.TreesCost(Splittable(fewer(r.config, setTrees), size.Rows), size, forests)
	r.halves.Trees = min(r.halves.Trees, setHalfTrees)
	one := importance.TreesCost(Splittable(r.onHalves().config, half.Rows), half, forests)
	cost = cost.Plus(importance.Cost{Nanoseconds: 2 * float64(r.halves.Splits) * one.Nanoseconds, Bytes: one.Bytes})
	cost.Bytes += float64(8 * float64(sets) * float64(size.Rows))
	return cost
}

// Cost implements Estimator.
func (s Stacked) Cost(size importance.Size) importance.Cost { return s.relearning().cost(size) }

// Cost implements Estimator.
func (l Loco) Cost(size importance.Size) importance.Cost { return l.relearning().cost(size) }
