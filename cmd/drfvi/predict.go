package main

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/importance"
	"drfvi/importance/inference"
	"drfvi/internal/mention"
	"drfvi/methods"
)

type predictOptions struct {
	estimationOptions
	request
	model     string        // the file of a model that is kept, "" for none
	newRows   string        // the file of the rows to predict, "" for none
	unseen    *flags.Choice // what to do with new rows that have levels which the training rows lack
	weights   *flags.Output
	quantiles []string
	// conformal adds intervals between pairs of quantiles, corrected.
	conformal bool
	censored  censoredOptions
	at        []string  // times at which survival is predicted, nil for the usual ones
	times     []float64 // the same as numbers
}

func (o *predictOptions) addFlags(cmd *cobra.Command) {
	o.estimationOptions.addFlags(cmd, offer{usual: "stacked", trees: 500, page: true})
	oneFile := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error {
		if o.model != "" && len(args) == 0 {
			return nil
		}
		return oneFile(cmd, args)
	}
	set := cmd.Flags()
	set.StringVar(&o.model, "model", "", "`FILE` with a model saved by drfvi fit")
	set.StringVar(&o.newRows, "new", "", "`FILE` of the rows to predict, with the same inputs, or -")
	o.unseen = flags.AddChoice(
		cmd, "unseen", "choice", "refuse", "new rows with unknown levels: refuse, skip", []string{"refuse", "skip"},
	)
	set.BoolVar(&o.outOfBag, "out-of-bag", false, "predict the training rows, each by trees that were not grown from it")
	flags.Group(cmd, flags.GroupData)
	set.StringSliceVar(
		&o.quantiles, "quantiles", []string{"0.1", "0.5", "0.9"}, "`LEVELS` of the quantiles, between 0 and 1",
	)
	set.BoolVar(&o.conformal, "conformal", false, "add intervals between quantiles, corrected for new rows")
	set.StringSliceVar(&o.at, "at", nil, "`TIMES` of survival, for --time")
	o.weights = flags.AddOutput(cmd, "weights-to", "write the weights of the training rows to `FILE` (.csv)")
	flags.Group(cmd, flags.GroupOutput)
	o.censored.addFlags(cmd)
	hideImportance(cmd)
}

// hideImportance hides flags of importances alone, taken so that the flags can be the same;
// the last is refused.
func hideImportance(cmd *cobra.Command) {
	for _, name := range []string{"aggregation", "evaluate", "group", "scale"} {
		cmd.Flags().Lookup(name).Hidden = true
	}
}

func (o *predictOptions) run(cmd *cobra.Command, args []string) error {
	file := strings.Join(args, "") // none beside a model
	if o.censored.isAsked() && o.model == "" {
		o.censored.setAside(&o.table, &o.sampling)
		return o.find(cmd, file, func(_ context.Context, e *estimation) (result, error) {
			return o.predictSurvival(cmd, e)
		}, o.checkSurvival)
	}
	if err := o.refuse(onlyOfTimes, "event", "horizon", "at"); err != nil && o.model == "" {
		return err
	}
	method, err := o.checkSource(cmd, file)
	if err != nil {
		return err
	}
	if err := o.resolve(); err != nil {
		return err
	}
	begin := time.Now()
	var m *model
	if m, err = o.prepare(cmd, file, method); err != nil {
		return err
	}
	progress := terminal.NewProgress(o.stderr(cmd), "predict")
	defer progress.End()
	p, err := m.predict(cmd.Context(), o.request, o.workers.Value)
	if err := computed(cmd.Context(), m.analysis.File, err); err != nil {
		return err
	}
	progress.End()
	m.analysis.Elapsed = time.Since(begin)
	if err := o.write(cmd, p.report()); err != nil {
		return err
	}
	if !o.weights.Given() {
		return nil
	}
	return o.weights.Write([]byte(p.weightTable().CSV()))
}

// ofModel are the flags that go with --model: all others are about training.
var ofModel = strings.Fields("model new unseen out-of-bag quantiles conformal weights-to html format top verbose " +
	"quiet workers exclude separator decimal object")

// checkSource returns the method of the forest to be grown, or what is wrong with the
// command line beside a model that is kept.
func (o *predictOptions) checkSource(cmd *cobra.Command, file string) (methods.Method, error) {
	if o.model == "" {
		if o.newRows == standardInput && slices.Contains([]string{file, o.table.targetsFrom}, standardInput) {
			return methods.Method{}, flags.UsageError(fmt.Errorf("%v and another table or list are both to be read "+
				"from standard input, expected a file for one of them", mention.New))
		}
		return o.check(cmd, file)
	}
	var fault error
	if file != "" {
		fault = fmt.Errorf(
			"%v is trained, found the table %s beside it, expected the rows to predict as %v", mention.Model, file,
			mention.New.To(file),
		)
	} else if o.newRows == "" && !o.outOfBag {
		fault = fmt.Errorf("%v predicts the rows of %v, expected both, or %v: the check of the model itself is "+
			"what drfvi fit has printed", mention.Model, mention.New, mention.OutOfBag)
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(ofModel, f.Name) {
			fault = fmt.Errorf(
				"%v is about the training table, and %v is trained: expected %v with drfvi fit", mention.Name(f.Name),
				mention.Model, mention.Name(f.Name),
			)
		}
	})
	if fault != nil {
		fault = flags.UsageError(fault)
	}
	return methods.Method{}, fault
}

// prepare returns the model, kept or trained, and reads the rows to predict.
func (o *predictOptions) prepare(cmd *cobra.Command, file string, method methods.Method) (*model, error) {
	if o.model != "" {
		m, err := readModel(o.model)
		if err != nil {
			return nil, err
		}
		m.reading.Exclude = append(m.reading.Exclude, o.table.reading.Exclude...)
		override(o.isSet("separator"), &m.reading.Separator, o.table.reading.Separator)
		override(o.isSet("decimal"), &m.reading.Decimal, o.table.reading.Decimal)
		m.reading.Object = o.table.reading.Object
		m.analysis.OfRows, err = o.readRows(cmd, m.reading, m.problem)
		return m, err
	}
	e, err := o.open(cmd, file, method)
	if err != nil {
		return nil, err
	}
	warnings, err := o.readRows(cmd, e.table.reading.Options, e.problem)
	if err != nil {
		return nil, err
	}
	progress := terminal.NewProgress(e.stderr, "grow")
	defer progress.End()
	m, err := e.train(cmd.Context())
	if err := computed(cmd.Context(), file, err); err != nil {
		return nil, err
	}
	m.analysis.OfRows = warnings
	return m, nil
}

// unscaled returns an error unless targets are in their own units.
func (o *tableOptions) unscaled() error {
	if o.scale.Value != string(datasets.ScaleNone) {
		return flags.UsageError(fmt.Errorf("predictions are in the targets' own units, expected no %v", mention.Scale))
	}
	return nil
}

// resolve completes what is to be predicted, but the rows.
func (o *predictOptions) resolve() error {
	o.weighted = o.weights.Given()
	if err := o.table.unscaled(); err != nil {
		return err
	}
	for _, word := range o.quantiles {
		level, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
		if err != nil || strings.Contains(word, "_") || !(level > 0 && level < 1) {
			return flags.UsageError(fmt.Errorf("%v: found %q, expected levels above 0 and below 1, such as "+
				"0.1,0.5,0.9", mention.Quantiles, word))
		}
		if slices.Contains(o.levels, level) {
			return flags.UsageError(fmt.Errorf("%v: found %v twice, expected distinct levels", mention.Quantiles, level))
		}
		o.levels = append(o.levels, level)
	}
	for _, level := range o.levels {
		if o.conformal && level < 0.5 &&
			slices.ContainsFunc(o.levels, func(other float64) bool { return math.Abs(level+other-1) < 1e-9 }) {
			o.coverages = append(o.coverages, math.Round(1e12*(1-2*level))/1e12)
		}
	}
	if o.conformal && o.coverages == nil {
		return flags.UsageError(fmt.Errorf("%v corrects intervals from a level to 1 less that level, found %v "+
			"%s, expected two such as 0.05,0.95", mention.Conformal, mention.Quantiles, strings.Join(o.quantiles, ",")))
	}
	return o.checkFiles()
}

// checkFiles returns an error unless all files can be written.
func (o *predictOptions) checkFiles() error {
	if o.isSet("unseen") && o.newRows == "" {
		return flags.UsageError(fmt.Errorf("%v is about the rows of %v, expected both", mention.Unseen, mention.New))
	}
	if o.outOfBag && o.newRows != "" {
		return flags.UsageError(fmt.Errorf("%v predicts the training rows, found %v beside it, expected one of "+
			"them", mention.OutOfBag, mention.New))
	}
	if o.weights.Given() {
		if o.newRows == "" && !o.outOfBag {
			return flags.UsageError(
				fmt.Errorf("%v is about the rows of %v, expected both, or %v", mention.WeightsTo, mention.New, mention.OutOfBag),
			)
		}
		if extension := filepath.Ext(o.weights.Path()); extension != ".csv" {
			return flags.UsageError(
				fmt.Errorf("%v: %s ends in %q, expected .csv", mention.WeightsTo, o.weights.Path(), extension),
			)
		}
	}
	return o.checkOutputs(o.weights)
}

// train grows the forest.
func (e *estimation) train(ctx context.Context) (*model, error) {
	e.bound()
	e.predicts = true
	a, forests, err := e.grown()
	if err != nil {
		return nil, err
	}
	task := e.task(nil)
	grown, err := forests.Forest(ctx, task)
	if err != nil {
		return nil, err
	}
	kernel, err := task.ResolveKernel()
	if err != nil && e.isSet("kernel") {
		return nil, err
	}
	a.Result.Gamma = kernel.Gamma
	if a.Shares, err = explainedShares(ctx, forests, task); err != nil {
		return nil, err
	}
	a.warn(a.forestLags())
	return &model{a, e.problem, e.table.reading.Options, grown}, nil
}

// explainedShares returns what a forest and its stack explain; nil where these cannot be compared,
// as on tables of few rows.
func explainedShares(ctx context.Context, forests inference.Stacked, task importance.Task) (*inference.Shares, error) {
	shares, err := forests.Shares(ctx, task)
	if err != nil {
		return nil, ctx.Err()
	}
	return &shares, nil
}

// forestLags says that the forest that predicts explains clearly less than the stack that
// importances are of; "" if it does not.
func (e *analysis) forestLags() string {
	if e.Shares == nil || e.Shares.Stack <= 0 || !e.Shares.ForestLags() {
		return ""
	}
	return say("forest lags", slots{
		"Forest": percent(max(e.Shares.Forest, 0)), "Stack": percent(e.Shares.Stack), "Distribution": e.distribution(),
	})
}

// readRows reads the rows to predict like the table of a problem, all of them, and returns the
// warnings of that table.
func (o *predictOptions) readRows(
	cmd *cobra.Command, reading datasets.Options, p *datasets.Problem,
) (warnings []string, err error) {
	if o.newRows == "" {
		return nil, nil
	}
	reading.Folder = datasets.Drawing{Workers: o.workers.Value, Context: cmd.Context()}
	table, err := readTable(cmd.InOrStdin(), newTable, o.newRows, p.Alike(reading))
	if err != nil {
		return nil, err
	}
	if o.unseen.Value == "skip" {
		o.x, o.skipped, err = p.EncodeSeen(table)
	} else {
		o.x, err = p.Encode(table)
	}
	return append(messagesOf(table.Warnings...), nonempty(o.withoutPrediction())...), err
}

// override sets a setting to the value of a flag that is given.
func override[T any](chosen bool, setting *T, value T) {
	if chosen {
		*setting = value
	}
}
