// Package document sets tables and documents: a Table as text, and a Document of
// blocks as PDF or HTML. A further form is a file here that goes through the same blocks.
package document

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"drfvi/internal/chart"
)

// Document is a report, or what was found on one table, before it takes a form: the PDF
// and the HTML file are renderings of one document, so they cannot differ
// in content.
type Document struct {
	Title, Subtitle string
	Head            string // at the head of pages
	Long            bool   // contents stand at the side of pages, and all tables are open
	Prefix          string // before the numbers of tables and figures that have none of their own: "S"
	Data            any    // for other programs, in the HTML file as JSON; nil for none
	blocks          []Block
}

// Block is a part of a document: one of the types below. Its kind names its template in HTML.
type Block interface{ kind() string }

type (
	// Part starts a part; its finding stands behind the title of its heading, and not in contents
	// and running heads. A folded one is opened by those who want it, where a form can fold.
	Part struct {
		Title, Finding string
		Folded         bool
	}
	// Section is a heading within a part.
	Section string
	// Lead is what is said first, in a sentence or two.
	Lead string
	// Paragraph is running text; blank lines separate paragraphs.
	Paragraph string
	// Equation is a formula on a line of its own, with its punctuation.
	Equation string
	// Bullets is a list of remarks.
	Bullets []string
	// Facts is a list of names and what they stand for.
	Facts [][2]string
	// Contents is the table of contents of pages in HTML; PDF files have bookmarks.
	Contents struct{}
	// FigureBlock is a figure; tables are blocks themselves. Both are numbered by
	// their order.
	FigureBlock chart.Figure
)

// heading is the title with what was found.
func (p Part) heading() string {
	if p.Finding == "" {
		return p.Title
	}
	return p.Title + ": " + p.Finding
}

func (Part) kind() string        { return "part" }
func (Section) kind() string     { return "section" }
func (Lead) kind() string        { return "lead" }
func (Paragraph) kind() string   { return "paragraph" }
func (Equation) kind() string    { return "equation" }
func (Bullets) kind() string     { return "bullets" }
func (Facts) kind() string       { return "facts" }
func (Contents) kind() string    { return "contents" }
func (Table) kind() string       { return "table" }
func (FigureBlock) kind() string { return "figure" }

// labelled are the blocks in their order, parts, tables and figures with their numbers as
// "Table 3".
func (d Document) labelled() iter.Seq2[string, Block] {
	return func(yield func(string, Block) bool) {
		count := map[string]int{}
		for _, b := range d.blocks {
			label, kind, prefix := "", "", d.Prefix
			switch b := b.(type) {
			case Part:
				kind, prefix = "Part", ""
			case Table:
				label, kind = b.Number, "Table"
			case FigureBlock:
				label, kind = b.Number, "Figure"
			}
			if label == "" && kind != "" {
				count[kind]++
				label = fmt.Sprintf("%s %s%d", kind, prefix, count[kind])
			}
			if !yield(label, b) {
				return
			}
		}
	}
}

// entry is a part in the table of contents.
type entry struct{ Label, Text string }

// ID is that of the part in HTML.
func (e entry) ID() string { return htmlID(e.Label) }

// parts are those of the document in their order.
func (d Document) parts() (list []entry) {
	for label, b := range d.labelled() {
		if p, ok := b.(Part); ok {
			list = append(list, entry{label, p.Title})
		}
	}
	return list
}

// Add adds blocks at the end.
func (d *Document) Add(blocks ...Block) { d.blocks = append(d.blocks, blocks...) }

// Parse reads blocks from text: parts ("# "), sections ("## "), lists with a
// remark ("- ") or a name and what it stands for ("name :: ") on each line, equations
// ("$ "), and paragraphs, all with blank lines between them.
func Parse(text string) []Block {
	var blocks []Block
	for block := range strings.SplitSeq(text, "\n\n") {
		block = strings.TrimSpace(block)
		lines := strings.Split(block, "\n")
		title, isPart := strings.CutPrefix(block, "# ")
		section, isSection := strings.CutPrefix(block, "## ")
		switch {
		case block == "":
		case isPart:
			blocks = append(blocks, Part{Title: title})
		case isSection:
			blocks = append(blocks, Section(section))
		case strings.HasPrefix(block, "$ "):
			blocks = append(blocks, Equation(strings.TrimPrefix(block, "$ ")))
		case strings.HasPrefix(block, "- "):
			for i := range lines {
				lines[i] = strings.TrimPrefix(lines[i], "- ")
			}
			blocks = append(blocks, Bullets(lines))
		case strings.Contains(lines[0], " :: "):
			var list Facts
			for _, line := range lines {
				name, meaning, _ := strings.Cut(line, " :: ")
				list = append(list, [2]string{name, meaning})
			}
			blocks = append(blocks, list)
		default:
			blocks = append(blocks, Paragraph(block))
		}
	}
	return blocks
}

// Texts are lines of text by name.
type Texts map[string][]string

// ParseTexts reads texts: a name ("## ") and the lines below it.
func ParseTexts(file string) Texts {
	texts, name := make(Texts), ""
	for line := range strings.Lines(file) {
		line = strings.TrimSpace(line)
		if heading, ok := strings.CutPrefix(line, "## "); ok {
			name = heading
		} else if name != "" && line != "" {
			texts[name] = append(texts[name], line)
		}
	}
	return texts
}

// Of returns the lines of a text. It panics if there are none.
func (t Texts) Of(name string) []string {
	if len(t[name]) == 0 {
		panic("document: no text " + name)
	}
	return slices.Clone(t[name])
}

// paragraphs splits text at blank lines and joins the lines of each paragraph.
func paragraphs(text Paragraph) []string {
	var list []string
	for part := range strings.SplitSeq(string(text), "\n\n") {
		if part = strings.Join(strings.Fields(part), " "); part != "" {
			list = append(list, part)
		}
	}
	return list
}
