package reports

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"drfvi/results"
)

// Source is where experiments and their records are read from; a results.Store
// is one. Orders do not matter.
type Source interface {
	Experiments() ([]results.Experiment, error)
	Records(experiment string) ([]results.Record, error)
	Timings(experiment string) ([]results.Timing, error)
}

// Stat summarises a number over N repetitions. SD and SE = SD/√N are NaN for a
// single repetition.
type Stat struct {
	Mean, SD, SE float64
	N            int
}

// newStat returns the mean, the standard deviation (N−1) and the standard
// error of values, all NaN if there are none.
func newStat(values []float64) Stat {
	s := Stat{Mean: math.NaN(), SD: math.NaN(), SE: math.NaN(), N: len(values)}
	switch len(values) {
	case 0:
	case 1:
		s.Mean = values[0]
	default:
		s.Mean, s.SD = stat.MeanStdDev(values, nil)
		s.SE = s.SD / math.Sqrt(float64(s.N))
	}
	return s
}

// Counted is a text with the number of records it stands in.
type Counted struct {
	Text  string
	Count int
}

// CellSummary holds the repetitions of one cell, reduced.
type CellSummary struct {
	results.CellInfo
	// Repetitions were found, Planned were asked for.
	Repetitions, Planned int
	Variables            []string
	// Compared and Raw are the importances per variable: as compared with
	// print, that is clamped where print is, and as estimated.
	Compared, Raw []Stat
	// Loss[k−1] is the loss of a forest on k variables, and Cumulative its sum
	// over k = 1, …, min(p, 100); only of eliminations.
	Loss       []Stat
	Cumulative Stat
	// Forests is the work in forest fits, Bias the subtracted I(0),
	// Denominator the explained variation V. N is 0 where there is none.
	Forests, Bias, Denominator Stat
	// Seconds is the time of a repetition. TotalSeconds is summed.
	Seconds      Stat
	TotalSeconds float64
	// Seed is that of the first repetition found.
	Seed     uint64
	Warnings []Counted

	repetitions [][]float64 // as compared with print, repetition × variable
	sums        []float64   // cumulative loss of each repetition
}

// Complete reports whether all planned repetitions are there.
func (c CellSummary) Complete() bool { return c.Repetitions > 0 && c.Repetitions >= c.Planned }

// Summary is an experiment with its records, reduced.
type Summary struct {
	Experiment results.Experiment
	// Cells in the order of the specification, run or not.
	Cells []CellSummary
	// Records belong to cells of the specification, Strays to none.
	Records, Strays int
	// Environments that made the records, in the order of first use.
	Environments []results.Environment
	// First and Last are when the first and the last record were finished,
	// zero if unknown.
	First, Last time.Time
	// Hosts describes the machines, in the order of first use.
	Hosts []string
}

// Planned is the number of records the specification asks for.
func (s Summary) Planned() int { return len(s.Cells) * s.Experiment.Repetitions }

// mostVariables is the largest subset of an elimination that counts in its
// cumulative loss; the published table does the same.
const mostVariables = 100

// Load reads and summarises experiments, in the order of the report. If names
// are given, it reads those only.
func Load(source Source, names ...string) ([]Summary, error) {
	experiments, err := source.Experiments()
	if err != nil {
		return nil, err
	}
	experiments = slices.Clone(experiments)
	sort.SliceStable(experiments, func(i, j int) bool {
		a, b := experiments[i], experiments[j]
		return a.Order < b.Order || a.Order == b.Order && a.Name < b.Name
	})
	if len(names) > 0 {
		if experiments, err = selected(experiments, names); err != nil {
			return nil, err
		}
	}
	var summaries []Summary
	for _, e := range experiments {
		records, err := source.Records(e.Name)
		if err != nil {
			return nil, err
		}
		timings, err := source.Timings(e.Name)
		if err != nil {
			return nil, err
		}
		s, err := Summarise(e, records, timings)
		if err != nil {
			return nil, err
		}
		summaries = append(summaries, s)
	}
	return summaries, nil
}

// selected returns the experiments with the given names.
func selected(experiments []results.Experiment, names []string) ([]results.Experiment, error) {
	var known []string
	var kept []results.Experiment
	for _, e := range experiments {
		known = append(known, e.Name)
		if slices.Contains(names, e.Name) {
			kept = append(kept, e)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("no experiment %q among the results (there are: %s)", name, strings.Join(known, ", "))
		}
	}
	return kept, nil
}

// Summarise reduces the records of an experiment. Records of cells that the
// experiment does not list are counted and left out. Two records of the same
// repetition, or values that do not fit the variables, are errors.
func Summarise(e results.Experiment, records []results.Record, timings []results.Timing) (Summary, error) {
	s := Summary{Experiment: e}
	place := make(map[string]int)
	for i, info := range e.Cells {
		place[identity(info.Cell)] = i
	}
	byCell := make([][]results.Record, len(e.Cells))
	for _, r := range records {
		at, ok := place[identity(r.Cell)]
		if !ok {
			s.Strays++
			continue
		}
		byCell[at] = append(byCell[at], r)
		s.Records++
	}
	timing := make(map[string]results.Timing)
	for _, t := range timings {
		timing[t.ID] = t
	}
	for i, info := range e.Cells {
		of := byCell[i]
		sort.Slice(of, func(a, b int) bool { return of[a].Repetition < of[b].Repetition })
		c, err := summariseCell(e, info, of)
		if err != nil {
			return Summary{}, err
		}
		s.addTimings(&c, of, timing)
		s.addEnvironments(of)
		s.Cells = append(s.Cells, c)
	}
	return s, nil
}

// summariseCell reduces the records of one cell, sorted by repetition.
func summariseCell(e results.Experiment, info results.CellInfo, records []results.Record) (CellSummary, error) {
	c := CellSummary{CellInfo: info, Planned: e.Repetitions, Repetitions: len(records)}
	var raw, losses [][]float64
	scalars := make(map[string][]float64)
	for i, r := range records {
		if i == 0 {
			c.Variables, c.Seed = r.Variables, r.Seed
		} else if r.Repetition == records[i-1].Repetition {
			return c, fmt.Errorf("%s: two records of repetition %d in cell %s", e.Name, r.Repetition, info.Slug)
		}
		if !slices.Equal(r.Variables, c.Variables) {
			return c, fmt.Errorf("%s: its variables (%s) are not those of repetition %d (%s)",
				r.ID, strings.Join(r.Variables, ", "), records[0].Repetition, strings.Join(c.Variables, ", "))
		}
		for _, name := range []string{"raw", "loss"} {
			values, ok := r.Values[name]
			if !ok {
				continue
			}
			if len(values) != len(c.Variables) {
				return c, fmt.Errorf("%s: %d values of %q for %d variables", r.ID, len(values), name, len(c.Variables))
			}
			if name == "raw" {
				raw = append(raw, values)
			} else {
				losses = append(losses, bySize(values))
			}
		}
		for _, name := range []string{"forests", "bias", "denominator"} {
			if values, ok := r.Values[name]; ok && len(values) == 1 {
				scalars[name] = append(scalars[name], values[0])
			}
		}
		c.Warnings = count(c.Warnings, r.Warnings...)
	}
	c.Raw = columnStats(raw)
	c.repetitions = raw
	if isClamped(info.Cell[keyMethod]) {
		c.repetitions = clamp(raw)
	}
	c.Compared = columnStats(c.repetitions)
	c.Loss = columnStats(losses)
	for _, loss := range losses {
		sum := 0.0
		for _, l := range loss[:min(len(loss), mostVariables)] {
			sum += l
		}
		c.sums = append(c.sums, sum)
	}
	c.Cumulative = newStat(c.sums)
	c.Forests, c.Bias, c.Denominator = newStat(scalars["forests"]), newStat(scalars["bias"]), newStat(scalars["denominator"])
	return c, nil
}

// bySize returns losses given for k = p, …, 1 variables in the order of k.
func bySize(losses []float64) []float64 {
	reversed := slices.Clone(losses)
	slices.Reverse(reversed)
	return reversed
}

// clamp returns rows with negative values set to 0.
func clamp(rows [][]float64) [][]float64 {
	clamped := make([][]float64, len(rows))
	for i, row := range rows {
		clamped[i] = slices.Clone(row)
		for j, v := range row {
			clamped[i][j] = max(v, 0)
		}
	}
	return clamped
}

// columnStats summarises every column of rows.
func columnStats(rows [][]float64) []Stat {
	if len(rows) == 0 {
		return nil
	}
	stats := make([]Stat, len(rows[0]))
	column := make([]float64, len(rows))
	for j := range stats {
		for i, row := range rows {
			column[i] = row[j]
		}
		stats[j] = newStat(column)
	}
	return stats
}

// count adds texts to counted ones.
func count(counted []Counted, texts ...string) []Counted {
	for _, text := range texts {
		at := slices.IndexFunc(counted, func(c Counted) bool { return c.Text == text })
		if at < 0 {
			counted = append(counted, Counted{Text: text, Count: 1})
			continue
		}
		counted[at].Count++
	}
	return counted
}

// addTimings adds when and how fast records were made.
func (s *Summary) addTimings(c *CellSummary, records []results.Record, timing map[string]results.Timing) {
	var seconds []float64
	for _, r := range records {
		t, ok := timing[r.ID]
		if !ok {
			continue
		}
		seconds = append(seconds, t.Seconds)
		c.TotalSeconds += t.Seconds
		if t.Host != "" && !slices.Contains(s.Hosts, t.Host) {
			s.Hosts = append(s.Hosts, t.Host)
		}
		finished, err := time.Parse(time.RFC3339, t.Finished)
		if err != nil {
			continue // a time that cannot be read is as good as none
		}
		if s.First.IsZero() || finished.Before(s.First) {
			s.First = finished.UTC()
		}
		if finished.After(s.Last) {
			s.Last = finished.UTC()
		}
	}
	c.Seconds = newStat(seconds)
}

// addEnvironments adds the environments of records that are not yet known.
func (s *Summary) addEnvironments(records []results.Record) {
	for _, r := range records {
		known := slices.ContainsFunc(s.Environments, func(e results.Environment) bool { return sameEnvironment(e, r.Environment) })
		if !known {
			s.Environments = append(s.Environments, r.Environment)
		}
	}
}
