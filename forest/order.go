package forest

import (
	"math/bits"
	"slices"

	"drfvi/internal/simd"
)

// ordering hands out the rows of a node of J1 in the order of any variable.
// Within a tree, rows have local numbers 0, …, |J1|−1, ascending with the row.
//
// There are two ways. With few variables, compared to the candidates of a node,
// one list per variable is sorted at the root, and a split divides every list,
// keeping its order; a node is then the same span of every list. With many
// variables most lists would be divided without ever being looked at, so only
// the members are kept and the node's rows are sorted by rank for each
// candidate. Variables with two values need neither.
//
// An ordering belongs to one worker.
type ordering struct {
	columns *Columns
	rows    []int32   // rows[id] is the table's row
	members []int32   // local ids, ascending within every node's span
	lists   [][]int32 // of each variable with more than two values
	dropped []bool    // variables that take no part, whose lists are meaningless
	sorted  bool      // whether lists are kept
	local   []int32   // of each row of the table, its id; −1 outside the tree; only to begin a tree
	side    []byte    // of each id: 1 left, 0 right
	spill   []int32

	nodeRows []int32  // rows of the members of the current node
	order    []int32  // for candidates without a list
	set      []uint64 // bitmap over ranks, empty between calls
	position []int32  // position[rank] = id, valid where the bitmap is set
	keys     []uint64 // rank·2³² + id
	ranks    []int16  // of a small node's rows, and their places
	places   []int16
}

// listShare is how many times more variables than candidates there may be for
// sorted lists to pay. Dividing a list costs about a third of evaluating it.
const listShare = 3

// span is a node's part [first, end) of the members and of every list.
type span struct{ first, end int }

func (s span) size() int { return s.end - s.first }

// newOrdering returns an ordering for trees of at most largest rows of J1.
func newOrdering(t *training, largest int) *ordering {
	// Every span of a list may be extended to a whole vector.
	n, padded := t.columns.Rows(), largest+simd.Width
	o := &ordering{
		columns: t.columns,
		members: make([]int32, largest), spill: make([]int32, largest), side: make([]byte, largest),
		lists: make([][]int32, len(t.columns.Values)), dropped: t.dropped,
		sorted: t.p <= listShare*t.mtry,
		order:  make([]int32, padded), nodeRows: make([]int32, largest),
		set: make([]uint64, (n+63)/64), position: make([]int32, n), keys: make([]uint64, largest),
		ranks: make([]int16, countLimit), places: make([]int16, countLimit),
	}
	if o.sorted {
		o.local = make([]int32, n)
		for j := range o.lists {
			if !t.dropped[j] && t.columns.ties[j] != twoValues {
				o.lists[j] = make([]int32, padded)
			}
		}
	}
	return o
}

// begin starts a tree with the rows j1, ascending, and returns its root.
func (o *ordering) begin(j1 []int32) span {
	o.rows = j1
	for id := range j1 {
		o.members[id] = int32(id)
	}
	root := span{0, len(j1)}
	if !o.sorted {
		return root
	}
	walk := o.columns.Rows() <= walkShare*len(j1)
	if walk {
		for i := range o.local {
			o.local[i] = -1
		}
		for id, row := range j1 {
			o.local[row] = int32(id)
		}
	}
	for j, list := range o.lists {
		switch {
		case list == nil || o.dropped[j]:
		case walk:
			simd.Present(list, o.columns.orders[j], o.local)
			// A list may be extended to a whole vector: by ids, not by the −1
			// that was written last.
			clear(list[len(j1):])
		default:
			o.sort(list, o.members[:len(j1)], j1, int32(j))
		}
	}
	return root
}

// walkShare is how many times more rows a table may have than a tree for the
// tree's rows to be found by walking all rows in the order of a variable.
const walkShare = 8

// open prepares a node for by and low.
func (o *ordering) open(node span) {
	for k, id := range o.members[node.first:node.end] {
		o.nodeRows[k] = o.rows[id]
	}
}

// prefetchLimit is the largest number of ranks of a variable worth fetching
// ahead of looking at some of them.
const prefetchLimit = 1024

// prefetch asks for what by will need of a variable.
func (o *ordering) prefetch(variable int32) {
	if n := o.columns.Rows(); !o.sorted && n <= prefetchLimit {
		simd.Prefetch(o.columns.shortRanks[variable])
	}
}

// by returns the ids of the node, which is open, in the order of the variable.
// The slice is valid until the next call and may be extended to a whole vector.
func (o *ordering) by(variable int32, node span) []int32 {
	if o.sorted {
		return o.lists[variable][node.first:node.end]
	}
	order := o.order[:node.size()]
	o.sort(order, o.members[node.first:node.end], o.nodeRows[:node.size()], variable)
	return order
}

// low returns the ids of the node that have the smaller value of a variable with
// two values, in the order of by. The slice is valid until the next call.
func (o *ordering) low(variable int32, node span) []int32 {
	count := simd.Pick(o.order, o.members[node.first:node.end], o.nodeRows[:node.size()], o.columns.low[variable])
	return o.order[:count]
}

// divide splits a node by value ≤ threshold of the variable. The children hold
// their own rows only after arrange; leaves need not.
func (o *ordering) divide(node span, variable int32, threshold float64) (left, right span) {
	values, members := o.columns.Values[variable], o.members[node.first:node.end]
	count := 0
	for _, id := range members {
		s := byte(0)
		if values[o.rows[id]] <= threshold {
			s = 1
		}
		o.side[id] = s
		count += int(s)
	}
	middle := node.first + count
	return span{node.first, middle}, span{middle, node.end}
}

// arrange moves the members, and the lists if they are kept, to the sides that
// divide found.
func (o *ordering) arrange(node span) {
	o.arrangeList(o.members[node.first:node.end])
	if !o.sorted {
		return
	}
	for j, list := range o.lists {
		if list != nil && !o.dropped[j] {
			o.arrangeList(list[node.first:node.end])
		}
	}
}

func (o *ordering) arrangeList(ids []int32) {
	left := simd.Divide(ids, o.spill, ids, o.side)
	copy(ids[left:], o.spill[:len(ids)-left])
}

// countLimit is the largest number of rows whose places are found by counting
// smaller ranks, a quadratic method with a very small constant.
const countLimit = 128

// sort stores the ids in dst in the order of the variable; rows are those of the
// ids. Few rows count smaller ranks; many mark their ranks in a bitmap and walk
// it, in O(n/64 + rows) without a comparison; where the bitmap would be almost
// empty, ranks are sorted.
func (o *ordering) sort(dst, ids, rows []int32, variable int32) {
	ranks := o.columns.ranks[variable]
	switch {
	case len(ids) <= countLimit && o.columns.shortRanks != nil:
		padded := (len(ids) + simd.CountGroup - 1) &^ (simd.CountGroup - 1)
		simd.Order(dst, ids, rows, o.columns.shortRanks[variable], o.ranks[:padded], o.places[:padded])
	case len(ids)*16 < len(o.set):
		keys := o.keys[:len(ids)]
		for k, row := range rows {
			keys[k] = uint64(ranks[row])<<32 | uint64(ids[k])
		}
		slices.Sort(keys)
		for k, key := range keys {
			dst[k] = int32(uint32(key))
		}
	default:
		for k, row := range rows {
			r := ranks[row]
			o.set[r>>6] |= 1 << (r & 63)
			o.position[r] = ids[k]
		}
		k := 0
		for w, word := range o.set {
			if word == 0 {
				continue
			}
			positions := o.position[w<<6:]
			for ; word != 0; word &= word - 1 {
				dst[k] = positions[bits.TrailingZeros64(word)]
				k++
			}
			o.set[w] = 0
		}
	}
}
