package forest

import (
	"slices"

	"drfvi/forest/internal/splits"
	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// Sub-streams of a node's seed.
const (
	streamCandidates = iota
	streamFrequencies
	streamLeft
	streamRight
	streamFolds
)

// training is what growing the trees of one forest shares, read-only.
type training struct {
	columns  *Columns
	response *response
	config   Config
	plan     *plan
	table    []float64 // feature rows for frozen frequencies, else nil
	dropped  []bool    // inputs that take no part
	poisson  []float64 // distribution function of the number of candidates, or nil
	p        int       // inputs that take part
	mtry     int
}

// newTraining prepares the data for the configuration.
func newTraining(columns *Columns, response *response, config Config) *training {
	t := &training{columns: columns, response: response, config: config}
	units := columns.design.Units(columns.Rows())
	splitting, _ := config.treeRows(units)
	t.plan = newPlan(columns.design, columns.Rows(), config.Honesty, config.DrawnRows(units), splitting)
	if config.Frequencies == Frozen {
		t.table = splits.FeatureTable(response.z, response.n, response.d, config.Features, config.FrozenSeed)
	}
	return t.withoutInputs(nil)
}

// withoutInputs returns the same training with the given inputs left out.
func (t *training) withoutInputs(dropped []int) *training {
	u := *t
	u.dropped = make([]bool, len(t.columns.Values))
	for _, j := range dropped {
		u.dropped[j] = true
	}
	u.p = 0
	for _, gone := range u.dropped {
		if !gone {
			u.p++
		}
	}
	u.mtry = t.config.MTry.Of(u.p)
	if t.config.MTryDraw == Poisson {
		u.poisson = splits.Poisson(float64(u.mtry))
	}
	return &u
}

// droppedList returns the inputs that take no part.
func (t *training) droppedList() []int {
	var list []int
	for j, gone := range t.dropped {
		if gone {
			list = append(list, j)
		}
	}
	return list
}

// candidates returns the number of candidate inputs of a node: the
// configured number, or clamp(Poisson(mtry), 1, p) by inversion of u.
func (t *training) candidates(u float64) int {
	k := t.mtry
	if t.poisson != nil {
		k, _ = slices.BinarySearch(t.poisson, u)
	}
	return min(max(k, 1), t.p)
}

// grower grows trees one at a time. It belongs to one worker.
type grower struct {
	*training
	*splitter
	levels      *levelSplitter // nil without categorical inputs
	permutation *splits.Permutation
	memory      *splits.Memory   // of the tree's nodes, or nil
	seed        rng.Seed         // of the current node
	prepared    bool             // whether its features are there
	found       []candidateSplit // of the current node, by candidate
	considered  int64            // rows × candidates, whether evaluated or remembered
	src         rng.Source
	uniform     float64 // of which the node's number of candidates is made
	drawn       int     // candidates drawn, with one
	omega       []float64
	z           []float64 // response of the tree's rows, by local id
	nodes       []Node
	sizes       []int32 // rows of J1 of the nodes, 0 for leaves
	leafRows    []int32
	sets        []LevelSet
	spillJ2     []int32
	child       growFunc // grow, as a value made once
}

// newGrower returns a grower for trees of at most largest rows of J1.
func newGrower(t *training, largest int) *grower {
	g := &grower{
		training:    t,
		splitter:    newSplitter(t, largest),
		permutation: splits.NewPermutation(len(t.columns.Values)),
		omega:       make([]float64, simd.Pad(t.config.Features)*t.response.d),
		z:           make([]float64, largest*t.response.d),
		spillJ2:     make([]int32, t.columns.Rows()),
	}
	if t.columns.levels != nil {
		g.levels = newLevelSplitter(t.columns, g.splitter, largest)
	}
	g.child = g.grow
	return g
}

// tree grows the tree whose splits are chosen by the rows j1, ascending, and
// whose leaves are filled by the rows j2, which are permuted. Node randomness
// comes from seed by the path from the root: two trees with the same seed make
// the same choices at the same place for as long as their candidates agree.
func (g *grower) tree(j1, j2 []int32, seed rng.Seed) Tree {
	g.clear()
	return g.grown(g.grow(g.begin(j1), j2, seed))
}

// clear forgets the nodes of the tree before.
func (g *grower) clear() {
	g.nodes, g.sizes, g.leafRows, g.sets = g.nodes[:0], g.sizes[:0], g.leafRows[:0], g.sets[:0]
}

// grown returns the tree of the nodes grown since clear.
func (g *grower) grown(root int32) Tree {
	t := Tree{Root: root, Nodes: slices.Clone(g.nodes), Rows: slices.Clone(g.leafRows)}
	if len(g.sets) > 0 {
		t.Sets = slices.Clone(g.sets)
	}
	return t
}

// begin makes the rows j1 those of the current tree and returns its root.
func (g *grower) begin(j1 []int32) span {
	d := g.response.d
	for id, row := range j1 {
		copy(g.z[id*d:(id+1)*d], g.response.z[int(row)*d:])
	}
	return g.ordering.begin(j1)
}

// grow adds the subtree for a node and returns its index.
//
// Pruning happens here: a child that no row of J2 reaches is never grown, the
// other child takes the node's place. That is the same as growing everything
// and pruning bottom-up, because a subtree keeps a leaf with rows of J2 exactly
// if such rows reach it.
func (g *grower) grow(node span, j2 []int32, seed rng.Seed) int32 {
	if node.size() <= g.training.config.MinNodeSize {
		return g.leaf(j2)
	}
	best := g.bestSplit(node, seed)
	if best.gain <= 0 {
		return g.leaf(j2)
	}
	return g.split(node, j2, seed, g.settle(best), g.child)
}

// growFunc adds the subtree for a node and returns its index.
type growFunc func(node span, j2 []int32, seed rng.Seed) int32

// split adds the subtree for a node whose best split is known, growing its
// children by the given function.
func (g *grower) split(node span, j2 []int32, seed rng.Seed, best candidateSplit, grow growFunc) int32 {
	values, small := g.training.columns.Values[best.variable], g.training.config.MinNodeSize
	var left, right span
	var sets []LevelSet // of the node
	root := Node{Var: best.variable}
	switch {
	case g.training.columns.unordered(best.variable):
		g.prepare()
		sets, root.Set = []LevelSet{g.levels.set(best, g.folds(best.variable))}, 1
		left, right = g.divideLevels(node, best, sets[0], small)
	case g.training.columns.incomplete(best.variable):
		left, right, root = g.divideMissing(node, best, small)
	default:
		var last int32
		left, right, last = g.divide(node, best, small)
		root.Threshold = values[last]
	}
	left2, right2 := (&Tree{Sets: sets}).Partition(&root, j2, g.spillJ2, values)
	if g.training.config.Prune {
		if len(left2) == 0 {
			return grow(right, right2, seed.At(streamRight))
		}
		if len(right2) == 0 {
			return grow(left, left2, seed.At(streamLeft))
		}
	}
	index := int32(len(g.nodes))
	if sets != nil {
		g.sets = append(g.sets, sets...)
		root.Set = int32(len(g.sets))
	}
	g.nodes, g.sizes = append(g.nodes, root), append(g.sizes, int32(node.size()))
	leftAt := grow(left, left2, seed.At(streamLeft))
	rightAt := grow(right, right2, seed.At(streamRight))
	g.nodes[index].Left, g.nodes[index].Right = leftAt, rightAt
	return index
}

// leaf adds a leaf with the estimation rows j2.
func (g *grower) leaf(j2 []int32) int32 {
	first := int32(len(g.leafRows))
	g.leafRows = append(g.leafRows, j2...)
	g.nodes = append(g.nodes, Node{Var: Leaf, Left: first, Right: int32(len(g.leafRows))})
	g.sizes = append(g.sizes, 0)
	return int32(len(g.nodes) - 1)
}

// bestSplit returns the best split of the node over its random candidates, the
// first of equally good ones.
func (g *grower) bestSplit(node span, seed rng.Seed) candidateSplit {
	g.enter(node, seed)
	count := g.candidates(g.uniform)
	g.found = g.found[:0]
	for range count {
		g.found = append(g.found, g.consider())
	}
	best, _ := g.training.config.pick(g.found, skipNone)
	g.considered += int64(count) * int64(node.size())
	g.leave()
	return best
}

// enter makes the node current: its stream of candidates begins, with g.uniform.
func (g *grower) enter(node span, seed rng.Seed) {
	g.node, g.seed, g.prepared = node, seed, false
	g.open(node)
	if g.memory != nil {
		g.memory.Open(seed, g.nodeRows[:node.size()], g.training.dropped)
	}
	g.src.Reset(seed.At(streamCandidates))
	g.uniform = g.src.Float64()
	g.drawn = 0
}

// leave ends what enter began.
func (g *grower) leave() {
	g.permutation.Restore()
	if g.memory != nil {
		g.memory.Close()
	}
}

// prepare computes the features of the current node, once.
func (g *grower) prepare() {
	if g.prepared {
		return
	}
	g.prepared = true
	members, stride := g.members[g.node.first:g.node.end], g.stride
	if g.table != nil {
		simd.Centre(g.features, members, g.table, g.nodeRows[:len(members)], stride)
	} else {
		var src rng.Source
		src.Reset(g.seed.At(streamFrequencies))
		b := g.training.config.Features
		splits.DrawFrequencies(g.omega, b, &src)
		simd.Features(g.features, stride, b, members, g.z, g.response.d, g.omega)
		simd.Centre(g.features, members, g.features, members, stride)
	}
	g.Open(g.nodeRows[:g.node.size()], g.members[g.node.first:g.node.end], g.features, g.stride)
}

// consider returns the best split of the current node by the next candidate.
func (g *grower) consider() candidateSplit {
	if g.memory == nil {
		return g.gain(g.drawCandidate())
	}
	known, ok := g.memory.Next()
	if ok && known.Known() {
		return candidateSplit{known.Variable, known.Gain, known.Left}
	}
	if !ok {
		known.Variable = g.drawUnknown()
	}
	split := g.gain(known.Variable)
	g.memory.Note(splits.Gain{Gain: split.gain, Variable: known.Variable, Left: split.leftRows})
	return split
}

// drawUnknown draws the next input that takes part and that the memory does not know, after
// those that it does.
func (g *grower) drawUnknown() int32 {
	for ; g.drawn < g.memory.Drawn(); g.drawn++ {
		g.permutation.Next(&g.src)
	}
	for {
		j := g.permutation.Next(&g.src)
		g.drawn++
		if g.memory.Draw(j) {
			return j
		}
	}
}

// gain evaluates a candidate at the current node.
func (g *grower) gain(candidate int32) candidateSplit {
	g.prepare()
	var split candidateSplit
	if g.training.columns.unordered(candidate) {
		split = g.levels.evaluate(candidate, g.folds(candidate))
	} else {
		split = g.evaluate(candidate)
	}
	if g.training.config.isNoise(split.gain) {
		split.gain = 0
	}
	return split
}

// folds returns the seed by which an input parts the current node's rows in folds.
func (g *grower) folds(variable int32) rng.Seed { return g.seed.At(streamFolds).At(int(variable)) }

// drawCandidate draws the next input of the node's random order that takes part. There is one.
func (g *grower) drawCandidate() int32 {
	for {
		if j := g.permutation.Next(&g.src); !g.training.dropped[j] {
			return j
		}
	}
}
