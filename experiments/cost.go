package experiments

import (
	"math"
	"time"

	"drfvi/forest"
)

// work is what a unit costs: evaluations, each of one row and one candidate
// variable at one node, and bytes of memory at its peak. The numbers come from
// a simple model; they are good enough to begin with the longest units, to
// tell a minute from an hour, and to show how far a run is.
type work struct{ evaluations, bytes float64 }

// Times on one core, in nanoseconds.
const (
	perEvaluation = 9.   // all that growing a tree takes, for one evaluation
	perCoordinate = 0.35 // one coordinate of an embedding added or multiplied
	perFar        = 2.   // the same where the table of them is beyond the caches
	perFactor     = 0.5  // one entry of a factor, for each of its columns
	perFeature    = 25.  // one random Fourier feature of one response
	perWeight     = 1.5  // one weight added to a row
	perEntry      = 0.3  // one entry of the kernel matrix used
	perVisit      = 40.  // one difference between predictions kept account of
	perRanked     = 15.  // one value ranked, for each doubling of the rows
)

// add adds work that is no evaluation.
func (w *work) add(nanoseconds float64) { w.evaluations += nanoseconds / perEvaluation }

// time returns how long the work takes one core.
func (w work) time() time.Duration {
	return time.Duration(w.evaluations * perEvaluation)
}

// size is the size of a table: n rows, p inputs, d responses; and of what is
// made of it.
type size struct {
	n, p, d int
	// evaluated is the number of rows that distances are summed up over, 0 for
	// all; fourier that of random features of the kernel, 0 for none.
	evaluated, fourier int
	// rank is that of the kernel matrix of the responses to working precision,
	// share that of its entries that are not negligible; 0 if not known.
	rank  int
	share float64
}

// typicalRank is taken where the rank is not known. It lies between 10 and 200
// for one or two responses.
const typicalRank = 100

// width is the number of coordinates of an embedding.
func (s size) width() float64 {
	switch {
	case s.fourier > 0:
		return 2 * float64(s.fourier)
	case s.rank > 0:
		return float64(s.rank)
	}
	return float64(min(s.n, typicalRank))
}

// rows is the number of rows that distances are summed up over.
func (s size) rows() float64 {
	if s.evaluated == 0 {
		return float64(s.n)
	}
	return float64(min(s.evaluated, s.n))
}

// tableBytes is the memory of inputs and responses: two copies and the ranks.
func (s size) tableBytes() float64 {
	return float64(s.n) * (30*float64(s.p) + 26*float64(s.d))
}

// garbage is by how much memory exceeds what is in use.
const garbage = 1.5

// grown is the size of a forest.
type grown struct {
	trees, mtry float64
	chosen      float64 // rows of a tree that choose splits
	answers     float64 // rows of a tree that fill its leaves
	levels      float64 // splits above a leaf
	leaf        float64 // answers of a leaf
	leaves      float64 // of a tree
	say         float64 // share of the rows on which a tree has a say
}

// depth is about the number of splits above a leaf of a tree grown from the
// given number of rows until nodes have at most minNode of them: halving ends
// somewhere between minNode and minNode/2.
func depth(rows float64, minNode int) float64 {
	return max(1, math.Log2(2*rows/float64(minNode)))
}

func newGrown(c forest.Config, s size) grown {
	rows := float64(s.n) * c.SampleFraction
	g := grown{trees: float64(c.Trees), mtry: float64(c.MTry.Of(s.p)), chosen: rows, answers: rows, say: 1 - c.SampleFraction}
	if c.Honesty {
		g.chosen *= c.HonestyFraction
		g.answers *= 1 - c.HonestyFraction
	}
	g.levels = depth(g.chosen, c.MinNodeSize)
	g.leaf = 0.6 * float64(c.MinNodeSize)
	g.leaves = max(1, g.answers/g.leaf)
	return g
}

// evaluations is the cost of growing: on each of its levels a tree looks at all
// rows that choose splits, with every candidate variable.
func (g grown) evaluations() float64 { return g.trees * g.chosen * g.mtry * g.levels }

// bytes is the memory of the trees.
func (g grown) bytes() float64 { return g.trees * (8*g.answers + 48*g.leaves) }

// embedding is the time of embedding the rows with a forest, in nanoseconds:
// each tree adds the mean of a leaf to each row it has a say on.
func (g grown) embedding(s size) float64 {
	return g.trees * (s.rows()*g.say + g.answers) * s.width() * perCoordinate
}

// factorisation is the time of giving the responses coordinates.
func factorisation(s size) float64 {
	if s.fourier > 0 {
		return float64(s.n) * float64(s.fourier*s.d) * perFeature
	}
	return float64(s.n) * s.width() * s.width() * perFactor
}

// start is the work that every method on a distributional forest begins with.
func start(settings Settings, s size) (grown, work) {
	c, err := settings.config()
	if err != nil {
		panic("experiments: settings that New would refuse: " + err.Error())
	}
	g := newGrown(c, s)
	w := work{bytes: garbage * (s.tableBytes() + g.bytes())}
	w.add(float64(s.n) * float64(s.p) * math.Log2(float64(max(s.n, 2))) * perRanked)
	return g, w
}

// distributionalWork is the work of a method that grows the given number of
// distributional forests for p inputs, one after the other, and compares the
// predictions of each with the first one's if embed is set.
func distributionalWork(forests func(p int) float64, embed bool) func(Settings, size) work {
	return func(settings Settings, s size) work {
		g, w := start(settings, s)
		w.evaluations += forests(s.p) * g.evaluations()
		if !embed {
			return w
		}
		low := factorisation(s) + forests(s.p)*(g.embedding(s)+3*s.rows()*s.width()*perCoordinate)
		lowBytes := (2*float64(s.n) + 3*s.rows()) * s.width() * 8
		weighed := forests(s.p) * s.rows() * (g.trees*g.say*g.leaf*perWeight + s.applied())
		return w.cheaper(s, low, lowBytes, weighed)
	}
}

// coupledForests is about the work of the coupled estimator in forests: half
// the depth of trees as deep as those of the paper's experiments.
func coupledForests(p int) float64 { return min(float64(p+1), 5) }

// coupledWork is the work of a method that grows a distributional forest with
// patches for all inputs, some of which a row meets on its way to a leaf.
func coupledWork(settings Settings, s size) work {
	g, w := start(settings, s)
	w.evaluations += coupledForests(s.p) * g.evaluations()
	w.bytes += garbage * coupledForests(s.p) * g.bytes()
	return g.differences(w, s, coupledForests(s.p))
}

// projectedWork is the work of a method that grows a distributional forest, and
// embeds for each tree and row as many differences as the row meets inputs on
// its way to a leaf.
func projectedWork(settings Settings, s size) work {
	g, w := start(settings, s)
	w.evaluations += g.evaluations()
	return g.differences(w, s, min(float64(s.p), g.levels))
}

// differences adds the work of summing up the differences that leaving out an
// input makes to the prediction of a tree, for the number of inputs that a row
// meets, and of finding their standard errors.
func (g grown) differences(w work, s size, met float64) work {
	const piece = 4096 // rows at a time
	pieces := math.Ceil(s.rows() / piece)
	parts := 1.
	if s.fourier > 0 {
		parts = 16
	}
	each := g.trees * s.rows() * g.say * met
	// Rows of one leaf with and without the input share a difference, which is
	// made of the rows that answer, twice.
	shared := g.trees * pieces * met * min(s.rows()*g.say/pieces, g.leaves)
	gather := perCoordinate
	if float64(s.n)*s.width()*8 > 16<<20 {
		gather = perFar
	}
	low := factorisation(s) + g.embedding(s) + each*(4*s.width()*perCoordinate+parts*perVisit) + shared*2*g.leaf*s.width()*gather
	lowBytes := (2*float64(s.n)+s.rows())*s.width()*8 + g.trees*g.leaves*s.width()*8
	weighed := each*4*g.leaf*perWeight + s.rows()*(min(float64(s.p), g.trees*met)+1)*s.applied()
	w.bytes += garbage * each / pieces * 12
	return w.cheaper(s, low, lowBytes, weighed)
}

// applied is the time of applying the kernel matrix to one row of weights,
// entry by entry.
func (s size) applied() float64 { return s.share * float64(s.n) * float64(s.n) * perEntry }

// cheaper adds the cheaper of two ways to aggregate, in nanoseconds: in
// coordinates, which take the given bytes, or by weights and the entries of the
// kernel matrix.
func (w work) cheaper(s size, low, lowBytes, weighed float64) work {
	if s.share > 0 && s.fourier == 0 && weighed < low {
		w.add(weighed)
		w.bytes += float64(s.n) * float64(s.n) * 8
		return w
	}
	w.add(low)
	w.bytes += garbage * lowBytes
	return w
}

// regressionWork is the work of a method that grows a regression forest and
// then sends the rows down its trees once for each input they meet.
func regressionWork(settings Settings, s size) work {
	c := forest.RegressionPreset(settings.Trees)
	rows := float64(s.n) * c.SampleFraction
	levels := depth(rows, c.MinNodeSize)
	return work{
		evaluations: float64(c.Trees) * rows * levels * (float64(c.MTry.Of(s.p)) + float64(min(s.p, 20))) / 1.5,
		bytes:       garbage * (s.tableBytes() + 32*float64(c.Trees)*rows),
	}
}

// perOutputWork is the work of a method that does so for each response.
func perOutputWork(settings Settings, s size) work {
	w := regressionWork(settings, s)
	w.evaluations *= float64(s.d)
	return w
}

// eliminationWork is the work of eliminating all inputs of a table by a method
// on half of its rows, that of the method for each number of inputs left, and of
// measuring losses on the other half.
func eliminationWork(m Method, settings Settings, s size) work {
	all := work{bytes: 2 * 8 * float64(s.n) * float64(s.p+s.d)}
	s.n /= 2
	loss := s
	loss.evaluated, loss.fourier = 0, 0
	largest := 0.0
	for left := s.p; left > 0; left-- {
		s.p = left
		w := m.work(settings, s)
		all.evaluations += w.evaluations
		largest = max(largest, w.bytes)
		g, _ := start(settings, loss)
		all.add(g.embedding(loss) / g.say)
	}
	all.add(factorisation(loss) * 4)
	all.bytes += largest
	return all
}
