package terminal

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1234 * time.Microsecond:                      "1ms",
		12345 * time.Millisecond:                     "12.3s",
		260 * time.Second:                            "4m20s",
		3*time.Hour + 5*time.Minute + 10*time.Second: "3h5m",
		26 * time.Hour:                               "26h0m",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%v is written %s, expected %s", d, got, want)
		}
	}
}
