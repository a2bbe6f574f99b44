package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Limits on metadata. A value takes some hundred bytes of memory.
const (
	maxValues = 1 << 22
	maxDepth  = 32
)

// Types of Thrift's compact protocol.
const (
	thriftTrue   = 1
	thriftFalse  = 2
	thriftByte   = 3
	thriftI64    = 6
	thriftDouble = 7
	thriftBinary = 8
	thriftList   = 9
	thriftSet    = 10
	thriftStruct = 12
)

// value is a value of any type.
type value struct {
	number int64
	text   []byte
	list   []value
	fields structure
}

// structure holds the fields that a Thrift structure sets.
type structure []field

type field struct {
	id int64
	value
}

// get returns the field of that number, which is zero if it is not set.
func (s structure) get(id int64) value {
	v, _ := s.find(id)
	return v
}

func (s structure) find(id int64) (value, bool) {
	for _, f := range s {
		if f.id == id {
			return f.value, true
		}
	}
	return value{}, false
}

// or returns a number, or another one if the field is not set.
func (s structure) or(id, otherwise int64) int64 {
	if v, ok := s.find(id); ok {
		return v.number
	}
	return otherwise
}

var errEnds = errors.New("the file ends early or is damaged, expected more metadata")

// thrift reads Thrift's compact protocol. It allocates from no size that is
// only claimed.
type thrift struct {
	rest []byte
	made int // values so far
}

func (t *thrift) take(n uint64) ([]byte, error) {
	if n > uint64(len(t.rest)) {
		return nil, errEnds
	}
	b := t.rest[:n]
	t.rest = t.rest[n:]
	return b, nil
}

func (t *thrift) unsigned() (uint64, error) {
	u, n := binary.Uvarint(t.rest)
	if n <= 0 {
		return 0, errEnds
	}
	t.rest = t.rest[n:]
	return u, nil
}

func (t *thrift) signed() (int64, error) {
	u, err := t.unsigned()
	return int64(u>>1) ^ -int64(u&1), err
}

// structure reads fields up to the stop.
func (t *thrift) structure(depth int) (structure, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("the metadata are nested more than %d deep", maxDepth)
	}
	var s structure
	var id int64
	for {
		head, err := t.take(1)
		if err != nil {
			return nil, err
		}
		if head[0] == 0 {
			return s, nil
		}
		if step := int64(head[0] >> 4); step > 0 {
			id += step
		} else if id, err = t.signed(); err != nil {
			return nil, err
		}
		f := field{id: id}
		switch kind := head[0] & 15; kind {
		case thriftTrue:
			f.number = 1
		case thriftFalse:
		default:
			if f.value, err = t.value(kind, depth); err != nil {
				return nil, err
			}
		}
		if t.made++; t.made > maxValues {
			return nil, fmt.Errorf("the metadata hold more than %d values", maxValues)
		}
		s = append(s, f)
	}
}

func (t *thrift) value(kind byte, depth int) (v value, err error) {
	switch {
	case kind >= thriftTrue && kind <= thriftByte: // truth values in lists take a byte
		var b []byte
		if b, err = t.take(1); err == nil {
			v.number = int64(int8(b[0]))
		}
	case kind <= thriftI64:
		v.number, err = t.signed()
	case kind == thriftDouble: // in statistics only
		var b []byte
		if b, err = t.take(8); err == nil {
			v.number = int64(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	case kind == thriftBinary:
		var n uint64
		if n, err = t.unsigned(); err == nil {
			v.text, err = t.take(n)
		}
	case kind == thriftList, kind == thriftSet:
		v.list, err = t.list(depth)
	case kind == thriftStruct:
		v.fields, err = t.structure(depth + 1)
	default:
		err = fmt.Errorf("found the type %d in the metadata, expected one of a Parquet file", kind)
	}
	return v, err
}

func (t *thrift) list(depth int) ([]value, error) {
	head, err := t.take(1)
	if err != nil {
		return nil, err
	}
	n := uint64(head[0] >> 4)
	if n == 15 {
		if n, err = t.unsigned(); err != nil {
			return nil, err
		}
	}
	if depth > maxDepth {
		return nil, fmt.Errorf("the metadata are nested more than %d deep", maxDepth)
	}
	if n > uint64(len(t.rest)) { // every element takes a byte
		return nil, errEnds
	}
	var list []value
	for range n {
		v, err := t.value(head[0]&15, depth+1)
		if err != nil {
			return nil, err
		}
		if t.made++; t.made > maxValues {
			return nil, fmt.Errorf("the metadata hold more than %d values", maxValues)
		}
		list = append(list, v)
	}
	return list, nil
}
