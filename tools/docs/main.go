// Command docs writes the documentation as pages that need no server: Each Markdown file of the
// contents becomes a page beside the files that it shows or links to. A page has the contents
// at its side, and a search that the browser does. The help of all commands is a page too.
//
//	go run -C tools ./docs [-to FOLDER]
//
// A link to a file or a heading that is not there is an error.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// repository is where the documents are, seen from the folder of this module.
const repository = ".."

func main() {
	to := flag.String("to", filepath.Join(repository, "build", "docs"), "the folder for the pages; what was in it goes")
	flag.Parse()
	if err := write(repository, *to); err != nil {
		fmt.Fprintln(os.Stderr, "docs:", err)
		os.Exit(1)
	}
	fmt.Println(filepath.Join(*to, "index.html"))
}

// write fills the folder to with the pages of a repository.
func write(from, to string) error {
	s, err := read(from, contents)
	if err != nil {
		return err
	}
	help, err := commands(from)
	if err != nil {
		return err
	}
	s.pages = append(s.pages, help)
	files, err := s.files()
	if err != nil {
		return err
	}
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	for name, data := range files {
		path := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// commands returns the help of all commands, as the program prints it, for a page.
func commands(from string) (*page, error) {
	list := exec.Command("go", "test", "-run", "^TestCommandsDocument$", "-count=1", "./cmd/drfvi")
	list.Dir = from
	file, err := os.CreateTemp("", "drfvi-commands-*.md")
	if err != nil {
		return nil, err
	}
	defer os.Remove(file.Name())
	defer file.Close()
	list.Env = append(os.Environ(), "DRFVI_COMMANDS="+file.Name())
	if output, err := list.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("help of the commands: %w\n%s", err, output)
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		return nil, err
	}
	return parse("commands.md", text), nil
}
