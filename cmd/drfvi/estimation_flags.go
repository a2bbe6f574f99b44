package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/catalogue"
	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/sampling"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/datasets/scale"
	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/durable"
)

// estimationFlags are what a user can choose of a command that estimates
// importance on a table.
type estimationFlags struct {
	*tableFlags
	*shortcutFlags
	*forestFlags
	sampling               *sampling.Flags
	rows                   sampling.Sampled // how those of the table were sampled
	method, preset, format *flag.Choice
	kernel                 *flag.Kernel
	trees, workers         *flag.Count
	memory                 *flag.Memory
	seed                   *flag.Seed
	top                    *flag.Top
	verbose                *bool
	plot, html             string
	file                   string                 // the table
	given                  func(flag string) bool // whether the user gave it
	// also and written, if not nil, check further flags, and write further files of what
	// was found.
	also    func(experiments.Method) error
	written func(finding) error
}

// addEstimation adds the flags to a command that offers the given methods, none if
// the usual one alone, and by default grows so many trees.
func addEstimation(cmd *cobra.Command, usual string, methods []string, trees int) estimationFlags {
	presets := spec.PresetNames()
	f := estimationFlags{
		tableFlags: addTable(cmd), shortcutFlags: addShortcuts(cmd), forestFlags: addForest(cmd), sampling: sampling.None(),
		method: &flag.Choice{Value: usual},
		preset: flag.AddChoice(cmd, "preset", "preset", presets[0], "how forests are grown: "+strings.Join(presets, ", "), presets),
		trees:  flag.AddCount(cmd, "trees", "", trees, "trees of a forest"),
		kernel: flag.AddKernel(cmd), seed: flag.AddSeed(cmd), workers: flag.AddWorkers(cmd), memory: flag.AddMemory(cmd),
		format: addFormat(cmd, "text", "json", "csv"), top: flag.AddTop(cmd),
		verbose: cmd.Flags().Bool("verbose", false, "tell under the table how distances were summed up and how much work that was"),
		given:   cmd.Flags().Changed,
	}
	if methods != nil {
		f.method = flag.AddChoice(cmd, "method", "method", usual, "how importance is estimated: "+strings.Join(methods, ", "), methods)
		f.addSampling(cmd)
		help.Group(cmd, help.Importance, "method")
	}
	help.Group(cmd, help.Importance, "kernel")
	help.Group(cmd, help.Forests, "preset", "trees", "seed")
	help.Group(cmd, help.Output, "format", "top", "verbose")
	help.Group(cmd, help.Machine, "workers", "memory")
	return f
}

// addSampling adds the flags of how rows were sampled.
func (f *estimationFlags) addSampling(cmd *cobra.Command) {
	f.sampling = sampling.Add(cmd)
	help.Group(cmd, help.Data, "cluster", "weights", "weight-kind")
}

// check returns the method, or what is wrong with the command line.
func (f *estimationFlags) check(command string) (experiments.Method, error) {
	method, err := experiments.MethodNamed(f.method.Value)
	if err != nil {
		return method, usageError{err}
	}
	if len(f.targets) == 0 && f.targetsFrom == "" {
		return method, usageError{fmt.Errorf("%s needs --targets, the names of the response columns; see drfvi %s --help", command, command)}
	}
	if f.file == standardInput && f.targetsFrom == standardInput {
		return method, usageError{errors.New("table and --targets-from are both to be read from standard input, expected a file for one of them")}
	}
	if err := single(method, f.targets); err != nil {
		return method, err
	}
	if err := f.sampling.Check(method.Name, method.Sampled, strings.Join(catalogue.Sampled(), ", ")); err != nil {
		return method, usageError{err}
	}
	if method.UsesPreset {
		if err := f.checkForests(); err != nil {
			return method, usageError{err}
		}
	}
	if f.also != nil {
		if err := f.also(method); err != nil {
			return method, err
		}
	}
	if f.plot != "" {
		if err := chart.CheckPath(f.plot); err != nil {
			return method, usageError{err}
		}
	}
	for _, path := range []string{f.plot, f.html} {
		if path != "" {
			if err := checkWritable(path); err != nil {
				return method, err
			}
		}
	}
	return method, nil
}

// single returns an error if a method for one target is given several; a
// pattern may turn out to be several.
func single(method experiments.Method, targets []string) error {
	if method.Univariate && len(targets) > 1 {
		return usageError{fmt.Errorf("method %s needs a single target, %d given (%s)", method.Name, len(targets), strings.Join(targets, ", "))}
	}
	return nil
}

// checkForests returns what is wrong with how forests are to be grown, whatever the
// table.
func (f *estimationFlags) checkForests() error {
	if f.sampleSize.Value > 0 && f.fixed.SampleFraction != nil {
		return errors.New("--sample-size and --sample-fraction both say how many rows trees are grown from, expected one of them")
	}
	if f.preset.Value == spec.AutoPreset {
		return nil // some forest of its grid may do
	}
	c, err := f.config()
	if err != nil {
		return err
	}
	return f.checkSample(f.preset.Value, c)
}

// config returns the configuration of the forests; under preset auto the one that
// its grid goes out from.
func (f *estimationFlags) config() (forest.Config, error) {
	preset := f.preset.Value
	if preset == spec.AutoPreset {
		preset = forest.PresetNames()[0]
	}
	c, err := forest.Preset(preset, f.trees.Value)
	return f.fixed.Apply(c), err
}

// settings are those of the method before the size of the table is known.
func (f *estimationFlags) settings() experiments.Settings {
	return experiments.Settings{Preset: f.preset.Value, Trees: f.trees.Value, Fixed: f.fixed}
}

// load is what the cost of the problem depends on.
func (f *estimationFlags) load(method experiments.Method, problem *datasets.Problem) importance.Size {
	n, p := problem.X.Dims()
	_, d := problem.Y.Dims()
	l := importance.Size{
		Rows: n, Inputs: p, Indicators: importance.Indicators(problem.X), Ordering: importance.OrderingOf(problem.Levels),
		Variables: len(problem.Variables), Responses: d, Evaluated: f.evaluate.Value, Fourier: f.aggregation.Features,
	}
	if method.UsesKernel && l.Fourier == 0 {
		l.Kernel = importance.LookAt(problem.Y, f.kernel.Value)
	}
	return l
}

// task is the problem as the flags want it solved.
func (f *estimationFlags) task(method experiments.Method, problem *datasets.Problem, shown *terminal.Progress) importance.Task {
	task := importance.Task{
		X: problem.X, Y: problem.Y, Levels: problem.Levels, Groups: problem.Groups(), Kernel: f.kernel.Value,
		Clusters: f.rows.Clusters, Weights: f.rows.Weights, Seed: f.seed.Value, Workers: f.workers.Value,
		Progress: func(share float64) { shown.Update(share, "") },
	}
	if method.UsesKernel { // others take no distances
		task.Subsample, task.Fourier = f.evaluate.Value, f.aggregation.Features
	}
	return task
}

// From which time and memory on a user is told of ways to need less.
const (
	tooLong = 10 * time.Minute
	tooMuch = 8 << 30
)

// foretell says on stderr what a computation will take.
func (f *estimationFlags) foretell(stderr io.Writer, what string, onOneCore time.Duration, bytes int64) {
	wait := onOneCore / time.Duration(f.workers.Value)
	terminal.Complain(stderr, fmt.Sprintf("%s: about %s and %s with %s, a rough estimate", what,
		terminal.Duration(wait), terminal.Megabytes(bytes), terminal.Counted(f.workers.Value, "worker")))
	if wait > tooLong || bytes > tooMuch {
		terminal.Complain(stderr, "--sample-size, --evaluate, --aggregation fourier or fewer --trees make it cheaper")
	}
}

// fits returns an error if a computation needs more memory than it may take.
func (f *estimationFlags) fits(what string, bytes int64) error {
	if allowed := f.memory.Value; allowed > 0 && float64(bytes) > allowed {
		return fmt.Errorf("%s: %w, and --sample-size, --evaluate, --aggregation fourier or fewer --trees take less", what, experiments.TooLargeError{Needed: float64(bytes), Allowed: allowed})
	}
	return nil
}

// describe returns an estimate with all that is known before its values.
func (f *estimationFlags) describe(method experiments.Method, problem *datasets.Problem) (*estimate, error) {
	n, _ := problem.X.Dims()
	e := &estimate{
		method: method, file: f.file, dropped: problem.Dropped, missing: f.missing.Value, targets: problem.YNames, kernel: string(f.kernel.Value), preset: f.preset.Value,
		n: n, rows: f.rows, trees: f.trees.Value, seed: f.seed.Value, scale: f.scale.Value, warnings: problem.Warnings,
	}
	if warning := scale.Dominated(problem.Shares); warning != "" && method.UsesKernel {
		e.warnings = append(e.warnings, warning)
	}
	for _, v := range problem.Variables {
		e.variables = append(e.variables, v.Name)
	}
	if f.aggregation.Features > 0 {
		e.aggregation = f.aggregation.String()
	}
	var unused []string
	if !method.UsesKernel {
		e.kernel = none
		unused = append(unused, "kernel", "evaluate", "aggregation")
	}
	if !method.UsesPreset {
		e.preset = none
		unused = append(append(unused, "preset", "sample-size"), forestFlagNames...)
	}
	if method.Forestless {
		e.trees = 0
		unused = append(unused, "trees", "evaluate")
	}
	for _, flag := range unused {
		if f.given(flag) {
			e.warnings = append(e.warnings, noEffect(method, flag))
		}
	}
	if !method.UsesPreset {
		return e, nil
	}
	config, err := f.config()
	if err != nil {
		return nil, usageError{err}
	}
	if config.Trees != e.trees {
		e.warnings = append(e.warnings, fmt.Sprintf("preset %s grows whole groups of %d trees: %d trees instead of %d",
			e.preset, config.GroupSize, config.Trees, e.trees))
		e.trees = config.Trees
	}
	return e, nil
}

// noEffect is the warning that a flag was given that a method does not use.
func noEffect(method experiments.Method, flag string) string {
	return fmt.Sprintf("method %s uses no %s, --%s has no effect", method.Name, flag, flag)
}

// checkWritable returns an error unless a file can be written at path. It
// leaves what is there as it is.
func checkWritable(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a folder", path)
	}
	probe, err := os.CreateTemp(filepath.Dir(path), durable.Prefix+"*")
	if err != nil {
		var at *fs.PathError // names the probe
		if errors.As(err, &at) {
			err = at.Err
		}
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	if errors.Is(err, fs.ErrNotExist) { // swept in between
		err = nil
	}
	return err
}
