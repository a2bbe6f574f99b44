package verdict

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/document"
	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// checkOf checks a claim in made-up cells.
func checkOf(t *testing.T, claim results.Claim, relevant []string, cells ...summary.Cell) finding {
	t.Helper()
	s := summary.Summary{Experiment: results.Experiment{Name: "made-up", Relevant: relevant}, Cells: cells}
	return find([]summary.Summary{s}, s, claim)
}

// madeCell returns a cell with values of variables, a row per repetition, under
// the name "raw", and losses by number of variables.
func madeCell(t *testing.T, cell map[string]string, raw, loss, eliminated [][]float64) summary.Cell {
	t.Helper()
	e := results.Experiment{Name: "made-up", Cells: []results.CellInfo{{Slug: fmt.Sprint(cell), Cell: cell}}}
	var records []results.Record
	for i := range max(len(raw), len(loss)) {
		r := results.Record{ID: fmt.Sprint("made-up/cell/r", i), Cell: cell, Repetition: i, Values: map[results.ValueName][]float64{}}
		if raw != nil {
			r.Values["raw"] = raw[i]
		}
		if loss != nil {
			steps := slices.Clone(loss[i])
			slices.Reverse(steps)
			r.Values[results.ValueLoss] = steps
		}
		if eliminated != nil {
			r.Values[results.ValueEliminated] = eliminated[i]
		}
		for j := range max(len(r.Values["raw"]), len(r.Values[results.ValueLoss])) {
			r.Variables = append(r.Variables, fmt.Sprint("X", j+1))
		}
		records, e.Repetitions = append(records, r), i+1
	}
	s := summary.Summarise(e, records, nil)
	return s.Cells[0]
}

func TestFurtherClaims(t *testing.T) {
	here := map[string]string{results.KeyVariant: results.VariantPublished, results.KeyN: "100", results.KeyMethod: "vimp-drf"}
	there := map[string]string{results.KeyVariant: results.VariantPublished, results.KeyN: "50", results.KeyMethod: "vimp-drf"}
	a := madeCell(t, here, [][]float64{{0.5, 0.21, 0.01}, {0.6, 0.2, 0.02}, {0.7, 0.19, 0.03}}, nil, nil)
	b := madeCell(t, there, [][]float64{{0.4, 0.25, 0.01}, {0.5, 0.24, 0.01}, {0.5, 0.26, 0.01}}, nil, nil)
	for _, c := range []struct {
		name    string
		claim   results.Claim
		gap     float64 // of the tightest pair
		pair    string
		pairs   int
		outcome Outcome
	}{
		{"factor", results.Claim{Holds: "importance(X1, X2) > 10 importance(X3)"}, 0.2 - 0.2, "X2 > 10 times X3", 2, Undecided},
		{"not greater, but it is", results.Claim{Holds: "not importance(X1) > importance(X2)"}, 0.4, "X1 > X2", 1, Undecided},
		{"not greater", results.Claim{Holds: "not importance(X3) > importance(X1, X2)"}, -0.18, "X3 > X2", 2, Holds},
		{"higher", results.Claim{Holds: "importance(X1, X3) > importance(n: 50)"}, 0.01, "X3 > that of n = 50", 2, Undecided},
		{"lower", results.Claim{Holds: "importance(X2) < importance(n: 50)"}, 0.05, "that of n = 50 > X2", 1, Undecided},
		{"noise is not lower", results.Claim{Holds: "importance(noise) < importance(n: 50)"}, -0.01, "that of n = 50 > X3", 1, Undecided},
		{"steady", results.Claim{Holds: "importance(X2) = importance(n: 50) ± 0.5"}, 0.075, "50 % of that of n = 50 > change of X2", 2, Holds},
		{"not so steady", results.Claim{Holds: "importance(X2) = importance(n: 50) ± 0.01"}, -0.0475, "1 % of that of n = 50 > change of X2", 2, Undecided},
	} {
		c.claim.Cell = map[string]string{results.KeyN: "100"}
		check := checkOf(t, c.claim, []string{"X1", "X2"}, a, b)
		fixture.Near(t, c.name, check.Gap.Mean, c.gap, 1e-12)
		outcome := check.outcome
		if check.pair.text() != c.pair || check.pairs != c.pairs || outcome != c.outcome {
			t.Errorf("%s: %q of %d, t %.2f, %s; want %q of %d, %s", c.name, check.pair.text(), check.pairs, check.T, outcome, c.pair, c.pairs, c.outcome)
		}
	}
	for want, claim := range map[string]results.Claim{
		"no input X9":               {Holds: "importance(X9) > importance(n: 50)"},
		"no cell n = 7 to compare":  {Holds: "importance(X1) > importance(n: 7)"},
		"experiment other: not run": {Holds: "importance(X1) > importance(experiment: other)"},
		"the records hold no loss":  {Holds: "loss(left: 1..) = loss(left: all) ± 0.1"},
	} {
		claim.Cell = map[string]string{results.KeyN: "100"}
		if check := checkOf(t, claim, nil, a, b); check.side() != Missing || !strings.HasPrefix(check.reason, want) {
			t.Errorf("%s, %q, want missing, %q", check.side(), check.reason, want)
		}
	}
}

func TestClaimsOfOtherExperiments(t *testing.T) {
	cell := func(p string) map[string]string {
		return map[string]string{results.KeyVariant: results.VariantPublished, results.KeyP: p, results.KeyMethod: "vimp-drf"}
	}
	small := summary.Summary{Experiment: results.Experiment{Name: "small"}, Cells: []summary.Cell{madeCell(t, cell("2"), [][]float64{{0.5, 0.4}, {0.6, 0.4}}, nil, nil)}}
	large := summary.Summary{Experiment: results.Experiment{Name: "large"}, Cells: []summary.Cell{madeCell(t, cell("3"), [][]float64{{0.1, 0.1, 0.1}, {0.1, 0.2, 0.1}}, nil, nil)}}
	claim := results.Claim{Cell: cell("3"), Holds: "importance(X1, X2) < importance(experiment: small, p: 2)"}
	check := checkClaim([]summary.Summary{large, small}, large, claim)[0]
	fixture.Near(t, "gap", check.Gap.Mean, 0.25, 1e-12)
	if check.side() != Compatible || check.Lower != "X2" {
		t.Errorf("%+v", check)
	}
}

func TestClaimsOfLosses(t *testing.T) {
	cell := func(method string) map[string]string {
		return map[string]string{results.KeyVariant: results.VariantPublished, results.KeyData: "enb", results.KeyMethod: method}
	}
	// Losses with 1, 2, 3 variables; what goes first, second, last.
	ours := madeCell(t, cell("coupled"), nil, [][]float64{{-0.5, -0.98, -1}, {-0.6, -1.01, -1}, {-0.7, -0.99, -1}}, [][]float64{{2, 1, 0}, {2, 1, 0}, {2, 1, 0}})
	theirs := madeCell(t, cell("vimp-drf"), nil, [][]float64{{-0.4, -0.98, -1}, {-0.5, -1.01, -1}, {-0.7, -0.99, -1}}, [][]float64{{0, 1, 2}, {0, 1, 2}, {0, 2, 1}})
	for _, c := range []struct {
		name    string
		claim   results.Claim
		gap     float64
		pairs   int
		outcome Outcome
	}{
		{"a single variable", results.Claim{Holds: "loss(left: 1) < loss(left: 1, method: vimp-drf)"}, 0.2 / 3, 1, Undecided},
		{"two variables", results.Claim{Holds: "loss(left: 2) < loss(left: 2, method: vimp-drf)"}, 0, 1, Undecided},
		{"close", results.Claim{Holds: "loss = loss(method: vimp-drf)"}, 0.2 / 3, 1, Undecided},
		{"flat", results.Claim{Holds: "loss(left: 2..) = loss(left: all) ± 0.1"}, 0.1 - 0.02/3, 2, Holds},
		{"flat to the end", results.Claim{Holds: "loss(left: 1..) = loss(left: all) ± 0.1"}, 0.1 - 0.4, 4, Undecided},
		{"disjoint", results.Claim{Holds: "overlap(left: 1, method: vimp-drf) < 0.5"}, 0.5, 1, Undecided},
		{"not disjoint", results.Claim{Holds: "overlap(left: 2, method: vimp-drf) < 0.5"}, -0.5, 1, Undecided},
	} {
		c.claim.Cell = cell("coupled")
		check := checkOf(t, c.claim, nil, ours, theirs)
		fixture.Near(t, c.name, check.Gap.Mean, c.gap, 1e-12)
		if outcome := check.outcome; check.pairs != c.pairs || outcome != c.outcome {
			t.Errorf("%s: %d pairs, t %.2f, %s; want %d, %s", c.name, check.pairs, check.T, outcome, c.pairs, c.outcome)
		}
	}
	one := madeCell(t, cell("coupled"), nil, [][]float64{{-0.5, -1, -1}}, nil)
	if check := checkOf(t, results.Claim{Cell: cell("coupled"), Holds: "loss = loss(method: vimp-drf)"}, nil, ours, theirs); check.paper != Holds || !strings.HasSuffix(check.Evidence(), "; holds by the paper's rule") {
		t.Errorf("%s by the paper's rule: %s", check.paper, check.Evidence())
	}
	if check := checkOf(t, results.Claim{Cell: cell("coupled"), Holds: "overlap(left: 1, method: vimp-drf) < 0.5"}, nil, one, theirs); check.reason != "the records hold no eliminations of the same inputs" {
		t.Errorf("%+v", check)
	}
}

// TestJudge checks the level and its adjustment.
func TestJudge(t *testing.T) {
	gap := func(t float64) pair { return tested("", "", stat.Stat{Mean: t, SE: 1, N: 10}, 9) }
	rate := func(k, n int, bound float64, below bool) pair {
		return measured{count: stat.Count{K: k, N: n}}.against(bound, below)
	}
	alike := func(t float64) pair { return ofNoGap(gap(t)) }
	for _, c := range []struct {
		pairs []pair
		want  Outcome
	}{
		// Student's t with 9 degrees of freedom exceeds 2.821 with probability 1 %.
		{[]pair{gap(2.83)}, Holds}, {[]pair{gap(2.81)}, Undecided}, {[]pair{gap(2.83), gap(9), gap(3)}, Holds},
		{[]pair{gap(-2.83)}, Fails}, {[]pair{gap(-2.83), gap(9)}, Undecided}, {[]pair{gap(-3.3), gap(9)}, Fails},
		{[]pair{gap(0)}, Undecided}, {[]pair{gap(math.Inf(1))}, Holds}, {[]pair{gap(math.Inf(-1)), gap(9)}, Fails},
		{[]pair{tested("", "", stat.Stat{Mean: 1, N: 1}, 0)}, Undecided}, // of a single repetition
		// P(X = 0) of 60 is 0.0424, 0.0018 and 0.046 for rates of 5, 10 and 5 %; P(X ≥ 12) = 0.0014 of 60 at 6 %.
		{[]pair{rate(0, 60, 0.05, true)}, Undecided}, {[]pair{rate(0, 60, 0.1, true)}, Holds}, {[]pair{rate(12, 60, 0.06, true)}, Fails},
		{[]pair{rate(60, 60, 0.9, false)}, Holds}, {[]pair{rate(56, 60, 0.9, false)}, Undecided}, {[]pair{rate(40, 60, 0.9, false)}, Fails},
		{[]pair{rate(0, 5, 0.1, false)}, Undecided}, {[]pair{rate(5, 5, 0.1, true)}, Fails},
		// Equality is never shown, but refuted: P(|T| > 3.25) is 1 %.
		{[]pair{alike(0)}, Undecided}, {[]pair{alike(3.2)}, Undecided}, {[]pair{alike(3.3)}, Fails},
	} {
		if got, _ := judge(c.pairs); got != c.want {
			t.Errorf("%+v: %s, want %s", c.pairs, got, c.want)
		}
	}
}

// TestPaperRule checks the rule of the sum of standard errors.
func TestPaperRule(t *testing.T) {
	for _, c := range []struct {
		relation string
		gap, sum float64
		want     Outcome
	}{
		{"<", -3, 2, Holds}, {"<", -1, 2, Undecided}, {"<", 1, 2, Undecided}, {"<", 3, 2, Fails},
		{">", 3, 2, Holds}, {">", -3, 2, Fails}, {"=", 1, 2, Holds}, {"=", -2, 2, Holds}, {"=", 3, 2, Fails},
	} {
		if got := paperRule(c.relation, c.gap, c.sum); got != c.want {
			t.Errorf("%v %s 0 with %v: %s, want %s", c.gap, c.relation, c.sum, got, c.want)
		}
	}
}

func TestMost(t *testing.T) {
	of := func(outcomes ...Outcome) []finding {
		var list []finding
		for _, o := range outcomes {
			list = append(list, finding{outcome: o, reason: "data missing"})
		}
		return list
	}
	for _, c := range []struct {
		findings []finding
		want     string
	}{
		{of(Holds, Holds, NotRun), "holds: holds in 2 of 3"},
		{of(Holds, Undecided, NotRun), "undecided: holds in 1 of 3"},
		{of(Holds, Fails), "fails: holds in 1 of 2"},
		{of(NotRun, NotRun), "not run: data missing"},
	} {
		if f := judgeMajority(c.findings); string(f.outcome)+": "+f.reason != c.want {
			t.Errorf("%s: %s, want %s", f.outcome, f.reason, c.want)
		}
	}
}

// TestSurvivors judges made-up records near those of the paper, in whose twin
// vimp-drf turns round.
func TestSurvivors(t *testing.T) {
	m := fixture.PaperLike()
	m.Experiment("bivariate").Statements = []results.Claim{
		{Text: "The importance of noise is below that of vimp-drf", Cell: fixture.CellOf("published", 500, 10, "retrain"), Holds: "importance(noise) < importance(method: vimp-drf)", Source: "Table 3"},
	}
	summaries, err := summary.Load(m)
	if err != nil {
		t.Fatal(err)
	}
	rfe := fixture.Eliminations("enb").List[0]
	rfe.Claims = append(rfe.Claims, results.Claim{Text: "most", Cell: map[string]string{results.KeyMethod: "coupled"}, Holds: "loss < loss(method: vimp-drf)", Source: "Table 6", Most: true})
	missing := summary.Summarise(rfe, nil, nil)
	summaries = append(summaries, missing)
	all := Verify(summaries).Claims
	want := map[string][2]Outcome{
		"The importance ranks X1 before X2":                   {Holds, Holds},
		"vimp-drf ranks X2 before X1":                         {Holds, Fails},
		"The importance of noise is below that of vimp-drf":   {Holds, Holds},
		"MDA is negative for X3, X4 and X5":                   {Fails, Fails}, // it knows no conventions
		"vimp-drf ranks X10 second although it is irrelevant": {Holds, Holds},
		"The importance loses less than vimp-drf (enb)":       {NotRun, NotRun},
		"most": {NotRun, NotRun},
	}
	found := 0
	for _, j := range all {
		if outcomes, ok := want[j.Text()]; ok {
			found++
			if j.Outcome() != outcomes[0] || j.Twin() != outcomes[1] {
				t.Errorf("%s: %s, %s; want %v", j.Text(), j.Outcome(), j.Twin(), outcomes)
			}
		}
	}
	if found != len(want) || len(all) != 13 {
		t.Errorf("%d of %d claims found among %d", found, len(want), len(all))
	}
	reversed := Reversed(all)
	if len(reversed) != 1 || !strings.HasPrefix(reversed[0], "bivariate (Table 3): “vimp-drf ranks X2 before X1” holds under the published convention (X2 is 0.5") {
		t.Errorf("turned round: %q", reversed)
	}
	if named := Named(all, Fails); len(named) != 1 || !strings.Contains(named[0], "“MDA is negative for X3, X4 and X5” (Table 2) fails: X4 is") {
		t.Errorf("claims that fail: %q", named)
	}
	rows := strings.Split(strings.TrimSpace(ClaimsCSV(all)), "\n")
	if len(rows) != 1+2*len(all) {
		t.Errorf("%d rows of CSV for %d claims", len(rows), len(all))
	}
	total := 0
	for _, o := range Outcomes {
		total += CountClaims(all, o)
	}
	if text := OutcomesText(all, Judged.Outcome); total != len(all) || !strings.Contains(text, "2 were not run") {
		t.Error(text)
	}
	if table := ClaimTable(all); !slices.ContainsFunc(table.Rows, func(r document.Row) bool {
		return r.Mark == document.Alarm && len(r.Cells) == 6 && r.Cells[0] == "vimp-drf ranks X2 before X1" && r.Cells[5] == "fails"
	}) {
		t.Error("the claim that turns round is not marked")
	}
	// Each claim once, also where one convention alone was run.
	for i := range summaries {
		summaries[i].Cells = slices.DeleteFunc(slices.Clone(summaries[i].Cells), func(c summary.Cell) bool { return c.Cell[results.KeyVariant] == results.VariantTextbook })
	}
	if alone := Verify(summaries).Claims; len(alone) != len(all) || slices.ContainsFunc(alone, Judged.HasTwin) {
		t.Errorf("%d claims without the textbook's convention", len(alone))
	}
}

// TestNearest: what comes nearest to contradicting a claim is said by which is above, and a
// bound is never the subject.
func TestNearest(t *testing.T) {
	for want, c := range map[string]finding{
		"X1 is 0.249 (0.027) above X2":              {pair: pair{Upper: "X1", Lower: "X2", Gap: stat.Stat{Mean: 0.249, SE: 0.027, N: 9}}},
		"X2 is 0.146 (0.020) below that of n = 500": {pair: pair{Upper: "X2", Lower: "that of n = 500", Gap: stat.Stat{Mean: -0.146, SE: 0.02, N: 9}}},
		"X2 falls by 0.146 (0.020) from n = 500 to 900": {
			Info: results.CellInfo{Cell: map[string]string{results.KeyN: "900"}}, pair: pair{Upper: "X2", Lower: "that of n = 500", Gap: stat.Stat{Mean: -0.146, SE: 0.02, N: 9}},
		},
		"X2 rises by 0.146 (0.020) from n = 500 to 900": {
			Info: results.CellInfo{Cell: map[string]string{results.KeyN: "900"}}, pair: pair{Upper: "X2", Lower: "that of n = 500", Gap: stat.Stat{Mean: 0.146, SE: 0.02, N: 9}},
		},
		"slope is 0.063 (0.010) below 0":              {pair: pair{Upper: "slope", Gap: stat.Stat{Mean: 0.063, SE: 0.01, N: 9}}},
		"D is 0.10 above 0":                           {pair: pair{Upper: "D", Gap: stat.Stat{Mean: -0.1, N: 9}}},
		"mean ratio is 0.615 (0.017), above 0.6":      {pair: pair{Upper: "0.6", Lower: "mean ratio", Gap: stat.Stat{Mean: -0.015, SE: 0.017, N: 9}}},
		"change with 2 is 0.30 (0.10) below 1.5 of X": {pair: pair{Upper: "1.5 of X", Lower: "change with 2", Gap: stat.Stat{Mean: 0.3, SE: 0.1, N: 9}}},
	} {
		if got := c.nearest(); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}

// text names the pair.
func (c pair) text() string {
	if c.Lower == "" {
		return short(c.Upper) + " < 0"
	}
	return short(c.Upper) + " > " + short(c.Lower)
}
