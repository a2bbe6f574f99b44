package kept

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
)

// reader reads a content. After the first fault all that it returns is 0, and nothing is
// left, so that loops over lengths end.
type reader struct {
	content []byte
	broken  bool
}

// check notes a fault unless a condition holds.
func (r *reader) check(ok bool) bool {
	if !ok {
		r.broken, r.content = true, nil
	}
	return ok && !r.broken
}

// word reads any number.
func (r *reader) word() uint64 {
	v, size := binary.Uvarint(r.content)
	if !r.check(size > 0) {
		return 0
	}
	r.content = r.content[size:]
	return v
}

// below reads a number that is less than a limit.
func (r *reader) below(limit int) int {
	v := r.word()
	if !r.check(limit > 0 && v < uint64(limit)) {
		return 0
	}
	return int(v)
}

// length reads the number of parts that each take at least one of the bytes that are left.
func (r *reader) length() int { return r.below(len(r.content) + 1) }

// signed reads a number that may be negative.
func (r *reader) signed() int {
	v, size := binary.Varint(r.content)
	if !r.check(size > 0 && v >= math.MinInt32 && v <= math.MaxInt32) {
		return 0
	}
	r.content = r.content[size:]
	return int(v)
}

// bytes reads so many bytes.
func (r *reader) bytes(count int) []byte {
	if !r.check(count <= len(r.content)) {
		return nil
	}
	var b []byte
	b, r.content = r.content[:count], r.content[count:]
	return b
}

// numbers reads n numbers of a kind, and the different ones of them.
func (r *reader) numbers(n int, allowed func(float64) bool) (values, different []float64) {
	count := r.below(min(n, len(r.content)/8) + 1)
	planes := r.bytes(8 * count)
	if !r.check(n <= len(r.content)) {
		return nil, nil
	}
	different, values = make([]float64, count), make([]float64, n)
	for k := range different {
		var key uint64
		for b := range 8 {
			key = key<<8 | uint64(planes[b*count+k])
		}
		different[k] = number(key)
		r.check(allowed(different[k]))
	}
	for i := range values {
		if place := r.below(count); !r.broken {
			values[i] = different[place]
		}
	}
	return values, different
}

func finite(v float64) bool   { return v-v == 0 }
func positive(v float64) bool { return v > 0 && finite(v) }

// optional reads n positive numbers, or none.
func (r *reader) optional(n int) []float64 {
	if r.below(2) == 0 {
		return nil
	}
	values, _ := r.numbers(n, positive)
	return values
}

// decode returns the model of a content.
func decode(content []byte) (Model, error) {
	r := &reader{content: content}
	f := &forest.Forest{}
	config := json.NewDecoder(bytes.NewReader(r.bytes(r.length())))
	config.DisallowUnknownFields()
	r.check(config.Decode(&f.Config) == nil && f.Config.Validate() == nil)
	m := Model{Forest: f, Notes: bytes.Clone(r.bytes(r.length()))}
	n, p, d := r.length(), r.length(), r.length()
	// Each value of a table takes a byte or more.
	if !r.check(n > 0 && n <= math.MaxInt32 && p > 0 && d > 0 && p <= len(r.content)/n && d <= len(r.content)/n) {
		return Model{}, errBroken
	}
	x, levels, values := mat.NewDense(n, p, nil), make([]int, p), make([][]float64, p)
	for j := range p {
		levels[j] = r.signed()
		r.check(levels[j] >= forest.Incomplete)
		column, different := r.numbers(n, func(v float64) bool { return finite(v) || v > 0 && levels[j] == forest.Incomplete })
		if r.broken {
			return Model{}, errBroken
		}
		values[j] = different
		for i, v := range column {
			if !finite(v) { // as a missing value is held
				v = math.NaN()
			}
			x.Set(i, j, v)
		}
	}
	m.Responses = mat.NewDense(n, d, nil)
	for k := range d {
		column, _ := r.numbers(n, finite)
		if r.broken {
			return Model{}, errBroken
		}
		m.Responses.SetCol(k, column)
	}
	sampled := r.design(n)
	f.RowWeights = r.optional(n)
	columns, err := forest.NewColumns(x, levels)
	if err != nil || r.broken {
		return Model{}, errBroken
	}
	f.Columns = columns.Sampled(sampled)
	trees := r.length()
	for t := range trees {
		tree := r.tree(n, levels, values)
		if count := r.length(); count > 0 {
			tree.Drawn = r.drawn(count-1, n)
		} else if r.check(t > 0) {
			tree.Drawn = f.Trees[t-1].Drawn
		}
		if r.broken {
			return Model{}, errBroken
		}
		f.Trees = append(f.Trees, tree)
	}
	if !r.check(trees > 0 && len(r.content) == 0) {
		return Model{}, errBroken
	}
	return m, nil
}

// design reads how n rows were sampled.
func (r *reader) design(n int) design.Design {
	var d design.Design
	if r.below(2) == 1 && r.check(n <= len(r.content)) {
		d.Clusters = make([]int32, n)
		next := 0
		for i := range d.Clusters {
			c := r.below(next + 1)
			next = max(next, c+1)
			d.Clusters[i] = int32(c)
		}
	}
	d.Weights = r.optional(n)
	return d
}

// drawn reads so many of n rows, ascending.
func (r *reader) drawn(count, n int) []int32 {
	rows, before := make([]int32, count), -1
	for k := range rows {
		before += 1 + r.below(n-before-1)
		rows[k] = int32(before)
	}
	return rows
}

// deepest bounds the depth of a tree.
const deepest = 1 << 20

// tree reads a tree on n rows and inputs with these levels and values.
func (r *reader) tree(n int, levels []int, values [][]float64) forest.Tree {
	var t forest.Tree
	type place struct {
		parent, depth int
		right         bool
	}
	row := 0
	for open := []place{{parent: -1}}; len(open) > 0 && !r.broken; {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		index := int32(len(t.Nodes))
		if !r.check(at.depth < deepest && len(t.Nodes) < 2*n && index < math.MaxInt32) {
			break
		}
		if at.right {
			t.Nodes[at.parent].Right = index
		} else if at.parent >= 0 {
			t.Nodes[at.parent].Left = index
		}
		word := r.below(1 + kinds*len(levels))
		if word == 0 {
			first, count := len(t.Rows), r.length()
			if !r.check(first+count <= n) {
				break
			}
			t.Rows = slices.Grow(t.Rows, count)
			for range count {
				row += r.signed()
				r.check(row >= 0 && row < n)
				t.Rows = append(t.Rows, int32(row))
			}
			t.Nodes = append(t.Nodes, forest.Node{Var: forest.Leaf, Left: int32(first), Right: int32(len(t.Rows))})
			continue
		}
		j, kind := (word-1)/kinds, (word-1)%kinds
		node := forest.Node{Var: int32(j)}
		if kind == ofLevels {
			words := (levels[j] + 63) / 64
			if !r.check(levels[j] > 2 && words <= len(r.content)) {
				break
			}
			set := make(forest.LevelSet, words)
			for k := range set {
				set[k] = r.word()
			}
			t.Sets = append(t.Sets, set)
			node.Set = int32(len(t.Sets))
		} else {
			if node.Threshold = math.MaxFloat64; kind == ofMissing {
				node.Set = -1
			}
			if place := r.below(len(values[j]) + 1); !r.broken && place < len(values[j]) {
				node.Threshold = values[j][place]
			}
		}
		t.Nodes = append(t.Nodes, node)
		parent := int(index)
		open = append(open, place{parent, at.depth + 1, true}, place{parent, at.depth + 1, false})
	}
	return t
}
