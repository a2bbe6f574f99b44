package effect

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/internal/linalg"
)

// Arms are the rows of a study that were treated and those that were not.
type Arms struct {
	study Study
	w     []float64  // 1 for treated rows, 0 for others
	rows  [2][]int32 // by arm, ascending
}

// Divide divides the rows of a study into arms. It returns an error for a study that cannot tell
// an effect.
func Divide(study Study) (*Arms, error) {
	if err := study.Task.Prepare("effect"); err != nil {
		return nil, err
	}
	a := &Arms{study: study}
	for i, treated := range study.Treated {
		arm := 0
		if treated {
			arm = 1
		}
		a.w, a.rows[arm] = append(a.w, float64(arm)), append(a.rows[arm], int32(i))
	}
	return a, a.check()
}

// check returns what is wrong with the arms.
func (a *Arms) check() error {
	task, n := a.study.Task, len(a.w)
	rows, responses := task.Y.Dims()
	switch {
	case rows != n || a.study.Propensity != nil && len(a.study.Propensity) != n:
		return fmt.Errorf(
			"effect: %d rows, but %d with a treatment and %d with a propensity", rows, n, len(a.study.Propensity),
		)
	case responses != 1:
		return fmt.Errorf("effect: %d responses, expected one", responses)
	case task.Weights != nil:
		return fmt.Errorf("effect: rows with weights are not supported, expected none")
	}
	for arm, name := range [2]string{"untreated", "treated"} {
		if count := len(a.rows[arm]); count < fewestRows {
			return fmt.Errorf("effect: %d of %d rows are %s, expected at least %d", count, n, name, fewestRows)
		}
	}
	if err := a.checkPropensity(); err != nil {
		return err
	}
	if a.study.Propensity == nil {
		return a.checkInputs()
	}
	return nil
}

// checkPropensity returns an error for known propensities that no trial has, or that do not agree
// with the share of treated rows: by four standard errors of it.
func (a *Arms) checkPropensity() error {
	known := a.study.Propensity
	sum, square := 0.0, 0.0
	for i, p := range known {
		if !(p > 0 && p < 1) {
			return fmt.Errorf("effect: the propensity of row %d is %v, expected a number between 0 and 1", i+1, p)
		}
		sum, square = sum+p, square+float64(p*(1-p))
	}
	treated := len(a.rows[1])
	if known != nil && math.Abs(float64(treated)-sum) > 4*math.Sqrt(square) {
		n := float64(len(known))
		return fmt.Errorf("effect: %.0f %% of the rows are treated, but the propensity is %.2g on average, "+
			"expected that of the trial",
			100*float64(treated)/n, sum/n)
	}
	return nil
}

// DeterminedError says that an input determines the treatment, so that no treated row can be
// compared with an untreated one.
type DeterminedError struct{ Input int }

func (e DeterminedError) Error() string {
	return fmt.Sprintf(
		"effect: input %d determines the treatment, so that no rows can be compared; leave it out", e.Input+1)
}

// checkInputs returns an error if an input determines the treatment: by its levels, or because
// all treated rows lie on one side of the others.
func (a *Arms) checkInputs() error {
	for j, columns := range a.study.Task.Variables() {
		if slices.ContainsFunc(columns, a.determines) {
			return DeterminedError{j}
		}
	}
	return nil
}

// determines reports whether a column determines the treatment.
func (a *Arms) determines(column int) bool {
	task := a.study.Task
	values := mat.Col(nil, column, task.X)
	if slices.ContainsFunc(values, math.IsNaN) {
		return false
	}
	if task.Levels != nil && task.Levels[column] > 0 {
		arms := map[float64]float64{}
		for i, level := range values {
			if arm, known := arms[level]; known && arm != a.w[i] {
				return false
			}
			arms[level] = a.w[i]
		}
		return len(arms) < len(values)/2
	}
	treated, others := pick(values, a.rows[1]), pick(values, a.rows[0])
	return slices.Min(treated) > slices.Max(others) || slices.Max(treated) < slices.Min(others)
}

// pick returns the values at rows.
func pick(values []float64, rows []int32) []float64 {
	picked := make([]float64, len(rows))
	for k, row := range rows {
		picked[k] = values[row]
	}
	return picked
}

// task returns the task of the rows of an arm.
func (a *Arms) task(arm int) importance.Task {
	return a.study.Task.On(a.study.Task.Sample().Choose(a.rows[arm]))
}

// inputs returns the inputs of the rows of an arm.
func (a *Arms) inputs(arm int) *mat.Dense { return linalg.Rows(a.study.Task.X, a.rows[arm]) }
