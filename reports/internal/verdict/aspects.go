package verdict

import (
	"errors"
	"fmt"

	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

var errNoAspects = errors.New("the records hold no aspects")

// leak finds the aspect and the input that does not move it with the largest mean area.
func leak(claim results.Claim, cells []summary.Cell) (band, error) {
	c := cells[0]
	var worst band
	for _, a := range c.Aspects() {
		for j, moves := range a.Moves {
			if area := a.Area(j); !moves && (worst.lower == "" || claim.Bound-area.Mean < worst.gap.Mean) {
				area.Mean = claim.Bound - area.Mean
				worst = band{upper: fmt.Sprint(claim.Bound), lower: a.Name + " with " + c.Variables[j], gap: area, holds: area.Mean >= 0}
			}
		}
	}
	if worst.lower == "" {
		return band{}, errNoAspects
	}
	return worst, nil
}

// moved counts what moves and is found in half of the tables or more.
func moved(claim results.Claim, cells []summary.Cell) (band, error) {
	often, all := 0, 0
	for _, c := range cells {
		for _, a := range c.Aspects() {
			for j, moves := range a.Moves {
				if moves {
					all++
					if 2*a.FoundWith(j) >= len(a.Found) {
						often++
					}
				}
			}
		}
	}
	if all == 0 {
		return band{}, errNoAspects
	}
	return atLeast(claim.Bound, often, all, "that move"), nil
}

// unmoved counts the tables in which anything is found that does not move.
func unmoved(claim results.Claim, cells []summary.Cell) (band, error) {
	c := cells[0]
	if c.Aspects() == nil {
		return band{}, errNoAspects
	}
	return below(claim.Bound, "tables with any", c.FalselyMoved(), c.Repetitions, stat.Level), nil
}
