package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
)

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
