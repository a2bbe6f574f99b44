package splits

import (
	"math"
	"slices"
	"testing"

	"drfvi/internal/rng"
)

// TestMemory visits a node in steps that leave out more and more inputs, several times in each
// without one or two more: the candidates are the first of the node's order that take part,
// whoever draws them, and none is evaluated twice.
func TestMemory(t *testing.T) {
	const inputs, steps, visits = 12, 6, 8
	src := rng.New(3).Source()
	order := make([]int32, inputs)
	src.Perm(order)
	m := Memory{Limit: 1 << 10, Hashes: []uint64{5, 7}, Gone: make([]bool, inputs)}
	evaluated := make([]bool, inputs)
	for step := range steps {
		m.Turn()
		for range visits {
			dropped := slices.Clone(m.Gone)
			for range src.IntN(3) {
				dropped[src.IntN(inputs)] = true
			}
			var want, got []int32
			for _, j := range order {
				if !dropped[j] {
					want = append(want, j)
				}
			}
			want = want[:min(len(want), 1+src.IntN(4))]
			m.Open(rng.New(1), []int32{0, 1}, dropped)
			drawn := 0
			for range want {
				g, ok := m.Next()
				if ok && g.Known() {
					if g.Gain != float64(g.Variable) || g.Left != g.Variable+1 {
						t.Fatalf("step %d: input %d gained %v, %d", step, g.Variable, g.Gain, g.Left)
					}
					got = append(got, g.Variable)
					continue
				}
				if !ok {
					drawn = max(drawn, m.Drawn())
					for !m.Draw(order[drawn]) {
						drawn++
					}
					g.Variable = order[drawn]
					drawn++
				}
				if evaluated[g.Variable] {
					t.Errorf("step %d: input %d is evaluated again", step, g.Variable)
				}
				evaluated[g.Variable] = true
				m.Note(Gain{float64(g.Variable), g.Variable, g.Variable + 1})
				got = append(got, g.Variable)
			}
			m.Close()
			if !slices.Equal(got, want) {
				t.Fatalf("step %d: candidates %v, want %v", step, got, want)
			}
		}
		m.Gone[src.IntN(inputs)] = true
	}
	if none := (Gain{Gain: math.NaN()}); none.Known() || !(Gain{}).Known() {
		t.Error("only a gain that is not a number is unknown")
	}
}
