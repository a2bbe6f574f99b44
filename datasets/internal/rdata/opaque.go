package rdata

// opaque reads an object that is no column past its end. What it is made of
// counts as objects like any others.
func (d *Decoder) opaque(kind, flags, depth int) *Object {
	name, ok := sexpNames[kind]
	if !ok {
		d.fail("found the type code %d, expected one of R's", kind)
	}
	o := &Object{Kind: Opaque, Strings: []string{name}}
	parts := func(n int) {
		for range n {
			d.object(depth + 1)
		}
	}
	skip := func([]byte) {}
	switch kind {
	case sexpEnv, sexpPointer, sexpWeak, sexpPersist, sexpPackage, sexpNamespace:
		d.symbols = append(d.symbols, o) // later objects may refer to it
	}
	switch kind {
	case sexpBaseEnv, sexpEmptyEnv, sexpGlobal, sexpMissing, sexpUnbound:
		return o
	case sexpEnv: // whether it is locked; enclosure, frame, table, attributes
		d.integer()
		parts(4)
		return o
	case sexpClosure, sexpPromise, sexpCall, sexpDots: // attributes, tag, head, rest
		parts(flags&hasAttributes/hasAttributes + flags&hasTag/hasTag + 2)
		return o
	case sexpPointer: // what it protects, tag
		parts(2)
	case sexpSpecial, sexpBuiltin:
		d.vector(1, skip)
		return o
	case sexpPersist, sexpPackage, sexpNamespace:
		d.integer()
		d.strings()
		return o
	case sexpRaw:
		d.vector(1, skip)
	case sexpComplex:
		d.vector(16, skip)
	case sexpExpr:
		d.list(depth)
	case sexpWeak, sexpS4:
	default:
		d.fail("found %s, expected data: save the data frame alone (saveRDS)", name)
	}
	if flags&hasAttributes != 0 {
		d.attributes(&Object{}, depth)
	}
	return o
}
