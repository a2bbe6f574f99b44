package results

import (
	"fmt"
	"math"
	"strings"
)

// Largest is the largest permitted magnitude of a value. Tests compare fourth powers of
// recorded values, finite up to here.
const Largest = 1e75

// limit is a restriction on numbers, and in words.
type limit struct {
	says  string
	holds func(v float64) bool
}

var (
	positive    = limit{"a number above 0", func(v float64) bool { return v > 0 }}
	notNegative = limit{"a number of at least 0", func(v float64) bool { return v >= 0 }}
	share       = limit{"a number from 0 to 1", func(v float64) bool { return v >= 0 && v <= 1 }}
	truth       = limit{"0 or 1", func(v float64) bool { return v == 0 || v == 1 }}
	notNull     = limit{"a number other than 0", func(v float64) bool { return v != 0 }}
)

// limits restricts the numbers of a value. Importances are divided by the denominator, which
// some methods estimate by differences of losses, possibly negative by chance.
var limits = map[ValueName]limit{
	ValueGamma: positive, ValueLossGamma: positive, ValueForests: positive, ValueDenominator: notNull,
	ValueSE: notNegative, ValueDataSE: notNegative, ValueAggregationSE: notNegative, ValuePopulationSE: notNegative,
	ValueP: share, ValueAdjusted: share, ValueShareP: share, ValueAverageP: share,
	ValueNothing: truth, ValueStandsIn: truth,
}

// refuses returns the expectation that a number violates, empty if valid for the name.
func (n ValueName) refuses(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "a finite number"
	}
	if math.Abs(v) > Largest {
		return fmt.Sprintf("a number from %v to %v", -Largest, Largest)
	}
	kind, limited := limits[n]
	if strings.HasPrefix(string(n), string(AspectFound)+"_") || strings.HasPrefix(string(n), string(AspectMoves)+"_") {
		kind, limited = truth, true
	}
	if limited && !kind.holds(v) {
		return kind.says
	}
	return ""
}
