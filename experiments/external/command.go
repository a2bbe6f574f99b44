package external

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// New returns a method with the usual limits and no command, whose files are relative to a folder.
func New(folder, name, version string) Method {
	return Method{
		Name: name, Version: version, Protocol: protocol, Timeout: standardTimeout.Seconds(),
		Memory: standardMemory, folder: folder,
	}
}

// script is a word that can only name a script.
var script = regexp.MustCompile(`^[^ ='"]+\.(py|R|r|jl|sh|pl|m|jar|js|rb|lua)$`)

// Add adds a word to the command: first the program, then its arguments. Words that name files
// become their paths.
func (m *Method) Add(word string) error {
	path := word
	if !filepath.IsAbs(path) {
		path = filepath.Join(m.folder, path)
	}
	info, err := os.Stat(path)
	program := len(m.words) == 0
	if !program && err != nil && script.MatchString(word) {
		return fmt.Errorf("there is no file %s; a script stands beside the specification", path)
	}
	switch {
	case program && word == "":
		return errors.New(`a command begins with "", expected a program`)
	case program && !strings.ContainsRune(word, '/'), word == "": // found on the path
		err = os.ErrNotExist
	case program && (err != nil || info.IsDir()):
		return fmt.Errorf("there is no program %s", path)
	}
	if err != nil {
		m.Command, m.words = append(m.Command, word), append(m.words, word)
		return nil
	}
	if path, err = filepath.Abs(path); err == nil && info.Mode().IsRegular() {
		var sum string
		sum, err = hash(path)
		m.Files = append(m.Files, File{filepath.Base(path), sum})
	}
	m.Command, m.words = append(m.Command, filepath.Base(path)), append(m.words, path)
	if err != nil {
		return fmt.Errorf("cannot read the command's file: %w", err)
	}
	return nil
}

// hash returns the SHA-256 of a file.
func hash(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	_, err = io.Copy(sum, file)
	return fmt.Sprintf("%x", sum.Sum(nil)), err
}
