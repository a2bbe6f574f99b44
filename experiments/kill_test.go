package experiments

import (
	"math/rand/v2"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"
	"time"
)

// slow is a specification that takes a while: 40 units of some milliseconds.
var slow = strings.NewReplacer(
	"[fake, fake-preset, fake-plain]", "[fake-slow]", "repetitions: 2", "repetitions: 4", "name: tiny", "name: slow",
).Replace(minimal)

// TestKill kills a run at random moments, as kill -9 or a power cut would,
// until one comes through.
func TestKill(t *testing.T) {
	experiment, err := Parse("slow.yaml", []byte(slow))
	if err != nil {
		t.Fatal(err)
	}
	whole := t.TempDir()
	run1(t, whole, 3, experiment)
	want := recordFiles(t, whole)

	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir, random, kills := t.TempDir(), rand.New(rand.NewPCG(7, 8)), 0
	for patience := 20 * time.Millisecond; ; patience += 2 * time.Millisecond {
		run := exec.Command(program)
		run.Env = append(os.Environ(), runVariable+"="+dir)
		var stderr strings.Builder
		run.Stderr = &stderr
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		wait := patience + time.Duration(random.Int64N(int64(20*time.Millisecond)))
		timer := time.AfterFunc(wait, func() { _ = run.Process.Kill() })
		err := run.Wait()
		timer.Stop()
		if err == nil {
			break
		}
		if run.ProcessState.Exited() {
			t.Fatalf("the run ended by itself: %v\n%s", err, stderr.String())
		}
		kills++
		if kills > 500 {
			t.Fatal("no run came through")
		}
	}
	if kills < 3 {
		t.Errorf("killed only %d times", kills)
	}
	if got := recordFiles(t, dir); !reflect.DeepEqual(got, want) {
		t.Errorf("other bytes after %d kills", kills)
	}
	t.Logf("killed %d times", kills)
}
