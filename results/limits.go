package results

import (
	"fmt"
	"math"
	"strings"
)

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
