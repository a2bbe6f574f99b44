package external

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/simulate"
)

// Finding is a finding in a trial of a method: a question and, if it failed, the fault.
type Finding struct {
	Question string
	Wrong    string // empty if the answer is yes
}

// trial is a small table with known relevant inputs.
type trial struct {
	question string
	table    Table
	matters  string // the input that must have the largest value
	also     string // another relevant input, which may have the same value
}

const (
	trialRows = 200 // of the small tables
	trialSeed = 1   // draws them
)

// trials returns the small tables. One input gives the mean of the response of the first two, and
// three levels that of the third. In the last, X1 shifts one response far and X2 scales the other.
func trials() []trial {
	x, y := drawn("bivariate", 10)
	few := x.Slice(0, trialRows, 0, 4).(*mat.Dense)
	mean, mixed, byLevel := mat.NewDense(trialRows, 1, nil), mat.DenseCopyOf(few), mat.NewDense(trialRows, 1, nil)
	for i := range trialRows {
		level, noise := float64(i%3), float64(0.1*y.At(i, 0))
		mean.Set(i, 0, float64(3*x.At(i, 2))+noise)
		mixed.Set(i, 1, level)
		byLevel.Set(i, 0, float64(3*level)+noise)
		y.Set(i, 0, y.At(i, 0)+float64(3*x.At(i, 0)))
	}
	return []trial{
		{question: "Is the input found that a mean depends on?", matters: "X3",
			table: Table{X: few, Y: mean, Inputs: Names("X", 4), Targets: Names("Y", 1)}},
		{question: "Does it take names as they are?", matters: "ä",
			table: Table{X: few, Y: mean, Inputs: []string{"a b", "c,d", "ä", "1.e-2"}, Targets: []string{"y (m/s)"}}},
		{question: "Does it take a categorical input?", matters: "X2",
			table: Table{X: mixed, Y: byLevel, Inputs: Names("X", 4), Targets: Names("Y", 1), Levels: []int{0, 3, 0, 0}}},
		{question: "Does it take two responses?", matters: "X1", also: "X2",
			table: Table{X: x, Y: y, Inputs: Names("X", 10), Targets: Names("Y", 2)}},
	}
}

// wrong returns the fault of the inputs' values, "" if none.
func (t trial) wrong(values []float64) string {
	place, largest := slices.Index(t.table.Inputs, t.matters), slices.Max(values)
	if values[place] != largest {
		found := slices.Index(values, largest)
		return fmt.Sprintf(
			"%s has the largest value, %.3g, expected %s, which has %.3g", t.table.Inputs[found], largest, t.matters,
			values[place],
		)
	}
	for j, name := range t.table.Inputs {
		if values[j] == largest && j != place && name != t.also {
			return fmt.Sprintf(
				"%s and %s have equal values, %.3g, expected that of %s to be larger", t.matters, name, largest,
				t.matters,
			)
		}
	}
	return ""
}

// drawn returns a table of a scenario.
func drawn(scenario string, p int) (x, y *mat.Dense) {
	s, err := simulate.Named(scenario)
	if err != nil {
		panic("external: " + err.Error())
	}
	return s.Draw(trialRows, p, trialSeed)
}

// Try runs the method on small tables and reports each finding as soon as it is known. The error is
// ctx's or the system's.
func (m Method) Try(ctx context.Context, tell func(Finding)) error {
	Sweep()
	tables := trials()
	repeated := tables[0]
	repeated.question = "Does the same seed give the same values?"
	var first []float64
	for i, t := range append(tables, repeated) {
		a, _, err := m.Run(ctx, t.table, trialSeed)
		if _, failed := err.(*Failure); err != nil && !failed {
			return err
		}
		f := Finding{Question: t.question}
		switch {
		case err != nil && i == 0: // the others would fail alike
			f.Wrong = fmt.Sprintf("%v; the other %d questions were not asked", err, len(tables))
			tell(f)
			return nil
		case err != nil:
			f.Wrong = err.Error()
		case i < len(tables):
			f.Wrong = t.wrong(a.Values)
		case !slices.Equal(first, a.Values):
			f.Wrong = fmt.Sprintf(
				"the values were %v, then %v; take all random numbers from the request's seed", first, a.Values,
			)
		}
		tell(f)
		if i == 0 {
			first = a.Values
		}
	}
	return nil
}
