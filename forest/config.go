package forest

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"drfvi/internal/nearest"
)

// Config is every choice that determines how a Distributional Random Forest
// is grown. There are no defaults: Preset returns a complete Config.
type Config struct {
	// Trees is the number of trees N, a multiple of GroupSize.
	Trees int `json:"trees"`
	// GroupSize is the number of trees that share their drawn rows; 1 makes
	// the trees independent.
	GroupSize int `json:"group_size"`
	// SampleFraction is the share of rows a tree is grown from:
	// floor(SampleFraction·n) rows, without replacement.
	SampleFraction float64 `json:"sample_fraction"`
	// MostRows, if positive, bounds the rows that SampleFraction is a share of: on
	// larger tables trees draw as many rows as on one of MostRows, from all rows.
	MostRows int `json:"most_rows,omitempty"`
	// Honesty splits a tree's rows in J1, which chooses the splits, and J2,
	// which fills the leaves. Without it all rows do both.
	Honesty bool `json:"honesty"`
	// HonestyFraction is the share of J1: ceil(HonestyFraction·rows).
	HonestyFraction float64 `json:"honesty_fraction"`
	// Prune replaces a node one of whose children holds no row of J2 by the
	// other child.
	Prune bool `json:"prune"`
	// MinNodeSize: a node with at most so many rows of J1 is a leaf.
	MinNodeSize int `json:"min_node_size"`
	// MTry is the number of candidate inputs of a node, or the mean of its Poisson draw.
	MTry MTry `json:"mtry"`
	// MTryDraw is how the number of candidates is drawn. With Poisson, even MTryAll leaves some
	// inputs out at about half of the nodes.
	MTryDraw MTryDraw `json:"mtry_draw"`
	// Features is the number B of random Fourier features of the splitting
	// criterion.
	Features int `json:"features"`
	// ScaleResponse standardises the response columns for splitting.
	ScaleResponse bool `json:"scale_response"`
	// Frequencies is where the features' frequencies come from.
	Frequencies Frequencies `json:"frequencies"`
	// FrozenSeed chooses the one set of Frozen frequencies: 0 for drf's own,
	// any other number for a set drawn from that seed. It is left out of JSON
	// where it is 0, as it is in every preset.
	FrozenSeed uint64 `json:"frozen_seed,omitempty"`
	// Bandwidth is the scale of the frequencies.
	Bandwidth Bandwidth `json:"bandwidth"`
	// Weighting is the factor of the sizes of the children in the gain.
	Weighting Weighting `json:"weighting"`
	// Alpha makes trees α-regular: each child holds at least the share Alpha
	// of its parent's rows of J1. 0 for no restriction.
	Alpha float64 `json:"alpha"`
	// Steady has splits whose gains differ by no more than rounding count as equally
	// good. Otherwise rounding decides between inputs that part a node alike, and forests
	// depend on the units of the responses; the published numbers do, so presets are
	// not steady.
	Steady bool `json:"steady,omitempty"`
}

// MTry is the number of candidate inputs: "sqrt+20" for min(ceil(√p) + 20, p) or, of
// regression forests, "sqrt" for floor(√p); "all" for p, or a number.
type MTry string

// The named values of MTry.
const (
	MTrySqrt20 MTry = "sqrt+20"
	MTrySqrt   MTry = "sqrt"
	MTryAll    MTry = "all"
)

// Of returns the number of candidates for p inputs.
func (m MTry) Of(p int) int {
	switch m {
	case MTrySqrt20:
		return min(int(math.Ceil(math.Sqrt(float64(p))))+20, p)
	case MTrySqrt:
		return max(1, int(math.Sqrt(float64(p))))
	case MTryAll:
		return p
	}
	n, err := strconv.Atoi(string(m))
	if err != nil {
		panic("forest: MTry that Validate would refuse: " + string(m))
	}
	return min(n, p)
}

// fits reports whether it is a root of the number of inputs of the given kind, all, or a
// number from 1.
func (m MTry) fits(root MTry) bool {
	n, err := strconv.Atoi(string(m))
	return m == root || m == MTryAll || err == nil && n >= 1
}

// MTryDraw is how a node's number of candidates comes about.
type MTryDraw string

const (
	// Poisson draws clamp(Poisson(MTry), 1, p).
	Poisson MTryDraw = "poisson"
	// Fixed takes MTry itself.
	Fixed MTryDraw = "fixed"
)

// Frequencies is where the frequencies ω of the random features come from.
type Frequencies string

const (
	// Frozen uses one set of frequencies, the same at every node of every
	// tree of every forest: what drf does, whose generator is seeded anew
	// with its default seed at each node.
	Frozen Frequencies = "frozen"
	// PerNode draws fresh frequencies at every node, as the papers say.
	PerNode Frequencies = "per-node"
)

// Bandwidth is the scale of the frequencies ω, given the response Z as used
// for splitting.
type Bandwidth string

const (
	// MedianHeuristic: sd(ω) = 1/h², h = median √(‖Zi−Zj‖/2) (drf 1.1.0).
	MedianHeuristic Bandwidth = "median-heuristic"
	// SqrtMedianHeuristic: sd(ω) = 1/h², h = √(median √(‖Zi−Zj‖/2))
	// (drf 1.2 to 1.3.1).
	SqrtMedianHeuristic Bandwidth = "sqrt-median-heuristic"
	// MedianDistance: sd(ω) = 1/σ, σ = median ‖Zi−Zj‖ (the papers).
	MedianDistance Bandwidth = "median-distance"
	// Wide: sd(ω) = 1/(32σ), where features are nearly lines, so that trees split for means.
	Wide Bandwidth = "wide"
)

// Weighting is the factor in the gain of a split of n₀ rows in L and R.
type Weighting string

const (
	// IntegerWeighting is floor(L·R/n₀) (drf, an integer division).
	IntegerWeighting Weighting = "integer"
	// ProductWeighting is L·R/n₀².
	ProductWeighting Weighting = "product"
)

// PresetNames lists the presets, the default first.
func PresetNames() []string { return []string{"paper", "drf-1.1.0", "drf-1.3.1"} }

// Preset returns the complete configuration of that name for about the given
// number of trees:
//
//   - "paper": what Ćevid et al. (2022) and Bénard, Näf, Josse (2024) say;
//   - "drf-1.1.0": what the R package of that version does, with which the
//     paper's numbers were made;
//   - "drf-1.3.1": what that version does. It grows groups of floor(N/30)
//     trees, and the number of trees is rounded down to whole groups.
//
// It returns an error for other names. The preset auto of the command is that of
// inference.Config of package importance/inference.
func Preset(name string, trees int) (Config, error) {
	c := Config{
		Trees: trees, GroupSize: 1,
		SampleFraction: 0.5, Honesty: true, HonestyFraction: 0.5, Prune: true,
		MinNodeSize: 15, MTry: MTrySqrt20, MTryDraw: Poisson,
		Features: 10, ScaleResponse: true,
		Frequencies: PerNode, Bandwidth: MedianDistance, Weighting: ProductWeighting, Alpha: 0.05,
	}
	switch name {
	case "paper":
		return c, nil
	case "drf-1.1.0", "drf-1.3.1":
		c.GroupSize = 2
		c.Frequencies, c.Bandwidth, c.Weighting, c.Alpha = Frozen, MedianHeuristic, IntegerWeighting, 0
		if name == "drf-1.3.1" {
			c.GroupSize = max(trees/30, 1)
			c.Bandwidth = SqrtMedianHeuristic
		}
		if trees > c.GroupSize {
			c.Trees = trees / c.GroupSize * c.GroupSize
		} else {
			c.GroupSize = max(trees, 1)
		}
		return c, nil
	}
	if name == "auto" {
		return Config{}, fmt.Errorf("forest: preset auto is not one of this package: inference.Config " +
			"(importance/inference) returns it")
	}
	return Config{}, nearest.Unknown("preset", name, PresetNames())
}

// Validate reports every fault of the configuration at once, or nil.
func (c Config) Validate() error {
	var faults []error
	need := func(ok bool, format string, args ...any) {
		if !ok {
			faults = append(faults, fmt.Errorf("forest: "+format, args...))
		}
	}
	need(c.Trees >= 1, "trees is %d, expected at least 1", c.Trees)
	need(c.GroupSize >= 1, "group size is %d, expected at least 1", c.GroupSize)
	need(c.GroupSize < 1 || c.Trees%c.GroupSize == 0, "%d trees do not make whole groups of %d", c.Trees, c.GroupSize)
	need(c.SampleFraction > 0 && c.SampleFraction <= 1, "sample fraction is %v, expected in (0, 1]", c.SampleFraction)
	need(c.MostRows >= 0, "most rows is %d, expected at least 0", c.MostRows)
	need(
		!c.Honesty || c.HonestyFraction > 0 && c.HonestyFraction < 1,
		"honesty fraction is %v, expected in (0, 1)", c.HonestyFraction,
	)
	need(c.MinNodeSize >= 1, "minimum node size is %d, expected at least 1", c.MinNodeSize)
	need(c.MTry.fits(MTrySqrt20), `mtry is %q, expected "sqrt+20", "all" or a positive number`, string(c.MTry))
	need(
		c.MTryDraw == Poisson || c.MTryDraw == Fixed, `mtry draw is %q, expected "poisson" or "fixed"`,
		string(c.MTryDraw),
	)
	need(c.Features >= 1, "features is %d, expected at least 1", c.Features)
	need(
		c.Frequencies == Frozen || c.Frequencies == PerNode, `frequencies is %q, expected "frozen" or "per-node"`,
		string(c.Frequencies),
	)
	need(
		c.FrozenSeed == 0 || c.Frequencies == Frozen,
		`frozen seed is %d with frequencies %q, expected frequencies "frozen"`, c.FrozenSeed,
		string(c.Frequencies),
	)
	need(c.Bandwidth == MedianHeuristic || c.Bandwidth == SqrtMedianHeuristic || c.Bandwidth == MedianDistance ||
		c.Bandwidth == Wide,
		`bandwidth is %q, expected "median-heuristic", "sqrt-median-heuristic", "median-distance" or "wide"`,
		string(c.Bandwidth))
	need(c.Weighting == IntegerWeighting ||
		c.Weighting == ProductWeighting, `weighting is %q, expected "integer" or "product"`, string(c.Weighting))
	need(c.Alpha >= 0 && c.Alpha < 0.5, "alpha is %v, expected in [0, 0.5)", c.Alpha)
	return errors.Join(faults...)
}

// Choices lists the settings in which presets differ, by the names they have in
// JSON: what an ablation takes from one preset to another.
func Choices() []string {
	return []string{"frequencies", "bandwidth", "weighting", "alpha", "group_size"}
}

// Take returns the configuration with one of the Choices as it is in another
// configuration. The size of groups brings the number of trees with it, which
// is a multiple of it.
func (c Config) Take(choice string, from Config) (Config, error) {
	switch choice {
	case "frequencies":
		c.Frequencies, c.FrozenSeed = from.Frequencies, from.FrozenSeed
	case "bandwidth":
		c.Bandwidth = from.Bandwidth
	case "weighting":
		c.Weighting = from.Weighting
	case "alpha":
		c.Alpha = from.Alpha
	case "group_size":
		c.GroupSize, c.Trees = from.GroupSize, from.Trees
	default:
		return Config{}, fmt.Errorf("forest: %w", nearest.Unknown("choice", choice, Choices()))
	}
	return c, nil
}

// Override holds single choices in the place of a preset's. What is nil is left as
// it is.
type Override struct {
	Honesty        *bool    `json:"honesty,omitempty"`
	SampleFraction *float64 `json:"sample_fraction,omitempty"`
	MostRows       *int     `json:"most_rows,omitempty"`
	MinNodeSize    *int     `json:"min_node_size,omitempty"`
	MTry           *MTry    `json:"mtry,omitempty"`
	Alpha          *float64 `json:"alpha,omitempty"`
	Steady         *bool    `json:"steady,omitempty"`
}

// Apply returns the configuration with the choices made.
func (o Override) Apply(c Config) Config {
	override(&c.Honesty, o.Honesty)
	override(&c.SampleFraction, o.SampleFraction)
	override(&c.MostRows, o.MostRows)
	override(&c.MinNodeSize, o.MinNodeSize)
	override(&c.MTry, o.MTry)
	override(&c.Alpha, o.Alpha)
	override(&c.Steady, o.Steady)
	return c
}

func override[T any](setting, replacement *T) {
	if replacement != nil {
		*setting = *replacement
	}
}
