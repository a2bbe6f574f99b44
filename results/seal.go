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

// sealOf returns and checks the seal of an object, and the object without it.
func sealOf(object []byte) (s seal, content []byte, err error) {
	at := bytes.LastIndex(object, []byte(`"seal":`))
	if at < 0 {
		return s, nil, errors.New("has no seal, expected one as drfvi writes it")
	}
	after := "}"
	if bytes.HasSuffix(object, []byte("\n}")) {
		after = "\n}"
	}
	content = slices.Concat(bytes.TrimRight(object[:at], ",\n\t"), []byte(after))
	if err := json.NewDecoder(bytes.NewReader(object[at+len(`"seal":`):])).Decode(&s); err != nil || !bytes.Equal(s.attach(content), object) {
		return s, nil, fmt.Errorf("column %d: the seal is not as drfvi wrote it", at+1)
	}
	if sum := digest(content); sum != s.SHA256 {
		return s, nil, fmt.Errorf("altered since drfvi wrote it: its checksum is %.12s…, its seal says %.12s…", sum, s.SHA256)
	}
	return s, content, nil
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
	var all []byte
	for i, object := range objects {
		all = append(all, seal{SHA256: sums[i], Line: i + 1, Of: len(objects), File: file}.attach(object)...)
		all = append(all, '\n')
	}
	return all
}

// seals checks that the seals passed to it line by line are those of one complete file.
type seals struct {
	first seal
	sums  []string
}

// next checks the seal of the next line.
func (c *seals) next(s seal) error {
	number := len(c.sums) + 1
	if number == 1 {
		c.first = s
	}
	switch {
	case s.Of != c.first.Of || s.File != c.first.File:
		return fmt.Errorf("is a line of another file than line 1")
	case s.Line != number:
		return fmt.Errorf("holds line %d of %d: a line was cut, doubled or moved", s.Line, s.Of)
	}
	c.sums = append(c.sums, s.SHA256)
	return nil
}

// end checks that no line is missing.
func (c *seals) end() error {
	switch {
	case len(c.sums) != c.first.Of:
		return fmt.Errorf("the file ends, expected line %d of %d: lines were cut", len(c.sums)+1, c.first.Of)
	case digest([]byte(strings.Join(c.sums, ""))) != c.first.File:
		return fmt.Errorf("the lines before are not those that were written together")
	}
	return nil
}
