// Package exit has the codes with which drfvi ends, and the errors that stand for them.
package exit

import (
	"errors"

	"drfvi/datasets"
)

// Codes.
const (
	Done    = 0
	Failed  = 1
	Usage   = 2
	Missing = 3
)

type coded struct {
	error
	code int
}

func (c coded) Unwrap() error { return c.error }

// UsageError returns the error as a fault of the command line.
func UsageError(err error) error { return coded{err, Usage} }

// MissingError returns the error as one of results that a verdict needs and that are
// missing.
func MissingError(err error) error { return coded{err, Missing} }

// Code returns the exit code of an error. Unknown columns are faults of the command line.
func Code(err error) int {
	var of coded
	var name datasets.NameError
	switch {
	case err == nil:
		return Done
	case errors.As(err, &of):
		return of.code
	case errors.As(err, &name):
		return Usage
	}
	return Failed
}
