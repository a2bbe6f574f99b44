package datasets

import (
	"fmt"
	"regexp"

	"gonum.org/v1/gonum/mat"
)

// Names that columns of times until an event, and of whether it was seen, usually have.
var (
	timeName   = regexp.MustCompile(`(?i)^(.*[^a-z])?(fu|surv(ival)?)?[._ ]?(time|days|months|years|stop|duration|follow.?up|surv(ival)?)([^a-z].*)?$`)
	statusName = regexp.MustCompile(`(?i)^(.*[^a-z])?(fu)?(status|stat|event|cens(or(ed|ing)?)?|delta|death|dead|died)([^a-z].*)?$`)
)

// Censored returns a warning if a column of times, and one of two numbers that tells whether
// they are those of an event, are among targets and inputs, not both inputs; "" if not.
func Censored(p *Problem) string {
	type column struct {
		name   string
		target bool
	}
	var times, statuses []column
	look := func(name string, of *mat.Dense, k int, target bool) {
		if !timeName.MatchString(name) && !statusName.MatchString(name) {
			return
		}
		values, least := map[float64]bool{}, 0.0
		n, _ := of.Dims()
		for i := range n {
			v := of.At(i, k)
			values[v], least = true, min(least, v)
		}
		switch {
		case len(values) == 2 && (values[0] && values[1] || values[1] && values[2]) && statusName.MatchString(name):
			statuses = append(statuses, column{name, target})
		case len(values) > 5 && least >= 0 && timeName.MatchString(name):
			times = append(times, column{name, target})
		}
	}
	for k, name := range p.YNames {
		look(name, p.Y, k, true)
	}
	for k, name := range p.XNames {
		look(name, p.X, k, false)
	}
	for _, t := range times {
		for _, s := range statuses {
			if t.target || s.target {
				return fmt.Sprintf("%q and %q look like times and whether an event ended them: censoring is not modelled, and times without an event count as if they ended there", t.name, s.name)
			}
		}
	}
	return ""
}
