package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"
)

// counted is a number with its noun: "1 variable", "3 variables".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// duration writes a time in a few characters: 340ms, 12.3s, 4m20s, 3h5m.
func duration(d time.Duration) string {
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

// megabytes writes an amount of memory.
func megabytes(bytes int64) string {
	if bytes >= 10e9 {
		return fmt.Sprintf("%.0f GB", float64(bytes)/1e9)
	}
	return fmt.Sprintf("%d MB", (bytes+999999)/1000000)
}

// writeJSON writes the value as one indented JSON object.
func writeJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return nil
}

// exact writes a number with the fewest digits that read back as the same.
func exact(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
