package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// Remedies for altered files.
const (
	redoExperiment = "restore the file from a copy, or remove it and run the experiment again, which computes nothing that is there"
	redoRecords    = "restore the file from a copy, or remove it to have its records computed again"
	redoTimings    = "restore the file from a copy, or remove it to go on without it"
	redoUnit       = "remove the file to have the unit computed again"
	redoTiming     = "remove the file to go on without it"
)

// merged is a file of JSON lines, sealed and packed.
type merged struct {
	path string
	text []byte // unpacked; empty if there is no file
	redo string // the remedy if altered
}

// readMerged reads the merged records or timings of an experiment.
func (s *Store) readMerged(experiment, suffix string) (merged, error) {
	m := merged{path: s.path(experiment, suffix), redo: redoRecords}
	if suffix == timingsSuffix {
		m.redo = redoTimings
	}
	data, err := readFile(m.path, mostBytes)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		if m.text, err = unpack(data); err != nil {
			err = m.fault(1+bytes.Count(m.text, []byte("\n")), fmt.Errorf("cannot be unpacked from here on: %w", err))
		} else if len(m.text) == 0 {
			err = m.fault(1, errors.New("the file is empty"))
		}
	}
	return m, ofResults(err)
}

// errUnended is the error of a last line that was cut short.
var errUnended = errors.New("the line end is missing, expected one as drfvi writes it")

// fault is an error in a line, with its remedy.
func (m merged) fault(line int, err error) error {
	return fmt.Errorf("%s:%d: %w; %s", m.path, line, err, m.redo)
}

// eachLine calls add for the value of each line.
func eachLine[T any](m merged, add func(T) error) error {
	var checked seals
	number := 0
	for line := range bytes.Lines(m.text) {
		number++
		value, s, err := decode[T](line, "")
		if err == nil {
			err = checked.next(s)
		}
		if err == nil {
			err = add(value)
		}
		if err != nil {
			return m.fault(number, err)
		}
	}
	if number > 0 {
		if err := checked.end(); err != nil {
			return m.fault(number+1, err)
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
	decoder, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
	if err != nil {
		return nil, err
	}
	defer decoder.Close()
	most := int64(packedShare*len(data) + packedFree)
	text, err := io.ReadAll(io.LimitReader(decoder, most+1))
	if int64(len(text)) > most {
		return nil, errInflated
	}
	return text, err
}

// writeMerged writes lines as the merged records or timings of an experiment unless the file
// holds them already, however packed. Without lines there is no file.
func (s *Store) writeMerged(experiment, suffix string, lines []byte) error {
	path := s.path(experiment, suffix)
	old, err := os.ReadFile(path)
	switch {
	case len(lines) > 0:
		if err == nil {
			old, err = unpack(old)
		}
		if err == nil && bytes.Equal(old, lines) {
			return nil
		}
		err = s.disk.writeFile(path, pack(lines))
	case errors.Is(err, fs.ErrNotExist):
		return nil
	default:
		err = s.disk.remove(path)
	}
	return ofResults(err)
}
