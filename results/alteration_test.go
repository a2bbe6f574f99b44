package results

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// folder holds the files of a store by their paths in it, those that are packed
// unpacked.
type folder map[string]string

func readFolder(t *testing.T, dir string) folder {
	t.Helper()
	decoder, err := zstd.NewReader(nil)
	must(t, err)
	defer decoder.Close()
	files := folder(contents(t, dir))
	for name, text := range files {
		if strings.HasSuffix(name, ".zst") {
			plain, err := decoder.DecodeAll([]byte(text), nil)
			must(t, err)
			files[name] = string(plain)
		}
	}
	return files
}

// data returns the bytes of a file of a folder.
func (f folder) data(t *testing.T, name string) []byte {
	t.Helper()
	if !strings.HasSuffix(name, ".zst") {
		return []byte(f[name])
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	must(t, err)
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
	recordFiles = `^sample\.jsonl\.zst$|\.journal$`
	listFiles   = `\.zst$|\.journal$`
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
		name := f.pick(r, `^sample\.jsonl\.zst$`)
		theirs := strings.SplitAfter(foreign[foreign.pick(r, `^sample\.jsonl\.zst$`)], "\n")
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
	ended := strings.SplitAfter(f[name], "\n")
	f[name] = strings.Join(change(ended[:len(ended)-1]), "")
	return name
}

// TestAlterations alters a store by chance, complete and not, its files unpacked and
// packed: every alteration is noticed, with file and line and what to do, or changes
// nothing that is exported. Of a journal lines may be missing. That commands tell it is a
// test of cmd/drfvi.
func TestAlterations(t *testing.T) {
	e, records := sample()
	store := func(n int, change func(*Record)) string {
		dir := t.TempDir()
		s := open(t, dir)
		s.disk = hastyDisk{}
		must(t, s.PutExperiment(e))
		for _, r := range records[:n] {
			r.Values = maps.Clone(r.Values)
			change(&r)
			must(t, s.Put(r, timing(r)))
		}
		if n == len(records) {
			must(t, second(s.Merge(e.Name)))
		}
		return dir
	}
	as := func(*Record) {}
	foreign := readFolder(t, store(len(records), func(r *Record) { r.Values["bias"] = []float64{7} }))
	kinds := slices.Sorted(maps.Keys(alterations))
	noticed, harmless, fewer := 0, 0, 0
	complete, incomplete := store(len(records), as), store(len(records)/2, as)
	for _, dir := range []string{complete, incomplete} {
		whole := readFolder(t, dir)
		journaled := dir != complete
		export := func() (string, error) {
			s, err := Open(dir)
			if err == nil {
				err = s.Check()
			}
			if err != nil {
				return "", err
			}
			var b bytes.Buffer
			err = s.WriteCSV(&b, e.Name)
			return b.String(), err
		}
		exported, err := export()
		must(t, err)
		random := rand.New(rand.NewPCG(14, uint64(len(whole))))
		trial := func(kind, name string, data []byte) {
			path := filepath.Join(dir, name)
			good, err := os.ReadFile(path)
			must(t, err)
			if bytes.Equal(good, data) {
				return
			}
			must(t, os.WriteFile(path, data, 0o666))
			defer func() { must(t, os.WriteFile(path, good, 0o666)) }()
			now, err := export()
			if err == nil {
				if now == exported {
					harmless++
				} else if fewer++; !journaled || !strings.HasSuffix(name, journalSuffix) || !isPart(now, exported) {
					t.Errorf("%s in %s was not noticed, and the export is another", kind, name)
				}
				return
			}
			noticed++
			if place := regexp.MustCompile(regexp.QuoteMeta(path) + `(:\d+)?: .*(restore|remove) the file`); !place.MatchString(err.Error()) {
				t.Errorf("%s in %s: %v, expected file, line and what to do", kind, name, err)
			}
		}
		for i := range 20 * len(kinds) {
			kind := kinds[i%len(kinds)]
			if journaled && kind == "foreign line" {
				continue // there is no merged file
			}
			altered := maps.Clone(whole)
			if name := alterations[kind](random, altered, foreign); altered[name] != whole[name] {
				trial(kind, name, altered.data(t, name))
			}
		}
		for range 100 {
			name := whole.pick(random, anyFile)
			data, err := os.ReadFile(filepath.Join(dir, name))
			must(t, err)
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
			trial("a bit", name, data)
		}
	}
	if noticed < 400 || harmless > noticed/10 || fewer > noticed/5 {
		t.Errorf("%d alterations noticed, %d without effect, %d with fewer records", noticed, harmless, fewer)
	}
	t.Logf("%d alterations noticed, %d without effect, %d with fewer records", noticed, harmless, fewer)
}

// isPart reports whether each line of a text is one of another. The head has other columns where no
// line follows it.
func isPart(text, whole string) bool {
	if strings.Count(text, "\n") == 1 {
		return true
	}
	for line := range strings.Lines(text) {
		if !strings.Contains("\n"+whole, "\n"+line) {
			return false
		}
	}
	return true
}
