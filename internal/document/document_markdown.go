package document

import (
	"fmt"
	"strings"
	"unicode"
)

// Markdown renders the document in GitHub's dialect, with links to the PNG
// files of its figures.
func (d Document) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n", MarkdownText(d.Title), MarkdownText(d.Subtitle))
	for label, item := range d.labelled() {
		b.WriteByte('\n')
		switch item := item.(type) {
		case heading:
			b.WriteString(strings.Repeat("#", item.level+1) + " " + MarkdownText(item.text) + "\n")
		case Paragraph:
			b.WriteString(strings.Join(paragraphs(string(item), MarkdownText), "\n\n") + "\n")
		case Equation:
			b.WriteString(MarkdownText(string(item)) + "\n")
		case Bullets:
			for _, text := range item {
				b.WriteString("- " + MarkdownText(text) + "\n")
			}
		case Facts:
			b.WriteString("| | |\n| :--- | :--- |\n")
			for _, fact := range item {
				fmt.Fprintf(&b, "| **%s** | %s |\n", MarkdownText(fact[0]), MarkdownText(fact[1]))
			}
		case Score:
			var parts []string
			for _, c := range item.Counts {
				parts = append(parts, fmt.Sprintf("%d %s", c.N, c.What))
			}
			fmt.Fprintf(&b, "**%s:** %s.\n", MarkdownText(item.Label), MarkdownText(strings.Join(parts, ", ")))
		case Lead:
			b.WriteString("**" + MarkdownText(string(item)) + "**\n")
		case Headline:
			b.WriteString("**" + MarkdownText(item.Number) + "** " + MarkdownText(item.Text) + "\n")
		case Contents:
			b.WriteString(d.markdownContents())
			if len(item.Items) > 0 {
				b.WriteString("\n" + d.concordance(item, nil).Markdown())
			}
		case Table:
			item.Caption = label + ". " + item.Caption
			b.WriteString(item.Markdown())
		case FigureBlock:
			fmt.Fprintf(&b, "![%s](%s.png)\n\n*%s. %s* ([PDF](%s.pdf))\n", MarkdownText(item.Title), item.Name, label, MarkdownText(item.Caption), item.Name)
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
func (d Document) markdownContents() string {
	var b strings.Builder
	for _, part := range d.parts() {
		fmt.Fprintf(&b, "- [%s](#%s)\n", MarkdownText(part), anchor(part))
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
