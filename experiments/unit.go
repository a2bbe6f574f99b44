package experiments

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"

	"gonum.org/v1/gonum/mat"

	public "drfvi/datasets/library"
	"drfvi/experiments/external"
	"drfvi/experiments/spec"
	"drfvi/forest"
	"drfvi/importance"
	"drfvi/internal/elementary"
	"drfvi/internal/linalg"
	"drfvi/internal/rng"
	"drfvi/methods"
	"drfvi/mmd"
	"drfvi/results"
)

// inputs is everything that determines the values of a unit. Its JSON is recorded, and hashed to
// the unit's key.
type inputs struct {
	Data           any               `json:"data"` // what determines the table, a type for each job
	Method         string            `json:"method"`
	Estimator      any               `json:"estimator"`
	Kernel         string            `json:"kernel,omitempty"`
	EvaluationRows int               `json:"evaluation_rows,omitempty"`
	Seed           uint64            `json:"seed"`
	Versions       map[string]string `json:"versions"`
	Task           spec.Task         `json:"task,omitempty"` // empty for Importance
	LossKernel     string            `json:"loss_kernel,omitempty"`
	Fourier        int               `json:"fourier,omitempty"`
	Population     *populationInputs `json:"population,omitempty"`
}

// unit is one repetition of one cell: a piece of work that gives a record.
type unit struct {
	experiment string
	cell       spec.Cell
	method     unitMethod
	repetition int
	job        job
	settings   methods.Settings
	dataSeed   uint64
	inputs     inputs
	config     json.RawMessage // the JSON of inputs
	key        string
	cost       importance.Cost // expected
	missing    string          // the reason for unavailable data; empty if available
}

// job is the computation of the units of one table.
type job interface {
	// inputs completes the settings that determine a unit's values, and says if its data are missing.
	inputs(u *unit)
	// cost is the expected cost of the unit.
	cost(u unit) importance.Cost
	// compute draws the unit's data and computes its values.
	compute(ctx context.Context, u unit, workers int, report func(share float64)) (values, error)
}

// values are the results in a unit's record.
type values struct {
	variables []string
	numbers   map[results.ValueName][]float64
	notes     map[string]string
	warnings  []error
	failure   string // reason for missing numbers; empty if there are some
	trace     external.Trace
}

// id names the unit's record.
func (u unit) id() string {
	return fmt.Sprintf("%s/%s/r%03d", u.experiment, u.cell.Slug(), u.repetition)
}

// named returns the name and the key of the unit's record.
func (u unit) named() results.Unit { return results.Unit{ID: u.id(), Key: u.key} }

// NotAsked is the reason why the units of long cells are not run unless asked for.
const NotAsked = "takes hours"

// absent is the reason why the unit is not run, and the data set that is unavailable if that is
// the reason; empty if it is run.
func (u unit) absent(o Options) (reason, set string) {
	if u.missing != "" {
		return u.missing, u.cell.Table.File()
	}
	if u.cell.Long && !o.Long {
		return NotAsked, ""
	}
	return "", ""
}

// units returns the units of a specification without profiles, cells in their order, then
// repetitions. l holds the data sets.
func units(s spec.Experiment, l *library) ([]unit, error) {
	var planned []unit
	jobs := make(map[spec.Table]job)
	for _, c := range s.Cells() {
		method, settings := methodOf(s, c), settingsOf(c, s.Trees)
		estimator, err := method.resolved(settings)
		if err != nil {
			return nil, fmt.Errorf("%s: method %s: %w", s.File, c.Method.Name, err)
		}
		if jobs[c.Table] == nil {
			if jobs[c.Table], err = newJob(s, c.Table, l); err != nil {
				return nil, fmt.Errorf("%s: %w", s.File, err)
			}
		}
		var cost importance.Cost // of every repetition
		for r := range c.Repetitions {
			u := unit{
				experiment: s.Name, cell: c, method: method, repetition: r, job: jobs[c.Table], settings: settings,
				dataSeed: dataSeed(s, c.Table, r),
				inputs: inputs{
					Method: c.Method.Name, Estimator: estimator, Kernel: c.Kernel, Seed: estimatorSeed(s, c, r),
					Versions: maps.Clone(method.Versions),
				},
			}
			if _, grown := u.inputs.Versions["forest"]; grown && settings.Preset == methods.Auto {
				u.inputs.Versions["steady"] = forest.SteadyVersion
			}
			u.job.inputs(&u)
			if u.config, err = json.Marshal(u.inputs); err != nil {
				return nil, fmt.Errorf("%s: method %s: %w", s.File, c.Method.Name, err)
			}
			u.key = keyOf(u.config)
			if r == 0 {
				cost = u.job.cost(u)
			}
			u.cost = cost
			planned = append(planned, u)
		}
	}
	return planned, nil
}

// keyOf returns the key of a record with a config.
func keyOf(config json.RawMessage) string { return fmt.Sprintf("%x", sha256.Sum256(config)) }

// settingsOf returns the estimator's settings for a cell with a number of trees.
func settingsOf(c spec.Cell, trees int) methods.Settings {
	s := methods.Settings{Preset: c.Preset, Trees: trees, Take: c.Take, FrozenSeed: uint64(c.FrozenSet)}
	if c.SampleExponent > 0 {
		s.SampleFraction = elementary.Pow(float64(c.Table.N), c.SampleExponent-1)
	}
	return s
}

// kernel returns the kernel for the estimator, a valid one even for methods that use none.
func (u unit) kernel() mmd.KernelChoice {
	if u.cell.Kernel == "" {
		return mmd.Median
	}
	kernel, err := mmd.ParseKernel(u.cell.Kernel)
	if err != nil {
		panic("experiments: a cell's kernel that its specification would refuse: " + err.Error())
	}
	return kernel
}

// newJob returns the computation on a table.
func newJob(s spec.Experiment, t spec.Table, l *library) (job, error) {
	switch s.Task {
	case spec.Elimination:
		rows, err := l.source(s, t.Set, s.Data.Rows)
		return elimination{rows}, err
	case spec.Ablation:
		return l.ablation(t.Set, s)
	}
	if s.Data.Generator != nil {
		return newGenerated(s), nil
	}
	if t.Real.Set != "" {
		return newReal(s, t, l)
	}
	return newEstimation(s, t)
}

// dataSeed depends only on the drawn data, so that all methods and variants get the same data.
func dataSeed(s spec.Experiment, t spec.Table, repetition int) uint64 {
	root := rng.New(s.Seed).Named("data")
	if t.Set != "" {
		return uint64(root.Named(t.Set).At(repetition))
	}
	return uint64(root.Named(s.Scenario(t)).At(t.N).At(t.P).At(repetition))
}

// estimatorSeed depends on the whole cell.
func estimatorSeed(s spec.Experiment, c spec.Cell, repetition int) uint64 {
	return uint64(rng.New(s.Seed).Named("estimator").Named(s.Scenario(c.Table)).Named(c.Slug()).At(repetition))
}

// described returns the description of a specification under a profile for reports.
func described(s spec.Experiment, profile string, units []unit) results.Experiment {
	e := results.Experiment{
		Name: s.Name, Title: s.Title, Specification: s.SHA256, Source: s.Source, Order: s.Order,
		Profile: profile, Repetitions: s.Repetitions,
		Figure: s.Figure, Views: s.Views, Relevant: s.Relevant, Ordering: s.Ordering, Top: s.Top,
		Description: s.Description, Notes: s.Notes, Expected: s.Expect,
	}
	if userTable := s.Data.Own; userTable != nil {
		e.Table = &results.Table{
			SHA256: userTable.Options.SHA256, Rows: userTable.Rows(), Used: min(s.Data.Rows, userTable.Rows()),
			Halves: s.Task != spec.Importance, Inputs: len(userTable.Problem.Variables), Targets: userTable.Options.Targets,
		}
	}
	for _, c := range s.Cells() {
		info := results.CellInfo{Slug: c.Slug(), Cell: c.Values(), Relevant: relevant(s, c.Table)}
		if set, err := public.Lookup(c.Table.Set); err == nil { // tables of scenarios and users are none
			info.Rows, info.Responses = min(cmp.Or(set.Complete, set.Rows), s.Data.Rows), set.Responses
		}
		e.Cells = append(e.Cells, info)
	}
	for _, v := range s.Variants {
		if v.Title != "" || v.About != "" {
			e.Variants = append(e.Variants, results.Variant{Name: v.Name, Title: v.Title, About: v.About})
		}
	}
	for _, u := range units {
		e.Units = append(e.Units, u.named())
	}
	for _, claim := range s.Claims {
		e.Claims = append(e.Claims, claim.Claim)
	}
	for _, statement := range s.Statements {
		e.Statements = append(e.Statements, statement.Claim)
	}
	return e
}

// takesLevels reports whether the unit's method takes categorical inputs as levels.
func (u unit) takesLevels() bool {
	return u.method.program != nil || u.method.TakesLevels(u.cell.Preset)
}

// suited returns the table as the unit's method takes it: with levels or with indicators.
func (u unit) suited(t opened) opened {
	if t.Levels != nil && !u.takesLevels() {
		t.X, t.groups = indicators(t.X, t.Levels)
		t.Levels = nil
	}
	return t
}

// indicators returns inputs with an indicator column for each level of those with more than two,
// and the columns of each input, for methods that take only numbers.
func indicators(x *mat.Dense, levels []int) (*mat.Dense, [][]int) {
	_, p := x.Dims()
	var columns [][]float64
	groups := make([][]int, p)
	for j := range p {
		column := mat.Col(nil, j, x)
		if levels[j] <= 2 {
			groups[j] = []int{len(columns)}
			columns = append(columns, column)
			continue
		}
		for level := range levels[j] {
			groups[j] = append(groups[j], len(columns))
			columns = append(columns, linalg.Indicator(column, func(v float64) bool { return v == float64(level) }))
		}
	}
	return linalg.FromColumns(columns), groups
}
