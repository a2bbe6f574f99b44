package importance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Selection is a choice of inputs to keep.
type Selection struct {
	Choice
	// Halves are the paths on random halves of the rows, which determine the number of
	// inputs to keep.
	Halves []Path
	// All is the path on all rows, without losses, which determines the inputs.
	All Path
}

// Select eliminates the inputs of a table on random halves, repeats times. The losses on the
// other halves say how many inputs to keep. One more elimination, on all rows, says which. The
// halves differ in the inputs they eliminate, above all among substitutes; the inputs kept by
// one path belong together.
//
// Each path uses at most the given number of rows, drawn at random; at least four are
// needed. The task holds the whole table and the kernel of the importance; loss is the
// kernel of the losses.
func Select(ctx context.Context, e Eliminator, task Task, loss mmd.Kernel, repeats, rows int) (Selection, error) {
	if err := task.Prepare("importance"); err != nil {
		return Selection{}, err
	}
	whole := task.Sample()
	if n := min(rows, whole.Rows()); n < 4 {
		return Selection{}, fmt.Errorf("importance: %d rows are too few for two halves, expected at least 4", n)
	}
	if err := whole.CheckHalves(); err != nil {
		return Selection{}, err
	}
	root, report := rng.New(task.Seed).Named("selection"), task.Progress
	// A path on all rows takes a little more than twice the time of a half.
	done, total := 0.0, float64(repeats)+2
	run := func(train Sample, test *Test, seed rng.Seed, share float64) (Path, error) {
		part := task.On(train)
		part.Seed, part.Progress = uint64(seed), nil
		if report != nil {
			part.Progress = func(partDone float64) { report((done + float64(partDone*share)) / total) }
		}
		path, err := Eliminate(ctx, e, part, test)
		done += share
		return path, err
	}
	var s Selection
	for r := range repeats {
		if err := whole.checkDrawn(rows, uint64(root.Named("halves").At(r))); err != nil {
			return Selection{}, err
		}
		train, test := whole.Halves(rows, uint64(root.Named("halves").At(r)))
		path, err := run(train, &Test{X: test.X, Y: test.Y, Kernel: loss, Design: test.Design}, root.Named("half").At(r), 1)
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("on a random half of %d rows: %w", train.Rows()+test.Rows(), err)
		}
		if err != nil {
			return Selection{}, err
		}
		s.Halves = append(s.Halves, path)
	}
	var err error
	if s.All, err = run(whole.Draw(rows, uint64(root.Named("draw"))), nil, root.Named("all"), 2); err != nil {
		return Selection{}, err
	}
	s.Choice = Choose(s.Halves)
	return s, nil
}

// Kept returns the inputs to keep, the last to remain first.
func (s Selection) Kept() []int {
	kept := slices.Clone(s.All.Eliminated[len(s.All.Eliminated)-s.Keep:])
	slices.Reverse(kept)
	return kept
}

// Agreement returns for each input the number of halves in which it was among the last Keep
// inputs.
func (s Selection) Agreement() []int {
	counts := make([]int, len(s.All.Eliminated))
	for _, path := range s.Halves {
		for _, j := range path.Eliminated[len(path.Eliminated)-s.Keep:] {
			counts[j]++
		}
	}
	return counts
}

// Warnings returns the warnings of all paths, each once.
func (s Selection) Warnings() []error {
	var warnings []error
	for _, path := range append(slices.Clone(s.Halves), s.All) {
		warnings = addNew(warnings, path.Warnings)
	}
	return warnings
}

// addNew adds to a list of warnings those others that are not in it.
func addNew(warnings, others []error) []error {
	for _, warning := range others {
		if !slices.ContainsFunc(warnings, func(known error) bool { return known.Error() == warning.Error() }) {
			warnings = append(warnings, warning)
		}
	}
	return warnings
}

// Choice is the choice of the number of inputs to keep.
type Choice struct {
	// Loss[k] is the mean loss with k inputs, from k = 0, SE[k] its standard error.
	Loss, SE []float64
	// Above[k] is its excess over the smallest loss, AboveSE[k] the standard error of this
	// difference.
	Above, AboveSE []float64
	// Best is the number of inputs with the smallest loss, the smaller of equals. Keep is
	// the smallest number whose excess loss is within one standard error of the difference
	// (Breiman et al. 1984, with differences in place of losses); 0 where the difference
	// between none and Best could be chance, by a one-sided test at Level.
	Best, Keep int
}

// Choose chooses from paths over the same number of inputs, at least one, with losses of
// test rows. Standard errors are of paired differences, since losses at the same rows rise
// and fall together. With s² the variance over the R paths, and r² the squared standard
// error of one over the test rows, averaged,
//
//	SE² = s²/R + r².
//
// The first term falls with more halves; the second does not, because random halves of one
// table overlap (Nadeau and Bengio 2003, who also estimate it from s², poorly with few
// halves).
func Choose(paths []Path) Choice {
	p := len(paths[0].Loss)
	var c Choice
	for k := range p + 1 {
		loss, se := weigh(paths, func(path Path) []float64 { return path.testLosses(k) })
		c.Loss, c.SE = append(c.Loss, loss), append(c.SE, se)
	}
	c.Best = floats.MinIdx(c.Loss)
	for k := range p + 1 {
		above, se := weigh(paths, func(path Path) []float64 {
			losses := slices.Clone(path.testLosses(k))
			floats.Sub(losses, path.testLosses(c.Best))
			return losses
		})
		c.Above, c.AboveSE = append(c.Above, above), append(c.AboveSE, se)
	}
	if c.Above[0] <= oneSided*c.AboveSE[0] {
		return c
	}
	for c.Keep = 1; c.Above[c.Keep] > c.AboveSE[c.Keep]; {
		c.Keep++
	}
	return c
}

// weigh returns the mean over paths of losses of their test rows, and its standard error.
func weigh(paths []Path, losses func(Path) []float64) (mean, se float64) {
	values := make([]float64, len(paths))
	within, between := 0.0, 0.0
	for r, path := range paths {
		rows := losses(path)
		values[r] = path.Test.Mean(rows)
		se := path.Test.StandardError(rows)
		within += float64(se*se) / float64(len(paths))
	}
	if len(paths) > 1 {
		_, between = linalg.Variance(values)
		between /= float64(len(paths))
	}
	return linalg.Mean(values), math.Sqrt(between + within)
}

// oneSided is the normal quantile of 1 − Level.
const oneSided = 1.6448536269514715

// testLosses are the losses of the test rows with k inputs.
func (p Path) testLosses(k int) []float64 { return p.TestLosses[len(p.Loss)-k] }
