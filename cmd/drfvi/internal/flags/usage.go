package flags

import "errors"

// usage is an error that is a fault of the command line.
type usage struct{ error }

func (u usage) Unwrap() error { return u.error }

// UsageError returns the error as a fault of the command line.
func UsageError(err error) error { return usage{err} }

// IsUsage tells whether an error is a fault of the command line.
func IsUsage(err error) bool { return errors.As(err, new(usage)) }
