// Package spec is the language of specifications: strict YAML that describes the data, the
// estimates and the printed numbers. Parse reads an Experiment, At applies a profile, and Cells
// returns its grid of variants, tables, methods, presets and kernels. Package experiments computes
// the cells.
package spec

import (
	"cmp"
	"fmt"
	"slices"

	"gopkg.in/yaml.v3"

	"drfvi/experiments/external"
	"drfvi/internal/nearest"
	"drfvi/methods/method"
	"drfvi/results"
)

// Experiment is the content of a specification: the data, the estimates and the paper's printed
// numbers. Fields with tags are as written; see reader for the tags, and keys.txt for what keys are.
type Experiment struct {
	// File is the path of the specification, for messages; SHA256 that of its text.
	File   string
	SHA256 string
	Name   string `yaml:"name" is:"required;as=word"`
	Title  string `yaml:"title" is:"required"`
	Source string `yaml:"source"`               // in the paper: "Table 3"
	Order  int    `yaml:"order"`                // place in the report
	Suite  string `yaml:"suite" is:"one=suite"` // of SuiteNames
	Seed   uint64 `yaml:"seed" is:"required"`
	// Task is the computation on each table.
	Task Task `yaml:"task" is:"one=task"`
	// Repetitions is the number of tables drawn for each n and p, or of each data set.
	Repetitions int `yaml:"repetitions" is:"required"`
	// Trees is the number of trees of every forest.
	Trees   int `yaml:"trees" is:"required"`
	Data    Data
	Methods []string `yaml:"methods" is:"required;one=method;each=a method"`
	// facts are those of the methods it may name.
	facts []method.Facts
	// Programs are the methods among them that are not drfvi's own.
	Programs []external.Method
	// Variants are the conventions to estimate under, the published one first. Methods with
	// neither preset nor kernel run only in the first.
	Variants []Variant `yaml:"variants" is:"required;by=word;each=variant"`
	// Only limits some methods to the listed data sets.
	Only map[string][]string `yaml:"only" is:"in=elimination;keys=method;one=data set"`
	// Long are the cells left out by Only that a run computes only if asked to.
	Long []Long `yaml:"long" is:"in=elimination;each=a set of long cells"`
	// EvaluationRows is the number of random rows to aggregate over; 0 for all.
	EvaluationRows int `yaml:"evaluation_rows" is:"in=importance|ablation"`
	// Fourier is the number of random Fourier features for aggregation; 0 for exact.
	Fourier int `yaml:"fourier" is:"in=importance"`
	// PopulationDraws is the number of draws for population importances without closed form;
	// population importances are recorded beside the estimates unless it is 0.
	PopulationDraws int `yaml:"population_draws" is:"in=scenario|tables;least=2"`
	// Settings of the report; see results.Experiment.
	Figure      results.FigureKind `yaml:"figure" is:"one=figure"`
	Views       []results.View     `yaml:"views" is:"each=a view"` // empty for the usual ones of the figure
	Relevant    []string           `yaml:"relevant" is:"in=importance;as=free;each=a variable"`
	Ordering    []string           `yaml:"ordering" is:"in=importance;as=free;each=a variable"`
	Top         int                `yaml:"top" is:"in=importance"`
	Description string             `yaml:"description" is:"required"`
	Notes       []string           `yaml:"notes" is:"as=free;each=a note"`
	// Profiles by name.
	Profiles map[string]Profile
	// Expect are the paper's printed numbers, compared with only in the profile "paper".
	Expect []results.Expected
	Claims []Claim
	// Statements are claims of any kind that do not affect the verdict on a run.
	Statements []Claim
}

// Task is the computation of an experiment on its tables.
type Task string

const (
	// Importance estimates the importance of every input.
	Importance Task = "importance"
	// Elimination removes the inputs one by one, least important first, and measures the loss
	// of each forest.
	Elimination Task = "elimination"
	// Ablation measures the effects of a forest's choices: importances, split frequencies and
	// loss of one forest.
	Ablation Task = "ablation"
)

// onSets reports whether the task uses data sets, from files or simulated at their default size,
// instead of one scenario.
func (t Task) onSets() bool { return t == Elimination || t == Ablation }

// Data determines the tables.
type Data struct {
	// For importances: one table of the scenario for each n and p.
	Scenario string
	N, P     []int
	// Or several such parts.
	Tables []Tables
	// For eliminations: at most Rows random rows, in random halves, of each data set (of
	// package datasets, or a scenario at its default size). For ablations the same of files,
	// and at most Rows rows of a scenario with a separate test sample.
	Sets []string
	Rows int
	// Or a user's table: Rows random rows for importances, and at most Rows in random halves
	// for other tasks, with OwnTable as the set.
	Own *Own
}

// Tables are the tables of one scenario for each n and p.
type Tables struct {
	Scenario string // for plasmode tables a name made of the data set's
	Real     Real   // empty for simulated tables
	N, P     []int
	// Repetitions replaces the specification's; 0 for the same.
	Repetitions int
	// Methods replaces the specification's; nil for the same.
	Methods []string
}

// Variant is a set of conventions.
type Variant struct {
	Name    string   `yaml:"-"`
	Presets []string `yaml:"presets" is:"required;one=preset;each=a preset"` // of forest.PresetNames(), for importances of methods.Presets()
	Kernels []string `yaml:"kernels" is:"required;as=kernel;each=a kernel"`  // words known to mmd.ParseKernel
	// Methods replaces the specification's; nil for the same.
	Methods []string `yaml:"methods" is:"one=method;each=a method"`
	// Repetitions replaces the specification's; 0 for the same.
	Repetitions int `yaml:"repetitions"`
	// SampleExponent, if positive, is β for trees grown from n^β of a scenario's n rows,
	// instead of the preset's share.
	SampleExponent float64 `yaml:"sample_exponent" is:"in=importance"`
	// Take lists choices of the forest to take from other presets.
	Take Takes `yaml:"take"`
	// FrozenSets, if positive, runs everything with that many frozen sets of frequencies, of
	// the seeds 1, 2, …, instead of the preset's own.
	FrozenSets int `yaml:"frozen_sets"`
	// Title and About describe the variant in reports.
	Title string `yaml:"title"`
	About string `yaml:"about"`
}

// Long are cells of an elimination that take hours.
type Long struct {
	Node     *yaml.Node `yaml:"-"`
	Methods  []string   `yaml:"methods" is:"required;one=method;each=a method"`
	Sets     []string   `yaml:"datasets" is:"required;one=data set;each=a data set"`
	Variants []string   `yaml:"variants" is:"required;as=word;each=a variant"`
	// Repetitions replaces the variant's; 0 for the same.
	Repetitions int `yaml:"repetitions"`
}

// Profile replaces settings of an Experiment. Zero values leave them unchanged.
type Profile struct {
	Data
	Methods        []string
	Trees          int
	Repetitions    int
	EvaluationRows int
}

// Claim is a statement of the paper and the profiles in which it is checked.
type Claim struct {
	results.Claim
	Profiles []string

	node *yaml.Node
}

// Suites of experiments: those that reproduce the paper and its supplements, and those that measure
// the reliability of estimates.
const (
	SuitePaper    = "paper"
	SuiteEvidence = "evidence"
)

// SuiteNames returns the suites.
func SuiteNames() []string { return []string{SuitePaper, SuiteEvidence} }

// ProfileNames returns the valid names of profiles: "paper" is the full protocol, "quick" a small
// one that shows that everything works.
func ProfileNames() []string { return []string{paperProfile, "quick"} }

// paperProfile is the profile whose results are compared with printed numbers.
const paperProfile = "paper"

// At returns the specification under a profile, without profiles of its own. A specification without
// profiles has only "paper", which changes nothing.
func (s Experiment) At(profile string) (Experiment, error) {
	p, ok := s.Profiles[profile]
	if !ok && profile != paperProfile {
		var names []string
		for _, name := range ProfileNames() {
			if _, has := s.Profiles[name]; has || name == paperProfile {
				names = append(names, name)
			}
		}
		return Experiment{}, fmt.Errorf("%s: %w", s.File, nearest.Unknown("profile", profile, names))
	}
	d := &s.Data
	d.N, d.P, d.Tables, d.Sets = or(p.N, d.N), or(p.P, d.P), or(p.Tables, d.Tables), or(p.Sets, d.Sets)
	d.Rows, s.Trees, s.EvaluationRows = cmp.Or(p.Rows, d.Rows), cmp.Or(p.Trees, s.Trees), cmp.Or(p.EvaluationRows, s.EvaluationRows)
	s.Methods = or(p.Methods, s.Methods)
	if p.Repetitions != 0 {
		s.Repetitions = p.Repetitions
		s.Variants = slices.Clone(s.Variants)
		for i := range s.Variants {
			s.Variants[i].Repetitions = 0
		}
		s.Long = slices.Clone(s.Long)
		for i := range s.Long {
			s.Long[i].Repetitions = 0
		}
		if p.Tables == nil {
			d.Tables = slices.Clone(d.Tables)
			for i := range d.Tables {
				d.Tables[i].Repetitions = 0
			}
		}
	}
	if profile != paperProfile {
		s.Expect = nil
	}
	other := func(c Claim) bool { return !slices.Contains(c.Profiles, profile) }
	s.Claims = slices.DeleteFunc(slices.Clone(s.Claims), other)
	s.Statements = slices.DeleteFunc(slices.Clone(s.Statements), other)
	s.Profiles = nil
	return s, nil
}

// or returns a list, or another one if it is nil.
func or[T any](list, otherwise []T) []T {
	if list == nil {
		return otherwise
	}
	return list
}

// OfPaper reports whether the experiment is one of the paper. The others go beyond it: without them
// nothing published is missing.
func (s Experiment) OfPaper() bool {
	return slices.ContainsFunc(s.Variants, func(v Variant) bool { return v.Name == results.VariantPublished })
}

// method returns the facts of a method named by the experiment.
func (s Experiment) method(name string) method.Facts {
	i := slices.IndexFunc(s.facts, func(f method.Facts) bool { return f.Name == name })
	if i < 0 {
		panic("spec: method that parsing would refuse: " + name)
	}
	return s.facts[i]
}

// repetitions returns the number of repetitions of a variant for a part of the tables.
func (s Experiment) repetitions(v Variant, t Tables) int {
	return cmp.Or(t.Repetitions, v.Repetitions, s.Repetitions)
}
