package datasets

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest/design"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
)

// maxCells bounds the n×p inputs of a table after its text columns have
// become indicator columns: 8 GiB.
const maxCells = 1 << 30

// Table is a table of a user's, read and checked: columns of finite numbers
// and columns of categories. Values are missing only if it was read with
// MissingKeep.
type Table struct {
	Origin   string // the file, for messages
	Rows     int
	Columns  []Column
	Dropped  int     // rows left out for missing values
	Numbers  []int   // of the rows in the file, from 1; nil if none is left out
	Folder   *Folder // what it is of a folder; nil of a file
	Warnings []error
	Remarks  []error  // on how the file was read, which describe alone tells
	Aside    []Column // set aside, not part of Columns
	// Scale is the scaling of numeric responses when the table is split.
	Scale Scale

	surveyed []*columnBuilder // of the columns, in a survey
}

// Variable is a set of columns of X that count as one input.
type Variable struct {
	Name    string
	Columns []int
}

// Target is a response of a table and its columns of Y: several, or one indicator, if it
// is categorical.
type Target struct {
	Name        string
	Columns     []int
	Categorical bool
	Levels      []string `json:",omitempty"` // of categories
	Unit        float64  `json:",omitempty"` // what 1 in Y is of a target scaled by its deviation; 0 for 1
}

// Own returns values of Y in the target's own unit.
func (t Target) Own(values []float64) []float64 {
	converted := slices.Clone(values)
	if t.Unit != 0 {
		floats.Scale(t.Unit, converted)
	}
	return converted
}

// Input is an input column of a table and its columns of X, Width from First on: one or, of
// categories that are indicators, several; none if it is the same category in every row.
type Input struct {
	Name         string
	Kind         Kind
	Levels       []string
	First, Width int
	Missing      bool     // whether it is missing in some rows
	Order        []string `json:",omitempty"` // of a Column, as its unit
	Unit         string   `json:",omitempty"`
}

// Problem is a table parted into inputs and responses.
type Problem struct {
	X, Y           *mat.Dense // n×p and n×d
	XNames, YNames []string   // names of their columns
	Targets        []Target   // which columns of Y are whose
	Inputs         []Input    // which columns of X are whose
	// Variables part the columns of X, in the order of their first columns.
	// Numeric columns are inputs of their own; a text column with
	// categories a, b, c is one input with the indicator columns name=a,
	// name=b, name=c (two categories need one column, a single one needs
	// none); the groups asked for join columns to one input.
	Variables []Variable
	// Levels has, for each column of X, the number of its levels 0, 1, …; Incomplete if
	// it holds numbers some of which are missing, NaN; and 0 otherwise. It is nil if
	// all are 0, as after Split.
	Levels   []int
	Dropped  int     // rows of the file left out for missing values
	Numbers  []int   // of the rows in the file, from 1; nil if none is left out
	Folder   *Folder // what the table is of a folder; nil of a file
	Warnings []error
	// Aside are the columns that were set aside; see SetAside.
	Aside []Column
}

// VariableNames returns the names of the inputs.
func (p *Problem) VariableNames() []string {
	return nearest.Words(p.Variables, func(v Variable) string { return v.Name })
}

// Groups returns the columns of each input, or nil if every input is a
// single column.
func (p *Problem) Groups() [][]int {
	if len(p.Variables) == len(p.XNames) {
		return nil
	}
	groups := make([][]int, len(p.Variables))
	for i, v := range p.Variables {
		groups[i] = v.Columns
	}
	return groups
}

// Varying returns the problem without the variables that are the same in every row, of which
// nothing can be told: their columns of X, if any, belong to no variable.
func (p *Problem) Varying() *Problem {
	varying := *p
	varying.Variables = slices.DeleteFunc(slices.Clone(p.Variables), func(v Variable) bool { return !p.varies(v) })
	return &varying
}

// Split parts the table into the responses named by targets, in that order,
// and all other columns as inputs, in file order. Each group, "name=a,b", joins
// input columns of the file to one input; see ParseGroups.
//
// A target may be a pattern; see Matching. Text targets become several columns of Y; see
// outputs. An unknown, repeated or missing target, constant responses throughout, missing
// values and a table without inputs are errors; single constant columns are warnings.
func (t *Table) Split(targets, groups []string) (*Problem, error) {
	for _, c := range t.Columns {
		if n := c.CountMissing(); n > 0 {
			return nil, fmt.Errorf(
				"%s: column %q lacks %s, expected a table without missing values", t.Origin, c.Name,
				format.Plural(n, "value"),
			)
		}
	}
	return t.split(targets, groups, Column.indicators)
}

// split is Split with text columns as so many columns of X as columns says.
func (t *Table) split(targets, groups []string, columns func(Column) int) (*Problem, error) {
	p := &Problem{
		Dropped: t.Dropped, Numbers: t.Numbers, Folder: t.Folder, Warnings: slices.Clone(t.Warnings),
		Aside: t.Aside,
	}
	isTarget, err := t.responses(p, targets)
	if err != nil {
		return nil, err
	}
	var inputs []Column
	var names, others []string
	width := 0
	for j, c := range t.Columns {
		if isTarget[j] {
			others = append(others, c.Name)
			continue
		}
		e := Input{c.Name, c.Kind, c.Levels, width, columns(c), c.CountMissing() > 0, c.Order, c.Unit}
		if len(c.Levels) > maxUsed {
			return nil, mention.Errorf("%s: column %q has %d categories, expected at most %d: merge the rare ones, "+
				"or leave the column out with %v",
				t.Origin, c.Name, len(c.Levels), maxUsed, mention.Exclude.Each(c.Name))
		}
		inputs, names, p.Inputs = append(inputs, c), append(names, c.Name), append(p.Inputs, e)
		width += e.Width
	}
	if len(inputs) == 0 {
		return nil, allTargets(t.Origin, len(t.Columns))
	}
	parsed, err := ParseGroups(groups, names, others...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Origin, NameError{err})
	}
	cells := t.Rows * width
	if cells > maxCells {
		return nil, mention.Errorf("%s: the inputs need %d numbers once text columns are indicator columns, "+
			"expected at most %d: leave out text columns with many categories (%v)",
			t.Origin, cells, maxCells, mention.Exclude)
	}
	if cells == 0 {
		return nil, fmt.Errorf("%s: every input is text that is the same in all rows, expected inputs that vary", t.Origin)
	}
	p.X = mat.NewDense(t.Rows, width, nil)
	t.inputs(p, inputs)
	parsed = joinMatrices(parsed, inputs)
	grouped := map[string]bool{}
	for _, group := range parsed {
		for _, j := range group.Columns {
			grouped[names[j]] = true
		}
	}
	p.Warnings = append(p.Warnings, indicatorWarnings(inputs, grouped)...)
	p.group(parsed)
	for _, copies := range p.Copies() {
		p.Warnings = append(p.Warnings, p.copied(copies))
	}
	return p, nil
}

// allTargets is the error of a table that has targets alone.
func allTargets(origin string, columns int) error {
	return NameError{
		fmt.Errorf(
			"%s: all %s are targets, expected at least one input besides them", origin,
			format.Plural(columns, "column"),
		),
	}
}

// names returns the names of the columns.
func (t *Table) names() []string {
	return nearest.Words(t.Columns, func(c Column) string { return c.Name })
}

// targets returns the names of the columns that names and patterns of targets match.
func (t *Table) targets(targets []string) ([]string, error) {
	matched, err := Matching(targetChoice, t.names(), targets)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.Origin, err)
	}
	return matched, nil
}

// responses fills in Y and returns which columns it took.
func (t *Table) responses(p *Problem, targets []string) ([]bool, error) {
	if len(targets) == 0 {
		return nil, fmt.Errorf("%s: no targets given, expected the names of the response columns", t.Origin)
	}
	targets, err := t.targets(targets)
	if err != nil {
		return nil, err
	}
	places := placesOf(t.names())
	isTarget := make([]bool, len(t.Columns))
	var chosen []Column
	for _, target := range targets {
		j := places[target]
		if isTarget[j] {
			return nil, NameError{fmt.Errorf("%s: target %q is given twice, expected distinct targets", t.Origin, target)}
		}
		isTarget[j] = true
		c := t.Columns[j]
		if n := len(c.Levels); n > maxUsed {
			return nil, fmt.Errorf(
				"%s: target %q has %d categories, expected at most %d: merge the rare ones", t.Origin, target, n,
				maxUsed,
			)
		}
		if unordered := c.unordered(); unordered != "" && !c.Constant() {
			p.Warnings = append(p.Warnings, mention.Errorf("%s: target %q %s", t.Origin, target, unordered))
		}
		if far := c.far(t.Numbers); far != "" {
			p.Warnings = append(p.Warnings, mention.Errorf("%s: target %q %s", t.Origin, target, far))
		}
		chosen = append(chosen, c)
	}
	p.Warnings = append(
		p.Warnings,
		t.unvarying("target", chosen, func(c Column) string { return fmt.Sprintf("is %s in every row", c.first()) }, "")...,
	)
	if !slices.ContainsFunc(chosen, func(c Column) bool { return !c.Constant() }) {
		if len(targets) > 1 {
			return nil, fmt.Errorf(
				"%s: targets %s are each the same in every row, expected responses that vary", t.Origin,
				few(targets, 10),
			)
		}
		return nil, fmt.Errorf(
			"%s: target %q is %s in every row, expected responses that vary", t.Origin, targets[0],
			chosen[0].first(),
		)
	}
	t.outputs(p, chosen)
	return isTarget, t.inRange(p, chosen)
}

// first is the column's value in the first row, as it is written.
func (c Column) first() string {
	if c.Kind.Categories() {
		return c.Levels[c.Codes[0]]
	}
	return fmt.Sprint(c.Values[0])
}

// inputs fills in X, the names of its columns and their levels.
func (t *Table) inputs(p *Problem, inputs []Column) {
	_, width := p.X.Dims()
	p.Warnings = append(p.Warnings, t.unvarying("input", inputs, Column.Sameness, ": %s importance cannot be told")...)
	for j, c := range inputs {
		if doubt := c.doubtful(); doubt != "" {
			p.Warnings = append(p.Warnings, mention.Errorf("%s: input %q %s", t.Origin, c.Name, doubt))
		}
		if far := c.far(t.Numbers); far != "" {
			p.Warnings = append(p.Warnings, mention.Errorf("%s: input %q %s", t.Origin, c.Name, far))
		}
		e := p.Inputs[j]
		levels := e.levels()
		if levels != 0 {
			if p.Levels == nil {
				p.Levels = make([]int, width)
			}
			p.Levels[e.First] = levels
		}
		if !c.Kind.Categories() {
			p.XNames = append(p.XNames, c.Name)
			p.X.SetCol(e.First, c.Values)
			continue
		}
		if levels != 0 {
			p.XNames = append(p.XNames, c.Name)
		} else {
			for _, level := range c.Levels[len(c.Levels)-e.Width:] {
				p.XNames = append(p.XNames, c.Name+"="+level)
			}
		}
		for i, code := range c.Codes {
			e.set(p.X, i, int(code))
		}
	}
}

// indicators is the number of columns of X that the column becomes where levels are
// indicators.
func (c Column) indicators() int {
	switch {
	case !c.Kind.Categories():
		return 1
	case len(c.Levels) <= 2:
		return len(c.Levels) - 1
	default:
		return len(c.Levels)
	}
}

// Constant reports whether no two rows differ: the column is the same in every row, or missing
// in every row.
func (c Column) Constant() bool {
	if missing := c.CountMissing(); missing > 0 {
		return missing == c.length()
	}
	if c.Kind.Categories() {
		return len(c.Levels) == 1
	}
	return !slices.ContainsFunc(c.Values, func(v float64) bool { return v != c.Values[0] })
}

// SetAside returns the table without the named columns, which are neither inputs nor
// targets: Split leaves them in Problem.Aside, in this order. It returns an error for a
// name that is no column or is one of the targets, and for a column with missing values.
func (t *Table) SetAside(names, targets []string) (*Table, error) {
	responses, err := t.targets(targets)
	if err != nil {
		return nil, err
	}
	part := *t
	part.Columns = slices.Clone(t.Columns)
	for _, name := range names {
		place := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
		if place < 0 {
			return nil, fmt.Errorf("%s: %w", t.Origin, NameError{unknownName("column", name, t.names())})
		}
		c := t.Columns[place]
		if slices.Contains(responses, name) {
			return nil, fmt.Errorf("%s: column %q is a target, expected another one for clusters, weights, a "+
				"treatment or events", t.Origin, name)
		}
		if n := c.CountMissing(); n > 0 {
			row := 0
			for !c.Missing(row) {
				row++
			}
			return nil, mention.Errorf("%s: column %q lacks %s, the first in row %d of the data; expected one in "+
				"every row, or %v", t.Origin, name, format.Plural(n, "value"), row+1, mention.Missing.To("drop"))
		}
		part.Aside = append(part.Aside, c)
		part.Columns = slices.DeleteFunc(part.Columns, func(c Column) bool { return c.Name == name })
	}
	return &part, nil
}

// Clusters returns for each row the number of its value, from 0: rows with equal cells are
// a cluster, as importance.Task takes them. It returns an error if a value is missing.
func (c Column) Clusters() ([]int32, error) {
	for row := range c.length() {
		if c.Missing(row) {
			return nil, fmt.Errorf("column %q lacks the value of row %d of the data, expected the cluster of every "+
				"row", c.Name, row+1)
		}
	}
	if c.Kind.Categories() {
		return design.Numbered(c.Codes), nil
	}
	return design.Numbered(c.Values), nil
}
