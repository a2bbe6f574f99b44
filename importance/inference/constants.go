package inference

// The numbers that values depend on, and what set each; where no measurement is named, none was
// made. What only guards against errors of rounding, or bounds memory, stands where it is used.
// The number of eigenvalues is in evidence.go, those of the regression in internal/ridge, the ends
// of scales in importance/coverage.go.
const (
	// Forests of the default: see Config. Beside forests that are the best of 18 configurations,
	// stacks with these learnt 0.95 to 1 of the explained share on 14 designs of 500 to 4000 rows,
	// 0.90 to 1 on 12 of 150 to 300, and found as much, in 0.4 of the processor time.
	usualFraction = 0.5
	usualNode     = 15

	// Halves of the rows: enough to make errors and p-values steady.
	usualSplits, usualHalfTrees = 4, 100
	// pointless is the p-value above which variables are tested no further: on four designs, four
	// splits would have found none of them.
	pointless = 0.5
	// fewestGroups is the least number of independent trees, or groups of dependent trees, of a
	// half: rows must be out-of-bag in two of them.
	fewestGroups = 8
	// Forests on sets of variables have setTrees trees, those of their halves setHalfTrees:
	// Shapley effects of forests with 100 and 500 trees have the same error on four linear
	// designs.
	setTrees, setHalfTrees = 100, 25
	// leftOfMeans is the share of the cluster means that responses keep when forests within
	// clusters split, since they may not vary within the clusters of a half. It only has to be
	// small and not 0.
	leftOfMeans = 0.01

	// The variance of an estimate is shrunk to what the rows tell, as if ownWeight splits had
	// shown that: the variance of their influences times the usual ratio of the two, over the
	// tables of ten designs (0.8 to 1.6; of the explained share 1.0 to 3.9). Of importances the
	// ratio in the table counts too, and the usual one as usualWeight estimates: see
	// standardErrors and shareError.
	ownWeight, usualWeight       = 16, 8
	usualRatio, usualOfExplained = 1.2, 1.6
	// unlearnt is how many times the share that half of the tables do not show (Detectable) may be
	// hidden from forests, which learn nothing at first: without it, intervals of explained shares
	// cover 0.76 of 819 tables of 19 designs, and lie below in all others; with 2 0.93, with 3
	// 0.97.
	unlearnt = 3
	// contrastDraws is the number of draws from the joint law of all contrasts.
	contrastDraws = 4000

	// leastVariation is the variation of an infinite forest's predictions, as a share of the Monte
	// Carlo variance of the mean of finitely many trees, below which it counts as none. The
	// estimate, a difference of the two, is noise then, and weights that divide by it would have
	// no bounds.
	leastVariation = 0.1

	// clearShare is the share of an input below which the prediction by the others says nothing;
	// an input of which as much is predicted, and not by a line, is marked if it is found: what
	// follows a curve or steps is seldom learnt whole. Inputs of which nearCopy is predicted are
	// always marked.
	clearShare, nearCopy = 0.1, 1 - clearShare
	// leastCurved is what a forest has to add to a linear regression for a process to be worth its
	// time.
	leastCurved = 0.02
	// leastSmooth is the share of what stacks leave of the responses' scores that a process has to
	// explain for tests to have it.
	leastSmooth = 0.01
	// muchUnlearnt is the share of the scores that only a process explains from which on directions do
	// not count. Of 24 waves of 8 periods a weak follower was found for them in 7.
	muchUnlearnt = 0.1
	// The forests that predict inputs; the folds of processes, and at most so many of their rows.
	inputTrees, inputRows, inputNode, processFolds, processRows = 60, 2000, 5, 10, 600
	// A forest of scoutTrees comes first, and the other where it adds leastPromise to the share that
	// lines predict. Of 100 inputs that are independent it does in 0.04.
	scoutTrees, leastPromise = 10, 0.0075
	// Groups whose p-value, not adjusted, lies between doubtfulFrom and doubtfulTo are tested again,
	// with regressions and predictions of inputs that are averages over so many divisions into folds.
	// With 10 inputs these are about the adjusted p-values from 0.003 on. Averages make two seeds
	// disagree at 0.05 in 0.04 of tables instead of 0.07; more halves do not help.
	doubtfulFrom, doubtfulTo, steadyDivisions = 0.0003, 0.1, 4
	// mostLevels is the largest number of levels of an input that have functions: the most frequent.
	mostLevels = 24
	// Of more than manyInputs inputs the foremost are looked at one by one, those that seem most
	// important. Forests predict an input from the mostRelated others. In all tables these, and
	// significant ones up to mostCandidates, are compared by their joint errors.
	manyInputs, foremost, mostRelated, mostCandidates = 100, 20, 30, 60
	// tailDegrees is the number of Legendre polynomials of ranks that tell tails from centres:
	// with 3 a change of tails alone (scenario tail, 300 rows) is seen in 0.47 instead of 0.88 of
	// 120 tables.
	tailDegrees = 4
	// mostProducts is the largest number of inputs that an input is multiplied with, mostBeside
	// that of those that products stand beside in a regression.
	mostProducts, mostBeside = 96, 24

	// Weights of kinds of tests are relative: combine divides by their sum. Lines have the most
	// because most effects have a linear part, which is what a t-test sees. With equal weights, a
	// line that can just be found is found in 0.33 instead of 0.45 of 80 tables of the design
	// gkcm-alt1, and a spread in 0.88 instead of 0.81. Products with a weight of 0.2 are significant
	// in up to 0.11 of tables without an effect of theirs.
	linesWeight, curvesWeight, productsWeight                 = 0.35, 0.1, 0.05
	spreadsWeight, tailsWeight, pairsWeight, directionsWeight = 0.1, 0.1, 0.1, 0.1
	// followedLinesWeight is the weight of lines where the responses follow lines: of tables of 47 to
	// 120 rows a line is found in 0.63 instead of 0.53. They do where lines leave at most linesLeave
	// of what stacks leave, 1 less a margin for noise.
	followedLinesWeight, linesLeave = 1, 0.97

	// Weights of the tests of a pair of inputs: on the mean and on the spread; of products of
	// scores, and of each with a curve. Beside them stand functions of single inputs, the foremost
	// of them with at most mostAdditive of the number of rows. In 413 tables 0.04 of 17 895 pairs
	// that do not act together had p ≤ 0.05, and 0.036 of the tables an adjusted p ≤ 0.05 of such
	// a pair.
	interactionMean, interactionSpread  = 0.8, 0.2
	interactionLines, interactionCurves = 0.8, 0.1
	mostAdditive                        = 0.2

	// relearnTolerance is the mean residual of the kernel's diagonal at which the factor counts as
	// exact, relearnRank its largest rank: responses unlike all of these many are replaced by
	// their projections on them. For bounded tables, measuring on some of the rows has errors
	// beside which more is nothing, and coordinates of all rows have to be kept.
	relearnTolerance, relearnRank = 1e-8, 1024
	boundedTolerance, boundedRank = 1e-5, 64
)

// Numbers of warnings, on which no value depends.
const (
	// alikeLags is the largest distance in the table at which residuals are compared; alikeScore
	// is the normal score, at 1e-5, from which on they count as alike; of so many leading
	// coordinates of the responses, and not of fewer than fewestOrdered rows, whose order tells
	// nothing.
	alikeLags, alikeScore, alikeWidth, fewestOrdered = 5, 4.26, 32, 30
	// manyClusters is the number of clusters from which on variances over them are known to about
	// a sixth.
	manyClusters = 20
	// Forests that a user chooses are compared with the default by their losses on at most
	// checkedRows rows, by checkTrees trees.
	checkedRows, checkTrees = 2000, 150
)
