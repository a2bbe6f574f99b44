package simulate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"drfvi/internal/rng"
)

// kernelValues returns k(a_i, b_i) for the rows of two tables.
func kernelValues(gamma float64, a, b *mat.Dense) []float64 {
	n, _ := a.Dims()
	k := make([]float64, n)
	for i := range k {
		squared := 0.0
		for j, v := range a.RawRowView(i) {
			squared += (v - b.At(i, j)) * (v - b.At(i, j))
		}
		k[i] = math.Exp(-gamma * squared)
	}
	return k
}

// repeated returns a table of n rows x.
func repeated(x []float64, n int) *mat.Dense {
	m := mat.NewDense(n, len(x), nil)
	for i := range n {
		m.SetRow(i, x)
	}
	return m
}

// known are the scenarios whose law gives each input given the others, but for those that other tests compare.
var known = slices.DeleteFunc(All(), func(s Scenario) bool { return !s.HasOracle() || elsewhere[s.Name] != "" })

// elsewhere are the scenarios with such a law that are not in known, and why.
var elsewhere = map[string]string{
	"peers-sobol": "the law of linear-correlated, of a hundred inputs",
	curves.Name:   "TestFunctionalLaw compares it, by fewer rows of many responses",
	chain.Name:    "its 41 inputs have so many moments that some are off by chance; its law is that of linear-correlated",
}

// redrawn returns the inputs whose laws given the others are known: all but where only those
// of relevant ones are.
func redrawn(s Scenario) []int {
	if s.Name == gkcmNull2.Name || s.Name == gkcmNull3.Name || s.Name == xplainfiEwald.Name {
		return s.law.relevant
	}
	return columnsBut(s.MinP, -1)
}

// discreteInput reports whether a redrawn entry may be what it was.
func discreteInput(s Scenario, j int) bool {
	return j == 0 && (s.Name == score.Name || s.Name == season.Name) || j == 2 && s.Name == status.Name || s.Levels(s.MinP) != nil && s.Levels(s.MinP)[j] > 0
}

// TestMixedAlternative draws the law in the order of its equation, a level given a response,
// and compares what moves with both.
func TestMixedAlternative(t *testing.T) {
	const n = 100000
	x := gkcmMixedAlt.Inputs(n, 8, 21)
	y := gkcmMixedAlt.Given(x, 22)
	src := rng.New(23).Source()
	differences := make([][]float64, 6)
	for i := range n {
		ours := x.RawRowView(i)
		theirs := make([]float64, 8)
		for j := range 7 {
			theirs[j] = src.Normal()
		}
		response := mixedAltMean(theirs) + src.Normal()
		theirs[7] = levelOf(mixedAltScores(theirs, response), src)
		for level := range 3 {
			at := func(x []float64, y float64) (alone, waves float64) {
				if x[7] != float64(level) {
					return 0, 0
				}
				return y, math.Sin(y + x[5])
			}
			a, b := at(ours, y.At(i, 0))
			c, d := at(theirs, response)
			differences[2*level] = append(differences[2*level], a-c)
			differences[2*level+1] = append(differences[2*level+1], b-d)
		}
	}
	for k, d := range differences {
		near(t, fmt.Sprintf("moment %d of the two orders", k), d, 0)
	}
}

// TestInnerProducts compares the closed forms with kernel values of responses
// drawn given two rows.
func TestInnerProducts(t *testing.T) {
	n := 40000
	if testing.Short() {
		n = 10000
	}
	for _, s := range known {
		if s.law.inner == nil {
			continue
		}
		x := s.Inputs(4, s.MinP, 3)
		for i := range 4 {
			for j := range i + 1 {
				a, b := x.RawRowView(i), x.RawRowView(j)
				for _, gamma := range []float64{0.02, 0.5149, 4} {
					values := kernelValues(gamma, s.Given(repeated(a, n), 5), s.Given(repeated(b, n), 6))
					if want := s.law.inner(gamma, a, b); want > 1e-3 { // smaller ones are of draws too rare
						near(t, s.Name+" inner product", values, want)
					}
					if got, want := s.law.inner(gamma, b, a), s.law.inner(gamma, a, b); math.Abs(got-want) > 1e-12 {
						t.Errorf("%s: inner products %v and %v of the same rows", s.Name, got, want)
					}
				}
			}
		}
	}
}

// TestRedraw checks that an entry drawn anew given the others leaves moments of
// the row as they are, and that it is drawn anew.
func TestRedraw(t *testing.T) {
	n := 40000
	if testing.Short() {
		n = 10000
	}
	src := rng.New(8).Source()
	for _, s := range known {
		x := s.Inputs(n, s.MinP, 9)
		redraw := s.law.redraw(s.MinP)
		for _, j := range redrawn(s) {
			z := mat.DenseCopyOf(x)
			kept := 0
			for i := range n {
				redraw(z.RawRowView(i), j, src)
				if z.At(i, j) == x.At(i, j) {
					kept++
				}
			}
			if kept > 0 && !discreteInput(s, j) || kept == n {
				t.Errorf("%s: entry %d of %d rows is what it was", s.Name, j+1, kept)
			}
			for k := range s.MinP {
				if k != j && !mat.Equal(z.ColView(k), x.ColView(k)) {
					t.Errorf("%s: drawing entry %d anew changes entry %d", s.Name, j+1, k+1)
				}
				old, renewed := product(column(x, j), column(x, k)), product(column(z, j), column(z, k))
				for _, power := range []string{"second", "fourth"} {
					difference := make([]float64, n)
					for i := range difference {
						difference[i] = renewed[i] - old[i]
					}
					near(t, s.Name+" "+power+" moment", difference, 0)
					old, renewed = product(old, old), product(renewed, renewed)
				}
			}
		}
	}
}

// TestPopulationFromResponses compares with responses alone. With Y, Y' drawn
// independently given X, and Y given X, Y' given X with entry j drawn anew,
//
//	I(j) = (E k(Y, Y'|X) − E k(Y, Y'|X⁽⁻ʲ⁾)) / (E k(Y, Y'|X) − E k(Y, Y')).
func TestPopulationFromResponses(t *testing.T) {
	n, draws := 100000, 200000
	if testing.Short() {
		n, draws = 4000, 8000
	}
	src := rng.New(15).Source()
	for _, s := range known {
		x := s.Inputs(n, s.MinP, 11)
		y := s.Given(x, 13)
		redraw := s.law.redraw(s.MinP)
		same, free := s.Given(x, 14), s.Given(s.Inputs(n, s.MinP, 12), 14)
		var partial []*mat.Dense
		for _, j := range s.law.relevant {
			z := mat.DenseCopyOf(x)
			for i := range n {
				redraw(z.RawRowView(i), j, src)
			}
			partial = append(partial, s.Given(z, 14))
		}
		for _, gamma := range []float64{0.1, 1.7} {
			importance, se, ok := s.Population(gamma, s.MinP, draws, 16)
			if !ok {
				t.Fatalf("%s: the population values are not known", s.Name)
			}
			full, none := kernelValues(gamma, y, same), kernelValues(gamma, y, free)
			for k, j := range s.law.relevant {
				// A ratio of means is right iff numerator − I·denominator has
				// mean 0.
				part := kernelValues(gamma, y, partial[k])
				difference, denominator := make([]float64, n), 0.0
				for i := range difference {
					difference[i] = full[i] - part[i] - importance[j]*(full[i]-none[i])
					denominator += (full[i] - none[i]) / float64(n)
				}
				mean, sd := stat.MeanStdDev(difference, nil)
				off, margin := mean/denominator, math.Hypot(sd/math.Sqrt(float64(n))/denominator, se[j])
				if math.Abs(off) > 4.5*margin {
					t.Errorf("%s, gamma %v: I(%d) is %.4f, by responses %.4f ± %.4f", s.Name, gamma, j+1, importance[j], importance[j]+off, margin)
				}
			}
		}
	}
}

// TestPopulationFromDraws compares closed forms and quadrature with the mean
// over draws of closed inner products.
func TestPopulationFromDraws(t *testing.T) {
	gammas, draws := []float64{0.5149, 3000, 1e-3, 20}, 40000
	if testing.Short() {
		gammas, draws = gammas[:1], 15000
	}
	for _, s := range known {
		if s.law.exact == nil && s.law.explained == nil {
			continue
		}
		for _, gamma := range gammas {
			want, errors, ok := s.Population(gamma, s.MinP, 2, 1)
			got, se := s.populationFromDraws(gamma, s.MinP, draws, 2)
			for j := range want {
				if !ok || errors[j] != 0 || math.Abs(got[j]-want[j]) > 4.5*se[j] || se[j] > 0.02 {
					t.Errorf("%s, gamma %v: I(%d) is %.5f, from draws %.5f ± %.5f", s.Name, gamma, j+1, want[j], got[j], se[j])
				}
			}
		}
	}
}

// TestPopulationStandardError compares the standard errors of values from draws
// with their spread.
func TestPopulationStandardError(t *testing.T) {
	const repetitions = 100
	var values, errors []float64
	for seed := range uint64(repetitions) {
		importance, se, _ := univariate.Population(1, 10, 400, seed)
		values, errors = append(values, importance[2]), append(errors, se[2])
	}
	sd := stat.StdDev(values, nil)
	if ratio := stat.Mean(errors, nil) / sd; ratio < 0.8 || ratio > 1.25 {
		t.Errorf("standard error %.4f, spread %.4f", stat.Mean(errors, nil), sd)
	}
}

// TestPopulationValues holds values known otherwise: those of 4·10⁶ draws of
// responses, and, for kernels so wide that only means count, total Sobol
// indices.
func TestPopulationValues(t *testing.T) {
	const median = 0.5302
	for _, c := range []struct {
		scenario  Scenario
		gamma     float64
		want      []float64
		tolerance float64
	}{
		{bivariate, 0.5149, []float64{0.781, 0.234}, 0.0006},
		{bivariate, 1 / (2 * median * median), []float64{0.742, 0.302}, 0.001},
		{bivariate, 1e-6, []float64{0.8, 0.2}, 1e-6},
		{motivating, 1e-7, []float64{2 - 2*math.Ln2, 0}, 1e-5},
		// Of the variance 1.5 of the mean of Y each part adds, given the others, what is
		// left of 1/4 beside the total: a fifth.
		{sumproxy, 1e-7, []float64{1. / 30, 1. / 30, 1. / 30, 1. / 30, 1. / 30, 1. / 30}, 1e-6},
		{steep, 1e-7, []float64{1 - 0.99*0.99, 0, 0}, 1e-6},
		// 2·X1 + X2 has the variance 7; given the nine others X1 has
		// variance 1/Q₁₁ = 0.182, X2 0.555, Q the inverse of the covariance.
		{univariate, 1e-7, []float64{4 * 0.182 / 7, 0.554878 / 7, 0, 0, 0}, 0.004},
	} {
		p := c.scenario.DefaultP
		got, se, ok := c.scenario.Population(c.gamma, p, 100000, 1)
		if !ok || len(got) != p || len(se) != p {
			t.Fatalf("%s: %d values with %d standard errors", c.scenario.Name, len(got), len(se))
		}
		for j := range got {
			want := 0.0
			if j < len(c.want) {
				want = c.want[j]
			} else if got[j] != 0 || se[j] != 0 {
				t.Errorf("%s: I(%d) is %v ± %v of an irrelevant input", c.scenario.Name, j+1, got[j], se[j])
			}
			if math.Abs(got[j]-want) > c.tolerance {
				t.Errorf("%s, gamma %.4g: I(%d) is %.5f, expected %.5f", c.scenario.Name, c.gamma, j+1, got[j], want)
			}
		}
	}
}

// TestPopulationIsOfTheSeed checks that values are those of the seed, and that
// more noise tells more of dependent inputs, and nothing of independent ones.
func TestPopulationIsOfTheSeed(t *testing.T) {
	first, _, _ := univariate.Population(1, 10, 2000, 1)
	again, _, _ := univariate.Population(1, 10, 2000, 1)
	other, _, _ := univariate.Population(1, 10, 2000, 2)
	if first[0] != again[0] || first[0] == other[0] {
		t.Errorf("I(1) is %v, again %v, for another seed %v", first[0], again[0], other[0])
	}
	few, _, _ := univariate.Population(1, 10, 40000, 1)
	many, _, _ := univariate.Population(1, 40, 40000, 1)
	if many[1] >= few[1] {
		t.Errorf("I(2) is %v among 10 inputs, %v among 40", few[1], many[1])
	}
	small, _, _ := bivariate.Population(1, 2, 2, 1)
	large, _, _ := bivariate.Population(1, 1000, 2, 1)
	if len(large) != 1000 || small[0] != large[0] || small[1] != large[1] {
		t.Errorf("importances %v of 2 inputs, %v of the first of 1000", small, large[:2])
	}
}

func TestPopulationUnknown(t *testing.T) {
	if importance, se, ok := functional.Population(1, 10, 100, 1); ok || importance != nil || se != nil {
		t.Errorf("population values %v ± %v of %s", importance, se, functional.Name)
	}
	for name, call := range map[string]func(){
		"few inputs": func() { univariate.Population(1, 9, 100, 1) },
		"no kernel":  func() { bivariate.Population(0, 10, 100, 1) },
		"NaN":        func() { bivariate.Population(math.NaN(), 10, 100, 1) },
		"one draw":   func() { univariate.Population(1, 10, 1, 1) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}

// TestFunctionalLaw compares the closed inner products of processes with
// kernel values of responses, and their importances with means over draws of inner
// products.
func TestFunctionalLaw(t *testing.T) {
	const n = 2000
	text := functionalText
	text.law = functionalLaw(0.5)
	for _, s := range []Scenario{curves, text} {
		x := s.Inputs(3, 2, 3)
		for i := range 3 {
			a, b := x.RawRowView(i), x.RawRowView((i+1)%3)
			for _, gamma := range []float64{0.005, 0.05} {
				near(t, s.Name+" inner product", kernelValues(gamma, s.Given(repeated(a, n), 5), s.Given(repeated(b, n), 6)), s.law.inner(gamma, a, b))
			}
		}
		for _, gamma := range []float64{0.008, 0.5} {
			want, errors, ok := s.Population(gamma, 2, 2, 1)
			got, se := s.populationFromDraws(gamma, 2, 1500, 2)
			for j := range want {
				if !ok || errors[j] != 0 || math.Abs(got[j]-want[j]) > 4.5*se[j] || se[j] > 0.06 {
					t.Errorf("%s, gamma %v: I(%d) is %.5f, from draws %.5f ± %.5f", s.Name, gamma, j+1, want[j], got[j], se[j])
				}
			}
		}
	}
}

// TestFunctionalQuadrature checks that more intervals hardly change the integrals over X2.
func TestFunctionalQuadrature(t *testing.T) {
	for _, gamma := range []float64{0.001, 0.01, 0.1, 1} {
		few, many := functionalImportance(1, gamma, scalePieces), functionalImportance(1, gamma, scalePieces+3)
		for j := range few {
			if math.Abs(few[j]-many[j]) > 1e-6 {
				t.Errorf("gamma %v: I(%d) is %.8f, from more intervals %.8f", gamma, j+1, few[j], many[j])
			}
		}
	}
}

// TestMixedLevels checks that the first inputs are levels, each as often as the others.
func TestMixedLevels(t *testing.T) {
	const n = 40000
	levels := mixed.Levels(5)
	if len(levels) != 5 || levels[0] != 5 || levels[1] != 2 || levels[2] != 8 || levels[3] != 0 || linear.Levels(5) != nil {
		t.Fatalf("levels %v, of linear %v", levels, linear.Levels(5))
	}
	x := mixed.Inputs(n, 5, 1)
	for j, count := range levels[:3] {
		for level := range count {
			is := make([]float64, n)
			for i := range is {
				if x.At(i, j) == float64(level) {
					is[i] = 1
				}
			}
			near(t, "share of a level", is, 1/float64(count))
		}
	}
}

// TestHasPopulation asks each scenario for its population importances.
func TestHasPopulation(t *testing.T) {
	for _, s := range All() {
		if _, _, ok := s.Population(1, s.MinP, 2, 0); ok != s.HasPopulation() {
			t.Errorf("%s: population importances known: %v, expected %v", s.Name, s.HasPopulation(), ok)
		}
	}
}
