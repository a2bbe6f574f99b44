package simulate

import (
	"math"
	"testing"
)

// meanGamma is so small that the kernel compares means alone, up to a factor.
const meanGamma = 1e-6

// TestEffectShares compares the shares of the variation of effects with published ones: of the mean
// by Hines, Diaz-Ordaz and Vansteelandt (2022, table 1), and of the law in the designs of Wager and
// Athey by quadrature.
func TestEffectShares(t *testing.T) {
	for _, c := range []struct {
		scenario Scenario
		gamma    float64
		want     []float64
	}{
		{effectHines1, meanGamma, []float64{0.316, 0.684}},
		{effectHines3, meanGamma, []float64{0.094, 0.375, 0.094, 0, 0, 0}},
		{effectOnSpread, 0.5, []float64{1, 0, 0, 0, 0}},
		{effectOnMean, 0.3, []float64{0.53, 0.53, 0, 0, 0}},
	} {
		p := c.scenario.MinP
		if p < len(c.want) {
			p = len(c.want)
		}
		values, se, ok := c.scenario.Population(c.gamma, p, 100_000, 1)
		if !ok {
			t.Errorf("%s: no population values", c.scenario.Name)
			continue
		}
		for j, want := range c.want {
			if math.Abs(values[j]-want) > 0.015+4*se[j] {
				t.Errorf("%s: X%d has %.4f ± %.4f, expected %.3f", c.scenario.Name, j+1, values[j], se[j], want)
			}
		}
	}
}
