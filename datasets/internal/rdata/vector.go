package rdata

import (
	"encoding/binary"
	"math"

	"golang.org/x/text/encoding/charmap"
)

// Kind is the kind of an R object.
type Kind int

// Kinds of objects.
const (
	Null Kind = iota
	Symbol
	Pairs   // a list of tagged objects: a workspace, attributes
	Logical // values 0, 1, NaN
	Integer
	Real
	Strings
	List
	Opaque // anything else; only the name of its type is kept
)

func (k Kind) String() string {
	return [...]string{"NULL", "a symbol", "a pairlist", "a logical vector", "an integer vector",
		"a numeric vector", "a character vector", "a list", "something else"}[k]
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

// What names the type of the object.
func (o *Object) What() string {
	if o.Kind == Opaque {
		return o.Strings[0]
	}
	return o.Kind.String()
}

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

// Type codes of the serialisation format ("R Internals", section 1.8).
const (
	sexpNull      = 0
	sexpSymbol    = 1
	sexpPairs     = 2
	sexpClosure   = 3
	sexpEnv       = 4
	sexpPromise   = 5
	sexpCall      = 6
	sexpSpecial   = 7
	sexpBuiltin   = 8
	sexpText      = 9
	sexpLogical   = 10
	sexpInteger   = 13
	sexpReal      = 14
	sexpComplex   = 15
	sexpStrings   = 16
	sexpDots      = 17
	sexpList      = 19
	sexpExpr      = 20
	sexpPointer   = 22
	sexpWeak      = 23
	sexpRaw       = 24
	sexpS4        = 25
	sexpAltrep    = 238
	sexpBaseEnv   = 241
	sexpEmptyEnv  = 242
	sexpPersist   = 247
	sexpPackage   = 248
	sexpNamespace = 249
	sexpMissing   = 251
	sexpUnbound   = 252
	sexpGlobal    = 253
	sexpNil       = 254
	sexpRef       = 255
)

// textLatin1 is the flag of text in Latin-1; other text is taken for UTF-8.
const textLatin1 = 1 << 14

// sexpNames names the types that are no columns. Some come with data frames as
// attributes: readr leaves the specification it read by, data.table a pointer.
var sexpNames = map[int]string{
	sexpClosure: "a function", sexpEnv: "an environment", sexpPromise: "a promise", sexpCall: "a call",
	sexpSpecial: "a built-in function", sexpBuiltin: "a built-in function", sexpComplex: "a complex vector", sexpDots: "a dots object",
	sexpExpr: "an expression", 21: "byte code", sexpPointer: "an external pointer", sexpWeak: "a weak reference",
	sexpRaw: "a raw vector", sexpS4: "an S4 object", 239: "an attributed pairlist", 240: "an attributed call",
	sexpBaseEnv: "an environment", sexpEmptyEnv: "an environment", 243: "byte code", 244: "byte code",
	sexpPersist: "a persistent reference", sexpPackage: "a package", sexpNamespace: "a namespace", 250: "a namespace",
	sexpMissing: "a missing argument", sexpUnbound: "an unbound value", sexpGlobal: "an environment",
}

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
	switch kind := flags & 0xff; kind {
	case sexpNil, sexpNull:
		return null
	case sexpSymbol:
		name, _ := d.string()
		o := &Object{Kind: Symbol, Strings: []string{name}}
		d.symbols = append(d.symbols, o)
		return o
	case sexpRef:
		return d.reference(flags)
	case sexpPairs:
		return d.pairs(flags, depth)
	case sexpAltrep:
		return d.altrep(depth)
	case sexpLogical:
		o = d.integers(Logical)
	case sexpInteger:
		o = d.integers(Integer)
	case sexpReal:
		o = &Object{Kind: Real}
		d.vector(8, func(b []byte) { o.Numbers = append(o.Numbers, math.Float64frombits(binary.BigEndian.Uint64(b))) })
	case sexpStrings:
		o = d.strings()
	case sexpList:
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
		if flags = int(int32(binary.BigEndian.Uint32(next))); flags&0xff != sexpPairs {
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
	if kind := flags & 0xff; kind != sexpText {
		d.fail("found the type code %d, expected text (%d)", kind, sexpText)
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
