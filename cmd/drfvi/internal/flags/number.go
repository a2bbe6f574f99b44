package flags

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/importance"
	"drfvi/internal/nearest"
	"drfvi/internal/version"
	"drfvi/mmd"
)

// MostCount bounds numbers of things, so that products of a few of them stay exact;
// whether there is memory for them is another question.
const MostCount = 1_000_000_000

// mostWorkers bounds goroutines, each of which has its own memory from the start.
const mostWorkers = 1 << 12

// Count is a flag whose value is a positive integer.
type Count = Typed[int]

// ReadCount reads a positive integer.
var ReadCount = whole(1, MostCount, "", 0)

// whole returns a function that reads an integer in a range, or a word that stands for one;
// "" for no word.
func whole(least, largest int, word string, stands int) func(text string) (int, error) {
	expected := fmt.Sprintf("an integer of at least %d", least)
	if word != "" {
		expected += fmt.Sprintf(", or %q", word)
	}
	return func(text string) (int, error) {
		n, err := strconv.Atoi(text)
		switch {
		case word != "" && text == word:
			return stands, nil
		case errors.Is(err, strconv.ErrRange) && text[0] != '-' || err == nil && n > largest:
			return 0, fmt.Errorf("found %q, expected an integer of at most %d", text, largest)
		case err != nil || n < least:
			return 0, fmt.Errorf("found %q, expected %s", text, expected)
		}
		return n, nil
	}
}

// AddCount adds a flag for a positive integer with a default; shorthand
// may be empty.
func AddCount(cmd *cobra.Command, name, shorthand string, value int, usage string) *Count {
	c := &Count{value, "NUMBER", ReadCount, strconv.Itoa}
	cmd.Flags().VarP(c, name, shorthand, usage)
	return c
}

// AddNumber adds a flag for a number of a kind, without a default.
func AddNumber(cmd *cobra.Command, name, usage, expected string, kind func(float64) bool, to **float64) {
	AddBare(cmd, name, "NUMBER", usage, func(word string) error {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil || strings.Contains(word, "_") || !kind(v) {
			return fmt.Errorf("found %q, expected %s", word, expected)
		}
		*to = &v
		return nil
	})
}

// AddWorkers adds the flag --workers.
func AddWorkers(cmd *cobra.Command) *Count {
	c := AddCount(cmd, "workers", "", runtime.GOMAXPROCS(0), "threads; results do not depend on them")
	c.read = whole(1, mostWorkers, "", 0)
	return c
}

// AddSeed adds the flag --seed, whose value is an integer from 0 to 2⁶⁴−1.
func AddSeed(cmd *cobra.Command) *Typed[uint64] {
	s := &Typed[uint64]{1, "NUMBER", func(word string) (uint64, error) {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("found %q, expected an integer from 0 to 18446744073709551615", word)
		}
		return n, nil
	}, func(n uint64) string { return strconv.FormatUint(n, 10) }}
	cmd.Flags().Var(s, "seed", "seed of all random choices")
	return s
}

// Coverages that are offered.
const (
	leastLevel = 0.5
	mostLevel  = 0.9999
)

// AddLevel adds the flag --level, the coverage of intervals.
func AddLevel(cmd *cobra.Command) *Typed[importance.Coverage] {
	c := &Typed[importance.Coverage]{
		importance.UsualCoverage, "NUMBER", readLevel,
		func(c importance.Coverage) string { return strconv.FormatFloat(float64(c), 'g', -1, 64) },
	}
	cmd.Flags().Var(c, "level", fmt.Sprintf("coverage of intervals, %v to %v", leastLevel, mostLevel))
	Group(cmd, GroupTests)
	return c
}

func readLevel(word string) (importance.Coverage, error) {
	v, err := strconv.ParseFloat(strings.TrimSuffix(word, "%"), 64)
	if err == nil && leastLevel <= v && v <= mostLevel && !strings.ContainsAny(word, "_xX%") {
		return importance.Coverage(v), nil
	}
	near := float64(importance.UsualCoverage)
	for _, meant := range []float64{v, 1 - v, v / 100} { // an error's level, or percent
		if meant = math.Round(meant*1e6) / 1e6; err == nil && leastLevel <= meant && meant <= mostLevel {
			near = meant
			break
		}
	}
	return 0, fmt.Errorf("found %q, expected a number from %v to %v; did you mean %v?", word, leastLevel, mostLevel, near)
}

// Words of numbers of rows.
const (
	AllRows    = "all"
	PresetRows = "preset"
)

// AddRowCount adds a flag for a number of rows with a default, or a word that stands
// for the lack of one and has the value 0.
func AddRowCount(cmd *cobra.Command, name, word string, value, least int, usage string) *Count {
	return (&Count{value, "ROWS", whole(least, math.MaxInt, word, 0), writeOr(word)}).add(cmd, name, usage, word)
}

// writeOr returns a function that writes a number, or a word for 0.
func writeOr(word string) func(n int) string {
	return func(n int) string {
		if n == 0 {
			return word
		}
		return strconv.Itoa(n)
	}
}

// RowsOf returns the number of rows of a table of n that a value of such a flag means.
func RowsOf(value, n int) int {
	return min(cmp.Or(value, n), n)
}

// AddTop adds the flag --top, whose value says how many rows a table shows, 0 for no
// wish.
func AddTop(cmd *cobra.Command) *Count {
	return (&Count{0, "NUMBER", whole(1, math.MaxInt, AllRows, math.MaxInt), writeOr("")}).add(
		cmd, "top", `inputs in the table, or all (default: 30 of over 40)`, AllRows,
	)
}

// AddKernel adds the flag --kernel, a kernel on the responses.
func AddKernel(cmd *cobra.Command) *Typed[mmd.KernelChoice] {
	k := &Typed[mmd.KernelChoice]{mmd.Median, "KERNEL", mmd.ParseKernel, mmd.KernelChoice.String}
	return k.add(
		cmd, "kernel", "median, authors, linear or γ", string(mmd.Median), string(mmd.Authors),
		mmd.Linear.String(),
	)
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
	way, number, numbered := strings.Cut(word, ":")
	switch {
	case word == exactWay:
		return 0, nil
	case word == fourierWay:
		return defaultFeatures, nil
	case way != fourierWay || !numbered:
		return 0, nearest.Unknown("aggregation", word, []string{exactWay, fourierWay, fourierWay + ":FEATURES"})
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > mostFeatures {
		return 0, fmt.Errorf("found %q features, expected an integer from 1 to %d", number, mostFeatures)
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
			if v, err := strconv.ParseFloat(strings.TrimSpace(number), 64); ok && err == nil &&
				!strings.Contains(word, "_") && v > 0 && v*unit.bytes < math.MaxInt64 {
				m.Value = v * unit.bytes
				return nil
			}
		}
		return fmt.Errorf("found %q, expected an amount of memory such as 16GB or 500MB", word)
	})
	m.Value = version.Memory()
	return m
}
