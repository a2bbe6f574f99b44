package datasets

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
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
			layer, err = gzip.NewReader(b)
		case bytes.HasPrefix(start, []byte("\x28\xb5\x2f\xfd")):
			var z *zstd.Decoder
			z, err = zstd.NewReader(
				b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow),
			)
			layer = z
		case bytes.HasPrefix(start, []byte("BZh")):
			layer = bzip2.NewReader(b)
		case bytes.HasPrefix(start, []byte("\xfd7zX")):
			return nil, errors.New("the file is compressed with xz, expected gzip, zstd or bzip2: unpack it first")
		default:
			return b, nil
		}
		if err != nil {
			return nil, unreadable(err)
		}
		b = bufio.NewReaderSize(&unpacked{r: layer, packed: packed}, peeked)
	}
	return b, nil
}

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
		return 0, fmt.Errorf("the first %d kB of the file unpack to more than %d MB, expected less: unpack it "+
			"first if that is right", (u.packed.n+999)/1000, budget(u.packed.n)/1e6)
	}
	if err != nil && err != io.EOF {
		err = unreadable(err)
	}
	return n, err
}

// unreadable says in plain words why packed data cannot be unpacked.
func unreadable(err error) error {
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errEarly
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("unpacking needs more than %d MiB of memory, expected less", maxWindow>>20)
	}
	return fmt.Errorf("cannot unpack the file (%w), expected it as it was packed, and nothing after that", err)
}

// errEarly is the error of a file that ends before what it holds does, or a few bytes after that.
var errEarly = errors.New("the file ends early")

// decoded reads text as UTF-8. At the first byte that is not ASCII it decides whether the whole
// text is UTF-8 or Windows-1252. The latter includes Latin-1, and spreadsheets write it unless
// they are asked for Unicode.
type decoded struct {
	from    *bufio.Reader
	to      io.Reader // nil before a byte that is not ASCII
	windows bool      // whether the text is Windows-1252
}

// utf16Order reports whether a text begins as UTF-16, and in which order it has bytes: by its
// byte-order mark or, without one, if every other byte is zero, as of letters and digits.
func utf16Order(start []byte) (order unicode.Endianness, is bool) {
	const shown = 64
	zeros := [2]int{}
	start = start[:min(len(start), shown)/2*2]
	for i, b := range start {
		if b == 0 {
			zeros[i%2]++
		}
	}
	half := len(start) / 2
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xfe")), zeros[0] == 0 && half > 1 && 4*zeros[1] >= 3*half:
		return unicode.LittleEndian, true
	case bytes.HasPrefix(start, []byte("\xfe\xff")), zeros[1] == 0 && half > 1 && 4*zeros[0] >= 3*half:
		return unicode.BigEndian, true
	}
	return unicode.LittleEndian, false
}

// utf16Text returns UTF-16 text, with or without a byte-order mark, as UTF-8.
func utf16Text(r io.Reader, order unicode.Endianness) io.Reader {
	return unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(r)
}

func (d *decoded) Read(b []byte) (int, error) {
	if d.to != nil {
		return d.to.Read(b)
	}
	start, err := d.from.Peek(1)
	if len(start) == 0 {
		return 0, err
	}
	// As much as is there already: what is asked for beyond may block.
	start, _ = d.from.Peek(min(d.from.Buffered(), len(b)))
	n := 0
	for n < len(start) && start[n] < utf8.RuneSelf {
		n++
	}
	if n > 0 {
		return d.from.Read(b[:n])
	}
	letter, _ := d.from.Peek(utf8.UTFMax) // fewer at the end
	if r, size := utf8.DecodeRune(letter); r != utf8.RuneError || size > 1 {
		d.to = d.from
	} else {
		d.to, d.windows = charmap.Windows1252.NewDecoder().Reader(d.from), true
	}
	return d.to.Read(b)
}
