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
// embedFewest, where their leaves by row would be more than embedNumbers, 64 MiB. One piece of
// work sums up from embedLeast to embedRows evaluation rows. It sums up embedColumns
// coordinates at a time, so that what it needs of the leaf means stays in the cache. None
// changes the result: every coordinate of every row adds up its trees in their order.
const (
	embedBatch   = 64
	embedFewest  = 16
	embedNumbers = 1 << 24
	embedRows    = 128
	embedLeast   = 16
	embedColumns = 32
)

// Embed returns the kernel mean embeddings of the forest's predictions at the
// evaluation rows, m×r, in the coordinates of factor, n×r. Row i of factor stands
// for k(Y_i,·), and r is a multiple of four. The result is Weights·factor, at the cost of one
// leaf mean per leaf and one addition of r numbers per tree and row. trees[i] is the number of
// trees that predict row i; where it is 0 the embedding is 0.
func (f *Forest) Embed(
	ctx context.Context, factor *mat.Dense, e Evaluation, workers int,
) (embedding *mat.Dense, trees []int32, err error) {
	_, r := factor.Dims()
	embedding, trees = mat.NewDense(e.rows, r, nil), make([]int32, e.rows)
	routers := make([]router, workers)
	size := min(max(embedNumbers/max(e.rows, 1), embedFewest), embedBatch)
	batch := newLeafMeans(f, r, size)
	reached := par.Scratch(workers, func() []int32 { return make([]int32, embedRows*size) })
	blockRows := min(max(e.rows/(4*workers), embedLeast), embedRows)
	blocks := (e.rows + blockRows - 1) / blockRows
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
			rows := embedding.Slice(block*blockRows, min((block+1)*blockRows, e.rows), 0, r).(*mat.Dense)
			batch.add(rows, trees[block*blockRows:], block*blockRows, len(part), reached(w))
			if first+size < len(f.Trees) {
				return
			}
			for i := range rows.RawMatrix().Rows {
				if count := trees[block*blockRows+i]; count > 0 {
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
	largest := 0
	for trees := range slices.Chunk(f.Trees, size) {
		largest = max(largest, l.number(trees))
	}
	l.means = make([]float64, largest*r)
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
	leafNumber := l.first[t] - 1
	router.leaves(l.leaves[t], tree, e, func(leaf int32) int32 {
		leafNumber++
		l.forest.Mean(l.means[int(leafNumber)*l.r:int(leafNumber+1)*l.r], tree.LeafRows(leaf), factor)
		return leafNumber
	})
}

// add adds the embeddings of the given number of trees to dst, and how many of them predict a
// row to votes. Rows of dst are the evaluation rows from first on. reached is scratch for a
// number of each row and tree.
func (l *leafMeans) add(dst *mat.Dense, votes []int32, first, trees int, reached []int32) {
	rows, _ := dst.Dims()
	var ends [embedRows]int
	count := 0
	for i := range rows {
		before := count
		for _, treeLeaves := range l.leaves[:trees] {
			// Written always and counted by the sign: whether a tree predicts a row
			// is a coin toss, which a branch would mispredict.
			leafNumber := treeLeaves[first+i]
			reached[count] = leafNumber
			count += int(uint32(^leafNumber) >> 31)
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
