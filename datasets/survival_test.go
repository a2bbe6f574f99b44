package datasets

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// TestCensored looks at names and values of columns: a time and whether an event ended it are
// warned of where one of them is a target.
func TestCensored(t *testing.T) {
	n := 12
	for _, c := range []struct {
		inputs, targets, want string
	}{
		{"age", "time,status", `"time" and "status" look like times and whether an event ended them: censoring is not modelled, and times without an event count as if they ended there`},
		{"age,death_event", "survival_days", `"survival_days" and "death_event" look like`},
		{"futime,age", "fustat", `"futime" and "fustat" look like`},
		{"time,status", "weight", ""},
		{"timely,status", "overtime", ""},
		{"age", "time", ""},
	} {
		columns := func(names string) (*mat.Dense, []string) {
			of := strings.Split(names, ",")
			m := mat.NewDense(n, len(of), nil)
			for k, name := range of {
				for i := range n {
					if m.Set(i, k, float64(i*7%n)); statusName.MatchString(name) {
						m.Set(i, k, float64(i%2+len(name)%2))
					}
				}
			}
			return m, of
		}
		var p Problem
		p.X, p.XNames = columns(c.inputs)
		p.Y, p.YNames = columns(c.targets)
		if got := Censored(&p); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s for %s: %q, expected %q", c.inputs, c.targets, got, c.want)
		}
	}
}
