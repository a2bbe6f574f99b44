// Package terminal writes what people read while and after a command runs: text
// broken into lines, cells in columns, amounts, messages and progress.
package terminal

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"drfvi/internal/format"
)

// Message writes a message to stderr, every line with the program's name in front. Very long
// names are shortened, and the middle of a line that is long still is left out: what is wrong
// stands first, and what to do last.
func Message(stderr io.Writer, message string) {
	for line := range strings.Lines(Plainly(message)) {
		fmt.Fprintf(stderr, "drfvi: %s\n", strings.TrimSuffix(line, "\n"))
	}
}

// Plainly returns a message as Message writes it, but for the program's name.
func Plainly(message string) string {
	const longest, first, last = 8000, 5000, 2000 // bytes
	var lines []string
	for line := range strings.Lines(strings.TrimRight(Worded(message), "\n")) {
		line = shortNames(strings.TrimRight(line, "\n"))
		if len(line) > longest {
			line = strings.ToValidUTF8(line[:first], "") + " … " + strings.ToValidUTF8(line[len(line)-last:], "")
		}
		lines = append(lines, format.VisibleLine(line))
	}
	return strings.Join(lines, "\n")
}

var quoted = regexp.MustCompile(`"(\\.|[^"\\])*"`)

// shortNames shortens the very long ones of the quoted names in a text.
func shortNames(text string) string {
	const longest = 3 * format.Longest // bytes; what else is quoted is shorter
	return quoted.ReplaceAllStringFunc(text, func(name string) string {
		if len(name) <= longest {
			return name
		}
		return format.Shortened(name, format.Longest)
	})
}

// Duration writes a time in a few characters: 340ms, 12.3s, 4m20s, 3h5m.
func Duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return d.Round(time.Millisecond).String()
	case d < time.Minute:
		return d.Round(100 * time.Millisecond).String()
	case d < time.Hour:
		return d.Round(time.Second).String()
	}
	d = d.Round(time.Minute)
	return fmt.Sprintf("%dh%dm", int(d.Hours()), int(d.Minutes())%60)
}

// Megabytes writes an amount of memory.
func Megabytes(bytes int64) string {
	if bytes >= 10e9 {
		return fmt.Sprintf("%.0f GB", float64(bytes)/1e9)
	}
	return fmt.Sprintf("%d MB", (bytes+999999)/1000000)
}
