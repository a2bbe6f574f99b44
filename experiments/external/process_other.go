//go:build !unix

package external

import (
	"context"
	"errors"
	"time"
)

// process is a program to run.
type process struct {
	words          []string
	scratch, stdin string
	timeout        time.Duration
	memory         int64
}

// ended is how a program ran.
type ended struct {
	stdout []byte
	reason string
	trace  Trace
}

// run runs nothing: without process groups a program could not be ended for sure.
func (process) run(context.Context) (ended, error) {
	return ended{}, errors.New("methods of your own need Linux, macOS or another Unix")
}
