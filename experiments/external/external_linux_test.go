package external

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestReadAnswer(t *testing.T) {
	a, err := readAnswer([]byte(`{"protocol": 1, "software": {"R": "4.2"}, "warnings": "one", "importances": [
		{"name": "b c", "value": -2, "se": 0.5, "p": 1, "low": -3, "high": 0}, {"name": "a", "value": 1e-3, "se": 0, "p": 0.01, "low": 0, "high": 0}]}`+"\n\n"), small.Inputs)
	want := Answer{
		Values: []float64{1e-3, -2}, SE: []float64{0, 0.5}, P: []float64{0.01, 1}, Low: []float64{0, -3}, High: []float64{0, 0},
		Software: map[string]string{"R": "4.2"}, Warnings: []string{"one"},
	}
	if err != nil || !reflect.DeepEqual(a, want) {
		t.Errorf("answer %+v, %v", a, err)
	}
	if a, err := readAnswer([]byte(good), small.Inputs); err != nil || !reflect.DeepEqual(a, Answer{Values: []float64{1, 2}}) {
		t.Errorf("answer %+v, %v", a, err)
	}
}

// Every fault of an answer is told in words.
func TestReadAnswerFaults(t *testing.T) {
	both := func(a, b string) string {
		return `{"protocol":1,"importances":[{"name":"a",` + a + `},{"name":"b c",` + b + `}]}`
	}
	for text, want := range map[string]string{
		"":                   "printed nothing, expected one JSON object",
		"importances follow": `the answer: line 1: invalid character 'i' looking for beginning of value, expected JSON: one object and nothing else on standard output`,
		good[:20]:            "the answer: line 1: unexpected end of JSON input, expected JSON",
		good + good:          "invalid character '{' after top-level value, expected JSON: one object and nothing else on standard output",
		good + " done":       "invalid character 'd' after top-level value, expected JSON: one object and nothing else on standard output",
		"[1]":                `the answer: found [1], expected an object in braces`,
		`{"importances":[]}`: `the answer has no "protocol", expected 1`,
		`{"protocol":"1"}`:   `the answer, "protocol": found "1", expected an integer`,
		`{"protocol":1}`:     `input "a" has no importance (found 0, expected 2)`,
		`{"importance":[]}`:  `the answer: unknown key "importance", did you mean "importances"? (one of: importances, protocol, software, warnings)`,
		both(`"value":1,"pvalue":1`, `"value":1`):                                      `the answer, importance 1: unknown key "pvalue", did you mean "value"? (one of: high, low, name, p, se, value)`,
		both(`"value":1`, `"value":1,"hihg":1`):                                        `the answer, importance 2: unknown key "hihg", did you mean "high"?`,
		both(`"value":NA`, ``):                                                         `NaN, NA and infinities are no numbers there`,
		both(`"value":-Infinity`, ``):                                                  `NaN, NA and infinities are no numbers there`,
		both(`"value":"NaN"`, `"value":1`):                                             `the answer, importance 1, "value": found "NaN", expected a number`,
		both(`"value":1`, `"value":null`):                                              `input "b c" has no "value", expected a finite number (NaN, NA and null are none)`,
		both(`"value":1,"p":0`, `"value":1`):                                           `input "b c" has no "p", which others have: expected a finite number for all inputs or for none`,
		both(`"value":1,"p":1.5`, `"value":1,"p":0`):                                   `"p" of input "a" is 1.5, expected 0 to 1`,
		both(`"value":1,"se":-1`, `"value":1,"se":0`):                                  `"se" of input "a" is -1, expected 0 to 1e+75`,
		both(`"value":1e308`, `"value":1`):                                             `"value" of input "a" is 1e+308, expected -1e+75 to 1e+75`,
		both(`"value":1,"low":-1e300,"high":1`, `"value":1,"low":0,"high":1`):          `"low" of input "a" is -1e+300, expected -1e+75 to 1e+75`,
		both(`"value":1,"low":1`, `"value":1,"low":0`):                                 `the answer has only one of "low" and "high"`,
		both(`"value":1,"low":1,"high":2`, `"value":1,"low":3,"high":2`):               `"low" of input "b c" is 3, above its "high", 2`,
		both(`"value":1e999`, `"value":1`):                                             `the answer, importance 1, "value": found 1e999, expected a number`,
		`{"protocol":1,"importances":[{"value":1}]}`:                                   `importance 1 has no "name"`,
		`{"protocol":1,"importances":[{"name":"a","value":1},{"name":"a","value":1}]}`: `input "a" has two importances`,
	} {
		_, err := readAnswer([]byte(text), small.Inputs)
		if _, ok := err.(*Failure); !ok || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %s", text, err, want)
		}
	}
}

// A program sees the request, the table with all digits, its limits and a minimal
// environment.
func TestRequest(t *testing.T) {
	t.Setenv("DRFVI_SECRET", "should not be seen")
	m := shell(t, `cat >&2; cat train.csv >&2; env | cut -d= -f1 | sort | tr '\n' ' ' >&2; pwd >&2; echo '`+good+`'`, "30s")
	a, trace, err := m.Run(context.Background(), small, 1<<40+7)
	if err != nil || a.Values[0] != 1 || a.Values[1] != 2 || trace.Processor < 0 {
		t.Fatalf("%+v, %+v, %v", a, trace, err)
	}
	first, rest, _ := strings.Cut(trace.Stderr, "\n")
	var got request
	if err := json.Unmarshal([]byte(first), &got); err != nil {
		t.Fatal(err)
	}
	want := request{
		Protocol: 1, Train: "train.csv", Targets: small.Targets, Inputs: small.Inputs, Categorical: []string{}, Groups: map[string][]string{},
		Seed: 7, Workers: 1, Deadline: 30, Memory: 100, Scratch: "SCRATCH",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("request %+v, expected %+v", got, want)
	}
	if table := "a,b c,y\n1,2,5\n3,4,6\n0.1,1e-300,0.3333333333333333\n"; !strings.HasPrefix(rest, table) {
		t.Errorf("table %q", rest)
	}
	if strings.Contains(rest, "SECRET") || !strings.Contains(rest, "TMPDIR") || !strings.HasSuffix(rest, "SCRATCH\n") {
		t.Errorf("environment %q", rest)
	}
}

// The key depends on the bytes of the files, not on where they are.
func TestFiles(t *testing.T) {
	a, b, other := shell(t, "exit 0", "30s"), shell(t, "exit 0", "30s"), shell(t, "exit 1", "30s")
	text := func(m Method) string {
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	if text(a) != text(b) || text(a) == text(other) || strings.Contains(text(a), a.folder) {
		t.Errorf("%s, %s, %s", text(a), text(b), text(other))
	}
	if want := `{"command":["sh","method.sh"],"files":[{"name":"method.sh","sha256":"`; !strings.HasPrefix(text(a), want) ||
		!strings.HasSuffix(text(a), `}],"version":"1","protocol":1,"timeout_s":30,"memory_mb":100}`) {
		t.Error(text(a))
	}
}

func TestNotThere(t *testing.T) {
	m := New(t.TempDir(), "absent", "1")
	if err := m.Add("drfvi-no-such-program"); err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Run(context.Background(), small, 1); err == nil || !strings.HasPrefix(err.Error(), "cannot be started: ") {
		t.Errorf("error %v", err)
	}
}

// A command is a program, which is there if it has a folder, and words that stand for files.
func TestAdd(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "program"), []byte("#!/bin/sh\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	m := New(folder, "mine", "2")
	for _, word := range []string{"./program", "1", ""} {
		if err := m.Add(word); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(m.Command, []string{"program", "1", ""}) || m.words[0] != filepath.Join(folder, "program") || len(m.Files) != 1 || m.Timeout != 600 || m.Memory != 4000 {
		t.Errorf("%+v", m)
	}
	for word, want := range map[string]string{"": `a command begins with "", expected a program`, "./nothing": "there is no program " + filepath.Join(folder, "nothing")} {
		m := New(folder, "mine", "2")
		if err := m.Add(word); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, expected %s", word, err, want)
		}
	}
}

func TestComplaint(t *testing.T) {
	for text, want := range map[string]string{
		"":                "",
		"one\n\ntwo \n\n": ": two",
		"Error in library(drf) : there is no package called drf\nExecution halted\n": ": Error in library(drf) : there is no package called drf",
		"Error in f(x) : \n  x is too small\nCalls: g -> f\nExecution halted\n":      ": Error in f(x) : x is too small",
		"Traceback:\n  File 1\nValueError: no\n":                                     ": ValueError: no",
		strings.Repeat("ä", 300):                                                     ": " + strings.Repeat("ä", 200),
	} {
		if got := complaint(text); got != want {
			t.Errorf("%q: %q, expected %q", text, got, want)
		}
	}
}

// A program that has ended has answered, though a process that it has left in a session of its own still holds
// its output when its time is over.
func TestLeftProcess(t *testing.T) {
	m := shell(t, `setsid sleep 12 & sleep 1; echo '`+good+`'`, "3s")
	if a, _, err := m.Run(context.Background(), small, 1); err != nil || a.Values[1] != 2 {
		t.Errorf("%+v, %v", a, err)
	}
}
