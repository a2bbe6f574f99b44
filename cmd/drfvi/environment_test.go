package main

import (
	"strings"
	"testing"
)

// Environment variables that name nothing are not passed over in silence.
func TestEnvironment(t *testing.T) {
	t.Setenv("DRFVI_DATA", "/none")
	const fault = `drfvi: the environment variable DRFVI_DATA is "/none", expected a folder; --data-dir names another`
	for line, code := range map[string]int{
		"run bivariate --dry-run": codeFailed, "data list": codeFailed, "data verify": codeFailed,
		"data list --data-dir .": codeDone, "simulate bivariate -n 5": codeDone,
	} {
		found, _, stderr := call(t.Context(), strings.Fields(line)...)
		if found != code || (strings.TrimSpace(stderr) == fault) != (code == codeFailed) {
			t.Errorf("%s: exit code %d, %s", line, found, stderr)
		}
	}
	for columns, warned := range map[string]bool{"-5": true, "wide": true, "60": false, "": false} {
		t.Setenv("COLUMNS", columns)
		_, _, stderr := call(t.Context(), "simulate", "bivariate", "-n", "5")
		if strings.Contains(stderr, "warning: the environment variable COLUMNS is ") != warned {
			t.Errorf("COLUMNS=%s: %s", columns, stderr)
		}
	}
}
