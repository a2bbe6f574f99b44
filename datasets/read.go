package datasets

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"drfvi/datasets/internal/parquet"
	"drfvi/internal/mention"
	"drfvi/internal/nearest"
)

// Read reads the table in the file at path, or in the folder of Parquet files: their rows, in
// the order of the files' paths, and a column for each key of folders that are named
// key=value. Options.Folder says which rows are read, and Table.Folder how many. See Parse.
func Read(path string, o Options) (*Table, error) {
	file, err := os.Open(path)
	if err != nil {
		if guess := near(path); guess != "" && errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%w, did you mean %s?", err, guess)
		}
		return nil, err
	}
	defer file.Close()
	return unchanged(file, func() (*Table, error) {
		if info, err := file.Stat(); err != nil || !info.IsDir() {
			o.isFile = true
			return Parse(file, path, o)
		}
		if err := cmp.Or(o.validate(), o.noObject(path)); err != nil {
			return nil, err
		}
		return readFolder(path, o)
	})
}

// unchanged returns what is read of a file, or an error if it was written to meanwhile: of a table
// that is half the old and half the new one nothing holds, nor is a fault in it one of the table.
func unchanged(file *os.File, read func() (*Table, error)) (*Table, error) {
	before, fault := file.Stat()
	table, err := read()
	if fault != nil || !before.Mode().IsRegular() {
		return table, err
	}
	if fault := changed(file, before); fault != nil {
		return nil, fmt.Errorf("%s: %w", file.Name(), fault)
	}
	return table, err
}

// changed returns an error if a file is not as it was before.
func changed(file *os.File, before fs.FileInfo) error {
	if after, err := file.Stat(); err == nil &&
		(after.Size() != before.Size() || !after.ModTime().Equal(before.ModTime())) {
		return fmt.Errorf("the file was written to while it was read (%d bytes before, %d after), expected one "+
			"that stays as it is: wait for its writer, or read a copy", before.Size(), after.Size())
	}
	return nil
}

// tableName is what names of tables end in, for the most part.
var tableName = regexp.MustCompile(`(?i)\.(csv|tsv|txt|tab|dat|arff|parquet|rds|rda|rdata)(\.gz|\.zst|\.bz2)?$`)

// near returns a file in the folder of a path that does not exist: the one whose name without
// extension is the nearest; "" if none is near. Of several it is the one with the nearest
// extension, of tables if there are any.
func near(path string) string {
	stem := func(path string) string { return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) }
	files, _ := os.ReadDir(filepath.Dir(path)) // an unreadable folder offers nothing
	files = slices.DeleteFunc(files, fs.DirEntry.IsDir)
	stems := nearest.Words(files, func(file fs.DirEntry) string { return stem(file.Name()) })
	name := nearest.Of(stem(path), stems)
	if name == "" {
		return ""
	}
	files = slices.DeleteFunc(files, func(file fs.DirEntry) bool { return stem(file.Name()) != name })
	names := nearest.Words(files, fs.DirEntry.Name)
	if tables := slices.DeleteFunc(
		slices.Clone(names), func(name string) bool { return !tableName.MatchString(name) },
	); len(tables) > 0 {
		names = tables
	}
	return filepath.Join(filepath.Dir(path), cmp.Or(nearest.Of(filepath.Base(path), names), names[0]))
}

// peeked is how far the content is looked at to recognise it.
const peeked = 64 << 10

// formats are those that are read.
const formats = "a text table, ARFF, Parquet, .RData or .rds"

// foreign are formats that are recognised but not read, by how they begin and by what they hold.
var foreign = []struct{ magic, holds, what, advice string }{
	{
		"PK\x03", "mimetypeapplication/vnd.oasis.opendocument.spreadsheet", "a spreadsheet of LibreOffice (.ods)",
		exportSheet,
	},
	{"PK\x03", "[Content_Types].xml", "a spreadsheet of Excel (.xlsx)", exportSheet},
	{"PK\x03", "xl/", "a spreadsheet of Excel (.xlsx)", exportSheet},
	{"PK\x03", "", "a zip archive", "unpack it first"},
	{"\xd0\xcf\x11\xe0", "", "a spreadsheet of the old kind (.xls)", exportSheet},
	{"ARROW1", "", "an Arrow or Feather file", saveAgain},
	{"FEA1", "", "a Feather file", saveAgain},
	{"ORC", "\x00", "an ORC file", saveAgain},
	{"Obj\x01", "", "an Avro file", saveAgain},
	{"$FL", "", "an SPSS file", saveCSV},
	{"ASCII SPSS PORT", "", "an SPSS file", saveCSV},
	{"<stata_dta>", "", "a Stata file", saveCSV},
	{"r\x01\x01\x00", "", "a Stata file", saveCSV},
	{"r\x02\x01\x00", "", "a Stata file", saveCSV},
	{"s\x01\x01\x00", "", "a Stata file", saveCSV},
	{"s\x02\x01\x00", "", "a Stata file", saveCSV},
	{"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc2\xea\x81\x60", "", "a SAS file", exportSAS},
	{"HEADER RECORD*******", "", "a SAS transport file", exportSAS},
	{"\x89HDF", "", "an HDF5 file", saveAgain},
	{"MATLAB 5.0", "", "a MATLAB file", `in MATLAB, writetable(T, "table.csv")`},
	{"\x93NUMPY", "", "a NumPy array", saveCSV},
	{"\x80\x04\x95", "", "a Python pickle", `in Python, table.to_csv("table.csv", index=False)`},
	{"\x80\x05\x95", "", "a Python pickle", `in Python, table.to_csv("table.csv", index=False)`},
	{"SQLite format 3", "", "an SQLite database", saveCSV},
	{"%PDF", "", "a PDF document", saveCSV},
	{"{\"", "\":", "JSON, or lines of it", saveAgain},
	{"{ ", "\":", "JSON, or lines of it", saveAgain},
	{"{\n", "\":", "JSON", saveAgain},
	{"{\r\n", "\":", "JSON", saveAgain},
	{"[{", "\":", "JSON", saveAgain},
	{"[\n", "\":", "JSON", saveAgain},
	{"[ {", "\":", "JSON", saveAgain},
	{"<?xml", "", "XML", saveCSV},
	{"<!DOCTYPE", "", "a page of the web", saveCSV},
	{"<html", "", "a page of the web", saveCSV},
	{
		"drfvi model ", "", "a model of drfvi",
		"it is no table; rows of one are predicted by it" + mention.Clause(" (%v)", mention.Model),
	},
}

// What to do with tables of other programs.
const (
	saveAgain = "save the table as Parquet or CSV"
	saveCSV   = "save the table as CSV"
	exportSAS = `in SAS, proc export data=NAME outfile="table.csv" dbms=csv; run;`
)

// workspaces are the ways in which R's files begin, those that are not read too.
var workspaces = []string{
	"RDX2\n", "RDX3\n", "RDA2\n", "RDA3\n", "RDB2\n", "RDB3\n", "X\n\x00\x00\x00", "A\n2\n", "A\n3\n",
	"B\n\x02\x00", "B\n\x03\x00",
}

// exportSheet says how a spreadsheet becomes a table. Libraries that read them were tried and
// left (docs/dependencies.md).
const exportSheet = `in Excel save the sheet by File, Save As, "CSV UTF-8 (Comma delimited)"; ` +
	`in LibreOffice by File, Save a Copy, "Text CSV" with the character set Unicode (UTF-8); ` +
	`or run libreoffice --headless --convert-to csv FILE`

// Parse reads a table from r; name stands for the source in messages. The first bytes
// determine the format: an R workspace or object, Parquet, ARFF or, if it is nothing
// else, a text table. Each may be packed with gzip, zstd or bzip2.
func Parse(r io.Reader, name string, o Options) (*Table, error) {
	if err := o.validate(); err != nil {
		return nil, err
	}
	b, err := unpacking(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	start, err := b.Peek(peeked)
	if len(start) == 0 && err != io.EOF {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	has := func(magic string) bool {
		return bytes.HasPrefix(bytes.TrimPrefix(start, []byte("\ufeff")), []byte(magic))
	}
	for _, f := range foreign {
		if has(f.magic) && bytes.Contains(start, []byte(f.holds)) {
			return nil, mention.Errorf("%s: the file is %s, expected %s: %s", name, f.what, formats, f.advice)
		}
	}
	workspace := slices.ContainsFunc(workspaces, has)
	// not a column of that name
	isParquet := has(parquet.Magic) && !(len(start) > 4 && strings.ContainsRune(",;\t| \"\r\n", rune(start[4])))
	relation := isARFF(string(start))
	if err = nil; !workspace {
		err = o.noObject(name)
	}
	if workspace || isParquet || relation {
		err = cmp.Or(err, o.noLines(name))
	}
	switch {
	case err != nil:
		return nil, err
	case workspace:
		return parseRdata(b, name, o)
	case isParquet:
		return parseParquet(b, r, name, o)
	case relation:
		return parseARFF(b, name, o)
	}
	return parseCSV(b, name, o)
}

// noObject returns an error if an object is asked for of a file that has none. For the table that
// another one is read like, the choice was not made.
func (o Options) noObject(name string) error {
	if o.Object == "" || o.Inputs != nil {
		return nil
	}
	return fmt.Errorf("%s: %w", name, NameError{mention.Errorf("object %q is asked for, and only R "+
		"workspaces have objects: leave %v out", o.Object, mention.Object)})
}

// noLines returns an error if lines of a text table are chosen in another table.
func (o Options) noLines(name string) error {
	if o.SkipFirst == 0 && o.SkipLast == 0 || o.Inputs != nil {
		return nil
	}
	return NameError{mention.Errorf("%s: %v and %v are for lines of text tables, and this is none: leave them out",
		name, mention.SkipFirst, mention.SkipLast)}
}

// isARFF reports whether the first line that is not a comment declares a
// relation.
func isARFF(start string) bool {
	for line := range strings.Lines(strings.TrimPrefix(start, "\ufeff")) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '%' {
			const relation = "@relation"
			return len(line) >= len(relation) && strings.EqualFold(line[:len(relation)], relation)
		}
	}
	return false
}
