package exit

import (
	"errors"
	"fmt"
	"testing"

	"drfvi/datasets"
)

func TestCode(t *testing.T) {
	plain := errors.New("plain")
	for _, c := range []struct {
		err  error
		want int
	}{
		{nil, Done}, {plain, Failed}, {UsageError(plain), Usage}, {fmt.Errorf("t.csv: %w", MissingError(plain)), Missing},
		{fmt.Errorf("t.csv: %w", datasets.NameError{}), Usage}, {errors.Join(plain, UsageError(plain)), Usage},
	} {
		if got := Code(c.err); got != c.want {
			t.Errorf("exit code %d of %v, expected %d", got, c.err, c.want)
		}
	}
	if err := UsageError(plain); err.Error() != "plain" || !errors.Is(err, plain) {
		t.Errorf("error %v", err)
	}
}
