package datasets

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Drawing says which rows of a folder are read, and how.
//
// A row is drawn if a hash of seed, file (its path within the folder) and place in the file is
// below the share of Rows in all rows, each independently of all others. Whoever reads the
// folder, in whichever order, thus draws the same rows; with more Rows, these and others.
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

// readFolder reads a folder of Parquet files as one table: their rows in the order of the files' paths, their
// columns in the order of the first file, and a column for each key of folders named key=value, as Hive
// partitions are.
func readFolder(path string, o Options) (*Table, error) {
	f, err := openFolder(path, o)
	if err != nil {
		return nil, err
	}
	return f.table()
}

// openFolder lists the files and reads their metadata.
func openFolder(path string, o Options) (*parquetParser, error) {
	if o.Folder.Context == nil {
		o.Folder.Context = context.Background()
	}
	f := &parquetParser{path: path, o: o, folder: true}
	if err := f.list(); err != nil {
		return nil, err
	}
	return f, f.prepare()
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
			return fmt.Errorf("%s: the folder is a %s table, whose files hold rows that were deleted later, expected Parquet files alone: write the table out with the program that keeps it", f.path, format)
		}
		hidden := name[0] == '.' || name[0] == '_' && !strings.Contains(name, "=")
		if d.IsDir() && hidden {
			return filepath.SkipDir
		}
		if d.IsDir() || hidden {
			return nil
		}
		if info, err := os.Stat(path); err != nil {
			return err
		} else if !info.Mode().IsRegular() {
			return fmt.Errorf("%s: is no file, expected Parquet files and folders of them, links to files among them", path)
		}
		within, err := filepath.Rel(root, path)
		f.parts = append(f.parts, part{name: filepath.ToSlash(within)})
		return err
	})
	if err != nil {
		return err
	}
	if len(f.parts) == 0 {
		return fmt.Errorf("%s: the folder holds no files, expected Parquet files (those whose names begin with . or _ do not count)", f.path)
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
				return fmt.Errorf("%s: two folders around the file give %q a value, expected one", f.at(p), key)
			}
			keys, p.values = append(keys, key), append(p.values, unescaped(value))
		}
		if i == 0 {
			f.keys = keys
		}
		if !slices.Equal(keys, f.keys) {
			return fmt.Errorf("%s: the folders around the file give values to %s, expected %s as around %s", f.at(p), cmp.Or(few(keys, 10), "no column"), cmp.Or(few(f.keys, 10), "no column"), f.parts[0].name)
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
