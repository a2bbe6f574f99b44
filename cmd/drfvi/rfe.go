package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/datasets"
	"drfvi/experiments"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
	"drfvi/reports"
)

// rfeFlags are what a user can choose of the rfe command; the table is chosen
// as for the importance command.
type rfeFlags struct {
	importanceFlags
	repeats *count
	rows    *rowLimit
}

// rowLimit is a flag whose value is a number of rows or "all".
type rowLimit struct{ value int }

var _ pflag.Value = (*rowLimit)(nil)

const (
	allRows     = "all"
	defaultRows = 10000
)

func (r *rowLimit) Type() string { return "NUMBER" }

func (r *rowLimit) String() string {
	if r.value == math.MaxInt {
		return allRows
	}
	return strconv.Itoa(r.value)
}

func (r *rowLimit) Set(word string) error {
	if word == allRows {
		r.value = math.MaxInt
		return nil
	}
	n, err := strconv.Atoi(word)
	if err != nil || n < 4 {
		return fmt.Errorf("found %q, expected a whole number of at least 4, or %q", word, allRows)
	}
	r.value = n
	return nil
}

func newRFE() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "rfe FILE.csv --targets y1,y2",
		Short: "Find a small set of columns that predicts the targets as well as all",
		Long: `Find a small set of columns of a CSV table from which the joint distribution of
the target columns is predicted as well as from all, by recursive feature
elimination: a forest is grown on all variables, the least important one is
removed, and so on until none is left.

That is done on random halves of the rows, --repeats times. Each forest's MMD
loss, a distance between predicted and true distributions up to a constant, is
measured on the other half: the smallest number of variables with a mean loss
within one standard error of the best is kept. Which variables these are is
decided by an elimination on all rows. At most --rows rows are used each time.

The methods (--method) are those of the importance command by which variables
can be eliminated: coupled, the default, has the law of retrain at a small part
of its work. The kernel (--kernel) is that of the importance and of the loss;
"authors" stands for the two kernels behind the published tables.

How long it will take and how much memory is estimated before it begins.`,
		Example: `  drfvi rfe houses.csv --targets price,days
  drfvi rfe houses.csv --targets price --repeats 5 --format json --plot path.png
  drfvi rfe houses.csv --targets price --group place=lat,lon --missing drop --rows all`,
		Args: exactly("a FILE, or - for standard input"),
	}
	methods := experiments.EliminationMethods()
	f := rfeFlags{
		importanceFlags: importanceFlags{
			method: addChoice(cmd, "method", "method", "coupled", "how importance is estimated: "+strings.Join(methods, ", "), methods),
			preset: addChoice(cmd, "preset", "preset", "paper", "how forests are grown: "+strings.Join(forest.PresetNames, ", "), forest.PresetNames),
			trees:  addCount(cmd, "trees", "", 500, "trees of a forest"),
			kernel: addKernel(cmd), seed: addSeed(cmd), workers: addWorkers(cmd),
			missing: addChoice(cmd, "missing", "policy", string(datasets.MissingRefuse), "rows with missing values: refuse the table, or drop the rows",
				[]string{string(datasets.MissingRefuse), string(datasets.MissingDrop)}),
			format: addFormat(cmd, "text", "json", "csv"),
		},
		repeats: addCount(cmd, "repeats", "", 10, "eliminations on random halves"),
		rows:    &rowLimit{defaultRows},
	}
	flags := cmd.Flags()
	f.given = flags.Changed
	flags.StringSliceVar(&f.targets, "targets", nil, "`NAMES` of the target columns, separated by commas")
	flags.StringArrayVar(&f.groups, "group", nil, "columns that count as one variable, `NAME=COLUMN,COLUMN` (repeatable)")
	flags.StringSliceVar(&f.exclude, "exclude", nil, "`NAMES` of columns to leave out, separated by commas")
	flags.StringSliceVar(&f.categorical, "categorical", nil, "`NAMES` of columns that hold categories although they look like numbers")
	flags.StringVar(&f.plot, "plot", "", "draw loss against number of variables into this `FILE` (.png, .pdf or .svg)")
	flags.Var(f.rows, "rows", `random rows that each elimination uses at most, or "all"`)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return f.run(cmd, args[0])
	}
	return cmd
}

// run is the command: read, check, eliminate, write.
func (f rfeFlags) run(cmd *cobra.Command, file string) error {
	if len(f.targets) == 0 {
		return usageError{errors.New("rfe needs --targets, the names of the response columns; see drfvi rfe --help")}
	}
	method, err := f.check()
	if err != nil {
		return err
	}
	if f.plot != "" {
		if err := checkWritable(f.plot); err != nil {
			return err
		}
	}
	problem, err := f.read(cmd.InOrStdin(), file)
	if err != nil {
		return err
	}
	s, err := f.eliminate(cmd.Context(), cmd.ErrOrStderr(), method, problem)
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	if err != nil {
		return fmt.Errorf("%s: %w", origin(file), err)
	}
	if err := s.write(cmd.OutOrStdout(), f.format.value); err != nil {
		return err
	}
	if f.plot == "" {
		return nil
	}
	return reports.LossCurve(f.plot, s.chart())
}

// eliminate selects variables of the problem.
func (f rfeFlags) eliminate(ctx context.Context, stderr io.Writer, method experiments.Method, problem *datasets.Problem) (*selection, error) {
	settings := experiments.Settings{Preset: f.preset.value, Trees: f.trees.value}
	estimator, err := method.New(settings)
	if err != nil {
		return nil, usageError{err}
	}
	eliminator, ok := estimator.(importance.Eliminator)
	if !ok {
		panic("drfvi: the method " + method.Name + " was offered for eliminations")
	}
	// The kernel is never without effect: there is one of the loss.
	given := f.given
	f.given = func(flag string) bool { return flag != "kernel" && given(flag) }
	about, err := f.describe(method, problem)
	if err != nil {
		return nil, err
	}
	about.kernel = string(f.kernel.value)
	loss, err := f.lossKernel(problem)
	if err != nil {
		return nil, err
	}
	n, p := problem.X.Dims()
	rows := min(f.rows.value, n)
	_, d := problem.Y.Dims()
	onOneCore, bytes := experiments.EliminationCost(method, settings, f.repeats.value, rows, p, d)
	complain(stderr, fmt.Sprintf("%s on %s: about %s and %s with %s, a rough estimate", counted(f.repeats.value+1, "elimination"),
		counted(rows, "row"), duration(onOneCore/time.Duration(f.workers.value)), megabytes(bytes), counted(f.workers.value, "worker")))

	shown := newProgress(stderr, "rfe")
	selected, err := importance.Select(ctx, eliminator, importance.Task{
		X: problem.X, Y: problem.Y, Groups: problem.Groups(), Kernel: f.kernel.value,
		Seed: f.seed.value, Workers: f.workers.value,
		Progress: func(share float64) { shown.update(share, "") },
	}, loss, f.repeats.value, rows)
	shown.end()
	if err != nil {
		return nil, err
	}
	about.elapsed = time.Since(shown.begin)
	return &selection{
		Selection: selected, about: about, rows: rows, repeats: f.repeats.value, lossGamma: loss.Gamma,
		warnings: append(about.warnings, selected.Warnings()...),
	}, nil
}

// lossKernel returns the kernel of the losses.
func (f rfeFlags) lossKernel(problem *datasets.Problem) (mmd.Kernel, error) {
	if f.kernel.value == mmd.Authors {
		return mmd.LossKernel(problem.Y)
	}
	return f.kernel.value.Resolve(problem.Y)
}
