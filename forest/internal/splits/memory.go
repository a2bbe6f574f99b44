package splits

import (
	"math"

	"drfvi/internal/rng"
)

// Memory holds the candidates at the nodes of one tree, and of the same tree without
// groups of inputs, in their random order with what they gained: of the step before, and
// of this one. So candidates are drawn and evaluated once.
type Memory struct {
	Limit  int      // of the gains of a step; what does not fit is evaluated again
	Hashes []uint64 // of the rows
	Gone   []bool   // inputs that the step leaves out

	before, now generation

	// Of the node that is open:
	key      nodeKey
	dropped  []bool // inputs that take no part: those gone, and a group's
	known    []Gain // of the candidates drawn so far, in the node's random order
	drawn    int    // how many were drawn, those gone too
	next     int    // the first of known that the candidates have not come to
	passed   []Gain // those before it and new ones, in the same order
	gains    int    // that are known of these
	complete bool   // whether this step's generation has all gains
}

// generation is what is remembered of one step.
type generation struct {
	nodes      map[nodeKey]stretch
	candidates []Gain
	gains      int // that are known of these
}

// stretch is a part [first, end) of the candidates, all that are not gone of so many drawn.
type stretch struct{ first, end, drawn int32 }

// nodeKey names a node: the seed of its random numbers, which says where it is
// in which tree, and a fingerprint of its rows. That two different sets of rows
// at the same place have equal fingerprints has a probability of 2⁻⁶⁴.
type nodeKey struct {
	seed rng.Seed
	rows uint64
}

// Gain is what the best split by an input gains.
type Gain struct {
	Gain           float64 // NaN if the input was only drawn
	Variable, Left int32
}

// Known reports whether the input was evaluated.
func (g Gain) Known() bool { return !math.IsNaN(g.Gain) }

// Kept returns how many gains of this step are remembered.
func (m *Memory) Kept() int { return m.now.gains }

// Turn begins a new step.
func (m *Memory) Turn() {
	m.before, m.now = m.now, m.before
	if m.now.nodes == nil {
		m.now.nodes = make(map[nodeKey]stretch)
	}
	clear(m.now.nodes)
	m.now.candidates, m.now.gains = m.now.candidates[:0], 0
}

// Open begins to recall the node of the seed with the given rows.
func (m *Memory) Open(seed rng.Seed, rows []int32, dropped []bool) {
	m.key, m.dropped = nodeKey{seed: seed}, dropped
	for _, row := range rows {
		m.key.rows += m.Hashes[row]
	}
	m.next, m.passed, m.gains = 0, m.passed[:0], 0
	from := &m.now
	recalled, now := from.nodes[m.key]
	if m.complete = now; !now {
		from = &m.before
		recalled = from.nodes[m.key]
	}
	m.known, m.drawn = from.candidates[recalled.first:recalled.end], int(recalled.drawn)
}

// Next returns the next candidate that was drawn before, and what it gained if that is known,
// else Note is to be told; false if the next one has to be drawn. Candidates that are dropped are
// passed over.
func (m *Memory) Next() (Gain, bool) {
	for m.next < len(m.known) {
		g := m.known[m.next]
		m.next++
		if !m.dropped[g.Variable] {
			if g.Known() {
				m.pass(g)
			}
			return g, true
		}
		m.pass(g)
	}
	return Gain{}, false
}

// Drawn returns how many candidates have been drawn.
func (m *Memory) Drawn() int { return m.drawn }

// Draw tells which candidate was drawn next, and returns whether it takes part; then Note is to
// be told what it gains.
func (m *Memory) Draw(variable int32) bool {
	m.drawn++
	if m.dropped[variable] {
		m.pass(Gain{Gain: math.NaN(), Variable: variable})
		return false
	}
	return true
}

// pass keeps a candidate unless it will never be asked for again.
func (m *Memory) pass(g Gain) {
	if m.Gone[g.Variable] {
		return
	}
	m.passed = append(m.passed, g)
	if g.Known() {
		m.gains++
	}
}

// Note remembers what the node's next candidate gained.
func (m *Memory) Note(g Gain) {
	m.pass(g)
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
	if m.now.gains+m.gains > m.Limit {
		return
	}
	first := len(m.now.candidates)
	m.now.candidates = append(m.now.candidates, m.passed...)
	m.now.gains += m.gains
	m.now.nodes[m.key] = stretch{int32(first), int32(len(m.now.candidates)), int32(m.drawn)}
}
