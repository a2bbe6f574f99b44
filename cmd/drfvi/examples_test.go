package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// An example is a block of commands in a document, with the outputs that it shows.
type example struct {
	commands string
	shown    string // "" where the next block is none of outputs
}

// leftOut is a line that stands for lines of the output which are not shown.
const leftOut = "…"

// examplesOf returns the blocks of a document that are marked as runnable. The output
// of one is in the block of text after it.
func examplesOf(document string) []example {
	var found []example
	for i, part := range strings.Split("\n"+document, "\n```") {
		if i%2 == 0 {
			continue // between two blocks
		}
		info, text, _ := strings.Cut(part, "\n")
		switch {
		case info == "sh runnable":
			found = append(found, example{commands: text})
		case info == "text" && len(found) > 0 && found[len(found)-1].shown == "":
			found[len(found)-1].shown = text
		}
	}
	return found
}

// excerpt returns those lines of an output of which earlier ones are shown: pieces
// with lines left out between them, of as many lines as before. A piece begins at the
// next line whose first word is that of its first line.
func excerpt(shown, output string) (string, error) {
	lines := strings.Split(output, "\n")
	var made []string
	for i, piece := range strings.Split("\n"+shown+"\n", "\n"+leftOut+"\n") {
		if i > 0 {
			made = append(made, leftOut)
		}
		piece = strings.Trim(piece, "\n")
		if piece == "" {
			continue
		}
		first, _, _ := strings.Cut(piece, "\n")
		first, _, _ = strings.Cut(first, " ")
		for len(lines) > 0 && strings.TrimSuffix(lines[0], " ") != first && !strings.HasPrefix(lines[0], first+" ") {
			lines = lines[1:]
		}
		length := strings.Count(piece, "\n") + 1
		if len(lines) < length {
			return "", fmt.Errorf("no line begins with %q, or too few follow", first)
		}
		made = append(made, lines[:length]...)
		lines = lines[length:]
	}
	return strings.Join(made, "\n"), nil
}

// pictures are those of documents that their examples draw.
var pictures = map[string]map[string]string{
	"README.md":      {"wages.png": "wages.png"},
	"docs/manual.md": {"figures/aspects.png": "aspects.png", "figures/dependence.png": "where.png", "figures/fan-y1.png": "fan.png"},
}

// TestExamples runs the commands of documents that are marked as runnable, in order in
// one folder, and compares what they print and draw with what the documents show. With
// -update it writes that anew.
func TestExamples(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh to run the commands")
	}
	for name, least := range map[string]int{"README.md": 2, "docs/tutorial.md": 4, "docs/effects.md": 1, "docs/censored.md": 1, "docs/manual.md": 6} {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text := readText(t, name)
			examples := examplesOf(text)
			if len(examples) < least {
				t.Fatalf("%d runnable blocks, expected at least %d", len(examples), least)
			}
			folder := t.TempDir()
			whole := !testing.Short() || *update
			for i, e := range examples {
				if !whole && (i > 0 || name != "README.md") {
					for line := range strings.Lines(e.commands) {
						if err := parse(line); err != nil {
							t.Errorf("%q: %v", line, err)
						}
					}
					continue
				}
				output := runExample(t, folder, e.commands)
				made, err := excerpt(e.shown, output)
				switch {
				case err != nil:
					t.Errorf("what is shown of\n%s\nis not in its output: %v\n%s", e.commands, err, output)
				case made == e.shown:
				case *update:
					text = strings.Replace(text, "\n```text\n"+e.shown+"\n```", "\n```text\n"+made+"\n```", 1)
				default:
					t.Errorf("shown is\n%s\nbut the commands print (make examples writes that)\n%s", e.shown, made)
				}
			}
			if whole {
				comparePictures(t, folder, pictures[name])
			}
			if *update {
				if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o644); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// runExample returns what the commands print. TestMain has put drfvi, which is this
// test binary, on the path.
func runExample(t *testing.T, folder, commands string) string {
	t.Helper()
	cmd := exec.Command("sh", "-e", "-c", commands)
	cmd.Dir = folder
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s\n%v\n%s", commands, err, &stderr)
	}
	return string(out)
}

// comparePictures compares pictures in a folder with those of the documents, to the
// byte. Other processors than those of amd64 may place a point elsewhere.
func comparePictures(t *testing.T, folder string, drawn map[string]string) {
	t.Helper()
	for from, to := range drawn {
		made, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(from)))
		if err != nil {
			t.Fatal(err)
		}
		to = filepath.Join(root, "docs", "images", to)
		if *update {
			if err := os.WriteFile(to, made, 0o644); err != nil {
				t.Error(err)
			}
			continue
		}
		shown, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOARCH == "amd64" && !bytes.Equal(shown, made) {
			t.Errorf("%s is not what the commands draw (make examples does)", to)
		}
	}
}

func TestExcerpt(t *testing.T) {
	const output = "heading\n\nname  value\nx1  0.7\nx2  0.3\nx3  0\n\naspect 5\nx1 2\n"
	for _, c := range []struct{ shown, want string }{
		{"", ""},
		{"heading", "heading"},
		{"name  value\nx2  0.4\n…", "name  value\nx1  0.7\n…"},
		{"name  value\nx2  0.4\n…\naspect 7\nx1 1", "name  value\nx1  0.7\n…\naspect 5\nx1 2"},
	} {
		if got, err := excerpt(c.shown, output); err != nil || got != c.want {
			t.Errorf("%q becomes %q, %v; expected %q", c.shown, got, err, c.want)
		}
	}
	for _, shown := range []string{"head", "x4 1", "aspect 7\n…\nname value", "aspect 7\nx1 2\nx1 2\nx1 2"} {
		if got, err := excerpt(shown, output); err == nil {
			t.Errorf("%q becomes %q, expected an error", shown, got)
		}
	}
}
