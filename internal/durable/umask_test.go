//go:build unix

package durable

import (
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestMask checks that files have the permissions that the user's mask allows.
func TestMask(t *testing.T) {
	dir := t.TempDir()
	for mask, want := range map[int]os.FileMode{0o002: 0o664, 0o022: 0o644, 0o077: 0o600} {
		old := syscall.Umask(mask)
		path := filepath.Join(dir, fmt.Sprint(mask))
		err := WriteFile(path, nil)
		syscall.Umask(old)
		must(t, err)
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("mask %03o: permissions %v, %v, expected %v", mask, info.Mode(), err, want)
		}
	}
}
