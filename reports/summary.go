package reports

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"drfvi/internal/method"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Source is where experiments and their records are read from; a results.Store
// is one. Orders do not matter.
type Source interface {
	Experiments() ([]results.Experiment, error)
	Records(experiment string) ([]results.Record, error)
	Timings(experiment string) ([]results.Timing, error)
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
	Compared, Raw []stat.Stat
	// Loss[k−1] is the loss of a forest on k variables, and Cumulative its sum
	// over k = 1, …, min(p, 100); only of eliminations.
	Loss       []stat.Stat
	Cumulative stat.Stat
	// Forests is the work in forest fits, Bias the subtracted I(0),
	// Denominator the explained variation V. N is 0 where there is none.
	Forests, Bias, Denominator stat.Stat
	// Seconds is the time of a repetition. TotalSeconds is summed.
	Seconds      stat.Stat
	TotalSeconds float64
	// Seed is that of the first repetition found.
	Seed     uint64
	Warnings []Counted

	numbers     []int                             // of the repetitions found, ascending
	coreSeconds []float64                         // of the repetitions that have a time: that on one core
	repetitions [][]float64                       // as compared with print, repetition × variable
	values      map[results.ValueName][][]float64 // all values by name, a row per repetition that has them
}

// Complete reports whether all planned repetitions are there.
func (c CellSummary) Complete() bool { return c.Repetitions > 0 && c.Repetitions >= c.Planned }

// notRun says that a cell was not run, and why if that is known.
func (c CellSummary) notRun() error {
	if c.NotRun != "" {
		return fmt.Errorf("not run: %s", c.NotRun)
	}
	return errors.New("not run")
}

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
func (s Summary) Planned() int {
	n := 0
	for _, c := range s.Cells {
		n += c.Planned
	}
	return n
}

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
		c, err := summariseCell(e.Name, info, of)
		if err != nil {
			return Summary{}, err
		}
		c.Planned = planned(e, info)
		s.addTimings(&c, of, timing)
		s.addEnvironments(of)
		s.Cells = append(s.Cells, c)
	}
	return s, nil
}

// planned is the number of repetitions that an experiment asks of a cell.
func planned(e results.Experiment, cell results.CellInfo) int {
	if len(e.Units) == 0 {
		return e.Repetitions
	}
	n := 0
	for _, u := range e.Units {
		if strings.HasPrefix(u.ID, e.Name+"/"+cell.Slug+"/") {
			n++
		}
	}
	return n
}

// summariseCell reduces the records of one cell, sorted by repetition.
func summariseCell(experiment string, info results.CellInfo, records []results.Record) (CellSummary, error) {
	c := CellSummary{CellInfo: info, Repetitions: len(records), values: make(map[results.ValueName][][]float64)}
	for i, r := range records {
		if i == 0 {
			c.Variables, c.Seed = r.Variables, r.Seed
		} else if r.Repetition == records[i-1].Repetition {
			return c, fmt.Errorf("%s: two records of repetition %d in cell %s", experiment, r.Repetition, info.Slug)
		}
		if !slices.Equal(r.Variables, c.Variables) {
			return c, fmt.Errorf("%s: its variables (%s) are not those of repetition %d (%s)",
				r.ID, strings.Join(r.Variables, ", "), records[0].Repetition, strings.Join(c.Variables, ", "))
		}
		for _, name := range slices.Sorted(maps.Keys(r.Values)) {
			row := r.Values[name]
			if !name.Is(results.Single) && len(row) != len(c.Variables) {
				return c, fmt.Errorf("%s: %d values of %q for %d variables", r.ID, len(row), name, len(c.Variables))
			}
			if name.Is(results.PerStep) {
				row = bySize(row)
			}
			if name == results.ValueEliminated {
				if err := checkPermutation(row); err != nil {
					return c, fmt.Errorf("%s: %q %w", r.ID, name, err)
				}
			}
			if before := c.values[name]; len(before) > 0 && len(before[0]) != len(row) {
				return c, fmt.Errorf("%s: %d values of %q, but %d in another repetition", r.ID, len(row), name, len(before[0]))
			}
			c.values[name] = append(c.values[name], row)
		}
		c.Warnings = count(c.Warnings, r.Warnings...)
		c.numbers = append(c.numbers, r.Repetition)
	}
	c.repetitions = c.values[results.ValueRaw]
	if method.Of(info.Cell[results.KeyMethod]).Clamped {
		c.repetitions = clamp(c.repetitions)
	}
	c.Raw, c.Compared, c.Loss = stat.Columns(c.values[results.ValueRaw]), stat.Columns(c.repetitions), stat.Columns(c.values[results.ValueLoss])
	c.Cumulative = stat.New(c.cumulative())
	c.Forests, c.Bias, c.Denominator = c.single(results.ValueForests), c.single(results.ValueBias), c.single(results.ValueDenominator)
	return c, nil
}

// single summarises a value that is one number; N is 0 if there is none.
func (c CellSummary) single(name results.ValueName) stat.Stat {
	if stats := stat.Columns(c.values[name]); len(stats) == 1 {
		return stats[0]
	}
	return stat.New(nil)
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
		c.coreSeconds = append(c.coreSeconds, t.Seconds*float64(max(t.Workers, 1)))
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
	c.Seconds = stat.New(seconds)
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
