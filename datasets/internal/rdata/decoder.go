// Package rdata reads the data of R's files: workspaces that save wrote and
// objects that saveRDS wrote, in the XDR format of versions 2 and 3, without
// their compression. Files are not trusted: nothing is allocated from a size
// that is only claimed.
package rdata

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Limits on R's files. A vector's storage grows only as its bytes arrive. So a file can make
// the reader allocate a small multiple of what it unpacks to, and some hundred bytes for each
// object, whatever it claims.
const (
	maxMade    = 64 << 20 // bytes of sequences that are only described, and 16 a text made of numbers
	maxObjects = 1 << 20  // objects, elements of lists and attributes included
	maxDepth   = 64       // objects within objects
	maxText    = 16 << 20 // bytes of one text
)

// Decoder reads R's serialisation format, big-endian. After the first fault all that it reads
// is empty, and nothing more of the file is read.
type Decoder struct {
	r       *bufio.Reader
	err     error // the first fault
	single  bool  // one object without a name
	version int
	read    int64     // bytes so far
	made    int64     // bytes of sequences that the file only describes
	objects int       // objects so far
	symbols []*Object // symbols and environments so far, for references to them
	buffer  []byte
}

// NewDecoder checks the magic bytes.
func NewDecoder(r *bufio.Reader) (*Decoder, error) {
	d := &Decoder{r: r, buffer: make([]byte, 32<<10)}
	magic, err := r.Peek(7)
	switch text := string(magic); {
	case strings.HasPrefix(text, "X\n"):
		d.single = true
		d.bytes(2)
	case err != nil:
		return nil, err
	case text == "RDX2\nX\n", text == "RDX3\nX\n":
		d.version = int(text[3] - '0')
		d.bytes(len(text))
	default:
		return nil, fmt.Errorf("the file begins with %q, expected \"RDX2\", \"RDX3\" or \"X\", the format XDR: "+
			"save it again with R's defaults", text)
	}
	return d, d.err
}

// Single reports whether the file is one object without a name.
func (d *Decoder) Single() bool { return d.single }

// Read is the number of bytes so far.
func (d *Decoder) Read() int64 { return d.read }

// fail notes a fault, unless there was one before.
func (d *Decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf(format, args...)
	}
}

// bytes returns the next n bytes, which are valid until the next call, n at most the
// size of the buffer; nil if they are not all there.
func (d *Decoder) bytes(n int) []byte {
	if d.err != nil {
		return nil
	}
	got, err := io.ReadFull(d.r, d.buffer[:n])
	d.read += int64(got)
	if d.err = err; err != nil {
		return nil
	}
	return d.buffer[:n]
}

// integer reads a 32-bit integer.
func (d *Decoder) integer() int {
	b := d.bytes(4)
	if b == nil {
		return 0
	}
	return int(int32(binary.BigEndian.Uint32(b)))
}

// length reads the length of a vector. It is only a claim.
func (d *Decoder) length() int {
	n := d.integer()
	switch {
	case n == -1:
		d.fail("found a vector of 2³¹ elements or more, expected fewer")
	case n < 0:
		d.fail("found a vector of length %d, expected 0 or more", n)
	}
	return max(n, 0)
}

// text reads n bytes of text.
func (d *Decoder) text(n int) string {
	var text []byte
	for n > 0 && d.err == nil {
		b := d.bytes(min(n, len(d.buffer)))
		text = append(text, b...)
		n -= len(b)
	}
	return string(text)
}

// Objects reads the whole file: the versions, then a list of tagged objects.
func (d *Decoder) Objects() ([]Named, error) {
	version := d.integer()
	if d.single && (version == 2 || version == 3) {
		d.version = version
	}
	if version != d.version {
		d.fail("found format version %d, expected %d as in the first bytes", version, d.version)
	}
	d.text(8) // versions of R that wrote and can read it
	if version == 3 {
		d.text(d.length()) // the writer's native encoding
	}
	object := d.object(0)
	if d.single {
		object = &Object{Kind: Pairs, Named: []Named{{"x", object}}}
	}
	if object.Kind != Pairs {
		d.fail("found %s, expected a list of named objects", object.Kind)
	}
	if d.err != nil {
		return nil, d.err
	}
	// Only at the end of its stream does gzip compare its checksum.
	if d.bytes(1) != nil {
		d.fail("found more bytes after the last object, expected the end")
	}
	if !errors.Is(d.err, io.EOF) {
		return nil, d.err
	}
	return object.Named, nil
}
