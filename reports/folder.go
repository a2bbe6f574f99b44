package reports

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"drfvi/internal/durable"
	"drfvi/reports/internal/summary"
)

// Names of files by which a report is known.
const (
	provenanceName = "provenance.json"
	pageName       = "report.html"
	printName      = "report.pdf"
)

// overviews are the files that tell of a report as a whole: they are written last, and never stand
// beside the tables of another time.
var overviews = []string{"overview.csv", "overview.txt", printName, pageName}

// earlier says which files of a folder are those of an earlier report.
type earlier struct {
	listed []string // by its provenance
	known  []string // by name, of a report without a list: they may be replaced, and are not removed
}

// wrote reports whether a file is one of the earlier report.
func (e earlier) wrote(name string) bool {
	return slices.Contains(e.listed, name) || slices.Contains(e.known, name)
}

// readEarlier looks for a report in a folder.
func readEarlier(dir string) earlier {
	text, err := os.ReadFile(filepath.Join(dir, provenanceName))
	if err != nil {
		page, err := os.ReadFile(filepath.Join(dir, pageName))
		if err == nil && bytes.Contains(page, []byte("drfvi report")) {
			return earlier{known: []string{printName, pageName}}
		}
		return earlier{}
	}
	var of provenance
	if json.Unmarshal(text, &of) == nil && of.Files != nil {
		return earlier{listed: append(having(of.Files, func(name string) bool { return filepath.IsLocal(name) && filepath.Base(name) == name }), provenanceName)}
	}
	return earlier{}
}

// having returns those that a condition holds for.
func having[T any](list []T, holds func(T) bool) (some []T) {
	for _, one := range list {
		if holds(one) {
			some = append(some, one)
		}
	}
	return some
}

// replaceable returns an error that names a file that is there and would be lost: one that no earlier
// report wrote, or one that holds a table that was experimented on.
func replaceable(dir string, names []string, before earlier, source Source) error {
	there := having(names, func(name string) bool {
		_, err := os.Lstat(filepath.Join(dir, name))
		return err == nil
	})
	if len(there) == 0 {
		return nil
	}
	tables, err := tablesOf(source)
	if err != nil {
		return err
	}
	for _, name := range there {
		path := filepath.Join(dir, name)
		if tables[sumOf(path)] {
			return fmt.Errorf("cannot write %s: it is a table that was experimented on, expected another folder for the report", path)
		}
		if !before.wrote(name) {
			return fmt.Errorf("cannot write %s: it is there, and no earlier report wrote it; expected another folder for the report", path)
		}
	}
	return nil
}

// tablesOf returns the SHA-256 of the files of tables that the records of a source come from.
func tablesOf(source Source) (map[string]bool, error) {
	sums := make(map[string]bool)
	list, err := source.Experiments()
	if err != nil {
		return nil, err
	}
	for _, e := range list {
		c, err := source.Read(e.Name)
		if err != nil {
			return nil, err
		}
		for _, r := range c.Records {
			var of struct {
				Data struct {
					SHA256 string
					Own    struct{ SHA256 string }
				}
			}
			if json.Unmarshal(r.Config, &of) == nil {
				sums[of.Data.SHA256], sums[of.Data.Own.SHA256] = true, true
			}
		}
	}
	delete(sums, "")
	return sums, nil
}

// sumOf returns the SHA-256 of a file, through links; "" of what cannot be read, or is none.
func sumOf(path string) string {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sum.Sum(nil))
}

// writeAll writes the files of a report into a folder in the place of those of an earlier one. At any
// time the provenance lists all files of both that are there; the overviews of the earlier one go
// before anything else changes, and those of this one come last.
func writeAll(ctx context.Context, dir string, files []file, before earlier, summaries []summary.Summary) error {
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	both := append(slices.Clone(names), having(before.listed, func(name string) bool {
		return name != provenanceName && !slices.Contains(names, name)
	})...)
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := durable.WriteFile(path(provenanceName), provenanceJSON(summaries, both)); err != nil {
		return err
	}
	for _, f := range files {
		if !slices.Contains(overviews, f.name) || !before.wrote(f.name) {
			continue
		}
		if old, err := os.ReadFile(path(f.name)); err == nil && !bytes.Equal(old, f.data) {
			removeFile(path(f.name))
		}
	}
	for _, name := range both[len(names):] {
		removeFile(path(name))
	}
	last := func(f file) bool { return slices.Contains(overviews, f.name) }
	for _, overview := range []bool{false, true} {
		for _, f := range files {
			if last(f) != overview {
				continue
			}
			if err := durable.WriteFile(path(f.name), f.data); err != nil {
				return err
			}
		}
	}
	return durable.WriteFile(path(provenanceName), provenanceJSON(summaries, names))
}

// removeFile removes a file of an earlier report. Links, which the user made, stay, and so does what a
// write-protected folder holds.
func removeFile(path string) {
	if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
		_ = os.Remove(path)
	}
}
