package document

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strings"

	"drfvi/internal/chart"
	"drfvi/internal/format"
)

var (
	//go:embed web/page.html
	pageHTML string
	//go:embed web/page.css
	pageCSS string
	//go:embed web/page.js
	pageJS string

	htmlTemplates = template.Must(template.New("page").Funcs(template.FuncMap{
		"typeset":    func(text any) string { return typeset(fmt.Sprint(text)) },
		"markup":     func(text string) template.HTML { return template.HTML(text) },
		"paragraphs": paragraphs, "heading": Part.heading, "parts": Document.parts, "figure": htmlFigure,
		"table": newHTMLTable,
		"mark":  func(m Mark) string { return map[Mark]string{Relevant: "found", Alarm: "alarm"}[m] },
	}).Parse(pageHTML))
)

// htmlPage collects the parts of a page.
type htmlPage struct{ bytes.Buffer }

// htmlID is the id of what has a label: "figure-2" for "Figure 2".
func htmlID(label string) string { return strings.ReplaceAll(strings.ToLower(label), " ", "-") }

// add sets a part by its template. It panics if the template does not fit, a
// programmer's error: it writes into memory.
func (p *htmlPage) add(name string, value any) {
	if err := htmlTemplates.ExecuteTemplate(p, name, value); err != nil {
		panic("document: " + err.Error())
	}
}

// HTML renders the document as one file that fetches nothing and can be read without
// its script: figures as SVG, each with a table of its numbers, which is folded as tables and parts
// are that few readers need. A content-security policy admits its own style sheet and script alone.
func (d Document) HTML() []byte {
	var p htmlPage
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	p.add("top", map[string]any{
		"Title": d.Title, "Subtitle": d.Subtitle, "Style": template.CSS(pageCSS),
		"StyleHash": hash(pageCSS), "ScriptHash": hash(pageJS),
	})
	var in Part // that is being set
	for label, b := range d.labelled() {
		if part, begins := b.(Part); begins {
			p.add("end", in)
			in = part
		}
		p.add(b.kind(), map[string]any{"Block": b, "ID": htmlID(label), "Label": label, "Document": d, "Part": in})
	}
	p.add("end", in)
	text := format.Visible(p.String())
	p.Reset()
	p.add("foot", map[string]any{"Data": d.Data, "Script": template.JS(pageJS)})
	// Of JSON, where the same characters have an escape of its own.
	return []byte(text + format.VisibleJSON(p.String()))
}

// bound are spaces that no line may end at: before a percent sign, and around a relation to
// a number.
var bound = regexp.MustCompile(`(\d) (%)|([=<>≤≥]) ([\d−])|(\w) ([=<>≤≥] [\d−])`)

// typeset writes text with true minus signs, and numbers together with what belongs to them.
func typeset(text string) string {
	text = format.TrueMinus(text)
	for range 2 { // a relation has a space on each side
		text = bound.ReplaceAllString(text, "$1$3$5\u00a0$2$4$6")
	}
	return text
}

// narrow is the width, in points, of a figure that phones have room for, longestTitle the
// number of letters of a title.
const narrow, longestTitle = 360, 200

// htmlFigure is what the template of figures is given, below it the table of what its marks show.
func htmlFigure(block FigureBlock, label string) map[string]any {
	f := chart.Figure(block)
	title := typeset(format.Shortened(f.Title, longestTitle))
	if f.Title == "" {
		f.Title = f.Caption
	}
	drawn := f.Parts(htmlID(label) + "-drawing")
	view := map[string]any{
		"ID": htmlID(label), "Label": label, "Title": title, "Caption": label + ". " + typeset(f.Caption),
		"Panels": drawn.Panels, "Legend": drawn.Legend,
	}
	if f.Width > narrow {
		view["Class"] = "wide"
	}
	if len(drawn.Marks) > 0 {
		view["Numbers"] = newHTMLTable(numbers(drawn.Marks), "Numbers of "+label, false)
	}
	return view
}

// numbers lists what marks show, panel by panel, a row for each in their order.
func numbers(marks []chart.Mark) Table {
	t := Table{Columns: []Column{{Name: "of", Left: true}, {Name: "series", Left: true}, {Name: "value"}}}
	named := slices.ContainsFunc(marks, func(m chart.Mark) bool { return m.Series != "" })
	if !named {
		t.Columns = slices.Delete(t.Columns, 1, 2)
	}
	for i, m := range marks {
		if m.Panel != "" && (i == 0 || marks[i-1].Panel != m.Panel) {
			t.Rows = append(t.Rows, Row{Heading: m.Panel})
		}
		row := Row{Cells: []string{m.Name, m.Series, m.Value}}
		if !named {
			row.Cells = slices.Delete(row.Cells, 1, 2)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
