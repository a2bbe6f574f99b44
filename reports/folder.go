package reports

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
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

// made is a file that a report wrote, with the SHA-256 that it had.
type made struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// readEarlier returns the files of the report that is in a folder, as it wrote them. A
// committed report is its two pages alone, as they are there.
func readEarlier(dir string) []made {
	current := func(name string) made { return made{name, sumOf(filepath.Join(dir, name))} }
	text, err := os.ReadFile(filepath.Join(dir, provenanceName))
	if err != nil {
		if page, err := os.ReadFile(filepath.Join(dir, pageName)); err == nil &&
			bytes.Contains(page, []byte("drfvi report")) {
			return []made{current(printName), current(pageName)}
		}
		return nil
	}
	var earlier provenance
	if json.Unmarshal(text, &earlier) != nil {
		return nil
	}
	files := summary.Having(earlier.Files, func(f made) bool {
		return filepath.IsLocal(f.Name) &&
			filepath.Base(f.Name) == f.Name
	})
	return append(files, current(provenanceName))
}

// replaceable returns an error that names a file that is there and would be lost: one that is
// not as an earlier report wrote it.
func replaceable(dir string, files []file, before []made) error {
	for _, f := range append([]file{{name: provenanceName}}, files...) {
		path := filepath.Join(dir, f.name)
		if _, err := os.Lstat(path); err == nil && !slices.Contains(before, made{f.name, sumOf(path)}) {
			return fmt.Errorf("cannot write %s: it is there, and not as an earlier report wrote it; expected "+
				"another folder for the report", path)
		}
	}
	return nil
}

// sumOf returns the SHA-256 of a file, through links; "" of what cannot be read.
func sumOf(path string) string {
	data, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%x", sha256.Sum256(data))
}

// writeAll writes the files of a report into a folder in the place of those of an earlier one.
// At any time the provenance lists all files of both that are there. Those of the earlier one
// that this one does not have, or has otherwise, go first, and of all its pages before its
// tables.
func writeAll(dir string, files []file, before []made, summaries []summary.Summary) error {
	var now []made
	for _, f := range files {
		now = append(now, made{f.name, fmt.Sprintf("%x", sha256.Sum256(f.data))})
	}
	gone := summary.Having(before, func(f made) bool { return f.Name != provenanceName && !slices.Contains(now, f) })
	path := func(name string) string { return filepath.Join(dir, name) }
	if err := durable.WriteFile(path(provenanceName), provenanceJSON(summaries, slices.Concat(now, gone))); err != nil {
		return err
	}
	for _, f := range slices.Backward(gone) {
		// What is not as it was is the user's, and so are links.
		if info, err := os.Lstat(path(f.Name)); err == nil && info.Mode().IsRegular() && sumOf(path(f.Name)) == f.SHA256 {
			_ = os.Remove(path(f.Name)) // but for what a write-protected folder holds
		}
	}
	for _, f := range files {
		if err := durable.WriteFile(path(f.name), f.data); err != nil {
			return err
		}
	}
	return durable.WriteFile(path(provenanceName), provenanceJSON(summaries, now))
}
