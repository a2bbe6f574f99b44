package importance

import (
	"context"
	"fmt"
	"math"

	"drfvi/forest"
	"drfvi/internal/par"
	"drfvi/internal/rng"
	"drfvi/mmd"
)

// Coupled estimates the same quantities as Retrain from forests without each
// variable that are grown with common random numbers (forest.Coupled). For tree
// l and evaluation row i let D_l = T_l⁽⁻ʲ⁾(x_i) − T_l(x_i), an element of the
// kernel's Hilbert space that is zero unless the row passes a patch. The pairs
// of trees being independent over l,
//
//	U_j = Σ_i ( ‖Σ_l D_l‖² − Σ_l ‖D_l‖² ) / (N_i (N_i − 1)),   Raw_j = U_j / V,
//
// l over the N_i trees that have a say on row i, estimates the numerator of the
// infinite forest without bias, so no second forest on all variables is needed
// and there is no bias term. Trees that share their drawn rows (group size
// above 1) are dependent; then D_l is the sum over such a group.
//
// SE is a jackknife over trees, in its infinitesimal form for U-statistics:
// the influence of a set b of trees on U_j is
//
//	ψ_b = Σ_i (2/N_i) ( Σ_{l∈b} ⟨D_l, Σ_{l'≠l} D_l'⟩ / (N_i − 1) − N_ib U_ij ),
//
// N_ib its members among the N_i trees and U_ij the row's term of U_j, and
// SE² = G/(G−1) Σ_b ψ_b² / V² over G = min(50, N) sets of consecutive trees. It
// measures how much the value would change with other trees on the same data,
// not with other data. For variables without any influence U_j is a degenerate
// U-statistic, for which every jackknife is conservative: SE is about √2 too
// large.
type Coupled struct {
	Config forest.Config
}

var _ Estimator = Coupled{}

// Name returns "coupled".
func (Coupled) Name() string { return "coupled" }

// Estimate implements Estimator.
func (c Coupled) Estimate(ctx context.Context, task Task) (Result, error) {
	if err := c.check(); err != nil {
		return Result{}, err
	}
	groups := task.groups()
	s, err := newSetting(ctx, task, c.Config, coupledCost(len(groups)))
	if err != nil {
		return Result{}, err
	}
	coupled, err := s.grower.Couple(ctx, nil, groups, uint64(rng.New(task.Seed).Named("coupled")), task.Workers)
	if err != nil {
		return Result{}, err
	}
	task.report(0.7)
	return s.coupledResult(ctx, coupled)
}

// check returns an error for a configuration that trees cannot be coupled under.
func (c Coupled) check() error {
	if c.Config.Honesty && !c.Config.Prune {
		return fmt.Errorf("importance: coupled trees with honesty must be pruned, but the configuration has no pruning")
	}
	return nil
}

// coupledResult computes the importances of the groups of a coupled forest.
func (s *setting) coupledResult(ctx context.Context, coupled *forest.Coupled) (Result, error) {
	_, result, err := s.base(ctx, coupled.Base)
	if err != nil {
		return Result{}, err
	}
	numerators, influences, err := s.coupledSums(ctx, coupled)
	if err != nil {
		return Result{}, err
	}
	for g := range coupled.Groups {
		raw := numerators[g] / result.Denominator
		result.Raw = append(result.Raw, raw)
		result.Clamped = append(result.Clamped, max(raw, 0))
		sets := float64(len(influences))
		sum := 0.0
		for _, psi := range influences {
			sum += psi[g] * psi[g]
		}
		result.SE = append(result.SE, math.Sqrt(sets/(sets-1)*sum)/result.Denominator)
	}
	result.Forests = float64(coupled.Evaluations) / float64(max(coupled.BaseEvaluations, 1))
	return result, nil
}

// jackknifeSets is the largest number of sets of trees in the jackknife.
const jackknifeSets = 50

// pieceRows is the number of evaluation rows handled at a time, for sums of the
// given width: so many that a cell of a tree holds several of them, while their
// sums take at most 32 MiB. Sums run within pieces first and over pieces in
// their order, whatever the number of workers.
func pieceRows(width int) int { return min(max(1<<22/width, 64), 4096) }

// coupledSums returns U_j for every group and ψ_b for every set of trees and
// group.
func (s *setting) coupledSums(ctx context.Context, coupled *forest.Coupled) (numerators []float64, influences [][]float64, err error) {
	newSpace, err := s.newDifferenceSpaces(ctx, coupled)
	if err != nil {
		return nil, nil, err
	}
	groups := len(coupled.Groups)
	sets := min(jackknifeSets, len(coupled.Base.Trees)/coupled.Base.Config.GroupSize)
	numerators, influences = make([]float64, groups), make([][]float64, sets)
	for b := range influences {
		influences[b] = make([]float64, groups)
	}
	sums := make([]*differenceSum, s.workers)
	rows, step := s.eval.Rows(), pieceRows(s.width())
	for first := 0; first < rows; first += step {
		eval := s.eval.Slice(first, min(first+step, rows))
		cells, err := coupled.Cells(ctx, eval, s.workers)
		if err != nil {
			return nil, nil, err
		}
		votes := countVotes(coupled.Base, eval, sets)
		err = par.Do(ctx, s.workers, groups, func(w, g int) {
			if sums[w] == nil {
				sums[w] = newDifferenceSum(newSpace(), coupled, sets)
			}
			term, influence := sums[w].of(cells, g, votes)
			numerators[g] += term
			for b, psi := range influence {
				influences[b][g] += psi
			}
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return numerators, influences, nil
}

// newDifferenceSpaces returns a function that makes a space for a worker, in
// the aggregator's way.
func (s *setting) newDifferenceSpaces(ctx context.Context, coupled *forest.Coupled) (func() differenceSpace, error) {
	if s.gram == nil {
		leaves, err := newLeafEmbeddings(ctx, coupled, s.factor.L, s.workers)
		return func() differenceSpace { return newEmbeddedDifferences(leaves) }, err
	}
	entries, ok := s.gram.(*mmd.Dense)
	if !ok {
		var err error
		if entries, err = mmd.NewDense(ctx, s.y, s.kernel, s.workers); err != nil {
			return nil, err
		}
	}
	return func() differenceSpace {
		return newWeightDifferences(coupled, s.gram, entries, s.n)
	}, nil
}

// coupledCost estimates the time of summing up the differences of a coupled
// forest for the given number of groups, and its base forest's variation.
func coupledCost(groups int) aggregationCost {
	return func(c aggregationSize) (perRank, byWeights float64) {
		// A row meets a patch of about half as many groups as a tree has levels
		// above its leaf, but there may be fewer groups.
		levels := math.Log2(max(c.chosen/c.leaf, 2))
		patches := min(float64(groups), levels/2+1)
		differences := c.trees * c.rows * c.say * patches
		leaves := c.trees * c.answers * (patches + 1)
		return (4*differences + leaves + c.trees*c.rows*c.say) * nsPerFactorEntry,
			differences*4*c.leaf*nsPerWeight + c.rows*(min(float64(groups), c.trees*patches)+1)*c.perRow
	}
}

// votes counts the units (groups of dependent trees) that have a say on each
// evaluation row.
type votes struct {
	all []float64   // N_i
	set [][]float64 // N_ib, by row
}

// unitSet returns the jackknife set of a unit.
func unitSet(unit, units, sets int) int { return unit * sets / units }

func countVotes(f *forest.Forest, eval forest.Evaluation, sets int) votes {
	v := votes{all: make([]float64, eval.Rows()), set: make([][]float64, eval.Rows())}
	for i := range v.set {
		v.set[i] = make([]float64, sets)
	}
	size := f.Config.GroupSize
	var rows []int32
	for t := 0; t < len(f.Trees); t += size {
		b := unitSet(t/size, len(f.Trees)/size, sets)
		rows = eval.Voted(rows[:0], &f.Trees[t])
		for _, i := range rows {
			v.all[i]++
			v.set[i][b]++
		}
	}
	return v
}
