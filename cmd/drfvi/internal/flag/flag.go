// Package flag has the flags of drfvi whose values are more than a string or a
// switch: each type reads its value from the command line, says what was expected
// of a bad one, and offers the shell its words.
package flag

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/internal/nearest"
)

// Choice is a flag whose value is one of a few words.
type Choice struct {
	what  string // "method"
	words []string
	Value string
}

var _ pflag.Value = (*Choice)(nil)

func (c *Choice) String() string { return c.Value }
func (c *Choice) Type() string   { return "WORD" }

func (c *Choice) Set(word string) error {
	for _, w := range c.words {
		if w == word {
			c.Value = word
			return nil
		}
	}
	return nearest.Unknown(c.what, word, c.words)
}

// AddChoice adds a flag whose value is one of the words, with a default.
func AddChoice(cmd *cobra.Command, name, what, value, usage string, words []string) *Choice {
	c := &Choice{what: what, words: words, Value: value}
	cmd.Flags().Var(c, name, usage)
	Complete(cmd, name, words)
	return c
}

// Complete lets the shell offer words for a flag.
func Complete(cmd *cobra.Command, flag string, words []string) {
	offer := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic("drfvi: " + err.Error())
	}
}

// MostCount bounds numbers of things, so that products of a few of them stay exact;
// whether there is memory for them is another question.
const MostCount = 1_000_000_000

// mostWorkers bounds goroutines, each of which has its own memory from the start.
const mostWorkers = 1 << 12

// Count is a flag whose value is a positive whole number.
type Count struct {
	Value int
	most  int // MostCount if 0
}

var _ pflag.Value = (*Count)(nil)

func (c *Count) String() string { return strconv.Itoa(c.Value) }
func (c *Count) Type() string   { return "NUMBER" }

func (c *Count) Set(word string) error {
	n, err := strconv.Atoi(word)
	most := cmp.Or(c.most, MostCount)
	switch {
	case errors.Is(err, strconv.ErrRange) && word[0] != '-' || err == nil && n > most:
		return fmt.Errorf("found %q, expected a whole number of at most %d", word, most)
	case err != nil || n < 1:
		return fmt.Errorf("found %q, expected a whole number of at least 1", word)
	}
	c.Value = n
	return nil
}

// AddCount adds a flag for a positive whole number with a default; shorthand
// may be empty.
func AddCount(cmd *cobra.Command, name, shorthand string, value int, usage string) *Count {
	c := &Count{Value: value}
	cmd.Flags().VarP(c, name, shorthand, usage)
	return c
}

// AddWorkers adds the flag --workers.
func AddWorkers(cmd *cobra.Command) *Count {
	c := AddCount(cmd, "workers", "", runtime.GOMAXPROCS(0), "goroutines that compute; changes the time, never the result")
	c.most = mostWorkers
	return c
}

// Seed is a flag whose value is a whole number from 0 to 2⁶⁴−1.
type Seed struct{ Value uint64 }

var _ pflag.Value = (*Seed)(nil)

func (s *Seed) String() string { return strconv.FormatUint(s.Value, 10) }
func (s *Seed) Type() string   { return "NUMBER" }

func (s *Seed) Set(word string) error {
	n, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		return fmt.Errorf("found %q, expected a whole number from 0 to 18446744073709551615", word)
	}
	s.Value = n
	return nil
}

// AddSeed adds the flag --seed.
func AddSeed(cmd *cobra.Command) *Seed {
	s := &Seed{1}
	cmd.Flags().Var(s, "seed", "decides every random choice; equal seeds give equal results")
	return s
}

// bare is a flag without a default, whose words a function reads.
type bare struct {
	kind, value string
	read        func(word string) error
}

var _ pflag.Value = (*bare)(nil)

func (b *bare) String() string { return b.value }
func (b *bare) Type() string   { return b.kind }

func (b *bare) Set(word string) error {
	b.value = word
	return b.read(word)
}

// AddBare adds a flag without a default. Its words, of the kind that help
// names, are read by a function.
func AddBare(cmd *cobra.Command, name, kind, usage string, read func(word string) error) {
	cmd.Flags().Var(&bare{kind: kind, read: read}, name, usage)
}
