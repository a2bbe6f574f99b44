package verdict

import (
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// judge is how claims of a kind are judged: by the tightest pair of values, or by a band
// that was set before the run.
type judge struct {
	scope scope
	// pairs notes the pairs of a cell, and of the other that it is compared with, if any.
	pairs func(check *ClaimCheck, s summary.Summary, c, other summary.Cell) error
	// band says by how much the claim holds, and whether it does. It is given all cells of
	// the experiment where the claim compares them with others.
	band func(claim results.Claim, cells []summary.Cell) (band, error)
	// opposite says that the claim denies the order of its pairs.
	opposite bool
	// byRule says that pairs are judged by a rule of the paper, which has no t.
	byRule bool
}

// scope says which cells a claim is judged in.
type scope int

const (
	each         scope = iota // cell by cell
	eachWithNull              // of those, the ones with null inputs
	everySize                 // those that differ in n alone
	together                  // all
)

// judges are those of all kinds of claims.
var judges = map[results.ClaimKind]judge{
	results.ClaimGreater:    {pairs: (*ClaimCheck).compareVariables},
	results.ClaimNotGreater: {pairs: (*ClaimCheck).compareVariables, opposite: true},
	results.ClaimNegative:   {pairs: (*ClaimCheck).compareVariables},
	results.ClaimHigher:     {pairs: (*ClaimCheck).compareCells},
	results.ClaimLower:      {pairs: (*ClaimCheck).compareCells},
	results.ClaimSteady:     {pairs: (*ClaimCheck).compareCells},
	results.ClaimLowerLoss:  {pairs: (*ClaimCheck).compareLosses},
	results.ClaimCloseLoss:  {pairs: (*ClaimCheck).compareCloseness, byRule: true},
	results.ClaimFlatLoss:   {pairs: (*ClaimCheck).compareSteps},
	results.ClaimDisjoint:   {pairs: (*ClaimCheck).compareKept},
	results.ClaimConverges:  {scope: everySize, band: converges},
	results.ClaimErrorRatio: {scope: together, band: errorRatio},
	results.ClaimSize:       {scope: eachWithNull, band: share(notAbove, noTests, size)},
	results.ClaimMeanSize:   {scope: together, band: meanSize},
	results.ClaimFound:      {band: share(notBelow, noTests, found)},
	results.ClaimNamed:      {band: share(notBelow, "the records do not say which inputs may stand in for others", named)},
	results.ClaimWarned:     {band: share(notBelow, "there are no tables", warned)},
	results.ClaimNear:       {band: near},
	results.ClaimFamilyWise: {scope: eachWithNull, band: share(notAbove, noTests, familyWise)},
	results.ClaimCoverage:   {scope: together, band: share(atLeast, "the records hold no intervals of active inputs", coverage)},
	results.ClaimNothing:    {band: share(notBelow, noTests, nothing)},
	results.ClaimPower:      {scope: together, band: share(atLeast, "no active input is missed", power)},
	results.ClaimLeak:       {band: leak},
	results.ClaimMoved:      {scope: together, band: share(atLeast, noAspects, moved)},
	results.ClaimUnmoved:    {band: share(notAbove, noAspects, unmoved)},
	results.ClaimWithin:     {scope: together, band: share(atLeast, "the records hold nothing to compare with, or no standard errors", within)},
}

// bounded reports whether a claim is judged by a bound that was set before the run.
func (c ClaimCheck) bounded() bool { return bounded(c.Claim.Kind) }

func bounded(kind results.ClaimKind) bool {
	return judges[kind].band != nil && judges[kind].scope != everySize
}
