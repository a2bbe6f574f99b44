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

// perEvaluation is about the time of one evaluation on one core.
const perEvaluation = 5 * time.Nanosecond

// time returns how long the work takes one core.
func (w work) time() time.Duration {
	return time.Duration(w.evaluations * float64(perEvaluation))
}

// size is the size of a table: n rows, p inputs, d responses.
type size struct{ n, p, d int }

// depth is about the number of splits above a leaf of a tree grown from the
// given number of rows until nodes have at most minNode of them: halving ends
// somewhere between minNode and minNode/2.
func depth(rows float64, minNode int) float64 {
	return max(1, math.Log2(2*rows/float64(minNode)))
}

// forestEvaluations is the cost of growing a forest: on each of its levels a
// tree looks at all rows that choose splits, with every candidate variable.
func forestEvaluations(c forest.Config, s size) float64 {
	rows := float64(s.n) * c.SampleFraction
	if c.Honesty {
		rows *= c.HonestyFraction
	}
	return float64(c.Trees) * rows * float64(c.MTry.Of(s.p)) * depth(rows, c.MinNodeSize)
}

// forestBytes is the memory of a forest and of the data it is grown from: two
// copies of the table and its ranks, and for each tree its rows and nodes.
func forestBytes(trees int, s size) float64 {
	table := float64(s.n) * float64(3*s.p+3*s.d) * 8
	return table + float64(trees)*float64(s.n)*8
}

// embeddingRank is a typical rank of the kernel matrix of the responses to
// working precision; embeddings have so many coordinates. It lies between 30
// and 200 in the paper's experiments.
func embeddingRank(s size) float64 { return float64(min(s.n, 100)) }

// distributionalWork is the work of a method that grows the given number of
// distributional forests for p inputs, and embeds the rows with each if embed
// is set.
func distributionalWork(forests func(p int) float64, embed bool) func(Settings, size) work {
	return func(settings Settings, s size) work {
		c, err := forest.Preset(settings.Preset, settings.Trees)
		if err != nil {
			panic("experiments: settings that New would refuse: " + err.Error())
		}
		w := work{evaluations: forestEvaluations(c, s), bytes: forestBytes(c.Trees, s)}
		if embed {
			// Each tree adds a leaf mean to the embedding of each row: four
			// coordinates take about the time of an evaluation.
			w.evaluations += float64(c.Trees) * float64(s.n) * embeddingRank(s) / 4
			w.bytes += 4 * 8 * float64(s.n) * embeddingRank(s)
		}
		w.evaluations *= forests(s.p)
		return w
	}
}

// projectedWork is the work of a method that grows a distributional forest and
// embeds for each tree and row as many differences as the row meets inputs on
// its way to a leaf.
func projectedWork(settings Settings, s size) work {
	w := distributionalWork(func(int) float64 { return 1 }, true)(settings, s)
	c, err := forest.Preset(settings.Preset, settings.Trees)
	if err != nil {
		panic("experiments: settings that New would refuse: " + err.Error())
	}
	rows := float64(s.n) * c.SampleFraction * c.HonestyFraction
	differences := float64(c.Trees) * float64(s.n) * (1 - c.SampleFraction) * min(float64(s.p), depth(rows, c.MinNodeSize))
	// A difference is made, measured and added: three times four coordinates
	// take about the time of three evaluations.
	w.evaluations += 3 * differences * embeddingRank(s) / 4
	// Its row, and what it shares with few others, take about 24 bytes.
	w.bytes += 24 * differences
	return w
}

// regressionWork is the work of a method that grows a regression forest and
// then sends the rows down its trees once for each input they meet.
func regressionWork(settings Settings, s size) work {
	c := forest.RegressionPreset(settings.Trees)
	rows := float64(s.n) * c.SampleFraction
	levels := depth(rows, c.MinNodeSize)
	return work{
		evaluations: float64(c.Trees) * rows * levels * (float64(c.MTry.Of(s.p)) + float64(min(s.p, 20))),
		bytes:       forestBytes(c.Trees, s) + float64(c.Trees)*rows*8,
	}
}

// perOutputWork is the work of a method that does so for each response.
func perOutputWork(settings Settings, s size) work {
	w := regressionWork(settings, s)
	w.evaluations *= float64(s.d)
	return w
}

// eliminationWork is the work of eliminating all inputs of a table by a method,
// on half of its rows: that of the method for each number of inputs left. The
// losses cost little beside it.
func eliminationWork(m Method, settings Settings, s size) work {
	var all work
	for left := s.p; left > 0; left-- {
		w := m.work(settings, size{s.n / 2, left, s.d})
		all.evaluations += w.evaluations
		all.bytes = max(all.bytes, w.bytes)
	}
	all.bytes += 2 * 8 * float64(s.n) * float64(s.p+s.d)
	return all
}
