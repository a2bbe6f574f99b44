package datasets

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// stored is a column of a Parquet file of a test: []float64 with NaN for missing, []int64, []bool,
// []string with absentText for missing, []day or, of no type, []empty.
type stored struct {
	name   string
	values any
}

type day int32
type empty struct{}

const absentText = "\x00"

// storeParquet writes a file without compression: pages of plain values, in groups of so many
// rows. The reading of what other programs write is tested with their files.
func storeParquet(t testing.TB, path string, groupRows int, columns ...stored) {
	t.Helper()
	var file, groups bytes.Buffer
	file.WriteString("PAR1")
	rows := columns[0].length()
	count := 0
	for first := 0; first < rows; first += groupRows {
		n := min(groupRows, rows-first)
		count++
		var chunks bytes.Buffer
		for _, c := range columns {
			physical, present, data := c.page(first, n)
			start := file.Len()
			levels := binary.AppendUvarint(nil, uint64((n+7)/8)<<1|1)
			levels = append(levels, present...)
			body := append(binary.LittleEndian.AppendUint32(nil, uint32(len(levels))), append(levels, data...)...)
			var header compact
			header.number(1, 0).number(2, len(body)).number(3, len(body))
			header.open(5).number(1, n).number(2, 0).number(3, 3).number(4, 3).close()
			file.Write(append(header.b, 0))
			file.Write(body)
			var chunk compact
			chunk.open(3).number(1, physical).number(4, 0).number(5, n).number(7, file.Len()-start).number(9, start).close()
			chunks.Write(append(chunk.b, 0))
		}
		var group compact
		group.list(1, len(columns), chunks.Bytes()).number(3, n)
		groups.Write(append(group.b, 0))
	}
	var schema compact
	schema.text(4, "schema").number(5, len(columns))
	elements := append(schema.b, 0)
	for _, c := range columns {
		physical, _, _ := c.page(0, 0)
		var element compact
		element.number(1, physical).number(3, 1).text(4, c.name)
		switch c.values.(type) {
		case []string:
			element.number(6, 0)
		case []day:
			element.number(6, 6)
		case []empty:
			element.open(10).open(11).close().close()
		}
		elements = append(append(elements, element.b...), 0)
	}
	var meta compact
	meta.number(1, 1).list(2, 1+len(columns), elements).number(3, rows).list(4, count, groups.Bytes())
	footer := append(meta.b, 0)
	file.Write(footer)
	file.Write(binary.LittleEndian.AppendUint32(nil, uint32(len(footer))))
	file.WriteString("PAR1")
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, file.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (c stored) length() int {
	switch v := c.values.(type) {
	case []float64:
		return len(v)
	case []int64:
		return len(v)
	case []bool:
		return len(v)
	case []string:
		return len(v)
	case []day:
		return len(v)
	}
	return len(c.values.([]empty))
}

// page returns the physical type of the column, which of n values are there, as bits, and
// those.
func (c stored) page(first, n int) (physical int, present, data []byte) {
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
		return 5, present, data
	case []int64:
		return 2, present, data
	case []bool:
		return 0, present, bits
	case []string:
		return 6, present, data
	}
	return 1, present, data
}

// compact writes the structures of Thrift's compact protocol that metadata consist of.
type compact struct {
	b     []byte
	last  int
	outer []int
}

func (c *compact) field(id, kind int) {
	c.b = append(c.b, byte((id-c.last)<<4|kind))
	c.last = id
}

func (c *compact) number(id, v int) *compact {
	c.field(id, 6)
	c.b = binary.AppendVarint(c.b, int64(v))
	return c
}

func (c *compact) text(id int, v string) *compact {
	c.field(id, 8)
	c.b = append(binary.AppendUvarint(c.b, uint64(len(v))), v...)
	return c
}

func (c *compact) list(id, n int, structures []byte) *compact {
	c.field(id, 9)
	c.b = append(binary.AppendUvarint(append(c.b, 0xfc), uint64(n)), structures...)
	return c
}

func (c *compact) open(id int) *compact {
	c.field(id, 12)
	c.outer, c.last = append(c.outer, c.last), 0
	return c
}

func (c *compact) close() *compact {
	c.b = append(c.b, 0)
	c.last, c.outer = c.outer[len(c.outer)-1], c.outer[:len(c.outer)-1]
	return c
}
