package main

import (
	"fmt"
	"runtime"
	"strconv"

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
