package summary

import (
	"cmp"
	"slices"
	"strings"

	"drfvi/results"
)

// Aspect is one aspect of the responses that the records of a cell tell of, such as "mean of y1".
type Aspect struct {
	Name string
	key  string
	// Moves tells which inputs are known to move it.
	Moves []bool
}

// Aspects returns the aspects of the cell: of single responses, those of the first one
// first, then the dependence.
func (c Cell) Aspects() []Aspect {
	var keys []string
	prefix := string(results.AspectArea) + "_"
	for name := range c.Recorded {
		if key, ok := strings.CutPrefix(string(name), prefix); ok {
			keys = append(keys, key)
		}
	}
	order := []string{"mean", "spread", "shape", "tails"}
	slices.SortFunc(keys, func(a, b string) int {
		kindA, ofA, _ := strings.Cut(a, "_")
		kindB, ofB, _ := strings.Cut(b, "_")
		if ofA == "" || ofB == "" { // the dependence, of no single response, is the last
			ofA, ofB = ofB, ofA
		}
		return cmp.Or(strings.Compare(ofA, ofB), slices.Index(order, kindA)-slices.Index(order, kindB))
	})
	var all []Aspect
	for _, key := range keys {
		kind, of, single := strings.Cut(key, "_")
		a := Aspect{Name: kind, key: key}
		if single {
			a.Name += " of " + of
		}
		for _, v := range c.Recorded[results.AspectMoves.Of(key)][0] {
			a.Moves = append(a.Moves, v == 1)
		}
		all = append(all, a)
	}
	return all
}

// Area is the value of its areas.
func (a Aspect) Area() results.ValueName { return results.AspectArea.Of(a.key) }

// Found counts the repetitions in which inputs were found to move it.
func (a Aspect) Found(inputs Inputs) Rate { return True(results.AspectFound.Of(a.key), inputs) }

// falselyMoved tells by repetition whether anything was found that is known not to move.
func (c Cell) falselyMoved() (all [][]float64) {
	aspects := c.Aspects()
	if aspects == nil {
		return nil
	}
	for i := range c.Repetitions {
		all = append(all, truths(1, func(int) bool {
			return slices.ContainsFunc(aspects, func(a Aspect) bool {
				found := c.Recorded[results.AspectFound.Of(a.key)]
				for j, moves := range a.Moves {
					if !moves && i < len(found) && found[i][j] == 1 {
						return true
					}
				}
				return false
			})
		}))
	}
	return all
}
