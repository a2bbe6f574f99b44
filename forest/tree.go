package forest

// Node is one node of a Tree: a split or a leaf.
type Node struct {
	// Threshold of a split on a number: rows with x[Var] ≤ Threshold go left.
	Threshold float64
	// Var is the split input, or Leaf.
	Var int32
	// Left and Right are the children of a split as indices into Tree.Nodes.
	// For a leaf they delimit its rows: Tree.Rows[Left:Right].
	Left, Right int32
	// Set of a split on levels is 1 + the index in Tree.Sets of the levels that go
	// left; −1 of a split on a number where rows without a value go left; 0 of all
	// other nodes.
	Set int32
}

// Leaf is the Var of a node that does not split.
const Leaf = -1

// Tree is a decision tree as one flat array of nodes. Pruned nodes may remain
// in Nodes; only what is reached from Root belongs to the tree.
type Tree struct {
	Root  int32
	Nodes []Node
	// Rows are the estimation rows of the leaves (the honest half J2 of a
	// distributional tree, the in-bag rows of a regression tree, with
	// repetitions), grouped by leaf.
	Rows []int32
	// Drawn are the rows the tree was grown from, ascending, each once; all
	// other rows are out-of-bag.
	Drawn []int32
	// Sets are the levels that go left at the splits on categorical inputs.
	Sets []LevelSet
}

// LeafOf returns the index of the leaf in which the row with the given values
// falls. x holds one value per input.
func (t *Tree) LeafOf(x []float64) int32 { return t.LeafFrom(t.Root, x) }

// LeafFrom is LeafOf in the subtree at the given node.
func (t *Tree) LeafFrom(at int32, x []float64) int32 {
	for {
		node := &t.Nodes[at]
		if node.Var < 0 {
			return at
		}
		if t.goesLeft(node, x[node.Var]) {
			at = node.Left
		} else {
			at = node.Right
		}
	}
}

// LeafOfRow is LeafOf for row i of a table held by columns.
func (t *Tree) LeafOfRow(columns [][]float64, i int32) int32 {
	at := t.Root
	for {
		node := &t.Nodes[at]
		if node.Var < 0 {
			return at
		}
		if t.goesLeft(node, columns[node.Var][i]) {
			at = node.Left
		} else {
			at = node.Right
		}
	}
}

// LeafRows returns the estimation rows of the given leaf. The caller must
// not change them.
func (t *Tree) LeafRows(leaf int32) []int32 {
	node := &t.Nodes[leaf]
	return t.Rows[node.Left:node.Right]
}

// OutOfBag appends to dst the rows of 0, …, n−1 that the tree was not grown
// from, ascending.
func (t *Tree) OutOfBag(dst []int32, n int) []int32 {
	next := int32(0)
	for _, row := range t.Drawn {
		for ; next < row; next++ {
			dst = append(dst, next)
		}
		next = row + 1
	}
	for ; next < int32(n); next++ {
		dst = append(dst, next)
	}
	return dst
}
