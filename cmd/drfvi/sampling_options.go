package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/datasets"
	"drfvi/forest/design"
	"drfvi/importance"
	"drfvi/internal/format"
	"drfvi/internal/linalg"
	"drfvi/internal/mention"
	"drfvi/methods"

	"github.com/spf13/cobra"
)

// samplingOptions are a user's choices.
type samplingOptions struct {
	cluster, weights string
	block            *flags.Count // rows of a run that stays together; 0 for none
	kind             *flags.Choice
	// further are columns that are set aside for others, as they are written and as numbers.
	further, furtherNumbers []string
}

// What weights may count, the default first.
const (
	probabilityWeights = "probability"
	frequencyWeights   = "frequency"
)

func (o *samplingOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.cluster, "cluster", "", "`COLUMN` of clusters of rows, such as schools")
	o.block = flags.AddRowCount(cmd, "block", "none", 0, 2, "consecutive rows of a cluster")
	cmd.Flags().StringVar(&o.weights, "weights", "", "`COLUMN` of row weights")
	o.kind = flags.AddChoice(
		cmd, "weight-kind", "kind", probabilityWeights, "probability or frequency",
		[]string{probabilityWeights, frequencyWeights},
	)
	flags.Group(cmd, flags.GroupData)
}

// check returns what is wrong with the flags for a method whatever the table; given tells which the
// user gave.
func (o *samplingOptions) check(method methods.Method, isGiven func(flag string) bool) error {
	used := cmp.Or(textIf(o.cluster != "", "cluster"), textIf(o.block.Value > 0, "block"), textIf(o.weights != "" &&
		o.kind.Value != frequencyWeights, "weights"))
	switch {
	case o.weights == "" && isGiven("weight-kind"):
		return fmt.Errorf("%v says what %v count, expected both", mention.WeightKind, mention.Weights)
	case o.weights != "" && o.weights == o.cluster:
		return fmt.Errorf("%v and %v are both %q, expected two columns", mention.Cluster, mention.Weights, o.weights)
	case o.cluster != "" && o.block.Value > 0:
		return fmt.Errorf("%v and %v both say which rows stay together, expected one: %v for those with equal "+
			"values in %q, %v for consecutive ones", mention.Cluster, mention.Block, mention.Cluster, o.cluster, mention.Block)
	case used != "" && !method.Sampled:
		return fmt.Errorf(
			"method %s takes all rows for independent and alike, %v needs one of %s", method.Name,
			mention.Name(used), strings.Join(sampledMethods(), ", "),
		)
	}
	return nil
}

// sampledRows is how the rows of a table were sampled, in the words of the table. A model
// that is kept has it.
type sampledRows struct {
	Folder *datasets.Folder `json:",omitempty"` // what the table is of a folder; nil of a file
	// Given are the rows of the table, Counted those of them whose weight is not 0.
	Given   int
	Counted int
	// Numbers are those of the rows in the file, from 1, where some are left out or repeated.
	Numbers []int `json:",omitempty"`
	// Clusters and Weights are those of importance.Task; nil if there are none.
	Clusters []int32   `json:"-"`
	Weights  []float64 `json:"-"`
	// Cluster is the column of the clusters, or Block the number of rows of a run that is one;
	// Count is how many there are.
	Cluster string
	Block   int
	Count   int
	// Column is the column of the weights, Kind what they count. Effective, of probability weights,
	// is the number of rows with equal weights that tell as much of a mean (Kish 1965). Distinct are
	// the rows of the table that frequency weights repeat.
	Column    string
	Kind      string
	Effective float64
	Distinct  int
	// Together reports that the repetitions of a row are a cluster.
	Together bool `json:",omitempty"`
}

// facts are those of clusters and weights for other programs.
func (r sampledRows) facts() report.Object {
	return folderFacts(r.Folder).Add("cluster", report.Nonzero(r.Cluster)).Add("block", report.Nonzero(r.Block)).Add(
		"clusters", report.Nonzero(r.Count),
	).
		Add("weights", report.Nonzero(r.Column)).Add("weight_kind", report.Nonzero(r.Kind)).
		Add("effective_rows", report.Nonzero(r.Effective)).Add("distinct_rows", report.Nonzero(r.Distinct))
}

// folderFacts are those of a table that is a folder, for other programs.
func folderFacts(f *datasets.Folder) report.Object {
	if f == nil {
		return report.Object{}
	}
	return report.Object{{"files", f.Files}, {"rows_in_files", f.Rows}}
}

// inFolder says how many rows of a folder were read.
func inFolder(f *datasets.Folder) string {
	if f.Read == f.Rows {
		return fmt.Sprintf("all %s of %s", format.Plural(f.Rows, "row"), format.Plural(f.Files, "file"))
	}
	return fmt.Sprintf("%d random rows of %d in %s", f.Read, f.Rows, format.Plural(f.Files, "file"))
}

// mostCells bounds the numbers of a table whose rows are repeated, 2 GiB.
const mostCells = 1 << 28

// leastEffective is the least number of rows of equal weights that weights may leave:
// one row has no distance to another one, which is what everything is measured in.
const leastEffective = 2

// unevenly is the share of the rows that weights leave the worth of, below which they are
// warned of.
const unevenly = 0.5

// sample returns how the rows of the problem were sampled, and the problem with the rows
// that count: those of weight 0 are left out, and frequency weights repeat rows. Repeated rows
// that are no coincidence are a cluster, for methods that take clusters.
func (o *samplingOptions) sample(
	p *datasets.Problem, file string, method methods.Method,
) (*datasets.Problem, sampledRows, error) {
	n, _ := p.X.Dims()
	r := sampledRows{
		Folder: p.Folder, Given: n, Counted: n, Numbers: p.Numbers, Cluster: o.cluster, Block: o.block.Value,
		Column: o.weights,
	}
	clusters, err := o.clusters(p)
	if err != nil {
		return nil, r, err
	}
	coincidence := importance.Repeated(p.X, p.Y, clusters)
	p = warned(p, unequal(clusters))
	if o.weights == "" {
		r.Clusters, r.Count = clusters, countOf(clusters)
		return warned(p, coincidence), r, nil
	}
	weights, err := o.read(p.Aside[len(p.Aside)-1])
	if err != nil {
		return nil, r, err
	}
	rows, err := o.counted(p, weights)
	if err != nil {
		return nil, r, err
	}
	r.Kind, r.Distinct = o.kind.Value, len(having(weights, func(w float64) bool { return w != 0 }))
	r.Counted = r.Distinct
	chosen := *p
	if r.Distinct < n {
		chosen = *warned(
			p,
			fmt.Errorf("%s: %d of %d rows have weight 0 in %q and are left out", file, n-r.Distinct, n, o.weights),
		)
	}
	if len(rows) != n || r.Distinct != n {
		chosen.X, chosen.Y = linalg.Rows(p.X, rows), linalg.Rows(p.Y, rows)
		r.Numbers = datasets.Numbered(p.Numbers, rows)
	}
	if clusters != nil {
		r.Clusters = picked(clusters, rows)
	}
	if r.Kind == probabilityWeights {
		r.Distinct, r.Weights = 0, picked(weights, rows)
		if r.Effective, err = effective(r.Weights); err != nil {
			return nil, r, fmt.Errorf("column %q, %w", o.weights, err)
		}
	} else if clusters == nil {
		copied := importance.Repeated(chosen.X, chosen.Y, nil)
		if r.Together = copied != nil && method.Sampled; r.Together {
			r.Clusters = collect(rows, func(row int) int32 { return int32(row) })
			copied = fmt.Errorf("the %d rows have values that would hardly be equal by chance, so those that %q "+
				"counts are copies: the copies of a row are kept together, as a cluster", r.Distinct, o.weights)
		}
		coincidence = cmp.Or(coincidence, copied)
	}
	r.Count = countOf(r.Clusters)
	var uneven error
	if r.Kind == probabilityWeights && r.Effective < unevenly*float64(len(rows)) {
		uneven = fmt.Errorf("weights leave %d rows the worth of %.0f of equal weights: where they depend on "+
			"active inputs, importances are corrected only in part, and intervals hold less often than they say",
			len(rows), r.Effective)
	}
	var counts error
	if r.Kind == probabilityWeights {
		counts = looksLikeFrequencies(p.Aside[len(p.Aside)-1])
	}
	return warned(&chosen, coincidence, uneven, counts), r, nil
}

// clusters returns those of the rows; nil for none.
func (o *samplingOptions) clusters(p *datasets.Problem) ([]int32, error) {
	if o.cluster != "" {
		return p.Aside[0].Clusters()
	}
	if o.block.Value == 0 {
		return nil, nil
	}
	if f := p.Folder; f != nil && f.Read < f.Rows {
		return nil, fmt.Errorf("%v makes clusters of consecutive rows, and %s, expected all: %v, or %v with a "+
			"column that says which rows stay together", mention.Block, inFolder(f), mention.Read.To("all"), mention.Cluster)
	}
	n, _ := p.X.Dims()
	return runsOf(n, o.block.Value)
}

// counted returns the rows that weights leave, as often as frequencies repeat them.
func (o *samplingOptions) counted(p *datasets.Problem, weights []float64) ([]int, error) {
	_, inputs := p.X.Dims()
	_, responses := p.Y.Dims()
	var rows []int
	total := 0.0
	for i, w := range weights {
		if o.kind.Value == probabilityWeights {
			w = min(math.Ceil(w), 1)
		}
		if total += w; total*float64(inputs+responses) > mostCells {
			return nil, fmt.Errorf("column %q, as frequencies, makes a table of more than %d numbers, expected "+
				"fewer equal rows, or %v", o.weights, mostCells, mention.WeightKind.To("probability"))
		}
		rows = append(rows, slices.Repeat([]int{i}, int(w))...)
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("column %q is 0 in every row, expected weights of which some are positive", o.weights)
	}
	return rows, nil
}

// effective returns the number of rows of equal weights that weights are worth (Kish 1965).
func effective(weights []float64) (float64, error) {
	sum, squares, largest := 0.0, 0.0, slices.Max(weights)
	for _, w := range weights {
		sum, squares = sum+w/largest, squares+w/largest*(w/largest)
	}
	rows := sum * sum / squares
	if rows < leastEffective {
		return rows, fmt.Errorf("as weights from %.3g to %.3g, leaves the worth of %.1f rows of equal weights, "+
			"expected at least %d", slices.Min(weights), largest, rows, leastEffective)
	}
	return rows, nil
}

// fewClusters is the number of clusters of equal size below which p-values and intervals are
// doubted.
const fewClusters = 20

// unequal is the warning that the largest clusters have so many of the rows that all are worth
// few of equal size: with n_c rows in each, (Σ n_c)²/Σ n_c² (Carter, Schnepel and Steigerwald
// 2017); nil if they do not. Of few clusters, of whose number importance.CheckHalves and
// inference tell, it is that of less than half as many. Where each row is a cluster, that is
// the warning.
func unequal(clusters []int32) error {
	sizes, effective := sizesOf(clusters)
	n, enough := float64(len(clusters)), float64(fewClusters)
	if len(sizes) == len(clusters) && clusters != nil {
		return mention.Errorf("each of the %d rows is a cluster of its own, so that none stay together: "+
			"expected a column with the same value in rows of a cluster%s", len(sizes), mention.Clause(" (%v)", mention.Cluster))
	}
	if len(sizes) < fewClusters {
		enough = float64(len(sizes)) / 2
	}
	if effective < enough {
		return fmt.Errorf("the largest of %d clusters has %s %% of the rows, so that they are worth %.1f of "+
			"equal size: p-values and intervals are too small; leave that cluster out, or part it",
			len(sizes), percent(float64(slices.Max(sizes))/n), effective)
	}
	return nil
}

// sizesOf returns the numbers of rows of clusters, and the number of clusters of equal size
// that they are worth.
func sizesOf(clusters []int32) (sizes []int, effective float64) {
	sizes = design.Design{Clusters: design.Numbered(clusters)}.Sizes()
	n, squares := float64(len(clusters)), 0.0
	for _, size := range sizes {
		squares += float64(size) * float64(size)
	}
	return sizes, n * n / squares
}

// worthFew returns the number of clusters of equal size that clusters are worth, and whether
// these are few; not of rows without clusters.
func worthFew(clusters []int32) (effective float64, few bool) {
	if clusters == nil {
		return 0, false
	}
	_, effective = sizesOf(clusters)
	return effective, effective < fewClusters
}

// warned returns a problem with further warnings; nil is none.
func warned(p *datasets.Problem, warnings ...error) *datasets.Problem {
	further := *p
	further.Warnings = slices.Concat(p.Warnings, having(warnings, func(w error) bool { return w != nil }))
	return &further
}

// fewestBlocks is the least number of runs, of which halves are made.
const fewestBlocks = 8

// runsOf numbers runs of so many rows; the last one has the rows that are left too.
func runsOf(n, rows int) ([]int32, error) {
	count := n / rows
	if count < fewestBlocks {
		err := fmt.Errorf(
			"%v makes %s of %d rows, expected at least %d", mention.Block.To(rows), format.Plural(count, "run"), n,
			fewestBlocks,
		)
		if longest := n / fewestBlocks; longest > 1 {
			err = fmt.Errorf("%w: %v or less", err, mention.Block.To(longest))
		}
		return nil, err
	}
	clusters := make([]int32, n)
	for i := range clusters {
		clusters[i] = int32(min(i/rows, count-1))
	}
	return clusters, nil
}

// read returns the weights of a column.
func (o *samplingOptions) read(c datasets.Column) ([]float64, error) {
	if c.Values == nil || c.Kind == datasets.Date {
		return nil, fmt.Errorf("column %q holds %s, expected weights, numbers that are not negative", c.Name, c.Kind)
	}
	for i, w := range c.Values {
		switch {
		case !(w >= 0) || math.IsInf(w, 0):
			return nil, fmt.Errorf("the weight %q of row %d is %v, expected a number that is not negative", c.Name, i+1, w)
		case o.kind.Value == frequencyWeights && w != math.Trunc(w):
			return nil, fmt.Errorf("the weight %q of row %d is %v, expected an integer of equal rows; %v takes "+
				"others", c.Name, i+1, w, mention.WeightKind.To("probability"))
		}
	}
	return c.Values, nil
}

// countOf returns how many different clusters there are; 0 without.
func countOf(clusters []int32) int {
	return design.Design{Clusters: design.Numbered(clusters)}.Units(0)
}

// words tell of clusters and weights, one text each.
func (r sampledRows) words() []string {
	folder, together := "", textIf(r.Together, ", copies together")
	if r.Folder != nil {
		folder = inFolder(r.Folder)
	}
	return nonempty(folder,
		textIf(r.Cluster != "", fmt.Sprintf("%d clusters (%s)", r.Count, r.Cluster)),
		textIf(r.Block > 0, fmt.Sprintf("%d runs of %d rows that stay together", r.Count, r.Block)),
		textIf(r.Kind == probabilityWeights, fmt.Sprintf("probability weights (%s; worth %.0f rows of equal "+
			"weights)", r.Column, r.Effective)),
		textIf(
			r.Kind == frequencyWeights,
			fmt.Sprintf("frequency weights (%s; %d rows of the table%s)", r.Column, r.Distinct, together),
		))
}
