package sensitivity

import (
	"fmt"
	"math"
	"slices"

	"drfvi/internal/elementary"
)

// Law is the law of an input. The zero value stands for one to be recognised.
type Law struct {
	Kind LawKind
	// A and B are the ends of a uniform or log-uniform law. They are mean and standard deviation
	// of a normal law or of the logarithm, and mode and scale of a Gumbel law of maxima.
	A, B float64
	rows []float64 // ascending, of the kind Rows
	fit  bool      // its parameters are from the rows
}

// LawKind names a family of laws.
type LawKind string

// The kinds of laws. Rows stands for the values that the rows have.
const (
	Uniform    LawKind = "uniform"
	LogUniform LawKind = "log-uniform"
	Normal     LawKind = "normal"
	LogNormal  LawKind = "log-normal"
	Gumbel     LawKind = "gumbel"
	Rows       LawKind = "rows"
)

// LawKinds lists the kinds that have two parameters.
func LawKinds() []LawKind { return []LawKind{Uniform, LogUniform, Normal, LogNormal, Gumbel} }

// String names the law with its parameters.
func (l Law) String() string {
	if l.Kind == Rows {
		return "as in the rows"
	}
	return fmt.Sprintf("%s(%.4g, %.4g)", l.Kind, l.A, l.B)
}

// Check returns an error unless the parameters are those of a law.
func (l Law) Check() error {
	bad := !(l.B > 0) || l.B > math.MaxFloat64 || l.A-l.A != 0
	if l.Kind == Uniform || l.Kind == LogUniform {
		if bad = !(l.A < l.B) || l.B-l.A > math.MaxFloat64 || l.Kind == LogUniform && !(l.A > 0); bad {
			return fmt.Errorf("found ends %v and %v, expected a lower and an upper one, above 0 for log-uniform", l.A, l.B)
		}
	}
	if bad {
		return fmt.Errorf("found %v and %v, expected a number and a scale above 0", l.A, l.B)
	}
	if low, high := l.Quantile(rarest), l.Quantile(1-rarest); !(max(math.Abs(low), math.Abs(high)) < mostDrawn) {
		return fmt.Errorf("found %v and %v, of which draws reach from %.3g to %.3g, expected a law of numbers "+
			"below 2^400", l.A, l.B, low, high)
	}
	return nil
}

// No draw lies beyond the quantiles of probability rarest and 1 − rarest; mostDrawn bounds
// draws, as those of responses are bounded, so that squares are finite.
const (
	rarest    = 1e-12
	mostDrawn = 0x1p400
)

// mostBeyond bounds the distance of draws from the runs, in ranges of these: squares of inputs
// are finite.
const mostBeyond = 0x1p400

// quantiles is the number of quantiles by which mass is counted.
const quantiles = 1000

// outside returns the share of the law's mass outside the range of ascending values, and
// whether draws are too far from it for their squares to be finite numbers.
func (l Law) outside(sorted []float64) (share float64, far bool) {
	low, high := sorted[0], sorted[len(sorted)-1]
	for k := range quantiles {
		if x := l.Quantile((float64(k) + 0.5) / quantiles); x < low || x > high {
			share += 1.0 / quantiles
		}
	}
	reach := max(math.Abs(l.Quantile(rarest)-low), math.Abs(l.Quantile(1-rarest)-high))
	return share, high > low && reach/(high-low) > mostBeyond
}

// logged reports whether the logarithm has the law.
func (l Law) logged() bool { return l.Kind == LogUniform || l.Kind == LogNormal }

// Quantile returns the quantile of the law at u in (0, 1).
func (l Law) Quantile(u float64) float64 {
	var x float64
	switch l.Kind {
	case Uniform, LogUniform:
		a, b := l.ends()
		x = a + float64((b-a)*u)
	case Normal, LogNormal:
		x = l.A + float64(l.B*elementary.NormalQuantile(u))
	case Gumbel:
		x = l.A - float64(l.B*elementary.Log(-elementary.Log(u)))
	default:
		return l.rows[min(int(u*float64(len(l.rows))), len(l.rows)-1)]
	}
	if l.logged() {
		return elementary.Exp(x)
	}
	return x
}

// ends are those of a uniform law, of the logarithm if that has it.
func (l Law) ends() (a, b float64) {
	if l.Kind == LogUniform {
		return elementary.Log(l.A), elementary.Log(l.B)
	}
	return l.A, l.B
}

// phi is the standard normal distribution function.
func phi(z float64) float64 { return elementary.Erfc(-z/math.Sqrt2) / 2 }

// A law is recognised if two tests do not refute it. Kolmogorov's test takes √n·sup|Fₙ − F| at
// the level 1 %. Neyman's smooth test takes the first two Legendre polynomials, by a χ² with
// two degrees of freedom at 5 %. It sees a triangular law in 100 rows, which the first test
// takes for a uniform one in 200.
const (
	kolmogorov = 1.628
	neyman     = 5.991
)

// leastRatio is that of the largest to the least value from which on logarithms are looked at.
const leastRatio = 3

// fewest is the least number of rows of which a law is recognised.
const fewest = 30

// recognise returns the uniform law that fits values best, or the log-uniform one, if they do
// not refute it: such ends are known more precisely than what lies between. Others have the law
// of the rows: the variance of a fitted law is known no better than theirs, and its tails may
// not exist. doubt is the probability that the law is not the one returned; see misfit.
func recognise(values []float64) (law Law, doubt float64) {
	sorted := slices.Sorted(slices.Values(values))
	best, least := fitted(Rows, sorted), kolmogorov
	if len(sorted) < fewest || sorted[0] == sorted[len(sorted)-1] {
		return best, 0
	}
	for _, kind := range []LawKind{Uniform, LogUniform} {
		if kind == LogUniform && !(sorted[0] > 0 && sorted[len(sorted)-1] > leastRatio*sorted[0]) {
			continue
		}
		law := fitted(kind, sorted)
		if distance, smooth, unsure := law.misfit(sorted); distance < least && smooth < neyman {
			best, least, doubt = law, distance, unsure
		}
	}
	return best, doubt
}

// misfit returns Kolmogorov's statistic of a uniform or log-uniform law, Neyman's, and the
// probability that the law has another variance, by Schwarz's criterion: with z the second
// Legendre polynomial's sum, 1/(1 + √n exp(−z²/2)).
func (l Law) misfit(sorted []float64) (kolmogorov, neyman, doubt float64) {
	a, b := l.ends()
	n, distance, slope, bend := float64(len(sorted)), 0.0, 0.0, 0.0
	for i, v := range sorted {
		if l.logged() {
			v = elementary.Log(v)
		}
		f := (v - a) / (b - a)
		distance = max(distance, f-float64(i)/n, float64(i+1)/n-f)
		t := float64(2*f) - 1
		slope += float64(math.Sqrt(3) * t)
		bend += float64(math.Sqrt(5) / 2 * (float64(3*t*t) - 1))
	}
	slope, bend = slope/math.Sqrt(n), bend/math.Sqrt(n)
	return math.Sqrt(n) * distance, float64(slope*slope) + float64(bend*bend),
		1 / (1 + float64(math.Sqrt(n)*elementary.Exp(-float64(bend*bend)/2)))
}

// spreadByRatios reports whether ascending values are positive, spread over a ratio and more
// symmetric as logarithms, by the tenths at either end.
func spreadByRatios(sorted []float64) bool {
	n := len(sorted)
	low, middle, high := sorted[n/10], sorted[n/2], sorted[n-1-n/10]
	if !(sorted[0] > 0 && high > leastRatio*low) {
		return false
	}
	skew := func(a, b, c float64) float64 { return math.Abs((c-b)-(b-a)) / (c - a) }
	return skew(elementary.Log(low), elementary.Log(middle), elementary.Log(high)) < skew(low, middle, high)
}

// fitted returns the law of a kind that is recognised for ascending values.
func fitted(kind LawKind, sorted []float64) Law {
	law := Law{Kind: kind, fit: true}
	if kind == Rows {
		law.rows = sorted
		return law
	}
	low, high := sorted[0], sorted[len(sorted)-1]
	if law.logged() {
		low, high = elementary.Log(low), elementary.Log(high)
	}
	margin := (high - low) / float64(len(sorted)-1)
	law.A, law.B = low-margin, high+margin
	if law.logged() {
		law.A, law.B = elementary.Exp(law.A), elementary.Exp(law.B)
	}
	return law
}
