package inference

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/linalg"
	"drfvi/internal/simd"
	"drfvi/mmd"
)

// problem is a task prepared.
type problem struct {
	ofY     []error // doubts about distances between responses
	seed    uint64
	sample  importance.Sample
	columns *forest.Columns // of the sample
	kernel  mmd.Kernel
	factor  mmd.Factor
	name    string // of the aggregation
	// variation is that of the kernel.
	variation float64
	linear    bool // the responses are coordinates, whose means alone count
}

// undivided adds to an error about halves of the rows which methods do without, where these can
// grow forests.
func undivided(s importance.Sample, err error) error {
	const fewest = 4 // rows or clusters
	if s.Design.Units(s.Rows()) < fewest {
		return err
	}
	return fmt.Errorf("%w; methods coupled, retrain and projected do without", err)
}

// prepare checks a task and finds the coordinates of its responses.
func (r relearning) prepare(ctx context.Context, task importance.Task, bounded bool) (problem, error) {
	if err := task.Prepare("importance"); err != nil {
		return problem{}, err
	}
	p := problem{sample: task.Sample(), ofY: task.Doubts(), seed: task.Seed, linear: isLinear(task)}
	p.sample.Index = r.index
	if r.halves.Splits > 0 {
		if err := p.sample.CheckHalves(); err != nil {
			return p, undivided(p.sample, err)
		}
	}
	if task.Eval != nil {
		return p, fmt.Errorf("importance: the rows to evaluate on have no responses, which this method needs; " +
			"expected none, for out-of-bag evaluation")
	}
	if err := importance.CheckPruned(r.config, "coupled"); err != nil {
		return p, err
	}
	var err error
	if p.linear {
		p.factor, p.name = mmd.LinearFactor(task.Y), coordinatesName
		p.columns, err = p.sample.Columns()
		return p, err
	}
	if p.kernel, err = task.ResolveKernel(); err != nil {
		return p, err
	}
	if p.columns, err = p.sample.Columns(); err != nil {
		return p, err
	}
	p.variation = p.kernel.Variation(task.Y)
	if task.Fourier > 0 {
		p.factor, p.name = task.FourierFactor(task.Y, p.kernel, task.Fourier)
		return p, nil
	}
	if bounded {
		p.factor, err = mmd.Principal(ctx, task.Y, p.kernel, boundedTolerance, boundedRank, task.Workers)
	} else {
		p.factor, _ = mmd.Cholesky(task.Y, p.kernel, relearnTolerance, relearnRank)
	}
	p.name = p.factor.String()
	return p, err
}

// coarse returns the first coordinates of the responses: enough for the others to be
// negligible beside the errors of halves of the rows. Further targets have few, and are not cut.
func (p problem) coarse() mmd.Factor {
	if p.linear {
		return p.factor
	}
	tolerance := importance.CoarseTolerance * min(1, p.variation/mmd.LeastVariation)
	n, rank := p.factor.L.Dims()
	remainders := mat.NewVecDense(n, nil)
	for i := range n {
		row := p.factor.L.RawRowView(i)
		remainders.SetVec(i, linalg.Dot(row, row))
	}
	width := 0
	for ; width < rank && mat.Sum(remainders) > tolerance*float64(n); width += simd.Width {
		for i := range n {
			v := p.factor.L.RawRowView(i)[width : width+simd.Width]
			remainders.SetVec(i, remainders.AtVec(i)-simd.Dot(v, v))
		}
	}
	return mmd.Factor{
		L:        mat.DenseCopyOf(p.factor.L.Slice(0, n, 0, width)),
		Residual: p.factor.Residual + mat.Sum(remainders)/float64(n),
	}
}

// doubts returns what a reader of the values should know of the data.
func (p problem) doubts() []error {
	doubts := slices.Clone(p.ofY)
	if _, inputs := p.sample.X.Dims(); inputs == 1 {
		doubts = append(doubts, importance.OnlyInput)
	}
	if clusters := p.sample.Design.Units(0); p.sample.Design.Clusters != nil && clusters < manyClusters {
		doubts = append(doubts, fmt.Errorf("there are %d clusters: errors, intervals and tests of so few are "+
			"rough", clusters))
	}
	return doubts
}
