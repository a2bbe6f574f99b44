package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/delta"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"drfvi/internal/mention"
)

// short is the fault of a page that ends early.
const short = "a page ends early: the file is damaged"

// files are those of the tests of tables.
func files(tb testing.TB) map[string][]byte {
	names, err := filepath.Glob("../../testdata/tables/*.parquet")
	if err != nil || len(names) == 0 {
		tb.Fatalf("no files: %v", err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		if all[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			tb.Fatal(err)
		}
	}
	return all
}

// A file whose runs, dictionaries or pages claim more than its size allows is
// refused before room is made for it.
func TestBudget(t *testing.T) {
	data := files(t)["duckdb_snappy.parquet"]
	f, err := Open(bytes.NewReader(data), int64(len(data)), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	f.unused = 2000
	for i := range f.Fields {
		if _, err = f.Column(&f.Fields[i], nil, true); err != nil {
			break
		}
	}
	if err == nil || !strings.Contains(err.Error(), "the file unpacks to more than 1 MiB, expected less of one of its size") {
		t.Errorf("got %v, want a refusal", err)
	}
}

// Bytes of small files are altered, one at a time. What then is read has
// as many rows as the file claims, or there is an error.
func TestDamaged(t *testing.T) {
	stride := 7
	if testing.Short() {
		stride = 41
	}
	for name, data := range files(t) {
		for i := 0; i < len(data); i += stride {
			altered := bytes.Clone(data)
			altered[i] ^= byte(1 + i%255)
			readAll(t, name, altered, 1<<20)
			readAll(t, name, data[:i], 1<<20)
		}
	}
}

// Some rows of a column are those of the whole column.
func TestRows(t *testing.T) {
	for name, data := range files(t) {
		f, err := Open(bytes.NewReader(data), int64(len(data)), 1<<20)
		if err != nil {
			continue // cut off
		}
		for i := range f.Fields {
			all, err := f.Column(&f.Fields[i], nil, true)
			if err != nil {
				continue
			}
			for _, rows := range [][]int{{}, {0}, {f.Rows - 1}, {1, 2, 5, 10, 11, f.Rows - 1}} {
				some, err := f.Column(&f.Fields[i], rows, true)
				if err != nil || max(len(some.Numbers), len(some.Codes)) != len(rows) {
					t.Fatalf("%s, %s: got %d and %d values of %d, %v", name, f.Fields[i].Name, len(some.Numbers), len(some.Codes), len(rows), err)
				}
				for k, row := range rows {
					if all.Numbers != nil {
						if got, want := some.Numbers[k], all.Numbers[row]; math.Float64bits(got) != math.Float64bits(want) {
							t.Errorf("%s, %s: row %d is %v, want %v", name, f.Fields[i].Name, row, got, want)
						}
					} else if got, want := some.Codes[k], all.Codes[row]; (got < 0) != (want < 0) || got >= 0 && some.Levels[got] != all.Levels[want] {
						t.Errorf("%s, %s: row %d has the code %d, want %d", name, f.Fields[i].Name, row, got, want)
					}
				}
			}
		}
	}
}

// readAll reads what can be read, and reports whether a column could.
func readAll(tb testing.TB, name string, data []byte, budget int64) (decoded bool) {
	f, err := Open(bytes.NewReader(data), int64(len(data)), budget)
	if err != nil {
		return false
	}
	for i := range f.Fields {
		c, err := f.Column(&f.Fields[i], nil, true)
		if err != nil {
			continue
		}
		if n := max(len(c.Numbers), len(c.Codes)); n != f.Rows {
			tb.Fatalf("%s: column %q has %d rows of %d", name, f.Fields[i].Name, n, f.Rows)
		}
		if some, err := f.Column(&f.Fields[i], []int{0, f.Rows / 2}[:min(f.Rows, 2)], false); err == nil && max(len(some.Numbers), len(some.Codes)) != min(f.Rows, 2) {
			tb.Fatalf("%s: column %q has %d and %d of two rows", name, f.Fields[i].Name, len(some.Numbers), len(some.Codes))
		}
		for _, code := range c.Codes {
			if code < -1 || int(code) >= len(c.Levels) {
				tb.Fatalf("%s: column %q has the code %d of %d", name, f.Fields[i].Name, code, len(c.Levels))
			}
		}
		decoded = true
	}
	return decoded
}

// stored is a file of one page of n values in a column, or in two.
type stored struct {
	element format.SchemaElement
	codec   format.CompressionCodec
	head    format.PageHeader
	body    []byte
	columns int
	rows    int64
	change  func(*format.ColumnMetaData)
}

func (s stored) file(t *testing.T) []byte {
	marshal := func(v any) []byte {
		data, err := thrift.Marshal(new(thrift.CompactProtocol), v)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	s.head.CompressedPageSize = int32(len(s.body))
	page := append(marshal(s.head), s.body...)
	s.element.Name = "x"
	meta := format.FileMetaData{NumRows: s.rows, Schema: thrift.Slice[format.SchemaElement]{{Name: "schema", NumChildren: thrift.New(int32(s.columns))}}}
	group := format.RowGroup{NumRows: s.rows}
	for range s.columns {
		meta.Schema = append(meta.Schema, s.element)
		column := format.ColumnMetaData{Codec: s.codec, Encoding: thrift.Slice[format.Encoding]{}, PathInSchema: thrift.Slice[string]{"x"}, DataPageOffset: 4, TotalCompressedSize: int64(len(page))}
		if s.change != nil {
			s.change(&column)
		}
		group.Columns = append(group.Columns, format.ColumnChunk{MetaData: column})
	}
	meta.RowGroups = thrift.Slice[format.RowGroup]{group}
	footer := marshal(meta)
	data := append(append([]byte(Magic), page...), footer...)
	return append(binary.LittleEndian.AppendUint32(data, uint32(len(footer))), Magic...)
}

// TestTypes: what types are, and what is said of those that are not read.
func TestTypes(t *testing.T) {
	of := func(physical format.Type, width int32, logical format.LogicalTypeValue) format.SchemaElement {
		return format.SchemaElement{Type: thrift.New(physical), TypeLength: thrift.Null[int32]{V: width, Valid: width > 0}, LogicalType: format.LogicalType{Value: logical}}
	}
	old := func(physical format.Type, converted deprecated.ConvertedType) format.SchemaElement {
		return format.SchemaElement{Type: thrift.New(physical), ConvertedType: thrift.New(converted), Scale: thrift.New(int32(2))}
	}
	long := func(v int64) []byte { return binary.LittleEndian.AppendUint64(nil, uint64(v)) }
	nanos := format.TimeUnit{Value: new(format.NanoSeconds)}
	const expected = ", expected numbers, truth values, dates, times or text: "
	for name, test := range map[string]struct {
		element format.SchemaElement
		body    []byte // a value
		want    string // it, or what is said
	}{
		"int96":          {of(format.Int96, 0, nil), append(long(43200e9), 0x8d, 0x3d, 0x25, 0), "1.5"},
		"float16":        {of(format.FixedLenByteArray, 2, new(format.Float16Type)), []byte{0, 0xc0}, "-2"},
		"unsigned":       {of(format.Int64, 0, &format.IntType{BitWidth: 64}), long(-1), "18446744073709551615"},
		"unsigned, old":  {old(format.Int32, deprecated.Uint32), []byte{255, 255, 255, 255}, "4294967295"},
		"signed":         {of(format.Int32, 0, &format.IntType{BitWidth: 8, IsSigned: true}), []byte{255, 255, 255, 255}, "-1"},
		"decimal, old":   {old(format.Int64, deprecated.Decimal), long(-49999), "-499.99"},
		"date, old":      {old(format.Int32, deprecated.Date), []byte{1, 0, 0, 0}, "1"},
		"millis, old":    {old(format.Int64, deprecated.TimestampMillis), long(43200e3), "0.5"},
		"micros, old":    {old(format.Int64, deprecated.TimestampMicros), long(43200e6), "0.5"},
		"clock":          {of(format.Int64, 0, &format.TimeType{Unit: nanos}), long(60.5e9), "60.5"},
		"clock, old":     {old(format.Int32, deprecated.TimeMillis), []byte{0xe8, 3, 0, 0}, "1"},
		"clock, micros":  {old(format.Int64, deprecated.TimeMicros), long(2e6), "2"},
		"last date":      {of(format.Int32, 0, new(format.DateType)), []byte{255, 255, 255, 127}, "+Inf"},
		"first date":     {of(format.Int32, 0, new(format.DateType)), []byte{1, 0, 0, 128}, "-Inf"},
		"last moment":    {of(format.Int64, 0, &format.TimestampType{Unit: nanos}), long(math.MaxInt64), "+Inf"},
		"first moment":   {old(format.Int64, deprecated.TimestampMicros), long(-math.MaxInt64), "-Inf"},
		"before 1970":    {old(format.Int64, deprecated.TimestampMillis), long(-129600e3), "-1.5"},
		"json":           {of(format.ByteArray, 0, new(format.JsonType)), append([]byte{2, 0, 0, 0}, "{}"...), "{}"},
		"enum":           {of(format.ByteArray, 0, new(format.EnumType)), append([]byte{2, 0, 0, 0}, "ok"...), "ok"},
		"uuid":           {of(format.FixedLenByteArray, 16, new(format.UUIDType)), bytes.Repeat([]byte{0xab}, 16), "abababab-abab-abab-abab-abababababab"},
		"bson":           {of(format.ByteArray, 0, new(format.BsonType)), nil, "it is of type BSON" + expected + leaveOut},
		"geometry":       {of(format.ByteArray, 0, new(format.GeometryType)), nil, "it is of type GEOMETRY" + expected + leaveOut},
		"interval":       {old(format.FixedLenByteArray, deprecated.Interval), nil, "it is an INTERVAL (months, days and milliseconds)" + expected + "store it as a number in one unit, or " + leaveOut},
		"bytes":          {of(format.FixedLenByteArray, 3, nil), nil, "it is of 3 bytes without a type" + expected + "store it as numbers or text, or " + leaveOut},
		"variant":        {of(format.ByteArray, 0, new(format.VariantType)), nil, "it is a VARIANT" + expected + "write what you need of it to columns of its own, or " + leaveOut},
		"map":            {old(format.ByteArray, deprecated.Map), nil, "it is a MAP" + expected + "write what you need of it to columns of its own, or " + leaveOut},
		"short uuid":     {of(format.FixedLenByteArray, 8, new(format.UUIDType)), nil, "it is UUID stored as FIXED_LEN_BYTE_ARRAY, which does not go together" + expected + leaveOut},
		"date of double": {of(format.Double, 0, new(format.DateType)), nil, "it is DATE stored as DOUBLE, which does not go together" + expected + leaveOut},
		"unit":           {of(format.Int64, 0, new(format.TimestampType)), nil, "it is of times in an unknown unit" + expected + leaveOut},
		"scale":          {of(format.Int64, 0, &format.DecimalType{Scale: -1, Precision: 5}), nil, "it is DECIMAL(5,-1) of INT64" + expected + leaveOut},
		"unknown":        {of(format.Type(9), 0, nil), nil, "it is of the unknown type 9" + expected + leaveOut},
	} {
		s := stored{element: test.element, columns: 1, rows: 1, body: test.body}
		s.head = format.PageHeader{UncompressedPageSize: int32(len(test.body)), DataPageHeader: thrift.New(format.DataPageHeader{NumValues: 1})}
		data := s.file(t)
		f, err := Open(bytes.NewReader(data), int64(len(data)), 1<<20)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c, err := f.Column(&f.Fields[0], nil, true)
		got := fmt.Sprint(err)
		switch {
		case err != nil:
			got = mention.Marked(err)
		case c.Codes != nil:
			got = c.Levels[c.Codes[0]]
		default:
			got = strconv.FormatFloat(c.Numbers[0], 'f', -1, 64)
		}
		if got != test.want {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
}

// TestHostile: files of a few kB that ask for gigabytes, or for ever, are refused at once.
func TestHostile(t *testing.T) {
	const n = 10_000
	number := format.SchemaElement{Type: thrift.New(format.Int64)}
	text := format.SchemaElement{Type: thrift.New(format.ByteArray)}
	head := func(encoding format.Encoding, size int32) format.PageHeader {
		return format.PageHeader{UncompressedPageSize: size, DataPageHeader: thrift.New(format.DataPageHeader{NumValues: n, Encoding: encoding})}
	}
	lengths := func(first, each int32) []byte {
		all := slices.Repeat([]int32{each}, n)
		all[0] = first
		data, err := new(delta.BinaryPackedEncoding).EncodeInt32(nil, all)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	varints := func(numbers ...uint64) (data []byte) {
		for _, v := range numbers {
			data = binary.AppendUvarint(data, v)
		}
		return data
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	z.Write(make([]byte, 4<<20))
	z.Close()
	file := func(element format.SchemaElement, codec format.CompressionCodec, encoding format.Encoding, size int32, body []byte) stored {
		return stored{element: element, codec: codec, head: head(encoding, size), body: body, columns: 1, rows: n}
	}
	plain := file(number, format.Uncompressed, format.Plain, 8*n, make([]byte, 8*n))
	two, beyond, rows, bits, swapped, nameless := plain, plain, plain, plain, plain, plain
	swapped.change = func(c *format.ColumnMetaData) { c.PathInSchema = thrift.Slice[string]{"y", "list"} }
	nameless.change = func(c *format.ColumnMetaData) { c.PathInSchema = thrift.Slice[string]{} }
	two.columns = 2
	beyond.change = func(c *format.ColumnMetaData) { c.TotalCompressedSize = 1 << 40 }
	rows.rows = 1 << 40
	bits.element.Type = thrift.New(format.Boolean)
	for name, test := range map[string]struct {
		stored
		want string
	}{
		"plain":      {plain, ""},
		"overlap":    {two, "two columns share the bytes 4 to 80031, expected each in a place of its own: the file is damaged"},
		"beyond":     {beyond, "found a column of 1099511627776 bytes at byte 4 of "},
		"swapped":    {swapped, `found values of column "y.list" where the schema has column "x": the file is damaged`},
		"nameless":   {nameless, `found values of column "" where the schema has column "x": the file is damaged`},
		"rows":       {rows, "found 1099511627776 rows, expected 0 to 1048576 in a file of this size"},
		"dictionary": {file(number, 0, format.RLEDictionary, 9, varints(1, math.MaxInt32<<1, 1)), "found a run of 2147483647 numbers where 10000 are left: the file is damaged"},
		"delta":      {file(number, 0, format.DeltaBinaryPacked, 9, varints(128, 4, math.MaxInt32, 0)), "found 2147483647 differences in blocks of 128 by 4, expected 10000: the file is damaged"},
		"shared":     {file(text, 0, format.DeltaByteArray, 9, slices.Concat(lengths(0, n), lengths(n, 0), make([]byte, n))), "the file unpacks to more than 1 MiB, expected less of one of its size"},
		"negative":   {file(text, 0, format.DeltaByteArray, 9, slices.Concat(lengths(0, -1), lengths(0, 0))), short},
		"snappy":     {file(number, format.Snappy, format.Plain, 8*n, varints(math.MaxUint32, 0)), "a page unpacks to other than the 80000 bytes that it claims: the file is damaged"},
		"claimed":    {file(number, format.Snappy, format.Plain, math.MaxInt32, varints(math.MaxInt32, 0)), "the file unpacks to more than 1 MiB, expected less of one of its size"},
		"gzip":       {file(number, format.Gzip, format.Plain, 8*n, bomb.Bytes()), "a page unpacks to other than the 80000 bytes that it claims: the file is damaged"},
		"lz4":        {file(number, format.Lz4Raw, format.Plain, 8*n, []byte("\xff\xff\xff")), "cannot unpack a page (lz4: invalid source or destination buffer too short): the file is damaged"},
		"hadoop":     {file(number, format.Lz4, format.Plain, 8*n, []byte("\xff\xff\xff")), "compressed with the LZ4 of Hadoop, expected snappy, gzip, zstd, lz4_raw or brotli: write it with one of them"},
		"zstd":       {file(number, format.Zstd, format.Plain, 8*n, []byte("\x28\xb5\x2f\xfd")), "cannot unpack a page (unexpected EOF): the file is damaged"},
		"brotli":     {file(number, format.Brotli, format.Plain, 8*n, []byte("\xff\xff")), "cannot unpack a page ("},
		"lzo":        {file(number, format.LZO, format.Plain, 8*n, []byte("\xff\xff")), "compressed with LZO, expected snappy, gzip, zstd, lz4_raw or brotli: write it with one of them"},
		"encoding":   {file(number, 0, format.DeltaByteArray, 9, nil), "encoded as DELTA_BYTE_ARRAY, expected an encoding for values of the type INT64"},
		"short":      {file(number, 0, format.Plain, 9, make([]byte, 9)), short},
		"bits":       {bits, ""},
	} {
		data := test.file(t)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		f, err := Open(bytes.NewReader(data), int64(len(data)), 1<<20)
		if err == nil {
			_, err = f.Column(&f.Fields[0], nil, true)
		}
		runtime.ReadMemStats(&after)
		if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
		const most = 24 << 20 // zstd's window
		if got := after.TotalAlloc - before.TotalAlloc; got > most {
			t.Errorf("%s: %d bytes were allocated, at most %d expected", name, got, most)
		}
	}
}

func TestErrors(t *testing.T) {
	footer := func(meta string) []byte {
		return append(append([]byte(Magic+meta), binary.LittleEndian.AppendUint32(nil, uint32(len(meta)))...), Magic...)
	}
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"short":     {[]byte("PAR1"), `the file does not begin with "PAR1": this is not a Parquet file`},
		"cut":       {[]byte("PAR1..........."), `the file does not end with "PAR1": it is cut off`},
		"encrypted": {[]byte("PAR1........PARE"), "the file is encrypted, expected one that is not"},
		"size":      {append([]byte("PAR1\xff\xff\xff\x7f"), Magic...), "found metadata of 2147483647 bytes in a file of 12: the file is damaged"},
		"empty":     {footer(""), "the file ends early or is damaged, expected more metadata"},
		"no schema": {footer("\x00"), "the metadata of the file are damaged (missing required field: 1:FIELD<I32>)"},
		"list":      {footer("\x29\xfc\xff\xff\xff\xff\x07\x00"), "the file ends early or is damaged, expected more metadata"},
		"type":      {footer("\x2d\x00"), "found the type 13 in the metadata, expected one of a Parquet file"},
		"deep":      {footer(strings.Repeat("\x1c", 100)), "the metadata are nested more than 32 deep"},
	} {
		_, err := Open(bytes.NewReader(test.data), int64(len(test.data)), 1<<20)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
	}
}

func TestHalf(t *testing.T) {
	for bits, want := range map[uint16]float64{0x3c00: 1, 0xc000: -2, 0x7bff: 65504, 0x0001: math.Pow(2, -24), 0x7c00: math.Inf(1), 0x3555: 0.333251953125} {
		if got := half(bits); got != want {
			t.Errorf("%#x is %v, want %v", bits, got, want)
		}
	}
}

// A run of 2³¹ equal numbers takes five bytes, packed groups of some writers end with zeros or are cut
// short.
func TestRuns(t *testing.T) {
	run := func(head uint64, rest ...byte) []byte { return append(binary.AppendUvarint(nil, head), rest...) }
	for name, test := range map[string]struct {
		data     []byte
		width, n int
		want     string // or the length
	}{
		"run":         {run(5<<1, 1), 1, 5, "2"},
		"two":         {append(run(3<<1, 1), run(2<<1, 0)...), 1, 5, "4"},
		"followed":    {append(run(5<<1, 1), 9, 9), 1, 5, "2"},
		"long":        {run(math.MaxInt32<<1, 1), 1, 5, "found a run of 2147483647 numbers where 5 are left: the file is damaged"},
		"packed":      {run(1<<1|1, 7), 1, 5, "2"},
		"filled":      {run(4<<1|1, 7, 0, 0, 0), 1, 5, "5"},
		"cut":         {run(1<<1|1, 1, 2, 3), 8, 3, "9"},
		"cut shorter": {run(1<<1|1, 1, 2), 8, 3, short},
		"many":        {run(1<<40|1, 7), 0, 5, "found a run of 549755813888 numbers where 5 are left: the file is damaged"},
		"wide":        {run(5<<1, 1), 33, 5, "found numbers of 33 bits, expected at most 32: the file is damaged"},
		"ends":        {nil, 1, 5, short},
	} {
		var data []byte
		err := func() (err error) {
			defer recovered(&err)
			data = checkRuns(test.data, test.width, test.n)
			return nil
		}()
		if got := fmt.Sprint(len(data)); err == nil && got != test.want || err != nil && err.Error() != test.want {
			t.Errorf("%s: got %s, %v, want %s", name, got, err, test.want)
		}
	}
}

// Decimals are the numbers that their digits are, of any precision.
func TestDecimals(t *testing.T) {
	fixed := func(width int, text string) []byte {
		x, _ := new(big.Int).SetString(text, 10)
		if x.Sign() < 0 {
			x.Add(x, new(big.Int).Lsh(big.NewInt(1), uint(8*width)))
		}
		return x.FillBytes(make([]byte, width))
	}
	for _, test := range []struct {
		unscaled string
		scale    int
		text     string
	}{
		{"0", 2, "0"}, {"123", 2, "1.23"}, {"-1", 2, "-0.01"}, {"-49999", 2, "-499.99"}, {"-500000", 2, "-5000"}, {"65536", 0, "65536"},
		{"3294537672700443176", 0, "3294537672700443176"}, {"3294537672700443177", 4, "329453767270044.3177"}, {"-9007199254740993", 22, "-0.0000009007199254740993"},
		{"12345678901234567890123456789012345678", 10, "1234567890123456789012345678.9012345678"}, {"-99999999999999999999999999999999999999", 38, "-0.99999999999999999999999999999999999999"},
	} {
		want, err := strconv.ParseFloat(test.text, 64)
		if err != nil {
			t.Fatal(err)
		}
		check := func(f Field, v *values) {
			f.Type, f.decimal, f.scale = Real, true, test.scale
			if got := f.numbers(nil, v); len(got) != 1 || got[0] != want {
				t.Errorf("%s with %d digits after the point: %v, want %v", test.unscaled, test.scale, got, want)
			}
			if got := string(f.text(nil, v, 0)); got != test.text {
				t.Errorf("%s with %d digits after the point: %s, want %s", test.unscaled, test.scale, got, test.text)
			}
		}
		check(Field{physical: format.FixedLenByteArray, width: 17}, &values{pieces: [][]byte{fixed(17, test.unscaled)}})
		check(Field{physical: format.ByteArray}, &values{pieces: [][]byte{fixed(24, test.unscaled)}})
		if x, err := strconv.ParseInt(test.unscaled, 10, 64); err == nil {
			check(Field{physical: format.Int64, width: 8}, &values{integers: []int64{x}})
			if x == int64(int32(x)) {
				check(Field{physical: format.Int32, width: 4}, &values{integers: []int64{x}})
			}
		}
	}
}

// A moment is one number whatever the unit that it is stored in.
func TestUnits(t *testing.T) {
	for _, ms := range []int64{0, 1, -1, 1704067200123, -2135596800001, 86399999} {
		var days, seconds []float64
		for unit := int64(1); unit <= 1e6; unit *= 1000 {
			days = append(days, (&Field{Type: Date, unit: day * milli * unit}).integer(ms*unit))
			seconds = append(seconds, (&Field{Type: Time, unit: milli * unit}).integer(ms*unit))
		}
		for k := range days {
			if days[k] != days[0] || seconds[k] != seconds[0] {
				t.Errorf("%d ms are %v days and %v s", ms, days, seconds)
			}
		}
	}
}

// FuzzParquet alters bytes of real files. It is given places, and not files: the fuzzer would spend its
// time on making these shorter.
func FuzzParquet(f *testing.F) {
	var all [][]byte
	for _, data := range files(f) {
		all = append(all, data)
	}
	slices.SortFunc(all, bytes.Compare)
	for k := range all {
		f.Add(uint8(k), uint32(0), uint32(12<<8|1), uint32(2000<<8|128))
	}
	f.Fuzz(func(t *testing.T, k uint8, a, b, c uint32) {
		data := bytes.Clone(all[int(k)%len(all)])
		for _, change := range []uint32{a, b, c} {
			// From the end: most of what says how the file is read is there.
			data[len(data)-1-int(change>>8)%len(data)] ^= byte(change)
		}
		readAll(t, "file", data, 1<<20)
	})
}
