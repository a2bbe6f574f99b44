package section

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// Advice counts what tests find falsely and intervals do not cover, of all estimators in a
// sentence each, and apart from them of negative controls. There is none of tests that are
// all there to fail.
func (s Calibration) Advice() ([]string, []chart.Figure) {
	if slices.ContainsFunc(s.Cells, func(c summary.Cell) bool { return method.Of(c.Cell[results.KeyMethod]).Control }) {
		return nil, nil
	}
	var tests, intervals, controls, uncovered []string
	var items []string
	for _, e := range estimators(s.Cells) {
		name, cells := estimatorName(e), slices.DeleteFunc(summary.Selected(s.Cells, e), s.dependent)
		f := s.faults(cells)
		if f.nulls > 0 {
			text := fmt.Sprintf("%s %d of %d", name, len(f.wrong), f.nulls)
			if overTrees(cells) {
				controls = append(controls, text)
			} else {
				tests = append(tests, text+among(f.wrong))
			}
		}
		if f.active > 0 {
			text := fmt.Sprintf("%s %d of %d", name, len(f.outside), f.active)
			if overTrees(cells) {
				uncovered = append(uncovered, text)
			} else {
				if len(f.outside) > 0 {
					text += fmt.Sprintf(" (worst %s, %s)", f.worst.Percent(), f.worstOf)
				}
				intervals = append(intervals, text)
			}
		}
	}
	title := summary.Title(s.Experiment)
	if tests != nil || controls != nil {
		items = append(items, title+". Null inputs rejected significantly more often than the nominal 5 %: "+withControls(tests, "Negative control (between-tree standard errors), which must fail", controls)+" "+s.powerText())
	}
	if intervals != nil || uncovered != nil {
		if len(tests)+len(controls) == 1 && len(intervals)+len(uncovered) == 1 {
			title, items = items[0], nil // of a single estimator one sentence after the other
			title = strings.TrimSuffix(title, ".")
		}
		items = append(items, title+". Active inputs whose 95 % interval undercovers (significantly below 93 %): "+withControls(intervals, "Negative control", uncovered)+" "+s.coverPowerText())
	}
	items = append(items, s.realText()...)
	return append(items, s.dependentText()...), nil
}

// withControls lists counts of estimators, and those of negative controls after them.
func withControls(list []string, what string, controls []string) string {
	var parts []string
	if list != nil {
		parts = append(parts, strings.Join(list, "; ")+".")
	}
	if controls != nil {
		parts = append(parts, what+": "+strings.Join(controls, "; ")+".")
	}
	return strings.Join(parts, " ")
}

// among names a few of many in parentheses.
func among(few []string) string {
	if len(few) == 0 || len(few) > 2 {
		return ""
	}
	return " (" + strings.Join(few, "; ") + ")"
}

// overTrees reports whether cells have no p-values but those that standard errors between
// trees give, which are wrong.
func overTrees(cells []summary.Cell) bool {
	return !slices.ContainsFunc(cells, func(c summary.Cell) bool { return len(c.Recorded[results.ValueP]) > 0 })
}

// control is the claim that marks a design as one on which tests must fail.
func (s Calibration) control(c summary.Cell) (results.Claim, bool) {
	at := slices.IndexFunc(s.Experiment.Claims, func(claim results.Claim) bool {
		return claim.Fails && claim.Kind == results.ClaimSize && summary.Matches(claim.Cell, c.Cell)
	})
	if at < 0 || overTrees([]summary.Cell{c}) {
		return results.Claim{}, false
	}
	return s.Experiment.Claims[at], true
}

// dependent reports whether tests must fail on the design of a cell, as its rows depend on
// each other.
func (s Calibration) dependent(c summary.Cell) bool {
	_, is := s.control(c)
	return is
}

// dependentText says how tests fail where rows depend on each other, and what to do.
func (s Calibration) dependentText() []string {
	var parts []string
	for _, c := range s.Cells {
		claim, is := s.control(c)
		f := s.faults([]summary.Cell{c})
		if !is || f.nulls == 0 {
			continue
		}
		text := fmt.Sprintf("%d of %d", len(f.wrong), f.nulls)
		if len(f.wrong) > 0 {
			text += fmt.Sprintf(", in %s to %s of the tables", format.Fixed(100*f.least.Share().Mean, 0), format.Percent(f.most.Share().Mean, 1, 0))
		}
		name := c.Cell[results.KeyScenario]
		if _, where, ok := strings.Cut(claim.Text, " where "); ok {
			name += " (" + where + ")"
		}
		parts = append(parts, name+": "+text)
	}
	if parts == nil {
		return nil
	}
	return []string{texts.Of("advice, dependent rows")[0] + " " + strings.Join(parts, "; ") + ". " + texts.Of("advice, dependent rows")[1]}
}

// plasmode begins the names of designs that have real inputs.
const plasmode = "plasmode-"

// realText counts what the first estimator finds of real inputs that were made null.
func (s Calibration) realText() []string {
	all := estimators(s.Cells)
	if len(all) == 0 {
		return nil
	}
	var parts []string
	significant := 0
	for _, c := range summary.Selected(s.Cells, all[0]) {
		name, is := strings.CutPrefix(c.Cell[results.KeyScenario], plasmode)
		found := c.NullFound(testLevel)
		if !is || found.N == 0 {
			continue
		}
		if worstNull(c).Exceeds(testLevel, stat.Level/float64(len(c.Null()))) {
			significant++
		}
		parts = append(parts, fmt.Sprintf("%s %d of %d", name, found.K, found.N))
	}
	if parts == nil {
		return nil
	}
	text := fmt.Sprintf("Tables of real inputs, one made null (plasmode), in which %s rejects it: %s", estimatorName(all[0]), strings.Join(parts, "; "))
	if significant == 0 {
		return []string{fmt.Sprintf("%s. At the level of %s no rate is above %s, but so few tables do not rule out one of %s.", text,
			format.Percent(stat.Level, 1, 0), format.Percent(testLevel, 1, 0), format.Percent(2*testLevel, 1, 0))}
	}
	return []string{fmt.Sprintf("%s. Significantly above %s: %d.", text, format.Percent(testLevel, 1, 0), significant)}
}

// span is the least and the largest of numbers of tables and of powers.
type span struct {
	power, tables [2]float64
	set           bool
}

func (s *span) add(tables int, power float64) {
	n := float64(tables)
	if !s.set {
		*s = span{[2]float64{power, power}, [2]float64{n, n}, true}
	}
	s.power = [2]float64{min(s.power[0], power), max(s.power[1], power)}
	s.tables = [2]float64{min(s.tables[0], n), max(s.tables[1], n)}
}

// text says how surely a rate is flagged.
func (s span) text(rate string) string {
	tables, power := fmt.Sprint(s.tables[0]), format.Percent(s.power[0], 1, 0)
	if s.tables[1] > s.tables[0] {
		tables += fmt.Sprintf(" to %v", s.tables[1])
	}
	if to := format.Percent(s.power[1], 1, 0); to != power {
		power = strings.TrimSuffix(power, " %") + " to " + to
	}
	return fmt.Sprintf("Power: a true %s is flagged with probability %s (%s tables a design).", rate, power, tables)
}

// powerText says how surely an input that is rejected twice as often as it should be would
// be flagged.
func (s Calibration) powerText() string {
	var all span
	for _, c := range s.Cells {
		if null, n := c.Null(), len(c.PValues()); n > 0 && len(null) > 0 {
			all.add(n, stat.Power(n, 2*testLevel, testLevel, stat.Level/float64(len(null))))
		}
	}
	return all.text("rejection rate of " + format.Percent(2*testLevel, 1, 0))
}

// coverPowerText says how surely intervals that miss twice as often as they should would be
// flagged.
func (s Calibration) coverPowerText() string {
	var all span
	for _, c := range s.Cells {
		if effective := c.Effective(); len(effective) > 0 {
			if n := c.CoverageOf(effective[0]).Covered.N; n > 0 {
				all.add(n, stat.Power(n, 2*testLevel, 1-coverLow, stat.Level))
			}
		}
	}
	return all.text("coverage of " + format.Percent(1-2*testLevel, 1, 0))
}
