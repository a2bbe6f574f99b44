// Package sampling holds the flags that say how the rows of a user's table were
// sampled, and what they make of a table.
package sampling

import (
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/datasets"
	"drfvi/forest/design"
	"drfvi/internal/linalg"
)

// Flags are a user's choices.
type Flags struct {
	cluster, weights string
	kind             *flag.Choice
	given            func(flag string) bool
}

// What weights may count, the default first.
const (
	Probability = "probability"
	Frequency   = "frequency"
)

// Add adds the flags to a command.
func Add(cmd *cobra.Command) *Flags {
	f := &Flags{given: cmd.Flags().Changed}
	cmd.Flags().StringVar(&f.cluster, "cluster", "", "`COLUMN` of clusters, such as schools or patients: rows of one depend on each other and stay together in trees, halves, intervals and tests")
	cmd.Flags().StringVar(&f.weights, "weights", "", "`COLUMN` of weights of the rows")
	f.kind = flag.AddChoice(cmd, "weight-kind", "kind", Probability, "what a weight counts: rows of the population that a row stands for (probability), or equal rows (frequency)", []string{Probability, Frequency})
	return f
}

// Check returns what is wrong with the flags whatever the table; takes tells whether
// the method takes clusters and weights, others names those that do.
func (f *Flags) Check(method string, takes bool, others string) error {
	if f.weights == "" && f.given("weight-kind") {
		return fmt.Errorf("--weight-kind says what --weights count, expected both")
	}
	if f.weights != "" && f.weights == f.cluster {
		return fmt.Errorf("--cluster and --weights are both %q, expected two columns", f.weights)
	}
	used := ""
	switch {
	case takes:
	case f.cluster != "":
		used = "cluster"
	case f.weights != "" && f.kind.Value != Frequency:
		used = "weights"
	}
	if used != "" {
		return fmt.Errorf("method %s takes all rows for independent and alike, --%s needs one of %s", method, used, others)
	}
	return nil
}

// Columns returns the names of the columns that are set aside.
func (f *Flags) Columns() []string {
	return slices.DeleteFunc([]string{f.cluster, f.weights}, func(name string) bool { return name == "" })
}

// Sampled is how the rows of a table were sampled, in the words of the table.
type Sampled struct {
	// Given are the rows of the table, Counted those of them whose weight is not 0.
	Given   int `json:"-"`
	Counted int `json:"-"`
	// Clusters and Weights are those of importance.Task; nil if there are none.
	Clusters []int32   `json:"-"`
	Weights  []float64 `json:"-"`
	// Cluster is the column of the clusters, Count how many there are.
	Cluster string `json:"cluster,omitempty"`
	Count   int    `json:"clusters,omitempty"`
	// Column is the column of the weights, Kind what they count; Effective is the
	// number of rows with equal weights that tell as much of a mean (Kish 1965), of
	// probability weights, and Distinct the rows of the table that frequency weights
	// repeat.
	Column    string  `json:"weights,omitempty"`
	Kind      string  `json:"weight_kind,omitempty"`
	Effective float64 `json:"effective_rows,omitempty"`
	Distinct  int     `json:"distinct_rows,omitempty"`
}

// mostCells bounds the numbers of a table whose rows are repeated, 2 GiB.
const mostCells = 1 << 28

// leastEffective is the least number of rows of equal weights that weights may leave:
// one row has no distance to another one, which is what everything is measured in.
const leastEffective = 2

// Of returns how the rows of the problem were sampled, and the problem with the rows
// that count: those of weight 0 are left out, and frequency weights repeat rows.
func (f *Flags) Of(p *datasets.Problem, file string) (*datasets.Problem, Sampled, error) {
	n, inputs := p.X.Dims()
	r := Sampled{Given: n, Counted: n, Cluster: f.cluster, Column: f.weights}
	aside := p.Aside
	var clusters []int32
	if f.cluster != "" {
		clusters, aside = numbered(aside[0]), aside[1:]
	}
	if f.weights == "" {
		r.Clusters, r.Count = clusters, count(clusters)
		return p, r, nil
	}
	r.Kind = f.kind.Value
	weights, err := f.read(aside[0])
	if err != nil {
		return nil, r, fmt.Errorf("%s: %w", file, err)
	}
	_, responses := p.Y.Dims()
	var rows []int
	total := 0.0
	for i, w := range weights {
		times := 1.0
		if r.Kind == Frequency {
			times = w
		}
		if w == 0 {
			continue
		}
		r.Distinct++
		if total += times; total*float64(inputs+responses) > mostCells {
			return nil, r, fmt.Errorf("%s: column %q, as frequencies, makes a table of more than %d numbers, expected fewer equal rows, or --weight-kind probability", file, f.weights, mostCells)
		}
		for range int(times) {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		return nil, r, fmt.Errorf("%s: column %q is 0 in every row, expected weights of which some are positive", file, f.weights)
	}
	chosen := *p
	if left := n - r.Distinct; left > 0 {
		chosen.Warnings = append(slices.Clone(p.Warnings), fmt.Sprintf("%s: %d of %d rows have weight 0 in %q and are left out", file, left, n, f.weights))
	}
	if len(rows) != n || r.Distinct != n {
		chosen.X, chosen.Y = linalg.Rows(p.X, rows), linalg.Rows(p.Y, rows)
	}
	for _, i := range rows {
		if clusters != nil {
			r.Clusters = append(r.Clusters, clusters[i])
		}
		if r.Kind == Probability {
			r.Weights = append(r.Weights, weights[i])
		}
	}
	r.Count = count(r.Clusters)
	r.Counted = r.Distinct
	if r.Kind == Probability {
		r.Distinct = 0
		sum, squares := 0.0, 0.0
		largest := slices.Max(r.Weights)
		for _, w := range r.Weights {
			sum, squares = sum+w/largest, squares+w/largest*(w/largest)
		}
		if r.Effective = sum * sum / squares; r.Effective < leastEffective {
			return nil, r, fmt.Errorf("%s: column %q, as weights from %.3g to %.3g, leaves the worth of %.1f rows of equal weights, expected at least %d", file, f.weights, slices.Min(r.Weights), largest, r.Effective, leastEffective)
		}
	}
	return &chosen, r, nil
}

// read returns the weights of a column.
func (f *Flags) read(c datasets.Column) ([]float64, error) {
	if c.Values == nil || c.Kind == datasets.Date {
		return nil, fmt.Errorf("column %q holds %s, expected weights, numbers that are not negative", c.Name, c.Kind)
	}
	for i, w := range c.Values {
		switch {
		case !(w >= 0) || math.IsInf(w, 0):
			return nil, fmt.Errorf("the weight %q of row %d is %v, expected a number that is not negative", c.Name, i+1, w)
		case f.kind.Value == Frequency && w != math.Trunc(w):
			return nil, fmt.Errorf("the weight %q of row %d is %v, expected a whole number of equal rows; --weight-kind probability takes others", c.Name, i+1, w)
		}
	}
	return c.Values, nil
}

// numbered returns the column's values as numbers of clusters.
func numbered(c datasets.Column) []int32 {
	if c.Values == nil {
		return c.Codes
	}
	return design.Numbered(c.Values)
}

// count returns how many different clusters there are.
func count(clusters []int32) int {
	if clusters == nil {
		return 0
	}
	return int(slices.Max(design.Numbered(clusters))) + 1
}

// Words tell of clusters and weights, one text each.
func (r Sampled) Words() []string {
	var words []string
	if r.Cluster != "" {
		words = append(words, fmt.Sprintf("%d clusters (%s, no input)", r.Count, r.Cluster))
	}
	switch r.Kind {
	case Probability:
		words = append(words, fmt.Sprintf("probability weights (%s; worth %.0f rows of equal weights)", r.Column, r.Effective))
	case Frequency:
		words = append(words, fmt.Sprintf("frequency weights (%s; %d rows of the table)", r.Column, r.Distinct))
	}
	return words
}
