package terminal

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"drfvi/internal/par"
)

// TestReader checks that a reader gives what there is, and ends where nothing comes.
func TestReader(t *testing.T) {
	const text = "a,b\n1,2\n"
	ctx, cancel := context.WithCancel(context.Background())
	for _, in := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text)), iotest.DataErrReader(strings.NewReader(text))} {
		if err := iotest.TestReader(Reader(ctx, in), []byte(text)); err != nil {
			t.Error(err)
		}
	}
	var mistake *par.Panic
	if _, err := Reader(ctx, stumbling{}).Read(make([]byte, 10)); !errors.As(err, &mistake) {
		t.Errorf("a reader that panics gives %v", err)
	}
	waiting, typist := io.Pipe()
	defer typist.Close()
	r := Reader(ctx, waiting)
	cancel()
	n, err := r.Read(make([]byte, 10)) // would wait for ever
	if n != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("read %d bytes, %v", n, err)
	}
	if message := InterruptMessage(fmt.Errorf("standard input: %w", err)); !strings.HasPrefix(message, "interrupted; the same command starts again") {
		t.Errorf("message %q", message)
	}
}

// stumbling panics when it is read or written to.
type stumbling struct{}

func (stumbling) Read([]byte) (int, error) { panic("stumbled") }

func (stumbling) Write([]byte) (int, error) { panic("stumbled") }

func TestWriter(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	var b bytes.Buffer
	w := Writer(ctx, &b)
	if _, err := io.WriteString(w, "first"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := io.WriteString(w, "second"); !errors.Is(err, context.Canceled) || b.String() != "first" {
		t.Errorf("wrote %q, %v", &b, err)
	}
}
