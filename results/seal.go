package results

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// seal is the last member of every JSON object that the store writes; it reveals alterations,
// cuts, duplicates and moves. It guards against accidents, not intent: anyone who alters a
// line can seal it again.
type seal struct {
	SHA256 string `json:"sha256"` // of the object without the seal
	// For a line of a merged file: its number, the number of lines, and the SHA-256 over the
	// SHA256 of all lines, in order.
	Line int    `json:"line,omitempty"`
	Of   int    `json:"of,omitempty"`
	File string `json:"file,omitempty"`
}

// digest returns the SHA-256 of data in hex.
func digest(data []byte) string { return fmt.Sprintf("%x", sha256.Sum256(data)) }

// attach inserts the seal before the closing brace of an object.
func (s seal) attach(object []byte) []byte {
	text, err := json.Marshal(s)
	if err != nil {
		panic("results: " + err.Error()) // only strings and numbers
	}
	before, after := `,"seal":`, "}"
	if bytes.HasSuffix(object, []byte("\n}")) {
		before, after = ",\n\t\"seal\": ", "\n}"
	}
	return fmt.Appendf(nil, "%s%s%s%s", object[:len(object)-len(after)], before, text, after)
}

// sealOne returns the single object of a file, sealed, with a final newline.
func sealOne(object []byte) []byte {
	return append(seal{SHA256: digest(object)}.attach(object), '\n')
}

// sealLines returns objects as the sealed lines of a merged file.
func sealLines(objects [][]byte) []byte {
	sums := make([]string, len(objects))
	for i, object := range objects {
		sums[i] = digest(object)
	}
	file := digest([]byte(strings.Join(sums, "")))
	var text []byte
	for i, object := range objects {
		text = append(text, seal{SHA256: sums[i], Line: i + 1, Of: len(objects), File: file}.attach(object)...)
		text = append(text, '\n')
	}
	return text
}

// unsealed returns an object with its line end without the seal, unchecked; ok is false if it has
// none.
func unsealed(text []byte) (object []byte, ok bool) {
	start := bytes.LastIndex(text, []byte(`"seal":`))
	if start < 0 {
		return nil, false
	}
	after := "}"
	if bytes.HasSuffix(text, []byte("\n}\n")) {
		after = "\n}"
	}
	return slices.Concat(bytes.TrimRight(text[:start], ",\n\t"), []byte(after)), true
}

// errAltered is the error of text that is not what the store wrote.
var errAltered = errors.New("altered, cut or moved since drfvi wrote it")

// openOne is the inverse of sealOne.
func openOne(text []byte) ([]byte, error) {
	object, ok := unsealed(text)
	if !ok || !bytes.Equal(sealOne(object), text) {
		return nil, errAltered
	}
	return object, nil
}

// openLines is the inverse of sealLines.
func openLines(text []byte) (objects [][]byte, err error) {
	for line := range bytes.Lines(text) {
		object, ok := unsealed(line)
		if !ok {
			return nil, errAltered
		}
		objects = append(objects, object)
	}
	if len(objects) == 0 || !bytes.Equal(sealLines(objects), text) {
		return nil, errAltered
	}
	return objects, nil
}
