package datasets

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// stored is a column of a Parquet file of a test: []float64 with NaN for missing, []int64, []bool,
// []string with absentText for missing, []day, times of day, decimals or, of no type, []empty.
type stored struct {
	name   string
	values any
}

type (
	day    int32
	empty  struct{}
	milli  int32 // of the day
	micro  int64
	digits int64 // of a decimal(18, 0)
)

const absentText = "\x00"

// storeParquet writes a file without compression: pages of plain values, in groups of so many
// rows. The reading of what other programs write is tested with their files.
func storeParquet(t testing.TB, path string, groupRows int, columns ...stored) {
	t.Helper()
	thrifted := func(v any) []byte {
		data, err := thrift.Marshal(new(thrift.CompactProtocol), v)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	rows := columns[0].length()
	meta := format.FileMetaData{Version: 1, NumRows: int64(rows), Schema: thrift.Slice[format.SchemaElement]{{Name: "schema", NumChildren: thrift.New(int32(len(columns)))}}}
	for _, c := range columns {
		physical, _, _ := c.page(0, 0)
		e := format.SchemaElement{Name: c.name, Type: thrift.New(physical), RepetitionType: thrift.New(format.Optional)}
		switch c.values.(type) {
		case []string:
			e.LogicalType.Value = new(format.StringType)
		case []day:
			e.LogicalType.Value = new(format.DateType)
		case []empty:
			e.LogicalType.Value = new(format.NullType)
		case []milli:
			e.LogicalType.Value = &format.TimeType{Unit: format.TimeUnit{Value: new(format.MilliSeconds)}}
		case []micro:
			e.LogicalType.Value = &format.TimeType{Unit: format.TimeUnit{Value: new(format.MicroSeconds)}}
		case []digits:
			e.LogicalType.Value = &format.DecimalType{Precision: 18}
		}
		meta.Schema = append(meta.Schema, e)
	}
	file := []byte("PAR1")
	for first := 0; first < rows; first += groupRows {
		n := min(groupRows, rows-first)
		group := format.RowGroup{NumRows: int64(n)}
		for _, c := range columns {
			physical, present, data := c.page(first, n)
			start := len(file)
			levels := append(binary.AppendUvarint(nil, uint64((n+7)/8)<<1|1), present...)
			body := append(binary.LittleEndian.AppendUint32(nil, uint32(len(levels))), append(levels, data...)...)
			head := format.DataPageHeader{NumValues: int32(n), DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE}
			file = append(file, thrifted(format.PageHeader{UncompressedPageSize: int32(len(body)), CompressedPageSize: int32(len(body)), DataPageHeader: thrift.New(head)})...)
			file = append(file, body...)
			size := int64(len(file) - start)
			group.Columns = append(group.Columns, format.ColumnChunk{MetaData: format.ColumnMetaData{Type: physical, Encoding: thrift.Slice[format.Encoding]{format.Plain}, PathInSchema: thrift.Slice[string]{c.name},
				NumValues: int64(n), TotalUncompressedSize: size, TotalCompressedSize: size, DataPageOffset: int64(start)}})
		}
		meta.RowGroups = append(meta.RowGroups, group)
	}
	if meta.RowGroups == nil {
		meta.RowGroups = thrift.Slice[format.RowGroup]{}
	}
	footer := thrifted(meta)
	file = append(binary.LittleEndian.AppendUint32(append(file, footer...), uint32(len(footer))), "PAR1"...)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
}

func (c stored) length() int { return reflect.ValueOf(c.values).Len() }

// page returns the physical type of the column, which of n values are there, as bits, and
// those.
func (c stored) page(first, n int) (physical format.Type, present, data []byte) {
	present = make([]byte, (n+7)/8)
	bits := make([]byte, (n+7)/8)
	for i := range n {
		there := true
		switch v := c.values.(type) {
		case []float64:
			if there = v[first+i] == v[first+i]; there {
				data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v[first+i]))
			}
		case []int64:
			data = binary.LittleEndian.AppendUint64(data, uint64(v[first+i]))
		case []micro:
			data = binary.LittleEndian.AppendUint64(data, uint64(v[first+i]))
		case []digits:
			data = binary.LittleEndian.AppendUint64(data, uint64(v[first+i]))
		case []milli:
			data = binary.LittleEndian.AppendUint32(data, uint32(v[first+i]))
		case []day:
			data = binary.LittleEndian.AppendUint32(data, uint32(v[first+i]))
		case []bool:
			if v[first+i] {
				bits[i/8] |= 1 << (i % 8)
			}
		case []string:
			if there = v[first+i] != absentText; there {
				data = append(binary.LittleEndian.AppendUint32(data, uint32(len(v[first+i]))), v[first+i]...)
			}
		case []empty:
			there = false
		}
		if there {
			present[i/8] |= 1 << (i % 8)
		}
	}
	switch c.values.(type) {
	case []float64:
		return format.Double, present, data
	case []int64, []micro, []digits:
		return format.Int64, present, data
	case []bool:
		return format.Boolean, present, bits
	case []string:
		return format.ByteArray, present, data
	}
	return format.Int32, present, data
}
