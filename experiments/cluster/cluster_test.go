package cluster

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"drfvi/experiments"
	"drfvi/experiments/cluster/journal"
	"drfvi/results"
)

// TestCampaign submits, works by hand and finishes: the bytes are those of one machine,
// and nothing is sent twice.
func TestCampaign(t *testing.T) {
	s := newSite(t)
	sub := s.submit(nil)
	// Six chunks, three in an array at most, and the last job.
	if sub.Units != 12 || len(sub.Jobs) != 3 || len(s.lines("sent")) != 3 {
		t.Fatalf("%d units in jobs %q", sub.Units, sub.Jobs)
	}
	var queue []string
	for _, a := range sub.Round.Arrays {
		for i := range a.Chunks {
			queue = append(queue, fmt.Sprintf("%s-%d PENDING", a.Name, i+1))
		}
	}
	s.queued(sub.Round, queue...)
	if v := s.expect("at first", map[State]int{Waiting: 12}); v.Jobs != 6 {
		t.Errorf("%d jobs wait, expected 6", v.Jobs)
	}
	if again := s.submit(nil); again.Busy != 12 || again.Units != 0 || len(s.lines("sent")) != 3 {
		t.Errorf("submitted again: %+v", again)
	}
	if err := s.work(sub.Round, "1", 2); err != nil {
		t.Fatal(err)
	}
	s.expect("after a chunk", map[State]int{Done: 2, Waiting: 10})
	// Workers may do chunks in any order, twice, and at the same time.
	errs := make(chan error)
	for range 2 {
		go func() {
			var all []error
			for _, a := range sub.Round.Arrays {
				for i := range a.Chunks {
					all = append(all, s.work(sub.Round, a.Name, i+1))
				}
			}
			errs <- errors.Join(all...)
		}()
	}
	if err := errors.Join(<-errs, <-errs); err != nil {
		t.Fatal(err)
	}
	s.queued(sub.Round)
	s.expect("in the end", map[State]int{Done: 12})
	if _, left, err := s.engine.Finish(context.Background(), s.out); err != nil || left.Units != 0 {
		t.Fatalf("finish sends %d units, %v", left.Units, err)
	}
	s.sameAsOne()
	if again := s.submit(nil); again.Done != 12 || again.Units != 0 || len(s.lines("sent")) != 3 {
		t.Errorf("submitted when all is done: %+v", again)
	}
}

// TestStates tells workers that live from those that do not, by their signs of life.
func TestStates(t *testing.T) {
	s := newSite(t)
	sub := s.submit(nil)
	r := sub.Round
	first := units(t, sub, 1, 1)[0].ID
	s.queued(r, "1-1 RUNNING", "1-2 RUNNING", "1-3 PENDING", "2-1 COMPLETING", "2-2 RUNNING")
	alive := s.attempt(r, "1", 1, 5*time.Second, first)
	s.attempt(r, "1", 2, 25*time.Second, units(t, sub, 1, 2)[0].ID)
	// Of 12 units: 1 in hand, 1 beside it; of dead workers, of such that have not begun,
	// and of a job that is ending, 6; 2 in the queue; 2 with no job any more.
	v := s.expect("mixed", map[State]int{Running: 1, Waiting: 3, Silent: 6, Open: 2})
	if v.Workers != 1 || v.Left <= 0 {
		t.Errorf("%d workers, %v left", v.Workers, v.Left)
	}
	for _, u := range v.Units {
		if (u.State == Running) != (u.ID == first) {
			t.Errorf("%s is %s", u.ID, u.State)
		}
		if u.State == Open && u.Class != journal.NotStarted {
			t.Errorf("%s is open for %q", u.ID, u.Class)
		}
	}
	// The worker dies: for two heartbeats nobody knows, then it is told.
	at := time.Now().Add(-21 * time.Second)
	if err := os.Chtimes(r.path("journal", alive.Name()), at, at); err != nil {
		t.Fatal(err)
	}
	s.queued(r)
	s.write("states", "JobId=9 ArrayJobId=1 ArrayTaskId=2 JobState=NODE_FAIL\n")
	v = s.expect("all dead", map[State]int{Open: 12})
	classes := make(map[journal.Class]int)
	for _, u := range v.Units {
		classes[u.Class]++
	}
	if classes[journal.Killed] != 1 || classes[journal.NodeFailure] != 1 || classes[journal.NotStarted] != 8 || classes[""] != 2 {
		t.Errorf("classes %v", classes)
	}
	next := s.submit(nil)
	if next.Units != 12 || !slices.Equal(next.Round.Exclude, []string{"n1"}) || next.Round.Number != 2 {
		t.Errorf("sent again: %d units, without the nodes %q, in round %d", next.Units, next.Round.Exclude, next.Round.Number)
	}
	// A controller that does not answer: what was sent is not known, and nothing is sent.
	s.write("silent", "")
	v = s.expect("silence", map[State]int{Unknown: 12})
	if v.Doubt == nil {
		t.Error("no doubt is told")
	}
	if _, err := s.engine.Submit(context.Background(), s.request); err == nil || !strings.Contains(err.Error(), "has not answered") {
		t.Errorf("submitted in silence: %v", err)
	}
}

// TestBudgets kills workers on the same unit until nobody tries it again, but for the
// user.
func TestBudgets(t *testing.T) {
	s := newSite(t)
	var victim results.Unit
	tried := 0
	for round := range 20 {
		sub, units := s.last(t)
		if units == 0 {
			break
		}
		if round == 0 {
			victim = sub.Round.Arrays[0].Work[0].Units[0]
		}
		for _, a := range sub.Round.Arrays {
			for j, c := range a.Work {
				if slices.Contains(c.Units, victim) {
					s.attempt(sub.Round, a.Name, j+1, time.Hour, victim.ID)
					tried++
				} else if err := s.work(sub.Round, a.Name, j+1); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if want := journal.Killed.Budget(); tried != want {
		t.Errorf("tried %d times, expected %d", tried, want)
	}
	// Its neighbour in the chunk was never to blame.
	v := s.look()
	for _, u := range v.Units {
		if u.ID == victim.ID && (u.State != Failed || u.Class != journal.Killed) {
			t.Errorf("%s is %s by class %q", u.ID, u.State, u.Class)
		} else if u.ID != victim.ID && u.State == Failed {
			t.Errorf("%s is failed by class %q", u.ID, u.Class)
		}
	}
	sub := s.submit(func(q *Request) { q.Options.RetryFailed = true })
	if sub.Units == 0 {
		t.Fatal("--retry-failed sends nothing")
	}
	for i, a := range sub.Round.Arrays {
		for j := range a.Chunks {
			if err := s.work(sub.Round, a.Name, j+1); err != nil {
				t.Fatalf("chunk %d-%d: %v", i+1, j+1, err)
			}
		}
	}
	if _, _, err := s.engine.Finish(context.Background(), s.out); err != nil {
		t.Fatal(err)
	}
	s.sameAsOne()
}

// last submits as the last job of a round does.
func (s site) last(t *testing.T) (Submission, int) {
	t.Helper()
	sub := s.submit(func(q *Request) { q.automatic = true })
	return sub, sub.Units
}

// TestMoreOfWhatWasMissing sends again with more memory and more time.
func TestMoreOfWhatWasMissing(t *testing.T) {
	s := newSite(t)
	s.request.Settings.Chunk = time.Hour
	sub := s.submit(nil)
	of := units(t, sub, 1, 1)
	before := sub.Round.Arrays[0]
	w := s.attempt(sub.Round, "1", 1, time.Hour, of[0].ID)
	log := fmt.Sprintf("drfvi: %s%s\nslurmstepd: error: Job 1 exceeded memory limit (9 > 8), being killed\n", journal.Mark, w.Name())
	if err := os.WriteFile(sub.Round.path("log", "1-1.log"), []byte(log), 0o666); err != nil {
		t.Fatal(err)
	}
	sub = s.submit(nil)
	if len(sub.Round.Arrays) != 2 || sub.Round.Arrays[0].Memory <= before.Memory || sub.Round.Arrays[1].Memory != before.Memory ||
		!slices.Equal(units(t, sub, 1, 1), of[:1]) || len(units(t, sub, 2, 1)) != 11 {
		t.Errorf("after a lack of memory: %+v, before %+v", sub.Round.Arrays, before)
	}
	w = s.attempt(sub.Round, "1", 1, 0, of[0].ID)
	if err := w.End(journal.TimeOut, errors.New("late")); err != nil {
		t.Fatal(err)
	}
	was := sub.Round.Arrays[0].Work[0].Seconds
	sub = s.submit(nil)
	if got := sub.Round.Arrays[0].Work[0]; len(got.Units) != 1 || got.Units[0] != of[0] || got.Seconds != 2*was {
		t.Errorf("after a time-out: %+v, expected twice %v s", got, was)
	}
}

// TestWorker ends workers in every way; what they leave is done by others.
func TestWorker(t *testing.T) {
	s := newSite(t)
	s.request.Settings.Chunk = time.Hour
	r := s.submit(nil).Round
	file := r.ChunkFile(r.Arrays[0])
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if err := Work(stopped, nil, file, 1, func(string) {}); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "units are left to others") {
		t.Errorf("terminated: %v", err)
	}
	drain := make(chan os.Signal, 1)
	drain <- syscall.SIGTERM // whatever: that something comes is what counts
	err := Work(context.Background(), drain, file, 1, func(string) {})
	if err == nil || !strings.Contains(err.Error(), "the time of the job is nearly over") {
		t.Errorf("drained: %v", err)
	}
	v := s.look()
	if done := v.Count(Done); done == 0 || done == 12 {
		t.Errorf("%d units are done, expected those that were in hand when it was told", done)
	}
	// A folder that takes nothing, as long as it does not.
	left := v.Units[slices.IndexFunc(v.Units, func(u Unit) bool { return u.State != Done })].ID
	inTheWay := filepath.Join(s.out, "pending", strings.Replace(strings.Replace(left, "/", string(filepath.Separator), 1), "/", "_", 1)+".timing.json")
	if err := os.MkdirAll(filepath.Join(inTheWay, "full"), 0o777); err != nil {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(300 * time.Millisecond)
		_ = os.RemoveAll(inTheWay)
	}()
	var said []string
	if err := Work(context.Background(), nil, file, 1, func(line string) { said = append(said, line) }); err != nil {
		t.Fatal(err)
	}
	if len(said) != 1 || !strings.HasPrefix(said[0], journal.Mark) {
		t.Errorf("said %q", said)
	}
	s.expect("in the end", map[State]int{Done: 12})
	traces, err := TraceOf(s.out, v.Units[0].ID)
	if err != nil || len(traces) != 3 || traces[0].Attempt.Class != journal.Terminated || traces[1].Attempt.Class != journal.TimeOut || traces[2].Attempt.Class != "" {
		t.Errorf("attempts: %+v, %v", traces, err)
	}
	if _, err := TraceOf(s.out, "small/none/r000"); err == nil || !strings.Contains(err.Error(), `no unit "small/none/r000" was submitted`) {
		t.Errorf("attempts at nothing: %v", err)
	}
}

// TestWorkerRefuses changes what a worker was given.
func TestWorkerRefuses(t *testing.T) {
	s := newSite(t)
	r := s.submit(nil).Round
	file := r.ChunkFile(r.Arrays[0])
	for _, c := range []struct {
		name, file string
		index      int
		fault      string
	}{
		{"an index of none", file, 99, "has the chunks 1 to 3, found 99"},
		{"another file", r.path("round.json"), 1, "is no file of chunks"},
		{"no file", r.path("9.chunks"), 1, "9.chunks is lost; drfvi submit sends its units again"},
	} {
		if err := Work(context.Background(), nil, c.file, c.index, func(string) {}); err == nil || !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v, expected %q", c.name, err, c.fault)
		}
	}
	s.write("small.yaml", strings.Replace(small, "seed: 7", "seed: 8", 1))
	if err := s.work(r, "1", 1); err == nil || !strings.Contains(err.Error(), "is not what it was when it was planned") {
		t.Errorf("with another specification: %v", err)
	}
	s.write("small.yaml", small)
	v := s.look()
	if v.Count(Failed) != 2 {
		t.Errorf("%d units are failed, expected those of the chunk", v.Count(Failed))
	}
	r.Version = "0.0"
	r.Number = 7
	if err := r.write(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(r.path("1.chunks"), []byte("{}\nno\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := s.work(r, "1", 1); err == nil || !strings.Contains(err.Error(), "1.chunks:2: not a chunk") {
		t.Errorf("with a file that is damaged: %v", err)
	}
	if err := os.WriteFile(r.path("1.chunks"), []byte("{}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := s.work(r, "1", 1); err == nil || !strings.Contains(err.Error(), "was submitted by drfvi 0.0; submit again") {
		t.Errorf("with another version: %v", err)
	}
	if err := r.write(); err == nil || !strings.Contains(err.Error(), "by another submission") {
		t.Errorf("two submissions at once: %v", err)
	}
}

// TestInterruptedSubmission stops sending in the middle.
func TestInterruptedSubmission(t *testing.T) {
	s := newSite(t)
	s.write("refuse", "sbatch: error: QOSMaxSubmitJobPerUserLimit")
	if _, err := s.engine.Submit(context.Background(), s.request); err == nil || !strings.Contains(err.Error(), "QOSMaxSubmitJobPerUserLimit") {
		t.Fatalf("refused: %v", err)
	}
	s.expect("nothing sent", map[State]int{Open: 12})
	if err := os.Remove(filepath.Join(s.dir, "refuse")); err != nil {
		t.Fatal(err)
	}
	// The first array was taken by Slurm, but nobody wrote that down.
	rounds, err := Rounds(s.out)
	if err != nil || len(rounds) != 1 {
		t.Fatalf("%d rounds, %v", len(rounds), err)
	}
	r := rounds[0]
	s.queued(r, "1-1 PENDING", "1-2 PENDING", "1-3 PENDING", "2-1 PENDING", "2-2 PENDING", "2-3 PENDING")
	sub := s.submit(nil)
	if sub.Units != 0 || sub.Busy != 12 || len(s.lines("sent")) != 1 {
		t.Errorf("%d units sent, %d busy; sbatch was called %d times, expected once for the last job", sub.Units, sub.Busy, len(s.lines("sent")))
	}
}

func TestCancel(t *testing.T) {
	s := newSite(t)
	if _, err := s.engine.Cancel(context.Background(), s.out); !errors.Is(err, ErrNoRounds) {
		t.Errorf("cancelled nothing: %v", err)
	}
	r := s.submit(nil).Round
	s.queued(r, "1-1 PENDING", "1-2 PENDING", "1-3 RUNNING")
	n, err := s.engine.Cancel(context.Background(), s.out)
	if err != nil || n != 1 || len(s.lines("scancelled")) != 1 {
		t.Errorf("%d jobs, %v, scancel %q", n, err, s.lines("scancelled"))
	}
	v := s.expect("cancelled", map[State]int{Open: 12})
	if v.Units[0].Class != journal.Cancelled {
		t.Errorf("class %q", v.Units[0].Class)
	}
	if sub, units := s.last(t); units != 0 || sub.Withheld != 12 {
		t.Errorf("the last job sends %d units that were cancelled", units)
	}
	if sub := s.submit(nil); sub.Units != 12 {
		t.Errorf("the user sends %d units", sub.Units)
	}
}

// TestNoSend leaves the jobs to another scheduler: no command of Slurm is called.
func TestNoSend(t *testing.T) {
	s := newSite(t)
	t.Setenv("PATH", t.TempDir())
	// Two units of a chunk at once.
	sub := s.submit(func(q *Request) { q.Settings.NoSend, q.Settings.Cores, q.Settings.Chunk = true, 2, q.Settings.Chunk/2 })
	if len(sub.Round.Arrays) != 1 || sub.Round.Arrays[0].Chunks != 6 {
		t.Fatalf("%+v", sub.Round.Arrays)
	}
	s.expect("at first", map[State]int{Open: 12})
	for i := range 6 {
		if err := s.work(sub.Round, "1", i+1); err != nil {
			t.Fatal(err)
		}
	}
	v, left, err := s.engine.Finish(context.Background(), s.out)
	if err != nil || left.Units != 0 || v.Count(Done) != 12 || v.Doubt != nil {
		t.Errorf("%d done, %d sent, %v, %v", v.Count(Done), left.Units, err, v.Doubt)
	}
	s.sameAsOne()
}

func TestDry(t *testing.T) {
	s := newSite(t)
	sub := s.submit(func(q *Request) { q.Dry = true })
	if _, err := os.Stat(s.out); !errors.Is(err, os.ErrNotExist) || len(s.lines("sent")) != 0 || sub.Units != 12 {
		t.Errorf("a dry run of %d units leaves something: %v", sub.Units, err)
	}
}

func TestScript(t *testing.T) {
	r := Round{
		Number: 3, Out: `/data/my "100 %" runs`, Exclude: []string{"n1", "n9"},
		Settings: Settings{Cores: 4, MaxJobs: 50, Partition: "long", Account: "me", QOS: "low", Sbatch: []string{"licenses=a b", "exclusive", "time=5"}, Program: "/opt/it's/drfvi"},
	}
	got := r.Script(Array{Name: "2", Chunks: 70, Memory: 1 << 30, Time: 61*time.Second + 30*time.Minute})
	want := `#!/bin/sh
#SBATCH --job-name=` + r.jobName("2") + `
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --open-mode=append
#SBATCH --array=1-70%50
#SBATCH --time=32
#SBATCH --mem=1024M
#SBATCH --cpus-per-task=4
#SBATCH --output="/data/my \"100 %%\" runs/cluster/003/log/2-%a.log"
#SBATCH --requeue
#SBATCH --signal=B:USR1@90
#SBATCH --exclude=n1,n9
#SBATCH --partition=long
#SBATCH --account=me
#SBATCH --qos=low
#SBATCH --licenses="a b"
#SBATCH --exclusive
#SBATCH --time=5
export GOMAXPROCS=4
exec '/opt/it'\''s/drfvi' work --chunk '/data/my "100 %" runs/cluster/003/2.chunks'
`
	if got != want {
		t.Errorf("the script is\n%s\nexpected\n%s", got, want)
	}
	if last := r.LastScript([]string{"5", "6"}); !strings.Contains(last, "--dependency=afterany:5:6\n") || !strings.HasSuffix(last, " work --finish '/data/my \"100 %\" runs'\n") {
		t.Errorf("the last script is\n%s", last)
	}
	if other := (Round{Number: 3, Out: "/other"}); r.jobName("1") == other.jobName("1") || r.jobName("1") == r.jobName("2") {
		t.Error("names of jobs are not unique")
	}
}

// TestPack packs random units: each is in one chunk, of its class of memory, and chunks
// are about as long as asked for.
func TestPack(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for trial := range 50 {
		var units []experiments.PlannedUnit
		var all, longest time.Duration
		for i := range 1 + random.IntN(400) {
			u := experiments.PlannedUnit{Unit: results.Unit{ID: fmt.Sprint(i)}, Time: time.Duration(random.ExpFloat64() * float64(time.Minute)), Bytes: random.Int64N(3 << 30)}
			units = append(units, u)
			all += u.Time
			longest = max(longest, u.Time)
		}
		s := Settings{Chunk: 20 * time.Minute, Cores: 1 + trial%3}
		arrays := pack(units, s, 5)
		seen := make(map[string]bool)
		for i, a := range arrays {
			if a.Chunks != len(a.Work) || a.Chunks > 5 || a.Name != fmt.Sprint(i+1) {
				t.Fatalf("array %+v of %d chunks", a, len(a.Work))
			}
			for _, c := range a.Work {
				length := time.Duration(c.Seconds*float64(time.Second)) / time.Duration(s.Cores)
				if length > s.Chunk+longest || 2*length > a.Time {
					t.Errorf("a chunk of %v, asked for %v, with a limit of %v", length, s.Chunk, a.Time)
				}
				before := time.Duration(1 << 62)
				for _, id := range c.Units {
					var at int
					fmt.Sscan(id.ID, &at)
					u := units[at]
					if seen[id.ID] || memoryOf(u, s.Cores) != a.Memory || a.Memory < 3*u.Bytes*int64(s.Cores)/2 || u.Time > before {
						t.Fatalf("unit %+v twice, out of order, or with the memory %d", u, a.Memory)
					}
					seen[id.ID], before = true, u.Time
				}
			}
		}
		if len(seen) != len(units) {
			t.Fatalf("%d of %d units are packed", len(seen), len(units))
		}
	}
}

func TestIndexFromEnvironment(t *testing.T) {
	for _, c := range []struct {
		set   string
		index int
		fault string
	}{
		{"SLURM_ARRAY_TASK_ID=7", 7, ""}, {"SGE_TASK_ID=3", 3, ""}, {"PBS_ARRAY_INDEX=4", 4, ""}, {"LSB_JOBINDEX=5", 5, ""},
		{"JOB_COMPLETION_INDEX=0", 1, ""}, {"SGE_TASK_ID=undefined,PBS_ARRAY_INDEX=2", 2, ""}, {"LSB_JOBINDEX=0,JOB_COMPLETION_INDEX=8", 9, ""},
		{"", 0, "no chunk is named"}, {"SGE_TASK_ID=undefined", 0, "no chunk is named"},
		{"SLURM_ARRAY_TASK_ID=x", 0, `SLURM_ARRAY_TASK_ID is "x", expected the number of a chunk`}, {"PBS_ARRAY_INDEX=0", 0, `PBS_ARRAY_INDEX is "0"`},
	} {
		index, _, err := IndexFromEnvironment(func(name string) string {
			for pair := range strings.SplitSeq(c.set, ",") {
				if value, ok := strings.CutPrefix(pair, name+"="); ok {
					return value
				}
			}
			return ""
		})
		if index != c.index || (err == nil) != (c.fault == "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %d, %v; expected %d, %q", c.set, index, err, c.index, c.fault)
		}
	}
}
