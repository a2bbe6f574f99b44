package process

import (
	"gonum.org/v1/gonum/mat"
	"math"

	"drfvi/internal/linalg"
	"drfvi/internal/simd"
)

// The terms of a covariance, besides noise.
const (
	linear = iota
	smooth
	rough
	terms
)

// reach is the length-scale of the rough term over that of the smooth one: they are alike at
// distances of 0.5 to 4.
const reach = 4

// kernel is a covariance with its numbers.
type kernel struct {
	variance [terms]float64
	noise    float64 // σ²
	length   []float64
	columns  []int // that curves see, with the length-scale of each
}

// coordinates stores the columns that curves see, divided by their length-scales, and returns the
// squared length.
func (k kernel) coordinates(to, row []float64) float64 {
	for l, c := range k.columns {
		to[l] = row[c] / k.length[l]
	}
	return simd.Dot(to, to)
}

// forInputs returns the kernel for inputs of which some are constant.
func (k kernel) forInputs(inputs scaling) kernel {
	other := kernel{variance: k.variance, noise: k.noise}
	for l, c := range k.columns {
		if inputs.unit[c] > 0 {
			other.columns, other.length = append(other.columns, c), append(other.length, k.length[l])
		}
	}
	return other
}

// curves replaces inner products of coordinates by exp(−½d²), d their distance, and stores d and
// exp(−d/4).
func curves(products, rough, distances, squares []float64, square float64) {
	for j, v := range products {
		d := max(0, square+squares[j]-float64(2*v))
		products[j], distances[j] = -0.5*d, math.Sqrt(d)
		rough[j] = -distances[j] / reach
	}
	simd.Decay(products)
	simd.Decay(rough[:len(products)])
}

// solver solves for the weights of rows under a kernel.
type solver struct {
	n, stride int
	groups    float64
	x         *mat.Dense
	noise     []float64   // of a row, as a multiple of σ²: w̄/w
	fold      []int       // of a row
	response  [][]float64 // padded with zeros
	order     []int32     // 0, 1, …, n−1
	inverter  linalg.Inverter

	// Of the last kernel.
	kernel   kernel
	points   []float64 // coordinates, by padded rows
	squares  []float64 // their squared lengths
	width    int
	term     [terms][]float64 // the lower triangle of padded rows
	distance []float64        // of coordinates, likewise
	inverse  []float64        // of the covariance
	solved   [][]float64      // K⁻¹y for each response, then K⁻¹1
}

// mostNoise keeps rows of next to no weight finite.
const mostNoise = 1e12

// newSolver returns the solver of some rows and columns of standardised inputs and responses.
func newSolver(x, y *mat.Dense, rows []int32, columns []int, groups int, folds []int, weights []float64) *solver {
	n, stride := len(rows), simd.Pad(len(rows))
	s := &solver{n: n, stride: stride, groups: float64(groups), x: linalg.Rows(x, rows)}
	_, p := x.Dims()
	width := simd.Pad(p)
	padded := make([]float64, n*width)
	total := 0.0
	for _, row := range rows {
		if weights != nil {
			total += weights[row]
		}
	}
	for i, row := range rows {
		noise := 1.0
		if weights != nil {
			noise = min(total/float64(n)/weights[row], mostNoise)
		}
		s.order, s.noise, s.fold = append(s.order, int32(i)), append(s.noise, noise), append(s.fold, folds[row])
		copy(padded[i*width:], s.x.RawRowView(i))
	}
	for _, c := range columns {
		v := make([]float64, stride)
		for i, row := range rows {
			v[i] = y.At(int(row), c)
		}
		s.response, s.solved = append(s.response, v), append(s.solved, make([]float64, stride))
	}
	s.solved = append(s.solved, make([]float64, stride))
	for t := range s.term {
		s.term[t] = make([]float64, n*stride)
	}
	s.inverse, s.distance, s.squares = make([]float64, n*stride), make([]float64, n*stride), make([]float64, n)
	for i := range n {
		products := s.term[linear][i*stride:][:i+1]
		simd.Dots(products, padded, width, s.order[:i+1], padded[i*width:(i+1)*width])
		for j := range products {
			products[j] /= s.groups
		}
	}
	return s
}

// solve returns the log likelihood of the responses, but for a constant. Noise is raised where
// the covariance is not positive definite to rounding.
func (s *solver) solve(k kernel) float64 {
	s.kernel = k
	if s.width = simd.Pad(len(k.columns)); len(s.points) != s.n*s.width {
		s.points = make([]float64, s.n*s.width)
	}
	for i := range s.n {
		row := s.points[i*s.width:][:s.width]
		s.squares[i] = k.coordinates(row, s.x.RawRowView(i))
		products := s.term[smooth][i*s.stride:][:i+1]
		simd.Dots(products, s.points, s.width, s.order[:i+1], row)
		curves(products, s.term[rough][i*s.stride:], s.distance[i*s.stride:], s.squares, s.squares[i])
	}
	var logDeterminant float64
	for noise, ok := k.noise, false; !ok; noise *= 10 {
		for i := range s.n {
			offset := i * s.stride
			row, a, b, c := s.inverse[offset:][:i+1], s.term[linear][offset:], s.term[smooth][offset:], s.term[rough][offset:]
			for j := range row {
				row[j] = float64(k.variance[linear]*a[j]) + float64(k.variance[smooth]*b[j]) + float64(k.variance[rough]*c[j])
			}
			row[i] += float64(noise * s.noise[i])
		}
		logDeterminant, ok = s.inverter.Invert(s.inverse, s.n)
	}
	likelihood := float64(-0.5 * logDeterminant * float64(len(s.response)))
	for r, y := range s.response {
		simd.Dots(s.solved[r], s.inverse, s.stride, s.order, y)
		likelihood -= float64(0.5 * simd.Dot(s.solved[r], y))
	}
	ones := make([]float64, s.stride)
	for i := range s.n {
		ones[i] = 1
	}
	simd.Dots(s.solved[len(s.response)], s.inverse, s.stride, s.order, ones)
	return likelihood
}

// withoutFold returns the weights of the rows, and the mean, for each response by the rows of all folds
// but one, of all folds for −1. With P = K⁻¹ and F the rows of the fold,
//
//	K₋F⁻¹ v₋F = (Pv)₋F − P₋F,F P_FF⁻¹ (Pv)_F,
//
// for the responses and for v = 1, by which the mean is estimated (Rasmussen and Williams 2006,
// equation 5.10, for blocks). It is 0 where no row is left.
func (s *solver) withoutFold(fold int) (weights [][]float64, mean []float64) {
	var members []int
	for i, f := range s.fold {
		if f == fold {
			members = append(members, i)
		}
	}
	m := len(members)
	foldInverse := make([]float64, m*simd.Pad(m))
	var inverter linalg.Inverter
	for raise, ok := 0.0, m == 0; !ok; raise = max(1e-12, 10*raise) {
		for a, i := range members {
			for b, j := range members[:a+1] {
				foldInverse[a*simd.Pad(m)+b] = s.inverse[i*s.stride+j]
			}
			foldInverse[a*simd.Pad(m)+a] *= 1 + raise
		}
		_, ok = inverter.Invert(foldInverse, m)
	}
	weights, mean = make([][]float64, len(s.solved)), make([]float64, len(s.response))
	foldSolution := make([]float64, simd.Pad(m))
	for r, solved := range s.solved {
		weights[r] = append([]float64(nil), solved...)
		for a, i := range members {
			foldSolution[a] = solved[i]
		}
		for a, i := range members {
			share := simd.Dot(foldInverse[a*simd.Pad(m):][:simd.Pad(m)], foldSolution)
			linalg.AddScaled(weights[r], -share, s.inverse[i*s.stride:][:s.stride])
		}
		for _, i := range members {
			weights[r][i] = 0
		}
	}
	ones := weights[len(s.response)]
	weights = weights[:len(s.response)]
	total := linalg.Sum(ones[:s.n])
	for r := range weights {
		if m < s.n && total > 0 {
			mean[r] = linalg.Sum(weights[r][:s.n]) / total
		}
		linalg.AddScaled(weights[r], -mean[r], ones)
	}
	return weights, mean
}

// release drops what only solving again and folds need.
func (s *solver) release() {
	s.term, s.distance, s.inverse, s.inverter = [terms][]float64{}, nil, nil, linalg.Inverter{}
}

// predict adds predictions at the given rows of x, standardised, to columns.
func (s part) predict(to *mat.Dense, columns []int, x *mat.Dense, rows []int32) {
	_, p := x.Dims()
	v := s.kernel.variance
	slopes := make([][]float64, len(s.weights))
	for r, w := range s.weights {
		slopes[r] = make([]float64, p)
		for i := range s.n {
			linalg.AddScaled(slopes[r], w[i]/s.groups, s.x.RawRowView(i))
		}
	}
	near, far, distances := make([]float64, s.stride), make([]float64, s.stride), make([]float64, s.stride)
	point := make([]float64, s.width)
	for _, i := range rows {
		row := x.RawRowView(int(i))
		square := s.kernel.coordinates(point, row)
		simd.Dots(near, s.points, s.width, s.order, point)
		curves(near[:s.n], far, distances, s.squares, square)
		for r, w := range s.weights {
			value := s.mean[r] + float64(v[linear]*linalg.Dot(slopes[r], row)) + float64(v[smooth]*simd.Dot(near, w)) +
				float64(v[rough]*simd.Dot(far, w))
			to.Set(int(i), columns[r], to.At(int(i), columns[r])+value)
		}
	}
}
