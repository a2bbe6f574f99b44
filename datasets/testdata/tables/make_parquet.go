// go run make_parquet.go, in a module with parquet-go 0.32 and arrow-go 18: the Parquet files of this
// folder that they write, and the table that they are given, as CSV.
package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/memory"
	arrowparquet "github.com/apache/arrow-go/v18/parquet"
	"github.com/apache/arrow-go/v18/parquet/compress"
	"github.com/apache/arrow-go/v18/parquet/pqarrow"
	"github.com/parquet-go/parquet-go"
)

type row struct {
	X float64   `parquet:"x"`
	K int32     `parquet:"k"`
	L int64     `parquet:"l,delta"`
	M *float64  `parquet:"m,optional"`
	B bool      `parquet:"b"`
	F string    `parquet:"f,dict"`
	G string    `parquet:"g,delta"`
	T time.Time `parquet:"t,timestamp(microsecond)"`
	Y float32   `parquet:"y"`
}

const rows = 40

func at(i int) row {
	r := row{X: float64(i) / 3, K: int32(i%7 - 3), L: int64(i) * 1_000_000_007, B: i%2 == 0, F: []string{"low", "mid", "high"}[i%3],
		G: []string{"größe", "身長 a", "north,east", "say \"so\""}[i%4], T: time.Date(2024, 1, 1, i, 0, 0, 0, time.UTC), Y: float32(3*i) + float32(i*7%11)/8}
	if i%5 > 0 {
		m := float64(i) * 1.25e-7
		r.M = &m
	}
	return r
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	var all []row
	var text strings.Builder
	text.WriteString("x,k,l,m,b,f,g,t,y\n")
	for i := range rows {
		r := at(i)
		all = append(all, r)
		m := ""
		if r.M != nil {
			m = fmt.Sprint(*r.M)
		}
		fmt.Fprintf(&text, "%v,%d,%d,%s,%t,%s,\"%s\",%s,%v\n", r.X, r.K, r.L, m, r.B, r.F, strings.ReplaceAll(r.G, `"`, `""`), r.T.Format("2006-01-02 15:04:05"), r.Y)
	}
	must(os.WriteFile("written.csv", []byte(text.String()), 0o644))
	for name, codec := range map[string]parquet.WriterOption{"zstd": parquet.Compression(&parquet.Zstd), "snappy": parquet.Compression(&parquet.Snappy), "gzip": parquet.Compression(&parquet.Gzip), "lz4": parquet.Compression(&parquet.Lz4Raw)} {
		f, err := os.Create("parquetgo_" + name + ".parquet")
		must(err)
		w := parquet.NewGenericWriter[row](f, codec, parquet.PageBufferSize(256))
		for k := 0; k < rows; k += 16 { // row groups
			_, err = w.Write(all[k:min(k+16, rows)])
			must(err)
			must(w.Flush())
		}
		must(w.Close())
		must(f.Close())
	}
	schema := arrow.NewSchema([]arrow.Field{{Name: "x", Type: arrow.PrimitiveTypes.Float64}, {Name: "k", Type: arrow.PrimitiveTypes.Int32}, {Name: "l", Type: arrow.PrimitiveTypes.Int64},
		{Name: "m", Type: arrow.PrimitiveTypes.Float64, Nullable: true}, {Name: "b", Type: arrow.FixedWidthTypes.Boolean}, {Name: "f", Type: &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}},
		{Name: "g", Type: arrow.BinaryTypes.LargeString}, {Name: "t", Type: arrow.FixedWidthTypes.Timestamp_ms}, {Name: "y", Type: arrow.PrimitiveTypes.Float32}}, nil)
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	for _, r := range all {
		b.Field(0).(*array.Float64Builder).Append(r.X)
		b.Field(1).(*array.Int32Builder).Append(r.K)
		b.Field(2).(*array.Int64Builder).Append(r.L)
		if r.M == nil {
			b.Field(3).AppendNull()
		} else {
			b.Field(3).(*array.Float64Builder).Append(*r.M)
		}
		b.Field(4).(*array.BooleanBuilder).Append(r.B)
		must(b.Field(5).(*array.BinaryDictionaryBuilder).AppendString(r.F))
		b.Field(6).(*array.LargeStringBuilder).Append(r.G)
		b.Field(7).(*array.TimestampBuilder).Append(arrow.Timestamp(r.T.UnixMilli()))
		b.Field(8).(*array.Float32Builder).Append(r.Y)
	}
	record := b.NewRecordBatch()
	for name, options := range map[string][]arrowparquet.WriterProperty{
		"v1":    {arrowparquet.WithVersion(arrowparquet.V1_0), arrowparquet.WithDataPageVersion(arrowparquet.DataPageV1), arrowparquet.WithCompression(compress.Codecs.Snappy)},
		"v2":    {arrowparquet.WithVersion(arrowparquet.V2_LATEST), arrowparquet.WithDataPageVersion(arrowparquet.DataPageV2), arrowparquet.WithCompression(compress.Codecs.Zstd), arrowparquet.WithDictionaryDefault(false)},
		"split": {arrowparquet.WithDictionaryDefault(false), arrowparquet.WithEncodingFor("x", arrowparquet.Encodings.ByteStreamSplit), arrowparquet.WithEncodingFor("l", arrowparquet.Encodings.DeltaBinaryPacked), arrowparquet.WithEncodingFor("g", arrowparquet.Encodings.DeltaLengthByteArray)},
	} {
		f, err := os.Create("arrowgo_" + name + ".parquet")
		must(err)
		w, err := pqarrow.NewFileWriter(schema, f, arrowparquet.NewWriterProperties(options...), pqarrow.NewArrowWriterProperties(pqarrow.WithStoreSchema()))
		must(err)
		must(w.Write(record))
		must(w.Close())
	}
}
