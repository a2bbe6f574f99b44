package summary

import (
	"math"
	"slices"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/stat"
	"drfvi/results"
)

func TestSummariseClampsWherePrintIs(t *testing.T) {
	e, records := fixture.Tiny()
	s := Summarise(e, records, nil)
	d := s.Cells[0]
	fixture.Near(t, "raw mean of D", stat.New(d.Column(results.ValueRaw, 3)).Mean, (-0.1+0.03-0.2)/3, 1e-15)
	fixture.Near(t, "clamped mean of D", d.Means(Importance)[3].Mean, 0.01, 1e-15)
	fixture.Near(t, "sd of A", d.Means(Importance)[0].SD, 0.1, 1e-15)
	fixture.Near(t, "se of A", d.Means(Importance)[0].SE, 0.1/math.Sqrt(3), 1e-15)
	fixture.Near(t, "bias", d.Mean(results.ValueBias, "").Mean, 0.01, 1e-15)
	if v := s.Cells[1]; v.Means(Importance)[3].Mean != stat.New(v.Column(results.ValueRaw, 3)).Mean {
		t.Errorf("vimp-drf is clamped")
	}
	if s.Records != 9 || s.Planned() != 12 || s.Cells[2].Complete() || !d.Complete() {
		t.Errorf("records %d of %d", s.Records, s.Planned())
	}
	if records[0].Values["raw"][3] != -0.1 {
		t.Error("Summarise altered a record")
	}
}

func TestSummariseUnitsGiveThePlan(t *testing.T) {
	e, records := fixture.Tiny()
	e.Units = []results.Unit{{ID: "tiny/p-r/r000"}, {ID: "tiny/p-r/r001"}, {ID: "tiny/p-v/r000"}}
	s := Summarise(e, records, nil)
	if s.Cells[0].Planned != 2 || s.Cells[1].Planned != 1 || s.Cells[2].Planned != 0 {
		t.Errorf("planned %d, %d, %d, want 2, 1, 0", s.Cells[0].Planned, s.Cells[1].Planned, s.Cells[2].Planned)
	}
}

func TestSummariseSingleRepetition(t *testing.T) {
	e, records := fixture.Tiny()
	s := Summarise(e, records[:1], nil)
	a := s.Cells[0].Means(Importance)[0]
	if a.Mean != 0.4 || !math.IsNaN(a.SE) || a.N != 1 {
		t.Errorf("single repetition: %+v", a)
	}
}

func TestSummariseLosses(t *testing.T) {
	e := results.Experiment{Name: "rfe", Repetitions: 2, Cells: []results.CellInfo{{Slug: "c", Cell: map[string]string{results.KeyData: "long"}}}}
	p := results.CumulativeVariables + 2
	names := make([]string, p)
	var records []results.Record
	for rep := range 2 {
		loss := make([]float64, p)
		for i := range loss {
			loss[i] = float64(p - i) // k variables have loss k
		}
		loss[p-1] += float64(rep)
		records = append(records, results.Record{Cell: e.Cells[0].Cell, Repetition: rep, Variables: names, Values: map[results.ValueName][]float64{"loss": loss}})
	}
	s := Summarise(e, records, nil)
	c := s.Cells[0]
	fixture.Near(t, "loss of one variable", c.Means(results.ValueLoss)[0].Mean, 1.5, 1e-15)
	fixture.Near(t, "loss of two variables", c.Means(results.ValueLoss)[1].Mean, 2, 1e-15)
	fixture.Near(t, "cumulative loss over the 100 smallest subsets", c.Mean(results.ValueCumulative, "").Mean, 100*101/2+0.5, 1e-12)
}

func TestLoadOrders(t *testing.T) {
	m := &fixture.Memory{List: []results.Experiment{{Name: "c", Order: 2}, {Name: "b", Order: 1}, {Name: "a", Order: 2}}}
	summaries, err := Load(m)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range summaries {
		names = append(names, s.Experiment.Name)
	}
	if !slices.Equal(names, []string{"b", "a", "c"}) {
		t.Errorf("order %v, want b a c", names)
	}
}
