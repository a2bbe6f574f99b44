package results

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
)

// journals returns the paths of the sample's journals.
func journals(t *testing.T, s *Store) []string {
	t.Helper()
	paths, err := s.listJournals("sample")
	must(t, err)
	return paths
}

// journaled returns a store with a journal of the records, and the lines of that.
func journaled(t *testing.T, e Experiment, records []Record) (s *Store, path string, lines []string) {
	t.Helper()
	s = open(t, t.TempDir())
	s.disk = hastyDisk{}
	must(t, s.PutExperiment(e))
	for _, r := range records {
		must(t, s.Put(r, timing(r)))
	}
	s.Close()
	paths := journals(t, s)
	if len(paths) != 1 {
		t.Fatalf("journals %v", paths)
	}
	text, err := os.ReadFile(paths[0])
	must(t, err)
	lines = strings.SplitAfter(string(text), "\n")
	return s, paths[0], lines[:len(lines)-1]
}

// TestCutJournal cuts a journal at every length, as a kill or a power cut would: every record whose
// line is whole is kept, and no other is accepted. The next run goes on in a journal of its own.
func TestCutJournal(t *testing.T) {
	e, records := sample()
	records = records[:3]
	for i := range records { // shorter
		records[i].Environment = Environment{}
	}
	s, path, lines := journaled(t, e, records)
	text := []byte(strings.Join(lines, ""))
	whole := 0
	for length := range len(text) + 1 {
		must(t, os.WriteFile(path, text[:length], 0o600))
		if length > 0 && text[length-1] == '\n' {
			whole++
		}
		c, err := s.Finished(e)
		if err != nil || !slices.EqualFunc(c.Records, records[:whole], sameRecord) || len(c.Timings) != whole {
			t.Fatalf("after %d bytes: %d records and %d timings, %v, expected %d", length, len(c.Records), len(c.Timings), err, whole)
		}
		if length%97 != 0 && length < len(text)-2 {
			continue
		}
		must(t, s.Put(records[0], timing(records[0])))
		if c, err := s.Finished(e); err != nil || len(c.Records) != max(whole, 1) {
			t.Fatalf("after %d bytes and one record more: %d records, %v", length, len(c.Records), err)
		}
		s.Close()
		for _, other := range journals(t, s) {
			if other != path {
				must(t, os.Remove(other))
			}
		}
	}
	if whole != len(records) {
		t.Errorf("%d whole lines of %d records", whole, len(records))
	}
}

func sameRecord(a, b Record) bool { return reflect.DeepEqual(a, b) }

// TestHoledLine: a last line whose first bytes are not on the disk yet, although its end is, counts
// for nothing.
func TestHoledLine(t *testing.T) {
	e, records := sample()
	s, path, lines := journaled(t, e, records)
	last := []byte(lines[5])
	for hole := 1; hole < len(last); hole += 50 {
		holed := append(bytes.Repeat([]byte{0}, hole), last[hole:]...)
		must(t, os.WriteFile(path, append([]byte(strings.Join(lines[:5], "")), holed...), 0o600))
		if c, err := s.Finished(e); err != nil || !slices.EqualFunc(c.Records, records[:5], sameRecord) {
			t.Fatalf("hole of %d bytes: %d records, %v", hole, len(c.Records), err)
		}
	}
}

// TestCorruptJournal: a line that is not what was appended is an error that names it, and the remedy
// of the message leaves all other records.
func TestCorruptJournal(t *testing.T) {
	e, records := sample()
	s, path, good := journaled(t, e, records)
	foreign := records[2]
	foreign.Experiment, foreign.ID = "b", "b/second-n10/r002"
	line := func(r Record, id string) string {
		object, err := encode(entry{Record: r, Timing: Timing{ID: id}}, "")
		must(t, err)
		return string(sealOne(object))
	}
	for _, c := range []struct{ line, want string }{
		{"\n", errAltered.Error()},
		{"{}\n", errAltered.Error()},
		{good[2][:len(good[2])/2] + "\n", errAltered.Error()},
		{strings.Replace(good[2], `"bias":[`, `"bias":[1`, 1), errAltered.Error()},
		{strings.Repeat("\x00", 20) + "\n", errAltered.Error()},
		{string(sealLines([][]byte{[]byte(plain(t, records[2]))})), errAltered.Error()}, // of a merged file
		{line(foreign, foreign.ID), `record "b/second-n10/r002" is of experiment "b", expected "sample"`},
		{line(records[2], records[1].ID), `holds the timing of "sample/second-n10/r001" with record "sample/second-n10/r002"`},
		{string(sealOne([]byte(`{"record":12}`))), "json: cannot unmarshal number"},
	} {
		lines := slices.Clone(good)
		lines[2] = c.line
		must(t, os.WriteFile(path, []byte(strings.Join(lines, "")), 0o600))
		for _, err := range []error{second(s.Records("sample")), second(s.Merge("sample")), s.Check()} {
			fails(t, err, path+": line 3: "+c.want,
				"; restore the file from a copy, or remove that line to have its unit computed again")
		}
		must(t, os.WriteFile(path, []byte(strings.Join(slices.Delete(lines, 2, 3), "")), 0o600))
		if found, err := s.Records("sample"); err != nil || len(found) != 5 {
			t.Errorf("without the line: %d records, %v", len(found), err)
		}
	}
}

// TestProcessesTogether: processes append and read at once, each with journals of its own, and one
// merge makes the files of one process.
func TestProcessesTogether(t *testing.T) {
	e, records := sample()
	alone := open(t, t.TempDir())
	alone.disk = hastyDisk{}
	must(t, session(alone, e, records))
	dir := t.TempDir()
	var processes sync.WaitGroup
	for i := range 3 {
		processes.Go(func() {
			s := open(t, dir)
			if err := s.PutExperiment(e); err != nil {
				t.Error(err)
			}
			for k, r := range records {
				if k%3 != i && k != 0 {
					continue
				}
				if err := s.Put(r, timing(r)); err != nil {
					t.Error(err)
				}
				if _, err := s.Finished(e); err != nil {
					t.Error(err)
				}
			}
		})
	}
	processes.Wait()
	s := open(t, dir)
	if paths := journals(t, s); len(paths) != 3 {
		t.Errorf("journals %v", paths)
	}
	must(t, second(s.Merge("sample")))
	if got, want := contents(t, dir), contents(t, alone.Dir()); !reflect.DeepEqual(got, want) {
		t.Errorf("files %v, expected %v", got, want)
	}
}

// TestJournalRemoved: what is appended after a merge, or after somebody removed the journal, is in a
// new one.
func TestJournalRemoved(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	must(t, s.PutExperiment(e))
	must(t, s.Put(records[0], timing(records[0])))
	must(t, os.Remove(journals(t, s)[0]))
	must(t, s.Put(records[1], timing(records[1])))
	if found, err := s.Records("sample"); err != nil || len(found) != 1 || found[0].ID != records[1].ID {
		t.Errorf("records %v, %v", found, err)
	}
}

// TestGrownJournal: a journal to which another process appended since it was read is not removed by
// the merge.
func TestGrownJournal(t *testing.T) {
	e, records := sample()
	s, path, lines := journaled(t, e, records)
	h, err := s.load(e)
	must(t, err)
	must(t, os.WriteFile(path, []byte(strings.Join(append(lines, lines[0]), "")), 0o600))
	must(t, s.removeJournals("sample", h))
	if paths := journals(t, s); len(paths) != 1 {
		t.Errorf("journals %v, expected the one that has grown", paths)
	}
}

// TestJournalNames: journals belong to the experiment whose name they begin with, whatever dots it has.
func TestJournalNames(t *testing.T) {
	s := open(t, t.TempDir())
	for _, name := range []string{"a", "a.b", "a.journal", "x[1"} {
		path := s.journalPath(name)
		if got := journalOf(filepath.Base(path)); got != name {
			t.Errorf("%s is a journal of %q, expected %q", path, got, name)
		}
		if path == s.journalPath(name) {
			t.Errorf("%s twice", path)
		}
	}
	for _, file := range []string{"journal", ".journal", "x.journal", "a.jsonl.zst", "a.experiment.json"} {
		if name := journalOf(file); name != "" {
			t.Errorf("%s is a journal of %q, expected none", file, name)
		}
	}
}

// TestSecondTry: of two entries of a unit, values supersede a failure, wherever they are, and of two
// failures the later one is that of the record.
func TestSecondTry(t *testing.T) {
	e, records := sample()
	failure := func(reason string) Record {
		r := records[0]
		r.Values, r.Failure = nil, reason
		return r
	}
	at := func(minute int) Timing {
		return Timing{ID: records[0].ID, Finished: fmt.Sprintf("2026-01-01T00:%02d:00Z", minute)}
	}
	for _, c := range []struct {
		first, second Record
		then, later   int // minutes
		want          Record
	}{
		{failure("a"), failure("b"), 1, 2, failure("b")},
		{failure("a"), failure("b"), 2, 1, failure("a")},
		{failure("a"), records[0], 1, 2, records[0]},
		{failure("a"), records[0], 2, 1, records[0]},
		{records[0], failure("b"), 1, 2, records[0]},
	} {
		for _, merged := range []bool{false, true} {
			s := open(t, t.TempDir())
			s.disk = hastyDisk{}
			must(t, s.PutExperiment(e))
			must(t, s.Put(c.first, at(c.then)))
			if merged {
				for _, r := range records[1:] {
					must(t, s.Put(r, timing(r)))
				}
				must(t, second(s.Merge("sample")))
			}
			s.Close()
			must(t, s.Put(c.second, at(c.later)))
			if found, err := s.Records("sample"); err != nil || !reflect.DeepEqual(found[0], c.want) {
				t.Errorf("%q then %q, merged %v: %q, %v", c.first.Failure, c.second.Failure, merged, found[0].Failure, err)
			}
		}
	}
}

// TestOtherSettings: failures do not take the place of values of other settings. These stay, and are
// used again once they are asked for, until no unit fails.
func TestOtherSettings(t *testing.T) {
	e, records := sample()
	s := open(t, t.TempDir())
	s.disk = hastyDisk{}
	must(t, session(s, e, records))
	before := contents(t, s.Dir())

	changed, others := sample()
	for i := range others {
		others[i].configure("changed")
		changed.Units[i].Key = others[i].Key
	}
	if old, err := s.Others(changed); err != nil || len(old) != 6 || old[0].ID != records[3].ID {
		t.Errorf("%d records of other settings, %v", len(old), err)
	}
	broken := slices.Clone(others)
	broken[1].Values, broken[1].Failure = nil, "bug"
	broken[4].Values, broken[4].Failure = nil, "bug"
	for range 2 {
		err := session(s, changed, broken)
		fails(t, err, "sample: 2 units failed that have values of earlier settings in "+s.Dir()+": these values stay there")
		if withheld, is := errors.AsType[WithheldError](err); !is || withheld.Failed != 2 {
			t.Errorf("error %v", err)
		}
	}
	if found, err := s.Records("sample"); err != nil || found[1].Failure != "bug" {
		t.Errorf("records of the changed settings: %v, %v", found, err)
	}

	must(t, session(s, e, records)) // restored: nothing is computed
	if got := contents(t, s.Dir()); !reflect.DeepEqual(got, before) {
		t.Errorf("files %v, expected %v", got, before)
	}
	must(t, second(s.Records("sample")))
	must(t, session(s, changed, others))
	if found, err := s.Records("sample"); err != nil || !slices.EqualFunc(found, others, sameRecord) {
		t.Errorf("records %v, %v", found, err)
	}
	if old, err := s.Others(changed); err != nil || len(old) > 0 {
		t.Errorf("records of other settings %v, %v", old, err)
	}
}
