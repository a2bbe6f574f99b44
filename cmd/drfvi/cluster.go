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
	"drfvi/reports"
)

func newSubmit() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "submit [SPEC…]",
		Short: "Run experiments on a cluster with Slurm",
		Long: `Run experiments on a cluster with Slurm. A SPEC is what drfvi run takes. The folder
of the results, the specifications and drfvi itself must be where all machines see
them, under the same paths.

The units that are not done are packed into jobs of about the same length by the
forecast of their time, in one array for each size of memory. Nothing that is in the
store or in a job is sent again: the same command sends what is left, without SPEC
that of all that was submitted into the folder. A last job merges, writes the report
and sends again what was lost with a job: five times at most, with more memory or time
if that was the cause. A unit with an error is not tried again but by --retry-failed.

Results are those of drfvi run, to the last byte if the processors are alike: a record
names the processor that it was computed on. For other schedulers see
docs/cluster.md and --no-send.`,
		Example: `  drfvi submit calibration --out results/mine --partition long --max-jobs 100
  drfvi submit all --dry-run
  drfvi submit --out results/mine`,
		ValidArgsFunction: completeSpecs,
	}
	f := cmd.Flags()
	profile, out, data := addRun(cmd)
	chunk := f.Duration("chunk", 20*time.Minute, "`TIME` that a job takes by the forecast")
	cores := flags.AddCount(cmd, "cores", "", 1, "of a job, which computes as many units at once")
	jobs := f.Int("max-jobs", 0, "`NUMBER` of jobs of an array that run at once (default as many as Slurm lets)")
	partition := f.String("partition", "", "`NAME` of the partition, for sbatch")
	account := f.String("account", "", "`NAME` of the account, for sbatch")
	qos := f.String("qos", "", "`NAME` of the quality of service, for sbatch")
	sbatch := f.StringArray("sbatch", nil, "a further option of sbatch, `KEY=VALUE` without dashes; may be repeated")
	report := flags.AddOutput(cmd, "report", "`FOLDER` of the report (default report in that of the results)")
	heartbeat := f.Duration("heartbeat", cluster.StandardHeartbeat, "`TIME` between two signs of life of a worker")
	retry := f.Bool("retry-failed", false, "send again what failed")
	noSend := f.Bool("no-send", false, "write the chunks and send nothing: another scheduler does")
	dry := f.Bool("dry-run", false, "print the arrays and their scripts; write and send nothing")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if *chunk <= 0 || *heartbeat < time.Second || *jobs < 0 {
			return flags.UsageError(fmt.Errorf("--chunk %v, --heartbeat %v, --max-jobs %d: expected a positive time, at least 1s, and a number of at least 0", *chunk, *heartbeat, *jobs))
		}
		if err := out.Or(path.Join("results", profile.Value)); err != nil {
			return err
		}
		var q cluster.Request
		var err error
		if len(args) == 0 {
			if q, err = cluster.Again(out.Path()); errors.Is(err, cluster.ErrNoRounds) {
				return flags.UsageError(fmt.Errorf("%w; submit needs a SPEC the first time: %s", err, whatSpec()))
			}
		} else if q.Specs, err = loadSpecs(args, profile.Value); err == nil {
			q.Options.Profile = profile.Value
		}
		if err != nil {
			return err
		}
		given := cmd.Flags().Changed
		// What is not given stays as it was submitted before.
		for _, set := range []struct {
			flag string
			to   func()
		}{
			{"data-dir", func() { q.Options.Data = *data }}, {"chunk", func() { q.Settings.Chunk = *chunk }},
			{"cores", func() { q.Settings.Cores = cores.Value }}, {"max-jobs", func() { q.Settings.MaxJobs = *jobs }},
			{"partition", func() { q.Settings.Partition = *partition }}, {"account", func() { q.Settings.Account = *account }},
			{"qos", func() { q.Settings.QOS = *qos }}, {"sbatch", func() { q.Settings.Sbatch = *sbatch }},
			{"report", func() { q.Settings.Report = report.Path() }}, {"heartbeat", func() { q.Settings.Heartbeat = *heartbeat }},
			{"no-send", func() { q.Settings.NoSend = *noSend }},
		} {
			if len(args) > 0 || given(set.flag) {
				set.to()
			}
		}
		if q.Settings.Program, err = os.Executable(); err != nil {
			return fmt.Errorf("cannot tell where drfvi is, for the jobs: %w", err)
		}
		if q.Options.Data == "" {
			q.Options.Data = os.Getenv("DRFVI_DATA")
		}
		if q.Settings.Report == "" {
			q.Settings.Report = path.Join(out.Path(), "report")
		}
		for _, folder := range []*string{&q.Options.Data, &q.Settings.Report} {
			if *folder != "" {
				if *folder, err = filepath.Abs(*folder); err != nil {
					return err
				}
			}
		}
		q.Options.Out, q.Options.RetryFailed, q.Dry = out.Path(), *retry, *dry
		sub, err := scheduler(cmd).Submit(cmd.Context(), q)
		if err != nil {
			return err
		}
		if *dry {
			return writeSubmission(cmd.OutOrStdout(), sub)
		}
		return writeSent(cmd.OutOrStdout(), sub)
	}
	return cmd
}

// scheduler returns Slurm, whose silence is told on stderr.
func scheduler(cmd *cobra.Command) cluster.Engine {
	return cluster.Engine{Slurm: slurm.Client{Say: func(message string) { terminal.Message(cmd.ErrOrStderr(), message) }}}
}

func newWork() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "work --chunk FILE[:INDEX]",
		Short: "Compute one chunk of a submission, in a job",
		Long: `Compute one chunk of a submission: what the jobs that drfvi submit sends do, and
those of any other scheduler. Without INDEX the number of the chunk comes from the
first of SLURM_ARRAY_TASK_ID, SGE_TASK_ID, PBS_ARRAY_INDEX, LSB_JOBINDEX and
JOB_COMPLETION_INDEX that is set.

Units that have a record are left out, so that a chunk may be given to a worker any
number of times. At SIGUSR1 the units in hand are finished if they take less than
a minute, at SIGTERM they are dropped; the rest is left to the next drfvi submit.

With --finish, the experiments whose records are all there are merged, the report is
written, and what was lost is sent again where Slurm was used: what the last job of a
submission does.`,
		Example: `  drfvi work --chunk results/mine/cluster/001/1.chunks:7
  drfvi work --finish results/mine`,
		Args: exactly(),
	}
	chunk := cmd.Flags().String("chunk", "", "`FILE:INDEX`: the chunk, from 1")
	finish := cmd.Flags().String("finish", "", "`FOLDER` of the results to merge and report on")
	flags.Reads(cmd.Flags(), "chunk", "finish")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		switch {
		case (*chunk == "") == (*finish == ""):
			return flags.UsageError(errors.New("work needs one of --chunk FILE:INDEX and --finish FOLDER; see drfvi work --help"))
		case *finish != "":
			return finishRound(cmd, *finish)
		}
		file, index := *chunk, 0
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
	return cmd
}

// finishRound merges, reports, and sends again what can be.
func finishRound(cmd *cobra.Command, out string) error {
	v, sub, err := scheduler(cmd).Finish(cmd.Context(), out)
	if err != nil {
		return err
	}
	if sub.Units > 0 {
		if err := writeSent(cmd.OutOrStdout(), sub); err != nil {
			return err
		}
	}
	if err := writeStatus(cmd.OutOrStdout(), out, v); err != nil || v.Count(cluster.Done) == 0 {
		return err
	}
	source, err := openResults(out)
	if err != nil {
		return err
	}
	source.warn(cmd.ErrOrStderr())
	to := v.Rounds[len(v.Rounds)-1].Settings.Report
	overview, err := reports.Write(cmd.Context(), to, source)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", path.Join(to, "report.pdf"), overview.Verdicts())
	return err
}

// addSubmitted adds the flag --out of commands about what was submitted.
func addSubmitted(cmd *cobra.Command) *string {
	out := cmd.Flags().String("out", paperResults, "`FOLDER` of the results, as given to submit")
	flags.Reads(cmd.Flags(), "out")
	return out
}

// submitted turns the error that nothing was submitted into one for the exit code.
func submitted(err error) error {
	if errors.Is(err, cluster.ErrNoRounds) {
		return missingError(err)
	}
	return err
}

func newStatus() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Tell how a submission goes",
		Long: `Tell how many units are done, running, waiting and failed, and why, from the store,
the journals of the workers, and Slurm, in this order of trust. A worker that has given
no sign of life for two heartbeats is not called running, whatever Slurm says.

The exit code is 0 if all units are done, those without data aside, and 3 if not.`,
		Example: `  drfvi status --out results/mine`,
		Args:    exactly(),
	}
	out := addSubmitted(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		v, err := cluster.Engine{Slurm: slurm.Client{Patience: time.Second}}.Look(cmd.Context(), *out)
		if err != nil {
			return submitted(err)
		}
		if err := writeStatus(cmd.OutOrStdout(), *out, v); err != nil {
			return err
		}
		if left := len(v.Units) - v.Count(cluster.Done) - v.Count(cluster.NotRun); left > 0 {
			return missingError(fmt.Errorf("%s not done", format.Plural(left, "unit")))
		}
		return nil
	}
	return cmd
}

func newLogs() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "logs UNIT",
		Short:   "Tell what was tried of a unit on a cluster",
		Long:    `Tell of every attempt at a unit where and when it was, how it ended, and what the log says.`,
		Example: `  drfvi logs bivariate/textbook-n500-p10-retrain-paper/r007 --out results/mine`,
		Args:    exactly("UNIT"),
	}
	out := addSubmitted(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		traces, err := cluster.TraceOf(*out, args[0])
		if err != nil {
			return submitted(err)
		}
		return writeTraces(cmd.OutOrStdout(), args[0], traces)
	}
	return cmd
}

func newCancel() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cancel",
		Short: "Cancel the jobs of a submission",
		Long: `Cancel the jobs of a submission that wait or run. What is done stays; drfvi submit
sends the rest.`,
		Example: `  drfvi cancel --out results/mine`,
		Args:    exactly(),
	}
	out := addSubmitted(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		n, err := scheduler(cmd).Cancel(cmd.Context(), *out)
		if err != nil {
			return submitted(err)
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s cancelled.\n", format.Plural(n, "job"))
		return err
	}
	return cmd
}
