package external

import (
	"errors"
	"os"
	"slices"
	"strconv"

	"drfvi/datasets"

	"gonum.org/v1/gonum/mat"
)

// Table is the data for estimating importances.
type Table struct {
	X, Y            *mat.Dense // inputs and responses of the same rows
	Inputs, Targets []string   // names of their columns
	// Levels is the number of levels of each categorical input, coded 0, 1, …, and 0 for
	// numbers; nil if all are numbers.
	Levels []int
}

// Names returns the names of n columns without names: X1, X2, ….
func Names(prefix string, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = prefix + strconv.Itoa(i+1)
	}
	return names
}

// trainFile is the name of the table's file.
const trainFile = "train.csv"

// request is the standard input of a program.
type request struct {
	Protocol int      `json:"protocol"`
	Train    string   `json:"train"`
	Targets  []string `json:"targets"`
	Inputs   []string `json:"inputs"`
	// Categorical are the inputs that are levels; Groups, unused so far, are for inputs of
	// several columns.
	Categorical []string            `json:"categorical"`
	Groups      map[string][]string `json:"groups"`
	Seed        uint64              `json:"seed"`
	Workers     int                 `json:"workers"`
	Deadline    float64             `json:"deadline_s"`
	Memory      int                 `json:"memory_mb"`
	Scratch     string              `json:"scratch"`
}

// drawing is the standard input of a program that draws a table.
type drawing struct {
	Protocol int     `json:"protocol"`
	Rows     int     `json:"n"`
	Inputs   int     `json:"p"`
	Seed     uint64  `json:"seed"`
	Workers  int     `json:"workers"`
	Deadline float64 `json:"deadline_s"`
	Memory   int     `json:"memory_mb"`
	Scratch  string  `json:"scratch"`
}

// largestSeed is the largest seed that R accepts.
const largestSeed = 1<<31 - 1

// request returns the request for a table. A method has one worker, so that its request does not
// depend on the number of concurrent units.
func (m Method) request(scratch string, t Table, seed uint64) request {
	categorical := []string{}
	for j, levels := range t.Levels {
		if levels > 0 {
			categorical = append(categorical, t.Inputs[j])
		}
	}
	return request{
		Protocol: protocol, Train: trainFile, Targets: t.Targets, Inputs: t.Inputs, Categorical: categorical,
		Groups: map[string][]string{},
		Seed:   seed & largestSeed, Workers: 1, Deadline: m.Timeout, Memory: m.Memory, Scratch: scratch,
	}
}

// write writes the table as CSV.
func (t Table) write(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	err = datasets.WriteCSV(file, slices.Concat(t.Inputs, t.Targets), t.X, t.Y)
	return errors.Join(err, file.Close())
}
