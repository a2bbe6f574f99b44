package parquet

import (
	"encoding/binary"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

// endsEarly is the fault of a page that ends before its values do.
const endsEarly = "a page ends early: the file is damaged"

// walker passes over encoded data without decoding them. Beyond their end nothing is unread, and it
// is nil.
type walker struct {
	unread []byte
	items  int // of lists of metadata
}

// structure passes a structure of Thrift's compact protocol that is within so many others.
//
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
func (w *walker) structure(depth int) {
	const deepest = 32
	if depth > deepest {
		fail("the metadata are nested more than %d deep", deepest)
	}
	for {
		head := w.skip(1)
		w.check()
		if head == 0 {
			return
		}
		if head>>4 == 0 {
			w.number() // of the field
		}
		// As a field, truth values are the type alone.
		if kind := thrift.Type(head & 15); kind != thrift.TRUE && kind != thrift.FALSE {
			w.value(kind, depth)
		}
	}
}

// check fails beyond the end of the metadata.
func (w *walker) check() {
	failIf(w.unread == nil, "the file ends early or is damaged, expected more metadata")
}

// value passes a value of a structure, or of a list of one.
func (w *walker) value(kind thrift.Type, depth int) {
	switch kind {
	case thrift.TRUE, thrift.FALSE, thrift.I8:
		w.skip(1)
	case thrift.I16, thrift.I32, thrift.I64:
		w.number()
	case thrift.DOUBLE:
		w.skip(8)
	case thrift.BINARY:
		w.skip(w.number())
	case thrift.STRUCT:
		w.structure(depth + 1)
	case thrift.LIST, thrift.SET:
		head := w.skip(1)
		size := uint64(head >> 4)
		if size == 15 {
			size = w.number()
		}
		w.list(size, depth, thrift.Type(head&15))
	case thrift.MAP:
		if size := w.number(); size > 0 {
			head := w.skip(1)
			w.list(size, depth, thrift.Type(head>>4), thrift.Type(head&15))
		}
	default:
		fail("found the type %d in the metadata, expected one of a Parquet file", kind)
	}
	w.check()
}

// list passes the items of a list, or the pairs of a map, each of which takes a byte or more.
func (w *walker) list(size uint64, depth int, kinds ...thrift.Type) {
	if size > uint64(len(w.unread)) {
		w.unread = nil
	}
	w.check()
	w.items += int(size) * len(kinds)
	for range size {
		for _, kind := range kinds {
			w.value(kind, depth+1)
		}
	}
}

// number reads a number of variable length.
func (w *walker) number() uint64 {
	v, n := binary.Uvarint(w.unread)
	if n <= 0 {
		w.unread = nil
		return 0
	}
	w.unread = w.unread[n:]
	return v
}

// skip passes n bytes and returns the first.
func (w *walker) skip(n uint64) (first byte) {
	if n > uint64(len(w.unread)) {
		w.unread = nil
	} else if n > 0 {
		first, w.unread = w.unread[0], w.unread[n:]
	}
	return first
}

// checkRuns returns the beginning of data that holds n numbers of a width in bits, as runs of one
// number and packed groups of eight. Zeros are appended where the last group is cut short, as some
// writers do.
func checkRuns(data []byte, width, n int) []byte {
	failIf(width < 0 || width > 32,
		"found numbers of %d bits, expected at most 32: the file is damaged", width)
	const spareGroups = 64 // that some writers fill with zeros
	end := 0
	for missing := uint64(n); missing > 0; {
		head, k := binary.Uvarint(data[end:])
		failIf(k <= 0, endsEarly)
		end += k
		packed := head&1 == 1
		count, size, limit := head>>1, uint64(width+7)/8, missing
		if packed {
			size, limit = count*uint64(width), missing/8+spareGroups
		}
		if count > limit {
			fail("found a run of %d numbers where %d are left: the file is damaged", count, missing)
		}
		if packed {
			count *= 8
		}
		available := uint64(len(data) - end)
		switch {
		case size <= available:
		case packed && count >= missing && available*8 >= missing*uint64(width):
			data = append(data[:len(data):len(data)], make([]byte, size-available)...)
		default:
			fail(endsEarly)
		}
		end += int(size)
		missing -= min(missing, count)
	}
	return data[:end:end]
}

// checkDifferences returns the length of n numbers of at most the given width in bits, stored as
// differences in packed blocks.
func checkDifferences(data []byte, width, n int) int {
	w := walker{unread: data}
	block, minis, count := w.number(), w.number(), w.number()
	w.number() // the first value
	if minis == 0 || block == 0 || block > 1<<16 || block%128 != 0 || block%minis != 0 || block/minis%32 != 0 ||
		count != uint64(n) || w.unread == nil {
		fail("found %d differences in blocks of %d by %d, expected %d: the file is damaged",
			count, block, minis, n)
	}
	size := int(block / minis)
	for missing := n - 1; missing > 0; {
		w.number() // the least difference
		widths := w.unread[:min(minis, uint64(len(w.unread)))]
		w.skip(minis)
		for k := 0; k < len(widths) && missing > 0 && w.unread != nil; k++ {
			failIf(int(widths[k]) > width, endsEarly)
			w.skip(uint64(int(widths[k]) * size / 8))
			missing -= size
		}
		failIf(w.unread == nil, endsEarly)
	}
	return len(data) - len(w.unread)
}
