package shapley

import (
	"drfvi/internal/linalg"
	"drfvi/internal/simd"
)

// products are those of the predictions μ̂_k(x_i) − φ̄ of two forests with each other
// and with φ_i − φ̄; zero for a forest that there is none of.
type products struct {
	with   [2]float64
	square [2]float64 // products of different blocks of trees
	cross  float64
}

func (p *products) add(q products) {
	for k := range p.with {
		p.with[k] += q.with[k]
		p.square[k] += q.square[k]
	}
	p.cross += q.cross
}

// gain is by how much the squared error is smaller with the weights a.
func (p products) gain(a [2]float64) float64 {
	sum := -2 * a[0] * a[1] * p.cross
	for k, w := range a {
		sum += w * (2*p.with[k] - w*p.square[k])
	}
	return sum
}

// weights returns the weights ≥ 0 of the largest gain. Forests whose square is not
// above least have none.
func (p products) weights(least [2]float64) [2]float64 {
	var best [2]float64
	try := func(a [2]float64) {
		if a[0] >= 0 && a[1] >= 0 && p.gain(a) > p.gain(best) {
			best = a
		}
	}
	both := true
	for k := range best {
		if p.square[k] <= least[k] {
			both = false
			continue
		}
		var a [2]float64
		a[k] = p.with[k] / p.square[k]
		try(a)
	}
	if det := p.square[0]*p.square[1] - p.cross*p.cross; both && det > 0 {
		try([2]float64{
			(p.with[0]*p.square[1] - p.with[1]*p.cross) / det,
			(p.with[1]*p.square[0] - p.with[0]*p.cross) / det,
		})
	}
	return best
}

// leastVariation is the variation of the predictions of infinitely many trees, as a
// share of what finitely many add, below which it is taken for none.
const leastVariation = 0.1

// stack values a set by its forests' predictions.
func (g *game) stack(predictions []prediction) (w worth, used int) {
	w = worth{make([]float64, g.eval.Rows()), make([]float64, g.blocks)}
	rows, left := make([]products, len(w.rows)), make([]products, g.blocks)
	var all products
	var added [2]float64 // to squares by finitely many trees
	row := newStackedRow(g, len(predictions))
	for i := range rows {
		if !row.read(g, predictions, i) {
			continue
		}
		used++
		rows[i] = row.without(-1)
		all.add(rows[i])
		for k := range predictions {
			v := &row.forests[k]
			added[k] += v.whole/(v.votes*v.votes) - rows[i].square[k]
		}
		for b := range left {
			left[b].add(row.without(b))
		}
	}
	a := all.weights([2]float64{leastVariation * max(added[0], 0), leastVariation * max(added[1], 0)})
	// The weights are where the gain is largest: that they would be others without a
	// row or a block changes nothing to first order.
	for i := range rows {
		w.rows[i] = rows[i].gain(a)
	}
	for b := range left {
		w.blocks[b] = left[b].gain(a) / float64(len(rows))
	}
	return w, used
}

// stackedRow holds the sums of the trees at one row.
type stackedRow struct {
	forests []votedRow
	cross   [][2]float64 // of each block of the one forest with all of the other
	same    []float64    // of the same block of both
	both    float64
}

// votedRow holds those of one forest.
type votedRow struct {
	sum           []float64 // of predictions
	whole         float64   // its squared length
	votes, votes2 float64   // trees, and squares of those of the blocks
	with, square  float64   // with φ_i − φ̄; squared lengths of blocks, added up
	blocks        []votedBlock
}

// votedBlock holds those of one block of trees.
type votedBlock struct{ votes, with, square, all float64 }

func newStackedRow(g *game, forests int) *stackedRow {
	_, r := g.phi.Dims()
	row := &stackedRow{forests: make([]votedRow, forests), cross: make([][2]float64, g.blocks), same: make([]float64, g.blocks)}
	for k := range row.forests {
		row.forests[k] = votedRow{sum: make([]float64, r), blocks: make([]votedBlock, g.blocks)}
	}
	return row
}

// read takes in row i. It tells whether two blocks of each forest predict it.
func (s *stackedRow) read(g *game, predictions []prediction, i int) bool {
	phi := g.phi.RawRowView(i)
	for k, p := range predictions {
		v := &s.forests[k]
		clear(v.sum)
		v.votes, v.votes2, v.with, v.square = 0, 0, 0, 0
		for b, embedding := range p.embeddings {
			n, mean := float64(p.votes[b][i]), embedding.RawRowView(i)
			linalg.AddScaled(v.sum, n, mean)
			own := votedBlock{votes: n, with: n * simd.Dot(phi, mean), square: n * n * simd.Dot(mean, mean)}
			v.votes, v.votes2, v.with, v.square = v.votes+n, v.votes2+n*n, v.with+own.with, v.square+own.square
			v.blocks[b] = own
		}
		if v.votes*v.votes <= v.votes2 {
			return false
		}
		v.whole = simd.Dot(v.sum, v.sum)
		for b, embedding := range p.embeddings {
			v.blocks[b].all = v.blocks[b].votes * simd.Dot(v.sum, embedding.RawRowView(i))
		}
	}
	if len(predictions) < 2 {
		return true
	}
	s.both = simd.Dot(s.forests[0].sum, s.forests[1].sum)
	for b := range s.same {
		first, second := predictions[0].embeddings[b].RawRowView(i), predictions[1].embeddings[b].RawRowView(i)
		n, m := s.forests[0].blocks[b].votes, s.forests[1].blocks[b].votes
		s.cross[b] = [2]float64{n * simd.Dot(first, s.forests[1].sum), m * simd.Dot(second, s.forests[0].sum)}
		s.same[b] = n * m * simd.Dot(first, second)
	}
	return true
}

// without returns the row's products without a block of the trees of each forest, -1
// for none; with it where no two blocks would be left.
func (s *stackedRow) without(b int) products {
	var p products
	var votes [2]float64
	for k := range s.forests {
		v := &s.forests[k]
		var out votedBlock
		if b >= 0 {
			out = v.blocks[b]
		}
		votes[k] = v.votes - out.votes
		pairs := votes[k]*votes[k] - (v.votes2 - out.votes*out.votes)
		if pairs <= 0 {
			return s.without(-1)
		}
		p.with[k] = (v.with - out.with) / votes[k]
		p.square[k] = (v.whole - 2*out.all + out.square - (v.square - out.square)) / pairs
	}
	if len(s.forests) == 2 {
		cross := s.both
		if b >= 0 {
			cross += s.same[b] - s.cross[b][0] - s.cross[b][1]
		}
		p.cross = cross / (votes[0] * votes[1])
	}
	return p
}
