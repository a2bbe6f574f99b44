package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Remedies for missing and altered files.
const (
	redoDescription = "restore it from a copy, or run the experiment into that directory again, which writes " +
		"it anew and computes nothing that is there"
	redoExperiment = "restore the file from a copy, or remove it and run the experiment into that directory " +
		"again, which computes nothing that is there"
	redoRecords = "restore the file from a copy, or remove it to have its records computed again"
	redoTimings = "restore the file from a copy, or remove it to go on without it"
)

// mostBytes is the largest size of a file of results, mostOfOne that of one object; the paper's
// are below one megabyte.
const (
	mostBytes = 1 << 30
	mostOfOne = 1 << 27
)

// readFile reads a regular file of at most so many bytes. Others, such as devices, may be endless.
func readFile(path string, limit int64) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s is not a regular file, expected one that drfvi wrote", path)
	case info.Size() > limit:
		err = fmt.Errorf("%s has %d bytes, expected one that drfvi wrote, of at most %d", path, info.Size(), limit)
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// readOne reads a file of one JSON object and checks the object. The error names the file, and
// the remedy only if the content is wrong: a file that could not be read, perhaps for lack of
// file descriptors, may be intact. It wraps fs.ErrNotExist if there is no file.
func readOne[T any](path, redo string, check func(T) error) (value T, err error) {
	text, err := readFile(path, mostOfOne)
	if err != nil {
		return value, ofResults(err)
	}
	object, err := openOne(text)
	if err == nil {
		if err = json.Unmarshal(object, &value); err == nil {
			err = check(value)
		}
	}
	if err != nil {
		return value, fmt.Errorf("%s: %w; %s", path, err, redo)
	}
	return value, nil
}

// readLines calls add for the object of each line of a merged file, of which there may be none. It
// returns the unpacked text.
func readLines[T any](path, redo string, add func(T) error) ([]byte, error) {
	packed, err := readFile(path, mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, ofResults(err)
	}
	text, err := unpack(packed)
	if err != nil {
		err = fmt.Errorf("cannot be unpacked: %w", err)
	} else {
		err = addLines(text, add)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; %s", path, err, redo)
	}
	return text, nil
}

// addLines calls add for the object of each line.
func addLines[T any](text []byte, add func(T) error) error {
	objects, err := openLines(text)
	if err != nil {
		return err
	}
	for i, object := range objects {
		var value T
		if err = json.Unmarshal(object, &value); err == nil {
			err = add(value)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w", i+1, err)
		}
	}
	return nil
}

// A packed file is not trusted: it may unpack to packedShare bytes for each of its own, and
// packedFree besides. Records pack to a tenth.
const (
	packedShare = 100
	packedFree  = 4 << 20
	maxWindow   = 128 << 20
)

// errInflated is the error of a file that unpacks to more.
var errInflated = fmt.Errorf("unpacks to more than %d times its size, which no records do", packedShare)

// packer is large and therefore made once.
var packer = sync.OnceValue(func() *zstd.Encoder {
	// The best level decides by logarithms, whose last bit may differ.
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBetterCompression))
	if err != nil {
		panic("results: " + err.Error()) // the options are constant
	}
	return encoder
})

// pack compresses text, to the same bytes everywhere.
func pack(text []byte) []byte { return packer().EncodeAll(text, nil) }

// unpack is the inverse of pack. On error it returns the content up to there, of a file that
// unpacks to too much nothing.
func unpack(data []byte) ([]byte, error) {
	decoder, err := zstd.NewReader(
		bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
		zstd.WithDecoderMaxWindow(maxWindow),
	)
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	limit := int64(packedShare*len(data) + packedFree)
	text, err := io.ReadAll(io.LimitReader(decoder, limit+1))
	if int64(len(text)) > limit {
		return nil, errInflated
	}
	return text, err
}

// encode returns the value as JSON. Floats have the fewest digits that read back as the same bits.
func encode(value any, indent string) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", indent)
	if err := encoder.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// encodeLines returns the values as the lines of a merged file.
func encodeLines[T any](values []T) ([]byte, error) {
	var objects [][]byte
	for _, value := range values {
		object, err := encode(value, "")
		if err != nil {
			return nil, ofResults(err)
		}
		objects = append(objects, object)
	}
	return sealLines(objects), nil
}

// ofResults returns the error as one of this package; nil stays nil.
func ofResults(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("results: %w", err)
}
