package main

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"drfvi/cmd/drfvi/internal/exit"
	"drfvi/results"
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

// data returns the bytes of a file of a folder.
func (f folder) data(t *testing.T, name string) []byte {
	t.Helper()
	if !strings.HasSuffix(name, packedEnd) {
		return []byte(f[name])
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	check(t, err)
	return encoder.EncodeAll([]byte(f[name]), nil)
}

// pick returns a file, by chance, whose name matches.
func (f folder) pick(r *rand.Rand, pattern string) string {
	var names []string
	for name := range f {
		if regexp.MustCompile(pattern).MatchString(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names[r.IntN(len(names))]
}

// replaced returns text with one match of a pattern, by chance, replaced.
func replaced(r *rand.Rand, text, pattern string, by func(match string) string) string {
	places := regexp.MustCompile(pattern).FindAllStringIndex(text, -1)
	if len(places) == 0 {
		return text
	}
	at := places[r.IntN(len(places))]
	return text[:at[0]] + by(text[at[0]:at[1]]) + text[at[1]:]
}

const (
	anyFile     = `.`
	recordFiles = `^tiny-\w+\.jsonl\.zst$|^pending/.*/[^.]*_r\d+\.json$`
	listFiles   = `\.zst$`
	numeral     = `-?\d+(\.\d+)?(e[+-]\d+)?`
)

// alterations are the ways in which a folder is altered. Each gives the name of
// the file that it has changed.
var alterations = map[string]func(r *rand.Rand, f, foreign folder) string{
	"a digit": func(r *rand.Rand, f, _ folder) string {
		name := f.pick(r, anyFile)
		f[name] = replaced(r, f[name], `\d`, func(d string) string { return string('0' + (d[0]-'0'+byte(1+r.IntN(9)))%10) })
		return name
	},
	"a digit of a value": func(r *rand.Rand, f, _ folder) string {
		name := f.pick(r, recordFiles)
		f[name] = replaced(r, f[name], `"(raw|loss|cumulative|forests)":\[`+numeral, func(m string) string {
			return m[:len(m)-1] + string('0'+(m[len(m)-1]-'0'+byte(1+r.IntN(9)))%10)
		})
		return name
	},
	"values swapped": func(r *rand.Rand, f, _ folder) string {
		name := f.pick(r, recordFiles)
		values := regexp.MustCompile(`"values":\{[^}]*\}`)
		all := values.FindAllString(f[name], -1)
		i, j := r.IntN(len(all)), r.IntN(len(all))
		all[i], all[j] = all[j], all[i]
		at := -1
		f[name] = values.ReplaceAllStringFunc(f[name], func(string) string { at++; return all[at] })
		return name
	},
	"a value twice": func(r *rand.Rand, f, _ folder) string {
		name := f.pick(r, recordFiles)
		f[name] = replaced(r, f[name], `"(raw|loss|gamma|forests)":\[[^\]]*\]`, func(m string) string {
			return m + "," + regexp.MustCompile(numeral+`\]`).ReplaceAllString(m, "7]")
		})
		return name
	},
	"null": func(r *rand.Rand, f, _ folder) string {
		name := f.pick(r, anyFile)
		f[name] = replaced(r, f[name], `[\[:,]\s*`+numeral, func(m string) string {
			return m[:1] + "null"
		})
		return name
	},
	"config": func(r *rand.Rand, f, _ folder) string {
		name := f.pick(r, recordFiles)
		f[name] = replaced(r, f[name], `"(trees|min_node_size|seed|features|rows|n)":\d+`, func(m string) string { return m + "1" })
		return name
	},
	"what is compared with": func(r *rand.Rand, f, _ folder) string {
		name := f.pick(r, `experiment\.json$`)
		f[name] = replaced(r, f[name], `(?s)"(expected|claims|units)": \[.*?\n\t\]`, func(m string) string {
			return m[:strings.Index(m, "[")] + "[]"
		})
		return name
	},
	"line cut": func(r *rand.Rand, f, _ folder) string {
		return lines(r, f, func(l []string) []string { i := r.IntN(len(l)); return slices.Delete(l, i, i+1) })
	},
	"lines cut at the end": func(r *rand.Rand, f, _ folder) string {
		return lines(r, f, func(l []string) []string { return l[:r.IntN(len(l))] })
	},
	"line doubled": func(r *rand.Rand, f, _ folder) string {
		return lines(r, f, func(l []string) []string { return slices.Insert(l, r.IntN(len(l)+1), l[r.IntN(len(l))]) })
	},
	"line moved": func(r *rand.Rand, f, _ folder) string {
		return lines(r, f, func(l []string) []string { i, j := r.IntN(len(l)), r.IntN(len(l)); l[i], l[j] = l[j], l[i]; return l })
	},
	"foreign line": func(r *rand.Rand, f, foreign folder) string {
		name := f.pick(r, `^tiny-\w+\.jsonl\.zst$`)
		theirs := strings.SplitAfter(foreign[foreign.pick(r, `^tiny-\w+\.jsonl\.zst$`)], "\n")
		l := strings.SplitAfter(strings.TrimSuffix(f[name], "\n"), "\n")
		i := r.IntN(len(l))
		l[i] = theirs[min(i, len(theirs)-2)]
		f[name] = strings.Join(l, "")
		return name
	},
	"text cut": func(r *rand.Rand, f, _ folder) string {
		name := f.pick(r, anyFile)
		f[name] = f[name][:r.IntN(len(f[name]))]
		return name
	},
	"text put in": func(r *rand.Rand, f, _ folder) string {
		name := f.pick(r, anyFile)
		at := r.IntN(len(f[name]))
		f[name] = f[name][:at] + []string{" ", "\n", "0", `"`, "}", ",", "-"}[r.IntN(7)] + f[name][at:]
		return name
	},
}

// lines changes the lines of a file of many.
func lines(r *rand.Rand, f folder, change func([]string) []string) string {
	name := f.pick(r, listFiles)
	f[name] = strings.Join(change(strings.SplitAfter(strings.TrimSuffix(f[name], "\n"), "\n")), "")
	return name
}

// TestAlterations alters a folder of results by chance, complete and not, its files
// unpacked and packed: every alteration is noticed by all commands, which name file
// and line, or changes nothing that is exported. Export meets them all, the other
// commands take turns.
func TestAlterations(t *testing.T) {
	specs := t.TempDir()
	run := []string{"run"}
	for i, text := range tinySpecs[:2] {
		file := filepath.Join(specs, fmt.Sprintf("%d.yaml", i))
		check(t, os.WriteFile(file, []byte(text), 0o666))
		run = append(run, file)
	}
	command := func(dir string, args ...string) (int, string, string) {
		return call(context.Background(), append(slices.Clone(args), dir)...)
	}
	dir, pending, other := t.TempDir(), t.TempDir(), t.TempDir()
	if code, _, stderr := command(dir, append(run, "--out")...); code != exit.Done {
		t.Fatal(stderr)
	}
	// A run that was stopped half-way, and one with values of another machine.
	store, err := results.Open(dir)
	check(t, err)
	half, err := results.Create(pending)
	check(t, err)
	elsewhere, err := results.Create(other)
	check(t, err)
	all, err := store.Experiments()
	check(t, err)
	for _, e := range all {
		records, err := store.Records(e.Name)
		check(t, err)
		check(t, half.PutExperiment(e))
		check(t, elsewhere.PutExperiment(e))
		for i, record := range records {
			if i < len(records)/2 {
				check(t, half.Put(record, results.Timing{ID: record.ID, Finished: "2026-05-01T12:00:00Z", Seconds: 1.5, Workers: 1}))
			}
			record.Values[results.ValueForests][0]++
			check(t, elsewhere.Put(record, results.Timing{ID: record.ID}))
		}
		_, err = elsewhere.Merge(e.Name)
		check(t, err)
	}
	foreign := readFolder(t, other)
	kinds := slices.Sorted(maps.Keys(alterations))
	noticed, harmless := 0, 0
	for _, dir := range []string{dir, pending} {
		whole := readFolder(t, dir)
		_, exported, _ := command(dir, "export", "--results")
		random := rand.New(rand.NewPCG(14, uint64(len(whole))))
		trial := func(kind, name string, data []byte) {
			path := filepath.Join(dir, name)
			good, err := os.ReadFile(path)
			check(t, err)
			if bytes.Equal(good, data) {
				return
			}
			check(t, os.WriteFile(path, data, 0o666))
			defer func() { check(t, os.WriteFile(path, good, 0o666)) }()
			code, now, stderr := command(dir, "export", "--results")
			if code == exit.Done || code == exit.Missing { // of a run that was stopped
				harmless++
				if now != exported {
					t.Errorf("%s in %s was not noticed, and the export is another", kind, name)
				}
				return
			}
			noticed++
			place := regexp.MustCompile(regexp.QuoteMeta(path) + `(:\d+)?: .*(restore|remove) the file`)
			if !place.MatchString(stderr) {
				t.Errorf("%s in %s: export says %q, expected file, line and what to do", kind, name, stderr)
			}
			others := [][]string{{"verify", "--results"}, {"report", "--to", filepath.Join(specs, "report"), "--results"}, {"compare", other}, append(run, "--out")}
			args := others[noticed%len(others)]
			if code, stdout, also := command(dir, args...); code != exit.Failed || !strings.HasSuffix(also, stderr) || stdout != "" {
				t.Errorf("%s in %s: %s ends with exit code %d and says %q, export %q", kind, name, args[0], code, also, stderr)
			}
		}
		for i := range 200 {
			kind := kinds[i%len(kinds)]
			if dir == pending && slices.Contains([]string{"line cut", "lines cut at the end", "line doubled", "line moved", "foreign line"}, kind) {
				continue // there are no files of many lines
			}
			altered := maps.Clone(whole)
			name := alterations[kind](random, altered, foreign)
			if altered[name] == whole[name] {
				continue
			}
			trial(kind, name, altered.data(t, name))
		}
		for range 60 {
			name := whole.pick(random, anyFile)
			data, err := os.ReadFile(filepath.Join(dir, name))
			check(t, err)
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
			trial("a bit", name, data)
		}
	}
	if noticed < 250 || harmless > noticed/20 {
		t.Errorf("%d alterations noticed, %d without effect", noticed, harmless)
	}
	t.Logf("%d alterations noticed, %d without effect", noticed, harmless)
}
