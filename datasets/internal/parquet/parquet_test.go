package parquet

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

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
	f, err := Open(bytes.NewReader(data), int64(len(data)), 2000)
	if err != nil {
		t.Fatal(err)
	}
	for i := range f.Fields {
		if _, err = f.Column(&f.Fields[i], nil); err != nil {
			break
		}
	}
	if err == nil || !strings.Contains(err.Error(), "the file unpacks to more than 0 MiB, expected less of one of its size") {
		t.Errorf("got %v, want a refusal", err)
	}
}

// Every byte of a small file is altered, one at a time. What then is read has
// as many rows as the file claims, or there is an error.
func TestDamaged(t *testing.T) {
	stride := 1
	if testing.Short() {
		stride = 5
	}
	for name, data := range files(t) {
		for i := 0; i < len(data); i += stride {
			altered := bytes.Clone(data)
			altered[i] ^= byte(1 + i%255)
			readAll(t, name, altered)
			readAll(t, name, data[:i])
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
			all, err := f.Column(&f.Fields[i], nil)
			if err != nil {
				continue
			}
			for _, rows := range [][]int{{}, {0}, {f.Rows - 1}, {1, 2, 5, 10, 11, f.Rows - 1}} {
				some, err := f.Column(&f.Fields[i], rows)
				if err != nil || len(some.Numbers)+len(some.Codes) != len(rows) {
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

// readAll reads what can be read, with a budget of 1 MiB.
func readAll(tb testing.TB, name string, data []byte) {
	f, err := Open(bytes.NewReader(data), int64(len(data)), 1<<20)
	if err != nil {
		return
	}
	for i := range f.Fields {
		c, err := f.Column(&f.Fields[i], nil)
		if err != nil {
			continue
		}
		if n := len(c.Numbers) + len(c.Codes); n != f.Rows {
			tb.Fatalf("%s: column %q has %d rows of %d", name, f.Fields[i].Name, n, f.Rows)
		}
		if some, err := f.Column(&f.Fields[i], []int{0, f.Rows / 2}[:min(f.Rows, 2)]); err == nil && len(some.Numbers)+len(some.Codes) != min(f.Rows, 2) {
			tb.Fatalf("%s: column %q has %d and %d of two rows", name, f.Fields[i].Name, len(some.Numbers), len(some.Codes))
		}
		for _, code := range c.Codes {
			if code < -1 || int(code) >= len(c.Levels) {
				tb.Fatalf("%s: column %q has the code %d of %d", name, f.Fields[i].Name, code, len(c.Levels))
			}
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
		"no schema": {footer("\x00"), "the file has no schema"},
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

// A run of 2³¹ equal numbers takes five bytes.
func TestHybridRuns(t *testing.T) {
	data := binary.AppendUvarint(nil, math.MaxInt32<<1)
	data = append(data, 1)
	numbers, err := hybrid(data, 1, 5)
	if err != nil || len(numbers) != 5 || cap(numbers) > 64 {
		t.Errorf("got %v (room for %d), %v", numbers, cap(numbers), err)
	}
}

// Numbers packed by a width, and those of delta blocks, against the plain
// reading of their bits.
func TestPacked(t *testing.T) {
	data := []byte{0b10110100, 0b01101110, 0xff, 0x00, 0x81, 0x7e, 0x55, 0xaa, 0x13}
	for width := 1; width <= 64; width++ {
		for at := 0; at+width <= 8*len(data); at++ {
			var want uint64
			for i := range width {
				bit := at + i
				want |= uint64(data[bit/8]>>(bit%8)&1) << i
			}
			if got := packed(data, at, width); got != want {
				t.Fatalf("width %d at bit %d: got %x, want %x", width, at, got, want)
			}
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

func TestDecimalBytes(t *testing.T) {
	f := Field{physical: physicalFixed, width: 3, scale: 2, Type: Real}
	for want, b := range map[float64][]byte{1.23: {0, 0, 123}, -0.01: {255, 255, 255}, 655.36: {1, 0, 0}} {
		if got := f.number(b); got != want {
			t.Errorf("%v is %v, want %v", b, got, want)
		}
	}
}

func FuzzParquet(f *testing.F) {
	for _, data := range files(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { readAll(t, "file", data) })
}
