package main

import (
	"context"
	"strings"
	"testing"
)

// A flag by its name in another program is answered with drfvi's own, where the command
// has it.
func TestSynonyms(t *testing.T) {
	for _, c := range []struct{ command, flag, want string }{
		{"importance", "--response", `unknown flag "--response", did you mean "--targets"? (its name here); see drfvi importance --help`},
		{"importance", "--num.trees", `unknown flag "--num.trees", did you mean "--trees"?`},
		{"rfe", "--n_jobs", `unknown flag "--n_jobs", did you mean "--workers"?`},
		{"predict", "--min-samples-leaf", `unknown flag "--min-samples-leaf", did you mean "--min-node-size"?`},
		{"run", "--threads", `unknown flag "--threads", did you mean "--workers"?`},
		{"simulate", "--response", `unknown flag "--response", did you mean "--rows"? (one of: `},
	} {
		code, _, stderr := call(context.Background(), c.command, "x.csv", c.flag, "3")
		if code != codeUsage || !strings.Contains(stderr, c.want) {
			t.Errorf("%s %s: exit code %d, %s\nexpected\n%s", c.command, c.flag, code, stderr, c.want)
		}
	}
}
