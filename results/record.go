// Package results holds the results of experiments: records, the description of each
// experiment, and a store that writes them to disk atomically.
//
// It is the only source of reports.
package results

import (
	"encoding/json"
	"runtime"

	"drfvi/internal/simd"
	"drfvi/internal/version"
)

// Record is one finished unit of work: one repetition of one cell of one experiment. Its bytes
// depend on the specification, the seed and the program, not on time, speed or number of
// workers; those are in its Timing.
type Record struct {
	// ID is "<experiment>/<cell slug>/r<repetition, at least three digits>".
	ID string `json:"id"`
	// Key is the SHA-256, in hex, of Config, of everything that determines the values. A record
	// with an unexpected key is not reused.
	Key        string            `json:"key"`
	Experiment string            `json:"experiment"`
	Cell       map[string]string `json:"cell"`
	Repetition int               `json:"repetition"` // from 0
	Seed       uint64            `json:"seed"`
	// Config holds the resolved settings, every choice spelled out, with the data, the seed and
	// the versions of the algorithms.
	Config json.RawMessage `json:"config"`
	// Variables names the entries of the per-input values.
	Variables []string `json:"variables,omitempty"`
	// Values by name, all finite, each of its name's shape. Importance units have "raw", if
	// defined its companions ("se", "population", "raw_y1", …), "denominator", "bias",
	// "forests", "gamma", and, with inference, "se_data", "interval_low", "interval_high", "p"
	// and "explained_share" with its companions. Elimination units have "loss", "eliminated",
	// "cumulative", "importance_when_eliminated", "forests", "gamma" and "loss_gamma".
	// Ablation units have those of importance units except "se", and "vimp_drf", "test_loss",
	// "loss_gamma".
	Values map[ValueName][]float64 `json:"values"`
	// Notes are values in words, such as "aggregation".
	Notes       map[string]string `json:"notes,omitempty"`
	Environment Environment       `json:"environment"`
	Warnings    []string          `json:"warnings,omitempty"`
	// Failure is the reason for missing values: an external method failed.
	Failure string `json:"failure,omitempty"`
}

// Environment is the program that made a record.
type Environment struct {
	Drfvi    string `json:"drfvi"`              // version of the program
	Revision string `json:"revision,omitempty"` // git revision it was built from
	Go       string `json:"go"`
	// Machine is empty in a record, which has the same bytes on every machine; its Timing
	// names the machine. Earlier records name it themselves.
	Machine
	Modules map[string]string `json:"modules"`
}

// Machine is a kind of machine.
type Machine struct {
	OS       string   `json:"os,omitempty"`
	Arch     string   `json:"arch,omitempty"`
	Level    string   `json:"level,omitempty"`    // GOAMD64 and the like
	CPU      string   `json:"cpu,omitempty"`      // model name
	Features []string `json:"features,omitempty"` // vector instructions in use; in older records, those of the processor
}

// Made returns the program and the kind of machine that made a record, whose timing may be
// empty.
func (r Record) Made(t Timing) Environment {
	e := r.Environment
	if e.OS == "" {
		e.Machine = t.Machine
	}
	return e
}

// Timing holds the time, duration and machine of a record.
type Timing struct {
	ID       string  `json:"id"`
	Finished string  `json:"finished"` // RFC 3339, UTC
	Seconds  float64 `json:"seconds"`
	Workers  int     `json:"workers"`
	Host     string  `json:"host,omitempty"` // cores and memory, no names
	Machine
	// For external methods: processor time, peak memory, and the end of standard error.
	ProcessorSeconds float64 `json:"processor_seconds,omitempty"`
	PeakBytes        int64   `json:"peak_bytes,omitempty"`
	Stderr           string  `json:"stderr,omitempty"`
}

// Experiment is the part of a specification needed by reports.
type Experiment struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	// Specification is the SHA-256 of the specification's file; empty in older ones.
	Specification string `json:"specification,omitempty"`
	Source        string `json:"source"`  // "Table 3"; empty for a user's experiment
	Order         int    `json:"order"`   // place in the report
	Profile       string `json:"profile"` // "paper", "quick"
	Repetitions   int    `json:"repetitions"`
	// Figure names the usual views, of an experiment that lists none.
	Figure FigureKind `json:"figure"`
	Views  []View     `json:"views,omitempty"`
	// Relevant names the truly relevant inputs, for marking.
	Relevant []string `json:"relevant,omitempty"`
	// Ordering lists inputs in the paper's order, as far as it goes.
	Ordering []string `json:"ordering,omitempty"`
	// Top is the number of inputs shown in tables; 0 for all.
	Top int `json:"top,omitempty"`
	// Description is the simulation in words, with the equation.
	Description string `json:"description"`
	// Notes name disagreements of text, code and numbers.
	Notes []string   `json:"notes,omitempty"`
	Cells []CellInfo `json:"cells"`
	// Units are the experiment's records in canonical order: cells as in Cells, then
	// repetitions.
	Units    []Unit     `json:"units"`
	Expected []Expected `json:"expected,omitempty"`
	Claims   []Claim    `json:"claims,omitempty"`
	// Statements are further claims of the paper, of every kind, judged by reports beside
	// Claims.
	Statements []Claim `json:"statements,omitempty"`
	// Table is the user's table of the experiment, if any.
	Table *Table `json:"table,omitempty"`
	// Variants are those with a title or an explanation.
	Variants []Variant `json:"variants,omitempty"`
}

// Table describes a user's table for reports.
type Table struct {
	SHA256  string   `json:"sha256"` // of its file
	Rows    int      `json:"rows"`   // usable ones
	Used    int      `json:"used"`   // in a repetition
	Halves  bool     `json:"halves"` // whether these are divided into halves, one to measure losses on
	Inputs  int      `json:"inputs"`
	Targets []string `json:"targets"`
}

// OfUser reports whether the experiment is a user's: it reproduces nothing.
func (e Experiment) OfUser() bool { return e.Source == "" }

// Variant describes the cells with its name as "variant".
type Variant struct {
	Name  string `json:"name"`
	Title string `json:"title,omitempty"`
	About string `json:"about,omitempty"`
}

// Unit names one record of an experiment and its required key. A record with another key was
// made with other settings and is not part of the experiment.
type Unit struct {
	ID  string `json:"id"`
	Key string `json:"key"`
}

// CellInfo is a cell of an experiment, in the order of the specification.
type CellInfo struct {
	Slug string            `json:"slug"`
	Cell map[string]string `json:"cell"`
	// NotRun is the obstacle that kept units of the cell from running, such as "data missing";
	// empty if none.
	NotRun string `json:"not_run,omitempty"`
	// Relevant names the truly relevant inputs of the cell, where cells of the experiment
	// differ in them.
	Relevant []string `json:"relevant,omitempty"`
	// Rows, those in a repetition, and Responses are of the cell's data set, if any.
	Rows      int `json:"rows,omitempty"`
	Responses int `json:"responses,omitempty"`
}

// Expected is one published number.
type Expected struct {
	// Cell selects cells: those that agree on all its keys.
	Cell map[string]string `json:"cell"`
	// Quantity names the record's value to compare, such as "explained_variance"; empty for
	// the importance itself. A quantity with one number for all inputs has an empty Variable.
	Quantity ValueName `json:"quantity,omitempty"`
	// Variable is an input's name, or "noise" for statistics over all irrelevant inputs.
	Variable  string    `json:"variable"`
	Statistic Statistic `json:"statistic"`
	Value     float64   `json:"value"`
	SE        *float64  `json:"se,omitempty"` // as published
	Digits    int       `json:"digits"`       // decimals printed
	// SEDigits are the decimals of SE; 0 in records of version 1.0.0.
	SEDigits int `json:"se_digits,omitempty"`
	// Below means that the paper prints "< value".
	Below       bool   `json:"below,omitempty"`
	Repetitions int    `json:"repetitions"` // behind the published mean
	Source      string `json:"source"`
	Note        string `json:"note,omitempty"`
	// Instead are the keys in which the cells differ that stand in for those not run.
	Instead map[string]string `json:"instead,omitempty"`
}

// CurrentMachine returns the kind of machine the program runs on.
func CurrentMachine() Machine {
	return Machine{
		OS:       runtime.GOOS,
		Arch:     runtime.GOARCH,
		Level:    version.ReadBuild().Level,
		CPU:      version.CPU(),
		Features: []string{simd.Instructions()},
	}
}

// CurrentEnvironment returns the running program, without its machine.
func CurrentEnvironment() Environment {
	build := version.ReadBuild()
	return Environment{
		Drfvi:    version.Program,
		Revision: build.Revision,
		Go:       runtime.Version(),
		Modules:  build.Modules,
	}
}
