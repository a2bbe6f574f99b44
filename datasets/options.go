package datasets

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"drfvi/internal/mention"
	"drfvi/internal/nearest"
)

// Options are the choices a user has when a table is read. Columns are given by
// name, by a pattern such as "max_*" or by a range "a:d"; see Matching.
type Options struct {
	Missing MissingPolicy
	// Exclude names columns that are not read at all: identifiers, dates,
	// remarks.
	Exclude []string
	// Only, if not nil, names the columns that are read, besides Identifiers and Weights.
	Only []string
	// Given names columns whose missing values cannot be used, such as those that are conditioned on.
	Given []string `json:"-"`
	// Categorical names columns that hold categories although they look like
	// numbers, such as codes of regions.
	Categorical []string
	// Ordered names columns of categories with their levels from the lowest to the
	// highest, "grade=low,mid,high": they become the numbers 1, 2, 3. The name alone
	// stands for the order that the file declares.
	Ordered []string
	// Orders are the levels of columns that Ordered names alone, in the place of the order that
	// the file declares.
	Orders map[string][]string `json:",omitempty"`
	// Dates names columns of dates that are read as numbers of days since
	// 1970-01-01. Other columns of dates are refused.
	Dates []string
	// Identifiers names columns used only for the equality of their cells as they are written,
	// such as clusters: they become categories, of any number. Weights names columns of numbers
	// that are no inputs either.
	Identifiers, Weights []string
	// NA are the cells that stand for a missing value besides those that always
	// do. One that is a number stands for that number however it is written.
	NA []string
	// Separator stands between the cells of a text table: 0 if it is to be
	// recognised, ' ' for any number of blanks.
	Separator rune
	// Decimal is the point of decimal numbers in a text table, '.' or ','; 0 if
	// it is to be recognised.
	Decimal rune
	// SkipFirst is the number of lines above the column names of a text table, SkipLast that of
	// rows at its end, which are left out.
	SkipFirst, SkipLast int
	// Replace are cells of text and the numbers in their places, "<0.5=0.25": the last
	// equals sign parts them.
	Replace []string
	// Inputs, if not nil, are those of another table, for which the choices were made:
	// choices of columns that this one lacks count for nothing, and columns that are no
	// inputs may hold anything.
	Inputs []string
	// Targets and Groups are those that the table will be parted by: names that it lacks are
	// an error before any of its values is read. Nothing is checked where there are no targets.
	Targets, Groups []string `json:"-"`
	// Schema declares columns; nil if all are to be recognised.
	Schema *Schema `json:",omitempty"`
	// Object is the object of an R workspace that is the table, or several of as many
	// rows with commas between them, side by side; "" if there is only one that can be.
	Object string
	// Folder says which rows of a folder are read.
	Folder Drawing `json:"-"`

	survey bool // goes on where a column has a fault
	isFile bool // whether the name of the source is that of a file
}

// errorIf returns an error if something is wrong. Checks of one thing stand in cmp.Or, which
// returns the first error.
func errorIf(wrong bool, text string, arguments ...any) error {
	if !wrong {
		return nil
	}
	return fmt.Errorf(text, arguments...)
}

// validate returns an error for choices that no file could be read by.
func (o Options) validate() error {
	policies := []string{string(MissingRefuse), string(MissingDrop), string(MissingKeep)}
	malformed := slices.DeleteFunc(slices.Clone(o.Replace), func(text string) bool {
		sign := strings.LastIndexByte(text, '=')
		return sign > 0 && isPlain(text[sign+1:])
	})
	if err := cmp.Or(
		errorIf(!slices.Contains(policies, string(o.Missing)),
			"%w", nearest.Unknown("policy for missing values", string(o.Missing), policies)),
		errorIf(o.Decimal != 0 && o.Decimal != '.' && o.Decimal != ',',
			"decimal mark %q, expected a point or a comma", o.Decimal),
		errorIf(o.SkipFirst < 0 || o.SkipLast < 0,
			"%d lines and %d rows are to be skipped, expected no negative numbers", o.SkipFirst, o.SkipLast),
		errorIf(len(malformed) > 0, "replacement %q, expected a cell and a number, such as <0.5=0.25",
			strings.Join(malformed, ", ")),
		errorIf(o.Separator != 0 && o.Separator == o.Decimal,
			"%q is both separator and decimal mark, expected different ones", o.Separator),
	); err != nil {
		return NameError{err}
	}
	return nil
}

// replacements returns the numbers in the places of cells.
func (o Options) replacements() map[string]string {
	numbers := map[string]string{}
	for _, text := range o.Replace {
		sign := strings.LastIndexByte(text, '=')
		numbers[text[:sign]] = text[sign+1:]
	}
	return numbers
}

// chosen are the choices of columns, resolved.
type chosen struct {
	excluded, categorical, dates, identifiers map[string]bool
	ordered                                   map[string][]string // nil for the order that the file declares

	warnings []error
}

// take reports whether a column is read, and sets what it is chosen to be, or what the schema says.
func (c chosen) take(column *columnBuilder, o Options) bool {
	date, categorical := c.dates[column.Name], c.categorical[column.Name]
	column.identifier, column.survey = c.identifiers[column.Name], o.survey
	column.replacements = o.replacements()
	switch {
	case date:
		column.undeclare(Date)
	case categorical:
		column.Kind = Factor
	}
	if f := o.Schema.field(column.Name); f != nil {
		column.absent = o.absences(false, o.Schema.missing(*f)...)
		if !date || f.isDate() {
			column.readAs(f, categorical)
		}
	}
	if _, ordered := c.ordered[column.Name]; categorical && !ordered {
		column.Ordered = false
	}
	if column.file == Date && column.Kind == Date && !date {
		column.note(refuseDates(column.Name, found(firstDay(column.source.Values))))
	}
	column.order(c)
	return !c.excluded[column.Name]
}

// savedIndex are the names of an index that pandas wrote as a column without a name, and read.
var savedIndex = regexp.MustCompile(`^Unnamed: 0(\.\d+)*$`)

// aside are the columns that are neither inputs nor targets.
func (o Options) aside() []string { return slices.Concat(o.Identifiers, o.Weights) }

// names reports whether some choice names a column.
func (o Options) names(name string) bool {
	for _, choices := range [][]string{o.Only, o.Targets, o.Given, o.Categorical, o.Dates, o.aside(), o.Inputs} {
		if slices.Contains(choices, name) {
			return true
		}
	}
	return false
}

// choose resolves the choices for a file with columns of these names.
func (o Options) choose(origin string, names []string) (c chosen, err error) {
	places, aside := placesOf(names), o.aside()
	set := func(what string, choices []string) map[string]bool {
		if o.Inputs != nil {
			choices = slices.DeleteFunc(slices.Clone(choices), func(choice string) bool {
				if _, present := places[choice]; present {
					return false
				}
				_, err := Matching(what, names, []string{choice})
				return err != nil
			})
		}
		matching, fault := Matching(what, names, choices)
		if fault != nil && err == nil {
			err = fmt.Errorf("%s: %w", origin, fault)
		}
		members := make(map[string]bool, len(matching))
		for _, name := range matching {
			members[name] = true
		}
		return members
	}
	c.excluded = set("column to exclude", o.Exclude)
	if o.Only != nil {
		only := set("column", o.Only)
		for _, name := range names {
			if !only[name] && !slices.Contains(aside, name) {
				c.excluded[name] = true
			}
		}
	}
	for _, name := range names {
		if savedIndex.MatchString(name) && !c.excluded[name] && !o.names(name) {
			c.excluded[name] = true
			c.warnings = append(c.warnings, mention.Errorf("%s: column %q is an index that pandas saved, it is "+
				"left out; give it another name if it is an input", origin, name))
		}
	}
	if err == nil && len(c.excluded) == len(names) {
		return c, fmt.Errorf("%s: every column is excluded, expected at least one input and one response", origin)
	}
	c.categorical = set("categorical column", o.Categorical)
	orders, fault := o.orders()
	if fault != nil {
		return c, fault
	}
	c.ordered = map[string][]string{}
	for _, column := range slices.Sorted(maps.Keys(orders)) {
		for name := range set("ordered column", []string{column}) {
			c.categorical[name], c.ordered[name] = true, orders[column]
		}
	}
	c.dates = set("date column", o.Dates)
	for _, f := range o.Schema.fields() {
		if f.isDate() {
			c.dates[f.Name] = true
		}
	}
	c.identifiers = make(map[string]bool, len(o.Identifiers))
	if o.Inputs != nil {
		inputs := set("input", o.Inputs)
		for _, name := range names {
			if !inputs[name] {
				c.identifiers[name], c.categorical[name] = true, true
			}
		}
	}
	for _, name := range o.Identifiers {
		c.identifiers[name], c.categorical[name] = true, true
	}
	for _, name := range aside {
		switch _, present := places[name]; {
		case err != nil, !present && o.Inputs != nil:
		case !present:
			err = fmt.Errorf("%s: %w", origin, NameError{cmp.Or(crossed(name, names), unknownName("column", name, names))})
		case c.excluded[name]:
			err = fmt.Errorf("%s: %w", origin, NameError{mention.Errorf("column %q is excluded, expected clusters "+
				"or weights in a column that is read: leave it out of %v; it is then no input either", name, mention.Exclude)})
		}
	}
	if err == nil && len(o.Targets) > 0 {
		err = o.parts(origin, slices.DeleteFunc(slices.Clone(names), func(name string) bool { return c.excluded[name] }))
	}
	return c, err
}

// parts returns an error unless a table with columns of these names has all that it will be
// parted by.
func (o Options) parts(origin string, names []string) error {
	targets, err := Matching(targetChoice, names, o.Targets)
	if err != nil {
		return fmt.Errorf("%s: %w", origin, err)
	}
	others := append(o.aside(), targets...)
	inputs := slices.DeleteFunc(names, func(name string) bool { return slices.Contains(others, name) })
	if len(inputs) == 0 {
		return allTargets(origin, len(targets))
	}
	if _, err := ParseGroups(o.Groups, inputs, targets...); err != nil {
		return fmt.Errorf("%s: %w", origin, NameError{err})
	}
	return nil
}

// absent holds the cells and numbers that stand for a missing value.
type absent struct {
	words   map[string]bool
	numbers []float64
	usual   bool // whether the usual words do too: those of text tables
}

// absences returns the user's words for missing values, and further ones.
func (o Options) absences(usual bool, words ...string) absent {
	a := absent{words: map[string]bool{}, usual: usual}
	for _, word := range slices.Concat(o.NA, words) {
		a.words[word] = true
		if v, err := strconv.ParseFloat(word, 64); err == nil && v == v {
			a.numbers = append(a.numbers, v)
		}
	}
	return a
}

// missingWords stand for missing values in every text table.
var missingWords = []string{"na", "n/a", "nan", "<na>", "null"}

// anyCase reports whether a text is one of some words of ASCII in upper or lower case, and
// allocates nothing.
func anyCase(text string, words []string) bool {
	for _, word := range words {
		if len(text) == len(word) && strings.EqualFold(text, word) {
			return true
		}
	}
	return false
}

// cell reports whether a cell stands for a missing value: by the words, a number however it is
// written, and usually if it is empty, a question mark, or in any case NA, N/A, NaN, <NA> or
// null.
func (a absent) cell(cell string) bool {
	if len(a.words) > 0 && a.words[cell] || a.usual && (cell == "" || cell == "?" || anyCase(cell, missingWords)) {
		return true
	}
	if len(a.numbers) > 0 && cell != "" && strings.IndexByte("+-.0123456789iInN", cell[0]) >= 0 {
		v, err := strconv.ParseFloat(cell, 64)
		return err == nil && slices.Contains(a.numbers, v)
	}
	return false
}

// number reports whether a number stands for a missing value.
func (a absent) number(v float64) bool { return v != v || slices.Contains(a.numbers, v) }

// crossed says that a list of columns, such as subject,item, is no column of clusters; nil for
// other names.
func crossed(text string, names []string) error {
	columns := strings.Split(text, ",")
	if len(columns) < 2 || slices.ContainsFunc(columns, func(name string) bool { return !slices.Contains(names, name) }) {
		return nil
	}
	ways := nearest.Words(columns, func(name string) string { return fmt.Sprint(mention.Cluster.To(name)) })
	return mention.Errorf("found %d columns of clusters, %s, and crossed clusters are not supported: %s, for the "+
		"inputs that have one value in each cluster of that column", len(columns), text, strings.Join(ways, " or "))
}
