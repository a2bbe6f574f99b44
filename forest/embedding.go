package forest

import (
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/internal/par"
	"drfvi/internal/simd"
)

// embedBatch is the number of trees whose leaf means are kept at a time, fewer, down to
// embedFewest, where their leaves by row would be more than embedNumbers, 64 MiB; embedRows is
// the largest number of evaluation rows that one piece of work sums up, embedLeast the least, and
// embedColumns that of coordinates it sums up at a time, so that what it needs
// of the leaf means stays in the cache. None changes the result: every
// coordinate of every row adds up its trees in their order.
const (
	embedBatch   = 64
	embedFewest  = 16
	embedNumbers = 1 << 24
	embedRows    = 128
	embedLeast   = 16
	embedColumns = 32
)

// Embed returns the kernel mean embeddings of the forest's predictions at the
// evaluation rows, m×r, in the coordinates of factor, n×r, whose row i stands
// for k(Y_i,·) and r is a multiple of four: what Weights·factor would give, at the cost of one
// leaf mean per leaf and one addition of r numbers per tree and row. trees[i] is the number of
// trees that predict row i; where it is 0 the embedding is 0.
func (f *Forest) Embed(ctx context.Context, factor *mat.Dense, e Evaluation, workers int) (embedding *mat.Dense, trees []int32, err error) {
	_, r := factor.Dims()
	embedding, trees = mat.NewDense(e.rows, r, nil), make([]int32, e.rows)
	routers := make([]router, workers)
	size := min(max(embedNumbers/max(e.rows, 1), embedFewest), embedBatch)
	batch := newLeafMeans(f, r, size)
	reached := par.Scratch(workers, func() []int32 { return make([]int32, embedRows*size) })
	each := min(max(e.rows/(4*workers), embedLeast), embedRows)
	blocks := (e.rows + each - 1) / each
	for first := 0; first < len(f.Trees); first += size {
		part := f.Trees[first:min(first+size, len(f.Trees))]
		batch.number(part)
		err := par.Do(ctx, workers, len(part), func(w, t int) {
			batch.set(t, &part[t], factor, &routers[w], e)
		})
		if err != nil {
			return nil, nil, err
		}
		err = par.Do(ctx, workers, blocks, func(w, block int) {
			rows := embedding.Slice(block*each, min((block+1)*each, e.rows), 0, r).(*mat.Dense)
			batch.add(rows, trees[block*each:], block*each, len(part), reached(w))
			if first+size < len(f.Trees) {
				return
			}
			for i := range rows.RawMatrix().Rows {
				if count := trees[block*each+i]; count > 0 {
					floats.Scale(1/float64(count), rows.RawRowView(i))
				}
			}
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return embedding, trees, nil
}

// leafMeans holds the embeddings of the leaves of a batch of trees.
type leafMeans struct {
	forest *Forest
	r      int
	leaves [][]int32 // of each tree, the leaf of each evaluation row, as a row of means, or −1
	first  []int32   // row of means that the leaves of each tree begin at
	means  []float64 // row-major
}

// newLeafMeans returns space for the leaves of any batch of so many trees of the forest.
func newLeafMeans(f *Forest, r, size int) *leafMeans {
	l := &leafMeans{forest: f, r: r, leaves: make([][]int32, size), first: make([]int32, size+1)}
	most := 0
	for trees := range slices.Chunk(f.Trees, size) {
		most = max(most, l.number(trees))
	}
	l.means = make([]float64, most*r)
	return l
}

// number numbers the leaves of the trees, and returns how many there are.
func (l *leafMeans) number(trees []Tree) int {
	for t := range trees {
		l.first[t+1] = l.first[t] + int32(len(trees[t].Nodes)+1)/2
	}
	return int(l.first[len(trees)])
}

// set computes the embeddings of the leaves of tree t of the batch that
// evaluation rows reach.
func (l *leafMeans) set(t int, tree *Tree, factor *mat.Dense, router *router, e Evaluation) {
	if l.leaves[t] == nil {
		l.leaves[t] = make([]int32, e.rows)
	}
	at := l.first[t] - 1
	router.leaves(l.leaves[t], tree, e, func(leaf int32) int32 {
		at++
		l.forest.Mean(l.means[int(at)*l.r:int(at+1)*l.r], tree.LeafRows(leaf), factor)
		return at
	})
}

// add adds the embeddings of the given number of trees to dst, whose rows are
// the evaluation rows from first on, and the number of trees that predict them to
// votes. reached is scratch for a number of each row and tree.
func (l *leafMeans) add(dst *mat.Dense, votes []int32, first, trees int, reached []int32) {
	rows, _ := dst.Dims()
	var ends [embedRows]int
	count := 0
	for i := range rows {
		before := count
		for _, of := range l.leaves[:trees] {
			// Written always and counted by the sign: whether a tree predicts a row
			// is a coin toss, which a branch would mispredict.
			at := of[first+i]
			reached[count] = at
			count += int(uint32(^at) >> 31)
		}
		votes[i] += int32(count - before)
		ends[i] = count
	}
	for from := 0; from < l.r; from += embedColumns {
		to, begin := min(from+embedColumns, l.r), 0
		for i := range rows {
			simd.AddRows(dst.RawRowView(i)[from:to], l.means[from:], l.r, reached[begin:ends[i]])
			begin = ends[i]
		}
	}
}
