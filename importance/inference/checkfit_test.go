package inference

import (
	"context"
	"strings"
	"testing"

	"drfvi/forest"
	"drfvi/importance"
	"drfvi/mmd"
)

// TestCheckFit warns of forests whose trees cannot split, and that explain less than those of the
// default, and not of these; it takes trees in groups of any size.
func TestCheckFit(t *testing.T) {
	x, y := linear(300, 2)
	task := importance.Task{X: x, Y: y, Kernel: mmd.Median, Seed: 1, Workers: 2}
	for node, want := range map[int]string{
		15:  "",
		70:  "these forests explain ",
		150: "trees on 300 rows cannot split twice with a minimum node size of 150: it is lowered to 74",
	} {
		c := Config(50)
		c.MinNodeSize = node
		got, err := CheckFit(context.Background(), task, c)
		if err != nil {
			t.Fatal(err)
		}
		if (got == nil) != (want == "") || got != nil && !strings.HasPrefix(got.Error(), want) {
			t.Errorf("minimum node size %d: %q, want %q", node, got, want)
		}
	}
	if c, err := forest.Preset("drf-1.3.1", 500); err != nil {
		t.Fatal(err)
	} else if _, err := CheckFit(context.Background(), task, c); err != nil {
		t.Errorf("trees in groups of %d: %v", c.GroupSize, err)
	}
}
