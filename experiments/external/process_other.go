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

// ended is the outcome of a program's run.
type ended struct {
	stdout []byte
	reason string
	trace  Trace
}

// run refuses: without process groups the end of a program cannot be ensured.
func (process) run(context.Context) (ended, error) {
	return ended{}, errors.New("methods of your own need Linux, macOS or another Unix")
}
