package library

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// home is a server of files that can misbehave.
type home struct {
	*httptest.Server
	requests int
	answer   func(w http.ResponseWriter, r *http.Request, request int)
}

// serve starts a home that answers as given; requests are counted from 0.
func serve(t *testing.T, answer func(w http.ResponseWriter, r *http.Request, request int)) *home {
	h := &home{answer: answer}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.requests++
		h.answer(w, r, h.requests-1)
	}))
	t.Cleanup(h.Close)
	return h
}

// whole answers with data.
func whole(data string) func(http.ResponseWriter, *http.Request, int) {
	return func(w http.ResponseWriter, r *http.Request, _ int) {
		http.ServeContent(w, r, "made.arff", time.Time{}, strings.NewReader(data))
	}
}

// library returns a library of the made set at that home.
func (h *home) library(t *testing.T) *Library {
	s := madeSet()
	s.URL = h.URL + "/made.arff"
	return &Library{Sets: []Set{s}, Cache: filepath.Join(t.TempDir(), "deep", "cache"), Client: h.Client()}
}

// fetched fails the test unless the set is in the cache, alone.
func fetched(t *testing.T, l *Library) {
	t.Helper()
	path, err := l.Fetch(context.Background(), "made")
	if err != nil {
		t.Fatal(err)
	}
	if got := contents(t, l); path != filepath.Join(l.Cache, "made.arff") || len(got) != 1 || got["made.arff"] != madeARFF {
		t.Errorf("fetched to %s, the cache holds %v", path, got)
	}
}

// contents returns the files of the cache.
func contents(t *testing.T, l *Library) map[string]string {
	t.Helper()
	entries, err := os.ReadDir(l.Cache)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(l.Cache, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(data)
	}
	return files
}

func TestFetch(t *testing.T) {
	h := serve(t, whole(madeARFF))
	l := h.library(t)
	fetched(t, l)
	if _, err := l.Load("made"); err != nil {
		t.Error(err)
	}
	fetched(t, l)
	if h.requests != 1 {
		t.Errorf("%d requests, want none for a file that is there", h.requests)
	}
}

func TestFetchLooksInTheFolderFirst(t *testing.T) {
	h := serve(t, whole(madeARFF))
	l := h.library(t)
	l.Folder = put(t, "made.arff", madeARFF)
	path, err := l.Fetch(context.Background(), "made")
	if err != nil || path != filepath.Join(l.Folder, "made.arff") || h.requests != 0 {
		t.Errorf("got %s, %v after %d requests", path, err, h.requests)
	}
	l.Folder = put(t, "made.arff", "wrong")
	_, err = l.Fetch(context.Background(), "made")
	if !errors.Is(err, ErrWrong) || !strings.Contains(err.Error(), "made.arff: wrong bytes: found 5 bytes, SHA-256 8810ad58") || h.requests != 0 {
		t.Errorf("got %v after %d requests, want the user's wrong file refused", err, h.requests)
	}
}

func TestFetchReplacesAWrongFileInTheCache(t *testing.T) {
	l := serve(t, whole(madeARFF)).library(t)
	if err := os.MkdirAll(l.Cache, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(l.Cache, "made.arff"), []byte("half a fi"), 0o600); err != nil {
		t.Fatal(err)
	}
	fetched(t, l)
}

// A download that is cut off leaves nothing, and begins anew; what a killed process left half-written goes.
func TestFetchCutOff(t *testing.T) {
	h := serve(t, func(w http.ResponseWriter, r *http.Request, request int) {
		if request == 1 {
			whole(madeARFF)(w, r, request)
			return
		}
		w.Header().Set("Content-Length", fmt.Sprint(len(madeARFF)))
		w.Write([]byte(madeARFF[:10]))
	})
	l := h.library(t)
	if err := os.MkdirAll(l.Cache, 0o700); err != nil {
		t.Fatal(err)
	}
	part, old := filepath.Join(l.Cache, ".drfvi-0123456789abcdef"), time.Now().Add(-24*time.Hour)
	if err := errors.Join(os.WriteFile(part, []byte(madeARFF[:30]), 0o600), os.Chtimes(part, old, old)); err != nil {
		t.Fatal(err)
	}
	_, err := l.Fetch(context.Background(), "made")
	if got := contents(t, l); !errors.Is(err, io.ErrUnexpectedEOF) || len(got) != 0 {
		t.Errorf("got %v, the cache holds %v, want nothing", err, got)
	}
	fetched(t, l)
}

func TestFetchRefuses(t *testing.T) {
	altered := strings.Replace(madeARFF, "7,8,9", "7,8,8", 1)
	for name, test := range map[string]struct {
		answer func(http.ResponseWriter, *http.Request, int)
		want   string
		wrong  bool
	}{
		"not found": {func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusNotFound) },
			`the server answered "404 Not Found", expected the file`, false},
		"down": {func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusBadGateway) },
			`the server answered "502 Bad Gateway", expected the file`, false},
		"a part": {func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusPartialContent) },
			`the server answered "206 Partial Content", expected the file`, false},
		"altered": {whole(altered),
			wrongBytes(altered, madeARFF), true},
		"login page": {whole("<html>"), wrongBytes("<html>", madeARFF), true},
		"endless": {func(w http.ResponseWriter, _ *http.Request, _ int) {
			for range 4 {
				w.Write(bytes.Repeat([]byte("x"), 64<<10))
				w.(http.Flusher).Flush()
			}
		}, fmt.Sprintf("wrong bytes: found more than %d bytes, expected so many", len(madeARFF)), true},
		"short": {func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.(http.Flusher).Flush() // no length announced
			w.Write([]byte("12"))
		}, wrongBytes("12", madeARFF), true},
	} {
		t.Run(name, func(t *testing.T) {
			h := serve(t, test.answer)
			l := h.library(t)
			_, err := l.Fetch(context.Background(), "made")
			wantError(t, err, fmt.Sprintf("made: cannot fetch %s/made.arff: %s\nmade: without it, put made.arff into a folder and name that with data-dir or DRFVI_DATA", h.URL, test.want))
			if errors.Is(err, ErrWrong) != test.wrong {
				t.Errorf("ErrWrong is %v, want %v", errors.Is(err, ErrWrong), test.wrong)
			}
			if h.requests != 1 {
				t.Errorf("%d requests, want 1", h.requests)
			}
			if got := contents(t, l); len(got) != 0 {
				t.Errorf("the cache holds %v, want nothing", got)
			}
		})
	}
}

func TestFetchStalled(t *testing.T) {
	release := make(chan struct{})
	h := serve(t, func(http.ResponseWriter, *http.Request, int) { <-release })
	defer close(release)
	l := h.library(t)
	l.Client.Timeout = 50 * time.Millisecond
	_, err := l.Fetch(context.Background(), "made")
	if err == nil || !strings.Contains(err.Error(), "Client.Timeout exceeded while awaiting headers)") {
		t.Errorf("got %v, want to hear that nothing arrived", err)
	}
}

// Cancelling leaves nothing behind.
func TestFetchCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	release := make(chan struct{})
	defer close(release)
	h := serve(t, func(w http.ResponseWriter, r *http.Request, request int) {
		w.Header().Set("Content-Length", fmt.Sprint(len(madeARFF)))
		w.Write([]byte(madeARFF[:20]))
		w.(http.Flusher).Flush()
		cancel()
		<-release
	})
	l := h.library(t)
	_, err := l.Fetch(ctx, "made")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want the context's error", err)
	}
	if got := contents(t, l); len(got) != 0 {
		t.Errorf("the cache holds %v, want nothing", got)
	}
	if _, err := l.Find("made"); !errors.Is(err, ErrMissing) {
		t.Errorf("got %v, want missing", err)
	}
	h.answer = whole(madeARFF)
	fetched(t, l)
}

func TestFetchWithoutNetwork(t *testing.T) {
	h := serve(t, whole(madeARFF))
	l := h.library(t)
	h.Close()
	_, err := l.Fetch(context.Background(), "made")
	if err == nil || !strings.Contains(err.Error(), "made: cannot fetch "+h.URL+"/made.arff: ") ||
		!strings.Contains(err.Error(), "\nmade: without it, put made.arff into a folder") {
		t.Errorf("got %v, want the address and what to do", err)
	}
	_, err = l.Fetch(context.Background(), "maid")
	wantError(t, err, `datasets: unknown data set "maid", did you mean "made"? (one of: made)`)
}

func TestFetchWithoutACache(t *testing.T) {
	l := serve(t, whole(madeARFF)).library(t)
	l.Cache = ""
	_, err := l.Fetch(context.Background(), "made")
	wantError(t, err, "made: there is no cache folder to keep made.arff in, expected HOME or XDG_CACHE_HOME to be set; or put the file into a folder and name that with data-dir or DRFVI_DATA")
	l.Cache = filepath.Join(put(t, "file", ""), "file", "cache")
	_, err = l.Fetch(context.Background(), "made")
	if err == nil || !strings.HasPrefix(err.Error(), "made: cache: ") {
		t.Errorf("got %v, want an error about the cache folder", err)
	}
}
