package modelfile

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
	"drfvi/internal/rng"
)

// grown returns a model with all that one can have: an input with missing values, one with
// levels, an indicator, clusters and weights, −0, and trees in groups.
func grown(t testing.TB, n int, preset string, levels []int, d func(n int) design.Design) Model {
	t.Helper()
	src := rng.New(7).Named("kept").Source()
	x, y := mat.NewDense(n, 4, nil), mat.NewDense(n, 2, nil)
	for i := range n {
		x.SetRow(i, []float64{src.Normal(), math.Floor(70 * src.Float64()), math.Floor(2 * src.Float64()), math.Round(4 * src.Normal())})
		if levels != nil && i%7 == 3 {
			x.Set(i, 0, math.NaN())
		}
		y.SetRow(i, []float64{math.Round(x.At(i, 3) + src.Normal()), 3*x.At(i, 2) + src.Normal()})
		if y.At(i, 0) == 0 && i%2 == 0 {
			y.Set(i, 0, math.Copysign(0, -1))
		}
		if levels != nil && math.IsNaN(x.At(i, 0)) {
			y.Set(i, 1, y.At(i, 1)+4)
		}
		y.Set(i, 1, y.At(i, 1)+3*float64(int(x.At(i, 1))%3))
	}
	columns, err := forest.NewColumns(x, levels)
	if err != nil {
		t.Fatal(err)
	}
	config, err := forest.Preset(preset, 30)
	if err != nil {
		t.Fatal(err)
	}
	config.MinNodeSize = 2
	grower, err := forest.NewGrower(columns.Sampled(d(n)), y, config)
	if err != nil {
		t.Fatal(err)
	}
	f, err := grower.Fit(context.Background(), nil, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	return Model{Forest: f, Responses: y, Notes: []byte(`{"a":1}`), Program: "1.0.0"}
}

func simple(int) design.Design { return design.Design{} }

func surveyed(n int) design.Design {
	d := design.Design{Clusters: make([]int32, n), Weights: make([]float64, n)}
	for i := range n {
		d.Clusters[i], d.Weights[i] = int32(i/6), 0.5+float64(i%2)
	}
	return d
}

var many = []int{forest.Incomplete, 70, 0, 0}

func models(t testing.TB) map[string]Model { return modelsOf(t, 120) }

// modelsOf are models of n rows.
func modelsOf(t testing.TB, n int) map[string]Model {
	return map[string]Model{
		"numbers": grown(t, n, "paper", nil, simple), "groups": grown(t, n, "drf-1.1.0", nil, simple),
		"levels": grown(t, n, "paper", many, simple), "survey": grown(t, n, "paper", many, surveyed),
	}
}

func encoded(t testing.TB, m Model) []byte {
	t.Helper()
	data, err := m.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestRoundTrip compares all weights, out-of-bag and of new rows, to the bit.
func TestRoundTrip(t *testing.T) {
	ctx := context.Background()
	for name, m := range models(t) {
		data := encoded(t, m)
		back, err := Decode(data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		sets, missing := 0, 0
		for _, tree := range m.Forest.Trees {
			sets += len(tree.Sets)
			for _, node := range tree.Nodes {
				if node.Set < 0 {
					missing++
				}
			}
		}
		if with := name == "levels" || name == "survey"; with != (sets > 0) || with != (missing > 0) {
			t.Errorf("%s: %d splits of levels, %d with missing values to the left", name, sets, missing)
		}
		if string(back.Notes) != string(m.Notes) || back.Program != m.Program || back.Forest.Config != m.Forest.Config ||
			!reflect.DeepEqual(back.Forest.RowWeights, m.Forest.RowWeights) || !sameColumns(back.Forest.Columns, m.Forest.Columns) {
			t.Errorf("%s: %q by %q, %v, or columns and weights differ", name, back.Notes, back.Program, back.Forest.Config)
		}
		n, d := m.Responses.Dims()
		for i := range n {
			for k := range d {
				if v, want := back.Responses.At(i, k), m.Responses.At(i, k); math.Float64bits(v) != math.Float64bits(want) {
					t.Errorf("%s: response %v, expected %v", name, v, want)
				}
			}
		}
		x := mat.NewDense(2, 4, []float64{0.3, 5, 1, 2, -1, 60, 0, -3})
		if name == "levels" || name == "survey" {
			x.Set(1, 0, math.NaN())
		}
		for _, bag := range []bool{true, false} {
			at := func(m Model) forest.Evaluation {
				if bag {
					return m.Forest.Columns.OutOfBag()
				}
				e, err := m.Forest.Columns.On(x)
				if err != nil {
					t.Fatal(err)
				}
				return e
			}
			want, err := m.Forest.Weights(ctx, at(m), 2)
			if err != nil {
				t.Fatal(err)
			}
			got, err := back.Forest.Weights(ctx, at(back), 1)
			if err != nil {
				t.Fatal(err)
			}
			if !mat.Equal(got, want) {
				t.Errorf("%s: weights differ, out-of-bag: %v", name, bag)
			}
		}
		if again := encoded(t, back); string(again) != string(data) {
			t.Errorf("%s: written again it has other bytes", name)
		}
	}
}

// TestRefused alters files.
func TestRefused(t *testing.T) {
	data := encoded(t, grown(t, 120, "paper", many, surveyed))
	for _, c := range []struct{ what, data, want string }{
		{"nothing", "", "is no model of drfvi, expected a file that drfvi fit has written"},
		{"a table", "x1,x2\n1,2\n", "is no model of drfvi"},
		{"a long text", magic + strings.Repeat("n", 300), "is cut short"},
		{"a head", magic + "2 1.0.0\n", "is cut short after 20 bytes, expected the whole file"},
		{"half of a head", magic + "2 1.", "is cut short after 16 bytes"},
		{"half", string(data[:len(data)/2]), "is cut short, or altered: it has "},
		{"all but the last", string(data[:len(data)-1]), "is cut short, or altered"},
		{"more", string(data) + "\n", "was altered since drfvi fit wrote it: its checksum is wrong, expected the file as it was"},
		{"a later format", strings.Replace(string(data), "2 1.0.0", "3 3.1.0", 1), "is a model of format 3, written by drfvi 3.1.0, expected format 2: a newer drfvi reads it"},
		{"the format before", strings.Replace(string(data), "2 1.0.0", "1 2.0.0", 1), "is a model of format 1, written by drfvi 2.0.0, which this version does not read: run drfvi fit again on its table"},
		{"another program", strings.Replace(string(data), "1.0.0", "1.0.1", 1), "was altered"},
	} {
		_, err := Decode([]byte(c.data))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %s", c.what, err, c.want)
		}
		if _, read := Read(strings.NewReader(c.data)); c.what != "more" && c.what != "a long text" && fmt.Sprint(read) != fmt.Sprint(err) || read == nil {
			t.Errorf("%s: %v when read, %v decoded", c.what, read, err)
		}
	}
	for at := 0; at < len(data); at += 1 + len(data)/200 {
		altered := append([]byte(nil), data...)
		altered[at] ^= 4
		if _, err := Decode(altered); err == nil {
			t.Errorf("byte %d of %d may be altered", at, len(data))
		}
	}
}

// TestRead reads a model as Decode does, and of what has no end, such as a device, the beginning.
func TestRead(t *testing.T) {
	data := encoded(t, grown(t, 120, "paper", many, surveyed))
	m, err := Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if again := encoded(t, m); !bytes.Equal(again, data) {
		t.Error("a model that was read has other bytes when it is written again")
	}
	for _, c := range []struct{ begin, want string }{
		{"", "is no model of drfvi, expected a file that drfvi fit has written"},
		{string(data), "was altered since drfvi fit wrote it"},
	} {
		zeros := &counted{}
		if _, err := Read(io.MultiReader(strings.NewReader(c.begin), zeros)); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%d bytes and zeros without end: %v, expected %s", len(c.begin), err, c.want)
		}
		if zeros.read > 1000 {
			t.Errorf("%d zeros are read", zeros.read)
		}
	}
}

// counted reads as zeros without end, and counts them.
type counted struct{ read int }

func (c *counted) Read(p []byte) (int, error) {
	c.read += len(p)
	clear(p)
	return len(p), nil
}

// TestNonsense has contents that no forest has under a right checksum.
func TestNonsense(t *testing.T) {
	m := grown(t, 120, "paper", nil, simple)
	for name, alter := range map[string]func(){
		"no trees":                   func() { m.Forest.Config.Trees = 0 },
		"a configuration of nothing": func() { m.Forest.Config.Alpha = 0.7 },
		"an infinite response":       func() { m.Responses.Set(3, 0, math.Inf(1)) },
		"a weight of 0":              func() { m.Forest.RowWeights = make([]float64, 120) },
		"too few weights":            func() { m.Forest.RowWeights = []float64{1} },
		"other clusters": func() {
			m.Forest.Columns = m.Forest.Columns.Sampled(design.Design{Clusters: slices.Repeat([]int32{1}, 120)})
		},
	} {
		before, responses := *m.Forest, mat.DenseCopyOf(m.Responses)
		alter()
		if _, err := Decode(encoded(t, m)); err != errBroken {
			t.Errorf("%s: %v", name, err)
		}
		*m.Forest, m.Responses = before, responses
	}
	content := contentOf(t, m)
	for cut := 0; cut < len(content); cut += 1 + len(content)/500 {
		if _, err := unpack(packed(content[:cut])); err != errBroken {
			t.Errorf("%d bytes of %d: %v", cut, len(content), err)
		}
	}
	// A length that would fill the memory, of the packed content.
	for _, length := range []uint64{1 << 24, 1 << 40, math.MaxUint64} {
		data := binary.LittleEndian.AppendUint64([]byte(magic+"2 1.0.0\n"), length)
		sum := sha256.Sum256(append(data, "abc"...))
		_, err := Decode(append(append(data, "abc"...), sum[:]...))
		if want := fmt.Sprintf("is cut short, or altered: it has 35 bytes after its head, expected %d and a checksum of 32", length); fmt.Sprint(err) != want {
			t.Errorf("%v, expected %s", err, want)
		}
	}
}

// TestInvalidTrees: the content of each model is refused when a tree of it has been altered.
func TestInvalidTrees(t *testing.T) {
	levelled := grown(t, 120, "paper", many, simple)
	splitsLevels := func(n forest.Node) bool { return n.Set > 0 }
	k := slices.IndexFunc(levelled.Forest.Trees, func(tree forest.Tree) bool { return slices.ContainsFunc(tree.Nodes, splitsLevels) })
	tree := &levelled.Forest.Trees[k]
	split := slices.IndexFunc(tree.Nodes, splitsLevels)
	leaf := slices.IndexFunc(tree.Nodes, func(n forest.Node) bool { return n.Var == forest.Leaf })
	for name, alter := range map[string]func(tree *forest.Tree){
		"root":            func(tree *forest.Tree) { tree.Root = int32(len(tree.Nodes)) },
		"no nodes":        func(tree *forest.Tree) { tree.Nodes = nil },
		"circle":          func(tree *forest.Tree) { tree.Nodes[split].Left = int32(split) },
		"child":           func(tree *forest.Tree) { tree.Nodes[split].Right = int32(len(tree.Nodes)) },
		"input":           func(tree *forest.Tree) { tree.Nodes[split].Var = 4 },
		"kind of node":    func(tree *forest.Tree) { tree.Nodes[split].Var = -2 },
		"no set":          func(tree *forest.Tree) { tree.Nodes[split].Set = 0 },
		"set":             func(tree *forest.Tree) { tree.Nodes[split].Set = int32(len(tree.Sets)) + 1 },
		"short set":       func(tree *forest.Tree) { tree.Sets[tree.Nodes[split].Set-1] = forest.LevelSet{1} },
		"set of a number": func(tree *forest.Tree) { tree.Nodes[split].Var = 2 },
		"threshold": func(tree *forest.Tree) {
			tree.Nodes[split] = forest.Node{Var: 2, Left: tree.Nodes[split].Left, Right: tree.Nodes[split].Right, Threshold: math.NaN()}
		},
		"rows of a leaf":   func(tree *forest.Tree) { tree.Nodes[leaf].Right = int32(len(tree.Rows)) + 1 },
		"leaf":             func(tree *forest.Tree) { tree.Nodes[leaf].Left = tree.Nodes[leaf].Right + 1 },
		"row of a leaf":    func(tree *forest.Tree) { tree.Rows[3] = 120 },
		"negative row":     func(tree *forest.Tree) { tree.Rows[3] = -1 },
		"row drawn":        func(tree *forest.Tree) { tree.Drawn[len(tree.Drawn)-1] = 120 },
		"row drawn double": func(tree *forest.Tree) { tree.Drawn[1] = tree.Drawn[0] },
	} {
		altered := forest.Tree{Root: tree.Root, Nodes: slices.Clone(tree.Nodes), Rows: slices.Clone(tree.Rows), Drawn: slices.Clone(tree.Drawn), Sets: slices.Clone(tree.Sets)}
		if alter(&altered); altered.Valid(120, many) {
			t.Errorf("%s: the tree is valid", name)
		}
		m := levelled
		f := *levelled.Forest
		m.Forest = &f
		f.Trees = []forest.Tree{*tree, altered}
		if _, err := m.Encode(); fmt.Sprint(err) != "modelfile: tree 2 is not one of a forest on these inputs" {
			t.Errorf("%s: %v", name, err)
		}
		flat := flatten(f.Trees)
		if flat.split(120, many) != nil {
			t.Errorf("%s: the tree is valid after it was written", name)
		}
	}
}

// contentOf returns the content of a model, as gob has encoded it.
func contentOf(t testing.TB, m Model) []byte {
	t.Helper()
	data, err := m.pack()
	if err != nil {
		t.Fatal(err)
	}
	unpacker, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	content, err := unpacker.DecodeAll(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

var packer, _ = zstd.NewWriter(nil)

func packed(content []byte) []byte { return packer.EncodeAll(content, nil) }

// TestNotSaved has models that cannot be saved.
func TestNotSaved(t *testing.T) {
	m := grown(t, 120, "paper", nil, simple)
	for _, c := range []struct {
		alter func()
		want  string
	}{
		{func() { m.Responses = mat.NewDense(3, 1, nil) }, "modelfile: 3 rows of responses for a forest on 120"},
		{func() { m.Program = "1 0" }, `modelfile: the program's version is "1 0", expected a short word`},
	} {
		c.alter()
		if _, err := m.Encode(); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, expected %s", err, c.want)
		}
	}
}

// FuzzDecode alters, cuts and lengthens the content of models: what is still read predicts, and is written again as a
// model. The fuzzer sees the alterations, three bytes each, and not the content, which it would shorten byte by byte
// for minutes whenever something is new to it.
func FuzzDecode(f *testing.F) {
	var contents [][]byte
	for _, name := range []string{"numbers", "groups", "levels", "survey"} {
		m := modelsOf(f, 24)[name]
		m.Forest.Trees = m.Forest.Trees[:2]
		content := contentOf(f, m)
		contents = append(contents, content)
		f.Add(uint8(len(contents)), uint16(len(content)), []byte{})
		f.Add(uint8(len(contents)), uint16(len(content)/2), []byte{0, 1, 255, 0, 9, 128})
	}
	f.Fuzz(func(t *testing.T, which uint8, length uint16, alterations []byte) {
		content := slices.Clone(contents[int(which)%len(contents)])
		content = append(content, make([]byte, max(0, int(length)-len(content)))...)[:length]
		for ; len(alterations) >= 3 && length > 0; alterations = alterations[3:] {
			content[(int(alterations[0])<<8+int(alterations[1]))%len(content)] = alterations[2]
		}
		m, err := unpack(packed(content))
		if err != nil {
			return
		}
		if _, err := m.Forest.SparseWeights(context.Background(), m.Forest.Columns.OutOfBag(), 1); err != nil {
			t.Fatal(err)
		}
		if _, err := unpack(packed(contentOf(t, m))); err != nil {
			t.Fatal(err)
		}
	})
}

// sameColumns reports whether inputs are the same.
func sameColumns(a, b *forest.Columns) bool {
	return reflect.DeepEqual(a.Values, b.Values) && slices.Equal(a.Levels(), b.Levels()) && reflect.DeepEqual(a.Design(), b.Design())
}
