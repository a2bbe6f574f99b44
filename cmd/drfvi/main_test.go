package main

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"drfvi": main})
}

// TestScripts runs the scripts of testdata/script, in which
//
//	exits CODE COMMAND ARGUMENT…
//
// runs a command and checks its exit code; $TABLES is the folder of tables that other programs
// have written.
func TestScripts(t *testing.T) {
	tables, err := filepath.Abs("../../datasets/testdata/tables")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{Dir: "testdata/script", Cmds: scriptCommands, Setup: func(env *testscript.Env) error {
		env.Setenv("TABLES", tables)
		return nil
	}})
}

var scriptCommands = map[string]func(*testscript.TestScript, bool, []string){
	"exits": func(ts *testscript.TestScript, neg bool, args []string) {
		if neg || len(args) < 2 {
			ts.Fatalf("usage: exits CODE COMMAND ARGUMENT…")
		}
		want, err := strconv.Atoi(args[0])
		ts.Check(err)
		if got := exitCode(ts.Exec(args[1], args[2:]...)); got != want {
			ts.Fatalf("exit code %d, expected %d", got, want)
		}
	},
}

// exitCode returns the exit code of a command that was run with this error.
func exitCode(err error) int {
	if err == nil {
		return 0
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	panic(fmt.Sprintf("the command was not run: %v", err))
}
