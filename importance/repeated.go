package importance

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/internal/rng"
)

const (
	// fewestRepeated is the number of distinct rows with the same multiplicity needed to
	// call them copies, or of copies of fewer rows; mostRepeated is the highest multiplicity.
	fewestRepeated = 10
	mostRepeated   = 8
	// convexity is the factor by which pairs must violate the inequality of Repeated, peak
	// the factor by which N_m, m > 2, must exceed its neighbours.
	convexity = 6
	peak      = 10
	// fewestValues is the number of values from which on a column may be continuous. The range
	// of its middle values must hold timesLeastGap times as many at their least distance.
	fewestValues  = 30
	timesLeastGap = 4
)

// shareCluster is the remedy for rows that are copies of others.
var shareCluster = mention.Clause(", or name a column of numbers that copies share by %v", mention.Cluster)

// Repeated returns a warning if rows are copies of others outside their cluster, nil if not.
// Rows with few distinct values coincide by chance. Let N_m be the number of distinct rows
// that occur m times. For independent rows these numbers follow a mixture of Poisson laws, so
// that m! N_m is log-convex:
//
//	(m! N_m)² ≤ (m−1)! N_{m−1} · (m+1)! N_{m+1}.
//
// Copies are a peak: if each row occurs twice, N_2 is large and N_1 and N_3 are 0. There is no
// peak if the number of copies varies. But rows that coincide by chance have neighbours that
// differ in a single column, and no column that is as good as continuous.
func Repeated(x, y *mat.Dense, clusters []int32) error {
	var times [mostRepeated + 2]float64
	var single, multiple []int // first places of the rows that do not and that do repeat
	clustersOf, place := map[uint64]map[int32]bool{}, map[uint64]int{}
	hashes := hashesOf(x, y)
	shared := repeated(hashes)
	for i, hash := range hashes {
		if !shared[hash] { // as nearly all rows of most tables
			single = append(single, i)
			continue
		}
		cluster := int32(i)
		if clusters != nil {
			cluster = clusters[i]
		}
		if clustersOf[hash] == nil {
			clustersOf[hash], place[hash] = map[int32]bool{}, i
		}
		clustersOf[hash][cluster] = true
	}
	times[1] = float64(len(single))
	copies := 0
	for hash, found := range clustersOf {
		copies += len(found) - 1
		times[min(len(found), mostRepeated+1)]++
		if len(found) > 1 {
			multiple = append(multiple, place[hash])
		} else {
			single = append(single, place[hash])
		}
	}
	for m := 2; m <= mostRepeated; m++ {
		copied := times[m] >= peak*max(times[m-1], times[m+1])
		if m == 2 {
			copied = 2*times[2]*times[2] > convexity*3*(times[1]+1)*(times[3]+1)
		}
		if copied && times[m] >= fewestRepeated {
			return mention.Errorf("%d rows are in the table %d times each, more than by chance: copies tell "+
				"nothing new, and make p-values and intervals too small; leave them out%s", int(times[m]), m, shareCluster)
		}
	}
	if copies < fewestRepeated {
		return nil
	}
	places := slices.Concat(multiple, single)
	different := linalg.Beside(linalg.Rows(x, places), linalg.Rows(y, places))
	if len(multiple) >= fewestRepeated && beyondChance(different, len(multiple)) ||
		amongMeasured(different, len(multiple)) {
		verb := "are"
		if len(multiple) == 1 {
			verb = "is"
		}
		return mention.Errorf("%d of %d different rows %s in the table several times, more than by chance: "+
			"copies tell nothing new, and make p-values and intervals too small; leave them out%s",
			len(multiple), len(places), verb, shareCluster)
	}
	return nil
}

// hashesOf returns a number for each row of inputs and responses, the same for equal rows: the
// sum of those of its cells.
func hashesOf(matrices ...*mat.Dense) []uint64 {
	n, _ := matrices[0].Dims()
	hashes, column := make([]uint64, n), 0
	for _, m := range matrices {
		_, columns := m.Dims()
		for i := range hashes {
			for j, v := range m.RawRowView(i) {
				hashes[i] += hashOf(column+j, v)
			}
		}
		column += columns
	}
	return hashes
}

// repeated returns the numbers that occur more than once.
func repeated(numbers []uint64) map[uint64]bool {
	sorted, repeats := slices.Sorted(slices.Values(numbers)), map[uint64]bool{}
	for k, v := range sorted[min(1, len(sorted)):] {
		if v == sorted[k] {
			repeats[v] = true
		}
	}
	return repeats
}

// beyondChance reports whether the first of the different rows, which repeat, can hardly repeat
// by chance. Then few of them have a neighbour that is equal but for one column, or a column is
// continuous, so that few of the different rows have equal values of it.
func beyondChance(different *mat.Dense, repeated int) bool {
	_, columns := different.Dims()
	hashes, hasNeighbour := hashesOf(different), make([]bool, repeated)
	for j := range columns {
		column, others := mat.Col(nil, j, different), map[uint64]int{}
		for i, v := range column {
			others[hashes[i]-hashOf(j, v)]++
		}
		for i := range hasNeighbour {
			hasNeighbour[i] = hasNeighbour[i] || others[hashes[i]-hashOf(j, column[i])] > 1
		}
		if continuous(column, repeated) {
			return true
		}
	}
	alone := 0
	for _, is := range hasNeighbour {
		if !is {
			alone++
		}
	}
	return 2*alone > repeated
}

// amongMeasured reports whether a column is continuous, and most of the first rows, which repeat,
// have values of it that are no mass points: neither 0 nor the smallest or largest.
func amongMeasured(different *mat.Dense, repeated int) bool {
	_, columns := different.Dims()
	for j := range columns {
		column := mat.Col(nil, j, different)
		if !continuous(column, repeated) {
			continue
		}
		known := slices.DeleteFunc(column, math.IsNaN)
		least, largest, inside := slices.Min(known), slices.Max(known), 0
		for i := range repeated {
			if v := different.At(i, j); v != 0 && v > least && v < largest {
				inside++
			}
		}
		if 2*inside > repeated {
			return true
		}
	}
	return false
}

// hashOf returns a number for the value of a column.
func hashOf(column int, v float64) uint64 {
	return uint64(rng.New(math.Float64bits(v + 0)).At(column)) // −0 is 0
}

// continuous reports whether a column of the different rows has values that lie far enough
// apart. Also, pairs of equal values must be few compared with the rows that repeat.
func continuous(column []float64, repeated int) bool {
	known := slices.DeleteFunc(slices.Clone(column), math.IsNaN)
	slices.Sort(known)
	n, pairs, least, same, count := len(known), 0, math.Inf(1), 1, min(len(known), 1)
	for k := 1; k < n; k++ {
		if known[k] == known[k-1] {
			pairs += same
			same++
			continue
		}
		same = 1
		count++
		least = min(least, known[k]-known[k-1])
	}
	return count >= fewestValues && 5*pairs <= repeated &&
		known[n-1-n/10]-known[n/10] >= float64(timesLeastGap*count)*least
}
