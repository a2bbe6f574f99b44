package forest

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/rank"
	"drfvi/mmd"
)

// response is the response as the splitting criterion sees it.
type response struct {
	n, d int
	// z are the responses, standardised if the configuration says so,
	// multiplied by the standard deviation of the frequencies; row-major, n×d.
	// A frequency is then a standard normal vector.
	z []float64
	// repeated tells, for a steady configuration, whether rows have the same response.
	repeated bool
}

// newResponse prepares y, n×d. It returns an error if a value is not finite
// or if all its columns are constant.
func newResponse(y *mat.Dense, c Config) (*response, error) {
	n, d := y.Dims()
	for i := range n {
		for k, v := range y.RawRowView(i) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, fmt.Errorf("forest: response in row %d, column %d is %v, expected a finite number", i+1, k+1, v)
			}
		}
	}
	scaled := mat.DenseCopyOf(y)
	if c.ScaleResponse {
		standardise(scaled)
	}
	sd, err := frequencyScale(scaled, c)
	if err != nil {
		return nil, err
	}
	r := &response{n: n, d: d, z: scaled.RawMatrix().Data}
	for i := range r.z {
		r.z[i] *= sd
	}
	if c.Steady {
		rows := make([][]float64, n)
		for i := range rows {
			rows[i] = scaled.RawRowView(i)
		}
		r.repeated = rank.Repeat(rows)
	}
	return r, nil
}

// standardise gives every column of z mean 0 and standard deviation 1 (with
// n−1); constant columns become 0.
func standardise(z *mat.Dense) {
	n, d := z.Dims()
	column := make([]float64, n)
	for k := range d {
		mat.Col(column, k, z)
		linalg.IntoRange(column)
		mean, variance := linalg.Variance(column)
		sd := math.Sqrt(variance)
		if !(sd > 1e-14*math.Abs(mean)) {
			sd = math.Inf(1)
		}
		for i := range column {
			column[i] = (column[i] - mean) / sd
		}
		z.SetCol(k, column)
	}
}

// wideFactor is how many median distances the bandwidth Wide has.
const wideFactor = 32

// frequencyScale returns the standard deviation of the frequencies ω for the
// response z.
func frequencyScale(z *mat.Dense, c Config) (float64, error) {
	var h float64
	switch c.Bandwidth {
	case MedianHeuristic:
		h = mmd.MedianHeuristic(z)
		h *= h
	case SqrtMedianHeuristic:
		h = mmd.MedianHeuristic(z)
	case MedianDistance, Wide:
		if c.Steady {
			h = mmd.MedianDistanceOf(z, steadyRows)
		} else {
			h = mmd.MedianDistance(z)
		}
	}
	if c.Bandwidth == Wide {
		h *= wideFactor
	}
	if h == 0 {
		return 0, fmt.Errorf("forest: all responses are equal, or differ by little more than rounding; expected " +
			"responses that vary")
	}
	return 1 / h, nil
}
