package datasets

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
)

// Share is the contribution of a response to the mean squared distance, up to a common
// factor: the sum of the variances of its columns.
type Share struct {
	Target   string
	Variance float64
}

// shareOf returns that of a target with the given columns.
func shareOf(target string, columns mat.Matrix) Share {
	s := Share{Target: target}
	_, d := columns.Dims()
	for j := range d {
		_, variance := linalg.Variance(mat.Col(nil, j, columns))
		s.Variance += variance
	}
	return s
}

// dominant is the share of the squared distances between responses from which on one
// of several targets is nearly all that is compared.
const dominant = 0.9

// Dominated returns a warning if one of several targets makes up nearly all of the
// squared distances between responses; "" if none does.
func Dominated(targets []Share) string {
	var most Share
	total := 0.0
	for _, s := range targets {
		total += s.Variance
		if s.Variance > most.Variance {
			most = s
		}
	}
	if len(targets) < 2 || !(most.Variance > dominant*total) {
		return ""
	}
	percent := min(100*most.Variance/total, 99.99)
	return fmt.Sprintf("target %q makes %.4g %% of the squared distances between responses, so that importance is nearly that for it alone: --scale sd gives all targets the same weight", most.Target, percent)
}
