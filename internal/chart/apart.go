package chart

import "gonum.org/v1/plot/vg"

// apart moves ascending heights so that neighbours are at least a pitch apart
// and all lie between low and high, as far as there is room.
func apart(heights []vg.Length, pitch, low, high vg.Length) {
	// Neighbours too near each other form a block around their common centre;
	// blocks that come to touch are joined.
	type block struct {
		sum vg.Length // of wished heights, less i·pitch each
		n   int
	}
	start := func(b block) vg.Length {
		least := b.sum / vg.Length(b.n)
		return max(low, min(least, high-vg.Length(b.n-1)*pitch))
	}
	var blocks []block
	for _, h := range heights {
		blocks = append(blocks, block{h, 1})
		for k := len(blocks) - 1; k > 0; k-- {
			above, below := blocks[k], blocks[k-1]
			if start(below)+vg.Length(below.n)*pitch <= start(above) {
				break
			}
			joined := block{below.sum + above.sum - vg.Length(above.n)*vg.Length(below.n)*pitch, below.n + above.n}
			blocks = append(blocks[:k-1], joined)
		}
	}
	i := 0
	for _, b := range blocks {
		at := start(b)
		for range b.n {
			heights[i] = at
			at += pitch
			i++
		}
	}
}
