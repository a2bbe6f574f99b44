package library

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drfvi/internal/testing/golden"
)

const madeARFF = "@relation r\n@attribute a real\n@attribute b real\n@attribute y real\n@data\n1,2,3\n4,?,6\n7,8,9\n"

// madeSet describes madeARFF.
func madeSet() Set {
	return Set{
		Name: "made", File: "made.arff", Rows: 3, Complete: 2, Inputs: 2, Responses: 1,
		ResponseNames: []string{"y"}, URL: "http://localhost/made.arff", Size: int64(len(madeARFF)), SHA256: sum(madeARFF),
	}
}

// sum is the SHA-256 of a text.
func sum(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// wrongBytes is the fault of a text in the place of another.
func wrongBytes(found, expected string) string {
	return fmt.Sprintf("wrong bytes: found %d bytes, SHA-256 %s, expected %d bytes, SHA-256 %s", len(found), sum(found), len(expected), sum(expected))
}

// put writes a file into a new folder and returns the folder.
func put(t *testing.T, name, text string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return folder
}

func TestLoad(t *testing.T) {
	folder := put(t, "made.arff", madeARFF)
	for _, l := range []*Library{
		{Sets: []Set{madeSet()}, Folder: folder, Cache: t.TempDir()},
		{Sets: []Set{madeSet()}, Folder: t.TempDir(), Cache: folder},
		{Sets: []Set{madeSet()}, Cache: folder},
	} {
		d, err := l.Load("made")
		if err != nil {
			t.Fatal(err)
		}
		if n, p := d.X.Dims(); n != 2 || p != 2 || d.X.At(1, 1) != 8 || d.Y.At(1, 0) != 9 || d.YNames[0] != "y" || d.Dropped != 1 {
			t.Errorf("got %+v", d)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	folder := put(t, "made.arff", madeARFF)
	changed := func(change func(s *Set)) *Library {
		s := madeSet()
		change(&s)
		return &Library{Sets: []Set{s}, Folder: folder}
	}
	place := filepath.Join(folder, "made.arff")
	for name, test := range map[string]struct {
		library *Library
		want    string
	}{
		"columns":  {changed(func(s *Set) { s.Inputs = 5 }), "made: " + place + ": found 3 columns, expected 5 inputs and 1 response"},
		"rows":     {changed(func(s *Set) { s.Rows = 4 }), "made: " + place + ": found 3 rows, 2 of them complete, expected 4 and 2"},
		"complete": {changed(func(s *Set) { s.Complete = 3 }), "made: " + place + ": found 3 rows, 2 of them complete, expected 3 and 3"},
		"names":    {changed(func(s *Set) { s.ResponseNames = []string{"z"} }), "made: " + place + `: found the responses ["y"], expected ["z"]`},
		"format":   {changed(func(s *Set) { s.Objects = []string{"X"} }), "made: " + place + `: object "X" is asked for, and only R workspaces have objects: leave object out`},
		"missing":  {&Library{Sets: []Set{madeSet()}, Folder: t.TempDir()}, `made: data missing: no made.arff; get it with "drfvi data fetch made", or put it into a folder and name that with data-dir or DRFVI_DATA`},
		"unknown":  {&Library{Sets: []Set{{Name: "jura"}}}, `datasets: unknown data set "made" (one of: jura)`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := test.library.Load("made")
			wantError(t, err, test.want)
			if errors.Is(err, ErrMissing) != (name == "missing") {
				t.Errorf("ErrMissing is %v", errors.Is(err, ErrMissing))
			}
		})
	}
}

func TestLoadTextColumn(t *testing.T) {
	text := strings.Replace(strings.Replace(madeARFF, "b real", "b {2,8}", 1), "4,?", "4,2", 1)
	s := madeSet()
	s.Complete, s.Size, s.SHA256 = 3, int64(len(text)), sum(text)
	folder := put(t, "made.arff", text)
	_, err := (&Library{Sets: []Set{s}, Folder: folder}).Load("made")
	wantError(t, err, "made: "+filepath.Join(folder, "made.arff")+`: column "b" holds text, expected numbers`)
}

func TestFind(t *testing.T) {
	good, wrong, missing := madeSet(), madeSet(), madeSet()
	wrong.Name, wrong.File = "wrong", "wrong.arff"
	missing.Name, missing.File = "missing", "missing.arff"
	folder := put(t, "made.arff", madeARFF)
	if err := os.WriteFile(filepath.Join(folder, "wrong.arff"), []byte(madeARFF[1:]), 0o600); err != nil {
		t.Fatal(err)
	}
	l := &Library{Sets: []Set{good, wrong, missing}, Folder: folder, Cache: t.TempDir()}
	if path, err := l.Find("made"); err != nil || path != filepath.Join(folder, "made.arff") {
		t.Errorf("got %s, %v", path, err)
	}
	if path, err := l.Find("missing"); !errors.Is(err, ErrMissing) || path != "" {
		t.Errorf("got %s, %v", path, err)
	}
	path, err := l.Find("wrong")
	if !errors.Is(err, ErrWrong) {
		t.Errorf("got %v", err)
	}
	wantError(t, err, "wrong: "+path+": "+wrongBytes(madeARFF[1:], madeARFF)+`; delete the file and fetch it again with "drfvi data fetch wrong"`)
	_, err = l.Find("wrogn")
	wantError(t, err, `datasets: unknown data set "wrogn", did you mean "wrong"? (one of: made, wrong, missing)`)
}

func TestFindRefusesLongFiles(t *testing.T) {
	folder := put(t, "made.arff", madeARFF+"\n")
	_, err := (&Library{Sets: []Set{madeSet()}, Folder: folder}).Find("made")
	wantError(t, err, fmt.Sprintf("made: %s: wrong bytes: found more than %d bytes, expected so many; delete the file and fetch it again with \"drfvi data fetch made\"", filepath.Join(folder, "made.arff"), len(madeARFF)))
}

func TestNew(t *testing.T) {
	folder := put(t, "file", "")
	t.Setenv("DRFVI_DATA", folder)
	t.Setenv("XDG_CACHE_HOME", folder)
	l, err := New("")
	if err != nil {
		t.Fatal(err)
	}
	if l.Folder != folder || filepath.Base(l.Cache) != "drfvi" || len(l.Sets) != 9 {
		t.Errorf("got %+v", l)
	}
	other := t.TempDir()
	if l, err = New(other); err != nil || l.Folder != other {
		t.Errorf("got %+v, %v, want the folder asked for", l, err)
	}
	_, err = New(filepath.Join(folder, "none"))
	wantError(t, err, `datasets: data folder "`+filepath.Join(folder, "none")+`" does not exist, expected the folder with the data sets' files`)
	t.Setenv("DRFVI_DATA", filepath.Join(folder, "file"))
	_, err = New("")
	wantError(t, err, `datasets: DRFVI_DATA "`+filepath.Join(folder, "file")+`" is a file, expected the folder with the data sets' files`)
}

// The published files, each skipped where it is absent.
func TestLoadRealFiles(t *testing.T) {
	for _, s := range Sets() {
		t.Run(s.Name, func(t *testing.T) {
			l := &Library{Sets: Sets(), Folder: filepath.Dir(golden.Data(t, s.File))}
			d, err := l.Load(s.Name)
			if err != nil {
				t.Fatal(err)
			}
			n, p := d.X.Dims()
			m, k := d.Y.Dims()
			if n != s.Rows-d.Dropped || m != n || p != s.Inputs || k != s.Responses {
				t.Errorf("X is %d×%d and Y %d×%d with %d rows dropped", n, p, m, k, d.Dropped)
			}
			if s.Complete > 0 && n != s.Complete {
				t.Errorf("%d complete rows, want %d", n, s.Complete)
			}
		})
	}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil {
		t.Fatalf("no error, want %s", want)
	}
	if said := err.Error(); said != want {
		t.Errorf("got  %s\nwant %s", said, want)
	}
}
