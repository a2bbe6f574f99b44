package results

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
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

// sealed returns lines as a merged file, with seals on those that may be objects.
func sealed(lines ...string) []byte {
	var objects [][]byte
	for _, line := range lines {
		if strings.HasSuffix(line, "}") {
			objects = append(objects, []byte(line))
		}
	}
	whole := strings.SplitAfter(string(sealLines(objects)), "\n")
	var text []byte
	for _, line := range lines {
		if strings.HasSuffix(line, "}") {
			line, whole = strings.TrimSuffix(whole[0], "\n"), whole[1:]
		}
		text = append(append(text, line...), '\n')
	}
	return text
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
		{"truncated", good[:len(good)/2], "sample.jsonl.zst:2: the JSON object is cut short"},
		{"empty line", "", "sample.jsonl.zst:2: empty, expected a JSON object"},
		{"no JSON", `{"id": nonsense}`, "sample.jsonl.zst:2: byte 9: not JSON"},
		{"wrong type", `{"id": 12}`, `sample.jsonl.zst:2: column 9: found a JSON number in "id", expected a string`},
		{"huge number", `{"id":"sample/x/r000","values":{"raw":[1e999]}}`, "sample.jsonl.zst:2: column"},
		{"null", strings.Replace(changed(func(r *Record) { r.Values["bias"] = []float64{0} }), `"bias":[0]`, `"bias":[null]`, 1),
			`sample.jsonl.zst:2: byte 286: found "null],\"raw\":", expected "0],\"raw\":[-0`},
		{"unknown field", strings.Replace(changed(func(*Record) {}), `"values"`, `"more":1,"values"`, 1), `sample.jsonl.zst:2: byte 269: found "more\":1,\"val", expected "values\":{\"bi"`},
		{"twice", good, `sample.jsonl.zst:2: record "sample/second-n10/r000" is there twice`},
		{"no id", changed(func(r *Record) { r.ID, r.Experiment = "", "" }), `sample.jsonl.zst:2: record "" is of experiment "", expected "sample"`},
		{"foreign", changed(func(r *Record) { r.ID, r.Experiment = "a/x/r001", "a" }), `sample.jsonl.zst:2: record "a/x/r001" is of experiment "a", expected "sample"`},
		{"no key", changed(func(r *Record) { r.Key = "" }), `sample.jsonl.zst:2: record "sample/second-n10/r001" has no key`},
		{"other settings", changed(func(r *Record) { r.Config = []byte("{}") }), `sample.jsonl.zst:2: record "sample/second-n10/r001" has key "`},
		{"other cell", changed(func(r *Record) { r.Cell = map[string]string{"n": "20"} }),
			`sample.jsonl.zst:2: record "sample/second-n10/r001" is of cell map[n:20], expected map[method:second n:10]`},
		{"other variables", changed(func(r *Record) { r.Variables = []string{"X1", "X3"} }),
			`sample.jsonl.zst:2: record "sample/second-n10/r001" has the variables ["X1" "X3"], others of its cell ["X1" "X2"]`},
		{"short values", changed(func(r *Record) { r.Values["raw"] = []float64{1} }), `sample.jsonl.zst:2: record "sample/second-n10/r001": value "raw" has 1 entries`},
		{"another seed", changed(func(r *Record) { r.Config = []byte(`{"seed":7}`); r.Key = digest(r.Config) }),
			fmt.Sprintf(`sample.jsonl.zst:2: record "sample/second-n10/r001" has seed %d, expected 7, that of its config`, records[1].Seed)},
		{"a config that is no mapping", changed(func(r *Record) { r.Config = []byte(`[]`); r.Key = digest(r.Config) }),
			`sample.jsonl.zst:2: record "sample/second-n10/r001": its config: `},
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
			for what, err := range map[string]error{"records": second(s.Records("sample")), "timings": second(s.Timings("sample")), "merge": second(s.Merge("sample")), "check": s.Check()} {
				t.Log(what)
				fails(t, err, c.want, "; restore the file from a copy, or remove it to have its records computed again")
			}
		})
	}
}

func second[T any](_ T, err error) error { return err }

// Where the seals of a file's lines do not go together, the message says where
// and what to do.
func TestBrokenSeals(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	s.disk = hastyDisk{}
	must(t, session(s, e, records))
	whole, err := s.readMerged("sample", recordsSuffix)
	must(t, err)
	good := strings.SplitAfter(string(whole.text), "\n")[:len(records)]
	other, foreign := sample()
	foreign[2].Values = map[ValueName][]float64{"raw": {1, 2}}
	from := open(t, t.TempDir())
	from.disk = hastyDisk{}
	must(t, session(from, other, foreign))
	fromText, err := from.readMerged("sample", recordsSuffix)
	must(t, err)
	theirs := strings.SplitAfter(string(fromText.text), "\n")
	resealed := func(line string) string {
		object := bytes.TrimSuffix([]byte(line), []byte("\n"))
		found, _, err := sealOf(object)
		must(t, err)
		found.File = strings.Repeat("0", 64)
		return string(found.attach([]byte(strings.Split(line, `,"seal"`)[0]+"}"))) + "\n"
	}
	for _, c := range []struct {
		name, want string
		change     func(lines []string) []string
	}{
		{"altered", ":3: altered since drfvi wrote it: its checksum is ", func(l []string) []string {
			l[2] = strings.Replace(l[2], `"bias":[`, `"bias":[1`, 1)
			return l
		}},
		{"first cut", ":1: holds line 2 of 6: a line was cut, doubled or moved", func(l []string) []string { return l[1:] }},
		{"cut", ":3: holds line 4 of 6: a line was cut, doubled or moved", func(l []string) []string { return slices.Delete(l, 2, 3) }},
		{"last cut", ":6: the file ends, expected line 6 of 6: lines were cut", func(l []string) []string { return l[:5] }},
		{"doubled", ":3: holds line 2 of 6: a line was cut, doubled or moved", func(l []string) []string { return slices.Insert(l, 2, l[1]) }},
		{"moved", ":1: holds line 2 of 6: a line was cut, doubled or moved", func(l []string) []string { l[0], l[1] = l[1], l[0]; return l }},
		{"foreign", ":3: is a line of another file than line 1", func(l []string) []string { l[2] = theirs[2]; return l }},
		{"no seal", ":4: has no seal, expected one as drfvi writes it", func(l []string) []string { l[3] = strings.Split(l[3], `,"seal"`)[0] + "}\n"; return l }},
		{"seal edited", ":2: column ", func(l []string) []string { l[1] = strings.Replace(l[1], `"line":2`, `"line": 2`, 1); return l }},
		{"seals edited", ":7: the lines before are not those that were written together", func(l []string) []string {
			for i := range l {
				l[i] = resealed(l[i])
			}
			return l
		}},
		{"emptied", ":1: the file is empty", func([]string) []string { return nil }},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := []byte(strings.Join(c.change(slices.Clone(good)), ""))
			must(t, os.WriteFile(whole.path, pack(text), 0o600))
			fails(t, second(s.Records("sample")), whole.path+c.want, redoRecords)
		})
	}
	packed := pack(whole.text)
	for _, data := range [][]byte{packed[:len(packed)-1], append(slices.Clone(packed[:len(packed)-4]), 1, 2, 3, 4), []byte("no archive")} {
		must(t, os.WriteFile(whole.path, data, 0o600))
		fails(t, second(s.Records("sample")), whole.path+":", "cannot be unpacked from here on: ", redoRecords)
	}
	must(t, os.WriteFile(whole.path, packed, 0o600))
	must(t, s.Check())

	// Whoever seals lines again after a change has to write what drfvi would.
	for _, c := range []struct{ old, by, want string }{
		{`"repetition"`, `"more":1,"repetition"`, `:1: byte 164: found "more\":1,\"rep", expected "repetition\":"`},
		{`"repetition":0`, `"repetition":1,"repetition":0`, `:1: byte 176: found "1,\"repetitio", expected "0,\"seed\":184"`},
		{`"what"`, ` "what"`, `:1: byte `},
	} {
		var objects [][]byte
		for i, line := range good {
			object, _, _ := strings.Cut(line, `,"seal"`)
			if i == 0 {
				object = strings.Replace(object, c.old, c.by, 1)
			}
			objects = append(objects, []byte(object+"}"))
		}
		must(t, os.WriteFile(whole.path, pack(sealLines(objects)), 0o600))
		fails(t, s.Check(), whole.path+c.want, redoRecords)
	}
	must(t, os.WriteFile(whole.path, packed, 0o600))

	// A pending file with a line of a merged one.
	must(t, s.Put(records[0], timing(records[0])))
	must(t, os.WriteFile(s.pendingPath("sample", records[0].ID, pendingSuffix), []byte(good[0]), 0o600))
	fails(t, s.Check(), "second-n10_r000.json:1: is a line of a file of many; remove the file to have the unit computed again")
	must(t, os.RemoveAll(s.pendingDir("sample")))

	// An experiment file altered, without seal, gone.
	path := s.path("sample", experimentSuffix)
	text, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, bytes.Replace(text, []byte("A sample"), []byte("B sample"), 1), 0o600))
	fails(t, s.Check(), path+":1: altered since drfvi wrote it", redoExperiment)
	bare, err := encode(e, "\t")
	must(t, err)
	must(t, os.WriteFile(path, sealOne(bytes.Replace(bare, []byte("\t\"order\""), []byte("\t\"more\": 1,\n\t\"order\""), 1)), 0o600))
	fails(t, s.Check(), path+`:5: byte 68: found "more\": 1,\n\t\"", expected "order\": 2,\n\t"`, redoExperiment)
	must(t, os.WriteFile(path, bare, 0o600))
	fails(t, s.Check(), path+":1: has no seal, expected one as drfvi writes it; ", redoExperiment)
	must(t, os.Remove(path))
	fails(t, s.Check(), "there is no sample.experiment.json beside "+whole.path, redoExperiment)
	must(t, s.PutExperiment(e))
	must(t, s.Check())
}

// Packed files of the same lines stay as they are, however they were packed.
func TestPackedOtherwise(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	s.disk = hastyDisk{}
	must(t, session(s, e, records))
	m, err := s.readMerged("sample", recordsSuffix)
	must(t, err)
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false))
	must(t, err)
	otherwise := encoder.EncodeAll(m.text, nil)
	must(t, os.WriteFile(m.path, otherwise, 0o600))
	must(t, session(s, e, records))
	if data, err := os.ReadFile(m.path); err != nil || !bytes.Equal(data, otherwise) {
		t.Errorf("a file of the same lines was written anew, %v", err)
	}
	sum := sha256.Sum256(m.text)
	if found, err := s.Digest("sample"); err != nil || found != hex.EncodeToString(sum[:]) {
		t.Errorf("digest %s, %v, expected %x", found, err, sum)
	}
}

func TestCorruptPending(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	must(t, s.PutExperiment(e))
	must(t, s.Put(records[0], timing(records[0])))
	path := s.pendingPath("sample", records[0].ID, pendingSuffix)
	whole, err := os.ReadFile(path)
	must(t, err)
	another := records[0]
	another.Experiment = "b"
	for text, want := range map[string]string{
		"":                 ":1: empty, expected a JSON object",
		"{\n\n\"key\": 1}": `:3: column 11: found a JSON number in "key", expected a string`,
		string(sealOne([]byte(plain(t, another)))):                 `:1: record "sample/second-n10/r000" is of experiment "b", expected "sample"`,
		string(sealOne([]byte(plain(t, records[1])))):              `:1: holds record "sample/second-n10/r001", expected "sample/second-n10/r000"`,
		strings.Replace(string(whole), `"bias":[`, `"bias":[1`, 1): ":1: altered since drfvi wrote it: its checksum is ",
	} {
		must(t, os.WriteFile(path, []byte(text), 0o600))
		fails(t, second(s.Records("sample")), path+want, "remove the file to have the unit computed again")
	}

	must(t, s.Put(records[0], timing(records[0])))
	path = s.pendingPath("sample", records[0].ID, pendingTimingSuffix)
	must(t, os.WriteFile(path, []byte("{"), 0o600))
	fails(t, second(s.Timings("sample")), path+":1: the JSON object is cut short", "remove the file")
	line, err := encode(timing(records[1]), "")
	must(t, err)
	must(t, os.WriteFile(path, sealOne(line), 0o600))
	fails(t, second(s.Timings("sample")), path+`:1: holds timing "sample/second-n10/r001", expected "sample/second-n10/r000"`, "remove the file")
}

func TestCorruptExperiment(t *testing.T) {
	s := open(t, t.TempDir())
	other, _ := sample()
	other.Name, other.Cells, other.Units = "other", []CellInfo{{Slug: "x"}}, []Unit{{"other/x/r000", "k"}}
	for _, c := range []struct {
		e    any
		want string
	}{
		{[]int{1}, `sample.experiment.json:1: column 1: found a JSON array in "", expected a results.Experiment`},
		{Experiment{Name: "sample"}, `sample.experiment.json:1: experiment "sample" lists no units`},
		{other, `holds experiment "other", expected "sample"`},
		{map[string]string{"name": "sample"}, `sample.experiment.json:2: byte 20: found "\n}", expected ",\n\t\"title\":`},
	} {
		text, err := encode(c.e, "\t")
		must(t, err)
		if bytes.HasSuffix(text, []byte("}")) {
			text = sealOne(text)
		}
		must(t, os.WriteFile(filepath.Join(s.Dir(), "sample.experiment.json"), text, 0o600))
		fails(t, second(s.Experiments()), c.want, redoExperiment)
	}
	must(t, os.WriteFile(filepath.Join(s.Dir(), "sample.experiment.json"), nil, 0o600))
	fails(t, second(s.Experiments()), "sample.experiment.json:1: empty", redoExperiment)
}

func FuzzRecords(f *testing.F) {
	e, records := sample()
	for _, r := range records[:2] {
		line, err := encode(r, "")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(line)
	}
	f.Add([]byte("{}\n\n{"))
	f.Add([]byte(`{"values":{"raw":[1e400]}}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := open(t, t.TempDir())
		must(t, s.PutExperiment(e))
		must(t, os.WriteFile(s.path("sample", recordsSuffix), pack(sealed(strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")...)), 0o600))
		records, err := s.Records("sample")
		if err != nil {
			return
		}
		// What is read can be stored again.
		for _, r := range records {
			must(t, s.Put(r, timing(r)))
		}
	})
}
