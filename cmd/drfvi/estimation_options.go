package main

import (
	"context"
	"fmt"
	"io"
	"runtime/debug"
	"strconv"
	"strings"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/chart"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
	"drfvi/methods"
	"drfvi/mmd"

	"github.com/spf13/cobra"
)

// estimationOptions are what a user can choose of commands that estimate something on a
// table.
type estimationOptions struct {
	table    tableOptions
	sampling samplingOptions
	// rows are independent and count alike: there are no flags of their sampling, nor of distances
	// between them
	independent            bool
	method, preset, format *flags.Choice
	kernel                 *flags.Typed[mmd.KernelChoice]
	trees, workers, top    *flags.Count
	memory                 *flags.Typed[float64]
	seed                   *flags.Typed[uint64]
	fixed                  forest.Override // single choices in the place of the preset's
	// sampleSize and evaluate are numbers of rows and aggregation one of features, which
	// make an estimation on many rows cheaper; 0 for none. exact bounds nothing on large
	// tables.
	sampleSize, evaluate, aggregation *flags.Count
	exact, verbose, quiet             bool
	level                             *flags.Typed[importance.Coverage] // nil for commands without intervals
	plot, html                        *flags.Output                     // nil for commands without
	isSet                             func(flag string) bool            // whether the user gave it
	takes                             func(flag string) bool            // whether the command shows it in its help
}

// offer is what a command offers: the method that is usual and all of them, none if that one alone;
// trees by default; and what its help says of --exact and --plot, "" for a command without.
type offer struct {
	usual       string
	methods     []string
	trees       int
	exact, plot string
	level, page bool // whether there are --level and --html
}

func (o *estimationOptions) addFlags(cmd *cobra.Command, offered offer) {
	o.table.addFlags(cmd)
	o.addComputation(cmd, offered)
}

// addComputation adds those that do not part the table.
func (o *estimationOptions) addComputation(cmd *cobra.Command, offered offer) {
	o.isSet = cmd.Flags().Changed
	o.takes = func(flag string) bool { f := cmd.Flags().Lookup(flag); return f != nil && !f.Hidden }
	o.sampling.block, o.aggregation, o.evaluate = new(flags.Count), new(flags.Count), new(flags.Count)
	if !o.independent {
		o.sampling.addFlags(cmd)
		o.aggregation = flags.AddAggregation(cmd)
		o.evaluate = flags.AddRowCount(cmd, "evaluate", flags.AllRows, 0, 2, `random rows to measure importance on`)
	}
	o.method = &flags.Choice{Value: offered.usual}
	if offered.methods != nil {
		o.method = flags.AddChoice(cmd, "method", "method", offered.usual, "see drfvi list methods", offered.methods)
	}
	o.kernel = flags.AddKernel(cmd)
	if offered.exact != "" {
		cmd.Flags().BoolVar(&o.exact, "exact", false, offered.exact)
	}
	flags.Group(cmd, flags.GroupImportance)
	presets := methods.Presets()
	o.preset = flags.AddChoice(cmd, "preset", "preset", presets[0], "see drfvi list presets", presets)
	o.trees, o.seed = flags.AddCount(cmd, "trees", "", offered.trees, "number of trees per forest"), flags.AddSeed(cmd)
	o.sampleSize = flags.AddRowCount(cmd, "sample-size", flags.PresetRows, 0, 2, `random rows per tree`)
	o.addForests(cmd)
	flags.Group(cmd, flags.GroupForests)
	o.format, o.top = flags.AddFormat(cmd, report.Formats...), flags.AddTop(cmd)
	cmd.Flags().BoolVar(&o.verbose, "verbose", false, "also print explanations and all settings")
	cmd.Flags().BoolVarP(&o.quiet, "quiet", "q", false, "print the result and warnings only")
	if offered.plot != "" {
		o.plot = flags.AddOutput(cmd, "plot", "plot "+offered.plot+" into `FILE` (.png, .pdf, .svg)")
	}
	if offered.page {
		o.html = flags.AddOutput(cmd, "html", "write a web page to `FILE`")
	}
	flags.Group(cmd, flags.GroupOutput)
	o.workers, o.memory = flags.AddWorkers(cmd), flags.AddMemory(cmd)
	flags.Group(cmd, flags.GroupMachine)
	if offered.level {
		o.level = flags.AddLevel(cmd)
	}
}

// wrote tells of a file that was written.
func (o *estimationOptions) wrote(cmd *cobra.Command, path string) {
	terminal.Message(o.stderr(cmd), "wrote "+path)
}

// check returns the method, or what is wrong with the command line whatever is in the
// table.
func (o *estimationOptions) check(cmd *cobra.Command, file string) (methods.Method, error) {
	method, err := methods.Named(o.method.Value)
	if err != nil {
		return method, flags.UsageError(err)
	}
	if len(o.table.targets) == 0 && o.table.targetsFrom == "" {
		return method, flags.UsageError(
			fmt.Errorf(
				"%s needs %v, the names of the response columns%s%s", cmd.Name(), mention.Targets,
				textIf(
					cmd.Flags().Lookup("model") != nil,
					fmt.Sprintf(", or %v if that is a model of drfvi fit", mention.Model.To(file)),
				),
				seeHelp(cmd),
			),
		)
	}
	if file == standardInput && o.table.targetsFrom == standardInput {
		return method, flags.UsageError(fmt.Errorf("table and %v are both to be read from standard input, "+
			"expected a file for one of them", mention.TargetsFrom))
	}
	if err := checkSingle(method, o.table.targets); err != nil {
		return method, err
	}
	if err := o.checkLinear(cmd.Name(), method); err != nil {
		return method, err
	}
	if err := o.sampling.check(method, o.isSet); err != nil {
		return method, flags.UsageError(err)
	}
	if method.UsesPreset {
		if err := o.checkForests(); err != nil {
			return method, flags.UsageError(err)
		}
	}
	return method, nil
}

// checkOutputs returns an error unless all files can be written.
func (o *estimationOptions) checkOutputs(others ...*flags.Output) error {
	if o.plot.Given() {
		if err := chart.CheckPath(o.plot.Path()); err != nil {
			return flags.UsageError(err)
		}
	}
	for _, output := range append([]*flags.Output{o.plot, o.html}, others...) {
		if output.Given() {
			if err := output.Writable(); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkSingle returns an error if a method for one target is given several; a pattern may
// turn out to be several.
func checkSingle(method methods.Method, targets []string) error {
	if method.Univariate && len(targets) > 1 {
		return flags.UsageError(
			fmt.Errorf("method %s needs a single target, %d given (%s)", method.Name, len(targets), strings.Join(targets, ", ")),
		)
	}
	return nil
}

// checkForests returns what is wrong with how forests are to be grown, whatever the
// table.
func (o *estimationOptions) checkForests() error {
	if o.sampleSize.Value > 0 && o.fixed.SampleFraction != nil {
		return fmt.Errorf(
			"%v and %v both say how many rows trees are grown from, expected one of them", mention.SampleSize,
			mention.SampleFraction,
		)
	}
	if o.preset.Value == methods.Auto {
		return nil // some forest of its grid may do
	}
	c := o.config(o.trees.Value)
	least, leaves := c.MinNodeSize+1, ""
	if c.Honesty {
		least, leaves = int(float64(c.MinNodeSize)/c.HonestyFraction)+1, ", and half of its rows fill the leaves"
	}
	if drawn := o.sampleSize.Value; 0 < drawn && drawn < least {
		return fmt.Errorf("%v is %d, expected at least %d: a tree of preset %s splits only nodes of more than "+
			"%d rows%s", mention.SampleSize,
			drawn, least, o.preset.Value, c.MinNodeSize, leaves)
	}
	return nil
}

// config returns the configuration of forests of so many trees; under preset auto the one
// that its grid goes out from.
func (o *estimationOptions) config(trees int) forest.Config {
	preset := o.preset.Value
	if preset == methods.Auto {
		preset = forest.PresetNames()[0]
	}
	c, err := forest.Preset(preset, trees)
	if err != nil {
		panic("drfvi: " + err.Error()) // the flag takes no other names
	}
	return o.fixed.Apply(c)
}

// Of a table of more than manyNumbers, 64 MiB, what is no longer used is collected when memory
// has grown by growth percent instead of 100: it is nearly all numbers, which a collection need
// not look through.
const manyNumbers, growth = 1 << 23, 15

// open reads the table and resolves the options for it.
func (o *estimationOptions) open(cmd *cobra.Command, file string, method methods.Method) (*estimation, error) {
	if err := o.table.readTargets(cmd.InOrStdin()); err != nil {
		return nil, err
	}
	table, err := o.read(cmd, file, method)
	if err != nil {
		return nil, err
	}
	if table.Rows*len(table.Columns) > manyNumbers {
		debug.SetGCPercent(growth)
	}
	e, err := o.estimationOn(cmd, file, method, table)
	if err != nil {
		return nil, err
	}
	if e.problem = e.problem.Varying(); len(e.problem.Variables) == 0 {
		return nil, fmt.Errorf("%s: every input is the same in all rows, expected inputs that vary", origin(file))
	}
	return e, nil
}

func (o *estimationOptions) read(cmd *cobra.Command, file string, method methods.Method) (*datasets.Table, error) {
	if o.table.missing.Value == useMissing && !method.TakesLevels(o.preset.Value) {
		return nil, flags.UsageError(fmt.Errorf("%v needs a method and a preset that split on missing values, "+
			"such as %v %v; %v leaves such rows out",
			mention.Missing.To("use"), mention.Method.To("coupled"), mention.Preset.To("paper"), mention.Missing.To("drop")))
	}
	progress := terminal.NewProgress(o.stderr(cmd), "read")
	defer progress.End()
	options, err := o.table.reading.drawn(cmd.Context(), progress, file, o.seed.Value, o.workers.Value, o.exact)
	if err != nil {
		return nil, err
	}
	return o.table.read(cmd.InOrStdin(), file, options, &o.sampling)
}

// estimationOn parts a table and resolves the options for it.
func (o *estimationOptions) estimationOn(
	cmd *cobra.Command, file string, method methods.Method, table *datasets.Table,
) (*estimation, error) {
	problem, err := o.table.part(table, method.TakesLevels(o.preset.Value))
	if err != nil {
		return nil, err
	}
	problem, rows, err := o.sampling.sample(problem, origin(file), method)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", origin(file), err)
	}
	if err := checkSingle(method, problem.YNames); err != nil {
		return nil, err
	}
	return &estimation{
		estimationOptions: o, stderr: o.stderr(cmd), method: method, file: file, problem: problem, rows: rows,
		numTrees: o.trees.Value, evaluated: o.evaluate.Value, usesKernel: method.UsesKernel,
	}, nil
}

// stderr is where progress goes.
func (o *estimationOptions) stderr(cmd *cobra.Command) io.Writer {
	if o.quiet {
		return io.Discard
	}
	return cmd.ErrOrStderr()
}

// result is what a command has found on a table.
type result interface{ report() *report.Report }

// find analyses a table, and writes what is found on it.
func (o *estimationOptions) find(
	cmd *cobra.Command, file string, compute func(context.Context, *estimation) (result, error),
	checks ...func(methods.Method) error,
) error {
	found, err := o.analyse(cmd, file, compute, checks...)
	if err != nil {
		return err
	}
	return o.write(cmd, found.report())
}

// analyse checks the options, with further checks for the method, reads the table, and computes
// on it.
func (o *estimationOptions) analyse(
	cmd *cobra.Command, file string, compute func(context.Context, *estimation) (result, error),
	checks ...func(methods.Method) error,
) (result, error) {
	method, err := o.check(cmd, file)
	if err != nil {
		return nil, err
	}
	for _, check := range checks {
		if err := check(method); err != nil {
			return nil, err
		}
	}
	if err := o.checkOutputs(); err != nil {
		return nil, err
	}
	e, err := o.open(cmd, file, method)
	if err != nil {
		return nil, err
	}
	found, err := compute(cmd.Context(), e)
	if dropped := e.problem.Dropped; err != nil && dropped > 0 {
		n, _ := e.problem.X.Dims()
		err = fmt.Errorf("%w; %d of %s lack values and are left out", err, dropped, format.Plural(n+dropped, "row"))
	}
	return found, computed(cmd.Context(), file, err)
}

// write writes a report in the chosen format, and draws it.
func (o *estimationOptions) write(cmd *cobra.Command, f *report.Report) error {
	out := cmd.OutOrStdout()
	view := report.View{Screen: terminal.ScreenOf(out), Top: o.top.Value, Verbose: o.verbose, Quiet: o.quiet}
	if err := f.Write(out, o.format.Value, view); err != nil {
		return err
	}
	if o.format.Value == "csv" {
		for _, warning := range f.Warnings {
			terminal.Message(cmd.ErrOrStderr(), "warning: "+warning)
		}
	}
	if o.plot.Given() {
		if err := chart.Draw(o.plot.Path(), f.Picture); err != nil {
			return err
		}
		o.wrote(cmd, o.plot.Path())
	}
	if o.html.Given() {
		if err := o.html.Write(f.Page().HTML()); err != nil {
			return err
		}
		o.wrote(cmd, o.html.Path())
	}
	return nil
}

// computed returns the error of a computation on a file: that of the interruption, if it
// was interrupted.
func computed(ctx context.Context, file string, err error) error {
	if cut := ctx.Err(); cut != nil {
		return fmt.Errorf("interrupted, nothing was written; the same command starts again: %w", cut)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", origin(file), err)
	}
	return nil
}

// forestFlags are the names of flags of single choices of how forests are grown, in the
// place of the preset's.
var forestFlags = []string{"min-node-size", "sample-fraction", "honesty", "mtry", "alpha"}

// addForests adds these flags to a command.
func (o *estimationOptions) addForests(cmd *cobra.Command) {
	flags.AddBare(cmd, "min-node-size", "ROWS", "largest node that is not split", func(word string) error {
		n, err := flags.ReadCount(word)
		o.fixed.MinNodeSize = &n
		return err
	})
	flags.AddNumber(
		cmd, "sample-fraction", "share of rows per tree", "a number above 0 and below 1",
		func(v float64) bool { return v > 0 && v < 1 }, &o.fixed.SampleFraction,
	)
	flags.AddBare(cmd, "honesty", "WORD", "fill leaves with separate rows: true, false", func(word string) error {
		honest := word == "true"
		if !honest && word != "false" {
			return nearest.Unknown("choice", word, []string{"true", "false"})
		}
		o.fixed.Honesty = &honest
		return nil
	}, "true", "false")
	flags.AddBare(cmd, "mtry", "NUMBER", "inputs tried per split: number, all, sqrt+20", func(word string) error {
		mtry := forest.MTry(word)
		if n, err := strconv.Atoi(word); mtry != forest.MTryAll && mtry != forest.MTrySqrt20 && (err != nil || n < 1) {
			return nearest.Unknown(
				"number of candidates", word, []string{string(forest.MTryAll), string(forest.MTrySqrt20), "NUMBER"},
			)
		}
		o.fixed.MTry = &mtry
		return nil
	}, string(forest.MTryAll), string(forest.MTrySqrt20))
	flags.AddNumber(
		cmd, "alpha", "smallest share of a node's rows in a child", "a number from 0 to below 0.5",
		func(v float64) bool { return v >= 0 && v < 0.5 }, &o.fixed.Alpha,
	)
}
