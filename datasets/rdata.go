package datasets

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Limits on R's files. A vector's storage grows only as its bytes arrive, so
// what a file can make the reader allocate is a small multiple of what it
// unpacks to, and some hundred bytes for each object, whatever it claims.
const (
	maxMade    = 64 << 20 // bytes of sequences that are only described
	maxObjects = 1 << 20  // objects, elements of lists and attributes included
	maxDepth   = 64       // objects within objects
)

// ParseRdata reads the named objects of an R workspace (.Rdata, as written by
// R's save) and joins their columns, in the order of the names, to one table;
// name stands for the source in messages. Without names it reads the only
// object that is a table, or that of the options; a file of a single object
// (.rds, as written by saveRDS) has no names.
//
// Understood is the XDR format of versions 2 and 3, packed with gzip, bzip2 or
// not, and in it numeric, integer, logical and character vectors, factors,
// dates, matrices and data frames of these, tibbles too. NA and NaN are missing
// values; a row that lacks a value in any of the objects is incomplete. A
// column of a matrix without column names is called "object.1", "object.2", ….
// Anything else is an error that says what was found.
func ParseRdata(r io.Reader, name string, o Options, objects ...string) (*Table, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	b, err := unpack(r)
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
	d, err := newXDR(p.r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.name, err)
	}
	workspace, err := d.workspace()
	if err != nil {
		return nil, fmt.Errorf("%s: byte %d (unpacked): %w", p.name, d.read, damaged(err))
	}
	if !d.single && len(p.objects) == 0 {
		object, err := p.pick(workspace)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p.name, err)
		}
		p.objects = []string{object}
	}
	if d.single {
		if p.o.Object != "" {
			return nil, fmt.Errorf("%s: the file holds a single object without a name, expected no name (found %q)", p.name, p.o.Object)
		}
		p.objects = []string{workspace[0].name}
	}
	t := typedTable{origin: p.name, o: p.o, survey: p.survey}
	if err := t.join(workspace, p.objects); err != nil {
		return nil, err
	}
	return t.table()
}

// pick returns the name of the object that is the table: the one asked for, or
// the only data frame, or the only one that can be a table.
func (p *rdataParser) pick(workspace []rNamed) (string, error) {
	if p.o.Object != "" {
		return p.o.Object, nil
	}
	var names, frames, matrices []string
	for _, o := range workspace {
		names = append(names, o.name)
		switch {
		case slices.Contains(classes(o.value), "data.frame"):
			frames = append(frames, o.name)
		case o.value.attribute("dim") != nil:
			matrices = append(matrices, o.name)
		}
	}
	for _, some := range [][]string{frames, matrices, names} {
		if len(some) == 1 {
			return some[0], nil
		}
		if len(some) > 1 && len(frames)+len(matrices) > 0 {
			return "", fmt.Errorf("the workspace holds several tables (%s), expected one: choose with --object", few(some, 20))
		}
	}
	return "", fmt.Errorf("the workspace holds no data frame or matrix (it has %s), expected one", few(names, 20))
}

// xdr reads R's serialisation format, big-endian.
type xdr struct {
	r       *bufio.Reader
	single  bool // one object without a name
	version int
	read    int64      // bytes so far
	made    int64      // bytes of sequences that the file only describes
	objects int        // objects so far
	symbols []*rObject // symbols and environments so far, for references to them
	buffer  []byte
}

// newXDR checks the magic bytes.
func newXDR(r *bufio.Reader) (*xdr, error) {
	d := &xdr{r: r, buffer: make([]byte, 32<<10)}
	start, err := r.Peek(2)
	switch {
	case len(start) == 0 && err == io.EOF:
		return nil, errors.New("the file is empty, expected an .Rdata file")
	case len(start) == 0:
		return nil, damaged(err)
	case string(start) == "X\n":
		d.single = true
		_, err := d.bytes(2)
		return d, err
	case string(start) == "A\n", string(start) == "B\n":
		return nil, fmt.Errorf("the object is in the format %q, expected XDR (\"X\"): save it again with R's defaults", start[:1])
	}
	magic, err := d.bytes(7)
	early := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if err != nil && (!early || bytes.HasPrefix([]byte("RDX3\nX"), magic)) {
		return nil, damaged(err)
	}
	switch text := string(magic); {
	case text == "RDX2\nX\n", text == "RDX3\nX\n":
		d.version = int(text[3] - '0')
		return d, nil
	case len(magic) >= 4 && (text[:3] == "RDA" || text[:3] == "RDB"):
		return nil, fmt.Errorf("the workspace is in the format %q, expected XDR (\"RDX2\" or \"RDX3\"): save it again with R's defaults", text[:4])
	default:
		return nil, fmt.Errorf("the file begins with %q, expected \"RDX2\" or \"RDX3\": this is not an .Rdata file", text)
	}
}

// bytes returns the next n bytes, which are valid until the next call, n at
// most the size of the buffer. At the end of the file it returns what is left.
func (d *xdr) bytes(n int) ([]byte, error) {
	got, err := io.ReadFull(d.r, d.buffer[:n])
	d.read += int64(got)
	return d.buffer[:got], err
}

// integer reads a 32-bit integer.
func (d *xdr) integer() (int, error) {
	b, err := d.bytes(4)
	if err != nil {
		return 0, err
	}
	return int(int32(uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3]))), nil
}

// length reads the length of a vector. It is only a claim.
func (d *xdr) length() (int, error) {
	n, err := d.integer()
	if err != nil {
		return 0, err
	}
	switch {
	case n == -1:
		return 0, errors.New("found a vector of 2³¹ elements or more, expected fewer")
	case n < 0:
		return 0, fmt.Errorf("found a vector of length %d, expected 0 or more", n)
	}
	return n, nil
}

// text reads n bytes of text.
func (d *xdr) text(n int) (string, error) {
	var text []byte
	for n > 0 {
		b, err := d.bytes(min(n, len(d.buffer)))
		if err != nil {
			return "", err
		}
		text = append(text, b...)
		n -= len(b)
	}
	return string(text), nil
}

// workspace reads the whole file: the versions, then a list of tagged objects.
func (d *xdr) workspace() ([]rNamed, error) {
	version, err := d.integer()
	if err != nil {
		return nil, err
	}
	if d.single && (version == 2 || version == 3) {
		d.version = version
	}
	if version != d.version {
		return nil, fmt.Errorf("found format version %d, expected %d as in the first bytes", version, d.version)
	}
	if _, err := d.text(8); err != nil { // versions of R that wrote and can read it
		return nil, err
	}
	if version == 3 {
		n, err := d.length()
		if err != nil {
			return nil, err
		}
		if _, err := d.text(n); err != nil { // the writer's native encoding
			return nil, err
		}
	}
	object, err := d.object(0)
	if err != nil {
		return nil, err
	}
	if d.single {
		object = &rObject{kind: rPairs, named: []rNamed{{"x", object}}}
	}
	if object.kind != rPairs {
		return nil, fmt.Errorf("found %s, expected a list of named objects", object.kind)
	}
	// Only at the end of its stream does gzip compare its checksum.
	switch _, err := d.bytes(1); {
	case err == nil:
		return nil, errors.New("found more bytes after the last object, expected the end")
	case !errors.Is(err, io.EOF):
		return nil, err
	}
	return object.named, nil
}
