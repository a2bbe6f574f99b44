// Package simulate draws the data of simulated experiments: inputs X and
// responses Y with a known law of Y given X.
//
//  1. Named finds a Scenario.
//  2. Draw gives a table of it; Given draws responses for given inputs.
//  3. Population gives the importances under its law, where known.
//
// X and Y given X have separate random streams, so that Y can be drawn again, for the same
// or other inputs, without touching X. Each row has its own streams too and draws its
// inputs in column order: a table of n rows and p columns is the top left corner of every
// larger one.
//
// A table of 500 rows and 3 inputs, and its population importances (errors ignored):
//
//	scenario, err := simulate.Named("bivariate")
//	fmt.Println(scenario.Equation)
//	x, y := scenario.Draw(500, 3, 1)
//	fmt.Println(x.Dims())
//	fmt.Println(y.Dims())
//	if values, _, ok := scenario.Population(1, 3, 1000, 1); ok {
//		fmt.Printf("%.3f\n", values)
//	}
package simulate

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/nearest"
	"drfvi/internal/rng"
)

// Version changes whenever any scenario draws different numbers from the same seed.
const Version = "1"

// Scenario is one law of (X, Y).
type Scenario struct {
	Name string
	// Title describes the simulation in a few words.
	Title string
	// Equation is the law in plain text.
	Equation string
	// Relevant names the inputs on which Y given X depends: "X1", ….
	Relevant []string
	// DefaultN and DefaultP are the published numbers of rows and inputs.
	DefaultN, DefaultP int
	// MinP is the smallest number of inputs for which the law is defined; further ones
	// are noise.
	MinP int
	// Outputs is the number d of responses.
	Outputs int
	// Treatment reports that the last response is a treatment, 0 or 1. Relevant inputs and
	// Population are then of its effect on the law of the other response.
	Treatment bool
	// Censored scenarios have two: a time, and 1 for the event or 0 where the row is censored.
	Censored bool
	// levels are the numbers of levels of the first inputs, 0 for a number.
	levels []int
	// inputs fills x, of at least MinP entries, with one row of X.
	inputs func(x []float64, src *rng.Source)
	// responses fills y, of Outputs entries, with a draw of Y given a row x of X.
	responses func(y, x []float64, src *rng.Source)
	// Moves lists the aspects of the responses that each input moves given all others;
	// nil if unknown.
	Moves []Moved
	// About are the inputs that make the change the scenario is about, where others act in
	// another way; nil for all.
	About []string
	// law determines the population importances; nil if unknown.
	law *law
	// copies is the number of times each row occurs in a table, 0 for once.
	copies int
	// memory is the correlation of standard normal numbers, independent within a row,
	// with those of the row before.
	memory float64
}

// Moved is an aspect of a response, or of it and later ones, that moves with an input:
// "mean", "spread", "shape", "tails" or "dependence" (see importance/aspects).
type Moved struct {
	Aspect   string
	Response int    // from 1
	Input    string // "X1"
}

// named returns the scenario with the relevant inputs that its law has.
func (s Scenario) named() Scenario {
	for _, j := range s.law.relevant {
		s.Relevant = append(s.Relevant, inputName(j))
	}
	return s
}

// inputName names the input of a column.
func inputName(column int) string { return fmt.Sprintf("X%d", column+1) }

// All lists the scenarios.
func All() []Scenario {
	return []Scenario{
		motivating, univariate, bivariate, functional, functionalText, copula, tail, linear, linearCorrelated,
		linearWeak, linearMany, nothing, nothingHeavy, nothingTied, levels, discrete, curves, xor,
		heteroscedastic, mixed, small, weak, corrpow, multi10, sumproxy, bmi, steep, sin98, copyfun, doubled,
		following, altitude, steps, xorProxy, largest, curveSign, score, season, status, chain, gkcmNull1,
		gkcmNull2, gkcmNull3, gkcmNull4, gkcmAlt1, gkcmAlt2, gkcmAlt3, gkcmMixedNull, gkcmMixedAlt,
		xplainfiIndependent, xplainfiCorrelated, xplainfiMediated, xplainfiConfounded, xplainfiInteractions,
		xplainfiEwald, xplainfiFriedman, effectOnMean, effectConfounded, effectNone,
		effectNoneConfounded, effectNoneOverlap, effectSame, effectOnSpread, effectHines1, effectHines3, peersCARFi,
		peersMixed, peersSobol, censored, censoredHeavy, censoredNothing, censoredCrossing,
		ishigami, sobolG, flood, borehole, morris,
	}
}

// Names lists the names of the scenarios.
func Names() []string { return nearest.Words(All(), func(s Scenario) string { return s.Name }) }

// Named returns the scenario with the given name; the error suggests the nearest one.
func Named(name string) (Scenario, error) {
	for _, s := range All() {
		if s.Name == name {
			return s, nil
		}
	}
	return Scenario{}, nearest.Unknown("scenario", name, Names())
}

// Check returns an error unless the scenario has tables of n rows and p inputs.
func (s Scenario) Check(n, p int) error {
	if n < 1 {
		return fmt.Errorf("scenario %s: n is %d, expected at least 1 row", s.Name, n)
	}
	if p < s.MinP {
		return fmt.Errorf("scenario %s: p is %d, expected at least %d inputs", s.Name, p, s.MinP)
	}
	return nil
}

// Levels returns the number of levels of each of p inputs, coded 0, 1, …, and 0 for
// numbers; nil if all are numbers.
func (s Scenario) Levels(p int) []int {
	if s.levels == nil {
		return nil
	}
	levels := make([]int, p)
	copy(levels, s.levels)
	return levels
}

// Draw returns n rows of X, n×p, and of Y, n×Outputs: Inputs and Given from one seed. It
// panics if Check returns an error.
func (s Scenario) Draw(n, p int, seed uint64) (x, y *mat.Dense) {
	x = s.Inputs(n, p, seed)
	return x, s.Given(x, seed)
}

// Inputs returns n rows of X, n×p. It panics if Check returns an error.
func (s Scenario) Inputs(n, p int, seed uint64) *mat.Dense {
	if err := s.Check(n, p); err != nil {
		panic("simulate: " + err.Error())
	}
	x := mat.NewDense(n, p, nil)
	rows := rng.New(seed).Named("X")
	var src rng.Source
	for i := range n {
		src.Reset(rows.At(i / max(s.copies, 1)))
		s.inputs(x.RawRowView(i), &src)
	}
	s.remember(x)
	return x
}

// Given returns a draw of Y, n×Outputs, given the rows of x, n×p. It panics if x has fewer
// than MinP columns.
func (s Scenario) Given(x *mat.Dense, seed uint64) *mat.Dense {
	n, p := x.Dims()
	if err := s.Check(n, p); err != nil {
		panic("simulate: " + err.Error())
	}
	y := mat.NewDense(n, s.Outputs, nil)
	rows := rng.New(seed).Named("Y given X")
	var src rng.Source
	for i := range n {
		src.Reset(rows.At(i / max(s.copies, 1)))
		s.responses(y.RawRowView(i), x.RawRowView(i), &src)
	}
	s.remember(y)
	return y
}

// uniform fills x with independent draws from U(low, high).
func uniform(low, high float64) func(x []float64, src *rng.Source) {
	return independent(func(_ int, src *rng.Source) float64 { return low + float64((high-low)*src.Float64()) })
}

// independent fills x with a draw of each input j.
func independent(draw func(j int, src *rng.Source) float64) func(x []float64, src *rng.Source) {
	return func(x []float64, src *rng.Source) {
		for j := range x {
			x[j] = draw(j, src)
		}
	}
}
