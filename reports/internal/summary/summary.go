// Package summary reduces the records of experiments: to cells with values by repetition, those of
// the records and what follows from them, and to the tidy table of their means. It selects and groups
// cells, for views and claims alike.
package summary

import (
	"cmp"
	"encoding/json"
	"fmt"
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
	Records(experiment string) ([]results.Record, error)
	Timings(experiment string) ([]results.Timing, error)
	Digest(experiment string) (string, error)
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
	// Beside are the leaderboards that have given it cells, as they were read.
	Beside []Summary
}

// Sources returns the summary and what was set beside it: all whose records it shows.
func (s Summary) Sources() []Summary { return append([]Summary{s}, s.Beside...) }

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
		records, err := source.Records(e.Name)
		if err != nil {
			return nil, err
		}
		timings, err := source.Timings(e.Name)
		if err != nil {
			return nil, err
		}
		s := Summarise(e, records, timings)
		if s.Digest, err = source.Digest(e.Name); err != nil {
			return nil, err
		}
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
		var of []results.Record
		var failures []string
		for _, r := range byCell[identity(info.Cell)] {
			if r.Failure != "" {
				failures = append(failures, r.Failure)
			} else {
				of = append(of, r)
			}
		}
		c := summariseCell(info, of)
		if e.Figure == results.FigureLeaderboard || e.Figure == results.FigureTests {
			for _, r := range of {
				c.data = append(c.data, dataOf(r))
			}
		}
		c.Planned, c.Failed, c.Failures = planned(e, info), len(failures), count(failures)
		s.addTimings(&c, of, timing)
		s.Cells = append(s.Cells, c)
	}
	s.settle()
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

// settle finds what is of all cells together: their scores, and the tidy table.
func (s *Summary) settle() {
	var cells []*Cell
	for i := range s.Cells {
		cells = append(cells, &s.Cells[i])
	}
	for _, design := range Grouped(cells, (*Cell).design) {
		score(design)
	}
	s.tabulate()
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
		c.coreSeconds = append(c.coreSeconds, []float64{t.Seconds * float64(max(t.Workers, 1))})
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

// Beside adds the cells of other leaderboards to those of the summaries, but those that
// these have too, and puts comparisons of tests on the same tables behind the leaderboard.
// It returns an error if there are none on one side, or if a table is not the one that the
// leaderboard has of that design, size and repetition.
func Beside(summaries, others []Summary) ([]Summary, error) {
	isBoard := func(s Summary) bool { return s.Experiment.Figure == results.FigureLeaderboard }
	at := slices.IndexFunc(summaries, isBoard)
	if at < 0 {
		return nil, fmt.Errorf("the results have no leaderboard to set others beside, expected those of an experiment with figure: %s", results.FigureLeaderboard)
	}
	board := &summaries[at]
	ofTests := func(s Summary) bool { return s.Experiment.Figure == results.FigureTests }
	if !slices.ContainsFunc(others, func(s Summary) bool { return isBoard(s) || ofTests(s) }) {
		return nil, fmt.Errorf("there is no experiment with figure: %s, expected one to set beside %s", results.FigureLeaderboard, board.Experiment.Name)
	}
	tables := make(map[string]string) // what the tables of the board were made from
	place := func(c Cell, i int) string {
		return fmt.Sprint(c.design(), " ", c.repetitions[i])
	}
	known := make(map[string]bool)
	for _, c := range board.Cells {
		known[identity(Without(c.Cell, results.KeyVariant))] = true
		for i, data := range c.data {
			tables[place(c, i)] = data
		}
	}
	var tests []Summary
	for _, other := range others {
		if !isBoard(other) && !ofTests(other) {
			continue
		}
		before := len(board.Cells)
		for _, c := range other.Cells {
			if c.Repetitions+c.Failed == 0 || isBoard(other) && known[identity(Without(c.Cell, results.KeyVariant))] {
				continue
			}
			for i, data := range c.data {
				if ours, ok := tables[place(c, i)]; ok && ours != data {
					return nil, fmt.Errorf("%s: repetition %d of %s is of the table %s, expected that of %s, %s: a specification with the same seed draws it",
						other.Experiment.Name, c.repetitions[i], Describe(c.Cell), data, board.Experiment.Name, ours)
				}
			}
			if isBoard(other) {
				board.Cells = append(board.Cells, c)
				board.Records += c.Repetitions + c.Failed
			}
		}
		if len(board.Cells) > before {
			board.Beside = append(board.Beside, other)
		}
		if ofTests(other) && !slices.ContainsFunc(slices.Concat(summaries, tests), func(s Summary) bool { return s.Experiment.Name == other.Experiment.Name }) {
			tests = append(tests, other)
		}
	}
	board.settle()
	return slices.Insert(summaries, at+1, tests...), nil
}

// dataOf returns what a record's table was made from, as its config says.
func dataOf(r results.Record) string {
	var config struct {
		Data json.RawMessage `json:"data"`
	}
	if json.Unmarshal(r.Config, &config) != nil {
		return "" // of fixtures without any
	}
	return string(config.Data)
}
