package inference

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// following returns a warning where rows near each other in the table have similar residuals.
// With r_i the residuals, times the weights of the rows, with which they have mean 0, and C
// their covariance, independent rows have Σ ⟨r_i, r_{i+k}⟩ over m pairs of the variance m tr
// C². Pairs of one cluster do not count, nor does a table in which clusters are runs of rows.
// Tables in the order of a response are left out: rows near each other are alike in them
// anyway.
func following(residuals, responses *mat.Dense, d design.Design) []error {
	n, width := residuals.Dims()
	width = min(width, alikeWidth)
	if n < fewestOrdered || inOrder(responses) || d.Clusters != nil && slices.IsSorted(d.Clusters) {
		return nil // clusters are numbered in the order of their first rows
	}
	r := mat.DenseCopyOf(residuals.Slice(0, n, 0, width))
	for i := range n {
		floats.Scale(d.Weight(i), r.RawRowView(i))
	}
	covariance := mat.NewDense(width, width, nil)
	for i := range n {
		for k, v := range r.RawRowView(i) {
			linalg.AddScaled(covariance.RawRowView(k), v/float64(n), r.RawRowView(i))
		}
	}
	squares := linalg.Dot(covariance.RawMatrix().Data, covariance.RawMatrix().Data)
	if squares == 0 {
		return nil
	}
	score := func(lag int) float64 {
		sum, pairs := 0.0, 0.0
		for i := range n - lag {
			if d.Clusters == nil || d.Clusters[i] != d.Clusters[i+lag] {
				sum += linalg.Dot(r.RawRowView(i), r.RawRowView(i+lag))
				pairs++
			}
		}
		return sum / math.Sqrt(max(pairs, 1)*squares)
	}
	scoreSum := 0.0
	for lag := range alikeLags {
		scoreSum += score(lag + 1)
	}
	if scoreSum/math.Sqrt(alikeLags) < alikeScore {
		return nil
	}
	reach := 1
	for reach < n/4 && score(reach+1) > 2 {
		reach++
	}
	block, keeps := 2*reach, " keeps such rows together"
	if largest := max(n/manyClusters, 2); block > largest {
		block, keeps = largest, fmt.Sprintf(", the largest that leaves %d blocks, keeps some such rows together", n/largest)
	}
	return []error{mention.Errorf("rows up to %d apart in the table have residuals alike: if they depend on "+
		"each other, as in time, p-values and intervals are too small%s",
		reach, mention.Clause("; %v"+keeps+", %v those with a value in common", mention.Block.To(block), mention.Cluster))}
}

// inOrder tells whether rows are in the order of a response, wholly or in runs: it rises, or
// falls, in far more than half of the steps, or keeps a value for far longer than by chance.
func inOrder(responses *mat.Dense) bool {
	n, d := responses.Dims()
	for k := range d {
		up, down, counts := 0.0, 0.0, map[float64]float64{}
		for i := range n {
			v := responses.At(i, k)
			counts[v]++
			if i == 0 {
				continue
			}
			if before := responses.At(i-1, k); v > before {
				up++
			} else if v < before {
				down++
			}
		}
		same := 0.0 // chance of equal neighbours
		for _, count := range counts {
			same += float64(count * (count - 1))
		}
		same /= float64(n * (n - 1))
		steps := up + down
		if math.Abs(up-down) > steps*max(0.3, 8/math.Sqrt(12*max(steps, 1))) ||
			same > 0.05 && steps < float64(n-1)*(1-same)/2 {
			return true
		}
	}
	return false
}

// CheckFit returns a warning if trees of a configuration cannot split twice as it is, or if its
// forests explain clearly less than those of Config: by a twentieth of what these explain, and
// by three standard errors of the paired losses. The task has to be one that an estimator
// takes.
func CheckFit(ctx context.Context, task importance.Task, c forest.Config) (warning, err error) {
	n, _ := task.X.Dims()
	if able := Splittable(c, n); able != c {
		return fmt.Errorf("trees on %d rows cannot split twice with a minimum node size of %d: it is lowered to "+
			"%d, and more for halves of the rows", n, c.MinNodeSize, able.MinNodeSize), nil
	}
	if err := task.Prepare("importance"); err != nil {
		return nil, err
	}
	factor, err := boundedFactor(ctx, task)
	if err != nil {
		return nil, err
	}
	sample, root, usual := task.Sample(), rng.New(task.Seed).Named("check"), Config(checkTrees)
	if isLinear(task) {
		c, usual = forMeans(c), forMeans(usual)
	}
	if b, large := BoundsOf(n, sample.Design.Units(n)); large {
		usual.MostRows = b.Rows
	}
	columns, err := sample.Columns()
	if err != nil {
		return nil, err
	}
	c.Trees = wholeGroups(c, checkTrees)
	var stacks [2]*targetStack
	var share [2]float64
	for k, config := range []forest.Config{usual, c} {
		grown, err := growing{config: config, workers: task.Workers}.couple(ctx, sample, columns, root.Named("forest"))
		if err != nil {
			return nil, err
		}
		l, err := grown.route(ctx, columns.OutOfBagSample(checkedRows, uint64(root.Named("rows"))), nil, task.Workers)
		if err != nil {
			return nil, err
		}
		if stacks[k], err = l.stackOf(ctx, factor.L, task.Workers); err != nil {
			return nil, err
		}
		_, total := stacks[k].phi.variation()
		share[k] = stacks[k].full.explained / (total + factor.Residual)
	}
	d, differences := stacks[0].phi.design, slices.Clone(stacks[0].full.rows)
	floats.Sub(differences, stacks[1].full.rows)
	if share[1] >= 0.95*share[0] || d.Mean(differences) <= 3*d.StandardError(differences) {
		return nil, nil
	}
	return fmt.Errorf("these forests explain %.0f %% of the variation out-of-bag, those of preset auto %.0f "+
		"%%: importances of forests that fit too little are wrong, and tests find too much",
		100*max(share[1], 0), 100*share[0]), nil
}

// boundedFactor returns as many coordinates of a task's responses as those of large tables have.
func boundedFactor(ctx context.Context, task importance.Task) (mmd.Factor, error) {
	if isLinear(task) {
		return mmd.LinearFactor(task.Y), nil
	}
	kernel, err := task.ResolveKernel()
	if err != nil {
		return mmd.Factor{}, err
	}
	return mmd.Principal(ctx, task.Y, kernel, boundedTolerance, boundedRank, task.Workers)
}
