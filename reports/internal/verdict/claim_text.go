package verdict

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"drfvi/internal/format"
	"drfvi/reports/internal/summary"
)

// textWidth is how many letters the lines of claims have in text files and on terminals.
const textWidth = 100

// ClaimsText lists claims in lines that fit a terminal: the verdict, the claim, and below it what
// decides, with its t.
func ClaimsText(claims []Judged) string {
	t := ClaimTable(claims)
	var b strings.Builder
	b.WriteString(t.Caption + "\n")
	for _, part := range summary.Grouped(claims, Judged.heading) {
		b.WriteString("\n" + wrapped(part[0].heading(), 0) + "\n")
		for _, j := range part {
			lead := fmt.Sprintf("  %-11s", j.outcome)
			b.WriteString(lead + wrapped(j.Text(), len(lead)) + "\n")
			text := j.Evidence()
			if by := j.t(); by != format.None {
				text += "; t = " + by
			}
			if j.twin != nil && j.twin.outcome != alike {
				text += fmt.Sprintf("; textbook: %s", j.twin.outcome)
				if by := j.twin.t(); by != format.None {
					text += ", t = " + by
				}
			}
			if text != format.None {
				b.WriteString(strings.Repeat(" ", len(lead)) + wrapped(text, len(lead)) + "\n")
			}
		}
	}
	b.WriteByte('\n')
	for _, note := range t.Notes {
		b.WriteString(wrapped(note, 0) + "\n")
	}
	return b.String()
}

// wrapped breaks text into lines that, after an indent, fit textWidth. The first line has no indent,
// as it goes on from another.
func wrapped(text string, indent int) string {
	var b strings.Builder
	at := indent
	for i, word := range strings.Fields(format.VisibleLine(text)) {
		length := utf8.RuneCountInString(word)
		if i > 0 && at+1+length > textWidth {
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		} else if i > 0 {
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += length
	}
	return b.String()
}
