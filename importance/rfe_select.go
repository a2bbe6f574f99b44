package importance

import (
	"context"
	"fmt"
	"slices"

	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Selection is which inputs of a table to keep.
type Selection struct {
	Choice
	// Halves are the paths on random halves of the rows, from which follows
	// how many inputs to keep.
	Halves []Path
	// All is the path on all rows, without losses, from which follows which
	// ones.
	All Path
}

// Select eliminates the inputs of a table on random halves, a number of
// times, to find out by the losses on the other halves how many to keep, and
// once more on all rows to find out which. The halves differ in what they
// eliminate, above all among inputs that can stand in for each other; the
// inputs kept by one path belong together.
//
// Each path uses at most the given number of rows, drawn at random; at least
// four are needed. The task's rows are the whole table; its kernel is that of the
// importance, loss that of the losses.
func Select(ctx context.Context, e Eliminator, task Task, loss mmd.Kernel, repeats, rows int) (Selection, error) {
	if err := task.Check("importance"); err != nil {
		return Selection{}, err
	}
	all := task.Sample()
	if n := min(rows, all.Rows()); n < 4 {
		return Selection{}, fmt.Errorf("importance: %d rows are too few for two halves, expected at least 4", n)
	}
	if err := all.CheckHalves(); err != nil {
		return Selection{}, err
	}
	root, report := rng.New(task.Seed).Named("selection"), task.Progress
	// All rows take a little more than twice the time of a half.
	done, total := 0.0, float64(repeats)+2
	run := func(train Sample, test *Test, seed rng.Seed, share float64) (Path, error) {
		part := task.On(train)
		part.Seed, part.Progress = uint64(seed), nil
		if report != nil {
			part.Progress = func(of float64) { report((done + float64(of*share)) / total) }
		}
		path, err := Eliminate(ctx, e, part, test)
		done += share
		return path, err
	}
	var s Selection
	for r := range repeats {
		if err := all.checkDrawn(rows, uint64(root.Named("halves").At(r))); err != nil {
			return Selection{}, err
		}
		train, test := all.Halves(rows, uint64(root.Named("halves").At(r)))
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
	if s.All, err = run(all.Draw(rows, uint64(root.Named("draw"))), nil, root.Named("all"), 2); err != nil {
		return Selection{}, err
	}
	s.Choice = Choose(s.Halves)
	return s, nil
}

// Kept returns the inputs to keep, the one that stayed longest first.
func (s Selection) Kept() []int {
	kept := slices.Clone(s.All.Eliminated[len(s.All.Eliminated)-s.Keep:])
	slices.Reverse(kept)
	return kept
}

// Agreement returns for each input in how many halves it was among the last
// Keep inputs.
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
func (s Selection) Warnings() []string {
	var all []string
	for _, path := range append(slices.Clone(s.Halves), s.All) {
		for _, warning := range path.Warnings {
			if !slices.Contains(all, warning) {
				all = append(all, warning)
			}
		}
	}
	return all
}
