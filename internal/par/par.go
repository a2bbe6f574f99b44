// Package par runs independent pieces of work on a fixed number of goroutines.
//
// The pieces are numbered; each writes only to places of its own number, and reductions
// follow in the order of the numbers. The number of workers thus changes the time, never a
// bit of the result.
package par

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// Do calls f(worker, i) once for every i in [0, n) on the given number of goroutines, and
// returns when all calls have returned; with a context of Shared on as many of them as are
// free. worker, in [0, workers), identifies the goroutine, so that f can have scratch space.
// When ctx is cancelled, Do starts no further piece and returns the context's error.
//
// If a call panics, no further one begins; once those under way have returned, Do panics with
// the first Panic, in the goroutine that called it, which may recover. It panics too if workers
// is less than 1.
func Do(ctx context.Context, workers, n int, f func(worker, i int)) error {
	if workers < 1 {
		panic("par: Do with fewer than one worker")
	}
	if workers = min(workers, n); workers <= 1 {
		for i := range n {
			if err := ctx.Err(); err != nil {
				return err
			}
			f(0, i)
		}
		return ctx.Err()
	}
	var next atomic.Int64
	var failed atomic.Pointer[Panic]
	work := func(w int) {
		defer func() {
			if cause := recover(); cause != nil {
				failed.CompareAndSwap(nil, caught(cause))
			}
		}()
		for ctx.Err() == nil && failed.Load() == nil {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			f(w, i)
		}
	}
	var group sync.WaitGroup
	idle, _ := ctx.Value(sharedKey{}).(chan struct{})
	done := make(chan struct{})
	for w := 1; w < workers; w++ {
		group.Go(func() {
			if idle != nil {
				select {
				case <-done:
					return
				case <-idle:
					defer func() { idle <- struct{}{} }()
				}
			}
			work(w)
		})
	}
	work(0)
	close(done)
	group.Wait()
	if cause := failed.Load(); cause != nil {
		panic(cause)
	}
	return ctx.Err()
}

// Blocks calls f(from, to) for the blocks of the given size that make up [0, n), on all
// processors that Go may use: for short work whose caller knows of no workers. It panics as Do
// does.
func Blocks(n, size int, f func(from, to int)) {
	_ = Do(context.Background(), runtime.GOMAXPROCS(0), (n+size-1)/size, func(_, b int) {
		f(b*size, min((b+1)*size, n))
	})
}

type sharedKey struct{}

// Shared returns a context whose Do calls, also those within pieces of others, share the given
// number of workers, the calling goroutine being one: a Do that has pieces left takes the
// workers that others no longer need. So pieces may be few and unequal if they have pieces of
// their own. It panics if workers is less than 1.
func Shared(ctx context.Context, workers int) context.Context {
	if workers < 1 {
		panic("par: Shared of fewer than one worker")
	}
	idle := make(chan struct{}, workers-1)
	for range workers - 1 {
		idle <- struct{}{}
	}
	return context.WithValue(ctx, sharedKey{}, idle)
}

// All is Do with pieces of work that may fail, and returns the error of the first that did.
func All(ctx context.Context, workers, n int, f func(worker, i int) error) error {
	errs := make([]error, n)
	if err := Do(ctx, workers, n, func(worker, i int) { errs[i] = f(worker, i) }); err != nil {
		return err
	}
	return cmp.Or(errs...)
}

// Steps is All of different pieces of work.
func Steps(ctx context.Context, workers int, steps ...func() error) error {
	return All(ctx, workers, len(steps), func(_, k int) error { return steps[k]() })
}

// Panic is what a function panicked with, and where.
type Panic struct {
	Cause any
	Stack []byte
}

// Error says what the function panicked with.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %v", p.Cause) }

// caught returns what was recovered as a Panic; one of Do as it is.
func caught(cause any) *Panic {
	if p, ok := cause.(*Panic); ok {
		return p
	}
	return &Panic{cause, debug.Stack()}
}

// Try calls f and returns its error, a Panic if it panics: so that a mistake in one piece of work,
// or in a goroutine of its own, does not end the program.
func Try(f func() error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = caught(cause)
		}
	}()
	return f()
}

// Scratch returns what a worker of Do works with, made when it first asks for it.
func Scratch[T any](workers int, create func() T) func(worker int) T {
	scratches := make([]*T, workers)
	return func(worker int) T {
		if scratches[worker] == nil {
			made := create()
			scratches[worker] = &made
		}
		return *scratches[worker]
	}
}
