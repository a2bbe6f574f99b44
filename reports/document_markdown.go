package reports

import (
	"fmt"
	"strings"
	"unicode"
)

// markdown renders the document in GitHub's dialect, with links to the PNG
// files of its figures.
func (d document) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", markdownText(d.title), markdownText(d.subtitle))
	tables, figures := 0, 0
	for _, item := range d.blocks {
		b.WriteByte('\n')
		switch item := item.(type) {
		case heading:
			b.WriteString(strings.Repeat("#", item.level+1) + " " + markdownText(item.text) + "\n")
		case paragraph:
			b.WriteString(strings.Join(paragraphs(string(item), markdownText), "\n\n") + "\n")
		case bullets:
			for _, text := range item {
				b.WriteString("- " + markdownText(text) + "\n")
			}
		case facts:
			b.WriteString("| | |\n| :--- | :--- |\n")
			for _, fact := range item {
				fmt.Fprintf(&b, "| **%s** | %s |\n", markdownText(fact[0]), markdownText(fact[1]))
			}
		case score:
			if item.agree+item.differ+item.missing == 0 {
				continue
			}
			fmt.Fprintf(&b, "**%s:** %d agree, %d differ, %d missing.\n", item.label, item.agree, item.differ, item.missing)
		case contents:
			b.WriteString(d.markdownContents())
		case Table:
			tables++
			item.Caption = fmt.Sprintf("Table %d. %s", tables, item.Caption)
			b.WriteString(item.Markdown())
		case figureBlock:
			figures++
			fmt.Fprintf(&b, "![%s](%s.png)\n\n*Figure %d. %s* ([PDF](%s.pdf))\n", markdownText(item.title), item.name, figures, markdownText(item.caption), item.name)
		}
	}
	return b.String()
}

// paragraphs splits text at blank lines and joins the lines of each paragraph.
func paragraphs(text string, escape func(string) string) []string {
	var list []string
	for _, part := range strings.Split(text, "\n\n") {
		if part = strings.Join(strings.Fields(part), " "); part != "" {
			list = append(list, escape(part))
		}
	}
	return list
}

// markdownContents links to the parts.
func (d document) markdownContents() string {
	var b strings.Builder
	for _, item := range d.blocks {
		if h, ok := item.(heading); ok && h.level == 1 {
			fmt.Fprintf(&b, "- [%s](#%s)\n", markdownText(h.text), anchor(h.text))
		}
	}
	return b.String()
}

// anchor is the fragment GitHub gives a heading: lower case, spaces as
// hyphens, without punctuation.
func anchor(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return unicode.ToLower(r)
		}
		return -1
	}, text)
}
