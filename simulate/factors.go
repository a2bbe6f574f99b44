package simulate

import (
	"math"

	"drfvi/internal/rng"
)

// factors is a law with a closed form: normal responses whose moments depend on
// independent factors, each uniform on a few values and determined by inputs. Given the
// others, an input alone gives its factor any value with equal probability.
type factors struct {
	values   []int // numbers of values of the factors
	factorOf []int // the factor of each relevant input; these come first
	// example returns relevant inputs that give the factors these values.
	example func(values []int) []float64
	moments func(x []float64) (mean, sd float64)
	// redraw draws an input anew; inputs are independent.
	redraw func(j int, src *rng.Source) float64
}

func (f factors) law() *law {
	l := &law{
		inner:  normalInner(f.moments),
		redraw: byItself(f.redraw),
	}
	for j := range f.factorOf {
		l.relevant = append(l.relevant, j)
	}
	l.exact = func(gamma float64) []float64 {
		// Mean inner products of two draws of all factors: same of equal ones, free of
		// independent ones, but[k] of draws equal in all but factor k.
		var same, free float64
		but := make([]float64, len(f.values))
		examples := combinations(f.values)
		count := float64(len(examples))
		for _, a := range examples {
			x := f.example(a)
			for _, b := range examples {
				value, differs, differing := l.inner(gamma, x, f.example(b)), 0, 0
				free += value / (count * count)
				for k := range a {
					if a[k] != b[k] {
						differs, differing = differs+1, k
					}
				}
				switch differs {
				case 0:
					same += value / count
					for k, values := range f.values {
						but[k] += value / (count * float64(values))
					}
				case 1:
					but[differing] += value / (count * float64(f.values[differing]))
				}
			}
		}
		importance := make([]float64, len(f.factorOf))
		for j, k := range f.factorOf {
			importance[j] = (same - but[k]) / (same - free)
		}
		return importance
	}
	return l
}

// combinations returns all combinations of values 0, …, counts[k] − 1.
func combinations(counts []int) [][]int {
	lists := [][]int{nil}
	for _, count := range counts {
		var longer [][]int
		for _, values := range lists {
			for v := range count {
				longer = append(longer, append(append([]int(nil), values...), v))
			}
		}
		lists = longer
	}
	return lists
}

// sign returns a number below 0 for value 0, above 0 for value 1.
func sign(value int) float64 { return float64(value) - 0.5 }

func above(x float64) float64 {
	if x > 0 {
		return 1
	}
	return 0
}

// aroundZero draws an input that is uniform on [−1, 1].
func aroundZero(_ int, src *rng.Source) float64 { return 2*src.Float64() - 1 }

// xor is a design in which two inputs carry no information alone and together determine
// the mean. A third doubles the spread.
var xor = Scenario{
	Name:     "xor",
	Title:    "an output whose mean is moved by the interaction of two inputs alone",
	Equation: "X ~ U([−1, 1]^p); Y ~ N(2·1(X1·X2 > 0), (0.5 + 0.5·1(X3 > 0))²)",
	About:    []string{"X1", "X2"},
	DefaultN: 1000, DefaultP: 5, MinP: 3, Outputs: 1,
	inputs:    uniform(-1, 1),
	responses: normalOf(xorMoments),
	law: factors{
		values: []int{2, 2}, factorOf: []int{0, 0, 1},
		example: func(v []int) []float64 { return []float64{sign(v[0]), 1, sign(v[1])} },
		moments: xorMoments, redraw: aroundZero,
	}.law(),
}.named()

func xorMoments(x []float64) (mean, sd float64) {
	return 2 * above(x[0]*x[1]), 0.5 + float64(0.5*above(x[2]))
}

// heteroscedastic has a hundred inputs: two change the spread, none the mean.
var heteroscedastic = Scenario{
	Name:     "heteroscedastic",
	Title:    "an output whose spread depends on two of very many inputs, and whose mean on none",
	Equation: "X ~ U([−1, 1]^p); Y ~ N(0, (1 + 3·1(X1 > 0) + 1.5·1(X2 > 0))²)",
	DefaultN: 1000, DefaultP: 100, MinP: 2, Outputs: 1,
	inputs:    uniform(-1, 1),
	responses: normalOf(heteroscedasticMoments),
	law: factors{
		values: []int{2, 2}, factorOf: []int{0, 1},
		example: func(v []int) []float64 { return []float64{sign(v[0]), sign(v[1])} },
		moments: heteroscedasticMoments, redraw: aroundZero,
	}.law(),
}.named()

func heteroscedasticMoments(x []float64) (mean, sd float64) {
	return 0, 1 + float64(3*above(x[0])) + float64(1.5*above(x[1]))
}

// mixed has categorical and numeric inputs: one of five unordered levels moves the mean,
// one of two changes the spread, one of eight has no effect.
var mixed = Scenario{
	Name:  "mixed",
	Title: "categorical inputs of 5, 2 and 8 levels beside numbers",
	Equation: "X1 uniform on 5 levels, X2 on 2, X3 on 8, other Xj ~ U(−1, 1), independent; Y ~ N(m(X1), (0.7 " +
		"+ 0.8·X2)²), m = 0, 1.5, −1, 2, −0.5",
	DefaultN: 1000, DefaultP: 6, MinP: 3, Outputs: 1,
	levels:    []int{5, 2, 8},
	inputs:    independent(mixedInput),
	responses: normalOf(mixedMoments),
	law: factors{
		values: []int{5, 2}, factorOf: []int{0, 1},
		example: func(v []int) []float64 { return []float64{float64(v[0]), float64(v[1])} },
		moments: mixedMoments, redraw: mixedInput,
	}.law(),
}.named()

func mixedInput(j int, src *rng.Source) float64 {
	if levels := []int{5, 2, 8}; j < len(levels) {
		return math.Floor(float64(levels[j]) * src.Float64())
	}
	return aroundZero(j, src)
}

func mixedMoments(x []float64) (mean, sd float64) {
	return []float64{0, 1.5, -1, 2, -0.5}[int(x[0])], 0.7 + float64(0.8*x[1])
}
