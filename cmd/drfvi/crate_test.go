package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiled compiles a schema of testdata; formats are asserted.
func compiled(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(strings.NewReader(readText(t, filepath.Join("cmd/drfvi/testdata/schemas", name))))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource(name, document); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// crateFault returns what is wrong with the crate in a folder: what the schema says, and what it
// cannot: whether identifiers resolve, and whether the files are those that are described.
func crateFault(t *testing.T, schema *jsonschema.Schema, folder string) error {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, crateFile))
	if err != nil {
		t.Fatal(err)
	}
	instance, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return err
	}
	if err := schema.Validate(instance); err != nil {
		return err
	}
	var c struct {
		Graph []map[string]any `json:"@graph"`
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return err
	}
	known := make(map[string]map[string]any)
	for _, e := range c.Graph {
		id := e["@id"].(string)
		if known[id] != nil {
			return fmt.Errorf("there are two entities %s", id)
		}
		known[id] = e
	}
	listed := []string{crateFile}
	for id, e := range known {
		for key, value := range e {
			for _, r := range references(value) {
				if known[r] == nil && r != crateSpec {
					return fmt.Errorf("%s of %s refers to %s, which is not there", key, id, r)
				}
			}
		}
		switch e["@type"] {
		case "File":
			listed = append(listed, id)
			data, err := os.ReadFile(filepath.Join(folder, id))
			if err != nil {
				return err
			}
			if e["sha256"] != fmt.Sprintf("%x", sha256.Sum256(data)) || e["contentSize"] != strconv.Itoa(len(data)) {
				return fmt.Errorf("%s is not the file that is described", id)
			}
			if !slices.Contains(references(known["./"]["hasPart"]), id) {
				return fmt.Errorf("%s is no part of the crate", id)
			}
		case "CreateAction":
			if tool := known[references(e["instrument"])[0]]; tool["@type"] != "SoftwareApplication" {
				return fmt.Errorf("the instrument of %s is no software", id)
			}
			begin, _ := time.Parse(time.RFC3339, e["startTime"].(string))
			end, _ := time.Parse(time.RFC3339, e["endTime"].(string))
			if end.Before(begin) || begin.IsZero() {
				return fmt.Errorf("%s is from %s to %s", id, begin, end)
			}
			if !slices.Contains(references(known["./"]["mentions"]), id) {
				return fmt.Errorf("%s is not mentioned by the crate", id)
			}
		}
	}
	if known[crateProfile]["@type"] != "CreativeWork" {
		return fmt.Errorf("the profile is not described")
	}
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !slices.Contains(listed, entry.Name()) {
			err = fmt.Errorf("%s is not described", entry.Name())
		}
		return err
	})
}

// references returns the identifiers that a value refers to.
func references(value any) []string {
	switch v := value.(type) {
	case []any:
		var all []string
		for _, one := range v {
			all = append(all, references(one)...)
		}
		return all
	case map[string]any:
		if id, ok := v["@id"].(string); ok {
			return []string{id}
		}
	}
	return nil
}

// exported writes committed results as a crate.
func exported(t *testing.T, folder string) {
	t.Helper()
	if code, _, stderr := call(context.Background(), "export", "bivariate", "rfe", "--results", "../../results/paper", "--ro-crate", folder); code != 0 {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
}

func TestCrate(t *testing.T) {
	schema := compiled(t, "process-run-crate.json")
	folder := filepath.Join(t.TempDir(), "crate")
	exported(t, folder)
	if err := crateFault(t, schema, folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, crateFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{
		`"@id": "bivariate.jsonl.zst"`, `"name": "enb"`, "8277d9094ccda6da2cd1c2b79c90ca201fa3695e75aca173ffc43138dcab0071",
		`"softwareVersion": "0.1.0 bbbb336535d832b7f58b6db4444ed5fdf7e1fe7e+changes"`, `"softwareVersion": "1.0.0"`, `"name": "drfvi run bivariate: 60 records"`,
	} {
		if !bytes.Contains(text, []byte(words)) {
			t.Errorf("the crate does not say %s", words)
		}
	}
	again := filepath.Join(t.TempDir(), "crate")
	exported(t, again)
	if same, err := os.ReadFile(filepath.Join(again, crateFile)); err != nil || !bytes.Equal(text, same) {
		t.Errorf("two crates of the same results differ (%v)", err)
	}
	for _, change := range [][2]string{
		{crateSpec + "/context", "https://schema.org"},
		{`"about": {`, `"of": {`},
		{`"conformsTo"`, `"conforms"`},
		{crateProfile, "https://w3id.org/ro/wfrun/process/0.0"},
		{`"datePublished": "2026`, `"datePublished": "26`},
		{`"endTime": "20`, `"endTime": "19`},
		{`"startTime": "`, `"startTime": "about `},
		{`"instrument"`, `"tool"`},
		{`"@id": "rfe.jsonl.zst"`, `"@id": "ref.jsonl.zst"`},
		{`"sha256": "`, `"sha256": "0`},
		{`"contentSize": "`, `"contentSize": "1`},
		{`"mentions"`, `"speaks"`},
		{`"license"`, `"rights"`},
		{`"softwareVersion"`, `"edition"`},
	} {
		altered := strings.Replace(string(text), change[0], change[1], 1)
		if altered == string(text) {
			t.Errorf("the crate does not have %s", change[0])
		}
		if err := os.WriteFile(filepath.Join(folder, crateFile), []byte(altered), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := crateFault(t, schema, folder); err == nil {
			t.Errorf("a crate with %s for %s passes", change[1], change[0])
		}
	}
	if err := os.WriteFile(filepath.Join(folder, crateFile), text, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "rfe.yaml"), []byte("name: other\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := crateFault(t, schema, folder); err == nil {
		t.Error("a crate with another file passes")
	}
}

// TestCrateLicense checks what the licence of a crate refers to.
func TestCrateLicense(t *testing.T) {
	schema := compiled(t, "process-run-crate.json")
	for license, want := range map[string][2]string{
		"":                                 {"#license", "none stated"},
		"CC-BY-4.0":                        {"https://spdx.org/licenses/CC-BY-4.0", "CC-BY-4.0"},
		"https://data.example/terms.html":  {"https://data.example/terms.html", "https://data.example/terms.html"},
		"For the members of the institute": {"#license", "licence of these results"},
	} {
		folder := filepath.Join(t.TempDir(), "crate")
		arguments := []string{"export", "bivariate", "--results", "../../results/paper", "--ro-crate", folder}
		if license != "" {
			arguments = append(arguments, "--license", license)
		}
		if code, _, stderr := call(context.Background(), arguments...); code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		if err := crateFault(t, schema, folder); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(folder, crateFile))
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Graph []map[string]any `json:"@graph"`
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		of := make(map[any]map[string]any)
		for _, e := range c.Graph {
			of[e["@id"]] = e
		}
		id := references(of["./"]["license"])[0]
		if e := of[id]; id != want[0] || e["name"] != want[1] || id == "#license" && license != "" && e["description"] != license {
			t.Errorf("the licence %q is %v", license, e)
		}
	}
	if code, _, stderr := call(context.Background(), "export", "--results", "../../results/paper", "--license", "CC-BY-4.0"); code != codeUsage || !strings.Contains(stderr, "--license is about the files of --ro-crate, expected both") {
		t.Errorf("exit code %d: %s", code, stderr)
	}
}

// A crate has complete experiments only, and is another folder than the results'.
func TestNoCrate(t *testing.T) {
	folder, to := t.TempDir(), filepath.Join(t.TempDir(), "crate")
	if err := os.WriteFile(filepath.Join(folder, "bivariate.experiment.json"), []byte(readText(t, "results/paper/bivariate.experiment.json")), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to, says string
		code           int
	}{
		{folder, to, "bivariate in " + folder + " lacks 60 of 60 records", codeMissing},
		{t.TempDir(), to, "there are no results in", codeMissing},
		{folder, folder, "are the same file, expected another one for --ro-crate", codeUsage},
	} {
		code, _, stderr := call(context.Background(), "export", "--results", c.from, "--ro-crate", c.to)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("exit code %d, %s; expected %d, %s", code, stderr, c.code, c.says)
		}
		if _, err := os.Stat(to); err == nil {
			t.Error("a crate was begun")
		}
	}
}
