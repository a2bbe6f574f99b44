package reports

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
)

// A report replaces the files of an earlier one, and no others.
func TestWriteIntoFolderThatIsUsed(t *testing.T) {
	write := func(dir string, source Source) error {
		_, err := Write(context.Background(), dir, source)
		return err
	}
	put := func(text string, at ...string) string {
		t.Helper()
		path := filepath.Join(at...)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	is := func(text, path string) {
		t.Helper()
		if found, err := os.ReadFile(path); err != nil || string(found) != text {
			t.Errorf("%s was lost: %v", path, err)
		}
	}
	refused := func(err error, path, why string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "cannot write "+path+": ") || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: error %v", path, err)
		}
	}
	source := fixture.TinySource()

	// A file of the user's own, and a link to one.
	for _, linked := range []bool{false, true} {
		dir := t.TempDir()
		own := filepath.Join(dir, "tiny.csv")
		if linked {
			if err := os.Symlink(put("mine", t.TempDir(), "tiny.csv"), own); err != nil {
				t.Skip(err)
			}
		} else {
			put("mine", own)
		}
		refused(write(dir, source), own, "not as an earlier report wrote it")
		is("mine", own)
		if entries, _ := os.ReadDir(dir); len(entries) != 1 {
			t.Errorf("a refused report wrote %v", entries)
		}
	}

	// Over an earlier report, whose other files go; what is beside them stays.
	dir := t.TempDir()
	beside := put("mine", dir, "mine.csv")
	if err := write(dir, source); err != nil {
		t.Fatal(err)
	}
	other := fixture.TinySource()
	other.List[0].Name, other.List[0].Expected, other.List[0].Claims = "other", nil, nil
	other.ByName["other"] = other.ByName["tiny"]
	if err := write(dir, other); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"tiny.csv": false, "tiny.png": false, "claims.csv": false, "reproduction.pdf": false, "other.csv": true, "report.html": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", name, err == nil, want)
		}
	}
	is("mine", beside)

	// A table of the user's in the place of one of an earlier report.
	table := put("the table", dir, "other.csv")
	refused(write(dir, other), table, "not as an earlier report wrote it")
	is("the table", table)

	// The committed ones have the two pages alone.
	pages := t.TempDir()
	put("The folder that “drfvi report” writes", pages, pageName)
	put("", pages, printName)
	if err := write(pages, source); err != nil {
		t.Error(err)
	}

	// Where writing ends early no page stands beside other tables, and the next report goes on.
	half := t.TempDir()
	if err := write(half, source); err != nil {
		t.Fatal(err)
	}
	files := []file{{"tiny.csv", []byte("other")}, {"missing/work.csv", nil}, {pageName, []byte("other")}}
	if err := writeAll(half, files, readEarlier(half), nil); err == nil {
		t.Fatal("wrote below a folder that is not there")
	}
	is("other", filepath.Join(half, "tiny.csv"))
	if _, err := os.Stat(filepath.Join(half, pageName)); err == nil {
		t.Error("an earlier page stands beside new tables")
	}
	if err := write(half, source); err != nil {
		t.Error(err)
	}
}
