package external

import (
	"encoding/csv"
	"errors"
	"os"
	"strconv"

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
		Protocol: protocol, Train: trainFile, Targets: t.Targets, Inputs: t.Inputs, Categorical: categorical, Groups: map[string][]string{},
		Seed: seed & largestSeed, Workers: 1, Deadline: m.Timeout, Memory: m.Memory, Scratch: scratch,
	}
}

// write writes the table as CSV, numbers with the digits needed to read back the same bits.
func (t Table) write(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	out := csv.NewWriter(file)
	n, p := t.X.Dims()
	row := append(append([]string{}, t.Inputs...), t.Targets...)
	_ = out.Write(row) // Flush reports errors
	for i := range n {
		for j := range row {
			if j < p {
				row[j] = strconv.FormatFloat(t.X.At(i, j), 'g', -1, 64)
			} else {
				row[j] = strconv.FormatFloat(t.Y.At(i, j-p), 'g', -1, 64)
			}
		}
		_ = out.Write(row)
	}
	out.Flush()
	return errors.Join(out.Error(), file.Close())
}
