package forest

import "drfvi/forest/internal/order"

// LevelSet is a set of the levels of a categorical input.
type LevelSet []uint64

// newLevelSet returns the empty set of as many levels.
func newLevelSet(levels int) LevelSet { return make(LevelSet, (levels+63)/64) }

// add adds a level.
func (s LevelSet) add(level int) { s[level>>6] |= 1 << (level & 63) }

// remove takes a level out.
func (s LevelSet) remove(level int) { s[level>>6] &^= 1 << (level & 63) }

// Has tells whether a level, as a value of its column, is in the set.
func (s LevelSet) Has(value float64) bool {
	level := uint(value)
	return s[level>>6]>>(level&63)&1 == 1
}

// exchange is the function of that name for a split on levels.
func (s LevelSet) exchange(rows []int32, values []float64) (left, right []int32) {
	count := 0
	for k, row := range rows {
		rows[k], rows[count] = rows[count], row
		if s.Has(values[row]) {
			count++
		}
	}
	return rows[:count], rows[count:]
}

// partition is the function of that name for a split on levels.
func (s LevelSet) partition(rows, spill []int32, values []float64) (left, right []int32) {
	l, r := 0, 0
	for _, row := range rows {
		if s.Has(values[row]) {
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

// goesLeft tells whether a row with the given value of the node's input goes
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
// on both sides.
func (t *Tree) Partition(node *Node, rows, spill []int32, values []float64) (left, right []int32) {
	switch {
	case node.Set > 0:
		return t.Sets[node.Set-1].partition(rows, spill, values)
	case node.Set == missingLeft:
		return order.PartStableMissing(rows, spill, values, node.Threshold)
	}
	return order.PartStable(rows, spill, values, node.Threshold)
}

// exchange is Partition without the order.
func (t *Tree) exchange(node *Node, rows []int32, values []float64) (left, right []int32) {
	switch {
	case node.Set > 0:
		return t.Sets[node.Set-1].exchange(rows, values)
	case node.Set == missingLeft:
		return order.PartMissing(rows, values, node.Threshold)
	}
	return order.Part(rows, values, node.Threshold)
}
