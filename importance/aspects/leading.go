package aspects

import (
	"slices"

	"drfvi/internal/linalg"
	"drfvi/internal/rank"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// MostResponses is the largest number of responses: aspects grow with its square.
const MostResponses = 8

// Leading returns the positions of at most MostResponses responses, columns of y: all in their
// order, or of more those that share most of the variation of all, the most first: with the
// largest sums of squared covariances with all columns, Σₖ cov(Yⱼ, Yₖ)², which are the squared
// coordinates of the response along the principal axes, times their variances. Responses that
// are the same in every row are left out of more.
func Leading(responses []Response, y mat.Matrix) []int {
	if len(responses) <= MostResponses {
		return rank.Numbers[int](len(responses))
	}
	_, width := y.Dims()
	columns, shared := make([][]float64, width), make([]float64, width)
	for j := range columns {
		columns[j] = mat.Col(nil, j, y)
		floats.AddConst(-linalg.Mean(columns[j]), columns[j])
		for k, other := range columns[:j+1] {
			covariance := linalg.Dot(columns[j], other)
			shared[j] += float64(covariance * covariance)
			if k < j {
				shared[k] += float64(covariance * covariance)
			}
		}
	}
	ofResponses := make([]float64, len(responses))
	for k, r := range responses {
		for _, column := range r.Columns {
			ofResponses[k] += shared[column]
		}
	}
	return slices.DeleteFunc(rank.Descending(ofResponses)[:MostResponses], func(k int) bool { return ofResponses[k] == 0 })
}
