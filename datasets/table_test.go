package datasets

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// parse reads a table that has no faults.
func parse(t *testing.T, text string) *Table {
	t.Helper()
	table, err := Parse(strings.NewReader(text), "t.csv", refuse)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestSplit(t *testing.T) {
	table := parse(t, "lat,y1,colour,sex,lon,y2\n1,10,red,m,5,1\n2,20,blue,f,6,2\n3,30,green,m,7,3\n4,40,red,m,8,4\n")
	p, err := table.Split([]string{"y2", "y1"}, []string{"place = lat, lon"})
	if err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(4, 6, []float64{
		1, 0, 0, 1, 1, 5,
		2, 1, 0, 0, 0, 6,
		3, 0, 1, 0, 1, 7,
		4, 0, 0, 1, 1, 8,
	})
	if !mat.Equal(p.X, x) {
		t.Errorf("X = %v", mat.Formatted(p.X))
	}
	if want := []string{"lat", "colour=blue", "colour=green", "colour=red", "sex=m", "lon"}; !slices.Equal(p.XNames, want) {
		t.Errorf("columns of X %q, want %q", p.XNames, want)
	}
	if y := mat.NewDense(4, 2, []float64{1, 10, 2, 20, 3, 30, 4, 40}); !mat.Equal(p.Y, y) || !slices.Equal(p.YNames, []string{"y2", "y1"}) {
		t.Errorf("Y = %v named %q", mat.Formatted(p.Y), p.YNames)
	}
	want := []Variable{{"place", []int{0, 5}}, {"colour", []int{1, 2, 3}}, {"sex", []int{4}}}
	if !reflect.DeepEqual(p.Variables, want) {
		t.Errorf("variables %v, want %v", p.Variables, want)
	}
	if want := [][]int{{0, 5}, {1, 2, 3}, {4}}; !reflect.DeepEqual(p.Groups(), want) {
		t.Errorf("groups %v, want %v", p.Groups(), want)
	}
	p, err = table.Split([]string{"y1", "y2"}, []string{"all=colour,lat,sex,lon"})
	if err != nil {
		t.Fatal(err)
	}
	if want := []Variable{{"all", []int{0, 1, 2, 3, 4, 5}}}; !reflect.DeepEqual(p.Variables, want) {
		t.Errorf("variables %v, want %v", p.Variables, want)
	}
}

func TestSplitNumericOnly(t *testing.T) {
	p, err := parse(t, "a,b,y\n1,2,3\n4,5,6\n").Split([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p.Groups() != nil {
		t.Errorf("groups %v, want nil for single columns", p.Groups())
	}
	if len(p.Warnings) != 0 {
		t.Errorf("warnings %q, want none", inWords(p.Warnings))
	}
}

// Row numbers, also where rows are left out, are warned of; measurements that
// happen to ascend, and codes that do not, are not.
func TestSplitWarnsOfRowNumbers(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,gap,half,wide,code,y\n")
	for i := range 2 * countedRows {
		if i == 3 {
			continue
		}
		fmt.Fprintf(&b, "%d,%d,%g,%d,%d,%d\n", i+1, i-7, float64(i)/2, 5*i, i%7, i*i)
	}
	p, err := parse(t, b.String()).Split([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`t.csv: input "id" counts up from row to row (1, 2, 3, …); leave it out with exclude=id if it only numbers the rows`,
		`t.csv: input "gap" counts up from row to row (-7, -6, -5, …); leave it out with exclude=gap if it only numbers the rows`,
	}
	if !slices.Equal(inWords(p.Warnings), want) {
		t.Errorf("warnings %q, want %q", inWords(p.Warnings), want)
	}
}

// TestSplitWarnsOfManyConstantColumns warns of an empty column, and of many constant ones in a sentence.
func TestSplitWarnsOfManyConstantColumns(t *testing.T) {
	table, err := Parse(strings.NewReader("a,b,c,d,e,y,p,q,r,s\n1,7,,0,2,3,0,0,0,0\n4,7,,0,2,6,0,0,0,0\n"), "t.csv", Options{Missing: MissingKeep})
	if err != nil {
		t.Fatal(err)
	}
	p, err := table.SplitLevels([]string{"y", "p", "q", "r", "s"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{
		"t.csv: 4 targets are the same in every row (p, q, r, s)",
		"t.csv: 4 inputs are the same in every row (b, c, d, e): their importance cannot be told",
	}; !slices.Equal(inWords(p.Warnings), want) {
		t.Errorf("warnings %q, want %q", inWords(p.Warnings), want)
	}
	if p, err = table.SplitLevels([]string{"y", "b", "d", "e", "p", "q", "r", "s"}, nil); err != nil {
		t.Fatal(err)
	}
	if want := `t.csv: input "c" has no values: its importance cannot be told`; !slices.Contains(inWords(p.Warnings), want) || len(p.Varying().Variables) != 1 {
		t.Errorf("warnings %q, expected %s; %v vary", inWords(p.Warnings), want, p.Varying().Variables)
	}
}

func TestSplitWarnsOfConstantColumns(t *testing.T) {
	table := parse(t, "a,b,unit,y,z\n1,7,cm,3,0\n4,7,cm,6,0\n2,7,cm,1,0\n")
	p, err := table.Split([]string{"y", "z"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`t.csv: target "z" is 0 in every row`,
		`t.csv: 2 inputs are the same in every row (b, unit): their importance cannot be told`,
	}
	if !slices.Equal(inWords(p.Warnings), want) {
		t.Errorf("warnings %q, want %q", inWords(p.Warnings), want)
	}
	if !slices.Equal(p.XNames, []string{"a", "b"}) || len(p.Variables) != 2 {
		t.Errorf("columns of X %q, variables %v, want a and b", p.XNames, p.Variables)
	}
}

func TestSplitErrors(t *testing.T) {
	table := parse(t, "age,height,colour,y,flat\n1,2,red,3,5\n4,5,blue,6,5\n7,8,red,9,5\n")
	wide := "y"
	for i := range 30 {
		wide += fmt.Sprintf(",column%d", i)
	}
	wide += "\n" + strings.Repeat("1,", 30) + "1\n"
	for name, test := range map[string]struct {
		table   *Table
		targets []string
		groups  []string
		want    string
	}{
		"no target":               {table, nil, nil, `t.csv: no targets given, expected the names of the response columns`},
		"unknown":                 {table, []string{"heigth"}, nil, `t.csv: unknown target "heigth", did you mean "height"? (one of: age, height, colour, y, flat)`},
		"unknown of many":         {parse(t, wide), []string{"colum7"}, nil, `t.csv: unknown target "colum7", did you mean "column7"? (the nearest of 31: column7, column0, column1, column2, column3, column4; drfvi describe lists all)`},
		"twice":                   {table, []string{"y", "y"}, nil, `t.csv: target "y" is given twice, expected distinct targets`},
		"same text":               {parse(t, "y,unit\n1,cm\n3,cm\n"), []string{"unit"}, nil, `t.csv: target "unit" is cm in every row, expected responses that vary`},
		"constant":                {table, []string{"flat"}, nil, `t.csv: target "flat" is 5 in every row, expected responses that vary`},
		"no inputs":               {parse(t, "y,z\n1,2\n3,4\n"), []string{"z", "y"}, nil, `t.csv: all 2 columns are targets, expected at least one input besides them`},
		"constant text":           {parse(t, "y,unit\n1,cm\n3,cm\n"), []string{"y"}, nil, `t.csv: every input is text that is the same in all rows, expected inputs that vary`},
		"group named as a target": {table, []string{"y"}, []string{"y=age"}, `t.csv: group "y" has the name of a column that is not in it, expected another name`},
		"group of target":         {table, []string{"y"}, []string{"g=age,y"}, `t.csv: group "g": unknown input column "y" (one of: age, height, colour, flat)`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := test.table.Split(test.targets, test.groups)
			wantError(t, err, test.want)
		})
	}
}

func TestSplitRefusesHugeInputs(t *testing.T) {
	levels := make([]string, maxUsed)
	table := &Table{Origin: "t.csv", Rows: 1 << 20, Columns: []Column{{Name: "y", Kind: Number, Values: []float64{1, 2}}}}
	for i := range 6 {
		table.Columns = append(table.Columns, Column{Name: fmt.Sprint("c", i), Kind: Text, Levels: levels, Codes: make([]int32, 1)})
	}
	table.Columns[0].Values = make([]float64, 1<<20)
	table.Columns[0].Values[0] = 1
	_, err := table.Split([]string{"y"}, nil)
	wantError(t, err, `t.csv: the inputs need 1258291200 numbers once text columns are indicator columns, expected at most 1073741824: leave out text columns with many categories (exclude)`)
	table.Columns[2].Levels = make([]string, maxUsed+1)
	_, err = table.Split([]string{"y"}, nil)
	wantError(t, err, `t.csv: column "c1" has 201 categories, expected at most 200: merge the rare ones, or leave the column out with exclude=c1`)
}

// TestSplitCategoricalTargets puts levels at the median distance of the numbers.
func TestSplitCategoricalTargets(t *testing.T) {
	table := parse(t, "x,kind,y,sex,unit\n1,red,2,f,cm\n4,blue,5,m,cm\n7,green,8,m,cm\n3,red,2,m,cm\n")
	p, err := table.Split([]string{"kind", "y", "sex", "unit"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if names := []string{"kind=blue", "kind=green", "kind=red", "y", "sex=m", "unit=cm"}; !slices.Equal(p.YNames, names) {
		t.Errorf("responses %q, want %q", p.YNames, names)
	}
	if warnings := []string{`t.csv: target "unit" is cm in every row`}; !slices.Equal(inWords(p.Warnings), warnings) {
		t.Errorf("warnings %q, want %q", inWords(p.Warnings), warnings)
	}
	distance := func(columns ...int) float64 {
		sum := 0.0
		for _, k := range columns {
			sum += math.Pow(p.Y.At(0, k)-p.Y.At(1, k), 2)
		}
		return math.Sqrt(sum)
	}
	if kind, sex := distance(0, 1, 2), distance(4); math.Abs(kind-3) > 1e-15 || sex != 3 {
		t.Errorf("levels at distance %v and %v, want 3", kind, sex)
	}
	alone, err := table.Split([]string{"sex"}, nil)
	if err != nil || !slices.Equal(alone.Y.RawMatrix().Data, []float64{0, 1, 1, 1}) {
		t.Errorf("two levels alone are %v, error %v", alone.Y, err)
	}
}

func TestParseGroups(t *testing.T) {
	names := []string{"lat", "lon", "a, b", "c"}
	got, err := ParseGroups([]string{"place=lat,lon", ` ab = "a, b", c`}, names)
	if err != nil {
		t.Fatal(err)
	}
	if want := []Variable{{"place", []int{0, 1}}, {"ab", []int{2, 3}}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for name, test := range map[string]struct {
		groups []string
		want   string
	}{
		"no name":       {[]string{"=lat"}, `group "=lat", expected a name and columns, like place=latitude,longitude`},
		"no columns":    {[]string{"place="}, `group "place=", expected a name and columns, like place=latitude,longitude`},
		"no equals":     {[]string{"lat,lon"}, `group "lat,lon", expected a name and columns, like place=latitude,longitude`},
		"unknown":       {[]string{"g=lat,lom"}, `group "g": unknown input column "lom", did you mean "lon"? (one of: lat, lon, a, b, c)`},
		"overlap":       {[]string{"g=lat,lon", "h=c,lat"}, `group "h": column "lat" is already in group "g", expected groups without common columns`},
		"repeated":      {[]string{"g=lat,lat"}, `group "g": column "lat" is already in group "g", expected groups without common columns`},
		"same name":     {[]string{"g=lat", "g=lon"}, `group "g" is given twice, expected distinct names`},
		"column's name": {[]string{"c=lat,lon"}, `group "c" has the name of a column that is not in it, expected another name`},
		"open quote":    {[]string{`g="lat`}, `group "g": cannot read its columns "\"lat", expected names separated by commas: a quotation mark is left open`},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := ParseGroups(test.groups, names)
			wantError(t, err, test.want)
		})
	}
}

// TestNumberedRows: columns that number the rows in another order are warned of, measurements in integers are not.
func TestNumberedRows(t *testing.T) {
	warnings := func(number func(row int) int) string {
		var b strings.Builder
		b.WriteString("id,x,y\n")
		for i := range 40 {
			fmt.Fprintf(&b, "%d,%d,%d\n", number(i), i*i%7, i%5)
		}
		p, err := parse(t, b.String()).Split([]string{"y"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(inWords(p.Warnings), "\n")
	}
	if got := warnings(func(i int) int { return i * 7 % 41 }); !strings.Contains(got, `input "id" has a different integer in every row`) {
		t.Errorf("warnings %q", got)
	}
	for _, number := range []func(int) int{func(i int) int { return i * 1000 % 4001 }, func(i int) int { return i * 7 % 20 }} {
		if got := warnings(number); strings.Contains(got, "different integer") {
			t.Errorf("warnings %q", got)
		}
	}
}

// TestClusters numbers the values of columns of numbers and of categories.
func TestClusters(t *testing.T) {
	const file = "school,class,y\n30,b,1\n10,a,2\n30,b,3\n20,a,4\n"
	table, err := Parse(strings.NewReader(file), "pupils.csv", Options{Missing: MissingRefuse})
	if err != nil {
		t.Fatal(err)
	}
	for j, want := range [][]int32{{0, 1, 0, 2}, {0, 1, 0, 1}} {
		if got, err := table.Columns[j].Clusters(); err != nil || !slices.Equal(got, want) {
			t.Errorf("clusters of column %q are %v (%v), want %v", table.Columns[j].Name, got, err, want)
		}
	}
	for _, c := range []Column{
		{Name: "school", Kind: Number, Values: []float64{1, math.NaN()}},
		{Name: "school", Kind: Text, Codes: []int32{0, -1}, Levels: []string{"a"}},
	} {
		_, err := c.Clusters()
		wantError(t, err, `column "school" lacks the value of row 2 of the data, expected the cluster of every row`)
	}
}
