package journal

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// written writes a journal of a worker that has done a unit, failed at one and has two
// in hand.
func written(t *testing.T, folder string) *Writer {
	t.Helper()
	w, err := New(folder, "1-7", "n/1", "55")
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []string{"a", "b", "c", "d"} {
		w.Begin(unit)
	}
	w.Done("b", 1.5)
	w.Failed("a", errors.New("no"))
	w.Stuck("c", errors.New("no space left"))
	w.Beat()
	return w
}

func read(t *testing.T, folder string) Attempt {
	t.Helper()
	all, err := Read(folder, 10*time.Second)
	if err != nil || len(all) != 1 {
		t.Fatalf("%d journals, %v; expected one", len(all), err)
	}
	return all[0]
}

func TestJournal(t *testing.T) {
	folder := t.TempDir()
	w := written(t, folder)
	a := read(t, folder)
	if a.Chunk != "1-7" || a.Host != "n/1" || a.Job != "55" || a.Name != w.Name() || time.Since(a.Begun) > time.Minute {
		t.Errorf("begun: %+v", a)
	}
	if !slices.Equal(a.InHand, []string{"c", "d"}) || !maps.Equal(a.Done, map[string]float64{"b": 1.5}) || !maps.Equal(a.Failed, map[string]string{"a": "no"}) {
		t.Errorf("in hand %q, done %v, failed %v", a.InHand, a.Done, a.Failed)
	}
	if a.Ended || !a.Alive() {
		t.Error("a worker that lives is not alive")
	}
	if err := w.End(TimeOut, errors.New("late")); err != nil {
		t.Fatal(err)
	}
	if a := read(t, folder); !a.Ended || a.Alive() || a.Class != TimeOut || a.Error != "late" {
		t.Errorf("ended: %+v", a)
	}
}

// TestAlive lets a worker be silent, by the clock of the file system.
func TestAlive(t *testing.T) {
	folder := t.TempDir()
	w := written(t, folder)
	for age, alive := range map[time.Duration]bool{0: true, 15 * time.Second: true, 25 * time.Second: false, time.Hour: false, -time.Hour: true} {
		at := time.Now().Add(-age)
		if err := os.Chtimes(filepath.Join(folder, w.Name()), at, at); err != nil {
			t.Fatal(err)
		}
		if a := read(t, folder); a.Alive() != alive {
			t.Errorf("silent for %v: alive is %v", a.Silent, a.Alive())
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Errorf("reading leaves %d files, %v", len(entries), err)
	}
}

// TestCut cuts a journal after every byte: what was written before is still read.
func TestCut(t *testing.T) {
	folder := t.TempDir()
	w := written(t, folder)
	path := filepath.Join(folder, w.Name())
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := slices.Collect(strings.Lines(string(whole)))
	for cut := range len(whole) {
		a := parse(whole[:cut])
		complete := strings.Count(string(whole[:cut]), "\n")
		var known int
		for _, line := range lines[:complete] {
			if strings.Contains(line, `"begin"`) {
				known++
			}
		}
		found := len(a.InHand) + len(a.Done) + len(a.Failed)
		// The last line may be whole but for its end.
		if found != known && found != known+1 {
			t.Fatalf("cut after %d bytes: %d units, expected %d", cut, found, known)
		}
	}
	// A disk that was full in the middle of a line.
	w.torn = true
	if _, err := w.file.WriteString(`{"event":"do`); err != nil {
		t.Fatal(err)
	}
	w.Done("c", 1)
	if a := read(t, folder); len(a.Done) != 2 {
		t.Errorf("after a line that was cut: %v", a.Done)
	}
}

func TestClassify(t *testing.T) {
	silent, told, ended := Attempt{}, Attempt{Ended: true, Class: Terminated}, Attempt{Ended: true, Class: Storage}
	for _, c := range []struct {
		a          Attempt
		state, log string
		want       Class
	}{
		{silent, "", "", Killed},
		{silent, "FAILED", "", Killed},
		{silent, "FAILED", "slurmstepd-n1: error: Job 12 exceeded memory limit (300 > 256), being killed", OutOfMemory},
		{silent, "OUT_OF_MEMORY", "", OutOfMemory},
		{silent, "", "slurmstepd: error: Detected 1 oom_kill event in StepId=7.batch", OutOfMemory},
		{silent, "TIMEOUT", "", TimeOut},
		{told, "", "slurmstepd-n2: error: *** JOB 3 ON n2 CANCELLED AT 2026-11-22T01:05:41 DUE TO TIME LIMIT ***", TimeOut},
		{told, "", "slurmstepd-n2: error: *** JOB 3 ON n2 CANCELLED AT 2026-11-22T01:05:41 DUE TO PREEMPTION ***", Preempted},
		{silent, "", "*** JOB 3 ON n2 CANCELLED AT 2026-11-22T01:05:41 DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS ***", NodeFailure},
		{silent, "NODE_FAIL", "", NodeFailure},
		{told, "", "*** JOB 3 ON n2 CANCELLED AT 2026-11-22T01:05:41 ***", Cancelled},
		{told, "CANCELLED", "", Cancelled},
		{silent, "CANCELLED", "Job 12 exceeded memory limit", OutOfMemory},
		{told, "", "", Terminated},
		{told, "", "*** JOB 3 ON n2 CANCELLED AT 2026-11-22T01:05:41 DUE to JOB REQUEUE ***", Terminated},
		{ended, "TIMEOUT", "DUE TO TIME LIMIT", Storage},
	} {
		if got := Classify(c.a, c.state, []byte(c.log)); got != c.want {
			t.Errorf("ended %q, Slurm says %q and %q: %q, expected %q", c.a.Class, c.state, c.log, got, c.want)
		}
	}
	if ProgramError.Budget() != 1 || Killed.Budget() < 2 || Preempted.Budget() < Killed.Budget() {
		t.Error("budgets of classes")
	}
}

func TestLogOf(t *testing.T) {
	path := filepath.Join(t.TempDir(), "1-1.log")
	text := "drfvi: " + Mark + "one\nfirst\ndrfvi: " + Mark + "two\nsecond\n"
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"one": "first\ndrfvi: ", "two": "second\n", "three": "", "tw": ""} {
		if got := string((Attempt{Name: name}).LogOf(path)); got != want {
			t.Errorf("the log of %s is %q, expected %q", name, got, want)
		}
	}
	if got := (Attempt{Name: "one"}).LogOf(path + "x"); got != nil {
		t.Errorf("without a log: %q", got)
	}
}
