package experiments

import "drfvi/results"

// earlierTimings returns the times of the units of the queue in an earlier run, and of
// other units of their experiments. Unreadable files are ignored: the times are for
// forecasts only.
func earlierTimings(earlier *results.Store, queue []unit) []results.Timing {
	var all []results.Timing
	asked := make(map[string]bool)
	for _, u := range queue {
		if asked[u.experiment] {
			continue
		}
		asked[u.experiment] = true
		if timings, err := earlier.Timings(u.experiment); err == nil {
			all = append(all, timings...)
		}
	}
	return all
}

// takeTimings replaces the estimates of units' work by their times in an earlier run,
// and brings the estimates of the others to the same scale.
func takeTimings(queue []unit, timings []results.Timing) {
	took := make(map[string]float64)
	for _, t := range timings {
		took[t.ID] = t.Seconds * 1e9 * float64(max(t.Workers, 1))
	}
	known, estimated := 0.0, 0.0
	for _, u := range queue {
		if t := took[u.id()]; t > 0 {
			known, estimated = known+t, estimated+u.cost.Nanoseconds
		}
	}
	if estimated == 0 {
		return
	}
	for i, u := range queue {
		if t := took[u.id()]; t > 0 {
			queue[i].cost.Nanoseconds = t
		} else {
			queue[i].cost.Nanoseconds *= known / estimated
		}
	}
}
