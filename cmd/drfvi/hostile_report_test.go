package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"drfvi/internal/format"
)

// TestHostileShares: shares and pairs of inputs with hostile names, in all forms.
func TestHostileShares(t *testing.T) {
	table, dir := hostileTable(t), t.TempDir()
	run := func(words ...string) string {
		t.Helper()
		words = append([]string{"shapley", table, "--targets", "y", "--preset", "paper", "--trees", "6", "--subsets", "162"}, words...)
		code, stdout, stderr := call(context.Background(), words...)
		if code != codeDone {
			t.Fatalf("%q: exit code %d, %s", words, code, stderr)
		}
		return stdout
	}
	plot := func(extension string, words ...string) string {
		t.Helper()
		path := filepath.Join(dir, "shares."+extension)
		text := run(append(words, "--plot", path)...)
		if err := wellFormed(path); err != nil {
			t.Errorf("%s: %v", filepath.Base(path), err)
		}
		return text
	}
	for line := range strings.Lines(run("--pairs")) {
		if shown := strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(shown) > 2*format.Longest+80 || format.VisibleLine(shown) != shown {
			t.Errorf("a line of text: %.60q", line)
		}
	}
	var found struct {
		Variables []struct{ Name string }
		Pairs     []struct{ Names []string }
	}
	if err := json.Unmarshal([]byte(plot("pdf", "--pairs", "--format", "json")), &found); err != nil || len(found.Pairs) == 0 {
		t.Fatal(found, err)
	}
	rows, err := csv.NewReader(strings.NewReader(plot("svg", "--format", "csv"))).ReadAll()
	if err != nil || len(rows) != len(hostileNames)+1 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for j, name := range hostileNames {
		if found.Variables[j].Name != name || rows[j+1][0] != name {
			t.Errorf("%.40q is %.40q in JSON and %.40q in CSV", name, found.Variables[j].Name, rows[j+1][0])
		}
	}
	pairs, err := csv.NewReader(strings.NewReader(plot("png", "--pairs", "--format", "csv"))).ReadAll()
	for k, pair := range found.Pairs {
		if err != nil || pairs[k+1][0] != pair.Names[0] || pairs[k+1][1] != pair.Names[1] {
			t.Fatalf("pair %d is %.80q in CSV, %v", k+1, pairs[k+1][:2], err)
		}
	}
}

// TestHostileReport reports on an experiment of the user's own, whose table has hostile names,
// whose texts are hostile, and whose method says hostile things.
func TestHostileReport(t *testing.T) {
	dir := t.TempDir()
	table, err := os.ReadFile(hostileTable(t))
	if err != nil {
		t.Fatal(err)
	}
	var importances []map[string]any
	for j, name := range hostileNames {
		importances = append(importances, map[string]any{"name": name, "value": j % 10})
	}
	answer, err := json.Marshal(map[string]any{
		"protocol": 1, "importances": importances, "warnings": hostileNames[:9], "software": map[string]string{"<b>|": "1 | <script>alert(1)</script>"},
	})
	if err != nil {
		t.Fatal(err)
	}
	texts := strconv.QuoteToASCII(strings.Join(append(hostileNames[:9:9], hostileNames[10:]...), " "))
	specification := `name: hostile
title: ` + texts + `
seed: 1
repetitions: 2
trees: 6
data: {file: hostile.csv, targets: [y]}
methods: [coupled, {name: mine, command: [sh, mine.sh], version: ` + strconv.QuoteToASCII(hostileNames[10]) + `}]
variants:
  usual: {presets: [paper], kernels: [median]}
figure: bars
description: ` + texts + `
claims:
  - {text: ` + texts + `, cell: {method: coupled}, holds: ` + strconv.QuoteToASCII(`importance("`+hostileNames[9]+`") > importance("`+hostileNames[0]+`")`) + `}
`
	for name, data := range map[string][]byte{
		"hostile.csv": table, "hostile.yaml": []byte(specification), "answer.json": answer,
		"mine.sh": []byte("cat > /dev/null\ncat '" + filepath.Join(dir, "answer.json") + "'\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	to := filepath.Join(dir, "reports")
	for _, words := range [][]string{
		{"run", filepath.Join(dir, "hostile.yaml"), "--out", filepath.Join(dir, "results")},
		{"report", "--results", filepath.Join(dir, "results"), "--to", to},
	} {
		if code, _, stderr := call(context.Background(), words...); code != codeDone {
			t.Fatalf("%s: exit code %d, %s", words[0], code, stderr)
		}
	}
	forms := map[string]int{}
	err = filepath.WalkDir(to, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if err := wellFormed(path); err != nil {
			t.Errorf("%s: %v", entry.Name(), err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		extension := filepath.Ext(path)
		forms[extension]++
		switch extension {
		case ".csv":
			if _, err := csv.NewReader(bytes.NewReader(data)).ReadAll(); err != nil {
				t.Errorf("%s: %v", entry.Name(), err)
			}
		case ".txt":
			for line := range strings.Lines(string(data)) {
				if shown := line; format.Visible(shown) != shown || strings.Contains(shown, strings.Repeat("x", format.Longest+1)) {
					t.Errorf("%s has a line %.80q", entry.Name(), line)
				}
			}
		}
		return nil
	})
	if err != nil || forms[".html"]*forms[".pdf"]*forms[".csv"]*forms[".png"]*forms[".txt"] == 0 {
		t.Errorf("forms %v, %v", forms, err)
	}
}
