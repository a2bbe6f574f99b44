package main

import (
	"errors"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/datasets"
	"drfvi/experiments/cluster"
)

// Exit codes.
const (
	codeDone    = 0
	codeFailed  = 1
	codeUsage   = 2
	codeMissing = 3
)

// missing is an error of results that a verdict needs and that are not there.
type missing struct{ error }

func (m missing) Unwrap() error { return m.error }

// missingError returns the error as one of results that are missing.
func missingError(err error) error { return missing{err} }

// codeOf returns the exit code of an error. Unknown columns are faults of the command line.
func codeOf(err error) int {
	switch {
	case err == nil:
		return codeDone
	case errors.As(err, new(missing)):
		return codeMissing
	case flags.IsUsage(err), errors.As(err, new(datasets.NameError)):
		return codeUsage
	case errors.Is(err, cluster.ErrNoRounds):
		return codeMissing
	}
	return codeFailed
}
