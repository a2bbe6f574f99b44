package sensitivity

import (
	"fmt"
	"math"
	"slices"

	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
)

// Law is the law of an input. The zero value stands for one to be recognised.
type Law struct {
	Kind LawKind
	// A and B are the ends of a uniform or log-uniform law, mean and standard deviation of a
	// normal one or of the logarithm, mode and scale of a Gumbel law of maxima.
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
	return nil
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

// below returns the probability of at most x.
func (l Law) below(x float64) float64 {
	if l.logged() {
		x = elementary.Log(x)
	}
	switch l.Kind {
	case Uniform, LogUniform:
		a, b := l.ends()
		return min(max((x-a)/(b-a), 0), 1)
	case Gumbel:
		return elementary.Exp(-elementary.Exp((l.A - x) / l.B))
	}
	return phi((x - l.A) / l.B)
}

// phi is the standard normal distribution function.
func phi(z float64) float64 { return elementary.Erfc(-z/math.Sqrt2) / 2 }

// Largest √n·sup|Fₙ − F| of a law with fitted parameters that is not refuted at level 5 %: that of
// Kolmogorov for fitted ends, of Lilliefors (1967) for a normal law; for Gumbel's it is alike.
const (
	largestUniform = 1.358
	largestFitted  = 0.886
)

// leastRatio is that of the largest to the least value from which on logarithms are looked at.
const leastRatio = 3

// fewest is the least number of rows of which a law is recognised.
const fewest = 30

// recognise returns the law that fits values best of those that they do not refute; Rows if they
// refute all, or are too few.
func recognise(values []float64) Law {
	sorted := slices.Sorted(slices.Values(values))
	best, least := Law{Kind: Rows, rows: sorted, fit: true}, 1.0
	if len(sorted) < fewest || sorted[0] == sorted[len(sorted)-1] {
		return best
	}
	for _, kind := range LawKinds() {
		law, ok := fitted(kind, sorted)
		if !ok {
			continue
		}
		n, distance := float64(len(sorted)), 0.0
		for i, v := range sorted {
			f := law.below(v)
			distance = max(distance, f-float64(i)/n, float64(i+1)/n-f)
		}
		largest := largestFitted
		if kind == Uniform || kind == LogUniform {
			largest = largestUniform
		}
		if misfit := math.Sqrt(n) * distance / largest; misfit < least {
			best, least = law, misfit
		}
	}
	return best
}

// fitted returns the law of a kind for ascending values, which differ; false where it has none.
func fitted(kind LawKind, sorted []float64) (Law, bool) {
	if kind == Rows {
		return Law{Kind: Rows, rows: sorted, fit: true}, true
	}
	law := Law{Kind: kind, fit: true}
	if law.logged() {
		if !(sorted[0] > 0 && sorted[len(sorted)-1] > leastRatio*sorted[0]) {
			return law, false
		}
		logs := make([]float64, len(sorted))
		for i, v := range sorted {
			logs[i] = elementary.Log(v)
		}
		sorted = logs
	}
	low, high := sorted[0], sorted[len(sorted)-1]
	mean, variance := linalg.Variance(sorted)
	law.A, law.B = mean, math.Sqrt(variance)
	switch kind {
	case Uniform, LogUniform:
		beyond := (high - low) / float64(len(sorted)-1)
		law.A, law.B = low-beyond, high+beyond
		if kind == LogUniform {
			law.A, law.B = elementary.Exp(law.A), elementary.Exp(law.B)
		}
	case Gumbel: // maximum likelihood: B = mean − Σ v e^(−v/B) / Σ e^(−v/B)
		law.B *= math.Sqrt(6) / math.Pi
		for range 60 {
			var total, weighted float64
			for _, v := range sorted {
				w := elementary.Exp((low - v) / law.B)
				total, weighted = total+w, weighted+float64(w*v)
			}
			law.B = (law.B + mean - weighted/total) / 2
			law.A = low - float64(law.B*elementary.Log(total/float64(len(sorted))))
		}
	}
	return law, law.B > 0 || kind == Uniform
}
