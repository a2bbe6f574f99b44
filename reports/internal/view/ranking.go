package view

import (
	"slices"

	"drfvi/internal/rank"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
	"drfvi/simulate"
)

// standing is how a measure of a leaderboard compares with the others over designs.
type standing struct {
	ranks       []float64 // on each design
	beats, lost int       // measures that are significantly worse and better
}

// standings ranks the estimators that were run on all designs by their errors. On each design
// the rank is one more than the number of estimators that are better, half of those that are
// as good; which is better, the mean over sizes of the mean difference within tables says.
// Pairs are compared over designs by Wilcoxon's signed rank test, adjusted by Holm's method.
func (e *evaluation) standings() map[string]*standing {
	if e.standing != nil {
		return e.standing
	}
	e.standing = make(map[string]*standing)
	scored := slices.DeleteFunc(slices.Clone(e.cells), func(c summary.Cell) bool { return len(c.Values(summary.Score)) == 0 })
	designs := summary.Grouped(scored, func(c summary.Cell) string { return c.Cell[results.KeyScenario] })
	var names []string
	for _, of := range summary.Grouped(scored, e.estimator) {
		if len(summary.Distinct(of, results.KeyScenario)) == len(designs) {
			names = append(names, e.estimator(of[0]))
		}
	}
	var pairs [][2]*standing // the better first
	var p []float64
	for i, name := range names {
		ours := &standing{ranks: slices.Repeat([]float64{1}, len(designs))}
		e.standing[name] = ours
		for _, other := range names[:i] {
			theirs := e.standing[other]
			leads := make([]float64, len(designs))
			for d, cells := range designs {
				leads[d] = e.lead(cells, name, other)
				switch {
				case leads[d] > 0:
					theirs.ranks[d]++
				case leads[d] < 0:
					ours.ranks[d]++
				default:
					ours.ranks[d], theirs.ranks[d] = ours.ranks[d]+0.5, theirs.ranks[d]+0.5
				}
			}
			by, above := stat.SignedRank(leads)
			pair := [2]*standing{ours, theirs}
			if !above {
				pair = [2]*standing{theirs, ours}
			}
			pairs, p = append(pairs, pair), append(p, by)
		}
	}
	for k, adjusted := range rank.Holm(p) {
		if adjusted <= Level {
			pairs[k][0].beats++
			pairs[k][1].lost++
		}
	}
	return e.standing
}

// lead is by how much the errors of one estimator are smaller than those of another on the cells of a
// design: the mean over sizes of the mean difference within tables, 0 if they share none.
func (e *evaluation) lead(cells []summary.Cell, name, other string) float64 {
	by, sizes := 0.0, 0.0
	for _, ours := range cells {
		for _, theirs := range cells {
			if e.estimator(ours) != name || e.estimator(theirs) != other || ours.Cell[results.KeyN] != theirs.Cell[results.KeyN] {
				continue
			}
			if difference := summary.PairedDifference(theirs, ours, summary.Score, 0); difference.N > 0 {
				by += difference.Mean
				sizes++
			}
		}
	}
	return by / max(sizes, 1)
}

// stood is a number of the standing of an estimator.
func stood(of func(*standing) float64) func(question) stat.Stat {
	return func(q question) stat.Stat {
		s, ok := q.standings()[q.estimator(q.cell())]
		if !ok {
			return stat.Stat{}
		}
		return number(of(s), len(s.ranks))
	}
}

// acting are the inputs that make the change that a scenario is about, all active ones of
// scenarios that are about none.
func acting(c summary.Cell) []int {
	active := summary.EffectiveOfDesign(c)
	scenario, err := simulate.Named(c.Cell[results.KeyScenario])
	if err != nil || scenario.About == nil {
		return active
	}
	return slices.DeleteFunc(slices.Clone(active), func(j int) bool { return !slices.Contains(scenario.About, c.Variables[j]) })
}
