package datasets

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"math/bits"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/mention"
	"drfvi/internal/rng"
)

// Drawing says which rows of a folder are read, and how.
//
// A row is drawn if a hash is below the share of Rows in all rows. The hash is of the seed, the
// file's path within the folder and the place in the file. Rows are drawn independently.
// Whoever reads the folder, in whichever order, thus draws the same rows; with more Rows, these
// and others.
type Drawing struct {
	Rows    int // expected number of drawn rows; 0, or no fewer than there are, for all
	Seed    uint64
	Workers int             // files that are read at the same time; 0 for one
	Context context.Context // ends reading early; nil for never
	// Progress, unless nil, is told the share of the rows that are read, one call at a time.
	Progress func(share float64)
}

// DrawnRows is the usual number of rows drawn from a folder. Forests of preset auto draw
// those of their trees from them: more would hardly differ.
const DrawnRows = 1_000_000

// Folder says what a table is of a folder.
type Folder struct {
	Files int
	Rows  int // of all files
	Read  int // drawn, those of the table and dropped ones; Rows if all are read
}

// readFolder reads a folder of Parquet files as one table. Its rows are in the order of the
// files' paths, its columns in the order of the first file. Each key of folders named
// key=value, as Hive partitions are, is a column too.
func readFolder(path string, o Options) (*Table, error) {
	f, err := openFolder(path, o)
	if err != nil {
		return nil, err
	}
	return f.table()
}

// openFolder lists the files, reads their metadata, makes one schema of theirs, and decides
// which rows are read.
func openFolder(path string, o Options) (*parquetParser, error) {
	if o.Folder.Context == nil {
		o.Folder.Context = context.Background()
	}
	f := &parquetParser{path: path, o: o, folder: true}
	if err := f.list(); err != nil {
		return nil, err
	}
	if err := f.forEachPart(f.parts, func(_ int, p *part) error { return f.open(p) }); err != nil {
		return nil, err
	}
	if err := f.join(); err != nil {
		return nil, err
	}
	return f, f.draw()
}

// unfinished are folders beside files that alone do not make a table: others say which rows
// of them still hold.
var unfinished = map[string]string{"_delta_log": "Delta Lake", ".hoodie": "Hudi"}

// list finds the files. Those whose names begin with . or _ are not part of a table, as
// _SUCCESS and .part.crc.
func (f *parquetParser) list() error {
	root, err := filepath.EvalSymlinks(f.path) // of the folder itself
	if err != nil {
		return err
	}
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || path == root {
			return err
		}
		name := d.Name()
		if format := unfinished[name]; format != "" {
			return fmt.Errorf("%s: the folder is a %s table, whose files hold rows that were deleted later, "+
				"expected Parquet files alone: write the table out with the program that keeps it", f.path, format)
		}
		hidden := name[0] == '.' || name[0] == '_' && !strings.Contains(name, "=")
		if d.IsDir() && hidden {
			return filepath.SkipDir
		}
		if d.IsDir() || hidden {
			return nil
		}
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: is no file, expected Parquet files and folders of them, links to files among them", path)
		}
		within, err := filepath.Rel(root, path)
		f.parts = append(f.parts, part{name: filepath.ToSlash(within), info: info})
		return err
	})
	if err != nil {
		return err
	}
	if len(f.parts) == 0 {
		return fmt.Errorf("%s: the folder holds no files, expected Parquet files (those whose names begin with "+
			". or _ do not count)", f.path)
	}
	slices.SortFunc(f.parts, func(a, b part) int { return strings.Compare(a.name, b.name) })
	for i := range f.parts {
		p := &f.parts[i]
		var keys []string
		folders := strings.Split(p.name, "/")
		for _, name := range folders[:len(folders)-1] {
			key, value, ok := strings.Cut(name, "=")
			if !ok || key == "" {
				continue
			}
			if key = unescaped(key); slices.Contains(keys, key) {
				return fmt.Errorf("%s: two folders around the file give %q a value, expected one", f.pathOf(p), key)
			}
			keys, p.values = append(keys, key), append(p.values, unescaped(value))
		}
		if i == 0 {
			f.keys = keys
		}
		if !slices.Equal(keys, f.keys) {
			return fmt.Errorf(
				"%s: the folders around the file give values to %s, expected %s as around %s", f.pathOf(p),
				cmp.Or(few(keys, 10), "no column"), cmp.Or(few(f.keys, 10), "no column"), f.parts[0].name,
			)
		}
	}
	return nil
}

// unescaped undoes the writing of signs as %3A in the names of folders.
func unescaped(name string) string {
	if plain, err := url.PathUnescape(name); err == nil {
		return plain
	}
	return name
}

// draw decides which rows are read.
func (f *parquetParser) draw() error {
	if wanted := f.o.Folder.Rows; 0 < wanted && wanted < f.rows {
		f.least, _ = bits.Div64(uint64(wanted), 0, uint64(f.rows))
	}
	rows := 0
	for i := range f.parts {
		p := &f.parts[i]
		if p.drawn = p.file.Rows; f.least > 0 {
			seed := rng.New(f.o.Folder.Seed).Named("folder").Named(p.name)
			p.picked = []int{}
			for row := range p.file.Rows {
				if uint64(seed.At(row)) < f.least {
					p.picked = append(p.picked, row)
				}
			}
			p.drawn = len(p.picked)
		}
		rows += p.drawn
	}
	columns := len(f.fields) + len(f.keys) - len(f.chosen.excluded)
	switch {
	case rows == 0:
		return fmt.Errorf(
			"%s: none of the %s in %s is read, expected some", f.path, format.Plural(f.rows, "row"),
			format.Plural(len(f.parts), "file"),
		)
	case rows > maxCells/columns:
		remedy := mention.Clause(
			"%v draws random rows, ", mention.Read.To(min(DrawnRows, maxCells/columns)),
		) + mention.Exclude.String() + " leaves columns out"
		if f.o.Inputs != nil { // all rows of a new table count
			remedy = "name its files one at a time"
		}
		return fmt.Errorf(
			"%s: %s of %s are more than %d numbers, expected at most so many: %s", f.path,
			format.Plural(rows, "row"), format.Plural(columns, "column"), maxCells, remedy,
		)
	}
	return nil
}

// numbers returns the numbers of rows in the folder, of those among the drawn ones; nil for
// all of these.
func (f *parquetParser) numbers(selected []int) []int {
	var drawn []int
	first := 1 // number of the file's first row
	for _, p := range f.parts {
		for _, row := range p.picked {
			drawn = append(drawn, first+row)
		}
		first += p.file.Rows
	}
	if selected == nil {
		return drawn
	}
	for k, number := range selected {
		selected[k] = drawn[number-1]
	}
	return selected
}

// place returns the file of a row of the table, and its place there.
func (f *parquetParser) place(row int) (string, int) {
	i := 0
	for ; row >= f.parts[i].drawn; i++ {
		row -= f.parts[i].drawn
	}
	p := &f.parts[i]
	if p.picked != nil {
		row = p.picked[row]
	}
	return f.pathOf(p), row
}
