package library

import (
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Identity identifies the bytes of a file. Fields that are not known are zero; either
// SHA256 or Blob is given.
type Identity struct {
	Size   int64  `yaml:"size" json:"size,omitempty"`
	SHA256 string `yaml:"sha256" json:"sha256,omitempty"` // in hex
	// Blob is the name git gives to the content: in hex, the SHA-1 of
	// "blob <size>", a zero byte, and the bytes.
	Blob string `yaml:"blob" json:"git_blob,omitempty"`
}

// identify returns the identity of data, all of its fields.
func identify(data []byte) Identity {
	whole := sha256.Sum256(data)
	blob := sha1.New()
	fmt.Fprintf(blob, "blob %d\x00", len(data))
	blob.Write(data)
	return Identity{int64(len(data)), hex.EncodeToString(whole[:]), hex.EncodeToString(blob.Sum(nil))}
}

// matches reports whether an identity with all fields is this one.
func (i Identity) matches(full Identity) bool {
	return (i.SHA256 != "" || i.Blob != "") &&
		(i.Size == 0 || i.Size == full.Size) &&
		(i.SHA256 == "" || i.SHA256 == full.SHA256) &&
		(i.Blob == "" || i.Blob == full.Blob)
}

// String returns the known parts: "40203 bytes, SHA-256 8277d909…".
func (i Identity) String() string {
	var known []string
	if i.Size > 0 {
		known = append(known, fmt.Sprintf("%d bytes", i.Size))
	}
	if i.SHA256 != "" {
		known = append(known, "SHA-256 "+i.SHA256)
	} else {
		known = append(known, "git blob "+i.Blob)
	}
	return strings.Join(known, ", ")
}

// mismatch describes the difference between data and expectation.
func mismatch(data []byte, homes []Home) error {
	full := identify(data)
	expected := make([]string, len(homes))
	blob := false
	for k, h := range homes {
		expected[k] = h.Identity.String()
		blob = blob || h.SHA256 == ""
	}
	got := full.String()
	if blob {
		got += ", git blob " + full.Blob
	}
	return fmt.Errorf("found %s, expected %s", got, strings.Join(expected, " or "))
}
