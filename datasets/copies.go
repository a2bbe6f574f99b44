package datasets

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"drfvi/internal/mention"
	"drfvi/internal/nearest"
)

// Copies returns the variables, by their indices, that tell rows apart in the same way, value
// by value: each set of them, with two at least. Those that are the same in every row are none.
func (p *Problem) Copies() [][]int {
	n, _ := p.X.Dims()
	sets, places := [][]int{}, map[uint64]int{} // by a hash of their cells
	for j, v := range p.Variables {
		if !p.varies(v) {
			continue
		}
		h := hashOf(n*len(v.Columns), func(i int) uint64 { return p.bits(i/len(v.Columns), v.Columns[i%len(v.Columns)]) })
		if set, known := places[h]; !known {
			places[h] = len(sets)
			sets = append(sets, []int{j})
		} else if p.equal(sets[set][0], j) {
			sets[set] = append(sets[set], j)
		}
	}
	return slices.DeleteFunc(sets, func(set []int) bool { return len(set) < 2 })
}

// bits are a cell of X, the same for cells that are equal or missing.
func (p *Problem) bits(row, column int) uint64 {
	v := p.X.At(row, column)
	if v != v {
		v = math.NaN()
	}
	return math.Float64bits(v + 0) // −0 is 0
}

// equal reports whether two variables have the same cells, of numbers or of levels.
func (p *Problem) equal(j, k int) bool {
	n, _ := p.X.Dims()
	a, b := p.Variables[j].Columns, p.Variables[k].Columns
	if len(a) != len(b) {
		return false
	}
	for c := range a {
		if p.Levels != nil && p.Levels[a[c]] != p.Levels[b[c]] {
			return false
		}
		for i := range n {
			if p.bits(i, a[c]) != p.bits(i, b[c]) {
				return false
			}
		}
	}
	return true
}

// varies reports whether a variable is not the same in every row.
func (p *Problem) varies(v Variable) bool {
	return slices.ContainsFunc(v.Columns, func(column int) bool {
		for i := range p.X.RawMatrix().Rows {
			if p.bits(i, column) != p.bits(0, column) {
				return true
			}
		}
		return false
	})
}

// copied is the warning that variables are copies of each other, with the group that makes
// inputs of them one.
func (p *Problem) copied(copies []int) error {
	names := nearest.Words(copies, func(j int) string { return p.Variables[j].Name })
	remedy := ""
	if !slices.ContainsFunc(names, func(name string) bool { return !p.isInput(name) }) {
		remedy = mention.Clause("; %v makes them one input", mention.Group.To(groupOf(names)))
	}
	return mention.Errorf(
		"inputs %s are copies of each other, and each can stand in for the others%s", few(names, 10), remedy,
	)
}

// isInput reports whether a name is that of a column, not of a group.
func (p *Problem) isInput(name string) bool {
	return slices.ContainsFunc(p.Inputs, func(e Input) bool { return e.Name == name })
}

// groupOf writes columns as a group that is called like the first, as ParseGroups reads it.
func groupOf(names []string) string {
	if slices.ContainsFunc(names, func(name string) bool {
		return strings.ContainsAny(name, `,="`) || strings.TrimSpace(name) != name
	}) {
		return Quoted(names[0]) + "=" + Quoted(names...)
	}
	return names[0] + "=" + strings.Join(names, ",")
}

// tally counts different numbers. Its memory is used again.
type tally struct{ keys, sorted []uint64 }

// different returns how many of the keys are different, and how many are there more than once. They
// are sorted by a hash into parts that fit the caches of a processor, and each part then by itself:
// a map takes five times as long and as much memory.
func (t *tally) different() (distinct, tied int) {
	const size = 256 // of a part
	seed, log := rand.Uint64(), bits.Len(uint(len(t.keys)/size))
	part := func(key uint64) uint64 { return mix(seed, key) >> 1 >> (63 - log) }
	ends := make([]int, 1<<log+1)
	for _, key := range t.keys {
		ends[part(key)+1]++
	}
	for k := 1; k < len(ends); k++ {
		ends[k] += ends[k-1]
	}
	t.sorted = slices.Grow(t.sorted[:0], len(t.keys))[:len(t.keys)]
	for _, key := range t.keys {
		k := part(key)
		t.sorted[ends[k]] = key
		ends[k]++
	}
	first := 0
	for _, end := range ends[:1<<log] {
		keys := t.sorted[first:end]
		slices.Sort(keys)
		for i := 0; i < len(keys); {
			k := i + 1
			for k < len(keys) && keys[k] == keys[i] {
				k++
			}
			if distinct++; k-i > 1 {
				tied += k - i
			}
			i = k
		}
		first = end
	}
	return distinct, tied
}

// mix joins a number to a hash.
func mix(hash, number uint64) uint64 {
	high, low := bits.Mul64(hash^0x9e3779b97f4a7c15, number^0xd1b54a32d192ed03)
	return high ^ low ^ bits.RotateLeft64(hash, 23)
}

// hashOf is the same for n equal numbers.
func hashOf(n int, number func(i int) uint64) uint64 {
	hash := uint64(n)
	for i := range n {
		hash = mix(hash, number(i))
	}
	return hash
}
