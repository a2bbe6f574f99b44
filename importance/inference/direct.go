package inference

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/importance"
	"drfvi/importance/inference/internal/ridge"
	"drfvi/internal/linalg"
	"drfvi/internal/par"
	"drfvi/internal/rank"
	"drfvi/internal/rng"
)

// Tests on all rows, which need no direction that is learnt from half of the rows. Let r be the
// residuals of the responses, predicted without an input, and f′ those of functions f of the
// input, predicted by the others. Neither prediction is learnt from the row that it predicts.
// The statistic is
//
//	Q = ‖Σ_i f′_i ⊗ r_i‖².
//
// Under the hypothesis r has mean 0 given the inputs. Then Q is a weighted sum of χ², with the
// eigenvalues of the covariance of the products as weights. This is the generalised covariance
// measure (Shah and Peters 2020) of several functions, as in Lundborg, Shah and Peters (2022).
// Errors of the two predictions enter only as a product.
//
// Kinds of tests differ in f′ and r. The test of halves.go, whose directions are learnt, finds
// what no kind foresees.

// rowTests prepares the tests on all rows.
type rowTests struct {
	inputs         []*inputPrediction // by group; nil for groups that are not tested
	groups         [][]int            // columns of each input or set of inputs
	withinClusters []bool             // by group, whether rows are compared with their cluster's mean
	lines          [][]float64        // other inputs, standardised, most important first
	multipliers    [][]float64        // the same, numbers by their normal scores
	columns        []int              // of the table, by multiplier
	sample         importance.Sample  // the rows tested
	seed           rng.Seed           // of processes
	smooth         *smoothScores      // predicts the responses too; nil for none
}

// residualSets are the residuals that the tests of a group multiply.
type residualSets struct {
	rows *target
	// inputLines are residuals of normal scores and of indicators of levels, inputCurves of the
	// Legendre polynomials of degree 2 of midranks.
	inputLines, inputCurves []residual
	responses               []residual
	// responseSizes are residuals of |r|, responseTails of polynomials of the ranks of |r|, and
	// responsePairs of products of two columns of r; nil if rows lack predictions.
	responseSizes, responseTails, responsePairs []residual
	multipliers                                 [][]float64
}

// weightedP is the p-value of a test, with its weight in the p-value of the input.
type weightedP struct{ weight, p float64 }

// testKind is a kind of test on all rows. Its p-values share its weight.
type testKind struct {
	weight  float64
	pValues func(residualSets) []float64
}

// testKinds returns all kinds of tests, with the given weight of lines.
func testKinds(lines float64) []testKind {
	return []testKind{
		{lines, testLines}, {curvesWeight, testCurves}, {productsWeight, testProducts},
		{spreadsWeight, testSpreads}, {tailsWeight, testTails}, {pairsWeight, testPairs},
	}
}

// targetTestKinds are the kinds for further targets: lines and curves.
var targetTestKinds = testKinds(linesWeight)[:2]

// combine returns the p-value of several tests of one hypothesis, their weighted harmonic mean.
// Dependence made it conservative in all tables that were tried, which is no theorem.
func combine(tests []weightedP) float64 {
	p, weights := make([]float64, len(tests)), make([]float64, len(tests))
	for k, test := range tests {
		p[k], weights[k] = test.p, test.weight
	}
	return rank.Harmonic(p, weights)
}

// testAllRows stores the tests on all rows of the responses and of the targets that ask for tests.
// stacks are those of each target.
func (f *Fit) testAllRows(
	ctx context.Context, targets []Target, stacks []*targetStack, inferences []targetInference,
) (err error) {
	if f.predictedInputs == nil || f.halves.Splits == 0 || !f.halves.Tests {
		return nil
	}
	tests := f.rowTests(f.predictedInputs)
	if inferences[0].rowTests, err = f.testResponses(ctx, tests, f.learnt); err != nil {
		return err
	}
	for k, further := range targets[1:] {
		if further.Inferred {
			if inferences[k+1].rowTests, err = tests.target(ctx, stacks[k+1], f.workers); err != nil {
				return err
			}
		}
	}
	return nil
}

// rowTests prepares the tests of groups that have predictions at the rows that regressions are
// learnt from.
func (f *Fit) rowTests(predictions []*inputPrediction) *rowTests {
	rows, inputs := f.learnt.eval.Training(), make([]*inputPrediction, len(predictions))
	places := positions(rows, f.regressionRows)
	for j, input := range predictions {
		if input != nil {
			inputs[j] = input.choose(places)
		}
	}
	sample, factor := f.problem.sample.Choose(rows), linalg.Rows(f.problem.factor.L, rows)
	tests := newRowTests(sample, f.groups, f.given, inputs, f.measured.losses()[:f.variables], factor)
	tests.seed = f.seed.Named("smooth")
	return tests
}

// newRowTests prepares the tests of groups of inputs. The first groups are single inputs, with
// losses that say how important they are; sets of inputs follow. Multipliers are inputs in
// falling order of importance, then the columns conditioned on, in falling order of their
// covariance with factor, the coordinates of the responses.
func newRowTests(
	s importance.Sample, groups [][]int, conditioned []int, inputs []*inputPrediction, losses []float64, factor *mat.Dense,
) *rowTests {
	tests := &rowTests{sample: s, inputs: inputs, groups: groups, withinClusters: make([]bool, len(groups))}
	if s.Design.Clusters != nil {
		for j, share := range betweenShares(s, factor, groups)[1:] {
			tests.withinClusters[j] = share < 0.5
		}
	}
	candidates := slices.Clone(groups[:len(losses)])
	for _, column := range conditioned {
		candidates = append(candidates, []int{column})
	}
	encoding := ridge.Encode(s, candidates)
	encoded := encoding.Rows(s.X)
	order := append(rank.Descending(losses), byCovariance(encoding.Groups, encoded, len(losses), factor)...)
	for _, j := range order {
		for _, k := range encoding.Groups[j] {
			if len(tests.multipliers) < mostProducts {
				column := mat.Col(nil, k, encoded)
				tests.lines = append(tests.lines, column)
				if encoding.IsNumber(k) {
					column = rank.NormalScores(column)
				}
				tests.multipliers = append(tests.multipliers, column)
				tests.columns = append(tests.columns, encoding.Input(k))
			}
		}
	}
	return tests
}

// byCovariance returns the groups of encoded columns from number first on, those first that
// have the largest covariance with the rows φ of factor:
//
//	Σ_c ‖Σ_i x_ic φ_i‖²,   c a column of the group.
func byCovariance(groups [][]int, encoded *mat.Dense, first int, factor *mat.Dense) []int {
	_, width := factor.Dims()
	strength := make([]float64, len(groups))
	for j := first; j < len(groups); j++ {
		for _, c := range groups[j] {
			sums := make([]float64, width)
			for i := range factor.RawMatrix().Rows {
				linalg.AddScaledTo(sums, sums, encoded.At(i, c), factor.RawRowView(i))
			}
			strength[j] += linalg.Dot(sums, sums)
		}
	}
	order := rank.Numbers[int](len(groups))[first:]
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(strength[b], strength[a]) })
	return order
}

// pValuesOf returns the p-values of a group.
type pValuesOf func(group int) ([]weightedP, error)

// responses tests the normal scores of the responses y. Sizes, tails and pairs of residuals are
// tested only if the forests predict all rows of the table, since residuals of the other rows
// are unknown.
func (t *rowTests) responses(
	ctx context.Context, learners *learners, y *mat.Dense, workers int,
) ([][]weightedP, error) {
	scores, err := learners.stackOf(ctx, scoresOf(y), workers)
	if err != nil {
		return nil, err
	}
	kinds := testKinds(linesWeight)
	if t.followsLines(scores) {
		kinds = testKinds(followedLinesWeight)
	}
	if learners.eval.Rows() < learners.columns.Rows() {
		return t.testGroups(ctx, workers, func(j int) ([]weightedP, error) {
			return t.pValues(j, t.residuals(j, t.inputs[j], scores.phi, scores.without(j)), kinds), nil
		})
	}
	return t.testGroups(ctx, workers, func(j int) ([]weightedP, error) {
		known := smoothed{submodel: scores.without(j), input: t.inputs[j]}
		if t.smooth != nil {
			known = t.smooth.without(j, t.inputs[j], scores)
		}
		sets := t.residuals(j, known.input, scores.phi, known.submodel)
		err := sets.addFunctions(ctx, learners, j)
		return append(t.pValues(j, sets, kinds), known.direction...), err
	})
}

// target tests the leading coordinates of a further target.
func (t *rowTests) target(ctx context.Context, stack *targetStack, workers int) ([][]weightedP, error) {
	return t.testGroups(ctx, workers, func(j int) ([]weightedP, error) {
		return t.pValues(j, t.residuals(j, t.inputs[j], stack.phi, stack.without(j)), targetTestKinds), nil
	})
}

// testGroups returns the p-values of each group that has predictions; nil for others.
func (t *rowTests) testGroups(ctx context.Context, workers int, test pValuesOf) ([][]weightedP, error) {
	tests := make([][]weightedP, len(t.inputs))
	return tests, par.All(ctx, workers, len(tests), func(_, j int) (err error) {
		if t.inputs[j] != nil {
			tests[j], err = test(j)
		}
		return err
	})
}

// residuals returns the residuals of group j, whose prediction is input, and the residuals of the
// responses, which a submodel predicts without the group.
func (t *rowTests) residuals(j int, input *inputPrediction, responses *target, without submodel) residualSets {
	unexplained := responses.residuals(without)
	leading := rank.Numbers[int](min(unexplained.RawMatrix().Cols, ridge.Components))
	sets := residualSets{
		rows:        responses,
		inputLines:  responses.residualColumns(input.values, input.left, input.lines),
		inputCurves: responses.residualColumns(input.values, input.left, input.curves),
		responses:   responses.residualColumns(responses.values, unexplained, leading),
	}
	for k, column := range t.columns {
		if !slices.Contains(t.groups[j], column) {
			sets.multipliers = append(sets.multipliers, t.multipliers[k])
		}
	}
	return sets
}

// pValues returns the p-values of kinds of tests of group j.
func (t *rowTests) pValues(j int, sets residualSets, kinds []testKind) (tests []weightedP) {
	if t.withinClusters[j] {
		sets.centreInClusters()
	}
	for _, kind := range kinds {
		values := kind.pValues(sets)
		for _, p := range values {
			tests = append(tests, weightedP{kind.weight / float64(len(values)), p})
		}
	}
	return tests
}

// addFunctions adds sizes, tails and pairs: the residuals of functions of the residuals of the
// responses, predicted without a group by learners.
func (s *residualSets) addFunctions(ctx context.Context, learners *learners, group int) error {
	var columns [][]float64
	for _, response := range s.responses {
		size := make([]float64, len(response.values))
		for i, v := range response.values {
			size[i] = math.Abs(v)
		}
		columns = append(append(columns, size), legendre(size, tailDegrees)...)
	}
	for k, a := range s.responses {
		for _, b := range s.responses[:k] {
			columns = append(columns, floats.MulTo(make([]float64, len(a.values)), a.values, b.values))
		}
	}
	unexplained, err := learners.residualsWithout(ctx, columns, group)
	for range s.responses {
		s.responseSizes = append(s.responseSizes, unexplained[0])
		s.responseTails = append(s.responseTails, unexplained[1:tailDegrees+1]...)
		unexplained = unexplained[tailDegrees+1:]
	}
	s.responsePairs = unexplained
	return err
}

// residualsWithout returns the residuals of columns of numbers, each predicted by a stack of
// its own without a group.
func (e *learners) residualsWithout(ctx context.Context, columns [][]float64, group int) ([]residual, error) {
	values, unexplained := linalg.FromColumns(columns), make([]residual, len(columns))
	wide := padded(values)
	predicted, err := e.predict(ctx, wide, wide, e.columns.Design(), 1)
	if err != nil {
		return unexplained, err
	}
	var means []*mat.Dense
	for _, p := range predicted.dropped(group) {
		means = append(means, p.mean)
	}
	for k, column := range columns {
		rows, stack := stackColumn(values, means, k, predicted.phi.use, predicted.phi.design)
		unexplained[k] = rows.residual(column, mat.Col(nil, 0, rows.residuals(stack)))
	}
	return unexplained, nil
}

// test returns the p-value of the products of residuals of an input and of the responses, times
// multiplier unless it is nil.
func (s residualSets) test(inputs, responses []residual, multiplier []float64) float64 {
	return s.rows.covarianceTest(inputs, responses, multiplier)
}

// testLines tests lines: a shift of the responses.
func testLines(s residualSets) []float64 {
	return []float64{s.test(s.inputLines, s.responses, nil)}
}

// testCurves tests curves.
func testCurves(s residualSets) []float64 {
	if len(s.inputCurves) == 0 {
		return nil
	}
	return []float64{s.test(s.inputCurves, s.responses, nil)}
}

// testProducts tests lines and curves times each other input: interactions without main
// effects. One of them is more likely than all, so that each has a p-value of its own. Products
// stand beside the foremost multipliers in a regression where rows are independent, count the
// same, and are enough.
func testProducts(s residualSets) (p []float64) {
	count := min(len(s.multipliers), mostBeside)
	regressed := s.rows.isPlain() && 3*count < s.rows.count
	var tests waldTests
	if regressed {
		tests = s.rows.waldTests(s.responses, s.rows.constantAnd(s.multipliers[:count]))
	}
	for _, multiplier := range s.multipliers {
		for _, inputs := range [2][]residual{s.inputLines, s.inputCurves} {
			switch {
			case len(inputs) == 0:
			case regressed:
				p = append(p, tests.p(inputs, multiplier))
			default:
				p = append(p, s.test(inputs, s.responses, multiplier))
			}
		}
	}
	return p
}

// testSpreads tests lines and curves with sizes of residuals.
func testSpreads(s residualSets) []float64 {
	if s.responseSizes == nil {
		return nil
	}
	return []float64{s.test(s.inputFunctions(), s.responseSizes, nil)}
}

// testTails tests lines with polynomials of the ranks of the sizes of residuals.
func testTails(s residualSets) []float64 {
	if s.responseTails == nil {
		return nil
	}
	return []float64{s.test(s.inputLines, s.responseTails, nil)}
}

// testPairs tests lines and curves with products of residuals of two responses: their dependence.
func testPairs(s residualSets) (p []float64) {
	for _, pair := range s.responsePairs {
		p = append(p, s.test(s.inputFunctions(), []residual{pair}, nil))
	}
	return p
}

// inputFunctions returns lines and curves.
func (s residualSets) inputFunctions() []residual { return slices.Concat(s.inputLines, s.inputCurves) }
