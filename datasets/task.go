package datasets

import "drfvi/importance"

// Task returns the problem as one of estimation: its inputs and responses, with categories as one
// input each. What a table does not say is left to the caller: Kernel, Seed and Workers, and
// Clusters or Weights if rows depend on each other or count differently. The matrices are shared.
func (p *Problem) Task() importance.Task {
	return importance.Task{X: p.X, Y: p.Y, Levels: p.Levels, Groups: p.Groups()}
}
