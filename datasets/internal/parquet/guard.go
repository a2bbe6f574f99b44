package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

var (
	errMetadata = errors.New("the file ends early or is damaged, expected more metadata")
	errShort    = errors.New("a page ends early: the file is damaged")
)

// guard walks through a structure of Thrift's compact protocol without decoding it.
//
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
type guard struct {
	rest  []byte
	items int // of lists
}

// structure walks through a structure that is within so many others.
func (g *guard) structure(depth int) error {
	const deepest = 32
	if depth > deepest {
		return fmt.Errorf("the metadata are nested more than %d deep", deepest)
	}
	for {
		head := g.skip(1)
		switch kind := thrift.Type(head & 15); {
		case g.rest == nil:
			return errMetadata
		case head == 0:
			return nil
		case head>>4 == 0:
			g.number() // of the field
			fallthrough
		default:
			if kind == thrift.TRUE || kind == thrift.FALSE {
				continue // as a field they are the type alone
			}
			if err := g.value(kind, depth); err != nil {
				return err
			}
		}
	}
}

// value walks through a value of a structure, or of a list of one.
func (g *guard) value(kind thrift.Type, depth int) error {
	switch kind {
	case thrift.TRUE, thrift.FALSE, thrift.I8:
		g.skip(1)
	case thrift.I16, thrift.I32, thrift.I64:
		g.number()
	case thrift.DOUBLE:
		g.skip(8)
	case thrift.BINARY:
		g.skip(g.number())
	case thrift.STRUCT:
		return g.structure(depth + 1)
	case thrift.LIST, thrift.SET:
		head := g.skip(1)
		size := uint64(head >> 4)
		if size == 15 {
			size = g.number()
		}
		return g.list(size, depth, thrift.Type(head&15))
	case thrift.MAP:
		if size := g.number(); size > 0 {
			head := g.skip(1)
			return g.list(size, depth, thrift.Type(head>>4), thrift.Type(head&15))
		}
	default:
		return fmt.Errorf("found the type %d in the metadata, expected one of a Parquet file", kind)
	}
	if g.rest == nil {
		return errMetadata
	}
	return nil
}

// list walks through the items of a list, or the pairs of a map, each of which takes a byte or more.
func (g *guard) list(size uint64, depth int, kinds ...thrift.Type) error {
	if size > uint64(len(g.rest)) {
		return errMetadata
	}
	g.items += int(size) * len(kinds)
	for range size {
		for _, kind := range kinds {
			if err := g.value(kind, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// number reads a number of variable length; nothing is left if it is cut off.
func (g *guard) number() uint64 {
	v, n := binary.Uvarint(g.rest)
	if n <= 0 {
		g.rest = nil
		return 0
	}
	g.rest = g.rest[n:]
	return v
}

// skip passes n bytes and returns the first; nothing is left if there are fewer.
func (g *guard) skip(n uint64) (first byte) {
	if n > uint64(len(g.rest)) {
		g.rest = nil
	} else if n > 0 {
		first, g.rest = g.rest[0], g.rest[n:]
	}
	return first
}

// runs returns the beginning of data that holds n numbers of a width in bits: runs of one number,
// and packed groups of eight. The last group of some writers is cut short: zeros are appended.
func runs(data []byte, width, n int) ([]byte, error) {
	if width < 0 || width > 32 {
		return nil, fmt.Errorf("found numbers of %d bits, expected at most 32: the file is damaged", width)
	}
	at, left := 0, uint64(n)
	for left > 0 {
		head, k := binary.Uvarint(data[at:])
		if k <= 0 {
			return nil, errShort
		}
		at += k
		count, size, most := head>>1, uint64(width+7)/8, left
		if head&1 == 1 {
			const spare = 64 // groups that some writers fill with zeros
			most = left/8 + spare
			size = count * uint64(width)
		}
		if count > most {
			return nil, fmt.Errorf("found a run of %d numbers where %d are left: the file is damaged", count, left)
		}
		if head&1 == 1 {
			count *= 8
		}
		if end := uint64(at) + size; end <= uint64(len(data)) {
			at = int(end)
		} else if here := uint64(len(data)-at) * 8; head&1 == 1 && count >= left && here >= left*uint64(width) {
			data = append(data[:len(data):len(data)], make([]byte, end-uint64(len(data)))...)
			at = int(end)
		} else {
			return nil, errShort
		}
		left -= min(left, count)
	}
	return data[:at:at], nil
}

// differences returns the length of n numbers of at most the given width in bits, stored as
// differences in packed blocks.
func differences(data []byte, width, n int) (int, error) {
	g := guard{rest: data}
	block, minis, count := g.number(), g.number(), g.number()
	g.number() // the first value
	if minis == 0 || block == 0 || block > 1<<16 || block%128 != 0 || block%minis != 0 || block/minis%32 != 0 || count != uint64(n) || g.rest == nil {
		return 0, fmt.Errorf("found %d differences in blocks of %d by %d, expected %d: the file is damaged", count, block, minis, n)
	}
	size := int(block / minis)
	for left := n - 1; left > 0; {
		g.number() // the least difference
		widths := g.rest[:min(minis, uint64(len(g.rest)))]
		g.skip(minis)
		for _, w := range widths {
			if int(w) > width || g.rest == nil {
				return 0, errShort
			}
			if g.skip(uint64(int(w) * size / 8)); left <= size {
				left = 0
				break
			}
			left -= size
		}
		if g.rest == nil {
			return 0, errShort
		}
	}
	return len(data) - len(g.rest), nil
}
