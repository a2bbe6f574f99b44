package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
	"drfvi/importance/answer"
	"drfvi/importance/aspects"
	"drfvi/internal/rng"
	"drfvi/simulate"
)

var (
	tags      = regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>|<[^>]*>`)
	predicted = regexp.MustCompile(`collinear: the other inputs predict ([0-9.]+)( to [0-9.]+)? % of (it|each);`)
	shareOf   = regexp.MustCompile(`The inputs explain ([0-9.]+) % of the variation`)
	// findings are words of what is significant, denial those of no effect.
	findings = regexp.MustCompile(`Most important|inputs are significant|is significant|order is uncertain|Significant on|affects the|affected by|may be theirs`)
	denial   = "No significant effect (p "
)

// contradictions are pairs of statements that must not stand in one output.
var contradictions = func() (pairs [][2]*regexp.Regexp) {
	for _, pair := range [][2]string{
		{`No significant effect \(p`, `The inputs explain [0-9.]+ % of the variation of the [a-z ]+ \(95 %: ([0-9]|above|about)`},
		{`No significant effect \(p`, `p < 0\.0001[);]|to divide it among the inputs`},
		{`explain 0 % of`, `is lost only if several|Most important|order is uncertain|without [a-z0-9]+, [0-9.]+ % of what the inputs explain`},
		{`no better with the inputs than without`, `explain is lost|Importances add up|Most important|order is uncertain|importance: of the`},
		{`no better than without`, `is significant|are significant|explain is lost|Most important`},
		{`No importances are shown`, `Importances add up|explain is lost|importance: of the`},
		{`to divide it among the inputs`, `Importances add up|explain is lost|Most important|order is uncertain|importance: of the`},
		{`No single input is significant`, `Only [^.]* is significant:|inputs are significant|Most important|Borderline|is significant \(p \(`},
		{`Only [^.]* is significant:`, `inputs are significant|order is uncertain|So is that of|So are those of`},
		{`order is uncertain`, `Most important`},
		{`No input was tested`, `is significant|are significant|p \(Holm\)|Borderline`},
		{`nothing was tested`, `significant|p \(Holm\)`},
		{`has no test: `, `is significant|are significant|order is uncertain`},
	} {
		pairs = append(pairs, [2]*regexp.Regexp{regexp.MustCompile(pair[0]), regexp.MustCompile(pair[1])})
	}
	return pairs
}()

// disagreements lists the statements of a text, a page and the JSON of one result that contradict each other.
func disagreements(text, page string, r importanceJSON) (all []string) {
	wrong := func(what string, arguments ...any) { all = append(all, fmt.Sprintf(what, arguments...)) }
	text = strings.Join(strings.Fields(text), " ")
	page = strings.Join(strings.Fields(html.UnescapeString(tags.ReplaceAllString(page, " "))), " ")
	page = strings.ReplaceAll(page, "\u00a0", " ")
	nothing := strings.Contains(text, denial)
	if nothing != strings.Contains(page, denial) {
		wrong("text and page are not of one mind whether there is an effect")
	}
	if r.Established != nil && *r.Established == nothing {
		wrong("the JSON says established: %v", *r.Established)
	}
	const uncertain = " to divide it among the inputs"
	for name, said := range map[string]string{"text": text, "page": page} {
		if r.Undivided != strings.Contains(said, uncertain) || r.Undivided && strings.Contains(said, "Most important") {
			wrong("the JSON says undivided: %v, the %s does not", r.Undivided, name)
		}
		if word := findings.FindString(said); nothing && word != "" {
			wrong("the %s denies any effect, and says %q", name, word)
		}
		if strings.Contains(said, "no test can") || strings.Contains(said, "single aspects only") {
			wrong("the %s claims what no number shows", name)
		}
		for _, match := range predicted.FindAllStringSubmatch(said, -1) {
			if share, _ := strconv.ParseFloat(match[1], 64); share < 90 {
				wrong("the %s says that what others predict by %s %% is collinear", name, match[1])
			}
		}
		if match := shareOf.FindStringSubmatch(said); match != nil && match[1] != percent(*r.Explained) {
			wrong("the %s has the explained share %s %%, the JSON %v", name, match[1], *r.Explained)
		}
	}
	for name, said := range map[string]string{"text": text, "page": page} {
		for _, pair := range contradictions {
			if first, second := pair[0].FindString(said), pair[1].FindString(said); first != "" && second != "" {
				wrong("the %s says %q and %q", name, first, second)
			}
		}
	}
	for _, remark := range r.Remarks {
		if !strings.Contains(text, remark) || !strings.Contains(page, remark) {
			wrong("the JSON remarks what text or page do not: %s", remark)
		}
	}
	for _, remark := range r.AspectRemarks {
		if !strings.Contains(text, remark) {
			wrong("the JSON remarks what the text does not: %s", remark)
		}
	}
	if strings.Contains(text, "Nearly all of the mean") && !slices.ContainsFunc(r.Aspects, func(a aspectJSON) bool { return a.Kind == string(aspects.Mean) && a.Explained >= 0.9 }) {
		wrong("nearly all of a mean is said to be explained, and no mean is by 90 %%")
	}
	moved := map[string]bool{}
	for _, a := range r.Aspects {
		for _, v := range a.Variables {
			if v.Found {
				moved[v.Name] = true
			}
			if v.Found && nothing {
				wrong("%s affects the %s where there is no effect", v.Name, a.Aspect)
			}
		}
	}
	for _, v := range r.Variables {
		found := v.Established != nil && *v.Established
		switch {
		case found && nothing, v.AloneAdjusted != nil && *v.AloneAdjusted <= importance.Level && nothing:
			wrong("%s is significant where there is no effect", v.Name)
		case v.Established != nil && found != (*v.Adjusted <= importance.Level):
			wrong("%s has p %v and established: %v", v.Name, *v.Adjusted, found)
		case moved[v.Name] != (len(v.Moves) > 0):
			wrong("%s moves %v, of which the aspects know otherwise", v.Name, v.Moves)
		case found && len(r.Aspects) > 0 && len(v.Moves) == 0 && !strings.Contains(text, "for no single aspect"):
			wrong("%s is significant and affects nothing, without a word why", v.Name)
		case !found && v.Established != nil && moved[v.Name] && !strings.Contains(text, "though the test of the whole distribution is not significant"):
			wrong("%s affects an aspect and is not significant, without a word why", v.Name)
		}
	}
	return all
}

// random is a made-up result of any mixture of findings.
func random(t *testing.T, src *rng.Source) *analysis {
	any := func(of ...float64) float64 { return of[src.IntN(len(of))] }
	e := estimated(t, 4)
	e.N = int(any(60, 500))
	e.Units = e.N
	in := e.Result.Inference
	in.Explained.Value = any(-0.01, 0.002, 0.3, 0.95)
	in.Explained.Interval = importance.Interval{Low: any(-0.02, 0.001, 0.2), High: max(in.Explained.Value, 0.21) + 0.01}
	e.Result.Denominator = any(-0.01, 0, 0.1, 0.1, 0.1)
	p := func() float64 { return any(1e-10, 0.004, 0.03, 0.2, 0.7, 1) }
	in.Explained.P = p()
	in.StandsIn, in.Told = make([]bool, 4), make([]float64, 4)
	for j := range in.P {
		in.P[j], in.Told[j] = p(), any(0.13, 0.5, 0.91, 0.98, math.NaN())
		in.StandsIn[j] = in.Told[j] >= 0.9 || in.P[j] <= importance.Level && any(0, 1) == 1 && !math.IsNaN(in.Told[j])
		e.Result.Raw[j] = any(-0.01, 0, 0.02, 0.4, 1)
		e.Result.Clamped[j] = max(e.Result.Raw[j], 0)
		in.Intervals[j] = usual.Share(e.Result.Raw[j], any(0.001, 0.1))
	}
	in.Adjusted = importance.Holm(in.P)
	if any(0, 1) == 1 {
		var alone []float64
		for range in.P {
			alone = append(alone, p())
		}
		for j, adjusted := range importance.Holm(alone) {
			e.Alone = append(e.Alone, importance.Alone{Share: any(0, 0.01, 0.4), P: alone[j], Adjusted: adjusted})
		}
	}
	if any(0, 1, 1) == 1 {
		responses := []aspects.Response{{Name: "y1", Columns: []int{0}}, {Name: "y2", Columns: []int{1}}}
		e.Explained = explanation{Variables: e.Variables, Aspects: &aspects.Report{Responses: responses}}
		var all []float64
		for _, a := range aspects.Of(responses) {
			share := importance.Share{Value: any(-0.01, 0.02, 0.3, 0.97), P: p()}
			f := aspects.Finding{Aspect: a, Explained: share}
			for range in.P {
				f.Raw, f.P = append(f.Raw, any(0, 0.3)), append(f.P, p())
				f.Area, f.Intervals = append(f.Area, max(share.Value, 0)*f.Raw[len(f.Raw)-1]), append(f.Intervals, importance.Interval{High: 1})
			}
			e.Explained.Aspects.Findings, all = append(e.Explained.Aspects.Findings, f), append(all, f.P...)
		}
		adjusted := importance.Holm(all)
		for k := range e.Explained.Aspects.Findings {
			e.Explained.Aspects.Findings[k].Adjusted = adjusted[4*k : 4*k+4]
		}
	}
	if any(0, 1, 1, 1) == 1 {
		e.decide()
		return e
	}
	in.P, in.Adjusted, in.StandsIn, in.Told, in.Explained.P, e.Alone, e.Adjustment = nil, nil, nil, nil, math.NaN(), nil, ""
	if e.hasAspects() {
		for k := range e.Explained.Aspects.Findings {
			f := &e.Explained.Aspects.Findings[k]
			f.P, f.Adjusted, f.Explained.P, f.Explained.Interval.Low = nil, nil, math.NaN(), any(0, 0.1)
			f.Intervals[0].Low = any(0, 0.1)
		}
	}
	e.decide()
	return e
}

// TestAgreement: no two statements about a result disagree, whatever tests have found.
func TestAgreement(t *testing.T) {
	src := rng.New(1).Named("agreement").Source()
	tables := 3000
	if testing.Short() {
		tables = 300
	}
	verdicts := map[answer.Verdict]int{}
	for table := range tables {
		e := random(t, src)
		var data bytes.Buffer
		if err := report.WriteJSON(&data, e.report().Data); err != nil {
			t.Fatal(err)
		}
		var r importanceJSON
		if err := json.Unmarshal(data.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		text := e.report().Text(report.View{Screen: terminal.Plain()})
		verdicts[e.Answers.Overall.Verdict]++
		for _, wrong := range disagreements(text, string(e.report().Page().HTML()), r) {
			t.Errorf("table %d: %s\n%s", table, wrong, text)
		}
		if t.Failed() {
			return
		}
	}
	for _, verdict := range []answer.Verdict{answer.NoEffect, answer.Indivisible, answer.Divisible} {
		if verdicts[verdict] < tables/20 {
			t.Errorf("%d of %d results have the verdict %q", verdicts[verdict], tables, verdict)
		}
	}
}

// TestAgreementOfTables is TestAgreement on small tables of all scenarios.
func TestAgreementOfTables(t *testing.T) {
	scenarios, tables := simulate.Names(), 3
	if testing.Short() {
		scenarios, tables = []string{"bivariate"}, 1
	}
	dir := t.TempDir()
	for _, scenario := range scenarios {
		for seed := range tables {
			code, csv, stderr := call(context.Background(), "simulate", scenario, "-n", "60", "--seed", strconv.Itoa(seed))
			if code != codeDone {
				t.Fatal(stderr)
			}
			header, _, _ := strings.Cut(csv, "\n")
			targets := having(strings.Split(header, ","), func(name string) bool { return strings.HasPrefix(name, "y") })
			if len(targets) > aspects.MostResponses {
				targets = targets[:aspects.MostResponses]
			}
			path, page := filepath.Join(dir, "t.csv"), filepath.Join(dir, "page.html")
			if err := os.WriteFile(path, []byte(csv), 0o666); err != nil {
				t.Fatal(err)
			}
			arguments := []string{"importance", path, "--targets", strings.Join(targets, ","), "--aspects", "--trees", "20"}
			code, text, stderr := call(context.Background(), arguments...)
			if code != codeDone {
				t.Fatalf("%s: %s", scenario, stderr)
			}
			code, data, stderr := call(context.Background(), append(arguments, "--format", "json", "--html", page)...)
			if code != codeDone {
				t.Fatalf("%s: %s", scenario, stderr)
			}
			var r importanceJSON
			if err := json.Unmarshal([]byte(data), &r); err != nil {
				t.Fatal(err)
			}
			written, err := os.ReadFile(page)
			if err != nil {
				t.Fatal(err)
			}
			for _, wrong := range disagreements(text, string(written), r) {
				t.Errorf("%s %d: %s\n%s", scenario, seed, wrong, text)
			}
		}
	}
}
