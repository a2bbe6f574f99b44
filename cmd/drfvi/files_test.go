package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/flags"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// everyCommand calls a function with all commands that do something.
func everyCommand(do func(cmd *cobra.Command)) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Runnable() {
			do(cmd)
		}
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(newRoot())
}

// TestFilesDeclared checks that every argument that names a file or a folder says so; flags do by
// their usage.
func TestFilesDeclared(t *testing.T) {
	everyCommand(func(cmd *cobra.Command) {
		if regexp.MustCompile(`FILE|SPEC|compare A B`).MatchString(cmd.Use) && !flags.ArgumentsDeclared(cmd) {
			t.Errorf("%s does not say that it reads its arguments", cmd.Use)
		}
	})
}

// TestOneDoor checks that nothing in the source of the program writes a file but by the
// outputs of package flags.
func TestOneDoor(t *testing.T) {
	writes := regexp.MustCompile(`durable\.WriteFile|os\.(Create|WriteFile|OpenFile|CreateTemp|Rename)\(|chart\.Draw\(|reports\.Write\(|\bOut:`)
	allowed := regexp.MustCompile(`\.Path\(\)|\.In\(`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for number, line := range strings.Split(string(text), "\n") {
			if writes.MatchString(line) && !allowed.MatchString(line) {
				t.Errorf("%s:%d writes without an output: %s", path, number+1, strings.TrimSpace(line))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOutputIsInput gives every command one file for an output and each of its inputs,
// or another output: it says so, and the file is as it was.
func TestOutputIsInput(t *testing.T) {
	table, err := os.ReadFile(simulated(t))
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	try := func(cmd *cobra.Command, named []string, args ...string) {
		t.Helper()
		tried++
		folder := t.TempDir()
		file := filepath.Join(folder, "t.csv.yaml")
		if err := os.WriteFile(file, table, 0o600); err != nil {
			t.Fatal(err)
		}
		line := strings.Fields(cmd.CommandPath())[1:]
		for _, arg := range args {
			line = append(line, strings.ReplaceAll(arg, "FILE", file))
		}
		if cmd.Flags().Lookup("targets") != nil {
			line = append(line, "--targets", "y1,y2")
		}
		code, stdout, stderr := call(context.Background(), line...)
		if code != codeUsage || stdout != "" || !strings.Contains(stderr, "are the same file, expected another one for "+named[0]) || !strings.Contains(stderr, named[1]) || !strings.Contains(stderr, file) {
			t.Errorf("%q: exit code %d, output %q, messages %q", line, code, stdout, stderr)
		}
		if after, err := os.ReadFile(file); err != nil || !bytes.Equal(after, table) {
			t.Errorf("%q changes the file: %v", line, err)
		}
	}
	everyCommand(func(cmd *cobra.Command) {
		var outputs, inputs []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if _, writes := f.Value.(*flags.Output); writes {
				outputs = append(outputs, "--"+f.Name)
			} else if flags.Reads(f) {
				inputs = append(inputs, "--"+f.Name)
			}
		})
		var arguments []string
		if flags.ArgumentsDeclared(cmd) {
			arguments = []string{"other.yaml"}
		}
		for k, output := range outputs {
			if arguments != nil {
				try(cmd, []string{output, ""}, "FILE", output, "FILE")
			}
			for _, input := range inputs {
				try(cmd, []string{output, input}, append(arguments, input, "FILE", output, "FILE")...)
			}
			for _, earlier := range outputs[:k] {
				try(cmd, []string{output, earlier}, append(arguments, earlier, "FILE", output, "FILE")...)
			}
		}
	})
	if tried < 30 {
		t.Errorf("%d pairs tried", tried)
	}
}

// TestStandardInput gives every command "-" for each of its inputs: where no standard input is
// read, it says so.
func TestStandardInput(t *testing.T) {
	orStandard := map[string]bool{"--new": true, "--targets-from": true}
	refused := func(what string, args ...string) {
		t.Helper()
		want := "drfvi: " + what + ": found -, expected the name of a file or a folder; standard input is not read there\n"
		if code, stdout, stderr := call(context.Background(), args...); code != codeUsage || stdout != "" || stderr != want {
			t.Errorf("%q: exit code %d, output %q, messages %q", args, code, stdout, stderr)
		}
	}
	everyCommand(func(cmd *cobra.Command) {
		line := strings.Fields(cmd.CommandPath())[1:]
		if flags.ArgumentsDeclared(cmd) {
			line = append(line, "other.yaml", "another.yaml")[:len(line)+1+strings.Count(cmd.Use, "A B")]
		}
		if name := cmd.Name(); name == "fetch" || name == "logs" {
			line = append(line, "wage")
		}
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if _, writes := f.Value.(*flags.Output); flags.Reads(f) && !writes && !orStandard["--"+f.Name] {
				if f.NoOptDefVal == "-" { // which writes to standard output
					return
				}
				refused("--"+f.Name, append(line, "--"+f.Name, "-")...)
			}
		})
	})
	refused("results", "compare", "-", "x")
	refused("results", "compare", "x", "-")
	refused("FILE", "method", "test", "-")
	refused("FILE", "new", "-")
}

// TestLongList: a list of targets may have long lines, but has an end.
func TestLongList(t *testing.T) {
	table := simulated(t)
	for size, want := range map[int]string{1 << 20: `unknown target "qqq`, longestList + 1: "standard input has more than 16 MiB, expected a list of targets, one a line\n"} {
		var stderr bytes.Buffer
		run(context.Background(), []string{"importance", table, "--targets-from", "-"}, strings.NewReader(strings.Repeat("q", size)), io.Discard, &stderr)
		if !strings.Contains(stderr.String(), want) || stderr.Len() > 1000 {
			t.Errorf("%d bytes: messages %q, expected %q", size, &stderr, want)
		}
	}
}

// TestSameFile names one file in several ways.
func TestSameFile(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	text, err := os.ReadFile(simulated(t))
	if err == nil {
		err = os.WriteFile("rows.csv", text, 0o600)
	}
	for _, err := range []error{err, os.Symlink("rows.csv", "soft.csv"), os.Link("rows.csv", "hard.csv"), os.Mkdir("d", 0o700), os.Symlink("d", "e")} {
		if err != nil {
			t.Skip(err)
		}
	}
	for _, args := range [][]string{
		{"rows.csv", "--html", "./d/../rows.csv"}, {"rows.csv", "--html", filepath.Join(folder, "rows.csv")}, {"soft.csv", "--html", "rows.csv"},
		{"rows.csv", "--html", "soft.csv"}, {"rows.csv", "--html", "hard.csv"}, {"rows.csv", "--html", "d/a.svg", "--plot", "./d/A.svg"},
		{"rows.csv", "--html", "new/a.svg", "--plot", "d/../new/a.svg"},
	} {
		code, stdout, stderr := call(context.Background(), append([]string{"importance", "--targets", "y1,y2"}, args...)...)
		if code != codeUsage || stdout != "" || !strings.Contains(stderr, "are the same file") {
			t.Errorf("%q: exit code %d, output %q, messages %q", args, code, stdout, stderr)
		}
	}
	for _, spec := range []string{"s.yaml", "s.yml", "./s"} { // whatever run takes for a file
		if err := os.WriteFile(spec, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := call(context.Background(), "run", spec, "--out", spec); code != codeUsage || !strings.Contains(stderr, "--out "+spec+" and SPEC "+spec+" are the same file") {
			t.Errorf("run %s: exit code %d, messages %q", spec, code, stderr)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{
		{"rows.csv", "--html", "d/rows.csv"}, {"rows.csv", "--figures", "d", "--plot", "d/other.png"}, {"rows.csv", "--html", "a.html", "--plot", "a.png"},
	} {
		if code, _, stderr := call(ctx, append([]string{"importance", "--targets", "y1,y2"}, args...)...); code != sigint {
			t.Errorf("%q: exit code %d, messages %q", args, code, stderr)
		}
	}
	// What is printed may go to a file too.
	out, err := os.OpenFile("rows.csv", os.O_APPEND|os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	var stderr bytes.Buffer
	if code := run(context.Background(), []string{"describe", "hard.csv"}, strings.NewReader(""), out, &stderr); code != codeUsage || !strings.Contains(stderr.String(), "standard output goes to FILE hard.csv, expected another file") {
		t.Errorf("exit code %d, messages %q", code, &stderr)
	}
	stderr.Reset()
	if code := run(context.Background(), []string{"importance", "-", "--targets", "y1", "--html", "rows.csv"}, out, io.Discard, &stderr); code != codeUsage || !strings.Contains(stderr.String(), "--html rows.csv and standard input are the same file") {
		t.Errorf("exit code %d, messages %q", code, &stderr)
	}
}

// TestWhatOutputsReplace: an output writes to a device, which stays one, follows a link, and
// leaves the permissions of the file that it replaces.
func TestWhatOutputsReplace(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no such files")
	}
	t.Chdir(t.TempDir())
	table := writeTable(t, "t.csv", strings.Repeat("x,y\n", 1)+strings.Repeat("1,2\n2,3\n3,5\n4,4\n5,1\n6,2\n7,7\n", 4))
	for name, mode := range map[string]os.FileMode{"secret.drf": 0o600, "kept.html": 0o640} {
		if err := errors.Join(os.WriteFile(name, nil, 0o600), os.Chmod(name, mode)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("kept.html", "link.html"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"fit", table, "--targets", "y", "-o", "secret.drf"},
		{"importance", table, "--targets", "y", "--no-test", "--html", "link.html"},
		{"importance", table, "--targets", "y", "--no-test", "--html", os.DevNull},
		{"importance", table, "--targets", "y", "--no-test", "--figures", "figures"},
	} {
		if code, _, stderr := call(context.Background(), append(args, "--trees", "20", "--preset", "paper", "--min-node-size", "4")...); code != codeDone {
			t.Fatalf("%v: exit code %d\n%s", args, code, stderr)
		}
	}
	for name, want := range map[string]os.FileMode{"secret.drf": 0o600, "kept.html": 0o640, "link.html": os.ModeSymlink, os.DevNull: os.ModeDevice | os.ModeCharDevice} {
		info, err := os.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		got := info.Mode()
		if got.IsRegular() && (info.Size() == 0 || got.Perm() != want) || !got.IsRegular() && got.Type() != want {
			t.Errorf("%s is now %v of %d bytes, want %v", name, got, info.Size(), want)
		}
	}
}
