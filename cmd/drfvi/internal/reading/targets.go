package reading

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

// ReadTargets reads the file that --targets-from names, one target a line. Empty
// lines count for nothing.
func (f *Flags) ReadTargets(stdin io.Reader) error {
	if f.TargetsFrom == "" {
		return nil
	}
	in := stdin
	if f.TargetsFrom != StandardInput {
		file, err := os.Open(f.TargetsFrom)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	lines := bufio.NewScanner(in)
	for k := 1; lines.Scan(); k++ {
		if name := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff")); name != "" {
			f.listed = append(f.listed, target{name, k})
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: cannot read the targets, expected one name a line: %w", Origin(f.TargetsFrom), err)
	}
	if len(f.listed) == 0 {
		return fmt.Errorf("%s: found no name, expected targets, one a line", Origin(f.TargetsFrom))
	}
	return nil
}

// names returns all targets, those of the command line first.
func (f *Flags) names() []string {
	names := f.Targets[:len(f.Targets):len(f.Targets)]
	for _, l := range f.listed {
		names = append(names, l.name)
	}
	return names
}

// located adds the line to an error about a target from a file.
func (f *Flags) located(err error) error {
	var fault datasets.NameError
	if !errors.As(err, &fault) {
		return err
	}
	for _, l := range f.listed {
		if strings.Contains(fault.Error(), fmt.Sprintf("target %q", l.name)) {
			return fmt.Errorf("%w; the target is from %s:%d", err, Origin(f.TargetsFrom), l.line)
		}
	}
	return err
}
