package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/forest"
	"drfvi/internal/nearest"
)

// forestFlags are single choices of how forests are grown, in the place of the
// preset's.
type forestFlags struct{ fixed forest.Override }

// forestFlagNames are those of the flags.
var forestFlagNames = []string{"min-node-size", "sample-fraction", "honesty", "mtry", "alpha"}

// addForest adds the flags to a command.
func addForest(cmd *cobra.Command) *forestFlags {
	f := new(forestFlags)
	add := func(name, kind, usage string, set func(word string) error, words ...string) {
		flag.AddBare(cmd, name, kind, usage, set)
		flag.Complete(cmd, name, words)
	}
	add("min-node-size", "ROWS", "rows from which on a node is not split, in the place of the preset's", func(word string) error {
		n := new(flag.Count)
		f.fixed.MinNodeSize = &n.Value
		return n.Set(word)
	})
	add("sample-fraction", "NUMBER", "share of the rows that each tree is grown from, in the place of the preset's", func(word string) error {
		var err error
		f.fixed.SampleFraction, err = number(word, "a number above 0 and below 1", func(v float64) bool { return v > 0 && v < 1 })
		return err
	})
	add("honesty", "WORD", "whether leaves are filled with other rows than those that chose the splits: true or false", func(word string) error {
		honest := word == "true"
		if !honest && word != "false" {
			return nearest.Unknown("choice", word, []string{"true", "false"})
		}
		f.fixed.Honesty = &honest
		return nil
	}, "true", "false")
	add("mtry", "NUMBER", "inputs that are candidates of a split: a number, all, or sqrt+20", func(word string) error {
		mtry := forest.MTry(word)
		if n, err := strconv.Atoi(word); mtry != forest.MTryAll && mtry != forest.MTrySqrt20 && (err != nil || n < 1) {
			return nearest.Unknown("number of candidates", word, []string{string(forest.MTryAll), string(forest.MTrySqrt20), "NUMBER"})
		}
		f.fixed.MTry = &mtry
		return nil
	}, string(forest.MTryAll), string(forest.MTrySqrt20))
	add("alpha", "NUMBER", "least share of a node's rows in each part of a split, in the place of the preset's", func(word string) error {
		var err error
		f.fixed.Alpha, err = number(word, "a number from 0 to below 0.5", func(v float64) bool { return v >= 0 && v < 0.5 })
		return err
	})
	help.Group(cmd, help.Forests, forestFlagNames...)
	return f
}

// number reads a number that must be of a kind.
func number(word, expected string, ok func(float64) bool) (*float64, error) {
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || !ok(v) {
		return nil, fmt.Errorf("found %q, expected %s", word, expected)
	}
	return &v, nil
}
