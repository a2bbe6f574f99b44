package reports

import (
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/results"
)

// Values as large as records may hold, beside such as are usual, are drawn and told.
func TestLargestValues(t *testing.T) {
	for name, m := range oddSources() {
		e := &m.List[0]
		records := m.ByName[e.Name]
		for i, r := range records {
			if raw := r.Values[results.ValueRaw]; len(raw) > 0 && i%3 == 0 {
				raw[0], raw[len(raw)-1] = results.Largest, -results.Largest
			}
			if loss := r.Values[results.ValueLoss]; len(loss) > 0 && i%3 == 0 {
				loss[0] = results.Largest
			}
		}
		t.Run(name, func(t *testing.T) {
			for file, data := range written(t, &fixture.Memory{List: m.List[:1], ByName: m.ByName, Times: m.Times}) {
				if len(data) > 20e6 {
					t.Errorf("%s has %d bytes", file, len(data))
				}
			}
		})
	}
}
