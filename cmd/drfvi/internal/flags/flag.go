// Package flags has the flags of drfvi whose values are more than a string or a
// switch: each reads its value from the command line, says what was expected of a
// bad one, and offers the shell its words. Help has flags in groups.
package flags

import (
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/internal/nearest"
)

// Typed is a flag with a value of a type.
type Typed[T any] struct {
	Value T
	kind  string // as help names it
	read  func(word string) (T, error)
	write func(T) string
}

var _ pflag.Value = (*Typed[int])(nil)

func (t *Typed[T]) String() string { return t.write(t.Value) }
func (t *Typed[T]) Type() string   { return t.kind }

func (t *Typed[T]) Set(word string) error {
	value, err := t.read(word)
	if err == nil {
		t.Value = value
	}
	return err
}

// add adds the flag to a command, and the words that a shell offers for it.
func (t *Typed[T]) add(cmd *cobra.Command, name, usage string, words ...string) *Typed[T] {
	cmd.Flags().Var(t, name, usage)
	offer := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := cmd.RegisterFlagCompletionFunc(name, offer); err != nil {
		panic("drfvi: " + err.Error())
	}
	return t
}

func itself(word string) string { return word }

// Choice is a flag whose value is one of a few words.
type Choice = Typed[string]

// AddChoice adds a flag whose value is one of the words, with a default; what says
// what they are.
func AddChoice(cmd *cobra.Command, name, what, value, usage string, words []string) *Choice {
	read := func(word string) (string, error) {
		if !slices.Contains(words, word) {
			return "", nearest.Unknown(what, word, words)
		}
		return word, nil
	}
	return (&Choice{value, "WORD", read, itself}).add(cmd, name, usage, words...)
}

// AddFormat adds the flag --format with the given formats, the default first.
func AddFormat(cmd *cobra.Command, formats ...string) *Choice {
	return AddChoice(cmd, "format", "format", formats[0], "output format: "+strings.Join(formats, ", "), formats)
}

// AddBare adds a flag without a default. Its words, of the kind that help names, are
// read by a function; the shell offers some.
func AddBare(cmd *cobra.Command, name, kind, usage string, read func(word string) error, offered ...string) {
	(&Typed[string]{"", kind, func(word string) (string, error) { return word, read(word) }, itself}).add(
		cmd, name, usage, offered...,
	)
}

// usage is an error that is a fault of the command line.
type usage struct{ error }

func (u usage) Unwrap() error { return u.error }

// UsageError returns the error as a fault of the command line.
func UsageError(err error) error { return usage{err} }

// IsUsage reports whether an error is a fault of the command line.
func IsUsage(err error) bool { return errors.As(err, new(usage)) }
