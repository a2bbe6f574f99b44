package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"drfvi/cmd/drfvi/internal/report"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/internal/format"
)

// wording takes messages apart for other programs, which have their own words for settings.
type wording struct {
	root    *cobra.Command
	columns []string // that messages may name, the longest first
}

// newWording returns the wording of messages about a request.
func newWording(target *cobra.Command, a *asked) *wording {
	w := &wording{root: newRoot()}
	for _, t := range []*askedTable{a.table, a.newTable} {
		if t != nil && t.schema != nil {
			for _, f := range t.schema.Fields {
				w.columns = append(w.columns, f.Name)
			}
		}
	}
	slices.SortStableFunc(w.columns, func(a, b string) int { return len(b) - len(a) })
	return w
}

var (
	// settingInText is a flag, or a text in quotation marks, in which there are none.
	settingInText = regexp.MustCompile(`"(?:\\.|[^"\\])*"|--[a-z][a-z-]*[a-z]`)
	helpInText    = regexp.MustCompile(`; see drfvi [a-z]+ --help`)
	wordInText    = regexp.MustCompile(`^[ =]('(?:[^']|'\\'')*'|[^\s,;:()]+)`)
)

// parts returns a message as a list of texts, which are safe to print, and of settings with the
// values that are proposed: {"setting": "missing", "value": "drop"}.
func (w *wording) parts(message string) any {
	message = terminal.Plainly(helpInText.ReplaceAllString(message, ""))
	if w == nil {
		return []any{message}
	}
	var parts []any
	said := func(text string) {
		if text != "" {
			parts = append(parts, text)
		}
	}
	from := 0
	for _, at := range settingInText.FindAllStringIndex(message, -1) {
		name, is := strings.CutPrefix(message[at[0]:at[1]], "--")
		if !is || at[0] < from {
			continue
		}
		said(message[from:at[0]])
		setting := report.Object{{"setting", strings.ReplaceAll(name, "-", "_")}}
		from = at[1]
		if value, length := w.value(name, message[from:]); length > 0 {
			setting = setting.Add("value", value)
			from += length
		}
		parts = append(parts, setting)
	}
	said(message[from:])
	return parts
}

// value returns the value of a flag that a text begins with, after a blank, and how long it is; 0 for
// none: the sentence may go on with words of its own.
func (w *wording) value(name, text string) (string, int) {
	for _, column := range w.columns {
		if rest, is := strings.CutPrefix(text, " "+format.VisibleLine(column)); is && (rest == "" || strings.ContainsAny(rest[:1], " ,;:.)")) {
			return column, len(text) - len(rest)
		}
	}
	found := wordInText.FindStringSubmatch(text)
	if found == nil {
		return "", 0
	}
	word := strings.TrimRight(found[1], ".?")
	if strings.HasPrefix(word, "'") {
		return strings.ReplaceAll(word[1:len(word)-1], `'\''`, "'"), len(found[0])
	}
	for _, command := range w.root.Commands() {
		if flag := command.Flags().Lookup(name); flag != nil && slices.Contains([]string{"WORD", "NUMBER", "ROWS", "KERNEL", "WAY"}, flag.Value.Type()) && flag.Value.Set(word) == nil {
			return word, 1 + len(word)
		}
	}
	return "", 0
}
