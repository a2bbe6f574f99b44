package document

import (
	"encoding/csv"
	"encoding/xml"
	"io"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"drfvi/internal/chart"
	"drfvi/internal/format"
)

// hostileNames are names of columns that mean something in one form or another.
var hostileNames = []string{
	"a\x00b", "a\x1b[31mb", "a\u0085b\u009b2J", "a\x7fb", "a\u202eb\u2066c", "a\u200b\ufeffb", "a\ufffeb\uffff", "a\xffb\xc3",
	"a\nb", "a\tb", "a\r\nb", "a\u2028b", strings.Repeat("x", 3000), "<script>alert(1)</script>", "a & b &lt; &#65;", `"a" 'b'`, "]]> -->",
	"a|b", "*a* `b`", "[a](b)", "# a", "- a", `\a{b}$c^_%~#&`, "[a]", "=1+1", "+a", "@a", "-a", "e\u0301\u0302", "a--b",
}

// bad reports whether a character may not be in any form.
func bad(r rune) bool { return r != '\n' && r != '\t' && format.Visible(string(r)) != string(r) }

// TestHostileNames sets names in every form: XML and text stay well-formed, tables keep
// their columns, no line is long for a name, and CSV has names as they are.
func TestHostileNames(t *testing.T) {
	table := Table{Caption: hostileNames[1], Columns: []Column{{Name: "name", Left: true}, {Name: "value"}}}
	bars := chart.DotChart{Title: strings.Join(hostileNames, " "), Axis: hostileNames[12], Names: hostileNames, Series: []chart.DotSeries{{Name: hostileNames[12], Values: chart.Numbers(make([]float64, len(hostileNames))), Shape: chart.Shapes[0]}}}
	var rows [][]string
	for _, name := range hostileNames {
		table.Rows = append(table.Rows, Row{Cells: []string{name, "1"}})
		rows = append(rows, []string{name, "1"})
	}
	d := Document{Title: hostileNames[20], Subtitle: hostileNames[13], Data: hostileNames}
	for _, name := range hostileNames {
		d.Add(Section(name), Paragraph(name), Bullets{name}, Facts{{name, name}})
	}
	d.Add(table, FigureBlock(bars.Figure()))
	svg := bars.Figure().Parts("f").Panels
	page := string(d.HTML())
	forms := map[string]string{"text": table.Text(Screen{}), "SVG": svg, "HTML": page}
	for form, text := range forms {
		if i := strings.IndexFunc(text, bad); i >= 0 || !utf8.ValidString(text) {
			t.Errorf("%s holds %.20q", form, text[max(i, 0):])
		}
	}
	for line := range strings.Lines(forms["text"]) {
		if n := utf8.RuneCountInString(line); n > format.Longest+10 {
			t.Errorf("a line of text has %d letters", n)
		}
	}
	if n := strings.Count(forms["text"], "\n"); n != len(hostileNames)+3 {
		t.Errorf("the table has %d lines", n)
	}
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("the figure is no XML: %v", err)
		}
	}
	if strings.Contains(page, "<script>alert") || !strings.Contains(page, "&lt;script&gt;alert(1)") {
		t.Error("mark-up is not text on the page")
	}
	if _, err := d.PDF(time.Time{}); err != nil {
		t.Errorf("no PDF: %v", err)
	}
	read, err := csv.NewReader(strings.NewReader(format.CSV(rows))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range read {
		if want := strings.ReplaceAll(hostileNames[i], "\r\n", "\n"); row[0] != want { // the reader's doing
			t.Errorf("CSV has %q for %q", row[0], want)
		}
	}
}
