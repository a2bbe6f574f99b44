package rdata

import (
	"encoding/binary"
	"fmt"
	"math"
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
	last       *Object // of a pairlist that does not end with NULL
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

// object reads the next object.
func (d *Decoder) object(depth int) (*Object, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("found objects within objects to a depth of %d, expected at most %d", depth, maxDepth)
	}
	if d.objects++; d.objects > maxObjects {
		return nil, fmt.Errorf("found more than %d objects, expected at most that many", maxObjects)
	}
	flags, err := d.integer()
	if err != nil {
		return nil, err
	}
	hasAttributes, kind := flags&(1<<9) != 0, flags&0xff
	var o *Object
	switch kind {
	case sexpNil, sexpNull:
		return null, nil
	case sexpSymbol:
		name, _, err := d.string()
		o := &Object{Kind: Symbol, Strings: []string{name}}
		d.symbols = append(d.symbols, o)
		return o, err
	case sexpRef:
		return d.reference(flags)
	case sexpPairs:
		return d.pairs(flags, depth)
	case sexpAltrep:
		return d.altrep(depth)
	case sexpLogical:
		o, err = d.integers(Logical)
	case sexpInteger:
		o, err = d.integers(Integer)
	case sexpReal:
		o, err = d.reals()
	case sexpStrings:
		o, err = d.strings()
	case sexpList:
		o, err = d.list(depth)
	default:
		return d.opaque(kind, flags, depth)
	}
	if err == nil && hasAttributes {
		err = d.attributes(o, depth)
	}
	return o, err
}

// attributes reads the attributes that follow a vector.
func (d *Decoder) attributes(o *Object, depth int) error {
	list, err := d.object(depth + 1)
	if err != nil {
		return err
	}
	if list.Kind != Pairs && list.Kind != Null {
		return fmt.Errorf("found %s for attributes, expected a pairlist", list.Kind)
	}
	o.Attributes = list.Named
	return nil
}

// reference reads a reference to a symbol read before.
func (d *Decoder) reference(flags int) (*Object, error) {
	i := flags >> 8 & 0xffffff
	if i == 0 {
		var err error
		if i, err = d.integer(); err != nil {
			return nil, err
		}
	}
	if i < 1 || i > len(d.symbols) {
		return nil, fmt.Errorf("found a reference to symbol %d, expected one of the %d read so far", i, len(d.symbols))
	}
	return d.symbols[i-1], nil
}

// pairs reads a pairlist whose first flags have been read: for each element
// its attributes, tag and value, in a chain that NULL or another object ends.
func (d *Decoder) pairs(flags, depth int) (*Object, error) {
	o := &Object{Kind: Pairs}
	for {
		if flags&(1<<9) != 0 {
			if _, err := d.object(depth + 1); err != nil {
				return nil, err
			}
		}
		var element Named
		if flags&(1<<10) != 0 {
			tag, err := d.object(depth + 1)
			if err != nil {
				return nil, err
			}
			if tag.Kind != Symbol {
				return nil, fmt.Errorf("found %s for a tag, expected a symbol", tag.Kind)
			}
			element.Name = tag.Strings[0]
		}
		var err error
		if element.Value, err = d.object(depth + 1); err != nil {
			return nil, err
		}
		o.Named = append(o.Named, element)
		next, err := d.r.Peek(4)
		if err != nil {
			return nil, err
		}
		if flags = int(int32(binary.BigEndian.Uint32(next))); flags&0xff != sexpPairs {
			end, err := d.object(depth + 1)
			if err == nil && end.Kind != Null {
				o.last = end
			}
			return o, err
		}
		if _, err := d.integer(); err != nil {
			return nil, err
		}
	}
}

// missingInteger is R's NA among integers and truth values.
const missingInteger = math.MinInt32

// vector calls read with the bytes of n elements of that size, in portions.
func (d *Decoder) vector(n, size int, read func(b []byte)) error {
	portion := len(d.buffer) / size
	for n > 0 {
		k := min(n, portion)
		b, err := d.bytes(k * size)
		if err != nil {
			return err
		}
		for i := range k {
			read(b[i*size:])
		}
		n -= k
	}
	return nil
}

func (d *Decoder) integers(kind Kind) (*Object, error) {
	o := &Object{Kind: kind}
	n, err := d.length()
	if err != nil {
		return nil, err
	}
	return o, d.vector(n, 4, func(b []byte) {
		v := math.NaN()
		if i := int32(binary.BigEndian.Uint32(b)); i != missingInteger {
			v = float64(i)
		}
		o.Numbers = append(o.Numbers, v)
	})
}

func (d *Decoder) reals() (*Object, error) {
	o := &Object{Kind: Real}
	n, err := d.length()
	if err != nil {
		return nil, err
	}
	return o, d.vector(n, 8, func(b []byte) {
		o.Numbers = append(o.Numbers, math.Float64frombits(binary.BigEndian.Uint64(b)))
	})
}

// string reads one element of a character vector; missing is NA.
func (d *Decoder) string() (text string, missing bool, err error) {
	flags, err := d.integer()
	if err != nil {
		return "", false, err
	}
	if flags&0xff != sexpText {
		return "", false, fmt.Errorf("found the type code %d, expected text (%d)", flags&0xff, sexpText)
	}
	n, err := d.integer()
	if err != nil || n == -1 {
		return "", n == -1, err
	}
	if n < 0 || n > maxText {
		return "", false, fmt.Errorf("found text of %d bytes, expected 0 to %d", n, maxText)
	}
	text, err = d.text(n)
	if flags&textLatin1 != 0 {
		letters := make([]rune, len(text))
		for i := range len(text) {
			letters[i] = rune(text[i])
		}
		text = string(letters)
	}
	return text, false, err
}

func (d *Decoder) strings() (*Object, error) {
	o := &Object{Kind: Strings}
	n, err := d.length()
	if err != nil {
		return nil, err
	}
	for range n {
		text, missing, err := d.string()
		if err != nil {
			return nil, err
		}
		o.Strings, o.Absent = append(o.Strings, text), append(o.Absent, missing)
	}
	return o, nil
}

func (d *Decoder) list(depth int) (*Object, error) {
	o := &Object{Kind: List}
	n, err := d.length()
	if err != nil {
		return nil, err
	}
	for range n {
		element, err := d.object(depth + 1)
		if err != nil {
			return nil, err
		}
		o.List = append(o.List, element)
	}
	return o, nil
}
