package flag

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/internal/nearest"
)

// Aggregation is a flag whose value says how squared MMD distances are summed up.
type Aggregation struct{ Features int } // random Fourier features; 0 for exactly

var _ pflag.Value = (*Aggregation)(nil)

// Ways to aggregate; how many features there are if the user does not say so,
// and at most: each takes 16 bytes a row.
const (
	exactWay        = "exact"
	fourierWay      = "fourier"
	defaultFeatures = 512
	mostFeatures    = 1 << 14
)

func (a *Aggregation) Type() string { return "WAY" }

func (a *Aggregation) String() string {
	if a.Features == 0 {
		return exactWay
	}
	return fmt.Sprintf("%s:%d", fourierWay, a.Features)
}

func (a *Aggregation) Set(word string) error {
	way, number, given := strings.Cut(word, ":")
	switch {
	case word == exactWay:
		a.Features = 0
		return nil
	case word == fourierWay:
		a.Features = defaultFeatures
		return nil
	case way != fourierWay || !given:
		return nearest.Unknown("aggregation", word, []string{exactWay, fourierWay, fourierWay + ":FEATURES"})
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > mostFeatures {
		return fmt.Errorf("found %q features, expected a whole number from 1 to %d", number, mostFeatures)
	}
	a.Features = n
	return nil
}

// AddAggregation adds the flag --aggregation.
func AddAggregation(cmd *cobra.Command) *Aggregation {
	a := new(Aggregation)
	cmd.Flags().Var(a, "aggregation", fmt.Sprintf("of distances: exact, fourier or fourier:FEATURES (%d features unless given)", defaultFeatures))
	Complete(cmd, "aggregation", []string{exactWay, fourierWay})
	return a
}
