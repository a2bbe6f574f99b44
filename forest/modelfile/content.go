package modelfile

import (
	"bytes"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
	"drfvi/forest/design"
)

// content is what a file holds of a model, encoded by gob and packed by zstd.
type content struct {
	Config            forest.Config
	Notes             []byte
	Inputs, Responses [][]float64 // by column; a missing input is infinite
	Levels            []int
	Clusters          []int32
	Weights           []float64 // of the design
	RowWeights        []float64
	Trees             trees
}

// trees are all trees of a forest, one after the other: in flat lists, so that few bytes of a file
// cannot become many in memory.
type trees struct {
	Sizes                          []treeSize
	Variables, Lefts, Rights, Sets []int32 // of nodes
	Thresholds                     []float64
	LevelSets                      []forest.LevelSet
	LeafRows, DrawnRows            []int32 // each less the one before
}

// treeSize is the part of a tree in each list.
type treeSize struct {
	Root                   int32
	Nodes, LevelSets, Rows int
	Drawn                  int // 0 if the rows drawn are those of the tree before, as within a group
}

// A content is at most so many times as long as packed, and so much longer: more is no forest
// but an attempt to fill the memory. The forests of fit are up to 10 times as long, since rows
// are drawn at random.
const (
	mostTimes = 64
	mostMore  = 1 << 20
)

// longestContent returns how long the content may be that so many bytes unpack to.
func longestContent(packed int) int64 { return mostTimes*int64(packed) + mostMore }

// errBroken is the error of a content that no Encode has written, though its checksum is right.
var errBroken = errors.New("has a right checksum, but its content is no forest: expected a model that " +
	"drfvi fit has written")

// pack returns the packed content of a model.
func (m Model) pack() ([]byte, error) {
	f, columns := m.Forest, m.Forest.Columns
	if n, _ := m.Responses.Dims(); n != columns.Rows() {
		return nil, fmt.Errorf("%d rows of responses for a forest on %d", n, columns.Rows())
	}
	c := content{
		Config: f.Config, Notes: m.Notes, Inputs: columns.Values, Levels: columns.Levels(),
		Clusters: columns.Design().Clusters, Weights: columns.Design().Weights, RowWeights: f.RowWeights,
		Trees: flatten(f.Trees),
	}
	for k := range m.Responses.RawMatrix().Cols {
		c.Responses = append(c.Responses, mat.Col(nil, k, m.Responses))
	}
	for t := range f.Trees {
		if !f.Trees[t].Valid(columns.Rows(), c.Levels) {
			return nil, fmt.Errorf("tree %d is not one of a forest on these inputs", t+1)
		}
	}
	var encoded bytes.Buffer
	if err := gob.NewEncoder(&encoded).Encode(c); err != nil {
		return nil, err
	}
	packer, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		return nil, err
	}
	packed := packer.EncodeAll(encoded.Bytes(), nil)
	if int64(encoded.Len()) > longestContent(len(packed)) {
		return nil, fmt.Errorf("%d bytes that pack into %d are no forest", encoded.Len(), len(packed))
	}
	return packed, nil
}

// unpack returns the model of a packed content. Memory grows with what is read, whatever
// lengths say.
func unpack(packed []byte) (Model, error) {
	const window = 128 << 20
	unpacker, err := zstd.NewReader(
		bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window),
	)
	if err != nil {
		return Model{}, errBroken
	}
	defer unpacker.Close()
	var c content
	limited := io.LimitReader(unpacker, longestContent(len(packed)))
	if err := gob.NewDecoder(limited).Decode(&c); err != nil || !c.valid() {
		return Model{}, errBroken
	}
	for _, column := range c.Inputs {
		for i, v := range column {
			if math.IsInf(v, 1) {
				column[i] = math.NaN()
			}
		}
	}
	columns, err := forest.NewColumns(matrix(c.Inputs), c.Levels)
	if err != nil {
		return Model{}, errBroken
	}
	f := &forest.Forest{
		Trees: c.Trees.split(columns.Rows(), c.Levels), Config: c.Config, RowWeights: c.RowWeights,
		Columns: columns.Sampled(design.Design{Clusters: c.Clusters, Weights: c.Weights}),
	}
	if f.Trees == nil {
		return Model{}, errBroken
	}
	return Model{Forest: f, Responses: matrix(c.Responses), Notes: c.Notes}, nil
}

// valid reports whether the content can be one of a forest, as far as NewColumns and the trees'
// Valid do not check it.
func (c *content) valid() bool {
	if c.Config.Validate() != nil || len(c.Inputs) == 0 || len(c.Responses) == 0 || len(c.Levels) != len(c.Inputs) {
		return false
	}
	n := len(c.Inputs[0])
	otherLength := func(column []float64) bool { return len(column) != n }
	infinite := func(column []float64) bool {
		return slices.ContainsFunc(column, func(v float64) bool { return math.IsInf(v, 0) || math.IsNaN(v) })
	}
	positive := func(weights []float64) bool {
		return weights == nil || len(weights) == n &&
			!slices.ContainsFunc(weights, func(w float64) bool { return !(w > 0) || math.IsInf(w, 0) })
	}
	nodes := len(c.Trees.Variables)
	return n > 0 && !slices.ContainsFunc(c.Inputs, otherLength) &&
		!slices.ContainsFunc(c.Responses, otherLength) && !slices.ContainsFunc(c.Responses, infinite) &&
		slices.Min(c.Levels) >= forest.Incomplete &&
		(c.Clusters == nil || len(c.Clusters) == n && slices.Equal(c.Clusters, design.Numbered(c.Clusters))) &&
		positive(c.Weights) && positive(c.RowWeights) && len(c.Trees.Sizes) > 0 &&
		len(c.Trees.Lefts) == nodes && len(c.Trees.Rights) == nodes &&
		len(c.Trees.Sets) == nodes && len(c.Trees.Thresholds) == nodes
}

// matrix returns the matrix of columns.
func matrix(columns [][]float64) *mat.Dense {
	m := mat.NewDense(len(columns[0]), len(columns), nil)
	for k, column := range columns {
		m.SetCol(k, column)
	}
	return m
}

// flatten puts trees one after the other.
func flatten(forestTrees []forest.Tree) trees {
	var flat trees
	for t, tree := range forestTrees {
		size := treeSize{tree.Root, len(tree.Nodes), len(tree.Sets), len(tree.Rows), len(tree.Drawn)}
		if t > 0 && slices.Equal(tree.Drawn, forestTrees[t-1].Drawn) {
			size.Drawn = 0
		} else {
			flat.DrawnRows = append(flat.DrawnRows, tree.Drawn...)
		}
		for _, node := range tree.Nodes {
			flat.Variables, flat.Thresholds = append(flat.Variables, node.Var), append(flat.Thresholds, node.Threshold)
			flat.Lefts, flat.Rights = append(flat.Lefts, node.Left), append(flat.Rights, node.Right)
			flat.Sets = append(flat.Sets, node.Set)
		}
		flat.LevelSets, flat.LeafRows = append(flat.LevelSets, tree.Sets...), append(flat.LeafRows, tree.Rows...)
		flat.Sizes = append(flat.Sizes, size)
	}
	subtractPrevious(flat.LeafRows)
	subtractPrevious(flat.DrawnRows)
	return flat
}

// split is the inverse of flatten. It returns nil unless all trees are valid, for n rows of inputs
// with these numbers of levels. A size that is larger than what follows counts as that: a tree
// without its nodes or rows is not valid.
func (flat *trees) split(n int, levels []int) []forest.Tree {
	addPrevious(flat.LeafRows)
	addPrevious(flat.DrawnRows)
	var forestTrees []forest.Tree
	levelSets, leafRows, drawnRows := flat.LevelSets, flat.LeafRows, flat.DrawnRows
	first := 0 // node of the tree
	for t, size := range flat.Sizes {
		tree := forest.Tree{Root: size.Root, Sets: cut(&levelSets, size.LevelSets), Rows: cut(&leafRows, size.Rows)}
		if tree.Drawn = cut(&drawnRows, size.Drawn); t > 0 && size.Drawn == 0 {
			tree.Drawn = forestTrees[t-1].Drawn
		}
		tree.Nodes = make([]forest.Node, min(max(size.Nodes, 0), len(flat.Variables)-first))
		for k := range tree.Nodes {
			i := first + k
			tree.Nodes[k] = forest.Node{
				Var: flat.Variables[i], Threshold: flat.Thresholds[i],
				Left: flat.Lefts[i], Right: flat.Rights[i], Set: flat.Sets[i],
			}
		}
		first += len(tree.Nodes)
		if !tree.Valid(n, levels) {
			return nil
		}
		forestTrees = append(forestTrees, tree)
	}
	return forestTrees
}

// cut takes n values from the beginning of a list, or as many as there are.
func cut[T any](list *[]T, n int) []T {
	n = min(max(n, 0), len(*list))
	values := (*list)[:n:n]
	*list = (*list)[n:]
	return values
}

// subtractPrevious replaces each number by its difference from the one before.
func subtractPrevious(numbers []int32) {
	for k := len(numbers) - 1; k > 0; k-- {
		numbers[k] -= numbers[k-1]
	}
}

// addPrevious is the inverse of subtractPrevious.
func addPrevious(numbers []int32) {
	for k := 1; k < len(numbers); k++ {
		numbers[k] += numbers[k-1]
	}
}
