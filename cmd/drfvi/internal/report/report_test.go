package report

import (
	"encoding/json"
	"errors"
	"io"
	"math"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/importance"
)

// found is a report with cells of all kinds.
func found() *Report {
	t := Table{Rows: 2, Order: []int{1, 0}, Cut: true, Noun: "row", Strong: []bool{true, false}, StrongAre: "that matter", Columns: []Column{
		Names([]string{"x,1", "a<b"}),
		Each("value", []float64{0.1, 1e-7}).Shown("value", Fixed(2)),
		Each("nothing", []float64(nil)),
		Intervals("interval", []importance.Interval{{Low: -1, High: 1e-7}, {Low: 0, High: 1}}, 2, nil),
		Column{Name: "p", Cell: func(row int) any { return Known([]float64{math.NaN(), 0.00002}[row]) }}.Shown("p", Probability),
		{Name: "pair", CSV: []string{"one", "other"}, Cell: func(row int) any { return []string{"a", "b"} }},
		{Name: "words", Join: "; ", Cell: func(row int) any { return []string{"a", "b", "c"} }},
		{CSV: []string{"found"}, Cell: func(row int) any { return row == 0 }},
		{Name: "set", CSV: []string{}, Cell: func(row int) any { return Nonzero(row) }},
	}}
	return &Report{
		Title: "head", Of: "2 rows", Headline: "So it is.", Sections: []Section{{Table: t}, {Title: "part"}}, Notes: []string{"Read on.", ""}, Legend: "brief", Meaning: []string{"long"},
		Warnings: []string{"doubt"}, Settings: []string{"seed 1", "scale"}, Choices: []string{"seed 1"}, Computed: "work", Lines: []string{"line"},
		Data: Object{{"b", 1}}.Add("none", nil).With(Object{{"a<b", List(nil)}}).Add("table", t), Table: t,
	}
}

// TestForms has every form of a report made from one table.
func TestForms(t *testing.T) {
	f := found()
	const shown = "head (2 rows)\nSo it is.\n\ninput  value  95 % interval         p\na<b     0.00     up to 1.00  < 0.0001\nand 1 more row, 1 of them that matter; --top all shows all, --format csv and json have them\n"
	for _, c := range []struct {
		format string
		view   View
		want   string
	}{
		{"csv", View{}, "variable,value,interval_low,interval_high,p,one,other,words,found\n\"x,1\",0.1,-1,1e-07,,a,b,a; b; c,true\na<b,1e-07,0,1,2e-05,a,b,a; b; c,false\n"},
		{"text", View{Screen: terminal.Plain(), Top: 1, Verbose: true}, shown + "\nRead on.\nlong\nline\nwarning: doubt\nseed 1, scale, 0s\ncomputed: work\n"},
		{"text", View{Screen: terminal.Plain(), Top: 1}, shown + "\nRead on.\nbrief\nline\nwarning: doubt\nseed 1, 0s. See also --verbose and drfvi help reading.\n"},
		{"text", View{Screen: terminal.Plain(), Top: 1, Quiet: true}, shown + "\nline\nwarning: doubt\n"},
	} {
		var b strings.Builder
		if err := f.Write(&b, c.format, c.view); err != nil || b.String() != c.want {
			t.Errorf("%s, %v:\n%s\nexpected\n%s", c.format, err, &b, c.want)
		}
	}
	var b strings.Builder
	if err := f.Write(&b, "json", View{}); err != nil {
		t.Fatal(err)
	}
	var got struct {
		Table []map[string]any `json:"table"`
	}
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	const keys = "{\n  \"b\": 1,\n  \"a<b\": [],\n  \"table\": [\n    {\n      \"name\": \"x,1\",\n      \"value\": 0.1,\n      \"interval\": [\n        -1,\n        1e-7\n      ],\n      \"pair\": ["
	if !strings.HasPrefix(b.String(), keys) || !strings.Contains(b.String(), `"name": "a<b"`) || len(got.Table) != 2 || got.Table[1]["p"] != 2e-05 || got.Table[0]["p"] != nil || got.Table[1]["set"] != 1. {
		t.Errorf("JSON\n%s", &b)
	}
	page := f.Table.Page("All")
	if page.Columns[2].Name != "95 % interval" || !page.Columns[0].Left || page.Rows[0].Cells[0] != "a<b" || len(page.Rows) != 2 {
		t.Errorf("%+v", page)
	}
}

// TestUnwritten has writers that fail, and numbers that JSON has no form of.
func TestUnwritten(t *testing.T) {
	r, w := io.Pipe()
	full := errors.New("full")
	_ = r.CloseWithError(full)
	for _, format := range Formats {
		if err := found().Write(w, format, View{}); !errors.Is(err, full) || !strings.HasPrefix(err.Error(), "cannot write the result: ") {
			t.Errorf("%s: error %v", format, err)
		}
	}
	if err := WriteJSON(io.Discard, math.Inf(1)); err == nil || !strings.HasPrefix(err.Error(), "cannot write the result: ") {
		t.Errorf("error %v", err)
	}
	if (Object{}).Pick("none") != nil {
		t.Error("values that there may be")
	}
}

// TestEquality: sentences round p-values as tables do.
func TestEquality(t *testing.T) {
	for p, want := range map[float64]string{1e-5: "< 0.0001", 0.0034: "= 0.0034", 0.0137: "= 0.014", 0.05: "= 0.050", 1: "= 1"} {
		if got := Equality(p); got != want {
			t.Errorf("%v: %s, want %s", p, got, want)
		}
	}
}

// TestSpan: ends have as many decimals as values have, 0 is no end, and what is open stands
// in parentheses.
func TestSpan(t *testing.T) {
	for _, c := range []struct {
		low, high float64
		open      bool
		want      string
	}{
		{0.6823, 0.8, false, "0.682 to 0.800"}, {0, 0.04, false, "up to 0.040"}, {0.0004, 0.04, true, "(up to 0.040)"}, {0.02, 0.04, true, "(up to 0.040)"},
		{0, 0, true, "(below 0.001)"}, {0, 0.0002, false, "below 0.001"}, {-0.2, 0.1, false, "-0.200 to 0.100"}, {-0.2, -0.0001, false, "-0.200 to 0.000"}, {1, 1, false, "above 0.999"}, {0.9996, 1, false, "above 0.999"}, {0.9993, 1, false, "0.999 to 1.000"},
		{0.50001, 0.50002, false, "about 0.500"},
	} {
		if got := Span(importance.Interval{Low: c.low, High: c.high}, 3, c.open); got != c.want {
			t.Errorf("%+v is written %q", c, got)
		}
	}
}

// Tiny numbers are not all zeros.
func TestTiny(t *testing.T) {
	for v, want := range map[float64]string{1e-300: "1e-300", 2.345e-10: "2.35e-10", 0: "0.000000000"} {
		if got := Fixed(9)(v); got != want {
			t.Errorf("%v is written %s, expected %s", v, got, want)
		}
	}
}

func TestRowsOf(t *testing.T) {
	for _, c := range [][3]int{{3, 0, 3}, {40, 0, 40}, {41, 0, 30}, {200, 0, 30}, {200, 5, 5}, {3, 5, 3}, {200, 1 << 40, 200}} {
		if got := rowsOf(c[0], c[1]); got != c[2] {
			t.Errorf("of %d inputs %d are shown for --top %d, expected %d", c[0], got, c[1], c[2])
		}
	}
}
