// Package par runs independent pieces of work on a fixed number of goroutines.
//
// The pieces are numbered; each writes only to places that belong to its
// number, and whoever reduces does so in the order of the numbers afterwards.
// The number of workers then changes the time, never a bit of the result.
package par

import (
	"context"
	"sync"
	"sync/atomic"
)

// Do calls f(worker, i) once for every i in [0, n) on the given number of goroutines.
// worker is in [0, workers) and identifies the calling goroutine, so that f can use
// scratch space of its own. Do returns when all calls have returned. When ctx is
// cancelled no further piece is begun and Do returns the context's error. Do panics if
// workers is less than 1.
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
