package external

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"gonum.org/v1/gonum/mat"
)

// scratches is the folder that all scratch folders of the tests are in.
var scratches string

func TestMain(m *testing.M) {
	var err error
	if scratches, err = os.MkdirTemp("", "drfvi-test-"); err != nil {
		panic(err)
	}
	os.Setenv("TMPDIR", scratches)
	code := m.Run()
	os.RemoveAll(scratches)
	os.Exit(code)
}

// shell returns a method that runs lines of sh.
func shell(t *testing.T, lines, timeout string) Method {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "method.sh"), []byte(lines), 0o666); err != nil {
		t.Fatal(err)
	}
	m := New(folder, "hostile", "1")
	limit, err := time.ParseDuration(timeout)
	if err = errors.Join(err, m.Add("sh"), m.Add("method.sh")); err != nil {
		t.Fatal(err)
	}
	m.Timeout, m.Memory = limit.Seconds(), 100
	return m
}

// small is a table of two inputs and a response.
var small = Table{
	X: mat.NewDense(3, 2, []float64{1, 2, 3, 4, 0.1, 1e-300}), Y: mat.NewDense(3, 1, []float64{5, 6, 1. / 3}),
	Inputs: []string{"a", "b c"}, Targets: []string{"y"},
}

// good is an answer about the small table.
const good = `{"protocol":1,"importances":[{"name":"b c","value":2},{"name":"a","value":1}]}`

// hostile are programs that do not do as they should, with what is said of them.
var hostile = map[string]struct{ lines, reason string }{
	"prints nothing":             {"exit 0", "printed nothing, expected one JSON object on standard output"},
	"prints gigabytes":           {"yes", "printed more than 16 MiB on standard output, expected one JSON object"},
	"complains gigabytes":        {"yes complaint >&2", "was not done after 1s: complaint"},
	"forks and sleeps":           {"sleep 1000 & sleep 1000 & (sleep 1000 & sleep 1000) & sleep 1000", "was not done after 1s"},
	"forks and leaves":           {"sleep 1000 & exit 3", "ended with exit code 3"},
	"ignores SIGTERM":            {"trap '' TERM; while :; do sleep 1; done", "was not done after 1s"},
	"takes SIGTERM":              {"trap 'echo giving up >&2; exit 0' TERM; sleep 1000 & wait", "was not done after 1s: giving up"},
	"answers NaN":                {`echo '{"protocol":1,"importances":[{"name":"a","value":NaN}]}'`, `the answer: line 1: invalid character 'N' looking for beginning of value, expected JSON: one object and nothing else on standard output; NaN, NA and infinities are no numbers there`},
	"wrong names":                {`echo '{"protocol":1,"importances":[{"name":"A","value":1},{"name":"b c","value":1}]}'`, `unknown input "A", did you mean "a"? (one of: a, b c)`},
	"another protocol":           {`echo '{"protocol":2,"importances":[]}'`, "the answer is of protocol 2, expected 1"},
	"dies by a signal":           {"echo last words >&2; kill -SEGV $$", "ended by signal 11 (segmentation fault): last words"},
	"is not there":               {"exec ./nothing", "ended with exit code 127: "},
	"needs much memory":          {"tail /dev/zero", "ended with exit code 1: tail: memory exhausted"},
	"locks its folder":           {"mkdir -p x/y; chmod 000 x; exit 5", "ended with exit code 5"},
	"writes without end":         {"cat /dev/zero", "printed more than 16 MiB"},
	"answers and keeps its pipe": {"echo '" + good + "'; exec sleep 1000", "was not done after 1s"},
}

// TestHostile runs programs that misbehave: each ends in a failure that says why,
// by its deadline and a grace, without processes or files left, and without
// the memory of the test growing.
func TestHostile(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	t.Run("all", func(t *testing.T) {
		for name, c := range hostile {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				timeout := "60s"
				if strings.HasPrefix(c.reason, "was not done after 1s") {
					timeout = "1s"
				}
				m, begin := shell(t, c.lines, timeout), time.Now()
				_, trace, err := m.Run(context.Background(), small, 1)
				took := time.Since(begin)
				var failure *Failure
				if !errors.As(err, &failure) || !strings.HasPrefix(err.Error(), c.reason) {
					t.Errorf("error %q, expected %q", err, c.reason)
				}
				if limit := m.timeout() + grace + 4*time.Second; took > limit { // 4 s for a machine that does other things
					t.Errorf("took %v, expected at most %v", took, limit)
				}
				if len(trace.Stderr) > mostStderr {
					t.Errorf("%d bytes of standard error are kept", len(trace.Stderr))
				}
			})
		}
	})
	runtime.ReadMemStats(&after)
	if grown := int64(after.Sys) - int64(before.Sys); grown > 500<<20 {
		t.Errorf("the test takes %d MB more", grown>>20)
	}
	clean(t)
}

// clean checks that nothing of programs is left.
func clean(t *testing.T) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(scratches, "drfvi-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("scratch folders are left: %v %v", left, err)
	}
	processes, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, name := range processes {
		text, _ := os.ReadFile(name)
		if strings.Contains(string(text), "TMPDIR="+scratches+"/drfvi-") {
			command, _ := os.ReadFile(filepath.Join(filepath.Dir(name), "cmdline"))
			t.Errorf("%s is left: %q", filepath.Dir(name), command)
		}
	}
}

// A run that is stopped ends its programs soon.
func TestCancelled(t *testing.T) {
	m := shell(t, "trap '' TERM; sleep 1000 & while :; do sleep 1; done", "1000s")
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	begin := time.Now()
	_, _, err := m.Run(ctx, small, 1)
	var failure *Failure
	if !errors.Is(err, context.DeadlineExceeded) || errors.As(err, &failure) {
		t.Errorf("error %v", err)
	}
	if took := time.Since(begin); took > grace+4*time.Second {
		t.Errorf("took %v", took)
	}
	clean(t)
	if _, _, err := m.Run(ctx, small, 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v of a run that was stopped before", err)
	}
}
