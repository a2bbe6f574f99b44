// Package golden finds the reference values and data sets that tests compare
// with. They are not part of the repository: each lives in a folder that an
// environment variable names, or else in ../shared beside the repository. A
// test that needs one that is absent is skipped, and says what was missing.
//
//	$DRFVI_REFERENCE or ../shared/reference   reference values, JSON
//	$DRFVI_DATA      or ../shared/datasets    data sets as published
package golden

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// Reference returns the bytes of a file of reference values. If there is no
// such file the test is skipped; if it cannot be read the test fails.
func Reference(tb testing.TB, name string) []byte {
	tb.Helper()
	path := find(tb, "DRFVI_REFERENCE", "reference", name)
	data, err := os.ReadFile(path)
	if err != nil {
		tb.Fatalf("golden: %v", err)
	}
	return data
}

// Load decodes a file of reference values into *into. If there is no such
// file the test is skipped; if it cannot be read or decoded the test fails.
func Load(tb testing.TB, name string, into any) {
	tb.Helper()
	if err := json.Unmarshal(Reference(tb, name), into); err != nil {
		tb.Fatalf("golden: %s: %v", name, err)
	}
}

// Data returns the path of a data set's file. If there is no such file the
// test is skipped.
func Data(tb testing.TB, name string) string {
	tb.Helper()
	return find(tb, "DRFVI_DATA", "datasets", name)
}

// find returns the path of an existing file in the folder that the variable
// names or, if it is unset or empty, in the given folder of ../shared, seen
// from the root of the module. It skips the test if there is none.
func find(tb testing.TB, variable, folder, name string) string {
	tb.Helper()
	dir := os.Getenv(variable)
	if dir == "" {
		root := moduleRoot(tb)
		dir = filepath.Join(filepath.Dir(root), "shared", folder)
	}
	path := filepath.Join(dir, name)
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		tb.Skipf("golden: no %s; set %s to the folder that holds %s", path, variable, name)
	case err != nil:
		tb.Fatalf("golden: %v", err)
	}
	return path
}

// moduleRoot returns the nearest folder with a go.mod at or above the working
// directory, which for a test is its package's folder.
func moduleRoot(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatalf("golden: %v", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			tb.Fatalf("golden: no go.mod at or above the working directory")
		}
		dir = parent
	}
}
