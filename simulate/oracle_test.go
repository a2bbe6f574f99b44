package simulate

import (
	"context"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// TestOracle: over tables the oracle's importances are about the population's, those of
// irrelevant inputs are 0, and the number of workers changes nothing.
func TestOracle(t *testing.T) {
	const tables, n, gamma = 20, 150, 0.5149
	for _, s := range []Scenario{motivating, bivariate, copula, linearCorrelated} {
		p := s.MinP + 1
		population, _, _ := s.Population(gamma, p, 100000, 1)
		found := make([][]float64, p)
		for k := range tables {
			x := s.Inputs(n, p, uint64(k))
			values, ok, err := s.Oracle(context.Background(), gamma, x, uint64(k), 2)
			if !ok || err != nil {
				t.Fatalf("%s: ok %v, %v", s.Name, ok, err)
			}
			if k == 0 {
				if again, _, _ := s.Oracle(context.Background(), gamma, x, 0, 1); !slices.Equal(values, again) {
					t.Errorf("%s: %v with two workers, %v with one", s.Name, values, again)
				}
			}
			for j, v := range values {
				found[j] = append(found[j], v)
			}
		}
		for j, values := range found {
			mean, sd := stat.MeanStdDev(values, nil)
			// A ratio of means is biased by the order of 1/n.
			if bound := 4*sd/math.Sqrt(tables) + 2.0/n; math.Abs(mean-population[j]) > bound {
				t.Errorf("%s: importance of X%d is %.4f in the mean, of the population %.4f, bound %.4f", s.Name, j+1, mean, population[j], bound)
			}
			if population[j] == 0 && (mean != 0 || sd != 0) {
				t.Errorf("%s: irrelevant X%d has %v (%v)", s.Name, j+1, mean, sd)
			}
		}
	}
}

// TestOracleErrs on laws that it does not know, and on runs that are stopped.
func TestOracleErrs(t *testing.T) {
	if s := nothing; s.HasOracle() {
		t.Errorf("%s: inputs cannot be redrawn", s.Name)
	} else if _, ok, _ := s.Oracle(context.Background(), 1, s.Inputs(10, s.MinP, 1), 1, 1); ok {
		t.Errorf("%s: an oracle of what is not known", s.Name)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, _, err := bivariate.Oracle(stopped, 1, bivariate.Inputs(10, 3, 1), 1, 1); err == nil {
		t.Error("a stopped oracle answers")
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic for a kernel of scale 0")
		}
	}()
	_, _, _ = bivariate.Oracle(context.Background(), 0, bivariate.Inputs(10, 3, 1), 1, 1)
}
