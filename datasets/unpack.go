package datasets

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Compressed files are not trusted. One may unpack to packedShare bytes for each of its
// own and packedFree besides, a small one to smallShare and smallFree. That bounds what a
// file can make drfvi hold in memory, up to twenty bytes for each, and for how long it
// reads: bzip2 and zstd pack megabytes of one row into a hundred bytes. Tables of
// measurements pack to a tenth or so, those of zeros and ones to a fiftieth, and of
// hardly any ones to a hundredth.
const (
	packedShare = 50
	packedFree  = 32 << 20
	smallShare  = 150
	smallFree   = 1 << 20
	maxWindow   = 128 << 20 // of zstd, which a stream may ask to have held in memory
	maxLayers   = 3         // packed files within packed files
)

// budget is how much a packed file of that size may unpack to.
func budget(packed int64) int64 {
	return min(packedFree+packedShare*packed, smallFree+smallShare*packed)
}

// unpacking undoes gzip, zstd and bzip2, which it recognises by their first
// bytes. The reader it returns can peek as far ahead as content is looked at.
func unpacking(r io.Reader) (*bufio.Reader, error) {
	packed := &meter{r: r}
	b := bufio.NewReaderSize(packed, peeked)
	for range maxLayers {
		start, err := b.Peek(4)
		if err != nil && err != io.EOF {
			return nil, err
		}
		var layer io.Reader
		switch {
		case bytes.HasPrefix(start, []byte("\x1f\x8b")):
			layer, err = newMembers(b)
		case bytes.HasPrefix(start, []byte("\x28\xb5\x2f\xfd")):
			var z *zstd.Decoder
			z, err = zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
			layer = parts{z}
		case bytes.HasPrefix(start, []byte("BZh")):
			layer = parts{bzip2.NewReader(b)}
		case bytes.HasPrefix(start, []byte("\xfd7zX")):
			return nil, errors.New("the file is compressed with xz, expected gzip, zstd or bzip2: unpack it first")
		default:
			return b, nil
		}
		if err != nil {
			return nil, damaged(err)
		}
		b = bufio.NewReaderSize(&unpacked{r: layer, packed: packed}, peeked)
	}
	return b, nil
}

// members reads the joined members of a gzip file, and tells bytes that follow the last from a
// member that is cut off, which gzip's own reader does not.
type members struct {
	b *bufio.Reader
	z *gzip.Reader
}

func newMembers(b *bufio.Reader) (*members, error) {
	z, err := gzip.NewReader(b)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &members{b, z}, nil
}

func (m *members) Read(p []byte) (int, error) {
	for {
		n, err := m.z.Read(p)
		if err != io.EOF {
			return n, err
		}
		if n > 0 {
			return n, nil
		}
		start, err := m.b.Peek(2)
		switch {
		case len(start) == 0:
			return 0, err
		case string(start) != "\x1f\x8b":
			return 0, errFollowed
		}
		if err := m.z.Reset(m.b); err != nil {
			return 0, err
		}
		m.z.Multistream(false)
	}
}

// parts reads the joined parts of a zstd or bzip2 file, whose readers do not tell a part that is
// cut off from a few bytes after the last.
type parts struct{ io.Reader }

func (p parts) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file ends early, or a few bytes follow the packed data")
	}
	return n, err
}

// errFollowed is the error of a file that goes on after what was packed.
var errFollowed = damagedError{errors.New("bytes follow the packed data, expected the end of the file: was something added to it?")}

// meter counts the bytes read.
type meter struct {
	r io.Reader
	n int64
}

func (m *meter) Read(b []byte) (int, error) {
	n, err := m.r.Read(b)
	m.n += int64(n)
	return n, err
}

// unpacked bounds the bytes of a layer by those of the file read so far.
type unpacked struct {
	r      io.Reader
	packed *meter
	n      int64
}

func (u *unpacked) Read(b []byte) (int, error) {
	n, err := u.r.Read(b)
	if u.n += int64(n); u.n > budget(u.packed.n) {
		return 0, fmt.Errorf("the first %d kB of the file unpack to more than %d MB, expected less: unpack it first if that is right", (u.packed.n+999)/1000, budget(u.packed.n)/1e6)
	}
	if err != nil && err != io.EOF {
		err = damaged(err)
	}
	return n, err
}

// damagedError says that a file was altered.
type damagedError struct{ error }

// damaged says in plain words that a packed file ends early or was altered.
func damaged(err error) error {
	var said damagedError
	var corrupt flate.CorruptInputError
	var structural bzip2.StructuralError
	switch {
	case errors.As(err, &said):
		return err
	case err == bzip2.StructuralError("bad magic value in continuation file"), errors.Is(err, zstd.ErrMagicMismatch):
		return errFollowed
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the file ends early")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, &corrupt), errors.As(err, &structural),
		errors.Is(err, zstd.ErrCRCMismatch), errors.Is(err, zstd.ErrReservedBlockType):
		return damagedError{fmt.Errorf("the packed data are damaged (%w), expected what was packed", err)}
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("unpacking needs more than %d MiB of memory, expected less", maxWindow>>20)
	}
	return err
}
