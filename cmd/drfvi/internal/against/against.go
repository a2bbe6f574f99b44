// Package against compares what a run makes with published numbers and with an
// earlier run, an experiment at a time.
package against

import (
	"fmt"
	"strings"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/experiments"
	"drfvi/internal/format"
	"drfvi/reports"
	"drfvi/results"
	"drfvi/results/compare"
)

// Results is the folder of a run beside that of an earlier one.
type Results struct {
	ours, theirs *results.Store
}

// Open returns the results in a folder, which is made if there is none, beside
// those in another.
func Open(out, other string) (*Results, error) {
	theirs, err := results.Open(other)
	if err != nil {
		return nil, fmt.Errorf("--against: %w", err)
	}
	ours, err := results.Create(out)
	if err != nil {
		return nil, err
	}
	return &Results{ours, theirs}, nil
}

// Earlier returns the earlier run.
func (r *Results) Earlier() *results.Store { return r.theirs }

// Complete says that an experiment is complete, and how it compares unless there
// is nothing to compare it with.
func (r *Results) Complete(e experiments.Event) string {
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
	text += ": " + compared
	if e.Left > 0 {
		text += "; about " + terminal.Duration(e.Left) + " left"
	}
	return text
}

// alone is one experiment of a store.
type alone struct {
	*results.Store
	experiment results.Experiment
}

func (a alone) Experiments() ([]results.Experiment, error) {
	return []results.Experiment{a.experiment}, nil
}

// compare says how many of the numbers and claims of an experiment agree, by
// themselves, and how many of its records equal the others.
func (r *Results) compare(experiment string) (string, error) {
	e, err := r.ours.Experiment(experiment)
	if err != nil {
		return "", err
	}
	overview, err := reports.Verify(alone{r.ours, e})
	if err != nil {
		return "", err
	}
	var texts []string
	numbers, claims := len(overview.Cells), len(overview.Claims)
	differing, broken := overview.Count(reports.Differs)
	noNumbers, noClaims := overview.Count(reports.Missing)
	if numbers+claims > 0 {
		texts = append(texts, fmt.Sprintf("%d of %s and %d of %s agree",
			numbers-noNumbers-differing, format.Plural(numbers, "number"), claims-noClaims-broken, format.Plural(claims, "claim")))
	}
	if noNumbers+noClaims > 0 {
		texts = append(texts, fmt.Sprintf("%s and %s not run", format.Plural(noNumbers, "number"), format.Plural(noClaims, "claim")))
	}
	c, err := compare.Folders(r.ours, r.theirs, experiment)
	if err != nil {
		return "", err
	}
	records := c.Experiments[0]
	differ := len(records.Different) + len(records.OtherKey)
	texts = append(texts, fmt.Sprintf("%d of %s equal to the bit", records.Equal, format.Plural(records.Equal+differ+len(records.OnlyA), "record")))
	if n := len(records.OnlyA); n > 0 {
		texts = append(texts, fmt.Sprintf("%d not in %s", n, r.theirs.Dir()))
	}
	if n := len(records.OnlyB); n > 0 {
		texts = append(texts, fmt.Sprintf("%d only there", n))
	}
	return strings.Join(texts, "; "), nil
}
