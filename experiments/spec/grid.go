package spec

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"drfvi/methods"
	"drfvi/methods/method"
	"drfvi/results"
)

// Cell is one point of an experiment's grid.
type Cell struct {
	Variant, Preset, Kernel string // Preset and Kernel empty if without effect
	Table                   Table
	Method                  method.Facts
	Repetitions             int
	SampleExponent          float64 // as in Variant
	Take                    []methods.Take
	FrozenSet               int // from 1; 0 for the preset's own
	// Long cells are computed only if a run is asked to.
	Long bool
}

// Table is a kind of table drawn by a cell's repetitions: N rows of P inputs of a scenario, or rows
// of a data set.
type Table struct {
	Set  string // empty for a scenario
	N, P int
	Real Real // empty unless the inputs are a data set's
	// scenario is empty for the experiment's only one.
	scenario string
}

// Real names a data set and its input to be made irrelevant, if any.
type Real struct{ Set, Null string }

// File names the data set behind a table, empty if none.
func (t Table) File() string { return cmp.Or(t.Set, t.Real.Set) }

// Values returns the cell as in results.
func (c Cell) Values() map[string]string {
	values := map[string]string{
		results.KeyVariant: c.Variant, results.KeyData: c.Table.Set, results.KeyScenario: c.Table.scenario,
		results.KeyMethod: c.Method.Name, results.KeyPreset: c.Preset, results.KeyKernel: c.Kernel,
	}
	if c.Table.Set == "" {
		values[results.KeyN], values[results.KeyP] = strconv.Itoa(c.Table.N), strconv.Itoa(c.Table.P)
	}
	if c.FrozenSet > 0 {
		values[results.KeyFrozenSet] = strconv.Itoa(c.FrozenSet)
	}
	maps.DeleteFunc(values, func(_, value string) bool { return value == "" })
	return values
}

// Slug names the cell in IDs and file names: published-n500-p10-retrain-….
func (c Cell) Slug() string {
	parts := []string{c.Variant}
	if c.FrozenSet > 0 {
		parts = append(parts, strconv.Itoa(c.FrozenSet))
	}
	parts = append(parts, c.Table.Set, c.Table.scenario)
	if c.Table.Set == "" {
		parts = append(parts, "n"+strconv.Itoa(c.Table.N), "p"+strconv.Itoa(c.Table.P))
	}
	parts = append(parts, c.Method.Name, c.Preset, c.Kernel)
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "-")
}

// tables returns the tables of an experiment without profiles, each with its part.
func (s Experiment) tables() (tables []Table, parts []Tables) {
	for _, set := range s.Data.Sets {
		tables, parts = append(tables, Table{Set: set}), append(parts, Tables{})
	}
	for _, part := range s.parts() {
		for _, n := range part.N {
			for _, p := range part.P {
				tables, parts = append(tables, Table{scenario: part.Scenario, N: n, P: p, Real: part.Real}), append(parts, part)
			}
		}
	}
	return tables, parts
}

// parts returns the parts of the simulated tables; an experiment's only scenario has no name in
// them.
func (s Experiment) parts() []Tables {
	if len(s.Data.Tables) > 0 {
		return s.Data.Tables
	}
	if table := s.Data.Own; table != nil && s.Task == Importance {
		return []Tables{
			{N: or(s.Data.Sizes, []int{s.Data.Rows}), P: []int{len(table.Problem.Variables)}, Real: Real{Set: OwnTable}},
		}
	}
	return []Tables{{N: s.Data.N, P: s.Data.P}}
}

// Scenario is the name of a table's scenario.
func (s Experiment) Scenario(t Table) string {
	if s.Data.Generator != nil {
		return s.Data.Generator.Name
	}
	return cmp.Or(t.scenario, s.Data.Scenario, t.Real.Set)
}

// runsOn reports whether a method is run on a table of a part.
func (s Experiment) runsOn(method string, t Table, part Tables) bool {
	sets, limited := s.Only[method]
	return (!limited || slices.Contains(sets, t.Set)) && (part.Methods == nil || slices.Contains(part.Methods, method))
}

// long returns the long cells that a cell left out by Only is one of, with Repetitions set.
func (s Experiment) long(v Variant, t Table, method string) (Long, bool) {
	for _, l := range s.Long {
		if slices.Contains(l.Methods, method) && slices.Contains(l.Sets, t.Set) && slices.Contains(l.Variants, v.Name) {
			l.Repetitions = cmp.Or(l.Repetitions, s.repetitions(v, Tables{}))
			return l, true
		}
	}
	return Long{}, false
}

// Cells returns the grid of an experiment without profiles in order: variants, then tables,
// methods, presets, kernels. A method without a kernel has one cell for all kernels of a
// variant; a method without a preset either has cells only in the first variant.
func (s Experiment) Cells() []Cell {
	var cells []Cell
	tables, parts := s.tables()
	for v, variant := range s.Variants {
		for i, t := range tables {
			for _, name := range s.Methods {
				facts := s.method(name)
				repetitions, long := s.repetitions(variant, parts[i]), false
				if !s.runsOn(name, t, parts[i]) {
					l, ok := s.long(variant, t, name)
					if !ok {
						continue
					}
					repetitions, long = l.Repetitions, true
				}
				if variant.Methods != nil && !slices.Contains(variant.Methods, name) ||
					v > 0 && !facts.UsesPreset && !facts.UsesKernel {
					continue
				}
				presets, kernels := []string{""}, []string{""}
				if facts.UsesPreset {
					presets = variant.Presets
				}
				if facts.UsesKernel {
					kernels = variant.Kernels
				}
				for _, preset := range presets {
					for _, kernel := range kernels {
						c := Cell{variant.Name, preset, kernel, t, facts, repetitions, variant.SampleExponent, variant.Take, 0, long}
						if variant.FrozenSets == 0 {
							cells = append(cells, c)
						}
						for c.FrozenSet < variant.FrozenSets {
							c.FrozenSet++
							cells = append(cells, c)
						}
					}
				}
			}
		}
	}
	return cells
}
