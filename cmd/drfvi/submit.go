package main

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments"
	"drfvi/experiments/slurm"
	"drfvi/internal/format"
)

type submitOptions struct {
	protocolOptions
	shards, cores *flags.Count
	sbatch        []string
	report        *flags.Output
}

func (o *submitOptions) addFlags(cmd *cobra.Command) {
	o.protocolOptions.addFlags(cmd, "print the jobs and their scripts; write and send nothing")
	set := cmd.Flags()
	o.shards = flags.AddCount(cmd, "shards", "", 20, "jobs to divide the units among")
	o.cores = flags.AddCount(cmd, "cores", "", 1, "cores per job, which computes as many units at once")
	set.StringArrayVar(&o.sbatch, "sbatch", nil, "an option of sbatch, `KEY=VALUE` without dashes, such as time=4:00:00 or mem=4G; may be repeated")
	o.report = flags.AddOutput(cmd, "report", "`FOLDER` of the report (default: report in the results folder)")
}

func (o *submitOptions) run(cmd *cobra.Command, args []string) error {
	specs, options, err := o.load(args)
	if err != nil {
		return err
	}
	plan, err := experiments.NewPlan(specs, options)
	if err != nil {
		return err
	}
	job, err := o.job(args, options.Out)
	if err != nil {
		return err
	}
	left := len(plan.Units) - plan.Done - plan.NotRun
	units := fmt.Sprintf("%s: %d to compute, %d done, %d left out.\n", format.Plural(len(plan.Units), "unit"), left, plan.Done, plan.NotRun)
	switch {
	case o.dry:
		return show(cmd, units+jobText(job))
	case left == 0:
		return show(cmd, units+"Nothing was sent.\n")
	}
	client := slurm.Client{Say: func(message string) { terminal.Message(cmd.ErrOrStderr(), message) }}
	jobs, err := client.Send(cmd.Context(), job)
	if len(jobs) == 1 {
		err = fmt.Errorf("job %s, the array, was sent, but not the one after it: when it has ended, drfvi run merges and drfvi report reports: %w", jobs[0], err)
	}
	if err != nil {
		return err
	}
	return show(cmd, units+fmt.Sprintf("Job %s: %s. Job %s after them computes what they leave, merges, and reports into %s.\nsqueue and sacct show them, %s has their output, and drfvi run --dry-run counts what is done.\n",
		jobs[0], format.Plural(job.Shards, "shard"), jobs[1], job.Report[len(job.Report)-1], filepath.Join(job.Out, "slurm")))
}

// job returns the run that the arguments ask for, with full paths.
func (o *submitOptions) job(args []string, out string) (slurm.Job, error) {
	report, err := o.report.Or(path.Join(out, "report"))
	if err != nil {
		return slurm.Job{}, err
	}
	program, err := os.Executable()
	if err != nil {
		return slurm.Job{}, fmt.Errorf("cannot find the path of drfvi, for the jobs: %w", err)
	}
	absolute := func(path string) string {
		full, fault := filepath.Abs(path)
		err = cmp.Or(err, fault)
		return full
	}
	j := slurm.Job{Program: program, Shards: o.shards.Value, Cores: o.cores.Value, Options: o.sbatch, Run: []string{"run"}}
	j.Out = absolute(out)
	for _, arg := range args {
		if experiments.IsFile(arg) {
			arg = absolute(arg)
		}
		j.Run = append(j.Run, arg)
	}
	j.Run = append(j.Run, "--profile", o.profile.Value, "--out", j.Out, "--workers", fmt.Sprint(j.Cores))
	if o.data != "" {
		j.Run = append(j.Run, "--data-dir", absolute(o.data))
	}
	if o.long {
		j.Run = append(j.Run, "--long")
	}
	if o.retry {
		j.Shard = []string{"--retry-failed"}
	}
	j.Report = []string{"report", "--results", j.Out, "--to", absolute(report.Path())}
	return j, err
}

// jobText is what a job would send.
func jobText(j slurm.Job) string {
	var b strings.Builder
	shards, last := j.Commands("JOB")
	for _, part := range []struct {
		command []string
		script  string
	}{{shards, j.ShardScript()}, {last, j.LastScript()}} {
		fmt.Fprintf(&b, "\n%s\n\n", strings.Join(collect(part.command, shellWord), " "))
		for line := range strings.Lines(part.script) {
			b.WriteString("  " + line)
		}
	}
	return b.String()
}

// shellWord writes a word of a command, of which --name=value keeps its name bare, for a shell.
func shellWord(word string) string {
	if name, value, ok := strings.Cut(word, "="); ok && strings.HasPrefix(name, "--") {
		return format.Argument(name) + "=" + format.Argument(value)
	}
	return format.Argument(word)
}
