package reports

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/summary"
	"drfvi/reports/internal/verdict"
	"drfvi/results"
)

// oddly changes a random part of a JSON value: takes it away, doubles it, or puts
// something in its place that nobody would write.
func oddly(r *rand.Rand, value any) any {
	switch of := value.(type) {
	case map[string]any:
		if len(of) == 0 || r.IntN(40) == 0 {
			return map[string]any{}
		}
		keys := slices.Sorted(maps.Keys(of))
		key := keys[r.IntN(len(keys))]
		if r.IntN(5) == 0 {
			delete(of, key)
		} else {
			of[key] = oddly(r, of[key])
		}
		return of
	case []any:
		if len(of) == 0 || r.IntN(20) == 0 {
			return []any{}
		}
		i := r.IntN(len(of))
		switch r.IntN(6) {
		case 0:
			return slices.Delete(of, i, i+1)
		case 1:
			return append(of, of[i])
		case 2:
			return of[:i]
		}
		of[i] = oddly(r, of[i])
		return of
	case string:
		return []any{"", "noise", "X1", "-1", "1e400", "published", "coupled", "\x1b<b>|", of + of}[r.IntN(9)]
	case json.Number:
		return []any{0, -1, 1, 3, 1 << 40, -1 << 40}[r.IntN(6)]
	}
	return []any{nil, false, true, 0, ""}[r.IntN(5)]
}

// altered returns a value after so many odd changes, and whether it still is of its type.
func altered[T any](t *testing.T, r *rand.Rand, value T, changes int) (T, bool) {
	t.Helper()
	var other T
	text, err := json.Marshal(value)
	must(t, err)
	for range changes {
		var tree any
		decoder := json.NewDecoder(bytes.NewReader(text))
		decoder.UseNumber()
		must(t, decoder.Decode(&tree))
		text, err = json.Marshal(oddly(r, tree))
		must(t, err)
	}
	return other, json.Unmarshal(text, &other) == nil
}

// oddSources are experiments of every kind with their records.
func oddSources() map[string]*fixture.Memory {
	all := map[string]*fixture.Memory{
		"tiny": fixture.TinySource(), "ablated": fixture.Ablated(), "consistency": fixture.ConsistencyRun(), "cost": fixture.CostRun(),
		"designs": fixture.DesignsRun(), "eliminations": fixture.Eliminations("enb"),
	}
	for name, of := range map[string]func() (results.Experiment, []results.Record){
		"aspects": func() (results.Experiment, []results.Record) { return fixture.Aspects() },
		"board":   fixture.Board, "calibration": func() (results.Experiment, []results.Record) { return fixture.Calibration() },
	} {
		e, records := of()
		all[name] = &fixture.Memory{List: []results.Experiment{e}, ByName: map[string][]results.Record{e.Name: records}}
	}
	paper := fixture.PaperLike()
	for _, e := range paper.List {
		all["paper "+e.Name] = paper.Only(e.Name)
	}
	return all
}

// TestOddExperiments alters experiments that are as they should be, and their records,
// by chance. What the store takes, and so would read if somebody had sealed it, is
// reported on without a panic, whatever it says.
func TestOddExperiments(t *testing.T) {
	rounds := 25
	if testing.Short() {
		rounds = 4
	}
	sources := oddSources()
	taken := 0
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		m := sources[name]
		e := m.List[0]
		records := m.ByName[e.Name]
		dir := t.TempDir()
		e.Units = nil
		for i := range records {
			records[i].Config = json.RawMessage(`{"trees":1}`)
			records[i].Key = fmt.Sprintf("%x", sha256.Sum256(records[i].Config))
			e.Units = append(e.Units, results.Unit{ID: records[i].ID, Key: records[i].Key})
		}
		s, err := results.Create(dir)
		must(t, err)
		r := rand.New(rand.NewPCG(3, uint64(len(name))))
		for range rounds {
			odd, ok := altered(t, r, e, 1+r.IntN(3))
			if !ok || s.PutExperiment(odd) != nil {
				continue
			}
			there := slices.Clone(records)
			if r.IntN(2) == 0 {
				for i, of := range there {
					if changed, ok := altered(t, r, of, 1); ok && changed.Check() == nil && r.IntN(4) == 0 {
						there[i] = changed
					}
				}
			}
			taken++
			func() {
				defer func() {
					if fault := recover(); fault != nil {
						t.Errorf("%s: %v\n%s", name, fault, debug.Stack())
					}
				}()
				report(&fixture.Memory{List: []results.Experiment{odd}, ByName: map[string][]results.Record{odd.Name: there}, Times: m.Times})
			}()
		}
	}
	if taken < len(sources) {
		t.Errorf("%d of %d altered experiments were taken, too few to show anything", taken, rounds*len(sources))
	}
}

// Values as large as records may hold, beside such as are usual, are drawn and told.
func TestLargestValues(t *testing.T) {
	for name, m := range oddSources() {
		e := &m.List[0]
		for i, r := range m.ByName[e.Name] {
			if raw := r.Values[results.ValueRaw]; len(raw) > 0 && i%3 == 0 {
				raw[0], raw[len(raw)-1] = results.Largest, -results.Largest
			}
			if loss := r.Values[results.ValueLoss]; len(loss) > 0 && i%3 == 0 {
				loss[0] = results.Largest
			}
		}
		pdf, page := report(&fixture.Memory{List: m.List[:1], ByName: m.ByName, Times: m.Times})
		if len(pdf) == 0 || len(pdf) > 20e6 || len(page) == 0 || len(page) > 20e6 {
			t.Errorf("%s: a document of %d bytes, a page of %d", name, len(pdf), len(page))
		}
	}
}

// report makes what is to be made of a source, but for writing it. Errors are as good as
// any other outcome.
func report(source Source) (pdf, page []byte) {
	summaries, err := summary.Load(source)
	if err != nil {
		return nil, nil
	}
	o := verdict.Verify(summaries)
	_, _ = o.Text(), o.CSV()
	d := newDocument(summaries, o, chapters(summaries, o))
	pdf, _ = d.PDF(timeZero)
	return pdf, d.HTML()
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
