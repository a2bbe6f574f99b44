package splits

import (
	"gonum.org/v1/gonum/floats"

	"drfvi/internal/rng"
	"drfvi/internal/simd"
)

// Gatherer sums up rows by levels. Levels are taken as they come in the order of the
// node's rows, so what they are called changes nothing. It belongs to one worker.
type Gatherer struct {
	Codes []int   // of the node's levels, by place
	All   Sums    // of the levels by place
	Folds [2]Sums // the same of two halves of the rows

	place  []int32 // of each level of the input, its place among those of the node, or −1
	places []int32 // of each row of the node, the place of its level
	next   []int32 // by place, twice: where the level's next row goes, and the one after
	ids    []int32 // the node's rows by level and fold
	src    rng.Source
}

// NewGatherer returns a gatherer for inputs of at most as many levels, nodes of at
// most as many rows, and stride features. Levels whose distances from the mean differ by no more
// than a share are as far, 0 for those that are equal to the bit.
func NewGatherer(levels, rows, stride int, share float64) *Gatherer {
	g := &Gatherer{place: make([]int32, levels), places: make([]int32, rows), ids: make([]int32, rows)}
	for k := range g.place {
		g.place[k] = -1
	}
	for _, t := range []*Sums{&g.All, &g.Folds[0], &g.Folds[1]} {
		*t = newSums(min(levels, rows), stride, share)
	}
	return g
}

// Gather sums up the feature rows of a node by levels and folds. values are those of
// the input by row of the table, rows and ids the node's, the ids being those of the
// features; mass are the rows' weights by id, nil if all are 1. Every other row of a level is in
// the same fold, and the first in a random one.
func (g *Gatherer) Gather(values []float64, rows, ids []int32, features, mass []float64, seed rng.Seed) {
	g.Codes = g.Codes[:0]
	g.All.clear()
	for k := range ids {
		code := int(values[rows[k]])
		place := g.place[code]
		if place < 0 {
			place = int32(len(g.Codes))
			g.place[code] = place
			g.Codes = append(g.Codes, code)
			g.All.grow()
		}
		g.places[k] = place
		g.All.Counts[place]++
	}
	for _, code := range g.Codes {
		g.place[code] = -1
	}
	g.All.Rows = len(ids)
	g.src.Reset(seed)
	g.next = g.next[:0]
	for f := range g.Folds {
		g.Folds[f].clear()
	}
	first := int32(0)
	for place, count := range g.All.Counts {
		half := (count + g.src.IntN(2)) / 2 // of the first fold
		for f, rows := range [2]int{half, count - half} {
			g.Folds[f].grow()
			g.Folds[f].Counts[place] = rows
			g.Folds[f].Rows += rows
		}
		// The first of an odd number of rows is in the larger fold.
		begin := [2]int32{first, first + int32(half)}
		if 2*half < count {
			begin[0], begin[1] = begin[1], begin[0]
		}
		g.next = append(g.next, begin[:]...)
		first += int32(count)
	}
	for k, id := range ids {
		turn := g.next[2*g.places[k]:][:2]
		g.ids[turn[0]] = id
		turn[0], turn[1] = turn[1], turn[0]+1
	}
	first = 0
	for place := range int32(len(g.Codes)) {
		for f := range g.Folds {
			fold := &g.Folds[f]
			end := first + int32(fold.Counts[place])
			simd.AddRows(fold.Of(place), features, fold.stride, g.ids[first:end])
			floats.Add(g.All.Of(place), fold.Of(place))
			fold.weigh(place, g.ids[first:end], mass)
			g.All.Masses[place] += fold.Masses[place]
			first = end
		}
	}
	g.All.Mass = g.Folds[0].Mass + g.Folds[1].Mass
}
