package main

import (
	"errors"
	"fmt"
	"testing"

	"drfvi/cmd/drfvi/internal/flags"
	"drfvi/datasets"
)

func TestCode(t *testing.T) {
	plain := errors.New("plain")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, codeDone}, {plain, codeFailed}, {flags.UsageError(plain), codeUsage}, {fmt.Errorf("t.csv: %w", missingError(plain)), codeMissing},
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
