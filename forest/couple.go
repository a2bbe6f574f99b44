package forest

import (
	"context"
	"slices"
	"sync/atomic"

	"drfvi/forest/internal/splits"
	"drfvi/internal/par"
	"drfvi/internal/rng"
)

// Coupled is a forest together with the forests that leave out one group of
// inputs each, grown with common random numbers: same rows, same honesty
// split, and at every node the same stream of candidates and frequencies. Each
// tree without a group has exactly the law of a tree grown anew without it.
// It differs from the base tree only below the topmost affected nodes. A node is
// affected if its best split is one of the group's. It is affected too if another candidate
// wins once those of the group are replaced, or are lost because fewer are drawn. Only the subtrees
// of affected nodes are grown and held, as patches.
//
// Over all groups this takes about half a tree's depth of forests.
type Coupled struct {
	Base   *Forest
	Groups [][]int
	// Patches[t] are the patches of base tree t.
	Patches []Patches
	// Evaluations counts rows × candidates evaluated, and BaseEvaluations
	// those that growing the base forest alone takes.
	Evaluations, BaseEvaluations int64
}

// Couple grows a forest without the inputs in dropped, and its patches for
// leaving out each of the groups in addition.
func (g *Grower) Couple(
	ctx context.Context, dropped []int, groups [][]int, seed uint64, workers int,
) (*Coupled, error) {
	return g.couple(ctx, dropped, groups, seed, workers, func(int) *splits.Memory { return nil })
}

// couple is Couple with the memory of each tree.
func (g *Grower) couple(
	ctx context.Context, dropped []int, groups [][]int, seed uint64, workers int, recalling func(tree int) *splits.Memory,
) (*Coupled, error) {
	t := g.training.withoutInputs(dropped)
	c := &Coupled{Groups: groups, Patches: make([]Patches, t.config.Trees)}
	shared := newGroupIndex(t, groups)
	growers := par.Scratch(workers, func() *coupler { return newCoupler(t, shared) })
	var err error
	c.Base, err = t.growTrees(ctx, seed, 0, workers, func(w, tree int, j1, j2 []int32, seed rng.Seed) Tree {
		grower := growers(w)
		var base Tree
		base, c.Patches[tree] = grower.tree(j1, j2, seed, recalling(tree))
		atomic.AddInt64(&c.Evaluations, grower.evaluations())
		atomic.AddInt64(&c.BaseEvaluations, grower.baseEvaluations)
		return base
	})
	return c, err
}

// Without returns the forest without the group as a forest of its own, equal
// node for node to one grown directly from the same seed.
func (c *Coupled) Without(group int) *Forest {
	f := &Forest{
		Trees: make([]Tree, len(c.Base.Trees)), Columns: c.Base.Columns, Config: c.Base.Config, RowWeights: c.Base.RowWeights,
	}
	for t := range f.Trees {
		base, patches := &c.Base.Trees[t], &c.Patches[t]
		m := &f.Trees[t]
		m.Drawn = base.Drawn
		m.Root = m.copySubtree(base, base.Root, func(node int32) (int32, bool) {
			for _, p := range patches.At(node) {
				if p.Group == int32(group) {
					return m.copySubtree(&patches.Tree, p.Root, func(int32) (int32, bool) { return 0, false }), true
				}
			}
			return 0, false
		})
	}
	return f
}

// groupIndex says which groups an input is in, and what differs between
// groups of different sizes. It is read-only and shared.
type groupIndex struct {
	groups   [][]int
	groupsOf [][]int32 // of each input, the groups it is in
	classes  []sizeClass
	class    []int // of each group, an index into classes
}

// sizeClass is what leaving out a group of a size changes in drawing candidates.
type sizeClass struct {
	training *training
	size     int
}

func newGroupIndex(t *training, groups [][]int) *groupIndex {
	x := &groupIndex{groups: groups, groupsOf: make([][]int32, len(t.columns.Values)), class: make([]int, len(groups))}
	for g, group := range groups {
		size := 0
		for _, j := range group {
			x.groupsOf[j] = append(x.groupsOf[j], int32(g))
			if !t.dropped[j] {
				size++
			}
		}
		k := slices.IndexFunc(x.classes, func(c sizeClass) bool { return c.size == size })
		if k < 0 {
			k = len(x.classes)
			x.classes = append(x.classes, sizeClass{t.withoutInputs(append(t.droppedList(), group...)), size})
		}
		x.class[g] = k
	}
	return x
}

// coupler grows a tree with its patches. It belongs to one worker.
type coupler struct {
	*grower
	*groupIndex
	patchGrower *grower // grows the patches
	// live tells which groups have no patch on the path to the current node.
	live            []bool
	liveCount       int
	tried           []candidateSplit // candidates of the node evaluated so far
	lastVisit       []int64          // of each group, the node that last looked at it
	visit           int64
	affected        []affectedGroup // stack
	patches         []Patch
	estimation      []int32 // copy of a node's rows of J2
	baseEvaluations int64

	coupledChild growFunc // growCoupled, as a value made once
}

// affectedGroup is a group whose forest parts from the base at a node, with
// the best split there.
type affectedGroup struct {
	group int32
	best  candidateSplit
}

func newCoupler(t *training, index *groupIndex) *coupler {
	c := &coupler{
		grower: newGrower(t, t.plan.largest), groupIndex: index, patchGrower: newGrower(t, t.plan.largest),
		live: make([]bool, len(index.groups)), lastVisit: make([]int64, len(index.groups)),
		estimation: make([]int32, t.columns.Rows()),
	}
	// The patches share the tree's rows and responses, and what is equal in them; what
	// they leave out changes from patch to patch.
	c.patchGrower.z, c.patchGrower.ties = c.z, c.ties
	patchTraining := *t
	patchTraining.dropped = slices.Clone(t.dropped)
	c.patchGrower.training = &patchTraining
	c.coupledChild = c.growCoupled
	return c
}

// evaluations returns rows × candidates evaluated for the current tree.
func (c *coupler) evaluations() int64 {
	return c.splitter.evaluations + c.patchGrower.splitter.evaluations
}

// tree grows a base tree and its patches, with a memory of their nodes or nil.
func (c *coupler) tree(j1, j2 []int32, seed rng.Seed, recalling *splits.Memory) (Tree, Patches) {
	c.memory, c.patchGrower.memory = recalling, recalling
	for g := range c.live {
		c.live[g] = true
	}
	c.liveCount = len(c.live)
	c.patches = c.patches[:0]
	c.splitter.evaluations, c.patchGrower.splitter.evaluations, c.baseEvaluations = 0, 0, 0
	c.patchGrower.clear()
	c.clear()
	c.patchGrower.rows = j1
	root := c.growCoupled(c.begin(j1), j2, seed)
	base := c.grown(root)
	p := Patches{
		Tree:  c.patchGrower.grown(0),
		List:  slices.Clone(c.patches),
		first: make([]int32, len(base.Nodes)+1),
	}
	slices.SortStableFunc(p.List, func(a, b Patch) int { return int(a.Node - b.Node) })
	for _, patch := range p.List {
		p.first[patch.Node+1]++
	}
	for k := range base.Nodes {
		p.first[k+1] += p.first[k]
	}
	return base, p
}

// growCoupled is grow with patches.
//
// A patch belongs to the base node that takes this node's place after pruning,
// which is known only when the subtree has been grown: the rows that reach the
// one are those that reach the other.
func (c *coupler) growCoupled(node span, j2 []int32, seed rng.Seed) int32 {
	if node.size() <= c.grower.training.config.MinNodeSize {
		return c.leaf(j2)
	}
	if c.liveCount == 0 {
		before := c.considered
		index := c.grow(node, j2, seed)
		c.baseEvaluations += c.considered - before
		return index
	}
	best, firstAffected := c.bestSplitCoupled(node, seed), len(c.affected)
	firstPatch := len(c.patches)
	c.findAffected(best)
	best = c.settle(best) // while the node is current
	for _, a := range c.affected[firstAffected:] {
		a.best = c.settle(a.best)
		c.live[a.group] = false
		c.patches = append(c.patches, Patch{Group: a.group, Root: c.regrow(node, j2, seed, a)})
	}
	patched := len(c.patches)
	c.liveCount -= len(c.affected) - firstAffected
	var index int32
	if best.gain <= 0 {
		index = c.leaf(j2)
	} else {
		index = c.split(node, j2, seed, best, c.coupledChild)
	}
	for k := firstPatch; k < patched; k++ {
		c.patches[k].Node = index
	}
	for _, a := range c.affected[firstAffected:] {
		c.live[a.group] = true
	}
	c.liveCount += len(c.affected) - firstAffected
	c.affected = c.affected[:firstAffected]
	return index
}

// bestSplitCoupled is bestSplit, keeping the candidates and leaving the node
// open for more.
func (c *coupler) bestSplitCoupled(node span, seed rng.Seed) candidateSplit {
	c.enter(node, seed)
	c.tried = c.tried[:0]
	count := c.candidates(c.uniform)
	best := c.winner(count, nil)
	c.baseEvaluations += int64(count) * int64(node.size())
	return best
}

// winner returns the best split over the first count candidates that are not in
// the group, the first of equally good ones, evaluating what has not been.
func (c *coupler) winner(count int, group []int) candidateSplit {
	end := 0
	for missing := count; missing > 0; end++ {
		if end == len(c.tried) {
			c.tried = append(c.tried, c.consider())
		}
		if !slices.Contains(group, int(c.tried[end].variable)) {
			missing--
		}
	}
	isOfGroup := func(k int) bool { return slices.Contains(group, int(c.tried[k].variable)) }
	best, _ := c.grower.training.config.pick(c.tried[:end], isOfGroup)
	return best
}

// findAffected pushes the live groups that are affected at the current node,
// whose best split with all inputs is base, and closes the node.
func (c *coupler) findAffected(base candidateSplit) {
	c.visit++
	for k, class := range c.classes {
		count := class.training.candidates(c.uniform)
		// Groups with none of the first count candidates all see the same.
		common := c.winner(count, nil)
		winnerWithout := func(g int32, _ int) candidateSplit { return c.winner(count, c.groups[g]) }
		if class.size == 1 {
			winnerWithout = c.withoutOne(count)
		}
		for i := range count {
			for _, g := range c.groupsOf[c.tried[i].variable] {
				if c.class[g] != k || c.lastVisit[g] == c.visit {
					continue
				}
				c.lastVisit[g] = c.visit
				if !c.live[g] {
					continue
				}
				if best := winnerWithout(g, i); best.variable != base.variable {
					c.affected = append(c.affected, affectedGroup{g, best})
				}
			}
		}
		if common.variable == base.variable {
			continue
		}
		for g := range c.groups {
			if c.class[g] == k && c.live[g] && c.lastVisit[g] != c.visit {
				c.affected = append(c.affected, affectedGroup{int32(g), common})
			}
		}
	}
	c.leave()
}

// withoutOne returns a function that gives the winner over the first count
// candidates without the one at place i, i < count. Of the first count+1 it needs only
// the winners without none, without the best one, and without the winner.
func (c *coupler) withoutOne(count int) func(g int32, i int) candidateSplit {
	if count == 0 {
		return func(int32, int) candidateSplit { return candidateSplit{variable: Leaf} }
	}
	c.winner(count+1, nil) // evaluates them
	splits, config := c.tried[:count+1], &c.grower.training.config
	best := 0
	for k, split := range splits {
		if split.gain > splits[best].gain {
			best = k
		}
	}
	winner, place := config.pick(splits, skipNone)
	withoutBest, _ := config.pick(splits, func(k int) bool { return k == best })
	second, _ := config.pick(splits, func(k int) bool { return k == place })
	return func(_ int32, i int) candidateSplit {
		switch i {
		case best:
			return withoutBest
		case place:
			return second
		}
		return winner
	}
}

// regrow grows the patch of an affected group at the node and returns its root
// among the patches' nodes.
func (c *coupler) regrow(node span, j2 []int32, seed rng.Seed, a affectedGroup) int32 {
	r, group := c.patchGrower, c.groups[a.group]
	class := c.classes[c.class[a.group]].training
	estimation := c.estimation[:len(j2)]
	copy(estimation, j2)
	if a.best.gain <= 0 {
		return r.leaf(estimation)
	}
	r.training.p, r.training.mtry, r.training.poisson = class.p, class.mtry, class.poisson
	for _, j := range group {
		r.training.dropped[j] = true
	}
	r.keep(r.training.dropped)
	for _, l := range r.kept {
		start := int(l) * r.space
		copy(r.ids[start+node.first:start+node.end], c.ids[start+node.first:start+node.end])
	}
	r.open(node)
	r.node, r.seed, r.prepared = node, seed, false
	root := r.split(node, estimation, seed, a.best, r.child)
	for _, j := range group {
		r.training.dropped[j] = c.grower.training.dropped[j]
	}
	return root
}
