package external

import "strings"

// Bounds on the output kept: an answer for 100 000 inputs, and the end of standard error.
const (
	mostOutput = 16 << 20
	mostStderr = 64 << 10
)

// head keeps the beginning of a stream, and calls over where there is more.
type head struct {
	kept   []byte
	excess bool
	over   func()
}

func (h *head) Write(text []byte) (int, error) {
	room := mostOutput - len(h.kept)
	if len(text) > room && !h.excess {
		h.excess = true
		h.over()
	}
	h.kept = append(h.kept, text[:min(room, len(text))]...)
	return len(text), nil
}

// tail keeps the end of a stream.
type tail struct{ kept []byte }

func (t *tail) Write(text []byte) (int, error) {
	if len(t.kept)+len(text) > 2*mostStderr {
		t.kept = append(t.kept[:0:0], t.kept[max(0, len(t.kept)-mostStderr):]...)
	}
	t.kept = append(t.kept, text[max(0, len(text)-mostStderr):]...)
	return len(text), nil
}

// text returns the end as text, with invalid bytes replaced.
func (t *tail) text() string {
	return strings.ToValidUTF8(string(t.kept[max(0, len(t.kept)-mostStderr):]), "\uFFFD")
}
