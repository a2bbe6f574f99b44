package spec

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"drfvi/datasets"
)

// ownText is a specification on a table of the user.
const ownText = `name: mine
title: My table
seed: 7
repetitions: 3
trees: 4
data:
  file: sub/mine.csv
  targets: [y1, y2]
  exclude: [id]
  categorical: [region]
  missing: drop
methods: [fake, fake-preset]
variants:
  usual: {presets: [paper], kernels: [median]}
relevant: [rain]
claims:
  - {text: Rain matters, cell: {method: fake}, holds: importance(rain) > importance(noise)}
profiles:
  quick: {rows: 65, repetitions: 2}
description: Nothing to speak of.
`

// writeTable writes a table of so many rows, one of them with a missing value, beside
// a specification, whose name it returns.
func writeTable(t *testing.T, rows int) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("id,rain,region,soil,y1,y2\n")
	for i := range rows {
		rain := fmt.Sprint(float64(i*i%17) / 3)
		if i == 2 {
			rain = ""
		}
		fmt.Fprintf(&b, "%d,%s,%d,%s,%v,%v\n", i, rain, i%3, []string{"clay", "sand"}[i%2], i%7, float64(i%5)/2)
	}
	if err := os.WriteFile(filepath.Join(folder, "sub", "mine.csv"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "mine.yaml")
}

// ownOf parses the specification after replacements.
func ownOf(t *testing.T, file string, oldnew ...string) (Experiment, error) {
	t.Helper()
	return Parse(file, []byte(replaced(t, ownText, oldnew...)), testMethods())
}

func TestOwn(t *testing.T) {
	file := writeTable(t, 151)
	s, err := ownOf(t, file)
	if err != nil {
		t.Fatal(err)
	}
	own := s.Data.Own
	if got := own.Problem.VariableNames(); !slices.Equal(got, []string{"rain", "region", "soil"}) || own.Rows() != 150 || s.Data.Rows != 75 {
		t.Errorf("inputs %q, %d rows of %d", got, s.Data.Rows, own.Rows())
	}
	if _, p := own.Problem.X.Dims(); p != 3 || !slices.Equal(own.Problem.Levels, []int{0, 3, 0}) {
		t.Errorf("%d columns, levels %v", p, own.Problem.Levels)
	}
	if o := own.Options; len(o.SHA256) != 64 || !slices.Equal(o.Targets, []string{"y1", "y2"}) || o.Missing != "drop" {
		t.Errorf("options %+v", o)
	}
	for _, warning := range own.Problem.Warnings {
		if !strings.HasPrefix(warning.Error(), "the table: ") || strings.Contains(warning.Error(), "mine") {
			t.Errorf("a warning that names the file: %q", warning)
		}
	}
	if slugs := []string{s.Cells()[0].Slug(), s.Cells()[1].Slug()}; !slices.Equal(slugs, []string{"usual-n75-p3-fake-paper-median", "usual-n75-p3-fake-preset-paper"}) {
		t.Errorf("cells %q", slugs)
	}
	quick, err := s.At("quick")
	if err != nil || quick.Cells()[0].Table.N != 65 || quick.Cells()[0].Repetitions != 2 {
		t.Errorf("under quick %+v, %v", quick.Cells(), err)
	}
	// All rows at once are for a single repetition.
	if s, err := ownOf(t, file, "missing: drop", "missing: drop\n  rows: 150", "repetitions: 3", "repetitions: 1", ", repetitions: 2}", "}"); err != nil || s.Data.Rows != 150 {
		t.Errorf("%d rows, %v", s.Data.Rows, err)
	}
	// Eliminations and ablations have halves of it.
	s, err = ownOf(t, file, "seed: 7", "seed: 7\ntask: elimination", "rows: 65", "rows: 130", "[fake, fake-preset]", "[coupled]", "relevant: [rain]\n", "",
		"  - {text: Rain matters, cell: {method: fake}, holds: importance(rain) > importance(noise)}", "  - {text: A, cell: {data: table}, holds: \"loss < loss(method: coupled)\"}")
	if err != nil || !slices.Equal(s.Data.Sets, []string{OwnTable}) || s.Data.Rows != 150 || s.Cells()[0].Slug() != "usual-table-coupled-paper-median" {
		t.Errorf("elimination %+v, %v", s.Data, err)
	}
}

// A folder of Parquet files is known by what is read of it: the names of its files matter by
// their order alone.
func TestOwnFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "years")
	if err := os.CopyFS(folder, os.DirFS("../../datasets/testdata/tables/hive_duckdb")); err != nil {
		t.Fatal(err)
	}
	open := func() *Own {
		t.Helper()
		own, err := Open(folder, "years", OwnOptions{Targets: []string{"y"}, Missing: "drop"})
		if err != nil {
			t.Fatal(err)
		}
		return own
	}
	own := open()
	if got := own.Problem.VariableNames(); !slices.Equal(got, []string{"x", "k", "f", "region", "year"}) || own.Rows() != 200 || len(own.Options.SHA256) != 64 {
		t.Errorf("inputs %q, %d rows, %q", got, own.Rows(), own.Options.SHA256)
	}
	for _, warning := range own.Problem.Warnings {
		if text := warning.Error(); !strings.HasPrefix(text, "the table: 100 of 300 rows") && text != "the table: inputs f, region are copies of each other, and each can stand in for the others" {
			t.Errorf("the warning %q", warning)
		}
	}
	file := filepath.Join(folder, "region=north", "year=2020", "data_0.parquet")
	if err := os.Rename(file, filepath.Join(filepath.Dir(file), "data_1.parquet")); err != nil {
		t.Fatal(err)
	}
	if renamed := open(); renamed.Options.SHA256 != own.Options.SHA256 || !mat.Equal(renamed.Problem.X, own.Problem.X) {
		t.Error("another name makes another table")
	}
	if err := os.RemoveAll(filepath.Dir(file)); err != nil {
		t.Fatal(err)
	}
	if less := open(); less.Options.SHA256 == own.Options.SHA256 {
		t.Error("without a file the table is the same")
	}
}

func TestOwnFaults(t *testing.T) {
	file := writeTable(t, 151)
	for _, c := range []struct{ name, old, new, want string }{
		{"no file", "sub/mine.csv", "sub/mind.csv", `mine.yaml:7:9: cannot read the table: stat`},
		{"a folder", "sub/mine.csv", "sub", `sub/mine.csv: the file does not begin with "PAR1": this is not a Parquet file`},
		{"a device", "sub/mine.csv", "/dev/null", `/dev/null is neither file nor folder`},
		{"target", "[y1, y2]", "[y1, y3]", `mine.yaml:7:9: sub/mine.csv: unknown target "y3"`},
		{"no targets", "  targets: [y1, y2]\n", "", `mine.yaml:7:3: data has no "targets"`},
		{"missing values", "  missing: drop\n", "", `sub/mine.csv:4: row 3, column "rain": found an empty cell, expected a value; "missing: drop" would leave out 1 of 151 rows`},
		{"policy", "missing: drop", "missing: use", `unknown policy "use", did you mean "refuse"? (one of: refuse, drop)`},
		{"column", "exclude: [id]", "exclude: [ids]", `"ids"`},
		{"many rows", "missing: drop", "missing: drop\n  rows: 150", `mine.yaml:12:9: profile "paper": repetitions have 150 random rows, none twice, of 150 in the table, expected at most 149`},
		{"rows of a profile", "rows: 65", "rows: 151", `mine.yaml:19:17: profile "quick": repetitions have 151 random rows, none twice, of 150 in the table, expected at most 149`},
		{"too few rows", "rows: 65", "rows: 61", `profile "quick": method "fake", preset paper: forest: 61 rows are too few to split even once`},
		{"input", "relevant: [rain]", "relevant: [rian]", `mine.yaml:15:11: unknown input "rian", did you mean "rain"? (one of: rain, region, soil)`},
		{"responses", "[fake, fake-preset]", "[fake, fake-plain]", `method "fake-plain" needs a single response, the table has 2`},
		{"population", "seed: 7", "seed: 7\npopulation_draws: 10", `unknown key "population_draws"`},
		{"other data", "missing: drop", "missing: drop\n  n: [10]", `unknown key "n" (one of: file, targets, exclude, categorical, missing, rows) in data`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := ownOf(t, file, c.old, c.new); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error\n%v\nexpected\n%s", err, c.want)
			}
		})
	}
	for table, want := range map[string]string{
		"a,b\n1,2\n3,six\n5,6\n": `t:3: row 2, column "b": found "six", expected a number, "categorical" if the column holds categories`,
		"a,b\n1,2\n3\n":          `t:3: row 2 has 1 cell, expected 2 as in the header (separator recognised: comma)`,
		"a,b\n1,2\n3,NA\n":       `t:3: row 2, column "b": found "NA", expected a value; "missing: drop" would leave out 1 of 2 rows`,
	} {
		if _, err := datasets.Parse(strings.NewReader(table), "t", datasets.Options{Missing: datasets.MissingRefuse}); err == nil || InKeys(err) != want {
			t.Errorf("%v, expected %s", err, want)
		}
	}
	if _, err := ownOf(t, writeTable(t, 8)); err == nil || !strings.Contains(err.Error(), "the table has 7 complete rows, expected at least 8") {
		t.Errorf("few rows: %v", err)
	}
	if _, err := ownOf(t, file, "seed: 7", "seed: 7\ntask: ablation", "[fake, fake-preset]", "[coupled]", "relevant: [rain]\n", "",
		"claims:\n  - {text: Rain matters, cell: {method: fake}, holds: importance(rain) > importance(noise)}\n", ""); err == nil ||
		!strings.Contains(err.Error(), `an ablation needs inputs that are single columns`) {
		t.Errorf("levels in an ablation: %v", err)
	}
}
