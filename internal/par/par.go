// Package par runs independent pieces of work on a fixed number of goroutines.
//
// The pieces are numbered; each writes only to places of its own number, and reductions
// follow in the order of the numbers. The number of workers thus changes the time, never a
// bit of the result.
package par

import (
	"context"
	"sync"
	"sync/atomic"
)

// Do calls f(worker, i) once for every i in [0, n) on the given number of goroutines, and
// returns when all calls have returned. worker, in [0, workers), identifies the goroutine,
// so that f can have scratch space. When ctx is cancelled, Do starts no further piece and
// returns the context's error. It panics if workers is less than 1.
func Do(ctx context.Context, workers, n int, f func(worker, i int)) error {
	if workers < 1 {
		panic("par: Do with fewer than one worker")
	}
	if workers > n {
		workers = n
	}
	if workers <= 1 {
		for i := 0; i < n; i++ {
			if err := ctx.Err(); err != nil {
				return err
			}
			f(0, i)
		}
		return ctx.Err()
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for w := 0; w < workers; w++ {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				f(w, i)
			}
		})
	}
	group.Wait()
	return ctx.Err()
}

// Scratch returns what a worker of Do works with, made when it first asks for it.
func Scratch[T any](workers int, create func() T) func(worker int) T {
	of := make([]*T, workers)
	return func(worker int) T {
		if of[worker] == nil {
			made := create()
			of[worker] = &made
		}
		return *of[worker]
	}
}
