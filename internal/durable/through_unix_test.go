//go:build unix

package durable

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestWriteThrough: devices and pipes are written to and stay what they are, and links lead to
// the file that is replaced, or made.
func TestWriteThrough(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	must(t, WriteFile(os.DevNull, []byte("nothing")))
	must(t, Writable(os.DevNull))
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		t.Fatalf("%s is now %v, %v", os.DevNull, info.Mode(), err)
	}
	must(t, syscall.Mkfifo(at("pipe"), 0o600))
	must(t, Writable(at("pipe"))) // without a reader
	read := make(chan string)
	go func() {
		f, err := os.Open(at("pipe"))
		if err != nil {
			read <- err.Error()
			return
		}
		data, _ := io.ReadAll(f)
		read <- string(data)
	}()
	must(t, WriteFile(at("pipe"), []byte("through")))
	if got := <-read; got != "through" {
		t.Errorf("read %q from the pipe", got)
	}
	if info, err := os.Lstat(at("pipe")); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is now %v, %v", info.Mode(), err)
	}
	must(t, os.Mkdir(at("elsewhere"), 0o777))
	must(t, os.Symlink(filepath.Join("elsewhere", "file"), at("second")))
	must(t, os.Symlink("second", at("first")))
	for _, content := range []string{"made", "replaced"} {
		must(t, Writable(at("first")))
		must(t, WriteFile(at("first"), []byte(content)))
		if got, err := os.ReadFile(at("elsewhere/file")); err != nil || string(got) != content {
			t.Errorf("content %q, %v, want %q", got, err, content)
		}
		if to, err := os.Readlink(at("first")); err != nil || to != "second" {
			t.Errorf("the link leads to %q, %v", to, err)
		}
	}
	if got := names(t, at("elsewhere")); got != "file" {
		t.Errorf("files %q", got)
	}
	must(t, os.Symlink("round", at("round")))
	must(t, os.Symlink(filepath.Join("missing", "file"), at("lost")))
	for name, want := range map[string]error{"round": syscall.ELOOP, "lost": syscall.ENOENT} {
		for _, err := range []error{Writable(at(name)), WriteFile(at(name), nil)} {
			if !errors.Is(err, want) {
				t.Errorf("link %s: error %v, want %v", name, err, want)
			}
		}
	}
}

// TestPermissions: a file that is replaced keeps its permissions, and its group where the user may
// give it away.
func TestPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	must(t, os.WriteFile(path, []byte("old"), 0o600))
	group := os.Getgid()
	if os.Getuid() == 0 {
		group = 12345
		must(t, os.Chown(path, 54321, group))
	}
	for _, mode := range []os.FileMode{0o600, 0o640, 0o664, 0o400} {
		must(t, os.Chmod(path, mode))
		must(t, WriteFile(path, []byte("new")))
		info, err := os.Stat(path)
		must(t, err)
		of := info.Sys().(*syscall.Stat_t)
		if info.Mode().Perm() != mode || int(of.Gid) != group || os.Getuid() == 0 && of.Uid != 54321 {
			t.Errorf("permissions %v of %d:%d, want %v and group %d", info.Mode(), of.Uid, of.Gid, mode, group)
		}
	}
}
