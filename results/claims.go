package results

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// ClaimKind is the kind of a claim.
type ClaimKind string

// Kinds of claims about single values.
const (
	// ClaimGreater: every input of Above has a larger mean than every input of Below.
	ClaimGreater ClaimKind = "greater"
	// ClaimNotGreater: some input of Above has a smaller mean than some of Below.
	ClaimNotGreater ClaimKind = "not-greater"
	// ClaimNegative: the inputs of Above have means below zero.
	ClaimNegative ClaimKind = "negative"
	// ClaimHigher and ClaimLower: the inputs of Above have larger or smaller means than in the
	// cell that differs by Than.
	ClaimHigher ClaimKind = "higher"
	ClaimLower  ClaimKind = "lower"
	// ClaimSteady: they differ from those by at most a share Within.
	ClaimSteady ClaimKind = "steady"
	// ClaimLowerLoss: the mean cumulative loss is lower than in the cell that differs by Than.
	ClaimLowerLoss ClaimKind = "lower-loss"
	// ClaimCloseLoss: the cumulative losses of the two cells differ by at most the sum of their
	// standard errors.
	ClaimCloseLoss ClaimKind = "close-loss"
	// ClaimFlatLoss: the loss with Left inputs or more differs from the loss with all by at
	// most a share Within.
	ClaimFlatLoss ClaimKind = "flat-loss"
	// ClaimDisjoint: in most cases the Left inputs that the two cells keep longest are disjoint.
	ClaimDisjoint ClaimKind = "disjoint"
)

// Kinds of claims about estimators, with bands set before the run.
const (
	// ClaimConverges: the error against population values falls with n, over cells that differ
	// only in n.
	ClaimConverges ClaimKind = "converges"
	// ClaimErrorRatio: the root mean square error against population values is at most Bound
	// times that of the cells that differ by Than in geometric mean over designs, and at most
	// Worst times in each.
	ClaimErrorRatio ClaimKind = "error-ratio"
	// ClaimSize: no input with population importance 0, or of Above, is found at Level in
	// significantly more than a share Bound of tables.
	ClaimSize ClaimKind = "size"
	// ClaimMeanSize: irrelevant inputs are found at Level in a share of tables whose mean over
	// cells is from Low to High.
	ClaimMeanSize ClaimKind = "mean-size"
	// ClaimFound: each input of Above is found at Level in not significantly less than a share
	// Bound of tables.
	ClaimFound ClaimKind = "found"
	// ClaimNamed: in not significantly less than a share Bound of tables, some input of Above
	// is named as a stand-in for others.
	ClaimNamed ClaimKind = "named"
	// ClaimWarned: not significantly less than a share Bound of tables has a warning with the
	// words Says.
	ClaimWarned ClaimKind = "warned"
	// ClaimNear: the mean importance of each input of Above is within Bound of its population
	// value.
	ClaimNear ClaimKind = "near"
	// ClaimFamilyWise: any such input is found at Level, after adjustment, in not significantly
	// more than a share Bound of tables.
	ClaimFamilyWise ClaimKind = "family-wise"
	// ClaimCoverage: for at least a share Bound of the relevant inputs of all cells, intervals
	// cover their target in not significantly less than a share Low of tables, nor more than a
	// share High.
	ClaimCoverage ClaimKind = "coverage"
	// ClaimNothing: at Level, the data are compatible with nothing explained in not
	// significantly less than a share Bound of tables.
	ClaimNothing ClaimKind = "nothing"
	// ClaimPower: of the relevant inputs that either estimator misses in some tables, at least
	// a share Bound is found at Level as often as by the other.
	ClaimPower ClaimKind = "power"
	// ClaimLeak: no aspect unmoved by an input has a mean area above Bound with it.
	ClaimLeak ClaimKind = "leak"
	// ClaimMoved: at least a share Bound of the true effects is found in half of the tables or
	// more.
	ClaimMoved ClaimKind = "moved"
	// ClaimUnmoved: an effect that does not exist is found in not significantly more than a
	// share Bound of tables.
	ClaimUnmoved ClaimKind = "unmoved"
	// ClaimWithin: at least a share Bound of the values is within two standard errors of the
	// population's or, with Than, within two standard errors of an approximate aggregation of
	// that estimator's values.
	ClaimWithin ClaimKind = "within"
)

// Keys are those that a claim or statement of a kind must and may have, besides those common
// to all kinds.
type Keys struct{ Must, May []string }

// ClaimForm is the form of a kind of claim.
type ClaimForm struct {
	Kind ClaimKind
	// Task is the task of the experiments that may make it.
	Task string
	// Claim and Statement are the kind's keys for claims and for further statements, nil where
	// it has none.
	Claim, Statement *Keys
	// EverySize marks claims about cells that differ in n, which they cannot name.
	EverySize bool
}

const (
	ofImportance  = "importance"
	ofElimination = "elimination"
)

// band are the keys of claims about an estimator.
func band(must []string, may ...string) *Keys {
	return &Keys{append(must, "bound"), append(may, "fails")}
}

var claimForms = []ClaimForm{
	{Kind: ClaimGreater, Task: ofImportance, Claim: &Keys{Must: []string{"above", "below"}}, Statement: &Keys{[]string{"above", "below"}, []string{"factor"}}},
	{Kind: ClaimNotGreater, Task: ofImportance, Statement: &Keys{Must: []string{"above", "below"}}},
	{Kind: ClaimNegative, Task: ofImportance, Claim: &Keys{Must: []string{"above"}}, Statement: &Keys{Must: []string{"above"}}},
	{Kind: ClaimHigher, Task: ofImportance, Statement: &Keys{Must: []string{"above", "than"}}},
	{Kind: ClaimLower, Task: ofImportance, Statement: &Keys{Must: []string{"above", "than"}}},
	{Kind: ClaimSteady, Task: ofImportance, Statement: &Keys{Must: []string{"above", "than", "within"}}},
	{Kind: ClaimConverges, Task: ofImportance, Claim: &Keys{}, EverySize: true},
	{Kind: ClaimLowerLoss, Task: ofElimination, Claim: &Keys{Must: []string{"than"}}, Statement: &Keys{[]string{"than"}, []string{"left"}}},
	{Kind: ClaimCloseLoss, Task: ofElimination, Statement: &Keys{Must: []string{"than"}}},
	{Kind: ClaimFlatLoss, Task: ofElimination, Statement: &Keys{Must: []string{"left", "within"}}},
	{Kind: ClaimDisjoint, Task: ofElimination, Statement: &Keys{Must: []string{"left", "than"}}},
	{Kind: ClaimErrorRatio, Task: ofImportance, Claim: band([]string{"than", "worst"})},
	{Kind: ClaimSize, Task: ofImportance, Claim: band([]string{"level"}, "above")},
	{Kind: ClaimMeanSize, Task: ofImportance, Claim: &Keys{[]string{"level", "low", "high"}, []string{"fails"}}},
	{Kind: ClaimFound, Task: ofImportance, Claim: band([]string{"above", "level"})},
	{Kind: ClaimNamed, Task: ofImportance, Claim: band([]string{"above"})},
	{Kind: ClaimWarned, Task: ofImportance, Claim: band([]string{"says"})},
	{Kind: ClaimNear, Task: ofImportance, Claim: band([]string{"above"})},
	{Kind: ClaimFamilyWise, Task: ofImportance, Claim: band([]string{"level"})},
	{Kind: ClaimCoverage, Task: ofImportance, Claim: band([]string{"high", "low"})},
	{Kind: ClaimNothing, Task: ofImportance, Claim: band([]string{"level"})},
	{Kind: ClaimPower, Task: ofImportance, Claim: band([]string{"than", "level"})},
	{Kind: ClaimLeak, Task: ofImportance, Claim: band(nil)},
	{Kind: ClaimMoved, Task: ofImportance, Claim: band(nil)},
	{Kind: ClaimUnmoved, Task: ofImportance, Claim: band(nil)},
	{Kind: ClaimWithin, Task: ofImportance, Claim: band(nil, "than")},
}

// ClaimForms lists the kinds of claims.
func ClaimForms() []ClaimForm { return slices.Clone(claimForms) }

// Check returns an error for an unknown kind of claim.
func (k ClaimKind) Check() error {
	var known []ClaimKind
	for _, form := range claimForms {
		known = append(known, form.Kind)
	}
	return checkWord("kind of claim", k, known)
}

// Largest is the largest permitted magnitude of a value. Tests compare fourth powers of
// recorded values, finite up to here.
const Largest = 1e75

// Restrictions on numbers, in words.
const (
	positive    = "a number above 0"
	notNegative = "a number of at least 0"
	share       = "a number from 0 to 1"
	truth       = "0 or 1"
	notNull     = "a number other than 0"
)

// kindsOf restricts the numbers of a value. Importances are divided by the denominator, which
// some methods estimate by differences of losses, possibly negative by chance.
var kindsOf = map[ValueName]string{
	ValueGamma: positive, ValueLossGamma: positive, ValueForests: positive, ValueDenominator: notNull,
	ValueSE: notNegative, ValueDataSE: notNegative, ValueAggregationSE: notNegative, ValuePopulationSE: notNegative,
	ValueP: share, ValueShareP: share, ValueNothing: truth, ValueStandsIn: truth,
}

// refuses returns the expectation that a number violates, empty if valid for the name.
func (n ValueName) refuses(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "a finite number"
	}
	if math.Abs(v) > Largest {
		return fmt.Sprintf("a number from %v to %v", -Largest, Largest)
	}
	kind := kindsOf[n]
	if strings.HasPrefix(string(n), string(AspectFound)+"_") || strings.HasPrefix(string(n), string(AspectMoves)+"_") {
		kind = truth
	}
	fits := true
	switch kind {
	case positive:
		fits = v > 0
	case notNegative:
		fits = v >= 0
	case share:
		fits = v >= 0 && v <= 1
	case truth:
		fits = v == 0 || v == 1
	case notNull:
		fits = v != 0
	}
	if fits {
		return ""
	}
	return kind
}
