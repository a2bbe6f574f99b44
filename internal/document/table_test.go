package document

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestTextAlignsLetters(t *testing.T) {
	table := Table{
		Columns: []Column{{Name: "name", Left: true}, {Group: "a group that is wide", Name: "±"}, {Group: "a group that is wide", Name: "n"}},
		Rows:    []Row{{Cells: []string{"γ", "1.5", "10"}}, {Cells: []string{"long name", "−12.25", "9"}}},
	}
	want := `           a group that is wide
name            ±             n
γ             1.5            10
long name  −12.25             9
`
	if got := table.Text(Screen{}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestRenderingsHoldAllCells(t *testing.T) {
	table := Table{
		Caption: "Caption", Columns: []Column{{Name: "v", Left: true}, {Name: "w"}},
		Rows:  []Row{{Heading: "Part"}, {Cells: []string{"one", "1"}, Mark: Relevant}, {Cells: []string{"two", "2"}, Mark: Alarm}},
		Notes: []string{"A note."},
	}
	d := Document{}
	d.Add(table)
	for name, text := range map[string]string{"text": table.Text(Screen{}), "HTML": string(d.HTML())} {
		for _, want := range []string{"Caption", "Part", "one", "two", "1", "2", "A note."} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, text)
			}
		}
	}
}

func TestParse(t *testing.T) {
	got := Parse("# Part\n\nFirst: a word\nof text.\n\n\n## Section\n\n- one\n- two :: three\n\nname :: what it\nother :: is\n")
	want := []Block{
		Part{Title: "Part"}, Paragraph("First: a word\nof text."), Section("Section"),
		Bullets{"one", "two :: three"}, Facts{{"name", "what it"}, {"other", "is"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTexts(t *testing.T) {
	texts := ParseTexts("About this file.\n\n## a\n\nfirst\nsecond\n\n## b c\nthird\n")
	if got := texts.Of("a"); !slices.Equal(got, []string{"first", "second"}) || texts.Of("b c")[0] != "third" {
		t.Errorf("texts %q", texts)
	}
	defer func() {
		if recover() == nil {
			t.Error("a text that is not there")
		}
	}()
	texts.Of("d")
}
