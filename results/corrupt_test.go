package results

import (
	"os"
	"path/filepath"
	"testing"
)

func TestCorruptRecords(t *testing.T) {
	e, records := sample()
	good, err := encode(records[0], "")
	must(t, err)
	for _, c := range []struct{ name, line, want string }{
		{"truncated", string(good[:len(good)/2]), "sample.jsonl:2: the JSON object is cut short"},
		{"empty line", "", "sample.jsonl:2: empty, expected a JSON object"},
		{"no JSON", `{"id": nonsense}`, "sample.jsonl:2: byte 9: not JSON"},
		{"wrong type", `{"id": 12}`, `sample.jsonl:2: column 9: found a JSON number in "id", expected a string`},
		{"huge number", `{"id":"sample/x/r000","values":{"raw":[1e999]}}`, "sample.jsonl:2: column"},
		{"no id", `{}`, `sample.jsonl:2: record "" is of experiment "", expected "sample"`},
		{"foreign", `{"id":"a/x/r000","experiment":"a","key":"k"}`, `sample.jsonl:2: record "a/x/r000" is of experiment "a", expected "sample"`},
		{"no key", `{"id":"sample/x/r000","experiment":"sample"}`, `sample.jsonl:2: record "sample/x/r000" has no key`},
		{"short values", `{"id":"sample/x/r000","experiment":"sample","key":"k","variables":["a","b"],"values":{"raw":[1]}}`, `sample.jsonl:2: record "sample/x/r000": value "raw" has 1 entries`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open(t, t.TempDir())
			must(t, s.PutExperiment(e))
			text := string(good) + c.line + "\n" + string(good)
			must(t, os.WriteFile(s.path("sample", recordsSuffix), []byte(text), 0o600))
			_, err := s.Records("sample")
			fails(t, err, c.want)
			_, err = s.Merge("sample")
			fails(t, err, c.want)
		})
	}
}

func TestCorruptPending(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	must(t, s.PutExperiment(e))
	must(t, s.Put(records[0], timing(records[0])))
	path := s.pendingPath("sample", records[0].ID, pendingSuffix)
	must(t, os.WriteFile(path, nil, 0o600))
	_, err := s.Records("sample")
	fails(t, err, path+":1: empty, expected a JSON object", "remove the file to have the unit computed again")
	must(t, os.WriteFile(path, []byte("{\n\n\"key\": 1}"), 0o600))
	_, err = s.Records("sample")
	fails(t, err, path+`:3: column`, `found a JSON number in "key", expected a string`)
	must(t, os.WriteFile(path, []byte(`{"experiment":"b"}`), 0o600))
	_, err = s.Records("sample")
	fails(t, err, path+`: record "" is of experiment "b", expected "sample"`)

	must(t, s.Put(records[0], timing(records[0])))
	path = s.pendingPath("sample", records[0].ID, pendingTimingSuffix)
	must(t, os.WriteFile(path, []byte("{"), 0o600))
	_, err = s.Timings("sample")
	fails(t, err, path+":1: the JSON object is cut short", "remove the file")
}

func TestCorruptExperiment(t *testing.T) {
	s := open(t, t.TempDir())
	for _, c := range []struct{ text, want string }{
		{"", "sample.experiment.json:1: empty"},
		{"[1]", `sample.experiment.json:1: column 1: found a JSON array in "", expected a results.Experiment`},
		{`{"name":"sample"}`, `sample.experiment.json: experiment "sample" lists no units`},
		{`{"name":"other","units":[{"id":"other/x/r000","key":"k"}]}`, `holds experiment "other", expected "sample"`},
	} {
		must(t, os.WriteFile(filepath.Join(s.Dir(), "sample.experiment.json"), []byte(c.text), 0o600))
		_, err := s.Experiments()
		fails(t, err, c.want)
	}
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
		must(t, os.WriteFile(s.path("sample", recordsSuffix), data, 0o600))
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
