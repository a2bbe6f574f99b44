package flags

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/internal/nearest"
	"drfvi/internal/version"
	"drfvi/mmd"
)

// AddKernel adds the flag --kernel, a kernel on the responses.
func AddKernel(cmd *cobra.Command) *Typed[mmd.KernelChoice] {
	k := &Typed[mmd.KernelChoice]{mmd.Median, "KERNEL", mmd.ParseKernel, mmd.KernelChoice.String}
	return k.add(cmd, "kernel", "median, authors or a number γ", string(mmd.Median), string(mmd.Authors))
}

// Ways to aggregate; how many features there are if the user does not say so,
// and at most: each takes 16 bytes a row.
const (
	exactWay        = "exact"
	fourierWay      = "fourier"
	defaultFeatures = 512
	mostFeatures    = 1 << 14
)

// AddAggregation adds the flag --aggregation, which says how squared MMD distances are
// summed up: by so many random Fourier features, or exactly if 0.
func AddAggregation(cmd *cobra.Command) *Count {
	return (&Count{0, "WAY", readAggregation, func(features int) string {
		if features == 0 {
			return exactWay
		}
		return fmt.Sprintf("%s:%d", fourierWay, features)
	}}).add(cmd, "aggregation", fmt.Sprintf("distances: exact or fourier[:%d]", defaultFeatures), exactWay, fourierWay)
}

func readAggregation(word string) (int, error) {
	way, number, given := strings.Cut(word, ":")
	switch {
	case word == exactWay:
		return 0, nil
	case word == fourierWay:
		return defaultFeatures, nil
	case way != fourierWay || !given:
		return 0, nearest.Unknown("aggregation", word, []string{exactWay, fourierWay, fourierWay + ":FEATURES"})
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > mostFeatures {
		return 0, fmt.Errorf("found %q features, expected a whole number from 1 to %d", number, mostFeatures)
	}
	return n, nil
}

// memoryUnits are those of sizes.
var memoryUnits = []struct {
	word  string
	bytes float64
}{{"GB", 1e9}, {"MB", 1e6}, {"TB", 1e12}}

// AddMemory adds the flag --memory, in bytes, 0 if it is not known how many there are.
// Its default, that of the machine, is not shown, since help should be the same
// everywhere.
func AddMemory(cmd *cobra.Command) *Typed[float64] {
	m := new(Typed[float64])
	AddBare(cmd, "memory", "SIZE", "memory limit, such as 16GB (default: all)", func(word string) error {
		for _, unit := range memoryUnits {
			number, ok := strings.CutSuffix(strings.ToUpper(word), unit.word)
			if v, err := strconv.ParseFloat(strings.TrimSpace(number), 64); ok && err == nil && !strings.Contains(word, "_") && v > 0 && v*unit.bytes < math.MaxInt64 {
				m.Value = v * unit.bytes
				return nil
			}
		}
		return fmt.Errorf("found %q, expected an amount of memory such as 16GB or 500MB", word)
	})
	m.Value = version.Memory()
	return m
}
