package importance

import (
	"gonum.org/v1/gonum/floats"

	"drfvi/forest"
	"drfvi/mmd"
)

// weightDifferences represents differences by weights of the training rows:
// sparse in the slots, dense in the sums.
type weightDifferences struct {
	coupled *forest.Coupled
	gram    mmd.Gram   // K as an operator
	entries *mmd.Dense // K by entries
	n       int
	sums    []float64 // S_i, then K·S_i, one after the other
	image   []float64

	rows    []int32 // of all slots, one after the other
	weights []float64
	ends    []int // of each slot
}

var _ differenceSpace = (*weightDifferences)(nil)

func (d *weightDifferences) reset(rows int) {
	if need := rows * d.n; len(d.sums) < need {
		d.sums, d.image = make([]float64, need), make([]float64, d.n)
		return
	}
	clear(d.sums)
}

func (d *weightDifferences) forget() {
	d.rows, d.weights, d.ends = d.rows[:0], d.weights[:0], d.ends[:0]
}

func (d *weightDifferences) slot(tree int, cell *forest.Cell) {
	d.leaf(d.coupled.Patches[tree].Tree.LeafRows(cell.Patched), 1)
	d.leaf(d.coupled.Base.Trees[tree].LeafRows(cell.Base), -1)
	d.ends = append(d.ends, len(d.rows))
}

func (d *weightDifferences) leaf(rows []int32, sign float64) {
	for _, row := range rows {
		d.rows = append(d.rows, row)
		d.weights = append(d.weights, sign/float64(len(rows)))
	}
}

// span returns the rows and weights of a slot.
func (d *weightDifferences) span(slot int) ([]int32, []float64) {
	first := 0
	if slot > 0 {
		first = d.ends[slot-1]
	}
	return d.rows[first:d.ends[slot]], d.weights[first:d.ends[slot]]
}

func (d *weightDifferences) sum(i int32) []float64 { return d.sums[int(i)*d.n : int(i+1)*d.n] }

func (d *weightDifferences) inner(a, b int) float64 {
	rows, weights := d.span(a)
	others, otherWeights := d.span(b)
	total := 0.0
	for k, row := range rows {
		entries, sum := d.entries.Row(int(row)), 0.0
		for m, other := range others {
			sum += otherWeights[m] * entries[other]
		}
		total += weights[k] * sum
	}
	return total
}

func (d *weightDifferences) add(slot int, i int32) {
	rows, weights := d.span(slot)
	sum := d.sum(i)
	for k, row := range rows {
		sum[row] += weights[k]
	}
}

func (d *weightDifferences) close(i int32) float64 {
	sum := d.sum(i)
	d.gram.Apply(d.image, sum)
	square := floats.Dot(sum, d.image)
	copy(sum, d.image)
	return square
}

func (d *weightDifferences) along(slot int, i int32) float64 {
	rows, weights := d.span(slot)
	image, sum := d.sum(i), 0.0
	for k, row := range rows {
		sum += weights[k] * image[row]
	}
	return sum
}
