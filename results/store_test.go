package results

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// sample returns an experiment of two cells and three repetitions, and its
// records in canonical order.
func sample() (Experiment, []Record) {
	e := Experiment{
		Name: "sample", Title: "A sample", Source: "Table 0", Order: 2, Profile: "quick", Repetitions: 3,
		Figure: "bars", Description: "nothing & <everything>",
	}
	random := rand.New(rand.NewPCG(1, 2))
	var records []Record
	for _, method := range []string{"second", "first"} {
		cell := map[string]string{"method": method, "n": "10"}
		e.Cells = append(e.Cells, CellInfo{Slug: method + "-n10", Cell: cell})
		for r := range 3 {
			bias := random.NormFloat64()
			record := Record{
				ID:         fmt.Sprintf("sample/%s-n10/r%03d", method, r),
				Experiment: "sample", Cell: cell, Repetition: r, Seed: math.MaxUint64 - uint64(r),
				Variables:   []string{"X1", "X2"},
				Values:      map[ValueName][]float64{"raw": {random.NormFloat64(), -1e-300 * random.Float64()}, "bias": {bias}},
				Environment: CurrentEnvironment(),
			}
			record.configure(fmt.Sprint(method, r))
			e.Units = append(e.Units, Unit{record.ID, record.Key})
			records = append(records, record)
		}
	}
	return e, records
}

// configure gives the record other settings, and the key that they have.
func (r *Record) configure(what string) {
	r.Config = fmt.Appendf(nil, `{"trees":5,"what":%q}`, what)
	r.Key = digest(r.Config)
}

func timing(r Record) Timing {
	return Timing{ID: r.ID, Finished: "2024-01-02T03:04:05Z", Seconds: float64(r.Repetition) + 0.1, Workers: 1}
}

func open(t *testing.T, dir string) *Store {
	t.Helper()
	s, err := Create(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// contents returns the files below dir by their path in it.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") { // partial, or the lock
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		files[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// must fails the test on an error.
func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fails checks that err is there and says all of the given words.
func fails(t *testing.T, err error, words ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, expected one about %q", words)
		return
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

func TestStoreInAnyOrder(t *testing.T) {
	e, records := sample()
	var want map[string]string
	for trial := range 5 {
		s := open(t, filepath.Join(t.TempDir(), "new", "folder"))
		must(t, s.PutExperiment(e))
		for at, i := range rand.New(rand.NewPCG(uint64(trial), 0)).Perm(len(records)) {
			if complete, err := s.Merge("sample"); complete || err != nil {
				t.Fatalf("merged after %d records: %v, %v", at, complete, err)
			}
			must(t, s.Put(records[i], timing(records[i])))
			if some, err := s.Records("sample"); err != nil || len(some) != at+1 {
				t.Fatalf("%d records after %d were put, error %v", len(some), at+1, err)
			}
		}
		if complete, err := s.Merge("sample"); !complete || err != nil {
			t.Fatalf("not merged when complete: %v", err)
		}
		got := contents(t, s.Dir())
		if want == nil {
			want = got
		}
		if len(got) != 3 || !reflect.DeepEqual(got, want) {
			t.Fatalf("trial %d: files %v, expected %v", trial, got, want)
		}
		c, err := s.Read("sample")
		must(t, err)
		if !reflect.DeepEqual(c.Records, records) {
			t.Fatalf("records came back as %v, expected %v", c.Records, records)
		}
		if times := c.Timings; len(times) != len(records) || !reflect.DeepEqual(times[4], timing(records[4])) {
			t.Fatalf("timings came back as %v", times)
		}
		all, err := s.Experiments()
		must(t, err)
		if len(all) != 1 || !reflect.DeepEqual(all[0], e) {
			t.Fatalf("experiments came back as %v", all)
		}
	}
}

func TestExperimentsByOrder(t *testing.T) {
	s := open(t, t.TempDir())
	for _, named := range []struct {
		name  string
		order int
	}{{"c", 1}, {"b", 2}, {"a", 2}} {
		must(t, s.PutExperiment(Experiment{Name: named.name, Order: named.order, Cells: []CellInfo{{Slug: "x"}}, Units: []Unit{{named.name + "/x/r000", "k"}}}))
	}
	all, err := s.Experiments()
	must(t, err)
	names := ""
	for _, e := range all {
		names += e.Name
	}
	if names != "cab" {
		t.Errorf("experiments in the order %q, expected %q", names, "cab")
	}
}

func TestOtherKeysAreNotRecords(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	must(t, s.PutExperiment(e))
	for _, r := range records {
		must(t, s.Put(r, timing(r)))
	}
	_, err := s.Merge("sample")
	must(t, err)

	again := records[1]
	again.configure("another")
	again.Values = map[ValueName][]float64{"raw": {1, 2}}
	changed, _ := sample()
	changed.Units[1].Key = again.Key
	if some, err := s.Finished(changed); err != nil || len(some.Records) != 5 {
		t.Errorf("%d records with the keys asked for, expected 5 (%v)", len(some.Records), err)
	}
	must(t, s.PutExperiment(changed))
	some, err := s.Records("sample")
	must(t, err)
	for _, r := range some {
		if r.ID == records[1].ID {
			t.Errorf("record with key %q is used for key %q", r.Key, changed.Units[1].Key)
		}
	}
	must(t, s.Put(again, timing(again)))
	if complete, err := s.Merge("sample"); !complete || err != nil {
		t.Fatalf("not merged: %v", err)
	}
	some, err = s.Records("sample")
	must(t, err)
	if !reflect.DeepEqual(some[1], again) || !reflect.DeepEqual(some[2], records[2]) {
		t.Errorf("records after the change: %v", some)
	}
	if files := contents(t, s.Dir()); len(files) != 3 {
		t.Errorf("files %v, expected no journal", files)
	}
}

func TestJournalOfAnotherKeyIsIgnored(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	must(t, s.PutExperiment(e))
	for _, r := range records {
		must(t, s.Put(r, timing(r)))
	}
	_, err := s.Merge("sample")
	must(t, err)
	stale := records[0]
	stale.configure("stale")
	stale.Values = map[ValueName][]float64{"raw": {9, 9}}
	must(t, s.Put(stale, timing(stale)))
	some, err := s.Records("sample")
	must(t, err)
	if !reflect.DeepEqual(some, records) {
		t.Errorf("a record with a key nobody asked for was used: %v", some[0])
	}
}

func TestFloatsComeBackExactly(t *testing.T) {
	e, records := sample()
	random := rand.New(rand.NewPCG(3, 4))
	values := []float64{0, math.Copysign(0, -1), Largest, math.SmallestNonzeroFloat64, 0.1, 1.0 / 3, -1e21, 1e-7}
	for len(values) < 2000 {
		if v := math.Float64frombits(random.Uint64()); math.Abs(v) <= Largest {
			values = append(values, v)
		}
	}
	r := records[0]
	r.Variables, r.Values = make([]string, len(values)), map[ValueName][]float64{"loss": values}
	s := open(t, t.TempDir())
	must(t, s.PutExperiment(e))
	must(t, s.Put(r, timing(r)))
	back, err := s.Records("sample")
	must(t, err)
	for i, v := range back[0].Values["loss"] {
		if math.Float64bits(v) != math.Float64bits(values[i]) {
			t.Fatalf("%x came back as %x", math.Float64bits(values[i]), math.Float64bits(v))
		}
	}
}

func TestRefusedRecords(t *testing.T) {
	s := open(t, t.TempDir())
	for _, c := range []struct {
		change func(*Record)
		words  []string
	}{
		{func(r *Record) { r.Values = map[ValueName][]float64{"raw": {1, math.NaN()}} },
			[]string{`record "sample/second-n10/r000": value "raw" of X2 is NaN, expected a finite number`}},
		{func(r *Record) { r.Values = map[ValueName][]float64{"loss": {1, 2, math.Inf(-1)}} },
			[]string{`value "loss" of entry 3 is -Inf, expected a finite number`}},
		{func(r *Record) { r.Values = map[ValueName][]float64{"raw": {1}} },
			[]string{`value "raw" has 1 entries, expected one for each of the 2 variables`}},
		{func(r *Record) { r.Values = map[ValueName][]float64{"vimp_drf": {1}} },
			[]string{`value "vimp_drf" has 1 entries, expected one for each of the 2 variables`}},
		{func(r *Record) { r.Values = map[ValueName][]float64{"loss": {1, 2, 3}} },
			[]string{`value "loss" has 3 entries, expected one for each of the 2 variables`}},
		{func(r *Record) { r.Values = map[ValueName][]float64{"bias": {1, 2}} },
			[]string{`value "bias" has 2 entries, expected one`}},
		{func(r *Record) { r.Values = map[ValueName][]float64{"row": {1, 2}} },
			[]string{`record "sample/second-n10/r000": unknown value "row", did you mean "raw"? (one of: denominator, `}},
		{func(r *Record) { r.Values = map[ValueName][]float64{"bias_y1": {1}} }, []string{`unknown value "bias_y1"`}},
		{func(r *Record) { r.Values = map[ValueName][]float64{"raw_y01": {1, 2}} }, []string{`unknown value "raw_y01"`}},
		{func(r *Record) { r.ID = "sample/../r000" }, []string{`record id "sample/../r000", expected "sample/<cell>/r<repetition>"`}},
		{func(r *Record) { r.ID = "other/x/r000" }, []string{`record id "other/x/r000"`}},
		{func(r *Record) { r.ID = "sample/x/1" }, []string{`record id "sample/x/1"`}},
		{func(r *Record) { r.Key = "" }, []string{`has key "", expected "`}},
		{func(r *Record) { r.Config = []byte("{}") }, []string{`record "sample/second-n10/r000" has key "`, `, expected "44136fa355b3", the checksum of its config`}},
		{func(r *Record) { r.Repetition = 1 }, []string{`record "sample/second-n10/r000" is of repetition 1`}},
	} {
		_, records := sample()
		r := records[0]
		c.change(&r)
		fails(t, s.Put(r, timing(r)), c.words...)
	}
	_, records := sample()
	fails(t, s.Put(records[0], timing(records[1])), `timing of "sample/second-n10/r001" given for record "sample/second-n10/r000"`)
	if files := contents(t, s.Dir()); len(files) > 0 {
		t.Errorf("refused records left files: %v", files)
	}
}

func TestRefusedExperiments(t *testing.T) {
	s := open(t, t.TempDir())
	for _, c := range []struct {
		change func(*Experiment)
		want   string
	}{
		{func(e *Experiment) { e.Name = "a/b" }, `experiment name "a/b"`},
		{func(e *Experiment) { e.Name = "" }, `experiment name ""`},
		{func(e *Experiment) { e.Cells = nil }, `lists unit "sample/second-n10/r000", but no cell "second-n10"`},
		{func(e *Experiment) { e.Cells[0].Slug = "a/b" }, `cell name "a/b", expected letters, digits and any of . _ + -`},
		{func(e *Experiment) { e.Statements = []Claim{{Holds: "loss < 1e80"}} }, `claim "": "loss < 1e80": found "1e80", expected a number from -1e+75 to 1e+75`},
		{func(e *Experiment) { e.Units = nil }, `experiment "sample" lists no units`},
		{func(e *Experiment) { e.Units[0].ID = "x" }, `record id "x"`},
	} {
		e, _ := sample()
		c.change(&e)
		fails(t, s.PutExperiment(e), c.want)
	}
	_, err := s.Records("../sample")
	fails(t, err, `experiment name "../sample"`)
}

func TestMissing(t *testing.T) {
	dir := t.TempDir()
	_, err := Open(filepath.Join(dir, "nowhere"))
	fails(t, err, "there is no directory", "nowhere")
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
	file := filepath.Join(dir, "file")
	must(t, os.WriteFile(file, nil, 0o600))
	_, err = Open(file)
	fails(t, err, "is a file, expected a directory")
	_, err = Create(filepath.Join(file, "below"))
	fails(t, err, "cannot make the directory for results")
	_, err = open(t, dir).Records("sample")
	fails(t, err, `holds no experiment "sample"`)
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v does not wrap fs.ErrNotExist", err)
	}
}

func TestUnwritable(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	must(t, s.PutExperiment(e))
	must(t, os.RemoveAll(s.Dir()))
	fails(t, s.Put(records[0], timing(records[0])), "results: ", "sample.", journalSuffix, "no such file or directory")
	gone := open(t, filepath.Join(t.TempDir(), "gone"))
	must(t, os.Remove(gone.Dir()))
	fails(t, gone.PutExperiment(e), "cannot write", "sample.experiment.json")
}

// TestMergeWithoutWhatCouldNotRun leaves out a cell, then completes it.
func TestMergeWithoutWhatCouldNotRun(t *testing.T) {
	e, records := sample()
	dir := t.TempDir()
	s := open(t, dir)
	e.Cells[1].NotRun = "data missing"
	must(t, s.PutExperiment(e))
	for k, r := range records[:3] {
		must(t, s.Put(r, timing(r)))
		complete, err := s.Merge("sample")
		if must(t, err); complete != (k == 2) {
			t.Errorf("complete is %v with %d of 3 records that could be run", complete, k+1)
		}
	}
	if files := contents(t, dir); len(files) != 3 {
		t.Errorf("files %v", files)
	}
	must(t, s.Put(records[4], timing(records[4])))
	if _, err := s.Merge("sample"); err != nil {
		t.Fatal(err)
	}
	if found, err := s.Records("sample"); err != nil || len(found) != 4 {
		t.Errorf("%d records with one of the cell that could not be run, %v", len(found), err)
	}
	e.Cells[1].NotRun = ""
	must(t, s.PutExperiment(e))
	if complete, err := s.Merge("sample"); err != nil || complete {
		t.Errorf("complete is %v with 4 of 6 records, %v", complete, err)
	}
	for _, r := range records[3:] {
		must(t, s.Put(r, timing(r)))
	}
	if complete, err := s.Merge("sample"); err != nil || !complete {
		t.Errorf("complete is %v, %v", complete, err)
	}
	if found, err := s.Records("sample"); err != nil || !reflect.DeepEqual(found, records) {
		t.Errorf("%d records, %v", len(found), err)
	}
}
