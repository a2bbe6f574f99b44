package results

import (
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/nearest"
)

// The words that experiments write and reports read. A word that is not in its
// table here is refused when it is stored and when it is read.

// ValueName names a value of a record.
type ValueName string

// Names of values.
const (
	ValueRaw           ValueName = "raw"            // importances as estimated
	ValueSE            ValueName = "se"             // their standard errors over trees
	ValueAggregationSE ValueName = "aggregation_se" // the standard errors that an approximate aggregation adds
	ValuePopulation    ValueName = "population"     // importances under the law of the data
	ValuePopulationSE  ValueName = "population_se"  // their standard errors, where they are from draws
	ValueSplits        ValueName = "vimp_drf"       // split frequencies of the forest that an ablation measures
	ValueNothing       ValueName = "does_nothing"   // 1 for inputs known to do nothing though population values are not known, 0 for others
	// ValueWhenEliminated is the importance of an input at the step at which it
	// went, in the order of the inputs.
	ValueWhenEliminated ValueName = "importance_when_eliminated"

	// Inference on each importance; see importance.Inference.
	ValueDataSE ValueName = "se_data" // standard errors over tables
	ValueLow    ValueName = "interval_low"
	ValueHigh   ValueName = "interval_high"
	ValueP      ValueName = "p" // not adjusted
	// ValueStandsIn is 1 for inputs that may stand in for others, 0 for others; in experiments
	// on the calibration of tests.
	ValueStandsIn ValueName = "stands_in"

	ValueDenominator ValueName = "denominator"        // explained variation V
	ValueBias        ValueName = "bias"               // I(0), which is subtracted
	ValueForests     ValueName = "forests"            // work, in forests on all inputs
	ValueGamma       ValueName = "gamma"              // of the kernel of the importance
	ValueExplained   ValueName = "explained_variance" // share, by a regression forest
	ValueTestLoss    ValueName = "test_loss"          // of the forest that an ablation measures
	ValueLossGamma   ValueName = "loss_gamma"         // of the kernel of the losses
	ValueCumulative  ValueName = "cumulative"         // loss summed over the CumulativeVariables smallest sets

	// The share of the responses' variation in the kernel's space that is
	// explained out-of-bag, its interval, and the p-value of nothing.
	ValueShare     ValueName = "explained_share"
	ValueShareLow  ValueName = "explained_low"
	ValueShareHigh ValueName = "explained_high"
	ValueShareP    ValueName = "explained_p"

	ValueLoss       ValueName = "loss"       // of the forest on k = p, …, 1 inputs
	ValueEliminated ValueName = "eliminated" // index of the input that goes; the last is left at the end
)

// Shape says how many entries a value has.
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
		ValueShare, ValueShareLow, ValueShareHigh, ValueShareP,
	},
	PerVariable: {
		ValueRaw, ValueSE, ValueAggregationSE, ValuePopulation, ValuePopulationSE, ValueSplits, ValueNothing, ValueWhenEliminated,
		ValueDataSE, ValueLow, ValueHigh, ValueP, ValueStandsIn,
	},
	PerStep: {ValueLoss, ValueEliminated},
}

// AspectValue names a value of an aspect of the responses.
type AspectValue string

// Values of aspects. Areas are explained shares times importances; findings and known
// effects are 1 or 0.
const (
	AspectShare AspectValue = "r2"
	AspectArea  AspectValue = "area"
	AspectFound AspectValue = "found"
	AspectMoves AspectValue = "moves"
)

// aspects are the kinds of aspects: all but the dependence of two responses are of one.
var aspects = []string{"mean", "spread", "shape", "tails", "dependence"}

// Of returns the name of a value of an aspect: "area_mean".
func (v AspectValue) Of(kind string) ValueName { return ValueName(string(v) + "_" + kind) }

// aspectsOf lists the names of values of aspects by shape.
var aspectsOf = map[Shape][]ValueName{
	Single:      ofAspects(AspectShare),
	PerVariable: ofAspects(AspectArea, AspectFound, AspectMoves),
}

// ofAspects returns the names of values of all aspects.
func ofAspects(names ...AspectValue) (all []ValueName) {
	for _, n := range names {
		for _, kind := range aspects {
			all = append(all, n.Of(kind))
		}
	}
	return all
}

// families are the values that may stand for each response as well, in the same
// shape: "raw_y1", "raw_y2", ….
var families = append(ofAspects(AspectShare, AspectArea, AspectFound, AspectMoves), ValueRaw, ValueExplained)

// ValueNames lists the names of values, without those of single responses
// and of aspects.
func ValueNames() []ValueName {
	return slices.Concat(valuesOf[Single], valuesOf[PerVariable], valuesOf[PerStep])
}

// OfResponse returns the name of a value of the k-th response alone, k from 1.
func (n ValueName) OfResponse(k int) ValueName { return n + "_y" + ValueName(strconv.Itoa(k)) }

// Shape returns the shape of the value of that name. The error names the nearest
// one if there is none.
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

// Is reports whether the value of that name has the shape.
func (n ValueName) Is(shape Shape) bool {
	is, err := n.Shape()
	return err == nil && is == shape
}

// CumulativeVariables is the largest number of inputs whose loss counts in
// the cumulative loss of an elimination; the published table does the same.
const CumulativeVariables = 100

// CumulativeLoss returns the sum of losses of a record over the
// CumulativeVariables smallest sets, the smallest first. ValueCumulative is that
// sum up to rounding, which Check makes sure of; reports take this one.
func CumulativeLoss(loss []float64) float64 {
	sum := 0.0
	for k := 1; k <= min(len(loss), CumulativeVariables); k++ {
		sum += loss[len(loss)-k]
	}
	return sum
}

// Keys of cells. They are plain strings because users write them in
// specifications, and because selectors and reports combine them freely.
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
	// KeyExperiment is a key of the comparison of claims, not of cells.
	KeyExperiment = "experiment"
)

// The variants that stand for conventions.
const (
	VariantPublished = "published"
	VariantTextbook  = "textbook"
)

// Noise stands for all inputs that are not relevant, among the inputs of
// claims and of published numbers.
const Noise = "noise"

// FigureKind says how an experiment is drawn and set in tables.
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

var figureKinds = []FigureKind{
	FigureNone, FigureBars, FigureScaling, FigureConvergence, FigureCost, FigureDesigns, FigureAccuracy, FigureCalibration, FigureAspects,
	FigurePaths, FigureSwitches, FigureFrozenSets, FigureLeaderboard, FigureEffects, FigureTests,
}

// FigureKinds lists the kinds of figures.
func FigureKinds() []FigureKind { return slices.Clone(figureKinds) }

// Check returns an error unless there is such a kind of figure, or none is
// named: an experiment without one is not drawn.
func (k FigureKind) Check() error {
	if k == "" {
		return nil
	}
	return checkWord("figure", k, figureKinds)
}

// Statistic is the statistic of a quantity that a published number is.
type Statistic string

// Statistics.
const (
	StatisticMean       Statistic = "mean"       // over repetitions
	StatisticMeanNoise  Statistic = "mean-noise" // of the noise inputs' means
	StatisticCumulative Statistic = "cumulative" // mean of the losses summed over an elimination
	StatisticLargest    Statistic = "largest-"   // followed by k: the k-th largest of the noise inputs' means
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

// Check returns an error unless there is such a statistic.
func (s Statistic) Check() error {
	if s.Rank() > 0 || slices.Contains(statistics, s) {
		return nil
	}
	return nearest.Unknown("statistic", string(s), append(words(statistics), string(StatisticLargest)+"1", string(StatisticLargest)+"2"))
}

// isCount reports whether a word is a number from 1 to 999999 as it is written.
func isCount(word string) bool {
	k, err := strconv.Atoi(word)
	return err == nil && k > 0 && k < 1e6 && strconv.Itoa(k) == word
}

// checkWord returns an error unless the word is among those known.
func checkWord[W ~string](kind string, word W, known []W) error {
	if slices.Contains(known, word) {
		return nil
	}
	return nearest.Unknown(kind, string(word), words(known))
}

// words returns words as strings.
func words[W ~string](list []W) []string {
	all := make([]string, len(list))
	for i, w := range list {
		all[i] = string(w)
	}
	return all
}
