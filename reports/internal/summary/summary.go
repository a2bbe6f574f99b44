// Package summary reduces the records of experiments: to cells with values by repetition, those
// of the records and what follows from them, and to the tidy table of their means. It selects
// and groups cells, for views and claims alike.
package summary

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/go-gota/gota/dataframe"

	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Source is where experiments and their records are read from; a results.Store
// is one. Records are as it has checked them: of the experiment's units, in their order.
type Source interface {
	Experiments() ([]results.Experiment, error)
	Read(experiment string) (results.Contents, error)
}

// Summary is an experiment with its records, reduced.
type Summary struct {
	Experiment results.Experiment
	// Cells in the order of the specification, run or not.
	Cells   []Cell
	Records int
	// Digest is the SHA-256 of the lines of the records, empty unless they are
	// complete.
	Digest string
	// Environments that made the records, in the order of first use.
	Environments []results.Environment
	// First and Last are when the first and the last record were finished,
	// zero if unknown.
	First, Last time.Time
	// Hosts describes the machines, in the order of first use.
	Hosts []string
	// Numbers is the tidy table of the experiment, of which Frame has the columns.
	Numbers dataframe.DataFrame
	// Inferences are the versions of the inference that made records, sorted; none of other methods.
	Inferences []string
}

// Planned is the number of records the specification asks for.
func (s Summary) Planned() int {
	n := 0
	for _, c := range s.Cells {
		n += c.Planned
	}
	return n
}

// Load reads and summarises experiments, in the order of the report.
func Load(source Source) ([]Summary, error) {
	experiments, err := source.Experiments()
	if err != nil {
		return nil, err
	}
	experiments = slices.Clone(experiments)
	slices.SortStableFunc(experiments, func(a, b results.Experiment) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Name, b.Name))
	})
	var summaries []Summary
	for _, e := range experiments {
		c, err := source.Read(e.Name)
		if err != nil {
			return nil, err
		}
		s := Summarise(e, c.Records, c.Timings)
		s.Digest = c.Digest
		summaries = append(summaries, s)
	}
	return summaries, nil
}

// Summarise reduces the records of an experiment.
func Summarise(e results.Experiment, records []results.Record, timings []results.Timing) Summary {
	s := Summary{Experiment: e, Records: len(records), Inferences: inferences(records)}
	byCell := make(map[string][]results.Record)
	for _, r := range records {
		byCell[identity(r.Cell)] = append(byCell[identity(r.Cell)], r)
	}
	timing := make(map[string]results.Timing)
	for _, t := range timings {
		timing[t.ID] = t
	}
	for _, info := range e.Cells {
		var finished []results.Record
		var failures []string
		for _, r := range byCell[identity(info.Cell)] {
			if r.Failure != "" {
				failures = append(failures, r.Failure)
			} else {
				finished = append(finished, r)
			}
		}
		c := summariseCell(info, finished)
		c.Planned, c.Failed, c.Failures = planned(e, info), len(failures), count(failures)
		s.addTimings(&c, finished, timing)
		s.Cells = append(s.Cells, c)
	}
	var cells []*Cell
	for i := range s.Cells {
		cells = append(cells, &s.Cells[i])
	}
	for _, design := range Grouped(cells, (*Cell).design) {
		score(design)
	}
	s.tabulate()
	return s
}

// inferences are the versions of the inference that made records, sorted.
func inferences(records []results.Record) (versions []string) {
	for _, r := range records {
		var config struct {
			Versions struct{ Inference string }
		}
		if json.Unmarshal(r.Config, &config) == nil && config.Versions.Inference != "" {
			versions = Union(versions, config.Versions.Inference)
		}
	}
	slices.Sort(versions)
	return versions
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

// addTimings adds when, how fast, by which programs and on which machines records were made.
func (s *Summary) addTimings(c *Cell, records []results.Record, timing map[string]results.Timing) {
	var seconds []float64
	for _, r := range records {
		t, ok := timing[r.ID]
		made := r.Made(t)
		if !slices.ContainsFunc(s.Environments, func(e results.Environment) bool { return reflect.DeepEqual(e, made) }) {
			s.Environments = append(s.Environments, made)
		}
		if !ok {
			continue
		}
		seconds = append(seconds, t.Seconds)
		c.TotalSeconds += t.Seconds
		c.derived[CoreSeconds] = append(c.derived[CoreSeconds], []float64{t.Seconds * float64(max(t.Workers, 1))})
		if t.PeakBytes > 0 {
			c.Peaks = append(c.Peaks, float64(t.PeakBytes))
		}
		if t.Host != "" {
			s.Hosts = Union(s.Hosts, t.Host)
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
