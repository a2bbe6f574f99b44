package cluster

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"drfvi/experiments"
	"drfvi/experiments/cluster/journal"
	"drfvi/internal/par"
	"drfvi/results"
)

// Limits on the end of a worker's time, and on waiting for a disk that refuses writes.
const (
	handBack     = notice - 30*time.Second // for the units in progress, after the signal
	diskPatience = 5 * time.Minute
)

// Work computes the chunk with the given index in a file of chunks written by Submit. On a value
// from drain, it finishes units in progress if they end soon and leaves the rest to others; when
// ctx is cancelled it drops units in progress. The error, also in the journal, describes the
// units left undone.
func Work(ctx context.Context, drain <-chan os.Signal, file string, index int, say func(string)) error {
	file, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	number, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
	array, isChunks := strings.CutSuffix(filepath.Base(file), ".chunks")
	if err != nil || !isChunks {
		return fmt.Errorf("%s is no file of chunks as drfvi submit writes them, expected a name such as cluster/001/1.chunks", file)
	}
	chunks, err := readChunks(file)
	if err != nil {
		return err
	}
	if index < 1 || index > len(chunks) {
		return fmt.Errorf("%s has the chunks 1 to %d, found %d", file, len(chunks), index)
	}
	r, err := readRound(filepath.Dir(filepath.Dir(filepath.Dir(file))), number)
	if err != nil {
		return err
	}
	host, job := os.Getenv("SLURMD_NODENAME"), os.Getenv("SLURM_JOB_ID")
	if host == "" {
		if host, err = os.Hostname(); err != nil {
			host = "unknown"
		}
	}
	j, err := journal.New(r.path("journal"), chunkName(array, index), host, job)
	if err != nil {
		return err
	}
	say(journal.Mark + j.Name())
	w := worker{journal: j, round: r, drain: drain}
	class, err := w.compute(ctx, chunks[index-1])
	if err == nil && len(w.failed) > 0 {
		err = fmt.Errorf("%d units failed:\n%w", len(w.failed), errors.Join(w.failed...))
	}
	return errors.Join(err, j.End(class, err))
}

// worker works through a chunk.
type worker struct {
	journal *journal.Writer
	round   Round
	drain   <-chan os.Signal
	engine  *experiments.Worker
	failed  []error // of units
}

// outcome is the outcome of a unit.
type outcome struct {
	unit    results.Unit
	seconds float64
	err     error
}

// compute computes the missing units of a chunk. The class and the error give the reason if some
// are left.
func (w *worker) compute(ctx context.Context, c Chunk) (journal.Class, error) {
	stop := w.beat()
	defer stop()
	if now := program(); now != w.round.Version {
		return journal.ProgramError, fmt.Errorf("%s is drfvi %s, but the round was submitted by drfvi %s; submit again", w.round.Settings.Program, now, w.round.Version)
	}
	todo, err := w.missing(c)
	if disk := new(fs.PathError); errors.As(err, &disk) {
		return journal.Storage, err
	} else if err != nil {
		return journal.ProgramError, err
	}
	inner, drop := context.WithCancel(ctx)
	defer drop()
	outcomes := make(chan outcome)
	running, left := 0, 0
	var class journal.Class
	var cause error
	end := func(why journal.Class, err error) {
		if class == "" {
			class, cause = why, err
		}
	}
	drain, cancelled, late := w.drain, ctx.Done(), (<-chan time.Time)(nil)
	for {
		for running < w.round.Settings.Cores && len(todo) > 0 && class == "" {
			u := todo[0]
			todo = todo[1:]
			running++
			w.journal.Begin(u.ID)
			go func() { outcomes <- w.unit(inner, u) }()
		}
		if running == 0 {
			break
		}
		select {
		case o := <-outcomes:
			running--
			var disk experiments.StoreError
			switch {
			case o.err == nil:
				w.journal.Done(o.unit.ID, o.seconds)
			case errors.As(o.err, &disk):
				left++
				end(journal.Storage, o.err)
			case inner.Err() != nil:
				left++
			default:
				w.failed = append(w.failed, fmt.Errorf("%s: %w", o.unit.ID, o.err))
				w.journal.Failed(o.unit.ID, o.err)
			}
		case <-drain:
			drain, late = nil, time.After(handBack)
			end(journal.TimeOut, errors.New("the time of the job is nearly over"))
		case <-late:
			drop()
		case <-cancelled:
			cancelled = nil
			end(journal.Terminated, context.Cause(ctx))
		}
	}
	if class == "" {
		return "", nil
	}
	return class, fmt.Errorf("%d units are left to others: %w", left+len(todo), cause)
}

// missing returns the units of a chunk without a record.
func (w *worker) missing(c Chunk) ([]results.Unit, error) {
	specs, err := w.round.specs()
	if err != nil {
		return nil, err
	}
	if w.engine, err = experiments.NewWorker(specs, w.round.options()); err != nil {
		return nil, err
	}
	return w.engine.Missing(c.Units)
}

// unit computes a unit. It retries a store that refuses writes with growing waits.
func (w *worker) unit(ctx context.Context, u results.Unit) outcome {
	begin, wait := time.Now(), time.Second
	for {
		err := w.engine.Compute(ctx, u, 1)
		var disk experiments.StoreError
		if !errors.As(err, &disk) || time.Since(begin)+wait > diskPatience {
			return outcome{u, time.Since(begin).Seconds(), err}
		}
		w.journal.Stuck(u.ID, err)
		select {
		case <-ctx.Done():
			return outcome{u, time.Since(begin).Seconds(), ctx.Err()}
		case <-time.After(wait):
		}
		wait = min(2*wait, time.Minute)
	}
}

// beat writes heartbeats until stop is called.
func (w *worker) beat() (stop func()) {
	ended := make(chan struct{})
	var beating sync.WaitGroup
	beating.Go(func() {
		tick := time.NewTicker(w.round.Settings.Heartbeat)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = par.Try(func() error { w.journal.Beat(); return nil }) // the next one may come through
			case <-ended:
				return
			}
		}
	})
	return func() { close(ended); beating.Wait() }
}
