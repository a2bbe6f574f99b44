package main

import (
	"fmt"
	"io"
	"os"
)

// readFile reads a file of at most limit bytes. Of a device, which has no end, only the
// beginning is read. The error of a longer file says what is expected.
func readFile(name string, limit int, expected string) ([]byte, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAll(file, name, limit, expected)
}

// readAll reads at most limit bytes from a file, like readFile.
func readAll(in io.Reader, name string, limit int, expected string) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err == nil && len(text) > limit {
		err = fmt.Errorf("%s has more than %d MiB, expected %s", name, limit>>20, expected)
	}
	return text, err
}
