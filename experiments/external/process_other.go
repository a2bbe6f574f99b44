//go:build !unix

package external

import (
	"context"
	"errors"
)

// run refuses: without process groups the end of a program cannot be ensured.
func (process) run(context.Context) (ended, error) {
	return ended{}, errors.New("methods of your own need Linux, macOS or another Unix")
}
