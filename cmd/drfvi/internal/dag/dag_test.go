package dag

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// show writes independences as text.
func show(t *testing.T, text string) string {
	t.Helper()
	g, err := Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	all, open := g.Implied()
	var lines []string
	for _, i := range all {
		lines = append(lines, fmt.Sprintf("%s %s | %s", i.X, i.Y, strings.Join(i.Given, " ")))
	}
	for _, pair := range open {
		lines = append(lines, pair[0]+" "+pair[1]+" open")
	}
	return strings.Join(lines, "; ")
}

// TestImplied lists the independences of graphs in each notation.
func TestImplied(t *testing.T) {
	for text, want := range map[string]string{
		"a -> b -> c":                           "a c | b",
		"dag { a -> b\n b -> c }":               "a c | b",
		"dag my.graph {a->b<-c}":                "a c | ",
		"dag{ a <- b -> c; a -> c }":            "",
		"from,to\na,b\nb,c\n":                   "a c | b",
		"# edges\n\"From\", \"To\"\na,b\nc,b\n": "a c | ",
		"a,b\nfrom,to\n":                        "a from | ; b from | a; a to | from; b to | a from",
		"# edges\n\"a, b\",c\nd,c":              "a, b d | ",
		"{a b} -> c -> {d e}":                   "a b | ; a d | c; b d | c; a e | c; b e | c; d e | c",
		"a -> b; b <-> c; c <- d":               "a d | ; b d | a; a c | d",
		"dag { u [latent] u -> {a b} a->c }":    "b c | a; a b open",
		"dag { a -> b -> c <- d; b <- u -> c; u [unobserved,pos=\"1,2\"] }":                      "a d | ; b d | a; a c open",
		"dag {\nbb=\"0,0,1,1\"\na [exposure,pos=\"-1.2,0.3\"]\nb [outcome]\na -> b // effect\n}": "",
		"digraph g { \"the dose\" -> y; z -> y }":                                                "the dose z | ",
		"\ufeffa -> b\r\nc": "a c | ; b c | a",
	} {
		if got := show(t, text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// TestSeparated checks the parents of both on random graphs against all paths: a path is open where
// each collider, or what it leads to, is given, and nothing else on it.
func TestSeparated(t *testing.T) {
	for seed := range 300 {
		g := &Graph{parents: map[string][]string{}, latent: map[string]bool{}}
		state := uint32(seed*2654435761 + 12345)
		names := strings.Split("abcdef", "")
		for j, to := range names {
			g.node(to)
			for _, from := range names[:j] {
				if state = state*1664525 + 1013904223; state>>30 == 0 {
					g.arrow(from, to)
				}
			}
		}
		if err := g.sort(); err != nil {
			t.Fatal(err)
		}
		arrow := func(from, to string) bool { return slices.Contains(g.parents[to], from) }
		var open func(path []string, to string, given []string) bool
		open = func(path []string, to string, given []string) bool {
			at := path[len(path)-1]
			for _, next := range names {
				if slices.Contains(path, next) || !arrow(at, next) && !arrow(next, at) {
					continue
				}
				if len(path) > 1 {
					before := path[len(path)-2]
					if arrow(before, at) && arrow(next, at) {
						if !slices.ContainsFunc(given, func(z string) bool { return g.ancestors(z)[at] }) {
							continue
						}
					} else if slices.Contains(given, at) {
						continue
					}
				}
				if next == to || open(append(slices.Clone(path), next), to, given) {
					return true
				}
			}
			return false
		}
		for j, y := range names {
			for _, x := range names[:j] {
				given := []string{names[seed%6], names[(seed/6)%6]}
				given = slices.DeleteFunc(given, func(z string) bool { return z == x || z == y })
				if got, want := g.separated(x, y, given), !open([]string{x}, y, given); got != want {
					t.Fatalf("%v: %s and %s given %v separated %v, by paths %v", g.parents, x, y, given, got, want)
				}
			}
		}
		all, left := g.Implied()
		if len(left) > 0 {
			t.Fatalf("%v: %v is left open without latent nodes", g.parents, left)
		}
		for _, i := range all {
			for _, z := range i.Given {
				if !arrow(z, i.X) && !arrow(z, i.Y) {
					t.Fatalf("%v: %v is given %s", g.parents, i, z)
				}
			}
		}
	}
}

// TestFaults are texts that are no graphs.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "1: found no arrow",
		"a -> b\nb -> c\nc -> a": " the arrows go round in a circle, a -> b -> c -> a, ",
		"dag { a -> b":           `1: found the end, expected "}"`,
		"dag { a -> b }\nc":      `2: found "c" after the graph`,
		"a ->\n":                 "2: found the end, expected the name of a node",
		"a -> b\nb -- c":         "2: found --, expected an arrow",
		"a -> b\nc -> c":         `2: found an arrow from "c" to itself`,
		"a -> b\nb % c":          `2: found "%", expected names`,
		"pdag { a -> b }":        `1: found a graph of the kind "pdag", expected dag`,
		"a -> \"b\n":             "1: found a quotation mark that is not closed",
		"a,b\nb,c,d":             `2: found "b,c,d", expected two names`,
		"a,b\nb,":                `2: found "b,", expected two names`,
		"dag { a [latent":        `1: found the end, expected ] after the properties of "a"`,
		"dag { ] }":              `1: found "]", expected the name of a node`,
	} {
		if _, err := Parse(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, expected %q", text, err, want)
		}
	}
}

// TestHeader: a first line "from,to" is an arrow where both are columns.
func TestHeader(t *testing.T) {
	for _, test := range []struct {
		columns []string
		header  bool
	}{{nil, true}, {[]string{"from", "a"}, true}, {[]string{"To", "From"}, true}, {[]string{"to", "a", "from"}, false}} {
		g, err := Parse("from,to\nto,a\n", test.columns...)
		if err != nil || (g.Header != nil) != test.header || slices.Contains(g.Nodes, "from") == test.header {
			t.Errorf("%v: %+v, %v", test.columns, g, err)
		}
	}
}
