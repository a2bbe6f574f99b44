//go:build unix

package slurm

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// hostile is a folder whose name means something to shells and to Slurm.
const hostile = `it's: 100% "odd"; $(touch here)`

// made returns a job whose program is a script that prints its arguments, one in a line.
func made(t *testing.T) Job {
	t.Helper()
	out := filepath.Join(t.TempDir(), hostile)
	program := filepath.Join(t.TempDir(), "drfvi it's")
	write(t, program, "#!/bin/sh\nfor word; do echo \"<$word>\"; done\nexit \"${CODE:-0}\"\n")
	return Job{
		Program: program, Run: []string{"run", filepath.Join(out, "a.yaml"), "--out", out}, Shard: []string{"--retry-failed"},
		Report: []string{"report", "--results", out}, Out: out, Shards: 3, Cores: 2, Options: []string{"time=5", "exclusive"},
	}
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o777); err != nil {
		t.Fatal(err)
	}
}

// TestScripts runs the scripts: words arrive as they are, whatever they mean to a shell.
func TestScripts(t *testing.T) {
	j := made(t)
	run := func(text string, env ...string) (string, error) {
		script := filepath.Join(t.TempDir(), "script")
		write(t, script, text)
		cmd := exec.Command("/bin/sh", script)
		cmd.Env = append(os.Environ(), env...)
		out, err := cmd.Output()
		return string(out), err
	}
	got, err := run(j.ShardScript(), "SLURM_ARRAY_TASK_ID=2")
	if want := "<run>\n<" + j.Run[1] + ">\n<--out>\n<" + j.Out + ">\n<--retry-failed>\n<--shard>\n<2/3>\n"; err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	got, err = run(j.LastScript())
	if want := "<run>\n<" + j.Run[1] + ">\n<--out>\n<" + j.Out + ">\n<report>\n<--results>\n<" + j.Out + ">\n"; err != nil || got != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
	// A report that can be made does not hide that the run failed.
	var ended *exec.ExitError
	if _, err := run(j.LastScript(), "CODE=3"); !errors.As(err, &ended) || ended.ExitCode() != 3 {
		t.Errorf("got %v, want exit code 3", err)
	}
	shards, last := j.Commands("17")
	if !slices.Contains(shards, "--array=1-3") || !slices.Contains(shards, "--requeue") || !slices.Contains(shards, "--time=5") || !slices.Contains(shards, "--exclusive") ||
		!slices.Contains(last, "--dependency=afterany:17") || !slices.Contains(shards, "--output="+strings.ReplaceAll(j.Out, "%", "%%")+"/slurm/%A-%a.log") {
		t.Errorf("calls %q and %q", shards, last)
	}
}

// fake puts commands of Slurm on the path that act as scripted.
func fake(t *testing.T, sbatch, squeue string) (folder string) {
	t.Helper()
	folder = t.TempDir()
	write(t, filepath.Join(folder, "sbatch"), "#!/bin/sh\ncd "+folder+"\necho x >>calls\nn=$(wc -l <calls)\n"+sbatch)
	write(t, filepath.Join(folder, "squeue"), "#!/bin/sh\ncd "+folder+"\n"+squeue)
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
	return folder
}

const silent = `echo "sbatch: error: Batch job submission failed: Unable to contact slurm controller (connect failure)" >&2; exit 1`

func TestSend(t *testing.T) {
	for _, c := range []struct {
		name, sbatch, squeue string
		jobs                 []string
		calls                int
		fails                string
	}{
		{"both", `echo $((n + 10))`, "", []string{"11", "12"}, 2, ""},
		{"with the cluster's name", `echo "$((n + 10));main"`, "", []string{"11", "12"}, 2, ""},
		{"controller away", `[ $n != 1 ] || { ` + silent + `; }; echo $((n + 10))`, "", []string{"12", "13"}, 3, ""},
		// The first call was accepted, but its answer lost.
		{"answer lost", `[ $n != 1 ] || { echo 7 >queue; ` + silent + `; }; echo $((n + 10))`, "cat queue 2>/dev/null; true", []string{"7", "12"}, 2, ""},
		{"busy", `echo 1`, "echo 4; echo 4; echo 5", nil, 0, "Slurm has jobs of this folder already: 4, 5; wait for their end, or scancel 4 5"},
		{"refused", `echo "sbatch: error: invalid partition specified: long" >&2; exit 1`, "", nil, 1, "sbatch: invalid partition specified: long"},
		{"second refused", `[ $n = 1 ] || { echo "sbatch: error: no" >&2; exit 1; }; echo 11`, "", []string{"11"}, 2, "sbatch: no"},
		{"no number", `echo hello`, "", nil, 1, `sbatch: found "hello", expected the number of a job`},
		{"away for ever", silent, "", nil, 2, "Slurm has not answered for 1s: sbatch: Batch job submission failed: Unable to contact slurm controller (connect failure)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			folder := fake(t, c.sbatch, c.squeue)
			j := made(t)
			patience := 10 * time.Second
			if c.name == "away for ever" {
				patience = 2 * time.Second
			}
			jobs, err := Client{Patience: patience}.Send(context.Background(), j)
			if !slices.Equal(jobs, c.jobs) || (err == nil) != (c.fails == "") || err != nil && err.Error() != c.fails {
				t.Errorf("jobs %q, %v, want %q, %s", jobs, err, c.jobs, c.fails)
			}
			calls, _ := os.ReadFile(filepath.Join(folder, "calls")) // none if there were none
			if n := strings.Count(string(calls), "\n"); n != c.calls {
				t.Errorf("%d calls, want %d", n, c.calls)
			}
		})
	}
}

func TestNoSlurm(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := (Client{}).Send(context.Background(), made(t)); !errors.Is(err, exec.ErrNotFound) || !strings.HasPrefix(err.Error(), "there is no squeue on the path, expected the commands of Slurm; other schedulers run shards: ") {
		t.Error(err)
	}
}
