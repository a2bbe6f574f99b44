package forest

import (
	"errors"
	"fmt"
)

// RegressionConfig is every choice that determines how a Breiman regression
// forest is grown. There are no defaults: RegressionPreset returns a complete
// RegressionConfig.
type RegressionConfig struct {
	// Trees is the number of trees.
	Trees int `json:"trees"`
	// SampleFraction is the size of a tree's bootstrap sample as a share of
	// the rows: max(1, floor(SampleFraction·n)) draws with replacement.
	SampleFraction float64 `json:"sample_fraction"`
	// MTry is the number of candidate inputs of a node; MTrySqrt20 is not among them.
	MTry MTry `json:"mtry"`
	// MinNodeSize: a node with at most so many in-bag rows, repetitions
	// counted, is a leaf.
	MinNodeSize int `json:"min_node_size"`
}

// RegressionPreset returns the settings of the R package ranger, with which
// the published baselines were computed: bootstrap samples of n rows out of n,
// floor(√p) candidates, nodes of at most 5 rows are leaves.
func RegressionPreset(trees int) RegressionConfig {
	return RegressionConfig{Trees: trees, SampleFraction: 1, MTry: MTrySqrt, MinNodeSize: 5}
}

// Validate reports every fault of the configuration at once, or nil.
func (c RegressionConfig) Validate() error {
	var faults []error
	need := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Errorf("forest: "+format, args...))
		}
	}
	need(c.Trees >= 1, "trees is %d, expected at least 1", c.Trees)
	need(c.SampleFraction > 0 && c.SampleFraction <= 1, "sample fraction is %v, expected in (0, 1]", c.SampleFraction)
	need(c.MTry.fits(MTrySqrt), `mtry is %q, expected "sqrt", "all" or a positive number`, string(c.MTry))
	need(c.MinNodeSize >= 1, "minimum node size is %d, expected at least 1", c.MinNodeSize)
	return errors.Join(faults...)
}
