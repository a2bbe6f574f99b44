package datasets

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/rng"
)

// TestUnitsCodes: inputs that say the same in other words are named, whether they are numbers, text or
// both; others are not: merged levels, groups of both, identifiers, missing values of one alone.
func TestUnitsCodes(t *testing.T) {
	const same = `"a" and "b" say the same in other words`
	for _, c := range []struct{ name, a, b, group, want string }{
		{"text and number", "x,y,z,x,z,y,x,y", "3,1,7,3,7,1,3,1", "", same},
		{"two numbers, not in order", "1,2,3,1,3,2,1,2", "5,-0,9,5,9,0,5,0", "", same},
		{"two values", "u,v,u,v,u,u,v,v", "0,1,0,1,0,0,1,1", "", same},
		{"missing together", "x,y,,x,,y,x,y", "3,1,,3,,1,3,1", "", same},
		{"one level stands for two", "x,y,z,x,z,y,x,y", "3,1,1,3,1,1,3,1", "", ""},
		{"missing in one", "x,y,z,x,z,y,x,y", "3,1,7,3,7,1,3,", "", ""},
		{"a different value in each row", "1,2,3,4,5,6,7,8", "8,3,4,2,1,9,7,0", "", ""},
		{"joined", "x,y,z,x,z,y,x,y", "3,1,7,3,7,1,3,1", "g=a,b", ""},
	} {
		a, b := strings.Split(c.a, ","), strings.Split(c.b, ",")
		text := "a,b,y\n"
		for i := range a {
			text += a[i] + "," + b[i] + "," + string(rune('1'+i)) + "\n"
		}
		table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingKeep})
		if err != nil {
			t.Fatal(c.name, err)
		}
		var groups []string
		if c.group != "" {
			groups = []string{c.group}
		}
		p, err := table.SplitLevels([]string{"y"}, groups)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if got := Units(p, nil, nil); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestUnitsCodesOfCopies: measurements do not become codes of each other where rows are repeated, but
// codes stay codes.
func TestUnitsCodesOfCopies(t *testing.T) {
	for _, c := range []struct {
		rows []string
		want bool
	}{
		{[]string{"1.5,8,2", "2.5,3,9", "3.5,4,1", "4.5,9,7", "5.5,1,3"}, false},
		{[]string{"1,8,2", "2,3,9", "1,8,1", "2,3,7", "2,3,3"}, true},
	} {
		text := "a,b,y\n" + strings.Repeat(strings.Join(c.rows, "\n")+"\n", 3)
		table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingRefuse})
		if err != nil {
			t.Fatal(err)
		}
		p, err := table.SplitLevels([]string{"y"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := Units(p, nil, nil); (got != "") != c.want {
			t.Errorf("%v three times: %q", c.rows, got)
		}
	}
}

// TestUnits: numeric inputs that tell the same units are named, with what may number these; with
// clusters of them nothing is said, nor of factors of a design, counts, or measurements.
func TestUnits(t *testing.T) {
	const sites, each = 12, 5
	random := rng.New(7).Named("units")
	draw := func(k, i int) float64 { return float64(random.At(1000*k+i)%100000) / 1e5 }
	type column func(i int) string
	number := func(k int) column { return func(i int) string { return fmt.Sprint(draw(k, i)) } }
	ofSite := func(k int) column { return func(i int) string { return fmt.Sprint(draw(k, i%sites)) } }
	rounded := func(k int) column { return func(i int) string { return fmt.Sprintf("%.1f", 3*draw(k, i%sites)) } }
	name := func(i int) string { return fmt.Sprint("P", i%sites) }
	count := func(i int) string { return fmt.Sprint(int(12 * draw(9, i))) }
	const units = `"lat", "lon" and "elevation" take the same 12 combinations of values in 60 rows`
	for _, c := range []struct {
		name     string
		columns  map[string]column
		clusters bool
		leftOut  []string
		want     string // what it begins with
		proposed string
	}{
		{"sites", map[string]column{"lat": ofSite(1), "lon": ofSite(2), "elevation": ofSite(3), "depth": number(4)}, false, []string{"profile"}, units, "--cluster profile, if that numbers them,"},
		{"no column", map[string]column{"lat": ofSite(1), "lon": ofSite(2), "elevation": ofSite(3), "depth": number(4)}, false, nil, units, "--cluster with a column that numbers them"},
		{"a name", map[string]column{"lat": ofSite(1), "lon": ofSite(2), "elevation": ofSite(3), "site": name}, false, nil, units, "--cluster site keeps"},
		{"ties", map[string]column{"lat": ofSite(1), "lon": rounded(2), "elevation": ofSite(3), "depth": number(4)}, false, nil, units, ""},
		{"clusters", map[string]column{"lat": ofSite(1), "lon": ofSite(2), "elevation": ofSite(3), "depth": number(4)}, true, nil, "", ""},
		{"measurements", map[string]column{"lat": number(1), "lon": number(2), "elevation": number(3), "depth": number(4)}, false, nil, "", ""},
		{"counts", map[string]column{"lat": count, "lon": number(2), "elevation": number(3), "depth": rounded(4)}, false, nil, "", ""},
	} {
		var b strings.Builder
		names := slices.DeleteFunc([]string{"lat", "lon", "elevation", "depth", "site"}, func(name string) bool { return c.columns[name] == nil })
		fmt.Fprintf(&b, "%s,y\n", strings.Join(names, ","))
		var clusters []int32
		for i := range sites * each {
			for _, name := range names {
				b.WriteString(c.columns[name](i) + ",")
			}
			fmt.Fprintf(&b, "%v\n", draw(8, i))
			if c.clusters {
				clusters = append(clusters, int32(i%sites))
			}
		}
		table, err := Parse(strings.NewReader(b.String()), "t.csv", Options{Missing: MissingRefuse})
		if err != nil {
			t.Fatal(err)
		}
		p, err := table.SplitLevels([]string{"y"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := Units(p, clusters, c.leftOut); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") || !strings.Contains(got, c.proposed) {
			t.Errorf("%s: got %q, want %q, %q", c.name, got, c.want, c.proposed)
		}
	}
}

// TestUnitsCodesOfClusters: inputs with a value of their own for each declared cluster are measurements of it.
func TestUnitsCodesOfClusters(t *testing.T) {
	var b strings.Builder
	b.WriteString("height,income,y\n")
	clusters := make([]int32, 120)
	for i := range clusters {
		clusters[i] = int32(i % 20)
		fmt.Fprintf(&b, "%d,%d,%d\n", 150+i%20*7%41, 900+i%20*13%97, i)
	}
	p, err := parse(t, b.String()).Split([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if Units(p, nil, nil) == "" || Units(p, clusters, nil) != "" {
		t.Errorf("without clusters %q, with clusters %q", Units(p, nil, nil), Units(p, clusters, nil))
	}
}
