package document

import (
	"regexp"
	"strings"

	"drfvi/internal/format"
)

// Markdown renders the table in GitHub's dialect. Relevant rows have a bold
// first cell; rows that differ, a bold last one.
func (t Table) Markdown() string {
	var b strings.Builder
	if t.Caption != "" {
		b.WriteString("**" + MarkdownText(t.Caption) + "**\n\n")
	}
	cells := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		cells[i] = MarkdownText(c.head())
	}
	markdownRow(&b, cells)
	for i, c := range t.Columns {
		cells[i] = "---:"
		if c.Left {
			cells[i] = ":---"
		}
	}
	markdownRow(&b, cells)
	for _, row := range t.Rows {
		for i := range cells {
			cells[i] = ""
			if i < len(row.Cells) {
				cells[i] = MarkdownText(t.short(i, row.Cells[i]))
			}
		}
		switch {
		case row.Heading != "":
			cells[0] = "*" + MarkdownText(row.Heading) + "*"
		case row.Mark == Relevant:
			cells[0] = "**" + cells[0] + "**"
		case row.Mark == Alarm:
			at := row.marked()
			cells[at] = "**" + cells[at] + "**"
		}
		markdownRow(&b, cells)
	}
	for _, note := range t.Notes {
		b.WriteString("\n" + MarkdownText(note) + "\n")
	}
	return b.String()
}

func markdownRow(b *strings.Builder, cells []string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "<", "&lt;", "|", `\|`, "~", `\~`, "$", `\$`, "\n", " ",
)

var (
	markdownEntity = regexp.MustCompile(`&(#?\w+;)`)
	// What begins a heading, a list, a quotation or a line of a setext heading.
	markdownLead = regexp.MustCompile(`^(\d*)(#+|>|[-+=.)])(\s|$)`)
)

// MarkdownText escapes text so that it shows as it is.
func MarkdownText(text string) string {
	text = markdownEscapes.Replace(markdownEntity.ReplaceAllString(format.Visible(text), "&amp;$1"))
	return markdownLead.ReplaceAllString(text, `$1\$2$3`)
}
