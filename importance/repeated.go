package importance

import (
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/mat"
)

const (
	// fewestRepeated is the number of distinct rows with the same multiplicity needed to
	// call them copies, mostRepeated the highest multiplicity.
	fewestRepeated = 10
	mostRepeated   = 8
	// convexity is the factor by which pairs must violate the inequality of Repeated, peak
	// the factor by which N_m, m > 2, must exceed its neighbours.
	convexity = 6
	peak      = 10
)

// Repeated returns a warning if rows are copies of others outside their cluster, "" if not.
// Rows with few distinct values coincide by chance. For independent rows the numbers N_m of
// distinct rows that occur m times follow a mixture of Poisson laws, so that m! N_m is
// log-convex,
//
//	(m! N_m)² ≤ (m−1)! N_{m−1} · (m+1)! N_{m+1},
//
// and copies are a peak: if each row occurs twice, N_2 is large and N_1 and N_3 are 0.
func Repeated(x, y *mat.Dense, clusters []int32) string {
	n, _ := x.Dims()
	seen := map[string]map[int32]bool{}
	var b strings.Builder
	for i := range n {
		b.Reset()
		for _, row := range [][]float64{x.RawRowView(i), y.RawRowView(i)} {
			for _, v := range row {
				bits := math.Float64bits(v)
				for shift := 0; shift < 64; shift += 8 {
					b.WriteByte(byte(bits >> shift))
				}
			}
		}
		key, cluster := b.String(), int32(i)
		if clusters != nil {
			cluster = clusters[i]
		}
		if seen[key] == nil {
			seen[key] = map[int32]bool{}
		}
		seen[key][cluster] = true
	}
	var times [mostRepeated + 2]float64
	for _, of := range seen {
		times[min(len(of), mostRepeated+1)]++
	}
	for m := 2; m <= mostRepeated; m++ {
		copied := times[m] >= peak*max(times[m-1], times[m+1])
		if m == 2 {
			copied = 2*times[2]*times[2] > convexity*3*(times[1]+1)*(times[3]+1)
		}
		if copied && times[m] >= fewestRepeated {
			return fmt.Sprintf("%d rows are in the table %d times each, more than by chance: copies tell nothing new, and make p-values and intervals too small; leave them out, or name a column of numbers that copies share by --cluster", int(times[m]), m)
		}
	}
	return ""
}
