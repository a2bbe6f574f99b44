package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments/cluster"
	"drfvi/experiments/cluster/journal"
	"drfvi/internal/format"
)

// submissionText is what a submission would send: its arrays and the script of each.
func submissionText(s cluster.Submission) string {
	var b strings.Builder
	b.WriteString(leftText(s))
	for _, a := range s.Round.Arrays {
		fmt.Fprintf(&b, "\nArray %s of round %d: %s\n\n", a.Name, s.Round.Number, arrayText(a))
		b.WriteString(withIndent(s.Round.Script(a)))
	}
	if len(s.Round.Arrays) > 0 && !s.Round.Settings.NoSend {
		fmt.Fprintf(&b, "\nThe last job merges, reports and sends again what failed:\n\n%s", withIndent(s.Round.LastScript([]string{"JOB"})))
	}
	return b.String()
}

func withIndent(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("  " + line)
	}
	return b.String()
}

// arrayText describes an array in a line.
func arrayText(a cluster.Array) string {
	units := 0
	for _, c := range a.Work {
		units += len(c.Units)
	}
	return fmt.Sprintf("%s in %s, about %s of work; each job at most %s and %s",
		format.Plural(units, "unit"), format.Plural(a.Chunks, "job"), terminal.Duration(a.Planned), terminal.Duration(a.Time), terminal.Megabytes(a.Memory))
}

// leftText says which units a submission leaves alone.
func leftText(s cluster.Submission) string {
	total := s.Units + s.Done + s.Busy + s.Failed + s.Withheld + s.NotRun
	left := func(n int, how string) string { return when(n > 0, fmt.Sprintf(", %d %s", n, how)) }
	return fmt.Sprintf("%s: %d to send", format.Plural(total, "unit"), s.Units) +
		left(s.Done, "done") + left(s.Busy, "in jobs already") + left(s.Failed, "failed (--retry-failed sends them)") +
		left(s.Withheld, "cancelled") + left(s.NotRun, "left out (for want of data or of --long)") + ".\n" + lostText(s.Lost)
}

// lostText names the files of chunks that are gone or damaged.
func lostText(files []error) string {
	return strings.Join(collect(files, func(lost error) string { return fmt.Sprintf("Note: %v.\n", lost) }), "")
}

// sentText is what was submitted.
func sentText(s cluster.Submission) string {
	var b strings.Builder
	b.WriteString(leftText(s))
	for i, a := range s.Round.Arrays {
		if s.Round.Settings.NoSend {
			fmt.Fprintf(&b, "%s: %s.\n", s.Round.ChunkFile(a), arrayText(a))
		} else if i < len(s.Jobs) {
			fmt.Fprintf(&b, "Job %s: %s.\n", s.Jobs[i], arrayText(a))
		}
	}
	out := s.Round.Out
	switch {
	case len(s.Round.Arrays) == 0:
	case s.Round.Settings.NoSend:
		fmt.Fprintf(&b, "Nothing was sent. Have your scheduler run, for each file and each number of a job,\n\n  %s work --chunk FILE:NUMBER\n\nand when all have ended\n\n  %s work --finish %s\n",
			format.Argument(s.Round.Settings.Program), format.Argument(s.Round.Settings.Program), format.Argument(out))
	case len(s.Jobs) > len(s.Round.Arrays):
		fmt.Fprintf(&b, "Job %s comes last: it merges, writes the report into %s, and sends again what failed.\ndrfvi status --out %s shows the progress.\n", s.Jobs[len(s.Jobs)-1], s.Round.Settings.Report, format.Argument(out))
	}
	return b.String()
}

// mostNamed is how many units are named that failed in the same way.
const mostNamed = 5

// statusText is the states of units: how many are in each, and which failed why.
func statusText(out string, v cluster.View) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s in %s\n", format.Plural(len(v.Units), "unit"), out)
	more := map[cluster.State]string{
		cluster.Running: ", " + format.Plural(v.Workers, "worker"),
		cluster.Waiting: fmt.Sprintf(", %s in the queue", format.Plural(v.Jobs, "job")),
		cluster.Silent:  ": Slurm says that their jobs run, but their workers give no sign of life",
		cluster.Unknown: ": Slurm does not answer",
		cluster.Open:    ": no job has them; drfvi submit sends them",
		cluster.Failed:  ": drfvi submit --retry-failed tries them again, drfvi logs UNIT says more",
		cluster.NotRun:  ": their data cannot be had, see drfvi data",
	}
	failed := having(v.Units, func(u cluster.Unit) bool { return u.State == cluster.Done && u.Failure != "" })
	if len(failed) > 0 {
		more[cluster.Done] = fmt.Sprintf(", %d of them recorded as failed by a method of your own", len(failed))
	}
	for _, s := range cluster.States() {
		n := v.Count(s)
		if n == 0 && s != cluster.Done {
			continue
		}
		fmt.Fprintf(&b, "%8d %s%s\n", n, s, more[s])
		if s == cluster.Failed || s == cluster.Open {
			writeClasses(&b, v, s)
		}
	}
	return b.String() +
		when(v.Count(cluster.Open) > 0, lostText(v.Lost)) +
		when(v.Left > 0, fmt.Sprintf("About %s to the end with the workers that live.\n", terminal.Duration(v.Left))) +
		when(v.Doubt != nil, fmt.Sprintf("Slurm was not asked or does not answer, and what waits is not known: %v\n", v.Doubt))
}

// writeClasses writes how many units of a state ended in what way, with examples.
func writeClasses(b *strings.Builder, v cluster.View, s cluster.State) {
	of := make(map[journal.Class][]cluster.Unit)
	for _, u := range v.Units {
		if u.State == s && u.Class != "" {
			of[u.Class] = append(of[u.Class], u)
		}
	}
	for _, class := range slices.SortedFunc(maps.Keys(of), func(x, y journal.Class) int {
		return cmp.Or(cmp.Compare(len(of[y]), len(of[x])), cmp.Compare(x, y))
	}) {
		fmt.Fprintf(b, "%12d %s\n", len(of[class]), class)
		for i, u := range of[class] {
			if i == mostNamed || s != cluster.Failed {
				break
			}
			first, _, _ := strings.Cut(u.Error, "\n")
			fmt.Fprintf(b, "%13s%s%s\n", "", u.ID, when(first != "", ": "+first))
		}
	}
}

// tracesText is what was tried of a unit, with the logs.
func tracesText(unit string, traces []cluster.Trace) string {
	var b strings.Builder
	for _, t := range traces {
		fmt.Fprintf(&b, "round %d, chunk %s: ", t.Round, t.Chunk)
		a := t.Attempt
		if a == nil {
			fmt.Fprintf(&b, "no worker has begun; what the scheduler said would be in %s\n", t.Log)
			continue
		}
		fmt.Fprintf(&b, "on %s%s, begun %s, %s\n  %s\n", a.Host, when(a.Job != "", ", job "+a.Job), a.Begun.Format(time.DateTime), ended(*a), fate(*a, unit))
		if text := lastLines(string(a.LogOf(t.Log))); text != "" {
			fmt.Fprintf(&b, "  %s says:\n%s", t.Log, withIndent(withIndent(text)))
		}
	}
	return b.String()
}

// ended says how an attempt ended.
func ended(a journal.Attempt) string {
	switch {
	case a.Ended && a.Class == "":
		return "ended, its work done"
	case a.Ended:
		return fmt.Sprintf("ended: %s", a.Class)
	case a.Alive():
		return fmt.Sprintf("lives, last sign of life %s ago", terminal.Duration(a.Silent))
	}
	return fmt.Sprintf("ended without a word, last sign of life %s ago", terminal.Duration(a.Silent))
}

// fate says what an attempt did for a unit.
func fate(a journal.Attempt, unit string) string {
	if seconds, done := a.Done[unit]; done {
		return fmt.Sprintf("the unit was done in %s", terminal.Duration(time.Duration(seconds*float64(time.Second))))
	}
	if message, failed := a.Failed[unit]; failed {
		return "the unit failed: " + message
	}
	if slices.Contains(a.InHand, unit) {
		return "the unit was in hand"
	}
	return "the unit was not begun"
}

// lastLines returns the last lines of a log.
func lastLines(text string) string {
	lines := slices.Collect(strings.Lines(strings.TrimRight(text, "\n") + "\n"))
	if strings.TrimSpace(text) == "" {
		return ""
	}
	return strings.Join(lines[max(0, len(lines)-20):], "")
}
