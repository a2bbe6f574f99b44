package terminal

import (
	"strings"

	"drfvi/internal/format"
	"drfvi/internal/mention"
)

// Worded returns a message in which settings are flags of the command, with values as a shell
// takes them.
func Worded(message string) string { return mention.Words(message, flag) }

// flag is the flag that a setting is set by: all have the names of settings.
func flag(s mention.Setting) (string, bool) {
	text := "--" + string(s.Name)
	if s.Values != nil {
		words := make([]string, len(s.Values))
		for k, value := range s.Values {
			words[k] = pasted(value, format.Element)
		}
		return text + " " + strings.Join(words, ","), true
	}
	if s.Value != "" {
		text += " " + pasted(s.Value, format.Argument)
	}
	return text, true
}

// pasted writes a value as a way of quoting has it, "WORD" if it is long.
func pasted(value string, quoted func(string) string) string {
	const longest = 100
	if len(value) > longest {
		return "WORD"
	}
	return quoted(value)
}
