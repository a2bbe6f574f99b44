package main

import (
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/internal/nearest"
	"drfvi/mmd"
)

// choice is a flag whose value is one of a few words.
type choice struct {
	what  string // "method"
	words []string
	value string
}

var _ pflag.Value = (*choice)(nil)

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return "WORD" }

func (c *choice) Set(word string) error {
	for _, w := range c.words {
		if w == word {
			c.value = word
			return nil
		}
	}
	return nearest.Unknown(c.what, word, c.words)
}

// addChoice adds a flag whose value is one of the words, with a default.
func addChoice(cmd *cobra.Command, name, what, value, usage string, words []string) *choice {
	c := &choice{what: what, words: words, value: value}
	cmd.Flags().Var(c, name, usage)
	complete(cmd, name, words)
	return c
}

// complete lets the shell offer words for a flag.
func complete(cmd *cobra.Command, flag string, words []string) {
	offer := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic("drfvi: " + err.Error())
	}
}

// count is a flag whose value is a positive whole number.
type count struct{ value int }

var _ pflag.Value = (*count)(nil)

func (c *count) String() string { return strconv.Itoa(c.value) }
func (c *count) Type() string   { return "NUMBER" }

func (c *count) Set(word string) error {
	n, err := strconv.Atoi(word)
	if err != nil || n < 1 {
		return fmt.Errorf("found %q, expected a whole number of at least 1", word)
	}
	c.value = n
	return nil
}

// addCount adds a flag for a positive whole number with a default; shorthand
// may be empty.
func addCount(cmd *cobra.Command, name, shorthand string, value int, usage string) *count {
	c := &count{value}
	cmd.Flags().VarP(c, name, shorthand, usage)
	return c
}

// addWorkers adds the flag --workers.
func addWorkers(cmd *cobra.Command) *count {
	return addCount(cmd, "workers", "", runtime.GOMAXPROCS(0), "goroutines that compute; changes the time, never the result")
}

// seed is a flag whose value is a whole number from 0 to 2⁶⁴−1.
type seed struct{ value uint64 }

var _ pflag.Value = (*seed)(nil)

func (s *seed) String() string { return strconv.FormatUint(s.value, 10) }
func (s *seed) Type() string   { return "NUMBER" }

func (s *seed) Set(word string) error {
	n, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		return fmt.Errorf("found %q, expected a whole number from 0 to 18446744073709551615", word)
	}
	s.value = n
	return nil
}

// addSeed adds the flag --seed.
func addSeed(cmd *cobra.Command) *seed {
	s := &seed{1}
	cmd.Flags().Var(s, "seed", "decides every random choice; equal seeds give equal results")
	return s
}

// kernel is a flag whose value is a kernel on the responses.
type kernel struct{ value mmd.KernelChoice }

var _ pflag.Value = (*kernel)(nil)

func (k *kernel) String() string { return string(k.value) }
func (k *kernel) Type() string   { return "KERNEL" }

func (k *kernel) Set(word string) error {
	parsed, err := mmd.ParseKernel(word)
	if err != nil {
		return err
	}
	k.value = parsed
	return nil
}

// addKernel adds the flag --kernel.
func addKernel(cmd *cobra.Command) *kernel {
	k := &kernel{mmd.Median}
	cmd.Flags().Var(k, "kernel", "on the responses: median, authors, or the number γ of exp(−γ‖y−y'‖²)")
	complete(cmd, "kernel", []string{string(mmd.Median), string(mmd.Authors)})
	return k
}

// Words of numbers of rows.
const (
	allRows    = "all"
	presetRows = "preset"
)

// rowCount is a flag whose value is a number of rows, or a word that stands for
// the lack of one.
type rowCount struct {
	value int // 0 for the word
	word  string
	least int
}

var _ pflag.Value = (*rowCount)(nil)

func (r *rowCount) Type() string { return "ROWS" }

func (r *rowCount) String() string {
	if r.value == 0 {
		return r.word
	}
	return strconv.Itoa(r.value)
}

func (r *rowCount) Set(word string) error {
	if word == r.word {
		r.value = 0
		return nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < r.least {
		return fmt.Errorf("found %q, expected a whole number of at least %d, or %q", word, r.least, r.word)
	}
	r.value = n
	return nil
}

// of returns the number of rows of a table of n that are meant.
func (r *rowCount) of(n int) int {
	if r.value == 0 {
		return n
	}
	return min(r.value, n)
}

// addRowCount adds a flag for a number of rows with a default, 0 for the word.
func addRowCount(cmd *cobra.Command, name, word string, value, least int, usage string) *rowCount {
	r := &rowCount{value: value, word: word, least: least}
	cmd.Flags().Var(r, name, usage)
	complete(cmd, name, []string{word})
	return r
}

// aggregation is a flag whose value says how squared MMD distances are summed up.
type aggregation struct{ features int } // random Fourier features; 0 for exactly

var _ pflag.Value = (*aggregation)(nil)

// Ways to aggregate; how many features there are if the user does not say so,
// and at most: each takes 16 bytes a row.
const (
	exactWay        = "exact"
	fourierWay      = "fourier"
	defaultFeatures = 512
	mostFeatures    = 1 << 14
)

func (a *aggregation) Type() string { return "WAY" }

func (a *aggregation) String() string {
	if a.features == 0 {
		return exactWay
	}
	return fmt.Sprintf("%s:%d", fourierWay, a.features)
}

func (a *aggregation) Set(word string) error {
	way, number, given := strings.Cut(word, ":")
	switch {
	case word == exactWay:
		a.features = 0
		return nil
	case word == fourierWay:
		a.features = defaultFeatures
		return nil
	case way != fourierWay || !given:
		return nearest.Unknown("aggregation", word, []string{exactWay, fourierWay, fourierWay + ":FEATURES"})
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > mostFeatures {
		return fmt.Errorf("found %q features, expected a whole number from 1 to %d", number, mostFeatures)
	}
	a.features = n
	return nil
}

// addAggregation adds the flag --aggregation.
func addAggregation(cmd *cobra.Command) *aggregation {
	a := new(aggregation)
	cmd.Flags().Var(a, "aggregation", fmt.Sprintf("of distances: exact, fourier or fourier:FEATURES (%d features unless given)", defaultFeatures))
	complete(cmd, "aggregation", []string{exactWay, fourierWay})
	return a
}
