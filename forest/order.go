package forest

import (
	"slices"

	"drfvi/internal/simd"
)

// ordering hands out the rows of a node of J1 in the order of any input.
// Within a tree, rows have local numbers 0, …, |J1|−1, ascending with the row.
//
// There are two ways. With few inputs, compared to the candidates of a node, one list per input
// is sorted at the root: by ranks or, where all trees together have few of many rows, by
// values. A split divides every list and keeps its order, and a node is the same span of
// every list. With many inputs most lists would be divided without ever being looked at, so
// only the members are kept and the node's rows are sorted by rank for each candidate.
// Variables with two values need neither.
//
// An ordering belongs to one worker.
type ordering struct {
	sorter
	columns *Columns
	ties    []tieKind // of the inputs, in the tree where few of many rows are
	rows    []int32   // rows[id] is the table's row
	ids     []int32   // the members and all lists, one after the other
	space   int       // of each
	members []int32   // local ids, ascending within every node's span
	lists   [][]int32 // of each input that is ordered and has more than two values; nil if none are kept
	kept    []int32   // the numbers of the members, 0, and of the lists of inputs that take part
	present []byte    // of each row of the table, whether it is in the tree; only to begin one
	local   []int32   // and its id, if it is
	side    []byte    // of each id: 1 if it moves to the front, 0 if not
	spill   []int32

	nodeRows []int32 // rows of the members of the current node
	order    []int32 // for candidates without a list
}

// listShare is how many times more inputs than candidates there may be for
// sorted lists to pay. Dividing a list costs about a quarter of evaluating it.
const listShare = 3

// rankedShare is how many times as many rows as the table all trees together have to have for
// ranks of the whole table to pay: they take about as long to make as lists of so many rows to
// sort, and memory.
const rankedShare = 2

// span is a node's part [first, end) of the members and of every list.
type span struct{ first, end int }

func (s span) size() int { return s.end - s.first }

// newOrdering returns an ordering for trees of at most largest rows of J1.
func newOrdering(t *training, largest int) *ordering {
	n, p := t.columns.Rows(), len(t.columns.Values)
	o := &ordering{
		columns: t.columns, ties: slices.Clone(t.columns.ties), space: largest + simd.Slack,
		spill: make([]int32, largest+simd.Slack), side: make([]byte, largest),
		order: make([]int32, largest+simd.Slack), nodeRows: make([]int32, largest+simd.Slack),
	}
	if t.p <= listShare*t.mtry {
		o.lists = make([][]int32, p)
	}
	if o.lists != nil && t.config.Trees*largest < rankedShare*n {
		o.sorter = newValueSorter(t.columns.Values, largest)
	} else {
		o.sorter = newSorter(t.columns.ranks(), largest)
		for j, different := range o.ranks.different {
			if o.ties[j] == someTies && different == n {
				o.ties[j] = noTies
			}
		}
	}
	if o.lists != nil && o.ranks != nil {
		o.present, o.local = make([]byte, n), make([]int32, n)
	}
	o.ids = make([]int32, (1+len(o.lists))*o.space)
	o.members = o.ids[:o.space]
	for j := range o.lists {
		if !t.dropped[j] && t.columns.ties[j] < twoValues {
			o.lists[j] = o.ids[(1+j)*o.space:][:o.space]
		}
	}
	o.keep(t.dropped)
	return o
}

// keep says which inputs take no part: their lists are not kept up.
func (o *ordering) keep(dropped []bool) {
	o.kept = append(o.kept[:0], 0)
	for j, list := range o.lists {
		if list != nil && !dropped[j] {
			o.kept = append(o.kept, int32(1+j))
		}
	}
}

// begin starts a tree with the rows j1, ascending, and returns its root.
func (o *ordering) begin(j1 []int32) span {
	o.rows = j1
	for id := range j1 {
		o.members[id] = int32(id)
	}
	root := span{0, len(j1)}
	if o.lists == nil {
		return root
	}
	walk, present, local := o.ranks != nil && o.columns.Rows() <= walkShare*len(j1), o.present, o.local
	if walk {
		clear(present)
		for id, row := range j1 {
			present[row], local[row] = 1, int32(id)
		}
	} else {
		o.open(root)
	}
	for _, l := range o.kept[1:] {
		j := l - 1
		list := o.lists[j]
		if !walk {
			o.Sort(list[:len(j1)], o.members[:len(j1)], o.nodeRows[:len(j1)], j)
			if o.ranks == nil && o.ties[j] < someMissing {
				o.ties[j] = o.tied(len(j1))
			}
			continue
		}
		rows := o.ranks.inOrder[j]
		simd.Pick(list, rows, rows, present)
		for k, row := range list[:len(j1)] {
			list[k] = local[row]
		}
		// What lies beyond has to be ids as well.
		clear(list[len(j1):])
	}
	return root
}

// walkShare bounds the rows of a table, in those of a tree, up to which the tree's rows
// are found by walking all rows in the order of an input.
const walkShare = 8

// open prepares a node for orderOf and low.
func (o *ordering) open(node span) {
	rows, nodeRows := o.rows, o.nodeRows[:node.size()]
	for k, id := range o.members[node.first:node.end] {
		nodeRows[k] = rows[id]
	}
}

// orderOf returns the ids of the node, which is open, in the order of the input.
// The slice is valid until the next call and may be extended to a whole vector.
func (o *ordering) orderOf(variable int32, node span) []int32 {
	if o.lists != nil {
		if list := o.lists[variable]; list != nil {
			return list[node.first:node.end]
		}
	}
	order := o.order[:node.size()]
	o.Sort(order, o.members[node.first:node.end], o.nodeRows[:node.size()], variable)
	return order
}

// low returns the ids of the node that have the smaller value of an input with
// two values, in the order of by. The slice is valid until the next call.
func (o *ordering) low(variable int32, node span) []int32 {
	count := simd.Pick(o.order, o.members[node.first:node.end], o.nodeRows[:node.size()], o.columns.low[variable])
	return o.order[:count]
}

// divide splits a node, which is open, and returns the row with the largest value
// on the left. Children of at most small rows are leaves: they have their size,
// but their rows are lost.
func (o *ordering) divide(node span, split candidateSplit, small int) (left, right span, last int32) {
	order := o.orderOf(split.variable, node)
	last = o.rows[order[split.leftRows-1]]
	left, right = o.part(node, order[:split.leftRows], order[split.leftRows:], small)
	return left, right, last
}

// divideLevels is divide for a split by a set of levels.
func (o *ordering) divideLevels(node span, split candidateSplit, set LevelSet, small int) (left, right span) {
	values, order := o.columns.Values[split.variable], o.order[:node.size()]
	l, r := 0, int(split.leftRows)
	for k, id := range o.members[node.first:node.end] {
		if set.Has(values[o.nodeRows[k]]) {
			order[l] = id
			l++
		} else {
			order[r] = id
			r++
		}
	}
	return o.part(node, order[:split.leftRows], order[split.leftRows:], small)
}

// part splits a node in the given ids. Those of the left child move to the front of the members and
// of the lists, the others behind them; if the left child is a leaf, those of the right one come
// first. Where both are leaves nothing is moved.
func (o *ordering) part(node span, lefts, rights []int32, small int) (left, right span) {
	front, behind := lefts, rights
	if len(lefts) <= small {
		front, behind = rights, lefts
	}
	if len(front) > small {
		side := o.side
		for _, id := range front {
			side[id] = 1
		}
		for _, id := range behind {
			side[id] = 0
		}
		simd.Divide(o.ids[node.first:], o.space, o.kept, node.size(), o.spill, side, len(behind) > small)
	}
	middle := node.first + len(front)
	left, right = span{node.first, middle}, span{middle, node.end}
	if len(lefts) <= small {
		left, right = right, left
	}
	return left, right
}
