package page

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"html/template"
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

	htmlTemplates = template.Must(template.New("page").Parse(pageHTML))
)

// htmlPage collects the parts of a page.
type htmlPage struct{ bytes.Buffer }

// htmlID is the id of what has a label: "figure-2" for "Figure 2".
func htmlID(label string) string { return strings.ReplaceAll(strings.ToLower(label), " ", "-") }

// add sets a part by its template. It panics if the template does not fit, a
// programmer's error: it writes into memory.
func (p *htmlPage) add(name string, value any) {
	if err := htmlTemplates.ExecuteTemplate(p, name, value); err != nil {
		panic("page: " + err.Error())
	}
}

// HTML renders the document as one file that fetches nothing and can be read without
// its script: figures as SVG, each with a table of its numbers, and tables folded but
// for those that are open. A content-security policy admits its own style sheet and
// script alone.
func (d Document) HTML() []byte {
	var p htmlPage
	hash := func(text string) string {
		sum := sha256.Sum256([]byte(text))
		return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
	}
	type part struct{ ID, Text string }
	var parts []part
	for label, b := range d.labelled() {
		if h, ok := b.(heading); ok && h.level == 1 {
			parts = append(parts, part{htmlID(label), format.TrueMinus(h.text)})
		}
	}
	p.add("head", map[string]any{
		"Title": d.Title, "Subtitle": d.Subtitle, "Style": template.CSS(pageCSS),
		"StyleHash": hash(pageCSS), "ScriptHash": hash(pageJS),
	})
	for label, b := range d.labelled() {
		switch b := b.(type) {
		case heading:
			if b.level == 1 {
				p.add("part", part{htmlID(label), format.TrueMinus(b.text)})
			} else {
				p.add("section", format.TrueMinus(b.text))
			}
		case Paragraph:
			for _, text := range paragraphs(string(b), format.TrueMinus) {
				p.add("paragraph", text)
			}
		case Headline:
			p.add("headline", map[string]any{"Number": b.Number, "Text": format.TrueMinus(b.Text), "Bar": b.Bar.html(1)})
		case Bullets:
			p.add("bullets", mapped(b, format.TrueMinus))
		case Facts:
			p.add("facts", b)
		case Score:
			p.score(b)
		case Contents:
			p.add("contents", parts)
		case Table:
			p.add("table", htmlTable(b, label))
		case FigureBlock:
			p.figure(chart.Figure(b), label)
		}
	}
	text := format.Visible(p.String())
	p.Reset()
	p.add("foot", map[string]any{"Data": d.Data, "Script": template.JS(pageJS)})
	// Of JSON, where the same characters have an escape of its own.
	return []byte(text + format.VisibleJSON(p.String()))
}

func mapped(texts []string, f func(string) string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = f(text)
	}
	return list
}

// htmlBar is a bar in percent of the largest value.
type htmlBar struct{ Value, Low, High string }

// html scales the bar; nil stays nil.
func (b *Bar) html(largest float64) *htmlBar {
	if b == nil || !(largest > 0) {
		return nil
	}
	at := func(v float64) string { return format.Fixed(100*min(max(v/largest, 0), 1), 1) }
	scaled := &htmlBar{Value: at(b.Value)}
	if b.High > b.Low {
		scaled.Low, scaled.High = at(b.Low), at(b.High)
	}
	return scaled
}

func (p *htmlPage) score(s Score) {
	type part struct {
		Count       int
		Verb, Class string
	}
	total := s.Agree + s.Differ + s.Missing
	if total == 0 {
		return
	}
	p.add("score", map[string]any{"Label": s.Label, "Total": total, "Parts": []part{
		{s.Agree, "agree", "agree"}, {s.Differ, "differ", "differ"}, {s.Missing, "missing", "missing"}}})
}

// htmlCell is a cell of a table.
type htmlCell struct {
	Text       string
	Head, Left bool
}

type htmlRow struct {
	Class string
	Cells []htmlCell
	Bar   *htmlBar
}

// htmlBody is the rows below a heading.
type htmlBody struct {
	Heading string
	Span    int
	Rows    []htmlRow
}

// htmlTable is what the template of tables is given.
func htmlTable(t Table, label string) map[string]any {
	type head struct {
		Name string
		Left bool
		Span int
	}
	var heads, groups []head
	for _, c := range t.Columns {
		heads = append(heads, head{Name: c.Name, Left: c.Left})
	}
	if t.hasGroups() {
		for _, s := range t.spans() {
			groups = append(groups, head{Name: s.group, Span: s.last - s.first + 1})
		}
	}
	largest := 0.0
	for _, row := range t.Rows {
		if row.Bar != nil {
			largest = max(largest, row.Bar.Value, row.Bar.High)
		}
	}
	if largest > 0 {
		heads = append(heads, head{Name: "0 to " + format.Significant(largest, 2), Left: true})
	}
	bodies := []htmlBody{{}}
	for _, row := range t.Rows {
		if row.Heading != "" {
			bodies = append(bodies, htmlBody{Heading: format.TrueMinus(row.Heading), Span: len(heads)})
			continue
		}
		of := htmlRow{Class: map[Mark]string{Relevant: "found", Alarm: "alarm"}[row.Mark], Bar: row.Bar.html(largest)}
		for i, text := range row.textCells() {
			of.Cells = append(of.Cells, htmlCell{format.TrueMinus(text), i == 0, t.Columns[i].Left})
		}
		last := &bodies[len(bodies)-1]
		last.Rows = append(last.Rows, of)
	}
	if len(bodies) > 1 && len(bodies[0].Rows) == 0 {
		bodies = bodies[1:]
	}
	return map[string]any{
		"Label": label, "Caption": strings.TrimSuffix(label+". "+format.TrueMinus(t.Caption), ". "), "Open": t.Open,
		"Groups": groups, "Heads": heads, "Bodies": bodies, "Notes": mapped(t.Notes, format.TrueMinus),
	}
}

// figure sets a figure, below it the table of what its marks show.
func (p *htmlPage) figure(f chart.Figure, label string) {
	if f.Title == "" {
		f.Title = f.Caption
	}
	svg, marks := f.SVG(htmlID(label) + "-drawing")
	view := map[string]any{
		"ID": htmlID(label), "Label": label, "Caption": label + ". " + format.TrueMinus(f.Caption), "SVG": template.HTML(svg),
	}
	if len(marks) > 0 {
		view["Numbers"] = htmlTable(numbers(marks), "Numbers of "+strings.ToLower(label))
	}
	p.add("figure", view)
}

// numbers lists what marks show, panel by panel, a row for each in their order.
func numbers(marks []chart.Mark) Table {
	series := false
	for _, m := range marks {
		series = series || m.Series != ""
	}
	t := Table{Columns: []Column{{Name: "of", Left: true}}}
	if series {
		t.Columns = append(t.Columns, Column{Name: "series", Left: true})
	}
	t.Columns = append(t.Columns, Column{Name: "value"})
	for i, m := range marks {
		if m.Panel != "" && (i == 0 || marks[i-1].Panel != m.Panel) {
			t.Rows = append(t.Rows, Row{Heading: m.Panel})
		}
		row := Row{Cells: []string{m.Name}}
		if series {
			row.Cells = append(row.Cells, m.Series)
		}
		t.Rows = append(t.Rows, Row{Cells: append(row.Cells, m.Value)})
	}
	return t
}
