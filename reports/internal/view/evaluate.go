// Package view lays out the numbers of an experiment as its views say: as tables and figures.
package view

import (
	"cmp"
	"slices"
	"strings"

	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// evaluation is an experiment with the verdicts on its numbers, and one view of it.
type evaluation struct {
	summary.Summary
	overview verdict.Overview
	results.View
	cells []summary.Cell // that the view has

	names map[string]string // of estimators, by slug
}

// newEvaluation selects the cells of a view.
func newEvaluation(s summary.Summary, o verdict.Overview, v results.View) *evaluation {
	return &evaluation{Summary: s, overview: o, View: v, cells: summary.Selected(s.Cells, v.Select), names: make(map[string]string)}
}

// Dimensions that are no keys of cells.
const (
	dimInput     = "input"
	dimEstimator = "estimator"
	dimLeft      = "left"
	dimAspect    = "aspect"
)

// place names where a cell stands by some dimensions, as far as these tell the cells of the
// view apart; all has those too that do not.
func (e *evaluation) place(c summary.Cell, dims []string, all bool) string {
	var parts []string
	for _, dim := range dims {
		switch dim {
		case dimInput, dimLeft, dimAspect:
			continue
		case dimEstimator:
			parts = append(parts, e.estimator(c))
			continue
		}
		value := c.Cell[dim]
		if value == "" && dim == results.KeyPreset && len(dims) == 1 {
			parts = append(parts, "no forest")
			continue
		}
		if value == "" || !all && len(dims) > 1 && len(summary.Distinct(e.cells, dim)) < 2 {
			continue
		}
		switch dim {
		case results.KeyVariant:
			value = e.VariantTitle(c.Cell) // "published" and "textbook" of conventions
		default:
			value = summary.Describe(summary.Only(c.Cell, dim))
		}
		parts = append(parts, value)
	}
	return strings.Join(parts, ", ")
}

// estimator names the method of a cell, with its preset and kernel where the method has
// several of them in a variant.
func (e *evaluation) estimator(c summary.Cell) string {
	if name, ok := e.names[c.Slug]; ok && c.Slug != "" {
		return name
	}
	keys := []string{results.KeyMethod}
	same := summary.Selected(e.cells, summary.Only(c.Cell, results.KeyMethod, results.KeyVariant))
	if !e.conventions() {
		same = summary.Selected(e.cells, summary.Only(c.Cell, results.KeyMethod))
	}
	for _, key := range []string{results.KeyPreset, results.KeyKernel} {
		if len(summary.Distinct(same, key)) > 1 {
			keys = append(keys, key)
		}
	}
	e.names[c.Slug] = summary.Describe(summary.Only(c.Cell, keys...))
	return e.names[c.Slug]
}

// conventions reports whether variants are the published convention and its twin.
func (e *evaluation) conventions() bool {
	return slices.Contains(summary.Distinct(e.Cells, results.KeyVariant), results.VariantPublished)
}

// inputs returns the inputs that rows, columns or series list.
func (e *evaluation) inputs(cells []summary.Cell) []string {
	if !e.Relevant || len(e.Experiment.Ordering) > 0 && e.Experiment.Top > 0 {
		return e.Shown(cells)
	}
	for _, c := range cells {
		if c.Recorded[summary.Importance] != nil {
			return c.Largest()
		}
	}
	return nil
}

// column is a column of a table or a panel of a figure.
type column struct {
	results.ViewColumn
	measure
	group, name string
	cells       []summary.Cell
	printed     bool // of the printed numbers
}

// columns returns the columns of the view in their order.
func (e *evaluation) columns() (list []column) {
	for _, of := range e.Columns {
		m := measureOf(of.Show)
		cells := summary.Selected(e.cells, of.Select)
		head := cmp.Or(of.Name, m.label)
		if len(of.By) == 0 {
			list = append(list, column{ViewColumn: of, measure: m, name: head, cells: cells})
			continue
		}
		for _, part := range summary.Grouped(cells, func(c summary.Cell) string { return e.place(c, of.By, true) }) {
			c := column{ViewColumn: of, measure: m, cells: part}
			last := len(of.By) - 1
			switch table := e.Picture == results.PictureTable; {
			case table && last > 0 && of.By[last] == results.KeyVariant:
				c.group, c.name = e.place(part[0], of.By[:last], false), e.ours(part[0])
			case table && len(e.Columns) > 1:
				c.group, c.name = e.place(part[0], of.By, false), head
			default:
				c.name = e.place(part[0], of.By, false)
				if len(e.Columns) > 1 {
					c.name = strings.Trim(c.name+", "+head, ", ")
				}
			}
			if e.printable(c) {
				p := c
				if p.name, p.printed = "printed", true; p.group == "" {
					p.group, c.group = c.name, c.name
				}
				if c.name == p.group || c.name == head {
					c.name = e.ours(part[0])
				}
				list = append(list, p)
			} else if c.name == m.label && e.printing(c) {
				c.name = e.ours(part[0])
			}
			list = append(list, c)
		}
	}
	return list
}

// printing reports whether a column is of what the paper prints, which the view sets beside it, and
// printable whether there is a table with printed numbers of its cells.
func (e *evaluation) printing(c column) bool {
	return slices.Contains(e.View.Beside, "printed") && (c.Show == "importance" || c.Show == "cumulative")
}

func (e *evaluation) printable(c column) bool {
	return e.Picture == results.PictureTable && e.printing(c) && slices.ContainsFunc(c.cells, func(cell summary.Cell) bool { return len(e.Printed(cell)) > 0 })
}

// ours is what our numbers under the convention of a cell are called.
func (e *evaluation) ours(c summary.Cell) string {
	switch {
	case e.Experiment.OfUser() && len(summary.Distinct(e.cells, results.KeyVariant)) > 1:
		return c.Cell[results.KeyVariant]
	case e.Experiment.OfUser():
		return "mean"
	case c.Cell[results.KeyVariant] == results.VariantTextbook:
		return "textbook"
	}
	return "ours"
}

// row is a row of a table or figure: cells, and an input where the view lists these.
type row struct {
	name, heading string
	cells         []summary.Cell
	input         string
	quantity      *summary.Quantity
	relevant      bool
}

// rows returns the rows of the view in their order; p is in names only where it tells rows apart.
func (e *evaluation) rows() (list []row) {
	parts := summary.Grouped(e.cells, func(c summary.Cell) string { return e.place(c, e.Rows, true) })
	names, dims := make(map[string]int), slices.DeleteFunc(slices.Clone(e.Rows), func(dim string) bool { return dim == results.KeyP && len(e.Rows) > 1 })
	for _, part := range parts {
		names[e.place(part[0], dims, true)]++
	}
	for _, part := range parts {
		if !slices.Contains(e.Rows, dimInput) {
			name := e.place(part[0], dims, true)
			if names[name] > 1 {
				name = e.place(part[0], e.Rows, true)
			}
			list = append(list, row{name: name, cells: part})
			continue
		}
		for i, input := range e.inputs(part) {
			r := row{name: input, cells: part, input: input, relevant: slices.Contains(e.Experiment.Relevant, input)}
			if i == 0 {
				r.heading = e.place(part[0], e.Rows, false)
			}
			list = append(list, r)
		}
		list = append(list, e.further(part)...)
	}
	return list
}

// further are the rows of a table of what is printed besides importances.
func (e *evaluation) further(cells []summary.Cell) (list []row) {
	if e.Picture != results.PictureTable || !slices.Contains(e.View.Beside, "printed") {
		return nil
	}
	var quantities []summary.Quantity
	for _, c := range cells {
		quantities = summary.Union(quantities, e.Statistics(c)...)
		for _, x := range e.Printed(c) {
			if x.Quantity != "" {
				quantities = summary.Union(quantities, summary.QuantityOf(x))
			}
		}
	}
	for _, q := range quantities {
		list = append(list, row{name: q.Label(), cells: cells, quantity: &q})
	}
	return list
}

// at asks for the number of a row and a column; ok is false where they have no cell.
func (e *evaluation) at(r row, c column) (q question, ok bool) {
	q = question{evaluation: e, column: c.ViewColumn, input: r.input}
	for _, cell := range r.cells {
		if slices.ContainsFunc(c.cells, func(other summary.Cell) bool { return other.Slug == cell.Slug }) {
			q.cells = append(q.cells, cell)
		}
	}
	return q, len(q.cells) > 0
}

// printed is the printed number of a question.
func (q question) printed(r row) (results.Expected, bool) {
	of := summary.Quantity{Name: results.ValueName(q.column.Show), Variable: q.input}
	if r.quantity != nil && of.Name == summary.Importance {
		of = *r.quantity
	}
	return q.Expected(q.cell(), of)
}
