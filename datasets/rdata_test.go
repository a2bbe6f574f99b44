package datasets

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/testing/golden"
)

// parseObjects reads the named objects of an R workspace.
func parseObjects(r io.Reader, name string, o Options, objects ...string) (*Table, error) {
	o.Object = strings.Join(objects, ",")
	return Parse(r, name, o)
}

func TestParseRdataMatrices(t *testing.T) {
	want := &Table{Origin: "t.Rdata", Rows: 3, Columns: []Column{
		{Name: "a", Kind: Number, Values: []float64{1, 2, 3}},
		{Name: "b", Kind: Number, Values: []float64{4, 5.5, -6}},
		{Name: "y", Kind: Integer, Values: []float64{7, 8, 9}},
	}}
	for _, version := range []int{2, 3} {
		for _, data := range [][]byte{matrices(version).zipped(), matrices(version).Bytes()} {
			got, err := parseObjects(bytes.NewReader(data), "t.Rdata", refuse, "X", "Y")
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("version %d: got %+v, want %+v", version, got, want)
			}
		}
	}
}

func TestParseRdataFrame(t *testing.T) {
	w := workspace(3)
	w.tagged("other").texts(0, "not", "read")
	w.tagged("d").ints(with|sexpList, 5)
	w.reals(0, 1, math.Pi, missingReal, 4)
	w.integers(0, 1, missingInteger, 3, 4)
	w.ints(sexpLogical, 4, 1, 0, 1, 0)
	w.integers(with, 2, 1, 1, 2).tagged("levels").texts(0, "low", "high").tagged("class").texts(0, "ordered", "factor").null()
	w.ints(sexpStrings, 4).text("b").ints(1<<14|sexpText, 1).WriteString("\xe9")
	w.text("b").text("a")
	w.tagged("names").texts(0, "x", "k", "on", "level", "word")
	w.tagged("row.names").integers(0, missingInteger, -4)
	w.tagged("class").texts(0, "data.frame").null()
	w.tagged("v").reals(0, 9, 8, 7, 6)
	w.tagged("m").reals(with, 1, 2, 3, 4, 5, 6, 7, 8).dim(4, 2)
	w.null()
	got, err := parseObjects(bytes.NewReader(w.zipped()), "t.Rdata", Options{Missing: MissingDrop}, "d", "v", "m")
	if err != nil {
		t.Fatal(err)
	}
	want := &Table{Origin: "t.Rdata", Rows: 2, Dropped: 2, Numbers: []int{1, 4}, Columns: []Column{
		{Name: "x", Kind: Number, Values: []float64{1, 4}},
		{Name: "k", Kind: Integer, Values: []float64{1, 4}},
		{Name: "on", Kind: Logical, Values: []float64{1, 0}},
		{Name: "level", Kind: Integer, Values: []float64{2, 2}, Order: []string{"low", "high"}},
		{Name: "word", Kind: Text, Levels: []string{"a", "b"}, Codes: []int32{1, 0}},
		{Name: "v", Kind: Number, Values: []float64{9, 6}},
		{Name: "m.1", Kind: Number, Values: []float64{1, 4}},
		{Name: "m.2", Kind: Number, Values: []float64{5, 8}},
	}, Warnings: []error{errors.New(`t.Rdata: 2 of 4 rows dropped for missing values, first row 2; missing in column "x": 1 row (1 for it alone), column "k": 1 row (1 for it alone); missing=use keeps them`)}}
	got.Warnings[0] = errors.New(got.Warnings[0].Error())
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	_, err = parseObjects(bytes.NewReader(w.zipped()), "t.Rdata", refuse, "d")
	wantError(t, err, `t.Rdata: row 2, column "k": the value is missing; missing=drop would leave out 2 of 4 rows, missing=use would leave out only those that lack a target`)
}

// R keeps sequences, sorted vectors and texts made from numbers in alternative
// representations, and save writes them as such.
func TestParseRdataAlternativeRepresentations(t *testing.T) {
	w := workspace(3)
	w.tagged("s").altrep("compact_intseq").reals(0, 4, 3, -1).null()
	w.tagged("r").altrep("compact_realseq").reals(0, 4, 0.5, 1).null()
	w.tagged("w").altrep("wrap_real").ints(sexpPairs).reals(0, 1, 2, 4, 8).integers(0, 1, 1).null()
	w.tagged("d").altrep("deferred_string").ints(sexpPairs)
	w.integers(0, 10, 20, 10, missingInteger).integers(0, 0).null()
	w.tagged("X").reals(with, 1, 2, 3, 4).tagged("dim").integers(0, 4, 1)
	w.tagged("dimnames").ints(sexpList, 2).altrep("deferred_string").ints(sexpPairs)
	w.altrep("compact_intseq").reals(0, 4, 1, 1).null().integers(0, 0).null().texts(0, "x").null()
	w.null()
	got, err := parseObjects(bytes.NewReader(w.zipped()), "t.Rdata", Options{Missing: MissingDrop}, "s", "r", "w", "d", "X")
	if err != nil {
		t.Fatal(err)
	}
	want := []Column{
		{Name: "s", Kind: Integer, Values: []float64{3, 2, 1}},
		{Name: "r", Kind: Number, Values: []float64{0.5, 1.5, 2.5}},
		{Name: "w", Kind: Number, Values: []float64{1, 2, 4}},
		{Name: "d", Kind: Text, Levels: []string{"10", "20"}, Codes: []int32{0, 1, 0}},
		{Name: "x", Kind: Number, Values: []float64{1, 2, 3}},
	}
	if !reflect.DeepEqual(got.Columns, want) {
		t.Errorf("got  %+v\nwant %+v", got.Columns, want)
	}
}

func TestParseRdataErrors(t *testing.T) {
	one := func(write func(w *rWriter)) []byte {
		w := workspace(2)
		w.tagged("X")
		write(w)
		return w.null().Bytes()
	}
	good := matrices(3)
	packed := good.zipped()
	altered := slices.Clone(packed)
	altered[len(altered)-6] ^= 1 // in the checksum
	nested := one(func(w *rWriter) {
		for range maxDepth + 5 {
			w.ints(sexpList, 1)
		}
	})
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"wrong magic":   {[]byte("RDX2\n1,2\n"), `t.Rdata: the file begins with "RDX2\n1,", expected "RDX2", "RDX3" or "X", the format XDR: save it again with R's defaults`},
		"short":         {[]byte("RDX3\n"), `t.Rdata: the file ends early`},
		"rds":           {[]byte("X\n\x00\x00\x00\x03\x00"), `t.Rdata: byte 7 (unpacked): the file ends early`},
		"ascii":         {[]byte("RDA3\nA\n3\n"), `t.Rdata: the file begins with "RDA3\nA\n", expected "RDX2", "RDX3" or "X", the format XDR: save it again with R's defaults`},
		"bzip2":         {[]byte("BZh91AY&SY"), `t.Rdata: the file ends early`},
		"xz":            {[]byte("\xfd7zXZ\x00\x00"), `t.Rdata: the file is compressed with xz, expected gzip, zstd or bzip2: unpack it first`},
		"gzip header":   {[]byte("\x1f\x8b\x01\x00\x00\x00\x00\x00\x00\x00\x00"), `t.Rdata: cannot unpack the file (gzip: invalid header), expected it as it was packed, and nothing after that`},
		"truncated gz":  {packed[:40], `t.Rdata: the file ends early`},
		"truncated":     {good.Bytes()[:80], `t.Rdata: byte 80 (unpacked): the file ends early`},
		"no checksum":   {packed[:len(packed)-8], `t.Rdata: byte 308 (unpacked): the file ends early`},
		"checksum":      {altered, `t.Rdata: byte 308 (unpacked): cannot unpack the file (gzip: invalid checksum), expected it as it was packed, and nothing after that`},
		"more bytes":    {append(slices.Clone(good.Bytes()), 0), `t.Rdata: byte 309 (unpacked): found more bytes after the last object, expected the end`},
		"version":       {workspace(2).Bytes()[:7:7], `t.Rdata: byte 7 (unpacked): the file ends early`},
		"version 4":     {append([]byte("RDX3\nX\n"), 0, 0, 0, 4), `t.Rdata: byte 11 (unpacked): found format version 4, expected 3 as in the first bytes`},
		"no workspace":  {workspace(2).reals(0, 1).Bytes(), `t.Rdata: byte 35 (unpacked): found a numeric vector, expected a list of named objects`},
		"function":      {one(func(w *rWriter) { w.ints(3).null().null() }), `t.Rdata: object "X": found a function, expected numbers, text, dates, times or a factor: leave the column out with exclude=X`},
		"raw":           {one(func(w *rWriter) { w.ints(24, 4, 0) }), `t.Rdata: object "X": found a raw vector, expected numbers, text, dates, times or a factor: in R as.integer makes numbers of it, or leave the column out with exclude=X`},
		"unknown type":  {one(func(w *rWriter) { w.ints(77) }), `t.Rdata: byte 40 (unpacked): found the type code 77, expected one of R's`},
		"depth":         {nested, `t.Rdata: byte 548 (unpacked): found objects within objects to a depth of 65, expected at most 64`},
		"hostile size":  {one(func(w *rWriter) { w.ints(sexpReal, math.MaxInt32) }), `t.Rdata: byte 48 (unpacked): the file ends early`},
		"claimed size":  {one(func(w *rWriter) { w.ints(sexpReal, 60_000_000) }), `t.Rdata: byte 48 (unpacked): the file ends early`},
		"claimed list":  {one(func(w *rWriter) { w.ints(sexpList, 60_000_000) }), `t.Rdata: byte 48 (unpacked): the file ends early`},
		"claimed text":  {one(func(w *rWriter) { w.ints(sexpStrings, 1, sexpText, 16_000_000) }), `t.Rdata: byte 56 (unpacked): the file ends early`},
		"huge text":     {one(func(w *rWriter) { w.ints(sexpStrings, 1, sexpText, 1<<30) }), `t.Rdata: byte 52 (unpacked): found text of 1073741824 bytes, expected 0 to 16777216`},
		"long vector":   {one(func(w *rWriter) { w.ints(sexpReal, -1, 1, 0) }), `t.Rdata: byte 44 (unpacked): found a vector of 2³¹ elements or more, expected fewer`},
		"negative":      {one(func(w *rWriter) { w.ints(sexpReal, -5) }), `t.Rdata: byte 44 (unpacked): found a vector of length -5, expected 0 or more`},
		"sequence":      {one(func(w *rWriter) { w.altrep("compact_intseq").reals(0, 1e12, 1, 1).null() }), `t.Rdata: byte 142 (unpacked): found a sequence of length 1e+12, expected at most 8388608 numbers in sequences`},
		"altrep":        {one(func(w *rWriter) { w.altrep("mmap_real").reals(0, 1).null() }), `t.Rdata: byte 121 (unpacked): found the alternative representation "mmap_real" of a numeric vector, expected a sequence, a wrapped vector or text made from numbers`},
		"no class":      {one(func(w *rWriter) { w.ints(sexpAltrep).reals(0, 1) }), `t.Rdata: byte 56 (unpacked): found an alternative representation without a class, expected one`},
		"reference":     {one(func(w *rWriter) { w.ints(9<<8 | sexpRef) }), `t.Rdata: byte 40 (unpacked): found a reference to symbol 9, expected one of the 1 read so far`},
		"tag":           {workspace(2).ints(1<<10|sexpPairs).reals(0, 1).Bytes(), `t.Rdata: byte 39 (unpacked): found a numeric vector for a tag, expected a symbol`},
		"attributes":    {one(func(w *rWriter) { w.reals(with, 1).reals(0, 1) }), `t.Rdata: byte 68 (unpacked): found a numeric vector for attributes, expected a pairlist`},
		"not text":      {one(func(w *rWriter) { w.ints(sexpStrings, 1, sexpReal) }), `t.Rdata: byte 48 (unpacked): found the type code 14, expected text (9)`},
		"shape":         {one(func(w *rWriter) { w.reals(with, 1, 2, 3).dim(2, 2) }), `t.Rdata: object "X": found 3 values of a numeric vector in a matrix of 2 rows and 2 columns, expected numbers or text, as many as that, and at most 131072 columns`},
		"huge shape":    {one(func(w *rWriter) { w.reals(with, 1, 2, 3).dim(1<<30, 1<<30) }), `t.Rdata: object "X": found 3 values of a numeric vector in a matrix of 1.073741824e+09 rows and 1.073741824e+09 columns, expected numbers or text, as many as that, and at most 131072 columns`},
		"text matrix":   {one(func(w *rWriter) { w.texts(with, "a", "b").dim(2, 2) }), `t.Rdata: object "X": found 2 values of a character vector in a matrix of 2 rows and 2 columns, expected numbers or text, as many as that, and at most 131072 columns`},
		"array":         {one(func(w *rWriter) { w.reals(with, 1).tagged("dim").integers(0, 1, 1, 1).null() }), `t.Rdata: object "X": found an array of 3 dimensions, expected a matrix`},
		"names":         {one(func(w *rWriter) { w.reals(with, 1, 2).dim(1, 2, "a") }), `t.Rdata: object "X": found 1 column name for 2 columns, expected one each`},
		"duplicates":    {one(func(w *rWriter) { w.reals(with, 1, 2).dim(1, 2, "a", "a") }), `t.Rdata: object "X": two columns are named "a", expected distinct names`},
		"list":          {one(func(w *rWriter) { w.ints(sexpList, 1).reals(0, 1) }), `t.Rdata: object "X": found a list, expected numbers, text, dates, times or a factor: in R make a column for each element that a row can have, or leave the column out with exclude=X`},
		"null":          {one(func(w *rWriter) { w.null() }), `t.Rdata: object "X": found NULL without elements, expected values`},
		"dates":         {one(func(w *rWriter) { w.reals(with, 1, 2).tagged("class").texts(0, "Date").null() }), `t.Rdata: column "X": found dates or times such as "1970-01-02", expected numbers or categories: date=X takes it as a number of days, or leave it out with exclude=X`},
		"frame":         {one(func(w *rWriter) { w.ints(with|sexpList, 0).tagged("class").texts(0, "data.frame").null() }), `t.Rdata: object "X": found a data frame made of a list, expected a list of one or more named columns`},
		"ragged frame":  {one(frame(func(w *rWriter) { w.reals(0, 1, 2).reals(0, 1) })), `t.Rdata: object "X": column "v" has 1 row, expected 2 as in the columns before`},
		"date in frame": {one(frame(func(w *rWriter) { w.reals(0, 1).reals(with, 1).tagged("class").texts(0, "POSIXct").null() })), `t.Rdata: column "v": found dates or times such as "1970-01-01", expected numbers or categories: date=v takes it as a number of days, or leave it out with exclude=v`},
		"factor codes":  {one(func(w *rWriter) { factor(w, 1, 3) }), `t.Rdata: object "X": row 2: found the code 3 in a factor, expected 1 to 2`},
		"factor made":   {one(func(w *rWriter) { w.reals(with, 1).tagged("class").texts(0, "factor").null() }), `t.Rdata: object "X": found a factor made of a numeric vector, expected integers with levels`},
		"infinity":      {one(func(w *rWriter) { w.reals(0, 1, math.Inf(-1)) }), `t.Rdata: row 2, column "X": found -Inf, expected a finite number`},
		"identifiers":   {one(func(w *rWriter) { w.texts(0, "p", "q", "r") }), `t.Rdata: column "X": found a different text in every row, such as "p", expected numbers or categories: it looks like an identifier, leave the column out with exclude=X`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseObjects(bytes.NewReader(test.data), "t.Rdata", refuse, "X")
			wantError(t, err, test.want)
		})
	}
}

// frame writes a data frame with the columns u and v.
func frame(columns func(w *rWriter)) func(w *rWriter) {
	return func(w *rWriter) {
		w.ints(with|sexpList, 2)
		columns(w)
		w.tagged("names").texts(0, "u", "v").tagged("class").texts(0, "data.frame").null()
	}
}

// factor writes a factor with two levels.
func factor(w *rWriter, codes ...int) {
	w.integers(with, codes...).tagged("levels").texts(0, "low", "high").tagged("class").texts(0, "factor").null()
}

func TestParseRdataObjectErrors(t *testing.T) {
	w := matrices(3).zipped()
	for name, test := range map[string]struct {
		objects []string
		policy  MissingPolicy
		want    string
	}{
		"none":    {nil, MissingDrop, `t.Rdata: the workspace holds several tables (X, Y), expected one: choose with object; object=X,Y sets tables of the same number of rows side by side`},
		"unknown": {[]string{"X", "y"}, MissingDrop, `t.Rdata: unknown object "y", did you mean "Y"? (one of: X, Y)`},
		"twice":   {[]string{"X", "X"}, MissingDrop, `t.Rdata: object "X" is given twice, expected distinct objects`},
		"policy":  {[]string{"X"}, "", `unknown policy for missing values "" (one of: refuse, drop, keep)`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := parseObjects(bytes.NewReader(w), "t.Rdata", Options{Missing: test.policy}, test.objects...)
			wantError(t, err, test.want)
		})
	}
	v := workspace(2)
	v.tagged("X").reals(0, 1, 2).tagged("Y").reals(0, 1).tagged("Z").reals(0, missingReal, math.NaN())
	v.null()
	_, err := parseObjects(bytes.NewReader(v.Bytes()), "t.Rdata", Options{Missing: MissingDrop}, "X", "Y")
	wantError(t, err, `t.Rdata: object "Y" has 1 row, expected 2 as in "X"`)
	_, err = parseObjects(bytes.NewReader(v.Bytes()), "t.Rdata", Options{Missing: MissingDrop}, "X", "Z")
	wantError(t, err, `t.Rdata: each of the 2 rows has a missing value, expected some without; column "Z" lacks 2 (leave it out with exclude=Z)`)
}

// A few kilobytes that unpack to more than the limit are refused.
func TestParseRdataBomb(t *testing.T) {
	w := workspace(2)
	w.tagged("X").ints(sexpReal, 1<<27)
	zeros := &rWriter{}
	zeros.Write(make([]byte, 4<<20))
	// Gzip files may be joined; they unpack to their contents joined.
	data := append(w.zipped(), bytes.Repeat(zeros.zipped(), 300/4)...)
	_, err := parseObjects(bytes.NewReader(data), "t.Rdata", refuse, "X")
	if err == nil || !strings.Contains(err.Error(), " MB, expected less: unpack it first if that is right") {
		t.Errorf("got %v, want a refusal", err)
	}
}

func TestParseRdataRealFiles(t *testing.T) {
	for _, test := range []struct {
		file          string
		rows, columns int
		firstN, lastN string
		first, last   []float64 // values that begin the first row and end the last
	}{
		{"air_data_benchmark.Rdata", 43051, 21, "Longitude", "max_SO2", []float64{-86.815, 33.553056, 180}, []float64{10, 0.2, 0.4}},
		{"births_benchmark2.Rdata", 30000, 28, "age_mother", "congenital_anomalies", []float64{21, 1, 63, 20.7}, []float64{3840, 9, 0, 0}},
		{"wage_benchmark.Rdata", 20000, 80, "age", "male", []float64{62, 1, 2, 0, 16}, []float64{2.630272500059526, 0}},
	} {
		t.Run(test.file, func(t *testing.T) {
			file, err := os.Open(golden.Data(t, test.file))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			table, err := parseObjects(file, test.file, refuse, "X", "Y")
			if err != nil {
				t.Fatal(err)
			}
			c := table.Columns
			if table.Rows != test.rows || len(c) != test.columns || c[0].Name != test.firstN || c[len(c)-1].Name != test.lastN {
				t.Fatalf("%d rows and %d columns from %q to %q, want %d and %d from %q to %q",
					table.Rows, len(c), c[0].Name, c[len(c)-1].Name, test.rows, test.columns, test.firstN, test.lastN)
			}
			for j, want := range test.first {
				if got := c[j].Values[0]; got != want {
					t.Errorf("first row, column %q is %v, want %v", c[j].Name, got, want)
				}
			}
			for j, want := range test.last {
				if got := c[len(c)-len(test.last)+j].Values[table.Rows-1]; got != want {
					t.Errorf("last row, column %q is %v, want %v", c[len(c)-len(test.last)+j].Name, got, want)
				}
			}
		})
	}
}

func FuzzRdata(f *testing.F) {
	f.Add(matrices(2).Bytes())
	f.Add(matrices(3).Bytes())
	f.Add(matrices(3).zipped())
	w := workspace(3)
	w.tagged("X").ints(with|sexpList, 2).altrep("compact_intseq").reals(0, 3, 1, 1).null()
	factor(w, 1, 2, 1)
	w.tagged("names").texts(0, "a", "NA").tagged("class").texts(0, "data.frame").null()
	w.tagged("Y").altrep("deferred_string").ints(sexpPairs).integers(0, 1, 2, 2).integers(0, 0).null().null()
	f.Add(w.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := parseObjects(bytes.NewReader(data), "t.Rdata", Options{Missing: MissingDrop}, "X", "Y")
		if err != nil {
			return
		}
		checkTable(t, table)
	})
}

// Objects that a workspace or a file of a single one may hold besides tables.
func TestParseRdataPicks(t *testing.T) {
	words := workspace(3)
	words.tagged("a").texts(0, "x", "y").tagged("b").texts(0, "x", "y").null()
	_, err := Parse(bytes.NewReader(words.Bytes()), "t", refuse)
	wantError(t, err, "t: the workspace holds no data frame or matrix (it has a, b), expected one")

	one := matrices(3)
	o := refuse
	o.Object = "Z"
	_, err = Parse(bytes.NewReader(one.Bytes()), "t", o)
	wantError(t, err, `t: unknown object "Z" (one of: X, Y)`)
	if name := (NameError{}); !errors.As(err, &name) {
		t.Errorf("%v is no NameError", err)
	}
	o.Object = "X"
	if table, err := Parse(bytes.NewReader(one.Bytes()), "t", o); err != nil || summary(table) != "3 a:number b:number" {
		t.Errorf("got %v, %v", table, err)
	}

	data, err := os.ReadFile(tables + "/r_plain_v2.rds")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Parse(bytes.NewReader(data), "t", o)
	wantError(t, err, `t: the file holds a single object without a name, expected no name (found "X")`)
}

// Several objects side by side, whose columns of one name get those of the objects.
func TestParseRdataSideBySide(t *testing.T) {
	w := workspace(3)
	w.tagged("X")
	frame(func(w *rWriter) { w.reals(0, 1, 2).ints(sexpList, 0) })(w)
	w.tagged("Y")
	frame(func(w *rWriter) { w.reals(0, 3, 4).reals(0, 5, 6) })(w)
	w.tagged("M").reals(with, 7, 8, 9, 10).dim(2, 2)
	w.tagged("short").reals(0, 1).tagged("a,b").reals(0, 1, 2)
	w.null()
	for _, test := range []struct{ objects, exclude, want string }{
		{"Y,M", "u", "2 v:number M.1:number M.2:number"},
		{"X, Y", "X.v", "2 X.u:number Y.u:number Y.v:number"},
		{"a,b", "none*", `t: column to exclude "none*" matches no column (one of: a,b)`},
		{"X,M", "M.1", `t: column "v": found a list without elements, expected values`},
		{"M,short", "M.1", `t: object "short" has 1 row, expected 2 as in "M"`},
		{"M,N", "M.1", `t: unknown object "N" (one of: X, Y, M, short, a,b)`},
		{"M,", "M.1", `t: unknown object "" (one of: X, Y, M, short, a,b)`},
	} {
		o := Options{Missing: MissingRefuse, Object: test.objects, Exclude: []string{test.exclude}}
		if table, err := Parse(bytes.NewReader(w.zipped()), "t", o); err != nil {
			wantError(t, err, test.want)
		} else if got := summary(table); got != test.want {
			t.Errorf("%s: got %s, want %s", test.objects, got, test.want)
		}
	}
}

// Columns of data frames by class.
func TestParseRdataClasses(t *testing.T) {
	column := func(write func(w *rWriter)) []byte {
		w := workspace(3)
		w.tagged("X")
		frame(func(w *rWriter) { w.reals(0, 1, 2); write(w) })(w)
		return w.null().Bytes()
	}
	classed := func(class string, values ...float64) func(w *rWriter) {
		return func(w *rWriter) { w.reals(with, values...).tagged("class").texts(0, class).null() }
	}
	attributed := func(class, attribute, text string, values ...float64) func(w *rWriter) {
		return func(w *rWriter) {
			w.reals(with, values...).tagged(attribute).texts(0, text).tagged("class").texts(0, class).null()
		}
	}
	keep := refuse
	keep.Missing = MissingKeep
	for name, test := range map[string]struct {
		data []byte
		want string // summary and values, or an error
	}{
		"AsIs":      {column(classed("AsIs", 1, 2)), "number [1 2]"},
		"POSIXct":   {column(classed("POSIXct", 0, 43200)), "date [0 0.5]"},
		"integer64": {column(classed("integer64", math.Float64frombits(7), math.Float64frombits(math.MaxUint64))), "integer [7 -1]"},
		"unknown":   {column(classed("fixest", 1, 2)), `t: column "v": found the class "fixest", expected numbers, text, dates, times or a factor: in R as.numeric or as.character makes a plain vector of it if that keeps its meaning, or leave the column out with exclude=v`},
		"unitless":  {column(classed("difftime", 1, 2)), `t: column "v": found a difference of times in the unit an empty cell, expected secs, mins, hours, days or weeks`},
		"matrix":    {column(func(w *rWriter) { w.reals(with, 1, 2).dim(2, 1) }), "number [1 2]"},
		"hours":     {column(attributed("difftime", "units", "hours", 1, 2.5)), "duration [3600 9000]"},
		"weeks":     {column(attributed("difftime", "units", "weeks", 1, 2.5)), "duration [604800 1.512e+06]"},
		"period": {column(func(w *rWriter) {
			w.reals(with, 57, 30).tagged("minute").reals(0, 1, 0).tagged("hour").reals(0, 0, 2).tagged("day").reals(0, 0, 1).tagged("month").reals(0, 0, 0).tagged("year").reals(0, 0, 0).tagged("class").texts(0, "Period").null()
		}), "duration [117 93630]"},
		"month": {column(func(w *rWriter) {
			w.reals(with, 57, 30).tagged("minute").reals(0, 1, 0).tagged("hour").reals(0, 0, 2).tagged("day").reals(0, 0, 1).tagged("month").reals(0, 0, 3).tagged("year").reals(0, 0, 0).tagged("class").texts(0, "Period").null()
		}), `t: column "v": row 2: found a period of 3 months, which are of no fixed length, expected days, hours, minutes and seconds`},
		"spss": {column(func(w *rWriter) {
			w.reals(with, 4, 99).tagged("na_range").reals(0, 90, math.Inf(1)).tagged("class").texts(0, "haven_labelled_spss", "haven_labelled", "vctrs_vctr", "double").null()
		}), "number [4 NaN]"},
		"POSIXlt": {column(func(w *rWriter) {
			w.ints(with|sexpList, 1).reals(0, 0.5, 0).tagged("names").texts(0, "sec").tagged("class").texts(0, "POSIXlt", "POSIXt").null()
		}), `t: column "v": found the class "POSIXlt", expected numbers, text, dates, times or a factor: in R as.POSIXct makes points in time of it, or leave the column out with exclude=v`},
		"Date matrix": {column(func(w *rWriter) {
			w.reals(with, 3, 4).tagged("dim").integers(0, 2, 1).tagged("class").texts(0, "Date").null()
		}), "date [3 4]"},
		"complex": {column(func(w *rWriter) { w.ints(15, 1).ints(0, 0, 0, 0) }), `t: column "v": found a complex vector, expected numbers, text, dates, times or a factor: in R take Re and Im, or Mod and Arg, of it, or leave the column out with exclude=v`},
		"levels": {column(func(w *rWriter) {
			w.integers(with, 1, 2).tagged("levels").texts(0, "a", "a").tagged("class").texts(0, "factor").null()
		}), `t: column "v": found the level "a" twice in a factor, expected distinct levels`},
	} {
		o := keep
		o.Dates = []string{"v"}
		if !strings.Contains(test.want, "date") || strings.HasPrefix(test.want, "t:") {
			o.Dates = nil
		}
		table, err := Parse(bytes.NewReader(test.data), "t", o)
		if err != nil {
			wantError(t, err, test.want)
			continue
		}
		if c := table.Columns[1]; fmt.Sprint(c.Kind, " ", c.Values) != test.want {
			t.Errorf("%s: got %v %v, want %s", name, c.Kind, c.Values, test.want)
		}
	}
}

// Texts that are only described count as if they were there.
func TestParseRdataDescribedTexts(t *testing.T) {
	w := workspace(3)
	w.tagged("X").altrep("deferred_string").ints(sexpPairs).altrep("compact_intseq").reals(0, 5e6, 1, 1).null().integers(0, 0).null().null()
	_, err := parseObjects(bytes.NewReader(w.Bytes()), "t", refuse, "X")
	if err == nil || !strings.Contains(err.Error(), "found 5000000 texts to be made from numbers, expected at most 4194304") {
		t.Errorf("got %v, want a refusal", err)
	}
}
