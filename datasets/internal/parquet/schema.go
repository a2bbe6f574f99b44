package parquet

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"drfvi/internal/mention"
)

// Field describes a column.
type Field struct {
	Name    string
	Type    Type
	Refused string // what it is if it cannot be read, and what can be done, empty if it can
	Empty   bool   // of the type of columns without values

	leaf     int // its place among the leaves of the schema
	physical format.Type
	optional bool
	width    int   // bytes of a value of fixed length
	decimal  bool  // whole numbers to be divided by a power of ten
	scale    int   // of decimals: digits after the point
	unit     int64 // of dates and times: so many are a day, or a second
	unsigned bool
	half     bool // numbers of 16 bits
	uuid     bool
}

// Type is the type of the values of a column.
type Type int

const (
	Real Type = iota
	Integer
	Logical
	Date // days since 1970-01-01
	Time // of a day: seconds since midnight
	Text
)

// Err returns the error of a column that cannot be read.
func (f *Field) Err() error {
	if f.Refused == "" {
		return nil
	}
	what, remedy, _ := strings.Cut(f.Refused, ": ")
	return mention.Errorf("it is %s, expected numbers, truth values, dates, times or text: %s", what, remedy)
}

// readSchema reads the list of elements, in which every group is followed by its members. It
// returns the column of each leaf.
func (f *File) readSchema(elements []format.SchemaElement) (leaves []string) {
	failIf(len(elements) == 0, "the file has no schema")
	for i := 1; i < len(elements); {
		e := &elements[i]
		field := Field{Name: strings.Clone(e.Name), leaf: len(leaves)}
		failIf(!utf8.ValidString(field.Name),
			"the name of column %d is %q, expected UTF-8 text", len(f.Fields)+1, field.Name)
		for open := int64(1); open > 0; i++ {
			failIf(i == len(elements), "the schema ends within column %q", field.Name)
			if n := elements[i].NumChildren.V; n > 0 {
				open += int64(n)
			} else {
				leaves = append(leaves, field.Name)
			}
			open--
		}
		if field.Refused = nested(e); field.Refused == "" {
			field.describe(e)
		}
		f.Fields = append(f.Fields, field)
	}
	return leaves
}

// leaveOut is the remedy for what no other can be found for.
var leaveOut = "leave it out with " + mention.Exclude.String()

// nested says what a column is that holds others, and what can be done; "" if it is none.
func nested(e *format.SchemaElement) string {
	what := ""
	switch logical := logicalType(e).(type) {
	case *format.VariantType, *format.ListType, *format.MapType:
		what = "a " + logical.String()
	default:
		switch {
		case e.RepetitionType.V == format.Repeated:
			what = "a LIST"
		case e.NumChildren.V > 0:
			what = "a STRUCT"
		default:
			return ""
		}
	}
	return what + ": write what you need of it to columns of its own, or " + leaveOut
}

// Units of times.
const (
	milli = 1e3
	micro = 1e6
	nano  = 1e9
	day   = 86400
)

// typeOf has the types of values without a logical type, by how they are stored.
var typeOf = map[format.Type]Type{
	format.Boolean: Logical, format.Int32: Integer, format.Int64: Integer, format.Int96: Date,
	format.ByteArray: Text, format.FixedLenByteArray: Text, // the others are Real
}

// describe takes the type of the values from an element of the schema: its physical type, and what
// that stands for by its logical type or, in older files, its converted type.
func (f *Field) describe(e *format.SchemaElement) {
	f.physical = e.Type.V
	f.optional = e.RepetitionType.V == format.Optional
	f.width = int(min(max(e.TypeLength.V, 0), 1<<20))
	if !e.Type.Valid || f.physical < format.Boolean || f.physical > format.FixedLenByteArray {
		f.Refused = fmt.Sprintf("of the unknown type %d: %s", f.physical, leaveOut)
		return
	}
	f.Type = typeOf[f.physical]
	whole := f.physical == format.Int32 || f.physical == format.Int64
	bytes := f.physical == format.ByteArray || f.physical == format.FixedLenByteArray
	switch t := logicalType(e).(type) {
	case *format.NullType:
		f.Empty = true
	case *format.DecimalType:
		if f.Type, f.decimal, f.scale = Real, true, int(t.Scale); !whole && !bytes || f.scale < 0 || f.scale > 300 {
			f.Refused = fmt.Sprintf("%s of %s: %s", t, f.physical, leaveOut)
		}
	case *format.DateType:
		f.Type, f.unit = Date, 1
	case *format.TimestampType:
		f.Type, f.unit = Date, day*perSecond(t.Unit)
	case *format.TimeType:
		f.Type, f.unit = Time, perSecond(t.Unit)
	case *format.IntType:
		f.unsigned = !t.IsSigned
	case *format.Float16Type:
		f.Type, f.half = Real, true
	case *format.UUIDType:
		f.uuid = true
	case *interval:
		f.Refused = "an INTERVAL (months, days and milliseconds): store it as a number in one unit, or " + leaveOut
	case *format.BsonType, *format.GeometryType, *format.GeographyType:
		name, _, _ := strings.Cut(t.String(), "(")
		f.Refused = "of type " + name + ": " + leaveOut
	default:
		if f.physical == format.FixedLenByteArray {
			f.Refused = fmt.Sprintf("of %d bytes without a type: store it as numbers or text, or %s", f.width, leaveOut)
		}
	}
	number := f.physical != format.Boolean && f.physical != format.Int96
	fits := map[Type]bool{
		Real: number, Integer: whole, Logical: f.physical == format.Boolean,
		Date: whole || f.physical == format.Int96, Time: whole, Text: bytes,
	}[f.Type]
	isHalf := f.physical == format.FixedLenByteArray && f.Type == Real && !f.decimal
	switch {
	case f.Refused != "":
	case (f.Type == Date && f.physical != format.Int96 || f.Type == Time) && f.unit == 0:
		f.Refused = "of times in an unknown unit: " + leaveOut
	case !fits, f.half && f.width != 2, f.uuid && f.width != 16, f.half != isHalf:
		f.Refused = fmt.Sprintf("%v stored as %s, which does not go together: %s", e.LogicalType.Value, f.physical, leaveOut)
	}
	switch f.physical {
	case format.Int32, format.Float:
		f.width = 4
	case format.Int64, format.Double:
		f.width = 8
	case format.Int96:
		f.width = 12
	}
}

// perSecond is how many of a unit are a second; 0 if it is not known.
func perSecond(u format.TimeUnit) int64 {
	switch u.Value.(type) {
	case *format.MilliSeconds:
		return milli
	case *format.MicroSeconds:
		return micro
	case *format.NanoSeconds:
		return nano
	}
	return 0
}

// interval is a converted type that no logical type has replaced.
type interval struct{ format.StringType }

func (*interval) String() string { return "INTERVAL" }

// logicalType returns the type that an element declares, if only in the old way.
func logicalType(e *format.SchemaElement) format.LogicalTypeValue {
	if e.LogicalType.Value != nil || !e.ConvertedType.Valid {
		return e.LogicalType.Value
	}
	millis, micros := format.TimeUnit{Value: new(format.MilliSeconds)}, format.TimeUnit{Value: new(format.MicroSeconds)}
	return map[deprecated.ConvertedType]format.LogicalTypeValue{
		deprecated.List:            new(format.ListType),
		deprecated.Map:             new(format.MapType),
		deprecated.MapKeyValue:     new(format.MapType),
		deprecated.Decimal:         &format.DecimalType{Scale: e.Scale.V, Precision: e.Precision.V},
		deprecated.Date:            new(format.DateType),
		deprecated.TimeMillis:      &format.TimeType{Unit: millis},
		deprecated.TimeMicros:      &format.TimeType{Unit: micros},
		deprecated.TimestampMillis: &format.TimestampType{Unit: millis},
		deprecated.TimestampMicros: &format.TimestampType{Unit: micros},
		deprecated.Uint8:           new(format.IntType),
		deprecated.Uint16:          new(format.IntType),
		deprecated.Uint32:          new(format.IntType),
		deprecated.Uint64:          new(format.IntType),
		deprecated.Bson:            new(format.BsonType),
		deprecated.Interval:        new(interval),
	}[e.ConvertedType.V]
}
