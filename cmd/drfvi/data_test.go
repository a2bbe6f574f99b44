package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets/library"
	"drfvi/internal/testing/golden"
)

// TestFetchSets fetches sets from a server of which one has gone and one gives
// other bytes: the others go on.
func TestFetchSets(t *testing.T) {
	const text = "@relation r\n@attribute a real\n@attribute y real\n@data\n1,2\n3,4\n"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/gone.arff":
			http.NotFound(w, r)
		case "/other.arff":
			fmt.Fprint(w, "something else")
		default:
			fmt.Fprint(w, text)
		}
	}))
	defer server.Close()
	sum := sha256.Sum256([]byte(text))
	l := &library.Library{Cache: filepath.Join(t.TempDir(), "cache"), Client: server.Client()}
	for _, name := range []string{"first", "gone", "other", "last"} {
		l.Sets = append(l.Sets, library.Set{
			Name: name, File: name + ".arff", Rows: 2, Complete: 2, Inputs: 1, Responses: 1,
			URL: server.URL + "/" + name + ".arff", Size: int64(len(text)), SHA256: hex.EncodeToString(sum[:]),
		})
	}
	var out, problems bytes.Buffer
	err := fetchSets(context.Background(), l, []string{"first", "gone", "other", "last"}, &out, &problems)
	if err == nil || err.Error() != "2 of 4 data sets could not be had" {
		t.Errorf("error %v", err)
	}
	first, last := filepath.Join(l.Cache, "first.arff"), filepath.Join(l.Cache, "last.arff")
	if want := "first   " + first + "\nlast    " + last + "\n"; out.String() != want {
		t.Errorf("output\n%s\nexpected\n%s", &out, want)
	}
	for _, want := range []string{"drfvi: gone: cannot fetch ", "404", "drfvi: other: cannot fetch ", "wrong bytes: found "} {
		if !strings.Contains(problems.String(), want) {
			t.Errorf("messages\n%s\ndo not say %q", &problems, want)
		}
	}
	if files, err := os.ReadDir(l.Cache); err != nil || len(files) != 2 {
		t.Errorf("files in the cache: %v, %v", files, err)
	}
	out.Reset()
	problems.Reset()
	if err := verifySets(l, []string{"first", "gone"}, &out, &problems); err == nil || err.Error() != "1 of 2 data sets not ok" {
		t.Errorf("error %v", err)
	}
	if want := "first   ok       " + first + "\ngone    missing  \n"; out.String() != want {
		t.Errorf("output\n%s\nexpected\n%s", &out, want)
	}
	if err := verifySets(l, []string{"first", "last"}, &out, &problems); err != nil {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := fetchSets(ctx, l, []string{"gone"}, &out, &problems); err == nil || terminal.InterruptMessage(err) != "interrupted; the files that are there are kept, and the same command fetches the others" {
		t.Errorf("interrupted: %v", err)
	}
}

// TestDataFolder: files of a folder are verified, and not fetched again.
func TestDataFolder(t *testing.T) {
	folder := filepath.Dir(golden.Data(t, "enb.arff"))
	if code, stdout, _ := call(context.Background(), "data", "verify", "enb", "--data-dir", folder); code != codeDone || !strings.HasPrefix(stdout, "enb     ok       ") {
		t.Errorf("exit code %d, %s", code, stdout)
	}
	if code, stdout, _ := call(context.Background(), "data", "fetch", "enb", "--data-dir", folder); code != codeDone || stdout != "enb     "+filepath.Join(folder, "enb.arff")+"\n" {
		t.Errorf("exit code %d, %s", code, stdout)
	}
}

func TestInterruptedRFE(t *testing.T) {
	folder := t.TempDir()
	table, picture := filepath.Join(folder, "t.csv"), filepath.Join(folder, "t.png")
	code, csv, stderr := call(context.Background(), "simulate", "bivariate", "-n", "200", "--seed", "1")
	if code != codeDone {
		t.Fatal(stderr)
	}
	if err := os.WriteFile(table, []byte(csv), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	code, stdout, stderr := call(ctx, "rfe", table, "--targets", "y1,y2", "--plot", picture)
	if code != sigint || stdout != "" || !strings.HasSuffix(stderr, "drfvi: interrupted, nothing was written; the same command starts again\n") {
		t.Errorf("interrupted: exit code %d, output %q, messages %q", code, stdout, stderr)
	}
	if _, err := os.Stat(picture); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a picture is left behind: %v", err)
	}
}
