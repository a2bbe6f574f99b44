package section

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"drfvi/internal/testing/fixture"
	"drfvi/reports/internal/stat"
	"drfvi/reports/internal/summary"
)

// sectionOf is the section of the only experiment of a source.
func sectionOf(t *testing.T, source summary.Source) Elimination {
	t.Helper()
	summaries, err := summary.Load(source)
	if err != nil {
		t.Fatal(err)
	}
	return Elimination{Base{Summary: summaries[0]}}
}

func TestKeptRowsShowsEveryMethodsBest(t *testing.T) {
	places := func(means ...float64) []summary.Kept {
		all := make([]summary.Kept, len(means))
		for j, m := range means {
			all[j] = summary.Kept{Variable: string(rune('a' + j)), Place: stat.Stat{Mean: m, N: 2}}
		}
		return all
	}
	names := func(of ...[]summary.Kept) string {
		var list []string
		for _, row := range keptRows(of) {
			list = append(list, row.Cells[0])
		}
		return strings.Join(list, "")
	}
	// The second method's best are g, h and i, the first one's last.
	if got := names(places(1, 2, 3, 4, 5, 6, 7, 8, 9), places(9, 8, 7, 6, 5, 4, 3, 2, 1)); got != "abcghi" {
		t.Errorf("shown %s, want abcghi", got)
	}
	if got := names(nil, places(3, 1, 2)); got != "bca" {
		t.Errorf("shown %s, want bca", got)
	}
	if got := names(places(8, 7, 6, 5, 4, 3, 2, 1), places(8, 7, 6, 5, 4, 3, 2, 1)); got != "hgfedc" {
		t.Errorf("shown %s, want hgfedc", got)
	}
	if rows := keptRows([][]summary.Kept{nil, nil}); rows != nil {
		t.Errorf("rows of nothing: %v", rows)
	}
}

func TestContender(t *testing.T) {
	s := sectionOf(t, fixture.Eliminations("enb"))
	if m, ok := s.contender(s.Cells); !ok || m != "coupled" {
		t.Errorf("contender %q", m)
	}
	if m, ok := s.contender(summary.CellsOf(s.Cells, "coupled")); ok {
		t.Errorf("contender %q without a baseline", m)
	}
	if _, ok := s.contender(summary.CellsOf(s.Cells, baseline)); ok {
		t.Error("a contender where the baseline stands alone")
	}
}

func TestLossDifferences(t *testing.T) {
	table := sectionOf(t, fixture.Eliminations("enb", "jura")).lossDifferences()
	var got []string
	for _, row := range table.Rows {
		if row.Heading != "" {
			got = append(got, row.Heading)
			continue
		}
		got = append(got, strings.Join(row.Cells[:2], " "))
	}
	// The twin has 5 of the 8 repetitions.
	want := []string{
		"coupled − retrain, published convention", "enb 8", "coupled − retrain, textbook twin", "enb 5",
		"textbook twin − published convention, coupled", "enb 5", "jura 5",
		"textbook twin − published convention, vimp-drf", "enb 5", "jura 5",
		"textbook twin − published convention, retrain", "enb 5",
	}
	if !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
}

// The numbers in the note on kept inputs are those of the table.
func TestKeptNote(t *testing.T) {
	digits := regexp.MustCompile(`Of each data set the (\d) inputs .* up to (\d);`).FindStringSubmatch(strings.Join(texts.Of("kept table"), " "))
	if !slices.Equal(digits[1:], []string{string(rune('0' + keptEach)), string(rune('0' + leastKept))}) {
		t.Errorf("the note speaks of %q inputs, the table has %d and %d", digits, keptEach, leastKept)
	}
}
