package simulate

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/elementary"
	"drfvi/internal/rng"
)

// linearDesign is a law with closed forms given any subset of the inputs: normal inputs
// with correlated neighbours, and responses Y = BX + noise·ε with independent standard
// normal ε.
type linearDesign struct {
	correlation float64     // of neighbours; that of Xj and Xk is its |j − k|-th power
	made        *made       // instead: independent inputs but for one made of others
	effects     [][]float64 // B: by response, the effects of X1, X2, …; 0 beyond
	noise       float64
	shared      float64 // standard deviation of noise common to all responses
}

// linear has independent inputs, one of which explains nearly everything. Forests of few
// rows hardly get to the second.
var linear = linearDesign{effects: [][]float64{{2, 1}}, noise: 0.3}.scenario(Scenario{
	Name:     "linear",
	Title:    "one output, linear in independent Gaussian inputs, little noise",
	Equation: "X ~ N(0, I); Y ~ N(2·X1 + X2, 0.3²)",
	Moves:    []Moved{{"mean", 1, "X1"}, {"mean", 1, "X2"}},
	DefaultN: 300, DefaultP: 5, MinP: 2,
})

// linearCorrelated has inputs that can replace each other: X2 can replace X1, and the
// irrelevant X3 can replace X2.
var linearCorrelated = linearDesign{correlation: 0.9, effects: [][]float64{{2}, {0, 2}}, noise: 0.5}.scenario(Scenario{
	Name:  "linear-correlated",
	Title: "two outputs, linear in strongly correlated Gaussian inputs",
	Equation: "X Gaussian, unit variances, corr(Xj, Xk) = 0.9^|j−k|; Y1 ~ N(2·X1, 0.5²), Y2 ~ N(2·X2, 0.5²) " +
		"independent given X",
	Moves:    []Moved{{"mean", 1, "X1"}, {"mean", 2, "X2"}},
	DefaultN: 300, DefaultP: 6, MinP: 3,
})

// linearWeak has more noise than signal: R² is 0.30.
var linearWeak = linearDesign{correlation: 0.5, effects: [][]float64{{0.5, 0.25}}, noise: 1}.scenario(Scenario{
	Name:     "linear-weak",
	Title:    "one output, linear in correlated Gaussian inputs, mostly noise",
	Equation: "X Gaussian, unit variances, corr(Xj, Xk) = 0.5^|j−k|; Y ~ N(0.5·X1 + 0.25·X2, 1)",
	Moves:    []Moved{{"mean", 1, "X1"}, {"mean", 1, "X2"}},
	DefaultN: 300, DefaultP: 6, MinP: 2,
})

// linearMany has eight responses; one input moves all of them, another half.
var linearMany = linearDesign{
	correlation: 0.6,
	effects: [][]float64{
		{0.7, 0, 0.5}, {0.7, 0, 0.5}, {0.7, 0, 0.5}, {0.7, 0, 0.5}, {0.7}, {0.7}, {0.7}, {0.7},
	},
	noise: 1,
}.scenario(Scenario{
	Name:  "linear-many",
	Title: "eight outputs, linear in correlated Gaussian inputs, mostly noise",
	Equation: "X Gaussian, unit variances, corr(Xj, Xk) = 0.6^|j−k|; Yk ~ N(0.7·X1 + 0.5·X3·1{k ≤ 4}, 1), k " +
		"= 1, …, 8, independent given X",
	DefaultN: 300, DefaultP: 6, MinP: 4,
})

// Effects that are hard to find: in few rows, small, of inputs that can replace each
// other, and on many nearly equal responses.
var (
	small = linearDesign{effects: [][]float64{{1}}, noise: 0.7}.scenario(Scenario{
		Name:     "small",
		Title:    "one output, linear in one of several independent Gaussian inputs, for few rows",
		Equation: "X ~ N(0, I); Y ~ N(X1, 0.7²)",
		DefaultN: 50, DefaultP: 3, MinP: 1,
	})
	weak = linearDesign{effects: [][]float64{{0.25, 0.4}}, noise: 1}.scenario(Scenario{
		Name:     "weak",
		Title:    "one output, linear in independent Gaussian inputs, nearly all noise",
		Equation: "X ~ N(0, I); Y ~ N(0.25·X1 + 0.4·X2, 1)",
		DefaultN: 300, DefaultP: 4, MinP: 2,
	})
	corrpow = linearDesign{made: copyOf(1, 0.9), effects: [][]float64{{0.5, 0.5}}, noise: 1}.scenario(Scenario{
		Name:     "corrpow",
		Title:    "one output, linear in two strongly correlated Gaussian inputs, mostly noise",
		Equation: "X Gaussian, unit variances, corr(X1, X2) = 0.9, others independent; Y ~ N(0.5·X1 + 0.5·X2, 1)",
		DefaultN: 300, DefaultP: 4, MinP: 2,
	})
	multi10 = linearDesign{
		correlation: 0.5,
		effects: [][]float64{
			{0.25, 0.4}, {0.25, 0.4}, {0.25, 0.4}, {0.25, 0.4}, {0.25, 0.4}, {0.25, 0.4}, {0.25, 0.4}, {0.25, 0.4},
			{0.25, 0.4}, {0.25, 0.4},
		},
		noise:  0.1,
		shared: 1,
	}.scenario(Scenario{
		Name:  "multi10",
		Title: "ten nearly equal outputs, linear in correlated Gaussian inputs, nearly all noise",
		Equation: "X Gaussian, unit variances, corr(Xj, Xk) = 0.5^|j−k|; M ~ N(0.25·X1 + 0.4·X2, 1), Yk ~ N(M, " +
			"0.1²), k = 1, …, 10",
		DefaultN: 300, DefaultP: 5, MinP: 2,
	})
)

// scenario adds the design's law to a scenario.
func (d linearDesign) scenario(s Scenario) Scenario {
	s.Outputs, s.inputs = len(d.effects), neighbours(d.correlation)
	if d.made != nil {
		s.inputs = d.made.inputs
	}
	s.responses = func(y, x []float64, src *rng.Source) {
		common := 0.0
		if d.shared > 0 {
			common = d.shared * src.Normal()
		}
		for k := range y {
			y[k] = d.mean(k, x) + float64(d.noise*src.Normal()) + float64(common)
		}
	}
	s.law = d.law()
	return s.named()
}

// mean returns E Y_k given a row of X.
func (d linearDesign) mean(k int, x []float64) float64 {
	sum := 0.0
	for j, effect := range d.effects[k] {
		sum += float64(effect * x[j])
	}
	return sum
}

// neighbours fills rows with standard normal numbers, each correlated with the one before.
func neighbours(correlation float64) func(x []float64, src *rng.Source) {
	return func(x []float64, src *rng.Source) {
		for j := range x {
			x[j] = src.Normal()
			if j > 0 {
				x[j] = float64(correlation*x[j-1]) + float64(math.Sqrt(1-float64(correlation*correlation))*x[j])
			}
		}
	}
}

// law has closed inner products, normal laws of each input given the others, and closed
// forms of the variation explained by any set of inputs.
func (d linearDesign) law() *law {
	l := &law{
		inner: func(gamma float64, x, other []float64) float64 {
			product, sum := 1.0, 0.0
			for k := range d.effects {
				difference := d.mean(k, x) - d.mean(k, other)
				product *= normalKernel(gamma, difference, 2*d.noise*d.noise)
				sum += difference
			}
			// Common noise adds 4γ·shared² to every entry of I + 2γ·Cov of the differences: a
			// matrix of rank one.
			separate, common := 1+float64(4*gamma*d.noise*d.noise), 4*gamma*d.shared*d.shared
			raised := 1 + float64(float64(len(d.effects))*common/separate)
			return product / math.Sqrt(raised) * elementary.Exp(gamma*common*sum*sum/(separate*separate*raised))
		},
		explained: d.explained,
	}
	l.redraw = func(p int) redrawing { return normalRedraw(d.covariance(p)) }
	width := 0
	for _, effects := range d.effects {
		width = max(width, len(effects))
	}
	for j := range width {
		if slices.ContainsFunc(d.effects, func(effects []float64) bool { return j < len(effects) && effects[j] != 0 }) {
			l.relevant = append(l.relevant, j)
		}
	}
	return l
}

// covariance returns that of p inputs.
func (d linearDesign) covariance(p int) *mat.SymDense {
	if d.made != nil {
		return d.made.covariance(p)
	}
	c := mat.NewSymDense(p, nil)
	for j := range p {
		for k := range j + 1 {
			c.SetSym(j, k, math.Pow(d.correlation, float64(j-k)))
		}
	}
	return c
}
