package datasets

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"drfvi/datasets/internal/rdata"
	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
)

// parseRdata reads an R workspace (.Rdata, as written by R's save): the columns of the objects
// that the options name, in the order of the names, or those of the only object that is a table.
// A file of a single object (.rds, as written by saveRDS) has no names.
//
// The reader understands the XDR format of versions 2 and 3, packed with gzip, bzip2 or not.
// Objects may be numeric, integer, logical and character vectors, factors, dates, and matrices
// and data frames of these, tibbles too. NA and NaN are missing values; a row that lacks a
// value in any of the objects is incomplete. A column of a matrix without column names is
// called "object.1", "object.2", …, and columns of several objects that have one name
// "object.name". Anything else is an error that names what was found.
func parseRdata(r *bufio.Reader, name string, o Options) (*Table, error) {
	d, err := rdata.NewDecoder(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, early(err))
	}
	workspace, err := d.Objects()
	if err != nil {
		return nil, fmt.Errorf("%s: byte %d (unpacked): %w", name, d.Read(), early(err))
	}
	var objects []string
	switch {
	case !d.Single():
		if objects, err = pick(workspace, o.Object); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	case o.Object != "":
		return nil, fmt.Errorf(
			"%s: the file holds a single object without a name, expected no name (found %q)", name, o.Object,
		)
	default:
		objects = []string{workspace[0].Name}
	}
	t := typedTable{origin: name, o: o}
	if err := t.join(workspace, objects, d.Single()); err != nil {
		return nil, err
	}
	t.whole()
	return t.table()
}

// early says in plain words that an error is that of the end of the file.
func early(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errEarly
	}
	return err
}

// pick returns the names of the objects that are the table: those asked for, or
// the only data frame, or the only one that can be a table.
func pick(workspace []rdata.Named, wanted string) ([]string, error) {
	if wanted != "" {
		if slices.ContainsFunc(workspace, func(o rdata.Named) bool { return o.Name == wanted }) {
			return []string{wanted}, nil
		}
		return strings.Split(wanted, ","), nil
	}
	var names, frames, matrices []string
	for _, o := range workspace {
		names = append(names, o.Name)
		switch {
		case slices.Contains(o.Value.Classes(), "data.frame"):
			frames = append(frames, o.Name)
		case o.Value.Attribute("dim") != nil:
			matrices = append(matrices, o.Name)
		}
	}
	for _, candidates := range [][]string{frames, matrices, names} {
		if len(candidates) == 1 {
			return candidates, nil
		}
		if len(candidates) > 1 && len(frames)+len(matrices) > 0 {
			return nil, mention.Errorf("the workspace holds several tables (%s), expected one%s",
				few(candidates, 20), mention.Clause(": choose with %v; %v sets tables of the same number of rows side by "+
					"side", mention.Object, mention.Object.Each(candidates[:2]...)))
		}
	}
	return nil, fmt.Errorf("the workspace holds no data frame or matrix (it has %s), expected one", few(names, 20))
}

// join joins the columns of the named objects, or of a single one whose name
// nobody knows.
func (t *typedTable) join(workspace []rdata.Named, objects []string, single bool) error {
	present := nearest.Words(workspace, func(o rdata.Named) string { return o.Name })
	owners := map[string][]string{} // of columns by name: their objects
	origins, rows := []string{}, 0  // the object of each column, and their length
	for k, object := range objects {
		object = strings.TrimSpace(object)
		if slices.Contains(origins, object) {
			return fmt.Errorf(
				"%s: %w", t.origin,
				NameError{fmt.Errorf("object %q is given twice, expected distinct objects", object)},
			)
		}
		i := slices.Index(present, object)
		if i < 0 {
			return fmt.Errorf("%s: %w", t.origin, NameError{unknownName("object", object, present)})
		}
		parts, err := columnsOf(object, workspace[i].Value)
		switch {
		case err != nil && single:
			return fmt.Errorf("%s: %w", t.origin, err)
		case err != nil:
			return fmt.Errorf("%s: object %q: %w", t.origin, object, err)
		}
		for j, c := range parts {
			switch {
			case j == 0 && k == 0:
				rows = c.length()
			case c.length() != rows:
				return fmt.Errorf(
					"%s: object %q has %s, expected %d as in %q", t.origin, object, format.Plural(c.length(), "row"), rows,
					origins[0],
				)
			}
			if slices.Contains(owners[c.Name], object) {
				return fmt.Errorf("%s: object %q: two columns are named %q, expected distinct names", t.origin, object, c.Name)
			}
			owners[c.Name], origins = append(owners[c.Name], object), append(origins, object)
		}
		t.columns = append(t.columns, parts...)
	}
	for j := range t.columns {
		if c := t.columns[j]; len(owners[c.Name]) > 1 {
			c.Name = origins[j] + "." + c.Name
		}
	}
	return nil
}

// columnsOf takes an object apart into columns: a vector is one, a matrix and
// a data frame are several.
func columnsOf(name string, o *rdata.Object) ([]*columnBuilder, error) {
	if dim := o.Attribute("dim"); dim != nil {
		return columnsOfMatrix(name, o, dim)
	}
	if slices.Contains(o.Classes(), "data.frame") {
		return columnsOfFrame(o)
	}
	c, err := columnOf(name, o)
	return []*columnBuilder{c}, err
}

// columnsOfMatrix cuts a matrix, which is stored column by column. Its class is that of each
// column.
func columnsOfMatrix(name string, o, dim *rdata.Object) ([]*columnBuilder, error) {
	if len(dim.Numbers) != 2 {
		return nil, fmt.Errorf("found an array of %s, expected a matrix", format.Plural(len(dim.Numbers), "dimension"))
	}
	n, p := dim.Numbers[0], dim.Numbers[1]
	if !o.Kind.IsRead() || o.Kind == rdata.List || !(n >= 1 && p >= 1) || p > maxColumns || n*p != float64(o.Length()) {
		return nil, fmt.Errorf("found %d values of %s in a matrix of %v rows and %v columns, expected numbers "+
			"or text, as many as that, and at most %d columns",
			o.Length(), o.Kind, n, p, maxColumns)
	}
	names := make([]string, int(p))
	for j := range names {
		names[j] = fmt.Sprintf("%s.%d", name, j+1)
	}
	if dimnames := o.Attribute("dimnames"); dimnames != nil && dimnames.Kind == rdata.List && len(dimnames.List) == 2 &&
		dimnames.List[1].Kind == rdata.Strings {
		if len(dimnames.List[1].Strings) != len(names) {
			return nil, fmt.Errorf(
				"found %s for %s, expected one each", format.Plural(len(dimnames.List[1].Strings), "column name"),
				format.Plural(len(names), "column"),
			)
		}
		names = dimnames.List[1].Strings
	}
	var columns []*columnBuilder
	for j := range names {
		part := o.Part(j*int(n), (j+1)*int(n))
		column, err := columnOf(names[j], &part)
		if err != nil {
			return nil, fmt.Errorf("column %q of a matrix: %w", names[j], err)
		}
		columns = append(columns, column)
	}
	return columns, nil
}

// columnsOfFrame returns the columns of a data frame; those that cannot be read say why.
func columnsOfFrame(o *rdata.Object) ([]*columnBuilder, error) {
	names := o.Attribute("names")
	if o.Kind != rdata.List || len(o.List) == 0 || names == nil || names.Kind != rdata.Strings ||
		len(names.Strings) != len(o.List) {
		return nil, fmt.Errorf("found a data frame made of %s, expected a list of one or more named columns", o.Kind)
	}
	if len(o.List) > maxColumns {
		return nil, fmt.Errorf("found %d columns, expected at most %d", len(o.List), maxColumns)
	}
	var columns []*columnBuilder
	rows := -1
	for j, element := range o.List {
		name := names.Strings[j]
		parts, err := columnsOfElement(name, element)
		if err != nil {
			parts = []*columnBuilder{{Column: Column{Name: name, Kind: Text}, refused: err}}
		}
		for _, c := range parts {
			switch {
			case err == nil && rows < 0:
				rows = c.length()
			case err == nil && c.length() != rows:
				return nil, fmt.Errorf(
					"column %q has %s, expected %d as in the columns before", c.Name, format.Plural(c.length(), "row"),
					rows,
				)
			}
		}
		columns = append(columns, parts...)
	}
	for j, c := range columns {
		if c.refused != nil {
			columns[j].Codes = slices.Repeat([]int32{-1}, max(rows, 0))
		}
	}
	return columns, nil
}
