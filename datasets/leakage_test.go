package datasets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/rng"
)

// leakTable is a table of columns with a target y.
func leakTable(t *testing.T, rows int, columns map[string]func(i int, y float64) string, y func(i int) float64) *Problem {
	t.Helper()
	names := []string{"y"}
	for name := range columns {
		names = append(names, name)
	}
	slices.Sort(names)
	text := strings.Join(names, ",") + "\n"
	for i := range rows {
		var cells []string
		for _, name := range names {
			if name == "y" {
				cells = append(cells, fmt.Sprint(y(i)))
			} else {
				cells = append(cells, columns[name](i, y(i)))
			}
		}
		text += strings.Join(cells, ",") + "\n"
	}
	table, err := Parse(strings.NewReader(text), "t.csv", Options{Missing: MissingKeep})
	if err != nil {
		t.Fatal(err)
	}
	p, err := table.SplitLevels([]string{"y"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLeaks has columns that are made from the target, or that it is made from, and others that are not.
func TestLeaks(t *testing.T) {
	r := rng.New(3).Source()
	draws := make([]float64, 4000)
	for i := range draws {
		draws[i] = r.Normal()
	}
	at := func(i, k int) float64 { return draws[(1000*k+i)%len(draws)] }
	numeric := func(of func(y float64) float64) func(int, float64) string {
		return func(_ int, y float64) string { return fmt.Sprint(of(y)) }
	}
	noise := func(i int, _ float64) string { return fmt.Sprint(at(i, 1)) }
	normal := func(i int) float64 { return at(i, 0) }
	levels := func(i int) float64 { return float64(i * 7 % 3) }
	class := func(letters string) func(int, float64) string {
		return func(_ int, y float64) string { return string(letters[min(max(int(y+2), 0), 3)]) }
	}
	const holds, follows = `input "x" holds nearly all of "y": is it measured before it, or is one made from the other? exclude=x leaves it out`,
		`input "x" follows from "y": is it measured before it, or made from it? exclude=x leaves it out`
	for name, c := range map[string]struct {
		rows int
		y    func(i int) float64
		x    func(i int, y float64) string
		want string
	}{
		"copy":            {60, normal, numeric(func(y float64) float64 { return y }), holds},
		"other units":     {60, normal, numeric(func(y float64) float64 { return 40 - 1.8*y }), holds},
		"logarithm":       {60, normal, numeric(func(y float64) float64 { return math.Exp(3 * y) }), holds},
		"nearly":          {300, normal, func(i int, y float64) string { return fmt.Sprint(y + 0.03*at(i, 2)) }, holds},
		"rounded":         {60, normal, numeric(math.Round), follows},
		"flag":            {60, normal, numeric(func(y float64) float64 { return map[bool]float64{true: 1}[y > 0.5] }), follows},
		"logical":         {60, normal, func(_ int, y float64) string { return fmt.Sprint(y > 0.5) }, follows},
		"classes":         {60, normal, class("zamb"), follows},
		"classes made of": {60, func(i int) float64 { return math.Round(at(i, 0)) }, func(i int, _ float64) string { return fmt.Sprint(at(i, 0)) }, holds},
		"recoded":         {60, levels, func(_ int, y float64) string { return string("pqo"[int(y)]) }, holds},
		"finer codes":     {90, levels, func(i int, y float64) string { return string("abcdef"[2*int(y)+i%2]) }, holds},
		"partly missing": {90, normal, func(i int, y float64) string {
			return map[bool]string{true: "", false: fmt.Sprint(y)}[i%3 == 0]
		}, holds},

		"noise":        {60, normal, noise, ""},
		"close":        {300, normal, func(i int, y float64) string { return fmt.Sprint(y + 0.2*at(i, 2)) }, ""},
		"one of two":   {300, func(i int) float64 { return at(i, 2) + at(i, 3) }, func(i int, _ float64) string { return fmt.Sprint(at(i, 2)) }, ""},
		"wave":         {300, func(i int) float64 { return math.Sin(5 * at(i, 2)) }, func(i int, _ float64) string { return fmt.Sprint(at(i, 2)) }, ""},
		"few":          {9, normal, numeric(func(y float64) float64 { return y }), ""},
		"a rare level": {40, normal, func(i int, _ float64) string { return fmt.Sprint(at(i, 0) >= 2) }, ""},
		"names":        {60, levels, func(i int, _ float64) string { return fmt.Sprintf("n%d", i%57) }, ""},
		"a level apart": {60, normal, func(i int, y float64) string {
			return map[bool]string{true: "low", false: string("ab"[i%2])}[y < -0.5]
		}, ""},
		"constant in it": {60, normal, func(int, float64) string { return "1" }, ""},
	} {
		p := leakTable(t, c.rows, map[string]func(int, float64) string{"x": c.x, "z": noise}, c.y)
		var got []string
		for _, l := range Leaks(p) {
			got = append(got, l.Warning().Error())
		}
		if text := strings.Join(got, "; "); text != c.want {
			t.Errorf("%s: %q, expected %q", name, text, c.want)
		}
	}
}

// TestLeaksTogether has several such inputs in one warning, and leaves none of a group out, nor all inputs.
func TestLeaksTogether(t *testing.T) {
	r := rng.New(5).Source()
	y := make([]float64, 50)
	for i := range y {
		y[i] = r.Normal()
	}
	copied := func(_ int, y float64) string { return fmt.Sprint(2 * y) }
	columns := map[string]func(int, float64) string{}
	for k := range 7 {
		columns[fmt.Sprintf("x%d", k)] = copied
	}
	p := leakTable(t, len(y), columns, func(i int) float64 { return y[i] })
	want := `inputs "x0", "x1", "x2", "x3", "x4" and 2 more hold nearly all of "y": are they measured before it, or is one made from the other?`
	if leaks := Leaks(p); len(leaks) != 1 || leaks[0].Warning().Error() != want {
		t.Errorf("%v, expected %s", leaks, want)
	}
	columns["z"] = func(i int, _ float64) string { return fmt.Sprint(i * 7 % 11) }
	p = leakTable(t, len(y), columns, func(i int) float64 { return y[i] })
	if leaks := Leaks(p); len(leaks) != 1 || leaks[0].Warning().Error() != want+" exclude=x0,x1,x2,x3,x4,x5,x6 leaves them out" {
		t.Errorf("%v, expected to leave them out", leaks)
	}
	p.Variables = append([]Variable{{"both", []int{0, 1}}}, p.Variables[2:]...)
	if leaks := Leaks(p); len(leaks) != 1 || leaks[0].Exclude {
		t.Errorf("%v, expected to leave no member of a group out", leaks)
	}
}

// TestLeaksByChance has 200 small tables of 20 inputs of all kinds that have nothing to do with the target.
func TestLeaksByChance(t *testing.T) {
	r := rng.New(7).Source()
	for range 200 {
		rows, columns := 12+r.IntN(60), map[string]func(int, float64) string{}
		for k := range 20 {
			values := make([]string, rows)
			levels := 2 + r.IntN(rows/2)
			for i := range values {
				if values[i] = fmt.Sprint(r.IntN(levels)); k%2 == 0 {
					values[i] = "n" + values[i]
				}
			}
			columns[fmt.Sprintf("x%d", k)] = func(i int, _ float64) string { return values[i] }
		}
		y, most := make([]float64, rows), 2+r.IntN(rows)
		for i := range y {
			y[i] = float64(r.IntN(most))
		}
		if slices.Max(y) == slices.Min(y) {
			continue
		}
		p := leakTable(t, rows, columns, func(i int) float64 { return y[i] })
		if leaks := Leaks(p); leaks != nil {
			t.Errorf("%d rows: %v", rows, leaks)
		}
	}
}
