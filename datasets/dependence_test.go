package datasets

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/rng"
)

// written is a table of n rows sorted by a column, "" for as they are.
func written(header string, n int, row func(i int) []any, by string) string {
	rows := make([][]any, n)
	for i := range rows {
		rows[i] = row(i)
	}
	if at := slices.Index(strings.Split(header, ","), by); at >= 0 {
		slices.SortStableFunc(rows, func(a, b []any) int { return cmp.Compare(a[at].(float64), b[at].(float64)) })
	}
	var text strings.Builder
	text.WriteString(header + "\n")
	for _, r := range rows {
		for j, v := range r {
			if j > 0 {
				text.WriteByte(',')
			}
			fmt.Fprint(&text, v)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// split parts a table whose response is y.
func split(t *testing.T, text string) *Problem {
	t.Helper()
	p, err := parse(t, text).Split([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFollowing warns of animals weighed one after the other, or in rounds, named or not, and of
// the days of a calendar.
func TestFollowing(t *testing.T) {
	for seed := range uint64(8) {
		src := rng.New(seed).Named("following").Source()
		own := make([]float64, 40)
		for k := range own {
			own[k] = 2 * src.Normal()
		}
		weighed := func(animal, week int) []any {
			return []any{animal + 1, week, []string{"hay", "corn"}[animal%2], src.Float64(), 20 + 2*float64(week) + own[animal] + src.Normal()}
		}
		for name, c := range map[string]struct {
			text string
			want string
		}{
			"one after the other": {written("animal,week,diet,x,y", 480, func(i int) []any { return weighed(i/12, i%12) }, ""), "cluster=animal keeps"},
			"in rounds":           {written("animal,week,diet,x,y", 480, func(i int) []any { return weighed(i%40, i/40) }, ""), "cluster=animal keeps"},
			"no animal":           {written("week,diet,x,y", 480, func(i int) []any { return weighed(i/12, i%12)[1:] }, ""), "responses are like those of the row before"},
		} {
			said := inWord(Dependent(split(t, c.text), []string{"animal"}))
			if !strings.Contains(said, c.want) {
				t.Errorf("seed %d, %s: %q", seed, name, said)
			}
		}
		before := 0.0
		for _, header := range []string{"Month,Day,x,y", "Month,Day,Date,y", "a,b,c,y"} {
			said := inWord(Dependent(split(t, written(header, 240, func(i int) []any {
				before = 0.6*before + src.Normal()
				return []any{5 + i/30, 1 + i%30, i + 18000, before}
			}, "")), nil))
			if !strings.HasPrefix(said, "responses are like those of the row before") || !strings.Contains(said, "block=") {
				t.Errorf("seed %d, a calendar: %q", seed, said)
			}
		}
	}
}

// TestNotFollowing warns of none of 40 tables of independent rows: in no order, in that of a
// response, of an input or of groups, of few rows, of a grid, of a calendar whose days do not
// depend on each other.
func TestNotFollowing(t *testing.T) {
	kinds := []struct {
		name, header, by string
		n                int
		row              func(i int, x float64, draw func() float64) []any
	}{
		{"no order", "a,b,g,y", "", 200, func(i int, x float64, draw func() float64) []any {
			return []any{x, math.Floor(3 * draw()), i % 7, x + draw()}
		}},
		{"in the order of the response", "a,b,g,y", "y", 200, func(i int, x float64, draw func() float64) []any {
			return []any{x, math.Floor(3 * draw()), i % 7, x + draw()}
		}},
		{"in the order of an input", "a,b,g,y", "a", 200, func(i int, x float64, draw func() float64) []any {
			return []any{x, math.Floor(3 * draw()), i % 7, x + draw()}
		}},
		{"in the order of few values", "a,b,g,y", "b", 200, func(i int, x float64, draw func() float64) []any {
			return []any{x, math.Floor(8 * draw()), i % 7, x + draw()}
		}},
		{"an age in classes", "age,class,a,y", "", 200, func(i int, x float64, draw func() float64) []any {
			age := math.Floor(40 * draw())
			return []any{age, math.Floor(age / 10), x, x + age/40 + draw()}
		}},
		{"doses", "dose,b,a,y", "", 200, func(i int, x float64, draw func() float64) []any {
			return []any{math.Pow(2, float64(i%9)), i % 4, x, x + draw()}
		}},
		{"a curve in the order of an input", "a,b,g,y", "a", 200, func(i int, x float64, draw func() float64) []any {
			return []any{x, math.Floor(3 * draw()), i % 7, math.Sin(6*x) + draw()}
		}},
		{"few rows", "Month,Day,a,y", "", 25, func(i int, x float64, draw func() float64) []any {
			return []any{1 + i/5, 1 + i%5, x, float64(i) + draw()}
		}},
		{"a grid", "dose,heat,a,y", "", 200, func(i int, x float64, draw func() float64) []any {
			return []any{i / 10, i % 10, x, float64(i/10) + float64(i%10) + draw()}
		}},
		{"a calendar", "Month,Day,a,y", "", 150, func(i int, x float64, draw func() float64) []any {
			return []any{1 + i/30, 1 + i%30, x, x + float64(i/30) + draw()}
		}},
		{"people of years", "year,age,a,y", "", 200, func(i int, x float64, draw func() float64) []any {
			return []any{1990 + i/20, math.Floor(80 * draw()), x, float64(i/20) + draw()}
		}},
	}
	for k, kind := range kinds {
		for seed := range uint64(4) {
			src := rng.New(100*seed + uint64(k)).Named("not following").Source()
			p := split(t, written(kind.header, kind.n, func(i int) []any { return kind.row(i, src.Float64(), src.Float64) }, kind.by))
			if said := Dependent(p, nil); said != nil {
				t.Errorf("%s, seed %d: %s", kind.name, seed, said)
			}
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
	copied := func(k int) column { return func(i int) string { return fmt.Sprint(draw(k, i%20)) } }
	rounded := func(k int) column { return func(i int) string { return fmt.Sprintf("%.1f", 3*draw(k, i%sites)) } }
	name := func(i int) string { return fmt.Sprint("P", i%sites) }
	count := func(i int) string { return fmt.Sprint(int(12 * draw(9, i))) }
	const units = `"lat", "lon" and "elevation" have 12 different values in 60 rows`
	for _, c := range []struct {
		name     string
		columns  map[string]column
		leftOut  []string
		want     string // what it begins with
		proposed string
	}{
		{"sites", map[string]column{"lat": ofSite(1), "lon": ofSite(2), "elevation": ofSite(3), "depth": number(4)}, []string{"profile"}, units, "cluster=profile, in place of exclude=profile, keeps them together if that column numbers the units"},
		{"no column", map[string]column{"lat": ofSite(1), "lon": ofSite(2), "elevation": ofSite(3), "depth": number(4)}, nil, units, "cluster with a column that numbers the units"},
		{"a name", map[string]column{"lat": ofSite(1), "lon": ofSite(2), "elevation": ofSite(3), "site": name}, nil, units, "cluster=site keeps"},
		{"one input", map[string]column{"lat": number(1), "lon": ofSite(2), "elevation": number(3), "depth": number(4)}, nil, `"lon" has 12 different values in 60 rows`, ""},
		{"ties", map[string]column{"lat": ofSite(1), "lon": rounded(2), "elevation": ofSite(3), "depth": number(4)}, nil, `"lat" and "elevation" have 12 different values in 60 rows`, ""},
		{"measurements", map[string]column{"lat": number(1), "lon": number(2), "elevation": number(3), "depth": number(4)}, nil, "", ""},
		{"copies", map[string]column{"lat": copied(1), "lon": copied(2), "elevation": copied(3), "depth": copied(4)}, nil, "", ""},
		{"counts", map[string]column{"lat": count, "lon": number(2), "elevation": number(3), "depth": rounded(4)}, nil, "", ""},
	} {
		var b strings.Builder
		names := slices.DeleteFunc([]string{"lat", "lon", "elevation", "depth", "site"}, func(name string) bool { return c.columns[name] == nil })
		fmt.Fprintf(&b, "%s,y\n", strings.Join(names, ","))
		for i := range sites * each {
			for _, name := range names {
				b.WriteString(c.columns[name](i) + ",")
			}
			response := draw(8, i)
			if c.name == "copies" {
				response = draw(8, i%20)
			}
			fmt.Fprintf(&b, "%v\n", response)
		}
		table, err := Parse(strings.NewReader(b.String()), "t.csv", Options{Missing: MissingRefuse})
		if err != nil {
			t.Fatal(err)
		}
		p, err := table.SplitLevels([]string{"y"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := inWord(Dependent(p, c.leftOut)); !strings.HasPrefix(got, c.want) || (got == "") != (c.want == "") || !strings.Contains(got, c.proposed) {
			t.Errorf("%s: got %q, want %q, %q", c.name, got, c.want, c.proposed)
		}
	}
}

// TestUnitCovariates: one covariate of sites asks for clusters, in every table of them; zeros that inputs
// share do not; a treatment of subjects does.
func TestUnitCovariates(t *testing.T) {
	for _, c := range []struct{ file, exclude, want string }{
		{"unit-covariate/one0.csv", "site", `"rain" has 20 different values in 300 rows`},
		{"unit-covariate/one2.csv", "site", `"rain" has 20 different values in 300 rows`},
		{"unit-covariate/one4.csv", "site", `"rain" has 20 different values in 300 rows`},
		{"unit-covariate/one0.csv", "", "cluster=site keeps them together"},
		{"structural-zeros/rain.csv", "", ""},
		{"structural-zeros/smoking.csv", "", ""},
		{"repeated-measures/rm.csv", "", `input "trt" is the same in all rows of each of 20 values of "subject"`},
	} {
		o := Options{Missing: MissingRefuse}
		if c.exclude != "" {
			o.Exclude = []string{c.exclude}
		}
		table := mustRead(t, filepath.Join(field, c.file), o)
		response := "y"
		if !slices.Contains(table.names(), response) {
			response = "fev"
		}
		p, err := table.SplitLevels([]string{response}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := inWord(Dependent(p, o.Exclude)); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: got %q, want %q", c.file, got, c.want)
		}
	}
}
