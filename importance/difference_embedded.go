package importance

import (
	"drfvi/importance/internal/embedding"
	"drfvi/internal/simd"
)

// embeddedDifferences represents differences by coordinates in the factor of the kernel
// matrix.
type embeddedDifferences struct {
	leaves   *embedding.Leaves
	sums     []float64 // S_i, concatenated
	slots    []float64 // D, concatenated
	used     int
	squares  []float64 // ‖D‖² by slot, negative until computed
	embedded *embedding.Difference
}

func newEmbeddedDifferences(leaves *embedding.Leaves) *embeddedDifferences {
	return &embeddedDifferences{leaves: leaves, embedded: leaves.Difference()}
}

var _ differenceSpace = (*embeddedDifferences)(nil)

func (d *embeddedDifferences) reset(rows int) {
	if need := rows * d.leaves.Rank; len(d.sums) < need {
		d.sums = make([]float64, need)
		return
	}
	clear(d.sums)
}

func (d *embeddedDifferences) forget() { d.used, d.squares = 0, d.squares[:0] }

func (d *embeddedDifferences) slot(tree int, estimation []int32, base int32) {
	d.used++
	if need := d.used * d.leaves.Rank; len(d.slots) < need {
		d.slots = append(d.slots, make([]float64, need)...)
	}
	d.embedded.Store(d.difference(d.used-1), estimation, tree, base)
	d.squares = append(d.squares, -1)
}

func (d *embeddedDifferences) square(slot int) float64 {
	if d.squares[slot] < 0 {
		d.squares[slot] = d.inner(slot, slot)
	}
	return d.squares[slot]
}

func (d *embeddedDifferences) difference(slot int) []float64 {
	r := d.leaves.Rank
	return d.slots[slot*r : (slot+1)*r]
}

func (d *embeddedDifferences) sum(i int32) []float64 {
	r := d.leaves.Rank
	return d.sums[int(i)*r : int(i+1)*r]
}

func (d *embeddedDifferences) inner(a, b int) float64 {
	return simd.Dot(d.difference(a), d.difference(b))
}

func (d *embeddedDifferences) add(slot int, rows []int32) {
	simd.AddTo(d.sums, d.leaves.Rank, rows, d.difference(slot))
}

func (d *embeddedDifferences) close(squares []float64, rows []int32) {
	for _, i := range rows {
		squares[i] = simd.Dot(d.sum(i), d.sum(i))
	}
}

func (d *embeddedDifferences) along(products []float64, slot int, rows []int32) {
	simd.Dots(products, d.sums, d.leaves.Rank, rows, d.difference(slot))
}

func (d *embeddedDifferences) fork() differenceSpace {
	return &embeddedDifferences{leaves: d.leaves, sums: d.sums, embedded: d.leaves.Difference()}
}
