package datasets

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// Limits on .Rdata files. A vector's storage grows only as its bytes arrive,
// so what a file can make the reader allocate is a small multiple of
// maxInflated, whatever lengths it claims.
const (
	maxInflated = 64 << 20 // bytes once gzip is undone
	maxObjects  = 1 << 20  // objects, elements of lists and attributes included
	maxDepth    = 64       // objects within objects
)

// ParseRdata reads the named objects of an R workspace (.Rdata, as written by
// R's save) and joins their columns, in the order of the names, to one table;
// name stands for the source in messages.
//
// Understood are workspaces in the XDR format of versions 2 and 3, compressed
// with gzip or not, and in them numeric, integer, logical and character
// vectors, factors, matrices and data frames of these. NA and NaN are missing
// values; a row that lacks a value in any of the objects is incomplete. A
// column of a matrix without column names is called "object.1", "object.2", ….
// Anything else is an error that says what was found.
func ParseRdata(r io.Reader, name string, missing MissingPolicy, objects ...string) (*Table, error) {
	if err := missing.validate(); err != nil {
		return nil, err
	}
	if len(objects) == 0 {
		return nil, fmt.Errorf("%s: no objects asked for, expected the names of those to read", name)
	}
	d, err := newXDR(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	workspace, err := d.workspace()
	if err != nil {
		return nil, fmt.Errorf("%s: byte %d (unpacked): %w", name, d.read, damaged(err))
	}
	return tableOfObjects(workspace, name, missing, objects)
}

// damaged says in plain words that a file ends early or was altered.
func damaged(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends early, expected more of the object begun")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt):
		return fmt.Errorf("the packed data are damaged (%w), expected what gzip wrote", err)
	}
	return err
}

// xdr reads R's serialisation format, big-endian.
type xdr struct {
	r       *bufio.Reader
	version int
	read    int64    // bytes so far
	made    int64    // bytes of sequences that the file only describes
	objects int      // objects so far
	symbols []string // symbols so far, for references to them
	buffer  []byte
}

var errInflated = fmt.Errorf("the file unpacks to more than %d MiB, expected less", maxInflated>>20)

// newXDR undoes gzip and checks the magic bytes.
func newXDR(r io.Reader) (*xdr, error) {
	packed := bufio.NewReader(r)
	start, err := packed.Peek(6)
	if len(start) == 0 {
		if err == io.EOF {
			return nil, errors.New("the file is empty, expected an .Rdata file")
		}
		return nil, err
	}
	d := &xdr{r: packed, buffer: make([]byte, 32<<10)}
	switch {
	case bytes.HasPrefix(start, []byte("\x1f\x8b")):
		unzipped, err := gzip.NewReader(packed)
		if err != nil {
			return nil, damaged(err)
		}
		d.r = bufio.NewReader(unzipped)
	case bytes.HasPrefix(start, []byte("BZh")):
		return nil, errors.New("the file is compressed with bzip2, expected gzip: save it again with R's default compression")
	case bytes.HasPrefix(start, []byte("\xfd7zXZ")):
		return nil, errors.New("the file is compressed with xz, expected gzip: save it again with R's default compression")
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
	case len(magic) >= 2 && (text[:2] == "X\n" || text[:2] == "A\n" || text[:2] == "B\n"):
		return nil, errors.New("this is a single object (.rds), expected a workspace written by R's save")
	case len(magic) >= 4 && (text[:3] == "RDA" || text[:3] == "RDB"):
		return nil, fmt.Errorf("the workspace is in the format %q, expected XDR (\"RDX2\" or \"RDX3\"): save it again with R's defaults", text[:4])
	default:
		return nil, fmt.Errorf("the file begins with %q, expected \"RDX2\" or \"RDX3\": this is not an .Rdata file", text)
	}
}

// bytes returns the next n bytes, which are valid until the next call, n at
// most the size of the buffer. At the end of the file it returns what is left.
func (d *xdr) bytes(n int) ([]byte, error) {
	if d.read+d.made+int64(n) > maxInflated {
		return nil, errInflated
	}
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
		return 0, fmt.Errorf("found a vector of 2³¹ elements or more, expected at most %d bytes in all", maxInflated)
	case n < 0:
		return 0, fmt.Errorf("found a vector of length %d, expected 0 or more", n)
	case n > maxInflated:
		return 0, fmt.Errorf("found a vector of %d elements, expected at most %d bytes in all", n, maxInflated)
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
