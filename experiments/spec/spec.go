// Package spec is the language of specifications: strict YAML that describes the data,
// the estimates, and the printed numbers. Parse reads an Experiment, At takes it under
// a profile, Cells lists its grid of variants, tables, methods, presets and kernels.
// Package experiments computes the cells.
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

// Experiment is the content of a specification: the data, the estimates and the paper's
// printed numbers.
type Experiment struct {
	// File is where the specification was read, for messages; SHA256 that of its
	// text.
	File   string
	SHA256 string
	Name   string
	Title  string
	Source string // of the paper: "Table 3"
	Order  int    // place in the report
	Suite  string // of SuiteNames
	Seed   uint64
	// Task is the computation on each table drawn.
	Task Task
	// Repetitions is the number of tables drawn for each n and p, or of each
	// data set.
	Repetitions int
	// Trees is the number of trees of every forest.
	Trees   int
	Data    Data
	Methods []string
	// facts are those of the methods that it may name.
	facts []method.Facts
	// Programs are the methods among them that are not drfvi's own.
	Programs []external.Method
	// Variants are the conventions to estimate under, the published one
	// first. Methods that use neither preset nor kernel are run in the first
	// one alone.
	Variants []Variant
	// Only lists for some methods the data sets that they are run on, instead
	// of all.
	Only map[string][]string
	// EvaluationRows is the number of random rows to aggregate over; 0 for
	// all.
	EvaluationRows int
	// Fourier is the number of random Fourier features to aggregate with; 0 for
	// exact aggregation.
	Fourier int
	// PopulationDraws is the number of draws behind population importances that
	// have no closed form, which are then recorded beside the estimates; 0 to
	// record none.
	PopulationDraws int
	// How to report it; see results.Experiment.
	Figure      results.FigureKind
	Relevant    []string
	Ordering    []string
	Top         int
	Description string
	Notes       []string
	// Profiles by name.
	Profiles map[string]Profile
	// Expect are the paper's printed numbers; they are compared with in the
	// profile "paper" only.
	Expect []results.Expected
	Claims []Claim
	// Statements are claims of any kind, which the verdict on a run does not
	// depend on.
	Statements []Claim
}

// Task is the computation of an experiment on its tables.
type Task string

const (
	// Importance estimates the importance of every input.
	Importance Task = "importance"
	// Elimination removes the inputs one by one, the least important first,
	// and measures the loss of each forest on the way.
	Elimination Task = "elimination"
	// Ablation measures the effects of the choices of a forest: importances, split
	// frequencies and loss of one forest.
	Ablation Task = "ablation"
)

// onSets reports whether the task is done on data sets, from files or simulated
// ones at their default size, instead of one scenario.
func (t Task) onSets() bool { return t == Elimination || t == Ablation }

// Data says which tables are drawn.
type Data struct {
	// For importances: one of the scenario for each n and p.
	Scenario string
	N, P     []int
	// Or, instead of these, such parts one after the other.
	Tables []Tables
	// For eliminations: of each data set (of package datasets, or a scenario
	// at its default size) at most Rows random rows, in random halves. For
	// ablations the same of files, and at most Rows rows of a scenario with a
	// test sample of their own.
	Sets []string
	Rows int
	// Or a table of the user: of Rows random rows for importances, and of at most Rows
	// in random halves for the others, which have OwnTable as their set.
	Own *Own
}

// Tables are the tables of one scenario for each n and p.
type Tables struct {
	Scenario string // of plasmode tables a name made of the data set's
	Real     Real   // empty for simulated tables
	N, P     []int
	// Repetitions instead of those of the specification; 0 for the same.
	Repetitions int
	// Methods instead of those of the specification; nil for the same.
	Methods []string
}

// Variant is a set of conventions.
type Variant struct {
	Name    string
	Presets []string // of forest.PresetNames(), for importances of methods.Presets()
	Kernels []string // words that mmd.ParseKernel knows
	// Methods instead of those of the specification; nil for the same.
	Methods []string
	// Repetitions instead of those of the specification; 0 for the same.
	Repetitions int
	// SampleExponent, if positive, is β of trees grown from n^β rows of a
	// scenario's n, instead of the preset's share.
	SampleExponent float64
	// Take are choices of the forest as other presets have them.
	Take []methods.Take
	// FrozenSets, if positive, runs everything with so many frozen sets of
	// frequencies, those of the seeds 1, 2, …, instead of the preset's own.
	FrozenSets int
	// Title and About describe the variant in reports.
	Title, About string
}

// Profile replaces settings of an Experiment. Zero values leave them as they are.
type Profile struct {
	N, P           []int
	Tables         []Tables
	Sets           []string
	Rows           int
	Methods        []string
	Trees          int
	Repetitions    int
	EvaluationRows int
}

// Claim is a statement of the paper and the profiles it is checked in.
type Claim struct {
	results.Claim
	Profiles []string
}

// Suites of experiments: those of the paper and beside it, which reproduce it, and
// those that say how far estimates can be believed.
const (
	SuitePaper    = "paper"
	SuiteEvidence = "evidence"
)

// SuiteNames lists the suites.
func SuiteNames() []string { return []string{SuitePaper, SuiteEvidence} }

// ProfileNames lists the names that profiles may have: "paper" is the full
// protocol, "quick" a small one that shows that everything works.
func ProfileNames() []string { return []string{paperProfile, "quick"} }

// paperProfile is the one in which printed numbers are compared with.
const paperProfile = "paper"

// At returns the specification under a profile, which has no profiles of its
// own. A specification without profiles has just "paper", which changes
// nothing.
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
	if p.N != nil {
		s.Data.N = p.N
	}
	if p.P != nil {
		s.Data.P = p.P
	}
	if p.Tables != nil {
		s.Data.Tables = p.Tables
	}
	if p.Sets != nil {
		s.Data.Sets = p.Sets
	}
	if p.Rows != 0 {
		s.Data.Rows = p.Rows
	}
	if p.Methods != nil {
		s.Methods = p.Methods
	}
	if p.Trees != 0 {
		s.Trees = p.Trees
	}
	if p.Repetitions != 0 {
		s.Repetitions = p.Repetitions
		s.Variants = slices.Clone(s.Variants)
		for i := range s.Variants {
			s.Variants[i].Repetitions = 0
		}
		if p.Tables == nil {
			s.Data.Tables = slices.Clone(s.Data.Tables)
			for i := range s.Data.Tables {
				s.Data.Tables[i].Repetitions = 0
			}
		}
	}
	if p.EvaluationRows != 0 {
		s.EvaluationRows = p.EvaluationRows
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

// OfPaper reports whether the specification is of an experiment of the paper. The
// others go beyond it: nothing that was published is missing without them.
func (s Experiment) OfPaper() bool {
	return slices.ContainsFunc(s.Variants, func(v Variant) bool { return v.Name == results.VariantPublished })
}

// method returns the facts on a method that the experiment names.
func (s Experiment) method(name string) method.Facts {
	i := slices.IndexFunc(s.facts, func(f method.Facts) bool { return f.Name == name })
	if i < 0 {
		panic("spec: method that parsing would refuse: " + name)
	}
	return s.facts[i]
}

// repetitions returns the number of repetitions of a variant for a part of the
// tables.
func (s Experiment) repetitions(v Variant, t Tables) int {
	return cmp.Or(t.Repetitions, v.Repetitions, s.Repetitions)
}
