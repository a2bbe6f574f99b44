package datasets

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// whole is a table of n rows: numbers and texts with missing values, truth values, days.
func whole(n int) []stored {
	x, k, b, f, d, y := make([]float64, n), make([]int64, n), make([]bool, n), make([]string, n), make([]day, n), make([]float64, n)
	for i := range n {
		x[i], k[i], b[i], d[i], y[i] = float64(i)/3, int64(i*i%17), i%3 == 0, day(19000+i), float64(i*7%23)
		f[i] = []string{"mid", "low", "high", absentText}[i*5%11%4]
		if i%10 == 4 {
			x[i] = math.NaN()
		}
	}
	return []stored{{"x", x}, {"k", k}, {"b", b}, {"f", f}, {"d", d}, {"y", y}}
}

// rowsOf are some rows of a table.
func rowsOf(columns []stored, first, last int) []stored {
	part := slices.Clone(columns)
	for j, c := range columns {
		part[j].values = reflect.ValueOf(c.values).Slice(first, last).Interface()
	}
	return part
}

// storeFolder writes a table into files of a folder that begin at the given rows.
func storeFolder(t *testing.T, columns []stored, starts ...int) string {
	folder := t.TempDir()
	for i, first := range starts {
		last := columns[0].length()
		if i+1 < len(starts) {
			last = starts[i+1]
		}
		storeParquet(t, filepath.Join(folder, fmt.Sprintf("part-%03d.parquet", i)), 7, rowsOf(columns, first, last)...)
	}
	return folder
}

var keepDates = Options{Missing: MissingKeep, Dates: []string{"d"}}

func mustRead(t *testing.T, path string, o Options) *Table {
	t.Helper()
	table, err := Read(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// A folder that is read as a whole is the table of all its rows in one file.
func TestFolderIsOneFile(t *testing.T) {
	columns := whole(100)
	file := filepath.Join(t.TempDir(), "table.parquet")
	storeParquet(t, file, 1000, columns...)
	folder := storeFolder(t, columns, 0, 13, 13, 60, 61)
	for _, o := range []Options{
		keepDates,
		{Missing: MissingDrop, Dates: []string{"d"}},
		{Missing: MissingDrop, Exclude: []string{"d", "x"}, Categorical: []string{"k"}, NA: []string{"3", "low"}},
		{Missing: MissingKeep, Exclude: []string{"d"}, Ordered: []string{"f=low,mid,high"}},
	} {
		for _, workers := range []int{0, 1, 8} {
			o.Folder = Drawing{Rows: 100, Workers: workers}
			want, got := mustRead(t, file, o), mustRead(t, folder, o)
			if want := (Folder{Files: 5, Rows: 100, Read: 100}); *got.Folder != want {
				t.Errorf("got %+v, want %+v", *got.Folder, want)
			}
			for i, w := range got.Warnings {
				got.Warnings[i] = errors.New(strings.Replace(strings.Replace(w.Error(), " of "+filepath.Join(folder, "part-000.parquet"), "", 1), folder, file, 1))
			}
			got.Origin, got.Folder = want.Origin, nil
			if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
				t.Errorf("%d workers: the folder is\n%+v, the file\n%+v", workers, got, want)
			}
		}
	}
	want, err := Describe(file, Options{Missing: MissingKeep})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Describe(folder, Options{Missing: MissingKeep})
	if err != nil {
		t.Fatal(err)
	}
	got.Origin, got.Folder = want.Origin, nil
	if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("the folder is described as\n%+v, the file as\n%+v", got, want)
	}
}

// drawnOf are the numbers of the rows that were drawn.
func drawnOf(t *testing.T, table *Table) []float64 {
	t.Helper()
	for _, c := range table.Columns {
		if c.Name == "id" {
			return c.Values
		}
	}
	t.Fatal("no column id")
	return nil
}

// The same rows are drawn whoever reads and whatever is read of them; those of a smaller
// sample are among those of a larger one, and each is as likely as any other.
func TestFolderDraws(t *testing.T) {
	const n, files = 20_000, 20
	ids, x := make([]int64, n), make([]float64, n)
	for i := range n {
		ids[i], x[i] = int64(i), math.Sqrt(float64(i))
	}
	var starts []int
	for k := range files {
		starts = append(starts, k*n/files)
	}
	folder := storeFolder(t, []stored{{"id", ids}, {"x", x}}, starts...)
	read := func(rows int, seed uint64, workers int, exclude ...string) []float64 {
		table := mustRead(t, folder, Options{Missing: MissingRefuse, Exclude: exclude, Folder: Drawing{Rows: rows, Seed: seed, Workers: workers}})
		if f := table.Folder; f.Files != files || f.Rows != n || f.Read != table.Rows {
			t.Errorf("got %+v of %d rows", f, table.Rows)
		}
		if len(exclude) == 0 {
			for i, id := range drawnOf(t, table) {
				if table.Columns[1].Values[i] != math.Sqrt(id) || rows < n && table.Numbers[i] != int(id)+1 {
					t.Fatalf("row %v has the value of another one", id)
				}
			}
		}
		return drawnOf(t, table)
	}
	two := read(2000, 1, 1)
	few := mustRead(t, folder, Options{Missing: MissingDrop, NA: []string{fmt.Sprint(two[0]), fmt.Sprint(two[2])}, Folder: Drawing{Rows: 2000, Seed: 1}})
	if few.Dropped != 2 || few.Numbers[0] != int(two[1])+1 || few.Numbers[1] != int(two[3])+1 {
		t.Errorf("%d rows dropped, then %v, of %v", few.Dropped, few.Numbers[:2], two[:4])
	}
	for _, workers := range []int{2, 16} {
		if !slices.Equal(read(2000, 1, workers), two) || !slices.Equal(read(2000, 1, workers, "x"), two) {
			t.Errorf("%d workers draw other rows", workers)
		}
	}
	five := read(5000, 1, 4)
	for _, id := range two {
		if _, also := slices.BinarySearch(five, id); !also {
			t.Fatalf("row %v is among 2000 and not among 5000", id)
		}
	}
	// Binomial, 4 standard deviations: of the number, of that in a file, and of that of the
	// rows that two seeds share, a tenth.
	within := func(what string, got int, n, p float64) {
		if sd := math.Sqrt(n * p * (1 - p)); math.Abs(float64(got)-n*p) > 4*sd {
			t.Errorf("%s: got %d rows, expected %.0f and at most %.0f beside it", what, got, n*p, 4*sd)
		}
	}
	within("2000", len(two), n, 0.1)
	within("5000", len(five), n, 0.25)
	perFile := make([]int, files)
	for _, id := range two {
		perFile[int(id)*files/n]++
	}
	for k, got := range perFile {
		within(fmt.Sprintf("file %d", k), got, n/files, 0.1)
	}
	shared := 0
	for _, id := range read(2000, 2, 4) {
		if _, also := slices.BinarySearch(two, id); also {
			shared++
		}
	}
	within("seeds", shared, float64(len(two)), 0.1)
}

// Folders named key=value are columns, at the end.
func TestFolderKeys(t *testing.T) {
	folder := t.TempDir()
	part := func(path string, x ...float64) {
		storeParquet(t, filepath.Join(folder, path), 7, stored{"x", x}, stored{"y", x})
	}
	part("plain/when=2024-01-02/rate=0.5/on=true/place=b%20c/part=01/a", 1, 2)
	part("when=2024-01-01/rate=2/on=f/place=__HIVE_DEFAULT_PARTITION__/part=2/_x=/a", 3)
	part("when=2024-01-01/rate=2/on=f/place=z/part=2/_x=/b.parquet", 4)
	part("when=2024-01-01/rate=2/on=f/place=z/part=2/_hidden/b.parquet", 5)
	part(".crc/b.parquet", 6)
	part(".a.crc", 7)
	part("_SUCCESS", 8)
	_, err := Read(folder, keepDates)
	wantError(t, err, filepath.Join(folder, "when=2024-01-01/rate=2/on=f/place=__HIVE_DEFAULT_PARTITION__/part=2/_x=/a")+`: the folders around the file give values to when, rate, on, place, part, _x, expected when, rate, on, place, part as around plain/when=2024-01-02/rate=0.5/on=true/place=b%20c/part=01/a`)
	if err := os.Rename(filepath.Join(folder, "plain/when=2024-01-02/rate=0.5/on=true/place=b%20c/part=01"), filepath.Join(folder, "part=01")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "plain/when=2024-01-02/rate=0.5/on=true/place=b%20c/part=01"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(folder, "part=01"), filepath.Join(folder, "plain/when=2024-01-02/rate=0.5/on=true/place=b%20c/part=01/_x=1")); err != nil {
		t.Fatal(err)
	}
	_, err = Read(folder, Options{Missing: MissingKeep})
	wantError(t, err, folder+`: column "when": found dates or times such as "2024-01-02", expected numbers or categories: date=when takes it as a number of days, or leave it out with exclude=when`)
	table := mustRead(t, folder, Options{Missing: MissingKeep, Dates: []string{"when"}})
	if got, want := summary(table), "4 x:number y:number when:date rate:number on:logical place:text(b c,z) part:integer _x:integer"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for name, want := range map[string]string{
		"x": "[1 2 3 4]", "when": "[19724 19724 19723 19723]", "rate": "[0.5 0.5 2 2]", "on": "[1 1 0 0]", "part": "[1 1 2 2]", "_x": "[1 1 NaN NaN]",
	} {
		at := slices.IndexFunc(table.Columns, func(c Column) bool { return c.Name == name })
		if got := fmt.Sprint(table.Columns[at].Values); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
	if got := fmt.Sprint(table.Columns[5].Codes); got != "[0 0 -1 1]" {
		t.Errorf("places are %s", got)
	}
}

// What DuckDB writes.
func TestFolderOfDuckDB(t *testing.T) {
	table := mustRead(t, filepath.Join(tables, "hive_duckdb"), Options{Missing: MissingKeep})
	if got, want := summary(table), "300 x:number k:integer f:text(high,low,mid) y:number region:text(north,south & west) year:integer"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	for row := range table.Rows { // as make.mjs has it
		i := int(table.Columns[0].Values[row] * 2)
		region := "missing"
		if code := table.Columns[4].Codes[row]; code >= 0 {
			region = table.Columns[4].Levels[code]
		}
		if want := []string{"north", "south & west", "missing"}[i%3]; region != want || table.Columns[5].Values[row] != float64(2019+i%2) || table.Columns[1].Values[row] != float64(i%7) {
			t.Errorf("row %d: got %s, %v, want %s", i, region, table.Columns[5].Values[row], want)
		}
	}
}

// What is not a table is refused: file, column, what was found and what is expected.
func TestFolderRefused(t *testing.T) {
	x, text := stored{"x", []float64{1, 2, 3}}, stored{"x", []string{"a", "b", "a"}}
	y := stored{"y", []float64{4, 5, 9}}
	for name, test := range map[string]struct {
		files map[string][]stored
		other map[string]string // files of another kind
		o     Options
		want  string // DIR stands for the folder
	}{
		"empty":      {other: map[string]string{"_SUCCESS": "", ".a.parquet.crc": "crc"}, want: "DIR: the folder holds no files, expected Parquet files (those whose names begin with . or _ do not count)"},
		"no rows":    {files: map[string][]stored{"a.parquet": {{"x", []float64{}}}}, want: "DIR: none of the 0 rows in 1 file is read, expected some"},
		"none drawn": {files: map[string][]stored{"a.parquet": {x, y}}, o: Options{Folder: Drawing{Rows: 1, Seed: 3}}, want: "DIR: none of the 3 rows in 1 file is read, expected some"},
		"another": {files: map[string][]stored{"a.parquet": {x, y}}, other: map[string]string{"notes.txt": "x and y are lengths"},
			want: `DIR/notes.txt: the file does not begin with "PAR1": this is not a Parquet file; expected Parquet files alone in a folder that is a table: move this one, or name a single file (names that begin with . or _ do not count)`},
		"cut":      {other: map[string]string{"a.parquet": "PAR1 and then not much"}, want: `DIR/a.parquet: the file does not end with "PAR1": it is cut off`},
		"types":    {files: map[string][]stored{"a.parquet": {x, y}, "b.parquet": {text, y}}, want: `DIR/b.parquet: column "x" holds text, expected number as in a.parquet: write the files with one type, or leave the column out with exclude`},
		"lacks":    {files: map[string][]stored{"a.parquet": {x, y}, "b.parquet": {y}}, want: `DIR/b.parquet: the file has no column "x", which a.parquet has, expected the same columns in all files: write them so, or leave it out with exclude`},
		"more":     {files: map[string][]stored{"a.parquet": {y}, "b.parquet": {x, y}}, want: `DIR/a.parquet: the file has no column "x", which b.parquet has, expected the same columns in all files: write them so, or leave it out with exclude`},
		"deltalog": {files: map[string][]stored{"a.parquet": {x, y}}, other: map[string]string{"_delta_log/0.json": "{}"}, want: "DIR: the folder is a Delta Lake table, whose files hold rows that were deleted later, expected Parquet files alone: write the table out with the program that keeps it"},
		"twice":    {files: map[string][]stored{"k=1/k=2/a.parquet": {x, y}}, want: `DIR/k=1/k=2/a.parquet: two folders around the file give "k" a value, expected one`},
		"depth":    {files: map[string][]stored{"a.parquet": {x, y}, "k=1/a.parquet": {x, y}}, want: `DIR/k=1/a.parquet: the folders around the file give values to k, expected no column as around a.parquet`},
		"missing": {files: map[string][]stored{"a.parquet": {x, y}, "b.parquet": {{"x", []float64{1, math.NaN()}}, {"y", []float64{1, 2}}}},
			want: `DIR/b.parquet: row 2, column "x": the value is missing; missing=drop would leave out 1 of 5 rows, missing=use would leave out only those that lack a target`},
		"infinite": {files: map[string][]stored{"a.parquet": {x, y}, "b.parquet": {{"x", []float64{1, math.Inf(1)}}, {"y", []float64{1, 2}}}},
			want: `DIR/b.parquet: row 2, column "x": found +Inf, expected a finite number`},
		"excluded": {files: map[string][]stored{"a.parquet": {x, y}}, o: Options{Exclude: []string{"z"}}, want: `DIR: unknown column to exclude "z" (one of: x, y)`},
		"targets":  {files: map[string][]stored{"a.parquet": {x, y}}, o: Options{Targets: []string{"z"}}, want: `DIR: unknown target "z" (one of: x, y)`},
		"dates":    {files: map[string][]stored{"a.parquet": {y, {"d", []day{1, 2, 3}}}}, want: `DIR: column "d": found dates or times such as "1970-01-02", expected numbers or categories: date=d takes it as a number of days, or leave it out with exclude=d`},
	} {
		folder := t.TempDir()
		for path, columns := range test.files {
			storeParquet(t, filepath.Join(folder, path), 7, columns...)
		}
		for path, text := range test.other {
			path = filepath.Join(folder, path)
			if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
				t.Fatal(err)
			}
		}
		test.o.Missing = MissingRefuse
		_, err := Read(folder, test.o)
		if want := strings.ReplaceAll(test.want, "DIR", folder); err == nil || err.Error() != want {
			t.Errorf("%s: got  %v\nwant %s", name, err, want)
		}
	}
	// A link to the folder itself is followed, one within it may lead around in a circle.
	folder := storeFolder(t, []stored{x, y}, 0)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(folder, link); err != nil {
		t.Fatal(err)
	}
	if table := mustRead(t, link, refuse); table.Rows != 3 || table.Origin != link {
		t.Errorf("%d rows of %s by a link", table.Rows, table.Origin)
	}
	if err := os.Symlink(folder, filepath.Join(folder, "again")); err != nil {
		t.Fatal(err)
	}
	_, err := Read(folder, refuse)
	wantError(t, err, folder+"/again: is no file, expected Parquet files and folders of them, links to files among them")
}

// What files may differ in: the order of columns, integers and others, columns that one
// has no values of, columns that are left out, and those that folders repeat.
func TestFolderDiffers(t *testing.T) {
	folder := t.TempDir()
	storeParquet(t, filepath.Join(folder, "k=1/a.parquet"), 7,
		stored{"f", []empty{{}, {}}}, stored{"x", []int64{1, 2}}, stored{"y", []float64{3, 4}}, stored{"no", []float64{1, 2}}, stored{"k", []int64{1, 1}}, stored{"__index_level_0__", []int64{0, 1}})
	storeParquet(t, filepath.Join(folder, "k=2/a.parquet"), 7,
		stored{"y", []float64{5, 6}}, stored{"f", []string{"b", "a"}}, stored{"no", []string{"1", "2"}}, stored{"x", []float64{0.5, 1.5}}, stored{"k", []int64{2, 2}}, stored{"only", []bool{true, true}})
	table := mustRead(t, folder, Options{Missing: MissingKeep, Exclude: []string{"no", "on*"}})
	if got, want := summary(table), "4 f:text(a,b) x:number y:number k:integer"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := fmt.Sprint(table.Columns[0].Codes, table.Columns[1].Values, table.Columns[2].Values, table.Columns[3].Values); got != "[-1 -1 1 0] [1 2 0.5 1.5] [3 4 5 6] [1 1 2 2]" {
		t.Errorf("got %s", got)
	}
	warnings := strings.Join(inWords(table.Warnings), "\n")
	for _, want := range []string{`column "k" is in the files and in the names of folders, which count`, `column "__index_level_0__" is the index that pandas writes, it is left out`} {
		if strings.Count(warnings, want) != 1 {
			t.Errorf("got the warnings %q, want %q", inWords(table.Warnings), want)
		}
	}
}

// Columns of files are joined by what they measure: times in one unit, and identifiers with all their
// digits, whichever way a file stores them.
func TestFolderJoins(t *testing.T) {
	folder := t.TempDir()
	const big = 3294537672700443176
	y := stored{"y", []float64{1, 2, 3}}
	storeParquet(t, filepath.Join(folder, "a"), 7, stored{"at", []milli{1500, 0, 86_399_999}}, stored{"id", []int64{big, big + 1, big}}, y)
	storeParquet(t, filepath.Join(folder, "b"), 7, stored{"at", []micro{1_500_000, 1, 86_399_999_000}}, stored{"id", []digits{5, big % 1_000_000_000_000_000_000, 0}}, y)
	storeParquet(t, filepath.Join(folder, "c"), 7, stored{"at", []micro{0, 0, 0}}, stored{"id", []float64{5, 0.5, 0}}, y)
	table := mustRead(t, folder, Options{Missing: MissingKeep, Identifiers: []string{"id"}})
	if got, want := summary(table), "9 at:time id:factor(0,0.5,294537672700443176,3294537672700443176,3294537672700443177,5) y:number"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := fmt.Sprint(table.Columns[0].Values), "[1.5 0 86399.999 1.5 1e-06 86399.999 0 0 0]"; got != want {
		t.Errorf("times %s, want %s", got, want)
	}
	clusters, err := table.Columns[1].Clusters()
	if got, want := fmt.Sprint(clusters, err), "[0 1 0 2 3 4 2 5 4] <nil>"; got != want {
		t.Errorf("clusters %s, want %s", got, want)
	}
	categories := mustRead(t, folder, Options{Missing: MissingKeep, Categorical: []string{"id"}})
	if got, want := strings.Join(categories.Columns[1].Levels, " "), "0 0.5 294537672700443176 3294537672700443176 3294537672700443177 5"; got != want {
		t.Errorf("categories %s, want %s", got, want)
	}
	declared := mustRead(t, folder, Options{Missing: MissingKeep, Schema: &Schema{Fields: []Field{{Name: "id", Type: StringField}}}})
	if got, want := strings.Join(declared.Columns[1].Levels, " "), "0 0.5 294537672700443176 3294537672700443176 3294537672700443177 5"; got != want {
		t.Errorf("declared categories %s, want %s", got, want)
	}
	storeParquet(t, filepath.Join(folder, "d"), 7, stored{"at", []int64{0, 0, 0}}, stored{"id", []float64{5, 0.5, 0}}, y)
	_, err = Read(folder, refuse)
	wantError(t, err, folder+`/d: column "at" holds integer, expected time as in a: write the files with one type, or leave the column out with exclude`)
}

// Only columns that are needed are read: others may be damaged.
func TestFolderReadsNeededColumns(t *testing.T) {
	folder := storeFolder(t, []stored{{"a", []float64{1, 2, 3}}, {"marked", []string{"damaged", "damaged", "c"}}, {"y", []float64{1, 2, 3}}}, 0)
	path := filepath.Join(folder, "part-000.parquet")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(data), "\x07\x00\x00\x00damaged")
	data[at] = 200 // the length of the text
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = Read(folder, refuse)
	wantError(t, err, path+`: column "marked": a page ends early: the file is damaged`)
	if table := mustRead(t, folder, Options{Missing: MissingRefuse, Exclude: []string{"marked"}}); summary(table) != "3 a:integer y:integer" && summary(table) != "3 a:number y:number" {
		t.Errorf("got %s", summary(table))
	}
}

// Memory is that of the drawn rows: a hundredth of them takes a small share.
func TestFolderMemory(t *testing.T) {
	const n = 400_000
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	folder := t.TempDir()
	for k := range 4 {
		storeParquet(t, filepath.Join(folder, fmt.Sprint(k)), 10_000, stored{"x", x}, stored{"y", x})
	}
	held := func(rows int) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if table := mustRead(t, folder, Options{Missing: MissingRefuse, Folder: Drawing{Rows: rows}}); table.Rows == 0 {
			t.Fatal("no rows")
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	// Pages are read one after the other, 16 bytes of a row, and 8 say which values are there; all
	// else is of the drawn rows.
	if part, all := held(16_000), held(0); part > 4*n*(16+8)*1.2 || all < 2*part {
		t.Errorf("1 %% of the rows allocate %.0f MB, all %.0f MB", part/1e6, all/1e6)
	}
}

// Reading shows how far it is, and ends when it is told to.
func TestFolderProgress(t *testing.T) {
	folder := storeFolder(t, whole(100), 0, 25, 50, 75)
	ctx, cancel := context.WithCancel(context.Background())
	shown := 0
	o := keepDates
	o.Folder = Drawing{Context: ctx, Progress: func(share float64) {
		if share < 0 || share > 1 {
			t.Errorf("%v is no share", share)
		}
		shown++
		if share == 0.5 {
			cancel()
		}
	}}
	_, err := Read(folder, o)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that of the context", err)
	}
	if shown != 2 {
		t.Errorf("shown %d times", shown)
	}
}
