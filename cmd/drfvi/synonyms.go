package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// synonyms are words by which grf, ranger, randomForest and scikit-learn call what a flag
// sets, without dashes.
var synonyms = map[string][]string{
	"targets":         {"y", "response", "responses", "outcome", "outcomes", "label", "labels", "dependent", "yvar"},
	"exclude":         {"drop", "ignore", "skip"},
	"trees":           {"ntree", "ntrees", "numtrees", "nestimators"},
	"min-node-size":   {"nodesize", "minleaf", "minsamplesleaf", "minbucket"},
	"mtry":            {"maxfeatures"},
	"sample-fraction": {"maxsamples", "subsample", "fraction"},
	"seed":            {"randomstate", "randomseed"},
	"workers":         {"threads", "numthreads", "njobs", "jobs", "cores", "parallel"},
	"kernel":          {"bandwidth", "gamma", "sigma"},
	"level":           {"confidence", "conflevel", "coverage"},
	"weights":         {"caseweights", "sampleweight", "sampleweights"},
	"cluster":         {"clusters", "groups", "id"},
	"separator":       {"sep", "delimiter"},
	"format":          {"output", "outputformat", "json", "csv"},
	"verbose":         {"v", "debug"},
}

// synonym returns the flag of a command that other programs call by a word, "" for none.
func synonym(cmd *cobra.Command, word string) string {
	word = strings.ToLower(strings.NewReplacer("-", "", "_", "", ".", "").Replace(word))
	for name, words := range synonyms {
		if f := cmd.Flags().Lookup(name); f == nil || f.Hidden {
			continue
		}
		if slices.Contains(words, word) {
			return name
		}
	}
	return ""
}
