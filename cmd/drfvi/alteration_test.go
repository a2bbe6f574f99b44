package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// folder holds the files of a folder of results by their paths in it, those that
// are packed unpacked.
type folder map[string]string

const packedEnd = ".zst"

func readFolder(t *testing.T, dir string) folder {
	t.Helper()
	files := make(folder)
	decoder, err := zstd.NewReader(nil)
	check(t, err)
	defer decoder.Close()
	check(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err == nil && strings.HasSuffix(path, packedEnd) {
			data, err = decoder.DecodeAll(data, nil)
		}
		name, _ := filepath.Rel(dir, path)
		files[name] = string(data)
		return err
	}))
	return files
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestAlterations alters each file of a folder of results: commands refuse it, with file
// and what to do. That any alteration is noticed is a test of
// package results.
func TestAlterations(t *testing.T) {
	dir, other := partOfPaper(t, "bivariate"), partOfPaper(t, "bivariate")
	whole := readFolder(t, dir)
	for _, c := range []struct {
		file, old, new string
		args           []string
	}{
		{"bivariate.jsonl.zst", `"raw":[0.`, `"raw":[1.`, []string{"verify", "--results", dir}},
		{"bivariate.jsonl.zst", "\n", "\n\n", []string{"compare", other, dir}},
		{"bivariate.timings.jsonl.zst", `"seconds":`, `"seconds":1`, []string{"report", "--to", filepath.Join(other, "report"), "--results", dir}},
		{"bivariate.experiment.json", `"repetitions": `, `"repetitions": 1`, []string{"run", "bivariate", "--out", dir}},
	} {
		path := filepath.Join(dir, c.file)
		good, err := os.ReadFile(path)
		check(t, err)
		data := []byte(strings.Replace(whole[c.file], c.old, c.new, 1))
		if string(data) == whole[c.file] {
			t.Fatalf("%s has no %q", c.file, c.old)
		}
		if strings.HasSuffix(path, packedEnd) {
			encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
			check(t, err)
			data = encoder.EncodeAll(data, nil)
		}
		check(t, os.WriteFile(path, data, 0o666))
		place := regexp.MustCompile(regexp.QuoteMeta(path) + `(:\d+)?: .*(restore|remove) the file`)
		for _, args := range [][]string{{"export", "--results", dir}, c.args} {
			code, stdout, stderr := call(context.Background(), args...)
			if code != codeFailed || stdout != "" || !place.MatchString(stderr) {
				t.Errorf("%s: %s ends with exit code %d and says %q, expected file, line and what to do", c.file, args[0], code, stderr)
			}
		}
		check(t, os.WriteFile(path, good, 0o666))
	}
}
