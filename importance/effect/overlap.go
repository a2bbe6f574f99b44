package effect

import (
	"context"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/rank"
	"drfvi/mmd"
)

// OverlapError says that the arms overlap too little.
type OverlapError struct {
	Effective float64 // the rows of equal weight that all are worth
}

func (e OverlapError) Error() string {
	return fmt.Sprintf("effect: treated and untreated rows overlap too little: all are worth %.0f rows, "+
		"expected at least %d",
		e.Effective, fewestEffective)
}

// OverlapWarning says that many rows have hardly any match in the other arm.
type OverlapWarning struct {
	Extreme, Rows int // rows without a match, of all
	// Telling are the inputs that explain the treatment by themselves, the largest share first.
	Telling []int
}

func (w OverlapWarning) Error() string {
	return fmt.Sprintf("effect: %d of %d rows have a propensity below %v or above %v, and hardly count",
		w.Extreme, w.Rows, overlapEnd, 1-overlapEnd)
}

// overlapWarning returns a warning if the arms overlap little; nil in trials.
func (u *Nuisances) overlapWarning(ctx context.Context) (error, error) {
	if u.study.Propensity != nil {
		return nil, nil
	}
	extreme := 0
	for _, p := range u.Propensity {
		if p < overlapEnd || p > 1-overlapEnd {
			extreme++
		}
	}
	if float64(extreme) < float64(extremeShare*float64(len(u.w))) {
		return nil, nil
	}
	telling, err := u.telling(ctx)
	return OverlapWarning{extreme, len(u.w), telling}, err
}

// telling returns the inputs that explain the treatment.
func (u *Nuisances) telling(ctx context.Context) ([]int, error) {
	task := u.study.Task
	task.Y, task.Kernel = mat.NewDense(len(u.w), 1, u.w), mmd.Linear
	alone, err := importance.Marginal(ctx, task)
	if err != nil {
		return nil, err
	}
	shares, p := make([]float64, len(alone)), make([]float64, len(alone))
	for j, input := range alone {
		shares[j], p[j] = input.Share, input.P
	}
	var telling []int
	adjusted := importance.Holm(p)
	for _, j := range rank.Descending(shares) {
		if adjusted[j] <= importance.Level && len(telling) < mostTelling {
			telling = append(telling, j)
		}
	}
	return telling, nil
}
