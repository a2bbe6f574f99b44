package summary

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"drfvi/methods/method"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

// Counted is a text with the number of records it stands in.
type Counted struct {
	Text  string
	Count int
}

// Cell holds the repetitions of one cell, and the means of their values.
type Cell struct {
	results.CellInfo
	Variables []string
	// Recorded are all values by name, those of the records and those below: of inputs and steps a
	// row for each repetition, without such as some repetition lacks; of single numbers a row for
	// each that has them.
	Recorded map[results.ValueName][][]float64
	means    map[Quantity]stat.Stat // of the tidy table
	// derived are what Values gives besides that is kept: times, and scores of a cell whose design has
	// population values, of which null and effective are the columns of its null and active inputs.
	derived         map[results.ValueName][][]float64
	null, effective []int

	// Repetitions were found, Planned were asked for.
	Repetitions, Planned int
	// Failed is the number of repetitions that are recorded as failed, Failures say
	// why.
	Failed   int
	Failures []Counted
	Warnings []Counted
	warnings [][]string // the warnings of each repetition
	// Seed is that of the first repetition found.
	Seed uint64
	// Software are the versions that an external program ran with, as it told them.
	Software []string

	repetitions []int // found, ascending

	// Seconds is the time of a repetition. TotalSeconds is summed.
	Seconds      stat.Stat
	TotalSeconds float64
	// Peaks are the most bytes in use of the repetitions of which that is known.
	Peaks []float64
}

// Values that follow from those of the records. The cumulative loss is summed here, too.
const (
	// Importance are importances as compared with print: clamped where print is.
	Importance results.ValueName = "importance"
	// Place is how many inputs were left when an input went, itself included: p for the first
	// that was eliminated, 1 for the one kept to the end.
	Place results.ValueName = "place"
	// Error is how far estimates are from the population importances: the root of the mean square
	// over inputs of raw − population.
	Error results.ValueName = "error"
)

// Complete reports whether all planned repetitions are there.
func (c Cell) Complete() bool { return c.Repetitions > 0 && c.Repetitions >= c.Planned }

// NotRunError says that a cell was not run, and why if that is known.
func (c Cell) NotRunError() error {
	if c.Failed == 0 && c.NotRun != "" {
		return fmt.Errorf("not run: %s", c.NotRun)
	}
	return errors.New(c.Missing())
}

// Missing says in a table why there are no values.
func (c Cell) Missing() string {
	if c.Failed > 0 {
		return fmt.Sprintf("failed (%d of %d)", c.Failed, c.Planned)
	}
	return "not run"
}

// summariseCell reduces the records of one cell.
func summariseCell(info results.CellInfo, records []results.Record) Cell {
	c := Cell{
		CellInfo: info, Repetitions: len(records), Recorded: make(map[results.ValueName][][]float64),
		derived: make(map[results.ValueName][][]float64),
	}
	for i, r := range records {
		if i == 0 {
			c.Variables, c.Seed = r.Variables, r.Seed
		}
		c.warnings = append(c.warnings, r.Warnings)
		if text := softwareOf(r); text != "" {
			c.Software = Union(c.Software, text)
		}
		c.repetitions = append(c.repetitions, r.Repetition)
	}
	for n := range results.Numbers(records...) {
		rows := c.Recorded[n.Value]
		if n.Index == 0 {
			rows = append(rows, nil)
		}
		last := &rows[len(rows)-1]
		*last = append(*last, n.Number)
		c.Recorded[n.Value] = rows
	}
	maps.DeleteFunc(c.Recorded, func(name results.ValueName, rows [][]float64) bool {
		return len(rows) < len(records) && !name.Is(results.Single)
	})
	for name, rows := range c.Recorded {
		for i := range rows {
			if name.Is(results.PerStep) {
				slices.Reverse(rows[i]) // by the number of inputs left, ascending
			}
		}
	}
	c.Warnings = count(slices.Concat(c.warnings...))
	if raw := c.Recorded[results.ValueRaw]; raw != nil {
		c.Recorded[Importance] = raw
		if method.Of(info.Cell[results.KeyMethod]).Clamped {
			c.Recorded[Importance] = clamp(raw)
		}
	}
	c.addEliminations()
	if distances := c.distances(results.ValueRaw); distances != nil {
		c.Recorded[Error] = distances
	}
	return c
}

// softwareOf returns the versions that the external program of a record told, by name:
// "R 4.2.2, ranger 0.14.1".
func softwareOf(r results.Record) string {
	var versions map[string]string
	if json.Unmarshal([]byte(r.Notes["software"]), &versions) != nil {
		return "" // of drfvi's own methods, which tell none
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(versions)) {
		parts = append(parts, name+" "+versions[name])
	}
	return strings.Join(parts, ", ")
}

// entry names the j-th number of a value: its input, or how many inputs are left with a loss.
func (c Cell) entry(name results.ValueName, j int) string {
	switch {
	case name == results.ValueLoss:
		return strconv.Itoa(j + 1)
	case name == Importance || name == Place || name.Is(results.PerVariable):
		return c.Variables[j]
	}
	return ""
}

// Mean is the mean of a value of an input or, without one, of a value that is one number; its N
// is 0 if there is none.
func (c Cell) Mean(name results.ValueName, variable string) stat.Stat {
	if mean, ok := c.means[Quantity{name, variable}]; ok {
		return mean
	}
	return stat.New(nil)
}

// Means are those of the numbers of a value in their order, nil if there are none.
func (c Cell) Means(name results.ValueName) (means []stat.Stat) {
	if rows := c.Recorded[name]; len(rows) > 0 {
		for j := range rows[0] {
			means = append(means, c.Mean(name, c.entry(name, j)))
		}
	}
	return means
}

// Column returns an entry of a value by repetition, nil if there is none.
func (c Cell) Column(name results.ValueName, j int) []float64 {
	if rows := c.Values(name); len(rows) > 0 && j >= 0 && j < len(rows[0]) {
		return stat.Column(rows, j)
	}
	return nil
}

// addEliminations adds what follows from the losses and the order of eliminations, which are by
// the number of inputs left: losses summed over k = 1, …, min(p, 100) inputs, and places.
func (c *Cell) addEliminations() {
	delete(c.Recorded, results.ValueCumulative)
	for _, loss := range c.Recorded[results.ValueLoss] {
		down := slices.Clone(loss)
		slices.Reverse(down)
		c.Recorded[results.ValueCumulative] = append(
			c.Recorded[results.ValueCumulative], []float64{results.CumulativeLoss(down)},
		)
	}
	for _, row := range c.Recorded[results.ValueEliminated] {
		places := make([]float64, len(row))
		for k, j := range row {
			places[int(j)] = float64(k + 1)
		}
		c.Recorded[Place] = append(c.Recorded[Place], places)
	}
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

// count counts texts, in the order of the first of each.
func count(texts []string) (counted []Counted) {
	for _, same := range Grouped(texts, func(text string) string { return text }) {
		counted = append(counted, Counted{same[0], len(same)})
	}
	return counted
}

// distances returns for each repetition the root mean square over inputs of the differences of
// a value from the population's; nil if the records lack one of them.
func (c Cell) distances(name results.ValueName) [][]float64 {
	values, population := c.Recorded[name], c.Recorded[results.ValuePopulation]
	if values == nil || population == nil {
		return nil
	}
	list := make([][]float64, len(values))
	for i, row := range values {
		differences := make([]float64, len(row))
		for j, v := range row {
			differences[j] = v - population[i][j]
		}
		list[i] = []float64{stat.RootMeanSquare(differences)}
	}
	return list
}

// Pairs returns where two cells hold the same repetition: indices into the
// rows of the one and the other. Repetitions of one number saw the same data,
// so that differences within them are free of what the data add to both.
func Pairs(a, b Cell) [][2]int {
	var pairs [][2]int
	for i, j := 0, 0; i < len(a.repetitions) && j < len(b.repetitions); {
		switch {
		case a.repetitions[i] < b.repetitions[j]:
			i++
		case a.repetitions[i] > b.repetitions[j]:
			j++
		default:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		}
	}
	return pairs
}

// PairedDifference summarises an entry of a value of a less that of b within repetitions that both
// have; N is 0 if there is none, or if a repetition lacks its number.
func PairedDifference(a, b Cell, name results.ValueName, j int) stat.Stat {
	x, y := a.Column(name, j), b.Column(name, j)
	if len(x) != len(a.repetitions) || len(y) != len(b.repetitions) {
		return stat.New(nil)
	}
	var differences []float64
	for _, rows := range Pairs(a, b) {
		differences = append(differences, x[rows[0]]-y[rows[1]])
	}
	return stat.New(differences)
}
