package forest

import (
	"math"

	"drfvi/internal/linalg"
)

// Inputs that part the rows of a node alike have the same gain, and in small nodes many
// do; so have partings by one input, of rows with the same responses. The sums behind
// these gains are taken in other orders, so that rounding decides which is largest, and
// another unit of the responses rounds otherwise. In a steady forest (Config.Steady) the
// first of those wins that are as good as the largest, up to what rounding may do.

// SteadyVersion names the algorithms of steady forests, beside Version.
const SteadyVersion = "3"

// steadyRows is the number of rows whose median distance is the scale of a steady forest's
// frequencies: it is known to about 2 % then, and all pairs of 5000 rows would take longer than
// a tree.
const steadyRows = 1000

// Lengths of mean features are sums of numbers of size 1: rounding changes them by
// 1e-15 or so, and by as much of themselves where they are large.
const (
	steadyShare = 1e-9
	steadyNoise = 1e-12
)

// asGood returns the least gain that counts as good as the given one.
func (c *Config) asGood(gain float64) float64 {
	if !c.Steady || gain <= 0 {
		return gain
	}
	length := max(float64(math.Sqrt(gain)*(1-steadyShare))-steadyNoise, 0)
	return float64(length * length)
}

// isNoise reports whether a gain may be what rounding leaves of none.
func (c *Config) isNoise(gain float64) bool {
	return c.Steady && gain <= float64(steadyNoise*steadyNoise)
}

// pick returns the first of the splits that are as good as the best one, leaving out
// those that skip tells to, and its place; no split if none has a gain.
func (c *Config) pick(splits []candidateSplit, skip func(k int) bool) (split candidateSplit, place int) {
	best := 0.0
	for k := range splits {
		if splits[k].gain > best && !skip(k) {
			best = splits[k].gain
		}
	}
	if best > 0 {
		least := c.asGood(best)
		for k := range splits {
			if splits[k].gain >= least && !skip(k) {
				return splits[k], k
			}
		}
	}
	return candidateSplit{variable: Leaf}, -1
}

// skipNone skips no split.
func skipNone(int) bool { return false }

// settle returns the first split of the current node by the same input that is as good.
func (g *grower) settle(split candidateSplit) candidateSplit {
	columns := g.training.columns
	if !g.response.repeated || split.gain <= 0 || columns.unordered(split.variable) ||
		g.ties[split.variable] == twoValues {
		return split
	}
	g.prepare()
	order, lacking := g.orderOf(split.variable, g.node), 0
	if split.leftRows < 0 {
		order, lacking = g.missingFirst(split.variable, order)
	}
	coefficients := g.Along(columns.Values[split.variable], g.rows, order, g.ties[split.variable] != noTies)
	least, sum := g.training.config.asGood(split.gain), make([]float64, g.stride)
	for k, id := range order {
		linalg.AddScaled(sum, 1, g.features[int(id)*g.stride:int(id+1)*g.stride])
		if k+1 != lacking && coefficients[k]*linalg.Dot(sum, sum) >= least {
			if split.leftRows = int32(k + 1); lacking > 0 {
				split.leftRows = -split.leftRows
			}
			break
		}
	}
	return split
}
