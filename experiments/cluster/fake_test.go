package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"drfvi/experiments"
	"drfvi/experiments/cluster/journal"
	"drfvi/experiments/cluster/slurm"
	"drfvi/experiments/spec"
	"drfvi/results"
)

const small = `name: small
title: Small
source: here
order: 1
seed: 7
repetitions: 6
trees: 10
data: {scenario: bivariate, n: [100], p: [4]}
methods: [retrain, coupled]
variants:
  published: {presets: [drf-1.1.0], kernels: [authors]}
description: Nothing to speak of.
`

// site is a folder of results with stand-ins for the commands of Slurm, shell scripts: they
// keep the queue in a file and count what was sent. The jobs themselves are done by the
// test.
type site struct {
	*testing.T
	dir, out string
	engine   Engine
	request  Request
}

func newSite(t *testing.T) site {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh for the stand-ins")
	}
	s := site{T: t, dir: t.TempDir(), engine: Engine{Slurm: slurm.Client{Patience: time.Second}}}
	s.out = filepath.Join(s.dir, "out")
	for name, body := range map[string]string{
		"sbatch":   `[ ! -e refuse ] || { cat refuse >&2; exit 1; }; echo "$2" >>sent; wc -l <sent`,
		"squeue":   `[ ! -e silent ] || { echo "squeue: error: Unable to contact slurm controller" >&2; exit 1; }; cat queue 2>/dev/null || true`,
		"scontrol": `[ "$1 $2" = "show config" ] && echo "MaxArraySize = 4" || cat states 2>/dev/null`,
		"sacct":    `exit 1`,
		"sinfo":    `printf 'n1\nn2\n'`,
		"scancel":  `echo "$*" >>scancelled; rm -f queue`,
	} {
		s.write(name, "#!"+shell+"\ncd '"+s.dir+"'\n"+body+"\n")
		if err := os.Chmod(filepath.Join(s.dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", s.dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	s.write("small.yaml", small)
	own, err := experiments.Load(filepath.Join(s.dir, "small.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	s.request = Request{
		Specs: []spec.Experiment{own}, Options: experiments.Options{Profile: "paper", Out: s.out},
		// Of twelve units that take about as long, in chunks of two.
		Settings: Settings{Chunk: time.Nanosecond, Cores: 1, Heartbeat: 10 * time.Second, Program: "/bin/drfvi"},
	}
	plan, err := experiments.NewPlan(s.request.Specs, experiments.Options{Profile: "paper", Out: s.out, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	s.request.Settings.Chunk = plan.Left / 6
	return s
}

func (s site) write(name, text string) {
	s.Helper()
	if err := os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o666); err != nil {
		s.Fatal(err)
	}
}

// lines returns the lines of a file of the stand-ins, none if it is not there.
func (s site) lines(name string) []string {
	text, _ := os.ReadFile(filepath.Join(s.dir, name))
	return strings.Fields(string(text))
}

func (s site) submit(change func(*Request)) Submission {
	s.Helper()
	q := s.request
	if change != nil {
		change(&q)
	}
	sub, err := s.engine.Submit(context.Background(), q)
	if err != nil {
		s.Fatal(err)
	}
	return sub
}

// queued puts elements of an array into the queue, "1-2 RUNNING" and so on.
func (s site) queued(r Round, elements ...string) {
	var b strings.Builder
	for _, e := range elements {
		chunk, state, _ := strings.Cut(e, " ")
		array, index, _ := strings.Cut(chunk, "-")
		fmt.Fprintf(&b, "1|%s|%s|%s\n", index, state, r.jobName(array))
	}
	s.write("queue", b.String())
}

// work does a chunk, as a job would.
func (s site) work(r Round, array string, index int) error {
	return Work(context.Background(), nil, r.ChunkFile(Array{Name: array}), index, func(string) {})
}

// attempt writes the journal of a worker that has a unit in hand and was heard of last
// some time ago.
func (s site) attempt(r Round, array string, index int, silent time.Duration, unit string) *journal.Writer {
	s.Helper()
	w, err := journal.New(r.path("journal"), chunkName(array, index), "n1", "1")
	if err != nil {
		s.Fatal(err)
	}
	if unit != "" {
		w.Begin(unit)
	}
	at := time.Now().Add(-silent)
	if err := os.Chtimes(r.path("journal", w.Name()), at, at); err != nil {
		s.Fatal(err)
	}
	return w
}

func (s site) look() View {
	s.Helper()
	v, err := s.engine.Look(context.Background(), s.out)
	if err != nil {
		s.Fatal(err)
	}
	return v
}

// expect compares the numbers of units by state.
func (s site) expect(when string, want map[State]int) View {
	s.Helper()
	v := s.look()
	for _, state := range States() {
		if got := v.Count(state); got != want[state] {
			s.Errorf("%s: %d units are %s, expected %d", when, got, state, want[state])
		}
	}
	return v
}

// sameAsOne compares the records with those of a run on one machine.
func (s site) sameAsOne() {
	s.Helper()
	one := filepath.Join(s.dir, "one")
	if err := experiments.Run(context.Background(), s.request.Specs, experiments.Options{Profile: "paper", Out: one, Workers: 2}); err != nil {
		s.Fatal(err)
	}
	for _, name := range []string{"small.experiment.json", "small.jsonl.zst"} {
		want, err := os.ReadFile(filepath.Join(one, name))
		if err != nil {
			s.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(s.out, name)); err != nil || string(got) != string(want) {
			s.Errorf("%s is not that of one machine: %v", name, err)
		}
	}
	if _, err := os.Stat(filepath.Join(s.out, "pending")); !errors.Is(err, os.ErrNotExist) {
		s.Errorf("pending records are left: %v", err)
	}
}

// units lists the units of a chunk.
func units(t *testing.T, s Submission, array, chunk int) []results.Unit {
	t.Helper()
	return s.Round.Arrays[array-1].Work[chunk-1].Units
}
