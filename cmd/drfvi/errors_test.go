package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/cmd/drfvi/internal/terminal"
	"drfvi/datasets"
	"drfvi/internal/par"
)

func TestCode(t *testing.T) {
	plain := errors.New("plain")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, codeDone}, {plain, codeFailed}, {flags.UsageError(plain), codeUsage}, {fmt.Errorf("t.csv: %w", missing{plain}), codeMissing},
		{fmt.Errorf("t.csv: %w", datasets.NameError{}), codeUsage}, {errors.Join(plain, flags.UsageError(plain)), codeUsage},
	} {
		if got := codeOf(c.err); got != c.want {
			t.Errorf("exit code %d of %v, expected %d", got, c.err, c.want)
		}
	}
	if err := flags.UsageError(plain); err.Error() != "plain" || !errors.Is(err, plain) {
		t.Errorf("error %v", err)
	}
}

// TestMistake: a panic in any goroutine of a command's work ends it with an exit code, the place of
// the mistake, and what to do.
func TestMistake(t *testing.T) {
	work := func() error {
		return par.Do(context.Background(), 2, 2, func(_, i int) { panic("out of temper") })
	}
	var stderr strings.Builder
	code := conclude(context.Background(), &stderr, terminal.Run(context.Background(), terminal.Soon, work))
	for _, want := range []string{"cmd/drfvi.TestMistake", "panic: out of temper: a mistake in drfvi, not in your input; nothing that was finished is lost. Please report it"} {
		if code != codeFailed || !strings.Contains(stderr.String(), want) {
			t.Errorf("exit code %d, no %q in\n%s", code, want, stderr.String())
		}
	}
}
