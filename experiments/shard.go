package experiments

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"drfvi/results"
)

// Shard is a share of a run's units, from 1 to Of, for one of many jobs. The zero value is all of
// them. Any number of shards on any machines may write into one folder without a lock: records of
// equal keys have equal bytes, so that computing one twice does no harm. A run of all units merges
// what they have left.
type Shard struct{ Index, Of int }

// ParseShard reads a shard such as "3/20".
func ParseShard(text string) (Shard, error) {
	index, count, _ := strings.Cut(text, "/")
	var s Shard
	var err error
	if s.Index, err = strconv.Atoi(index); err == nil {
		s.Of, err = strconv.Atoi(count)
	}
	if err != nil || s.Index < 1 || s.Of < s.Index {
		return Shard{}, fmt.Errorf("found %q, expected the number of a shard and how many there are, such as 3/20", text)
	}
	return s, nil
}

// whole reports whether the shard has all units.
func (s Shard) whole() bool { return s.Of == 0 }

// units returns those of the shard. They are dealt by expected work, largest first, so that shards
// take about as long.
func (s Shard) units(batches []batch) map[results.Unit]bool {
	var queue []unit
	for _, b := range batches {
		queue = append(queue, b.units...)
	}
	slices.SortStableFunc(queue, func(a, b unit) int { return cmp.Compare(b.cost.Work, a.cost.Work) })
	mine := make(map[results.Unit]bool)
	for i, u := range queue {
		if s.whole() || i%s.Of == s.Index-1 {
			mine[u.named()] = true
		}
	}
	return mine
}
