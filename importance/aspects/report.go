package aspects

import (
	"cmp"
	"math"
	"slices"

	"drfvi/importance"
	"drfvi/importance/inference"
)

// read takes in the answers, in the order of the targets.
func (r *Report) read(t *targets, a inference.Answers) {
	left := a.Targets
	var p []float64 // of all aspects, one after the other
	for _, of := range Of(r.Responses) {
		r.Findings = append(r.Findings, newFinding(of, left[0]))
		left = left[1:]
		p = append(p, r.Findings[len(r.Findings)-1].P...)
	}
	adjusted := importance.Holm(p)
	for k := range r.Findings {
		if f := &r.Findings[k]; f.P != nil {
			f.Adjusted, adjusted = adjusted[:len(f.P)], adjusted[len(f.P):]
		}
	}
	for _, c := range t.curves {
		c.Lost, c.CRPS = make([][]float64, len(a.U)), make([]float64, len(a.U))
		for k, result := range left[:len(c.At)] {
			for j, raw := range result.Raw {
				c.Lost[j] = append(c.Lost[j], raw*result.Denominator/float64(len(a.Rows)))
				if k > 0 {
					c.CRPS[j] += float64((c.At[k] - c.At[k-1]) * (c.Lost[j][k] + c.Lost[j][k-1]) / 2)
				}
			}
		}
		left = left[len(c.At):]
		r.Curves = append(r.Curves, c)
	}
}

// newFinding returns what a target's result tells of an aspect.
func newFinding(a Aspect, result importance.Result) Finding {
	f := Finding{Aspect: a, Raw: result.Raw, Explained: *result.Explained}
	if in := result.Inference; in != nil {
		f.SE, f.Intervals, f.P = in.SE, in.Intervals, in.P
	}
	f.Area = make([]float64, len(f.Raw))
	for j, raw := range f.Raw {
		f.Area[j] = math.Max(raw, 0) * math.Max(f.Explained.Value, 0)
	}
	return f
}

// found returns what an input moves, the largest area first.
func (r Report) found(input int) []Finding {
	var list []Finding
	for _, f := range r.Findings {
		if f.Found(input) {
			list = append(list, f)
		}
	}
	slices.SortStableFunc(list, func(a, b Finding) int { return cmp.Compare(b.Area[input], a.Area[input]) })
	return list
}
