// Package compare compares the records of two folders of results: those equal to the bit, those
// that differ, in which values and by how much, and those in only one folder.
package compare

import (
	"maps"
	"math"
	"slices"
	"strings"

	"drfvi/results"
)

// Comparison holds the differences between the records of two folders.
type Comparison struct {
	A           Side         `json:"a"`
	B           Side         `json:"b"`
	Equal       bool         `json:"equal"`
	Experiments []Experiment `json:"experiments"`
}

// Side is one of the folders.
type Side struct {
	Folder string `json:"folder"`
	// Machines are the programs and kinds of machine that made its records.
	Machines []string `json:"machines"`
}

// Experiment holds the differences between the records of an experiment.
type Experiment struct {
	Name string `json:"name"`
	// Equal counts the records with the same key, inputs, values, notes and warnings.
	Equal int `json:"equal"`
	// Different are the IDs of records with the same key, OtherKey records with the same ID made with
	// other settings or versions of the algorithms.
	Different []string `json:"different,omitempty"`
	OtherKey  []Record `json:"other_key,omitempty"`
	// OnlyA and OnlyB are the IDs of records missing from the other folder.
	OnlyA []string `json:"only_a,omitempty"`
	OnlyB []string `json:"only_b,omitempty"`
	// NotRun are the IDs of records that one folder has and the other states it could not make
	// for lack of data. They do not count as differences.
	NotRun []string `json:"not_run,omitempty"`
	// Values summarises, by the name of a value, the differences of all records.
	Values []Value `json:"values,omitempty"`
}

// Record is a record with another key.
type Record struct {
	ID       string    `json:"id"`
	Settings []Setting `json:"settings"` // those that differ, the cause of it
}

// Setting is a setting that differs, by its path in the record's config.
type Setting struct {
	Path string `json:"path"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// Value summarises the differences of a value, or of "variables", "notes" or "warnings", over all
// records of an experiment.
type Value struct {
	Of      string `json:"of"`
	Records int    `json:"records"`
	// Numbers are the entries that differ, of records with equally many.
	Numbers int `json:"numbers"`
	// ID is the record with the largest difference.
	ID string `json:"id"`
	// Furthest is that difference, nil where Numbers is 0.
	*Furthest
}

// Furthest is the pair of numbers furthest apart.
type Furthest struct {
	Variable string  `json:"variable,omitempty"`
	A        float64 `json:"a"`
	B        float64 `json:"b"`
	// ULPs is their distance in units in the last place of double precision.
	ULPs uint64 `json:"ulps"`
}

// Folders compares the experiments of two stores, the named ones or all.
func Folders(a, b *results.Store, names ...string) (Comparison, error) {
	c := Comparison{A: Side{Folder: a.Dir()}, B: Side{Folder: b.Dir()}, Equal: true}
	inA, err := contents(a, &c.A, names)
	if err != nil {
		return c, err
	}
	inB, err := contents(b, &c.B, names)
	if err != nil {
		return c, err
	}
	onlyB := slices.DeleteFunc(inB.order, func(name string) bool { return slices.Contains(inA.order, name) })
	for _, name := range slices.Concat(inA.order, onlyB) {
		e := experiment(name, inA.records[name], inB.records[name])
		e.OnlyA = e.excuse(e.OnlyA, inB.experiments[name])
		e.OnlyB = e.excuse(e.OnlyB, inA.experiments[name])
		c.Equal = c.Equal && e.same()
		c.Experiments = append(c.Experiments, e)
	}
	return c, nil
}

// same reports whether nothing differs.
func (e Experiment) same() bool {
	return len(e.Different)+len(e.OtherKey)+len(e.OnlyA)+len(e.OnlyB) == 0
}

// excuse records which of one folder's records the other states were not run, and returns the
// rest.
func (e *Experiment) excuse(ids []string, other results.Experiment) []string {
	return slices.DeleteFunc(ids, func(id string) bool {
		if other.NotRun(id) {
			e.NotRun = append(e.NotRun, id)
		}
		return other.NotRun(id)
	})
}

// held are the experiments of a store, in order, and their records.
type held struct {
	order       []string
	experiments map[string]results.Experiment
	records     map[string][]results.Record
}

// contents reads the experiments of a store, the named ones or all, and records the machines
// that made them.
func contents(s *results.Store, side *Side, names []string) (held, error) {
	experiments, err := s.Experiments()
	if err != nil {
		return held{}, err
	}
	h := held{experiments: make(map[string]results.Experiment), records: make(map[string][]results.Record)}
	for _, e := range experiments {
		if len(names) > 0 && !slices.Contains(names, e.Name) {
			continue
		}
		c, err := s.Finished(e)
		if err != nil {
			return held{}, err
		}
		timings := make(map[string]results.Timing)
		for _, t := range c.Timings {
			timings[t.ID] = t
		}
		h.order = append(h.order, e.Name)
		h.experiments[e.Name], h.records[e.Name] = e, c.Records
		for _, r := range c.Records {
			if text := machine(r.Made(timings[r.ID])); !slices.Contains(side.Machines, text) {
				side.Machines = append(side.Machines, text)
			}
		}
	}
	return h, nil
}

// machine describes the program and machine that made a record.
func machine(e results.Environment) string {
	parts := []string{"drfvi " + e.Drfvi, e.Go, strings.TrimSpace(e.OS + "/" + e.Arch + " " + e.Level)}
	if e.CPU != "" {
		parts = append(parts, e.CPU)
	}
	if len(e.Features) > 0 {
		parts = append(parts, strings.Join(e.Features, " "))
	}
	return strings.Join(parts, ", ")
}

// experiment compares the records of an experiment by their ID.
func experiment(name string, a, b []results.Record) Experiment {
	e := Experiment{Name: name}
	unmatched := make(map[string]results.Record)
	for _, r := range b {
		unmatched[r.ID] = r
	}
	for _, r := range a {
		if other, ok := unmatched[r.ID]; ok {
			e.add(r, other)
			delete(unmatched, r.ID)
		} else {
			e.OnlyA = append(e.OnlyA, r.ID)
		}
	}
	e.OnlyB = slices.Sorted(maps.Keys(unmatched))
	return e
}

// add counts a record of both folders and its differences.
func (e *Experiment) add(a, b results.Record) {
	differences := differences(a, b)
	switch {
	case a.Key != b.Key:
		e.OtherKey = append(e.OtherKey, Record{a.ID, Settings(a.Config, b.Config)})
	case len(differences) > 0:
		e.Different = append(e.Different, a.ID)
	default:
		e.Equal++
	}
	for _, d := range differences {
		index := slices.IndexFunc(e.Values, func(v Value) bool { return v.Of == d.Of })
		if index < 0 {
			e.Values = append(e.Values, d)
			continue
		}
		v := &e.Values[index]
		v.Records++
		v.Numbers += d.Numbers
		if d.Furthest != nil && (v.Furthest == nil || d.ULPs > v.ULPs) {
			v.ID, v.Furthest = a.ID, d.Furthest
		}
	}
}

// differences lists the differences between two records.
func differences(a, b results.Record) []Value {
	var values []Value
	say := func(what string, same bool) {
		if !same {
			values = append(values, Value{Of: what, Records: 1, ID: a.ID})
		}
	}
	say("variables", slices.Equal(a.Variables, b.Variables))
	names := make(map[results.ValueName][]float64)
	maps.Copy(names, a.Values)
	maps.Copy(names, b.Values)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if d := difference(name, a, b); d.Numbers > 0 || len(a.Values[name]) != len(b.Values[name]) {
			values = append(values, d)
		}
	}
	say("notes", maps.Equal(a.Notes, b.Notes))
	say("warnings", slices.Equal(a.Warnings, b.Warnings))
	return values
}

// difference compares a value's numbers in two records.
func difference(name results.ValueName, inA, inB results.Record) Value {
	d := Value{Of: string(name), Records: 1, ID: inA.ID}
	a, b := inA.Values[name], inB.Values[name]
	if len(a) != len(b) {
		return d
	}
	for i := range a {
		if math.Float64bits(a[i]) == math.Float64bits(b[i]) {
			continue
		}
		d.Numbers++
		if distance := ulps(a[i], b[i]); d.Furthest == nil || distance > d.ULPs {
			d.Furthest = &Furthest{A: a[i], B: b[i], ULPs: distance}
			if name.Is(results.PerVariable) {
				d.Variable = inA.Variables[i]
			}
		}
	}
	return d
}

// ulps is the number of double-precision steps between two finite numbers; one from −0 to 0.
func ulps(a, b float64) uint64 {
	place := func(x float64) uint64 {
		if bits := math.Float64bits(x); bits>>63 == 0 {
			return bits | 1<<63
		} else {
			return ^bits
		}
	}
	from, to := place(a), place(b)
	return max(from, to) - min(from, to)
}
