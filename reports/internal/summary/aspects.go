package summary

import (
	"cmp"
	"slices"
	"strings"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Aspect is what the records of a cell tell of one aspect, such as "mean of y1".
type Aspect struct {
	Name string
	// Areas and Found are by repetition and input, Moves tells which inputs are known to move it.
	Areas, Found [][]float64
	Moves        []bool
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
		kind, of, _ := strings.Cut(key, "_")
		value := func(name results.AspectValue) [][]float64 { return c.Recorded[name.Of(key)] }
		a := Aspect{Name: kind, Areas: value(results.AspectArea), Found: value(results.AspectFound)}
		if of != "" {
			a.Name += " of " + of
		}
		for _, v := range value(results.AspectMoves)[0] {
			a.Moves = append(a.Moves, v == 1)
		}
		all = append(all, a)
	}
	return all
}

// Area is the mean area of an input.
func (a Aspect) Area(j int) stat.Stat { return stat.New(stat.Column(a.Areas, j)) }

// FoundWith counts the repetitions in which an input was found to move it.
func (a Aspect) FoundWith(j int) (found stat.Count) {
	for _, row := range a.Found {
		found.Add(row[j] == 1)
	}
	return found
}

// FalselyMoved counts the repetitions in which anything was found that is known not to
// move.
func (c Cell) FalselyMoved() (falsely stat.Count) {
	aspects := c.Aspects()
	if aspects == nil {
		return falsely
	}
	for i := range c.Repetitions {
		falsely.Add(slices.ContainsFunc(aspects, func(a Aspect) bool {
			for j, moves := range a.Moves {
				if !moves && i < len(a.Found) && a.Found[i][j] == 1 {
					return true
				}
			}
			return false
		}))
	}
	return falsely
}
