package datasets

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"drfvi/datasets/internal/rdata"
)

// ParseRdata reads the named objects of an R workspace (.Rdata, as written by
// R's save) and joins their columns, in the order of the names, to one table;
// name stands for the source in messages. Without names it reads the only
// object that is a table, or that of the options; a file of a single object
// (.rds, as written by saveRDS) has no names.
//
// The reader understands the XDR format of versions 2 and 3, packed with gzip, bzip2 or
// not, and in it numeric, integer, logical and character vectors, factors, dates,
// matrices and data frames of these, tibbles too. NA and NaN are missing values; a row
// that lacks a value in any of the objects is incomplete. A column of a matrix without
// column names is called "object.1", "object.2", …, and columns of several objects that
// have one name "object.name". Anything else is an error that names what was found.
func ParseRdata(r io.Reader, name string, o Options, objects ...string) (*Table, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	b, err := unpacking(r, peeked)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return (&rdataParser{r: b, name: name, o: o, objects: objects}).table()
}

// rdataParser is the state of one ParseRdata.
type rdataParser struct {
	r       *bufio.Reader
	name    string
	o       Options
	survey  bool
	objects []string
}

func (p *rdataParser) table() (*Table, error) {
	d, err := rdata.NewDecoder(p.r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, damaged(err))
	}
	workspace, err := d.Objects()
	if err != nil {
		return nil, fmt.Errorf("%s: byte %d (unpacked): %w", p.name, d.Read(), damaged(err))
	}
	if !d.Single() && len(p.objects) == 0 {
		if p.objects, err = p.pick(workspace); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if d.Single() {
		if p.o.Object != "" {
			return nil, fmt.Errorf("%s: the file holds a single object without a name, expected no name (found %q)", p.name, p.o.Object)
		}
		p.objects = []string{workspace[0].Name}
	}
	t := typedTable{origin: p.name, o: p.o, survey: p.survey}
	if err := t.join(workspace, p.objects, d.Single()); err != nil {
		return nil, err
	}
	return t.table()
}

// pick returns the names of the objects that are the table: those asked for, or
// the only data frame, or the only one that can be a table.
func (p *rdataParser) pick(workspace []rdata.Named) ([]string, error) {
	if p.o.Object != "" {
		if slices.ContainsFunc(workspace, func(o rdata.Named) bool { return o.Name == p.o.Object }) {
			return []string{p.o.Object}, nil
		}
		return strings.Split(p.o.Object, ","), nil
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
	for _, some := range [][]string{frames, matrices, names} {
		if len(some) == 1 {
			return some, nil
		}
		if len(some) > 1 && len(frames)+len(matrices) > 0 {
			return nil, fmt.Errorf("the workspace holds several tables (%s), expected one: choose with --object; --object %s sets tables of the same number of rows side by side",
				few(some, 20), strings.Join(some[:2], ","))
		}
	}
	return nil, fmt.Errorf("the workspace holds no data frame or matrix (it has %s), expected one", few(names, 20))
}
