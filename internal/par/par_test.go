package par

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// mistake panics.
func mistake() { panic("out of temper") }

// TestPanic: a panic in a piece of work, on whatever goroutine, reaches the caller of Do once the
// others have returned, with the place of the mistake, and is an error of Try.
func TestPanic(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var running, done atomic.Int64
		mistaken := make(chan struct{})
		err := Try(func() error {
			return Do(context.Background(), workers, 1000, func(_, i int) {
				running.Add(1)
				defer running.Add(-1)
				if i == 5 {
					defer close(mistaken)
					mistake()
				}
				if i > 5 { // these wait for the panic, and then for it to be noticed
					<-mistaken
					time.Sleep(time.Millisecond)
				}
				done.Add(1)
			})
		})
		var p *Panic
		if !errors.As(err, &p) || err.Error() != "panic: out of temper" || !strings.Contains(string(p.Stack), "par.mistake") {
			t.Errorf("%d workers: error %v", workers, err)
		}
		if running.Load() != 0 || done.Load() < 5 || done.Load() == 999 {
			t.Errorf("%d workers: %d calls are running, %d have returned", workers, running.Load(), done.Load())
		}
	}
	nested := Try(func() error {
		return Do(context.Background(), 2, 2, func(_, i int) {
			_ = Do(context.Background(), 3, 3, func(_, k int) { mistake() })
		})
	})
	var p *Panic
	if !errors.As(nested, &p) || p.Cause != "out of temper" {
		t.Errorf("nested: %v", nested)
	}
}

// TestTry returns the error of what does not panic.
func TestTry(t *testing.T) {
	want := errors.New("no mood for it")
	if err := Try(func() error { return want }); err != want {
		t.Errorf("error %v", err)
	}
	if err := Try(func() error { return nil }); err != nil {
		t.Errorf("error %v", err)
	}
}

// TestDoCancelled starts no piece of work once the context is cancelled, and says so.
func TestDoCancelled(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(context.Background())
		var calls atomic.Int64
		err := Do(ctx, workers, 100, func(_, i int) {
			calls.Add(1)
			cancel()
		})
		if err != context.Canceled || calls.Load() > int64(workers) {
			t.Errorf("%d workers: %d calls, error %v", workers, calls.Load(), err)
		}
	}
}

// TestAll returns the error of the first piece that fails, whatever the number of workers.
func TestAll(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		for _, failing := range []int{0, 3} {
			var done atomic.Int64
			err := All(context.Background(), workers, 100, func(_, i int) error {
				done.Add(1)
				if i%10 < failing {
					return fmt.Errorf("piece %d", i)
				}
				return nil
			})
			if done.Load() != 100 || (err != nil) != (failing > 0) || err != nil && err.Error() != "piece 0" {
				t.Errorf("%d workers, %d pieces: %v", workers, done.Load(), err)
			}
		}
	}
}

// TestShared: pieces of pieces run on no more goroutines than share them, and on as many where only
// one piece is left; panics and cancelled contexts go up through both.
func TestShared(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		ctx := Shared(context.Background(), workers)
		var running, most, done atomic.Int64
		last := make([]atomic.Int64, 2) // pieces of each, running together
		err := Do(ctx, workers, 2, func(_, outer int) {
			_ = Do(ctx, workers, []int{3, 200}[outer], func(w, i int) {
				if w < 0 || w >= workers {
					t.Errorf("worker %d of %d", w, workers)
				}
				now := running.Add(1)
				for before := most.Load(); now > before && !most.CompareAndSwap(before, now); before = most.Load() {
				}
				last[outer].Store(max(last[outer].Load(), now))
				time.Sleep(100 * time.Microsecond)
				running.Add(-1)
				done.Add(1)
			})
		})
		if err != nil || done.Load() != 203 || most.Load() != int64(workers) || last[1].Load() != int64(workers) {
			t.Errorf("%d workers: %v, %d pieces done, at most %d running, %d of the longer", workers, err, done.Load(), most.Load(), last[1].Load())
		}
		err = Try(func() error {
			return Do(ctx, workers, 2, func(_, i int) { _ = Do(ctx, workers, 3, func(_, k int) { mistake() }) })
		})
		var p *Panic
		if !errors.As(err, &p) || p.Cause != "out of temper" {
			t.Errorf("%d workers: %v", workers, err)
		}
		idle := ctx.Value(sharedKey{}).(chan struct{})
		if len(idle) != workers-1 {
			t.Errorf("%d of %d workers are free after a panic", len(idle), workers-1)
		}
	}
}
