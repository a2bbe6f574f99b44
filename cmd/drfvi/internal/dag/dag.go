// Package dag reads causal graphs and lists the conditional independences that they imply.
package dag

import (
	"fmt"
	"slices"
	"strings"
)

// Graph is a directed acyclic graph.
type Graph struct {
	Nodes   []string // observed ones, in the order of the file
	Header  []string // of a list of edges, left out: "from" and "to"; nil for none
	latent  map[string]bool
	parents map[string][]string
	order   []string // all nodes, parents first
}

// Independence says that X and Y, which no arrow joins, are independent given others.
type Independence struct {
	X, Y  string
	Given []string
}

// node adds a node that is not there yet.
func (g *Graph) node(name string) {
	if _, known := g.parents[name]; !known {
		g.parents[name] = nil
		g.order = append(g.order, name)
	}
}

func (g *Graph) arrow(from, to string) {
	g.node(from)
	g.node(to)
	if !slices.Contains(g.parents[to], from) {
		g.parents[to] = append(g.parents[to], from)
	}
}

// hidden is the latent cause that a <-> b stands for.
func hidden(a, b string) string { return a + " <-> " + b }

// sort orders nodes by their parents, or returns an error that shows a cycle.
func (g *Graph) sort() error {
	const open, done = 1, 2
	state, path, sorted := map[string]int{}, []string(nil), []string(nil)
	var visit func(name string) error
	visit = func(name string) error {
		switch state[name] {
		case done:
			return nil
		case open:
			cycle := append(path[slices.Index(path, name):], name)
			slices.Reverse(cycle) // from parents to children
			return fmt.Errorf(" the arrows go round in a circle, %s, expected a graph without cycles", strings.Join(cycle, " -> "))
		}
		state[name], path = open, append(path, name)
		for _, parent := range g.parents[name] {
			if err := visit(parent); err != nil {
				return err
			}
		}
		state[name], path = done, path[:len(path)-1]
		sorted = append(sorted, name)
		return nil
	}
	for _, name := range g.order {
		if err := visit(name); err != nil {
			return err
		}
		if !g.latent[name] {
			g.Nodes = append(g.Nodes, name)
		}
	}
	g.order = sorted
	return nil
}

// Implied returns an independence for each pair of observed nodes without an arrow: given the parents
// of both (Shipley 2000; Pearl 1988 shows that those of the later one suffice) or, where some of
// these are latent, given all observed ancestors of both. Pairs that neither separates, which no
// observed nodes do (Tian, Paz and Pearl 1998), are returned apart.
func (g *Graph) Implied() (all []Independence, open [][2]string) {
	for k, y := range g.order {
		for _, x := range g.order[:k] {
			joined := slices.Contains(g.parents[y], x) || g.latent[hidden(x, y)] || g.latent[hidden(y, x)]
			if g.latent[x] || g.latent[y] || joined {
				continue
			}
			given, found := g.separator(x, y)
			if found {
				all = append(all, Independence{x, y, given})
			} else {
				open = append(open, [2]string{x, y})
			}
		}
	}
	return all, open
}

// separator returns observed nodes that separate two nodes; false if there are none.
func (g *Graph) separator(x, y string) ([]string, bool) {
	parents := map[string]bool{}
	for _, name := range slices.Concat(g.parents[x], g.parents[y]) {
		parents[name] = true
	}
	for _, candidates := range []map[string]bool{parents, g.ancestors(x, y)} {
		var given []string
		for _, name := range g.Nodes {
			if candidates[name] && name != x && name != y {
				given = append(given, name)
			}
		}
		if g.separated(x, y, given) {
			return given, true
		}
	}
	return nil, false
}

// ancestors returns nodes with all from which arrows lead to them.
func (g *Graph) ancestors(names ...string) map[string]bool {
	all := map[string]bool{}
	for len(names) > 0 {
		name := names[len(names)-1]
		names = names[:len(names)-1]
		if !all[name] {
			all[name] = true
			names = append(names, g.parents[name]...)
		}
	}
	return all
}

// separated tells whether two nodes are d-separated: whether in the moral graph of their ancestors
// and those of the given nodes every way between them meets a given one (Lauritzen et al. 1990).
func (g *Graph) separated(x, y string, given []string) bool {
	near := map[string][]string{}
	join := func(a, b string) { near[a], near[b] = append(near[a], b), append(near[b], a) }
	for name := range g.ancestors(append([]string{x, y}, given...)...) {
		for k, parent := range g.parents[name] {
			join(parent, name)
			for _, other := range g.parents[name][:k] {
				join(parent, other)
			}
		}
	}
	reached, at := map[string]bool{x: true}, []string{x}
	for len(at) > 0 {
		name := at[len(at)-1]
		at = at[:len(at)-1]
		for _, next := range near[name] {
			if next == y {
				return false
			}
			if !reached[next] && !slices.Contains(given, next) {
				reached[next] = true
				at = append(at, next)
			}
		}
	}
	return true
}
