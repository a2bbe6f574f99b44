package flags

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/internal/durable"
)

// Annotations of commands that name what is read.
const (
	argument = "drfvi_argument" // what help calls the arguments
	standard = "drfvi_standard" // where they may be "-", the standard input
)

// Reads reports whether a flag names a file or a folder that the command reads, as its usage
// says, and orStandard whether that may be "-", the standard input.
func Reads(f *pflag.Flag) bool {
	what, _ := pflag.UnquoteUsage(f)
	_, writes := f.Value.(*Output)
	return !writes && (what == "FILE" || what == "FOLDER")
}
func orStandard(f *pflag.Flag) bool {
	return f.NoOptDefVal == "-" || strings.HasSuffix(f.Usage, ", or -")
}

// ReadsArguments declares that those arguments of a command that are files are read; help calls
// them by name.
func ReadsArguments(cmd *cobra.Command, name string) {
	cmd.Annotations = map[string]string{argument: name}
}

// ReadsTable declares that the argument of a command is a file that it reads, or "-".
func ReadsTable(cmd *cobra.Command) {
	cmd.Annotations = map[string]string{argument: "FILE", standard: "true"}
}

// ArgumentsDeclared reports whether a command reads its arguments.
func ArgumentsDeclared(cmd *cobra.Command) bool { return cmd.Annotations[argument] != "" }

// Output is the value of a flag that names a file or a folder to write.
type Output struct {
	path   string
	flag   string
	others []place // all else that the command reads or writes
}

var _ pflag.Value = (*Output)(nil)

// AddOutput adds a flag that names a file to write, or a folder. A letter may follow the
// name after a comma.
func AddOutput(cmd *cobra.Command, name, usage string) *Output {
	name, letter, _ := strings.Cut(name, ",")
	o := &Output{flag: "--" + name}
	cmd.Flags().VarP(o, name, letter, usage)
	return o
}

func (o *Output) String() string { return o.path }
func (o *Output) Type() string   { return "string" }

// Set takes a path; "-" is no path.
func (o *Output) Set(path string) error {
	if path == "-" {
		return errors.New(
			`found "-", expected the name of a file or a folder; standard output has the result itself, as --format says`,
		)
	}
	o.path = path
	return nil
}

// Given reports whether there is anything to write.
func (o *Output) Given() bool { return o != nil && o.path != "" }

// Path returns the path to write to, "" for none.
func (o *Output) Path() string { return o.path }

// Or returns the output, or one to another path if it is not given, which it compares too.
func (o *Output) Or(path string) (*Output, error) {
	if o.path != "" {
		return o, nil
	}
	instead := *o
	instead.path = path
	return &instead, instead.check()
}

// Writable returns an error unless the file can be written.
func (o *Output) Writable() error { return durable.Writable(o.Path()) }

// Write writes the file.
func (o *Output) Write(data []byte) error {
	_ = durable.SweepBeside(o.Path()) // what killed programs left; if that fails, the next line may not
	return durable.WriteFile(o.Path(), data)
}

// In returns the path of a file in the folder.
func (o *Output) In(name string) string { return filepath.Join(o.Path(), name) }

// check compares the output with all else.
func (o *Output) check() error {
	mine := placeOf(o.flag, o.path)
	for _, other := range o.others {
		if mine.same(other) {
			return UsageError(
				fmt.Errorf("%s %s and %s are the same file, expected another one for %s", o.flag, o.path, other, o.flag),
			)
		}
	}
	return nil
}

// Guard is to run before every command: it compares its outputs with what it reads, the standard
// input included, and with each other and the standard output.
func Guard(cmd *cobra.Command, args []string, stdin io.Reader, stdout io.Writer) error {
	inputs := streamOf("standard input", stdin)
	var fault error
	add := func(name, path string, orStandard bool) {
		switch {
		case path != "" && path != "-":
			inputs = append(inputs, placeOf(name, path))
		case path == "-" && !orStandard:
			fault = UsageError(fmt.Errorf("%s: found -, expected the name of a file or a folder; standard input is "+
				"not read there", name))
		}
	}
	if ArgumentsDeclared(cmd) {
		table := cmd.Annotations[standard] != ""
		for _, arg := range args {
			// A folder is a table; other commands may take a word that is the name of a folder too.
			if info, err := os.Stat(arg); arg == "-" || err == nil && (table || !info.IsDir()) {
				add(cmd.Annotations[argument], arg, table)
			}
		}
	}
	var outputs []*Output
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if o, writes := f.Value.(*Output); writes {
			outputs = append(outputs, o)
		} else if Reads(f) {
			paths := []string{f.Value.String()}
			if list, several := f.Value.(pflag.SliceValue); several {
				paths = list.GetSlice()
			}
			for _, path := range paths {
				add("--"+f.Name, path, orStandard(f))
			}
		}
	})
	if fault != nil {
		return fault
	}
	printed := streamOf("standard output", stdout)
	for _, output := range printed {
		for _, other := range inputs {
			if output.same(other) {
				return UsageError(fmt.Errorf("standard output goes to %s, expected another file", other))
			}
		}
	}
	others := append(inputs, printed...)
	for _, o := range outputs {
		o.others = others
		if !o.Given() {
			continue
		}
		if err := o.check(); err != nil {
			return err
		}
		others = append(others, placeOf(o.flag, o.path))
	}
	return nil
}

// Lost reports whether what a command prints would be lost, and is all that it makes: where
// standard output is closed, Go opens the null device in its place, for reading too.
func Lost(cmd *cobra.Command, stdout io.Writer) bool {
	f, ok := stdout.(*os.File)
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		o, writes := flag.Value.(*Output)
		ok = ok && !(writes && o.Given())
	})
	if !ok {
		return false
	}
	info, err := f.Stat()
	null, missing := os.Stat(os.DevNull)
	if err != nil || missing != nil || !os.SameFile(info, null) {
		return false
	}
	_, err = f.Read(make([]byte, 1))
	return err == io.EOF
}

// place is where a file or a folder is.
type place struct {
	name, path string
	info       os.FileInfo // nil for what is not there yet
}

func (p place) String() string { return strings.TrimSpace(p.name + " " + p.path) }

// placeOf returns the place of a path.
func placeOf(name, path string) place {
	info, _ := os.Stat(path)
	return place{name, path, info}
}

// streamOf returns the file that a standard stream is connected to, if it is one.
func streamOf(name string, stream any) []place {
	f, ok := stream.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []place{{name: name, info: info}}
}

// same reports whether two places are one. Names of files that are not there yet may
// differ in case, which some file systems take for the same. A device, as /dev/null, takes all.
func (p place) same(q place) bool {
	if p.info != nil && q.info != nil {
		return os.SameFile(p.info, q.info) && p.info.Mode()&os.ModeCharDevice == 0
	}
	mine, err := filepath.Abs(p.path)
	other, fault := filepath.Abs(q.path)
	return p.info == nil && q.info == nil && err == nil && fault == nil && strings.EqualFold(mine, other)
}
