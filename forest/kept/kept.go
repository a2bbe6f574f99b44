// Package kept turns forests into bytes and back, so that they can predict without being
// grown again: the same bits on every processor. What it writes is sealed by SHA-256,
// numbered by a version of the format, packed, and checked in every part when it is read.
//
// A forest f for responses y is kept, and predicts elsewhere, errors left out:
//
//	data, err := kept.Model{Forest: f, Responses: y, Program: "1.0.0"}.Encode()
//	m, err := kept.Decode(data)
//	at, err := m.Forest.Columns.On(x) // new rows, m×p
//	evaluated, err := conditional.Of(ctx, m.Forest, at, workers)
//	means, err := evaluated.For(mat.Col(nil, 0, m.Responses)).Means(ctx, workers)
package kept

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

	"github.com/klauspost/compress/zstd"
	"gonum.org/v1/gonum/mat"

	"drfvi/forest"
)

// Format is the version of the format that Encode writes. Decode reads this one and all
// before it.
const Format = 1

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
// the lengths of the content, packed and not, 8 bytes each, the lowest first; the content,
// packed by zstd; and the SHA-256 of all that.
const magic = "drfvi model "

const (
	longestLine = 100
	lengths     = 16
)

// A content is at most so many times as long as packed, and so much longer: more is no
// forest but an attempt to fill the memory. The forests of fit are up to 10 times as long, since rows are
// drawn at random, and take up to 60 times as much memory as their contents.
const (
	mostTimes = 64
	mostMore  = 1 << 20
)

// Encode returns the model as the bytes of a file. It returns an error for forests that are
// not of package forest's Grower, such as regression forests.
func (m Model) Encode() ([]byte, error) {
	content, err := m.content()
	if err != nil {
		return nil, err
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		panic("kept: " + err.Error()) // of constant options
	}
	packed := encoder.EncodeAll(content, nil)
	if !plausible(len(packed), uint64(len(content))) {
		return nil, fmt.Errorf("kept: %d bytes that pack into %d are no forest", len(content), len(packed))
	}
	data := fmt.Appendf(nil, "%s%d %s\n", magic, Format, m.Program)
	if len(data) > longestLine || strings.ContainsAny(m.Program, " \n") {
		return nil, fmt.Errorf("kept: the program's version is %q, expected a short word", m.Program)
	}
	data = binary.LittleEndian.AppendUint64(data, uint64(len(packed)))
	data = binary.LittleEndian.AppendUint64(data, uint64(len(content)))
	data = append(data, packed...)
	sum := sha256.Sum256(data)
	return append(data, sum[:]...), nil
}

// plausible reports whether a content may have that length.
func plausible(packed int, length uint64) bool {
	return length <= mostTimes*uint64(packed)+mostMore
}

// errBroken is the error of a content that no Encode has written, though it is sealed.
var errBroken = errors.New("is sealed, but its content is no forest: expected a model as drfvi fit writes it")

// Read returns the model that a reader holds, as Decode does. It reads no further than the model
// says that it goes: of anything else, such as a device, only the beginning.
func Read(r io.Reader) (Model, error) {
	data, err := io.ReadAll(io.LimitReader(r, longestLine+lengths))
	if err != nil {
		return Model{}, err
	}
	h, err := headOf(data)
	if err != nil {
		return Model{}, err
	}
	rest, err := io.ReadAll(io.LimitReader(r, int64(min(h.packed, math.MaxInt64-sha256.Size-1))+sha256.Size+1))
	if err != nil {
		return Model{}, err
	}
	return Decode(append(data, rest...))
}

// head is what stands before the content.
type head struct {
	size           int // in bytes
	packed, length uint64
	program        string
}

// headOf returns the head of a model.
func headOf(data []byte) (head, error) {
	line, rest, _ := bytes.Cut(data[:min(len(data), longestLine)], []byte("\n"))
	words := bytes.Fields(bytes.TrimPrefix(line, []byte(magic)))
	if !bytes.HasPrefix(data, []byte(magic)) || len(words) != 2 && rest != nil {
		return head{}, errors.New("is no model of drfvi, expected a file that drfvi fit has written")
	}
	if len(data) < len(line)+1+lengths || len(words) != 2 {
		return head{}, fmt.Errorf("is cut short after %d bytes, expected the whole file", len(data))
	}
	format, err := strconv.Atoi(string(words[0]))
	if err != nil || format > Format {
		return head{}, fmt.Errorf("is a model of format %s, written by drfvi %s, expected format %d or before: a newer drfvi reads it", words[0], words[1], Format)
	}
	start := len(line) + 1 + lengths
	return head{start, binary.LittleEndian.Uint64(data[start-lengths:]), binary.LittleEndian.Uint64(data[start-lengths/2:]), string(words[1])}, nil
}

// Decode returns the model whose bytes Encode has returned. The error says what is wrong
// with others, to come after the name of a file.
func Decode(data []byte) (Model, error) {
	h, err := headOf(data)
	if err != nil {
		return Model{}, err
	}
	start, packed := h.size, h.packed
	if there := uint64(len(data) - start); packed > math.MaxInt64 || there < packed+sha256.Size {
		return Model{}, fmt.Errorf("is cut short, or altered: it has %d bytes after its head, expected %d and a seal of %d", there, packed, sha256.Size)
	}
	end := start + int(packed)
	if sum := sha256.Sum256(data[:end]); !bytes.Equal(sum[:], data[end:]) {
		return Model{}, errors.New("was altered since drfvi fit wrote it: its seal is that of another content; expected the file as it was")
	}
	content, err := unpack(data[start:end], h.length)
	if err != nil {
		return Model{}, err
	}
	m, err := decode(content)
	m.Program = h.program
	return m, err
}

// unpack returns a content of that length. Memory grows with what comes, whatever a length
// says.
func unpack(packed []byte, length uint64) ([]byte, error) {
	if !plausible(len(packed), length) {
		return nil, errBroken
	}
	decoder, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(128<<20))
	if err != nil {
		return nil, errBroken
	}
	defer decoder.Close()
	content, err := io.ReadAll(io.LimitReader(decoder, int64(length)+1))
	if err != nil || uint64(len(content)) != length {
		return nil, errBroken
	}
	return content, nil
}
