package inference

import (
	"context"
	"fmt"

	"drfvi/importance"
	"drfvi/mmd"
)

// Laws that differ only at a scale far below the distances of the responses, as on two grids of
// which one is shifted by half a step, have nearly the same embedding under the kernel of the
// median distance. The forests may tell them apart all the same. So what they explain is also
// measured under kernels of a smaller bandwidth, by random features.
const (
	// The bandwidth is divided by 4, 8, 16 and 32.
	finerBy, finestBy = 4, 32
	// leastFiner is the least share that is mentioned, if it is clearlyMore times that of the
	// kernel of the median distance. On ordinary tables shares fall with the bandwidth.
	leastFiner, clearlyMore = 0.01, 2
)

// finerShare is the explained share under a kernel of a smaller bandwidth.
type finerShare struct{ gamma, explained float64 }

// finer measures what is explained under kernels finer than that of the median distance, and returns
// the largest share; not on bounded tables, where features of all rows would take more memory than all else.
func (r relearning) finer(ctx context.Context, e *ensemble, p problem, task importance.Task) (most finerShare, err error) {
	if task.Kernel != mmd.Median || !r.calibrate || r.halves.Splits == 0 || r.halves.bound(p.sample.Rows()) {
		return most, nil
	}
	for by := float64(finerBy); by <= finestBy; by *= 2 {
		kernel := p.kernel
		kernel.Gamma *= by * by
		factor, _ := task.FourierFactor(p.sample.Y, kernel, coordinates)
		on, err := e.on(ctx, factor.L, task.Workers)
		if err != nil {
			return most, err
		}
		if _, total := on.phi.variation(); total > 0 && on.full.explained/total > most.explained {
			most = finerShare{kernel.Gamma, on.full.explained / total}
		}
	}
	return most, nil
}

// beyond returns a warning if the share is clearly above that of the kernel itself.
func (most finerShare) beyond(own float64) []string {
	if most.explained < leastFiner || most.explained < clearlyMore*own {
		return nil
	}
	return []string{fmt.Sprintf("a finer kernel, of γ = %.3g, explains %.2g %% of the variation and this one %.2g %%: what the inputs change is at a scale far below the distances of the responses",
		most.gamma, 100*most.explained, 100*max(own, 0))}
}
