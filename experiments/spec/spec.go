// Package spec is the language of specifications: strict YAML that describes the data, the
// estimates and the printed numbers. Parse reads an Experiment, At applies a profile, and Cells
// returns its grid of variants, tables, methods, presets and kernels. Package experiments computes
// the cells.
//
// A mapping of the file is read by a function that asks for each of its keys; see mapping. The
// documentation is made by the same functions, with what keys.txt says of each key.
package spec

import (
	"cmp"
	"fmt"
	"slices"

	"drfvi/experiments/external"
	"drfvi/internal/nearest"
	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/results"
)

// Experiment is the content of a specification.
type Experiment struct {
	// File is the path of the specification, for messages; SHA256 that of its text.
	File            string
	SHA256          string
	Name            string
	Title           string
	Source          string
	Order           int
	Suite           string
	Seed            uint64
	Task            Task
	Repetitions     int
	Trees           int
	Data            Data
	Methods         []string
	Variants        Variants
	Only            map[string][]string
	Long            []Long
	EvaluationRows  int
	Fourier         int
	PopulationDraws int
	Figure          results.FigureKind
	Views           []results.View
	Relevant        []string
	Ordering        []string
	Top             int
	Description     string
	Notes           []string
	Profiles        map[string]Profile
	// Expect are the paper's printed numbers, compared with only in the profile "paper".
	Expect     []results.Expected
	Claims     []Claim
	Statements []Claim
	// facts are those of the methods it may name; Programs are those among them that are not
	// drfvi's own.
	facts    []method.Facts
	Programs []external.Method
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

// TaskNames returns the names of the tasks.
func TaskNames() []string { return []string{string(Importance), string(Elimination), string(Ablation)} }

// onSets reports whether the task uses data sets, from files or simulated at their default size,
// instead of one scenario.
func (t Task) onSets() bool { return t == Elimination || t == Ablation }

// Variant is a set of conventions. Methods with neither preset nor kernel run only in the first.
type Variant struct {
	Name           string
	Presets        []string
	Kernels        []string
	Methods        []string
	Repetitions    int
	SampleExponent float64
	Take           Takes
	FrozenSets     int
	Title          string
	About          string
}

// Variants are variants as written, the published one first.
type Variants []Variant

// Takes are the choices that a variant takes from other presets, in the order as written.
type Takes []methods.Take

// Long are cells of an elimination that take hours.
type Long struct {
	Methods     []string
	Sets        []string
	Variants    []string
	Repetitions int
}

// Profile replaces settings of an Experiment. Zero values leave them unchanged.
type Profile struct {
	Methods        []string
	Trees          int
	Repetitions    int
	EvaluationRows int
	N              []int
	P              []int
	Tables         []Tables
	Sets           []string
	Rows           int
	Sizes          []int
}

// Claim is a statement of the paper, or of ours, about numbers of the run.
type Claim struct {
	results.Claim
	Profiles []string
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

// At returns the specification under a profile, without profiles of its own. A specification
// without profiles has only "paper", which changes nothing.
func (s Experiment) At(profile string) (Experiment, error) {
	p, ok := s.Profiles[profile]
	if !ok && profile != paperProfile {
		names := slices.DeleteFunc(ProfileNames(), func(name string) bool {
			_, has := s.Profiles[name]
			return !has && name != paperProfile
		})
		return Experiment{}, fmt.Errorf("%s: %w", s.File, nearest.Unknown("profile", profile, names))
	}
	d := &s.Data
	if p.Repetitions != 0 { // in the place of all others
		s.Repetitions = p.Repetitions
		s.Variants, s.Long, d.Tables = slices.Clone(s.Variants), slices.Clone(s.Long), slices.Clone(d.Tables)
		for i := range s.Variants {
			s.Variants[i].Repetitions = 0
		}
		for i := range s.Long {
			s.Long[i].Repetitions = 0
		}
		for i := range d.Tables {
			d.Tables[i].Repetitions = 0
		}
	}
	d.N, d.P, d.Tables, d.Sets = or(p.N, d.N), or(p.P, d.P), or(p.Tables, d.Tables), or(p.Sets, d.Sets)
	if p.Rows != 0 {
		d.Sizes = p.Sizes
	}
	d.Rows, s.Trees, s.EvaluationRows = cmp.Or(p.Rows, d.Rows), cmp.Or(p.Trees, s.Trees), cmp.Or(
		p.EvaluationRows, s.EvaluationRows,
	)
	s.Methods = or(p.Methods, s.Methods)
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

// methodNames returns the methods that the experiment may name and that satisfy a condition.
func (s Experiment) methodNames(can func(method.Facts) bool) (names []string) {
	for _, f := range s.facts {
		if can(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

// repetitions returns the number of repetitions of a variant for a part of the tables.
func (s Experiment) repetitions(v Variant, t Tables) int {
	return cmp.Or(t.Repetitions, v.Repetitions, s.Repetitions)
}
