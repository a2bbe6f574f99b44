package rdata

import (
	"errors"
	"fmt"
)

// opaque reads an object that is no column past its end. What it is made of
// counts as objects like any others.
func (d *Decoder) opaque(kind, flags, depth int) (*Object, error) {
	name, ok := sexpNames[kind]
	if !ok {
		return nil, fmt.Errorf("found the type code %d, expected one of R's", kind)
	}
	o := &Object{Kind: Opaque, Strings: []string{name}}
	hasAttributes, hasTag := flags&(1<<9) != 0, flags&(1<<10) != 0
	parts := func(n int) error {
		for range n {
			if _, err := d.object(depth + 1); err != nil {
				return err
			}
		}
		return nil
	}
	skipped := func(size int) error {
		n, err := d.length()
		if err != nil {
			return err
		}
		return d.vector(n, size, func([]byte) {})
	}
	count := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	var err error
	switch kind {
	case sexpBaseEnv, sexpEmptyEnv, sexpGlobal, sexpMissing, sexpUnbound:
		return o, nil
	case sexpEnv: // whether it is locked; enclosure, frame, table, attributes
		d.symbols = append(d.symbols, o)
		if _, err = d.integer(); err == nil {
			err = parts(4)
		}
		return o, err
	case sexpClosure, sexpPromise, sexpCall, sexpDots: // attributes, tag, head, rest
		return o, parts(count(hasAttributes) + count(hasTag) + 2)
	case sexpPointer: // what it protects, tag
		d.symbols = append(d.symbols, o)
		err = parts(2)
	case sexpWeak:
		d.symbols = append(d.symbols, o)
	case sexpSpecial, sexpBuiltin:
		return o, skipped(1)
	case sexpPersist, sexpPackage, sexpNamespace:
		d.symbols = append(d.symbols, o)
		if _, err = d.integer(); err == nil {
			_, err = d.strings()
		}
		return o, err
	case sexpRaw:
		err = skipped(1)
	case sexpComplex:
		err = skipped(16)
	case sexpExpr:
		_, err = d.list(depth)
	case sexpS4:
	default:
		return nil, fmt.Errorf("found %s, expected data: save the data frame alone (saveRDS)", name)
	}
	if err == nil && hasAttributes {
		var rest *Object
		if rest, err = d.object(depth + 1); err == nil && rest.Kind != Pairs && rest.Kind != Null {
			err = errors.New("found attributes that are no pairlist, expected one")
		}
	}
	return o, err
}
