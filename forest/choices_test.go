package forest_test

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
)

// TestTakeAll checks that the Choices are all in which the presets differ: taking
// each of them leads from any preset to any other.
func TestTakeAll(t *testing.T) {
	for _, name := range forest.PresetNames() {
		for _, other := range forest.PresetNames() {
			c, target := preset(t, name, 500), preset(t, other, 500)
			for _, choice := range forest.Choices() {
				var err error
				if c, err = c.Take(choice, target); err != nil {
					t.Fatal(err)
				}
				if err := c.Validate(); err != nil {
					t.Errorf("%s from %s: %v", choice, other, err)
				}
			}
			if c != target {
				t.Errorf("all choices of %s taken to %s give %+v", other, name, c)
			}
		}
	}
}

// TestTakeOne checks that each choice changes its own setting alone; the names
// are those of JSON.
func TestTakeOne(t *testing.T) {
	drf, paper := preset(t, "drf-1.1.0", 500), preset(t, "paper", 500)
	fields := func(c forest.Config) map[string]any {
		data, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var m map[string]any
		if err := json.Unmarshal(data, &m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, choice := range forest.Choices() {
		c, err := drf.Take(choice, paper)
		if err != nil {
			t.Fatal(err)
		}
		got, want := fields(c), fields(drf)
		if got[choice] == want[choice] {
			t.Errorf("%s is not taken", choice)
		}
		want[choice] = fields(paper)[choice]
		if !reflect.DeepEqual(got, want) {
			t.Errorf("taking %s gives %v, expected %v", choice, got, want)
		}
	}
	if _, err := drf.Take("bandwith", paper); err == nil || err.Error() != `forest: unknown choice "bandwith", did you mean "bandwidth"? (one of: frequencies, bandwidth, weighting, alpha, group_size)` {
		t.Errorf("misspelt choice: error %v", err)
	}
}

// TestFrozenSeed checks that a seed gives another frozen set, the same each
// time, and that the default is not written.
func TestFrozenSeed(t *testing.T) {
	x, y := example(400, 3, 2, 1)
	c := preset(t, "drf-1.1.0", 10)
	if data, err := json.Marshal(c); err != nil || strings.Contains(string(data), "frozen_seed") {
		t.Errorf("drf's own set is written as %s, %v", data, err)
	}
	weights := func(frozen uint64) *mat.Dense {
		c.FrozenSeed = frozen
		f, err := forest.Fit(context.Background(), x, y, c, 5, 2)
		if err != nil {
			t.Fatal(err)
		}
		w, err := f.Weights(context.Background(), f.Columns.OutOfBag(), 2)
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	own, first, again, second := weights(0), weights(1), weights(1), weights(2)
	if !mat.Equal(first, again) {
		t.Error("the same frozen seed gives another forest")
	}
	if mat.Equal(own, first) || mat.Equal(first, second) {
		t.Error("another frozen seed gives the same forest")
	}
	p := preset(t, "paper", 10)
	p.FrozenSeed = 3
	if err := p.Validate(); err == nil || err.Error() != `forest: frozen seed is 3 with frequencies "per-node", expected frequencies "frozen"` {
		t.Errorf("frozen seed without a frozen set: error %v", err)
	}
}
