package view

import (
	"slices"
	"strings"

	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// layout is one view of an experiment: its cells in rows, and in columns or panels.
type layout struct {
	*frame
	results.View
	named    figure // zero for a pivot table
	overview verdict.Overview
	cells    []summary.Cell    // that the view has
	names    map[string]string // of estimators, by slug
}

func newLayout(f *frame, v results.View, o verdict.Overview) *layout {
	cells := summary.Selected(f.Cells, v.Select)
	return &layout{frame: f, View: v, named: figures[v.Figure], overview: o, cells: cells, names: make(map[string]string)}
}

// Dimensions that are no keys of cells.
const (
	dimInput     = "input"
	dimEstimator = "estimator"
)

// label names a cell by some keys. Of several keys it leaves out those in which the cells of
// the view do not differ.
func (l *layout) label(c summary.Cell, keys []string) string {
	differing := keys
	if len(keys) > 1 {
		differing = summary.Having(keys, func(key string) bool {
			return key == dimEstimator || len(summary.Distinct(l.cells, key)) > 1
		})
	}
	return l.fullLabel(c, differing)
}

// fullLabel names a cell by all of some keys that it has.
func (l *layout) fullLabel(c summary.Cell, keys []string) string {
	var parts []string
	for _, key := range keys {
		value := c.Cell[key]
		switch {
		case key == dimInput:
		case key == dimEstimator:
			parts = append(parts, l.estimator(c))
		case value == "" && key == results.KeyPreset && len(keys) == 1:
			parts = append(parts, "no forest")
		case value == "":
		case key == results.KeyVariant:
			parts = append(parts, l.VariantTitle(c.Cell)) // "published" and "textbook" of conventions
		default:
			parts = append(parts, summary.Describe(summary.Only(c.Cell, key)))
		}
	}
	return strings.Join(parts, ", ")
}

// grouped puts cells together that agree in some keys.
func (l *layout) grouped(cells []summary.Cell, keys []string) [][]summary.Cell {
	return summary.Grouped(cells, func(c summary.Cell) string { return l.fullLabel(c, keys) })
}

// estimator names the method of a cell, with its preset and kernel where the method has several
// of them in a variant.
func (l *layout) estimator(c summary.Cell) string {
	if name, ok := l.names[c.Slug]; ok && c.Slug != "" {
		return name
	}
	keys, shared := []string{results.KeyMethod}, []string{results.KeyMethod}
	if l.hasConventions() {
		shared = append(shared, results.KeyVariant)
	}
	same := summary.Selected(l.cells, summary.Only(c.Cell, shared...))
	for _, key := range []string{results.KeyPreset, results.KeyKernel} {
		if len(summary.Distinct(same, key)) > 1 {
			keys = append(keys, key)
		}
	}
	l.names[c.Slug] = summary.Describe(summary.Only(c.Cell, keys...))
	return l.names[c.Slug]
}

// hasConventions reports whether variants are the published convention and its twin.
func (l *layout) hasConventions() bool {
	return slices.Contains(summary.Distinct(l.Cells, results.KeyVariant), results.VariantPublished)
}

// inputs returns the inputs to show of cells: those that matter or, where these are not known,
// the largest.
func (l *layout) inputs(cells []summary.Cell, relevant bool) []string {
	if !relevant || len(l.Experiment.Ordering) > 0 && l.Experiment.Top > 0 {
		return l.Shown(cells)
	}
	for _, c := range cells {
		if c.Recorded[summary.Importance] != nil {
			return c.Largest()
		}
	}
	return nil
}

// row is a row of a table or a figure: cells, and an input or a published quantity where it is
// of one.
type row struct {
	name, heading string
	cells         []summary.Cell
	input         string
	quantity      *summary.Quantity
	relevant      bool
}

// rows returns a row for each combination of keys, and for each input within it if that is
// among the keys. The number of inputs is in names only where it tells rows apart.
func (l *layout) rows(keys []string, relevant bool) (list []row) {
	short := keys
	if len(keys) > 1 {
		short = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return key == results.KeyP })
	}
	groups, names := l.grouped(l.cells, keys), make(map[string]int)
	for _, cells := range groups {
		names[l.fullLabel(cells[0], short)]++
	}
	for _, cells := range groups {
		if !slices.Contains(keys, dimInput) {
			name := l.fullLabel(cells[0], short)
			if names[name] > 1 {
				name = l.fullLabel(cells[0], keys)
			}
			list = append(list, row{name: name, cells: cells})
			continue
		}
		for i, input := range l.inputs(cells, relevant) {
			r := row{name: input, cells: cells, input: input, relevant: slices.Contains(l.Experiment.Relevant, input)}
			if i == 0 {
				r.heading = l.label(cells[0], keys)
			}
			list = append(list, r)
		}
	}
	return list
}

// common are the cells of a row that are those of a column, too.
func common(row, column []summary.Cell) []summary.Cell {
	return summary.Having(row, func(c summary.Cell) bool {
		return slices.ContainsFunc(column, func(other summary.Cell) bool { return other.Slug == c.Slug })
	})
}

// printed is the number of a cell that the paper has of a value in a row.
func (l *layout) printed(c summary.Cell, r row, value string) (results.Expected, bool) {
	quantity := summary.Quantity{Name: results.ValueName(value), Variable: r.input}
	if r.quantity != nil && quantity.Name == summary.Importance {
		quantity = *r.quantity
	}
	return l.Expected(c, quantity)
}
