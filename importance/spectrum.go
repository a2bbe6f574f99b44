package importance

import (
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/mmd"
)

// Spectrum holds what the memory of exact distances depends on: the approximate rank of the kernel
// matrix at working precision, and to CoarseTolerance, for most of the kernel; 0 if unknown.
type Spectrum struct{ Rank, Coarse int }

// CoarseTolerance is a mean residual of the kernel's diagonal that is negligible beside the
// errors from parts of a table.
const CoarseTolerance = 1e-4

// spectrumRows is the largest number of responses used by SpectrumOf.
const spectrumRows = 800

// SpectrumOf estimates the spectrum of the rows of y under a kernel from some
// of the rows. The rank grows with the number of rows: in proportion where they are far
// apart on the kernel's scale, otherwise like a power of its logarithm, estimated from half
// and all of these rows.
func SpectrumOf(y *mat.Dense, choice mmd.KernelChoice) Spectrum {
	n, d := y.Dims()
	if choice == mmd.Linear {
		return Spectrum{d, d}
	}
	count := min(n, spectrumRows)
	sample := thinned(y, count)
	kernel, err := choice.Resolve(sample)
	if err != nil {
		return Spectrum{} // the estimation returns the error
	}
	rank := func(rows int, tolerance float64) float64 {
		factor, _ := mmd.Cholesky(thinned(sample, rows), kernel, tolerance, rows)
		_, r := factor.L.Dims()
		return float64(r)
	}
	ofAll := func(tolerance float64) int {
		sampleRank := rank(count, tolerance)
		switch {
		case n == count:
			return int(sampleRank)
		case sampleRank > 0.95*spectrumRows:
			return n
		}
		power := elementary.Log(
			sampleRank/rank((count+1)/2, tolerance),
		) / elementary.Log(elementary.Log(spectrumRows)/elementary.Log(spectrumRows/2))
		return int(min(sampleRank*elementary.Pow(elementary.Log(float64(n))/elementary.Log(spectrumRows), power), float64(n)))
	}
	return Spectrum{ofAll(mmd.FactorTolerance), ofAll(CoarseTolerance)}
}

// thinned returns so many of the rows of y, evenly spread.
func thinned(y *mat.Dense, rows int) *mat.Dense {
	n, d := y.Dims()
	subset := mat.NewDense(rows, d, nil)
	for i := range rows {
		subset.SetRow(i, y.RawRowView(i*n/rows))
	}
	return subset
}
