package importance

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/importance/internal/embedding"
	"drfvi/internal/par"
	"drfvi/mmd"
)

// differences computes the importances of a number of groups. D_l is the change of the
// prediction of the base forest's tree l if the group is left out, from its cells at the
// evaluation rows. Sums are over the N_i trees l that predict row i, or over groups of
// dependent trees:
//
//	Raw_j = Σ_i ( ‖Σ_l D_l‖² − Σ_l ‖D_l‖² ) / (N_i (N_i − 1)) / V   if unbiased;
//	Raw_j = Σ_i ‖Σ_l D_l‖² / N_i² / V                               otherwise.
//
// Standard errors are from Coupled's jackknife; if biased with N_i for N_i − 1 and with l' = l
// in its sum.
func (s *setting) differences(
	ctx context.Context, base *forest.Forest, groups int, unbiased bool,
	cells func(forest.Evaluation) (*forest.Cells, error),
) (Result, error) {
	_, v, result, err := s.base(ctx, base)
	if err != nil {
		return Result{}, err
	}
	numerators, influences, err := s.differenceSums(ctx, base, groups, unbiased, cells)
	if err != nil {
		return Result{}, err
	}
	for g, numerator := range numerators {
		raw := numerator.sum / v.sum
		result.Raw = append(result.Raw, raw)
		result.Clamped = append(result.Clamped, max(raw, 0))
		sets := float64(len(influences))
		if sets < 2 {
			continue // a single set has no spread
		}
		sum := 0.0
		for _, psi := range influences {
			sum += float64(psi[g] * psi[g])
		}
		result.SE = append(result.SE, math.Sqrt(sets/(sets-1)*sum)/v.sum)
	}
	s.note(&result, numerators, v)
	return result, nil
}

// jackknifeSets is the largest number of sets of trees in the jackknife.
const jackknifeSets = 50

// pieceRows is the number of evaluation rows handled at a time for sums of the given width:
// enough for several rows of a cell, more of very many rows, while their sums take at most
// 32 MiB. Sums run within pieces first and then over pieces in order, whatever the number
// of workers.
func pieceRows(rows, width int) int {
	limit := 1 << 12
	if rows > 1<<16 {
		limit = 1 << 17
	}
	return min(max(1<<22/width, 64), limit)
}

// differenceSums returns the numerator of every group and ψ_b for every set of trees and
// group; no sets without standard errors.
func (s *setting) differenceSums(
	ctx context.Context, base *forest.Forest, groups int, unbiased bool,
	cells func(forest.Evaluation) (*forest.Cells, error),
) (numerators []amount, influences [][]float64, err error) {
	spaces, err := s.differenceSpaces(ctx, base, unbiased)
	if err != nil {
		return nil, nil, err
	}
	sets := min(jackknifeSets, len(base.Trees)/base.Config.GroupSize)
	if s.withoutErrors {
		sets = 0
	}
	numerators, influences = s.zeros(groups), make([][]float64, sets)
	for b := range influences {
		influences[b] = make([]float64, groups)
	}
	sums := make([]func(worker int) *differenceSum, len(spaces)) // by part
	for k, newSpace := range spaces {
		sums[k] = par.Scratch(s.workers, func() *differenceSum {
			return &differenceSum{space: newSpace(), base: base, unbiased: unbiased, psi: make([]float64, sets)}
		})
	}
	ctx = par.Shared(ctx, s.workers)
	rows := s.eval.Rows()
	step := pieceRows(rows, s.width())
	for first := 0; first < rows; {
		var pieces []differencePiece
		for first < rows && len(pieces) < piecesAtOnce(s.workers, groups) {
			eval := s.eval.Slice(first, min(first+step, rows))
			found, err := cells(eval)
			if err != nil {
				return nil, nil, err
			}
			counted, err := countVotes(ctx, s.workers, base, eval, sets)
			if err != nil {
				return nil, nil, err
			}
			piece := differencePiece{first, found, counted}
			if s.design.Weights != nil {
				piece.votes.weights = s.design.Weights[first : first+eval.Rows()]
			}
			pieces = append(pieces, piece)
			first += eval.Rows()
		}
		jobs := mostFirst(pieces, groups)
		for k := range sums {
			err = par.All(ctx, s.workers, len(jobs), func(w, i int) error {
				job, sum := &jobs[i], sums[k](w)
				piece := &pieces[job.piece]
				term, psi, err := sum.numerator(ctx, s.workers, piece.cells, job.group, piece.votes)
				job.terms, job.psi = append(job.terms, term), append(job.psi, slices.Clone(psi))
				numerators[job.group].addRows(piece.first, sum.terms)
				return err
			})
			if err != nil {
				return nil, nil, err
			}
		}
		// Sums over pieces do not depend on which were computed together.
		slices.SortStableFunc(jobs, func(a, b differenceJob) int { return a.piece - b.piece })
		for _, job := range jobs {
			for k, term := range job.terms {
				numerators[job.group].add(k, term)
				for b, psi := range job.psi[k] {
					influences[b][job.group] += psi
				}
			}
		}
	}
	return numerators, influences, nil
}

// differencePiece is a range of evaluation rows, from first on, with its cells and votes.
type differencePiece struct {
	first int
	cells *forest.Cells
	votes votes
}

// differenceJob is the sum of one group over one piece, and what came of it, by part.
type differenceJob struct {
	piece, group, cells int
	terms               []float64
	psi                 [][]float64
}

// piecesAtOnce is the number of pieces whose sums are computed at a time: one, and more only
// where there would be fewer than four sums for each worker.
func piecesAtOnce(workers, groups int) int {
	if workers == 1 {
		return 1
	}
	return max(1, 4*workers/max(groups, 1))
}

// mostFirst returns the sums of the groups with cells, the largest numbers of cells first, so
// that workers finish at about the same time.
func mostFirst(pieces []differencePiece, groups int) []differenceJob {
	var jobs []differenceJob
	for p, piece := range pieces {
		for g := range groups {
			if count := piece.cells.Count(g); count > 0 {
				jobs = append(jobs, differenceJob{piece: p, group: g, cells: count})
			}
		}
	}
	slices.SortStableFunc(jobs, func(a, b differenceJob) int { return b.cells - a.cells })
	return jobs
}

// differenceSpaces returns for each part of the aggregator, or its only one, a function
// that makes a worker's space in the aggregator's way.
func (s *setting) differenceSpaces(
	ctx context.Context, base *forest.Forest, unbiased bool,
) ([]func() differenceSpace, error) {
	if s.gram != nil {
		if dense, ok := s.gram.(*mmd.Dense); ok {
			s.entries = dense
		} else if unbiased && s.entries == nil { // for squares of single differences
			var err error
			if s.entries, err = mmd.NewDense(ctx, s.y, s.kernel, s.workers); err != nil {
				return nil, err
			}
		}
		return []func() differenceSpace{func() differenceSpace {
			return newWeightDifferences(base, s.gram, s.entries, s.n)
		}}, nil
	}
	factors := s.parts
	if factors == nil {
		factors = []*mat.Dense{s.factor.L}
	}
	var spaces []func() differenceSpace
	for _, factor := range factors {
		leaves, err := embedding.New(ctx, base, factor, s.workers)
		if err != nil {
			return nil, err
		}
		spaces = append(spaces, func() differenceSpace { return newEmbeddedDifferences(leaves) })
	}
	return spaces, nil
}

// votes counts the tree groups that predict each evaluation row.
type votes struct {
	counts []float64   // N_i
	set    [][]float64 // N_ib, by row
	// weights are the rows' weights in sums, nil if all are 1.
	weights []float64
}

// weight returns the weight of a row.
func (v votes) weight(i int32) float64 {
	if v.weights == nil {
		return 1
	}
	return v.weights[i]
}

// jackknifeSet returns the jackknife set of a tree group.
func jackknifeSet(treeGroup, treeGroups, sets int) int { return treeGroup * sets / treeGroups }

// votesBlock is the number of evaluation rows of which votes are counted as one piece of work.
const votesBlock = 256

func countVotes(ctx context.Context, workers int, f *forest.Forest, eval forest.Evaluation, sets int) (votes, error) {
	n, size := eval.Rows(), f.Config.GroupSize
	v, counts := votes{counts: make([]float64, n), set: make([][]float64, n)}, make([]float64, n*sets)
	for i := range v.set {
		v.set[i] = counts[i*sets : (i+1)*sets]
	}
	err := par.Do(ctx, workers, (n+votesBlock-1)/votesBlock, func(_, b int) {
		first := b * votesBlock
		part := eval.Slice(first, min(first+votesBlock, n))
		var rows []int32
		for t := 0; t < len(f.Trees); t += size {
			set := jackknifeSet(t/size, len(f.Trees)/size, sets)
			rows = part.Voted(rows[:0], &f.Trees[t])
			for _, i := range rows {
				v.counts[first+int(i)]++
				if sets > 0 {
					v.set[first+int(i)][set]++
				}
			}
		}
	})
	return v, err
}
