package main

import (
	"fmt"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/forest"
	"drfvi/internal/nearest"

	"github.com/spf13/cobra"
)

// forestFlags are the names of flags of single choices of how forests are grown, in the
// place of the preset's.
var forestFlags = []string{"min-node-size", "sample-fraction", "honesty", "mtry", "alpha"}

// addForests adds these flags to a command.
func (o *estimationOptions) addForests(cmd *cobra.Command) {
	flags.AddBare(cmd, "min-node-size", "ROWS", "a node of at most so many rows is not split; overrides the preset", func(word string) error {
		n, err := flags.ReadCount(word)
		o.fixed.MinNodeSize = &n
		return err
	})
	flags.AddBare(cmd, "sample-fraction", "NUMBER", "share of the rows that each tree is grown from; overrides the preset", func(word string) error {
		var err error
		o.fixed.SampleFraction, err = numberFlag(word, "a number above 0 and below 1", func(v float64) bool { return v > 0 && v < 1 })
		return err
	})
	flags.AddBare(cmd, "honesty", "WORD", "whether different rows choose splits and fill leaves: true or false", func(word string) error {
		honest := word == "true"
		if !honest && word != "false" {
			return nearest.Unknown("choice", word, []string{"true", "false"})
		}
		o.fixed.Honesty = &honest
		return nil
	}, "true", "false")
	flags.AddBare(cmd, "mtry", "NUMBER", "inputs that are candidates of a split: a number, all, or sqrt+20", func(word string) error {
		mtry := forest.MTry(word)
		if n, err := strconv.Atoi(word); mtry != forest.MTryAll && mtry != forest.MTrySqrt20 && (err != nil || n < 1) {
			return nearest.Unknown("number of candidates", word, []string{string(forest.MTryAll), string(forest.MTrySqrt20), "NUMBER"})
		}
		o.fixed.MTry = &mtry
		return nil
	}, string(forest.MTryAll), string(forest.MTrySqrt20))
	flags.AddBare(cmd, "alpha", "NUMBER", "least share of a node's rows in each part of a split; overrides the preset", func(word string) error {
		var err error
		o.fixed.Alpha, err = numberFlag(word, "a number from 0 to below 0.5", func(v float64) bool { return v >= 0 && v < 0.5 })
		return err
	})
	flags.Group(cmd, flags.GroupForests, forestFlags...)
}

// numberFlag reads a number that must be of a kind.
func numberFlag(word, expected string, ok func(float64) bool) (*float64, error) {
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || strings.Contains(word, "_") || !ok(v) {
		return nil, fmt.Errorf("found %q, expected %s", word, expected)
	}
	return &v, nil
}
