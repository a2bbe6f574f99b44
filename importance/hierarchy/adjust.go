package hierarchy

import "slices"

// Groups returns the columns of the nodes' inputs: the groups of an
// importance.Task.
func Groups(nodes []Node, variables [][]int) [][]int {
	groups := make([][]int, len(nodes))
	for k, n := range nodes {
		for _, j := range n.Members {
			groups[k] = append(groups[k], variables[j]...)
		}
		slices.Sort(groups[k])
	}
	return groups
}

// Adjust returns the p-values of nodes in the order of Cluster, adjusted for a
// sequence of tests from the root down (Meinshausen 2008): with m inputs,
//
//	adjusted_C = max_{D ⊇ C} min(1, p_D · m/|D|),
//
// over the node C and those above it. To reject all nodes whose adjusted p-value is at
// most α has a probability of at most α of any false rejection, however the p-values
// depend on each other: the largest groups of the tree that mean nothing do not
// overlap, a group below one that means nothing means nothing either, and one of these
// largest has to be rejected for anything to be rejected falsely.
func Adjust(nodes []Node, p []float64) []float64 {
	all := float64(len(nodes[0].Members))
	adjusted := make([]float64, len(nodes))
	for k, n := range nodes {
		adjusted[k] = min(1, float64(p[k]*all/float64(len(n.Members))))
		if n.Parent >= 0 {
			adjusted[k] = max(adjusted[k], adjusted[n.Parent])
		}
	}
	return adjusted
}
