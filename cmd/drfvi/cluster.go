package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments/cluster"
	"drfvi/experiments/cluster/slurm"
	"drfvi/internal/format"
)

type submitOptions struct {
	protocolOptions
	settings   cluster.Settings // but cores and report
	cores      *flags.Count
	report     *flags.Output
	retry, dry bool
}

func (o *submitOptions) addFlags(cmd *cobra.Command) {
	o.protocolOptions.addFlags(cmd)
	set := cmd.Flags()
	set.DurationVar(&o.settings.Chunk, "chunk", 20*time.Minute, "forecast `TIME` of a job")
	o.cores = flags.AddCount(cmd, "cores", "", 1, "cores per job, which computes as many units at once")
	set.IntVar(&o.settings.MaxJobs, "max-jobs", 0, "`NUMBER` of jobs of an array to run at once (default: Slurm's limit)")
	set.StringVar(&o.settings.Partition, "partition", "", "`NAME` of the partition, for sbatch")
	set.StringVar(&o.settings.Account, "account", "", "`NAME` of the account, for sbatch")
	set.StringVar(&o.settings.QOS, "qos", "", "`NAME` of the quality of service, for sbatch")
	set.StringArrayVar(&o.settings.Sbatch, "sbatch", nil, "a further option of sbatch, `KEY=VALUE` without dashes; may be repeated")
	o.report = flags.AddOutput(cmd, "report", "`FOLDER` of the report (default: report in the results folder)")
	set.DurationVar(&o.settings.Heartbeat, "heartbeat", cluster.StandardHeartbeat, "`TIME` between heartbeats of a worker")
	set.BoolVar(&o.retry, "retry-failed", false, "resend failed units")
	set.BoolVar(&o.settings.NoSend, "no-send", false, "write the chunks but send nothing, for other schedulers")
	set.BoolVar(&o.dry, "dry-run", false, "print the arrays and their scripts; write and send nothing")
}

func (o *submitOptions) run(cmd *cobra.Command, args []string) error {
	if s := o.settings; s.Chunk <= 0 || s.Heartbeat < time.Second || s.MaxJobs < 0 {
		return flags.UsageError(fmt.Errorf("--chunk %v, --heartbeat %v, --max-jobs %d: expected a positive time, at least 1s, and a number of at least 0", s.Chunk, s.Heartbeat, s.MaxJobs))
	}
	out, err := o.folder()
	if err != nil {
		return err
	}
	request, err := o.request(cmd, args, out.Path())
	if err != nil {
		return err
	}
	submission, err := scheduler(cmd).Submit(cmd.Context(), request)
	if err != nil {
		return err
	}
	if o.dry {
		return show(cmd, submissionText(submission))
	}
	return show(cmd, sentText(submission))
}

// request returns what is asked for: experiments, or without arguments all that was
// submitted into the folder before, where settings that are not given stay as they were.
func (o *submitOptions) request(cmd *cobra.Command, args []string, out string) (q cluster.Request, err error) {
	given := func(flag string) bool { return len(args) > 0 || cmd.Flags().Changed(flag) }
	if len(args) > 0 {
		if q.Specs, err = loadSpecs(args, o.profile.Value); err != nil {
			return q, err
		}
		q.Options.Profile = o.profile.Value
	} else if q, err = cluster.Again(out); errors.Is(err, cluster.ErrNoRounds) {
		return q, flags.UsageError(fmt.Errorf("%w; submit needs a SPEC the first time: %s", err, whatSpec()))
	} else if err != nil {
		return q, err
	}
	override(given("chunk"), &q.Settings.Chunk, o.settings.Chunk)
	override(given("cores"), &q.Settings.Cores, o.cores.Value)
	override(given("max-jobs"), &q.Settings.MaxJobs, o.settings.MaxJobs)
	override(given("partition"), &q.Settings.Partition, o.settings.Partition)
	override(given("account"), &q.Settings.Account, o.settings.Account)
	override(given("qos"), &q.Settings.QOS, o.settings.QOS)
	override(given("sbatch"), &q.Settings.Sbatch, o.settings.Sbatch)
	override(given("report"), &q.Settings.Report, o.report.Path())
	override(given("heartbeat"), &q.Settings.Heartbeat, o.settings.Heartbeat)
	override(given("no-send"), &q.Settings.NoSend, o.settings.NoSend)
	override(given("data-dir"), &q.Options.Data, o.data)
	override(given("long"), &q.Options.Long, o.long)
	if q.Settings.Program, err = os.Executable(); err != nil {
		return q, fmt.Errorf("cannot find the path of drfvi, for the jobs: %w", err)
	}
	if q.Options.Data == "" {
		q.Options.Data = os.Getenv("DRFVI_DATA")
	}
	if q.Settings.Report == "" {
		q.Settings.Report = path.Join(out, "report")
	}
	for _, folder := range []*string{&q.Options.Data, &q.Settings.Report} {
		if *folder != "" {
			if *folder, err = filepath.Abs(*folder); err != nil {
				return q, err
			}
		}
	}
	q.Options.Out, q.Options.RetryFailed, q.Dry = out, o.retry, o.dry
	return q, nil
}

// override sets a setting to the value of a flag that is given.
func override[T any](given bool, setting *T, value T) {
	if given {
		*setting = value
	}
}

// scheduler returns Slurm, whose silence is told on stderr.
func scheduler(cmd *cobra.Command) cluster.Engine {
	return cluster.Engine{Slurm: slurm.Client{Say: func(message string) { terminal.Message(cmd.ErrOrStderr(), message) }}}
}

// submittedOptions are what a user can choose of a command about what was submitted into a folder;
// names are those of its arguments.
type submittedOptions struct {
	names []string
	out   *string
	do    func(cmd *cobra.Command, out string, args []string) error
}

func (o *submittedOptions) addFlags(cmd *cobra.Command) {
	cmd.Args = exactly(o.names...)
	o.out = cmd.Flags().String("out", paperResults, "`FOLDER` of the results, as given to submit")
	flags.Reads(cmd.Flags(), "out")
}

func (o *submittedOptions) run(cmd *cobra.Command, args []string) error {
	return o.do(cmd, *o.out, args)
}

func showStatus(cmd *cobra.Command, out string, _ []string) error {
	v, err := cluster.Engine{Slurm: slurm.Client{Patience: time.Second}}.Look(cmd.Context(), out)
	if err != nil {
		return err
	}
	if err := show(cmd, statusText(out, v)); err != nil {
		return err
	}
	if left := len(v.Units) - v.Count(cluster.Done) - v.Count(cluster.NotRun); left > 0 {
		return missing{fmt.Errorf("%s not done", format.Plural(left, "unit"))}
	}
	return nil
}

func showLogs(cmd *cobra.Command, out string, args []string) error {
	traces, err := cluster.TraceOf(out, args[0])
	if err != nil {
		return err
	}
	return show(cmd, tracesText(args[0], traces))
}

func cancelJobs(cmd *cobra.Command, out string, _ []string) error {
	n, err := scheduler(cmd).Cancel(cmd.Context(), out)
	if err != nil {
		return err
	}
	return show(cmd, format.Plural(n, "job")+" cancelled.\n")
}

// workOptions are what a user can choose of the work command: a chunk, or the folder of
// results to finish.
type workOptions struct{ chunk, finish string }

func (o *workOptions) addFlags(cmd *cobra.Command) {
	cmd.Args = exactly()
	cmd.Flags().StringVar(&o.chunk, "chunk", "", "`FILE:INDEX`: the chunk, from 1")
	cmd.Flags().StringVar(&o.finish, "finish", "", "`FOLDER` of the results to merge and report on")
	flags.Reads(cmd.Flags(), "chunk", "finish")
}

func (o *workOptions) run(cmd *cobra.Command, _ []string) error {
	switch {
	case (o.chunk == "") == (o.finish == ""):
		return flags.UsageError(errors.New("work needs one of --chunk FILE:INDEX and --finish FOLDER; see drfvi work --help"))
	case o.finish != "":
		return finishRound(cmd, o.finish)
	}
	file, index := o.chunk, 0
	var err error
	if at := strings.LastIndexByte(file, ':'); at >= 0 {
		if index, err = strconv.Atoi(file[at+1:]); err != nil || index < 1 {
			return flags.UsageError(fmt.Errorf("--chunk: found %q after the colon, expected the number of a chunk, from 1", file[at+1:]))
		}
		file = file[:at]
	} else if index, _, err = cluster.IndexFromEnvironment(os.Getenv); err != nil {
		return flags.UsageError(fmt.Errorf("--chunk: %w", err))
	}
	drain := drainSignals()
	return cluster.Work(cmd.Context(), drain, file, index, func(line string) { terminal.Message(cmd.ErrOrStderr(), line) })
}

// finishRound merges, reports, and sends again what can be.
func finishRound(cmd *cobra.Command, out string) error {
	v, sub, err := scheduler(cmd).Finish(cmd.Context(), out)
	if err != nil {
		return err
	}
	if sub.Units > 0 {
		if err := show(cmd, sentText(sub)); err != nil {
			return err
		}
	}
	if err := show(cmd, statusText(out, v)); err != nil || v.Count(cluster.Done) == 0 {
		return err
	}
	source, err := openResults(out)
	if err != nil {
		return err
	}
	if err := source.unfinished(); err != nil { // a later round computes the rest
		terminal.Message(cmd.ErrOrStderr(), "note: "+strings.ReplaceAll(err.Error(), "\n", "\nnote: "))
	}
	return writeReport(cmd, v.Rounds[len(v.Rounds)-1].Settings.Report, source)
}
