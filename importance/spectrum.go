package importance

import (
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/mmd"
)

// Spectrum is what the cost of exact distances depends on.
type Spectrum struct {
	// Rank is about that of the kernel matrix to working precision; 0 if
	// unknown.
	Rank int
	// Coarse is about that of what most of the kernel is in, to CoarseTolerance.
	Coarse int
	// Share is that of its entries that are not negligible; 0 if unknown.
	Share float64
}

// CoarseTolerance is the mean residual of the kernel's diagonal that counts as nothing
// beside the errors of parts of a table.
const CoarseTolerance = 1e-4

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
	rank := func(rows int, tolerance float64) float64 {
		part := mat.NewDense(rows, d, nil)
		for i := range rows {
			part.SetRow(i, some.RawRowView(i*count/rows))
		}
		factor, _ := mmd.Cholesky(part, kernel, tolerance, rows)
		_, r := factor.L.Dims()
		return float64(r)
	}
	l := Spectrum{Share: mmd.SparseShare(some, kernel)}
	ofAll := func(tolerance float64) int {
		all := rank(count, tolerance)
		switch {
		case n == count:
			return int(all)
		case all > 0.95*lookedAt:
			return n
		}
		power := elementary.Log(all/rank((count+1)/2, tolerance)) / elementary.Log(elementary.Log(lookedAt)/elementary.Log(lookedAt/2))
		return int(min(all*elementary.Pow(elementary.Log(float64(n))/elementary.Log(lookedAt), power), float64(n)))
	}
	l.Rank, l.Coarse = ofAll(mmd.FactorTolerance), ofAll(CoarseTolerance)
	return l
}
