package results

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// plain returns a record without a seal.
func plain(t *testing.T, r Record) string {
	t.Helper()
	object, err := encode(r, "")
	must(t, err)
	return string(object)
}

// sealed returns lines as a merged file.
func sealed(lines ...string) []byte {
	var objects [][]byte
	for _, line := range lines {
		objects = append(objects, []byte(line))
	}
	return sealLines(objects)
}

func TestCorruptRecords(t *testing.T) {
	e, records := sample()
	good := plain(t, records[0])
	changed := func(change func(*Record)) string {
		_, records := sample()
		change(&records[1])
		return plain(t, records[1])
	}
	for _, c := range []struct{ name, line, want string }{
		{"wrong type", `{"id": 12}`, `sample.jsonl.zst: line 2: json: cannot unmarshal number into Go struct field Record.id of type string`},
		{"no id", changed(func(r *Record) { r.ID, r.Experiment = "", "" }), `sample.jsonl.zst: line 2: record "" is of experiment "", expected "sample"`},
		{"foreign", changed(func(r *Record) { r.ID, r.Experiment = "a/x/r001", "a" }), `sample.jsonl.zst: line 2: record "a/x/r001" is of experiment "a", expected "sample"`},
		{"no key", changed(func(r *Record) { r.Key = "" }), `sample.jsonl.zst: line 2: record "sample/second-n10/r001" has key ""`},
		{"other settings", changed(func(r *Record) { r.Config = []byte("{}") }), `sample.jsonl.zst: line 2: record "sample/second-n10/r001" has key "`},
		{"short values", changed(func(r *Record) { r.Values["raw"] = []float64{1} }), `sample.jsonl.zst: line 2: record "sample/second-n10/r001": value "raw" has 1 entries`},
		{"a bandwidth below 0", changed(func(r *Record) { r.Values["gamma"] = []float64{-1} }), `value "gamma" of entry 1 is -1, expected a number above 0; `},
		{"no forests", changed(func(r *Record) { r.Values["forests"] = []float64{0} }), `value "forests" of entry 1 is 0, expected a number above 0; `},
		{"no denominator", changed(func(r *Record) { r.Values["denominator"] = []float64{0} }), `value "denominator" of entry 1 is 0, expected a number other than 0; `},
		{"an error below 0", changed(func(r *Record) { r.Values["se_data"] = []float64{0, -1e-9} }), `value "se_data" of X2 is -1e-09, expected a number of at least 0; `},
		{"a probability above 1", changed(func(r *Record) { r.Values["p"] = []float64{1, 1.5} }), `value "p" of X2 is 1.5, expected a number from 0 to 1; `},
		{"half found", changed(func(r *Record) { r.Values["found_mean_y1"] = []float64{1, 0.5} }), `value "found_mean_y1" of X2 is 0.5, expected 0 or 1; `},
		{"too large", changed(func(r *Record) { r.Values["raw"] = []float64{1e308, 0} }), `value "raw" of X1 is 1e+308, expected a number from -1e+75 to 1e+75; `},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, t.TempDir())
			s.disk = hastyDisk{}
			must(t, s.PutExperiment(e))
			must(t, os.WriteFile(s.path("sample", recordsSuffix), pack(sealed(good, c.line, plain(t, records[2]))), 0o600))
			for what, err := range map[string]error{"records": second(s.Records("sample")), "merge": second(s.Merge("sample")), "check": s.Check()} {
				t.Log(what)
				fails(t, err, c.want, "; restore the file from a copy, or remove it to have its records computed again")
			}
		})
	}
}

func second[T any](_ T, err error) error { return err }

// linesOf returns the path and the lines of the records of the sample.
func linesOf(t *testing.T, s *Store) (path string, lines []string) {
	t.Helper()
	path = s.path("sample", recordsSuffix)
	packed, err := os.ReadFile(path)
	must(t, err)
	text, err := unpack(packed)
	must(t, err)
	lines = strings.SplitAfter(string(text), "\n")
	return path, lines[:len(lines)-1]
}

// Where a file's lines are not those that were written together, the message says so, and what to do.
func TestBrokenSeals(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	s.disk = hastyDisk{}
	must(t, session(s, e, records))
	path, good := linesOf(t, s)
	other, foreign := sample()
	foreign[2].Values = map[ValueName][]float64{"raw": {1, 2}}
	from := open(t, t.TempDir())
	from.disk = hastyDisk{}
	must(t, session(from, other, foreign))
	_, theirs := linesOf(t, from)
	for _, c := range []struct {
		name   string
		change func(lines []string) []string
	}{
		{"altered", func(l []string) []string { l[2] = strings.Replace(l[2], `"bias":[`, `"bias":[1`, 1); return l }},
		{"first cut", func(l []string) []string { return l[1:] }},
		{"cut", func(l []string) []string { return slices.Delete(l, 2, 3) }},
		{"last cut", func(l []string) []string { return l[:5] }},
		{"doubled", func(l []string) []string { return slices.Insert(l, 2, l[1]) }},
		{"moved", func(l []string) []string { l[0], l[1] = l[1], l[0]; return l }},
		{"foreign", func(l []string) []string { l[2] = theirs[2]; return l }},
		{"no seal", func(l []string) []string { l[3] = strings.Split(l[3], `,"seal"`)[0] + "}\n"; return l }},
		{"truncated", func(l []string) []string { l[5] = l[5][:len(l[5])/2]; return l }},
		{"unended", func(l []string) []string { l[5] = strings.TrimSuffix(l[5], "\n"); return l }},
		{"emptied", func([]string) []string { return nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			must(t, os.WriteFile(path, pack([]byte(strings.Join(c.change(slices.Clone(good)), ""))), 0o600))
			err := second(s.Records("sample"))
			fails(t, err, path+": ", redoRecords)
			if !errors.Is(err, errAltered) {
				t.Error(err)
			}
		})
	}
	packed := pack([]byte(strings.Join(good, "")))
	for _, data := range [][]byte{packed[:len(packed)-1], append(slices.Clone(packed[:len(packed)-4]), 1, 2, 3, 4), []byte("no archive")} {
		must(t, os.WriteFile(path, data, 0o600))
		fails(t, second(s.Records("sample")), path+": cannot be unpacked: ", redoRecords)
	}
	must(t, os.WriteFile(path, packed, 0o600))
	must(t, s.Check())

	// An experiment file altered, without seal, gone.
	path = s.path("sample", experimentSuffix)
	text, err := os.ReadFile(path)
	must(t, err)
	bare, err := encode(e, "\t")
	must(t, err)
	for _, wrong := range [][]byte{bytes.Replace(text, []byte("A sample"), []byte("B sample"), 1), bare, nil} {
		must(t, os.WriteFile(path, wrong, 0o600))
		fails(t, s.Check(), path+": altered, cut or moved since drfvi wrote it; ", redoExperiment)
	}
	must(t, os.Remove(path))
	fails(t, s.Check(), "there is no sample.experiment.json beside "+s.path("sample", recordsSuffix)+"; ", redoDescription)
	must(t, s.Check("sample"))
	must(t, s.PutExperiment(e))
	must(t, s.Check())
}

// TestEarlierClaims: an experiment of version 1.0.0 is read without its claims, which have other keys.
func TestEarlierClaims(t *testing.T) {
	e, _ := sample()
	e.Claims = []Claim{{Text: "now", Cell: map[string]string{}, Holds: "importance(X1) > 0"}}
	text, err := encode(e, "\t")
	must(t, err)
	text = bytes.Replace(text, []byte(`"claims": [`), []byte(`"claims": [{"text": "then", "cell": {}, "kind": "greater", "above": ["X1"], "below": ["X2"], "source": ""},`), 1)
	s := open(t, t.TempDir())
	must(t, os.WriteFile(s.path("sample", experimentSuffix), sealOne(text), 0o600))
	if found, err := s.Experiment("sample"); err != nil || len(found.Claims) != 1 || found.Claims[0].Text != "now" {
		t.Errorf("claims %v, %v", found.Claims, err)
	}
}

// Packed files of the same lines stay as they are, however they were packed.
func TestPackedOtherwise(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	s.disk = hastyDisk{}
	must(t, session(s, e, records))
	path, lines := linesOf(t, s)
	text := []byte(strings.Join(lines, ""))
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false))
	must(t, err)
	otherwise := encoder.EncodeAll(text, nil)
	must(t, os.WriteFile(path, otherwise, 0o600))
	must(t, session(s, e, records))
	if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, otherwise) {
		t.Errorf("a file of the same lines was written anew, %v", err)
	}
	if found, err := s.Read("sample"); err != nil || found.Digest != digest(text) {
		t.Errorf("digest %s, %v, expected %s", found.Digest, err, digest(text))
	}
}

func TestCorruptExperiment(t *testing.T) {
	s := open(t, t.TempDir())
	other, _ := sample()
	other.Name, other.Cells, other.Units = "other", []CellInfo{{Slug: "x"}}, []Unit{{"other/x/r000", "k"}}
	for _, c := range []struct {
		e    any
		want string
	}{
		{map[string]int{"name": 1}, `sample.experiment.json: json: cannot unmarshal number into Go struct field Experiment.name of type string`},
		{Experiment{Name: "sample"}, `sample.experiment.json: experiment "sample" lists no units`},
		{other, `holds experiment "other", expected "sample"`},
	} {
		text, err := encode(c.e, "\t")
		must(t, err)
		must(t, os.WriteFile(filepath.Join(s.Dir(), "sample.experiment.json"), sealOne(text), 0o600))
		fails(t, second(s.Experiments()), c.want, redoExperiment)
	}
}

// What is read of sealed lines can be written again, and gives the same lines.
func FuzzRecords(f *testing.F) {
	e, records := sample()
	for _, r := range records[:2] {
		line, err := encode(r, "")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
	}
	f.Add([]byte("{}\n{"))
	f.Add([]byte(`{"values":{"raw":[1e400]}}`))
	f.Add([]byte("{\"a\":1}\n{\"seal\":{}}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		var objects [][]byte
		for line := range bytes.Lines(data) {
			if line = bytes.TrimSpace(line); bytes.HasPrefix(line, []byte("{")) && bytes.HasSuffix(line, []byte("}")) {
				objects = append(objects, line)
			}
		}
		_, _ = openLines(data)
		_, _ = openOne(data)
		var read []Record
		if err := addLines(sealLines(objects), func(r Record) error { read = append(read, r); return e.checkRecord(r) }); err != nil {
			return
		}
		lines, err := encodeLines(read)
		must(t, err)
		var again []Record
		if err := addLines(lines, func(r Record) error { again = append(again, r); return nil }); err != nil || !reflect.DeepEqual(again, read) {
			t.Errorf("%v, %v and then %v", err, read, again)
		}
	})
}
