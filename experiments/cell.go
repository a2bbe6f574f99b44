package experiments

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/elementary"
	"drfvi/mmd"
	"drfvi/results"
)

// cell is one point of a specification's grid.
type cell struct {
	variant, preset, kernel string // preset and kernel empty where of no effect
	table                   table
	method                  Method
	repetitions             int
	sampleExponent          float64 // as in Variant
	take                    []Take
	frozenSet               int // from 1; 0 for the preset's own
}

// settings returns the estimator's settings for a number of trees.
func (c cell) settings(trees int) Settings {
	s := Settings{Preset: c.preset, Trees: trees, Take: c.take, FrozenSeed: uint64(c.frozenSet)}
	if c.sampleExponent > 0 {
		s.SampleFraction = elementary.Pow(float64(c.table.n), c.sampleExponent-1)
	}
	return s
}

// table is the kind of table that a cell's repetitions draw: n rows of p
// inputs of the specification's scenario, or rows of a data set.
type table struct {
	set      string // empty for a scenario
	scenario string // empty for the only one of the specification
	n, p     int
	real     realTable // empty unless the inputs are those of a data set
}

// file names the data set that a table is made from, empty if there is none.
func (t table) file() string { return cmp.Or(t.set, t.real.set) }

// keys returns the table as part of a cell: its keys with their values.
func (t table) keys() [][2]string {
	if t.set != "" {
		return [][2]string{{results.KeyData, t.set}}
	}
	keys := [][2]string{{results.KeyN, strconv.Itoa(t.n)}, {results.KeyP, strconv.Itoa(t.p)}}
	if t.scenario != "" {
		keys = append(keys, [2]string{results.KeyScenario, t.scenario})
	}
	return keys
}

// values returns the cell as results hold it.
func (c cell) values() map[string]string {
	m := map[string]string{results.KeyVariant: c.variant, results.KeyMethod: c.method.Name}
	for _, pair := range c.table.keys() {
		m[pair[0]] = pair[1]
	}
	if c.preset != "" {
		m[results.KeyPreset] = c.preset
	}
	if c.kernel != "" {
		m[results.KeyKernel] = c.kernel
	}
	if c.frozenSet > 0 {
		m[results.KeyFrozenSet] = strconv.Itoa(c.frozenSet)
	}
	return m
}

// slug names the cell in IDs and file names: published-n500-p10-retrain-….
func (c cell) slug() string {
	parts := []string{c.variant}
	if c.frozenSet > 0 {
		parts = append(parts, strconv.Itoa(c.frozenSet))
	}
	if c.table.set != "" {
		parts = append(parts, c.table.set)
	} else {
		if c.table.scenario != "" {
			parts = append(parts, c.table.scenario)
		}
		parts = append(parts, "n"+strconv.Itoa(c.table.n), "p"+strconv.Itoa(c.table.p))
	}
	parts = append(parts, c.method.Name)
	if c.preset != "" {
		parts = append(parts, c.preset)
	}
	if c.kernel != "" {
		parts = append(parts, c.kernel)
	}
	return strings.Join(parts, "-")
}

// tables lists the tables of a specification without profiles, each with the
// part that it is of.
func (s Spec) tables() (all []table, parts []Tables) {
	for _, set := range s.Data.Sets {
		all, parts = append(all, table{set: set}), append(parts, Tables{})
	}
	for _, part := range s.parts() {
		for _, n := range part.N {
			for _, p := range part.P {
				all, parts = append(all, table{scenario: part.Scenario, n: n, p: p, real: part.real}), append(parts, part)
			}
		}
	}
	return all, parts
}

// parts returns the parts of the simulated tables, in which the only scenario of
// a specification has no name.
func (s Spec) parts() []Tables {
	if len(s.Data.Tables) > 0 {
		return s.Data.Tables
	}
	return []Tables{{N: s.Data.N, P: s.Data.P}}
}

// scenario is the name of the scenario that a table is drawn from.
func (s Spec) scenario(t table) string { return cmp.Or(t.scenario, s.Data.Scenario) }

// runsOn tells whether a method is run on a table of a part.
func (s Spec) runsOn(method string, t table, part Tables) bool {
	sets, limited := s.Only[method]
	return (!limited || slices.Contains(sets, t.set)) && (part.Methods == nil || slices.Contains(part.Methods, method))
}

// cells returns the grid of a specification without profiles, in its order:
// variants, then tables, methods, presets, kernels. A method that uses no kernel
// has one cell for all kernels of a variant; a method that uses no preset
// either has cells in the first variant alone.
func (s Spec) cells() []cell {
	var all []cell
	tables, parts := s.tables()
	for v, variant := range s.Variants {
		for i, t := range tables {
			for _, name := range s.Methods {
				method := s.method(name)
				if !s.runsOn(name, t, parts[i]) || variant.Methods != nil && !slices.Contains(variant.Methods, name) || v > 0 && !method.UsesPreset && !method.UsesKernel {
					continue
				}
				presets, kernels := []string{""}, []string{""}
				if method.UsesPreset {
					presets = variant.Presets
				}
				if method.UsesKernel {
					kernels = variant.Kernels
				}
				for _, preset := range presets {
					for _, kernel := range kernels {
						c := cell{variant.Name, preset, kernel, t, method, s.repetitions(variant, parts[i]), variant.SampleExponent, variant.Take, 0}
						if variant.FrozenSets == 0 {
							all = append(all, c)
						}
						for c.frozenSet < variant.FrozenSets {
							c.frozenSet++
							all = append(all, c)
						}
					}
				}
			}
		}
	}
	return all
}

// kernelChoice returns the kernel for the estimator; a valid one also for
// methods that use none.
func (c cell) kernelChoice() mmd.KernelChoice {
	if c.kernel == "" {
		return mmd.Median
	}
	return mmd.KernelChoice(c.kernel)
}
