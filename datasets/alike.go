package datasets

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
)

// Alike returns the options by which other tables are read like the one that was read with
// these: with all their rows, categories where there were any, and levels in the same order,
// of which another table may have some only.
func (p *Problem) Alike(o Options) Options {
	o.Missing, o.Inputs, o.Orders = MissingKeep, []string{}, map[string][]string{}
	o.SkipFirst, o.SkipLast = 0, 0
	for _, e := range p.Inputs {
		o.Inputs = append(o.Inputs, e.Name)
		if e.Order != nil {
			if o.Orders[e.Name] = e.Order; !slices.ContainsFunc(o.Ordered, func(text string) bool {
				name, _, _, _ := cutName(text)
				return name == e.Name
			}) {
				o.Ordered = append(o.Ordered[:len(o.Ordered):len(o.Ordered)], Quoted(e.Name))
			}
		}
	}
	o.Categorical = append(o.Categorical[:len(o.Categorical):len(o.Categorical)], p.Categorical()...)
	return o
}

// Categorical returns the names of the inputs that are categories.
func (p *Problem) Categorical() []string {
	var names []string
	for _, e := range p.Inputs {
		if e.Kind.Categories() {
			names = append(names, e.Name)
		}
	}
	return names
}

// LevelNames returns the names of the levels 0, 1, … of a column of X, nil if it holds
// numbers.
func (p *Problem) LevelNames(column int) []string {
	for _, e := range p.Inputs {
		if !e.Kind.Categories() || column < e.First || column >= e.First+e.Width {
			continue
		}
		if e.Width > 1 {
			level := e.Levels[column-e.First]
			return []string{"not " + level, level}
		}
		names := slices.Clone(e.Levels)
		if e.Missing && len(names) != 2 {
			names = append(names, "missing")
		}
		return names
	}
	return nil
}

// UnseenLevel is a level in a row of a table that the training table lacks.
type UnseenLevel struct {
	Row           int // from 0
	Column, Level string
	known         []string
}

// Error says which level is unknown, and which levels are known.
func (u UnseenLevel) Error() string {
	return fmt.Sprintf("row %d, column %q: %v", u.Row+1, u.Column, nearest.Unknown("category", u.Level, u.known))
}

// Encode returns what EncodeSeen does; levels that X does not know are errors too.
func (p *Problem) Encode(t *Table) (*mat.Dense, error) {
	x, unseen, err := p.EncodeSeen(t)
	if err == nil && len(unseen) > 0 {
		err = mention.Errorf("%s: %w%s", t.Origin, unseen[0],
			mention.Clause("; %v leaves such rows without a prediction", mention.Unseen.To("skip")))
	}
	return x, err
}

// EncodeSeen returns the inputs of another table as columns like those of X, with the levels that X
// does not know, in whose place is the first one. Columns that are no inputs are left out. Inputs
// that the table lacks, that are of another kind, and values that are missing where X lacks none
// are errors.
func (p *Problem) EncodeSeen(t *Table) (x *mat.Dense, unseen []UnseenLevel, err error) {
	places := placesOf(t.names())
	var lacking []string
	for _, e := range p.Inputs {
		if _, present := places[e.Name]; e.Width > 0 && !present {
			lacking = append(lacking, e.Name)
		}
	}
	if len(lacking) > 0 {
		return nil, nil, fmt.Errorf(
			"%s lacks %s of the training table: %s; expected a column for each (it has %s)", t.Origin,
			format.Plural(len(lacking), "input"), few(lacking, 10), few(t.names(), 10),
		)
	}
	width := 0
	for _, e := range p.Inputs {
		width = max(width, e.First+e.Width)
	}
	x = mat.NewDense(t.Rows, width, nil)
	for _, e := range p.Inputs {
		if e.Width == 0 {
			continue
		}
		levels, err := e.encode(x, t.Columns[places[e.Name]])
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", t.Origin, err)
		}
		unseen = append(unseen, levels...)
	}
	return x, unseen, nil
}

// encode fills in the columns of an input, and returns its unknown levels.
func (e Input) encode(x *mat.Dense, c Column) (unseen []UnseenLevel, err error) {
	if c.Kind == Text && (e.Kind == Number || e.Kind == Integer) {
		for i, code := range c.Codes {
			if code < 0 {
				continue
			}
			if _, err := parseNumber(c.Levels[code]); err != nil {
				return nil, fmt.Errorf("row %d, column %q: %w, as in the training table", i+1, c.Name, err)
			}
		}
	}
	if e.Kind == Logical && c.Kind == Text {
		c = c.spelt()
	}
	if c.Kind.Categories() != e.Kind.Categories() || kinds[c.Kind].measure != kinds[e.Kind].measure {
		return nil, fmt.Errorf(
			"column %q holds %s, expected %s as in the training table", c.Name, kinds[c.Kind].values, kinds[e.Kind].values,
		)
	}
	if c.Unit != "" && e.Unit != "" && c.Unit != e.Unit {
		return nil, fmt.Errorf("column %q is in %s, expected %s as in the training table", c.Name, c.Unit, e.Unit)
	}
	if c.Kind == Logical && e.Kind != Logical {
		return nil, fmt.Errorf("column %q holds TRUE and FALSE, expected numbers as in the training table", c.Name)
	}
	rows, _ := x.Dims()
	for i := range rows {
		if c.Missing(i) && !e.Missing {
			return nil, fmt.Errorf("row %d, column %q: the value is missing, expected one: no row of the training table "+
				"lacks it", i+1, c.Name)
		}
		if !e.Kind.Categories() {
			if v := c.Values[i]; e.Kind == Logical && v != 0 && v != 1 && !c.Missing(i) {
				return nil, fmt.Errorf("row %d, column %q: found %v, expected TRUE or FALSE, or 1 or 0, as in the training "+
					"table", i+1, c.Name, v)
			}
			x.Set(i, e.First, c.Values[i])
			continue
		}
		code := -1
		if !c.Missing(i) {
			if code = slices.Index(e.Levels, c.Levels[c.Codes[i]]); code < 0 {
				unseen = append(unseen, UnseenLevel{i, c.Name, c.Levels[c.Codes[i]], e.Levels})
				code = 0
			}
		}
		e.set(x, i, code)
	}
	return unseen, nil
}
