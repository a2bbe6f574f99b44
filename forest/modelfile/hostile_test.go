package modelfile

import (
	"bytes"
	"encoding/gob"
	"runtime"
	"testing"

	"drfvi/forest"

	"gonum.org/v1/gonum/mat"
)

// TestEmptyParts bounds the memory of a content that no Encode has written, with as many empty parts of trees, of a byte
// each, as a short file can have.
func TestEmptyParts(t *testing.T) {
	const parts, most = 500_000, 256 << 20
	c := content{
		Config: grown(t, 120, "paper", nil, simple).Forest.Config, Inputs: [][]float64{{1}}, Responses: [][]float64{{1}}, Levels: []int{0},
		Trees: trees{Sizes: make([]treeSize, parts), LevelSets: make([]forest.LevelSet, parts)},
	}
	var encoded bytes.Buffer
	if err := gob.NewEncoder(&encoded).Encode(c); err != nil {
		t.Fatal(err)
	}
	data := packed(encoded.Bytes())
	if int64(encoded.Len()) > longestContent(len(data)) {
		t.Fatalf("%d bytes in %d are refused before they are decoded", encoded.Len(), len(data))
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := unpack(data)
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; err != errBroken || got > most {
		t.Errorf("%v, %d bytes of %d in a file, expected at most %d", err, got, len(data), most)
	}
}

// TestHostile decodes the largest contents that a file of 25 kB can have, a table of one value
// and trees of one leaf, and bounds the memory they take.
func TestHostile(t *testing.T) {
	const small, most = 25_000, 256 << 20
	of := func(n, p, trees int) Model {
		m := grown(t, 120, "paper", nil, simple)
		columns, err := forest.NewColumns(mat.NewDense(n, p, nil), nil)
		if err != nil {
			t.Fatal(err)
		}
		m.Forest.Columns, m.Responses = columns, mat.NewDense(n, 1, nil)
		m.Forest.Trees = make([]forest.Tree, trees)
		for k := range m.Forest.Trees {
			m.Forest.Trees[k] = forest.Tree{Nodes: []forest.Node{{Var: forest.Leaf, Right: 1}}, Rows: []int32{0}, Drawn: []int32{0}}
		}
		m.Forest.Config.Trees = trees
		return m
	}
	for what, m := range map[string]Model{"a wide table": of(1000, 1000, 1), "a long table": of(500_000, 1, 1), "many trees": of(2, 1, 80_000)} {
		data := encoded(t, m)
		if len(data) > small {
			t.Errorf("%s takes %d bytes, expected at most %d", what, len(data), small)
		}
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		back, err := Decode(data)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if taken := after.TotalAlloc - before.TotalAlloc; taken > most {
			t.Errorf("%s: %d bytes of %d in a file, expected at most %d", what, taken, len(data), most)
		} else {
			t.Logf("%s: %d bytes of file, %d MB", what, len(data), taken>>20)
		}
		runtime.KeepAlive(back)
	}
}
