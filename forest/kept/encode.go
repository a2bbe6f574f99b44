package kept

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
)

// The content is a row of whole numbers, 7 bits in a byte, the lowest first (uvarint), and
// of bytes: the lengths of configuration and notes and these, n, p and d, the inputs with their levels,
// the responses, the design, the weights of rows in leaves, and the trees.

// writer collects a content.
type writer struct{ content []byte }

func (w *writer) uint(v int)   { w.content = binary.AppendUvarint(w.content, uint64(v)) }
func (w *writer) signed(v int) { w.content = binary.AppendVarint(w.content, int64(v)) }
func (w *writer) bytes(b []byte) {
	w.uint(len(b))
	w.content = append(w.content, b...)
}

// key returns the bits of a number such that keys are in the order of the numbers. −0 has
// one of its own.
func key(v float64) uint64 {
	if b := math.Float64bits(v); b>>63 == 0 {
		return b | 1<<63
	} else {
		return ^b
	}
}

// number is the inverse of key.
func number(key uint64) float64 {
	if key>>63 == 1 {
		return math.Float64frombits(key &^ (1 << 63))
	}
	return math.Float64frombits(^key)
}

// numbers writes the keys of the different values, ascending, first their first bytes, then
// their second ones, …, and for each value the place of its key. It returns the keys.
func (w *writer) numbers(values []float64) []uint64 {
	keys := make([]uint64, len(values))
	for i, v := range values {
		keys[i] = key(v)
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	w.uint(len(keys))
	for shift := 56; shift >= 0; shift -= 8 {
		for _, k := range keys {
			w.content = append(w.content, byte(k>>shift))
		}
	}
	for _, v := range values {
		place, _ := slices.BinarySearch(keys, key(v))
		w.uint(place)
	}
	return keys
}

// optional writes whether there are values, and these.
func (w *writer) optional(values []float64) {
	if w.uint(min(len(values), 1)); values != nil {
		w.numbers(values)
	}
}

// content returns the content of the model.
func (m Model) content() ([]byte, error) {
	config, err := json.Marshal(m.Forest.Config)
	if err != nil {
		return nil, fmt.Errorf("kept: %w", err)
	}
	w := &writer{}
	w.bytes(config)
	w.bytes(m.Notes)
	columns := m.Forest.Columns
	n, d := m.Responses.Dims()
	if n != columns.Rows() {
		return nil, fmt.Errorf("kept: %d rows of responses for a forest on %d", n, columns.Rows())
	}
	w.uint(n)
	w.uint(columns.Inputs())
	w.uint(d)
	levels := columns.Levels()
	values := make([][]uint64, columns.Inputs())
	for j, column := range columns.Values {
		w.signed(levels[j])
		values[j] = w.numbers(column)
	}
	for k := range d {
		w.numbers(mat.Col(nil, k, m.Responses))
	}
	design := columns.Design()
	w.uint(min(len(design.Clusters), 1))
	for _, c := range design.Clusters {
		w.uint(int(c))
	}
	w.optional(design.Weights)
	w.optional(m.Forest.RowWeights)
	w.uint(len(m.Forest.Trees))
	for t := range m.Forest.Trees {
		tree := &m.Forest.Trees[t]
		if err := w.tree(tree, values); err != nil {
			return nil, fmt.Errorf("kept: tree %d: %w", t+1, err)
		}
		// Trees of a group have drawn the same rows.
		if t > 0 && slices.Equal(tree.Drawn, m.Forest.Trees[t-1].Drawn) {
			w.uint(0)
			continue
		}
		w.uint(1 + len(tree.Drawn))
		before := -1
		for _, row := range tree.Drawn {
			w.uint(int(row) - before - 1)
			before = int(row)
		}
	}
	return w.content, nil
}

// How a node is written: a leaf is 0, a split on input j is 1 + kinds·j and one of these.
const (
	ofNumbers = iota // a number, and the threshold by its place among the values of the input
	ofMissing        // the same; rows without a value go left
	ofLevels         // the levels that go left, as many numbers as a LevelSet has
	kinds
)

// tree writes the nodes that are reached from the root, a split before its left part and
// that before its right one, leaves with their rows as differences from the row before.
func (w *writer) tree(t *forest.Tree, values [][]uint64) error {
	before := 0
	var visit func(at int32) error
	visit = func(at int32) error {
		node := &t.Nodes[at]
		if node.Var < 0 {
			rows := t.LeafRows(at)
			w.uint(0)
			w.uint(len(rows))
			for _, row := range rows {
				w.signed(int(row) - before)
				before = int(row)
			}
			return nil
		}
		j := int(node.Var)
		switch {
		case node.Set > 0:
			w.uint(1 + kinds*j + ofLevels)
			for _, word := range t.Sets[node.Set-1] {
				w.content = binary.AppendUvarint(w.content, word)
			}
		default:
			place, found := slices.BinarySearch(values[j], key(node.Threshold))
			if !found && node.Threshold != math.MaxFloat64 {
				return fmt.Errorf("a split of input %d is at %v, which is the value of no row: only distributional forests are kept", j+1, node.Threshold)
			}
			if !found {
				place = len(values[j])
			}
			w.uint(1 + kinds*j + min(-int(node.Set), ofMissing))
			w.uint(place)
		}
		if err := visit(node.Left); err != nil {
			return err
		}
		return visit(node.Right)
	}
	return visit(t.Root)
}
