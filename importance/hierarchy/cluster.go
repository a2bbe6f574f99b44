// Package hierarchy tests groups of inputs that move together, from all inputs down to single
// ones: where inputs can replace each other, none may be significant although their group is.
//
//  1. Cluster builds a tree of groups from rank correlations of the inputs; responses play no
//     part. An inference.Fit tells the importance of its groups as of sets of inputs.
//  2. Adjust adjusts the p-values of the groups so that testing from the root down controls
//     the familywise error rate.
package hierarchy

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"drfvi/internal/linalg"
	"drfvi/internal/rank"
)

// Node is a group of inputs.
type Node struct {
	// Members are the inputs, ascending, by their numbers from 0.
	Members []int
	// Correlation is the mean absolute rank correlation between the inputs of its two
	// parts; 1 for a single input.
	Correlation float64
	// Parent and Parts are numbers of nodes; −1 for the root's parent and a single input's
	// parts.
	Parent int
	Parts  [2]int
}

// Cluster returns the tree of the inputs, sets of columns of x, n×p, by average linkage (Sokal
// and Michener 1958): it joins the two groups with the largest mean absolute rank correlation
// between their inputs, the first of equals. The root comes first, and every group before its
// parts, the one with the smallest input first. Inputs of several columns, or of levels (their
// number by column, or nil), are as close as their closest columns; levels count as an
// indicator each.
func Cluster(x *mat.Dense, levels []int, variables [][]int) []Node {
	similar := similarities(x, levels, variables)
	p := len(variables)
	nodes := make([]Node, p, 2*p-1)
	var open []int
	place := make([]int, 2*p-1) // of nodes in similar; a joined one takes its first part's
	for j := range nodes {
		nodes[j] = Node{Members: []int{j}, Correlation: 1, Parent: -1, Parts: [2]int{-1, -1}}
		open, place[j] = append(open, j), j
	}
	for len(open) > 1 {
		best, pair := -1.0, [2]int{}
		for k, b := range open {
			for _, a := range open[:k] {
				if v := similar.At(place[a], place[b]); v > best {
					best, pair = v, [2]int{a, b}
				}
			}
		}
		number := len(nodes)
		joined := Node{Correlation: best, Parent: -1, Parts: pair}
		for _, part := range pair {
			nodes[part].Parent = number
			joined.Members = append(joined.Members, nodes[part].Members...)
		}
		slices.Sort(joined.Members)
		open = slices.DeleteFunc(open, func(a int) bool { return a == pair[0] || a == pair[1] })
		first, second := float64(len(nodes[pair[0]].Members)), float64(len(nodes[pair[1]].Members))
		for _, a := range open {
			to := func(b int) float64 { return similar.At(place[a], place[b]) }
			similar.SetSym(place[a], place[pair[0]], (float64(first*to(pair[0]))+float64(second*to(pair[1])))/(first+second))
		}
		place[number] = place[pair[0]]
		nodes, open = append(nodes, joined), append(open, number)
	}
	return fromTop(nodes)
}

// Linked returns for each of the inputs among, numbers of variables, those others of among that
// chains of absolute rank correlations of at least least lead to, ascending; nil for none. The
// arguments are as for Cluster.
func Linked(x *mat.Dense, levels []int, variables [][]int, inputs []int, least float64) [][]int {
	columns := make([][]int, len(inputs))
	for k, j := range inputs {
		columns[k] = variables[j]
	}
	similar := similarities(x, levels, columns)
	chain := make([]int, len(inputs)) // the first of those that each is linked with
	for k := range chain {
		chain[k] = k
	}
	for k := range inputs {
		for l := range k {
			if from, to := max(chain[k], chain[l]), min(chain[k], chain[l]); similar.At(k, l) >= least && from != to {
				for m, end := range chain {
					if end == from {
						chain[m] = to
					}
				}
			}
		}
	}
	linked := make([][]int, len(inputs))
	for k := range inputs {
		for l, j := range inputs {
			if l != k && chain[l] == chain[k] {
				linked[k] = append(linked[k], j)
			}
		}
	}
	return linked
}

// fromTop renumbers nodes, the root first and every node before its parts.
func fromTop(nodes []Node) []Node {
	var ordered []Node
	var visit func(node, parent int) int
	visit = func(node, parent int) int {
		n, number := nodes[node], len(ordered)
		n.Parent = parent
		ordered = append(ordered, n)
		if n.Parts[0] >= 0 {
			slices.SortFunc(n.Parts[:], func(a, b int) int { return cmp.Compare(nodes[a].Members[0], nodes[b].Members[0]) })
			first, second := visit(n.Parts[0], number), visit(n.Parts[1], number)
			ordered[number].Parts = [2]int{first, second}
		}
		return number
	}
	visit(len(nodes)-1, -1)
	return ordered
}

// similarities returns the largest absolute rank correlations between columns of the inputs.
// Where values are missing (NaN), those of two columns are of the rows that have both.
func similarities(x *mat.Dense, levels []int, variables [][]int) *mat.SymDense {
	ranked := make([][][]float64, len(variables))
	for g, columns := range variables {
		for _, j := range columns {
			values := mat.Col(nil, j, x)
			if levels == nil || levels[j] <= 0 { // of numbers, forest.Incomplete ones too
				ranked[g] = append(ranked[g], standardRanks(values))
				continue
			}
			for level := range levels[j] {
				is := linalg.Indicator(values, func(v float64) bool { return v == float64(level) })
				ranked[g] = append(ranked[g], standardRanks(is))
			}
		}
	}
	similar := mat.NewSymDense(len(variables), nil)
	for g, ours := range ranked {
		for h, theirs := range ranked[:g] {
			largest := 0.0
			for _, a := range ours {
				for _, b := range theirs {
					largest = max(largest, math.Abs(correlation(a, b)))
				}
			}
			similar.SetSym(h, g, min(largest, 1))
		}
	}
	return similar
}

// correlation returns that of two columns of standard ranks, some of them NaN: their product
// if none is, else that of the ranks among the rows that have both.
func correlation(a, b []float64) float64 {
	product := linalg.Dot(a, b)
	if !math.IsNaN(product) {
		return product
	}
	var ours, theirs []float64
	for i := range a {
		if !math.IsNaN(a[i]) && !math.IsNaN(b[i]) {
			ours, theirs = append(ours, a[i]), append(theirs, b[i])
		}
	}
	return linalg.Dot(standardRanks(ours), standardRanks(theirs))
}

// standardRanks returns the ranks of values, centred and of length 1, with midranks for ties;
// zeros if all are equal. Missing values (NaN) are passed over, and so are their ranks.
func standardRanks(values []float64) []float64 {
	ranks := rank.Of(values)
	middle := float64(float64(rank.Known(values)+1) / 2)
	for i := range ranks {
		if ranks[i] -= middle; math.IsNaN(values[i]) {
			ranks[i] = 0
		}
	}
	length := math.Sqrt(linalg.Dot(ranks, ranks))
	for i := range ranks {
		switch {
		case math.IsNaN(values[i]):
			ranks[i] = math.NaN()
		case length > 0:
			ranks[i] /= length
		}
	}
	return ranks
}

// Adjust returns the p-values of nodes in the order of Cluster, adjusted for testing from the
// root down (Meinshausen 2008): with m inputs,
//
//	adjusted_C = max_{D ⊇ C} min(1, p_D · m/|D|),
//
// over the node C and those above it. Rejecting all nodes with an adjusted p-value of at most
// α makes any false rejection with probability at most α, under any dependence of the
// p-values: the largest irrelevant groups of the tree do not overlap, every group below an
// irrelevant one is irrelevant, and a false rejection requires the rejection of one of the
// largest.
func Adjust(nodes []Node, p []float64) []float64 {
	inputs := float64(len(nodes[0].Members))
	adjusted := make([]float64, len(nodes))
	for k, n := range nodes {
		adjusted[k] = min(1, float64(p[k]*inputs/float64(len(n.Members))))
		if n.Parent >= 0 {
			adjusted[k] = max(adjusted[k], adjusted[n.Parent])
		}
	}
	return adjusted
}

// Sets returns the members of the nodes with several, in their order.
func Sets(nodes []Node) [][]int {
	sets := [][]int{}
	for _, node := range nodes {
		if len(node.Members) > 1 {
			sets = append(sets, node.Members)
		}
	}
	return sets
}
