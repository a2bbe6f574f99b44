package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// readDocument reads the one JSON object of a file, written with an indent. The
// error names file and line, and wraps fs.ErrNotExist if there is no file.
func readDocument[T any](path, indent string) (T, *seal, error) {
	var none T
	data, err := os.ReadFile(path)
	if err != nil {
		return none, nil, fmt.Errorf("results: %w", err)
	}
	value, s, err := decode[T](bytes.TrimSuffix(data, []byte("\n")), indent)
	if err == nil && s != nil && s.Line != 0 {
		err = errors.New("is a line of a file of many")
	}
	if err != nil {
		return none, nil, fmt.Errorf("%s:%d: %w", path, lineOf(data, err), err)
	}
	return value, s, nil
}

// formError is an error of text that is not the JSON expected, at an offset.
type formError struct {
	error
	offset int
}

// decode reads a JSON object and checks its seal. Without one, as older versions
// wrote it, it must be what would be written of its value.
func decode[T any](object []byte, indent string) (T, *seal, error) {
	var value T
	if err := json.Unmarshal(object, &value); err != nil {
		return value, nil, describe(object, err)
	}
	s, err := sealOf(object)
	if err != nil || s != nil {
		return value, s, err
	}
	again, err := encode(value, indent)
	if err != nil {
		return value, nil, err
	}
	again = bytes.TrimSuffix(again, []byte("\n"))
	if at := firstDifference(object, again); at >= 0 {
		excerpt := func(text []byte) []byte { return text[min(at, len(text)):min(at+12, len(text))] }
		return value, nil, formError{fmt.Errorf("byte %d: found %q, expected %q", at+1, excerpt(object), excerpt(again)), at}
	}
	return value, nil, nil
}

// firstDifference returns where two texts differ first, or −1.
func firstDifference(a, b []byte) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	if len(a) != len(b) {
		return min(len(a), len(b))
	}
	return -1
}

// describe says what is wrong with text that is not the JSON expected.
func describe(text []byte, err error) error {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return errors.New("empty, expected a JSON object")
	case errors.As(err, &kind):
		return formError{fmt.Errorf("column %d: found a JSON %s in %q, expected a %s", kind.Offset, kind.Value, kind.Field, kind.Type), int(kind.Offset)}
	case errors.As(err, &syntax) && int(syntax.Offset) >= len(text):
		return formError{errors.New("the JSON object is cut short"), len(text)}
	case errors.As(err, &syntax):
		return formError{fmt.Errorf("byte %d: not JSON: %w", syntax.Offset, err), int(syntax.Offset)}
	}
	return err
}

// lineOf returns the line of text, from 1, that an error is about.
func lineOf(text []byte, err error) int {
	var form formError
	if !errors.As(err, &form) {
		return 1
	}
	return 1 + bytes.Count(text[:min(form.offset, len(text))], []byte("\n"))
}
