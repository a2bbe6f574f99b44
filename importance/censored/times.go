package censored

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// Times are the times of a study up to its horizon.
type Times struct {
	Horizon float64
	// Events and Censored are the numbers of rows with an event and censored before the horizon,
	// and Reached that of the others.
	Events, Censored, Reached int
	distinct                  []float64 // ascending, the last one the horizon
	place                     []int     // by row, of its time among them
	event                     []bool    // by row
}

// UsualHorizon returns the horizon of a study that has none: the largest time that a tenth of the
// rows reach; the largest of all where no row is censored.
func UsualHorizon(times []float64, event []bool) float64 {
	if !slices.Contains(event, false) {
		return slices.Max(times)
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)-int(math.Ceil(atRisk*float64(len(sorted))))]
}

// TimeError says that a time cannot be one.
type TimeError struct {
	Row   int // from 0
	Value float64
}

func (e TimeError) Error() string {
	return fmt.Sprintf("censored: the time of row %d is %v, expected a number that is not negative", e.Row+1, e.Value)
}

// Times returns the times of the study up to its horizon. It returns an error if they tell too
// little.
func (s Study) Times() (*Times, error) {
	n, responses := s.Task.Y.Dims()
	switch {
	case len(s.Event) != n:
		return nil, fmt.Errorf("censored: %d times, but %d rows with an event or censored", n, len(s.Event))
	case responses != 1:
		return nil, fmt.Errorf("censored: %d responses, expected one, the times", responses)
	case s.Task.Weights != nil:
		return nil, fmt.Errorf("censored: rows with weights are not supported, expected none")
	}
	times := mat.Col(nil, 0, s.Task.Y)
	if row := slices.IndexFunc(times, func(v float64) bool { return !(v >= 0) || math.IsInf(v, 1) }); row >= 0 {
		return nil, TimeError{row, times[row]}
	}
	t := &Times{Horizon: s.Horizon, event: s.Event}
	if t.Horizon == 0 {
		t.Horizon = UsualHorizon(times, s.Event)
	}
	t.arrange(times)
	return t, t.check(slices.Max(times))
}

// arrange sorts the times. Of more than mostTimes different ones, those between as many quantiles
// count as the next quantile.
func (t *Times) arrange(times []float64) {
	before := slices.DeleteFunc(slices.Clone(times), func(v float64) bool { return v >= t.Horizon })
	slices.Sort(before)
	before = slices.Compact(before)
	for k := range min(len(before), mostTimes) {
		t.distinct = append(t.distinct, before[(k+1)*len(before)/min(len(before), mostTimes)-1])
	}
	t.distinct = append(t.distinct, t.Horizon)
	for i, v := range times {
		place, _ := slices.BinarySearch(t.distinct, min(v, t.Horizon))
		t.place = append(t.place, place)
		switch {
		case place == t.last():
			t.Reached++
		case t.event[i]:
			t.Events++
		default:
			t.Censored++
		}
	}
}

// check returns what is wrong with times whose largest is given.
func (t *Times) check(largest float64) error {
	switch {
	case t.Horizon == 0:
		return fmt.Errorf("censored: fewer than a tenth of the rows have a time above 0, expected more")
	case !(t.Horizon > 0):
		return fmt.Errorf("censored: the horizon is %v, expected a positive time", t.Horizon)
	case t.Reached == 0:
		return fmt.Errorf("censored: no row is at risk at the horizon %v, expected one of at most %v, the largest time",
			t.Horizon, largest)
	case t.Events < fewestEvents && !(t.Censored == 0 && t.Events > 0):
		return fmt.Errorf("censored: %d events before the horizon %v, expected at least %d", t.Events, t.Horizon,
			fewestEvents)
	}
	return nil
}

// last is the place of the horizon.
func (t *Times) last() int { return len(t.distinct) - 1 }

// isBlocked reports whether a row is censored before the horizon.
func (t *Times) isBlocked(row int) bool { return !t.event[row] && t.place[row] < t.last() }

// cut returns the times, those beyond the horizon as the horizon.
func (t *Times) cut(times *mat.Dense) *mat.Dense {
	cut := mat.DenseCopyOf(times)
	cut.Apply(func(_, _ int, v float64) float64 { return min(v, t.Horizon) }, cut)
	return cut
}

// hazards are, by time, the probabilities of the event, and of being censored, of those at risk.
type hazards struct{ event, censoring []float64 }

// newHazards makes room for hazards.
func (t *Times) newHazards() hazards {
	return hazards{make([]float64, len(t.distinct)), make([]float64, len(t.distinct))}
}

// fill stores the hazards of rows with weights, nil for equal ones: those of Kaplan and Meier, with
// events before censoring at the same time. Weights have a share, equal ones the remainder. At the
// horizon both hazards are 1.
//
//	event_k     = Σ w 1{event at u_k} / Σ w 1{t ≥ u_k}
//	censoring_k = Σ w 1{censored at u_k} / Σ w (1{t ≥ u_k} − 1{event at u_k})
func (t *Times) fill(h hazards, weights []float64, share float64) {
	clear(h.event)
	clear(h.censoring)
	n := float64(len(t.place))
	for i, place := range t.place {
		w := 1 / n
		if weights != nil {
			w = float64(share*weights[i]) + (1-share)/n
		}
		if t.event[i] {
			h.event[place] += w
		} else {
			h.censoring[place] += w
		}
	}
	risk := 0.0
	for k := t.last(); k >= 0; k-- {
		events, censored := h.event[k], h.censoring[k]
		risk += events + censored
		h.event[k], h.censoring[k] = events/risk, 0
		if risk > events {
			h.censoring[k] = min(censored/(risk-events), 1)
		}
	}
	h.event[t.last()], h.censoring[t.last()] = 1, 1
}

// marginal returns the hazards of all rows.
func (t *Times) marginal() hazards {
	h := t.newHazards()
	t.fill(h, nil, 0)
	return h
}
