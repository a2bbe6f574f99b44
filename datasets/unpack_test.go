package datasets

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// Gzip files may be joined; they unpack to their contents joined.
func TestBomb(t *testing.T) {
	zeros := zipped(make([]byte, 4<<20))
	r, err := unpacking(bytes.NewReader(bytes.Repeat(zeros, 300/4)), 4096)
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, r)
	if err != errInflated || n < packedFree || n > budget(int64(75*len(zeros))) {
		t.Errorf("%d bytes, %v", n, err)
	}
}

// TestLayers unpacks what is packed up to three times, and no more.
func TestLayers(t *testing.T) {
	data := []byte("x,y\n1,2\n")
	for layers := range maxLayers + 2 {
		r, err := unpacking(bytes.NewReader(data), 4096)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if plain := string(got) == "x,y\n1,2\n"; err != nil || plain != (layers <= maxLayers) {
			t.Errorf("%d layers: %d bytes, %v", layers, len(got), err)
		}
		data = zipped(data)
	}
}

func TestDamagedPacked(t *testing.T) {
	whole := zipped([]byte(strings.Repeat("1,2\n", 100)))
	altered := bytes.Clone(whole)
	altered[len(altered)-8] ^= 1 // of the checksum
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"short":   {whole[:len(whole)-9], "the file ends early, expected more of what was begun"},
		"altered": {altered, "the packed data are damaged (gzip: invalid checksum), expected what was packed"},
	} {
		r, err := unpacking(bytes.NewReader(c.data), 4096)
		if err != nil {
			t.Fatal(err)
		}
		_, err = io.Copy(io.Discard, r)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, expected %q", name, err, c.want)
		}
	}
	if _, err := unpacking(strings.NewReader("\xfd7zXZ"), 4096); err == nil || !strings.Contains(err.Error(), "compressed with xz, expected gzip, zstd or bzip2") {
		t.Errorf("xz: %v", err)
	}
}
