package forest

// Projector forgets the splits of trees on sets of inputs, as the projected
// forest of Bénard, Da Veiga and Scornet (Biometrika 109, 2022) does: at a node
// that splits on a forgotten input a row goes to both children. The
// projected cell of a row is the set of rows that reach the same collection of
// nodes as it does. Nodes are followed level by level for as long as the cell holds
// a row that populates the tree.
//
// Precisely, for one tree and one set of inputs, called a group: a row's start
// is the first node on its path that splits on the group. Level 0 is the list of
// that one node. The list of a level holds children of the splits in the list
// before it: both of a split on the group, and otherwise the one the row goes to.
// Leaves are left out. Rows agree on a level if they agree on the start and
// on all nodes up to it. A row's cell is made of the populating rows that agree
// with it on its last level on which any does; levels end when only leaves are
// left. A row without a start keeps its leaf.
//
// Agreeing on a level implies agreeing on those before it. The cells are
// therefore found by dividing sets of rows further and further, without
// comparing collections of nodes: a list of m splits on other inputs divides
// a set by m binary decisions. Sets without an evaluated row, or with a
// single populating one, are not divided.
//
// A Projector serves one worker:
//
//	p := NewProjector(columns, evaluation, groups)
//	p.Route(&tree, populating rows)
//	p.Leaves(…)                      // the tree's own cells
//	for _, group := range p.Present() {
//		p.Cells(group, …)             // cells that differ from them
//	}
type Projector struct {
	columns  [][]float64 // of the populating rows
	eval     Evaluation
	groups   [][]int
	groupsOf [][]int32 // by input: the groups that hold it

	tree     *Tree
	populate []int32 // each node's in one piece
	query    []int32 // evaluation rows, likewise
	leaves   []place
	starts   []start
	first    []int32 // by group: its first of starts, or none
	present  []int32 // groups with a first start
	onPath   []int32 // by group: splits on it above the current node

	forget  []bool // by input: holds for the inputs of the current group
	open    []int32
	orphans []int32 // evaluated rows that no populating row agrees with
	cell    func(query, populate []int32)

	cellPopulate, cellQuery []int32
}

// place is where a node's rows are in Projector.populate and .query.
type place struct {
	node                   int32
	populateLo, populateHi int32
	queryLo, queryHi       int32
}

// start is a node at which rows start for a group.
type start struct {
	place
	next int32 // the group's next start, or none
}

const noStart = -1

// NewProjector returns a projector for trees on the given inputs. Rows are
// evaluated as e says; each group is a set of inputs whose splits are
// forgotten together.
func NewProjector(columns *Columns, e Evaluation, groups [][]int) *Projector {
	p := &Projector{
		columns: columns.Values, eval: e, groups: groups,
		groupsOf: make([][]int32, len(columns.Values)),
		first:    make([]int32, len(groups)), onPath: make([]int32, len(groups)),
		forget: make([]bool, len(columns.Values)),
	}
	for u, variables := range groups {
		p.first[u] = noStart
		for _, v := range variables {
			p.groupsOf[v] = append(p.groupsOf[v], int32(u))
		}
	}
	return p
}

// Route sets the tree and sends down it the populating rows, each given once,
// and the evaluation rows that the tree was not grown from.
func (p *Projector) Route(t *Tree, populate []int32) {
	p.tree = t
	p.populate = append(p.populate[:0], populate...)
	p.query = p.eval.Voted(p.query[:0], t)
	for _, group := range p.present {
		p.first[group] = noStart
	}
	p.leaves, p.starts, p.present = p.leaves[:0], p.starts[:0], p.present[:0]
	p.descend(place{t.Root, 0, int32(len(p.populate)), 0, int32(len(p.query))})
}

// descend records the leaves and starts at and below a node that evaluated
// rows reach.
func (p *Projector) descend(route place) {
	if route.queryLo == route.queryHi {
		return
	}
	node := &p.tree.Nodes[route.node]
	if node.Var == Leaf {
		p.leaves = append(p.leaves, route)
		return
	}
	groups := p.groupsOf[node.Var]
	for _, group := range groups {
		if p.onPath[group]++; p.onPath[group] > 1 {
			continue
		}
		if p.first[group] == noStart {
			p.present = append(p.present, group)
		}
		p.starts = append(p.starts, start{route, p.first[group]})
		p.first[group] = int32(len(p.starts) - 1)
	}
	populate, _ := p.tree.exchange(node, p.populate[route.populateLo:route.populateHi], p.columns[node.Var])
	query, _ := p.tree.exchange(node, p.query[route.queryLo:route.queryHi], p.eval.values[node.Var])
	middlePopulate, middleQuery := route.populateLo+int32(len(populate)), route.queryLo+int32(len(query))
	p.descend(place{node.Left, route.populateLo, middlePopulate, route.queryLo, middleQuery})
	p.descend(place{node.Right, middlePopulate, route.populateHi, middleQuery, route.queryHi})
	for _, group := range groups {
		p.onPath[group]--
	}
}

// Leaves calls f for each leaf that evaluated rows reach, with those rows and
// the populating ones. f must not keep or change them.
func (p *Projector) Leaves(f func(leaf int32, query, populate []int32)) {
	for _, reached := range p.leaves {
		f(reached.node, p.query[reached.queryLo:reached.queryHi], p.populate[reached.populateLo:reached.populateHi])
	}
}

// Present returns the groups that have a start: for all others each evaluated
// row keeps its leaf. The slice is valid until the next Route.
func (p *Projector) Present() []int32 { return p.present }

// Starts calls f for each start of the group that evaluated rows reach, with
// those rows. f must not keep or change them.
func (p *Projector) Starts(group int32, f func(node int32, query []int32)) {
	for k := p.first[group]; k != noStart; k = p.starts[k].next {
		start := &p.starts[k]
		f(start.node, p.query[start.queryLo:start.queryHi])
	}
}

// Cells calls f for each projected cell of the group, with the evaluated rows
// that it is the cell of and the rows that populate it. Evaluated rows without
// a start do not occur, all others do once. populate is empty only if no
// populating row reaches a row's start. f must not keep or change its
// arguments.
func (p *Projector) Cells(group int32, f func(query, populate []int32)) {
	for _, v := range p.groups[group] {
		p.forget[v] = true
	}
	p.cell = f
	for k := p.first[group]; k != noStart; k = p.starts[k].next {
		start := &p.starts[k]
		p.cellPopulate = append(p.cellPopulate[:0], p.populate[start.populateLo:start.populateHi]...)
		p.cellQuery = append(p.cellQuery[:0], p.query[start.queryLo:start.queryHi]...)
		p.open = append(p.open[:0], start.node)
		p.level(0, p.cellPopulate, p.cellQuery)
	}
	p.cell = nil
	for _, v := range p.groups[group] {
		p.forget[v] = false
	}
}

// level finds the cells of evaluated rows that agree on a level with each
// other and with the populating rows. The level's splits are p.open[list:].
func (p *Projector) level(list int, populate, query []int32) {
	end := len(p.open)
	if list == end || len(populate) <= 1 {
		p.cell(query, populate)
		return
	}
	before := len(p.orphans)
	p.divide(list, end, populate, query)
	p.open = p.open[:end]
	if len(p.orphans) > before {
		p.cell(p.orphans[before:], populate)
		p.orphans = p.orphans[:before]
	}
}

// divide goes on with a level whose splits p.open[first:end] have not been looked
// at, for rows that agree so far. The next level's splits are collected in
// p.open[end:]. Evaluated rows that no populating row agrees with on the next
// level become orphans.
func (p *Projector) divide(first, end int, populate, query []int32) {
	for ; first < end; first++ {
		node := &p.tree.Nodes[p.open[first]]
		if p.forget[node.Var] {
			p.push(node.Left)
			p.push(node.Right)
			continue
		}
		leftPopulate, rightPopulate := p.tree.exchange(node, populate, p.columns[node.Var])
		leftQuery, rightQuery := p.tree.exchange(node, query, p.eval.values[node.Var])
		child := node.Right
		populate, query = rightPopulate, rightQuery
		switch {
		case len(rightQuery) == 0:
			child = node.Left
			populate, query = leftPopulate, leftQuery
		case len(leftQuery) == 0:
		case len(leftPopulate) == 0:
			p.orphans = append(p.orphans, leftQuery...)
		default:
			collected := len(p.open)
			p.push(node.Left)
			p.divide(first+1, end, leftPopulate, leftQuery)
			p.open = p.open[:collected]
		}
		if len(populate) == 0 {
			p.orphans = append(p.orphans, query...)
			return
		}
		p.push(child)
	}
	p.level(end, populate, query)
}

// push adds a node to the next level's list unless it is a leaf, which tells
// nothing more.
func (p *Projector) push(node int32) {
	if p.tree.Nodes[node].Var != Leaf {
		p.open = append(p.open, node)
	}
}
