package compare

import (
	"fmt"
	"slices"
	"strings"

	"drfvi/internal/format"
)

// Text returns the comparison in words: a table of counts, and the differences of every
// experiment that differs, summarised over its records.
func (c Comparison) Text() string {
	var b strings.Builder
	for _, side := range []struct {
		name string
		side Side
	}{{"A", c.A}, {"B", c.B}} {
		fmt.Fprintf(&b, "%s: %s\n", side.name, side.side.Folder)
		for _, text := range side.side.Machines {
			fmt.Fprintf(&b, "   %s\n", text)
		}
	}
	b.WriteString("\n")
	width := len("experiment")
	for _, e := range c.Experiments {
		width = max(width, len(e.Name))
	}
	fmt.Fprintf(&b, "%-*s  equal  differ  other key  only A  only B  not run\n", width, "experiment")
	for _, e := range c.Experiments {
		fmt.Fprintf(
			&b, "%-*s  %5d  %6d  %9d  %6d  %6d  %7d\n", width, e.Name, e.Equal, len(e.Different), len(e.OtherKey),
			len(e.OnlyA), len(e.OnlyB), len(e.NotRun),
		)
	}
	for _, e := range c.Experiments {
		b.WriteString(e.text())
	}
	if c.Equal {
		fmt.Fprintf(&b, "\n%s\n", c.Verdict())
	}
	return b.String()
}

// Verdict states in a line whether the records are equal.
func (c Comparison) Verdict() string {
	equal, total, notRun := 0, 0, 0
	for _, e := range c.Experiments {
		equal += e.Equal
		total += e.Equal + len(e.Different) + len(e.OtherKey) + len(e.OnlyA) + len(e.OnlyB)
		notRun += len(e.NotRun)
	}
	text := fmt.Sprintf("%d of %d records", equal, total)
	if c.Equal {
		text = fmt.Sprintf("all %d records", total)
	}
	text += fmt.Sprintf(" of %s and %s are equal to the bit", c.A.Folder, c.B.Folder)
	if notRun > 0 {
		text += fmt.Sprintf("; %d in one of them were not run for the other: their data were missing, or they "+
			"were left out", notRun)
	}
	return text
}

// text returns the differences of an experiment, empty if none.
func (e Experiment) text() string {
	if e.same() {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s\n", e.Name)
	for _, v := range e.Values {
		fmt.Fprintf(&b, "  %s\n", v.text())
	}
	for _, line := range tally(e.OtherKey) {
		fmt.Fprintf(&b, "  other key: %s\n", line)
	}
	for _, list := range []struct {
		side string
		ids  []string
	}{{"A", e.OnlyA}, {"B", e.OnlyB}} {
		if len(list.ids) > 0 {
			fmt.Fprintf(&b, "  only in %s: %s%s\n", list.side, list.ids[0], andMore(len(list.ids)-1))
		}
	}
	return b.String()
}

// text returns the differences of a value in words.
func (v Value) text() string {
	records := format.Plural(v.Records, "record")
	if v.Furthest == nil {
		return fmt.Sprintf("%s: of %s, such as %s", v.Of, records, v.ID)
	}
	what := fmt.Sprintf("%v and %v", v.A, v.B)
	if v.Variable != "" {
		what += " of " + v.Variable
	}
	return fmt.Sprintf(
		"%s: %s of %s, by at most %s (%s in %s)", v.Of, format.Plural(v.Numbers, "number"), records,
		units(v.ULPs), what, v.ID,
	)
}

// units writes a distance in units in the last place.
func units(n uint64) string {
	switch {
	case n == 1:
		return "1 unit in the last place"
	case n < 1e6:
		return fmt.Sprintf("%d units in the last place", n)
	}
	return fmt.Sprintf("%.1e units in the last place", float64(n))
}

// tally counts the settings that cause other keys; those with many values are named without
// them.
func tally(records []Record) []string {
	var paths []string
	texts := make(map[string][]string)
	count := make(map[string]int)
	for _, r := range records {
		for _, s := range r.Settings {
			if count[s.Path] == 0 {
				paths = append(paths, s.Path)
			}
			count[s.Path]++
			if text := fmt.Sprintf("%s in A, %s in B", s.A, s.B); !slices.Contains(texts[s.Path], text) {
				texts[s.Path] = append(texts[s.Path], text)
			}
		}
	}
	var lines []string
	for _, path := range paths {
		what := "is " + texts[path][0]
		if len(texts[path]) > 1 {
			what = "differs"
		}
		lines = append(lines, fmt.Sprintf("%s %s (%s)", path, what, format.Plural(count[path], "record")))
	}
	return lines
}

func andMore(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(" and %d more", n)
}
