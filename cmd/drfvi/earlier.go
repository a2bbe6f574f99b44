package main

import (
	"fmt"
	"strings"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/reports"
	"drfvi/results"
	"drfvi/results/compare"
)

// earlierRun is the folder of a run beside that of an earlier one.
type earlierRun struct {
	ours, theirs *results.Store
}

// openEarlier returns the results in a folder, which is made if there is none, beside
// those in another.
func openEarlier(out, other string) (*earlierRun, error) {
	theirs, err := results.Open(other)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", mention.Against, err)
	}
	ours, err := results.Create(out)
	if err != nil {
		return nil, err
	}
	return &earlierRun{ours, theirs}, nil
}

// complete says that an experiment is complete, and how it compares unless there
// is nothing to compare it with.
func (r *earlierRun) complete(e experiments.Event) string {
	text := e.Experiment + " is complete"
	if e.Failing > 0 {
		text = fmt.Sprintf("%s is at its end, %s of it failed", e.Experiment, format.Plural(e.Failing, "unit"))
	}
	if r == nil {
		return text
	}
	compared, err := r.compare(e.Experiment)
	if err != nil {
		return fmt.Sprintf("%s, but cannot be compared: %v", text, err)
	}
	return text + ": " + compared + when(e.Left > 0, "; about "+terminal.Duration(e.Left)+" left")
}

// compare says how many of the numbers of an experiment are compatible and how many claims hold, by
// themselves, and how many of its records equal the others.
func (r *earlierRun) compare(experiment string) (string, error) {
	e, err := r.ours.Experiment(experiment)
	if err != nil {
		return "", err
	}
	overview, err := reports.Verify(source{Store: r.ours, stored: []results.Experiment{e}})
	if err != nil {
		return "", err
	}
	numbers, claims := len(overview.Cells), len(overview.Claims)
	noNumbers, noClaims := overview.Absent()
	c, err := compare.Folders(r.ours, r.theirs, experiment)
	if err != nil {
		return "", err
	}
	records := c.Experiments[0]
	lacking, added := len(records.OnlyA), len(records.OnlyB)
	all := records.Equal + len(records.Different) + len(records.OtherKey) + lacking
	return strings.Join(nonempty(
		when(numbers+claims > 0, fmt.Sprintf("%d of %s compatible, %d of %s hold", overview.Compatible(), format.Plural(numbers, "number"), overview.Holding(), format.Plural(claims, "claim"))),
		when(noNumbers+noClaims > 0, fmt.Sprintf("%s and %s not run", format.Plural(noNumbers, "number"), format.Plural(noClaims, "claim"))),
		fmt.Sprintf("%d of %s equal to the bit", records.Equal, format.Plural(all, "record")),
		when(lacking > 0, fmt.Sprintf("%d not in %s", lacking, r.theirs.Dir())),
		when(added > 0, fmt.Sprintf("%d only there", added))), "; "), nil
}
