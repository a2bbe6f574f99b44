package rdata

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// FuzzRData begins with the files of the tests of tables, unpacked.
func FuzzRData(f *testing.F) {
	names, err := filepath.Glob("../../testdata/tables/*.[rR][dD]*")
	if err != nil || len(names) == 0 {
		f.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if r, err := gzip.NewReader(bytes.NewReader(data)); err == nil {
			if data, err = io.ReadAll(r); err != nil {
				f.Fatal(err)
			}
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := NewDecoder(bufio.NewReader(bytes.NewReader(data)))
		if err != nil {
			return
		}
		objects, err := d.Objects()
		if err != nil {
			return
		}
		if d.Read() != int64(len(data)) {
			t.Errorf("%d of %d bytes were read", d.Read(), len(data))
		}
		for _, o := range objects {
			if o.Value == nil {
				t.Errorf("object %q is nil", o.Name)
			}
		}
	})
}
