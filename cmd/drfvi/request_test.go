package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"drfvi/internal/mention"
)

// askedAnswer is what a request is answered with.
type askedAnswer struct {
	Answer   map[string]any
	Warnings [][]any
	Error    []any
}

// runWith runs the program with a standard input.
func runWith(t *testing.T, stdin io.Reader, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, err strings.Builder
	code = run(t.Context(), args, stdin, &out, &err)
	return out.String(), err.String(), code
}

// askFor answers a request of a command on a small table with names and levels that no command line has.
func askFor(t *testing.T, members string) (askedAnswer, int) {
	t.Helper()
	var rows strings.Builder
	for i := range 60 {
		fmt.Fprintf(&rows, "%d.5,%d,%d,%d\\n", i*7%11, 1+i%2, i*7%11+3*(i%2)+i*i%5, i/2)
	}
	request := `{"table": {"schema": {"fields": [{"name": "x=1, \r\n", "type": "number"},
		{"name": "g", "type": "string", "categories": [{"value": "1", "label": "a\r\nb"}, {"value": "2", "label": "a\nb"}]},
		{"name": "'y' \u001b[31m", "type": "number"}, {"name": "patient", "type": "integer"}]}, "rows": "` + rows.String() + `"}, ` + members + `}`
	stdout, _, code := runWith(t, strings.NewReader(request), "request", "-")
	var found askedAnswer
	if err := json.Unmarshal([]byte(stdout), &found); err != nil {
		t.Fatalf("%v in %s", err, stdout)
	}
	return found, code
}

func TestRequest(t *testing.T) {
	found, code := askFor(t, `"command": "importance", "groups": [{"name": "a=b", "columns": ["x=1, \r\n", "g"]}],
		"settings": {"targets": ["'y' \u001b[31m"], "trees": 20, "no_test": true, "cluster": "patient", "preset": null}`)
	if code != codeDone || found.Answer["clusters"] != 30.0 || len(found.Answer["variables"].([]any)) != 1 {
		t.Errorf("code %d, found %v", code, found)
	}
	if name := found.Answer["variables"].([]any)[0].(map[string]any)["name"]; name != "a=b" {
		t.Errorf("found the group %q", name)
	}
	found, _ = askFor(t, `"command": "predict", "settings": {"targets": ["g", "x=1, \r\n"], "trees": 10, "out_of_bag": true, "quantiles": [0.1]}`)
	categories := fmt.Sprint(found.Answer["categories"])
	row := found.Answer["rows"].([]any)[0].(map[string]any)["targets"].([]any)
	p := row[0].(map[string]any)["probabilities"].([]any)
	if categories != "[map[labels:[a\r\nb a\nb] target:g]]" || len(p) != 2 || p[0].(float64)+p[1].(float64) != 1 || len(row[1].(map[string]any)["quantiles"].([]any)) != 1 {
		t.Errorf("found %q and %v", categories, row)
	}
}

// rowsOf are rows of two columns, a and b = a/2, about a mean, as JSON.
func rowsOf(mean float64, n int) string {
	var rows strings.Builder
	for i := range n {
		a := mean + float64(i*i%17)/4
		fmt.Fprintf(&rows, "%v,%v\\n", a, a/2)
	}
	return `"schema": {"fields": [{"name": "a", "type": "number"}, {"name": "b", "type": "number"}]}, "rows": "` + rows.String() + `"`
}

// Tables of a request are known by their place: their names are for messages, whatever they are.
func TestRequestNames(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"other.csv": "x,y\n" + strings.Repeat("1,2\n3,5\n", 20), "t.csv": "a,b\n" + strings.Repeat("1,2\n3,5\n4,4\n5,1\n", 20)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, stderr := call(t.Context(), "fit", "t.csv", "--targets", "a", "--trees", "10", "-o", "m.drf"); code != codeDone {
		t.Fatal(stderr)
	}
	predicted := func(table, unseen string) string {
		stdout, _, code := runWith(t, strings.NewReader(`{"command": "predict", "table": {`+rowsOf(0, 60)+`, "name": `+table+`}, "new": {`+rowsOf(90, 30)+
			`, "name": `+unseen+`}, "settings": {"targets": ["a"], "trees": 20}}`), "request", "-")
		if code != codeDone {
			t.Errorf("%s and %s: code %d, %s", table, unseen, code, stdout)
		}
		return strings.Replace(stdout, `"file": `+table, "", 1)
	}
	for _, name := range []string{`"T"`, `"t.csv"`, `"--help"`, `"--weights-to=w.csv"`} {
		if predicted(name, name) != predicted(name, `"U"`) {
			t.Errorf("the name %s of both tables makes others of them", name)
		}
	}
	for _, name := range []string{"", `, "name": "other.csv"`, `, "name": "--html=h.html"`, `, "name": "-"`} {
		stdout, _, code := runWith(t, strings.NewReader(`{"command": "describe", "table": {`+rowsOf(0, 60)+name+`}}`), "request", "-")
		if code != codeDone || !strings.Contains(stdout, `"rows": 60,`) {
			t.Errorf("describe of rows %s: code %d, %s", name, code, stdout)
		}
	}
	stdout, _, code := runWith(t, strings.NewReader(`{"command": "predict", "table": {`+rowsOf(0, 60)+`, "name": "--weights-to=w.csv"}, "new": {`+rowsOf(0, 9)+`}, "settings": {"model": "m.drf"}}`), "request", "-")
	if code != codeUsage || !strings.Contains(stdout, "found the table --weights-to=w.csv beside it") {
		t.Errorf("a model and a table: code %d, %s", code, stdout)
	}
	// The schema of a table holds for it alone, also if the new rows are in the same file.
	stdout, _, _ = runWith(t, strings.NewReader(`{"command": "predict", "table": {"path": "t.csv", "schema": {"fields": [{"name": "b", "type": "date"}]}}, "new": {"path": "t.csv"}, "settings": {"targets": ["a"]}}`), "request", "-")
	if !strings.Contains(stdout, `found \"2\", expected a date`) {
		t.Errorf("the schema is not obeyed: %s", stdout)
	}
	stdout, _, _ = runWith(t, strings.NewReader(`{"command": "describe", "table": {"path": "t.csv", "schema": {"fields": [{"name": "b", "type": "string"}]}}}`), "request", "-")
	if !strings.Contains(stdout, "categories, 4 levels") {
		t.Errorf("the schema is not obeyed: %s", stdout)
	}
	stdout, _, code = runWith(t, strings.NewReader(`{"command": "importance", "table": {`+strings.ReplaceAll(rowsOf(0, 60), `"b"`, `"--trees"`)+`}, "settings": {"targets": ["--trees"], "no_test": true}}`), "request", "-")
	if code == codeUsage || strings.Contains(stdout, "needs a value") {
		t.Errorf("a column with the name of a flag: %s", stdout)
	}
	for _, file := range []string{"w.csv", "h.html"} {
		if _, err := os.Stat(file); err == nil {
			t.Errorf("a name has been taken for a flag: there is %s", file)
		}
	}
}

func TestRequestErrors(t *testing.T) {
	ask := func(settings string) string { return `"command": "importance", "settings": {` + settings + `}` }
	for members, fault := range map[string]string{
		`"command": "importanc"`: `[request: unknown command "importanc", did you mean "importance"?`,
		`"command": "run"`:       `[request: unknown command "run"`,
		`"comand": "groups"`:     `[request: unknown key "comand", did you mean "command"?`,
		`"command": "importance", "groups": [{"name": "g"}]`: "[request, group 1 lacks a name or columns",
		`"command": "importance", "new": {"rows": "1\n"}`:    "[request, new has rows and no schema",
		`"command": "importance", "new": {}`:                 "[request, new: expected either the path of a file, or rows",
		`"command": "importance", "laws": [{"input": "g"}]`:  `[importance: unknown setting "law"`,
		ask(`"tres": 5`):                         `[importance: unknown setting "tres", did you mean "trees"?`,
		ask(`"ntree": 5`):                        `[importance: unknown setting "ntree", did you mean "trees"? (its name here)]`,
		ask(`"no_test": true, "no-test": false`): `[setting "no_test" says the same as setting "no-test", expected one of them`,
		ask(`"group": ["a=g"]`) + `, "groups": [{"name": "a", "columns": ["g"]}]`: `[setting "group" says the same as request, group, expected one of them`,
		`"command": "predict", "new": {"path": "-"}`:                              "[request, new: a request has no standard input, expected the path of a file, or rows",
		ask(`"format": "csv"`):                                    `[importance: unknown setting "format"`,
		ask(`"trees": [1, 2]`):                                    `[setting "trees": found 2 values, expected one]`,
		ask(`"trees": {}`):                                        `[setting "trees": found {}, expected a text, a number, true or false]`,
		ask(`"targets": ["z"]`):                                   `[the table: unknown target "z" (one of: x=1, `,
		ask(`"targets": ["g"], "missing": "dro"`):                 `[map[setting:missing] : unknown policy "dro", did you mean "drop"?`,
		ask(`"targets": ["g"], "cluster": "patient", "block": 5`): "[map[setting:cluster]  and  map[setting:block]  both say which rows stay together, expected one: ",
		`"command": "importance", "results": [{}, {}]`:            `[request: unknown key "results"`,
	} {
		found, code := askFor(t, members)
		if text := fmt.Sprint(found.Error); code == codeDone || !strings.HasPrefix(text, fault) {
			t.Errorf("%s: code %d, found %s\nexpected %s", members, code, text, fault)
		}
	}
}

// Settings in messages are apart from the texts, and help on commands is left out.
func TestMessageParts(t *testing.T) {
	for message, expected := range map[string]string{
		"lost; " + mention.Missing.To("drop") + " would leave out 2":                                        "[lost;  map[setting:missing value:drop]  would leave out 2]",
		mention.Cluster.To("site id") + " keeps rows" + mention.Clause("; %v", mention.NA.Each("a b", "c")): "[map[setting:cluster value:site id]  keeps rows ;  map[setting:na value:a b,c]]",
		fmt.Sprintf("%q, %v is 5", "--trees 5", mention.SampleSize):                                         `["--trees 5",  map[setting:sample_size]  is 5]`,
		"lacks one" + mention.Clause("; see drfvi fit %v", mention.Help):                                    "[lacks one]",
		"\x1b[31m": `[\x1b[31m]`,
	} {
		var parts any
		if text, err := json.Marshal(messageParts(message)); err != nil || json.Unmarshal(text, &parts) != nil {
			t.Fatal(err)
		}
		if found := fmt.Sprint(parts); found != expected {
			t.Errorf("%q\nfound    %s\nexpected %s", message, found, expected)
		}
	}
}

func TestRequestOfFiles(t *testing.T) {
	folder := t.TempDir()
	table, request := filepath.Join(folder, "t.csv"), filepath.Join(folder, "q.json")
	for name, text := range map[string]string{table: "x,y\n" + strings.Repeat("1,2\n3,5\n4,4\n", 12), request: `{"command": "describe", "table": {"path": "` + filepath.ToSlash(table) + `"}}`} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	stdout, stderr, code := runWith(t, strings.NewReader(""), "request", request)
	if code != codeDone || !strings.Contains(stdout, `"complete_rows": 36`) {
		t.Errorf("code %d, found %s %s", code, stdout, stderr)
	}
	if stdout, _, code = runWith(t, strings.NewReader(""), "request", filepath.Join(folder, "none.json")); code != codeFailed || !strings.Contains(stdout, "none.json") {
		t.Errorf("code %d, found %s", code, stdout)
	}
}

// No request makes the reader of requests panic.
func FuzzParseAsked(f *testing.F) {
	f.Add([]byte(`{"command": "importance", "table": {"schema": {"fields": [{"name": "x", "type": "number"}]}, "rows": "1\n"}, "settings": {"targets": ["x"], "trees": 5}}`))
	f.Add([]byte(`{"command": "sensitivity", "laws": [{"input": "x", "law": "uniform", "parameters": [0, "1"]}], "groups": [{"name": "g", "columns": ["x"]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if a, err := parseAsked(text); err == nil && a.table != nil && (a.table.path == "") == (a.table.rows == nil) {
			t.Error("a table has neither a path nor rows, or both")
		}
	})
}

// TestEndlessRequest: of a device or an endless text only so much is read.
func TestEndlessRequest(t *testing.T) {
	if text, err := readRequest(strings.NewReader(strings.Repeat(" ", 2<<20)), 1<<20); err == nil || err.Error() != "it has more than 1 MiB, expected a request, with the path of a file in the place of rows" {
		t.Errorf("%d bytes, error %v", len(text), err)
	}
	if text, err := readRequest(strings.NewReader(strings.Repeat(" ", 1<<20)), 1<<20); err != nil || len(text) != 1<<20 {
		t.Errorf("%d bytes, error %v", len(text), err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("no such device")
	}
	_, stderr, code := runWith(t, strings.NewReader(""), "request", "/dev/zero")
	if want := `drfvi: request: line 1: invalid character '\x00' looking for beginning of value, expected JSON`; code != codeUsage || !strings.Contains(stderr, want) {
		t.Errorf("request /dev/zero: exit code %d, %s", code, stderr)
	}
	table := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(table, []byte("x,y\n1,2\n3,4\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, stderr, code = runWith(t, strings.NewReader(""), "describe", table, "--schema=/dev/zero")
	if code != 1 || stderr != "drfvi: /dev/zero has more than 16 MiB, expected a Table Schema\n" {
		t.Errorf("describe --schema=/dev/zero: exit code %d, %s", code, stderr)
	}
}
