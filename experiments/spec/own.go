package spec

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"drfvi/datasets"
	"drfvi/internal/mention"
	"drfvi/methods"
)

// OwnTable stands for a user's table where records name a data set: they do not depend on the
// file's path or name.
const OwnTable = "table"

// Own is a user's table:
//
//	data:
//	  file: table.csv
//	  targets: [y1, y2]
//	  exclude: [id]
//	  categorical: [region]
//	  missing: drop
//	  rows: 2000
type Own struct {
	// Options are the options that determine its values, with the SHA-256 of its file or of what
	// is read of its folder.
	Options OwnOptions
	// File is its name in the specification, for messages.
	File string
	// Problem is the table divided, with a column of levels for each categorical input.
	Problem *datasets.Problem
}

// OwnOptions are the options that determine a table's values. Their JSON is part of keys.
type OwnOptions struct {
	SHA256      string   `json:"sha256"`
	Targets     []string `json:"targets"`
	Exclude     []string `json:"exclude,omitempty"`
	Categorical []string `json:"categorical,omitempty"`
	Missing     string   `json:"missing"`
}

// leastRows is the smallest number of rows of an elimination: half of them must make a forest.
const leastRows = 4

// Rows returns the number of rows.
func (o *Own) Rows() int {
	n, _ := o.Problem.X.Dims()
	return n
}

// open opens the user's table of the data.
func (p *parser) open() {
	d, path := &p.spec.Data, p.spec.Data.File
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(p.file), path)
	}
	d.Missing = cmp.Or(d.Missing, string(datasets.MissingRefuse))
	table, err := Open(path, d.File, d.OwnOptions)
	if err != nil {
		p.fail(p.node("data", "file"), "%s", InKeys(err))
		return
	}
	d.Own = table
	if p.spec.Task.onSets() {
		d.Sets, d.Rows = []string{OwnTable}, cmp.Or(d.Rows, table.Rows())
	}
	d.Rows = cmp.Or(d.Rows, max(1, table.Rows()/2))
}

// readTable reads a table, and returns the SHA-256 of its file; of a folder, that of what is
// read: the same rows for every reader.
func readTable(path, name string, o OwnOptions) (*datasets.Table, string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, "", fmt.Errorf("cannot read the table: %w", err)
	}
	sum := sha256.New()
	options := datasets.Options{Exclude: o.Exclude, Categorical: o.Categorical, Missing: datasets.MissingPolicy(o.Missing)}
	if info.IsDir() {
		options.Folder = datasets.Drawing{Rows: datasets.DrawnRows, Seed: 1, Workers: runtime.GOMAXPROCS(0)}
		table, err := datasets.Read(path, options)
		if err != nil {
			return nil, "", err
		}
		for _, c := range table.Columns {
			fmt.Fprintf(sum, "%q %v %q\n", c.Name, c.Kind, c.Levels)
			if err := errors.Join(
				binary.Write(sum, binary.LittleEndian, c.Values), binary.Write(sum, binary.LittleEndian, c.Codes),
			); err != nil {
				return nil, "", err
			}
		}
		return table, fmt.Sprintf("%x", sum.Sum(nil)), nil
	}
	if !info.Mode().IsRegular() {
		return nil, "", fmt.Errorf("cannot read the table: %s is neither file nor folder", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, "", fmt.Errorf("cannot read the table: %w", err)
	}
	defer file.Close()
	// Hash the bytes that are read.
	table, err := datasets.Parse(io.TeeReader(file, sum), name, options)
	if err != nil {
		return nil, "", err
	}
	if _, err := io.Copy(sum, file); err != nil {
		return nil, "", err
	}
	return table, fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// Open reads a table; name stands for its path in messages.
func Open(path, name string, o OwnOptions) (*Own, error) {
	table, sum, err := readTable(path, name, o)
	if err != nil {
		return nil, err
	}
	o.SHA256 = sum
	result := &Own{Options: o, File: name}
	if result.Problem, err = table.SplitLevels(o.Targets, nil); err != nil {
		return nil, err
	}
	for i, warning := range result.Problem.Warnings { // recorded, independently of the file's name
		result.Problem.Warnings[i] = errors.New("the table: " + strings.TrimPrefix(InKeys(warning), table.Origin+": "))
	}
	if dominated := result.Problem.Dominated(); dominated != "" {
		result.Problem.Warnings = append(result.Problem.Warnings, fmt.Errorf("the table: target %s, so that "+
			"importance is mostly that for it: targets divided by their standard deviations have the same weight, "+
			"in a copy of the table", dominated))
	}
	if result.Rows() < 2*leastRows {
		return nil, fmt.Errorf("the table has %d complete rows, expected at least %d", result.Rows(), 2*leastRows)
	}
	return result, nil
}

// InKeys words an error or a warning about a table in the keys of specifications, and leaves
// out what they cannot do.
func InKeys(err error) string {
	return mention.Words(mention.Marked(err), func(s mention.Setting) (string, bool) {
		switch {
		case s.Name == mention.Missing && s.Value != string(datasets.MissingDrop):
			return "", false
		case s.Name == mention.Missing:
			return fmt.Sprintf(`"missing: %s"`, s.Value), true
		case slices.Contains([]mention.Name{mention.Targets, mention.Exclude, mention.Categorical}, s.Name):
			return strconv.Quote(string(s.Name)), true
		}
		return "", false
	})
}

// checkOwn checks that a user's table suits the experiment.
func (g *grid) checkOwn() {
	table, rows := g.Data.Own, g.Data.Own.Rows()
	_, targets := table.Problem.Y.Dims()
	for _, name := range g.Methods {
		g.faultIf(g.method(name).Univariate && targets != 1,
			"method %q needs a single response, the table has %d", name, targets)
	}
	grown := slices.Min(or(g.Data.Sizes, []int{g.Data.Rows})) // rows to grow forests from
	if g.Task.onSets() {
		grown = min(grown, rows) / 2
	}
	repetitions := 1
	for _, c := range g.cells {
		repetitions = max(repetitions, c.Repetitions)
		if c.Preset == "" || c.Preset == methods.Auto || c.Method.Infers || c.SampleExponent > 0 {
			continue // forests of other sizes
		}
		config, err := methods.Settings{Preset: c.Preset, Trees: g.Trees, Take: c.Take}.Config()
		if err == nil {
			err = config.CheckRows(grown)
		}
		g.faultIf(err != nil, "method %q, preset %s: %v", c.Method.Name, c.Preset, err)
	}
	if largest := rows - min(repetitions-1, 1); g.Task == Importance && g.Data.Rows > largest {
		g.fail(cmp.Or(valueOf(g.place, "rows"), g.node("data", "rows")), "profile %q: repetitions have %d random "+
			"rows, none twice, of %d in the table, expected at most %d", g.profile, g.Data.Rows, rows, largest)
	}
	if g.Task == Ablation && table.Problem.Levels != nil {
		g.fault(
			`an ablation needs inputs that are single columns, found one with more than two levels; "exclude" leaves it out`,
		)
	}
}
