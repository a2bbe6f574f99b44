package datasets

import (
	"bufio"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// decoded reads text as UTF-8. At the first byte that is not ASCII it decides, for the whole
// text, whether that is UTF-8 already or Windows-1252, which has Latin-1 as a part and is what
// spreadsheets write where they are not asked for Unicode.
type decoded struct {
	from    *bufio.Reader
	to      io.Reader // nil before a byte that is not ASCII
	windows bool      // whether the text is Windows-1252
}

// utf16Text returns UTF-16 text that begins with a byte-order mark as UTF-8.
func utf16Text(r io.Reader) io.Reader {
	return unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Reader(r)
}

func (d *decoded) Read(b []byte) (int, error) {
	if d.to != nil {
		return d.to.Read(b)
	}
	some, err := d.from.Peek(1)
	if len(some) == 0 {
		return 0, err
	}
	// As much as is there already: what is asked for beyond may block.
	some, _ = d.from.Peek(min(d.from.Buffered(), len(b)))
	n := 0
	for n < len(some) && some[n] < utf8.RuneSelf {
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
