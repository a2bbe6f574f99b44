package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets/library"
	"drfvi/experiments"
	"drfvi/experiments/spec"
	"drfvi/internal/format"
)

// everything stands for the experiments of the suite "paper"; in the profile
// "quick", which shows that everything works, for those of all suites.
const everything = "all"

type runOptions struct {
	profile                 *flags.Choice
	out                     *flags.Output
	data                    string
	workers                 *flags.Count
	memory                  *flags.Typed[float64]
	shard                   experiments.Shard
	long, retry, dry, fetch bool
}

func (o *runOptions) addFlags(cmd *cobra.Command) {
	cmd.Args = atLeast(1, func() string { return "a SPEC: " + whatSpec() })
	flags.ReadsArguments(cmd, "SPEC")
	cmd.ValidArgsFunction = completeSpecs
	o.profile = flags.AddChoice(
		cmd, "profile", "profile", paperProfile, "the full protocol (paper) or a small one (quick)",
		spec.ProfileNames(),
	)
	o.out = flags.AddOutput(cmd, "out", "`FOLDER` of the results (default results/PROFILE)")
	o.workers, o.memory = flags.AddWorkers(cmd), flags.AddMemory(cmd)
	set := cmd.Flags()
	set.StringVar(&o.data, "data-dir", "", "`FOLDER` with files of data sets (default $DRFVI_DATA), see drfvi data")
	set.BoolVar(&o.long, "long", false, "include what a specification calls long: hours of work")
	set.BoolVar(&o.retry, "retry-failed", false, "retry units at which your own methods failed")
	set.BoolVar(&o.dry, "dry-run", false, "list the units, with an estimate of memory, and compute nothing")
	set.BoolVar(&o.fetch, "fetch", false, "download missing data sets that the run needs")
	flags.AddBare(cmd, "shard", "I/N", "compute the share I of N of the units, for jobs of a cluster; a run "+
		"without it merges them", func(word string) (err error) {
		o.shard, err = experiments.ParseShard(word)
		return err
	})
}

// load returns the specifications that the arguments name, and how they are to be run.
func (o *runOptions) load(args []string) ([]spec.Experiment, experiments.Options, error) {
	options := experiments.Options{
		Profile: o.profile.Value, Data: o.data, Workers: o.workers.Value, Memory: o.memory.Value,
		Shard: o.shard, RetryFailed: o.retry, Long: o.long,
	}
	specs, err := loadSpecs(args, o.profile.Value)
	if err != nil {
		return nil, options, err
	}
	out, err := o.out.Or(path.Join("results", o.profile.Value))
	if err == nil {
		options.Out = out.Path()
	}
	return specs, options, err
}

func (o *runOptions) run(cmd *cobra.Command, args []string) error {
	specs, options, err := o.load(args)
	if err != nil {
		return err
	}
	if o.dry {
		plan, err := experiments.NewPlan(specs, options)
		if err != nil {
			return err
		}
		return show(cmd, planText(plan, options))
	}
	if o.fetch {
		if err := fetchMissing(cmd.Context(), cmd.ErrOrStderr(), specs, options); err != nil {
			return err
		}
	}
	return runSpecs(cmd.Context(), cmd.ErrOrStderr(), specs, options)
}

// whatSpec says what a SPEC is.
func whatSpec() string {
	return fmt.Sprintf(
		"an experiment (one of: %s), %q, %q or a YAML file", strings.Join(experimentNames(), ", "), everything,
		spec.SuiteEvidence,
	)
}

func completeSpecs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return append(experimentNames(), everything, spec.SuiteEvidence), cobra.ShellCompDirectiveDefault
}

// ownExperiments are those that come with the program.
func ownExperiments() []spec.Experiment {
	specs, err := experiments.Embedded()
	if err != nil {
		panic("drfvi: " + err.Error()) // a test loads them all
	}
	return specs
}

func experimentNames() []string {
	return collect(ownExperiments(), func(s spec.Experiment) string { return s.Name })
}

// suitesOf returns the suites that a word stands for under a profile; none if it is
// the name of an experiment or a file.
func suitesOf(word, profile string) []string {
	switch {
	case word == everything && profile != paperProfile:
		return spec.SuiteNames()
	case word == everything:
		return []string{spec.SuitePaper}
	case word == spec.SuiteEvidence:
		return []string{word}
	}
	return nil
}

// loadSpecs returns the specifications that the arguments name, each once, or all
// faults of all of them.
func loadSpecs(args []string, profile string) ([]spec.Experiment, error) {
	var specs []spec.Experiment
	var faults []error
	for _, arg := range args {
		suites := suitesOf(arg, profile)
		loaded := having(ownExperiments(), func(s spec.Experiment) bool { return slices.Contains(suites, s.Suite) })
		if suites == nil {
			s, err := experiments.Load(arg)
			if _, unknown := errors.AsType[experiments.UnknownError](err); unknown {
				err = flags.UsageError(err)
			}
			if err == nil {
				err = reserved(s)
			}
			if err != nil {
				faults = append(faults, err)
				continue
			}
			loaded = append(loaded, s)
		}
		for _, s := range loaded {
			if !slices.ContainsFunc(specs, func(other spec.Experiment) bool { return other.File == s.File }) {
				specs = append(specs, s)
			}
		}
	}
	return specs, errors.Join(faults...)
}

// reserved returns an error for a specification of the user that has a name by which
// drfvi knows others: the two could not be told apart, in results neither.
func reserved(s spec.Experiment) error {
	names := []string{everything, spec.SuitePaper, spec.SuiteEvidence}
	for _, e := range ownExperiments() {
		if e.SHA256 == s.SHA256 {
			return nil // a copy
		}
		names = append(names, e.Name)
	}
	if slices.Contains(names, s.Name) {
		return fmt.Errorf("%s: the name %q is one of drfvi's own, expected another name", s.File, s.Name)
	}
	return nil
}

// fetchMissing downloads the data sets that are missing for what is to do. Those
// that cannot be had are told, and are no error: the rest can be run.
func fetchMissing(ctx context.Context, stderr io.Writer, specs []spec.Experiment, o experiments.Options) error {
	plan, err := experiments.NewPlan(specs, o)
	if err != nil {
		return err
	}
	var missing []string
	for _, u := range plan.Units {
		if u.Data != "" && !slices.Contains(missing, u.Data) {
			missing = append(missing, u.Data)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	l, err := library.New(o.Data)
	if err != nil {
		return err
	}
	if err := fetchSets(ctx, l, missing, stderr, stderr); ctx.Err() != nil {
		return err
	}
	return nil
}

// planText lists the units of a run.
func planText(plan experiments.Plan, o experiments.Options) string {
	var b strings.Builder
	width := 0
	for _, u := range plan.Units {
		width = max(width, len(u.ID))
	}
	for _, u := range plan.Units {
		state := "about " + terminal.Megabytes(u.Bytes)
		switch {
		case u.Done && u.Failure != "":
			state = "failed: " + u.Failure
		case u.Done:
			state = "done"
		case u.NotRun != "":
			state = "not run: " + u.NotRun + textIf(u.NotRun == experiments.NotAsked, "; --long runs it")
		}
		fmt.Fprintf(&b, "%-*s  %s\n", width, u.ID, state)
	}
	for _, renewal := range plan.Renewals {
		fmt.Fprintf(
			&b, "\n%s: %s computed again, since %s.", renewal.Experiment, finishedUnits(renewal.Units),
			renewal.Reason,
		)
	}
	done, notRun := plan.Done, plan.NotRun
	long := len(having(plan.Units, func(u experiments.PlannedUnit) bool { return u.NotRun == experiments.NotAsked }))
	large := len(having(plan.Units, func(u experiments.PlannedUnit) bool {
		return !u.Done && u.NotRun == "" && o.Memory > 0 && float64(u.Bytes) > o.Memory
	}))
	fmt.Fprintf(
		&b, "\n%s%s, %d of them done in %s.\n", format.Plural(len(plan.Units), "unit"),
		textIf(o.Profile != paperProfile, " under profile "+o.Profile), done, o.Out,
	)
	return b.String() +
		textIf(notRun > long, format.Plural(notRun-long, "unit")+" cannot be run; see drfvi data fetch.\n") +
		textIf(long > 0, format.Plural(long, "unit")+" would be left out for want of --long.\n") +
		textIf(large > 0, format.Plural(large, "unit")+" would not be tried for want of memory; see --memory.\n") +
		textIf(done+notRun < len(plan.Units), fmt.Sprintf("The others take about %s of memory with %s; a run "+
			"tells how much time is left as it goes.\n",
			terminal.Megabytes(plan.Bytes), format.Plural(o.Workers, "worker")))
}

// finishedUnits counts units before "computed again".
func finishedUnits(count int) string {
	if count == 1 {
		return "1 finished unit is"
	}
	return fmt.Sprintf("%d finished units are", count)
}

// runSpecs runs the specifications, with progress on stderr.
func runSpecs(ctx context.Context, stderr io.Writer, specs []spec.Experiment, o experiments.Options) error {
	shown := terminal.NewProgress(stderr, "run")
	var last experiments.Event
	doubtful := 0
	o.Progress = func(e experiments.Event) {
		last = e
		switch e.Kind {
		case experiments.UnitFailed:
			shown.Say(e.Unit + " failed; the reason comes at the end of the run")
		case experiments.UnitDone:
			if len(e.Warnings) > 0 {
				doubtful++
			}
		case experiments.ExperimentDone:
			if e.Failing > 0 {
				shown.Say(fmt.Sprintf("%s is at its end, %s of it failed", e.Experiment, format.Plural(e.Failing, "unit")))
			} else {
				shown.Say(e.Experiment + " is complete")
			}
		case experiments.NoLocks:
			shown.Say(fmt.Sprintf("warning: %s has no file locks, so another run into it would not be noticed; "+
				"make sure that none is running", e.Reason))
		case experiments.Renewed:
			shown.Say(fmt.Sprintf("%s: %s computed again, since %s; the old records stay until the new ones are complete",
				e.Experiment, finishedUnits(e.Units), e.Reason))
		case experiments.LeftOut:
			if e.Data == "" {
				shown.Say(fmt.Sprintf("%s: some cells are left out: their elimination takes hours; --long includes "+
					"them", e.Experiment))
			} else {
				shown.Say(fmt.Sprintf("%s: %s is not run: %s; see drfvi data verify %s", e.Experiment, e.Data, e.Reason, e.Data))
			}
		}
		shown.Update(e.Share, fmt.Sprintf("%d of %d units", e.Done, e.Total))
	}
	err := experiments.Run(ctx, specs, o)
	shown.End()
	if errors.As(err, new(experiments.FailedBeforeError)) {
		err = fmt.Errorf("%w; --retry-failed tries them again", err)
	}
	if err != nil {
		return err
	}
	if o.Shard.Of > 0 {
		shown.Say(fmt.Sprintf("the %s of shard %d of %d are in %s, after %s; when all shards are, the same run "+
			"without --shard merges them",
			format.Plural(last.Total, "unit"), o.Shard.Index, o.Shard.Of, o.Out, terminal.Duration(
				last.Elapsed.Round(time.Millisecond),
			)))
		return nil
	}
	shown.Say(
		fmt.Sprintf(
			"all %s are in %s, after %s", format.Plural(last.Total, "unit"), o.Out,
			terminal.Duration(last.Elapsed.Round(time.Millisecond)),
		),
	)
	if doubtful > 0 {
		shown.Say(fmt.Sprintf("%s with warnings; the report lists them", format.Plural(doubtful, "unit")))
	}
	return nil
}
