package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// readDocument reads the one JSON value of a file. The error names file and
// line, and wraps fs.ErrNotExist if there is no file.
func readDocument(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s:%d: %s", path, lineOf(data, err), describe(data, err))
	}
	return nil
}

// readLines calls add for each line of a file of JSON lines; a file that does
// not exist has none. Errors, also those of add, get file and line.
func readLines[T any](path string, add func(T) error) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	for number := 1; len(data) > 0; number++ {
		line, rest, _ := bytes.Cut(data, []byte("\n"))
		data = rest
		var value T
		if err := json.Unmarshal(line, &value); err != nil {
			return fmt.Errorf("%s:%d: %s", path, number, describe(line, err))
		}
		if err := add(value); err != nil {
			return fmt.Errorf("%s:%d: %w", path, number, err)
		}
	}
	return nil
}

// describe says what is wrong with text that is not the JSON expected.
func describe(text []byte, err error) string {
	var kind *json.UnmarshalTypeError
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return "empty, expected a JSON object"
	case errors.As(err, &kind):
		return fmt.Sprintf("column %d: found a JSON %s in %q, expected a %s", kind.Offset, kind.Value, kind.Field, kind.Type)
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		if int(syntax.Offset) >= len(text) {
			return "the JSON object is cut short"
		}
		return fmt.Sprintf("byte %d: not JSON: %v", syntax.Offset, err)
	}
	return err.Error()
}

// lineOf returns the line of text, from 1, where decoding failed.
func lineOf(text []byte, err error) int {
	offset := int64(0)
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	if errors.As(err, &kind) {
		offset = kind.Offset
	} else if errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	return 1 + bytes.Count(text[:min(int(offset), len(text))], []byte("\n"))
}
