package datasets

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"math"
)

// rWriter writes R's serialisation format, enough of it for small test files.
type rWriter struct {
	bytes.Buffer
	symbols map[string]int
}

// workspace begins a workspace of format version 2 or 3.
func workspace(version int) *rWriter {
	w := &rWriter{symbols: map[string]int{}}
	w.WriteString("RDX" + string(rune('0'+version)) + "\nX\n")
	w.ints(version, 0x040301, 0x020300)
	if version == 3 {
		w.ints(5)
		w.WriteString("UTF-8")
	}
	return w
}

func (w *rWriter) ints(values ...int) *rWriter {
	for _, v := range values {
		binary.Write(w, binary.BigEndian, int32(v))
	}
	return w
}

// symbol writes a name, the second time as a reference.
func (w *rWriter) symbol(name string) *rWriter {
	if i, ok := w.symbols[name]; ok {
		return w.ints(i<<8 | sexpRef)
	}
	w.symbols[name] = len(w.symbols) + 1
	w.ints(sexpSymbol)
	return w.text(name)
}

func (w *rWriter) text(s string) *rWriter {
	w.ints(1<<18|sexpText, len(s))
	w.WriteString(s)
	return w
}

// tagged begins the next element of a pairlist.
func (w *rWriter) tagged(name string) *rWriter { return w.ints(1<<10 | sexpPairs).symbol(name) }

// null ends a pairlist.
func (w *rWriter) null() *rWriter { return w.ints(sexpNil) }

// with is the flag of an object that attributes follow.
const with = 1 << 9

func (w *rWriter) reals(flags int, values ...float64) *rWriter {
	w.ints(flags|sexpReal, len(values))
	for _, v := range values {
		binary.Write(w, binary.BigEndian, v)
	}
	return w
}

func (w *rWriter) integers(flags int, values ...int) *rWriter {
	return w.ints(flags|sexpInteger, len(values)).ints(values...)
}

func (w *rWriter) texts(flags int, values ...string) *rWriter {
	w.ints(flags|sexpStrings, len(values))
	for _, s := range values {
		if s == "NA" {
			w.ints(sexpText, -1)
		} else {
			w.text(s)
		}
	}
	return w
}

// dim writes attributes of a matrix: its shape and column names.
func (w *rWriter) dim(n, p int, names ...string) *rWriter {
	w.tagged("dim").integers(0, n, p)
	if names != nil {
		w.tagged("dimnames").ints(sexpList, 2).null().texts(0, names...)
	}
	return w.null()
}

// altrep begins a vector in an alternative representation.
func (w *rWriter) altrep(class string) *rWriter {
	return w.ints(sexpAltrep, sexpPairs).symbol(class).ints(sexpPairs).symbol("base").ints(sexpPairs).integers(0, sexpInteger).null()
}

// zipped returns what has been written, packed.
func (w *rWriter) zipped() []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(w.Bytes())
	z.Close()
	return b.Bytes()
}

// missingReal is R's NA among numbers: a NaN with 1954 in its low word.
var missingReal = math.Float64frombits(0x7ff00000000007a2)

// matrices is a workspace with X, 3×2, and Y, 3×1.
func matrices(version int) *rWriter {
	w := workspace(version)
	w.tagged("X").reals(with, 1, 2, 3, 4, 5.5, -6).dim(3, 2, "a", "b")
	w.tagged("Y").integers(with, 7, 8, 9).dim(3, 1, "y")
	return w.null()
}

// Type codes of R's serialisation format.
const (
	sexpSymbol  = 1
	sexpPairs   = 2
	sexpText    = 9
	sexpLogical = 10
	sexpInteger = 13
	sexpReal    = 14
	sexpStrings = 16
	sexpList    = 19
	sexpAltrep  = 238
	sexpNil     = 254
	sexpRef     = 255
)

// missingInteger is R's NA among integers.
const missingInteger = math.MinInt32

// Limits of the decoder.
const (
	maxDepth = 64
)
