package reports

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
	"drfvi/results"
)

// programText names the program that made records: "drfvi 0.1.0 (revision
// 1a2b3c4), go1.26".
func programText(e results.Environment) string {
	text := "drfvi " + e.Drfvi
	if revision, changed, _ := strings.Cut(e.Revision, "+"); changed != "" {
		text += fmt.Sprintf(" (revision %.12s with %s)", revision, changed)
	} else if revision != "" {
		text += fmt.Sprintf(" (revision %.12s)", revision)
	}
	return text + ", " + e.Go
}

// machineText names the kind of machine: "Some CPU, linux/amd64 v3, AVX2 FMA".
func machineText(e results.Machine) string {
	if e.OS == "" {
		return "unknown, without timings"
	}
	parts := []string{e.CPU, strings.TrimSpace(e.OS + "/" + e.Arch + " " + e.Level), strings.Join(e.Features, " ")}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

// period is when the first and the last record of the report were finished, zero if unknown.
func period(summaries []summary.Summary) (first, last time.Time) {
	for _, s := range summaries {
		if !s.First.IsZero() && (first.IsZero() || s.First.Before(first)) {
			first = s.First
		}
		if s.Last.After(last) {
			last = s.Last
		}
	}
	return first, last
}

// number writes the mean of a value that is one number, nothing if there is none.
func number(c summary.Cell, name results.ValueName) string {
	return format.Exact(c.Mean(name, "").Mean)
}

// workCSV lists for other programs what each cell cost, with the seed it began with.
func workCSV(summaries []summary.Summary) string {
	rows := [][]string{
		{
			"experiment", "cell", "repetitions", "planned", "failed", "first_seed", "forests", "bias", "explained",
			"seconds", "seconds_in_all",
		},
	}
	for _, s := range summaries {
		for _, c := range s.Cells {
			seed := ""
			if c.Repetitions > 0 {
				seed = fmt.Sprintf("%016x", c.Seed)
			}
			rows = append(rows, []string{
				s.Experiment.Name, summary.Describe(c.Cell), fmt.Sprint(c.Repetitions), fmt.Sprint(c.Planned),
				fmt.Sprint(c.Failed), seed,
				number(c, results.ValueForests), number(c, results.ValueBias), number(c, results.ValueDenominator),
				format.Exact(c.Seconds.Mean), format.Exact(c.TotalSeconds),
			})
		}
	}
	return format.CSV(rows)
}

// provenance is what a report was made from, for other programs.
type provenance struct {
	Experiments []reported `json:"experiments"`
	Files       []made     `json:"files"` // of the report, in the order in which they are written, without provenance.json
}

// reported is what the records of an experiment were made by and with.
type reported struct {
	Experiment    string                `json:"experiment"`
	Specification string                `json:"specification,omitempty"`
	SHA256        string                `json:"sha256,omitempty"` // of the lines of the records
	Environments  []results.Environment `json:"environments"`
	Hosts         []string              `json:"hosts,omitempty"`
}

// provenanceJSON lists the sources of a report, and its files.
func provenanceJSON(summaries []summary.Summary, files []made) []byte {
	sources := provenance{[]reported{}, files}
	for _, s := range summaries {
		sources.Experiments = append(
			sources.Experiments,
			reported{s.Experiment.Name, s.Experiment.Specification, s.Digest, s.Environments, s.Hosts},
		)
	}
	data, err := json.MarshalIndent(sources, "", "  ")
	if err != nil {
		panic("reports: provenance: " + err.Error()) // of texts alone
	}
	return append(data, '\n')
}
