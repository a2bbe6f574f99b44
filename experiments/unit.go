package experiments

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"drfvi/internal/rng"
	"drfvi/mmd"
	"drfvi/results"
	"drfvi/simulate"
)

// cell is one point of a specification's grid.
type cell struct {
	variant, preset, kernel string // preset and kernel empty where of no effect
	n, p                    int
	method                  Method
}

// values returns the cell as results hold it.
func (c cell) values() map[string]string {
	m := map[string]string{
		"variant": c.variant, "n": strconv.Itoa(c.n), "p": strconv.Itoa(c.p), "method": c.method.Name,
	}
	if c.preset != "" {
		m["preset"] = c.preset
	}
	if c.kernel != "" {
		m["kernel"] = c.kernel
	}
	return m
}

// slug names the cell in IDs and file names: published-n500-p10-retrain-….
func (c cell) slug() string {
	parts := []string{c.variant, "n" + strconv.Itoa(c.n), "p" + strconv.Itoa(c.p), c.method.Name}
	if c.preset != "" {
		parts = append(parts, c.preset)
	}
	if c.kernel != "" {
		parts = append(parts, c.kernel)
	}
	return strings.Join(parts, "-")
}

// cells returns the grid of a specification without profiles, in its order:
// variants, then n, p, methods, presets, kernels. A method that uses no kernel
// has one cell for all kernels of a variant; a method that uses no preset
// either has cells in the first variant alone.
func (s Spec) cells() []cell {
	var all []cell
	for v, variant := range s.Variants {
		for _, n := range s.Data.N {
			for _, p := range s.Data.P {
				for _, name := range s.Methods {
					method, err := MethodNamed(name)
					if err != nil {
						panic("experiments: method that parsing would refuse: " + err.Error())
					}
					presets, kernels := []string{""}, []string{""}
					if method.UsesPreset {
						presets = variant.Presets
					}
					if method.UsesKernel {
						kernels = variant.Kernels
					}
					if v > 0 && !method.UsesPreset && !method.UsesKernel {
						continue
					}
					for _, preset := range presets {
						for _, kernel := range kernels {
							all = append(all, cell{variant.Name, preset, kernel, n, p, method})
						}
					}
				}
			}
		}
	}
	return all
}

// inputs is everything that determines the values of a unit. Its JSON is
// recorded, and hashed to the unit's key.
type inputs struct {
	Data           dataInputs        `json:"data"`
	Method         string            `json:"method"`
	Estimator      any               `json:"estimator"`
	Kernel         string            `json:"kernel,omitempty"`
	EvaluationRows int               `json:"evaluation_rows,omitempty"`
	Seed           uint64            `json:"seed"`
	Versions       map[string]string `json:"versions"`
}

// dataInputs is what determines a simulated table.
type dataInputs struct {
	Scenario string `json:"scenario"`
	Equation string `json:"equation"`
	N        int    `json:"n"`
	P        int    `json:"p"`
	Seed     uint64 `json:"seed"`
}

// unit is one repetition of one cell: a piece of work with a record as its
// result.
type unit struct {
	experiment string
	cell       cell
	repetition int
	scenario   simulate.Scenario
	settings   Settings
	inputs     inputs
	config     json.RawMessage // the JSON of inputs
	key        string
}

// id names the unit's record.
func (u unit) id() string {
	return fmt.Sprintf("%s/%s/r%03d", u.experiment, u.cell.slug(), u.repetition)
}

// work is what the unit costs.
func (u unit) work() work {
	return u.cell.method.work(u.settings, size{u.cell.n, u.cell.p, u.scenario.Outputs})
}

// units returns the units of a specification without profiles, cells in their
// order, then repetitions.
func (s Spec) units() ([]unit, error) {
	scenario, err := simulate.Named(s.Data.Scenario)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.File, err)
	}
	var all []unit
	for _, c := range s.cells() {
		settings := Settings{Preset: c.preset, Trees: s.Trees}
		estimator, err := c.method.New(settings)
		if err != nil {
			return nil, fmt.Errorf("%s: method %s: %w", s.File, c.method.Name, err)
		}
		versions := maps.Clone(c.method.Versions)
		versions["simulate"] = simulate.Version
		for r := range s.Repetitions {
			u := unit{experiment: s.Name, cell: c, repetition: r, scenario: scenario, settings: settings, inputs: inputs{
				Data: dataInputs{
					Scenario: scenario.Name, Equation: scenario.Equation, N: c.n, P: c.p,
					Seed: s.dataSeed(c.n, c.p, r),
				},
				Method: c.method.Name, Estimator: estimator, Kernel: c.kernel,
				Seed:     s.estimatorSeed(c, r),
				Versions: versions,
			}}
			if c.method.UsesKernel { // others aggregate nothing over rows
				u.inputs.EvaluationRows = s.EvaluationRows
			}
			if u.config, err = json.Marshal(u.inputs); err != nil {
				return nil, fmt.Errorf("%s: method %s: %w", s.File, c.method.Name, err)
			}
			sum := sha256.Sum256(u.config)
			u.key = hex.EncodeToString(sum[:])
			all = append(all, u)
		}
	}
	return all, nil
}

// dataSeed depends on what is drawn alone, so that all methods and variants
// see the same data.
func (s Spec) dataSeed(n, p, repetition int) uint64 {
	return uint64(rng.New(s.Seed).Named("data").Named(s.Data.Scenario).At(n).At(p).At(repetition))
}

// estimatorSeed depends on the whole cell.
func (s Spec) estimatorSeed(c cell, repetition int) uint64 {
	return uint64(rng.New(s.Seed).Named("estimator").Named(s.Data.Scenario).Named(c.slug()).At(repetition))
}

// experiment returns what reports need to know of a specification under a
// profile.
func (s Spec) experiment(profile string, units []unit) results.Experiment {
	e := results.Experiment{
		Name: s.Name, Title: s.Title, Source: s.Source, Order: s.Order,
		Profile: profile, Repetitions: s.Repetitions,
		Figure: s.Figure, Relevant: s.Relevant, Ordering: s.Ordering, Top: s.Top,
		Description: s.Description, Notes: s.Notes, Expected: s.Expect,
	}
	for _, c := range s.cells() {
		e.Cells = append(e.Cells, results.CellInfo{Slug: c.slug(), Cell: c.values()})
	}
	for _, u := range units {
		e.Units = append(e.Units, results.Unit{ID: u.id(), Key: u.key})
	}
	for _, claim := range s.Claims {
		e.Claims = append(e.Claims, claim.Claim)
	}
	return e
}

// kernelChoice returns the kernel for the estimator; a valid one also for
// methods that use none.
func (c cell) kernelChoice() mmd.KernelChoice {
	if c.kernel == "" {
		return mmd.Median
	}
	return mmd.KernelChoice(c.kernel)
}
