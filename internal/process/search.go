package process

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/simd"
)

// curved is the number of groups that curves see: those that alone explain best a response or
// its distance from the mean, which interactions move. All others are in the linear part only.
const curved = 30

// space is what is searched: the logarithms of the terms' variances, of σ² and of the
// length-scales.
type space struct {
	columns []int     // that curves see
	slot    []int     // of these columns: of their length-scale
	alone   []float64 // how well each group of theirs explains a response, in standard errors
}

// lengths is the place of the first length-scale.
const lengths = terms + 1

// newSpace screens the groups of columns on some rows, in random order since ties keep it.
func newSpace(x, y *mat.Dense, rows []int32, varying []int, inputs scaling) space {
	_, p := x.Dims()
	order, column, response := make([]int, len(rows)), make([]float64, len(rows)), make(
		[][]float64, len(varying), 2*len(varying),
	)
	for r, c := range varying {
		for _, row := range rows {
			response[r] = append(response[r], y.At(int(row), c))
		}
	}
	for _, y := range response {
		mean, away := linalg.Mean(y), make([]float64, len(y))
		for i, v := range y {
			away[i] = math.Abs(v - mean)
		}
		response = append(response, away)
	}
	score := make(map[int]float64)
	var groups []int
	for c := range p {
		if inputs.unit[c] == 0 {
			continue
		}
		g := inputs.group[c]
		if _, ok := score[g]; !ok {
			groups, score[g] = append(groups, g), 0
		}
		for i, row := range rows {
			order[i], column[i] = i, x.At(int(row), c)
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(column[i], column[j]) })
		for _, y := range response {
			score[g] = max(score[g], alone(column, y, order))
		}
	}
	slices.SortStableFunc(groups, func(a, b int) int { return cmp.Compare(score[b], score[a]) })
	groups = groups[:min(curved, len(groups))]
	var s space
	for _, g := range groups {
		s.alone = append(s.alone, score[g])
	}
	for c := range p {
		if slot := slices.Index(groups, inputs.group[c]); slot >= 0 && inputs.unit[c] > 0 {
			s.columns, s.slot = append(s.columns, c), append(s.slot, slot)
		}
	}
	return s
}

// alone returns how much of a response a column explains alone, in standard errors: √n times
// the correlation, or 1 − Σ(yᵢ₊₁ − yᵢ)²/2Σ(yᵢ − ȳ)² in its order (von Neumann 1941), whichever
// is larger.
func alone(x, y []float64, order []int) float64 {
	mean, variance := linalg.Variance(y)
	if !(variance > 0) {
		return 0
	}
	centre, spread := linalg.Variance(x)
	product, steps := 0.0, 0.0
	for k, i := range order {
		product += float64((x[i] - centre) * (y[i] - mean))
		if k > 0 {
			d := y[i] - y[order[k-1]]
			steps += float64(d * d)
		}
	}
	n := float64(len(y))
	smooth, line := 1-steps/(float64(2*(n-1)*variance)), 0.0
	if spread > 0 {
		line = math.Abs(product) / ((n - 1) * math.Sqrt(variance*spread))
	}
	return math.Sqrt(n) * max(smooth, line)
}

// kernel returns the covariance at a place.
func (s space) kernel(place []float64) kernel {
	k := kernel{noise: elementary.Exp(place[terms]), columns: s.columns}
	for t := range k.variance {
		k.variance[t] = elementary.Exp(place[t])
	}
	for _, slot := range s.slot {
		k.length = append(k.length, elementary.Exp(place[lengths+slot]))
	}
	return k
}

// objective returns the log likelihood at a place, less ½ log n · Σ_g log(1 + 1/ℓ_g²), and its
// gradient: an input of length-scale 1 costs about what another coefficient costs in BIC, one
// that is not needed nothing. Without it length-scales of noise are short.
func (s space) objective(v *solver, place []float64) (value float64, g []float64) {
	k := s.kernel(place)
	value = v.solve(k)
	g = s.gradient(v)
	logRows := elementary.Log(float64(v.n))
	for l := range s.alone {
		penalty := elementary.Log1p(elementary.Exp(-2 * place[lengths+l]))
		value -= float64(0.5 * logRows * penalty)
		g[lengths+l] -= float64(logRows * elementary.Expm1(-penalty))
	}
	return value, g
}

// gradient returns that of the log likelihood at the kernel of the last solve.
func (s space) gradient(v *solver) []float64 {
	k, g := v.kernel, make([]float64, lengths+len(s.alone))
	outputs := len(v.response)
	width := simd.Pad(outputs)
	solved := make([]float64, v.n*width)
	for r := range v.response {
		for i := range v.n {
			solved[i*width+r] = v.solved[r][i]
		}
	}
	// With W = Σ_r K⁻¹yy'K⁻¹ − K⁻¹ derivatives are ½ Σᵢⱼ Wᵢⱼ ∂Kᵢⱼ. M = −2 W ∘ ∂K/∂d² gives those by
	// length-scales: ½ Σᵢⱼ Mᵢⱼ (aᵢ − aⱼ)² over a column a of the coordinates.
	m := make([]float64, v.n*v.stride)
	products := make([]float64, v.n)
	for i := range v.n {
		simd.Dots(products, solved, width, v.order[:i+1], solved[i*width:(i+1)*width])
		var sums [terms]float64
		for j, product := range products[:i+1] {
			entry := i*v.stride + j
			w, near, far := product-float64(float64(outputs)*v.inverse[entry]), v.term[smooth][entry], v.term[rough][entry]
			if j == i {
				g[terms] += float64(0.5 * k.noise * float64(w*v.noise[i]))
				w *= 0.5 // one of the diagonal, two of each pair
			} else {
				slope := float64(k.variance[smooth] * near)
				if d := v.distance[entry]; d > 0 {
					slope += k.variance[rough] * far / (reach * d)
				}
				m[entry], m[j*v.stride+i] = w*slope, w*slope
			}
			sums[linear] += float64(w * v.term[linear][entry])
			sums[smooth] += float64(w * near)
			sums[rough] += float64(w * far)
		}
		for t, sum := range sums {
			g[t] += float64(k.variance[t] * sum)
		}
	}
	column, moved := make([]float64, v.stride), make([]float64, v.stride)
	for i := range v.n {
		moved[i] = linalg.Sum(m[i*v.stride : (i+1)*v.stride])
	}
	rows := append([]float64(nil), moved...)
	for l, slot := range s.slot {
		for i := range v.n {
			column[i] = v.points[i*v.width+l]
		}
		simd.Dots(moved, m, v.stride, v.order, column)
		for i, a := range column[:v.n] {
			g[lengths+slot] += float64(a * (float64(a*rows[i]) - moved[i]))
		}
	}
	return g
}

// bounds are those of what is searched, for inputs and responses of variance 1.
var bounds = [lengths + 1][2]float64{{1e-4, 1e3}, {1e-4, 1e3}, {1e-7, 1e3}, {1e-7, 2}, {0.05, 100}}

// Steps of the search: tries from each start, then more from the best.
const tries, lastTries = 10, 25

// search returns the kernel with the largest likelihood, less penalties, that steps from three
// starts meet: lines alone, short length-scales, and short ones only for what explains a response
// alone; for waves also from one much shorter. Steps follow the signs of the gradient (Rprop, Riedmiller and Braun 1993).
func (s space) search(v *solver, o Options) kernel {
	var best *climb
	starts := 3
	if o.Waves {
		starts = 4
	}
	for start := range starts {
		var place []float64
		for l := range lengths + len(s.alone) {
			value := 0.5
			switch {
			case l < lengths:
			case start == 0:
				value = bounds[lengths][1]
			case start == 1:
				value = 0.5 * math.Sqrt(float64(len(s.alone)))
			case start == 3 && l == lengths: // groups are in the order of what they explain
				value = 0.15
			case start == 2 && s.alone[l-lengths] > 4:
				value = 0.4
			default:
				value = 4
			}
			place = append(place, elementary.Log(value))
		}
		c := newClimb(place)
		for range tries {
			c.step(s, v)
		}
		if best == nil || c.value > best.value {
			best = c
		}
	}
	for range lastTries {
		best.step(s, v)
	}
	if o.Reconsider {
		best = s.reconsider(v, best)
	}
	return s.kernel(best.best)
}

// far is a length-scale at which an input hardly matters; near one from which its gradient tells
// whether it does.
const far, near = 10, 4

// reconsider climbs once more, with less noise and the inputs that were left out at short
// length-scales: what they explain was taken for noise, and at long ones the gradient is 0. It
// returns the better climb.
func (s space) reconsider(v *solver, before *climb) *climb {
	c, reopened := newClimb(before.best), false
	for l := lengths; l < len(c.place); l++ {
		if c.place[l] > elementary.Log(far) {
			c.place[l], reopened = elementary.Log(near), true
		}
	}
	if !reopened {
		return before
	}
	c.place[terms] = max(c.place[terms]-elementary.Log(10), elementary.Log(bounds[terms][0]))
	for range lastTries {
		c.step(s, v)
	}
	if c.value > before.value {
		return c
	}
	return before
}

// climb is one climb: the next place, its steps, the last gradient, and the best place so far.
type climb struct {
	place, stride, gradient, best []float64
	value                         float64
}

func newClimb(place []float64) *climb {
	return &climb{
		place: slices.Clone(place), stride: slices.Repeat([]float64{0.4}, len(place)),
		gradient: make([]float64, len(place)), value: math.Inf(-1),
	}
}

// step tries the next place and moves it.
func (c *climb) step(s space, v *solver) {
	value, gradient := s.objective(v, c.place)
	if value > c.value || c.best == nil {
		c.value, c.best = value, slices.Clone(c.place)
	}
	for l, g := range gradient {
		switch before := c.gradient[l]; {
		case g*before < 0:
			c.stride[l], g = 0.5*c.stride[l], 0
		case g*before > 0:
			c.stride[l] = min(1.3*c.stride[l], 1.5)
		}
		c.gradient[l] = g
		b := bounds[min(l, lengths)]
		switch {
		case g > 0:
			c.place[l] = min(c.place[l]+c.stride[l], elementary.Log(b[1]))
		case g < 0:
			c.place[l] = max(c.place[l]-c.stride[l], elementary.Log(b[0]))
		}
	}
}
