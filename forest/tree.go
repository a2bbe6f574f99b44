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

// goesLeft reports whether a row with the given value of the node's input goes
// left.
func (t *Tree) goesLeft(node *Node, value float64) bool {
	switch {
	case node.Set > 0:
		return t.Sets[node.Set-1].Has(value)
	case node.Set == missingLeft && !(value < missing):
		return true
	}
	return value <= node.Threshold
}

// Partition moves the rows that go left at a split to the front, keeping the order
// on both sides. spill is scratch, at least as long as rows.
func (t *Tree) Partition(node *Node, rows, spill []int32, values []float64) (left, right []int32) {
	if node.Set == 0 {
		return partStable(rows, spill, values, node.Threshold)
	}
	l, r := 0, 0
	for _, row := range rows {
		if t.goesLeft(node, values[row]) {
			rows[l] = row
			l++
		} else {
			spill[r] = row
			r++
		}
	}
	copy(rows[l:], spill[:r])
	return rows[:l], rows[l:]
}

// exchange is Partition without the order.
func (t *Tree) exchange(node *Node, rows []int32, values []float64) (left, right []int32) {
	if node.Set == 0 {
		return partUnordered(rows, values, node.Threshold)
	}
	count := 0
	for k, row := range rows {
		rows[k], rows[count] = rows[count], row
		if t.goesLeft(node, values[row]) {
			count++
		}
	}
	return rows[:count], rows[count:]
}

// LeafOf returns the index of the leaf in which the row with the given values
// falls. x holds one value per input.
func (t *Tree) LeafOf(x []float64) int32 {
	index := t.Root
	for {
		node := &t.Nodes[index]
		if node.Var < 0 {
			return index
		}
		if t.goesLeft(node, x[node.Var]) {
			index = node.Left
		} else {
			index = node.Right
		}
	}
}

// LeafOfRow is LeafOf for row i of a table held by columns.
func (t *Tree) LeafOfRow(columns [][]float64, i int32) int32 {
	x := make([]float64, len(columns))
	for j, column := range columns {
		x[j] = column[i]
	}
	return t.LeafOf(x)
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

// appendLeaf appends a leaf with the rows of t from first on and returns its index.
func (t *Tree) appendLeaf(first int) int32 {
	t.Nodes = append(t.Nodes, Node{Var: Leaf, Left: int32(first), Right: int32(len(t.Rows))})
	return int32(len(t.Nodes) - 1)
}

// copySubtree appends a copy of the subtree of from at the node to t, in the order of growing, and
// returns its index. Where instead reports true, it has appended what takes the node's place.
func (t *Tree) copySubtree(from *Tree, top int32, instead func(top int32) (index int32, ok bool)) int32 {
	if index, ok := instead(top); ok {
		return index
	}
	node, index, first := from.Nodes[top], int32(len(t.Nodes)), len(t.Rows)
	if node.Var == Leaf {
		t.Rows = append(t.Rows, from.LeafRows(top)...)
		return t.appendLeaf(first)
	}
	if node.Set > 0 {
		t.Sets = append(t.Sets, from.Sets[node.Set-1])
		node.Set = int32(len(t.Sets))
	}
	t.Nodes = append(t.Nodes, node)
	left := t.copySubtree(from, node.Left, instead)
	right := t.copySubtree(from, node.Right, instead)
	t.Nodes[index].Left, t.Nodes[index].Right = left, right
	return index
}

// deepest bounds the depth of a valid tree: functions that follow both children call themselves.
const deepest = 1 << 20

// Valid reports whether a tree that comes from elsewhere, such as a file, can be followed: for
// inputs with these numbers of levels, every path of splits ends in a leaf, and leaves hold
// some of n rows. Children stand behind their parent, as in all trees that are grown.
func (t *Tree) Valid(n int, levels []int) bool {
	isRow := func(row int32) bool { return row >= 0 && int(row) < n }
	for k, row := range t.Drawn {
		if !isRow(row) || k > 0 && row <= t.Drawn[k-1] {
			return false
		}
	}
	for _, row := range t.Rows {
		if !isRow(row) {
			return false
		}
	}
	depths := make([]int32, len(t.Nodes))
	for i := range t.Nodes {
		node := &t.Nodes[i]
		if !t.validNode(i, levels) {
			return false
		}
		if node.Var == Leaf {
			continue
		}
		for _, child := range []int32{node.Left, node.Right} {
			if depths[child] = max(depths[child], depths[i]+1); depths[child] > deepest {
				return false
			}
		}
	}
	return t.Root >= 0 && int(t.Root) < len(t.Nodes)
}

// validNode reports whether the indices of node i are those of children, rows and levels.
func (t *Tree) validNode(i int, levels []int) bool {
	node := &t.Nodes[i]
	if node.Var == Leaf {
		return 0 <= node.Left && node.Left <= node.Right && int(node.Right) <= len(t.Rows)
	}
	if node.Var < 0 || int(node.Var) >= len(levels) ||
		int(min(node.Left, node.Right)) <= i || int(max(node.Left, node.Right)) >= len(t.Nodes) {
		return false
	}
	if number := levels[node.Var]; number > 2 {
		return node.Set > 0 && int(node.Set) <= len(t.Sets) && len(t.Sets[node.Set-1]) == len(newLevelSet(number))
	}
	return (node.Set == 0 || node.Set == missingLeft) && node.Threshold == node.Threshold
}
