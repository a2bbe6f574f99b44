package datasets

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"io"
	"math"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"

	"drfvi/internal/rng"
)

// TestBomb packs far more than files may unpack to: no more of it is unpacked than that.
// Gzip files may be joined; they unpack to their contents joined. The small one is of
// bzip2, 50 bytes that hold twenty million zeros.
func TestBomb(t *testing.T) {
	zeros := zipped(make([]byte, 4<<20))
	small, err := hex.DecodeString("425a6839314159265359bfcaafc400992fc200c00000080008200030cc0529a6aa91146c0288a3c5dc914e14242ff2abf100")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		data []byte
		most int64
		want string
	}{
		"gzip":  {bytes.Repeat(zeros, 300/4), packedFree + packedShare*int64(75*len(zeros)), " kB of the file unpack to more than "},
		"bzip2": {small, smallFree + 100*smallShare, "the first 1 kB of the file unpack to more than 1 MB, expected less: unpack it first if that is right"},
	} {
		r, err := unpacking(bytes.NewReader(c.data))
		if err != nil {
			t.Fatal(err)
		}
		n, err := io.Copy(io.Discard, r)
		if err == nil || !strings.Contains(err.Error(), c.want) || n < smallFree/2 || n > c.most {
			t.Errorf("%s: %d bytes, %v", name, n, err)
		}
	}
}

// TestSparse unpacks tables of zeros and few ones, which pack to a hundredth.
func TestSparse(t *testing.T) {
	src := rng.New(1).Source()
	for _, rows := range []int{200, 20000} {
		var table bytes.Buffer
		for range rows * 100 {
			if src.IntN(100) == 0 {
				table.WriteString("1,")
			} else {
				table.WriteString("0,")
			}
		}
		packed := zipped(table.Bytes())
		r, err := unpacking(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		if n, err := io.Copy(io.Discard, r); err != nil || n != int64(table.Len()) {
			t.Errorf("%d bytes of %d packed to %d: %v", n, table.Len(), len(packed), err)
		}
	}
}

// TestLayers unpacks what is packed up to three times, and no more.
func TestLayers(t *testing.T) {
	data := []byte("x,y\n1,2\n")
	for layers := range maxLayers + 2 {
		r, err := unpacking(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if plain := string(got) == "x,y\n1,2\n"; err != nil || plain != (layers <= maxLayers) {
			t.Errorf("%d layers: %d bytes, %v", layers, len(got), err)
		}
		data = zipped(data)
	}
}

func TestDamagedPacked(t *testing.T) {
	whole := zipped([]byte(strings.Repeat("1,2\n", 100)))
	altered := bytes.Clone(whole)
	altered[len(altered)-8] ^= 1 // of the checksum
	bzipped, err := hex.DecodeString("425a6839314159265359df0b503f00000358800010000430000060200030c00869b28823278bb9229c28486f85a81f80")
	if err != nil {
		t.Fatal(err)
	}
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	zstandard := w.EncodeAll([]byte("x,y\n1,2\n"), nil)
	const added = "cannot unpack the file ("
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"short":              {whole[:len(whole)-9], "the file ends early"},
		"altered":            {altered, "cannot unpack the file (gzip: invalid checksum), expected it as it was packed, and nothing after that"},
		"one byte more":      {append(bytes.Clone(whole), '\n'), "the file ends early"},
		"bytes more":         {append(bytes.Clone(whole), "and more than a header"...), added},
		"joined and more":    {append(bytes.Repeat(whole, 2), 0x1f), "the file ends early"},
		"joined and cut":     {append(bytes.Clone(whole), whole[:5]...), "the file ends early"},
		"zstd and more":      {append(bytes.Clone(zstandard), "more"...), added},
		"zstd and one byte":  {append(bytes.Clone(zstandard), 0), "the file ends early"},
		"zstd that is cut":   {zstandard[:len(zstandard)-3], "the file ends early"},
		"bzip2 and more":     {append(bytes.Clone(bzipped), "more"...), added},
		"bzip2 and one byte": {append(bytes.Clone(bzipped), 0), "the file ends early"},
		"bzip2 that is cut":  {bzipped[:len(bzipped)-3], "the file ends early"},
	} {
		r, err := unpacking(bytes.NewReader(c.data))
		if err == nil {
			_, err = io.Copy(io.Discard, r)
		}
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
	if _, err := unpacking(strings.NewReader("\xfd7zXZ")); err == nil || !strings.Contains(err.Error(), "compressed with xz, expected gzip, zstd or bzip2") {
		t.Errorf("xz: %v", err)
	}
}

// TestDecoded reads texts in pieces of all sizes: what is UTF-8 stays, the rest is Windows-1252.
func TestDecoded(t *testing.T) {
	ascii := strings.Repeat("abc,", 50_000)
	for _, c := range []struct {
		text, want string
		windows    bool
	}{
		{"", "", false},
		{ascii, ascii, false},
		{ascii + "Größe €", ascii + "Größe €", false},
		{ascii + "Gr\xf6\xdfe \x80", ascii + "Größe €", true},
		{"\xe9", "é", true},
		{"é\xe9", "é\xe9", false}, // UTF-8 with a fault, which is told where it stands
		{"\xff", "ÿ", true},
		{"\ufffd", "\ufffd", false},
	} {
		for name, r := range map[string]io.Reader{"whole": strings.NewReader(c.text), "bytes": iotest.OneByteReader(strings.NewReader(c.text)), "halves": iotest.HalfReader(strings.NewReader(c.text))} {
			d := &decoded{from: bufio.NewReaderSize(r, peeked)}
			got, err := io.ReadAll(d)
			if err != nil || string(got) != c.want || d.windows != c.windows {
				t.Errorf("%s, %.20q at the end: %d bytes, Windows %v, %v", name, c.text[max(0, len(c.text)-20):], len(got), d.windows, err)
			}
		}
	}
}

// TestHasThousands tells marks between thousands from decimal marks and lists.
func TestHasThousands(t *testing.T) {
	for text, want := range map[string]bool{
		"1,234": true, "386,825": true, "-1,234,567.8": true, "+12,345": true, "1,000.": true,
		"": false, "1234": false, "0,125": false, "12,34": false, "1,2345": false, "1234,567": false, ",123": false, "1,,234": false, "1,234,5": false, "a,123": false, "1,234.5,6": false, "1,23a": false,
	} {
		if got := hasThousands(text, ',', '.'); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestMissingAs counts the words that stand for missing values, and empty cells.
func TestMissingAs(t *testing.T) {
	d, err := DescribeFrom(strings.NewReader("a,b\n1,n/a\nNA,2\nn/a,3\nNA,\n5,x\n"), "t.csv", Options{NA: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range [][]Level{{{"NA", 2}, {"n/a", 1}}, {{"", 1}, {"n/a", 1}, {"x", 1}}} {
		got := d.Columns[j].MissingAs
		if len(got) != len(want) || math.IsNaN(d.Columns[j].Mean) {
			t.Fatalf("column %d: %v, expected %v", j+1, got, want)
		}
		for k := range want {
			if got[k] != want[k] {
				t.Errorf("column %d: %v, expected %v", j+1, got, want)
			}
		}
	}
}
