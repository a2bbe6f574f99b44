package kept

import (
	"runtime"
	"testing"

	"drfvi/forest"

	"gonum.org/v1/gonum/mat"
)

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
	for what, m := range map[string]Model{"a wide table": of(1000, 1000, 1), "a long table": of(500_000, 1, 1), "many trees": of(2, 1, 200_000)} {
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
