package splits

import "drfvi/internal/rng"

// Memory holds what candidates gained at the nodes of one tree, and of the same
// tree without groups of inputs: of the step before, and of this one.
type Memory struct {
	Limit  int      // of the gains of a step; what does not fit is evaluated again
	Hashes []uint64 // of the rows
	Gone   []bool   // inputs that the step leaves out

	before, now generation

	// Of the node that is open:
	key      nodeKey
	dropped  []bool // inputs that take no part: those gone, and a group's
	known    []Gain // earlier evaluations, in the node's random order
	next     int    // the first of known that the candidates have not come to
	passed   []Gain // those before it and new ones, in the same order
	complete bool   // whether this step's generation has them all
}

// generation is what is remembered of one step.
type generation struct {
	nodes map[nodeKey]stretch
	gains []Gain
}

// stretch is a part [first, end) of the gains.
type stretch struct{ first, end int32 }

// nodeKey names a node: the seed of its random numbers, which says where it is
// in which tree, and a fingerprint of its rows. That two different sets of rows
// at the same place have equal fingerprints has a probability of 2⁻⁶⁴.
type nodeKey struct {
	seed rng.Seed
	rows uint64
}

// Gain is what the best split by an input gains.
type Gain struct {
	Gain           float64
	Variable, Left int32
}

// Kept returns how many gains of this step are remembered.
func (m *Memory) Kept() int { return len(m.now.gains) }

// Turn begins a new step.
func (m *Memory) Turn() {
	m.before, m.now = m.now, m.before
	if m.now.nodes == nil {
		m.now.nodes = make(map[nodeKey]stretch)
	}
	clear(m.now.nodes)
	m.now.gains = m.now.gains[:0]
}

// Open begins to recall the node of the seed with the given rows.
func (m *Memory) Open(seed rng.Seed, rows []int32, dropped []bool) {
	m.key, m.dropped = nodeKey{seed: seed}, dropped
	for _, row := range rows {
		m.key.rows += m.Hashes[row]
	}
	m.next, m.passed = 0, m.passed[:0]
	of, now := m.now.nodes[m.key]
	m.known, m.complete = m.now.gains[of.first:of.end], now
	if !now {
		of = m.before.nodes[m.key]
		m.known = m.before.gains[of.first:of.end]
	}
}

// Recall returns what the node's next candidate gained, if that is known.
//
// Candidates come in the node's random order without those that are dropped. So
// do the known ones, but others were dropped when they were evaluated: those
// that are dropped now are passed over, and a candidate that is not the next of
// the rest is one that was dropped then.
func (m *Memory) Recall(variable int32) (Gain, bool) {
	for ; m.next < len(m.known); m.next++ {
		g := m.known[m.next]
		if !m.dropped[g.Variable] {
			if g.Variable != variable {
				break
			}
			m.next++
			m.passed = append(m.passed, g)
			return g, true
		}
		m.pass(g)
	}
	return Gain{}, false
}

// pass keeps a known gain unless it will never be asked for again.
func (m *Memory) pass(g Gain) {
	if !m.Gone[g.Variable] {
		m.passed = append(m.passed, g)
	}
}

// Note remembers what the node's next candidate gained, which Recall did not
// know.
func (m *Memory) Note(g Gain) {
	m.passed = append(m.passed, g)
	m.complete = false
}

// Close keeps what is known of the node for this step and the next.
func (m *Memory) Close() {
	if m.complete {
		return
	}
	for _, g := range m.known[m.next:] {
		m.pass(g)
	}
	first := len(m.now.gains)
	if first+len(m.passed) > m.Limit {
		return
	}
	m.now.gains = append(m.now.gains, m.passed...)
	m.now.nodes[m.key] = stretch{int32(first), int32(len(m.now.gains))}
}
