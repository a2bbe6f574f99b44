package rdata

import (
	"encoding/binary"
	"math"
	"slices"

	"golang.org/x/text/encoding/charmap"
)

// Kind is the type code of an R object ("R Internals", section 1.8).
type Kind int

// Kinds of objects.
const (
	Null        Kind = 0
	Symbol      Kind = 1
	Pairs       Kind = 2 // a list of tagged objects: a workspace, attributes
	closure     Kind = 3
	environment Kind = 4
	promise     Kind = 5
	call        Kind = 6
	special     Kind = 7
	builtin     Kind = 8
	element     Kind = 9  // an element of Strings
	Logical     Kind = 10 // values 0, 1, NaN
	Integer     Kind = 13
	Real        Kind = 14
	complexes   Kind = 15
	Strings     Kind = 16
	dots        Kind = 17
	List        Kind = 19
	expression  Kind = 20
	pointer     Kind = 22
	weak        Kind = 23
	raw         Kind = 24
	s4          Kind = 25
	altrep      Kind = 238
	baseEnv     Kind = 241
	emptyEnv    Kind = 242
	persistent  Kind = 247
	packaged    Kind = 248
	namespace   Kind = 249
	missingArg  Kind = 251
	unbound     Kind = 252
	globalEnv   Kind = 253
	nilValue    Kind = 254
	reference   Kind = 255
)

// kindNames name the kinds. Some that are no columns come with data frames as attributes: readr
// leaves the specification it read by, data.table a pointer.
var kindNames = map[Kind]string{
	Null: "NULL", Symbol: "a symbol", Pairs: "a pairlist", Logical: "a logical vector", Integer: "an integer vector",
	Real: "a numeric vector", Strings: "a character vector", List: "a list",
	closure: "a function", environment: "an environment", promise: "a promise", call: "a call",
	special: "a built-in function", builtin: "a built-in function", complexes: "a complex vector", dots: "a dots object",
	expression: "an expression", 21: "byte code", pointer: "an external pointer", weak: "a weak reference",
	raw: "a raw vector", s4: "an S4 object", 239: "an attributed pairlist", 240: "an attributed call",
	baseEnv: "an environment", emptyEnv: "an environment", 243: "byte code", 244: "byte code",
	persistent: "a persistent reference", packaged: "a package", namespace: "a namespace", 250: "a namespace",
	missingArg: "a missing argument", unbound: "an unbound value", globalEnv: "an environment",
}

// String names the kind.
func (k Kind) String() string { return kindNames[k] }

// IsRead reports whether what objects of the kind hold is read.
func (k Kind) IsRead() bool {
	return slices.Contains([]Kind{Null, Symbol, Pairs, Logical, Integer, Real, Strings, List}, k)
}

// Named is an object with a name.
type Named struct {
	Name  string
	Value *Object
}

// null is R's NULL, which nothing alters.
var null = &Object{}

// Object is the part of an R object that data sets need.
type Object struct {
	Kind       Kind
	Numbers    []float64 // logical, integer, real; NA is NaN
	Strings    []string
	Absent     []bool // whether a string is NA
	List       []*Object
	Named      []Named // of a pairlist
	Attributes []Named
}

// Attribute returns the attribute of that name, nil if there is none.
func (o *Object) Attribute(name string) *Object {
	for _, a := range o.Attributes {
		if a.Name == name {
			return a.Value
		}
	}
	return nil
}

// Classes returns the class attribute.
func (o *Object) Classes() []string {
	if class := o.Attribute("class"); class != nil {
		return class.Strings
	}
	return nil
}

// Length is the number of elements of a vector.
func (o *Object) Length() int { return len(o.Numbers) + len(o.Strings) + len(o.List) }

// Part returns the elements from one place up to another, with the attributes of them all but the
// dimensions.
func (o *Object) Part(from, to int) Object {
	part := Object{Kind: o.Kind}
	for _, a := range o.Attributes {
		if a.Name != "dim" && a.Name != "dimnames" {
			part.Attributes = append(part.Attributes, a)
		}
	}
	if o.Kind == Strings {
		part.Strings, part.Absent = o.Strings[from:to:to], o.Absent[from:to:to]
	} else {
		part.Numbers = o.Numbers[from:to:to]
	}
	return part
}

// textLatin1 is the flag of text in Latin-1; other text is taken for UTF-8.
const textLatin1 = 1 << 14

// object reads the next object; NULL after a fault.
func (d *Decoder) object(depth int) *Object {
	if depth > maxDepth {
		d.fail("found objects within objects to a depth of %d, expected at most %d", depth, maxDepth)
	}
	if d.objects++; d.objects > maxObjects {
		d.fail("found more than %d objects, expected at most that many", maxObjects)
	}
	flags := d.integer()
	if d.err != nil {
		return null
	}
	o := d.content(flags, depth)
	if d.err != nil {
		return null
	}
	return o
}

// content reads what follows the flags of an object.
func (d *Decoder) content(flags, depth int) (o *Object) {
	switch kind := kindOf(flags); kind {
	case nilValue, Null:
		return null
	case Symbol:
		name, _ := d.string()
		o := &Object{Kind: Symbol, Strings: []string{name}}
		d.symbols = append(d.symbols, o)
		return o
	case reference:
		return d.reference(flags)
	case Pairs:
		return d.pairs(flags, depth)
	case altrep:
		return d.altrep(depth)
	case Logical:
		o = d.integers(Logical)
	case Integer:
		o = d.integers(Integer)
	case Real:
		o = &Object{Kind: Real}
		d.vector(8, func(b []byte) { o.Numbers = append(o.Numbers, math.Float64frombits(binary.BigEndian.Uint64(b))) })
	case Strings:
		o = d.strings()
	case List:
		o = d.list(depth)
	default:
		return d.opaque(kind, flags, depth)
	}
	if flags&hasAttributes != 0 {
		d.attributes(o, depth)
	}
	return o
}

// Flags of an object: it has attributes, or a tag.
const (
	hasAttributes = 1 << 9
	hasTag        = 1 << 10
)

// kindOf returns the kind of an object with these flags.
func kindOf(flags int) Kind { return Kind(flags & 0xff) }

// attributes reads the attributes that follow a vector.
func (d *Decoder) attributes(o *Object, depth int) {
	list := d.object(depth + 1)
	if list.Kind != Pairs && list.Kind != Null {
		d.fail("found %s for attributes, expected a pairlist", list.Kind)
	}
	o.Attributes = list.Named
}

// reference reads a reference to a symbol read before.
func (d *Decoder) reference(flags int) *Object {
	i := flags >> 8 & 0xffffff
	if i == 0 {
		i = d.integer()
	}
	if i < 1 || i > len(d.symbols) {
		d.fail("found a reference to symbol %d, expected one of the %d read so far", i, len(d.symbols))
		return null
	}
	return d.symbols[i-1]
}

// pairs reads a pairlist whose first flags have been read: for each element
// its attributes, tag and value, in a chain that NULL or another object ends.
func (d *Decoder) pairs(flags, depth int) *Object {
	o := &Object{Kind: Pairs}
	for d.err == nil {
		if flags&hasAttributes != 0 {
			d.object(depth + 1)
		}
		var element Named
		if flags&hasTag != 0 {
			tag := d.object(depth + 1)
			if tag.Kind != Symbol {
				d.fail("found %s for a tag, expected a symbol", tag.Kind)
				break
			}
			element.Name = tag.Strings[0]
		}
		element.Value = d.object(depth + 1)
		o.Named = append(o.Named, element)
		next, err := d.r.Peek(4)
		if err != nil {
			d.fail("%w", err)
			break
		}
		if flags = int(int32(binary.BigEndian.Uint32(next))); kindOf(flags) != Pairs {
			d.object(depth + 1) // NULL, or what ends a list in its place
			break
		}
		d.integer()
	}
	return o
}

// missingInteger is R's NA among integers and truth values.
const missingInteger = math.MinInt32

// vector reads a length and calls read with the bytes of each of so many elements of that size.
func (d *Decoder) vector(size int, read func(b []byte)) {
	portion := len(d.buffer) / size
	for n := d.length(); n > 0 && d.err == nil; n -= portion {
		b := d.bytes(min(n, portion) * size)
		for i := 0; i < len(b); i += size {
			read(b[i:])
		}
	}
}

func (d *Decoder) integers(kind Kind) *Object {
	o := &Object{Kind: kind}
	d.vector(4, func(b []byte) {
		v := math.NaN()
		if i := int32(binary.BigEndian.Uint32(b)); i != missingInteger {
			v = float64(i)
		}
		o.Numbers = append(o.Numbers, v)
	})
	return o
}

// string reads one element of a character vector; missing is NA.
func (d *Decoder) string() (text string, missing bool) {
	flags := d.integer()
	if kind := kindOf(flags); kind != element {
		d.fail("found the type code %d, expected text (%d)", int(kind), int(element))
	}
	n := d.integer()
	if n == -1 {
		return "", true
	}
	if n < 0 || n > maxText {
		d.fail("found text of %d bytes, expected 0 to %d", n, maxText)
	}
	text = d.text(n)
	if flags&textLatin1 != 0 {
		text, _ = charmap.ISO8859_1.NewDecoder().String(text) // all bytes are letters
	}
	return text, false
}

func (d *Decoder) strings() *Object {
	o := &Object{Kind: Strings}
	for n := d.length(); n > 0 && d.err == nil; n-- {
		text, missing := d.string()
		o.Strings, o.Absent = append(o.Strings, text), append(o.Absent, missing)
	}
	return o
}

func (d *Decoder) list(depth int) *Object {
	o := &Object{Kind: List}
	for n := d.length(); n > 0 && d.err == nil; n-- {
		o.List = append(o.List, d.object(depth+1))
	}
	return o
}

// opaque reads an object that is no column past its end. What it is made of
// counts as objects like any others.
func (d *Decoder) opaque(kind Kind, flags, depth int) *Object {
	if kind.String() == "" {
		d.fail("found the type code %d, expected one of R's", int(kind))
	}
	o := &Object{Kind: kind}
	parts := func(n int) {
		for range n {
			d.object(depth + 1)
		}
	}
	skip := func([]byte) {}
	switch kind {
	case environment, pointer, weak, persistent, packaged, namespace:
		d.symbols = append(d.symbols, o) // later objects may refer to it
	}
	switch kind {
	case baseEnv, emptyEnv, globalEnv, missingArg, unbound:
		return o
	case environment: // whether it is locked; enclosure, frame, table, attributes
		d.integer()
		parts(4)
		return o
	case closure, promise, call, dots: // attributes, tag, head, rest
		parts(flags&hasAttributes/hasAttributes + flags&hasTag/hasTag + 2)
		return o
	case pointer: // what it protects, tag
		parts(2)
	case special, builtin:
		d.vector(1, skip)
		return o
	case persistent, packaged, namespace:
		d.integer()
		d.strings()
		return o
	case raw:
		d.vector(1, skip)
	case complexes:
		d.vector(16, skip)
	case expression:
		d.list(depth)
	case weak, s4:
	default:
		d.fail("found %s, expected data: save the data frame alone (saveRDS)", kind)
	}
	if flags&hasAttributes != 0 {
		d.attributes(&Object{}, depth)
	}
	return o
}
