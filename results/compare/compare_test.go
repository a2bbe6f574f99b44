package compare

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"drfvi/results"
)

// made are the experiments of a store to be made: two cells of three repetitions,
// and one of a single repetition.
type made struct {
	records []results.Record
	notRun  string // a cell of "many" whose data are said to be missing
}

func newMade() *made {
	m := &made{}
	add := func(experiment, cell string, repetition int) {
		x := float64(repetition)
		r := results.Record{
			ID: fmt.Sprintf("%s/%s/r%03d", experiment, cell, repetition), Experiment: experiment, Repetition: repetition, Seed: uint64(repetition),
			Cell:      map[string]string{results.KeyMethod: cell},
			Variables: []string{"X1", "X2"},
			Values: map[results.ValueName][]float64{
				"raw": {0.5 + 0.01*x, 0.25 - 0.02*x}, "se": {0.03, 0.04}, "gamma": {2}, "eliminated": {1, 0},
			},
			Notes:       map[string]string{"aggregation": "low rank"},
			Environment: results.Environment{Drfvi: "0.1.0", Go: "go1.26", Machine: results.Machine{OS: "linux", Arch: "amd64", CPU: "Some CPU", Features: []string{"avx2+fma"}}},
		}
		m.records = append(m.records, configured(r, fmt.Sprintf(`{"data":{"n":500,"cell":%q},"seed":%d,"versions":{"forest":"1"}}`, cell, repetition)))
	}
	for _, cell := range []string{"a", "b"} {
		for r := range 3 {
			add("many", cell, r)
		}
	}
	add("one", "a", 0)
	return m
}

func configured(r results.Record, config string) results.Record {
	r.Config = []byte(config)
	r.Key = fmt.Sprintf("%x", sha256.Sum256(r.Config))
	return r
}

// change alters the record with that ID.
func (m *made) change(id string, alter func(*results.Record)) {
	at := slices.IndexFunc(m.records, func(r results.Record) bool { return r.ID == id })
	r := m.records[at]
	values := make(map[results.ValueName][]float64)
	for name, numbers := range r.Values {
		values[name] = slices.Clone(numbers)
	}
	r.Values, r.Notes = values, maps.Clone(r.Notes)
	alter(&r)
	m.records[at] = r
}

// store writes the records.
func (m *made) store(t *testing.T) *results.Store {
	t.Helper()
	s, err := results.Create(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]*results.Experiment)
	for _, r := range m.records {
		if all[r.Experiment] == nil {
			all[r.Experiment] = &results.Experiment{Name: r.Experiment, Profile: "paper", Order: len(r.Experiment)}
		}
		e := all[r.Experiment]
		e.Units = append(e.Units, results.Unit{ID: r.ID, Key: r.Key})
		cell := results.CellInfo{Slug: strings.Split(r.ID, "/")[1], Cell: r.Cell}
		if m.notRun != "" && strings.HasPrefix(r.ID, "many/"+m.notRun+"/") {
			cell.NotRun = "data missing"
		}
		if !slices.ContainsFunc(e.Cells, func(c results.CellInfo) bool { return c.Slug == cell.Slug }) {
			e.Cells = append(e.Cells, cell)
		}
		if cell.NotRun != "" {
			continue
		}
		if err := s.Put(r, results.Timing{ID: r.ID}); err != nil {
			t.Fatal(err)
		}
	}
	for name, e := range all {
		if err := s.PutExperiment(*e); err != nil {
			t.Fatal(err)
		}
		if complete, err := s.Merge(name); err != nil || !complete {
			t.Fatal(complete, err)
		}
	}
	return s
}

func compared(t *testing.T, a, b *made, names ...string) Comparison {
	t.Helper()
	c, err := Folders(a.store(t), b.store(t), names...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestEqual(t *testing.T) {
	other := newMade()
	// Who made a record does not count.
	for i := range other.records {
		other.records[i].Environment.CPU = "Another CPU"
	}
	c := compared(t, newMade(), other)
	if !c.Equal || c.Experiments[1].Equal != 6 || c.Experiments[0].Equal != 1 {
		t.Errorf("comparison %+v", c)
	}
	for _, want := range []string{
		"   drfvi 0.1.0, go1.26, linux/amd64, Another CPU, avx2+fma\n",
		"\nexperiment  equal  differ  other key  only A  only B  not run\none             1       0          0       0       0        0\nmany            6       0          0       0       0        0\n",
		"all 7 records of " + c.A.Folder + " and " + c.B.Folder + " are equal to the bit\n",
	} {
		if !strings.Contains(c.Text(), want) {
			t.Errorf("the text\n%s\nlacks %q", c.Text(), want)
		}
	}
	if strings.Contains(c.Text(), "\n\n\n") || strings.Contains(c.Text(), "only in") {
		t.Errorf("text\n%s", c.Text())
	}
}

func TestDifferent(t *testing.T) {
	other := newMade()
	other.change("many/a/r001", func(r *results.Record) {
		r.Values["raw"][1] = math.Nextafter(math.Nextafter(r.Values["raw"][1], 1), 1)
		r.Values["raw"][0] = math.Nextafter(r.Values["raw"][0], 0)
	})
	other.change("many/b/r002", func(r *results.Record) { r.Values["eliminated"] = []float64{0, 1} })
	other.change("many/a/r002", func(r *results.Record) { r.Notes["aggregation"] = "sparse" })
	other.change("many/a/r000", func(r *results.Record) { delete(r.Values, "gamma") })
	other.change("one/a/r000", func(r *results.Record) { r.Values["raw"][0] += 0.1 })
	c := compared(t, newMade(), other)
	many, one := c.Experiments[1], c.Experiments[0]
	if c.Equal || many.Equal != 2 || len(many.Different) != 4 || len(one.Different) != 1 {
		t.Fatalf("comparison %+v", c)
	}
	raw := many.Values[slices.IndexFunc(many.Values, func(v Value) bool { return v.Of == "raw" })]
	if raw.Of != "raw" || raw.Numbers != 2 || raw.ULPs != 2 || raw.Variable != "X2" || raw.A != 0.23 {
		t.Errorf("difference %+v", raw)
	}
	for _, want := range []string{
		"  raw: 2 numbers of 1 record, by at most 2 units in the last place (0.23 and 0.23000000000000007 of X2 in many/a/r001)\n",
		"  eliminated: 2 numbers of 1 record, by at most 4.6e+18 units in the last place (1 and 0 in many/b/r002)\n",
		"  notes: of 1 record, such as many/a/r002\n",
		"  gamma: of 1 record, such as many/a/r000\n",
		"  raw: 1 number of 1 record, by at most 9.0e+14 units in the last place (0.5 and 0.6 of X1 in one/a/r000)\n",
	} {
		if !strings.Contains(c.Text(), want) {
			t.Errorf("the text\n%s\nlacks %q", c.Text(), want)
		}
	}
	if want := "2 of 7 records of "; !strings.HasPrefix(c.Verdict(), want) {
		t.Errorf("verdict %q, expected %q…", c.Verdict(), want)
	}
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"different":["one/a/r000"],"values":[{"of":"raw","records":1,"numbers":1,"id":"one/a/r000","variable":"X1","a":0.5,"b":0.6,"ulps":`,
		`{"of":"gamma","records":1,"numbers":0,"id":"many/a/r000"}`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the JSON %s lacks %q", text, want)
		}
	}
	if part := compared(t, newMade(), other, "one"); len(part.Experiments) != 1 || part.Experiments[0].Name != "one" {
		t.Errorf("one of the experiments: %+v", part)
	}
}

func TestOtherKeysAndMissing(t *testing.T) {
	other := newMade()
	for i, r := range other.records {
		if strings.HasPrefix(r.ID, "many/a/") {
			other.records[i] = configured(r, strings.Replace(strings.Replace(string(r.Config), `"forest":"1"`, `"forest":"2"`, 1), `"n":500,`, fmt.Sprintf(`"n":%d,"more":[true],`, i), 1))
		}
	}
	other.records = slices.DeleteFunc(other.records, func(r results.Record) bool { return r.ID == "many/b/r002" || r.Experiment == "one" })
	c := compared(t, newMade(), other)
	many, one := c.Experiments[1], c.Experiments[0]
	if c.Equal || many.Equal != 2 || len(many.OtherKey) != 3 || !slices.Equal(many.OnlyA, []string{"many/b/r002"}) || !slices.Equal(one.OnlyA, []string{"one/a/r000"}) {
		t.Fatalf("comparison %+v", c)
	}
	want := []Setting{{"data.more.1", "not there", "true"}, {"data.n", "500", "1"}, {"versions.forest", "1", "2"}}
	if !slices.Equal(many.OtherKey[1].Settings, want) {
		t.Errorf("settings %v, expected %v", many.OtherKey[1].Settings, want)
	}
	for _, want := range []string{
		"many            2       0          3       1       0        0\n",
		"  other key: data.n differs (3 records)\n",
		"  other key: versions.forest is 1 in A, 2 in B (3 records)\n",
		"  only in A: many/b/r002\n", "\none\n  only in A: one/a/r000\n",
	} {
		if !strings.Contains(c.Text(), want) {
			t.Errorf("the text\n%s\nlacks %q", c.Text(), want)
		}
	}
	back := compared(t, other, newMade())
	if !strings.Contains(back.Text(), "  only in B: many/b/r002\n") || back.Equal {
		t.Errorf("the other way round:\n%s", back.Text())
	}
}

func TestULPs(t *testing.T) {
	for _, c := range []struct {
		a, b float64
		want uint64
	}{
		{1, 1, 0}, {1, math.Nextafter(1, 2), 1}, {0, math.Copysign(0, -1), 1}, {0, math.SmallestNonzeroFloat64, 1},
		{-math.SmallestNonzeroFloat64, math.SmallestNonzeroFloat64, 3}, {1, 2, 1 << 52},
		{-math.MaxFloat64, math.MaxFloat64, 2*0x7fefffffffffffff + 1},
	} {
		if got := ulps(c.a, c.b); got != c.want || ulps(c.b, c.a) != got {
			t.Errorf("%v and %v are %d apart, expected %d", c.a, c.b, got, c.want)
		}
	}
}

// Records of data that could not be had do not count, but are told.
func TestNotRun(t *testing.T) {
	part := newMade()
	part.notRun = "b"
	for _, c := range []Comparison{compared(t, part, newMade()), compared(t, newMade(), part)} {
		many := c.Experiments[1]
		if want := []string{"many/b/r000", "many/b/r001", "many/b/r002"}; !c.Equal || many.Equal != 3 || !slices.Equal(many.NotRun, want) {
			t.Errorf("comparison %+v", c)
		}
		if want := fmt.Sprintf("all 4 records of %s and %s are equal to the bit; 3 in one of them were not run for the other: their data were missing, or they were left out", c.A.Folder, c.B.Folder); c.Verdict() != want {
			t.Errorf("verdict %q, expected %q", c.Verdict(), want)
		}
	}
}
