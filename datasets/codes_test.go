package datasets

import (
	"fmt"
	"strings"
	"testing"
)

// TestCodes: inputs that say the same in other words are named, whether they are numbers, text or
// both; others are not: merged levels, groups of both, identifiers, missing values of one alone.
func TestCodes(t *testing.T) {
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
		if got := Codes(p, nil); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestCodesOfCopies: measurements do not become codes of each other where rows are repeated, but
// codes stay codes.
func TestCodesOfCopies(t *testing.T) {
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
		if got := Codes(p, nil); (got != "") != c.want {
			t.Errorf("%v three times: %q", c.rows, got)
		}
	}
}

// TestCodesOfClusters: inputs with a value of their own for each declared cluster are measurements of it.
func TestCodesOfClusters(t *testing.T) {
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
	if Codes(p, nil) == "" || Codes(p, clusters) != "" {
		t.Errorf("without clusters %q, with clusters %q", Codes(p, nil), Codes(p, clusters))
	}
}
