package experiments

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"drfvi/experiments/spec"
	"drfvi/results"
)

// TestShards: shards, in any order and one of them twice, leave a run of all nothing to compute, and
// the same bytes as one run.
func TestShards(t *testing.T) {
	s := parsed(t, minimal)
	whole, shared := t.TempDir(), t.TempDir()
	run1(t, whole, 1, s)
	for _, index := range []int{3, 1, 2, 3} {
		if err := Run(context.Background(), []spec.Experiment{s}, Options{Profile: "paper", Out: shared, Workers: 1, Shard: Shard{index, 3}}); err != nil {
			t.Fatal(err)
		}
	}
	plan, err := NewPlan([]spec.Experiment{s}, Options{Profile: "paper", Out: shared, Workers: 1})
	if err != nil || plan.Done != len(plan.Units) {
		t.Fatalf("%d of %d units are done, %v", plan.Done, len(plan.Units), err)
	}
	run1(t, shared, 2, s)
	if !reflect.DeepEqual(recordFiles(t, shared), recordFiles(t, whole)) {
		t.Error("other bytes than those of one run")
	}
}

// TestShardsAreAPartition: every unit is in one shard, also where there are more of these.
func TestShardsAreAPartition(t *testing.T) {
	batches, err := newBatches([]spec.Experiment{parsed(t, minimal)}, Options{Profile: "paper", Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, of := range []int{1, 4, 1000} {
		count := make(map[results.Unit]int)
		for i := range of {
			mine := Shard{i + 1, of}.units(batches)
			if len(mine) > len(batches[0].units)/of+1 {
				t.Errorf("shard %d of %d has %d of %d units", i+1, of, len(mine), len(batches[0].units))
			}
			for u := range mine {
				count[u]++
			}
		}
		for _, u := range batches[0].units {
			if count[u.named()] != 1 {
				t.Errorf("%s is in %d of %d shards", u.id(), count[u.named()], of)
			}
		}
	}
}

func TestParseShard(t *testing.T) {
	if s, err := ParseShard("3/20"); err != nil || s != (Shard{3, 20}) {
		t.Error(s, err)
	}
	for _, text := range []string{"", "3", "0/2", "3/2", "a/2", "1/b", "1/2/3"} {
		if _, err := ParseShard(text); err == nil || !strings.Contains(err.Error(), "expected the number of a shard and how many there are, such as 3/20") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
