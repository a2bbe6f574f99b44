// Package golden has the reference values that tests compare with, and finds the data
// sets. The values are part of the repository (testdata/README.md explains their
// origin); a folder that DRFVI_REFERENCE names is looked at first, for other ones of
// the same names. Data sets are not: they lie in the folder that DRFVI_DATA names, or
// else in ../shared/datasets beside the repository. A test that needs an absent one is
// skipped, and make test reports it.
package golden

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

//go:embed testdata
var committed embed.FS

// Reference returns the bytes of a file of reference values: the one in the
// folder that DRFVI_REFERENCE names, where there is one, or the committed one,
// which may be packed with gzip.
func Reference(tb testing.TB, name string) []byte {
	tb.Helper()
	if dir := os.Getenv("DRFVI_REFERENCE"); dir != "" {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err == nil {
			return data
		}
		if !errors.Is(err, fs.ErrNotExist) {
			tb.Fatalf("golden: %v", err)
		}
	}
	if data, err := committed.ReadFile("testdata/" + name); err == nil {
		return data
	}
	packed, err := committed.ReadFile("testdata/" + name + ".gz")
	if err != nil {
		tb.Fatalf("golden: %v", err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		tb.Fatalf("golden: %s: %v", name, err)
	}
	data, err := io.ReadAll(unpacked)
	if err != nil {
		tb.Fatalf("golden: %s: %v", name, err)
	}
	return data
}

// Load decodes a file of reference values into *into.
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
	dir := os.Getenv("DRFVI_DATA")
	if dir == "" {
		dir = filepath.Join(filepath.Dir(moduleRoot(tb)), "shared", "datasets")
	}
	path := filepath.Join(dir, name)
	switch _, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		tb.Skipf("data set missing: no %s in the folder of DRFVI_DATA", name)
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

// Tree is a tree of drf as golden_trees.json and golden_forests.json hold it.
// Rows and inputs count from 0; a node whose children are both 0 is a leaf.
type Tree struct {
	Root        int       `json:"root"`
	Left        []int32   `json:"left"`
	Right       []int32   `json:"right"`
	SplitVar    []int32   `json:"split_var"`
	SplitValue  []float64 `json:"split_value"`
	LeafSamples [][]int32 `json:"leaf_samples"`
	Drawn       []int32   `json:"drawn"`
}

// IsLeaf reports whether the node is a leaf.
func (t *Tree) IsLeaf(node int32) bool { return t.Left[node] == 0 && t.Right[node] == 0 }
