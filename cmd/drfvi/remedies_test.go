package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Remedies as messages have them: a flag with its value, a command that writes another file, and
// the text of a schema.
var (
	flagRemedy    = regexp.MustCompile(`--[a-z-]+ (?:'[^']*'(?:,'[^']*')*|[^ ;:)]+)`)
	commandRemedy = regexp.MustCompile(`(?:sed|\(echo) .* > ([a-z]+\.csv)`)
	schemaRemedy  = regexp.MustCompile(`a file with (\{.*\}), named in --schema`)
)

// TestRemediesOfReaders: each remedy in a message about a table is run as it stands, and the
// message is gone.
func TestRemediesOfReaders(t *testing.T) {
	field, err := filepath.Abs("../../datasets/testdata/field")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		file, flags, message string
		remedies             int // in the message
	}{
		{"lod/lod.csv", "", "limit of detection", 2},
		{"lod/gt.csv", "", "limit of detection", 2},
		{"lod/multi_lod.csv", "--exclude cd", "limit of detection", 2},
		{"lod/multi_lod.csv", "--exclude pb", `found "nd"`, 2},
		{"minus-sign/paren.csv", "", "minus sign, not in brackets", 1},
		{"dms/coord.csv", "", "a quotation mark stands inside a cell", 1},
		{"bp/bp.csv", "", "columns of their own", 1},
		{"bp/fraction.csv", "", "columns of their own", 1},
		{"ampm/ampm.csv", "", "times of a day", 2},
		{"timedelta-csv/kinds.csv", "--exclude per,cplx,ts", "durations", 2},
		{"timedelta-csv/kinds.csv", "--exclude td,cplx,ts", "dates or times", 2},
		{"timedelta-csv/kinds.csv", "--exclude td,per,ts", "a different text in every row", 1},
		{"decimal-remedy/mixdec.csv", "", "found \"7,45\"", 1},
		{"decimal-remedy/plain_comma.csv", "--decimal ,", "decimal comma", 1},
		{"two-headers/dupname.csv", "", "are both named", 1},
		{"two-headers/merged.csv", "", "are both named", 1},
		{"header-hole/t2.csv", "", "has no name", 1},
		{"word-average/t.csv", "", "may sum up", 1},
		{"thousands-dots/towns.csv", "", "points between thousands", 1},
	} {
		folder := t.TempDir()
		text, err := os.ReadFile(filepath.Join(field, c.file))
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(c.file)
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
		t.Chdir(folder)
		describe := func(arguments string) string {
			_, stdout, stderr := call(context.Background(), shellWords(t, "describe "+arguments)...)
			return stdout + stderr
		}
		line := ""
		for _, text := range strings.Split(describe(name+" "+c.flags), "\n") {
			if strings.Contains(text, c.message) {
				line = text
			}
		}
		remedies := remediesIn(line)
		if len(remedies) != c.remedies {
			t.Errorf("%s: %d remedies in %q, expected %d", c.file, len(remedies), line, c.remedies)
		}
		for _, remedy := range remedies {
			arguments := name + " " + c.flags + " " + remedy
			if command := commandRemedy.FindStringSubmatch(remedy); command != nil {
				if output, err := exec.Command("sh", "-c", remedy).CombinedOutput(); err != nil {
					t.Errorf("%s: %s: %v: %s", c.file, remedy, err, output)
				}
				arguments = command[1] + " " + c.flags
			}
			if json := schemaRemedy.FindStringSubmatch(remedy); json != nil {
				if err := os.WriteFile("schema.json", []byte(json[1]), 0o666); err != nil {
					t.Fatal(err)
				}
				arguments = name + " " + c.flags + " --schema schema.json"
			}
			if after := describe(arguments); strings.Contains(after, c.message) || !strings.Contains(after, "distinct") {
				t.Errorf("%s: %s leaves\n%s", c.file, remedy, after)
			}
		}
	}
}

// remediesIn returns the remedies of a message.
func remediesIn(line string) []string {
	if command := commandRemedy.FindString(line); command != "" {
		return []string{command}
	}
	var remedies []string
	if schema := schemaRemedy.FindString(line); schema != "" {
		remedies, line = append(remedies, schema), strings.Replace(line, schema, "", 1)
	}
	return append(remedies, flagRemedy.FindAllString(line, -1)...)
}

// shellWords returns the words that a shell makes of a line.
func shellWords(t *testing.T, line string) []string {
	t.Helper()
	output, err := exec.Command("sh", "-c", `printf '%s\n' `+line).Output()
	if err != nil {
		t.Fatalf("%s: %v", line, err)
	}
	return strings.Split(strings.TrimSuffix(string(output), "\n"), "\n")
}
