package importance

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Task is one estimation problem. Its matrices are borrowed: estimators do not change them.
type Task struct {
	// X holds the inputs, n×p; Y the responses, n×d.
	X, Y *mat.Dense
	// Levels is the number of levels, coded 0, 1, …, of each categorical column of X, and
	// 0 for numbers. Nil means numbers throughout.
	Levels []int
	// Clusters are arbitrary numbers of the rows' clusters; nil for independent rows. Rows
	// of a cluster stay together: in and out of trees, in halves of the rows, and in
	// errors and tests.
	Clusters []int32
	// Weights are the numbers of population rows that each row stands for (sampling
	// weights), positive and on any scale; nil if equal. Repeated rows are to be
	// repeated instead.
	Weights []float64
	// Eval, m×p, are evaluation rows independent of X. If nil, the training rows are used
	// with out-of-bag weights.
	Eval *mat.Dense
	// Groups are sets of columns of X that are dropped together; each is one input of the
	// result. If nil, every column is an input.
	Groups [][]int
	// Subsample, if positive, aggregates over that many random evaluation rows instead of
	// all (the paper uses 1000 for its larger samples).
	Subsample int
	// Fourier, if positive, aggregates with that many random Fourier features of the
	// kernel, rounded up to a multiple of 32, instead of exactly: time and memory are then
	// linear in n. Methods without a kernel ignore it.
	Fourier int
	// Kernel on the raw responses: mmd.Median, mmd.Authors, mmd.Gamma(0.5), mmd.Linear for
	// means alone, or another choice. Methods without a kernel ignore it; for the others there
	// is no default.
	Kernel mmd.KernelChoice
	// Coverage of intervals, 0 for UsualCoverage.
	Coverage Coverage
	// Seed determines every random choice.
	Seed uint64
	// Workers is the number of goroutines, at least 1. It does not change the result.
	Workers int
	// Progress, if not nil, is called now and then with the share of the work done, in
	// [0, 1]. Calls do not overlap.
	Progress func(share float64)
}

// outOfRange bounds the size of responses from above, 1/outOfRange from below: squared
// distances beyond would not be finite or positive numbers.
const outOfRange = 0x1p400

// Prepare readies a task for estimation. It panics on a malformed task, a programmer's mistake,
// and returns an error, which begins with the method's name, for data that no estimator can
// use. Columns of inputs near the ends of the range of numbers are replaced by a power of two
// times their values, of which the squares are in that range: no importance depends on the unit
// of an input.
func (t *Task) Prepare(method string) error {
	t.mustHaveData()
	if t.Workers < 1 {
		panic("importance: Task with fewer than one worker")
	}
	n, p := t.X.Dims()
	if t.Levels != nil && len(t.Levels) != p {
		panic("importance: Task.Levels of another length than X has columns")
	}
	if m, _ := t.Y.Dims(); m != n {
		return fmt.Errorf("%s: %d rows of inputs but %d rows of responses", method, n, m)
	}
	largest := 0.0
	for i := range n {
		for k, v := range t.Y.RawRowView(i) {
			if math.IsInf(v, 0) || math.IsNaN(v) {
				return fmt.Errorf("%s: response %d in row %d is %v, expected a finite number", method, k+1, i+1, v)
			}
			if v = math.Abs(v); v > outOfRange {
				return fmt.Errorf(
					"%s: response %d in row %d is %v, out of range, expected numbers below 2^400", method, k+1, i+1,
					t.Y.At(i, k),
				)
			} else if v > largest {
				largest = v
			}
		}
	}
	if largest > 0 && largest < 1/outOfRange {
		return fmt.Errorf("%s: the largest response is %v, out of range, expected numbers above 2^-400", method, largest)
	}
	d, err := design.New(n, t.Clusters, t.Weights)
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", method, err)
	case t.Eval != nil && (d.Clusters != nil || d.Weights != nil):
		return fmt.Errorf("%s: the rows to evaluate on have neither clusters nor weights, expected none, for "+
			"out-of-bag evaluation", method)
	}
	for g, group := range t.Groups {
		if len(group) == 0 {
			return fmt.Errorf("%s: group %d has no columns", method, g+1)
		}
		for k, j := range group {
			if j < 0 || j >= p {
				return fmt.Errorf("%s: group %d has column %d, expected 1 to %d", method, g+1, j+1, p)
			}
			if slices.Contains(group[:k], j) {
				return fmt.Errorf("%s: group %d has column %d twice", method, g+1, j+1)
			}
		}
	}
	t.X, t.Eval = t.inRange()
	return nil
}

// inRange returns X and Eval with columns in the range of numbers that have squares.
func (t Task) inRange() (x, eval *mat.Dense) {
	x, eval = t.X, t.Eval
	_, p := x.Dims()
	for j := range p {
		column := mat.Col(nil, j, x)
		exponent := linalg.IntoRange(column)
		if exponent == 0 {
			continue
		}
		if x == t.X { // borrowed
			x = mat.DenseCopyOf(x)
			if eval != nil {
				eval = mat.DenseCopyOf(eval)
			}
		}
		x.SetCol(j, column)
		if eval != nil {
			m, _ := eval.Dims()
			for i := range m {
				eval.Set(i, j, math.Ldexp(eval.At(i, j), -exponent))
			}
		}
	}
	return x, eval
}

// CheckAlike returns an error, which begins with the method's name, if rows have clusters or
// weights, for methods that assume independent and equal rows.
func (t Task) CheckAlike(method string) error {
	if t.Clusters != nil || t.Weights != nil {
		return fmt.Errorf("%s: rows in clusters or with weights are not supported; methods stacked, loco, "+
			"coupled, retrain, energy, projected and projected-unbiased take them", method)
	}
	return nil
}

// Design returns the sampling design of the rows. It panics where Prepare returns an error.
func (t Task) Design() design.Design {
	n, _ := t.X.Dims()
	d, err := design.New(n, t.Clusters, t.Weights)
	if err != nil {
		panic("importance: " + err.Error())
	}
	return d
}

// Sample returns the task's rows.
func (t Task) Sample() Sample {
	return Sample{X: t.X, Y: t.Y, Levels: t.Levels, Design: t.Design()}
}

// On returns the task with other rows.
func (t Task) On(s Sample) Task {
	t.X, t.Y, t.Clusters, t.Weights = s.X, s.Y, s.Design.Clusters, s.Design.Weights
	return t
}

// mustHaveData panics without matrices.
func (t Task) mustHaveData() {
	switch {
	case t.X == nil:
		panic("importance: Task.X is nil, expected the inputs, n×p")
	case t.Y == nil:
		panic("importance: Task.Y is nil, expected the responses, n×d")
	}
}

// Variables returns the sets of columns that form the inputs of the result.
func (t Task) Variables() [][]int {
	if t.Groups != nil {
		return t.Groups
	}
	t.mustHaveData()
	_, p := t.X.Dims()
	variables := make([][]int, p)
	for j := range variables {
		variables[j] = []int{j}
	}
	return variables
}

// Report reports progress.
func (t Task) Report(share float64) {
	if t.Progress != nil {
		t.Progress(share)
	}
}

// Tied is the warning of responses that are mostly equal.
var Tied = mention.Errorf("more than half of all pairs of responses are equal, so that distances are "+
	"compared with the median of those that differ%s", mention.Clause(
	"; %v with a number sets another scale", mention.Kernel,
))

// Doubts returns warnings of the distances between responses. Most of them may be 0. Or the
// scale of the kernel was chosen so small that, on average, a response resembles fewer than one
// other, so that nothing can be learnt.
func (t Task) Doubts() []error {
	if t.Kernel == mmd.Linear {
		return nil
	}
	responses := t.Typical()
	if mmd.Tied(responses) {
		return []error{Tied}
	}
	if t.heuristic() {
		return nil
	}
	kernel, err := t.Kernel.Resolve(responses)
	if err != nil || similar(responses, kernel) >= 1 {
		return nil
	}
	return []error{mention.Errorf("kernel %q is so narrow that it holds hardly any two responses for alike: "+
		"shares are those of noise%s", t.Kernel, median(responses))}
}

// similarPairs is the number of pairs of responses that similar looks at.
const similarPairs = 1_000_000

// similar returns Σ_{j≠i} k(y_i, y_j), the mean number of other rows that the kernel takes for
// equal. The mean is over rows that are evenly spaced.
func similar(y *mat.Dense, k mmd.Kernel) float64 {
	n, _ := y.Dims()
	sum, rows := 0.0, min(n, similarPairs/n+1)
	for s := range rows {
		i := s * n / rows
		for j := range n {
			if j != i {
				sum += k.At(y.RawRowView(i), y.RawRowView(j))
			}
		}
	}
	return sum / float64(rows)
}

// heuristic reports whether the kernel's scale is taken from the responses.
func (t Task) heuristic() bool {
	_, is := t.Kernel.(mmd.Heuristic)
	return is || t.Kernel == nil
}

// median proposes the kernel of the median distance.
func median(responses *mat.Dense) string {
	m := mmd.MedianDistance(responses)
	return mention.Clause(
		"; %v takes %.3g, of their median distance %.3g", mention.Kernel.To(string(mmd.Median)), 1/(2*m*m), m,
	)
}

// ResolveKernel returns the kernel of the task's choice, or an error if it has too few
// digits to distinguish the responses, or holds no two of them for alike.
func (t Task) ResolveKernel() (mmd.Kernel, error) {
	if t.Kernel == nil {
		return mmd.Kernel{}, fmt.Errorf("importance: the Task has no kernel: set Kernel, for example to mmd.Median")
	}
	if t.Kernel == mmd.Linear {
		return mmd.Kernel{}, mention.Errorf("kernel %q is for methods stacked and loco alone, expected another%s",
			t.Kernel, mention.Clause("; %v is the usual one", mention.Kernel.To(string(mmd.Median))))
	}
	responses := t.Typical()
	kernel, err := t.Kernel.Resolve(responses)
	if err != nil {
		return mmd.Kernel{}, err
	}
	if !(kernel.Gamma > 0) || math.IsInf(kernel.Gamma, 0) {
		return mmd.Kernel{}, fmt.Errorf("importance: kernel %q has gamma %v for these responses, expected a "+
			"positive finite number", t.Kernel, kernel.Gamma)
	}
	if !t.heuristic() && similar(responses, kernel) == 0 {
		return mmd.Kernel{}, mention.Errorf("kernel %q holds no two responses for alike, expected a smaller "+
			"number%s", t.Kernel, median(responses))
	}
	return kernel, kernel.Check(responses, mmd.FaintestVariation)
}

// typicalRows is the largest number of responses used for scales of weighted rows.
const typicalRows = 5000

// Typical returns the responses whose median distance is the kernel's scale: all, or for
// weighted rows a sample in proportion to the weights.
func (t Task) Typical() *mat.Dense {
	n, _ := t.Y.Dims()
	sampled := t.Design()
	if sampled.Weights == nil {
		return t.Y
	}
	return linalg.Rows(t.Y, sampled.Evenly(n, typicalRows))
}

// Evaluation returns the evaluation rows.
func (t Task) Evaluation(columns *forest.Columns) (forest.Evaluation, error) {
	eval := t.Eval
	if eval == nil {
		if t.Subsample > 0 {
			return columns.OutOfBagSample(t.Subsample, t.Seed), nil
		}
		return columns.OutOfBag(), nil
	}
	if m, _ := eval.Dims(); t.Subsample > 0 && t.Subsample < m {
		perm := make([]int32, m)
		rng.New(t.Seed).Named("evaluation rows").Source().Perm(perm)
		eval = linalg.Rows(eval, perm[:t.Subsample])
	}
	return columns.On(eval)
}
