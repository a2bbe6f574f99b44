package flags

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"drfvi/internal/durable"
)

// Annotations of commands that name what is read.
const (
	argument = "drfvi_argument" // what help calls the arguments
	suffixes = "drfvi_suffixes" // of those arguments that are files
	standard = "drfvi_standard" // where they may be "-", the standard input
)

// Reads reports whether a flag names a file or a folder that the command reads, as its usage says, and
// orStandard whether that may be "-", the standard input.
func Reads(f *pflag.Flag) bool {
	what, _ := pflag.UnquoteUsage(f)
	_, writes := f.Value.(*Output)
	return !writes && (what == "FILE" || what == "FOLDER")
}
func orStandard(f *pflag.Flag) bool {
	return f.NoOptDefVal == "-" || strings.HasSuffix(f.Usage, ", or -")
}

// ReadsArguments declares that the arguments of a command are files or folders that it
// reads; help calls them by name. With endings only those are that have one of them, or
// contain a slash.
func ReadsArguments(cmd *cobra.Command, name string, endings ...string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[argument], cmd.Annotations[suffixes] = name, strings.Join(endings, " ")
}

// ReadsTable declares that the argument of a command is a file that it reads, or "-".
func ReadsTable(cmd *cobra.Command) {
	ReadsArguments(cmd, "FILE")
	cmd.Annotations[standard] = "true"
}

// ArgumentsDeclared reports whether a command reads its arguments.
func ArgumentsDeclared(cmd *cobra.Command) bool { return cmd.Annotations[argument] != "" }

// Output is the value of a flag that names a file or a folder to write.
type Output struct {
	given   string
	within  []string // patterns of the names written in a folder that may hold other files
	flag    string
	guarded bool
	others  []place // all else that the command reads or writes
}

var _ pflag.Value = (*Output)(nil)

// AddOutput adds a flag that names a file to write, or a folder; if that may hold other
// files, with patterns of the names of all that are written there. A letter may follow the
// name after a comma.
func AddOutput(cmd *cobra.Command, name, usage string, within ...string) *Output {
	name, letter, _ := strings.Cut(name, ",")
	o := &Output{flag: "--" + name, within: within}
	cmd.Flags().VarP(o, name, letter, usage)
	return o
}

func (o *Output) String() string { return o.given }
func (o *Output) Type() string   { return "string" }

// Set takes a path; "-" is no path.
func (o *Output) Set(path string) error {
	if path == "-" {
		return errors.New(`found "-", expected the name of a file or a folder; standard output has the result itself, as --format says`)
	}
	o.given = path
	return nil
}

// Given reports whether there is anything to write.
func (o *Output) Given() bool { return o != nil && o.given != "" }

// Path returns the path to write to, "" for none.
func (o *Output) Path() string {
	if o.given != "" && !o.guarded {
		panic("drfvi: " + o.flag + " has not been compared with what the command reads")
	}
	return o.given
}

// Or returns the output, or one to another path if it is not given, which it compares too.
func (o *Output) Or(path string) (*Output, error) {
	if o.given != "" {
		return o, nil
	}
	instead := *o
	instead.given = path
	return &instead, instead.check()
}

// Writable returns an error unless the file can be written.
func (o *Output) Writable() error { return durable.Writable(o.Path()) }

// Write writes the file.
func (o *Output) Write(data []byte) error { return durable.WriteFile(o.Path(), data) }

// In returns the path of a file in the folder.
func (o *Output) In(name string) string {
	if !matches(o.within, name) {
		panic("drfvi: " + o.flag + " does not say that it writes " + name)
	}
	return filepath.Join(o.Path(), name)
}

// place returns where the output is.
func (o *Output) place() place {
	p := placeOf(o.flag, o.given)
	p.within = o.within
	return p
}

// matches reports whether a name is of one of the patterns.
func matches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		match, err := filepath.Match(pattern, name)
		return match && err == nil
	})
}

// check compares the output with all else.
func (o *Output) check() error {
	mine := o.place()
	for _, other := range o.others {
		switch {
		case mine.same(other):
			return UsageError(fmt.Errorf("%s %s and %s are the same file, expected another one for %s", o.flag, o.given, other, o.flag))
		case mine.fills(other), other.fills(mine):
			return UsageError(fmt.Errorf("%s and %s are to hold the same file, expected another folder", mine, other))
		}
	}
	o.guarded = true
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
			fault = UsageError(fmt.Errorf("%s: found -, expected the name of a file or a folder; standard input is not read there", name))
		}
	}
	if ArgumentsDeclared(cmd) {
		for _, arg := range args {
			if isFile(arg, strings.Fields(cmd.Annotations[suffixes])) {
				add(cmd.Annotations[argument], arg, cmd.Annotations[standard] != "")
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
	for _, of := range printed {
		for _, other := range inputs {
			if of.same(other) {
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
		others = append(others, o.place())
	}
	return nil
}

// Lost reports whether what a command prints would be lost, and is all that it makes: where standard
// output is closed, Go opens the null device in its place, for reading too.
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
	null, without := os.Stat(os.DevNull)
	if err != nil || without != nil || !os.SameFile(info, null) {
		return false
	}
	_, err = f.Read(make([]byte, 1))
	return err == io.EOF
}

// isFile reports whether an argument names a file, by its ending if there are any to tell.
func isFile(arg string, endings []string) bool {
	return len(endings) == 0 || strings.ContainsAny(arg, `/\`) ||
		slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(arg, ending) })
}

// place is where a file or a folder is.
type place struct {
	name, path string
	at         string      // without links, "." and ".."
	info       os.FileInfo // nil for what is not there yet
	within     []string    // patterns of the names that are written there
}

func (p place) String() string { return strings.TrimSpace(p.name + " " + p.path) }

// placeOf returns the place of a path.
func placeOf(name, path string) place {
	p := place{name: name, path: path}
	p.info, _ = os.Stat(path)
	p.at = path
	if whole, err := filepath.Abs(path); err == nil {
		p.at = whole
	}
	p.at = resolved(p.at)
	return p
}

// resolved follows the links of those folders of a path that are there, and of the file.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if parent := filepath.Dir(path); parent != path {
		return filepath.Join(resolved(parent), filepath.Base(path))
	}
	return path
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

// fills reports whether another place is one of a file that is written in this one.
func (p place) fills(q place) bool {
	return matches(p.within, filepath.Base(q.at)) && placeOf("", filepath.Dir(q.at)).same(p)
}

// same reports whether two places are one. Names of files that are not there yet may
// differ in case, which some file systems take for the same. A device, as /dev/null, takes all.
func (p place) same(q place) bool {
	if p.info != nil && q.info != nil {
		return os.SameFile(p.info, q.info) && p.info.Mode()&os.ModeCharDevice == 0
	}
	return p.info == nil && q.info == nil && p.at != "" && strings.EqualFold(p.at, q.at)
}
