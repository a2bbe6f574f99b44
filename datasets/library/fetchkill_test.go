//go:build unix

package library

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// killedVariable names the folder that a process which is to be killed fetches into, and
// the address that it fetches from.
const killedVariable = "DRFVI_TEST_KILLED_FETCH"

// rowsOf is a table of a few kilobytes.
var rowsOf = "@relation r\n@attribute a real\n@attribute y real\n@data\n" + strings.Repeat("1,2\n3,4\n", 2000)

// killedLibrary returns the library that is fetched into a folder.
func killedLibrary(cache, address string) *Library {
	s := madeSet()
	s.Rows, s.Complete, s.URL, s.Size, s.SHA256 = 4000, 4000, address+"/made.arff", int64(len(rowsOf)), sum(rowsOf)
	return &Library{Sets: []Set{s}, Cache: cache, Client: http.DefaultClient}
}

// TestMain is also the process that TestKilledFetch kills.
func TestMain(m *testing.M) {
	if cache, address, ok := strings.Cut(os.Getenv(killedVariable), " "); ok {
		if _, err := killedLibrary(cache, address).Fetch(context.Background(), "made"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// TestKilledFetch kills a process at random moments while it fetches a file. A file of
// the set's name is whole at any time, and a later fetch gets it.
func TestKilledFetch(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(slow{w}, r, "made.arff", time.Time{}, strings.NewReader(rowsOf))
	}))
	defer server.Close()
	rounds := 40
	if testing.Short() {
		rounds = 5
	}
	random := rand.New(rand.NewPCG(1, 2))
	folder, killed, parts := t.TempDir(), 0, 0
	for round := range rounds {
		cache := filepath.Join(folder, fmt.Sprint(round))
		for range 3 {
			child := exec.Command(os.Args[0])
			child.Env = append(os.Environ(), killedVariable+"="+cache+" "+server.URL)
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
			child.Process.Kill()
			if child.Wait() != nil {
				killed++
			}
			files, _ := os.ReadDir(cache) // there may be no folder yet
			for _, file := range files {
				text, err := os.ReadFile(filepath.Join(cache, file.Name()))
				switch {
				case err != nil:
					t.Fatal(err)
				case strings.HasPrefix(file.Name(), ".") && strings.HasPrefix(rowsOf, string(text)):
					parts++
				case string(text) != rowsOf:
					t.Fatalf("%s has %d bytes, expected the %d of the set", file.Name(), len(text), len(rowsOf))
				}
			}
		}
		path, err := killedLibrary(cache, server.URL).Fetch(context.Background(), "made")
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil || string(text) != rowsOf {
			t.Fatalf("%d bytes, %v after %d kills", len(text), err, killed)
		}
	}
	if killed == 0 {
		t.Error("no process was killed")
	}
	t.Logf("%d kills, %d parts left by them", killed, parts)
}

// slow writes a little at a time.
type slow struct{ http.ResponseWriter }

func (s slow) Write(p []byte) (int, error) {
	const little = 512
	for at := 0; at < len(p); at += little {
		if _, err := s.ResponseWriter.Write(p[at:min(at+little, len(p))]); err != nil {
			return at, err
		}
		s.ResponseWriter.(http.Flusher).Flush()
		time.Sleep(time.Millisecond)
	}
	return len(p), nil
}
