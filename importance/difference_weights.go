package importance

import (
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/internal/linalg"
	"drfvi/mmd"
)

// weightDifferences represents differences by weights of the training rows: sparse in the
// slots, dense in the sums.
type weightDifferences struct {
	base    *forest.Forest
	gram    mmd.Gram   // K as an operator
	entries *mmd.Dense // K by entries, for inner products; may be nil if there are none
	n       int
	sums    []float64 // S_i, then K·S_i, concatenated
	block   *mat.Dense
	image   *mat.Dense

	rows    []int32 // of all slots, concatenated
	weights []float64
	ends    []int // by slot
	// products holds the inner products since the last forget, by the second slot: rows of
	// the same two cells need the same one. A cell meets few others, so that a list is
	// searched faster than a map.
	products [][]slotProduct
}

// slotProduct is an inner product with the difference in a slot.
type slotProduct struct {
	slot    int
	product float64
}

func newWeightDifferences(base *forest.Forest, gram mmd.Gram, entries *mmd.Dense, n int) *weightDifferences {
	return &weightDifferences{
		base: base, gram: gram, entries: entries, n: n,
		block: mat.NewDense(sumBlock, n, nil), image: mat.NewDense(sumBlock, n, nil),
	}
}

var _ differenceSpace = (*weightDifferences)(nil)

func (d *weightDifferences) reset(rows int) {
	if need := rows * d.n; len(d.sums) < need {
		d.sums = make([]float64, need)
		return
	}
	clear(d.sums)
}

func (d *weightDifferences) forget() {
	d.rows, d.weights, d.ends = d.rows[:0], d.weights[:0], d.ends[:0]
	for b := range d.products {
		d.products[b] = d.products[b][:0]
	}
}

func (d *weightDifferences) slot(tree int, estimation []int32, base int32) {
	d.weigh(estimation, 1)
	d.weigh(d.base.Trees[tree].LeafRows(base), -1)
	d.ends = append(d.ends, len(d.rows))
	if len(d.products) < len(d.ends) {
		d.products = append(d.products, nil)
	}
}

func (d *weightDifferences) weigh(rows []int32, sign float64) {
	mass := d.base.Mass(rows)
	for _, row := range rows {
		d.rows = append(d.rows, row)
		d.weights = append(d.weights, sign*d.base.RowWeight(row)/mass)
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

func (d *weightDifferences) square(slot int) float64 { return d.inner(slot, slot) }

func (d *weightDifferences) inner(a, b int) float64 {
	for _, p := range d.products[b] {
		if p.slot == a {
			return p.product
		}
	}
	product := d.product(a, b)
	d.products[b] = append(d.products[b], slotProduct{a, product})
	return product
}

// product computes ⟨D_a, D_b⟩.
func (d *weightDifferences) product(a, b int) float64 {
	rows, weights := d.span(a)
	others, otherWeights := d.span(b)
	otherWeights = otherWeights[:len(others)]
	total, k := 0.0, 0
	// Four rows at a time, so that no addition waits for the one before.
	for ; k+4 <= len(rows); k += 4 {
		a := d.entries.Row(int(rows[k]))
		b := d.entries.Row(int(rows[k+1]))[:len(a)]
		c := d.entries.Row(int(rows[k+2]))[:len(a)]
		e := d.entries.Row(int(rows[k+3]))[:len(a)]
		var sumA, sumB, sumC, sumE float64
		for m, other := range others {
			w := otherWeights[m]
			sumA += float64(w * a[other])
			sumB += float64(w * b[other])
			sumC += float64(w * c[other])
			sumE += float64(w * e[other])
		}
		total += float64(weights[k] * sumA)
		total += float64(weights[k+1] * sumB)
		total += float64(weights[k+2] * sumC)
		total += float64(weights[k+3] * sumE)
	}
	for ; k < len(rows); k++ {
		entries, sum := d.entries.Row(int(rows[k])), 0.0
		for m, other := range others {
			sum += float64(otherWeights[m] * entries[other])
		}
		total += float64(weights[k] * sum)
	}
	return total
}

func (d *weightDifferences) add(slot int, rows []int32) {
	moved, weights := d.span(slot)
	weights = weights[:len(moved)]
	for ; len(rows) >= 4; rows = rows[4:] { // four sums at a time: they share what is read of the slot
		a, b, c, e := d.sum(rows[0]), d.sum(rows[1]), d.sum(rows[2]), d.sum(rows[3])
		b, c, e = b[:len(a)], c[:len(a)], e[:len(a)]
		for k, row := range moved {
			w := weights[k]
			a[row] += w
			b[row] += w
			c[row] += w
			e[row] += w
		}
	}
	for _, i := range rows {
		sum := d.sum(i)
		for k, row := range moved {
			sum[row] += weights[k]
		}
	}
}

func (d *weightDifferences) close(squares []float64, rows []int32) {
	for first := 0; first < len(rows); first += sumBlock {
		part := rows[first:min(first+sumBlock, len(rows))]
		block := d.block.Slice(0, len(part), 0, d.n).(*mat.Dense)
		image := d.image.Slice(0, len(part), 0, d.n).(*mat.Dense)
		for k, i := range part {
			copy(block.RawRowView(k), d.sum(i))
		}
		d.gram.Apply(image, block)
		for k, i := range part {
			squares[i] = linalg.Dot(block.RawRowView(k), image.RawRowView(k))
			copy(d.sum(i), image.RawRowView(k))
		}
	}
}

func (d *weightDifferences) along(products []float64, slot int, rows []int32) {
	moved, weights := d.span(slot)
	for m, i := range rows {
		image, sum := d.sum(i), 0.0
		for k, row := range moved {
			sum += float64(weights[k] * image[row])
		}
		products[m] = sum
	}
}

func (d *weightDifferences) fork() differenceSpace {
	return &weightDifferences{base: d.base, n: d.n, sums: d.sums}
}
