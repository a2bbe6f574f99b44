package cluster

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// notice is the time between the signal to a worker and its limit.
const notice = 90 * time.Second

// Limits of the last job: it reads all records once, and may have to wait for lost workers.
const (
	lastTime   = time.Hour
	lastMemory = 1 << 30
	perRecord  = 40 << 10
)

// Script returns the script for sbatch of an array. The worker replaces the shell, so that signals
// reach it.
func (r Round) Script(a Array) string {
	indices := fmt.Sprintf("1-%d", a.Chunks)
	if r.Settings.MaxJobs > 0 {
		indices += fmt.Sprintf("%%%d", r.Settings.MaxJobs)
	}
	options := []string{
		"array=" + indices, "time=" + limit(a.Time), "mem=" + megabytes(a.Memory), "cpus-per-task=" + strconv.Itoa(r.Settings.Cores),
		"output=" + pattern(r.path("log")) + "/" + a.Name + "-%a.log",
		"requeue", fmt.Sprintf("signal=B:USR1@%d", int(notice.Seconds())),
	}
	if len(r.Exclude) > 0 {
		options = append(options, "exclude="+strings.Join(r.Exclude, ","))
	}
	return r.sbatch(a.Name, options, "work --chunk "+quoted(r.ChunkFile(a)))
}

// LastScript returns the script of the job after the jobs of all arrays.
func (r Round) LastScript(jobs []string) string {
	return r.sbatch(lastJob, []string{
		"dependency=afterany:" + strings.Join(jobs, ":"), "time=" + limit(lastTime), "mem=" + megabytes(lastMemory+int64(r.Units)*perRecord), "cpus-per-task=1",
		"output=" + pattern(r.path("log")) + "/" + lastJob + ".log", "requeue",
	}, "work --finish "+quoted(r.Out))
}

// sbatch returns a script that runs a command of drfvi. The user's options follow ours and take
// precedence.
func (r Round) sbatch(array string, options []string, command string) string {
	options = append([]string{"job-name=" + r.jobName(array), "nodes=1", "ntasks=1", "open-mode=append"}, options...)
	for _, o := range []struct{ key, value string }{{"partition", r.Settings.Partition}, {"account", r.Settings.Account}, {"qos", r.Settings.QOS}} {
		if o.value != "" {
			options = append(options, o.key+"="+o.value)
		}
	}
	var b strings.Builder
	b.WriteString("#!/bin/sh\n")
	for _, o := range append(options, r.Settings.Sbatch...) {
		key, value, valued := strings.Cut(o, "=")
		if strings.ContainsAny(value, " \t\"\\#") {
			value = strconv.Quote(value)
		}
		if valued {
			key += "="
		}
		fmt.Fprintf(&b, "#SBATCH --%s%s\n", key, value)
	}
	// A node may have more processors than the job.
	fmt.Fprintf(&b, "export GOMAXPROCS=%d\nexec %s %s\n", r.Settings.Cores, quoted(r.Settings.Program), command)
	return b.String()
}

// limit formats a time for Slurm, in minutes.
func limit(d time.Duration) string {
	return strconv.Itoa(int((d + time.Minute - 1) / time.Minute))
}

func megabytes(bytes int64) string { return fmt.Sprintf("%dM", (bytes+1<<20-1)>>20) }

// pattern escapes characters that Slurm would replace in the name of a file.
func pattern(path string) string { return strings.ReplaceAll(path, "%", "%%") }

// quoted quotes a word for the shell.
func quoted(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }
