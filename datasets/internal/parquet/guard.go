package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
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

// Types of values.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftInt64  = 6 // and shorter ones from 4 on
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftMap    = 11
	thriftStruct = 12
)

// structure walks through a structure within so many others.
func (g *guard) structure(depth int) error {
	const deepest = 32
	if depth > deepest {
		return fmt.Errorf("the metadata are nested more than %d deep", deepest)
	}
	for {
		head, err := g.skip(1)
		if err != nil {
			return err
		}
		if head == 0 {
			return nil
		}
		if head>>4 == 0 { // the number of the field follows
			if _, err := g.number(); err != nil {
				return err
			}
		}
		if kind := head & 15; kind != thriftTrue && kind != thriftFalse {
			if err := g.value(kind, depth); err != nil {
				return err
			}
		}
	}
}

// value walks through a value of a structure, or of a list of one.
func (g *guard) value(kind byte, depth int) error {
	size := uint64(0)
	switch {
	case kind == thriftTrue, kind == thriftFalse, kind == thriftByte:
		size = 1
	case kind < thriftDouble && kind > thriftByte:
		_, err := g.number()
		return err
	case kind == thriftDouble:
		size = 8
	case kind == thriftBinary:
		var err error
		if size, err = g.number(); err != nil {
			return err
		}
	case kind == thriftList, kind == thriftSet, kind == thriftMap:
		return g.list(kind, depth)
	case kind == thriftStruct:
		return g.structure(depth + 1)
	default:
		return fmt.Errorf("found the type %d in the metadata, expected one of a Parquet file", kind)
	}
	_, err := g.skip(size)
	return err
}

// list walks through a list, a set or a map.
func (g *guard) list(kind byte, depth int) error {
	var size uint64
	var of []byte
	var err error
	if kind == thriftMap {
		if size, err = g.number(); err != nil || size == 0 {
			return err
		}
	}
	head, err := g.skip(1)
	if err != nil {
		return err
	}
	if of = []byte{head & 15}; kind == thriftMap {
		of = []byte{head >> 4, head & 15}
	} else if size = uint64(head >> 4); size == 15 {
		if size, err = g.number(); err != nil {
			return err
		}
	}
	if size > uint64(len(g.rest)) { // each takes at least a byte
		return errMetadata
	}
	g.items += int(size) * len(of)
	for range size {
		for _, kind := range of {
			if err := g.value(kind, depth+1); err != nil {
				return err
			}
		}
	}
	return nil
}

// number reads a number of variable length.
func (g *guard) number() (uint64, error) {
	v, n := binary.Uvarint(g.rest)
	if n <= 0 {
		return 0, errMetadata
	}
	g.rest = g.rest[n:]
	return v, nil
}

// skip passes bytes and returns the first.
func (g *guard) skip(n uint64) (byte, error) {
	if n > uint64(len(g.rest)) {
		return 0, errMetadata
	}
	if n == 0 {
		return 0, nil
	}
	first := g.rest[0]
	g.rest = g.rest[n:]
	return first, nil
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
	rest := data
	number := func() uint64 {
		v, k := binary.Uvarint(rest)
		if k <= 0 {
			rest = nil
			return 0
		}
		rest = rest[k:]
		return v
	}
	block, minis, count := number(), number(), number()
	number() // the first value
	if minis == 0 || block == 0 || block > 1<<16 || block%128 != 0 || block%minis != 0 || block/minis%32 != 0 || count != uint64(n) || rest == nil {
		return 0, fmt.Errorf("found %d differences in blocks of %d by %d, expected %d: the file is damaged", count, block, minis, n)
	}
	size := int(block / minis)
	for left := n - 1; left > 0; {
		number() // the least difference
		if uint64(len(rest)) < minis {
			return 0, errShort
		}
		widths := rest[:minis]
		rest = rest[minis:]
		for _, w := range widths {
			if left <= 0 {
				break
			}
			if int(w) > width || len(rest) < int(w)*size/8 {
				return 0, errShort
			}
			rest = rest[int(w)*size/8:]
			left -= size
		}
	}
	return len(data) - len(rest), nil
}
