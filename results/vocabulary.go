package results

import (
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/nearest"
)

// The words that experiments write and reports read. Words missing from these tables are
// refused on storing and on reading.

// ValueName is the name of a value of a record.
type ValueName string

// Names of values.
const (
	ValueRaw           ValueName = "raw"            // importances as estimated
	ValueSE            ValueName = "se"             // their standard errors over trees
	ValueAggregationSE ValueName = "aggregation_se" // standard errors from approximate aggregation
	ValuePopulation    ValueName = "population"     // importances under the law of the data
	ValuePopulationSE  ValueName = "population_se"  // their standard errors, if from draws
	ValueSplits        ValueName = "vimp_drf"       // split frequencies of the forest that an ablation measures
	// 1 for inputs known to be irrelevant without known population values, 0 for others
	ValueNothing ValueName = "does_nothing"
	// ValueWhenEliminated is the importance of each input at the step of its elimination, in
	// the order of the inputs.
	ValueWhenEliminated ValueName = "importance_when_eliminated"

	// Inference on each importance; see importance.Inference.
	ValueDataSE ValueName = "se_data" // standard errors over tables
	ValueLow    ValueName = "interval_low"
	ValueHigh   ValueName = "interval_high"
	ValueP      ValueName = "p" // unadjusted
	// ValueAdjusted is p as it was decided: adjusted for the number of inputs, and of no input below
	// that of all together if this is not significant.
	ValueAdjusted ValueName = "p_adjusted"
	// ValueStandsIn is 1 for inputs that may stand in for others, otherwise 0; in experiments
	// on the calibration of tests.
	ValueStandsIn ValueName = "stands_in"

	ValueDenominator ValueName = "denominator"        // explained variation V
	ValueBias        ValueName = "bias"               // I(0), already subtracted
	ValueForests     ValueName = "forests"            // work, in forests on all inputs
	ValueGamma       ValueName = "gamma"              // of the kernel of the importance
	ValueExplained   ValueName = "explained_variance" // share, by a regression forest
	ValueTestLoss    ValueName = "test_loss"          // of the forest that an ablation measures
	ValueLossGamma   ValueName = "loss_gamma"         // of the kernel of the losses
	ValueCumulative  ValueName = "cumulative"         // loss summed over the CumulativeVariables smallest sets

	// The share of the responses' variation in the kernel's space explained out-of-bag, its
	// interval, and the p-value of nothing explained.
	ValueShare     ValueName = "explained_share"
	ValueShareLow  ValueName = "explained_low"
	ValueShareHigh ValueName = "explained_high"
	ValueShareP    ValueName = "explained_p"
	// ValueAverageP is the p-value of the hypothesis that a treatment changes nothing on average.
	ValueAverageP ValueName = "average_p"

	ValueLoss       ValueName = "loss"       // of the forest on k = p, …, 1 inputs
	ValueEliminated ValueName = "eliminated" // index of the input removed; the last remains at the end
)

// Shape determines the number of entries of a value.
type Shape int

// The shapes of values.
const (
	Single      Shape = iota // one entry
	PerVariable              // one for each of the record's Variables, in their order
	PerStep                  // one for each step of an elimination of all inputs, in the order made
)

// valuesOf lists the names by shape.
var valuesOf = map[Shape][]ValueName{
	Single: {
		ValueDenominator, ValueBias, ValueForests, ValueGamma, ValueExplained, ValueTestLoss, ValueLossGamma, ValueCumulative,
		ValueShare, ValueShareLow, ValueShareHigh, ValueShareP, ValueAverageP,
	},
	PerVariable: {
		ValueRaw, ValueSE, ValueAggregationSE, ValuePopulation, ValuePopulationSE, ValueSplits, ValueNothing,
		ValueWhenEliminated,
		ValueDataSE, ValueLow, ValueHigh, ValueP, ValueAdjusted, ValueStandsIn,
	},
	PerStep: {ValueLoss, ValueEliminated},
}

// AspectValue names a value of an aspect of the responses.
type AspectValue string

// Values of aspects. Areas are explained shares times importances; findings and known effects
// are 1 or 0.
const (
	AspectShare AspectValue = "r2"
	AspectArea  AspectValue = "area"
	AspectFound AspectValue = "found"
	AspectMoves AspectValue = "moves"
)

// aspects are the kinds of aspects, of one response except dependence, of two.
var aspects = []string{"mean", "spread", "shape", "tails", "dependence"}

// Of returns the name of a value of an aspect: "area_mean".
func (v AspectValue) Of(kind string) ValueName { return ValueName(string(v) + "_" + kind) }

// aspectsOf lists the names of values of aspects by shape.
var aspectsOf = map[Shape][]ValueName{
	Single:      ofAspects(AspectShare),
	PerVariable: ofAspects(AspectArea, AspectFound, AspectMoves),
}

// ofAspects returns the names of values of all aspects.
func ofAspects(names ...AspectValue) (values []ValueName) {
	for _, n := range names {
		for _, kind := range aspects {
			values = append(values, n.Of(kind))
		}
	}
	return values
}

// families are the values that may also be given for each response, in the same shape:
// "raw_y1", "raw_y2", ….
var families = append(ofAspects(AspectShare, AspectArea, AspectFound, AspectMoves), ValueRaw, ValueExplained)

// ValueNames returns the names of values, without those of single responses and of aspects.
func ValueNames() []ValueName {
	return slices.Concat(valuesOf[Single], valuesOf[PerVariable], valuesOf[PerStep])
}

// OfResponse returns the name of a value of the k-th response alone, k from 1.
func (n ValueName) OfResponse(k int) ValueName { return n + "_y" + ValueName(strconv.Itoa(k)) }

// Shape returns the shape of the value. The error for an unknown name suggests the nearest one.
func (n ValueName) Shape() (Shape, error) {
	base := n
	if family, k, ok := strings.Cut(string(n), "_y"); ok && slices.Contains(families, ValueName(family)) && isCount(k) {
		base = ValueName(family)
	}
	for shape, names := range valuesOf {
		if slices.Contains(names, base) || slices.Contains(aspectsOf[shape], base) {
			return shape, nil
		}
	}
	return 0, nearest.Unknown("value", string(n), words(ValueNames()))
}

// Is reports whether the value has the shape.
func (n ValueName) Is(shape Shape) bool {
	is, err := n.Shape()
	return err == nil && is == shape
}

// CumulativeVariables is the largest number of inputs in the cumulative loss of an elimination,
// as in the published table.
const CumulativeVariables = 100

// CumulativeLoss returns the sum of a record's losses over the CumulativeVariables smallest
// sets, smallest first. Check ensures that ValueCumulative equals it up to rounding; reports
// use this one.
func CumulativeLoss(loss []float64) float64 {
	sum := 0.0
	for k := 1; k <= min(len(loss), CumulativeVariables); k++ {
		sum += loss[len(loss)-k]
	}
	return sum
}

// Keys of cells: plain strings, because users write them in specifications, and selectors and
// reports combine them freely.
const (
	KeyVariant   = "variant"
	KeyScenario  = "scenario" // the simulated scenario, in experiments on several
	KeyData      = "data"     // name of a data set
	KeyN         = "n"
	KeyP         = "p"
	KeyMethod    = "method"
	KeyPreset    = "preset"
	KeyKernel    = "kernel"
	KeyFrozenSet = "frozen_set"
	// KeyExperiment is a key for comparisons in claims, not of cells.
	KeyExperiment = "experiment"
)

// The variants that stand for conventions.
const (
	VariantPublished = "published"
	VariantTextbook  = "textbook"
)

// Noise stands for all irrelevant inputs in claims and published numbers.
const Noise = "noise"

// FigureKind is the kind of an experiment's figures and tables.
type FigureKind string

// Kinds of figures.
const (
	FigureNone        FigureKind = "none"
	FigureBars        FigureKind = "bars"
	FigureScaling     FigureKind = "scaling"
	FigureConvergence FigureKind = "convergence"
	FigureCost        FigureKind = "cost"
	FigureDesigns     FigureKind = "designs"
	FigureAccuracy    FigureKind = "accuracy"
	FigureCalibration FigureKind = "calibration"
	FigureAspects     FigureKind = "aspects"
	FigurePaths       FigureKind = "paths"
	FigureSwitches    FigureKind = "switches"
	FigureFrozenSets  FigureKind = "frozen-sets"
	FigureLeaderboard FigureKind = "leaderboard"
	FigureEffects     FigureKind = "effects"
	FigureTests       FigureKind = "tests"
)

// figureKinds are the kinds of figures by the task of their experiments, the usual one first.
var figureKinds = map[string][]FigureKind{
	ofImportance: {
		FigureNone, FigureBars, FigureScaling, FigureConvergence, FigureCost, FigureDesigns, FigureAccuracy,
		FigureCalibration, FigureAspects,
		FigureLeaderboard, FigureEffects, FigureTests,
	},
	ofElimination: {FigureNone, FigurePaths},
	ofAblation:    {FigureSwitches, FigureFrozenSets},
}

// FigureKinds returns the kinds of figures of experiments of a task, the usual one first; those
// of all for "".
func FigureKinds(task string) []FigureKind {
	if task == "" {
		return slices.Concat(figureKinds[ofImportance], figureKinds[ofElimination][1:], figureKinds[ofAblation])
	}
	return figureKinds[task]
}

// Check returns an error for an unknown kind of figure. An empty one is valid: no figure.
func (k FigureKind) Check() error {
	if k == "" || slices.Contains(FigureKinds(""), k) {
		return nil
	}
	return nearest.Unknown("figure", string(k), words(FigureKinds("")))
}

// Statistic is the statistic of a published number.
type Statistic string

// Statistics.
const (
	StatisticMean       Statistic = "mean"       // over repetitions
	StatisticMeanNoise  Statistic = "mean-noise" // of the noise inputs' means
	StatisticCumulative Statistic = "cumulative" // mean of losses summed over an elimination
	StatisticLargest    Statistic = "largest-"   // followed by k: the k-th largest mean of the noise inputs
)

var statistics = []Statistic{StatisticMean, StatisticMeanNoise, StatisticCumulative}

// Rank returns the k of "largest-k", 0 for other statistics.
func (s Statistic) Rank() int {
	rank, ok := strings.CutPrefix(string(s), string(StatisticLargest))
	if !ok || !isCount(rank) {
		return 0
	}
	k, _ := strconv.Atoi(rank) // a count
	return k
}

// Check returns an error for an unknown statistic.
func (s Statistic) Check() error {
	if s.Rank() > 0 || slices.Contains(statistics, s) {
		return nil
	}
	return nearest.Unknown(
		"statistic", string(s),
		append(words(statistics), string(StatisticLargest)+"1", string(StatisticLargest)+"2"),
	)
}

// isCount reports whether a word is a plainly written number from 1 to 999999.
func isCount(word string) bool {
	k, err := strconv.Atoi(word)
	return err == nil && k > 0 && k < 1e6 && strconv.Itoa(k) == word
}

// words returns words as strings.
func words[W ~string](list []W) []string {
	return nearest.Words(list, func(w W) string { return string(w) })
}
