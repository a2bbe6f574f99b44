package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"drfvi/datasets"
)

// target is the name of a target column, or a pattern, from a line of a file.
type target struct {
	name string
	line int
}

// readTargets reads the file that --targets-from names, one target a line. Empty
// lines count for nothing.
func (t *tableFlags) readTargets(stdin io.Reader) error {
	if t.targetsFrom == "" {
		return nil
	}
	in := stdin
	if t.targetsFrom != standardInput {
		file, err := os.Open(t.targetsFrom)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	lines := bufio.NewScanner(in)
	for k := 1; lines.Scan(); k++ {
		if name := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")); name != "" {
			t.listed = append(t.listed, target{name, k})
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: cannot read the targets, expected one name a line: %w", origin(t.targetsFrom), err)
	}
	if len(t.listed) == 0 {
		return fmt.Errorf("%s: found no name, expected targets, one a line", origin(t.targetsFrom))
	}
	return nil
}

// names returns all targets, those of the command line first.
func (t *tableFlags) names() []string {
	names := t.targets[:len(t.targets):len(t.targets)]
	for _, l := range t.listed {
		names = append(names, l.name)
	}
	return names
}

// located adds the line to an error about a target from a file.
func (t *tableFlags) located(err error) error {
	var fault datasets.NameError
	if !errors.As(err, &fault) {
		return err
	}
	for _, l := range t.listed {
		if strings.Contains(fault.Error(), fmt.Sprintf("target %q", l.name)) {
			return fmt.Errorf("%w; the target is from %s:%d", err, origin(t.targetsFrom), l.line)
		}
	}
	return err
}
