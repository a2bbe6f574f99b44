package importance

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"drfvi/mmd"
)

// Spectrum is what the cost of exact distances depends on.
type Spectrum struct {
	// Rank is about that of the kernel matrix to working precision; 0 if
	// unknown.
	Rank int
	// Share is that of its entries that are not negligible; 0 if unknown.
	Share float64
}

// lookedAt is the number of responses that LookAt looks at.
const lookedAt = 800

// LookAt estimates what distances between the rows of y cost under a kernel,
// from some of the rows. The rank grows with the number of rows: in proportion
// where they are far from each other on the kernel's scale, otherwise like a
// power of its logarithm, which is seen from a half and the whole of the rows
// looked at.
func LookAt(y *mat.Dense, choice mmd.KernelChoice) Spectrum {
	n, d := y.Dims()
	count := min(n, lookedAt)
	some := mat.NewDense(count, d, nil)
	for i := range count {
		some.SetRow(i, y.RawRowView(i*n/count))
	}
	kernel, err := choice.Resolve(some)
	if err != nil {
		return Spectrum{} // the estimation will tell
	}
	rank := func(rows int) float64 {
		part := mat.NewDense(rows, d, nil)
		for i := range rows {
			part.SetRow(i, some.RawRowView(i*count/rows))
		}
		factor, _ := mmd.Cholesky(part, kernel, mmd.FactorTolerance, rows)
		_, r := factor.L.Dims()
		return float64(r)
	}
	l := Spectrum{Share: mmd.SparseShare(some, kernel)}
	half, all := rank((count+1)/2), rank(count)
	switch {
	case n == count:
		l.Rank = int(all)
	case all > 0.95*lookedAt:
		l.Rank = n
	default:
		power := math.Log(all/half) / math.Log(math.Log(lookedAt)/math.Log(lookedAt/2))
		l.Rank = int(min(all*math.Pow(math.Log(float64(n))/math.Log(lookedAt), power), float64(n)))
	}
	return l
}
