// Package modelfile turns forests into bytes and back, so that they can predict without being grown
// again: the same bits on every processor. Files carry a version of their format and a SHA-256, and
// are checked in every part when they are read.
//
// A forest f for responses y is saved, and predicts elsewhere, errors left out:
//
//	data, err := modelfile.Model{Forest: f, Responses: y, Program: "3.0.0"}.Encode()
//	m, err := modelfile.Decode(data)
//	rows, err := m.Forest.Columns.On(x) // new rows, m×p
//	evaluated, err := conditional.Of(ctx, m.Forest, rows, workers)
//	means, err := evaluated.For(mat.Col(nil, 0, m.Responses)).Means(ctx, workers)
package modelfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
)

// Format is the version of the format that Encode writes, the only one that Decode reads.
const Format = 2

// Model is a forest with what it was grown for.
type Model struct {
	Forest    *forest.Forest
	Responses *mat.Dense // n×d
	// Notes are the caller's, such as names of columns.
	Notes []byte
	// Program is the version of the program that writes, a single word.
	Program string
}

// A file is a line
//
//	drfvi model FORMAT PROGRAM
//
// the length of the packed content, 8 bytes, the lowest first; the packed content; and the SHA-256
// of all that.
const (
	magic       = "drfvi model "
	longestLine = 100
	lengthBytes = 8
)

// Encode returns the model as the bytes of a file.
func (m Model) Encode() ([]byte, error) {
	data := fmt.Appendf(nil, "%s%d %s\n", magic, Format, m.Program)
	if len(data) > longestLine || strings.ContainsAny(m.Program, " \n") {
		return nil, fmt.Errorf("modelfile: the program's version is %q, expected a short word", m.Program)
	}
	packed, err := m.pack()
	if err != nil {
		return nil, fmt.Errorf("modelfile: %w", err)
	}
	data = binary.LittleEndian.AppendUint64(data, uint64(len(packed)))
	data = append(data, packed...)
	sum := sha256.Sum256(data)
	return append(data, sum[:]...), nil
}

// Read returns the model that a reader holds, as Decode does. It reads no further than the model
// says that it goes: of anything else, such as a device, only the beginning.
func Read(r io.Reader) (Model, error) {
	start, err := io.ReadAll(io.LimitReader(r, longestLine+lengthBytes))
	if err != nil {
		return Model{}, err
	}
	h, err := readHead(start)
	if err != nil {
		return Model{}, err
	}
	const longest = math.MaxInt64 - longestLine - lengthBytes - sha256.Size - 1
	end := int64(h.size) + int64(min(h.packed, longest)) + sha256.Size
	following, err := io.ReadAll(io.LimitReader(r, end-int64(len(start))+1))
	if err != nil {
		return Model{}, err
	}
	return Decode(append(start, following...))
}

// Decode returns the model whose bytes Encode has returned. The error says what is wrong with
// others, to come after the name of a file.
func Decode(data []byte) (Model, error) {
	h, err := readHead(data)
	if err != nil {
		return Model{}, err
	}
	if n := uint64(len(data) - h.size); h.packed > math.MaxInt64 || n < h.packed+sha256.Size {
		return Model{}, fmt.Errorf("is cut short, or altered: it has %d bytes after its head, expected %d and a "+
			"checksum of %d",
			n, h.packed, sha256.Size)
	}
	end := h.size + int(h.packed)
	if sum := sha256.Sum256(data[:end]); !bytes.Equal(sum[:], data[end:]) {
		return Model{}, errors.New("was altered since drfvi fit wrote it: its checksum is wrong, expected the file as it was")
	}
	m, err := unpack(data[h.size:end])
	m.Program = h.program
	return m, err
}

// head is what stands before the packed content.
type head struct {
	size    int // of the head
	packed  uint64
	program string
}

// readHead returns the head of a file.
func readHead(data []byte) (head, error) {
	line, _, ended := bytes.Cut(data[:min(len(data), longestLine)], []byte("\n"))
	words := bytes.Fields(bytes.TrimPrefix(line, []byte(magic)))
	if !bytes.HasPrefix(data, []byte(magic)) || len(words) != 2 && ended {
		return head{}, errors.New("is no model of drfvi, expected a file that drfvi fit has written")
	}
	size := len(line) + 1 + lengthBytes
	if len(data) < size || len(words) != 2 {
		return head{}, fmt.Errorf("is cut short after %d bytes, expected the whole file", len(data))
	}
	switch format, err := strconv.Atoi(string(words[0])); {
	case err != nil || format > Format:
		return head{}, fmt.Errorf("is a model of format %s, written by drfvi %s, expected format %d: a newer drfvi reads it",
			words[0], words[1], Format)
	case format < Format:
		return head{}, fmt.Errorf("is a model of format %d, written by drfvi %s, which this version does not "+
			"read: run drfvi fit again on its table",
			format, words[1])
	}
	return head{size, binary.LittleEndian.Uint64(data[size-lengthBytes:]), string(words[1])}, nil
}
