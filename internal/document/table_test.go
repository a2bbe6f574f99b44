package document

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"drfvi/internal/chart"
)

func TestEscapes(t *testing.T) {
	for _, c := range []struct{ text, latex string }{
		{"a_b*c", `a\_b*c`},
		{"x | y < 3", `x $|$ y $<$ 3`},
		{"50 % of {A & B} # 1", `50 \% of \{A \& B\} \# 1`},
		{"exp(−γ‖y − y'‖²)", `exp($-$$\gamma$$\|$y $-$ y'$\|$$^2$)`},
		{"-0.5 (0.1)", `$-$0.5 (0.1)`},
		{"drf-1.1.0", "drf-1.1.0"},
		{"a ~ $b$ ^ c\\d", `a \textasciitilde{} \$b\$ \textasciicircum{} c\textbackslash{}d`},
		{"two\nlines", "two\nlines"},
	} {
		if got := LaTeXText(c.text); got != c.latex {
			t.Errorf("LaTeX of %q is %q, want %q", c.text, got, c.latex)
		}
	}
}

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
	for name, text := range map[string]string{"text": table.Text(Screen{}), "LaTeX": table.LaTeX()} {
		for _, want := range []string{"Caption", "Part", "one", "two", "1", "2", "A note."} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q:\n%s", name, want, text)
			}
		}
	}
	if long := (Table{Columns: table.Columns, Long: true}).LaTeX(); !strings.HasPrefix(long, "\\begin{longtable}{@{}lr@{}}") {
		t.Errorf("a long table is %q", long)
	}
}

// Any text must come out as valid text, with no letter that opens or closes
// something in the target left bare.
func FuzzEscapes(f *testing.F) {
	for _, seed := range []string{"", "a|b", "$x_1^2$", `\end{document}`, "‖y‖²", "-1 -2", "`*_[<~"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip()
		}
		latex := LaTeXText(text)
		depth := 0
		for i, r := range latex {
			escaped := i > 0 && latex[i-1] == '\\'
			switch {
			case r == '{' && !escaped:
				depth++
			case r == '}' && !escaped:
				depth--
			case strings.ContainsRune("&%#", r) && !escaped:
				t.Fatalf("LaTeX of %q has a bare %c: %q", text, r, latex)
			}
		}
		if depth != 0 {
			t.Fatalf("LaTeX of %q has unbalanced braces: %q", text, latex)
		}
		if !utf8.ValidString(chart.Drawable(text)) {
			t.Fatalf("drawable(%q) is not valid text", text)
		}
	})
}

func TestParse(t *testing.T) {
	got := Parse("# Part\n\nFirst: a word\nof text.\n\n\n## Section\n\n- one\n- two :: three\n\nname :: what it\nother :: is\n")
	want := []Block{
		Part("Part"), Paragraph("First: a word\nof text."), Section("Section"),
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
