package importance

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/mmd"
)

// aggregator computes squared MMD distances between the predictions of forests on one set
// of evaluation rows. There are two exact ways:
//
//   - low rank: predictions are embedded in the coordinates of a factor of the kernel
//     matrix, and distances are sums of squares;
//   - by weights: predictions remain weights of the n training rows, and a Gram operator
//     (sparse or dense) gives the length of their differences.
//
// exactly takes the cheaper one. A factor of random Fourier features makes the low-rank
// way approximate.
type aggregator struct {
	eval    forest.Evaluation
	design  design.Design // of the evaluation rows
	workers int
	n       int
	y       *mat.Dense
	kernel  mmd.Kernel
	// Exactly one of factor.L and gram is set.
	factor mmd.Factor
	gram   mmd.Gram
	// parts are the column blocks of a factor of random features, independent estimates
	// of shares of the kernel; nil for exact ways.
	parts []*mat.Dense
	name  string
}

// forestsSteps are the steps of aggregating forests one by one.
func forestsSteps(forests int) aggregation {
	return func(a aggregationSize) steps {
		k := float64(forests)
		return steps{
			coordinates: k * a.trees * (float64(a.rows*a.votes) + a.estimating),
			weights:     k * a.trees * a.rows * a.votes * a.leaf,
			applied:     k * a.rows,
		}
	}
}

// newAggregator returns an aggregator without a kernel, a factor or an operator.
func newAggregator(y *mat.Dense, eval forest.Evaluation, workers int) *aggregator {
	n, _ := y.Dims()
	return &aggregator{eval: eval, workers: workers, n: n, y: y}
}

// exactly makes the aggregator sum exactly, in the cheaper way.
func (a *aggregator) exactly(ctx context.Context, c forest.Config, steps aggregation) error {
	dense := float64(a.n) * float64(a.n)
	sparse := mmd.SparseShare(a.y, a.kernel) * dense
	size := aggregationSize{shape: newShape(c, a.n), rows: float64(a.eval.Rows()), votes: 1}
	if a.eval.OutOfBag() {
		size.votes = size.outOfBag
	}
	maxRank := highestRank(a.n, steps(size), min(sparse, dense))
	if a.kernel.Variation(a.y) < mmd.LeastVariation {
		// Weights would multiply entries that differ only in their last digits.
		maxRank = a.n
	}
	if factor, ok := mmd.Cholesky(a.y, a.kernel, mmd.FactorTolerance, maxRank); ok {
		a.factor, a.name = factor, factor.String()
		return nil
	}
	var err error
	if sparse < dense {
		a.gram, err = mmd.NewSparse(ctx, a.y, a.kernel, a.workers)
		a.name = fmt.Sprintf("sparse, kernel entries below %.0e left out", mmd.SparseTolerance)
	} else {
		a.gram, err = mmd.NewDense(ctx, a.y, a.kernel, a.workers)
		a.name = "dense"
	}
	return err
}

// prediction is a forest's prediction on the evaluation rows, in its aggregator's form.
type prediction struct {
	// vectors are the coordinates or weights, one row per evaluation row; nil for weights
	// that would take too much memory and are made from forest and leaves each time.
	vectors *mat.Dense
	forest  *forest.Forest
	leaves  [][]int32
	trees   []int32 // number of trees that predict each row
}

// weightsLimit is the largest number of weights kept for a prediction, 64 MiB.
const weightsLimit = 1 << 23

func (a *aggregator) predict(ctx context.Context, f *forest.Forest) (prediction, error) {
	if a.gram == nil {
		e, trees, err := f.Embed(ctx, a.factor.L, a.eval, a.workers)
		return prediction{vectors: e, trees: trees}, err
	}
	leaves, err := f.Leaves(ctx, a.eval, a.workers)
	if err != nil {
		return prediction{}, err
	}
	p := prediction{forest: f, leaves: leaves, trees: make([]int32, a.eval.Rows())}
	for _, treeLeaves := range leaves {
		for i, leaf := range treeLeaves {
			if leaf >= 0 {
				p.trees[i]++
			}
		}
	}
	if a.eval.Rows()*a.n <= weightsLimit {
		p.vectors, err = f.Weights(ctx, a.eval, a.workers)
	}
	return p, err
}

// distance returns Σ_i w_i ‖μ_p(x_i) − μ_q(x_i)‖² over the evaluation rows with both
// predictions.
func (a *aggregator) distance(ctx context.Context, p, q prediction) (amount, error) {
	return a.amount(ctx, func(dst []float64, i int) {
		if p.trees[i] > 0 && q.trees[i] > 0 {
			a.add(dst, p, i, 1)
			a.add(dst, q, i, -1)
		}
	})
}

// variation returns V = Σ_i w_i ‖μ_p(x_i) − mean μ_p‖² over the evaluation rows with a
// prediction; the weights are 1 unless the task has some.
func (a *aggregator) variation(ctx context.Context, p prediction) (amount, error) {
	mean, total := make([]float64, a.width()), 0.0
	for i, trees := range p.trees {
		if trees > 0 {
			a.add(mean, p, i, a.design.Weight(i))
			total += a.design.Weight(i)
		}
	}
	if total > 0 {
		floats.Scale(1/total, mean)
	}
	return a.amount(ctx, func(dst []float64, i int) {
		if p.trees[i] > 0 {
			a.add(dst, p, i, 1)
			floats.Sub(dst, mean)
		}
	})
}

// width is the length of the vectors that represent predictions.
func (a *aggregator) width() int {
	if a.gram == nil {
		_, r := a.factor.L.Dims()
		return r
	}
	return a.n
}

// add adds factor times the prediction at row i to dst.
func (a *aggregator) add(dst []float64, p prediction, i int, factor float64) {
	if p.vectors != nil {
		// Weights are for the forest's own rows, the first of the responses.
		vector := p.vectors.RawRowView(i)
		linalg.AddScaled(dst[:len(vector)], factor, vector)
		return
	}
	p.forest.AddWeights(dst, p.leaves, i, factor)
}

// sumBlock is the number of evaluation rows in one piece of work.
const sumBlock = 64

// squares returns for each evaluation row the squared length of the vector that fill stores
// in zeroed space.
func (a *aggregator) squares(ctx context.Context, fill func(dst []float64, i int)) ([]float64, error) {
	return a.partSquares(ctx, 1, fill)
}

// partSquares is squares for the given number of equal parts of the vectors; those of row i
// begin at index i·parts.
func (a *aggregator) partSquares(ctx context.Context, parts int, fill func(dst []float64, i int)) ([]float64, error) {
	m, width := a.eval.Rows(), a.width()
	squares := make([]float64, m*parts)
	space := func() *mat.Dense { return mat.NewDense(sumBlock, width, nil) }
	blocks, images := par.Scratch(a.workers, space), par.Scratch(a.workers, space)
	err := par.Do(ctx, a.workers, (m+sumBlock-1)/sumBlock, func(w, b int) {
		first := b * sumBlock
		count := min(sumBlock, m-first)
		block := blocks(w).Slice(0, count, 0, width).(*mat.Dense)
		image := block
		block.Zero()
		for k := range count {
			fill(block.RawRowView(k), first+k)
		}
		if a.gram != nil {
			image = images(w).Slice(0, count, 0, width).(*mat.Dense)
			a.gram.Apply(image, block)
		}
		part := width / parts
		for k := range count {
			for g := range parts {
				squares[(first+k)*parts+g] = linalg.Dot(
					block.RawRowView(k)[g*part:(g+1)*part], image.RawRowView(k)[g*part:(g+1)*part],
				)
			}
		}
	})
	return squares, err
}
