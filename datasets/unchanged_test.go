package datasets

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"testing"
	"time"
)

// TestUnchanged: a file that grows, is cut, or is written anew while it is read is refused, one
// that another takes the place of is read as it was.
func TestUnchanged(t *testing.T) {
	for name, c := range map[string]struct {
		change func(path string) error
		want   string
	}{
		"grows": {func(path string) error { return os.WriteFile(path, []byte("a,b\n1,2\n3,4\n"), 0o666) },
			"the file was written to while it was read (8 bytes before, 12 after), expected one that stays as it is: wait for its writer, or read a copy"},
		"cut": {func(path string) error { return os.Truncate(path, 6) },
			"the file was written to while it was read (8 bytes before, 6 after), expected one that stays as it is: wait for its writer, or read a copy"},
		"anew": {func(path string) error { return os.Chtimes(path, time.Time{}, time.Now().Add(time.Second)) },
			"the file was written to while it was read (8 bytes before, 8 after), expected one that stays as it is: wait for its writer, or read a copy"},
		"replaced": {func(path string) error {
			if err := os.WriteFile(path+"2", []byte("a,b\n5,6\n"), 0o666); err != nil {
				return err
			}
			return os.Rename(path+"2", path)
		}, ""},
		"stays": {func(string) error { return nil }, ""},
	} {
		path := filepath.Join(t.TempDir(), "t.csv")
		if err := os.WriteFile(path, []byte("a,b\n1,2\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		table, err := unchanged(file, func() (*Table, error) {
			table, err := Parse(file, path, Options{Missing: MissingRefuse})
			if fault := c.change(path); fault != nil {
				t.Fatal(fault)
			}
			return table, err
		})
		switch {
		case c.want != "":
			wantError(t, err, path+": "+c.want)
		case err != nil || table.Rows != 1 || table.Columns[0].Values[0] != 1:
			t.Errorf("%s: %v, %v", name, table, err)
		}
		file.Close()
	}
}

// TestUnchangedFolder: the same of a file of a folder, between the look at all of them and the
// reading.
func TestUnchangedFolder(t *testing.T) {
	folder := storeFolder(t, whole(30), 0, 10, 20)
	opened, err := openFolder(folder, keepDates)
	if err != nil {
		t.Fatal(err)
	}
	second := filepath.Join(folder, "part-001.parquet")
	size := func() int64 {
		info, err := os.Stat(second)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	storeParquet(t, second, 7, rowsOf(whole(30), 0, 9)...)
	_, err = opened.table()
	wantError(t, err, fmt.Sprintf("%s: column \"x\": the file was written to while it was read (%d bytes before, %d after), expected one that stays as it is: wait for its writer, or read a copy", second, before, size()))
}

// TestFolderCloses: files of a folder are closed, of which there may be more than a process may open.
func TestFolderCloses(t *testing.T) {
	const open = "/proc/self/fd"
	count := func() int {
		files, err := os.ReadDir(open)
		if err != nil {
			t.Skip("needs " + open)
		}
		return len(files)
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which closes files too
	folder, before := storeFolder(t, whole(30), 0, 5, 10, 15, 20, 25), count()
	mustRead(t, folder, keepDates)
	if after := count(); after > before {
		t.Errorf("%d files are open before a folder of six is read, %d after", before, after)
	}
}
