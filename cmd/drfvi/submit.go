package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments/cluster"
	"drfvi/experiments/cluster/slurm"
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
