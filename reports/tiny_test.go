package reports

import (
	"fmt"

	"drfvi/results"
)

// tiny is a small experiment whose numbers can be checked by hand: three
// repetitions of A, B, C, D, of which A and B are relevant.
func tiny() (results.Experiment, []results.Record) {
	retrain := map[string]string{results.KeyVariant: "published", results.KeyN: "50", results.KeyMethod: "retrain", results.KeyPreset: "drf-1.1.0", results.KeyKernel: "authors"}
	vimp := map[string]string{results.KeyVariant: "published", results.KeyN: "50", results.KeyMethod: "vimp-drf", results.KeyPreset: "drf-1.1.0"}
	mda := map[string]string{results.KeyVariant: "published", results.KeyN: "50", results.KeyMethod: "mda"}
	twin := map[string]string{results.KeyVariant: "textbook", results.KeyN: "50", results.KeyMethod: "retrain", results.KeyPreset: "paper", results.KeyKernel: "median"}
	se := func(v float64) *float64 { return &v }
	e := results.Experiment{
		Name: "tiny", Title: "Tiny example", Source: "Table 9", Order: 1, Profile: "paper", Repetitions: 3, Figure: "bars",
		Relevant: []string{"A", "B"}, Ordering: []string{"B", "A"}, Description: "Y ~ N(A, B²), γ = 1.",
		Notes: []string{"The text says 40, the code 50."},
		Cells: []results.CellInfo{{Slug: "p-r", Cell: retrain}, {Slug: "p-v", Cell: vimp}, {Slug: "p-m", Cell: mda}, {Slug: "t-r", Cell: twin}},
		Expected: []results.Expected{
			{Cell: retrain, Variable: "A", Statistic: "mean", Value: 0.52, SE: se(0.03), Digits: 2, Repetitions: 10, Source: "Table 9"},
			{Cell: retrain, Variable: "B", Statistic: "mean", Value: 0.3, Digits: 1, Repetitions: 10, Source: "Table 9"},
			{Cell: retrain, Variable: "noise", Statistic: "largest-1", Value: 0.05, Digits: 2, Below: true, Repetitions: 10, Source: "Table 9"},
			{Cell: retrain, Variable: "noise", Statistic: "mean-noise", Value: 0.9, Digits: 1, Repetitions: 10, Source: "Table 9", Note: "Printed with a slip of the pen."},
			{Cell: vimp, Variable: "C", Statistic: "mean", Value: 0.3, SE: se(0.001), Digits: 1, Repetitions: 10, Source: "Table 9"},
			{Cell: vimp, Quantity: "explained_variance", Statistic: "mean", Value: 0.13, Digits: 2, Repetitions: 10, Source: "Table 9"},
			{Cell: mda, Variable: "A", Statistic: "mean", Value: 4, Digits: 0, Repetitions: 10, Source: "Table 9"},
		},
		Claims: []results.Claim{
			{Text: "A before B", Cell: retrain, Kind: "greater", Above: []string{"A"}, Below: []string{"B"}, Source: "Table 9"},
			{Text: "A and B before all others", Cell: retrain, Kind: "greater", Above: []string{"A", "B"}, Below: []string{"noise"}, Source: "Section 4"},
			{Text: "D is negative", Cell: vimp, Kind: "negative", Above: []string{"D"}, Source: "Section 4"},
			{Text: "MDA finds A", Cell: mda, Kind: "greater", Above: []string{"A"}, Below: []string{"noise"}, Source: "Section 4"},
		},
	}
	values := map[string][][]float64{
		"p-r": {{0.4, 0.3, 0.02, -0.1}, {0.5, 0.35, 0.03, 0.03}, {0.6, 0.25, 0.04, -0.2}},
		"p-v": {{0.5, 0.3, 0.1, 0.1}, {0.6, 0.2, 0.1, 0.1}, {0.7, 0.1, 0.1, 0.1}},
		"t-r": {{0.7, 0.2, 0, 0}, {0.8, 0.2, 0, 0}, {0.9, 0.2, 0, 0}},
	}
	var records []results.Record
	for _, cell := range e.Cells {
		for rep, raw := range values[cell.Slug] {
			r := results.Record{
				ID: fmt.Sprintf("tiny/%s/r%03d", cell.Slug, rep), Experiment: "tiny", Cell: cell.Cell, Repetition: rep, Seed: uint64(255 + rep),
				Variables: []string{"A", "B", "C", "D"}, Values: map[results.ValueName][]float64{"raw": raw},
				Environment: results.Environment{Drfvi: "1.0", Go: "go1.26", OS: "linux", Arch: "amd64"},
			}
			switch cell.Slug {
			case "p-r":
				r.Values["bias"] = []float64{0.01 * float64(rep)}
				r.Values["forests"] = []float64{6}
			case "p-v":
				r.Values["explained_variance"] = []float64{0.12 + 0.01*float64(rep)}
				r.Warnings = []string{"column D is constant"}
			}
			records = append(records, r)
		}
	}
	return e, records
}

// tinySource holds tiny with times.
func tinySource() *memory {
	e, records := tiny()
	m := &memory{experiments: []results.Experiment{e}, records: map[string][]results.Record{"tiny": records}, timings: map[string][]results.Timing{}}
	for i, r := range records {
		m.timings["tiny"] = append(m.timings["tiny"], results.Timing{ID: r.ID, Finished: fmt.Sprintf("2026-05-01T10:%02d:00Z", i), Seconds: 30, Workers: 2, Host: "2 cores"})
	}
	return m
}
