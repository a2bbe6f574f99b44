package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

// readOne reads a file of one JSON object and checks the object. The error names file and line,
// and the remedy only if the content is wrong: a file that could not be read, perhaps for lack of
// file descriptors, may be intact. It wraps fs.ErrNotExist if there is no file.
func readOne[T any](path, indent, redo string, check func(T) error) (T, error) {
	var none T
	data, err := readFile(path, mostOfOne)
	if err != nil {
		return none, ofResults(err)
	}
	value, s, err := decode[T](data, indent)
	if err == nil && s.Line != 0 {
		err = errors.New("is a line of a file of many")
	}
	if err == nil {
		err = check(value)
	}
	if err != nil {
		return none, fmt.Errorf("%s:%d: %w; %s", path, lineOf(data, err), err, redo)
	}
	return value, nil
}

// mostBytes is the largest size of a file of results, mostOfOne that of one object; the paper's
// are below one megabyte.
const (
	mostBytes = 1 << 30
	mostOfOne = 1 << 27
)

// readFile reads a regular file of at most so many bytes. Others, such as devices, may be endless.
func readFile(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s is not a regular file, expected one that drfvi wrote", path)
	case info.Size() > most:
		err = fmt.Errorf("%s has %d bytes, expected one that drfvi wrote, of at most %d", path, info.Size(), most)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// formError is an error at an offset of text that is not the expected JSON.
type formError struct {
	error
	offset int
}

// decode reads a JSON object with its line end and checks its seal. The object must be exactly what
// the store would write for its value: one sealed again after a change may have unread or repeated
// keys.
func decode[T any](text []byte, indent string) (T, seal, error) {
	object, ended := bytes.CutSuffix(text, []byte("\n"))
	var value T
	if err := json.Unmarshal(object, &value); err != nil {
		return value, seal{}, describe(object, err)
	}
	s, content, err := sealOf(object)
	if err != nil {
		return value, s, err
	}
	again, err := encode(value, indent)
	if err != nil {
		return value, s, err
	}
	if at := firstDifference(content, again); at >= 0 {
		excerpt := func(text []byte) []byte { return text[min(at, len(text)):min(at+12, len(text))] }
		return value, s, formError{fmt.Errorf("byte %d: found %q, expected %q", at+1, excerpt(content), excerpt(again)), at}
	}
	if !ended {
		return value, s, errUnended
	}
	return value, s, nil
}

// firstDifference returns the first index at which two texts differ, or −1.
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

// describe names the fault of text that is not the expected JSON.
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

// lineOf returns the line of text, from 1, of an error.
func lineOf(text []byte, err error) int {
	var form formError
	if !errors.As(err, &form) {
		return 1
	}
	return 1 + bytes.Count(text[:min(form.offset, len(text))], []byte("\n"))
}
