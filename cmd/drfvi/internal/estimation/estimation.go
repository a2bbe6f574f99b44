// Package estimation has the flags of commands that estimate something on a user's
// table, what they make of a method and a table, and the run of such a command: read,
// check, compute, write, draw.
package estimation

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/catalogue"
	"drfvi/cmd/drfvi/internal/estimate"
	"drfvi/cmd/drfvi/internal/exit"
	"drfvi/cmd/drfvi/internal/files"
	"drfvi/cmd/drfvi/internal/flag"
	"drfvi/cmd/drfvi/internal/help"
	"drfvi/cmd/drfvi/internal/reading"
	"drfvi/cmd/drfvi/internal/sampling"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/methods"
	"drfvi/mmd"
)

// Flags are what a user can choose.
type Flags struct {
	Table                  *reading.Flags
	Sampling               *sampling.Flags
	Rows                   sampling.Sampled // how those of the table were sampled
	Method, Preset, Format *flag.Choice
	Kernel                 *flag.Typed[mmd.KernelChoice]
	Trees, Workers, Top    *flag.Count
	Memory                 *flag.Typed[float64]
	Seed                   *flag.Typed[uint64]
	Fixed                  forest.Override // single choices in the place of the preset's
	// SampleSize and Evaluate are numbers of rows and Aggregation one of features, which
	// make an estimation on many rows cheaper; 0 for none. Exact bounds nothing on
	// large tables.
	SampleSize, Evaluate, Aggregation *flag.Count
	Exact                             bool
	Verbose                           *bool
	Plot, HTML                        *files.Output
	File                              string                 // the table
	Given                             func(flag string) bool // whether the user gave it
	// Also and Written, if not nil, check further flags, and write further files of what
	// was found.
	Also    func(methods.Method) error
	Written func(Finding) error
}

// Add adds the flags to a command that offers the given methods, none if the usual one
// alone, and by default grows so many trees.
func Add(cmd *cobra.Command, usual string, offered []string, trees int) *Flags {
	presets := methods.Presets()
	f := &Flags{
		Table: reading.Add(cmd), Sampling: sampling.Add(cmd),
		Method:      &flag.Choice{Value: usual},
		Preset:      flag.AddChoice(cmd, "preset", "preset", presets[0], "how forests are grown: "+strings.Join(presets, ", "), presets),
		Trees:       flag.AddCount(cmd, "trees", "", trees, "trees of a forest"),
		SampleSize:  flag.AddRowCount(cmd, "sample-size", flag.PresetRows, 0, 2, `random rows that each tree is grown from, or "preset" (half of them)`),
		Evaluate:    flag.AddRowCount(cmd, "evaluate", flag.AllRows, 0, 2, `random out-of-bag rows that importance is measured on, or "all"`),
		Aggregation: flag.AddAggregation(cmd),
		Kernel:      flag.AddKernel(cmd), Seed: flag.AddSeed(cmd), Workers: flag.AddWorkers(cmd), Memory: flag.AddMemory(cmd),
		Format: flag.AddFormat(cmd, "text", "json", "csv"), Top: flag.AddTop(cmd),
		Verbose: cmd.Flags().Bool("verbose", false, "tell under the table how distances were summed up and how much work that was"),
		Given:   cmd.Flags().Changed,
	}
	f.addForests(cmd)
	if offered != nil {
		f.Method = flag.AddChoice(cmd, "method", "method", usual, "how importance is estimated: "+strings.Join(offered, ", "), offered)
		help.Group(cmd, help.Importance, "method")
	}
	help.Group(cmd, help.Data, "cluster", "weights", "weight-kind")
	help.Group(cmd, help.Importance, "kernel", "evaluate", "aggregation")
	help.Group(cmd, help.Forests, "preset", "trees", "seed", "sample-size")
	help.Group(cmd, help.Output, "format", "top", "verbose")
	help.Group(cmd, help.Machine, "workers", "memory")
	return f
}

// AddPlot adds the flag --plot; what is drawn is as in "the importances".
func (f *Flags) AddPlot(cmd *cobra.Command, what string) {
	f.Plot = files.AddOutput(cmd, "plot", "draw "+what+" into this `FILE` (.png, .pdf or .svg)")
	help.Group(cmd, help.Output, "plot")
}

// check returns the method, or what is wrong with the command line.
func (f *Flags) check(command string) (methods.Method, error) {
	method, err := methods.Named(f.Method.Value)
	if err != nil {
		return method, exit.UsageError(err)
	}
	if len(f.Table.Targets) == 0 && f.Table.TargetsFrom == "" {
		return method, exit.UsageError(fmt.Errorf("%s needs --targets, the names of the response columns; see drfvi %s --help", command, command))
	}
	if f.File == reading.StandardInput && f.Table.TargetsFrom == reading.StandardInput {
		return method, exit.UsageError(errors.New("table and --targets-from are both to be read from standard input, expected a file for one of them"))
	}
	if err := single(method, f.Table.Targets); err != nil {
		return method, err
	}
	if err := f.Sampling.Check(method.Name, method.Sampled, strings.Join(catalogue.Sampled(), ", ")); err != nil {
		return method, exit.UsageError(err)
	}
	if method.UsesPreset {
		if err := f.checkForests(); err != nil {
			return method, exit.UsageError(err)
		}
	}
	if f.Also != nil {
		if err := f.Also(method); err != nil {
			return method, err
		}
	}
	if f.Plot.Given() {
		if err := chart.CheckPath(f.Plot.Path()); err != nil {
			return method, exit.UsageError(err)
		}
	}
	for _, output := range []*files.Output{f.Plot, f.HTML} {
		if output.Given() {
			if err := output.Writable(); err != nil {
				return method, err
			}
		}
	}
	return method, nil
}

// Single returns an error if a method for one target is given several; a
// pattern may turn out to be several.
func single(method methods.Method, targets []string) error {
	if method.Univariate && len(targets) > 1 {
		return exit.UsageError(fmt.Errorf("method %s needs a single target, %d given (%s)", method.Name, len(targets), strings.Join(targets, ", ")))
	}
	return nil
}

// checkForests returns what is wrong with how forests are to be grown, whatever the
// table.
func (f *Flags) checkForests() error {
	if f.SampleSize.Value > 0 && f.Fixed.SampleFraction != nil {
		return errors.New("--sample-size and --sample-fraction both say how many rows trees are grown from, expected one of them")
	}
	if f.Preset.Value == methods.Auto {
		return nil // some forest of its grid may do
	}
	c, err := f.Config()
	if err != nil {
		return err
	}
	return f.checkSample(f.Preset.Value, c)
}

// Config returns the configuration of the forests; under preset auto the one that
// its grid goes out from.
func (f *Flags) Config() (forest.Config, error) {
	preset := f.Preset.Value
	if preset == methods.Auto {
		preset = forest.PresetNames()[0]
	}
	c, err := forest.Preset(preset, f.Trees.Value)
	return f.Fixed.Apply(c), err
}

// Settings are those of the method before the size of the table is known.
func (f *Flags) Settings() methods.Settings {
	return methods.Settings{Preset: f.Preset.Value, Trees: f.Trees.Value, Fixed: f.Fixed}
}

// Load is what the cost of the problem depends on.
func (f *Flags) Load(method methods.Method, problem *datasets.Problem) importance.Size {
	n, p := problem.X.Dims()
	_, d := problem.Y.Dims()
	l := importance.Size{
		Rows: n, Inputs: p, Indicators: importance.Indicators(problem.X), Ordering: importance.OrderingOf(problem.Levels),
		Variables: len(problem.Variables), Responses: d, Evaluated: f.Evaluate.Value, Fourier: f.Aggregation.Value,
	}
	if method.UsesKernel && l.Fourier == 0 {
		l.Kernel = importance.LookAt(problem.Y, f.Kernel.Value)
	}
	return l
}

// Task is the problem as the flags want it solved.
func (f *Flags) Task(method methods.Method, problem *datasets.Problem, shown *terminal.Progress) importance.Task {
	task := importance.Task{
		X: problem.X, Y: problem.Y, Levels: problem.Levels, Groups: problem.Groups(), Kernel: f.Kernel.Value,
		Clusters: f.Rows.Clusters, Weights: f.Rows.Weights, Seed: f.Seed.Value, Workers: f.Workers.Value,
		Progress: func(share float64) { shown.Update(share, "") },
	}
	if method.UsesKernel { // others take no distances
		task.Subsample, task.Fourier = f.Evaluate.Value, f.Aggregation.Value
	}
	return task
}

// From which time and memory on a user is told of them beforehand, and of ways to need
// less.
const (
	longTime   = 10 * time.Second
	tooLong    = 10 * time.Minute
	MuchMemory = 1 << 30
	tooMuch    = 8 << 30
)

// Long tells whether a computation takes so long that the user is told beforehand.
func (f *Flags) Long(onOneCore time.Duration) bool {
	return onOneCore/time.Duration(f.Workers.Value) > longTime
}

// Foretell says on stderr what a computation will take.
func (f *Flags) Foretell(stderr io.Writer, what string, onOneCore time.Duration, bytes int64) {
	wait := onOneCore / time.Duration(f.Workers.Value)
	terminal.Complain(stderr, fmt.Sprintf("%s: about %s and %s with %s, a rough estimate", what,
		terminal.Duration(wait), terminal.Megabytes(bytes), format.Plural(f.Workers.Value, "worker")))
	if wait > tooLong || bytes > tooMuch {
		terminal.Complain(stderr, "--sample-size, --evaluate or fewer --trees make it cheaper, --aggregation fourier does for many targets")
	}
}

// Fits returns an error if a computation needs more memory than it may take.
func (f *Flags) Fits(what string, bytes int64) error {
	if allowed := f.Memory.Value; allowed > 0 && float64(bytes) > allowed {
		return fmt.Errorf("%s: %w, and --sample-size, --evaluate, --aggregation fourier or fewer --trees take less", what, methods.TooLargeError{Needed: float64(bytes), Allowed: allowed})
	}
	return nil
}

// Choose has forests chosen, if that fits into the memory, and says to tell, unless it
// is nil, that it takes long.
func (f *Flags) Choose(ctx context.Context, tell io.Writer, auto inference.Auto, task importance.Task, load importance.Size) (importance.Chosen, error) {
	const what = "choosing forests"
	cost := auto.ChoiceCost(load)
	if err := f.Fits(what, int64(cost.Bytes)); err != nil {
		return importance.Chosen{}, err
	}
	if onOneCore := time.Duration(cost.Nanoseconds); tell != nil && f.Long(onOneCore) {
		terminal.Complain(tell, fmt.Sprintf("%s: about %s, a rough estimate", what, terminal.Duration(onOneCore/time.Duration(f.Workers.Value))))
	}
	task.Progress = nil
	return auto.Choose(ctx, task)
}

// Stacked returns the estimator of a method whose forests are those of the method
// stacked, chosen under preset auto, which the estimate then says.
func (f *Flags) Stacked(ctx context.Context, method methods.Method, s methods.Settings, task importance.Task, load importance.Size, e *estimate.Estimate) (inference.Stacked, error) {
	estimator, err := method.New(s)
	if err != nil {
		return inference.Stacked{}, exit.UsageError(err)
	}
	if auto, ok := estimator.(inference.Auto); ok {
		chosen, err := f.Choose(ctx, nil, auto, task, load)
		if err != nil {
			return inference.Stacked{}, err
		}
		e.Result.Chosen, estimator = &chosen, auto.New(chosen.Config)
	}
	return estimator.(inference.Stacked), nil
}

// Describe returns an estimate with all that is known before its values.
func (f *Flags) Describe(method methods.Method, problem *datasets.Problem) (*estimate.Estimate, error) {
	n, _ := problem.X.Dims()
	e := &estimate.Estimate{
		Method: method, File: f.File, Dropped: problem.Dropped, Missing: f.Table.Missing.Value, Targets: problem.YNames, Variables: problem.VariableNames(), Kernel: f.Kernel.Value.String(), Preset: f.Preset.Value,
		N: n, Rows: f.Rows, Trees: f.Trees.Value, Seed: f.Seed.Value, Scale: f.Table.Scale.Value, Warnings: problem.Warnings,
	}
	if warning := datasets.Dominated(problem.Shares); warning != "" && method.UsesKernel {
		e.Warnings = append(e.Warnings, warning)
	}
	if f.Aggregation.Value > 0 {
		e.Aggregation = f.Aggregation.String()
	}
	var unused []string
	if !method.UsesKernel {
		e.Kernel = estimate.None
		unused = append(unused, "kernel", "evaluate", "aggregation")
	}
	if !method.UsesPreset {
		e.Preset = estimate.None
		unused = append(append(unused, "preset", "sample-size"), forestFlags...)
	}
	if method.Forestless {
		e.Trees = 0
		unused = append(unused, "trees", "evaluate")
	}
	for _, flag := range unused {
		if f.Given(flag) {
			e.Warnings = append(e.Warnings, fmt.Sprintf("method %s uses no %s, --%s has no effect", method.Name, flag, flag))
		}
	}
	if !method.UsesPreset {
		return e, nil
	}
	config, err := f.Config()
	if err != nil {
		return nil, exit.UsageError(err)
	}
	if config.Trees != e.Trees {
		e.Warnings = append(e.Warnings, fmt.Sprintf("preset %s grows whole groups of %d trees: %d trees instead of %d",
			e.Preset, config.GroupSize, config.Trees, e.Trees))
		e.Trees = config.Trees
	}
	return e, nil
}
