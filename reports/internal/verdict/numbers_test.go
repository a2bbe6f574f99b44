package verdict

import (
	"math"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// overviewOf verifies one experiment.
func overviewOf(t *testing.T, e results.Experiment, records []results.Record) Overview {
	t.Helper()
	s := summary.Summarise(e, records, nil)
	return Verify([]summary.Summary{s})
}

func TestVerifyVerdicts(t *testing.T) {
	e, records := fixture.Tiny()
	o := overviewOf(t, e, records)
	for i, want := range []Verdict{Compatible, Compatible, Compatible, Differs, Differs, Compatible, Missing} {
		if o.Cells[i].Verdict != want {
			t.Errorf("cell %d (%s): %s, want %s (p %v)", i, o.Cells[i].Label(), o.Cells[i].Verdict, want, o.Cells[i].Adjusted)
		}
	}
	// A: ours 0.5, sd 0.1, R = 3; printed 0.52, se 0.03: beyond half a unit
	// 0.015, in units of √(0.01/3 + 0.0009).
	a := o.Cells[0]
	fixture.Near(t, "difference of A", a.Difference, -0.015/math.Sqrt(0.01/3+0.0009), 1e-9)
	if a.StandIn || a.PrintedSE != 0.03 {
		t.Errorf("printed standard error %v, stand-in %v", a.PrintedSE, a.StandIn)
	}
	b := o.Cells[1]
	fixture.Near(t, "stand-in standard error of B", b.PrintedSE, 0.05/math.Sqrt(10), 1e-12)
	if !b.StandIn || b.DF != 2 {
		t.Errorf("stand-in %v with %v degrees of freedom, want true and 2", b.StandIn, b.DF)
	}
	fixture.Near(t, "largest noise", o.Cells[2].Ours.Mean, 0.03, 1e-12)
	fixture.Near(t, "mean noise", o.Cells[3].Ours.Mean, 0.02, 1e-12)
	fixture.Near(t, "explained variance", o.Cells[5].Ours.Mean, 0.13, 1e-12)
	if reason := o.Cells[6].Reason; reason != "not run" {
		t.Errorf("reason %q", reason)
	}
	if numbers, text := o.Count(Compatible), OutcomesText(o.Claims, Judged.Outcome); numbers != 4 || text != "1 holds, 1 is undecided, 1 fails and 1 was not run" {
		t.Errorf("%d numbers compatible, want 4; claims: %s", numbers, text)
	}
	// The smallest difference that would have been called one is where the adjusted p of
	// the six numbers that were tested is 1 %.
	se, half := math.Hypot(a.Ours.SE, a.PrintedSE), stat.HalfUnit(a.Expected.Digits)
	fixture.Near(t, "p at the least difference", 2*6*stat.UpperTail((a.Least-half)/se, a.DF), 0.01, 1e-9)
	if text := o.Precision(); !strings.Contains(text, "The largest difference, by Welch's test: ours is 150.0 standard errors below the published value") || !strings.Contains(text, "unadjusted p ≤ 0.05 in 2 of the tests") {
		t.Error(text)
	}
}

func TestVerifyHolmCountsTestedCellsOnly(t *testing.T) {
	e, records := fixture.Tiny()
	e.Expected = e.Expected[4:5]
	alone := overviewOf(t, e, records).Cells[0]
	if alone.Adjusted != alone.P {
		t.Errorf("a single cell is adjusted: %v to %v", alone.P, alone.Adjusted)
	}
	full, _ := fixture.Tiny()
	e.Expected = append(e.Expected, full.Expected[6]) // missing: adds nothing
	if two := overviewOf(t, e, records).Cells[0]; two.Adjusted != alone.P {
		t.Errorf("a missing cell counts: %v, want %v", two.Adjusted, alone.P)
	}
	e.Expected = append(e.Expected, full.Expected[0])
	if three := overviewOf(t, e, records).Cells[0]; three.Adjusted != 2*alone.P {
		t.Errorf("adjusted for two cells: %v, want %v", three.Adjusted, 2*alone.P)
	}
}

func TestVerifyMissing(t *testing.T) {
	for name, c := range map[string]struct {
		change func(e *results.Experiment, records []results.Record) []results.Record
		want   string
	}{
		"partial": {func(_ *results.Experiment, r []results.Record) []results.Record { return r[1:] }, "2 of 3 repetitions"},
		"no cell": {func(e *results.Experiment, r []results.Record) []results.Record {
			e.Expected[0].Cell = map[string]string{results.KeyN: "7"}
			return r
		}, "no such cell in the run"},
		"variable": {func(e *results.Experiment, r []results.Record) []results.Record {
			e.Expected[0].Variable = "Z"
			return r
		}, `the records hold no value for "Z"`},
		"rank": {func(e *results.Experiment, r []results.Record) []results.Record {
			e.Expected[0].Statistic = "largest-3"
			return r
		}, `the records hold no value for "noise, rank 3"`},
		"no noise": {func(e *results.Experiment, r []results.Record) []results.Record {
			e.Relevant, e.Expected[0].Statistic = []string{"A", "B", "C", "D"}, "mean-noise"
			return r
		}, `the records hold no value for "mean of noise"`},
		"quantity": {func(e *results.Experiment, r []results.Record) []results.Record {
			e.Expected[0].Quantity = "r2"
			return r
		}, `the records hold no value for "r2 A"`},
		"losses": {func(e *results.Experiment, r []results.Record) []results.Record {
			e.Expected[0].Statistic = "cumulative"
			return r
		}, `the records hold no value for "cumulative loss"`},
		"single": {func(e *results.Experiment, r []results.Record) []results.Record { e.Repetitions = 1; return r[:1] },
			"a single repetition has no standard error"},
	} {
		e, records := fixture.Tiny()
		records = c.change(&e, records)
		cell := overviewOf(t, e, records).Cells[0]
		if cell.Verdict != Missing || cell.Reason != c.want {
			t.Errorf("%s: %s, %q, want missing, %q", name, cell.Verdict, cell.Reason, c.want)
		}
	}
}

func TestVerifyChecksEveryMatchingCell(t *testing.T) {
	e, records := fixture.Tiny()
	e.Expected = e.Expected[:1]
	e.Expected[0].Cell = map[string]string{results.KeyMethod: "retrain"}
	o := overviewOf(t, e, records)
	if len(o.Cells) != 2 || o.Cells[0].Info.Slug != "p-r" || o.Cells[1].Info.Slug != "t-r" {
		t.Errorf("%d cells checked, want both variants", len(o.Cells))
	}
}

func TestClaims(t *testing.T) {
	e, records := fixture.Tiny()
	o := overviewOf(t, e, records)
	// A − B per repetition: 0.1, 0.15, 0.35.
	first := o.Claims[0]
	fixture.Near(t, "gap", first.Gap.Mean, 0.2, 1e-12)
	fixture.Near(t, "t", first.T, 0.2/(math.Sqrt(0.035/2)/math.Sqrt(3)), 1e-9)
	if first.side() != Compatible || first.pair.text() != "A > B" {
		t.Errorf("%s, %s", first.side(), first.pair.text())
	}
	// The tightest pair is that of the smallest t.
	second := o.Claims[1]
	smallest, pair := math.Inf(1), ""
	for _, upper := range []int{0, 1} {
		for _, lower := range []int{2, 3} {
			var d []float64
			for _, r := range records[:3] {
				d = append(d, max(0, r.Values["raw"][upper])-max(0, r.Values["raw"][lower]))
			}
			if s := stat.New(d); s.Mean/s.SE < smallest {
				smallest, pair = s.Mean/s.SE, string("AB"[upper])+" > "+string("CD"[lower-2])
			}
		}
	}
	if second.pair.text() != pair || second.T != smallest {
		t.Errorf("tightest %s with t %v, want %s with %v", second.pair.text(), second.T, pair, smallest)
	}
	if third := o.Claims[2]; third.side() != Differs || !math.IsInf(third.T, -1) || third.pair.text() != "D < 0" {
		t.Errorf("D is 0.1 in every repetition: %s, t %v, %s", third.side(), third.T, third.pair.text())
	}
	if fourth := o.Claims[3]; fourth.side() != Missing || fourth.reason != "not run" {
		t.Errorf("%s, %q", fourth.side(), fourth.reason)
	}
}

func TestClaimsMissing(t *testing.T) {
	for want, claim := range map[string]results.Claim{
		"no such cell in the run": {Cell: map[string]string{results.KeyN: "7"}, Holds: "importance > importance"},
		"no input Z":              {Cell: map[string]string{results.KeyMethod: "vimp-drf"}, Holds: "importance(Z) < 0"},
		"no input to compare":     {Cell: map[string]string{results.KeyMethod: "vimp-drf"}, Holds: "importance(A) > importance"},
		"no pair to compare":      {Cell: map[string]string{results.KeyMethod: "vimp-drf"}, Holds: "importance(A) > importance(A)"},
	} {
		e, records := fixture.Tiny()
		e.Claims = []results.Claim{claim}
		if c := overviewOf(t, e, records).Claims[0]; c.side() != Missing || c.reason != want {
			t.Errorf("%s, %q, want missing, %q", c.side(), c.reason, want)
		}
	}
	e, records := fixture.Tiny()
	c := overviewOf(t, e, records[1:]).Claims[0]
	if c.side() != Missing || c.reason != "2 of 3 repetitions" || c.Gap.N != 2 {
		t.Errorf("partial: %s, %q, %d", c.side(), c.reason, c.Gap.N)
	}
}

func TestClaimTieDoesNotHold(t *testing.T) {
	e, records := fixture.Tiny()
	e.Claims = []results.Claim{{Cell: map[string]string{results.KeyMethod: "vimp-drf"}, Holds: "importance(C) > importance(D)"}}
	if c := overviewOf(t, e, records).Claims[0]; c.side() != Differs || c.T != 0 {
		t.Errorf("equal means: %s with t %v, want differs with 0", c.side(), c.T)
	}
}

func TestExceptionsLeaveNoCellOut(t *testing.T) {
	e, records := fixture.Tiny()
	text := strings.Join(overviewOf(t, e, records).Exceptions(), " ")
	for _, want := range []string{"tiny, C: differs.", "tiny, mean of noise: differs."} {
		if !strings.Contains(text, want) {
			t.Errorf("exceptions %q lack %q", text, want)
		}
	}
}

func TestVerdictsOfNothing(t *testing.T) {
	if text := Verify(nil).Text(); text != "No published numbers or claims to compare with.\n" {
		t.Errorf("%q", text)
	}
}

// A note names the place of its numbers, commas and all, and how many they are.
func TestComparisons(t *testing.T) {
	e, records := fixture.Tiny()
	for i := range e.Expected {
		if e.Expected[i].Note != "" {
			e.Expected[i].Source = "Section 4.1, first output"
		}
	}
	list := overviewOf(t, e, records).Comparisons()
	if len(list) != 1 || list[0][0] != "Section 4.1, first output" || !strings.HasSuffix(list[0][1], "1 of 7 numbers: Printed with a slip of the pen.") {
		t.Errorf("comparisons %q", list)
	}
}
